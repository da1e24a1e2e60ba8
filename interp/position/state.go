// Package position holds what there is to know about one moment of a game: the pieces, whose turn
// it is, the counters and memories, what is left of a turn under way, and what went before.
//
// A [State] is made by the evaluator in interp/eval (or by whoever sets one up by hand) and never
// changed afterwards; the next one is a changed copy. So positions may be kept, shared and compared
// freely. Nothing here knows what rules mean.
package position

import (
	"math/bits"
	"slices"

	"boardgame/dsl/topology"
)

// Nobody is the owner of a neutral piece, and of no piece.
const Nobody = -1

// State is one moment of a game written out, as the evaluator reads and makes it. It is changed
// only by whoever makes it, and never again once it is part of a [Position].
type State struct {
	Owned  []topology.Set // by player: where he has pieces
	OfKind []topology.Set // by kind: where pieces of that kind are, whoever owns them

	// Below holds, by site, the pieces of a tower below the top one, the lowest first; Owned and
	// OfKind know the tops alone. It is nil on a board without towers. The lists of the sites are
	// shared between positions and never changed.
	Below [][]Piece

	// Numbers and Memories hold the counters and memories of the game, flattened as [ir.Game.Base]
	// says: those whose type is a set of sites or of steps are in Memories, all others in Numbers.
	Numbers  []int64
	Memories []topology.Set

	ToMove int    // player whose turn it is
	Ply    int    // turns taken
	Passes int    // turns in a row that were a single pass
	Out    uint16 // bit by player: those who have lost while others play on

	Result *Result // nil while the game is on

	// The turn under way. Between turns Steps is 0 and the rest is empty.
	Steps   int      // steps taken in this turn
	Pending *Pending // what may follow; nil at the start of a turn
	Again   bool     // the same player takes the next turn too
	Passed  bool     // the last step of this turn was a pass
	Trail   *Trail   // the moments of this turn at which it went on, since the last chance step
	Chances int      // how many of the steps nobody chose
	Since   int      // how many there were after the last of these

	// SettingUp is set before the first turn, while chance sets up what is left to it. Steps counts
	// the steps of the set-up then.
	SettingUp bool

	History *History // the turn boundaries so far, the last one first

	// Legal is every legal step in a stable order, and Aim what a turn that begins with one of them
	// must reach. They are filled in by the evaluator when it hands out a position; a position set
	// up by hand has none (see eval.Machine.Settle).
	Legal []Move
	Aim   *Aim
	// Weights says that nobody chooses the next step: it is drawn, and this is how likely each step
	// of Legal is next to the others. Where a player chooses it is nil.
	Weights []int64

	// Touched is the set of sites at which the last step (and the silent steps after it) changed
	// the pieces.
	Touched topology.Set
}

// NewState returns a position without pieces, with the first player to move, for a game of the
// given numbers of players and kinds, and with so many numbers and memories.
func NewState(players, kinds, numbers, memories int) *State {
	sets := make([]topology.Set, players+kinds+memories)
	return &State{
		Owned:    sets[:players:players],
		OfKind:   sets[players : players+kinds : players+kinds],
		Memories: sets[players+kinds:],
		Numbers:  make([]int64, numbers),
	}
}

// Clone returns a copy that shares nothing changeable with p. Its legal steps are forgotten, for it
// is going to be changed.
func (p *State) Clone() *State {
	q := *p
	sets := make([]topology.Set, 0, len(p.Owned)+len(p.OfKind)+len(p.Memories))
	sets = append(append(append(sets, p.Owned...), p.OfKind...), p.Memories...)
	players, kinds := len(p.Owned), len(p.OfKind)
	q.Owned = sets[:players:players]
	q.OfKind = sets[players : players+kinds : players+kinds]
	q.Memories = sets[players+kinds:]
	q.Numbers = append([]int64(nil), p.Numbers...)
	q.Below = slices.Clone(p.Below)
	q.Legal, q.Aim, q.Weights = nil, nil, nil
	return &q
}

// At returns the piece on a site: its owner ([Nobody] of a neutral one) and its kind; ok is false
// where there is none.
func (p *State) At(x topology.Site) (owner, kind int, ok bool) {
	owner = Nobody
	for k := range p.OfKind {
		if p.OfKind[k].Has(x) {
			for player := range p.Owned {
				if p.Owned[player].Has(x) {
					owner = player
				}
			}
			return owner, k, true
		}
	}
	return Nobody, -1, false
}

// Occupied returns the sites with a piece.
func (p *State) Occupied() topology.Set {
	var s topology.Set
	for k := range p.OfKind {
		s = s.Or(p.OfKind[k])
	}
	return s
}

// In reports whether a player is still in the game.
func (p *State) In(player int) bool { return p.Out>>player&1 == 0 }

// Remaining returns how many players are still in the game.
func (p *State) Remaining() int { return len(p.Owned) - bits.OnesCount16(p.Out) }

// NextAfter returns the next player in turn order after the given one who is still in the game; the
// player himself if there is no other.
func (p *State) NextAfter(player int) int {
	for i := 1; i < len(p.Owned); i++ {
		if next := (player + i) % len(p.Owned); p.In(next) {
			return next
		}
	}
	return player
}

// NextMover returns the player who takes the next turn, if the turn under way ends as it stands.
func (p *State) NextMover() int {
	if p.Again && p.In(p.ToMove) {
		return p.ToMove
	}
	return p.NextAfter(p.ToMove)
}

// Remove takes the pieces on the sites off the board. Like [State.Put] it is for positions that are
// still being made.
func (p *State) Remove(sites topology.Set) {
	for i := range p.Owned {
		p.Owned[i] = p.Owned[i].Minus(sites)
	}
	for i := range p.OfKind {
		p.OfKind[i] = p.OfKind[i].Minus(sites)
	}
	if p.Below != nil {
		for x := range sites.All() {
			p.Below[x] = nil
		}
	}
}

// Put puts a piece on a site, in place of the one that stands there; of a tower, in place of the
// top one.
func (p *State) Put(x topology.Site, owner, kind int) {
	for i := range p.Owned {
		p.Owned[i].Delete(x)
	}
	for i := range p.OfKind {
		p.OfKind[i].Delete(x)
	}
	if owner >= 0 {
		p.Owned[owner].Add(x)
	}
	p.OfKind[kind].Add(x)
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

// Result is how a game has ended.
type Result struct {
	// players, ascending: one has won; several have drawn among themselves; none: a draw of all
	Winners  []int
	Draw     bool // nobody has won alone
	Reason   string
	Sentence int     // index of the sentence of `end` that decided; -1: something else did
	Scores   []int64 // by player, where the highest or lowest number wins; else nil
}
