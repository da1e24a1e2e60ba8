// Package position holds everything there is to know about one moment of a game: the pieces, the
// player to move, the counters and memories, the rest of an unfinished turn, and the history.
//
// A [State] is made by the evaluator in interp/eval (or by whoever sets one up by hand) and never
// changed afterward; the next one is a changed copy. So positions may be kept, shared and compared
// freely. Nothing in this package knows what rules mean.
package position

import (
	"math/bits"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// Nobody is the owner of a neutral piece, and of no piece.
const Nobody = value.Nobody

// State is one moment of a game written out, as the evaluator reads and makes it. It is changed
// only by whoever makes it, and never again once it is part of a [Position].
type State struct {
	value.Facts // what expressions read

	ToMove int // player whose turn it is

	Result *Result // nil while the game is on

	// The turn under way. Between turns Steps is 0 and the rest is empty.
	Steps   int      // steps taken in this turn
	Pending *Pending // what may follow; nil at the start of a turn
	Again   bool     // the same player takes the next turn too
	Passed  bool     // the last step of this turn was a pass
	Trail   *Trail   // the moments of this turn at which it went on, since the last chance step
	Chances int      // how many of the steps were drawn by chance
	Since   int      // how many there were after the last of these

	// SettingUp is set before the first turn, while chance sets up the game. Steps then counts the
	// steps of the setup.
	SettingUp bool

	History *History // the turn boundaries so far, the last one first

	// Legal is every legal step in a stable order, and Aim what a turn that begins with one of them
	// must reach. They are filled in by the evaluator when it hands out a position; a position set
	// up by hand has none (see eval.Machine.Settle).
	Legal []Move
	Aim   *Aim
	// Weights says that the next step is drawn by chance: it gives the relative probability of each
	// step of Legal. If a player chooses, it is nil.
	Weights []int64

	// Touched is the set of sites at which the last step (and the silent steps after it) changed
	// the pieces.
	Touched topology.Set
}

// NewState returns a position without pieces, with the first player to move, for a game of the
// given numbers of players and kinds, and with so many numbers and memories.
func NewState(players, kinds, numbers, memories int) *State {
	return &State{Facts: value.NewFacts(players, kinds, numbers, memories)}
}

// Clone returns a copy that shares nothing changeable with p. It drops the legal steps, because the
// copy is going to be changed.
func (p *State) Clone() *State {
	q := *p
	q.Facts = p.Facts.Clone()
	q.Legal, q.Aim, q.Weights = nil, nil, nil
	return &q
}

// Remaining returns how many players are still in the game.
func (p *State) Remaining() int { return len(p.Owned) - bits.OnesCount16(p.Out) }

// NextMover returns the player who takes the next turn, if the current turn ends as it stands.
func (p *State) NextMover() int {
	switch {
	case p.Again && p.In(p.ToMove):
		return p.ToMove
	case len(p.Owned) == 2: // if one is out, the game is over; the players still alternate
		return 1 - p.ToMove
	}
	return p.NextAfter(p.ToMove)
}

// Changed returns the sites at which the pieces of p and q differ. Both are of one game.
func (p *State) Changed(q *State) topology.Set {
	var s topology.Set
	differ := func(a, b []topology.Set) {
		for i := range a {
			for w := range s {
				s[w] |= a[i][w] ^ b[i][w]
			}
		}
	}
	differ(p.Owned, q.Owned)
	differ(p.OfKind, q.OfKind)
	for x := range p.Below {
		if !slices.Equal(p.Below[x], q.Below[x]) {
			s.Add(topology.Site(x))
		}
	}
	return s
}

// Result is how a game ended.
type Result struct {
	// players, ascending: one, or all of a team, has won; several have drawn among themselves; none:
	// a draw of all
	Winners  []int
	Draw     bool // no player and no team has won alone
	Reason   string
	Sentence int     // index of the sentence of `end` that decided; -1: something else did
	Scores   []int64 // by player that of the team, where the highest or lowest number wins; else nil
}
