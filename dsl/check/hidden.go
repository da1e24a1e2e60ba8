package check

import (
	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// hidden checks one thing that is hidden: values of a counter or memory, kind(S), owner(S), or
// sites. It is nil if it makes no sense.
func (ss *sentences) hidden(n *syntax.HiddenItem, f *source.File) *ir.Hidden {
	s := ss.Names.Outside(f)
	out := &ir.Hidden{State: -1, Span: n.Span(f)}
	if n.When != nil {
		v := ss.Values.Want(ss.C.Expr(s, n.When), ir.Truth)
		ss.C.Declared.NoStuck(v)
		out.When = v.Expr
	}
	if call, isCall := n.What.(*syntax.Call); isCall {
		sym, name := ss.Names.Lookup(s, call.Name.Text), call.Name.Text
		switch {
		case sym != nil && sym.Sort == terms.StateName:
			return ss.hiddenState(s, sym, call, out)
		case sym == nil && (name == "kind" || name == "owner") && len(call.Args) == 1:
			ss.Names.NoteWord(name, call.Name.Span(f))
			out.Hides = ir.HideKind
			if name == "owner" {
				out.Hides = ir.HideOwner
			}
			return ss.hiddenSites(s, call.Args[0], out)
		}
	}
	return ss.hiddenSites(s, n.What, out)
}

// hiddenState checks `card(players - me)`: its arguments are those of an assignment.
func (ss *sentences) hiddenState(s *terms.Scope, sym *terms.Entry, call *syntax.Call,
	out *ir.Hidden) *ir.Hidden {
	ss.Names.NoteSymbol(sym, call.Name.Span(s.File))
	ss.C.Declared.ReadState(sym.State)
	index, ok := ss.C.Declared.StateIndex(s, sym.State, call)
	if !ok {
		return nil
	}
	out.Hides, out.State = ir.HideState, sym.State.Index
	for _, x := range index {
		ss.noneHidden(x)
		out.Index = append(out.Index, x.Expr)
	}
	return out
}

// hiddenSites checks the sites of an item.
func (ss *sentences) hiddenSites(s *terms.Scope, e syntax.Expr, out *ir.Hidden) *ir.Hidden {
	v := ss.C.Expr(s, e)
	if !v.Bad() && !v.IsSet() {
		ss.Fail(code.WrongType, v.Expr.Span, terms.Mention(v.Expr.Span)+" is "+
			terms.Describe(v)+"; expected something to hide",
			"A line `hidden` lists sites, kind(S), owner(S), counters and memories.",
			"name the counter or memory whose value is hidden, as in `hidden card(players - me)`")
		return nil
	}
	v = ss.Values.Sites(v)
	ss.noneHidden(v)
	out.Of = v.Expr
	if v.Bad() {
		return nil
	}
	return out
}

// noneHidden refuses `stuck` in an item, and warns of an item that never hides anything.
func (ss *sentences) noneHidden(v terms.Value) {
	if v.Expr == nil || v.Bad() {
		return
	}
	ss.C.Declared.NoStuck(v)
	if v.Empty() && !v.Option {
		ss.Values.EmptySet(v.Expr.Span, "So this never hides anything.")
	}
}
