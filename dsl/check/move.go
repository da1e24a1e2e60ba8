package check

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// declareMove enters a move and its roles, which other moves may refer to before it is checked.
func (co *collector) declareMove(n *syntax.Move, f *source.File) {
	if len(co.moves) == ir.MaxMoves {
		co.Fail(code.TooLarge, n.Name.Span(f), fmt.Sprintf("a game has at most %d moves", ir.MaxMoves),
			"", "")
		return
	}
	m := &terms.Move{Node: n, File: f, Out: &ir.Move{ID: ir.MoveID(len(co.moves)), Name: n.Name.Text,
		Chance: n.Chance, Span: n.Span(f)}}
	if !co.Names.Declare(n.Name, f, &terms.Entry{Sort: terms.MoveName, Move: m,
		Index: len(co.moves)}) {
		co.extra = append(co.extra, m)
		return
	}
	if n.Label != nil {
		m.Out.Label = n.Label.Text
	}
	co.moves = append(co.moves, m)
	co.Game.Moves = append(co.Game.Moves, m.Out)
}

// roleTypes gives the type that each role word binds; `as` binds a kind or a player.
var roleTypes = map[string]ir.Type{"from": ir.Sites, "to": ir.Sites, "over": ir.Sites,
	"at": ir.Sites, "along": ir.Steps, "as": ir.Kinds, "with": ir.Number}

// A moveReader reads the moves, what `after` adds to them, and the choices between them.
type moveReader struct {
	terms.Station
	fx           *effects
	moves, extra []*terms.Move // those with names, and the others
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
		if m.Node.Then != nil {
			m.Out.Then = mr.choice(m.Scope, m.Node.Then)
			m.Out.Slots, m.Out.Vars = m.Scope.Frame.Size, m.Scope.Frame.Names
		}
	}
	if n, f, ok := terms.Find[*syntax.Turn](mr.fx.Live); ok {
		mr.Game.Turn = mr.choice(mr.Names.Outside(f), n.Choice)
	}
	if n, f, ok := terms.Find[*syntax.Setup](mr.fx.Live); ok && n.Then != nil {
		mr.Game.SetupThen = mr.choice(mr.Names.Outside(f), n.Then)
		mr.onlyChance(mr.Game.SetupThen)
	}
}

// chooseLess reports a move whose roles do not fit into a step.
func (mr *moveReader) chooseLess(m *terms.Move) {
	numbers := 0
	for i := range m.Out.Roles {
		if m.Out.Roles[i].Type == ir.Number && m.Out.Roles[i].Among == nil {
			numbers++
		}
	}
	if numbers > 2 {
		mr.Fail(code.TooLarge, m.Node.Name.Span(m.File),
			fmt.Sprintf("the move `%s` chooses %d numbers at once", m.Out.Name, numbers),
			"A move has room for many numbers of constant ranges such as 1..6, but only for two or "+
				"three of ranges that depend on the position.",
			"choose from constant ranges and say the rest with `if`, or let the player choose in "+
				"two steps, the second in a move after `then`")
		return
	}
	mr.Fail(code.TooLarge, m.Node.Name.Span(m.File),
		fmt.Sprintf("the move `%s` chooses too much at once for a board as large as this",
			m.Out.Name),
		fmt.Sprintf("It has %d roles, and the board %d sites.", len(m.Out.Roles), mr.Game.Board.Sites),
		"let the player choose in two steps, the second in a move after `then`, or make the "+
			"board smaller")
}

// resigning is what players type to leave a game of three or more
// (language.md#leaving-a-game-of-three).
const resigning = "resign"

// checkLabel reports a move that would be written like the command for leaving the game.
func (mr *moveReader) checkLabel(m *terms.Move) {
	text, at := m.Out.Label, m.Node.Name.Span(m.File)
	switch {
	case m.Node.Label != nil:
		at = m.Node.Label.Span(m.File)
	case len(m.Out.Roles) == 0:
		text = m.Out.Name
	}
	if len(mr.Game.Players) < 3 || strings.ToLower(strings.Join(strings.Fields(text),
		" ")) != resigning {
		return
	}
	mr.Fail(code.Misplaced, at, fmt.Sprintf("a move cannot be written `%s`", resigning),
		"In games of three or more, a player types that to leave the game.",
		"give the move another label")
}

