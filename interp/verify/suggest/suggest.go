// Package suggest finds cases for the parts of rules that no test reaches.
//
// Package cover counts what the tests reach. For each move, condition, effect, item and end
// sentence that no test met, this package plays random games until one meets it. It cuts the game
// off there, shortens it, and turns it into a case.
package suggest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/cover"
	"boardgame/interp/verify/ruletest"
)

// Suggestion is a part of the rules that no test reaches, and a case that does.
type Suggestion struct {
	Entry *cover.Entry
	Scene *ruletest.Scene // nil: no random game reached it
}

// Choice is a game with a choice of its options.
type Choice struct {
	Options map[string]string // what is not at its default
	Rules   *ir.Game
}

// Effort bounds the search.
type Effort struct {
	Games  int // random games with each choice of options
	Length int // steps after which a game is stopped
	Seed   uint64
}

// long is the number of steps from which a case is long: a shorter one is then searched for with
// other options, for example on a smaller board.
const long = 24

// mostReplays is how often a game is replayed to shorten it.
const mostReplays = 80

// Find returns the parts of the rules that the test files do not reach, in the order of the text,
// each with a case if a random game with one of the choices reaches it. The first choice must be
// the defaults. When the context is done, Find returns what was found until then.
func Find(ctx context.Context, rs *ruleset.Ruleset, files []*ruletest.File, choices []Choice,
	effort Effort,
	watch func(done, total int),
) []Suggestion {
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
		func(f Suggestion) bool { return f.Scene == nil || len(f.Scene.Steps) > long })
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
		if !reached[key(f.Entry)] || s.ctx.Err() != nil ||
			f.Scene != nil && (len(f.Scene.Steps) <= long || f.Scene.Game == g) {
			continue
		}
		if short := s.shorten(g, steps, f.Entry); f.Scene == nil ||
			len(short) < len(f.Scene.Steps) {
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
