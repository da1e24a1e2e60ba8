package terms

import (
	"slices"

	"boardgame/dsl/check/merge"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A Frame numbers the variables that are live at the same time.
type Frame struct {
	next, Size int
	Names      []string // by slot, of the first variable that used it
}

// A Variable is a name bound in a move, a definition or an expression.
type Variable struct {
	Name string
	Slot int
	val  Value // the properties of its value; the expression is unused
	Span source.Span
}

// A Scope is what an expression can see.
type Scope struct {
	File  *source.File
	Names *Space
	Frame *Frame
	vars  []*Variable
	Stuck bool // `stuck` may be used here
}

// Inner returns a scope for a part of what s is for; names bound in it end with it.
func (s *Scope) Inner() *Scope {
	copied := *s
	copied.vars = slices.Clip(s.vars)
	return &copied
}

// Local finds a variable.
func (s *Scope) Local(name string) *Variable {
	for _, v := range slices.Backward(s.vars) {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// Outside returns a scope for expressions outside moves and definitions.
func (t *nameTable) Outside(f *source.File) *Scope {
	return &Scope{File: f, Names: t.OfGame, Frame: t.Global}
}

// Bind declares a variable in a scope with the properties of like, which is its value or a member
// of the set it runs over.
func (t *nameTable) Bind(s *Scope, name syntax.Name, like Value) *Variable {
	span := name.Span(s.File)
	t.checkVariable(s, name.Text, span)
	v := t.slot(s, &Variable{Name: name.Text, val: like, Span: span})
	t.noteVariable(v, span)
	s.vars = append(s.vars, v)
	return v
}

// slot gives a variable its place in the frame.
func (t *nameTable) slot(s *Scope, v *Variable) *Variable {
	v.Slot = s.Frame.next
	if v.Slot >= merge.MaxVariables {
		t.Exceeds(v.Span, merge.MaxVariables, "names in scope at the same time",
			"use a definition for a part of it")
		v.val = Invalid(v.val.Expr.Type, v.Span)
		v.Slot = 0
		s.Frame.next--
	}
	s.Frame.next++
	if v.Slot == len(s.Frame.Names) {
		s.Frame.Names = append(s.Frame.Names, v.Name)
	}
	s.Frame.Size = max(s.Frame.Size, s.Frame.next)
	t.slots = max(t.slots, s.Frame.next)
	return v
}

// release frees the slots that a part of an expression has taken.
func (s *Scope) release(mark int) { s.Frame.next = mark }

// read returns the value of the variable where it is used.
func (v *Variable) read(span source.Span) Value {
	like := v.val
	if like.Bad() {
		return Invalid(like.Expr.Type, span)
	}
	out := Value{Expr: &ir.Expr{Op: ir.Var, Type: like.Expr.Type, Card: like.Expr.Card,
		Planes: like.Expr.Planes,
		Span:   span, N: int64(v.Slot)},
		dirs: like.dirs, Kinds: like.Kinds}
	out.free = slotBit(v.Slot)
	out.Option = like.Option
	return out
}

// A Move is a move of the rules that is being turned into an ir.Move.
type Move struct {
	Node  *syntax.Move
	File  *source.File
	Out   *ir.Move
	Scope *Scope
}
