package interp_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

func TestPerftSmall(t *testing.T) {
	g := gametest.Load(t, "cage", "size=4")
	p := g.Start()
	for depth, want := range []uint64{1, 8, 64, 556, 4340} {
		if got := g.Perft(p, depth, interp.Turns); got != want {
			t.Errorf("turns %d: %d, want %d", depth, got, want)
		}
	}
	for depth, want := range []uint64{1, 8, 64, 524, 3616} {
		if got := g.Perft(p, depth, interp.Steps); got != want {
			t.Errorf("steps %d: %d, want %d", depth, got, want)
		}
	}
	if got := g.Perft(p, -1, interp.Turns); got != 1 {
		t.Errorf("a negative depth gives %d", got)
	}
}

// Turns to the same position count once when asked for: 32,708 sequences of four turns on 6×6,
// 32,700 by their results.
func TestPerftDistinct(t *testing.T) {
	g := gametest.Load(t, "cage", "size=6")
	depth, all, distinct := 4, uint64(32708), uint64(32700)
	if !long.Tests {
		depth, all, distinct = 2, 152, 152
	}
	if got := g.Perft(g.Start(), depth, interp.Turns); got != all {
		t.Errorf("sequences: %d, want %d", got, all)
	}
	if got := g.PerftDistinct(g.Start(), depth, interp.Turns); got != distinct {
		t.Errorf("sequences told apart by their results: %d, want %d", got, distinct)
	}
}

func TestDivide(t *testing.T) {
	g := gametest.Load(t, "english-draughts", "")
	p, err := g.ParsePosition("8/8/5m2/8/3m4/2M5/8/8 Black")
	if err != nil {
		t.Fatal(err)
	}
	turns := g.Divide(p, 1, interp.Turns)
	if len(turns) != 1 || turns[0].Text != "c3xe5xg7" || turns[0].Count != 1 ||
		len(turns[0].Steps) != 2 {
		t.Errorf("by turns: %+v", turns)
	}
	steps := g.Divide(p, 2, interp.Steps)
	if len(steps) != 1 || steps[0].Text != "c3xe5" || steps[0].Count != 1 {
		t.Errorf("by steps: %+v", steps)
	}
	if got := g.Divide(p, 0, interp.Steps); got != nil {
		t.Errorf("at depth 0: %+v", got)
	}
	var sum uint64
	start := g.Start()
	for _, b := range g.Divide(start, 4, interp.Turns) {
		sum += b.Count
	}
	if want := g.Perft(start, 4, interp.Turns); sum != want {
		t.Errorf("the branches have %d, the whole %d", sum, want)
	}
}

// Counting stops with its context, in the middle too, and counts the same as without one.
func TestCountingStops(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	start := g.Start()
	for name, count := range map[string]func(context.Context, int) (uint64, error){
		"PerftContext": func(ctx context.Context, depth int) (uint64, error) {
			return g.PerftContext(ctx, start, depth, interp.Turns)
		},
		"PerftDistinctContext": func(ctx context.Context, depth int) (uint64, error) {
			return g.PerftDistinctContext(ctx, start, depth, interp.Turns)
		},
		"DivideContext": func(ctx context.Context, depth int) (sum uint64, err error) {
			branches, err := g.DivideContext(ctx, start, depth, interp.Turns)
			for _, b := range branches {
				sum += b.Count
			}
			return sum, err
		},
	} {
		want := g.Perft(start, 2, interp.Turns)
		if name == "PerftDistinctContext" {
			want = g.PerftDistinct(start, 2, interp.Turns)
		}
		if n, err := count(t.Context(), 2); n != want || err != nil {
			t.Errorf("%s counts %d, not %d: %v", name, n, want, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if n, err := count(ctx, 12); n != 0 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s stopped gives %d and %v", name, n, err)
		}
		cancel()
	}
}

// Compiling is given up when the context ends, and begun anew by whoever asks next. The reference
// has nothing to compile.
func TestPrepareStops(t *testing.T) {
	rules := gametest.Load(t, "chess", "").Rules()
	g := interp.New(rules)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.Prepare(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Prepare of a context that has ended: %v", err)
	}
	first := make(chan error)
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	go func() { first <- g.Prepare(ctx) }()
	time.Sleep(5 * time.Millisecond) // into the compilation, most probably
	cancel()
	if err := <-first; err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("Prepare stopped: %v", err)
	}
	if err := g.Prepare(t.Context()); err != nil || g.Program() == nil {
		t.Errorf("after that the game is not compiled: %v", err)
	}
	if err := interp.NewReference(rules).Prepare(t.Context()); err != nil {
		t.Error(err)
	}
}

// Playing a text is given up between two turns.
func TestPlayTextStops(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	ctx, cancel := context.WithCancel(t.Context())
	steps, _, err := g.PlayTextContext(ctx, g.Start(), "e2-e4 e7-e5")
	if len(steps) != 2 || err != nil {
		t.Errorf("%d steps, %v", len(steps), err)
	}
	cancel()
	steps, p, err := g.PlayTextContext(ctx, g.Start(), "e2-e4 e7-e5")
	if len(steps) != 0 || !p.Equal(g.Start()) || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %d steps, %v", len(steps), err)
	}
}

// Counting stops although the position leaves a single step, after which turns have very many.
func TestCountingStopsAfterForcedStep(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "../rulesets/arimaa/arimaa.rules", "")
	p, err := g.ParsePosition("r1rrhrc1/r1d1h2r/mr2r1ed/1R6/8/2DH4/R2R1HMR/CRRR1CDE Silver steps=3 " +
		"was(elephant)=elephant was(camel)=camel was(horse)=horse was(dog)=dog was(cat)=cat " +
		"was(rabbit)=rabbit own=a6,a7,a8,b6,c8,d7,d8,e6,e8,f7,f8,g6,g8,h6,h8 ply=7 " +
		"then=step,finish|lose done=3")
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() {
		for range 50 { // by which it learns how much one call may count
			g.Perft(p, 2, interp.Steps)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_, err := g.PerftContext(ctx, p, 3, interp.Turns)
		stopped <- err
	}()
	select {
	case err := <-stopped:
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it counted to the end, or failed otherwise: %v", err)
		}
	case <-time.After(long.Patience):
		t.Error("it goes on without an end")
	}
}
