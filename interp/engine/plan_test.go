package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// TestPlan shows the plan of every game: each of its moves has a level.
func TestPlan(t *testing.T) {
	for _, name := range ruleset.List() {
		t.Run(name, func(t *testing.T) {
			g := load(t, name, "")
			e, err := compiled(g)
			if err != nil {
				t.Fatal(err)
			}
			plan := e.Plan()
			t.Log("\n" + plan)
			for _, mv := range g.Moves {
				if !strings.Contains(plan, "move "+mv.Name+" · ") {
					t.Errorf("the plan says nothing about the move %s", mv.Name)
				}
			}
		})
	}
}

// TestLeft compiles a game with a part that has to be left to the evaluator: the plan says which
// part and why, and the rest is fast.
func TestLeft(t *testing.T) {
	g := read(t, source.NewFile("left.rules", `game "Left"
players White, Black
board square(6, 6)
piece man
counter visits per cell = 0
move put {
  at c in empty
  do place man on c, visits(c) += 1
}
move hop {
  from p in mine
  to   q in empty & p.around
  do   p -> q
}
turn put, hop else draw
end {
  draw if ply > 20
  win  if some c in cells: visits(c) > 1
}`), nil)
	e, err := compiled(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"move put · by the evaluator (a state per cell of 36 cells)\n",
		"move hop · for all sites at once, 8 classes\n",
		"end 1: ply > 20 · once\n",
		"end 2: some c in cells: visits(c) > 1 · by the evaluator (a state per cell of 36 cells)\n",
	} {
		if !strings.Contains(e.Plan(), want) {
			t.Errorf("the plan does not say %q:\n%s", want, e.Plan())
		}
	}
	agree(t, g, 300, 1)
	agreeOnDraws(t, g, 100, 1)
}

// planOf returns the plan of a ruleset.
func planOf(t *testing.T, name string) string {
	t.Helper()
	e, err := compiled(load(t, name, ""))
	if err != nil {
		t.Fatal(err)
	}
	return e.Plan()
}

// TestCases plays a game in which what a step does is apart for either case of a condition, and one
// with many large numbers.
func TestCases(t *testing.T) {
	g := read(t, source.NewFile("programs.rules", `game "Programs"
players White facing north, Black facing south
board square(6, 6)
piece man
piece king
counter strength per player = 3
counter rests = 0
setup {
  White man: rank(1)
  Black man: rank(6)
}
move walk {
  from p in mine
  to   q in p.around & empty
  let  crown = p in man and q in edge(forward)
  do   p -> q, q becomes king when crown
  then rest when not crown and count(theirs) < 6
}
move rest {
  do rests += 1
}
move hit {
  at c in theirs & mine.around
  if strength > 0
  do remove c, strength -= 1
}
turn hit when strength >= 2 and some king, walk when ply != 30 and ply < 58 and no theirs & edge(backward) & king, hit else draw
end {
  lose if count(mine) < 2 and rests = 2
  draw if ply >= 60 or strength <= 0 and no king
}`), nil)
	agree(t, g, 2000, 1)

	var b strings.Builder
	b.WriteString("game \"Numbers\"\nplayers White, Black\nboard square(5, 5)\npiece man\ncounter " +
		"n = 0\nmove put {\n  at c in empty\n  do place man on c, n += 100003*ply\n}\nturn put " +
		"else draw\nend {\n")
	for i := range 90 {
		fmt.Fprintf(&b, "  win if n mod %d > %d\n", 701+i, 699+i)
	}
	b.WriteString("}\n")
	agree(t, read(t, source.NewFile("numbers.rules", b.String()), nil), 500, 1)
}
