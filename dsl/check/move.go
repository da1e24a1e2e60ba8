package check

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A move is a move of the rules that is being turned into an ir.Move.
type move struct {
	node  *syntax.Move
	file  *source.File
	out   *ir.Move
	scope *scope
}

// declareMove enters a move and its roles, which other moves may refer to before it is checked.
func (co *collector) declareMove(n *syntax.Move, f *source.File) {
	if len(co.moves) == ir.MaxMoves {
		co.fail(TooLarge, n.Name.Span(f), fmt.Sprintf("a game has at most %d moves", ir.MaxMoves),
			"", "")
		return
	}
	m := &move{node: n, file: f, out: &ir.Move{ID: ir.MoveID(len(co.moves)), Name: n.Name.Text,
		Chance: n.Chance, Span: n.Span(f)}}
	if !co.declare(n.Name, f, &symbol{sort: moveName, move: m, index: len(co.moves)}) {
		co.extra = append(co.extra, m)
		return
	}
	if n.Label != nil {
		m.out.Label = n.Label.Text
	}
	co.moves = append(co.moves, m)
	co.g.Moves = append(co.g.Moves, m.out)
}

// roleTypes gives the type that each role word binds; `as` binds a kind or a player.
var roleTypes = map[string]ir.Type{"from": ir.Sites, "to": ir.Sites, "over": ir.Sites,
	"at": ir.Sites, "along": ir.Steps, "as": ir.Kinds, "with": ir.Number}

// A moveReader reads the moves, what `after` adds to them, and the choices between them.
type moveReader struct {
	*effects
	moves, extra []*move // those with names, and the others
	afters       []*after
	added        int // bytes of effects that `after` has added so far
}

// declareMoves reads the moves, then the choices of `turn` and of the setup.
func (mr *moveReader) declareMoves() {
	mr.collectAfters()
	all := slices.Concat(mr.moves, mr.extra)
	for _, m := range all {
		mr.checkMove(m)
	}
	for _, m := range all { // choices may refer to the roles of any move
		if m.node.Then != nil {
			m.out.Then = mr.choice(m.scope, m.node.Then)
			m.out.Slots, m.out.Vars = m.scope.frame.size, m.scope.frame.names
		}
	}
	if n, f, ok := find[*syntax.Turn](mr.live); ok {
		mr.g.Turn = mr.choice(mr.outside(f), n.Choice)
	}
	if n, f, ok := find[*syntax.Setup](mr.live); ok && n.Then != nil {
		mr.g.SetupThen = mr.choice(mr.outside(f), n.Then)
		mr.onlyChance(mr.g.SetupThen)
	}
}

// chooseLess reports a move whose roles do not fit into a step.
func (mr *moveReader) chooseLess(m *move) {
	numbers := 0
	for i := range m.out.Roles {
		if m.out.Roles[i].Type == ir.Number {
			numbers++
		}
	}
	if numbers > 2 {
		mr.fail(TooLarge, m.node.Name.Span(m.file),
			fmt.Sprintf("the move `%s` chooses %d numbers at once", m.out.Name, numbers),
			"A move has room for two numbers and some sites, or for three numbers alone.",
			"let the player choose in two steps, the second in a move after `then`")
		return
	}
	mr.fail(TooLarge, m.node.Name.Span(m.file),
		fmt.Sprintf("the move `%s` chooses too much at once for a board as large as this",
			m.out.Name),
		fmt.Sprintf("It has %d roles, and the board %d sites.", len(m.out.Roles),
			mr.g.Board.Sites),
		"let the player choose in two steps, the second in a move after `then`, or make the "+
			"board smaller")
}

// resigning is what players type to leave a game of three or more
// (language.md#leaving-a-game-of-three).
const resigning = "resign"

// checkLabel reports a move that would be written like the command for leaving the game.
func (mr *moveReader) checkLabel(m *move) {
	text, at := m.out.Label, m.node.Name.Span(m.file)
	switch {
	case m.node.Label != nil:
		at = m.node.Label.Span(m.file)
	case len(m.out.Roles) == 0:
		text = m.out.Name
	}
	if len(mr.g.Players) < 3 || strings.ToLower(strings.Join(strings.Fields(text), " ")) != resigning {
		return
	}
	mr.fail(Misplaced, at, fmt.Sprintf("a move cannot be written `%s`", resigning),
		"In games of three or more, a player types that to leave the game.",
		"give the move another label")
}

func (mr *moveReader) checkMove(m *move) {
	s := &scope{file: m.file, names: mr.names, frame: &frame{}}
	m.scope = s
	words := map[string]*syntax.Bind{}
	var weight *syntax.WeightClause
	for _, cl := range m.node.Clauses {
		switch n := cl.(type) {
		case *syntax.Bind:
			mr.bindRole(m, s, n, words)
		case *syntax.LetClause:
			v := mr.expr(s, n.Value)
			mr.noStuck(v)
			x := mr.bind(s, n.Name, v)
			m.out.Clauses = append(m.out.Clauses,
				ir.Clause{Op: ir.LetClause, Slot: x.slot, Value: v.e, Span: n.Span(m.file)})
		case *syntax.IfClause:
			for _, cond := range n.Conds {
				v, out := mr.cond(s, cond)
				m.out.Clauses = append(m.out.Clauses,
					ir.Clause{Op: ir.IfClause, Value: v.e, Cond: out, Span: cond.Span(m.file)})
			}
		case *syntax.WeightClause:
			span := n.Span(m.file)
			if weight != nil {
				mr.fail(WeightTwice, span, "a move has two `weight` lines",
					"An outcome has one weight.",
					"multiply them: weight A * B", diag.Related{Span: weight.Span(m.file),
						Message: "the first one"})
			}
			weight = n
			v := mr.want(mr.expr(s, n.Value), ir.Number)
			mr.noStuck(v)
			m.out.Clauses = append(m.out.Clauses,
				ir.Clause{Op: ir.WeightClause, Value: v.e, Span: span})
		}
	}
	if !mr.noBoard && mr.g.Board != nil && !mr.g.Fits(m.out) {
		mr.chooseLess(m)
	}
	mr.checkLabel(m)
	for _, e := range m.node.Do {
		if out := mr.effect(s, e); out != nil {
			m.out.Do = append(m.out.Do, out)
		}
	}
	for _, a := range mr.afters {
		m.out.Do = append(m.out.Do, a.effects(mr, m)...)
	}
	after := s.inner()
	after.stuck = true
	for _, cond := range m.node.Ensure {
		_, out := mr.cond(after, cond)
		m.out.Ensure = append(m.out.Ensure, out)
	}
	m.out.Slots, m.out.Vars = s.frame.size, s.frame.names
}

