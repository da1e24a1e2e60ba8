package source_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"boardgame/dsl/source"
)

func TestSafe(t *testing.T) {
	for text, want := range map[string]string{
		"plain\tText\n":              "plain\tText\n",
		"\x1b]52;c;aGk=\a":           `\u001b]52;c;aGk=\u0007`,
		"\u009b31m":                  `\u009b31m`,
		"\x7f":                       `\u007f`,
		"abc\u202ecba":               `abc\u202ecba`,
		"\u2066x\u2069\u200b":        `\u2066x\u2069\u200b`,
		"line\u2028end\u2029":        `line\u2028end\u2029`,
		"tag\U000e0041":              `tag\udb40\udc41`,
		"half \xe2\x82":              "half \ufffd\ufffd",
		"\xff":                       "\ufffd",
		"\x1b[31mred\x1b[0m":         `\u001b[31mred\u001b[0m`,
		"é ♞ 王 e\u0301":              "é ♞ 王 e\u0301",
		"over\rwritten\f\v":          `over\u000dwritten\u000c\u000b`,
		"line\r\n":                   "line\r\n",
		"\u034f\u3164\U000e0100":     `\u034f\u3164\udb40\udd00`, // invisible
		"\u115f\u1160\uffa0\u2800":   `\u115f\u1160\uffa0\u2800`,
		"\ufe00\U000e0001\U0001d159": `\ufe00\udb40\udc01\ud834\udd59`,
		"♟\ufe0e":                    "♟\ufe0e",
		strings.Repeat("x", 4000):    strings.Repeat("x", 4000),
	} {
		if got := source.Safe(text); got != want {
			t.Errorf("Safe(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestBrief(t *testing.T) {
	e := func(n int) string { return strings.Repeat("é", n) }
	long := e(60000)
	many := strings.Repeat("word ", 10000)
	for text, want := range map[string]string{
		"":                               "",
		"`x` is not known":               "`x` is not known",
		long:                             e(100) + "…" + e(40),
		"`" + long + "`\nis not known\n": "`" + e(99) + "…" + e(39) + "`\nis not known\n",
		many:                             many[:3999] + "…",
		strings.Repeat("x", 300):         strings.Repeat("x", 300),
		e(300):                           e(300),
		"a " + long + " b\n\nc":          "a " + e(100) + "…" + e(39) + " b\n\nc",
	} {
		if got := source.Brief(text); got != want {
			t.Errorf("Brief(%.20q…) = %q, want %q", text, got, want)
		}
	}
}

// Writer lets through what boardgame draws with, and nothing else, however the bytes are split.
func TestWriter(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b[1;31mred\x1b[0m\x1b[2K\x1b[H": "\x1b[1;31mred\x1b[0m\x1b[2K\x1b[H",
		"\r\x1b[2K":                         "\r\x1b[2K",
		"\x1b7\x1b[3A\x1b8":                 "\x1b7\x1b[3A\x1b8",
		"\x1b[?1049h\x1b[?25l\x1b[?25h":     "\x1b[?1049h\x1b[?25l\x1b[?25h",
		"\x1b[?1000h":                       `\u001b[?1000h`, // mouse reports
		"\x1b]0;title\a":                    `\u001b]0;title\u0007`,
		"\x1b[6n":                           `\u001b[6n`, // makes the terminal send input
		"\x1bPq\x1b\\":                      `\u001bPq\u001b\`,
		"\x1b[" + strings.Repeat("1;", 40):  `\u001b[` + strings.Repeat("1;", 40),
		"♞\u202e":                           `♞\u202e`,
	} {
		for size := 1; size <= len(text); size++ {
			var out strings.Builder
			w := source.Writer(&out)
			for rest := text; rest != ""; {
				n := min(size, len(rest))
				if k, err := w.Write([]byte(rest[:n])); k != n || err != nil {
					t.Fatalf("Write(%q) = %d, %v", rest[:n], k, err)
				}
				rest = rest[n:]
			}
			if out.String() != want {
				t.Errorf("%q in pieces of %d: %q, want %q", text, size, &out, want)
			}
		}
	}
}

func TestOneCell(t *testing.T) {
	for text, want := range map[string]bool{
		"m": true, "♞": true, "é": true, "王": true,
		"": false, " ": false, "\t": false, "\n": false, "ab": false, "\u0301": false,
		"e\u0301": false,
		"\u200d":  false, "\u202e": false, "\x07": false, "\xff": false, "\ufffd": false,
	} {
		if got := source.OneCell(text); got != want {
			t.Errorf("OneCell(%q) = %t", text, got)
		}
	}
}

func TestCheckText(t *testing.T) {
	if err := source.CheckText("a\r\nb\tc\n"); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"nice\rname", "name\r", "a\fb"} {
		if err := source.CheckText(text); err == nil {
			t.Errorf("%q is not refused", text)
		}
	}
	err := source.CheckText("one\ntwo \u202e\n")
	var hidden *source.HiddenError
	if !errors.As(err, &hidden) || hidden.Line != 2 || hidden.Char != 0x202e {
		t.Fatal(err)
	}
	if got, want := err.Error(), "the invisible character U+202E in line 2; take it out"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whatever is written, a terminal receives only text and sequences that draw.
func FuzzWriter(f *testing.F) {
	f.Add("\x1b[31mred\x1b]52;c;x\a", 3)
	f.Fuzz(func(t *testing.T, text string, size int) {
		var out strings.Builder
		w := source.Writer(&out)
		for rest := text; rest != ""; {
			n := min(max(size, 1), len(rest))
			w.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		got := out.String()
		if !utf8.ValidString(got) {
			t.Fatalf("%q is not UTF-8", got)
		}
		for i, r := range got {
			if source.Hidden(r) && !(r == 0x1b && strings.IndexAny(got[i+1:], "[78") == 0) {
				t.Fatalf("%q lets %U through", got, r)
			}
		}
		if strings.Contains(got, "\x1b]") || strings.Contains(got, "\x1bP") {
			t.Fatalf("%q has a sequence that does more than draw", got)
		}
	})
}
