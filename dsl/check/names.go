package check

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A space holds the names of a game, of a library or of the prelude.
type space struct {
	library string // "" for the game
	symbols map[string]*symbol
	above   []*space // the libraries it uses
}

// nameSort says what kind of thing a name stands for.
type nameSort uint8

const (
	optionName nameSort = iota
	playerName
	kindName
	attrName
	stateName
	regionName
	defName
	moveName
	valueName
	lineName
)

func (k nameSort) String() string {
	return [...]string{"an option", "a player", "a kind of piece", "an attribute",
		"a counter or memory", "a region", "a definition", "a move", "a value for bots",
		"a line of the board"}[k]
}

// A symbol is what a name stands for.
type symbol struct {
	sort  nameSort
	name  string
	span  source.Span
	index int // into the table of its sort; -1 for a player who is not in the game
	def   *def
	opt   *option
	reg   *region
	attr  *attr
	state *state
	move  *move
}

// compass holds the names of the directions that boards have without declaring them.
var compass = []string{"north", "northeast", "east", "southeast", "south", "southwest", "west",
	"northwest"}

// builtInNames are the names that have a meaning unless a file declares them.
var builtInNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{"true": true, "false": true}
	for _, n := range compass {
		names[n] = true
	}
	for n := range builtIns {
		names[n] = true
	}
	for n := range facings {
		names[n] = true
	}
	return names
})

var siteLike = regexp.MustCompile(`^[a-z][0-9]{1,2}([nsew]|[ns][ew]|ene|ese|wnw|wsw)?$`)

// looksLikeSite reports whether a name has the form of a site name.
func looksLikeSite(name string) bool { return siteLike.MatchString(name) }

// A nameTable knows what names stand for: those of the game, of the libraries that it uses and of
// the prelude. It records in the index, if there is one, where each name is used.
type nameTable struct {
	*reporter
	names   *space // of the game
	prelude *space
	uses    []*space
	// names that could not be declared; nothing is reported about their uses
	refused map[string]bool
	global  *frame // of expressions outside moves and definitions
	slots   int    // greater than any variable's slot so far
	index   *Index // where names and expressions are recorded; nil if not needed

	options     []*option
	optionsOnly bool // while options are read, nothing else is known
	ofBoard     bool // the same while the size of the board is read
}

func newNameTable(r *reporter) *nameTable {
	return &nameTable{reporter: r, names: &space{symbols: map[string]*symbol{}},
		refused: map[string]bool{}, global: &frame{}}
}

// A collector enters the declarations into the table of names.
type collector struct {
	station
	moves []*move
	// those whose names could not be declared; they are checked all the same
	extra []*move
}

// collect enters everything that is declared into the table of names.
func (co *collector) collect() {
	single := map[string]*decl{}
	for _, d := range co.live {
		switch n := d.node.(type) {
		case *syntax.Players:
			for _, p := range n.Players {
				co.declare(p.Name, d.file, &symbol{sort: playerName, index: -1})
			}
		case *syntax.Board:
			for _, l := range n.Lines {
				if l.Name != nil {
					if old := co.names.symbols[l.Name.Text]; old != nil && old.sort == lineName {
						co.noteUse(co.names, old, l.Name.Span(d.file))
						continue // several lines of one name make one direction
					}
					co.declare(*l.Name, d.file, &symbol{sort: lineName})
				}
			}
		case *syntax.Region:
			co.declare(n.Name, d.file,
				&symbol{sort: regionName, reg: &region{file: d.file, node: n}})
		case *syntax.Pieces:
			co.declarePiece(n.Pieces[0], d.file)
		case *syntax.State:
			co.declare(n.Name, d.file, &symbol{sort: stateName, index: len(co.g.States),
				state: &state{file: d.file, node: n}})
		case *syntax.Def:
			co.declare(n.Name, d.file, &symbol{sort: defName, def: newDef(n, d.file, co.names)})
		case *syntax.Move:
			co.declareMove(n, d.file)
		case *syntax.Value:
			co.declare(n.Name, d.file, &symbol{sort: valueName})
		}
		switch d.node.(type) {
		case *syntax.Players, *syntax.Board, *syntax.Setup, *syntax.Turn, *syntax.End:
			kind := keyOf(d).kind
			if first := single[kind]; first != nil {
				co.fail(Duplicate, nameOf(d), fmt.Sprintf("there is a second `%s`", kind),
					"A game has one; with these options both apply.",
					"keep one of them, or choose between them with `if`",
					diag.Related{Span: nameOf(first), Message: "the first one"})
				continue
			}
			single[kind] = d
		}
	}
	// Attributes come last: each kind may declare them again.
	for _, d := range co.live {
		if n, ok := d.node.(*syntax.Pieces); ok {
			co.declareAttrs(n.Pieces[0], d.file)
		}
	}
	co.missing(single)
	made := map[*library]*space{}
	for _, l := range co.rules.uses {
		co.uses = append(co.uses, co.library(l, made))
	}
	co.clashes()
	co.names.above = co.uses
}

