package bot

import (
	"slices"
	"testing"
)

// What the history says of a step grows with cutoffs, falls with failures and keeps its bounds.
func TestHistory(t *testing.T) {
	g := shipped(t, "chess")
	s := searchOf(t, g, g.Start(), true, true)
	moves := s.space.moves(s.slots[0])
	for range 1000 {
		s.remember(moves[0], 20, 1)
		s.remember(moves[1], 20, -1)
		s.remember(moves[2], 0, 1)
	}
	good, bad := s.history[place(moves[0])], s.history[place(moves[1])]
	none := s.history[place(moves[2])]
	if good <= historyMost/2 || good > historyMost || bad != -good || none != 0 {
		t.Errorf("the history has %d, %d and %d", good, bad, none)
	}
}

// Captures of more than they risk come first, then captures by a piece that is worth more than what
// it takes, and then steps that take nothing.
func TestRiskyCaptures(t *testing.T) {
	g := shipped(t, "chess")
	p, err := g.ParsePosition("4k3/7p/8/2p1q3/3P4/3Q4/8/6K1 White fresh=none")
	if err != nil {
		t.Fatal(err)
	}
	s := searchOf(t, g, p, true, true)
	s.setWorths(p)
	moves := slices.Clone(s.space.moves(s.slots[0]))
	s.sort(moves, 0, 0, false)
	score := s.scores[0]
	if score[0] <= score[1] || score[1] < takesFirst || score[2] >= takesFirst {
		t.Errorf("the pawn's captures do not come first: %v", score)
	}
	if s.takes(0, moves[2]) == 0 || score[2] <= 0 || slices.Max(score[3:]) > 0 {
		t.Errorf("the queen's capture does not come next: %v", score)
	}
}
