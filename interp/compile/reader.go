package compile

import "boardgame/dsl/ir"

// A reader knows how a position is kept, and what the rules say of its pieces.
type reader struct {
	algebra
	game    *ir.Game
	store   store
	state0  *state
	opposed bool           // nobody can be taken out of the game
	low     int            // how high towers can be in what is being compiled; 0: as the rules say
	facts   *onDemand      // of the program being compiled; nil where facts are not available
	asked   [NumFirst]bool // the facts that some program asks for
}

// A state is what the position looks like at a moment of a program: a node for every set and number
// of it.
type state struct {
	sets []*node
	nums []*node
}

func (s *state) clone() *state {
	return &state{append([]*node(nil), s.sets...), append([]*node(nil), s.nums...)}
}

func (c *reader) field(st *state, i int) *node {
	if i < 0 {
		return c.empty
	}
	return st.sets[i]
}

// fieldSets returns a field as sets by plane, together with its sisters on the other planes.
func (c *reader) fieldSets(st *state, f Field) []*node {
	if f.Kind == OwnedField {
		return c.ownedBy(st, f.Index)
	}
	return c.ofKind(st, f.Index)
}

// ownedBy returns where a player has pieces.
func (c *reader) ownedBy(st *state, player int) []*node {
	sets := c.none()
	for p, i := range c.store.owned[player] {
		sets[p] = c.field(st, i)
	}
	return sets
}

// allOwned returns where any player has pieces.
func (c *reader) allOwned(st *state) []*node {
	sets := c.none()
	for player := range c.game.Players {
		sets = c.union(sets, c.ownedBy(st, player))
	}
	return sets
}

// ofKind returns where pieces of a kind are.
func (c *reader) ofKind(st *state, kind int) []*node {
	sets := c.none()
	for p, i := range c.store.kinds[kind] {
		if i == -2 {
			return c.allOwned(st)
		}
		sets[p] = c.field(st, i)
	}
	return sets
}

// ownable returns where pieces are that players own or could own.
func (c *reader) ownable(st *state) []*node {
	sets := c.allOwned(st)
	for k := range c.game.Kinds {
		if c.store.stray && !c.game.Kinds[k].Neutral {
			sets = c.union(sets, c.ofKind(st, k))
		}
	}
	return sets
}

// occupied returns where pieces are.
func (c *reader) occupied(st *state) []*node {
	sets := c.ownable(st)
	for k := range c.game.Kinds {
		if c.game.Kinds[k].Neutral {
			sets = c.union(sets, c.ofKind(st, k))
		}
	}
	return sets
}

// emptyCells returns the cells without a piece.
func (c *reader) emptyCells(st *state) []*node {
	return c.without(c.sitesConst(c.game.Board.Cells), c.occupied(st))
}

// walls returns where pieces stand that block.
func (c *reader) walls(st *state) []*node {
	sets := c.none()
	for k := range c.game.Kinds {
		if c.game.Kinds[k].Blocks {
			sets = c.union(sets, c.ofKind(st, k))
		}
	}
	return sets
}

// memorySets returns a memory of sites.
func (c *reader) memorySets(st *state, i int) []*node {
	sets := c.none()
	for p, f := range c.store.memory[i] {
		sets[p] = c.field(st, f)
	}
	return sets
}

// tall is how many pieces a tower may have; 1 without towers.
func (c *reader) tall() int {
	if c.low > 0 {
		return c.low
	}
	return max(c.game.Tallest, 1)
}

// floor returns a position whose tops are the pieces at a depth. Only its pieces may be read.
func (c *reader) floor(st *state, depth int) *state {
	if depth == 0 {
		return st
	}
	low := &state{make([]*node, c.store.tops), st.nums}
	for i := range low.sets {
		low.sets[i] = c.field(st, c.store.at(i, depth))
	}
	return low
}

// floors returns all depths of a position, and what stands at each, followed by an empty depth.
func (c *reader) floors(st *state) (floors []*state, occupied [][]*node) {
	for depth := range c.tall() {
		low := c.floor(st, depth)
		floors = append(floors, low)
		occupied = append(occupied, c.occupied(low))
	}
	return floors, append(occupied, c.none())
}

// height compiles how many pieces stand on some sites.
func (c *reader) height(at []*node, occupied [][]*node) *node {
	n := c.integer(0)
	for _, here := range occupied[:len(occupied)-1] {
		for _, s := range c.meet(at, here) {
			n = c.binary(bAdd, n, c.members(s))
		}
	}
	return n
}

// sliced returns the sites whose piece at a depth belongs to a slice. Where nothing lies at that
// depth, the answer has no meaning.
func (c *reader) sliced(s slice, on []*node, depth int, occupied [][]*node) []*node {
	if s.part == ir.Whole {
		return on
	}
	n := s.many
	switch {
	case s.part == ir.Top:
		return c.whenSets(c.binary(bLt, c.integer(int64(depth)), n), on)
	case n.op != nConst && !c.single(on):
		fail("the lowest pieces of many towers, by a number known only while playing")
	case n.op != nConst:
		deep := c.binary(bSub, c.height(on, occupied), n)
		return c.whenSets(c.binary(bLe, deep, c.integer(int64(depth))), on)
	case n.k <= 0:
		return c.none()
	case n.k >= int64(len(occupied)-1-depth):
		return on
	}
	return c.without(on, occupied[depth+int(n.k)])
}

// A slice is which pieces of towers are meant.
type slice struct {
	part ir.Part
	many *node // how many, for Top and Bottom
}

// lowers reports whether everything that a field below the tops can hold certainly lies in a set:
// what lies below has a top above it.
func (c *reader) lowers(field int, in func(top *node) bool) bool {
	if field >= c.store.pieces || c.store.fields[field].Depth == 0 {
		return false
	}
	p := c.store.fields[field].Plane
	for top, f := range c.store.fields[:c.store.tops] {
		if f.Plane == p && !in(c.state0.sets[top]) {
			return false
		}
	}
	return true
}

// next returns the next player in turn order, as a bit.
func (c *reader) next(v *env) *node {
	n := len(c.game.Players)
	if c.opposed {
		return c.integer(1 << ((v.me + 1) % n))
	}
	values := make([]int64, 1<<n)
	for out := range values {
		values[out] = 1 << v.me
		for i := 1; i < n; i++ {
			if next := (v.me + i) % n; out>>next&1 == 0 {
				values[out] = 1 << next
				break
			}
		}
	}
	if n > 6 {
		fail("%d players of whom some may be out", n)
	}
	return c.numberTable(v.st.nums[NumOut], values)
}

// fact returns a number of the position that is computed only when a program reads it.
func (c *reader) fact(v *env, number int) *node {
	switch {
	case c.facts == nil:
		fail("a question about repetitions or being stuck in the middle of a step")
	case number == NumStuck:
		c.facts.stuck = true
	default:
		c.facts.repeats = true
	}
	c.asked[number] = true
	return v.st.nums[number]
}

// perCell reports whether an expression reads a state that is kept per cell.
func (c *reader) perCell(e *ir.Expr) bool {
	return anyExpr(e, func(x *ir.Expr) bool {
		return x.Op == ir.StateOf && c.game.States[x.N].PerCell
	})
}

func (c *reader) attr(e *ir.Expr, kind int) *ir.Expr {
	values := c.game.Attrs[e.N].Values
	if kind >= len(values) {
		return nil
	}
	return values[kind]
}