// missing reports what every game needs and this one lacks.
func (co *collector) missing(single map[string]*decl) {
	if co.rules.diags.HasErrors() && len(co.live) == 0 {
		return
	}
	at := source.Span{File: co.rules.File}
	if co.rules.game != nil {
		at = co.rules.game.Span(co.rules.home)
	}
	for _, need := range []struct{ kind, what, example string }{
		{"players", "say who plays", "players White, Black"},
		{"board", "say where", "board square(8, 8)"},
		{"turn", "say what a turn consists of", "turn step else pass"},
	} {
		if single[need.kind] == nil && !co.unread(need.kind) {
			co.fail(Missing, at, fmt.Sprintf("the game has no `%s`", need.kind), "",
				need.what+", for example: "+need.example)
		}
	}
}

// declare enters a name if it may be declared.
func (t *nameTable) declare(name syntax.Name, f *source.File, sym *symbol) bool {
	sym.name, sym.span = name.Text, name.Span(f)
	if !t.mayDeclare(name.Text, sym.span) {
		t.refused[sym.name] = true
		return false
	}
	if old := t.names.symbols[sym.name]; old != nil {
		detail := ""
		if old.sort != sym.sort {
			detail = fmt.Sprintf("It is already %s; everything in a file shares one list of names.",
				old.sort)
		}
		t.fail(Duplicate, sym.span, fmt.Sprintf("`%s` is declared twice", sym.name), detail,
			"give one of them another name",
			diag.Related{Span: old.span, Message: "declared here first"})
		t.refused[sym.name] = true
		return false
	}
	t.names.symbols[sym.name] = sym
	t.noteUse(t.names, sym, sym.span)
	if sym.sort != moveName && sym.sort != valueName && t.prelude.symbols[sym.name] != nil {
		t.report(&diag.Diagnostic{Severity: diag.Note, Code: HidesPrelude, Span: sym.span,
			Summary: fmt.Sprintf("`%s` hides the definition of that name in the prelude",
				sym.name)})
	}
	return true
}

// mayDeclare reports names that may not be declared, and notes those that hide built-in ones.
func (t *nameTable) mayDeclare(name string, span source.Span) bool {
	switch {
	case name == "":
		return false
	case name == "true", name == "false", name == "none":
		t.fail(BuiltIn, span, fmt.Sprintf("`%s` is a name of the language", name),
			"It means the same in every game.", "choose another name")
	case looksLikeSite(name):
		t.fail(SiteLike, span, fmt.Sprintf("`%s` looks like the name of a site", name),
			"A letter with a number, such as d4, is always a site.", "choose a name that is a word")
	default:
		if builtInNames()[name] && !t.reserved(span) {
			t.report(&diag.Diagnostic{Severity: diag.Note, Code: HidesBuiltIn, Span: span,
				Summary: fmt.Sprintf("`%s` hides the built-in name",
					name), Detail: "In this file it means what is declared here."})
		}
		return true
	}
	return false
}

