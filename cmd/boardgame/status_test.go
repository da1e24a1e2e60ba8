package main

import (
	"bytes"
	"strings"
	"testing"
)

// The exit status is 2 if the command line is wrong or names a game, preset, option, player, level
// or clock that does not exist. It is 1 if what it names is wrong.
func TestExitStatus(t *testing.T) {
	for line, want := range map[string]int{
		"frobnicate":                             statusUsage,
		"play tic-tac-toe --frobnicate":          statusUsage,
		"play nosuch":                            statusUsage,
		"play tic-tac-toe:nosuch":                statusUsage,
		"play tic-tac-toe -o size=4":             statusUsage,
		"play tic-tac-toe --seat Foo=easy":       statusUsage,
		"play tic-tac-toe --seat X=nosuch":       statusUsage,
		"play tic-tac-toe --seat easy,easy":      statusUsage,
		"play tic-tac-toe --clock nosuch":        statusUsage,
		"play tic-tac-toe --coordinates nosuch":  statusUsage,
		"match tic-tac-toe --seat Foo=easy":      statusUsage,
		"match tic-tac-toe --seat nosuch":        statusUsage,
		"hint tic-tac-toe --level nosuch":        statusUsage,
		"report tic-tac-toe --level nosuch":      statusUsage,
		"report tic-tac-toe --ladder nosuch":     statusUsage,
		"train tic-tac-toe":                      statusUsage, // which file to write?
		"explain E999":                           statusUsage,
		"config nosuch":                          statusUsage,
		"check nosuch":                           statusUsage,
		"check tic-tac-toe nosuch --games 1":     statusUsage,
		"test nosuch":                            statusUsage,
		"list nosuch":                            statusUsage,
		"check nosuch.rules":                     statusWrong, // it may exist tomorrow
		"test nosuch.rules":                      statusWrong,
		"replay hex nosuch.game":                 statusWrong,
		"play --load nosuch.game":                statusWrong,
		"moves tic-tac-toe --after z9":           statusWrong,
		"moves tic-tac-toe --position z9":        statusWrong,
		"hint tic-tac-toe --after z9":            statusWrong,
		"eval tic-tac-toe )":                     statusWrong,
		"list tic-tac-toe":                       statusFine,
		"moves tic-tac-toe --after a1":           statusFine,
		"check tic-tac-toe --games 1 --steps 20": statusFine,
	} {
		t.Setenv("HOME", t.TempDir())
		t.Setenv("XDG_CONFIG_HOME", "")
		var out, errs bytes.Buffer
		if got := run(strings.Fields(line), strings.NewReader(""), &out, &errs); got != want {
			t.Errorf("boardgame %s: status %d, not %d: %s", line, got, want, errs.String())
		}
		if want != statusFine && errs.Len() == 0 {
			t.Errorf("boardgame %s: says nothing", line)
		}
	}
}
