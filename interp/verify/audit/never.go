package audit

import (
	"fmt"
	"math/rand/v2"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/interp/eval"
)

const (
	// enough is how many games must have been played before it is worth reporting what did not
	// happen in them.
	enough = 50
	// otherGames is how many games with each choice of options, in turn, look for what never
	// happened.
	otherGames = 20
)

// unseen is the moves and sentences that were never seen. They are identified by their place in the
// text, which is the same whatever the options.
type unseen struct {
	moves     map[int]*ir.Move
	sentences map[int]*ir.Sentence
}

func (u *unseen) empty() bool { return len(u.moves)+len(u.sentences) == 0 }

// reportNever reports the moves that were never possible and the sentences that never decided.
// Before that it looks for them with a machine that sees silent steps too, and in games with other
// options.
func (a *auditor) reportNever() {
	if a.games < enough {
		return
	}
	u := unseen{map[int]*ir.Move{}, map[int]*ir.Sentence{}}
	for id, n := range a.legal {
		if m := a.rules.Moves[id]; n == 0 {
			u.moves[m.Span.Lo] = m
		}
	}
	for i, n := range a.decided {
		if s := a.rules.End[i]; n == 0 {
			u.sentences[s.Span.Lo] = s
		}
	}
	var others []*seeker
	for i, rules := range append([]*ir.Game{a.rules}, a.o.Others...) {
		machine, counts := eval.NewCovered(rules)
		others = append(others,
			&seeker{rules, machine, counts, rand.New(rand.NewPCG(a.o.Seed, 1<<32+uint64(i)))})
	}
	games := 0
	for range otherGames {
		for _, s := range others {
			if u.empty() {
				break
			}
			if a.late() {
				return // silent steps were not looked for long enough
			}
			a.look(s, &u)
			games++
		}
	}
	where := fmt.Sprintf("%d random games", a.games)
	if len(a.o.Others) > 0 {
		where = fmt.Sprintf("%d random games and of %d with other options", a.games, games)
	}
	for _, m := range a.rules.Moves {
		if u.moves[m.Span.Lo] != nil {
			a.find(diag.Note, CodeNever, m.Span, fmt.Sprintf("`%s` was never possible", m.Name),
				fmt.Sprintf("It was never among the legal moves of %s.", where),
				"unless random games simply do not get that far, check its conditions",
				nil)
		}
	}
	for _, s := range a.rules.End {
		if u.sentences[s.Span.Lo] != nil {
			a.find(diag.Note, CodeNoEnd, s.Span, "this sentence never decided a game",
				fmt.Sprintf("None of %s ended by it.", where),
				"unless random games simply do not get that far, check whether an earlier "+
					"sentence always comes first", nil)
		}
	}
}

// seeker plays games with one choice of options and counts what is used in them.
type seeker struct {
	rules   *ir.Game
	machine *eval.Machine
	counts  *eval.Coverage
	rng     *rand.Rand
}

// look plays a game and removes from u what is seen in it.
func (a *auditor) look(s *seeker, u *unseen) {
	p := s.machine.Start()
	for range a.o.Actions {
		moves := s.machine.Moves(p)
		if len(moves) == 0 || a.late() {
			break
		}
		for _, m := range moves {
			if id := int(m.ID()); id < len(s.rules.Moves) {
				delete(u.moves, s.rules.Moves[id].Span.Lo)
			}
		}
		p = s.machine.Play(p, moves[s.rng.IntN(len(moves))])
	}
	if r := p.Result; r != nil && r.Sentence >= 0 {
		delete(u.sentences, s.rules.End[r.Sentence].Span.Lo)
	}
	for _, m := range s.rules.Moves {
		if s.counts.Moves[m] > 0 { // silently, so that it is never listed
			delete(u.moves, m.Span.Lo)
		}
	}
}
