package compile

import (
	"context"
	"errors"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/interp/compile/symbolic"
)

// CodeLeft is the code of what [Notes] says.
const CodeLeft diag.Code = "N500"

// Notes says which parts of a game its engine leaves to the evaluator, and why: those of its
// module, or all of the game, where [Wasm] gave an error. There are none if its context ended.
func Notes(g *ir.Game, m *Module, err error) diag.List {
	var list diag.List
	note := func(what string, part LeftPart) {
		if !part.Span.Valid() {
			part.Span = g.Turn.Span
		}
		list.Add(&diag.Diagnostic{Severity: diag.Note, Code: CodeLeft, Span: part.Span,
			Summary:    what + " is not compiled: " + part.Why,
			Detail:     "The evaluator takes over there. The game is the same, only slower.",
			Suggestion: remedy(part.Why)})
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	} else if err != nil {
		whole := LeftPart{Why: err.Error()}
		if u := (*symbolic.Unsupported)(nil); errors.As(err, &u) {
			whole.Span = u.Span
		}
		note("the game", whole)
		return list
	}
	for _, part := range m.LeftParts() {
		what, _, _ := strings.Cut(part.Name, ":")
		note(what, part)
	}
	return list
}

// remedies say what would help, by a part of the reason; the first that fits counts.
var remedies = [...][2]string{
	{"go in a circle", "add 1 to a counter in the circle that no step of it sets or lowers, or say " +
		"with `if`, before the step, what must be able to follow, instead of " +
		"`else illegal`"},
	{"any number of others", "say with `if`, before the step, what must be able to follow"},
	{"are counted", "bind sites from smaller sets, write conditions above the next binder, nest " +
		"fewer quantifiers"},
	{"a state per cell", "keep it as pieces or in a memory of sites instead of a counter per cell, " +
		"or read the counter only of sites that the move binds"},
	{"classes of steps", "bind sites instead of numbers, or fewer numbers in one move"},
	{"too many loops", "nest fewer quantifiers over sites, or keep the answer in a counter"},
	{"values", "choose from a constant range and say the rest with `if`, as in `with n in 1..9` " +
		"and `if n <= pile`"},
	{"each of many sites", "change those sites one by one, in a move that its `then` repeats"},
	{"distance", "measure distances along a fixed set of sites, which are worked out only once"},
	{"walk", "give the walk a shorter, fixed length"},
	{"two sites", "write conditions that ask about one site at a time"},
}

// remedy says what would help where something is left to the evaluator.
func remedy(why string) string {
	for _, r := range remedies {
		if strings.Contains(why, r[0]) {
			return r[1]
		}
	}
	return "write it with fewer parts, or by the sites that the move binds"
}
