package repl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
	"boardgame/repl/table"
	"boardgame/testdata/long"
)

// The bots of the original programs choose exactly as they did: testdata/golden/bots has their
// choices and values, in their own notations, which the aliases of the rulesets read.

func goldenLines(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "golden", "bots", name))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\n"), "\t"))
	}
	return rows
}

func mustTable(t *testing.T, name, preset string, options map[string]string) *table.Table {
	t.Helper()
	tb, err := table.New(name, preset, options, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// playTyped plays what is typed, one step per word.
func playTyped(t *testing.T, tb *table.Table, typed string) {
	t.Helper()
	for word := range strings.FieldsSeq(typed) {
		e := tb.Sheet.Read(word)
		if len(e.Steps) != 1 {
			t.Fatalf("%q after %d steps: %v", word, tb.Sheet.Course.At(), e)
		}
		if err := tb.Play(e.Steps[0]); err != nil {
			t.Fatal(err)
		}
	}
}

func ask(t *testing.T, tb *table.Table, level string) bot.Choice {
	t.Helper()
	l, err := bot.FindLevel(tb.Sheet.Speech.Ruleset.Info.Levels, level)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(tb.Sheet.Speech.Rules(), l, 1000)
	if err != nil {
		t.Fatal(err)
	}
	c, err := b.Choose(context.Background(), tb.Sheet.Speech.Game, tb.Sheet.Now(),
		rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// entries are the insertions in the order of the original.
func entries() []string {
	var all []string
	for _, side := range []string{"L", "R", "U", "D"} {
		for n := 1; n <= 7; n++ {
			all = append(all, fmt.Sprint(side, n))
		}
	}
	return all
}

func TestShiftagoBotsChooseAsTheOriginals(t *testing.T) {
	long.OneThread(t)
	rows := goldenLines(t, "shiftago.tsv")
	if len(rows) < 36 {
		t.Fatalf("only %d positions", len(rows))
	}
	for i, row := range rows {
		if !long.Case(i, 36) {
			continue
		}
		tb := mustTable(t, "shiftago", "", nil)
		playTyped(t, tb, row[0])
		typed := func(m interp.Move) string {
			for _, e := range entries() {
				if read := tb.Sheet.Read(e); len(read.Steps) == 1 && read.Steps[0] == m {
					return e
				}
			}
			return "?"
		}
		for _, want := range []struct {
			level, move, value string
		}{{"feup-2", row[1], row[2]}, {"feup-3", row[3], row[4]}} {
			c := ask(t, tb, want.level)
			if typed(c.Move) != want.move || strconv.FormatInt(c.Value, 10) != want.value {
				t.Errorf("after %q %s chooses %s at %d, not %s at %s", row[0], want.level,
					typed(c.Move), c.Value, want.move, want.value)
			}
			if want.level != "feup-3" {
				continue
			}
			values := map[string]int64{}
			for _, l := range c.Lines {
				values[typed(l.Move)] = l.Value
			}
			for j, text := range strings.Split(row[5], ",") {
				v, ok := values[entries()[j]]
				if !ok {
					v = -10_000_000
				}
				if strconv.FormatInt(v, 10) != text {
					t.Errorf("after %q feup-3 values %s at %d, not %s", row[0], entries()[j], v,
						text)
				}
			}
		}
	}
}

func TestShiftagoLevel3AgainstItself(t *testing.T) {
	want := "L1 L1 U1 U1 L1 L2 U2 U2 U2 U2 U2 U3 L1 U1 L4 U1 L4 L5 L4 L5 L3 L5 L4 L2 L4 L5 U1 L2 " +
		"L2 U1 L2 L1 L1"
	game, played := mustTable(t, "shiftago", "", nil), mustTable(t, "shiftago", "", nil)
	playTyped(t, game, want)
	for !played.Sheet.Over() {
		if !long.Tests && played.Sheet.Course.At() == 8 {
			game.Sheet.Course.Goto(8)
			break
		}
		if err := played.Play(ask(t, played, "feup-3").Move); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(steps(game), steps(played)) || played.Sheet.Over() &&
		played.Sheet.Now().Result().Winners[0] != 0 {
		t.Errorf("it plays %v", steps(played))
	}
}

// steps returns what was played up to the current position.
func steps(t *table.Table) []interp.Move { return t.Sheet.Course.Steps(0, t.Sheet.Course.At()) }

func TestTactigonGreedyChoosesAsTheOriginal(t *testing.T) {
	long.OneThread(t)
	rows := goldenLines(t, "tactigon.tsv")
	if len(rows) < 36 {
		t.Fatalf("only %d positions", len(rows))
	}
	for i, row := range rows {
		if !long.Case(i, 36) {
			continue
		}
		tb := mustTable(t, "tactigon", "", nil)
		playTyped(t, tb, row[0])
		c := ask(t, tb, "greedy")
		if strconv.FormatInt(c.Value, 10) != row[1] {
			t.Errorf("after %q the best value is %d, not %s", row[0], c.Value, row[1])
		}
		var best, want []interp.Move
		for _, l := range c.Lines {
			if l.Value == c.Value {
				best = append(best, l.Move)
			}
		}
		for word := range strings.FieldsSeq(row[2]) {
			e := tb.Sheet.Read(word)
			if len(e.Steps) != 1 {
				t.Fatalf("%q: %v", word, e)
			}
			want = append(want, e.Steps[0])
		}
		slices.Sort(best)
		slices.Sort(want)
		if !slices.Equal(best, want) {
			t.Errorf("after %q the best moves are %v, not %v", row[0], best, want)
		}
	}
}

func TestBlockadeDistancesAreTheOriginals(t *testing.T) {
	long.OneThread(t)
	rows := goldenLines(t, "blockade.tsv")
	if len(rows) < 24 {
		t.Fatalf("only %d positions", len(rows))
	}
	for i, row := range rows {
		if !long.Tests && i > 1 {
			break
		}
		tb := mustTable(t, "blockade", "", nil)
		pawns := [2][2]string{{"d11", "h11"}, {"d4", "h4"}}
		goals := [2][2]string{{"d4", "h4"}, {"d11", "h11"}}
		for word := range strings.FieldsSeq(row[0]) {
			mover := tb.Sheet.Mover()
			playTyped(t, tb, word)
			if _, from, ok := tb.Sheet.Speech.Role(tb.Sheet.Course.Step(tb.Sheet.Course.At()-1),
				"from"); ok {
				_, to, _ := tb.Sheet.Speech.Role(tb.Sheet.Course.Step(tb.Sheet.Course.At()-1), "to")
				names := tb.Sheet.Speech.Rules().Board.Names
				for k := range pawns[mover] {
					if pawns[mover][k] == names[from] {
						pawns[mover][k] = names[to]
						break
					}
				}
			}
		}
		for player := range pawns {
			// All four in one number, so that the rules are read once per player, not once per
			// direction.
			a, b := pawns[player][0], pawns[player][1]
			g, h := goals[player][0], goals[player][1]
			question, err := query.Compile(tb.Sheet.Speech.Rules(), tb.Sheet.Speech.Ruleset.File,
				ruleset.Library{},
				fmt.Sprintf("((steps(%s, %s) * 100 + steps(%s, %s)) * 100 + steps(%s, %s)) * 100 "+
					"+ steps(%s, %s)", a, g, a, h, b, g, b, h))
			if err != nil {
				t.Fatal(err)
			}
			v, _ := question.Value(tb.Sheet.Now(), player)
			got := make([]string, 4)
			for i := range got {
				n := v.N % 100
				if n == 61 {
					n = -1
				}
				got[3-i] = strconv.FormatInt(n, 10)
				v.N /= 100
			}
			if strings.Join(got, ",") != row[1+player] {
				t.Errorf("after %q player %d needs %v, not %s", row[0], player+1, got,
					row[1+player])
			}
		}
	}
}

// The smart wall is the one nearest to an enemy pawn, by lines and columns, of the kind drawn.
func TestBlockadeSmartWallIsTheNearest(t *testing.T) {
	tb := mustTable(t, "blockade", "feup", nil)
	playTyped(t, tb, "4,4-6,4")
	c := ask(t, tb, "feup-2")
	near := func(m interp.Move) int {
		_, at, _ := tb.Sheet.Speech.Role(m, "at")
		board := tb.Sheet.Speech.Rules().Board
		column, line := board.Column[at], 14-board.Row[at] // of the anchor, counted from the top
		best := 100
		for _, pawn := range [][2]int{{4, 11}, {8, 11}} {
			best = min(best, abs(pawn[0]-column)+abs(pawn[1]-line))
		}
		return best
	}
	nearest := 100
	for _, m := range tb.Sheet.Legal() {
		nearest = min(nearest, near(m))
	}
	if near(c.Move) != nearest {
		t.Errorf("the wall is %d away, and one could be %d", near(c.Move), nearest)
	}
}

func abs(n int) int { return max(n, -n) }

// The original's hex distances are geometric; on its boards the path over the tiles is as long.
func TestTactigonDistancesAreGeometric(t *testing.T) {
	for _, size := range []string{"11", "13", "15"} {
		tb := mustTable(t, "tactigon", "", map[string]string{"size": size})
		board := tb.Sheet.Speech.Rules().Board
		for from := range board.Cells.All() {
			reached := topology.SetOf(from)
			ring := reached
			for d := 0; !ring.Empty(); d++ {
				for to := range ring.All() {
					a, b := board.Points[from], board.Points[to]
					dx := board.Column[from] - board.Column[to]
					dx = abs(dx)
					half := abs(int((a.Y - b.Y) * 2.0001))
					if want := dx + max(0, half-dx)/2; want != d {
						t.Fatalf("size %s: from %s to %s it is %d tiles, and %d by geometry", size,
							board.Names[from], board.Names[to], d, want)
					}
				}
				ring = board.Images(board.Adjacent, ring).Minus(reached)
				reached = reached.Or(ring)
			}
		}
	}
}

// An entry into a full column is refused, not read as the site whose name it resembles.
func TestShiftagoFullColumnIsNotAnotherEntry(t *testing.T) {
	tb := mustTable(t, "shiftago", "", nil)
	playTyped(t, tb, "D1 D1 D1 D1 D1 D1 D1")
	if read := tb.Sheet.Read("D1"); len(read.Steps) > 0 || read.Err == nil {
		t.Errorf("D1 is read as %v", read.Steps)
	}
}
