// Package terms understands expressions: it turns syntax in a scope into typed values of dsl/ir,
// for one choice of options, and reports what is wrong with them.
//
// It is built on these types. Each names those before it, and cannot call those after it:
//
//	reporter    report: what is wrong, once, at the place where the author can fix it
//	nameTable   names, scope, index: what names stand for, and where they are used
//	gameFacts   piece, players, tower, crossing, decide: what is known of board, players and pieces
//	constants   value, fold: expressions, those that depend on nothing folded
//	values      value, operators, probable: what is known of values; it knows no syntax
//	words       names, options: what one word means, and what an unknown one was meant to be
//	Checker     expr, operators, call, builtin, and its parts: from syntax in a scope to values
//
// The parts of a Checker are paths (path), definitions (def) and declared (region, state, piece,
// tower): an expression contains paths, and a path contains expressions, so these call each other.
//
// The evaluator in dsl/value turns expressions that depend on nothing into constants, so their
// meaning is defined only once.
//
// A mistake is reported where it is found and becomes an ir.Invalid, which later passes ignore. One
// run therefore reports all mistakes of a file, each of them once.
package terms

import (
	"slices"

	"boardgame/dsl/check/merge"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A Checker understands expressions, for one choice of options: its methods turn syntax in a scope
// into values. What an expression names is read when it is first needed.
type Checker struct {
	Parts
	words    words
	Paths    *paths
	Declared *declared
	Defs     *definitions
	Memories map[string]Memory
	Learned  bool   // a memory turned out to hold something unexpected
	Looked   int    // expressions checked so far
	Binder   string // the role whose domain is being checked
}

// paths reads what leads from sites to sites.
type paths struct {
	Parts
	c *Checker
}

// declared reads what an expression names when it is first needed: regions, attributes and states.
type declared struct {
	Parts
	c *Checker
}

// definitions checks what `def` defines, once for each sort of arguments it is used with.
type definitions struct {
	Parts
	c         *Checker
	instances int // so far
}

// Parts are what is known when an expression is checked. Each part names those before it, and
// cannot call those after it.
type Parts struct {
	*reporter
	Names  *nameTable
	Facts  *gameFacts
	Consts *constants
	Values *values
	Game   *ir.Game
}

// NewChecker returns a checker of merged rules, with what an earlier run learned about memories.
func NewChecker(r *merge.Rules, remembered map[string]Memory) *Checker {
	p := Parts{Game: &ir.Game{Title: r.Title},
		reporter: &reporter{Rules: r, Diags: slices.Clone(r.Diags), reported: map[Fact]bool{}}}
	p.Names = &nameTable{reporter: p.reporter, OfGame: &Space{Entries: map[string]*Entry{}},
		Refused: map[string]bool{}, Global: &Frame{}}
	p.Facts = &gameFacts{reporter: p.reporter, Names: p.Names, Game: p.Game, OwnSign: map[int]bool{}}
	p.Consts = &constants{reporter: p.reporter, Names: p.Names, Facts: p.Facts, Game: p.Game}
	p.Values = &values{reporter: p.reporter, Names: p.Names, Facts: p.Facts, Consts: p.Consts,
		Game: p.Game, Optional: map[*ir.Expr]bool{}}
	c := &Checker{Parts: p, words: words{p}, Memories: remembered}
	c.Paths, c.Declared, c.Defs = &paths{p, c}, &declared{p, c}, &definitions{Parts: p, c: c}
	return c
}

// A Station reads one sort of declaration, with the expressions in it.
type Station struct {
	Parts
	C    *Checker
	Live []*merge.Decl // the declarations that hold under the options
}

// Find returns the first declaration of a kind and the file that contains it.
func Find[T syntax.Decl](live []*merge.Decl) (T, *source.File, bool) {
	for _, d := range live {
		if n, ok := d.Node.(T); ok {
			return n, d.File, true
		}
	}
	var zero T
	return zero, nil, false
}
