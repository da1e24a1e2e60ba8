package symbolic

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
)

// The numbers of a position that every game has; those of the game's own states follow.
const (
	NumPly = iota
	NumPasses
	NumOut    // players out, a bit for each
	NumOpen   // the items of the pending choice that are open, a bit for each
	NumAgain  // the same player takes the next turn
	NumRepeat // repetitions, filled in before a program that reads it
	NumSeen
	NumStuck
	NumFirst // of the game's states
)

// A Field says what a set of a position is.
type Field struct {
	Kind  FieldKind
	Index int // player, kind, memory or slot of a pending role
	Plane int
	Depth int // of pieces in towers: how many lie above; 0 for the tops
}

// A Floor is the fields of the pieces of towers at one depth.
type Floor struct {
	Owned [][]int // by player and plane, -1 for none
	Kinds [][]int // by kind and plane, as [Program.Kinds]
}

// FieldKind distinguishes fields.
type FieldKind uint8

// The kinds of fields.
const (
	OwnedField FieldKind = iota // where a player has pieces
	KindField                   // where pieces of a kind are
	MemoryField
	PendingField // the sites that a role of the pending choice is bound to
)

// The store says how a position is stored: which sets it needs. A set is left out if it follows
// from others: that of the only kind players can own, unless a neutral piece may become one, and
// those on planes where a kind cannot stand.
type store struct {
	c       *Reader
	Fields  []Field
	May     []layout.Bits
	Numbers int // of the game's states
	Pending int // numbers of roles that are bound beforehand to something other than a site
	// the number that counts the rounds of the loops of a step; 0: there are no loops
	Rounds  int
	Owned   [][]int // by player and plane: field, or -1
	Kinds   [][]int // by kind and plane: field, or -1; -2 where it is all that players own
	Memory  [][]int
	Tops    int     // fields before this one hold pieces with nothing on top
	Below   []Floor // by depth, from 1
	Pieces  int     // fields before this one hold pieces
	neutral []bool
	stray   bool // pieces of kinds that players can own may have no owner
}

func (s *store) Init(c *Reader) {
	s.c = c
	g := c.Game
	planes := c.G.Lay.Planes
	s.stray = strays(g)
	on := make([][]layout.Bits, len(g.Kinds))
	ownable := make([]layout.Bits, planes)
	var held []int
	for k := range g.Kinds {
		set := g.Kinds[k].On
		if set.Empty() {
			set = g.Board.Cells
		}
		on[k] = c.G.Lay.Split(set)
		for p := range planes {
			if !on[k][p].Empty() {
				on[k][p] = c.G.Lay.All[p] // a piece may move further
			}
		}
		s.neutral = append(s.neutral, g.Kinds[k].Neutral)
		if !g.Kinds[k].Neutral {
			held = append(held, k)
			for p := range planes {
				ownable[p] = ownable[p].Or(on[k][p])
			}
		}
	}
	add := func(kind FieldKind, index, plane int, may layout.Bits) int {
		if may.Empty() {
			return -1
		}
		s.Fields = append(s.Fields, Field{Kind: kind, Index: index, Plane: plane})
		s.May = append(s.May, may)
		return len(s.Fields) - 1
	}
	for player := range g.Players {
		row := make([]int, planes)
		for p := range planes {
			row[p] = add(OwnedField, player, p, ownable[p])
		}
		s.Owned = append(s.Owned, row)
	}
	for k := range g.Kinds {
		row := make([]int, planes)
		for p := range planes {
			if len(held) == 1 && held[0] == k && !s.stray {
				row[p] = -2
				continue
			}
			row[p] = add(KindField, k, p, on[k][p])
		}
		s.Kinds = append(s.Kinds, row)
	}
	s.Tops = len(s.Fields)
	s.addFloors()
	s.Pieces = len(s.Fields)
	numbers, memories := g.Sizes()
	s.Numbers = numbers
	for i := range memories {
		row := make([]int, planes)
		for p := range planes {
			row[p] = add(MemoryField, i, p, c.G.Lay.All[p])
		}
		s.Memory = append(s.Memory, row)
	}
	for i := range g.States {
		if st := &g.States[i]; st.Type == ir.Steps {
			Fail("a memory of steps")
		}
	}
}

// strays reports whether a neutral piece may become one of a kind that players can own, without
// getting an owner.
func strays(g *ir.Game) bool {
	if !slices.ContainsFunc(g.Kinds, func(k ir.Kind) bool { return k.Neutral }) {
		return false
	}
	var turns func(list []*ir.Effect) bool
	turns = func(list []*ir.Effect) bool {
		return slices.ContainsFunc(list, func(e *ir.Effect) bool {
			return e.Op == ir.Become && e.Kind != nil && e.Owner == nil ||
				e.Body != nil && turns([]*ir.Effect{e.Body}) || turns(e.More)
		})
	}
	return slices.ContainsFunc(g.Moves, func(mv *ir.Move) bool { return turns(mv.Do) })
}

// Exclusive reports whether two fields never share a place.
func (s *store) Exclusive(a, b int) bool {
	if a >= s.Pieces || b >= s.Pieces {
		return false
	}
	x, y := s.Fields[a], s.Fields[b]
	if x.Plane != y.Plane || x.Depth != y.Depth || x == y {
		// places of two planes have the same numbers: a set of one may be moved onto the other
		return false
	}
	if x.Kind == y.Kind {
		return true
	}
	if x.Kind == KindField {
		x, y = y, x
	}
	return s.neutral[y.Index]
}

// State returns the position at the start of a program.
func (s *store) State(c *Reader) *State {
	st := &State{}
	for i := range s.Fields {
		st.Sets = append(st.Sets, c.G.State(i, s.May[i]))
	}
	for i := range NumFirst + s.Numbers + s.Pending {
		st.Nums = append(st.Nums, c.G.Intern(graph.Node{Op: graph.NState, K: int64(i)}))
	}
	return st
}

// addFloors adds the sets of what lies below the tops, which only cells have.
func (s *store) addFloors() {
	g := s.c.Game
	cells := s.c.G.Lay.Split(g.Board.Cells)
	for depth := 1; depth < g.Tallest; depth++ {
		add := func(top int) int {
			if top < 0 {
				return top
			}
			f := s.Fields[top]
			may := s.May[top].And(cells[f.Plane])
			if may.Empty() {
				return -1
			}
			f.Depth = depth
			s.Fields, s.May = append(s.Fields, f), append(s.May, may)
			return len(s.Fields) - 1
		}
		rows := func(tops [][]int) (rows [][]int) {
			for _, top := range tops {
				row := make([]int, len(top))
				for p := range top {
					row[p] = add(top[p])
				}
				rows = append(rows, row)
			}
			return rows
		}
		s.Below = append(s.Below, Floor{rows(s.Owned), rows(s.Kinds)})
	}
}

// At returns the field at a depth that corresponds to a field of the tops; -1 if there is none.
func (s *store) At(top, depth int) int {
	if depth == 0 {
		return top
	}
	if depth > len(s.Below) {
		return -1
	}
	f := s.Fields[top]
	if f.Kind == OwnedField {
		return s.Below[depth-1].Owned[f.Index][f.Plane]
	}
	return s.Below[depth-1].Kinds[f.Index][f.Plane]
}

// Rows returns the fields of owners and kinds at a depth.
func (s *store) Rows(depth int) (owned, kinds [][]int) {
	if depth == 0 {
		return s.Owned, s.Kinds
	}
	return s.Below[depth-1].Owned, s.Below[depth-1].Kinds
}
