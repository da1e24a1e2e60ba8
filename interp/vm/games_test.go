package vm_test

import (
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/vm"
)

// The games of testdata/games, which nobody had in mind when the engine was written, are played as the evaluator plays them.
func TestAgreeOnOtherGames(t *testing.T) {
	files, err := filepath.Glob("../../testdata/games/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	plies := 500
	if testing.Short() {
		plies = 30
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".rules"), func(t *testing.T) {
			g := load(t, file, "")
			agree(t, g, plies, 1)
			agreeOnDraws(t, g, plies/5, 2)
		})
	}
}

// A turn may bind roles of its moves beforehand, to sites or to what stands there when the turn begins.
func TestAgreeOnBoundTurns(t *testing.T) {
	for _, turn := range []string{
		"go to theirs else go else lose",
		"go from a1 | b1 | a4, hop to theirs else hop else lose",
		"go from mine & edge(forward) to empty else hop from rim, go else lose",
	} {
		agree(t, read(t, source.NewFile("bound.rules", `game "Bound"
players White facing north, Black facing south
board square(4, 4)
piece pawn
setup {
  White pawn: rank(1)
  Black pawn: rank(4)
}
move go {
  from p in mine
  to   q in p.around - mine
  do   p -> q
}
move hop {
  from  p in mine
  along d in orthogonal
  to    q in p.d.d - mine
  do    p -> q
}
turn `+turn+"\nend { draw if ply > 40 }"), nil), 200, 3)
	}
}

// Whole lines within a set are found at once, also where they are asked about from every site and where lines of several lengths
// meet; floods and rows too.
func TestAgreeOnWholeLines(t *testing.T) {
	for _, board := range []string{
		"square(3, 4)",
		"graph { line a-b-c  line c-d-e  line a-d-f-g  line b-e-g }",
	} {
		for _, n := range []string{"2", "3", "4"} {
			agree(t, read(t, source.NewFile("lines.rules", `game "Lines"
players White, Black
board `+board+`
piece man
def whole(c, S) = some d in axes: count((c.d* | c.back(d)*) & S) = `+n+`
move put {
  at c in empty
  let closes = whole(c, mine | c)
  do place man on c
  then take when closes
}
move take {
  at c in (those c in theirs: not whole(c, theirs))
  do remove c
}
turn put else lose
end { win if some c in mine: whole(c, mine) and count(mine) > 5  draw if ply > 60 }`), nil), 300, 5)
		}
	}
}

// Rows are looked for where a set has grown; it may also have lost members meanwhile, or grown in the turn of another.
func TestAgreeOnRows(t *testing.T) {
	for _, board := range []string{"square(5, 5)", "square(12, 11)", "square(20, 16)"} {
		g := read(t, source.NewFile("rows.rules", `game "Rows"
players White, Black
board `+board+`
piece man
move put {
  at c in empty
  do place man on c, c.east & theirs becomes mine
}
move go {
  from p in mine
  to   q in p.around - mine
  do   p -> q
}
turn put, go else lose
end {
  draw if ply > 80
  win  if in_a_row(mine & mine.north, 3) and count(theirs) > 3
  win  if in_a_row(mine, 4)
  lose if in_a_row(mine, 3) and count(mine) > 8
}`), nil)
		e, err := vm.New(g)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(e.Programs(), "  rows "); n != 12 {
			t.Errorf("%d rows are tested by what has changed, not 12:\n%s", n, e.Programs())
		}
		agree(t, g, 600, 7)
	}
}
