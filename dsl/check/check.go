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
	"fmt"
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

// A checker is one run over the rules, for one choice of options.
type checker struct {
	rules    *Rules
	chosen   map[string]string
	diags    diag.List
	reported map[fact]bool

	g       *ir.Game
	live    []*decl // the declarations that hold with these options
	names   *space  // of the game
	prelude *space
	uses    []*space

	options []*option
	// the conditions around the declarations being decided, as they are written
	under       []string
	optionsOnly bool // while options are read nothing else is known
	ofBoard     bool // the same while the size of the board is read

	moves       []*move
	states      []*state // counters and memories, by number
	afters      []*after
	added       int // bytes of effects that they have added so far
	memories    map[string]memory
	learned     bool // a memory turned out to hold something else than was thought
	ownedPlanes topology.Plane
	calls       []source.Span // the uses of definitions on the way to what is being checked
	global      *frame
	folding     *folder
	looked      int             // expressions checked so far
	folded      int64           // work that constants have taken so far
	instances   int             // of definitions, so far
	exceeded    map[string]bool // of what it has been said that there is too much
	foldedAll   bool            // it has been said that they take too much
	slots       int             // more than any variable's so far
	// the board could not be built: one in its place is used, of which nothing is said
	noBoard bool
	// those whose names could not be declared, to be checked all the same
	extraMoves []*move
	binder     string            // the role whose domain is being checked
	setUp      topology.Set      // where pieces are set up so far
	ownSign    map[int]bool      // the kinds to which their author gave a sign
	empties    []source.Span     // sets that were warned of because they are always empty
	optional   map[*ir.Expr]bool // conditions and values that an option has a part in
	walks      *walks            // what the relations of the board do
	// names that could not be declared: what is made of them is not judged
	refused map[string]bool
	index   *Index // where names and expressions are recorded; nil: nobody asks
}

// fact is what makes two diagnostics the same.
type fact struct {
	span    source.Span
	code    diag.Code
	summary string
}

// A frame numbers the variables that are alive at the same time.
type frame struct {
	next, size int
	names      []string // by slot, of the first variable that had it
}

// A variable is a name bound in a move, a definition or an expression.
type variable struct {
	name string
	slot int
	val  val // what its value is like; the expression is unused
	span source.Span
}

// A scope is what an expression can see.
type scope struct {
	file  *source.File
	names *space
	frame *frame
	vars  []*variable
	stuck bool // `stuck` may be asked
}

// inner returns a scope for a part of what s is for: names bound in it are gone afterwards.
func (s *scope) inner() *scope {
	copied := *s
	copied.vars = s.vars[:len(s.vars):len(s.vars)]
	return &copied
}

