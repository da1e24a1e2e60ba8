package position

import "boardgame/dsl/ir"

// Move is one step of a turn (an action): which move of the rules and what the player chose for
// each of its roles, in one word. The high 8 bits are the ir.MoveID, the roles follow in their
// order, and the remaining bits are 0. So words sort by the moves in the rules, then by the values
// of their roles. A [Layout] knows the rest.
type Move uint64

// Pass, Done and Leave are the steps that are not moves of the rules. Leave is never offered, but
// in a game of three or more a player may take it at any time, and is then out.
const (
	Leave = Move(ir.LeaveID) << idShift
	Pass  = Move(ir.PassID) << idShift
	Done  = Move(ir.DoneID) << idShift
)

// Bare returns the step of a move without roles.
func Bare(id ir.MoveID) Move { return Move(id) << idShift }

// ID returns the move of the rules, or ir.PassID or ir.DoneID.
func (m Move) ID() ir.MoveID { return ir.MoveID(m >> idShift) }

const idShift = ir.StepBits - ir.MoveBits

// Layout says where in a [Move] the values of the roles are. It is immutable.
type Layout struct {
	moves [][]field // by move, by role
}

// field is the place of one role: width bits from shift on; a number is signed.
type field struct {
	shift, width uint8
	signed       bool
}

// NewLayout returns the layout of a game's moves, all of which have to fit.
func NewLayout(g *ir.Game) Layout {
	l := Layout{make([][]field, len(g.Moves))}
	for i, mv := range g.Moves {
		fields := make([]field, len(mv.Roles))
		shift := uint8(idShift)
		widths, _ := g.Widths(mv)
		for r := range fields {
			w := uint8(widths[r])
			shift -= w
			fields[r] = field{shift, w, mv.Roles[r].Type == ir.Number && mv.Roles[r].Among == nil}
		}
		l.moves[i] = fields
	}
	return l
}

// sign is added to the numbers of a role, so that the negative ones come first.
func (f field) sign() uint64 {
	if f.signed {
		return 1 << (f.width - 1)
	}
	return 0
}

// Pack returns the step whose roles have the given values: the number of a site, a relation, a kind
// or a player, or the number itself. ok is false if there is no room for a number.
func (l Layout) Pack(id ir.MoveID, values []int64) (m Move, ok bool) {
	m = Bare(id)
	if int(id) >= len(l.moves) {
		return m, len(values) == 0
	}
	for r, f := range l.moves[id] {
		v := uint64(values[r]) + f.sign()
		if v>>f.width != 0 {
			return 0, false
		}
		m |= Move(v) << f.shift
	}
	return m, true
}

// Shift returns the bit position of the value of a role in the steps of a move.
func (l Layout) Shift(id ir.MoveID, role int) uint8 { return l.moves[id][role].shift }

// Unpack returns the values that were given to [Layout.Pack]. A step that is not a move of the
// rules has no values. A word that no game could have packed gives arbitrary values, but does not
// fail.
func (l Layout) Unpack(m Move) (id ir.MoveID, values []int64) {
	id = m.ID()
	if int(id) >= len(l.moves) {
		return id, nil
	}
	values = make([]int64, 0, len(l.moves[id]))
	for _, f := range l.moves[id] {
		values = append(values, f.of(m))
	}
	return id, values
}

// Value returns the value of one role of a move of the rules.
func (l Layout) Value(m Move, role int) int64 { return l.moves[m.ID()][role].of(m) }

func (f field) of(m Move) int64 {
	return int64(uint64(m)>>f.shift&(1<<f.width-1) - f.sign())
}
