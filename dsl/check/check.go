// Package check turns rules that were parsed into a checked game, [ir.Game], for one choice of
// their options.
//
// The data goes through these stations, one file each:
//
//	flatten   what a file extends and uses is found and put together: one list of declarations
//	options   the options are read in the order of the file and the `if`s around declarations decided
//	names     every declaration gets its entry in the table of names
//	players, board, piece, region, state, setup   what the game is played with
//	move, effect, turn, end                       how it is played
//
// All of them contain expressions:
//
//	expr      operators, quantifiers: types, how many members a set may have, which kinds of site
//	path      the steps of paths
//	call      names with and without arguments; builtin those of the language, def those that the author has defined
//	value     what is known of a value; decide and fold find out what is known of it before the game is played
//
// And what is allowed but most probably a mistake is warned of:
//
//	lint      conditions, sets and effects
//	unused    what nothing uses or reaches
//	course    turns that may get stuck, sentences that never decide, moves without end
//
// Expressions that depend on nothing become constants on the way, by way of the evaluator in
// dsl/value, so that there is one definition of what they mean.
//
// A mistake is reported where it is made and becomes an ir.Invalid, of which everybody who meets it
// keeps silent: all mistakes of a file come out of one run, and none of them twice.
package check

import (
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// Game checks the rules for a choice of options: name → value; options that are not named have
// their default. The result is as complete as the mistakes allow, and can be played if the list has
// no error.
func (r *Rules) Game(options map[string]string) (*ir.Game, diag.List) {
	return r.read(options, nil)
}

// read is Game; what the names and expressions are is added to the index, unless that is nil.
func (r *Rules) read(options map[string]string, index *Index) (*ir.Game, diag.List) {
	g, list, _ := r.readWithin(options, index)
	return g, list
}

// readWithin is read, and returns the work that constants took.
func (r *Rules) readWithin(options map[string]string, index *Index) (g *ir.Game, list diag.List,
	work int64) {
	remembered := map[string]memory{}
	for {
		r.mayStop()
		c := newChecker(r, options, remembered)
		if index != nil {
			c.index = newIndex()
			c.index.before = index
		}
		c.folded = work
		c.run()
		work = c.folded
		// What a memory holds may be known only from what moves put into it. Types and planes only
		// ever grow, so this ends.
		if !c.learned {
			c.diags.Sort()
			if index != nil {
				index.merge(c.index)
			}
			return c.g, c.diags, work
		}
	}
}

// A checker is one run over the rules, for one choice of options. It understands expressions: its
// methods turn syntax in a scope into values.
type checker struct {
	*values
	chosen map[string]string
	live   []*decl // the declarations that hold with these options

	// the conditions around the declarations being decided, as they are written
	under []string

	moves     []*move
	states    []*state // counters and memories, by number
	afters    []*after
	added     int // bytes of effects that they have added so far
	memories  map[string]memory
	learned   bool // a memory turned out to hold something else than was thought
	looked    int  // expressions checked so far
	instances int  // of definitions, so far
	// those whose names could not be declared, to be checked all the same
	extraMoves []*move
	binder     string       // the role whose domain is being checked
	setUp      topology.Set // where pieces are set up so far
}

func newChecker(r *Rules, options map[string]string, remembered map[string]memory) *checker {
	report := &reporter{rules: r, diags: slices.Clone(r.diags), reported: map[fact]bool{}}
	names := newNameTable(report)
	return &checker{values: newValues(names, r.Title), chosen: options, memories: remembered}
}

// run goes through the stations.
func (c *checker) run() {
	if c.rules.headless {
		return
	}
	c.readOptions()
	c.noteLive()
	c.collect()
	c.listStates()
	c.declarePlayers()
	c.declareBoard()
	c.forget()
	c.declareKinds()
	c.declareRegions()
	c.declareStates()
	c.declareSetup()
	c.declareMoves()
	c.declareEnd()
	c.checkUnusedDefs()
	c.g.Slots = c.global.size
	if !c.learned {
		c.lint()
		c.g.Hash = c.hash()
	}
}

// find returns the first live declaration of a kind and the file that it stands in.
func find[T syntax.Decl](c *checker) (T, *source.File, bool) {
	for _, d := range c.live {
		if n, ok := d.node.(T); ok {
			return n, d.file, true
		}
	}
	var zero T
	return zero, nil, false
}
