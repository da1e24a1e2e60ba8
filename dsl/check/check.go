// Package check turns parsed rules into a checked game, [ir.Game], for one choice of their options.
//
// The data passes through these stations, each in a file of its own and most with a type of their
// own:
//
//	flatten   finds what a file extends and uses, and merges it into one list of declarations
//	options   reads the options in the order of the file and decides the `if`s around declarations
//	names     gives every declaration its entry in the table of names
//	players, board, piece, region, state   what the game is played with: equipment
//	setup                                  what stands on the board at the start
//	move, after, turn, effect, end         how it is played
//	lint, unused, course, wordless         what is allowed but most probably a mistake
//
// Stations are built on five types. Each embeds the one before it, and cannot call those after it:
//
//	reporter    report: what is wrong, once, at the place where the author can fix it
//	nameTable   names, scope, index: what names stand for, and where they are used
//	values      value, fold, decide, crossing: what is known of values; it knows no syntax
//	words       names, options: what one word means, and what an unknown one was meant to be
//	checker     expr, path, call, builtin, def: from syntax in a scope to values
//
// The evaluator in dsl/value turns expressions that depend on nothing into constants, so their
// meaning is defined only once.
//
// A mistake is reported where it is found and becomes an ir.Invalid, which later passes ignore. One
// run therefore reports all mistakes of a file, each of them once.
package check

import (
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Game checks the rules for a choice of options, given as name → value; options that are not named
// have their default. The result is as complete as the mistakes allow. It can be played if the list
// has no error.
func (r *Rules) Game(options map[string]string) (*ir.Game, diag.List) {
	return r.read(options, nil)
}

// read is Game; it also records names and expressions in the index, unless index is nil.
func (r *Rules) read(options map[string]string, index *Index) (*ir.Game, diag.List) {
	g, list, _ := r.readWithin(options, index)
	return g, list
}

// effort is the work of reading the rules for one choice of options.
type effort struct {
	folded int64 // work done to fold constants
	looked int   // expressions checked; those of a definition count once for each way it is used
}

// readWithin is read, and also returns the effort it took.
func (r *Rules) readWithin(options map[string]string, index *Index) (g *ir.Game, list diag.List,
	took effort) {
	remembered := map[string]memory{}
	for {
		r.mayStop()
		c := newChecker(r, remembered)
		if index != nil {
			c.index = newIndex()
			c.index.before = index
		}
		c.folded, c.looked = took.folded, took.looked
		c.run(options)
		took = effort{c.folded, c.looked}
		// The type of a memory may follow only from what moves put into it. Types and planes only
		// ever grow, so this loop ends.
		if !c.learned {
			c.diags.Sort()
			if index != nil {
				index.merge(c.index)
			}
			return c.g, c.diags, took
		}
	}
}

// A checker understands expressions, for one choice of options: its methods turn syntax in a scope
// into values. What an expression names is read when it is first needed.
type checker struct {
	words
	memories  map[string]memory
	learned   bool   // a memory turned out to hold something unexpected
	looked    int    // expressions checked so far
	instances int    // of definitions so far
	binder    string // the role whose domain is being checked
}

func newChecker(r *Rules, remembered map[string]memory) *checker {
	report := &reporter{rules: r, diags: slices.Clone(r.diags), reported: map[fact]bool{}}
	return &checker{words: words{newValues(newNameTable(report), r.Title)}, memories: remembered}
}

// A station reads one sort of declaration, with the expressions in it.
type station struct {
	*checker
	live []*decl // the declarations that hold under the options
}

// run passes the rules through the stations.
func (c *checker) run(options map[string]string) {
	if c.rules.headless {
		return
	}
	at := station{c, readOptions(c, options)}
	if c.index != nil {
		c.index.hold(at.live)
	}
	all := &collector{station: at}
	all.collect()
	eq := &equipment{station: at}
	eq.listStates()
	eq.declarePlayers()
	eq.declareBoard()
	eq.forget()
	eq.declareKinds()
	eq.declareRegions()
	eq.declareStates()
	fx := &effects{station: at}
	(&setupReader{effects: fx}).declareSetup()
	(&moveReader{effects: fx, moves: all.moves, extra: all.extra}).declareMoves()
	(&sentences{at}).declareEnd()
	c.checkUnusedDefs()
	c.g.Slots = c.global.size
	if !c.learned {
		(&linter{station: at, moves: all.moves}).lint()
		c.g.Hash = at.hash()
	}
}

// find returns the first declaration of a kind and the file that contains it.
func find[T syntax.Decl](live []*decl) (T, *source.File, bool) {
	for _, d := range live {
		if n, ok := d.node.(T); ok {
			return n, d.file, true
		}
	}
	var zero T
	return zero, nil, false
}
