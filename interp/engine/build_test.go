package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/engine"
	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

// Under Node, the modules of all rulesets play as they do here: the same perft counts and the same
// random games.
func TestModulesUnderNode(t *testing.T) {
	long.OneThread(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	names := ruleset.List()
	if !long.Tests {
		names = []string{"cage", "tic-tac-toe", "einstein"}
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			g := load(t, name, "")
			code, err := engine.Build(g, name, "")
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "game.wasm")
			if err := os.WriteFile(file, code, 0o644); err != nil {
				t.Fatal(err)
			}
			run := func(args ...string) string {
				args = append([]string{filepath.Join("..", "..", "docs", "play.mjs"), file},
					args...)
				out, err := exec.Command(node, args...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				return strings.TrimSpace(string(out))
			}
			m := newMachine(t, g)
			s := m.NewSlot()
			m.Start(s)
			n, err := m.Perft(context.Background(), s, 2, true)
			if got := run("perft", "2"); err != nil || got != fmt.Sprint(n) {
				t.Errorf("under Node there are %s sequences of two steps, not %d (%v)", got, n, err)
			}
			m.SetRandom(1)
			plies := 0
			for range 3 {
				m.Start(s)
				plies += m.playouts(s, 1<<30, false).Plies
			}
			if got := run("playouts", "3"); got != fmt.Sprint(plies) {
				t.Errorf("under Node three random games take %s steps, not %d", got, plies)
			}
			if out := run(); !strings.Contains(out, "won by") {
				t.Errorf("a game is played so: %s", out)
			}
		})
	}
}

// A game left partly to the evaluator cannot stand alone.
func TestBuildRefuses(t *testing.T) {
	g := read(t, source.NewFile("left.rules", `game "Left"
players White, Black
board square(6, 6)
piece man
counter visits per cell = 0
move put {
  at c in empty
  do place man on c, visits(c) += 1
}
turn put else draw
end { draw if ply > 20 }`), nil)
	if _, err := engine.Build(g, "left", ""); !errors.Is(err, engine.ErrImports) {
		t.Errorf("the error is %v", err)
	}
}
