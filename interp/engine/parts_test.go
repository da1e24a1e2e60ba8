//go:build !js

package engine_test

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"boardgame/interp/engine"
)

// An instance of a part of the module goes on with the whole module once it plays a random game:
// with all positions, what they remember and the steps found last, and the random games are those
// of an instance that has always run the whole module. Values come from code beside either, which
// the instance asks for before the random game, and then anew.
func TestForPlay(t *testing.T) {
	for _, name := range []string{"cage", "lines-of-action", "nine-mens-morris", "oware",
		"santorini", "blockade", "english-draughts", "amazons"} {
		g := load(t, name, "")
		late, err := engine.ForPlay(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if !engine.Parted(late) {
			t.Fatalf("%s: nothing is left out", name)
		}
		in, err := late.NewInstance()
		if err != nil {
			t.Fatal(err)
		}
		part, whole := &machine{in}, newMachine(t, g)
		here, next := [2]engine.Slot{}, [2]engine.Slot{}
		for i, m := range []*machine{part, whole} {
			m.Seed(7)
			here[i], next[i] = m.NewSlot(), m.NewSlot()
			for range 5000 { // the memory grows
				m.NewSlot()
			}
			m.Start(here[i])
			m.Ready(here[i])
			for k := range 30 {
				n := m.PlayAt(here[i], k*k%max(m.Ready(here[i]), 1))
				if n <= 0 {
					t.Fatalf("%s: the game is over after %d steps", name, k)
				}
			}
			m.Copy(next[i], here[i])
			m.Ready(here[i])
		}
		values := func() {
			t.Helper()
			for v := range g.Values {
				for me := range g.Players {
					a, b := part.Value(here[0], v, me), whole.Value(here[1], v, me)
					if a != b {
						t.Errorf("%s: the value %s is %d, not %d", name, g.Values[v].Name, a, b)
					}
				}
			}
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := engine.Valued(stopped, late); err == nil {
			t.Errorf("%s: values compiled after the context has ended", name)
		}
		held := engine.Held()
		values()
		if engine.Held() == held && slices.Contains(late.Values, true) {
			t.Errorf("%s: nothing is compiled for the values", name)
		}
		if out := part.Playout(stopped, next[0], 10, false); out.Plies != 0 {
			t.Errorf("%s: %d steps after the context has ended", name, out.Plies)
		}
		same := func(what string) {
			t.Helper()
			if a, b := part.Hash(here[0]), whole.Hash(here[1]); a != b {
				t.Fatalf("%s: %s leads elsewhere", name, what)
			}
		}
		if a, b := len(part.Steps(nil)), len(whole.Steps(nil)); a != b {
			t.Errorf("%s: the steps found before are %d, not %d", name, a, b)
		}
		for range 20 {
			part.Copy(next[0], here[0])
			whole.Copy(next[1], here[1])
			a := part.Playout(t.Context(), next[0], 300, true)
			if b := whole.Playout(t.Context(), next[1], 300, true); a != b {
				t.Fatalf("%s: a random game is %v, not %v", name, a, b)
			}
			n, m := part.Ready(here[0]), whole.Ready(here[1])
			if n != m {
				t.Fatalf("%s: there are %d steps, not %d", name, n, m)
			}
			if n == 0 {
				break
			}
			part.PlayAt(here[0], n/2)
			whole.PlayAt(here[1], n/2)
			same("a step after a random game")
			values()
		}
		if err := engine.Whole(stopped, late); err == nil {
			t.Errorf("%s: compiled after the context has ended", name)
		}
		if err := engine.Whole(t.Context(), late); err != nil {
			t.Error(err)
		}
		if err := engine.Valued(t.Context(), late); err != nil {
			t.Error(err)
		}
		if again, err := late.NewInstance(); err != nil {
			t.Error(err)
		} else {
			s := again.NewSlot()
			again.Start(s)
			again.Playout(t.Context(), s, 10, false)
		}
	}
}

// An instance that goes on with the whole module does not keep the memory of the part.
func TestForPlayMemory(t *testing.T) {
	p, err := engine.ForPlay(t.Context(), load(t, "cage", ""))
	if err != nil {
		t.Fatal(err)
	}
	in, err := p.NewInstance()
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSlot()
	in.Start(s)
	for range 100_000 {
		in.NewSlot()
	}
	heap := func() (size int64) {
		var m runtime.MemStats
		for range 2 {
			runtime.GC()
		}
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	in.Playout(t.Context(), s, 1, false)
	if more := heap() - before; more > before/2 {
		t.Errorf("the first random game takes %d bytes more than %d", more, before)
	}
	runtime.KeepAlive(in)
}
