// Package lint warns of what is allowed but probably a mistake, and can be seen only once a game has
// been checked as a whole:
//
//	unused     declarations that nothing uses, and signs that mean nothing or two things
//	course     choices and sentences of `end` that never come to anything; turns without end
//	wordless   conditions that a refused player would not understand
//
// What can be seen in a single expression is reported by dsl/check/terms.
package lint

import (
	"boardgame/dsl/check/terms"
	"boardgame/dsl/syntax"
)

// A linter warns of what is allowed but probably a mistake, once everything else has been checked.
type linter struct {
	terms.Station
	moves []*terms.Move
}

// Lint looks for probable mistakes that can be seen only when everything is known.
//
// The search for unused declarations covers all branches, whatever the options are: what only
// another choice of options uses counts as used.
func Lint(at terms.Station, moves []*terms.Move) {
	l := &linter{Station: at, moves: moves}
	m := l.mentions()
	if !l.BrokenFiles() && !l.Misspelt() {
		l.unused(m)
		l.unusedLets()
		l.unusedAttrs(m)
		l.unreachedMoves()
		l.nobodyGets(m)
		l.neverChanged(m)
	}
	l.checkSigns(m)
	l.unreadMarks(m)
	if n, f, ok := terms.Find[*syntax.Turn](l.Live); ok {
		l.stuckTurn(n, f)
	}
	l.deadGroups()
	l.deadSentences()
	l.endlessThen()
	l.wordless()
}
