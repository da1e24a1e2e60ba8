package bot

import (
	"slices"
	"testing"

	"boardgame/interp/position"
)

// When all steps that the width allows are known to lose, the others are tried, the best first.
func TestWidthGivesWay(t *testing.T) {
	best, second, third := position.Move(7), position.Move(5), position.Move(6)
	n := &node{choices: &choices{leftOut: []position.Move{best, second, third}},
		children: []*node{{proven: []float64{0, 1}}, {proven: []float64{0, 1}}}}
	new(tree).prove(n)
	if n.proven != nil || n.leftOut != nil {
		t.Fatalf("proven: %v, left out: %v", n.proven, n.leftOut)
	}
	// the next one last
	if want := []position.Move{third, second, best}; !slices.Equal(n.untried, want) {
		t.Errorf("to be tried: %v, not %v", n.untried, want)
	}
}
