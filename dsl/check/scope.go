package check

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A frame numbers the variables that are alive at the same time.
type frame struct {
	next, size int
	names      []string // by slot, of the first variable that had it
}

// A variable is a name bound in a move, a definition or an expression.
type variable struct {
	name string
	slot int
	val  val // what its value is like; the expression is unused
	span source.Span
}

// A scope is what an expression can see.
type scope struct {
	file  *source.File
	names *space
	frame *frame
	vars  []*variable
	stuck bool // `stuck` may be asked
}

// inner returns a scope for a part of what s is for: names bound in it are gone afterward.
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

// outside is a scope for expressions outside moves and definitions.
func (t *nameTable) outside(f *source.File) *scope {
	return &scope{file: f, names: t.names, frame: t.global}
}

// bind declares a variable in a scope, with the properties of like, a member of the set it runs
// over or its value.
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

// release gives the slots of a part of an expression free again.
func (s *scope) release(mark int) { s.frame.next = mark }

// read is the value of the variable, where it is used.
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
