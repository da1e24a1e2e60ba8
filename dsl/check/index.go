package check

import (
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// An Index says what the names of a rules text stand for and what its expressions are. It is
// recorded by the checker itself, so it always agrees with what the checker understood.
type Index struct {
	// Game is the game with the requested options, as complete as the mistakes allow.
	Game    *ir.Game
	Symbols []*Symbol // in the order in which the checker met them
	Exprs   []*Expr   // the expressions, one for each place, inner ones before those around them
	Live    []Live    // the declarations that hold under the options of Game, in order

	global   map[[2]string]*Symbol // by library ("" for the game) and name
	variable map[source.Span]*Symbol
	used     map[source.Span]*Symbol
	typed    map[source.Span]int // an index into Exprs

	// before is what other runs have recorded, which is not recorded again.
	before *Index
}

// Sort says what sort of thing a symbol is.
type Sort string

// The sorts of symbols.
const (
	OptionSort    Sort = "option"
	PlayerSort    Sort = "player"
	PieceSort     Sort = "piece"
	AttributeSort Sort = "attribute"
	CounterSort   Sort = "counter"
	MemorySort    Sort = "memory"
	RegionSort    Sort = "region"
	DefSort       Sort = "definition"
	MoveSort      Sort = "move"
	ValueSort     Sort = "value"
	LineSort      Sort = "line"
	VariableSort  Sort = "variable"
	WordSort      Sort = "word" // a built-in name
)

var sorts = [...]Sort{
	optionName: OptionSort, playerName: PlayerSort, kindName: PieceSort, attrName: AttributeSort,
	stateName: CounterSort, regionName: RegionSort, defName: DefSort, moveName: MoveSort,
	valueName: ValueSort, lineName: LineSort,
}

// A Symbol is anything that has a name.
type Symbol struct {
	Name string
	Sort Sort
	Is   string // of a variable: what it holds, as "a site"
	// where its name is declared; several places if branches or variants declare it
	Decls []source.Span
	Uses  []source.Span // where its name is used
}

// Live is a declaration that holds, with the file that contains it.
type Live struct {
	File *source.File
	Decl syntax.Decl
}

// Expr is an expression with what the checker found out about it.
type Expr struct {
	Span source.Span
	Is   string   // its type, as "at most one site"
	Expr *ir.Expr // as it is in the game
	// Closed reports that it can be evaluated in any position: it uses no variables from around it.
	Closed bool
	Slots  int // the size of the frame that it needs
}

// At returns the symbol whose name covers a byte of a file, and the place of the name; nil if there
// is none. The position just after a name counts as covered.
func (x *Index) At(f *source.File, offset int) (*Symbol, source.Span) {
	for _, s := range x.Symbols {
		for _, list := range [2][]source.Span{s.Decls, s.Uses} {
			for _, at := range list {
				if at.File == f && at.Lo <= offset && offset <= at.Hi {
					return s, at
				}
			}
		}
	}
	return nil, source.Span{}
}

// ExprAt returns what is known about the smallest expression that covers a byte of a file, or nil.
func (x *Index) ExprAt(f *source.File, offset int) *Expr {
	var found *Expr
	for _, e := range x.Exprs {
		if at := e.Span; at.File == f && at.Lo <= offset && offset <= at.Hi &&
			(found == nil || at.Hi-at.Lo < found.Span.Hi-found.Span.Lo) {
			found = e
		}
	}
	return found
}

// ExprOf returns what is known about the expression at exactly this place, or nil.
func (x *Index) ExprOf(at source.Span) *Expr {
	if i, ok := x.typed[at]; ok {
		return x.Exprs[i]
	}
	return nil
}

// Study checks the rules as [Rules.Check] does, and records the index on the way: first with the
// options requested, then with every other choice that matters, for what only other choices
// declare.
func (r *Rules) Study(options map[string]string) (*Index, diag.List) {
	x := newIndex()
	var list diag.List
	if len(options) > 0 {
		x.Game, list = r.read(options, x)
	}
	all := r.checkAll(x)
	if len(options) > 0 {
		all = append(list, all...)
		all.Sort()
	}
	for name, old := range r.replaced {
		if s := x.used[name]; s != nil && !slices.Contains(s.Decls, old) {
			s.Decls = append(s.Decls, old)
		}
	}
	return x, all
}

// Glance checks the rules for one choice of options, as [Rules.Game] does, and records the index of
// what that choice reads. If there are many options, this is much less work than [Rules.Study].
func (r *Rules) Glance(options map[string]string) (*Index, diag.List) {
	x := newIndex()
	var list diag.List
	x.Game, list = r.read(options, x)
	return x, list
}

func newIndex() *Index {
	return &Index{
		global: map[[2]string]*Symbol{}, variable: map[source.Span]*Symbol{},
		used: map[source.Span]*Symbol{}, typed: map[source.Span]int{},
	}
}

// knows reports whether a name at this place has been recorded.
func (x *Index) knows(at source.Span) bool {
	return x.used[at] != nil || x.before != nil && x.before.used[at] != nil
}

// typedBefore reports whether an earlier run understood the expression at this place.
func (x *Index) typedBefore(at source.Span) bool {
	if x.before == nil {
		return false
	}
	i, known := x.before.typed[at]
	return known && x.before.Exprs[i].Expr.Op != ir.Invalid
}

// merge adds what another run recorded. Existing entries stay.
func (x *Index) merge(o *Index) {
	known := map[*Symbol]*Symbol{}
	for key, s := range o.global {
		if old := x.global[key]; old != nil {
			known[s] = old
		} else {
			x.global[key] = s
		}
	}
	for at, s := range o.variable {
		if old := x.variable[at]; old != nil {
			known[s] = old
		} else {
			x.variable[at] = s
		}
	}
	for _, s := range o.Symbols {
		old := known[s]
		if old == nil {
			x.Symbols = append(x.Symbols, s)
			for _, list := range [2][]source.Span{s.Decls, s.Uses} {
				for _, at := range list {
					if x.used[at] == nil {
						x.used[at] = s
					}
				}
			}
			continue
		}
		for _, at := range s.Decls {
			if x.used[at] == nil {
				x.used[at] = old
				old.Decls = append(old.Decls, at)
			}
		}
		for _, at := range s.Uses {
			if x.used[at] == nil {
				x.used[at] = old
				old.Uses = append(old.Uses, at)
			}
		}
	}
	for _, e := range o.Exprs {
		x.expr(e)
	}
	if x.Live == nil {
		x.Live = o.Live
	}
}

// expr records an expression unless more is already known about its place.
func (x *Index) expr(e *Expr) {
	i, known := x.typed[e.Span]
	switch {
	case !known:
		x.typed[e.Span] = len(x.Exprs)
		x.Exprs = append(x.Exprs, e)
	case x.Exprs[i].Expr.Op == ir.Invalid:
		x.Exprs[i] = e
	}
}

// noteUse records that a name stands for a declaration.
func (t *nameTable) noteUse(sp *space, sym *symbol, at source.Span) {
	if t.index != nil && at.Valid() && !t.index.knows(at) {
		t.index.note(t.index.symbol(sp, sym), at, at == sym.span)
	}
}

// noteSymbol is noteUse for a symbol of any visible space.
func (t *nameTable) noteSymbol(sym *symbol, at source.Span) {
	if t.index == nil || t.index.knows(at) {
		return
	}
	t.noteUse(t.spaceOf(sym), sym, at)
}

// spaceOf returns the table of names that contains a symbol.
func (t *nameTable) spaceOf(sym *symbol) *space {
	if t.names.symbols[sym.name] == sym {
		return t.names
	}
	if t.prelude.symbols[sym.name] == sym {
		return t.prelude
	}
	var find func(list []*space) *space
	find = func(list []*space) *space {
		for _, sp := range list {
			if sp.symbols[sym.name] == sym {
				return sp
			}
			if above := find(sp.above); above != nil {
				return above
			}
		}
		return nil
	}
	if sp := find(t.uses); sp != nil {
		return sp
	}
	return t.names
}

func (x *Index) symbol(sp *space, sym *symbol) *Symbol {
	key := [2]string{sp.library, sym.name}
	s := x.global[key]
	if s == nil {
		s = &Symbol{Name: sym.name, Sort: sorts[sym.sort]}
		if sym.sort == stateName && sym.state.node.Memory {
			s.Sort = MemorySort
		}
		x.global[key] = s
		x.Symbols = append(x.Symbols, s)
		x.note(s, sym.span, true)
	}
	return s
}

// note records one occurrence of a symbol's name, once.
func (x *Index) note(s *Symbol, at source.Span, declares bool) {
	if !at.Valid() || x.used[at] != nil {
		return
	}
	x.used[at] = s
	if declares {
		s.Decls = append(s.Decls, at)
	} else {
		s.Uses = append(s.Uses, at)
	}
}

// noteVariable records where a variable is bound or used.
func (t *nameTable) noteVariable(v *variable, at source.Span) {
	x := t.index
	if x == nil || x.knows(at) {
		return
	}
	s := x.variable[v.span]
	if s == nil {
		s = &Symbol{Name: v.name, Sort: VariableSort}
		x.variable[v.span] = s
		x.Symbols = append(x.Symbols, s)
	}
	if s.Is == "" && !v.val.bad() {
		s.Is = describe(v.val)
	}
	x.note(s, at, at == v.span)
}

// noteWord records the use of a built-in name.
func (t *nameTable) noteWord(name string, at source.Span) {
	x := t.index
	if x == nil || x.knows(at) {
		return
	}
	key := [2]string{"\x00language", name}
	s := x.global[key]
	if s == nil {
		s = &Symbol{Name: name, Sort: WordSort}
		x.global[key] = s
		x.Symbols = append(x.Symbols, s)
	}
	x.note(s, at, false)
}

// noteExpr records the type and value of an expression.
func (t *nameTable) noteExpr(s *scope, v val, at source.Span) {
	if t.index == nil || !at.Valid() || v.e == nil || t.index.typedBefore(at) {
		return
	}
	t.index.expr(&Expr{Span: at, Is: describe(v), Expr: v.e, Closed: v.free == 0,
		Slots: s.frame.size + 1})
}

// BuiltIns returns the built-in names, each with the form in which it is written with arguments, or
// "" if it takes none. Directions are among them.
func BuiltIns() map[string]string {
	names := map[string]string{}
	for n := range builtInNames() {
		names[n] = ""
		if b := builtIns[n]; b != nil {
			names[n] = b.form
		}
	}
	return names
}

// noteDirection records the direction that a player faces.
func (t *nameTable) noteDirection(n syntax.Name, f *source.File) {
	at := n.Span(f)
	if sym := t.names.symbols[n.Text]; sym != nil && sym.sort == lineName {
		t.noteSymbol(sym, at)
		return
	}
	t.noteWord(n.Text, at)
}

// hold records the declarations that hold under the options.
func (x *Index) hold(live []*decl) {
	for _, d := range live {
		x.Live = append(x.Live, Live{d.file, d.node})
	}
}
