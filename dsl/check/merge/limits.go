package merge

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// Rules come from anywhere, so everything in them that costs time or memory has a limit, far beyond
// what any game needs. Within these limits, checking any text takes a few seconds and a few hundred
// megabytes at most.
const (
	MaxDecls     = 1000 // declarations of a game and of files it extends and uses
	MaxUses      = 64   // `use` lines of all files together
	MaxOptions   = 64
	MaxDomain    = 1000 // values of an option
	MaxParams    = 16   // of a definition
	MaxInstances = 1000 // definitions, each counted once for every way to use it
	// names in scope at the same time in a move, a definition or an expression
	MaxVariables = 250
	MaxAdded     = 1 << 20 // bytes of the effects that `after` adds, counted once for every move
	// numbers in a position; each player, piece and cell that a counter is kept per counts
	MaxNumbers  = 8192
	MaxMemories = 2048 // sets in a position, counted the same way
)

// tooLarge reports that the files of a game declare or use more than they may. Nothing else is
// reported about such rules.
func (l *loader) tooLarge(at source.Span, most int, what string) {
	if !l.rules.Headless {
		l.report(&diag.Diagnostic{
			Code: code.TooLarge, Span: at, Summary: fmt.Sprintf("a game has at most %d %s", most, what),
			Suggestion: "check that this is the right file",
		})
	}
	l.rules.Headless = true
}

// Stopping runs do, and returns the error of the context that stopped it, or nil.
func Stopping(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stopped:
			err = r.err
		default:
			panic(r)
		}
	}()
	do()
	return nil
}

// stopped is the panic value of a checker whose context has ended; [stopping] recovers it.
type stopped struct{ err error }

// MayStop abandons the reading of the rules if their context has ended.
func (r *Rules) MayStop() {
	if err := r.ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// Between is the number of expressions checked between two looks at the context.
const Between = 64
