package symbolic

import (
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
)

// Limits of the programs. A game beyond them is played by the evaluator.
const (
	MaxUnroll  = 160 // members of a constant domain that a quantifier is unrolled over
	maxPoints  = 64  // places relative to a lane that one expression may have
	MaxClasses = 256 // classes of a move
	MaxLoops   = 60  // loop variables of a program
	maxParts   = 300
	// pairs of values of numbers in all programs; a game that comes with boardgame has 16,000
	maxPairsOfParts = 1 << 16
)

// Unsupported is thrown (as a panic) by the compiler where an expression cannot be compiled in the
// way tried. [Attempt] and [Try] catch it.
type Unsupported struct {
	Why  string
	Span source.Span // the part of the rules that it is about, where that is known
}

// Error says why.
func (u *Unsupported) Error() string { return u.Why }

func Fail(format string, args ...any) { FailAt(source.Span{}, format, args...) }

// FailAt is Fail for a part of the rules that can only be left out with the whole game.
func FailAt(at source.Span, format string, args ...any) {
	panic(&Unsupported{fmt.Sprintf(format, args...), at})
}

// Quote writes an expression for a reason: in one line, and not too long.
func Quote(e *ir.Expr) string {
	text := []rune(strings.Join(strings.Fields(e.Span.Text()), " "))
	if len(text) > 40 {
		text = append(text[:39], '…')
	}
	return "`" + string(text) + "`"
}

// Attempt runs f and returns why it could not be done, or "".
func Attempt(f func()) (why string) {
	if u := Try(f); u != nil {
		return u.Why
	}
	return ""
}

// Try is Attempt that also says where; nil if f could be done.
func Try(f func()) (u *Unsupported) {
	defer func() {
		if r := recover(); r != nil {
			is := false
			if u, is = r.(*Unsupported); !is {
				panic(r)
			}
		}
	}()
	f()
	return nil
}
