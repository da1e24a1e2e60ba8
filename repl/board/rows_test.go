package board_test

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/repl/board"
)

// Points in rows are drawn where the ruleset puts them; rows that do not fit the board are ignored.
func TestRows(t *testing.T) {
	rules, list := dsl.Load(source.NewFile("ring", `game "Ring"
players One, Two
board graph { loop around: aa-bb-cc-dd-ee }
piece stone
move put { at c in empty do place stone on c }
turn put else draw "full"
`), nil, nil)
	if rules == nil || list.HasErrors() {
		t.Fatal(list)
	}
	b := rules.Board
	far := strings.Repeat(". ", board.MostRows)
	for _, wrong := range []string{"", "aa bb cc dd", "aa bb cc dd ee ee", "aa bb cc dd ff",
		far + "aa bb cc dd ee"} {
		if board.Rows(b, [][]string{strings.Fields(wrong)}) != nil {
			t.Errorf("%q is taken for the points of the board", wrong)
		}
	}
	deep := append(make([][]string, board.MostRows), strings.Fields("aa bb cc dd ee"))
	if board.Rows(b, deep) != nil {
		t.Error("points stand in any number of rows")
	}
	places := board.Rows(b, [][]string{{"bb", "cc", "dd"}, {"aa", ".", "ee"}})
	got := board.Text(board.View{Board: b, Places: places}, board.Style{Width: 40})
	want := "bb cc dd\n .  .  .\n\n .     .\naa    ee\n"
	if got != want {
		t.Errorf("drawn as\n%s\nnot as\n%s", got, want)
	}
}
