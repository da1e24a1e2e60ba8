// Package terms understands expressions: it turns syntax in a scope into typed values of dsl/ir, for
// one choice of options, and reports what is wrong with them.
//
// It is built on these types. Each embeds the one before it, and cannot call those after it:
//
//	reporter    report: what is wrong, once, at the place where the author can fix it
//	NameTable   names, scope, index: what names stand for, and where they are used
//	values      value, fold, decide, crossing: what is known of values; it knows no syntax
//	words       names, options: what one word means, and what an unknown one was meant to be
//	Checker     expr, path, call, builtin, def: from syntax in a scope to values
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
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A Checker understands expressions, for one choice of options: its methods turn syntax in a scope
// into values. What an expression names is read when it is first needed.
type Checker struct {
	words
	Memories  map[string]Memory
	Learned   bool   // a memory turned out to hold something unexpected
	Looked    int    // expressions checked so far
	instances int    // of definitions so far
	Binder    string // the role whose domain is being checked
}

func NewChecker(r *merge.Rules, remembered map[string]Memory) *Checker {
	report := &reporter{Rules: r, Diags: slices.Clone(r.Diags), reported: map[Fact]bool{}}
	return &Checker{words: words{newValues(newNameTable(report), r.Title)}, Memories: remembered}
}

// A Station reads one sort of declaration, with the expressions in it.
type Station struct {
	*Checker
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
