package engine_test

import (
	"testing"

	"boardgame/interp/compile"
	"boardgame/interp/engine"
	"boardgame/interp/position"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// A slot in which a random game has ended refers to turn boundaries that are dropped; making room
// must not trip over them. Here the positions of a tree fill nearly all the room, and random games
// are played beside them.
func TestRoomForTrees(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "nine-mens-morris", "")
	m := newMachine(t, g.Rules())
	root, scratch := m.NewSlot(), m.NewSlot()
	m.Start(root)
	tree := []engine.Slot{root}
	grow := func(i, most int) {
		n := m.Ready(tree[i])
		for _, step := range m.Steps(nil)[:min(n, most)] {
			next := m.NewSlot()
			m.Instance.Play(next, tree[i], step)
			tree = append(tree, next)
		}
	}
	i := 0
	for ; len(tree) < compile.HistoryMax-1050; i++ {
		grow(i, 100)
	}
	rounds := 30
	if !long.Tests {
		rounds = 3 // each makes room several times
	}
	for range rounds {
		m.Copy(scratch, root)
		if !m.playouts(scratch, 1_000_000, false).Over {
			t.Fatal("a random game does not end")
		}
		grow(i, 1)
		i++
	}
	for _, s := range tree[:50] {
		if q := position.Of(m.Store(s)); q.Result() == nil && len(g.Moves(q)) != m.Ready(s) {
			t.Fatalf("the tree is spoiled: %s has other steps", g.PositionText(q))
		}
	}
}