// checkVariable reports variables whose names hide something.
func (t *nameTable) checkVariable(s *scope, name string, span source.Span) {
	if !t.mayDeclare(name, span) {
		return
	}
	for _, v := range s.vars {
		if v.name == name {
			t.fail(Shadowed, span, fmt.Sprintf("`%s` is already bound", name), "",
				"give one of them another name",
				diag.Related{Span: v.span, Message: "bound here first"})
			return
		}
	}
	for _, sp := range append([]*space{s.names}, s.names.above...) {
		if old := sp.symbols[name]; old != nil {
			t.fail(Shadowed, span, fmt.Sprintf("`%s` is already %s", name, old.sort),
				"A variable may not hide another name.", "give one of them another name",
				diag.Related{Span: old.span, Message: "declared here"})
			return
		}
	}
	if s.names == t.names && t.prelude.symbols[name] != nil {
		t.report(&diag.Diagnostic{Severity: diag.Note, Code: HidesPrelude, Span: span,
			Summary: fmt.Sprintf("`%s` hides the definition of that name in the prelude", name)})
	}
}

// library makes the table of names of a library.
func (t *nameTable) library(l *library, made map[*library]*space) *space {
	if s := made[l]; s != nil {
		return s
	}
	s := &space{library: l.name, symbols: map[string]*symbol{}}
	made[l] = s
	for _, u := range l.uses {
		s.above = append(s.above, t.library(u, made))
	}
	for _, d := range l.decls {
		var sym *symbol
		var name syntax.Name
		switch n := d.node.(type) {
		case *syntax.Def:
			name, sym = n.Name, &symbol{sort: defName, def: newDef(n, d.file, s)}
		case *syntax.Region:
			name, sym = n.Name, &symbol{sort: regionName, reg: &region{file: d.file, node: n}}
		default:
			continue
		}
		sym.name, sym.span = name.Text, name.Span(d.file)
		if !t.mayDeclare(sym.name, sym.span) {
			continue
		}
		if old := s.symbols[sym.name]; old != nil {
			t.fail(Duplicate, sym.span, fmt.Sprintf("`%s` is declared twice", sym.name), "",
				"give one of them another name",
				diag.Related{Span: old.span, Message: "declared here first"})
			continue
		}
		s.symbols[sym.name] = sym
		t.noteUse(s, sym, sym.span)
	}
	return s
}

// clashes reports names that two used libraries both declare, unless the game declares the name
// itself.
func (t *nameTable) clashes() {
	for i, a := range t.uses {
		for j, b := range t.uses[i+1:] {
			for _, name := range slices.Sorted(maps.Keys(b.symbols)) {
				if old := a.symbols[name]; old != nil && t.names.symbols[name] == nil {
					t.fail(Clash, t.rules.uses[i+1+j].span,
						fmt.Sprintf("two libraries declare `%s`", name), "",
						fmt.Sprintf("declare `%s` in the game, which then takes precedence", name),
						diag.Related{Span: old.span, Message: "in " + a.library},
						diag.Related{Span: b.symbols[name].span, Message: "in " + b.library})
				}
			}
		}
	}
}

// makePrelude makes the table of names of the prelude, which needs no checking.
func (t *nameTable) makePrelude(tree *syntax.File) {
	t.prelude = &space{library: "the prelude", symbols: map[string]*symbol{}}
	if tree == nil {
		return
	}
	for _, d := range tree.Decls {
		if n, ok := d.(*syntax.Def); ok {
			t.prelude.symbols[n.Name.Text] = &symbol{sort: defName, name: n.Name.Text,
				span: n.Name.Span(tree.Source), def: newDef(n, tree.Source, t.prelude)}
		}
	}
}

