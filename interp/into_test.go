package interp_test

import (
	"errors"
	"slices"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// walksInto checks that a loop with memory of its own, in one position or in several, meets
// the same steps, positions, texts, histories and results as one that keeps every position, however
// steps are made from overwritten positions and into them.
func walksInto(t *testing.T, g *interp.Game, length int) {
	t.Helper()
	for buffers := 1; buffers <= 3; buffers++ {
		walkInto(t, g, buffers, length)
	}
	if long.Tests {
		walkInto(t, interp.NewReference(g.Rules()), 3, length)
	}
}

func walkInto(t *testing.T, g *interp.Game, buffers, length int) {
	t.Helper()
	rng := pcg(uint64(buffers))
	mine := make([]interp.Position, buffers)
	p, q := g.Start(), g.Start()
	list := make([]interp.Move, 1)
	for n := range length {
		moves := g.Moves(p)
		if list = g.AppendMoves(list[:1], q); !slices.Equal(list[1:], moves) || list[0] != 0 {
			t.Fatalf("after %d steps: %v, not %v", n, list, moves)
		}
		if !p.Equal(q) || p.Ply() != q.Ply() || p.Touched() != q.Touched() ||
			p.Over() != q.Over() || g.ResultText(p.Result()) != g.ResultText(q.Result()) ||
			!slices.Equal(g.Texts(p), g.Texts(q)) {
			t.Fatalf("after %d steps: %s, not %s", n, g.PositionText(q), g.PositionText(p))
		}
		// The engine remembers turn boundaries only for rules that ask for them.
		a, b := p.State().History, q.State().History
		if program := g.Program(); program != nil && (!program.Repeats || p.Over()) {
			a, b = nil, nil
		}
		for ; a != nil && b != nil; a, b = a.Before, b.Before {
			if a.Whole != b.Whole || a.Pieces != b.Pieces {
				t.Fatalf("after %d steps: the histories differ", n)
			}
		}
		if (a == nil) != (b == nil) {
			t.Fatalf("after %d steps: one history is longer", n)
		}
		if len(moves) == 0 {
			return
		}
		m := moves[rng.IntN(len(moves))]
		p, _ = g.Play(p, m)
		dst := &mine[n%buffers]
		if buffers == 3 && n%3 == 2 { // a position that is kept, made from one that is not
			q, _ = g.Play(q, m)
			continue
		}
		if err := g.PlayInto(dst, q, m); err != nil {
			t.Fatal(err)
		}
		q = dst
	}
}

// Positions that others may have are never overwritten, and a refusal leaves the caller's as it is.
func TestPlayIntoRefuses(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	start := g.Start()
	next, err := g.Play(start, g.Moves(start)[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, dst := range []*interp.Position{nil, start, next} {
		if err := g.PlayInto(dst, start, g.Moves(start)[1]); !errors.Is(err,
			interp.ErrSharedPosition) {
			t.Errorf("%v", err)
		}
	}
	var mine interp.Position
	if err := g.PlayInto(&mine, start, g.Moves(start)[0]); err != nil || !mine.Equal(next) {
		t.Fatal(err)
	}
	var illegal *interp.IllegalMoveError
	if err := g.PlayInto(&mine, &mine, g.Moves(start)[0]); !errors.As(err, &illegal) ||
		!mine.Equal(next) {
		t.Errorf("%v, %s", err, g.PositionText(&mine))
	}
	if err := g.PlayInto(&mine, nil, 0); !errors.Is(err, interp.ErrForeignPosition) {
		t.Error(err)
	}
}

// A loop with memory of its own allocates nothing.
func TestPlayIntoAllocatesNothing(t *testing.T) {
	long.OneThread(t) // the race detector allocates
	for _, name := range []string{"tic-tac-toe", "reversi", "breakthrough"} {
		g := gametest.Load(t, name, "")
		walkInto(t, interp.NewReference(g.Rules()), 3, 8)
		g.Program()
		rng := pcg(1)
		var p interp.Position
		var list []interp.Move
		game := func() {
			at := g.Start()
			for list = g.AppendMoves(list[:0], at); len(list) > 0; {
				if g.PlayInto(&p, at, list[rng.IntN(len(list))]) != nil {
					t.Fatal("not legal")
				}
				at = &p
				list = g.AppendMoves(list[:0], at)
			}
		}
		for range 20 {
			game()
		}
		if n := testing.AllocsPerRun(20, game); n > 2 { // the pool may lose an engine
			t.Errorf("%s: %v allocations a game", name, n)
		}
	}
}
