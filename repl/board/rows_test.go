package board_test

import (
	"strings"
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/repl/board"
)

// Points in rows are drawn where the ruleset puts them; rows that do not fit the board are ignored.
func TestRows(t *testing.T) {
	rules := gametest.FromText(t, `game "Ring"
players One, Two
board graph { loop around: aa-bb-cc-dd-ee }
piece stone
move put { at c in empty do place stone on c }
turn put else draw "full"
`, "").Rules()
	b := rules.Board
	far := strings.Repeat(". ", board.MostRows)
	for wrong, want := range map[string]string{
		"":                     "no row names aa, bb, cc, dd, ee",
		"aa bb cc dd":          "no row names ee",
		"aa bb cc dd ee ee":    `row 1 names "ee" a second time`,
		"aa bb cc dd ff":       `row 1 names "ff", which is not a point of the board`,
		far + "aa bb cc dd ee": "it has more than 128 rows or columns",
	} {
		places, err := board.Rows(b, [][]string{strings.Fields(wrong)})
		if places != nil || err == nil || err.Error() != want {
			t.Errorf("%q gives %v, %v, not the error %q", wrong, places, err, want)
		}
	}
	deep := append(make([][]string, board.MostRows), strings.Fields("aa bb cc dd ee"))
	if places, err := board.Rows(b, deep); places != nil || err == nil {
		t.Error("points stand in any number of rows")
	}
	places, err := board.Rows(b, [][]string{{"bb", "cc", "dd"}, {"aa", ".", "ee"}})
	if err != nil {
		t.Fatal(err)
	}
	got := board.Text(board.View{Board: b, Places: places}, board.Style{Width: 40})
	want := "bb cc dd\n .  .  .\n\n .     .\naa    ee\n"
	if got != want {
		t.Errorf("drawn as\n%s\nnot as\n%s", got, want)
	}
}
