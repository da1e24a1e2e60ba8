package dsl

import (
	"context"
	_ "embed"
	"strings"
	"sync"

	"boardgame/dsl/check"
	"boardgame/dsl/check/code"
	"boardgame/dsl/check/index"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/diag"
	"boardgame/dsl/format"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Library finds the files that `extends` and `use` name.
type Library = merge.Library

//go:embed prelude.rules
var preludeText string

var prelude = sync.OnceValue(func() *syntax.File {
	tree, _ := syntax.Parse(source.NewFile("prelude", preludeText))
	return tree
})

// Prelude returns the definitions that every rules file can use without declaring them.
func Prelude() *source.File { return prelude().Source }

// Parse reads a rules text. The tree holds what could be understood, even if there are mistakes.
func Parse(f *source.File) (*syntax.File, diag.List) { return syntax.Parse(f) }

// Load reads a rules text for a choice of options: it parses the text, finds what it extends and
// uses, and checks it. Options that are not named have their default. The game can be played if the
// list has no errors; otherwise it is as complete as the mistakes allow. A nil library knows no
// files.
func Load(f *source.File, options map[string]string, lib Library) (*ir.Game, diag.List) {
	return check.Read(f, lib, prelude()).Game(options)
}

// LoadContext is like [Load], but ends within a fraction of a second after its context does. It
// then returns only the error of the context.
func LoadContext(ctx context.Context, f *source.File, options map[string]string,
	lib Library) (g *ir.Game, list diag.List, err error) {
	err = check.Within(ctx, f, lib, prelude(), func(r *check.Rules) { g, list = r.Game(options) })
	if err != nil {
		return nil, nil, err
	}
	return g, list, nil
}

// Rules is a rules text with everything it extends and uses, read once for several uses.
type Rules = check.Rules

// ReadContext reads a rules text with what it extends and uses. It ends with its context, as
// [LoadContext] does.
func ReadContext(ctx context.Context, f *source.File, lib Library) (rules *Rules, err error) {
	err = check.Within(ctx, f, lib, prelude(), func(r *check.Rules) { rules = r })
	return rules, err
}

// CheckContext is like [Check], but ends with its context, as [LoadContext] does.
func CheckContext(ctx context.Context, f *source.File, lib Library) (list diag.List, err error) {
	err = check.Within(ctx, f, lib, prelude(), func(r *check.Rules) { list = r.Check() })
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Check reads a rules text and reports what is wrong with it for every choice of options that
// matters: each value of each option with the others at their default. A message that occurs only
// with some choice names it.
func Check(f *source.File, lib Library) diag.List {
	return check.Read(f, lib, prelude()).Check()
}

// Options returns the options of a rules text in the order of the file, beginning with those that
// exist when all are at their default.
func Options(f *source.File, lib Library) ([]ir.Option, diag.List) {
	return check.Read(f, lib, prelude()).Options()
}

// OptionsWith returns the options of a rules text when some of them are chosen as given, each with
// its chosen value or its default, and what is wrong with the choice.
func OptionsWith(f *source.File, chosen map[string]string, lib Library) ([]ir.Option, diag.List) {
	return check.Read(f, lib, prelude()).OptionsWith(chosen)
}

// A ChoiceError says that rules do not have an option, or not with the value that was chosen.
type ChoiceError struct{ Option, Value, Why string }

// Error says so, after the choice.
func (e *ChoiceError) Error() string { return e.Option + "=" + e.Value + ": " + e.Why }

// WrongChoice returns the first of these messages that is about the options chosen, not about the
// rules; nil if none is.
func WrongChoice(list diag.List, chosen map[string]string) *ChoiceError {
	for _, d := range list {
		if d.Code != code.NoSuchOption && d.Code != code.NotInDomain {
			continue
		}
		for name, value := range chosen {
			about := "option `" + name + "`"
			if d.Code == code.NotInDomain {
				about += " has no value `" + value + "`"
			}
			if !strings.Contains(d.Summary, about) {
				continue
			}
			return &ChoiceError{name, value, diag.Sentence(d)}
		}
	}
	return nil
}

// Others visits the game of a rules text with every other value of every option that is not fixed,
// one at a time; visit gets the options chosen and the game. It takes only some values of long
// ranges, and tries at most as many choices as [Check]. It ends with its context, as [LoadContext]
// does.
func Others(ctx context.Context, f *source.File, lib Library, fixed map[string]string,
	visit func(map[string]string, *ir.Game)) error {
	return check.Within(ctx, f, lib, prelude(), func(r *check.Rules) { r.Others(fixed, visit) })
}

// Flatten merges a rules text and what it extends into one text that extends nothing. The result
// still uses the libraries that they use. It is in the canonical layout.
func Flatten(f *source.File, lib Library) (string, diag.List) {
	r := check.Read(f, lib, prelude())
	// mistakes in it are mistakes in the files, which the list already has
	text, _ := format.Format(source.NewFile(f.Name, r.Flat()))
	return text, r.Diagnostics()
}

// Format returns a rules text in the canonical layout, with its comments. A text with syntax errors
// comes back unchanged, with its diagnostics.
func Format(f *source.File) (string, diag.List) { return format.Format(f) }

// Study reads a rules text like [Check], and also returns what its names stand for and what its
// expressions are. Values are those with the options given and the others at their default.
func Study(f *source.File, options map[string]string, lib Library) (*index.Index, diag.List) {
	return check.Read(f, lib, prelude()).Study(options)
}

// Glance is [Study] for the given choice of options alone: it is faster, and leaves out what only
// other choices declare.
func Glance(f *source.File, options map[string]string, lib Library) (*index.Index, diag.List) {
	return check.Read(f, lib, prelude()).Glance(options)
}

// GlanceContext is like [Glance], but ends with its context, as [LoadContext] does.
func GlanceContext(ctx context.Context, f *source.File, options map[string]string,
	lib Library) (x *index.Index, list diag.List, err error) {
	err = check.Within(ctx, f, lib, prelude(), func(r *check.Rules) { x, list = r.Glance(options) })
	if err != nil {
		return nil, nil, err
	}
	return x, list, nil
}
