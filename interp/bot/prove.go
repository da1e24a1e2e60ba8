package bot

import (
	"math/bits"
	"slices"

	"boardgame/interp/position"
)

// This file proves by df-pn (Nagai, Df-pn algorithm for searching AND/OR trees and its
// applications, 2002): depth-first proof-number search. It goes where the fewest positions are
// still to be shown, however deep that is, so it suits games of threats, whose proofs are narrow
// and deep. It answers one question: whether the player at the root reaches a goal, a win or at
// least a draw.

// effort is how many positions still have to be shown, at least, to prove that the goal is reached,
// and to refute it.
type effort struct{ proof, refutal uint32 }

// never is the effort for what is impossible.
const never = uint32(1) << 30

// of returns both numbers: first the one of which a player needs a single step, for the player at
// the root that of the proof.
func (e effort) of(mine bool) (one, all uint32) {
	if mine {
		return e.proof, e.refutal
	}
	return e.refutal, e.proof
}

// guess is the effort that the last search found for a position.
type guess struct {
	key uint64
	effort
	nodes uint32
}

const guessBytes = 24

// kid is a step of a position with what is known of the position after it.
type kid struct {
	move position.Move
	id   identity
	effort
	low, high Outcome
}

// prover is what a solver knows of efforts.
type prover struct {
	guesses []guess
	kids    [][]kid    // by distance from the root
	path    []identity // of the positions from the root on
	// play went in a circle or too far: the answer would depend on the way to a position
	circles bool
	spent   int64 // positions
	deepest int
}

// leastProof is the number of positions of the first attempt.
const leastProof = 1000

// prove looks for a proof, for three times as many positions as the search by depth has taken so
// far.
func (s *solver) prove(best *Solution) {
	for !best.Exact() && !s.circles && !s.stopped {
		goal, begun := goalOf(best), s.nodes
		if s.until = begun + max(leastProof-s.spent, 3*s.nodes-4*s.spent); s.until <= begun {
			break
		}
		s.path = s.path[:0]
		s.mid(0, goal, effort{never, never})
		s.spent += s.nodes - begun
		if p, known := s.find(s.identity(0)); known {
			best.Low, best.High = max(best.Low, p.low), min(best.High, p.high)
		}
		if s.nodes == s.until {
			s.stopped = false
			break
		}
	}
	if s.until = 0; !best.Exact() {
		return
	}
	// What the table has forgotten is proven again, unless that takes too long.
	s.until = 2*s.nodes + leastProof
	if m, ok := s.keeping(0, mostSolved, best.Low); ok {
		best.Line = s.line(m, best.Low, mostSolved)
	}
	s.stopped, s.until = false, 0
}

// goalOf returns the outcome to prove or to refute next: a win, a draw, then a greater margin.
func goalOf(known *Solution) Outcome {
	switch {
	case known.Low >= Win:
		return known.Low + 1
	case known.High >= Win:
		return Win
	case known.High < Draw:
		return known.High
	}
	return Draw
}

