package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/compile"
	"boardgame/interp/compile/wasm"
	"boardgame/interp/engine"
	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

// What is no game is answered in a line, without the insides of Node.
func TestNoModuleUnderNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	dir := t.TempDir()
	for _, c := range []struct{ name, text, want string }{
		{"text.wasm", "text", "is no WebAssembly module"},
		{"other.wasm", "\x00asm\x01\x00\x00\x00", "is no game that boardgame has built"},
		{"none.wasm", "", "cannot be read"},
	} {
		file := filepath.Join(dir, c.name)
		if c.text != "" {
			if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.Command(node, filepath.Join("..", "..", "docs", "play.mjs"), file)
		out, _ := run.CombinedOutput()
		if run.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), c.want) ||
			strings.Count(string(out), "\n") != 1 {
			t.Errorf("%s: %v: %s", c.name, run.ProcessState, out)
		}
	}
}

// Under Node, the modules of every third ruleset play as they do here: the same perft counts and
// the same random games.
func TestModulesUnderNode(t *testing.T) {
	long.OneThread(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	names := []string{"cage", "einstein"}
	if long.Tests {
		names = slices.Clone(long.Studied)
		for i, name := range ruleset.List() {
			if i%3 == 0 && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	// More turn boundaries than the nodes for which an instance has room.
	many := map[string]int{"chess": 500, "shogi": 500, "xiangqi": 500}
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
			plies, games := 0, max(3, many[name])
			for range games {
				m.Start(s)
				plies += m.playouts(s, 1<<30, false).Plies
			}
			if many[name] > 0 && plies <= compile.HistoryMax {
				t.Errorf("%d games have only %d turn boundaries", games, plies)
			}
			if got := run("playouts", fmt.Sprint(games)); got != fmt.Sprint(plies) {
				t.Errorf("under Node %d random games take %s steps, not %d", games, got, plies)
			}
			if !slices.Contains(long.Studied, name) {
				return // what play.mjs prints is the same for all games
			}
			if out := run(); !strings.Contains(out, "won by") {
				t.Errorf("a game is played so: %s", out)
			}
		})
	}
}

// docs/abi.md names every export of a module and every member of its description, and no export
// that no module has.
func TestPageOfModulesIsComplete(t *testing.T) {
	long.OneThread(t)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "abi.md"))
	if err != nil {
		t.Fatal(err)
	}
	// A name is the beginning of code: begin(p) documents begin.
	documented := map[string]bool{}
	for _, code := range regexp.MustCompile("`([a-z_A-Z0-9]+)[`(]").FindAllSubmatch(page, -1) {
		documented[string(code[1])] = true
	}
	exported, found := regexp.MustCompile(`\(export "([^"]*)"`), map[string]bool{}
	// Repetitions; towers and moments of a turn; chance; turns compared.
	names := []string{"chess", "lasca", "einstein", "dameo"}
	if long.Tests {
		for i, name := range ruleset.List() {
			if i%4 == 0 {
				names = append(names, name)
			}
		}
	}
	built := 0
	for _, name := range names {
		code, err := engine.Build(load(t, name, ""), name, "")
		if errors.Is(err, engine.ErrImports) {
			continue
		} else if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		built++
		var text strings.Builder
		if err := wasm.Text(&text, code); err != nil {
			t.Fatal(err)
		}
		for _, m := range exported.FindAllStringSubmatch(text.String(), -1) {
			found[m[1]] = true
			if strings.TrimRight(m[1], "0123456789") != "value" && !documented[m[1]] {
				t.Errorf("%s exports %q, which docs/abi.md leaves out", name, m[1])
			}
		}
		// The description is the last section.
		var d any
		if err := json.Unmarshal(code[bytes.Index(code, []byte(`{"abi"`)):], &d); err != nil {
			t.Fatal(err)
		}
		eachMember(d, func(key string) {
			if !documented[key] {
				t.Errorf("the description of %s has %q, which docs/abi.md leaves out", name, key)
				documented[key] = true // once is enough
			}
		})
	}
	if built < len(names)*2/3 {
		t.Errorf("only %d of %d games could be built", built, len(names))
	}
	_, rest, _ := bytes.Cut(page, []byte("## Exports"))
	for row := range strings.Lines(string(rest)) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " |")
		if strings.HasPrefix(row, "## ") {
			break
		}
		for _, code := range regexp.MustCompile("`([a-zA-Z0-9]+)").FindAllStringSubmatch(cell, -1) {
			if strings.HasPrefix(row, "| `") && !found[code[1]] {
				t.Errorf("docs/abi.md has %q, which no module exports", code[1])
			}
		}
	}
}

// eachMember calls f with the name of each member of a JSON value.
func eachMember(x any, f func(key string)) {
	switch x := x.(type) {
	case []any:
		for _, y := range x {
			eachMember(y, f)
		}
	case map[string]any:
		for key, y := range x {
			f(key)
			eachMember(y, f)
		}
	}
}

// A game left partly to the evaluator cannot stand alone.
func TestBuildRefuses(t *testing.T) {
	g := read(t, source.NewFile("left.rules", `game "Left"
players White, Black
board square(6, 6)
piece man
counter reach = 0
move put {
  at c in empty
  do place man on c, reach += count(c.orthogonal[empty]{0..30})
}
turn put else draw
end { draw if ply > 20 }`), nil)
	if _, err := engine.Build(g, "left", ""); !errors.Is(err, engine.ErrImports) {
		t.Errorf("the error is %v", err)
	}
}
