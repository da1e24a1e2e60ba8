package dsl

import (
	_ "embed"
	"sync"

	"boardgame/dsl/check"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Library finds the files that `extends` and `use` name.
type Library = check.Library

//go:embed prelude.rules
var preludeText string

var prelude = sync.OnceValue(func() *syntax.File {
	tree, _ := syntax.Parse(source.NewFile("prelude", preludeText))
	return tree
})

// Prelude returns the definitions that every rules file can use without saying so.
func Prelude() *source.File { return prelude().Source }

// Parse reads a rules text. The tree holds what could be understood, also when there are mistakes.
func Parse(f *source.File) (*syntax.File, diag.List) { return syntax.Parse(f) }

// Load reads a rules text for a choice of options: parses it, finds what it extends and uses, checks it. Options that are
// not named have their default. The game can be played if the list has no errors; else it is as complete as the mistakes
// allow. A nil library knows no files.
func Load(f *source.File, options map[string]string, lib Library) (*ir.Game, diag.List) {
	return check.Read(f, lib, prelude()).Game(options)
}
