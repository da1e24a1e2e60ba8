package notation_test

import (
	"strings"
	"testing"

	"boardgame/interp/verify/gametest"
)

// A diagram names the lines and columns of a grid; on other boards it names the first cell of each
// line.
func TestDiagram(t *testing.T) {
	for _, test := range []struct{ game, options, want string }{
		{"cage", "size=4", `
4  c C c C
3  C c C c
2  c C c C
1  C c C c
   a b c d`},
		{"gomoku", "size=10", `
10  . . . . . . . . . .
 9  . . . . . . . . . .`},
		{"hex", "size=3", `
a3    . . .
a2   . . .
a1  . . .`},
	} {
		g := gametest.Load(t, test.game, test.options)
		got := "\n" + g.Diagram(g.Start())
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s %s\ngot %s\nwant %s", test.game, test.options, got, test.want)
		}
	}
}
