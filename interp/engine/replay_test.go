package engine_test

import (
	"bytes"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/engine"
)

// What lasts is read now and then in random games, and they are the same games as if it were always
// read; what may cease to hold is always read.
func TestReplay(t *testing.T) {
	for _, c := range []struct {
		end     string
		also    string // a second move
		replays bool
	}{
		{"win if in_a_row(mine, 4)", "", true},
		{"lose if in_a_row(mine, 4)", "", true},
		{"win if count(mine) > 9 and in_a_row(mine, 4)", "", true},
		{"win if in_a_row(mine, 4) and not in_a_row(theirs, 3)", "", false},
		{"win if in_a_row(cells - theirs, 9) and ply > 20", "", false},
		{"win if in_a_row(mine, 4) and not in_a_row(empty, 5)", "", true},
		{"win if in_a_row(mine, 4)\n  draw if in_a_row(mine | theirs, 7)", "", true},
		{"win if in_a_row(mine, 4)\n  win if count(empty) = 50", "", true},
		{"win if some x in mine & rank(1): some x.around[mine]* & rank(9)", "", false},
		{"win if in_a_row(mine, 4)", "move leave { at c in mine  if ply > 20  do remove c }", false},
		{"win if in_a_row(mine, 4)", "move leave { at c in theirs  if ply > 20  do remove c }", false},
	} {
		turn := "turn put else draw"
		if c.also != "" {
			turn = "turn put, leave else draw"
		}
		g := read(t, source.NewFile("lasting.rules", `game "Lasting"
players White, Black
board square(9, 9)
piece stone
move put { at c in empty  do place stone on c }
`+c.also+"\n"+turn+"\nend {\n  "+c.end+"\n}\n"), nil)
		with, err := engine.New(g)
		if err != nil {
			t.Fatal(err)
		}
		without, err := engine.NewContext(t.Context(), g, "replay")
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(with.Code, without.Code) == c.replays {
			t.Errorf("%s: that it is played again is %v", c.end, !c.replays)
		}
		var in [2]*engine.Instance
		for i, p := range []*engine.Program{with, without} {
			if in[i], err = p.NewInstance(); err != nil {
				t.Fatal(err)
			}
			in[i].Seed(1)
		}
		for range 100 {
			var played [2]engine.Playout
			for i, in := range in {
				s := in.NewSlot()
				in.Start(s)
				played[i] = in.Playout(t.Context(), s, 75, false)
			}
			if played[0] != played[1] {
				t.Fatalf("%s: %+v, always read: %+v", c.end, played[0], played[1])
			}
		}
		agreeInPieces(t, g, 3, 1)
	}
}