func (mr *moveReader) checkMove(m *terms.Move) {
	s := &terms.Scope{File: m.File, Names: mr.Names.OfGame, Frame: &terms.Frame{}}
	m.Scope = s
	words := map[string]*syntax.Bind{}
	var weight *syntax.WeightClause
	for _, cl := range m.Node.Clauses {
		switch n := cl.(type) {
		case *syntax.Bind:
			mr.bindRole(m, s, n, words)
		case *syntax.LetClause:
			v := mr.C.Expr(s, n.Value)
			mr.C.Declared.NoStuck(v)
			x := mr.Names.Bind(s, n.Name, v)
			m.Out.Clauses = append(m.Out.Clauses,
				ir.Clause{Op: ir.LetClause, Slot: x.Slot, Value: v.Expr, Span: n.Span(m.File)})
		case *syntax.IfClause:
			for _, cond := range n.Conds {
				v, out := mr.cond(s, cond)
				m.Out.Clauses = append(m.Out.Clauses,
					ir.Clause{Op: ir.IfClause, Value: v.Expr, Cond: out, Span: cond.Span(m.File)})
			}
		case *syntax.WeightClause:
			span := n.Span(m.File)
			if weight != nil {
				mr.Fail(code.WeightTwice, span, "a move has two `weight` lines",
					"An outcome has one weight.",
					"multiply them: weight A * B", diag.Related{Span: weight.Span(m.File),
						Message: "the first one"})
			}
			weight = n
			v := mr.Values.Want(mr.C.Expr(s, n.Value), ir.Number)
			mr.C.Declared.NoStuck(v)
			m.Out.Clauses = append(m.Out.Clauses, ir.Clause{Op: ir.WeightClause, Value: v.Expr, Span: span})
		}
	}
	if !mr.Facts.NoBoard && mr.Game.Board != nil {
		if _, fits := mr.Game.Widths(m.Out); !fits {
			mr.chooseLess(m)
		}
	}
	mr.checkLabel(m)
	for _, e := range m.Node.Do {
		if out := mr.fx.effect(s, e); out != nil {
			m.Out.Do = append(m.Out.Do, out)
		}
	}
	for _, a := range mr.afters {
		m.Out.Do = append(m.Out.Do, a.effects(mr, m)...)
	}
	after := s.Inner()
	after.Stuck = true
	for _, cond := range m.Node.Ensure {
		_, out := mr.cond(after, cond)
		m.Out.Ensure = append(m.Out.Ensure, out)
	}
	m.Out.Slots, m.Out.Vars = s.Frame.Size, s.Frame.Names
}

