package bot

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/position"
)

// slot is a place for a position in a space.
type slot int32

// space is where a search keeps its positions, for one goroutine: numbered slots that are overwritten as
// the search goes up and down. It asks of a position only what a search needs to know, so that an engine can
// answer from the form in which it plays.
type space interface {
	// add makes room for one more position.
	add() slot
	// set puts a position into a slot; position returns it.
	set(at slot, p *position.Position)
	position(at slot) *position.Position
	// play puts the position after a legal step into another slot.
	play(to, from slot, m position.Move)
	// moves returns the legal steps; the slice holds until the slot is overwritten and must not be changed.
	moves(at slot) []position.Move
	// weights is nil unless nobody chooses here; then it says how likely each step is next to the others.
	weights(at slot) []int64
	result(at slot) *position.Result // nil while the game is on
	toMove(at slot) int
	ply(at slot) int     // turns taken
	inTurn(at slot) bool // a turn is under way
	hash(at slot) uint64 // equal for positions from which the game goes on in the same way
	// owner returns who has a piece on a site, [position.Nobody] for a neutral one, and its kind; ok is false
	// where there is none.
	owner(at slot, x topology.Site) (player, kind int, ok bool)
	pieces(at slot, player int) int // how many stand on the board
	value(at slot, v *ir.Value, me int) int64
}

// positions is the space of any engine: slots of positions as values.
type positions struct {
	e   interp.Engine
	all []*position.Position
}

func newSpace(e interp.Engine) space { return &positions{e: e} }

func (s *positions) add() slot {
	s.all = append(s.all, nil)
	return slot(len(s.all) - 1)
}

func (s *positions) set(at slot, p *position.Position)   { s.all[at] = p }
func (s *positions) position(at slot) *position.Position { return s.all[at] }
func (s *positions) play(to, from slot, m position.Move) { s.all[to] = s.e.Play(s.all[from], m) }
func (s *positions) moves(at slot) []position.Move       { return s.e.Moves(s.all[at]) }
func (s *positions) weights(at slot) []int64             { return s.e.Weights(s.all[at]) }
func (s *positions) result(at slot) *position.Result     { return s.all[at].Result }
func (s *positions) toMove(at slot) int                  { return s.all[at].ToMove }
func (s *positions) ply(at slot) int                     { return s.all[at].Ply }
func (s *positions) inTurn(at slot) bool                 { return s.all[at].Pending != nil }
func (s *positions) hash(at slot) uint64                 { return s.all[at].Hash() }

func (s *positions) owner(at slot, x topology.Site) (player, kind int, ok bool) {
	return s.all[at].At(x)
}

func (s *positions) pieces(at slot, player int) int { return s.all[at].Owned[player].Len() }

func (s *positions) value(at slot, v *ir.Value, me int) int64 { return s.e.Value(s.all[at], v, me) }
