package bot

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// unhashed is a space in which no two positions look alike, so that a search remembers nothing.
type unhashed struct {
	space
	n uint64
}

func (u *unhashed) hash(slot) uint64 { u.n++; return u.n * 0x9e3779b97f4a7c15 }

// expectiminimax values a position ply steps below the root by the definition: without windows, the
// greatest, the least, or the mean of the values of what follows.
func (s *search) expectiminimax(depth, ply int) int64 {
	at := s.slots[ply]
	if s.space.Over(at) {
		return outcome(s.space.winners(at), s.team, ply)
	}
	s.nodes++
	if depth <= 0 && !(s.bot.extend && s.space.inTurn(at) && depth > -maxOpen) {
		return s.leaf(ply)
	}
	moves := slices.Clone(s.space.moves(at))
	weights := slices.Clone(s.space.Weights(at))
	mine := s.space.ToMove(at) == s.me
	if len(moves) == 1 && weights == nil && depth < maxOpen {
		depth++
	}
	values := make([]int64, len(moves))
	for i, m := range moves {
		s.play(ply, m)
		values[i] = s.expectiminimax(depth-1, ply+1)
	}
	switch {
	case weights != nil:
		return mean(values, weights)
	case mine:
		return slices.Max(values)
	}
	return slices.Min(values)
}

// searchOf returns a search of a position that looks at everything, one step as deep as the other.
func searchOf(t *testing.T, g *interp.Game, p *interp.Position, extend,
	remembers bool) *search {
	t.Helper()
	l, err := level.Find(nil, "alphabeta:depth=3")
	if err != nil {
		t.Fatal(err)
	}
	b := build(g.Rules(), l.Settings, &Level{}, 1).(*alphabeta)
	b.full, b.extend = true, extend
	sp, root, _ := b.spaces.of(g, p)
	if !remembers {
		sp = &unhashed{space: sp}
	}
	stop := newStopper(context.Background(), 0, 0)
	s := newSearch(b, sp, root, p, stop, newTable(smallTable), new(atomic.Bool))
	s.taken = 0
	return s
}

// Pruning where chance decides changes no value: at the root it is that of plain expectiminimax,
// and fewer nodes are looked at.
func TestStarEqualsExpectiminimax(t *testing.T) {
	long.OneThread(t)
	for k, c := range []struct {
		name    string
		options map[string]string
		depth   int
		extend  bool // a turn that has begun is searched to its end
		pruned  bool // it must pay
	}{
		{"einstein", nil, 4, true, true},
		{"royal-game-of-ur", nil, 4, true, false},
		{"ludo", map[string]string{"seats": "2"}, 4, false, false},
		{"ludo", map[string]string{"seats": "3"}, 4, false, false},
		{"backgammon", nil, 2, false, false},
	} {
		if !long.Case(k, 3) {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "rulesets", c.name, c.name+".rules"))
		if err != nil {
			t.Fatal(err)
		}
		rules, problems := dsl.Load(source.NewFile(c.name+".rules", string(text)), c.options, nil)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		g := interp.New(rules)
		rng := rand.New(rand.NewPCG(1, 1))
		var plain, full, pruned, remembered int64
		for i := range 6 {
			if !long.Case(i, 2) {
				continue
			}
			p, _ := g.Playout(g.Start(), rng, 1+rng.IntN(40))
			if p.Result() != nil {
				continue
			}
			by := searchOf(t, g, p, c.extend, false)
			want := by.expectiminimax(c.depth, 0)
			plain += by.nodes
			for _, unpruned := range []bool{false, true} {
				s := searchOf(t, g, p, c.extend, false)
				s.unpruned = unpruned
				if got := s.walk(c.depth, 0, -Won-1, Won+1); got != want {
					t.Fatalf("%s: the value is %d, not %d (unpruned %v)", c.name, got, want,
						unpruned)
				}
				// A window around the value, and those beside it, are told from each other.
				for _, w := range [][2]int64{{want - 1, want + 1}, {want, want + 1},
					{want - 1, want}, {want - 60, want - 20}, {want + 20, want + 60}} {
					got := s.walk(c.depth, 0, w[0], w[1])
					if want <= w[0] && (got > w[0] || got < want) ||
						want >= w[1] && (got < w[1] || got > want) ||
						want > w[0] && want < w[1] && got != want {
						t.Fatalf("%s: in the window %v the value is %d, not %d (unpruned %v)",
							c.name, w, got, want, unpruned)
					}
				}
				if unpruned {
					full += s.nodes
				} else {
					pruned += s.nodes
				}
			}
			s := searchOf(t, g, p, c.extend, true)
			s.walk(c.depth, 0, -Won-1, Won+1)
			remembered += s.nodes
		}
		t.Logf("%s: %d nodes by definition; in six windows %d without pruning where chance decides, "+
			"%d with it; %d in the first with a table", c.name, plain, full, pruned, remembered)
		if c.pruned && pruned >= full*95/100 {
			t.Errorf("%s: pruning saves too little: %d nodes of %d", c.name, full-pruned, full)
		}
	}
}

// unlisted is a space that does not list the outcomes of chance.
type unlisted struct{ space }

func (unlisted) Weights(slot) []int64 { panic("the outcomes of chance are listed") }

// Where every turn begins with a throw, a search knows of a throw without its outcomes.
func TestThrowsAreNotListed(t *testing.T) {
	for name, opens := range map[string]bool{
		"backgammon": true, "royal-game-of-ur": true, "einstein": true, "chess": false,
	} {
		g := gametest.Load(t, name, "")
		if got := g.Rules().OpensByChance(); got != opens {
			t.Errorf("%s: every turn begins with a throw: %v", name, got)
		}
		e, rng := g.NewEngine(), rand.New(rand.NewPCG(1, 2))
		for p := g.Start(); p.Ply() < 40 && p.Result() == nil; p = e.Play(p, interp.Any(e, p, rng)) {
			if !opens && !long.Case(p.Ply(), 8) {
				continue // nothing is ever drawn
			}
			s, drawn := searchOf(t, g, p, true, true), e.Weights(p) != nil
			if opens && drawn && !p.InTurn() {
				s.space = unlisted{s.space}
			}
			if got := s.chance(s.slots[0]); got != drawn {
				t.Fatalf("%s, ply %d: a throw is expected: %v", name, p.Ply(), got)
			}
		}
	}
}
