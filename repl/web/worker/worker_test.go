//go:build long

// Building the program as WebAssembly takes most of a minute of CPU time. The quick run does not
// even link this test.

package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/interp/engine"
	"boardgame/repl/protocol"
	"boardgame/testdata/long"
)

// The program answers in WebAssembly as it does on this machine: games that come with it, and games
// whose rules leave something to the evaluator, which the modules call back.
func TestAnswersAlike(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node on this machine; on Debian, `apt-get install nodejs` brings it")
	}
	dir := t.TempDir()
	wasm, bridge := filepath.Join(dir, "boardgame.wasm"), filepath.Join(dir, "bridge.mjs")
	build := exec.Command("go", "build", "-o", wasm, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(bridge, []byte(engine.Bridge), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := requests(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*long.Patience)
	defer cancel()
	run := exec.CommandContext(ctx, node, "testdata/ask.mjs",
		filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"), bridge, wasm)
	run.Stdin = strings.NewReader(strings.Join(lines, "\n"))
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(got) != len(lines) {
		t.Fatalf("%d answers to %d requests\n%s", len(got), len(lines), stderr.String())
	}
	var want []byte
	conn := protocol.NewServer(protocol.Options{}).Connect(ctx,
		func(line []byte) { want = slices.Clone(line) })
	defer conn.Close()
	for i, line := range lines {
		conn.Handle([]byte(line))
		conn.Wait()
		if here := took.ReplaceAllString(string(want), ""); took.ReplaceAllString(got[i],
			"") != here {
			t.Errorf("%.300s\n in WebAssembly: %.500s\n on this machine: %.500s", line, got[i],
				here)
		}
	}
}

// took is the one part of an answer that differs: how long a bot has thought.
var took = regexp.MustCompile(`"time":\d+`)

// requests plays a little of every game.
func requests(t *testing.T) []string {
	var lines []string
	ask := func(method string, params map[string]any) {
		line, err := json.Marshal(map[string]any{"id": len(lines) + 1, "method": method,
			"params": params})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	tables := 0
	play := func(start map[string]any) {
		start["seed"] = 1
		ask("start", start)
		tables++
		on := func(params map[string]any) map[string]any {
			params["table"] = fmt.Sprint("t", tables)
			return params
		}
		ask("hint", on(map[string]any{"level": "mcts:playouts=20"}))
		ask("hint", on(map[string]any{"level": "alphabeta:depth=2"}))
		for range 2 {
			ask("roll", on(map[string]any{}))
			ask("bot", on(map[string]any{"level": "random"}))
			ask("moves", on(map[string]any{}))
		}
		ask("board", on(map[string]any{"text": true, "svg": true}))
	}
	for _, name := range long.Sample(long.Studied, 1) {
		play(map[string]any{"name": name})
	}
	for _, name := range []string{"onitama", "kalah", "konane", "backgammon", "pentago"} {
		text, err := os.ReadFile(filepath.Join("../../../rulesets", name, name+".rules"))
		if err != nil {
			t.Fatal(err)
		}
		play(map[string]any{"text": string(text)})
	}
	// what a search by patterns chooses, and what it thinks of it
	for _, name := range []string{"oware", "reversi"} {
		play(map[string]any{"name": name})
		for range 3 {
			ask("bot", map[string]any{"table": fmt.Sprint("t", tables),
				"level": "alphabeta:depth=3,value=patterns"})
		}
	}
	return lines
}
