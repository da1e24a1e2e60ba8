package check

import (
	"fmt"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// memory carries what is known of a counter or memory from one run of the checker to the next: what
// moves put into it.
type memory struct {
	typ    ir.Type
	planes topology.Plane
}

// A state is a counter or a memory.
type state struct {
	file   *source.File
	node   *syntax.State
	index  int
	typ    ir.Type
	planes topology.Plane
	per    [3]bool // player, piece, cell
	ready  bool
	busy   bool
	// it begins with `none`, so its type follows from what is put into it
	fromNone bool
	badPer   bool // what it is kept per could not be understood
}

func (s *state) word() string {
	if s.node.Memory {
		return "memory"
	}
	return "counter"
}

// listStates numbers the counters and memories, so that whatever is checked from then on may name
// them.
func (eq *equipment) listStates() {
	for _, d := range eq.live {
		n, ok := d.node.(*syntax.State)
		if !ok {
			continue
		}
		if sym := eq.names.symbols[n.Name.Text]; sym != nil && sym.sort == stateName &&
			sym.state.node == n {
			st := sym.state
			st.index = len(eq.states)
			sym.index = st.index
			eq.states = append(eq.states, st)
			eq.g.States = append(eq.g.States, ir.State{Name: n.Name.Text, Memory: n.Memory,
				Type: ir.Number, ThisTurn: n.ThisTurn, Span: n.Span(d.file)})
			eq.readPer(st)
		}
	}
}

// declareStates reads their initial values, and limits how much they may hold.
func (eq *equipment) declareStates() {
	for _, st := range eq.states {
		eq.readState(st)
	}
	numbers, sets := 0, 0
	for i, st := range eq.states {
		const help = "keep fewer counters and memories, or fewer per player, piece or cell"
		players, kinds, cells := eq.g.Extent(&eq.g.States[i])
		if eq.g.States[i].InSets() {
			if sets += players * kinds * cells; sets > maxMemories {
				eq.exceeds(st.node.Span(st.file), maxMemories, "sets in a position", help)
			}
		} else if numbers += players * kinds * cells; numbers > maxNumbers {
			eq.exceeds(st.node.Span(st.file), maxNumbers, "numbers in a position", help)
		}
	}
}

func (eq *equipment) readPer(st *state) {
	words := []string{"player", "piece", "cell"}
next:
	for _, p := range st.node.Per {
		for i, w := range words {
			if p.Text == w {
				if st.per[i] {
					eq.fail(BadPer, p.Span(st.file), fmt.Sprintf("`%s` is listed twice after `per`", w),
						"", "")
				}
				st.per[i] = true
				continue next
			}
		}
		st.badPer = true
		eq.fail(BadPer, p.Span(st.file), fmt.Sprintf("a %s cannot be kept per `%s`", st.word(),
			p.Text), "It is kept per player, piece (that is: per kind of piece) or cell.",
			didYouMean(p.Text, words))
	}
	out := &eq.g.States[st.index]
	out.PerPlayer, out.PerPiece, out.PerCell = st.per[0], st.per[1], st.per[2]
}

// readState reads the initial value once, when its type is first needed.
func (c *checker) readState(st *state) {
	if st.ready {
		return
	}
	if st.busy {
		c.fail(Recursion, st.node.Name.Span(st.file),
			fmt.Sprintf("the value of `%s` at the start depends on itself", st.node.Name.Text), "", "")
		st.ready = true
		return
	}
	st.busy = true
	out := &c.g.States[st.index]
	v := c.expr(c.outside(st.file), st.node.Value)
	c.noStuck(v)
	if !st.node.Memory {
		v = c.want(v, ir.Number)
		st.typ = ir.Number
	} else {
		learned := c.memories[st.node.Name.Text]
		st.fromNone = v.none
		switch {
		case v.none && learned.typ != ir.NoType:
			st.typ = learned.typ
			v = c.want(v, st.typ)
		default:
			st.typ = v.e.Type
		}
		st.planes = v.e.Planes | learned.planes
	}
	out.Type, out.Init = st.typ, v.e
	st.ready = true
	for _, op := range []ir.Op{ir.PiecesOf, ir.PiecesKind, ir.Occupied, ir.EmptyCells, ir.OwnerOf,
		ir.KindOf} {
		if v.e.Op != ir.Invalid && asks(v.e, op, map[*ir.Func]bool{}) {
			c.fail(EarlyState, st.node.Value.Span(st.file),
				fmt.Sprintf("the first value of `%s` depends on pieces before there are any",
					st.node.Name.Text),
				"Counters and memories get their first values before the pieces are set up, when "+
					"the board is empty.",
				"name the sites themselves, as in `rank(1) | rank(2)`, or give the value in `setup`")
			return
		}
	}
}

// stateIndex checks the arguments that say which value of a counter or memory is meant. Their types
// tell which argument is the player, which the kind and which the cell.
func (c *checker) stateIndex(s *scope, st *state, e *syntax.Call) (index []val, ok bool) {
	ok = true
	words := [3]string{"player", "kind", "cell"}
	types := [3]ir.Type{ir.Players, ir.Kinds, ir.Sites}
	var got [3]val
	for _, a := range e.Args {
		v := c.expr(s, a)
		if v.bad() {
			ok = false
			continue
		}
		at := -1
		for i, t := range types {
			if v.e.Type == t {
				at = i
			}
		}
		if at >= 0 && !st.per[at] && st.per[2] { // they stand for the cells of their pieces
			at = 2
		}
		name := st.node.Name.Text
		switch {
		case at >= 0 && st.per[at]:
			if got[at].e != nil {
				c.fail(StateIndex, v.e.Span,
					fmt.Sprintf("`%s` has two arguments that say which %s", name, words[at]), "",
					"", diag.Related{Span: got[at].e.Span, Message: "the other one"})
				ok = false
				continue
			}
			if at == 2 {
				v = c.sites(v)
				if v.e.Planes&^topology.Cells != 0 && v.e.Planes&topology.Cells == 0 {
					c.fail(WrongPlane, v.e.Span, fmt.Sprintf("%s is not a cell", mention(v.e.Span)),
						"What is kept per cell is not kept for edges and corners.", "")
					ok = false
					continue
				}
			}
			got[at] = v
		case st.badPer:
			ok = false
		default:
			var per []string
			for i, p := range st.per {
				if p {
					per = append(per, [3]string{"player", "piece", "cell"}[i])
				}
			}
			detail := "It is one for the whole game."
			if len(per) > 0 {
				detail = "It is kept per " + strings.Join(per, ", ") + "."
			}
			help := ""
			if at == 2 && st.per[0] {
				help = "the owner of a piece is owner(" + plain(v.e.Span, "p") + ")"
			} else if at == 2 && st.per[1] {
				help = "the kind of a piece is kind(" + plain(v.e.Span, "p") + ")"
			}
			c.fail(StateIndex, v.e.Span, fmt.Sprintf("%s is %s; `%s` has no value for it",
				mention(v.e.Span), describe(v), name), detail, help,
				diag.Related{Span: st.node.Name.Span(st.file), Message: "declared here"})
			ok = false
		}
	}
	for i, p := range st.per {
		if p {
			index = append(index, got[i])
		}
	}
	return index, ok
}

// stateOf checks an expression that reads a counter or memory.
func (c *checker) stateOf(s *scope, st *state, e *syntax.Call, span source.Span) val {
	c.readState(st)
	index, ok := c.stateIndex(s, st, e)
	if !ok || st.typ == ir.NoType {
		return invalid(st.typ, span)
	}
	out := &ir.Expr{Op: ir.StateOf, Type: st.typ, Card: ir.Many, Planes: st.planes, Span: span,
		N: int64(st.index)}
	v := val{e: out}
	v.position = true
	for i, x := range index {
		if x.e == nil {
			out.Args = append(out.Args, nil)
			if i == 0 && st.per[0] {
				v.me = true
			}
			continue
		}
		out.Args = append(out.Args, x.e)
		v.reads.add(x.reads)
	}
	switch st.typ {
	case ir.Steps:
		v.dirs = c.walks.all
	case ir.Kinds:
		v.kinds = c.allKinds()
	}
	return v
}
