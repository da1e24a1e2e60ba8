package symbolic

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
)

// A Reader knows how a position is kept, and what the rules say of its pieces.
type Reader struct {
	G       *graph.Graph
	Alg     *Algebra
	Game    *ir.Game
	Store   store
	State0  *State
	Opposed bool           // nobody can be taken out of the game
	Low     int            // how high towers can be in what is being compiled; 0: as the rules say
	Facts   *OnDemand      // of the program being compiled; nil where facts are not available
	Asked   [NumFirst]bool // the facts that some program asks for
}

// A State is what the position looks like at a moment of a program: a node for every set and number
// of it.
type State struct {
	Sets []*graph.Node
	Nums []*graph.Node
}

func (s *State) Clone() *State {
	return &State{append([]*graph.Node(nil), s.Sets...), append([]*graph.Node(nil), s.Nums...)}
}

func (c *Reader) Field(st *State, i int) *graph.Node {
	if i < 0 {
		return c.G.Empty
	}
	return st.Sets[i]
}

// FieldSets returns a field as sets by plane, together with its sisters on the other planes.
func (c *Reader) FieldSets(st *State, f Field) []*graph.Node {
	if f.Kind == OwnedField {
		return c.OwnedBy(st, f.Index)
	}
	return c.OfKind(st, f.Index)
}

// OwnedBy returns where a player has pieces.
func (c *Reader) OwnedBy(st *State, player int) []*graph.Node {
	sets := c.Alg.None()
	for p, i := range c.Store.Owned[player] {
		sets[p] = c.Field(st, i)
	}
	return sets
}

// allOwned returns where any player has pieces.
func (c *Reader) allOwned(st *State) []*graph.Node {
	sets := c.Alg.None()
	for player := range c.Game.Players {
		sets = c.Alg.Union(sets, c.OwnedBy(st, player))
	}
	return sets
}

// OfKind returns where pieces of a kind are.
func (c *Reader) OfKind(st *State, kind int) []*graph.Node {
	sets := c.Alg.None()
	for p, i := range c.Store.Kinds[kind] {
		if i == -2 {
			return c.allOwned(st)
		}
		sets[p] = c.Field(st, i)
	}
	return sets
}

// Ownable returns where pieces are that players own or could own.
func (c *Reader) Ownable(st *State) []*graph.Node {
	sets := c.allOwned(st)
	for k := range c.Game.Kinds {
		if c.Store.stray && !c.Game.Kinds[k].Neutral {
			sets = c.Alg.Union(sets, c.OfKind(st, k))
		}
	}
	return sets
}

// Occupied returns where pieces are.
func (c *Reader) Occupied(st *State) []*graph.Node {
	sets := c.Ownable(st)
	for k := range c.Game.Kinds {
		if c.Game.Kinds[k].Neutral {
			sets = c.Alg.Union(sets, c.OfKind(st, k))
		}
	}
	return sets
}

// EmptyCells returns the cells without a piece.
func (c *Reader) EmptyCells(st *State) []*graph.Node {
	return c.Alg.Without(c.Alg.SitesConst(c.Game.Board.Cells), c.Occupied(st))
}

// walls returns where pieces stand that block.
func (c *Reader) walls(st *State) []*graph.Node {
	sets := c.Alg.None()
	for k := range c.Game.Kinds {
		if c.Game.Kinds[k].Blocks {
			sets = c.Alg.Union(sets, c.OfKind(st, k))
		}
	}
	return sets
}

// MemorySets returns a memory of sites.
func (c *Reader) MemorySets(st *State, i int) []*graph.Node {
	sets := c.Alg.None()
	for p, f := range c.Store.Memory[i] {
		sets[p] = c.Field(st, f)
	}
	return sets
}

// Tall is how many pieces a tower may have; 1 without towers.
func (c *Reader) Tall() int {
	if c.Low > 0 {
		return c.Low
	}
	return max(c.Game.Tallest, 1)
}

// Floor returns a position whose tops are the pieces at a depth. Only its pieces may be read.
func (c *Reader) Floor(st *State, depth int) *State {
	if depth == 0 {
		return st
	}
	low := &State{make([]*graph.Node, c.Store.Tops), st.Nums}
	for i := range low.Sets {
		low.Sets[i] = c.Field(st, c.Store.At(i, depth))
	}
	return low
}