// mid searches a position until one of its numbers reaches a limit.
func (s *solver) mid(ply int, goal Outcome, limit effort) effort {
	id := s.identity(ply)
	if p, known := s.find(id); known && (p.low >= goal || p.high < goal) {
		return settled(p.low >= goal)
	}
	s.count()
	s.deepest, s.circles = max(s.deepest, ply), s.circles || ply >= mostSolved
	if s.stopped || s.circles {
		return effort{1, 1}
	}
	begun := s.nodes
	s.path = append(s.path, id)
	defer func() { s.path = s.path[:ply] }()
	mine := s.mine(s.slot(ply))
	for len(s.kids) <= ply {
		s.kids = append(s.kids, nil)
	}
	kids, scores := s.kids[ply][:0], s.scores[ply][:0]
	moves := append(s.steps[ply][:0], s.space.moves(s.slots[ply])...)
	for _, m := range moves {
		scores = append(scores, int64(*s.luck(m, mine)))
	}
	s.steps[ply], s.scores[ply] = moves, scores
	sortBy(moves, scores)
	for _, m := range moves {
		kids = append(kids, kid{move: m})
	}
	s.kids[ply] = kids
	for i := range kids {
		s.play(ply, kids[i].move)
		if s.look(&kids[i], ply+1, goal); s.circles {
			return effort{1, 1}
		}
	}
	ones, alls := limit.of(mine)
	for {
		one, next, all, at := never, never, uint32(0), 0
		for i := range kids {
			a, b := kids[i].of(mine)
			if all = min(all+b, never); a < one {
				one, next, at = a, one, i
			} else {
				next = min(next, a)
			}
		}
		if one == 0 {
			all = never
		}
		now := effort{one, all}
		if !mine {
			now = effort{all, one}
		}
		switch {
		case one == 0 || all == 0:
			if one == 0 {
				s.cutOff(kids[at].move, mine, 1)
			}
			s.settle(id, kids, mine, s.nodes-begun)
			return now
		case one >= ones || all >= alls:
			s.guess(guess{id.asked(), now, uint32(min(s.nodes-begun+1, int64(never)))})
			return now
		}
		_, b := kids[at].of(mine)
		to := effort{min(ones, next+next/4+1), min(alls-all+b, never)}
		if !mine {
			to = effort{to.refutal, to.proof}
		}
		s.play(ply, kids[at].move)
		k := &kids[at]
		k.effort = s.mid(ply+1, goal, to)
		if p, known := s.find(k.id); known {
			k.low, k.high = p.low, p.high
		}
		if s.stopped || s.circles {
			return now
		}
	}
}

// settled is the effort for what is decided.
func settled(reached bool) effort {
	if reached {
		return effort{0, never}
	}
	return effort{never, 0}
}

// look notes what is known of the position after a step, which has been played.
func (s *solver) look(k *kid, ply int, goal Outcome) {
	s.slot(ply)
	if v, over := s.over(ply); over {
		k.low, k.high, k.effort = v, v, settled(v >= goal)
		return
	}
	k.low, k.high, k.id = s.least, s.most, s.identity(ply)
	if p, known := s.find(k.id); known {
		k.low, k.high = p.low, p.high
	}
	key := k.id.asked()
	first, second := s.asked(key)
	switch {
	case k.low >= goal || k.high < goal:
		k.effort = settled(k.low >= goal)
	case slices.Contains(s.path, k.id):
		s.circles = true
	case first.key == key:
		k.effort = first.effort
	case second.key == key:
		k.effort = second.effort
	default:
		k.effort = effort{uint32(s.space.Count(s.slots[ply])), 1} // mobility
		if s.mine(s.slots[ply]) {
			k.effort = effort{1, k.proof}
		}
	}
}

// asked is the key of the guess about a position: with another lead, the goal is another one.
func (id identity) asked() uint64 { return id.key + uint64(id.lead)*0xd6e8feb86659fd93 }

// asked returns the two places of the guess with a key.
func (s *prover) asked(key uint64) (first, second *guess) {
	i, _ := bits.Mul64(key, uint64(len(s.guesses)/2))
	return &s.guesses[2*i], &s.guesses[2*i+1]
}

// guess remembers an effort: in the first of two places what took longest, in the second the last.
func (s *solver) guess(g guess) {
	first, second := s.asked(g.key)
	if first.key == g.key || first.nodes <= g.nodes {
		if first.key != g.key {
			*second = *first
		}
		*first = g
		return
	}
	*second = g
}

// settle remembers the bounds that follow from those of the steps.
func (s *solver) settle(id identity, kids []kid, mine bool, nodes int64) {
	p := proof{key: id.key, low: s.least, high: s.most, cap: s.most, floor: s.least}
	if old, known := s.find(id); known {
		p = old
	}
	low, high := kids[0].low, kids[0].high
	for _, k := range kids {
		if mine {
			low, high = max(low, k.low), max(high, k.high)
		} else {
			low, high = min(low, k.low), min(high, k.high)
		}
	}
	p.low, p.high = max(p.low, low), min(p.high, high)
	p.effort = uint32(min(int64(p.effort)+nodes+1, int64(never)))
	s.keep(p, id.lead)
}
