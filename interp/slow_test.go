package interp_test

import (
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/engine"
	"boardgame/testdata/long"
)

// slowRules is a game whose every step has to be tried, each with a look at the whole board.
const slowRules = `game "Slow"
players White, Black
board square(32, 32)
piece man
memory home = a1
setup {
  White man: rank(1) | rank(2)
  Black man: rank(32)
}
move hop {
  from p in mine
  to   q in p.around{1..9} & empty
  do   p -> q, home += q
  ensure count(mine.around.around | theirs.around.around | home.around.around) > 2
  then rest
}
move rest { do home -= a1 }
turn hop else lose
end {
  draw if ply > 20 or repetitions > 1
}
`

// Where the evaluator takes long for a question, the game is compiled and its program answers: the
// start, its steps, what they lead to, and a position set up by hand.
func TestSlowQuestions(t *testing.T) {
	long.OneThread(t)
	rules, problems := dsl.Load(source.NewFile("slow.rules", slowRules), nil, nil)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	g, slow := interp.New(rules), interp.NewReference(rules)
	p, want := g.Start(), slow.Start()
	if !g.Program().Holds(p) {
		t.Error("the evaluator has found the start of a game that it takes long for")
	}
	for ply := range 3 {
		if a, b := p.State(), want.State(); !a.Equal(b) {
			t.Fatalf("ply %d: other positions", ply)
		}
		moves, same := g.Moves(p), slow.Moves(want)
		if len(moves) != len(same) {
			t.Fatalf("ply %d: %d steps, want %d", ply, len(moves), len(same))
		}
		m := moves[len(moves)/2]
		var err error
		if p, err = g.Play(p, m); err != nil {
			t.Fatal(err)
		}
		if want, err = slow.Play(want, m); err != nil {
			t.Fatal(err)
		}
	}
	other, same := g.StartWith(1), slow.StartWith(1)
	if !g.Program().Holds(other) {
		t.Error("the evaluator has found another start")
	}
	if a, b := other.State(), same.State(); !a.Equal(b) || a.ToMove != 1 ||
		len(g.Moves(other)) != len(slow.Moves(same)) {
		t.Error("with the other player first, the game begins elsewhere")
	}
	byHand, err := g.ParsePosition(slow.PositionText(want))
	if err != nil {
		t.Fatal(err)
	}
	if !g.Program().Holds(byHand) {
		t.Error("the evaluator has settled a position that it takes long for")
	}
	if !byHand.State().Equal(want.State()) || len(g.Moves(byHand)) != len(slow.Moves(want)) {
		t.Error("a position that was read is another one")
	}
	again, err := engine.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	if !again.Start().State().Equal(slow.Start().State()) {
		t.Error("the program begins elsewhere")
	}
}
