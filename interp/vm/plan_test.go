package vm_test

import (
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/catalog"
	"boardgame/interp/vm"
)

// TestPlan shows the plan of every game: each of its moves has a level.
func TestPlan(t *testing.T) {
	for _, name := range catalog.List() {
		t.Run(name, func(t *testing.T) {
			g := load(t, name, "")
			e, err := vm.New(g)
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
			if testing.Verbose() {
				t.Log("\n" + e.Programs())
			}
		})
	}
}

// TestLeft compiles a game of which a part has to be left to the evaluator: the plan says which part and why, and the rest is fast.
func TestLeft(t *testing.T) {
	g := read(t, source.NewFile("left.rules", `game "Left"
players White, Black
board square(3, 3)
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
	e, err := vm.New(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"move put · by the evaluator (a state per cell)\n",
		"move hop · for all sites at once, 8 classes\n",
		"end 1: ply > 20 · once\n",
		"end 2: some c in cells: visits(c) > 1 · by the evaluator (a state per cell)\n",
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
	e, err := vm.New(load(t, name, ""))
	if err != nil {
		t.Fatal(err)
	}
	return e.Plan()
}