// lookup finds what a name stands for where it is used, or returns nil. Built-in names are not
// symbols.
func (t *nameTable) lookup(s *scope, name string) *symbol {
	if sym := s.names.symbols[name]; sym != nil {
		return sym
	}
	if builtInNames()[name] {
		return nil
	}
	for _, above := range s.names.above {
		if sym := above.symbols[name]; sym != nil {
			return sym
		}
	}
	// a library may refer to the regions and definitions of the game that uses it
	if s.names != t.names {
		if sym := t.names.symbols[name]; sym != nil {
			return sym
		}
	}
	return t.prelude.symbols[name]
}

// use says what a name is used for.
type use uint8

const (
	asValue use = iota
	asStep
)

// unresolved reports whether an expression is a name that stands for nothing.
func (c *words) unresolved(s *scope, e syntax.Expr) bool {
	call, ok := e.(*syntax.Call)
	if !ok || call.Parens || s.local(call.Name.Text) != nil || c.lookup(s, call.Name.Text) != nil ||
		builtInNames()[call.Name.Text] {
		return false
	}
	if c.g.Board == nil {
		return true
	}
	_, site := c.g.Board.SiteByName(call.Name.Text)
	_, direction := c.g.Board.DirectionByName(call.Name.Text)
	return !site && !direction
}

// words knows what a single word can mean, and what an unknown one was probably meant to be.
type words struct{ *values }

// unknownName reports a name that stands for nothing, with the nearest one that could stand there.
func (c *words) unknownName(s *scope, name string, span source.Span, as use, args int) val {
	if c.optionsOnly {
		return c.notAnOption(s, name, span)
	}
	if looksLikeSite(name) && c.g.Board != nil {
		return c.noSuchSite(name, span)
	}
	if o := c.optionWithWord(name); o != nil {
		return c.fail(Misplaced, span, fmt.Sprintf("`%s` is a value of the option `%s`", name,
			o.name), "It has a meaning only in a comparison with that option.",
			fmt.Sprintf("write %s = %s", o.name, name))
	}
	if at, ok := c.elsewhere(name); ok {
		return c.fail(BranchNames, span, fmt.Sprintf("`%s` is not declared with these options",
			name),
			"Another branch of an `if` declares it.",
			"declare it in every branch, or test the option first", diag.Related{Span: at,
				Message: "declared here"})
	}
	if c.rules.missing {
		return invalid(ir.NoType, span)
	}
	what := "unknown name `" + name + "`"
	if as == asStep {
		what = "`" + name + "` is neither a direction nor a step"
	}
	help := didYouMean(name, c.candidates(s, as, args))
	if site := strings.ToLower(name); looksLikeSite(site) && c.g.Board != nil &&
		c.hasSiteNamed(site) {
		help = "sites are written in lowercase letters: " + site
	}
	if chancy[strings.ToLower(name)] {
		return c.noRandom(name, span)
	}
	if plain := plainSpeech[strings.ToLower(name)]; plain != "" && help == "" {
		help = plain // no name with a similar spelling means it
	}
	return c.fail(Unknown, span, what, "", help)
}

// chancy lists the words that other languages use for chance.
var chancy = map[string]bool{"random": true, "rand": true, "dice": true, "die": true, "roll": true,
	"throw": true, "shuffle": true}

// noRandom reports chance inside an expression.
func (c *words) noRandom(name string, span source.Span) val {
	return c.fail(Unknown, span, fmt.Sprintf("an expression cannot use chance, as `%s` does",
		name),
		"Chance is a move that nobody chooses: its outcome is drawn from what is bound in it.",
		"declare one, keep what was drawn in a counter, and let a turn begin with it: chance roll "+
			"{ with n in 1..6 do drawn := n then … }")
}