func newChecker(r *Rules, options map[string]string, remembered map[string]memory) *checker {
	c := &checker{rules: r, chosen: options, reported: map[fact]bool{}, g: &ir.Game{Title: r.Title},
		memories: remembered, global: &frame{}, optional: map[*ir.Expr]bool{},
		ownSign: map[int]bool{}, refused: map[string]bool{}}
	c.diags = slices.Clone(r.diags)
	c.names = &space{symbols: map[string]*symbol{}}
	return c
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

// report adds a diagnostic unless it was already there.
func (c *checker) report(d *diag.Diagnostic) {
	seen := c.seenFromHere(d)
	f := fact{seen.Span, seen.Code, seen.Summary}
	if seen.Span != d.Span {
		// of one use of a definition, the first thing that goes wrong is enough
		f.code, f.summary = "", ""
	}
	if d = seen; c.reported[f] {
		return
	}
	c.reported[f] = true
	c.diags.Add(fixable(d))
}

// seenFromHere moves a mistake that a definition of the prelude makes of its arguments, or on a
// board like this, to where it is used: its text is right. A mistake that a definition of the
// author's makes of its arguments says where it got them.
func (c *checker) seenFromHere(d *diag.Diagnostic) *diag.Diagnostic {
	if len(c.calls) == 0 || d.Severity != diag.Error {
		return d
	}
	copied := *d
	copied.Related = copied.Related[:len(copied.Related):len(copied.Related)]
	if c.rules.prelude != nil && d.Span.File == c.rules.prelude.Source {
		for _, at := range slices.Backward(c.calls) {
			if at.File == d.Span.File {
				continue
			}
			copied.Span = at
			copied.Summary = fmt.Sprintf("%s of the prelude cannot be used like this: %s",
				mention(at), d.Summary)
			copied.Related = append(copied.Related,
				diag.Related{Span: d.Span, Message: "where that shows"})
			break
		}
		return &copied
	}
	switch d.Code {
	case WrongType, Operands, TooMany, WrongPlane, TwoPlayers, PiecesMeant, NotARange, SeveralKinds,
		StateIndex:
		copied.Related = append(copied.Related,
			diag.Related{Span: c.calls[len(c.calls)-1], Message: "it is used like this here"})
	}
	return &copied
}

// fail reports an error and returns a value of which nothing is known.
func (c *checker) fail(code diag.Code, span source.Span, summary, detail, help string,
	related ...diag.Related) val {
	c.report(&diag.Diagnostic{Code: code, Span: span, Summary: summary, Detail: detail,
		Suggestion: help, Related: related})
	return invalid(ir.NoType, span)
}

// warn reports a warning.
func (c *checker) warn(code diag.Code, span source.Span, summary, detail, help string,
	related ...diag.Related) {
	c.report(&diag.Diagnostic{Severity: diag.Warning, Code: code, Span: span, Summary: summary,
		Detail: detail, Suggestion: help, Related: related})
}

// outside is a scope for expressions outside moves and definitions.
func (c *checker) outside(f *source.File) *scope {
	return &scope{file: f, names: c.names, frame: c.global}
}

// bind declares a variable in a scope, with the properties of like, a member of the set it runs
// over or its value.
func (c *checker) bind(s *scope, name syntax.Name, like val) *variable {
	span := name.Span(s.file)
	c.checkVariable(s, name.Text, span)
	v := c.slot(s, &variable{name: name.Text, val: like, span: span})
	c.noteVariable(v, span)
	s.vars = append(s.vars, v)
	return v
}

// slot gives a variable its place in the frame.
func (c *checker) slot(s *scope, v *variable) *variable {
	v.slot = s.frame.next
	if v.slot >= maxVariables {
		c.exceeds(v.span, maxVariables, "names that hold at the same time",
			"use a definition for a part of it")
		v.val = invalid(v.val.e.Type, v.span)
		v.slot = 0
		s.frame.next--
	}
	s.frame.next++
	if v.slot == len(s.frame.names) {
		s.frame.names = append(s.frame.names, v.name)
	}
	s.frame.size = max(s.frame.size, s.frame.next)
	c.slots = max(c.slots, s.frame.next)
	return v
}

// release gives the slots of a part of an expression free again.
func (s *scope) release(mark int) { s.frame.next = mark }

// read is the value of a variable.
func (c *checker) read(v *variable, span source.Span) val {
	like := v.val
	if like.bad() {
		return invalid(like.e.Type, span)
	}
	out := val{e: &ir.Expr{Op: ir.Var, Type: like.e.Type, Card: like.e.Card, Planes: like.e.Planes,
		Span: span, N: int64(v.slot)},
		dirs: like.dirs, kinds: like.kinds}
	out.free = slotBit(v.slot)
	out.option = like.option
	return out
}

// member is what one member of a set is like.
func member(set val) val {
	if set.bad() {
		return invalid(set.e.Type, set.e.Span)
	}
	return val{e: &ir.Expr{Op: ir.Var, Type: set.e.Type, Card: ir.One, Planes: set.e.Planes,
		Span: set.e.Span},
		dirs: set.dirs, kinds: set.kinds, reads: reads{option: set.option}}
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
