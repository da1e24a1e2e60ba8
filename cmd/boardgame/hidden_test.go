package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"boardgame/dsl/source"
)

// No input reaches the terminal as a control sequence. Texts from others are refused with one
// message that shows the character, and what is typed or named is spelled out.
func TestHidden(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "config")
	t.Setenv("XDG_STATE_HOME", "state")
	const rules = "game \"Fine\"\nplayers White, Black\nboard square(3, 3)\npiece man\n" +
		"move put { at c in empty do place man on c }\nturn put else draw\n"
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cr.rules":                 rules,
		"cr.toml":                  `title = "over\rwritten"`,
		"folder/evil\x1b[2J.rules": rules,
		"folder/evil\x1b[2J.txtar": "",
		"toml.rules":               rules,
		"toml.toml":                `title = "\u001b]52;c;aGk=\u0007"`,
		"sign.rules":               rules,
		"sign.toml": "[[piece]]\nplayer = \"White\"\nkind = \"man\"\nunicode = " +
			"\"\u0301\"\nascii = \"m\"\ncolour = \"red\"\n",
		"bidi.rules":   strings.Replace(rules, "Fine", "\u202eeniF", 1),
		"c1.rules":     strings.Replace(rules, "man\n", "man # \u009b31m\n", 1),
		"line.rules":   strings.Replace(rules, "Fine", "Fi\u2028ne", 1),
		"width.rules":  strings.Replace(rules, "Fine", "Fi\u200bne", 1),
		"mark.rules":   strings.Replace(rules, "piece man", "piece man \"\u0301\"", 1),
		"game.game":    "# boardgame record 1\nruleset tic-tac-toe\n\n1. \x1b]0;owned\a\n",
		"moves.txt":    "a1 \x1b]0;owned\a",
		"evil\x1b.txt": "a1",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"check toml.rules",
			`toml.toml:1:1: error: "\x1b]52;c;aGk=\a" contains the hidden character U+001B`},
		{"list toml.rules", `contains the hidden character U+001B`},
		{"check sign.rules", `should be one visible character`},
		{"check bidi.rules",
			`bidi.rules contains the invisible character U+202E in line 1; take it out`},
		{"check c1.rules", `c1.rules contains the invisible character U+009B in line 4; take it out`},
		{"check line.rules", `the invisible character U+2028`},
		{"check width.rules", `the invisible character U+200B`},
		{"check mark.rules", `the sign of a piece is one visible character`},
		{"play game.game", `game.game`},
		{"replay tic-tac-toe moves.txt",
			`moves.txt contains the control character U+001B in line 1`},
		{"replay tic-tac-toe evil\x1b.txt", `the argument "evil\x1b.txt" contains the hidden`},
		{"check evil\x1b[6n", `evil\x1b[6n`},
		{"check evil\x1b[1A\x1b[2Kno_mistakes", `hidden character U+001B`},
		{"new evil\x1b[2J", `hidden character U+001B`},
		{"nosuch\rverb", `hidden character U+000D`},
		{"test folder", `the name of the file "folder/evil\x1b[2J.txtar" contains`},
		{"fmt folder", `the name of the file "folder/evil\x1b[2J.rules" contains`},
		{"play game.rules --seat uci:evil\x1b[2J", `hidden character U+001B`},
		{"list cr.rules", `"over\rwritten" contains the hidden character U+000D`},
		{"play tic-tac-toe\x1b]0;x", `tic-tac-toe`},
		{"nosuch\u202everb", `nosuch\u202everb`},
		{"moves tic-tac-toe --after \x1b]0;owned\a", ``},
		{"moves tic-tac-toe --position \u009b", ``},
		{"eval tic-tac-toe \u2066empty", ``},
	} {
		var out bytes.Buffer
		status := run(strings.Split(c.args, " "), strings.NewReader(""), &out, &out)
		if status == 0 && !strings.HasPrefix(c.args, "replay") {
			t.Errorf("%q: status 0", c.args)
		}
		if _, r, hidden := source.FirstHidden(out.String()); hidden {
			t.Errorf("%q: %U comes out: %q", c.args, r, &out)
		}
		if !strings.Contains(strings.ReplaceAll(out.String(), "\n", " "), c.want) {
			t.Errorf("%q: want %q, got\n%s", c.args, c.want, &out)
		}
	}
	// A typed line in a session.
	var out bytes.Buffer
	for _, args := range []string{"play tic-tac-toe", "play tic-tac-toe --echo"} {
		for _, line := range []string{"\x1b]0;owned\a", "\u202ea1", "\x1b[2J", "b\rwhy a1"} {
			run(strings.Fields(args), strings.NewReader("a1\n"+line+"\n"), &out, &out)
			if _, r, hidden := source.FirstHidden(out.String()); hidden {
				t.Errorf("%s lets %U of %q through: %q", args, r, line, &out)
			}
		}
	}
	// Input over a pipe, to the verbs that answer in lines of their own.
	const evil = "\x1b]0;x\a\u115f\u1160\u3164\uffa0\u2800\u202e\ufe00\U000e0041\u009b"
	for args, lines := range map[string]string{
		"ugi tic-tac-toe": "position startpos moves " + evil + "\nposition fen " + evil +
			"\nsetoption name Seed value " + evil + "\nsetoption name Level value " + evil +
			"\nquery value " + evil + "\nquery why " + evil + "\ngo " + evil + "\nperft " + evil + "\n",
		"uci chess": "position startpos moves " + evil + "\nposition fen " + evil +
			"\nsetoption name Level value " + evil + "\ngo depth " + evil + "\n",
		"serve --stdio": `{"id":1,"method":"` + evil + `"}` + "\n" + evil + "\n" +
			`{"id":2,"method":"new","params":{"rules":"` + evil + `"}}` + "\n",
		"convert hex -":               "(;GM[11]SZ[11]C[" + evil + "]PB[" + evil + "];B[aa])",
		"convert chess -":             `[Event "` + evil + `"]` + "\n\n1. " + evil,
		"convert chess - --to san":    "1. e4 " + evil,
		"convert chess - --to record": evil,
	} {
		var out bytes.Buffer
		run(strings.Fields(args), strings.NewReader(lines), &out, &out)
		if out.Len() == 0 {
			t.Errorf("%s says nothing", args)
		}
		if _, r, hidden := source.FirstHidden(out.String()); hidden {
			t.Errorf("%s lets %U through: %q", args, r, &out)
		}
	}
}