// Floors returns all depths of a position, and what stands at each, followed by an empty depth.
func (c *Reader) Floors(st *State) (floors []*State, occupied [][]*graph.Node) {
	for depth := range c.Tall() {
		low := c.Floor(st, depth)
		floors = append(floors, low)
		occupied = append(occupied, c.Occupied(low))
	}
	return floors, append(occupied, c.Alg.None())
}

// Height compiles how many pieces stand on some sites.
func (c *Reader) Height(at []*graph.Node, occupied [][]*graph.Node) *graph.Node {
	n := c.G.Integer(0)
	for _, here := range occupied[:len(occupied)-1] {
		for _, s := range c.Alg.Meet(at, here) {
			n = c.G.Binary(graph.BAdd, n, c.Alg.Members(s))
		}
	}
	return n
}

// Sliced returns the sites whose piece at a depth belongs to a slice. Where nothing lies at that
// depth, the answer has no meaning.
func (c *Reader) Sliced(s Slice, on []*graph.Node, depth int,
	occupied [][]*graph.Node) []*graph.Node {
	if s.Part == ir.Whole {
		return on
	}
	n := s.Many
	switch {
	case s.Part == ir.Top:
		return c.Alg.WhenSets(c.G.Binary(graph.BLt, c.G.Integer(int64(depth)), n), on)
	case n.Op != graph.NConst && !c.Alg.Single(on):
		Fail("the lowest pieces of many towers, by a number known only while playing")
	case n.Op != graph.NConst:
		deep := c.G.Binary(graph.BSub, c.Height(on, occupied), n)
		return c.Alg.WhenSets(c.G.Binary(graph.BLe, deep, c.G.Integer(int64(depth))), on)
	case n.K <= 0:
		return c.Alg.None()
	case n.K >= int64(len(occupied)-1-depth):
		return on
	}
	return c.Alg.Without(on, occupied[depth+int(n.K)])
}

// A Slice is which pieces of towers are meant.
type Slice struct {
	Part ir.Part
	Many *graph.Node // how many, for Top and Bottom
}

// Lowers reports whether everything that a field below the tops can hold certainly lies in a set:
// what lies below has a top above it.
func (c *Reader) Lowers(field int, in func(top *graph.Node) bool) bool {
	if field >= c.Store.Pieces || c.Store.Fields[field].Depth == 0 {
		return false
	}
	p := c.Store.Fields[field].Plane
	for top, f := range c.Store.Fields[:c.Store.Tops] {
		if f.Plane == p && !in(c.State0.Sets[top]) {
			return false
		}
	}
	return true
}

// Next returns the next player in turn order, as a bit.
func (c *Reader) Next(v *Env) *graph.Node {
	n := len(c.Game.Players)
	if c.Opposed {
		return c.G.Integer(1 << ((v.Me + 1) % n))
	}
	values := make([]int64, 1<<n)
	for out := range values {
		values[out] = 1 << v.Me
		for i := 1; i < n; i++ {
			if next := (v.Me + i) % n; out>>next&1 == 0 {
				values[out] = 1 << next
				break
			}
		}
	}
	if n > 6 {
		Fail("%d players of whom some may be out", n)
	}
	return c.G.NumberTable(v.St.Nums[NumOut], values)
}

// Fact returns a number of the position that is computed only when a program reads it.
func (c *Reader) Fact(v *Env, number int) *graph.Node {
	switch {
	case c.Facts == nil:
		Fail("a question about repetitions or being stuck in the middle of a step")
	case number == NumStuck:
		c.Facts.Stuck = true
	default:
		c.Facts.Repeats = true
	}
	c.Asked[number] = true
	return v.St.Nums[number]
}

// PerCell reports whether an expression reads a state that is kept per cell.
func (c *Reader) PerCell(e *ir.Expr) bool {
	return AnyExpr(e, func(x *ir.Expr) bool {
		return x.Op == ir.StateOf && c.Game.States[x.N].PerCell
	})
}

func (c *Reader) Attr(e *ir.Expr, kind int) *ir.Expr {
	values := c.Game.Attrs[e.N].Values
	if kind >= len(values) {
		return nil
	}
	return values[kind]
}
