package bot

import (
	"context"
	"sync/atomic"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/position"
)

// What a sort of steps gains is known after some of them: about the most that was seen, which fades
// where less is gained.
func TestGains(t *testing.T) {
	h := newHeap(2, false)
	g, m := newGains(h.rules), h.take(1)
	for i := range gainsSeen {
		if _, known := g.limit(m, -1); known {
			t.Fatalf("%d steps are too few", i)
		}
		g.learn(m, -1, int64(100*(i%2)))
	}
	most, known := g.limit(m, -1)
	if !known || most < 100 || most > 115 {
		t.Errorf("the limit of steps that gain 0 or 100 is %d (known: %v)", most, known)
	}
	for range 10 * gainsFade {
		g.learn(m, -1, 0)
	}
	if faded, _ := g.limit(m, -1); faded >= most {
		t.Errorf("the limit stays %d", faded)
	}
	g.learn(position.Pass, -1, 1000)
	if _, known := g.limit(position.Pass, -1); known {
		t.Error("passing gains nothing of its own")
	}
}

// The first promises of null moves are verified, and then some; if too many do not hold, no more
// null moves are tried.
func TestNullMovesAreVerified(t *testing.T) {
	n := nullMoves{promised: nullFirst}
	if !n.verifies(nullDepth) {
		t.Error("the first ones are verified")
	}
	n.promised = nullFirst*nullSample + 1
	if n.verifies(nullDepth) || !n.verifies(nullDeep) {
		t.Error("later ones are verified far from the leaves")
	}
	n.promised = nullFirst * nullSample
	if !n.verifies(nullDepth) {
		t.Error("one in so many is verified")
	}
	n.checked = 10 * nullWrong
	if n.refuted = 10; n.fails() {
		t.Error("one in so many may be wrong")
	}
	if n.refuted = 11; !n.fails() {
		t.Error("more may not")
	}
}

// A selective search asks the same with fewer nodes. In this game, where men run and take, a step
// is nearly always better than none.
func TestSelectiveSearch(t *testing.T) {
	g := interp.New(loadText(t, `game "Race"
players White facing north, Black facing south
board square(6, 6)
piece man
setup """
  m m m m m m
  m m m m m m
  . . . . . .
  . . . . . .
  M M M M M M
  M M M M M M
"""
move step {
  from p in mine
  to   q in p.forward & empty | p.(forwardleft | forwardright) - mine
  do   p -> q
}
turn step else lose "stuck"
end { win "across" if some mine & edge(forward) }
value material = 10 * (count(mine) - count(theirs))
`))
	nodes := map[bool]int64{}
	for _, selective := range []bool{false, true} {
		l, err := level.Find(nil, "alphabeta:depth=6,ties=first")
		if err != nil {
			t.Fatal(err)
		}
		l.Selective = &selective
		b := build(g.Rules(), l.Settings, nil, 1).(*alphabeta)
		sp, root, back := b.spaces.of(g, g.Start())
		s := newSearch(b, sp, root, g.Start(), newStopper(context.Background(), 0, 0),
			newTable(smallTable), new(atomic.Bool))
		s.deepen(rootOf(sp.moves(root)), 1, 1, func(Choice) {})
		nodes[selective] = s.nodes
		if selective != (s.null.promised > 0) || selective != (s.gains.asked > 0) {
			t.Errorf("selective %v: %d null moves promised much and %d steps too little",
				selective, s.null.promised, s.gains.asked)
		}
		back()
	}
	if nodes[true] >= nodes[false] {
		t.Errorf("a selective search looks at %d nodes, another at %d", nodes[true], nodes[false])
	}
}

// No step takes anything if all that steps name is empty, even where the rules put pieces there.
func TestTakingOnEmptySites(t *testing.T) {
	for rules, any := range map[string]bool{
		`move put { at c in empty do place man on c }`:                                      false,
		`move put { at c in empty - empty.north do place man on c }`:                        false,
		`move put { at c in (those x in empty: some x.around) do place man on c }`:          false,
		`move put { at c in empty & rank(1) | empty do place man on c }`:                    false,
		`move put { at c in empty | theirs do place man on c }`:                             true,
		`move put { at c in theirs do remove c }`:                                           true,
		`move put { from p in mine to q in p.around - mine do p -> q }`:                     true,
		`def free = empty & rank(2)` + "\n" + `move put { at c in free do place man on c }`: false,
	} {
		g := loadText(t, "game \"Taking\"\nplayers White, Black\nboard square(3, 3)\npiece man\n"+
			rules+"\nturn put else draw\nend { win \"row\" if in_a_row(mine, 3) }\n")
		if got := newTaking(g).any; got != any {
			t.Errorf("%s: steps may take: %v, not %v", rules, got, any)
		}
	}
}

func loadText(t *testing.T, text string) *ir.Game {
	t.Helper()
	g, problems := dsl.Load(source.NewFile("test.rules", text), nil, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return g
}
