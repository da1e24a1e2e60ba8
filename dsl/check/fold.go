package check

import (
	"fmt"
	"sync"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// A folder reads constant expressions. It sees no more of the game than they can: board, players,
// kinds and attributes.
type folder struct {
	*value.Evaluator
	blank value.Facts // nothing stands anywhere
	frame []value.Value
}

// oneCell is the board of expressions that are read before the board is known: those of options and
// of its size.
var oneCell = sync.OnceValue(func() *topology.Board {
	b, _ := topology.Build(topology.Spec{Shape: "square", Args: []int{1, 1}})
	return b
})

func (c *checker) folder() *folder {
	if c.folding != nil {
		return c.folding
	}
	g := &ir.Game{Board: c.g.Board, Players: c.g.Players, Kinds: c.g.Kinds, Attrs: c.g.Attrs,
		Slots: 8}
	if g.Board == nil {
		g.Board = oneCell()
	}
	f := &folder{Evaluator: value.New(g),
		blank: value.NewFacts(len(g.Players), len(g.Kinds), 0, 0)}
	f.frame = f.Frame(nil)
	c.folding = f
	return f
}

// forget makes the next constant be read with what is known of the game by then.
func (c *checker) forget() { c.folding = nil }

const (
	// mostToFold is how much work (see value.MostWork) an expression may take to be worked out when
	// the game is loaded, mostToFoldAll that of all of them together.
	mostToFold    = 1 << 23
	mostToFoldAll = 1 << 25
	// mostToRead is how many members of quantifiers and calls of definitions an expression may
	// take, as far as the text tells, whenever it is read.
	mostToRead = 1 << 24
)

// evaluate reads an expression that depends on no position and on no variable but its own; ok is
// false if that takes too long.
func (c *checker) evaluate(e *ir.Expr, me int) (v value.Value, ok bool) {
	c.rules.mayStop() // a constant may take a third of a second
	f := c.folder()
	if len(f.frame) < c.slots {
		f.frame = f.Frame(make([]value.Value, c.slots+8))
	}
	work := min(mostToFold, mostToFoldAll-c.folded)
	v, ok = f.Read(work, e, &value.Scope{At: &f.blank, Me: me, Vars: f.frame})
	c.folded += min(f.Taken(), work)
	return v, ok
}

// tooLong reports an expression that takes too long to work out, or the first one that does so
// after others.
func (c *checker) tooLong(e *ir.Expr) val {
	if c.folded >= mostToFoldAll {
		if !c.foldedAll {
			c.foldedAll = true
			c.fail(TooLong, e.Span,
				"the constants of these rules take too long to work out, up to "+mention(e.Span),
				"Whatever depends on the board alone is worked out when the rules are read; all "+
					"of it together took more work than is allowed.",
				"use smaller sets or ranges, or a smaller board")
		}
		return invalid(e.Type, e.Span)
	}
	c.fail(TooLong, e.Span, fmt.Sprintf("%s takes too long to work out", mention(e.Span)),
		"Quantifiers inside one another, and definitions that use one another twice, multiply "+
			"what there is to do.",
		"count over a smaller set or range, or bind a value by `let` and use it twice")
	return invalid(e.Type, e.Span)
}

// fold makes a constant of a value that depends on nothing, and a set for each player of one that
// depends on `me` alone.
func (c *checker) fold(v val) val {
	e := v.e
	if v.constant() {
		return c.known(v)
	}
	if v.position || v.free != 0 || e.Op == ir.Range || e.Op == ir.Invalid {
		return v
	}
	if v.me {
		if e.Type != ir.Sites || e.Op == ir.PlayerSites || len(c.g.Players) == 0 {
			return v
		}
		sets := make([]topology.Set, len(c.g.Players))
		for i := range sets {
			one, ok := c.evaluate(e, i)
			if !ok {
				return c.tooLong(e)
			}
			sets[i] = one.Sites
		}
		out := c.playerSites(sets, e.Planes, e.Span)
		out.option = v.option
		return out
	}
	read, ok := c.evaluate(e, 0)
	if !ok {
		return c.tooLong(e)
	}
	out := val{e: &ir.Expr{Type: e.Type, Planes: e.Planes, Span: e.Span, N: read.N}}
	switch e.Type {
	case ir.Sites:
		out.e.Op, out.e.N, out.e.Sets = ir.ConstSites, 0, []topology.Set{read.Sites}
	case ir.Number:
		out.e.Op = ir.ConstNumber
	case ir.Truth:
		out.e.Op = ir.ConstTruth
	case ir.Players:
		out.e.Op = ir.ConstPlayers
	case ir.Kinds:
		out.e.Op = ir.ConstKinds
	case ir.Steps:
		out.e.Op, out.e.N, out.e.Dirs = ir.ConstSteps, 0, read.Dirs
	default:
		return v
	}
	out.option = v.option
	return c.known(out)
}
