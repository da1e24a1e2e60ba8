package check_test

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// sound is rules without a mistake, a declaration a line.
const sound = `game "T"
option n = 3 in 2..5
players A, B
board square(n, n)
piece man, king
counter c = 0
memory m = none
region home = a1 | b1
setup { A man: a1 }
def free = empty - m
move go { from p in mine  to q in p.around & free  do p -> q, m := q, c += 1 }
turn go else lose
end { win if c > 9 }`

// Each station finds the mistakes of its own declarations, at the word that is wrong, and no other
// station adds to them.
func TestStations(t *testing.T) {
	for _, c := range []struct{ line, instead, code, at string }{
		{"game", `game "T"`, "", ""},
		{"option n", "option n = 9 in 2..5", "E151", "9"},
		{"players", "players A, A", "E102", "A"},
		{"board", "board square(n, man)", "E119", "man"},
		{"piece", "piece man, man, king", "E102", "man"},
		{"counter", "counter c = empty", "E111", "empty"},
		{"memory", "memory m = zz", "E100", "zz"},
		{"region", "region home = 3", "E111", "3"},
		{"setup", "setup { A man: z9 }", "E130", "z9"},
		{"def", "def free = empty - nothere", "E100", "nothere"},
		{"move", "move go { from p in mine  to q in 3  do p -> q, m := q, c += count(free) }",
			"E111", "3"},
		{"turn", "turn walk else lose", "E201", "walk"},
		{"end", "end { win if c }", "E111", "c"},
	} {
		lines := strings.Split(sound, "\n")
		for i, l := range lines {
			if strings.HasPrefix(l, c.line) {
				lines[i] = c.instead
			}
		}
		f := source.NewFile("t.rules", strings.Join(lines, "\n"))
		_, problems := dsl.Load(f, nil, nil)
		code, at := "", ""
		for _, d := range problems {
			if d.Severity == diag.Error {
				code, at = code+string(d.Code), at+d.Span.Text()
			}
		}
		if code != c.code || at != c.at {
			t.Errorf("%s: %s at %q, want %s at %q", c.instead, code, at, c.code, c.at)
		}
	}
}