// bindRole checks `from p in mine` and its like.
func (mr *moveReader) bindRole(m *terms.Move, s *terms.Scope, n *syntax.Bind,
	words map[string]*syntax.Bind) {
	span := n.Span(m.File)
	if first := words[n.Role]; first != nil && n.Role != "with" {
		mr.Fail(code.RoleTwice, span, fmt.Sprintf("`%s` is used twice in a move", n.Role),
			"Moves are written with these words, so each may be used only once.",
			"use another of the words from, to, over, at", diag.Related{Span: first.Span(m.File),
				Message: "the first one"})
	}
	words[n.Role] = n
	mr.C.Binder = n.Role
	v := mr.C.Domain(s, n.Domain)
	mr.C.Binder = ""
	mr.C.Declared.NoStuck(v)
	if n.Of != nil {
		bindSet(mr, m, s, n, v)
		return
	}
	want, known := roleTypes[n.Role]
	switch {
	case !known || v.Unknown():
	case want == ir.Number:
		if v.Expr.Op != ir.Range && !v.Bad() {
			most := "3"
			if v.Expr.Type == ir.Number {
				most = terms.Plain(v.Expr.Span, "n")
			}
			v = mr.Fail(code.NotARange, v.Expr.Span,
				fmt.Sprintf("`with` chooses from a range of numbers; %s is %s", terms.Mention(v.Expr.Span),
					terms.Describe(v)), "",
				fmt.Sprintf("write for example: with %s in 1..%s", n.Name.Text, most))
		} else if !v.Bad() {
			mr.checkChosen(v)
		}
	case v.Expr.Op == ir.Range:
		wrong := code.BadRole
		if want == ir.Sites {
			wrong = code.NotARange
		}
		v = mr.Fail(wrong, v.Expr.Span, fmt.Sprintf("`%s` chooses %s, not a number", n.Role,
			terms.Wanted(want)), "", "write `with` for a number")
	case want == ir.Kinds && v.Expr.Type == ir.Players:
	case want == ir.Kinds && v.Expr.Type == ir.Sites && !v.None:
		v = mr.Values.WrongType(v, ir.Kinds, "choose a site with from, to, over or at")
	case want == ir.Sites && v.Expr.Type == ir.Steps:
		v = mr.Values.WrongType(v, ir.Sites, "choose a direction with `along`")
	case want == ir.Steps && v.IsSet() && v.Expr.Type != ir.Steps && !v.None:
		v = mr.Values.WrongType(v, ir.Steps, "choose a site with from, to, over or at")
	default:
		v = mr.Values.Want(v, want)
	}
	mr.checkDomain(v, n, s)
	typ := v.Expr.Type
	if typ == ir.NoType {
		typ = want
		v = terms.Invalid(want, v.Expr.Span)
	}
	like := terms.Member(v)
	if v.Bad() { // the word alone tells the type: one site, one direction
		like = terms.Value{Expr: &ir.Expr{Op: ir.Var, Type: typ, Card: ir.One, Span: v.Expr.Span}}
	}
	if v.Expr.Op == ir.Range {
		like.Expr.Card = ir.One
	}
	x := mr.Names.Bind(s, n.Name, like)
	m.Out.Clauses = append(m.Out.Clauses,
		ir.Clause{Op: ir.BindClause, Role: len(m.Out.Roles), Value: v.Expr, Span: span})
	m.Out.Roles = append(m.Out.Roles, ir.Role{Word: n.Role, Name: n.Name.Text, Slot: x.Slot,
		Type: typ})
}

// checkChosen reports a set of numbers that `with` has no room for.
func (mr *moveReader) checkChosen(v terms.Value) {
	for _, end := range v.Expr.Args {
		if end.Op == ir.ConstNumber && (end.N < ir.MinNumber || end.N > ir.MaxNumber) {
			mr.Fail(code.TooLarge, end.Span, fmt.Sprintf("`with` chooses from numbers between %d and %d",
				ir.MinNumber, ir.MaxNumber), "",
				"choose a smaller number and calculate with it")
			return
		}
	}
}

// cond checks a condition and keeps its reason.
func (mr *moveReader) cond(s *terms.Scope, n *syntax.Cond) (terms.Value, ir.Cond) {
	v := mr.Values.Want(mr.C.Expr(s, n.Expr), ir.Truth)
	if !s.Stuck {
		mr.C.Declared.NoStuck(v)
	}
	mr.Values.CheckAlways(v, n.Expr.Span(s.File))
	out := ir.Cond{Expr: v.Expr}
	if n.Reason != nil {
		out.Reason = n.Reason.Text
	}
	return v, out
}

// when checks the condition of an effect or an item; it returns nil if there is none.
func (fx *effects) when(s *terms.Scope, e syntax.Expr) *ir.Expr {
	if e == nil {
		return nil
	}
	v := fx.Values.Want(fx.C.Expr(s, e), ir.Truth)
	fx.C.Declared.NoStuck(v)
	fx.Values.CheckAlways(v, e.Span(s.File))
	return v.Expr
}
