package query

import (
	"math"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/syntax/token"
	"boardgame/interp/position"
)

// Notes returns what is worth knowing about a value: [Question.Limits] and [Question.Several].
func (q *Question) Notes(p *position.Position, me int) []string {
	return append(q.Limits(p, me), q.Several(p, me)...)
}

// Limits says where arithmetic gave a number that differs from the mathematical one: 0 for a
// division by zero, and the greatest or least number there is where the result is out of range.
func (q *Question) Limits(p *position.Position, me int) []string {
	if q.rules == nil { // the zero value
		return nil
	}
	var notes []string
	if q.divides(p, me) {
		notes = append(notes, "dividing by zero gives 0")
	}
	v, ok := q.Value(p, me)
	switch {
	case !ok || v.Type != ir.Number:
	case v.N == math.MaxInt64:
		notes = append(notes, "this is the greatest number there is; greater results stay at it")
	case v.N == math.MinInt64:
		notes = append(notes, "this is the least number there is; lesser results stay at it")
	}
	return notes
}

// mostDivisors is how many divisors of an expression are looked at, because each of them takes as
// long as loading the game.
const mostDivisors = 16

// divisors returns the different texts that an expression divides by, at most mostDivisors. The
// checker folds constants, so a constant divisor can be found only in the text.
func divisors(text string) []string {
	if !strings.ContainsAny(text, "/m") {
		return nil
	}
	var all []string
	tokens := syntax.Tokens(source.NewFile("expression", text))
	for i := 0; i+1 < len(tokens) && len(all) < mostDivisors; i++ {
		if !tokens[i].Is("/") && !tokens[i].Is("mod") {
			continue
		}
		from, to := i+1, i+1
		if to+1 < len(tokens) && tokens[to+1].Is("(") {
			to++
		}
		if tokens[to].Is("(") {
			to = min(token.Match(tokens, to), len(tokens)-1)
		}
		if by := text[tokens[from].Pos.Offset:tokens[to].End.Offset]; !slices.Contains(all, by) {
			all = append(all, by)
		}
	}
	return all
}

// divides reports whether the expression divides by zero: by a constant, or by something that is 0
// here.
func (q *Question) divides(p *position.Position, me int) bool {
	found := q.zero
	if strings.ContainsAny(q.text, "/m") { // otherwise there is no division
		ir.Walk(q.expr, func(e *ir.Expr) bool {
			// the value of a variable in the expression is not known here
			if (e.Op == ir.Div || e.Op == ir.Mod) && !open(e.Args[1], nil) {
				by := &Question{ir.Number, q.rules, e.Args[1], q.slots, "", false}
				v, ok := by.Value(p, me)
				found = found || ok && v.N == 0
			}
			return true
		})
	}
	return found
}
