package terms

import (
	"fmt"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// Memory carries what is known of a counter or memory from one run of the checker to the next: what
// moves put into it.
type Memory struct {
	Typ    ir.Type
	Planes topology.Plane
}

// A State is a counter or a memory.
type State struct {
	File   *source.File
	Node   *syntax.State
	Index  int
	Typ    ir.Type
	Planes topology.Plane
	Per    [3]bool // player, piece, cell
	ready  bool
	busy   bool
	// it begins with `none`, so its type follows from what is put into it
	FromNone bool
	BadPer   bool // what it is kept per could not be understood
}

func (s *State) Word() string {
	if s.Node.Memory {
		return "memory"
	}
	return "counter"
}

// ReadState reads the initial value once, when its type is first needed.
func (d *declared) ReadState(st *State) {
	if st.ready {
		return
	}
	if st.busy {
		d.Fail(code.Recursion, st.Node.Name.Span(st.File),
			fmt.Sprintf("the value of `%s` at the start depends on itself", st.Node.Name.Text), "", "")
		st.ready = true
		return
	}
	st.busy = true
	out := &d.Game.States[st.Index]
	v := d.c.Expr(d.Names.Outside(st.File), st.Node.Value)
	d.NoStuck(v)
	if !st.Node.Memory {
		v = d.Values.Want(v, ir.Number)
		st.Typ = ir.Number
	} else {
		learned := d.c.Memories[st.Node.Name.Text]
		st.FromNone = v.None
		switch {
		case v.None && learned.Typ != ir.NoType:
			st.Typ = learned.Typ
			v = d.Values.Want(v, st.Typ)
		default:
			st.Typ = v.Expr.Type
		}
		st.Planes = v.Expr.Planes | learned.Planes
	}
	out.Type, out.Init = st.Typ, v.Expr
	st.ready = true
	for _, op := range []ir.Op{ir.PiecesOf, ir.PiecesKind, ir.Occupied, ir.EmptyCells, ir.OwnerOf,
		ir.KindOf} {
		if v.Expr.Op != ir.Invalid && Asks(v.Expr, op, map[*ir.Func]bool{}) {
			d.Fail(code.EarlyState, st.Node.Value.Span(st.File),
				fmt.Sprintf("the first value of `%s` depends on pieces before there are any",
					st.Node.Name.Text),
				"Counters and memories get their first values before the pieces are set up, when "+
					"the board is empty.",
				"name the sites themselves, as in `rank(1) | rank(2)`, or give the value in `setup`")
			return
		}
	}
}

// StateIndex checks the arguments that say which value of a counter or memory is meant. Their types
// tell which argument is the player, which the kind and which the cell.
func (d *declared) StateIndex(s *Scope, st *State, e *syntax.Call) (index []Value, ok bool) {
	ok = true
	words := [3]string{"player", "kind", "cell"}
	types := [3]ir.Type{ir.Players, ir.Kinds, ir.Sites}
	var got [3]Value
	for _, a := range e.Args {
		v := d.c.Expr(s, a)
		if v.Bad() || st.BadPer {
			ok = false
			continue
		}
		at := -1
		for i, t := range types {
			if v.Expr.Type == t {
				at = i
			}
		}
		if at >= 0 && !st.Per[at] && st.Per[2] { // they stand for the cells of their pieces
			at = 2
		}
		name := st.Node.Name.Text
		switch {
		case at >= 0 && st.Per[at]:
			if got[at].Expr != nil {
				d.Fail(code.StateIndex, v.Expr.Span,
					fmt.Sprintf("`%s` has two arguments that say which %s", name, words[at]), "",
					"", diag.Related{Span: got[at].Expr.Span, Message: "the other one"})
				ok = false
				continue
			}
			if at == 2 {
				v = d.Values.Sites(v)
				if v.Expr.Planes&^topology.Cells != 0 && v.Expr.Planes&topology.Cells == 0 {
					d.Fail(code.WrongPlane, v.Expr.Span, fmt.Sprintf("%s is not a cell", Mention(v.Expr.Span)),
						"What is kept per cell is not kept for edges and corners.", "")
					ok = false
					continue
				}
			}
			got[at] = v
		default:
			var per []string
			for i, p := range st.Per {
				if p {
					per = append(per, [3]string{"player", "piece", "cell"}[i])
				}
			}
			detail := "It is one for the whole game."
			if len(per) > 0 {
				detail = "It is kept per " + strings.Join(per, ", ") + "."
			}
			help := ""
			if at == 2 && st.Per[0] {
				help = "the owner of a piece is owner(" + Plain(v.Expr.Span, "p") + ")"
			} else if at == 2 && st.Per[1] {
				help = "the kind of a piece is kind(" + Plain(v.Expr.Span, "p") + ")"
			}
			d.Fail(code.StateIndex, v.Expr.Span, fmt.Sprintf("%s is %s; `%s` has no value for it",
				Mention(v.Expr.Span), Describe(v), name), detail, help,
				diag.Related{Span: st.Node.Name.Span(st.File), Message: "declared here"})
			ok = false
		}
	}
	for i, p := range st.Per {
		if p {
			index = append(index, got[i])
		}
	}
	return index, ok
}

// stateOf checks an expression that reads a counter or memory.
func (d *declared) stateOf(s *Scope, st *State, e *syntax.Call, span source.Span) Value {
	d.ReadState(st)
	index, ok := d.StateIndex(s, st, e)
	if !ok || st.Typ == ir.NoType {
		return Invalid(st.Typ, span)
	}
	out := &ir.Expr{Op: ir.StateOf, Type: st.Typ, Card: ir.Many, Planes: st.Planes, Span: span,
		N: int64(st.Index)}
	v := Value{Expr: out}
	v.position = true
	for i, x := range index {
		if x.Expr == nil {
			out.Args = append(out.Args, nil)
			if i == 0 && st.Per[0] {
				v.Me = true
			}
			continue
		}
		out.Args = append(out.Args, x.Expr)
		v.Reads.Add(x.Reads)
	}
	switch st.Typ {
	case ir.Steps:
		v.dirs = d.Facts.Walks.all
	case ir.Kinds:
		v.Kinds = d.Facts.allKinds()
	}
	return v
}
