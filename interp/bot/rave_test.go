package bot

import (
	"context"
	"slices"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/position"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// The engine and the evaluator tell the same owners.
func TestOwners(t *testing.T) {
	for _, name := range []string{"reversi", "blockade", "cage"} {
		g := gametest.Load(t, name, "")
		var lent spaces
		fast, root, back := lent.of(g, g.Start())
		slow := newSpace(g.NewEngine())
		at := slow.add()
		rng, taking := testRand(1), newTaking(g.Rules())
		p := g.Start()
		for range 40 {
			fast.set(root, p)
			slow.set(at, p)
			for i, owner := range taking.owners(new(owners), fast, root) {
				x := topology.Site(i)
				for q := range p.Players() {
					if owns := int(owner) == q; fast.owns(root, q, x) != owns || slow.owns(at, q, x) != owns {
						t.Fatalf("%s: site %d, player %d, owner %d in %s", name, i, q, owner,
							g.PositionText(p))
					}
				}
			}
			for q := range p.Players() {
				a, b := fast.owned(root, q, nil), slow.owned(at, q, nil)
				slices.Sort(a) // the engine lists them in its own order
				if !slices.Equal(a, b) {
					t.Fatalf("%s: %v is not %v in %s", name, a, b, g.PositionText(p))
				}
			}
			if p.Result() != nil {
				break
			}
			p = g.NewEngine().Play(p, interp.Any(g.NewEngine(), p, rng))
		}
		back()
	}
}

// With a limit of time, what is known of the position that is reached lives on; with a limit of
// playouts it does not, and no slots are lost either way.
func TestTreeLivesOn(t *testing.T) {
	g := gametest.Load(t, "connect-four", "")
	for spec, kept := range map[string]bool{
		"mcts:time=30ms,threads=2": true, "mcts:playouts=300": false,
	} {
		l, err := FindLevel(nil, spec)
		if err != nil {
			t.Fatal(err)
		}
		base := build(g.Rules(), l.Settings, &Level{}, 1).(*mcts)
		p, known := g.Start(), 0
		for range 6 {
			c, err := base.Choose(context.Background(), g, p, testRand(1))
			if err != nil {
				t.Fatal(err)
			}
			var visits int64
			for _, line := range c.Lines {
				visits += line.Visits
			}
			if visits > c.Nodes {
				known++
			}
			p = g.NewEngine().Play(p, c.Move)
			for _, tr := range base.kept.trees {
				if tr.root == nil {
					continue
				}
				if n := count(tr.root); n != tr.nodes+1 {
					t.Errorf("%s: %d nodes, counted as %d", spec, n, tr.nodes+1)
				}
				if s := tr.space.(*slots); len(s.all)-len(s.spare) != count(tr.root)+1 {
					t.Errorf("%s: %d slots for %d nodes", spec, len(s.all)-len(s.spare),
						count(tr.root))
				}
			}
		}
		if kept != (known > 0) || !kept && base.kept.trees != nil {
			t.Errorf("%s: %d of 6 choices knew something before they began", spec, known)
		}
	}
}

func count(n *node) int {
	sum := 1
	for _, c := range n.children {
		sum += count(c.node)
	}
	return sum
}

// Who has pondered remembers it for whatever is played.
func TestPonder(t *testing.T) {
	g := gametest.Load(t, "connect-four", "")
	e := g.NewEngine()
	for spec, want := range map[string]bool{
		"mcts:time=20ms,threads=1": true, "alphabeta:time=20ms,threads=1": true,
		"mcts:playouts=50": false, "alphabeta:nodes=50": false, "greedy": false,
	} {
		b := mustBot(t, g.Rules(), spec, 1)
		if got := pondering(b) != nil; got != want {
			t.Errorf("%s: %t", spec, got)
		}
		p := g.Start()
		c, err := b.Choose(context.Background(), g, p, testRand(1))
		if err != nil {
			t.Fatal(err)
		}
		stop := Ponder(context.Background(), b, g, p, c, testRand(2))
		q := e.Play(p, c.Move)
		if m, ok := b.(*player).base.(*mcts); ok && want {
			stop()
			if root := m.kept.trees[0].root; root == nil || root.move != c.Move {
				t.Errorf("it remembers no more than one reply: %+v", root)
			}
		}
		stop()
		stop() // once more does no harm
		if _, err := b.Choose(context.Background(), g, e.Play(q, e.Moves(q)[3]),
			testRand(3)); err != nil {
			t.Fatal(err)
		}
	}
}

// The line of a choice leads to the others' turn, or through it.
func TestExpected(t *testing.T) {
	g := gametest.Load(t, "connect-four", "")
	e, p := g.NewEngine(), g.Start()
	m := e.Moves(p)[0]
	q := e.Play(p, m)
	reply := e.Moves(q)[1]
	c := Choice{Move: m, Lines: []Line{{Move: m, PV: []position.Move{m, reply}}}}
	if got := expected(e, p, c, false); got == nil || !got.Equal(q) {
		t.Errorf("%v", got)
	}
	if got := expected(e, p, c, true); got == nil || !got.Equal(e.Play(q, reply)) {
		t.Errorf("%v", got)
	}
	c.Lines[0].PV = c.Lines[0].PV[:1]
	if got := expected(e, p, c, true); got != nil {
		t.Errorf("%v", got)
	}
}

// A tree of another position, or of another game, is not used.
func TestTreeOfAnotherGame(t *testing.T) {
	l, err := FindLevel(nil, "mcts:time=20ms,threads=1")
	if err != nil {
		t.Fatal(err)
	}
	a := gametest.Load(t, "connect-four", "")
	b := interp.New(a.Rules())
	base := build(a.Rules(), l.Settings, &Level{}, 1).(*mcts)
	for _, g := range []*interp.Game{a, b, a} {
		ctx, cancel := context.WithTimeout(context.Background(), long.Patience)
		c, err := base.Choose(ctx, g, g.Start(), testRand(1))
		cancel()
		if err != nil || !slices.Contains(g.Moves(g.Start()), c.Move) {
			t.Fatal(c.Move, err)
		}
	}
}
