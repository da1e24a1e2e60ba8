package terms

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/index"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/syntax/token"
	"boardgame/dsl/topology"
)

// A Space holds the names of a game, of a library or of the prelude.
type Space struct {
	library string // "" for the game
	Entries map[string]*Entry
	Above   []*Space // the libraries it uses
}

// nameSort says what kind of thing a name stands for.
type nameSort uint8

const (
	OptionName nameSort = iota
	PlayerName
	KindName
	AttrName
	StateName
	RegionName
	DefName
	MoveName
	ValueName
	LineName
)

func (k nameSort) String() string {
	return [...]string{"an option", "a player", "a kind of piece", "an attribute",
		"a counter or memory", "a region", "a definition", "a move", "a value for bots",
		"a line of the board"}[k]
}

// A Entry is what a name stands for.
type Entry struct {
	Sort  nameSort
	Name  string
	Span  source.Span
	Index int // into the table of its sort; -1 for a player who is not in the game
	Def   *def
	Opt   *Option
	Reg   *Region
	Attr  *Attr
	State *State
	Move  *Move
}

// Compass holds the names of the directions that boards have without declaring them.
var Compass = []string{"north", "northeast", "east", "southeast", "south", "southwest", "west",
	"northwest"}

// BuiltInNames are the names that have a meaning unless a file declares them.
var BuiltInNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{"true": true, "false": true}
	for _, n := range Compass {
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

var siteLike = regexp.MustCompile(`^[A-Z]?[a-z][0-9]{1,2}([nsew]|[ns][ew]|ene|ese|wnw|wsw)?$`)

// LooksLikeSite reports whether a name has the form of a site name.
func LooksLikeSite(name string) bool { return siteLike.MatchString(name) }

// A nameTable knows what names stand for: those of the game, of the libraries that it uses and of
// the prelude. It records in the index, if there is one, where each name is used.
type nameTable struct {
	*reporter
	OfGame  *Space // of the game
	prelude *Space
	Uses    []*Space
	// names that could not be declared; nothing is reported about their uses
	Refused map[string]bool
	Global  *Frame       // of expressions outside moves and definitions
	slots   int          // greater than any variable's slot so far
	Index   *index.Index // where names and expressions are recorded; nil if not needed

	Options     []*Option
	OptionsOnly bool // while options are read, nothing else is known
	OfBoard     bool // the same while the size of the board is read
}

// Declare enters a name if it may be declared.
func (t *nameTable) Declare(name syntax.Name, f *source.File, sym *Entry) bool {
	sym.Name, sym.Span = name.Text, name.Span(f)
	if !t.mayDeclare(name.Text, sym.Span) {
		t.Refused[sym.Name] = true
		return false
	}
	if old := t.OfGame.Entries[sym.Name]; old != nil {
		detail := ""
		if old.Sort != sym.Sort {
			detail = fmt.Sprintf("It is already %s; everything in a file shares one list of names.",
				old.Sort)
		}
		t.twice(sym, old, detail)
		t.Refused[sym.Name] = true
		return false
	}
	t.OfGame.Entries[sym.Name] = sym
	t.NoteUse(t.OfGame, sym, sym.Span)
	if sym.Sort != MoveName && sym.Sort != ValueName {
		t.hides(sym.Name, sym.Span)
	}
	return true
}

// twice reports that a name has been declared before.
func (t *nameTable) twice(sym, old *Entry, detail string) {
	t.Fail(code.Duplicate, sym.Span, fmt.Sprintf("`%s` is declared twice", sym.Name), detail,
		"give one of them another name",
		diag.Related{Span: old.Span, Message: "declared here first"})
}

// hides notes that a name hides one of the prelude, if it does.
func (t *nameTable) hides(name string, span source.Span) {
	if t.prelude.Entries[name] != nil {
		t.report(&diag.Diagnostic{Severity: diag.Note, Code: code.HidesPrelude, Span: span,
			Summary: fmt.Sprintf("`%s` hides the definition of that name in the prelude", name)})
	}
}

// mayDeclare reports names that may not be declared, and notes those that hide built-in ones.
func (t *nameTable) mayDeclare(name string, span source.Span) bool {
	switch {
	case name == "":
		return false
	case name == "true", name == "false", name == "none":
		t.Fail(code.BuiltIn, span, fmt.Sprintf("`%s` is a name of the language", name),
			"It means the same in every game.", "choose another name")
	case LooksLikeSite(name):
		t.Fail(code.SiteLike, span, fmt.Sprintf("`%s` looks like the name of a site", name),
			"A letter with a number, such as d4, is always a site.", "choose a name that is a word")
	default:
		if BuiltInNames()[name] && !t.reserved(span) {
			t.report(&diag.Diagnostic{Severity: diag.Note, Code: code.HidesBuiltIn, Span: span,
				Summary: fmt.Sprintf("`%s` hides the built-in name",
					name), Detail: "In this file it means what is declared here."})
		}
		return true
	}
	return false
}

// checkVariable reports variables whose names hide something.
func (t *nameTable) checkVariable(s *Scope, name string, span source.Span) {
	if !t.mayDeclare(name, span) {
		return
	}
	for _, v := range s.vars {
		if v.Name == name {
			t.Fail(code.Shadowed, span, fmt.Sprintf("`%s` is already bound", name), "",
				"give one of them another name",
				diag.Related{Span: v.Span, Message: "bound here first"})
			return
		}
	}
	for _, sp := range append([]*Space{s.Names}, s.Names.Above...) {
		if old := sp.Entries[name]; old != nil {
			t.Fail(code.Shadowed, span, fmt.Sprintf("`%s` is already %s", name, old.Sort),
				"A variable may not hide another name.", "give one of them another name",
				diag.Related{Span: old.Span, Message: "declared here"})
			return
		}
	}
	if s.Names == t.OfGame {
		t.hides(name, span)
	}
}

// Library makes the table of names of a library.
func (t *nameTable) Library(l *merge.Lib, made map[*merge.Lib]*Space) *Space {
	if s := made[l]; s != nil {
		return s
	}
	s := &Space{library: l.Name, Entries: map[string]*Entry{}}
	made[l] = s
	for _, u := range l.Uses {
		s.Above = append(s.Above, t.Library(u, made))
	}
	for _, d := range l.Decls {
		var sym *Entry
		var name syntax.Name
		switch n := d.Node.(type) {
		case *syntax.Def:
			name, sym = n.Name, &Entry{Sort: DefName, Def: NewDef(n, d.File, s)}
		case *syntax.Region:
			name, sym = n.Name, &Entry{Sort: RegionName, Reg: &Region{File: d.File, Node: n}}
		default:
			continue
		}
		sym.Name, sym.Span = name.Text, name.Span(d.File)
		if !t.mayDeclare(sym.Name, sym.Span) {
			continue
		}
		if old := s.Entries[sym.Name]; old != nil {
			t.twice(sym, old, "")
			continue
		}
		s.Entries[sym.Name] = sym
		t.NoteUse(s, sym, sym.Span)
	}
	return s
}

// Clashes reports names that two used libraries both declare, unless the game declares the name
// itself.
func (t *nameTable) Clashes() {
	for i, a := range t.Uses {
		for j, b := range t.Uses[i+1:] {
			for _, name := range slices.Sorted(maps.Keys(b.Entries)) {
				if old := a.Entries[name]; old != nil && t.OfGame.Entries[name] == nil {
					t.Fail(code.Clash, t.Rules.Uses[i+1+j].Span,
						fmt.Sprintf("two libraries declare `%s`", name), "",
						fmt.Sprintf("declare `%s` in the game, which then takes precedence", name),
						diag.Related{Span: old.Span, Message: "in " + a.library},
						diag.Related{Span: b.Entries[name].Span, Message: "in " + b.library})
				}
			}
		}
	}
}

// MakePrelude makes the table of names of the prelude, which needs no checking.
func (t *nameTable) MakePrelude(tree *syntax.File) {
	t.prelude = &Space{library: "the prelude", Entries: map[string]*Entry{}}
	if tree == nil {
		return
	}
	for _, d := range tree.Decls {
		if n, ok := d.(*syntax.Def); ok {
			t.prelude.Entries[n.Name.Text] = &Entry{Sort: DefName, Name: n.Name.Text,
				Span: n.Name.Span(tree.Source), Def: NewDef(n, tree.Source, t.prelude)}
		}
	}
}

// Lookup finds what a name stands for where it is used, or returns nil. Built-in names are not
// symbols.
func (t *nameTable) Lookup(s *Scope, name string) *Entry {
	if sym := s.Names.Entries[name]; sym != nil {
		return sym
	}
	if BuiltInNames()[name] {
		return nil
	}
	for _, above := range s.Names.Above {
		if sym := above.Entries[name]; sym != nil {
			return sym
		}
	}
	// a library may refer to the regions and definitions of the game that uses it
	if s.Names != t.OfGame {
		if sym := t.OfGame.Entries[name]; sym != nil {
			return sym
		}
	}
	return t.prelude.Entries[name]
}

// use says what a name is used for.
type use uint8

const (
	AsValue use = iota
	asStep
)

// unresolved reports whether an expression is a name that stands for nothing.
func (c *words) unresolved(s *Scope, e syntax.Expr) bool {
	call, ok := e.(*syntax.Call)
	if !ok || call.Parens || s.Local(call.Name.Text) != nil ||
		c.Names.Lookup(s, call.Name.Text) != nil || BuiltInNames()[call.Name.Text] {
		return false
	}
	if c.Game.Board == nil {
		return true
	}
	_, site := c.Game.Board.SiteByName(call.Name.Text)
	_, direction := c.Game.Board.DirectionByName(call.Name.Text)
	return !site && !direction
}

// words knows what a single word can mean, and what an unknown one was probably meant to be.
type words struct{ Parts }

// unknownName reports a name that stands for nothing, with the nearest one that could stand there.
func (c *words) unknownName(s *Scope, name string, span source.Span, as use, args int) Value {
	if c.Names.OptionsOnly {
		return c.notAnOption(name, span)
	}
	if LooksLikeSite(name) && c.Game.Board != nil {
		return c.Facts.noSuchSite(name, span)
	}
	if o := c.Names.optionWithWord(name); o != nil {
		return c.Fail(code.Misplaced, span, fmt.Sprintf("`%s` is a value of the option `%s`", name,
			o.Name), "It has a meaning only in a comparison with that option.",
			fmt.Sprintf("write %s = %s", o.Name, name))
	}
	if at, ok := c.Elsewhere(name, ""); ok {
		return c.Fail(code.BranchNames, span, fmt.Sprintf("`%s` is not declared with these options",
			name),
			"Another branch of an `if` declares it.",
			"declare it in every branch, or test the option first", diag.Related{Span: at,
				Message: "declared here"})
	}
	if c.Rules.Missing || c.Facts.NoBoard || c.besideMistake(span) || c.Facts.maybePlayer(name) {
		return Invalid(ir.NoType, span)
	}
	what := "unknown name `" + name + "`"
	if as == asStep {
		what = "`" + name + "` is neither a direction nor a step"
	}
	help := cmp.Or(DidYouMean(name, c.candidates(s, as, args)), plainSpeech[strings.ToLower(name)],
		DidYouMean(name, c.visible(s)))
	if site := strings.ToLower(name); LooksLikeSite(site) && c.Game.Board != nil &&
		c.Facts.HasSiteNamed(site) {
		help = "sites are written in lowercase letters: " + site
	}
	if chancy[strings.ToLower(name)] {
		return c.noRandom(name, span)
	}
	return c.Fail(code.Unknown, span, what, "", help)
}

// chancy lists the words that other languages use for chance.
var chancy = map[string]bool{"random": true, "rand": true, "dice": true, "die": true, "roll": true,
	"throw": true, "shuffle": true}

// noRandom reports chance inside an expression.
func (c *words) noRandom(name string, span source.Span) Value {
	return c.Fail(code.Unknown, span, fmt.Sprintf("an expression cannot use chance, as `%s` does",
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
func (sym *Entry) fits(as use, args int) bool {
	switch sym.Sort {
	case MoveName, ValueName:
		return false
	case LineName:
		return as == asStep
	case DefName:
		takes := len(sym.Def.node.Params) > 0
		return !sym.Def.busy && (takes || args == 0) && (!takes || args > 0 || as != AsValue)
	case RegionName:
		return !sym.Reg.busy && as != asStep
	}
	return as != asStep || sym.Sort == AttrName
}

// candidates returns the names that could replace an unknown one.
func (c *words) candidates(s *Scope, as use, args int) []string {
	var names []string
	for _, sp := range append([]*Space{s.Names, c.Names.prelude}, s.Names.Above...) {
		for n, sym := range sp.Entries {
			if sym.fits(as, args) {
				names = append(names, n)
			}
		}
	}
	for _, v := range s.vars {
		if args > 0 || as == asStep && !v.val.Unknown() && v.val.Expr.Type != ir.Steps {
			continue
		}
		names = append(names, v.Name)
	}
	for n, b := range builtIns {
		if (as != asStep || b.step) && (args == 0) == b.bare {
			names = append(names, n)
		}
	}
	if args == 0 {
		names = slices.AppendSeq(names, maps.Keys(facings))
		if c.Game.Board != nil {
			for _, d := range c.Game.Board.Directions {
				names = append(names, d.Name)
			}
		}
	}
	if as == asStep {
		names = append(names, "cells", "edges", "corners")
	}
	return names
}

// visible returns the names that mean something elsewhere in an expression: what is wrong besides
// the spelling, the next message says.
func (c *words) visible(s *Scope) []string {
	names := append([]string{"true", "false"}, token.QuantifierWords...)
	names = slices.AppendSeq(slices.AppendSeq(names, maps.Keys(builtIns)), maps.Keys(facings))
	for _, sp := range append([]*Space{s.Names, c.Names.OfGame, c.Names.prelude}, s.Names.Above...) {
		for n, sym := range sp.Entries {
			busy := sym.Def != nil && sym.Def.busy || sym.Reg != nil && sym.Reg.busy
			if sym.Sort != MoveName && sym.Sort != ValueName && !busy {
				names = append(names, n)
			}
		}
	}
	for _, v := range s.vars {
		names = append(names, v.Name)
	}
	if c.Game.Board != nil {
		for _, d := range c.Game.Board.Directions {
			names = append(names, d.Name)
		}
	}
	return names
}

// besideCell matches the name of an edge or a corner: that of a cell, then compass letters.
var besideCell = regexp.MustCompile(`^[a-z]+\d+[nsew]+$`)

func (vs *gameFacts) noSuchSite(name string, span source.Span) Value {
	if vs.NoBoard {
		return Invalid(ir.Sites, span)
	}
	b := vs.Game.Board
	detail := ""
	switch {
	case besideCell.MatchString(name) && b.Edges.Empty() && b.Corners.Empty():
		detail = "Names with compass letters are edges and corners, which this board does not have."
	case b.Sites > 0:
		detail = fmt.Sprintf("The board has the sites %s to %s.", b.Names[b.Cells.First()],
			b.Names[last(b.Cells)])
	}
	return vs.Fail(code.NoSuchSite, span, fmt.Sprintf("there is no site `%s` on this board", name),
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

func SortedSymbols(s *Space) []*Entry {
	var all []*Entry
	for _, sym := range s.Entries {
		all = append(all, sym)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Span.Lo < all[j].Span.Lo })
	return all
}

// Borrowed returns the definitions and regions of the prelude and of libraries that the rules use.
func (t *nameTable) Borrowed() []source.Span {
	var spans []source.Span
	met := map[*Space]bool{}
	var add func(*Space)
	add = func(s *Space) {
		if met[s] {
			return
		}
		met[s] = true
		for _, sym := range SortedSymbols(s) {
			switch {
			case sym.Def != nil && len(sym.Def.instances) > 0:
				spans = append(spans, sym.Def.node.Span(sym.Def.file))
			case sym.Reg != nil && sym.Reg.checked:
				spans = append(spans, sym.Reg.Node.Span(sym.Reg.File))
			}
		}
		for _, above := range s.Above {
			add(above)
		}
	}
	add(t.prelude)
	for _, s := range t.Uses {
		add(s)
	}
	return spans
}

// IsMove reports whether a name is that of a move.
func (t *nameTable) IsMove(name string) bool {
	sym := t.OfGame.Entries[name]
	return sym != nil && sym.Sort == MoveName
}

// UnreadMove reports whether a move with this name was begun but could not be parsed.
func (t *nameTable) UnreadMove(name string) bool {
	return t.Unread("move " + name)
}
