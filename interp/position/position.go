package position

import (
	"slices"
	"sync/atomic"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Position is one moment of a game. It never changes, so it may be kept, shared and compared
// freely. The exception is a position that its caller plays into again and again.
//
// It is a [State] written out, or the form in which an engine plays. That form is written out when
// a caller asks for more than it can tell. The zero value, and nil, are positions of no game:
// nobody is to move, and there are no pieces.
type Position struct {
	state atomic.Pointer[State] // nil: not written out yet
	form  Form                  // nil: the state is all there is
	uses  uint32                // how often Reuse has changed it; 0: it never changes
}

// Form is a position as an engine keeps it. It is immutable.
type Form interface {
	ToMove() int
	Ply() int
	Steps() int
	SettingUp() bool
	Chances() int
	Over() bool
	Result() *Result // nil while the game is on; a new one each time
	// State writes the position out. Its result is shared and must not be changed.
	State() *State
}

// Of returns the position that a state describes. The state must not be changed afterward.
func Of(s *State) *Position {
	p := new(Position)
	p.state.Store(s)
	return p
}

// OfForm makes p, which must not be shared yet, the position of an engine's form: engines keep both
// in one piece of memory.
func OfForm(p *Position, f Form) *Position {
	p.form = f
	return p
}

// Reuse makes p, which belongs to one caller, the position of a state or of a form; see
// [Position.Reusable].
func (p *Position) Reuse(s *State, f Form) {
	if p == nil {
		return
	}
	p.state.Store(s)
	p.form = f
	p.uses++
}

// Reusable reports whether p may be overwritten: it is new, or has been made by [Position.Reuse].
func (p *Position) Reusable() bool {
	return p != nil && (p.uses > 0 || p.form == nil && p.state.Load() == nil)
}

// Uses returns how often p has been overwritten, for caches of positions.
func (p *Position) Uses() uint32 {
	if p == nil {
		return 0
	}
	return p.uses
}

// Form returns the form in which an engine keeps the position; nil if there is none.
func (p *Position) Form() Form {
	if p == nil {
		return nil
	}
	return p.form
}

var none = &State{ToMove: Nobody}

// State returns the position written out, for packages that know what rules mean. It is shared and
// must not be changed; see [Position.Clone].
func (p *Position) State() *State {
	if p == nil {
		return none
	}
	if s := p.state.Load(); s != nil {
		return s
	}
	if p.form == nil {
		return none
	}
	p.state.CompareAndSwap(nil, p.form.State())
	return p.state.Load()
}

// Clone returns a copy of the position written out. The caller may change it and make it a new
// position with [Of].
func (p *Position) Clone() *State { return p.State().Clone() }

// Ended returns the same position with the game over.
func (p *Position) Ended(r *Result) *Position {
	s := p.Clone()
	s.Result = r.clone()
	return Of(s)
}

// ToMove returns the player whose turn it is.
func (p *Position) ToMove() int {
	if p != nil && p.form != nil {
		return p.form.ToMove()
	}
	return p.State().ToMove
}

// Ply returns how many turns have been taken.
func (p *Position) Ply() int {
	if p != nil && p.form != nil {
		return p.form.Ply()
	}
	return p.State().Ply
}

// Steps returns how many steps have been taken in the current turn, or in the setup.
func (p *Position) Steps() int {
	if p != nil && p.form != nil {
		return p.form.Steps()
	}
	return p.State().Steps
}

// Over reports whether the game has ended.
func (p *Position) Over() bool {
	if p != nil && p.form != nil {
		return p.form.Over()
	}
	return p.State().Result != nil
}

// Result returns how the game has ended, a copy; nil while it is on.
func (p *Position) Result() *Result {
	if p != nil && p.form != nil {
		return p.form.Result()
	}
	return p.State().Result.clone()
}

// Passes returns how many turns in a row were a single pass.
func (p *Position) Passes() int { return p.State().Passes }

// Players and Kinds return how many there are of each.
func (p *Position) Players() int { return len(p.State().Owned) }

// Kinds returns how many kinds of pieces there are.
func (p *Position) Kinds() int { return len(p.State().OfKind) }

// Owned returns where a player has pieces.
func (p *Position) Owned(player int) topology.Set { return at(p.State().Owned, player) }

// OfKind returns where pieces of a kind are, whoever owns them.
func (p *Position) OfKind(kind int) topology.Set { return at(p.State().OfKind, kind) }

// at returns one of some sets, or none if there is no such set.
func at(sets []topology.Set, i int) topology.Set {
	if i < 0 || i >= len(sets) {
		return topology.Set{}
	}
	return sets[i]
}

// Owns reports whether a player has a piece on a site.
func (p *Position) Owns(player int, x topology.Site) bool {
	owned := p.Owned(player)
	return owned.Has(x)
}

// Pieces returns how many pieces a player has on the board.
func (p *Position) Pieces(player int) int {
	owned := p.Owned(player)
	return owned.Len()
}

// SettingUp reports whether chance is still setting up the game.
func (p *Position) SettingUp() bool {
	if p != nil && p.form != nil {
		return p.form.SettingUp()
	}
	return p.State().SettingUp
}

// Chances returns how many steps of the current turn were drawn by chance.
func (p *Position) Chances() int {
	if p != nil && p.form != nil {
		return p.form.Chances()
	}
	return p.State().Chances
}

// InTurn reports whether a turn is in progress, so that only its continuations can be played.
func (p *Position) InTurn() bool { return p.State().Pending != nil }

// Touched returns the sites at which the last step, and the silent steps after it, changed the
// pieces.
func (p *Position) Touched() topology.Set { return p.State().Touched }

// At returns the piece on a site: its owner ([Nobody] of a neutral one) and its kind; ok is false
// where there is none.
func (p *Position) At(x topology.Site) (owner, kind int, ok bool) { return p.State().At(x) }

// Tower returns the pieces on a site, the lowest first.
func (p *Position) Tower(x topology.Site) []Piece { return p.State().Tower(x) }

// Occupied returns the sites with a piece.
func (p *Position) Occupied() topology.Set { return p.State().Occupied() }

// In reports whether a player is still in the game.
func (p *Position) In(player int) bool { return p.State().In(player) }

// Number returns a value of a counter, or of a memory that is not of sites or steps; 0 where there
// is none. See [ir.Game.StateIndex].
func (p *Position) Number(g *ir.Game, state, player, kind int, cell topology.Site) int64 {
	return p.State().Number(g, state, player, kind, cell)
}

// Memory returns a value of a memory of sites; steps are there as a set of relation numbers. Empty
// where there is none.
func (p *Position) Memory(g *ir.Game, state, player, kind int, cell topology.Site) topology.Set {
	return p.State().Memory(g, state, player, kind, cell)
}

// Changed returns the sites at which the pieces of p and q differ. Both are of one game.
func (p *Position) Changed(q *Position) topology.Set { return p.State().Changed(q.State()) }

// Key stands for all that [Position.Equal] compares.
func (p *Position) Key() Key { return p.State().Key() }

// Hash returns a number that is equal for positions that are [Position.Equal].
func (p *Position) Hash() uint64 { return p.State().Hash() }

// Equal reports whether a game goes on from both positions in the same way; see [State.Equal].
func (p *Position) Equal(q *Position) bool { return p.State().Equal(q.State()) }

// TurnOver reports whether a turn, or the setup before the first one, has ended with a step from p
// to q.
func TurnOver(p, q *Position) bool {
	return q.Ply() != p.Ply() || q.Over() || p.SettingUp() && !q.SettingUp()
}

// TurnTaken reports whether a turn of a player has ended with a step from p to q. It is [TurnOver]
// without the end of a random setup, which is no turn.
func TurnTaken(p, q *Position) bool { return TurnOver(p, q) && !p.SettingUp() }

// clone returns a copy that shares nothing.
func (r *Result) clone() *Result {
	if r == nil {
		return nil
	}
	q := *r
	q.Winners, q.Scores = slices.Clone(r.Winners), slices.Clone(r.Scores)
	return &q
}
