package syntax

import (
	"fmt"
	"reflect"

	"boardgame/dsl/source"
)

// Walk calls visit for the parts of a tree in the order of the text, parents first, and enters a
// part only if visit returns true. A part is a pointer to a node of the tree (*Move, *Effect,
// *Call, *Name, …); x is any of them, a *File, or a Decl, Clause, Action or Expr. Absent parts are
// skipped.
func Walk(x any, visit func(x any) bool) {
	w := walker(visit)
	w.walk(x)
}

// Inspect calls see for x and every part of it in the order of the text.
func Inspect(x any, see func(x any)) {
	Walk(x, func(x any) bool { see(x); return true })
}

type walker func(x any) bool

// A part is what the tree consists of: pointers to structs that embed [Node], and the file.
type part interface {
	Span(f *source.File) source.Span
}

func (w walker) walk(x any) {
	if x == nil || !w(x) {
		return
	}
	v := reflect.ValueOf(x).Elem()
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		if !v.Type().Field(i).Anonymous { // the Node
			w.field(v.Field(i))
		}
	}
}

// field walks the parts in a field of a node.
func (w walker) field(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			w.field(v.Index(i))
		}
	case reflect.Struct:
		w.field(v.Addr())
	case reflect.Pointer, reflect.Interface:
		if x, ok := v.Interface().(part); ok && !v.IsNil() {
			w.walk(x)
		}
	}
}

// Named names a declaration as an author would, and returns where it stands.
func Named(d Decl) (string, Node) {
	switch d := d.(type) {
	case *Game:
		return "the title", d.Node
	case *Use:
		return "use " + d.Library.Text, d.Node
	case *Option:
		return "option " + d.Name.Text, d.Node
	case *Players:
		return "players", d.Node
	case *Teams:
		return "teams", d.Node
	case *Board:
		return "board", d.Node
	case *Region:
		return "region " + d.Name.Text, d.Node
	case *Pieces:
		return "pieces", d.Node
	case *State:
		if d.Memory {
			return "memory " + d.Name.Text, d.Node
		}
		return "counter " + d.Name.Text, d.Node
	case *Def:
		return "def " + d.Name.Text, d.Node
	case *Setup:
		return "setup", d.Node
	case *Move:
		return "move " + d.Name.Text, d.Node
	case *Turn:
		return "turn", d.Node
	case *End:
		return "end", d.Node
	case *Value:
		return "value " + d.Name.Text, d.Node
	case *After:
		return "after " + d.Moves[0].Text, d.Node
	case *Hidden:
		return "hidden", d.Node
	case *Say:
		return fmt.Sprintf("say %q", d.Text.Text), d.Node
	case *CondDecl:
		return "a part that depends on options", d.Node
	}
	return "something else", Node{}
}
