// Package check turns parsed rules into a checked game, [ir.Game], for one choice of their options.
//
// The data passes through these stations. Each package imports only those above it, besides the
// codes of mistakes in dsl/check/code:
//
//	merge   finds what a file extends and uses, and merges it into one list of declarations
//	index   what is recorded on the way about names and expressions, for editors
//	terms   what names stand for and what expressions mean
//	lint    what is allowed but most probably a mistake
//	check   each sort of declaration, in the order in which they need each other
//
// The stations of this package, most with a type of their own:
//
//	options   reads the options in the order of the file and decides the `if`s around declarations
//	collect   gives every declaration its entry in the table of names
//	players, board, piece, regions, state   what the game is played with: equipment
//	setup                                   what stands on the board at the start
//	move, after, turn, effect, end          how it is played
//	choices                                 the same for every choice of options that matters
package check

import (
	"context"
	"sync"

	"boardgame/dsl/check/index"
	"boardgame/dsl/check/lint"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Rules is a rules text merged with everything it extends and uses, but not yet read for a choice
// of options.
type Rules struct {
	merged *merge.Rules
	// by board spec, while choices of options are tried and for [Rules.With]; otherwise nil
	boards *sync.Map
	with   sync.Map // the boards of all that [Rules.With] passes on
}

// Read parses a rules text, finds the files it extends and uses, and merges them. The result holds
// what could be understood; every later [Rules.Game] returns its diagnostics too. Every file uses
// the prelude without naming it; nil means none.
func Read(f *source.File, lib merge.Library, prelude *syntax.File) *Rules {
	return &Rules{merged: merge.Read(context.Background(), f, lib, prelude)}
}

// Within is [Read] for rules that may take long to check. It passes do what was read. It returns
// soon after its context ends, with the context's error; discard whatever do has made of the rules
// by then.
func Within(ctx context.Context, f *source.File, lib merge.Library, prelude *syntax.File,
	do func(*Rules)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return merge.Stopping(func() { do(&Rules{merged: merge.Read(ctx, f, lib, prelude)}) })
}

// With calls do with these rules and the declarations of one more file, as if it extended them. It
// ends with its context, as [Within] does. It is safe for concurrent use and keeps the board.
func (r *Rules) With(ctx context.Context, f *source.File, do func(*Rules)) error {
	return merge.Stopping(func() { do(&Rules{merged: r.merged.With(ctx, f), boards: &r.with}) })
}

// Flat writes the rules as one text that extends nothing.
func (r *Rules) Flat() string { return r.merged.Flat() }

// Game checks the rules for a choice of options, given as name → value; options that are not named
// have their default. The result is as complete as the mistakes allow. It can be played if the list
// has no error.
func (r *Rules) Game(options map[string]string) (*ir.Game, diag.List) {
	return r.read(options, nil)
}

// read is Game; it also records names and expressions in the index, unless x is nil.
func (r *Rules) read(options map[string]string, x *index.Index) (*ir.Game, diag.List) {
	g, list, _ := r.readWithin(options, x)
	return g, list
}

// effort is the work of reading the rules for one choice of options.
type effort struct {
	folded int64 // work done to fold constants
	looked int   // expressions checked; those of a definition count once for each way it is used
}

// readWithin is read, and also returns the effort it took.
func (r *Rules) readWithin(options map[string]string, x *index.Index) (g *ir.Game, list diag.List,
	took effort) {
	remembered := map[string]terms.Memory{}
	for {
		r.merged.MayStop()
		c := terms.NewChecker(r.merged, remembered)
		if x != nil {
			c.Names.Index = index.NewIndex()
			c.Names.Index.Before = x
		}
		c.Consts.Folded, c.Looked = took.folded, took.looked
		r.run(c, options)
		took = effort{c.Consts.Folded, c.Looked}
		// The type of a memory may follow only from what moves put into it. Types and planes only
		// ever grow, so this loop ends.
		if !c.Learned {
			c.Diags.Sort()
			c.Diags = r.merged.Inherited(c.Diags)
			if x != nil {
				x.Merge(c.Names.Index)
			}
			return c.Game, c.Diags, took
		}
	}
}

// run passes the rules through the stations.
func (r *Rules) run(c *terms.Checker, options map[string]string) {
	if c.Rules.Headless {
		return
	}
	at := terms.Station{Parts: c.Parts, C: c, Live: readOptions(c, options)}
	if c.Names.Index != nil {
		for _, d := range at.Live {
			c.Names.Index.Live = append(c.Names.Index.Live, index.Live{File: d.File, Decl: d.Node})
		}
	}
	all := &collector{Station: at}
	all.collect()
	eq := &equipment{Station: at, build: r.build}
	eq.listStates()
	eq.declarePlayers()
	declareTeams(eq)
	eq.declareBoard()
	eq.Consts.Forget()
	eq.declareKinds()
	eq.declareRegions()
	eq.declareStates()
	fx := &effects{Station: at}
	(&setupReader{Station: at, fx: fx}).declareSetup()
	(&moveReader{Station: at, fx: fx, moves: all.moves, extra: all.extra}).declareMoves()
	(&sentences{at}).declareEnd()
	c.Defs.CheckUnusedDefs()
	c.Game.Slots = c.Names.Global.Size
	if !c.Learned {
		lint.Lint(at, all.moves)
		c.Game.Hash = hash(at)
	}
}
