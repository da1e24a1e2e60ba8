package eval_test

import (
	"testing"

	"boardgame/interp/eval"
)

// A man who may wander over an empty board as long as he visits nothing twice has more turns than anybody can compare. The search
// gives up, and what it has not seen is not missed.
func TestPatienceEnds(t *testing.T) {
	for name, then := range map[string]string{
		"compared": "then go, done }\nturn go with most column(mine), row(mine)",
		"demanded": "then go else stop else illegal }\nmove stop { from p in mine & none }\nturn go else pass",
	} {
		t.Run(name, func(t *testing.T) {
			const patience = 2000
			m := eval.New(load(t, `game "Wander"
players A, B
board square(6, 6)
piece man
memory been = a1 this turn
setup { A man: a1 }
move go { from p in mine  to q in p.orthogonal - been  do p -> q, been += q  `+then))
			m.SetPatience(patience)
			p := m.Start()
			if len(m.Moves(p)) == 0 {
				t.Fatal("no step is legal")
			}
			if m.Tried() < patience {
				t.Errorf("%d steps were tried: the test is too easy", m.Tried())
			}
			for range 50 {
				moves := m.Moves(p)
				if len(moves) == 0 {
					break
				}
				if p = m.Play(p, moves[0]); p == nil {
					t.Fatal("a legal step cannot be played")
				}
			}
		})
	}
}
