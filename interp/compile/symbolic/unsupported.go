package symbolic

import (
	"fmt"
)

// Limits of the programs. A game beyond them is played by the evaluator.
const (
	MaxUnroll  = 160 // members of a constant domain that a quantifier is unrolled over
	maxPoints  = 64  // places relative to a lane that one expression may have
	MaxClasses = 96  // classes of a move
	MaxLoops   = 60  // loop variables of a program
	maxParts   = 300
)

// unsupported is thrown (as a panic) by the compiler where an expression cannot be compiled in the
// way tried. It is caught by attempt.
type unsupported struct{ why string }

func Fail(format string, args ...any) { panic(unsupported{fmt.Sprintf(format, args...)}) }

// Attempt runs f and returns why it could not be done, or "".
func Attempt(f func()) (why string) {
	defer func() {
		if r := recover(); r != nil {
			n, ok := r.(unsupported)
			if !ok {
				panic(r)
			}
			why = n.why
		}
	}()
	f()
	return ""
}