// bindRole checks `from p in mine` and its like.
func (mr *moveReader) bindRole(m *move, s *scope, n *syntax.Bind, words map[string]*syntax.Bind) {
	span := n.Span(m.file)
	if first := words[n.Role]; first != nil && n.Role != "with" {
		mr.fail(RoleTwice, span, fmt.Sprintf("`%s` is used twice in a move", n.Role),
			"Moves are written with these words, so each may be used only once.",
			"use another of the words from, to, over, at", diag.Related{Span: first.Span(m.file),
				Message: "the first one"})
	}
	words[n.Role] = n
	mr.binder = n.Role
	v := mr.domain(s, n.Domain)
	mr.binder = ""
	mr.noStuck(v)
	want, known := roleTypes[n.Role]
	switch {
	case !known || v.unknown():
	case want == ir.Number:
		if v.e.Op != ir.Range && !v.bad() {
			most := "3"
			if v.e.Type == ir.Number {
				most = plain(v.e.Span, "n")
			}
			v = mr.fail(NotARange, v.e.Span,
				fmt.Sprintf("`with` chooses from a range of numbers; %s is %s", mention(v.e.Span),
					describe(v)), "",
				fmt.Sprintf("write for example: with %s in 1..%s", n.Name.Text, most))
		} else if !v.bad() {
			mr.checkChosen(v)
		}
	case v.e.Op == ir.Range:
		code := BadRole
		if want == ir.Sites {
			code = NotARange
		}
		v = mr.fail(code, v.e.Span, fmt.Sprintf("`%s` chooses %s, not a number", n.Role,
			wanted(want)), "", "write `with` for a number")
	case want == ir.Kinds && v.e.Type == ir.Players:
	case want == ir.Kinds && v.e.Type == ir.Sites && !v.none:
		v = mr.wrongType(v, ir.Kinds, "choose a site with from, to, over or at")
	case want == ir.Sites && v.e.Type == ir.Steps:
		v = mr.wrongType(v, ir.Sites, "choose a direction with `along`")
	case want == ir.Steps && v.isSet() && v.e.Type != ir.Steps && !v.none:
		v = mr.wrongType(v, ir.Steps, "choose a site with from, to, over or at")
	default:
		v = mr.want(v, want)
	}
	mr.checkDomain(v, n, s)
	typ := v.e.Type
	if typ == ir.NoType {
		typ = want
		v = invalid(want, v.e.Span)
	}
	like := member(v)
	if v.bad() { // the word alone tells the type: one site, one direction
		like = val{e: &ir.Expr{Op: ir.Var, Type: typ, Card: ir.One, Span: v.e.Span}}
	}
	if v.e.Op == ir.Range {
		like.e.Card = ir.One
	}
	x := mr.bind(s, n.Name, like)
	m.out.Clauses = append(m.out.Clauses,
		ir.Clause{Op: ir.BindClause, Role: len(m.out.Roles), Value: v.e, Span: span})
	m.out.Roles = append(m.out.Roles, ir.Role{Word: n.Role, Name: n.Name.Text, Slot: x.slot,
		Type: typ})
}

// checkChosen reports a set of numbers that `with` has no room for.
func (mr *moveReader) checkChosen(v val) {
	for _, end := range v.e.Args {
		if end.Op == ir.ConstNumber && (end.N < ir.MinNumber || end.N > ir.MaxNumber) {
			mr.fail(TooLarge, end.Span, fmt.Sprintf("`with` chooses from numbers between %d and %d",
				ir.MinNumber, ir.MaxNumber), "",
				"choose a smaller number and calculate with it")
			return
		}
	}
}

// cond checks a condition and keeps its reason.
func (mr *moveReader) cond(s *scope, n *syntax.Cond) (val, ir.Cond) {
	v := mr.want(mr.expr(s, n.Expr), ir.Truth)
	if !s.stuck {
		mr.noStuck(v)
	}
	mr.checkAlways(v, n.Expr.Span(s.file))
	out := ir.Cond{Expr: v.e}
	if n.Reason != nil {
		out.Reason = n.Reason.Text
	}
	return v, out
}

// when checks the condition of an effect or an item; it returns nil if there is none.
func (fx *effects) when(s *scope, e syntax.Expr) *ir.Expr {
	if e == nil {
		return nil
	}
	v := fx.want(fx.expr(s, e), ir.Truth)
	fx.noStuck(v)
	fx.checkAlways(v, e.Span(s.file))
	return v.e
}
