package engine_test

import (
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/compile"
	"boardgame/testdata/long"
)

// Both engines agree on what effects do with towers and what expressions say about them: every
// effect, with sites that are known beforehand and chosen ones, with numbers that are constant,
// chosen and counted.
func TestAgreeOnTowers(t *testing.T) {
	long.OneThread(t)
	for i, effect := range []string{
		"p -> q", "p -> under q", "p -> q when height(p) < 3", "top of p -> q",
		"top n of p -> q", "top n of p -> under q", "bottom n of p -> q",
		"bottom n of p -> under q", "top c of p -> q, c := height(q)", "p <-> q",
		"bottom height(p) - c of p -> q, c := n", "bottom height(p) - 1 of p -> under p",
		"top n of p -> under p", "p -> p", "p -> q, q -> p, top of p -> q",
		"place man on q", "place next king on q, place stone under p", "place stone on p.around",
		"place next man under p.around, remove top of p", "remove q, p -> q",
		"place man on p when n > 1, place king under q when n < 2",
		"remove top n of p.around", "remove bottom n of q, place man on q",
		"remove top c of p, c := n", "remove bottom 2 of mine, place king on p",
		"p -> q, q becomes king", "p.around becomes next", "top 2 of p becomes next king",
		"bottom n of p.around becomes stone", "bottom c of p becomes man, c += 1",
		"top n of q becomes stone, p -> q", "q becomes man, stone becomes man when n > 1",
		"c := pieces(mine, bottom height(q) - 2 of q), remove bottom height(q) - 2 of q, p -> q",
	} {
		text := `game "Towers"
players A, B
board square(3, 3) with towers(5)
piece man "m", king "k", stone "s" { neutral }
counter c = 1
memory deep = none
setup {
  A man: a1  B man: a1  A king: a1  stone: b2  B king: b2  A man: b2 | c2  B man: a3 | c3
}
move go {
  from p in mine
  to   q in p.around
  with n in 1..3
  do   ` + effect + `, c := min(c, 4), deep := holding(theirs & man) | p
}
move drop {
  at q in empty
  do place man on q, c := 0
}
turn go, drop else lose
end {
  draw if ply > 30
  win if height(mine) > 12 or pieces(mine) > 12 + c or count(holding(stone) - mine) = 4
}`
		for j, tall := range []string{"towers(5)", "towers(20)"} { // steps of high towers differ
			if !long.Case(i+2*j, 8) {
				continue
			}
			text := strings.ReplaceAll(text, "towers(5)", tall)
			g := read(t, source.NewFile("towers.rules", text), nil)
			p, err := compiled(g)
			if err != nil {
				t.Fatal(effect, ": ", err)
			}
			if p.Evaluator {
				t.Errorf("%s: something is left to the evaluator: %v", effect, whys(p.Module))
			}
			agree(t, g, 120, 3)
			agreeOnDraws(t, g, 40, 2)
			agreeInPieces(t, g, 1, 3)
			if t.Failed() {
				t.Fatal(effect, tall)
			}
		}
	}
}

// Moves may depend on the heights of towers and what lies in them.
func TestAgreeOnHeights(t *testing.T) {
	long.OneThread(t)
	for i, cond := range []string{
		"height(p) > height(q)", "height(p) + height(q) <= 4", "pieces(mine, p) > 1",
		"pieces(man, top 2 of p) > pieces(man, q)", "pieces(theirs, bottom 2 of p) = 0",
		"q in holding(king)", "some (p.around & holding(mine & king))", "count(mine) < pieces(mine)",
		"height(q) in {0, 2, 4}", "n <= height(p)", "n <= pieces(occupied - king, p)",
		"p in holding(if n > 1: man else king)", "for next: pieces(mine, p) < 2",
		"height(p.north) < height(q)", "height(p.around) > 3", "some x in p.around: height(x) = 2",
	} {
		for j, to := range []string{"p.around", "p.(north | east){height(p)}",
			"those x in cells: height(x) < 2"} {
			if !long.Case(i+2*j, 12) {
				continue
			}
			text := `game "Heights"
players A, B
board square(4, 3) with towers(6)
piece man "m", king "k"
setup {
  A man: a1 | b1 | c1 | d1  B man: a3 | b3 | c3 | d3  A king: a1 | b3  B king: d3 | c1
}
move go {
  with n in 1..2
  from p in mine
  to   q in ` + to + `
  if   ` + cond + `
  do   top n of p -> q
}
turn go else lose
end { draw if ply > 60 }`
			if cond == "height(q) in {0, 2, 4}" {
				text = strings.ReplaceAll(text, cond, "height(q) = 0 or even(height(q))")
			}
			g := read(t, source.NewFile("heights.rules", text), nil)
			p, err := compiled(g)
			if err != nil {
				t.Fatal(cond, ": ", err)
			}
			if p.Evaluator {
				t.Logf("%s, %s: something is left to the evaluator: %v", cond, to, whys(p.Module))
			}
			agree(t, g, 100, 3)
			agreeOnDraws(t, g, 30, 2)
			if t.Failed() {
				t.Fatal(cond, to)
			}
		}
	}
}

// whys returns why parts of a game are left to the evaluator.
func whys(m *compile.Module) (list []string) {
	for _, e := range m.Report.Entries {
		if e.Level == compile.Left {
			list = append(list, e.Name+": "+strings.Join(e.Whys, "; "))
		}
	}
	return list
}

// Games with towers are compiled as a whole if the rules say how high towers get.
func TestTowersAreCompiled(t *testing.T) {
	long.OneThread(t)
	for _, name := range []string{"dvonn", "focus", "gobblet-gobblers", "lasca", "santorini", "tak"} {
		m, err := compile.Wasm(t.Context(), load(t, name, ""))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if m.Evaluator {
			t.Errorf("%s: left to the evaluator: %v", name, whys(m))
		}
	}
	text := "game \"High\"\nplayers A, B\nboard square(2, 2) with towers\npiece man\n" +
		"move go { at c in cells do place man on c }\nturn go\n"
	_, err := compiled(read(t, source.NewFile("high.rules", text), nil))
	want := "towers of up to 255 pieces; `with towers(N)` says how high they get"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
