package vm_test

import (
	"strings"
	"testing"

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
				if !strings.Contains(plan, mv.Name+" for ") {
					t.Errorf("the plan says nothing about the move %s", mv.Name)
				}
			}
			if testing.Verbose() {
				t.Log("\n" + e.Programs())
			}
		})
	}
}
