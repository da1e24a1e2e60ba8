package terms

import (
	"fmt"
	"sync"

	"boardgame/dsl/check/code"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// A folder evaluates constant expressions. It sees only what they can depend on: board, players,
// kinds and attributes.
type folder struct {
	*value.Evaluator
	blank value.Facts // a position without pieces
	frame []value.Value
}

// oneCell is the board for expressions that are evaluated before the board is known: those of
// options and of the board's size.
var oneCell = sync.OnceValue(func() *topology.Board {
	b, _ := topology.Build(topology.Spec{Shape: "square", Args: []int{1, 1}})
	return b
})

func (vs *constants) folder() *folder {
	if vs.folding != nil {
		return vs.folding
	}
	g := &ir.Game{Board: vs.Game.Board, Players: vs.Game.Players, Kinds: vs.Game.Kinds,
		Attrs: vs.Game.Attrs,
		Slots: 8}
	if g.Board == nil {
		g.Board = oneCell()
	}
	f := &folder{Evaluator: value.New(g), blank: value.NewFacts(len(g.Players), len(g.Kinds), 0, 0)}
	f.frame = f.Frame(nil)
	vs.folding = f
	return f
}

// Forget makes the next constant see what is known about the game by then.
func (vs *constants) Forget() { vs.folding = nil }

const (
	// mostToFold limits the work (see value.MostWork) to evaluate one expression when the game is
	// loaded, mostToFoldAll the work for all of them together.
	mostToFold    = 1 << 22
	MostToFoldAll = 1 << 23
	// mostToRead limits the members of quantifiers and the calls of definitions that an expression
	// may take, as far as the text tells, each time it is evaluated.
	mostToRead = 1 << 24
)

// evaluate computes an expression that depends on no position and on no variable but its own; ok is
// false if that takes too long.
func (vs *constants) evaluate(e *ir.Expr, me int) (v value.Value, ok bool) {
	vs.Rules.MayStop() // a constant may take a third of a second
	f := vs.folder()
	if len(f.frame) < vs.Names.slots {
		f.frame = f.Frame(make([]value.Value, vs.Names.slots+8))
	}
	work := min(mostToFold, MostToFoldAll-vs.Folded)
	v, ok = f.Read(work, e, &value.Scope{At: &f.blank, Me: me, Vars: f.frame})
	vs.Folded += min(f.Work.Taken(), work)
	return v, ok
}

// tooLong reports an expression that takes too long to evaluate, alone or together with those
// before it.
func (vs *constants) tooLong(e *ir.Expr) Value {
	if vs.Folded >= MostToFoldAll {
		if !vs.foldedAll {
			vs.foldedAll = true
			vs.Fail(code.TooLong, e.Span,
				"the constants of these rules take too long to work out, up to "+Mention(e.Span),
				"Values that depend only on the board are worked out when the rules are loaded; "+
					"together they take more work than is allowed.",
				"use smaller sets or ranges, or a smaller board")
		}
		return Invalid(e.Type, e.Span)
	}
	vs.Fail(code.TooLong, e.Span, fmt.Sprintf("%s takes too long to work out", Mention(e.Span)),
		"Nested quantifiers, and definitions that use one another twice, multiply the work.",
		"count over a smaller set or range, or bind a value with `let` and use it twice")
	return Invalid(e.Type, e.Span)
}

// fold turns a value that depends on nothing into a constant, and one that depends on `me` alone
// into a set for each player.
func (vs *constants) fold(v Value) Value {
	e := v.Expr
	if v.constant() {
		return vs.known(v)
	}
	if v.position || v.free != 0 || e.Op == ir.Range || e.Op == ir.Invalid {
		return v
	}
	if v.Me {
		if e.Type != ir.Sites || e.Op == ir.PlayerSites || len(vs.Game.Players) == 0 {
			return v
		}
		sets := make([]topology.Set, len(vs.Game.Players))
		for i := range sets {
			one, ok := vs.evaluate(e, i)
			if !ok {
				return vs.tooLong(e)
			}
			sets[i] = one.Sites
		}
		out := vs.playerSites(sets, e.Planes, e.Span)
		out.Option = v.Option
		return out
	}
	read, ok := vs.evaluate(e, 0)
	if !ok {
		return vs.tooLong(e)
	}
	out := Value{Expr: &ir.Expr{Type: e.Type, Planes: e.Planes, Span: e.Span, N: read.N}}
	switch e.Type {
	case ir.Sites:
		out.Expr.Op, out.Expr.N, out.Expr.Sets = ir.ConstSites, 0, []topology.Set{read.Sites}
	case ir.Number:
		out.Expr.Op = ir.ConstNumber
	case ir.Truth:
		out.Expr.Op = ir.ConstTruth
	case ir.Players:
		out.Expr.Op = ir.ConstPlayers
	case ir.Kinds:
		out.Expr.Op = ir.ConstKinds
	case ir.Steps:
		out.Expr.Op, out.Expr.N, out.Expr.Dirs = ir.ConstSteps, 0, read.Dirs
	default:
		return v
	}
	out.Option = v.Option
	return vs.known(out)
}
