// Package check turns rules that were parsed into a checked game, [ir.Game], for one choice of
// their options.
//
// The data goes through these stations, one file each and most with a type of their own:
//
//	flatten   what a file extends and uses is found and put together: one list of declarations
//	options   the options are read in the order of the file and the `if`s around declarations decided
//	names     every declaration gets its entry in the table of names
//	players, board, piece, region, state   what the game is played with: equipment
//	setup                                  what stands on the board at the start
//	move, after, turn, effect, end         how it is played
//	lint, unused, course, wordless         what is allowed but most probably a mistake
//
// Stations stand on four types. Each embeds the one before it, and cannot call those after it:
//
//	reporter    report: what is wrong, once, and where its author can mend it
//	nameTable   names, scope, index: what names stand for, and where they are used
//	values      value, fold, decide, crossing: what is known of values; it knows no syntax
//	checker     expr, path, call, builtin, def: from syntax in a scope to values
//
// The evaluator in dsl/value turns expressions that depend on nothing into constants, so there is
// only one definition of what they mean.
//
// A mistake is reported where it is made and becomes an ir.Invalid, which later passes
// ignore: one run reports all mistakes of a file, and none of them twice.
package check

import (
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Game checks the rules for a choice of options: name → value; options that are not named have
// their default. The result is as complete as the mistakes allow, and can be played if the list has
// no error.
func (r *Rules) Game(options map[string]string) (*ir.Game, diag.List) {
	return r.read(options, nil)
}

// read is Game; it also records names and expressions in the index, unless that is nil.
func (r *Rules) read(options map[string]string, index *Index) (*ir.Game, diag.List) {
	g, list, _ := r.readWithin(options, index)
	return g, list
}

// effort is what reading the rules for one choice of options took.
type effort struct {
	folded int64 // work of constants
	looked int   // expressions checked, those of definitions once for each way to use them
}

// readWithin is read, and returns the effort that it took.
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
		// What a memory holds may follow only from what moves put into it. Types and planes only
		// ever grow, so this ends.
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
// into values. What the expressions name is read when they first need it.
type checker struct {
	*values
	memories  map[string]memory
	learned   bool   // a memory turned out to hold something unexpected
	looked    int    // expressions checked so far
	instances int    // of definitions, so far
	binder    string // the role whose domain is being checked
}

func newChecker(r *Rules, remembered map[string]memory) *checker {
	report := &reporter{rules: r, diags: slices.Clone(r.diags), reported: map[fact]bool{}}
	return &checker{values: newValues(newNameTable(report), r.Title), memories: remembered}
}

// A station reads one sort of declarations, with the expressions in them.
type station struct {
	*checker
	live []*decl // the declarations that hold with the options
}

// run goes through the stations.
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

// find returns the first declaration of a kind and the file that it stands in.
func find[T syntax.Decl](live []*decl) (T, *source.File, bool) {
	for _, d := range live {
		if n, ok := d.node.(T); ok {
			return n, d.file, true
		}
	}
	var zero T
	return zero, nil, false
}
