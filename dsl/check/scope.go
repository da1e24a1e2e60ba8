package check

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A frame numbers the variables that are live at the same time.
type frame struct {
	next, size int
	names      []string // by slot, of the first variable that used it
}

// A variable is a name bound in a move, a definition or an expression.
type variable struct {
	name string
	slot int
	val  val // the properties of its value; the expression is unused
	span source.Span
}

// A scope is what an expression can see.
type scope struct {
	file  *source.File
	names *space
	frame *frame
	vars  []*variable
	stuck bool // `stuck` may be used here
}

// inner returns a scope for a part of what s is for; names bound in it end with it.
func (s *scope) inner() *scope {
	copied := *s
	copied.vars = s.vars[:len(s.vars):len(s.vars)]
	return &copied
}

// local finds a variable.
func (s *scope) local(name string) *variable {
	for i := len(s.vars) - 1; i >= 0; i-- {
		if s.vars[i].name == name {
			return s.vars[i]
		}
	}
	return nil
}

// outside returns a scope for expressions outside moves and definitions.
func (t *nameTable) outside(f *source.File) *scope {
	return &scope{file: f, names: t.names, frame: t.global}
}

// bind declares a variable in a scope with the properties of like, which is its value or a member
// of the set it runs over.
func (t *nameTable) bind(s *scope, name syntax.Name, like val) *variable {
	span := name.Span(s.file)
	t.checkVariable(s, name.Text, span)
	v := t.slot(s, &variable{name: name.Text, val: like, span: span})
	t.noteVariable(v, span)
	s.vars = append(s.vars, v)
	return v
}

// slot gives a variable its place in the frame.
func (t *nameTable) slot(s *scope, v *variable) *variable {
	v.slot = s.frame.next
	if v.slot >= maxVariables {
		t.exceeds(v.span, maxVariables, "names in scope at the same time",
			"use a definition for a part of it")
		v.val = invalid(v.val.e.Type, v.span)
		v.slot = 0
		s.frame.next--
	}
	s.frame.next++
	if v.slot == len(s.frame.names) {
		s.frame.names = append(s.frame.names, v.name)
	}
	s.frame.size = max(s.frame.size, s.frame.next)
	t.slots = max(t.slots, s.frame.next)
	return v
}

// release frees the slots that a part of an expression has taken.
func (s *scope) release(mark int) { s.frame.next = mark }

// read returns the value of the variable where it is used.
func (v *variable) read(span source.Span) val {
	like := v.val
	if like.bad() {
		return invalid(like.e.Type, span)
	}
	out := val{e: &ir.Expr{Op: ir.Var, Type: like.e.Type, Card: like.e.Card, Planes: like.e.Planes,
		Span: span, N: int64(v.slot)},
		dirs: like.dirs, kinds: like.kinds}
	out.free = slotBit(v.slot)
	out.option = like.option
	return out
}
