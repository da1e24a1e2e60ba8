package bot

import (
	"testing"

	"boardgame/interp/position"
)

// When all steps that the width allows are known to lose, the others are tried, the best first.
func TestWidthGivesWay(t *testing.T) {
	lost := &node{proven: []float64{0, 1}}
	n := &node{choices: &choices{steps: []position.Move{3, 4, 7, 5, 6}, leftOut: 3},
		children: []child{{node: lost}, {node: lost}}}
	new(tree).prove(n)
	if n.proven != nil || n.leftOut != 0 {
		t.Fatalf("proven: %v, left out: %v", n.proven, n.leftOut)
	}
	if next := n.steps[len(n.children)]; next != 7 {
		t.Errorf("%v is tried next, not 7", next)
	}
}
