// Package suggest finds cases for the parts of rules that no test reaches.
//
// Package cover counts what the tests reach. For each move, condition, effect, item and end
// sentence that no test met, this package looks for the shortest line of moves that meets it,
// breadth first. What lies too deep for that it looks for in random games: it cuts a game off where
// it meets the sentence, leaves out what it can, and turns the rest into a case.
package suggest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/interp"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/cover"
	"boardgame/interp/verify/ruletest"
)

// Suggestion is a part of the rules that no test reaches, and a case that does.
type Suggestion struct {
	Entry *cover.Entry
	Scene *ruletest.Scene // nil: nothing that was tried reached it
	// Shortest reports that with these options no case with fewer steps reaches it.
	Shortest bool
}

// Offers returns offers for what no case reaches, and texts about what no random game reached
// either.
func Offers(ctx context.Context, rs *ruleset.Ruleset, found []Suggestion) (offers []ruletest.Offer,
	unreached []string) {
	for _, f := range found {
		line, column := f.Entry.Span.File.Position(f.Entry.Span.Lo)
		where := fmt.Sprintf("%s:%d:%d: %s", f.Entry.Span.File.Name, line, column, f.Entry.Kind)
		text := "\n  | " + strings.TrimSpace(f.Entry.Span.File.Line(line))
		if f.Scene == nil {
			unreached = append(unreached, where+": no test and no random game reaches it"+text)
			continue
		}
		entry := f.Entry
		offers = append(offers, ruletest.Offer{Why: where + ": no case reaches it" + text,
			Scene: f.Scene, Needless: func(added []*ruletest.Case) bool {
				report := cover.New()
				(&ruletest.File{Cases: added}).Cover(ctx, rs, report)
				return slices.ContainsFunc(report.Entries, func(e *cover.Entry) bool {
					return e.Kind == entry.Kind && e.Yes > 0 && e.Span.Lo == entry.Span.Lo &&
						e.Span.Hi == entry.Span.Hi && e.Span.File.Name == entry.Span.File.Name
				})
			}})
	}
	return offers, unreached
}

// Effort bounds the search.
type Effort struct {
	Games  int // random games with each choice of options
	Length int // steps after which a game is stopped
	Seed   uint64
}

// manySteps is the number of steps from which a case is long: a shorter one is then searched for
// with other options, for example on a smaller board.
const manySteps = 24

// mostReplays is how often a game is replayed to shorten it.
const mostReplays = 80

// mostSteps is how many steps are tried breadth first with each choice of options.
const mostSteps = 10_000

// Find returns the parts of the rules that the test files do not reach, in the order of the text,
// each with a case if a random game with one of the choices reaches it. The first choice must be
// the defaults. When the context is done, Find returns what was found until then.
func Find(ctx context.Context, rs *ruleset.Ruleset, files []*ruletest.File,
	choices []ruleset.Choice, effort Effort, watch func(done, total int)) []Suggestion {
	report := cover.New()
	for _, c := range choices {
		report.Declare(c.Rules)
	}
	for _, f := range files {
		f.Cover(ctx, rs, report)
	}
	s := &search{ctx: ctx}
	for _, e := range report.Never() {
		if e.Span.File.Name == rs.File.Name {
			s.found = append(s.found, Suggestion{Entry: e})
		}
	}
	rng := rand.New(rand.NewPCG(effort.Seed, 0x9E3779B97F4A7C15))
	total := len(choices) * effort.Games
	for i, c := range choices {
		g := interp.New(c.Rules)
		s.nearest(g)
		for n := range effort.Games {
			if ctx.Err() != nil || !s.wants() {
				return s.found
			}
			if watch != nil {
				watch(i*effort.Games+n, total)
			}
			s.look(g, randomGame(ctx, g, effort.Length, rng))
		}
	}
	return s.found
}

// search is a search in progress.
type search struct {
	ctx   context.Context
	found []Suggestion
}

// wants reports whether anything is left to find.
func (s *search) wants() bool {
	return slices.ContainsFunc(s.found,
		func(f Suggestion) bool { return f.Scene == nil || len(f.Scene.Steps) > manySteps })
}

// wanted reports whether a case of a game is worth having: none is there yet, or it is long and has
// other options.
func (f *Suggestion) wanted(g *interp.Game) bool {
	return f.Scene == nil || len(f.Scene.Steps) > manySteps && f.Scene.Game != g
}

