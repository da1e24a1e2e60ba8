package diff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/match"
	"boardgame/interp/position"
)

const (
	// mostWaiting bounds the pairs of positions waiting in the queue. Each takes a few kilobytes.
	mostWaiting = 30_000
	// mostSteps is the number of steps after which a random game is stopped.
	mostSteps = 1000
	// mostReplayed bounds the steps played to shorten a line.
	mostReplayed = 50_000
)

// both is a pair of steps, one of each game.
type both struct{ a, b interp.Move }

// link is the last step of a line and what came before; nil is the start.
type link struct {
	before *link
	step   both
	depth  int
}

// line returns the steps from the start.
func (l *link) line() []both {
	if l == nil {
		return nil
	}
	return append(l.before.line(), l.step)
}

func (l *link) length() int {
	if l == nil {
		return 0
	}
	return l.depth
}

// stand is a pair of positions that agree, with the line that led there.
type stand struct {
	a, b *interp.Position
	way  *link
}

// kind is a kind of difference.
type kind int

const (
	movesDiffer kind = iota
	effectDiffers
	resultDiffers
	kinds
)

// searcher plays both games side by side.
type searcher struct {
	*comparison
	ea, eb interp.Engine
	chance bool // chance decides something in one of the games
	met    map[[2]position.Key]bool
	queue  []stand // of the breadth-first search
	// dropped is the depth of the first position that found no room in the queue.
	dropped int
	// found is the line to a difference. For an effect or a result, the last step is the one that
	// differs.
	found    [kinds][]both
	known    [kinds]bool
	shortest [kinds]bool
	done     Searched
}

// search looks for differences: breadth first with half of the positions, then in random games with
// the other half. It shortens what the random games find. With as many positions again, it looks
// breadth first for a shorter line, or proves that there is none.
func (c *comparison) search() {
	s := &searcher{comparison: c, ea: c.a.Game.NewEngine(), eb: c.b.Game.NewEngine(),
		met: map[[2]position.Key]bool{}}
	s.chance = c.a.Game.Rules().HasChance() || c.b.Game.Rules().HasChance()
	s.begin()
	s.breadthFirst(c.effort.Positions/2, func(int) bool { return s.all() })
	if !s.through() {
		s.randomGames(c.effort.Positions)
		s.prove()
	}
	c.report.Searched = &s.done
	for k := range kinds {
		if s.known[k] {
			f := s.finding(k)
			*[...]**Finding{&c.report.Moves, &c.report.Effect, &c.report.Result}[k] = f
		}
	}
}

// through reports whether every line was followed, up to a difference if there was one.
func (s *searcher) through() bool {
	return s.dropped == math.MaxInt && len(s.queue) == 0 && !s.stopped()
}

// all reports whether there is nothing left to find.
func (s *searcher) all() bool { return s.known[0] && s.known[1] && s.known[2] }

func (s *searcher) stopped() bool { return s.ctx.Err() != nil }

// note keeps the first line to a kind of difference, or a shorter one.
func (s *searcher) note(k kind, line []both, shortest bool) {
	if !s.known[k] || len(line) < len(s.found[k]) {
		s.known[k], s.found[k], s.shortest[k] = true, line, shortest
	}
}

// begin puts the start into the queue of the breadth-first search.
func (s *searcher) begin() {
	start := stand{a: s.a.Game.Start(), b: s.b.Game.Start()}
	s.met[[2]position.Key{start.a.Key(), start.b.Key()}] = true
	s.compareMoves(start, true)
	s.queue, s.dropped = []stand{start}, math.MaxInt
}

// prove searches breadth first for lines shorter than those found, until every line found is known
// to be the shortest or the effort is used up.
func (s *searcher) prove() {
	open := func(depth int) bool { // whether a line of more than depth+1 steps may be a detour
		for k := range kinds {
			if s.known[k] && !s.shortest[k] && len(s.found[k]) > depth+1 {
				return true
			}
		}
		return false
	}
	if open(s.done.Depth) {
		s.breadthFirst(s.done.Positions+s.effort.Positions,
			func(depth int) bool { return !open(depth) })
	}
	for k := range kinds {
		// All lines of up to Depth steps have been compared.
		s.shortest[k] = s.shortest[k] || s.known[k] && len(s.found[k]) <= s.done.Depth+1
	}
}

