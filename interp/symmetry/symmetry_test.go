package symmetry_test

import (
	"context"
	"testing"

	"boardgame/interp/symmetry"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// The groups are known. The boards of Reversi and Hex have fewer symmetries than their shapes,
// because the opening and the goals are not the same all around.
func TestFind(t *testing.T) {
	long.OneThread(t)
	for _, c := range []struct {
		game, options string
		all, swapping int
	}{
		{"tic-tac-toe", "", 16, 8},
		{"connect-four", "", 4, 2},
		{"reversi", "", 8, 4},
		{"hex", "size=4", 4, 2},
		{"breakthrough", "size=6", 4, 2},
		{"chess", "", 2, 1},
		{"gomoku", "", 16, 8},
		{"shiftago", "seats=3", 24, 16}, // any player may begin
		{"backgammon", "", 2, 1},        // the ways of the men are exchanged
		{"royal-game-of-ur", "", 2, 1},
		{"nyout", "", 2, 1},
		{"einstein", "", 2, 1},
	} {
		found, err := symmetry.FindAll(t.Context(), gametest.Load(t, c.game, c.options), 1)
		if err != nil {
			t.Fatal(err)
		}
		swapping := 0
		for i := range found {
			if found[i].Swaps() {
				swapping++
			}
		}
		if len(found) != c.all || swapping != c.swapping {
			t.Errorf("%s: %d symmetries, %d swap the players; not %d and %d", c.game, len(found),
				swapping, c.all, c.swapping)
		}
	}
}

// A long search ends with its context.
func TestFindStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := symmetry.Find(ctx, gametest.Load(t, "chess", ""), 1); err != context.Canceled {
		t.Error(err)
	}
}
