package position

import (
	"math/bits"

	"boardgame/dsl/ir"
)

// Move is one step of a turn (an action): which move of the rules and what the player chose for each of its roles, in one
// word. The low 8 bits are the ir.MoveID; a [Layout] knows the rest.
type Move uint64

// Pass and Done are the two steps that are no move of the rules.
const (
	Pass = Move(ir.PassID)
	Done = Move(ir.DoneID)
)

// ID returns the move of the rules, or ir.PassID or ir.DoneID.
func (m Move) ID() ir.MoveID { return ir.MoveID(m) }

const idBits = 8

// Layout says where in a [Move] the values of the roles are. It is immutable.
type Layout struct {
	moves [][]field // by move, by role
}

// field is the place of one role: width bits from shift on; a number is signed.
type field struct {
	shift, width uint8
	signed       bool
}

// The numbers that a player can choose with `with`: what a [Move] has room for beside three sites and a direction on the largest board
// of any game. What is less or greater is not offered.
const (
	numberBits = 18
	MinNumber  = -1 << (numberBits - 1)
	MaxNumber  = 1<<(numberBits-1) - 1
)

// width is how many bits the values of a role need.
func width(g *ir.Game, role *ir.Role) uint8 {
	count := 0
	switch role.Type {
	case ir.Sites:
		count = g.Board.Sites
	case ir.Steps:
		count = 2*len(g.Board.Directions) + 3
	case ir.Kinds:
		count = len(g.Kinds)
	case ir.Players:
		count = len(g.Players)
	default:
		return numberBits
	}
	return uint8(bits.Len(uint(max(count-1, 1))))
}

// Fits reports whether a [Move] has room for the roles of a move. Those for which it has not are a mistake in the rules.
func Fits(g *ir.Game, mv *ir.Move) bool {
	used := idBits
	for r := range mv.Roles {
		used += int(width(g, &mv.Roles[r]))
	}
	return used <= 64
}

// NewLayout returns the layout of a game's moves, all of which have to fit.
func NewLayout(g *ir.Game) Layout {
	l := Layout{make([][]field, len(g.Moves))}
	for i, mv := range g.Moves {
		fields := make([]field, len(mv.Roles))
		shift := uint8(idBits)
		for r := range fields {
			fields[r] = field{shift, width(g, &mv.Roles[r]), mv.Roles[r].Type == ir.Number}
			shift += fields[r].width
		}
		l.moves[i] = fields
	}
	return l
}

// Pack returns the step in which the roles of a move have the given values: the number of a site, a relation, a kind or a
// player, or the number itself. ok is false if a number is not from [MinNumber] to [MaxNumber].
func (l Layout) Pack(id ir.MoveID, values []int64) (m Move, ok bool) {
	m = Move(id)
	if int(id) >= len(l.moves) {
		return m, len(values) == 0
	}
	for r, f := range l.moves[id] {
		v := uint64(values[r])
		if f.signed && values[r]<<(64-f.width)>>(64-f.width) != values[r] || !f.signed && v>>f.width != 0 {
			return 0, false
		}
		m |= Move(v<<(64-f.width)>>(64-f.width)) << f.shift
	}
	return m, true
}

// Compare orders steps by the moves of the rules, then by the values of their roles.
func (l Layout) Compare(a, b Move) int {
	x, y := a.ID(), b.ID()
	if x != y || int(x) >= len(l.moves) {
		return int(x) - int(y)
	}
	for _, f := range l.moves[x] {
		v, w := int64(a>>f.shift<<(64-f.width)), int64(b>>f.shift<<(64-f.width))
		switch {
		case v == w:
		case f.signed && v < w, !f.signed && uint64(v) < uint64(w):
			return -1
		default:
			return 1
		}
	}
	return 0
}

// Unpack returns what [Layout.Pack] was given. Of a step that is no move of the rules there are no values; a word that no
// game could have packed gives some values or other, but does not fail.
func (l Layout) Unpack(m Move) (id ir.MoveID, values []int64) {
	id = m.ID()
	if int(id) >= len(l.moves) {
		return id, nil
	}
	return id, l.AppendValues(make([]int64, 0, len(l.moves[id])), m)
}

// AppendValues appends the values of the roles of m to values.
func (l Layout) AppendValues(values []int64, m Move) []int64 {
	if int(m.ID()) >= len(l.moves) {
		return values
	}
	for _, f := range l.moves[m.ID()] {
		v := uint64(m) >> f.shift << (64 - f.width)
		if f.signed {
			values = append(values, int64(v)>>(64-f.width))
		} else {
			values = append(values, int64(v>>(64-f.width)))
		}
	}
	return values
}