// plainSpeech says what to write for words that authors borrow from plain speech and other
// languages.
var plainSpeech = map[string]string{
	"my": "your own pieces are `mine`, you are `me`", "own": "your own pieces are `mine`",
	"mover":    "the player who moves is `me`",
	"other":    "the other player is `next`, their pieces are `theirs`",
	"opponent": "the other player is `next`, their pieces are `theirs`",
	"enemy":    "the pieces of the others are `theirs`, the next player is `next`",
	"enemies":  "the pieces of the others are `theirs`",
	"nothing":  "the empty set is `none`", "null": "the empty set is `none`",
	"nobody": "no player is `none`",
	"up":     "say `north`, or `forward` as the player sees it",
	"down":   "say `south`, or `backward` as the player sees it",
	"ahead":  "say `forward`",
	"moves":  "the number of turns taken is `ply`", "turns": "the number of turns taken is `ply`",
	"rounds": "the number of turns taken is `ply`",
	"board":  "all cells are `cells`", "squares": "all cells are `cells`",
	"fields":     "all cells are `cells`",
	"neighbours": "the cells beside p are `p.adjacent`, `p.around` or `p.orthogonal`",
	"neighbors":  "the cells beside p are `p.adjacent`, `p.around` or `p.orthogonal`",
}

// fits reports whether a name could replace an unknown one. The name that is being declared could
// not.
func (sym *symbol) fits(as use, args int) bool {
	switch sym.sort {
	case moveName, valueName:
		return false
	case lineName:
		return as == asStep
	case defName:
		takes := len(sym.def.node.Params) > 0
		return !sym.def.busy && (takes || args == 0) && (!takes || args > 0 || as != asValue)
	case regionName:
		return !sym.reg.busy && as != asStep
	}
	return as != asStep || sym.sort == attrName
}

// candidates returns the names that could replace an unknown one.
func (c *words) candidates(s *scope, as use, args int) []string {
	var names []string
	for _, sp := range append([]*space{s.names, c.prelude}, s.names.above...) {
		for n, sym := range sp.symbols {
			if sym.fits(as, args) {
				names = append(names, n)
			}
		}
	}
	for _, v := range s.vars {
		if args > 0 || as == asStep && !v.val.unknown() && v.val.e.Type != ir.Steps {
			continue
		}
		names = append(names, v.name)
	}
	for n, b := range builtIns {
		if (as != asStep || b.step) && (args == 0) == b.bare {
			names = append(names, n)
		}
	}
	if args == 0 {
		names = slices.AppendSeq(names, maps.Keys(facings))
		if c.g.Board != nil {
			for _, d := range c.g.Board.Directions {
				names = append(names, d.Name)
			}
		}
	}
	if as == asStep {
		names = append(names, "cells", "edges", "corners")
	}
	return names
}

// besideCell matches the name of an edge or a corner: that of a cell, then compass letters.
var besideCell = regexp.MustCompile(`^[a-z]+\d+[nsew]+$`)

func (vs *gameFacts) noSuchSite(name string, span source.Span) val {
	if vs.noBoard {
		return invalid(ir.Sites, span)
	}
	b := vs.g.Board
	detail := ""
	switch {
	case besideCell.MatchString(name) && b.Edges.Empty() && b.Corners.Empty():
		detail = "Names with compass letters are edges and corners, which this board does not have."
	case b.Sites > 0:
		detail = fmt.Sprintf("The board has the sites %s to %s.", b.Names[b.Cells.First()],
			b.Names[last(b.Cells)])
	}
	return vs.fail(NoSuchSite, span, fmt.Sprintf("there is no site `%s` on this board", name),
		detail, "")
}

// last returns the greatest member of a set, or None.
func last(s topology.Set) (x topology.Site) {
	x = topology.None
	for y := range s.All() {
		x = y
	}
	return x
}

func sortedSymbols(s *space) []*symbol {
	var all []*symbol
	for _, sym := range s.symbols {
		all = append(all, sym)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].span.Lo < all[j].span.Lo })
	return all
}
