package eval

import (
	"boardgame/dsl/ir"
)

// Constant returns the value of an expression that has the same value on every position and for every player; ok is false if
// it does not, or might not. Of the game it needs no more than Board, Players, Kinds and Attrs.
func Constant(g *ir.Game, e *ir.Expr) (v Value, ok bool) {
	c := constancy{g: g, bound: map[int64]bool{}}
	if !c.constant(e) {
		return Value{}, false
	}
	return evaluate(g, e, 0, c.slots), true
}

// OnBareBoard returns the value that an expression has on the empty board for a player, whatever it reads: walls do not block,
// for there are none. So are the regions and the places of the setup of a game read, once, when it is loaded.
func OnBareBoard(g *ir.Game, e *ir.Expr, me int) Value {
	c := constancy{g: g, bound: map[int64]bool{}}
	c.constant(e)
	return evaluate(g, e, me, c.slots)
}

func evaluate(g *ir.Game, e *ir.Expr, me, slots int) Value {
	bare := &ir.Game{Board: g.Board, Players: g.Players, Kinds: g.Kinds, Attrs: g.Attrs, States: g.States, Slots: max(g.Slots, slots)}
	m := New(bare)
	return m.Eval(e, m.blank, me, nil)
}

// constancy finds out what an expression reads.
type constancy struct {
	g     *ir.Game
	bound map[int64]bool // the slots that the expression itself has filled
	me    bool           // `for` has said who me is
	slots int            // size of the frame
}

func (c *constancy) constant(e *ir.Expr) bool {
	switch e.Op {
	case ir.Let, ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin, ir.QMax:
		c.slots = max(c.slots, int(e.N)+1)
		outer := c.bound[e.N]
		domain := c.constant(e.Args[0])
		c.bound[e.N] = true
		body := c.constant(e.Args[1])
		c.bound[e.N] = outer
		return domain && body
	case ir.Var:
		c.slots = max(c.slots, int(e.N)+1)
		return c.bound[e.N]
	case ir.For:
		player := c.constant(e.Args[0])
		outer := c.me
		c.me = true
		body := c.constant(e.Args[1])
		c.me = outer
		return player && body
	case ir.PlayerSites, ir.Me, ir.Facing:
		return c.me
	case ir.PiecesOf, ir.PiecesKind, ir.Occupied, ir.EmptyCells, ir.Next, ir.InGame, ir.OwnerOf, ir.KindOf, ir.StateOf,
		ir.Ply, ir.Passes, ir.Repetitions, ir.Seen, ir.Stuck:
		c.all(e.Args)
		return false
	case ir.AttrOf:
		values := c.all(e.Args)
		for _, value := range c.g.Attrs[e.N].Values {
			if value != nil {
				inner := constancy{g: c.g, bound: map[int64]bool{}, me: c.me}
				values = inner.constant(value) && values
				c.slots = max(c.slots, inner.slots)
			}
		}
		return values
	case ir.Call:
		return c.call(e.Func, e.Args, 0)
	case ir.Distance:
		return c.all(e.Args) && !c.blocks()
	case ir.Path:
		return c.step(e)
	}
	return c.all(e.Args)
}

func (c *constancy) all(es []*ir.Expr) bool {
	constant := true
	for _, e := range es {
		if e != nil {
			constant = c.constant(e) && constant
		}
	}
	return constant
}

// call looks at a function's body, whose first parameters are filled by something else and the rest by args.
func (c *constancy) call(f *ir.Func, args []*ir.Expr, filled int) bool {
	inner := constancy{g: c.g, bound: map[int64]bool{}, me: c.me}
	for i := range filled + len(args) {
		inner.bound[int64(i)] = true
	}
	constant := c.all(args)
	return f.Body != nil && inner.constant(f.Body) && constant
}

func (c *constancy) step(e *ir.Expr) bool {
	constant := c.all(e.Args)
	step := e.Step
	if step.Func != nil {
		constant = c.call(step.Func, step.FuncArgs, 1) && constant
	} else {
		constant = c.constant(step.By) && !c.blocks() && constant
	}
	return c.all([]*ir.Expr{step.Only, step.Lo, step.Hi}) && constant
}

// blocks reports whether pieces may stop a step, so that where it leads depends on the position.
func (c *constancy) blocks() bool {
	for i := range c.g.Kinds {
		if c.g.Kinds[i].Blocks {
			return true
		}
	}
	return false
}

// Members returns the members of a set in ascending order, as steps name them; of a number or a truth, itself.
func (v *Value) Members() []int64 {
	var members []int64
	switch v.Type {
	case ir.Sites:
		for x := range v.Sites.All() {
			members = append(members, int64(x))
		}
	case ir.Steps:
		for r := range v.Dirs.All() {
			members = append(members, int64(r))
		}
	case ir.Players, ir.Kinds:
		for set := uint64(v.N); set != 0; set &= set - 1 {
			members = append(members, int64(first(set)))
		}
	default:
		members = append(members, v.N)
	}
	return members
}