// nearest makes cases of the shortest lines that reach what was still missing.
func (s *search) nearest(g *interp.Game) {
	type node struct {
		p      *position.State
		before int // the node from which step leads here
		step   interp.Move
	}
	c := cover.Count(g.Rules())
	nodes := []node{{p: c.Start(), before: -1}}
	c.Moves(nodes[0].p)
	seen := map[position.Key]bool{nodes[0].p.Key(): true}
	missing := s.meet(c, g, func() []interp.Move { return nil })
	for at, tried := 0, 0; at < len(nodes) && missing > 0; at++ {
		for _, step := range c.Moves(nodes[at].p) {
			if tried++; tried > mostSteps || s.ctx.Err() != nil {
				return
			}
			q := c.Play(nodes[at].p, step)
			missing = s.meet(c, g, func() (line []interp.Move) {
				for n := (node{before: at, step: step}); n.before >= 0; n = nodes[n.before] {
					line = append(line, n.step)
				}
				slices.Reverse(line)
				return line
			})
			if key := q.Key(); !seen[key] && q.Result == nil {
				seen[key] = true
				nodes = append(nodes, node{q, at, step})
			}
		}
		nodes[at].p = nil
	}
}

// meet makes cases of a line for what has been counted with its last step, and returns how much is
// missing.
func (s *search) meet(c *cover.Counter, g *interp.Game, line func() []interp.Move) (missing int) {
	report := cover.New()
	c.AddTo(report)
	reached := reachedIn(report)
	for i := range s.found {
		f := &s.found[i]
		if !f.wanted(g) {
			continue
		}
		if reached[key(f.Entry)] {
			if steps := line(); f.Scene == nil || len(steps) < len(f.Scene.Steps) {
				f.Scene = &ruletest.Scene{Name: name(f.Entry), Game: g, Steps: steps}
				f.Shortest = true
			}
			continue
		}
		missing++
	}
	return missing
}

// randomGame returns the steps of a random game, or of its beginning if the context ends.
func randomGame(ctx context.Context, g *interp.Game, length int,
	rng *rand.Rand) (steps []interp.Move) {
	e := g.NewEngine()
	for p := g.Start(); len(steps) < length && ctx.Err() == nil; {
		moves := e.Moves(p)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		steps = append(steps, m)
		p = e.Play(p, m)
	}
	return steps
}

// look makes cases of a game for what it reaches and was still missing.
func (s *search) look(g *interp.Game, steps []interp.Move) {
	reached := reachedBy(s.ctx, g, steps)
	for i := range s.found {
		f := &s.found[i]
		if !reached[key(f.Entry)] || s.ctx.Err() != nil || !f.wanted(g) {
			continue
		}
		if short := s.shorten(g, steps, f.Entry); f.Scene == nil || len(short) < len(f.Scene.Steps) {
			f.Scene = &ruletest.Scene{Name: name(f.Entry), Game: g, Steps: short}
		}
	}
}

// key identifies entries across different choices of options.
func key(e *cover.Entry) string {
	return fmt.Sprint(e.Kind, e.Span.File.Name, e.Span.Lo, e.Span.Hi)
}

// reachedBy returns what a game reaches, by [key].
func reachedBy(ctx context.Context, g *interp.Game, steps []interp.Move) map[string]bool {
	report := cover.New()
	report.Follow(ctx, g.Rules(), nil, g.Start(), steps)
	return reachedIn(report)
}

// reachedIn returns what a report counts, by [key].
func reachedIn(report *cover.Report) map[string]bool {
	reached := map[string]bool{}
	for _, e := range report.Entries {
		if e.Yes > 0 {
			reached[key(e)] = true
		}
	}
	return reached
}

// shorten returns the part of a game that still reaches an entry: cut off where it does, and
// without what it does not need.
func (s *search) shorten(g *interp.Game, steps []interp.Move, e *cover.Entry) []interp.Move {
	lo, hi := 0, len(steps)
	for lo < hi {
		if mid := (lo + hi) / 2; reachedBy(s.ctx, g, steps[:mid])[key(e)] {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	steps = slices.Clip(steps[:hi])
	replays := mostReplays
	for size := len(steps) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(steps); {
			if replays--; replays < 0 || s.ctx.Err() != nil {
				return steps
			}
			shorter := slices.Concat(steps[:i], steps[i+size:])
			if legal(g, shorter) && reachedBy(s.ctx, g, shorter)[key(e)] {
				steps = shorter
			} else {
				i += size
			}
		}
	}
	return steps
}

func legal(g *interp.Game, steps []interp.Move) bool {
	p := g.Start()
	for _, m := range steps {
		next, err := g.Play(p, m)
		if err != nil {
			return false
		}
		p = next
	}
	return true
}

// name names a case after what it reaches.
func name(e *cover.Entry) string {
	text := strings.Join(strings.Fields(e.Span.Text()), " ")
	const most = 60
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	switch e.Kind {
	case cover.Move:
		first, _, _ := strings.Cut(text, " {")
		return first + " is played"
	case cover.Sentence:
		return "the end: " + text
	}
	return fmt.Sprintf("%s: %s", e.Kind, text)
}