// breadthFirst compares the positions of the queue, and those after them, in the order of their
// distance from the start, until it has compared this many or enough reports true at some depth.
func (s *searcher) breadthFirst(limit int, enough func(depth int) bool) {
	for len(s.queue) > 0 && s.done.Positions < limit && !s.stopped() && !enough(s.done.Depth) {
		at := s.queue[0]
		s.queue[0] = stand{}
		s.queue = s.queue[1:]
		depth := at.way.length()
		if depth <= s.dropped {
			s.done.Depth = depth
		}
		s.watch("comparing positions", s.done.Positions, s.effort.Positions)
		pairs, _, _ := s.steps(at.a, at.b)
		for _, step := range pairs {
			next := stand{s.ea.Play(at.a, step.a), s.eb.Play(at.b, step.b),
				&link{at.way, step, depth + 1}}
			if !s.compare(next, depth <= s.dropped) {
				s.done.Cut = true
				continue
			}
			if next.a.Result() != nil {
				continue
			}
			key := [2]position.Key{next.a.Key(), next.b.Key()}
			if s.met[key] {
				continue
			}
			s.met[key] = true
			s.compareMoves(next, depth <= s.dropped)
			if len(s.queue) >= mostWaiting {
				s.dropped = min(s.dropped, depth+1)
				continue
			}
			s.queue = append(s.queue, next)
		}
	}
	s.done.Cut = s.done.Cut || s.known[movesDiffer] // those only one has are not followed
	s.done.Complete = !s.done.Cut && s.through()
}

// compareMoves compares the legal moves of two positions that agree, and returns those that both
// have.
func (s *searcher) compareMoves(at stand, shortest bool) []both {
	pairs, onlyA, onlyB := s.steps(at.a, at.b)
	s.done.Positions++
	if len(onlyA)+len(onlyB) > 0 || s.odds(at.a, at.b) != "" {
		s.note(movesDiffer, at.way.line(), shortest)
	}
	return pairs
}

// odds says how the odds of two positions where chance decides differ; "" if they do not.
func (s *searcher) odds(pa, pb *interp.Position) string {
	if !s.chance {
		return ""
	}
	wa, wb := s.ea.Weights(pa), s.eb.Weights(pb)
	if wa == nil && wb == nil {
		return ""
	}
	if wa == nil || wb == nil {
		return "What is left to chance in one game is chosen in the other."
	}
	sum := func(weights []int64) (n float64) {
		for _, w := range weights {
			n += float64(w)
		}
		return n
	}
	ofB := map[interp.Move]float64{}
	for i, m := range s.eb.Moves(pb) {
		ofB[m] = float64(wb[i]) / sum(wb)
	}
	for i, m := range s.ea.Moves(pa) {
		to, ok := s.pairing.translate(m)
		if a, b := float64(wa[i])/sum(wa), ofB[to]; ok && b > 0 && math.Abs(a-b) > 1e-9 {
			return fmt.Sprintf("The odds differ: %s has %s in A and %s in B.", s.a.Game.Text(pa, m),
				match.Percent(a), match.Percent(b))
		}
	}
	return ""
}

// compare reports whether the positions after a step agree, and records how they do not.
func (s *searcher) compare(at stand, shortest bool) bool {
	switch {
	case s.pairing.agree(at.a, at.b):
		return true
	case !sameResult(at.a.Result(), at.b.Result()):
		s.note(resultDiffers, at.way.line(), shortest)
		if s.pairing.samePieces(at.a, at.b) {
			return false
		}
	}
	s.note(effectDiffers, at.way.line(), shortest)
	return false
}

// steps pairs the legal steps of two positions that agree; the others are those that only one
// position has.
func (s *searcher) steps(pa, pb *interp.Position) (pairs []both, onlyA, onlyB []interp.Move) {
	b := slices.Clone(s.eb.Moves(pb))
	slices.Sort(b)
	left := make([]bool, len(b))
	for i := range left {
		left[i] = true
	}
	for _, m := range s.ea.Moves(pa) {
		if to, ok := s.pairing.translate(m); ok {
			if i, found := slices.BinarySearch(b, to); found && left[i] {
				left[i] = false
				pairs = append(pairs, both{m, to})
				continue
			}
		}
		onlyA = append(onlyA, m)
	}
	for i, m := range b {
		if left[i] {
			onlyB = append(onlyB, m)
		}
	}
	if len(onlyA) > 0 && len(onlyB) > 0 {
		pairs, onlyA, onlyB = s.pairByWhatTheyDo(pa, pb, pairs, onlyA, onlyB)
	}
	// A fixed order, so that the same random numbers play the same game.
	slices.SortFunc(pairs, func(x, y both) int {
		if x.a < y.a {
			return -1
		}
		return 1
	})
	return pairs, onlyA, onlyB
}

