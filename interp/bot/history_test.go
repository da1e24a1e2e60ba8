package bot

import (
	"slices"
	"testing"

	"boardgame/interp/position"
	"boardgame/interp/verify/gametest"
)

// What the history says of a step grows with cutoffs, falls with failures and keeps its bounds.
func TestHistory(t *testing.T) {
	g := gametest.Load(t, "chess", "")
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

// Captures of at least what they risk come first, then the killers, then captures by a piece that
// is worth more than what it takes, and then steps that take nothing. A cutoff by the last of some
// steps tells the history about those before it, but not about the captures that come first.
func TestRiskyCaptures(t *testing.T) {
	g := gametest.Load(t, "chess", "")
	p, err := g.ParsePosition("4k3/7p/8/2p1q3/3P4/3Q4/8/6K1 White fresh=none")
	if err != nil {
		t.Fatal(err)
	}
	s := searchOf(t, g, p, true, true)
	s.setWorths(p)
	moves := slices.Clone(s.space.moves(s.slots[0]))
	quiet := slices.IndexFunc(moves, func(m position.Move) bool { return s.takes(0, m) == 0 })
	s.killers[0][0] = moves[quiet]
	s.sort(moves, 0, 0, false)
	score := s.scores[0]
	if score[0] <= score[1] || score[1] < takesFirst || score[2] >= takesFirst {
		t.Errorf("the pawn's captures do not come first: %v", score)
	}
	if moves[2] != s.killers[0][0] {
		t.Errorf("the killer does not come next: %v", score)
	}
	if s.takes(0, moves[3]) == 0 || score[3] <= 0 || slices.Max(score[4:]) > 0 {
		t.Errorf("the queen's capture does not follow: %v", score)
	}
	f := s.frame(3, 0, -1, 0)
	s.failed(moves[:5], &f)
	for i, m := range moves[:6] {
		if h := s.history[place(m)]; (h < 0) != (i >= 2 && i < 5) {
			t.Errorf("the history of the step %d, of which five failed, is %d", i, h)
		}
	}
}
