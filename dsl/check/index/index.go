// Package index says what stands where in a rules text: which symbol a name refers to, where that
// symbol is declared and used, and which type and meaning each expression has. The checker records
// it on the way; editors read it.
package index

import (
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

	Global   map[[2]string]*Symbol // by library ("" for the game) and name
	Variable map[source.Span]*Symbol
	Used     map[source.Span]*Symbol
	typed    map[source.Span]int // an index into Exprs

	// before is what other runs have recorded, which is not recorded again.
	Before *Index
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

func NewIndex() *Index {
	return &Index{
		Global: map[[2]string]*Symbol{}, Variable: map[source.Span]*Symbol{},
		Used: map[source.Span]*Symbol{}, typed: map[source.Span]int{},
	}
}

// Knows reports whether a name at this place has been recorded.
func (x *Index) Knows(at source.Span) bool {
	return x.Used[at] != nil || x.Before != nil && x.Before.Used[at] != nil
}

// TypedBefore reports whether an earlier run understood the expression at this place.
func (x *Index) TypedBefore(at source.Span) bool {
	if x.Before == nil {
		return false
	}
	i, known := x.Before.typed[at]
	return known && x.Before.Exprs[i].Expr.Op != ir.Invalid
}

// Merge adds what another run recorded. Existing entries stay.
func (x *Index) Merge(o *Index) {
	known := map[*Symbol]*Symbol{}
	for key, s := range o.Global {
		if old := x.Global[key]; old != nil {
			known[s] = old
		} else {
			x.Global[key] = s
		}
	}
	for at, s := range o.Variable {
		if old := x.Variable[at]; old != nil {
			known[s] = old
		} else {
			x.Variable[at] = s
		}
	}
	for _, s := range o.Symbols {
		old := known[s]
		if old == nil {
			x.Symbols = append(x.Symbols, s)
			for _, list := range [2][]source.Span{s.Decls, s.Uses} {
				for _, at := range list {
					if x.Used[at] == nil {
						x.Used[at] = s
					}
				}
			}
			continue
		}
		for _, at := range s.Decls {
			if x.Used[at] == nil {
				x.Used[at] = old
				old.Decls = append(old.Decls, at)
			}
		}
		for _, at := range s.Uses {
			if x.Used[at] == nil {
				x.Used[at] = old
				old.Uses = append(old.Uses, at)
			}
		}
	}
	for _, e := range o.Exprs {
		x.Expr(e)
	}
	if x.Live == nil {
		x.Live = o.Live
	}
}

// Expr records an expression unless more is already known about its place.
func (x *Index) Expr(e *Expr) {
	i, known := x.typed[e.Span]
	switch {
	case !known:
		x.typed[e.Span] = len(x.Exprs)
		x.Exprs = append(x.Exprs, e)
	case x.Exprs[i].Expr.Op == ir.Invalid:
		x.Exprs[i] = e
	}
}

// Note records one occurrence of a symbol's name, once.
func (x *Index) Note(s *Symbol, at source.Span, declares bool) {
	if !at.Valid() || x.Used[at] != nil {
		return
	}
	x.Used[at] = s
	if declares {
		s.Decls = append(s.Decls, at)
	} else {
		s.Uses = append(s.Uses, at)
	}
}