// pairByWhatTheyDo pairs steps that have different names but concern the same sites and have the
// same consequences.
func (s *searcher) pairByWhatTheyDo(pa, pb *interp.Position, pairs []both, onlyA,
	onlyB []interp.Move) (
	_ []both, restA, restB []interp.Move,
) {
	after := make([]*interp.Position, len(onlyB))
	sites := make([][]topology.Site, len(onlyB))
	for i, m := range onlyB {
		after[i], sites[i] = s.eb.Play(pb, m), sitesOf(s.b.Game, m)
	}
	restB = slices.Clone(onlyB)
	for _, m := range onlyA {
		q := s.ea.Play(pa, m)
		about := sitesOf(s.a.Game, m)
		for i, t := range about {
			about[i] = s.pairing.sites[t]
		}
		slices.Sort(about)
		found := false
		for i, other := range onlyB {
			if after[i] != nil && slices.Equal(about, sites[i]) && s.pairing.agree(q, after[i]) {
				pairs = append(pairs, both{m, other})
				restB = slices.DeleteFunc(restB, func(r interp.Move) bool { return r == other })
				after[i], found = nil, true
				break
			}
		}
		if !found {
			restA = append(restA, m)
		}
	}
	return pairs, restA, restB
}

// randomGames plays random games until it has compared this many positions. Once a difference is
// known, only shorter lines to one are of interest.
func (s *searcher) randomGames(limit int) {
	if s.all() {
		return
	}
	rng := rand.New(rand.NewPCG(s.effort.Seed, 0x6a09e667f3bcc909))
	for s.done.Positions < limit && !s.stopped() {
		s.done.Games++
		s.watch("comparing positions", s.done.Positions, s.effort.Positions)
		s.randomGame(rng, limit)
	}
	for k := range kinds {
		if s.known[k] && !s.shortest[k] {
			s.found[k] = s.shorten(k, s.found[k])
		}
	}
}

func (s *searcher) randomGame(rng *rand.Rand, limit int) {
	at := stand{a: s.a.Game.Start(), b: s.b.Game.Start()}
	for at.way.length() < mostSteps && s.done.Positions < limit && !s.stopped() {
		pairs := s.compareMoves(at, false)
		if len(pairs) == 0 {
			break
		}
		step := pairs[rng.IntN(len(pairs))]
		at = stand{s.ea.Play(at.a, step.a), s.eb.Play(at.b, step.b),
			&link{at.way, step, at.way.length() + 1}}
		if !s.compare(at, false) || at.a.Result() != nil {
			break
		}
	}
	s.done.Longest = max(s.done.Longest, at.way.length())
}

// shorten removes from a line what the difference does not need: long stretches first, then shorter
// ones.
func (s *searcher) shorten(k kind, line []both) []both {
	left := mostReplayed
	for size := len(line) / 2; size > 0; {
		shorter := false
		for i := 0; i+size <= len(line); {
			if left <= 0 || s.stopped() {
				return line
			}
			if short := s.until(k, slices.Concat(line[:i], line[i+size:]), &left); short != nil {
				line, shorter = short, true
			} else {
				i++
			}
		}
		// A second pass may remove what the first could not, now that other steps are gone.
		if !shorter || size > len(line) {
			size = min(size-1, len(line))
		}
	}
	return line
}

// until plays a line and returns the part of it that leads to a kind of difference; nil if it is
// not legal in both games, or shows no difference.
func (s *searcher) until(k kind, line []both, left *int) []both {
	at := stand{a: s.a.Game.Start(), b: s.b.Game.Start()}
	for i := 0; ; i++ {
		*left--
		pairs, onlyA, onlyB := s.steps(at.a, at.b)
		if k == movesDiffer && (len(onlyA)+len(onlyB) > 0 || s.odds(at.a, at.b) != "") {
			return slices.Clip(line[:i])
		}
		if i == len(line) || !slices.Contains(pairs, line[i]) {
			return nil
		}
		at.a, at.b = s.ea.Play(at.a, line[i].a), s.eb.Play(at.b, line[i].b)
		if s.pairing.agree(at.a, at.b) {
			continue
		}
		results := sameResult(at.a.Result(), at.b.Result())
		if k == resultDiffers && !results || k == effectDiffers &&
			(results || !s.pairing.samePieces(at.a, at.b)) {
			return slices.Clip(line[:i+1])
		}
		return nil
	}
}

// sitesOf returns the sites that a step names, in ascending order.
func sitesOf(g *interp.Game, m interp.Move) (sites []topology.Site) {
	id, values := g.Roles(m)
	if int(id) >= len(g.Rules().Moves) {
		return nil
	}
	for i, role := range g.Rules().Moves[id].Roles {
		sites = slices.AppendSeq(sites, role.Sites(values[i]).All())
	}
	slices.Sort(sites)
	return sites
}
