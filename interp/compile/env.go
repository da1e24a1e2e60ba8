package compile

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// A lane is the anchor for which conditions are compiled all at once: a condition becomes the set
// of the places of the anchor for which it holds.
type lane struct {
	plane int
	all   *node // every place of the plane
}

type bindKind uint8

const (
	bindNone  bindKind = iota
	bindOne            // one site: plane, num
	bindPoint          // the site off bits on from the anchor of the lane: plane, off
	bindSets           // sets by plane
	bindNum            // a number, a condition, or a set of players or kinds as bits
	bindSteps          // constant steps
	bindLazy           // an expression and its environment, compiled wherever it is used
)

// A binding is what a variable stands for.
type binding struct {
	kind  bindKind
	plane int
	num   *node
	off   int
	lane  *lane // the lane of a point
	sets  []*node
	dirs  topology.Steps
	expr  *ir.Expr
	env   *env
	// The kind of the piece on a bound site at the moment `at`; -1: unknown.
	piece int
	at    *state
}

// An env is what an expression is compiled in.
type env struct {
	slots []binding
	me    int
	st    *state
	lane  *lane // nil: a plain value; otherwise the set of anchors
}

func (v *env) bind(slot int, b binding) *env {
	n := *v
	n.slots = make([]binding, max(len(v.slots), slot+1))
	copy(n.slots, v.slots)
	n.slots[slot] = b
	return &n
}

func (v *env) as(me int) *env {
	if me == v.me {
		return v
	}
	n := *v
	n.me = me
	return &n
}

func (v *env) withLane(l *lane) *env {
	if l == v.lane {
		return v
	}
	n := *v
	n.lane = l
	return &n
}

func (v *env) withState(s *state) *env {
	n := *v
	n.st = s
	return &n
}
