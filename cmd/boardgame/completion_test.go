package main

import (
	"bytes"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// What is offered after some words begins with what is typed, and has the names that are expected.
func TestCompletions(t *testing.T) {
	for _, c := range []struct {
		line string // the last word, after a blank, is being typed
		want string // some of the offers, or "" for none
	}{
		{"p", "play perft"},
		{"play ca", "cage camelot"},
		{"play cage:", "cage:feup-a"},
		{"play blockade:o", "blockade:one-pawn"},
		{"play --se", "--seat --seed"},
		{"play cage -o ", "size="},
		{"play -o size=6 cage -o size=", "size=4 size=6"},
		{"play chess --seat ", "hard medium random"},
		{"play chess --seat White=", "White=hard White=easy"},
		{"hint chess --level m", "medium mcts"},
		{"bench chess --color ", "auto never"},
		{"test --", "--cover --published --mutate"},
		{"test --cover hex", "hex"},
		{"serve --protocol u", "uci ugi"},
		{"serve --color=a", "--color=auto --color=always"},
		{"rules che", "chess chess960"},
		{"list --length ", "short medium long"},
		{"list --family c", "capture chess"},
		{"play chess xyz", ""},
		{"nothing ", ""},
		{"play nothing --seat ", ""},
	} {
		var out bytes.Buffer
		args := append([]string{"completion", "words", "--"}, strings.Split(c.line, " ")...)
		if got := run(args, nil, &out, io.Discard); got != statusFine {
			t.Errorf("%q: status %d", c.line, got)
		}
		got := strings.Fields(out.String())
		for _, want := range strings.Fields(c.want) {
			if !slices.Contains(got, want) {
				t.Errorf("%q: %s is not offered, only %q", c.line, want, got)
			}
		}
		typed := c.line[strings.LastIndex(c.line, " ")+1:]
		for _, word := range got {
			if !strings.HasPrefix(word, typed) || c.want == "" {
				t.Errorf("%q: %s is offered", c.line, word)
			}
		}
	}
}

// Bash offers the rest of words that it splits at colons and equal signs.
func TestCompletionInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	for line, want := range map[string]string{
		"boardgame play cag":            "cage cage-misere",
		"boardgame play blockade:on":    "one-pawn one-pawn-strict",
		"boardgame play cage -o size=1": "10",
		"boardgame hint hex ":           "",
	} {
		cmd := exec.Command(bash, "-c", `source <(boardgame completion bash)
COMP_LINE="$1" COMP_POINT=${#1}; _boardgame; echo "${COMPREPLY[*]}"`, "bash", line)
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q: %q, want %q (%v)", line, got, want, err)
		}
	}
}
