package symbolic

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile/graph"
)

// A Lane is the anchor for which conditions are compiled all at once: a condition becomes the set
// of the places of the anchor for which it holds.
type Lane struct {
	Plane int
	All   *graph.Node // every place of the plane
}

type bindKind uint8

const (
	bindNone  bindKind = iota
	BindOne            // one site: plane, num
	BindPoint          // the site off bits on from the anchor of the lane: plane, off
	BindSets           // sets by plane
	BindNum            // a number, a condition, or a set of players or kinds as bits
	BindSteps          // constant steps
	bindLazy           // an expression and its environment, compiled wherever it is used
)

// A Binding is what a variable stands for.
type Binding struct {
	Kind  bindKind
	Plane int
	Num   *graph.Node
	Off   int
	Lane  *Lane // the lane of a point
	Sets  []*graph.Node
	Dirs  topology.Steps
	expr  *ir.Expr
	env   *Env
	// The kind of the piece on a bound site at the moment `at`; -1: unknown.
	Piece int
	At    *State
}

// An Env is what an expression is compiled in.
type Env struct {
	Slots []Binding
	Me    int
	St    *State
	Lane  *Lane // nil: a plain value; otherwise the set of anchors
}

func (v *Env) Bind(slot int, b Binding) *Env {
	n := *v
	n.Slots = make([]Binding, max(len(v.Slots), slot+1))
	copy(n.Slots, v.Slots)
	n.Slots[slot] = b
	return &n
}

func (v *Env) As(me int) *Env {
	if me == v.Me {
		return v
	}
	n := *v
	n.Me = me
	return &n
}

func (v *Env) WithLane(l *Lane) *Env {
	if l == v.Lane {
		return v
	}
	n := *v
	n.Lane = l
	return &n
}

func (v *Env) WithState(s *State) *Env {
	n := *v
	n.St = s
	return &n
}
