package check

import (
	"fmt"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// Rules come from anywhere, so everything in them that costs time or memory has a limit, far beyond
// what any game needs. Within these limits, checking any text takes a few seconds and a few hundred
// megabytes at most.
const (
	maxDecls     = 1000 // declarations of a game and of files it extends and uses
	maxUses      = 64   // `use` lines of all files together
	maxOptions   = 64
	maxDomain    = 1000 // values of an option
	maxParams    = 16   // of a definition
	maxInstances = 1000 // definitions, each counted once for every way to use it
	// names in scope at the same time in a move, a definition or an expression
	maxVariables = 250
	maxAdded     = 1 << 20 // bytes of the effects that `after` adds, counted once for every move
	// numbers in a position; each player, piece and cell that a counter is kept per counts
	maxNumbers  = 8192
	maxMemories = 2048 // sets in a position, counted the same way
)

// A Limit says how much of something a rules text may contain.
type Limit struct {
	What string // worded as in docs/language.md
	Most int64
}

// Limits returns the limits of the language.
func Limits() []Limit {
	return []Limit{
		{"bytes of a rules file", syntax.MaxBytes},
		{"characters of the title", syntax.MaxTitle},
		{"depth of nested expressions", syntax.MaxNesting},
		{"operators side by side", syntax.MaxOperators},
		{"declarations of a game, with those it extends and uses", maxDecls},
		{"`use` lines", maxUses},
		{"cells, edges and corners of a board", topology.MaxSites},
		{"players", ir.MaxPlayers},
		{"kinds of piece", ir.MaxKinds},
		{"moves", ir.MaxMoves},
		{"options", maxOptions},
		{"values of an option", maxDomain},
		{"pieces of a tower; any that would lie lower are removed", value.MaxTower},
		{"parameters of a definition", maxParams},
		{"definitions, counted once for each combination of argument types", maxInstances},
		{"names in scope at the same time in a move or a definition", maxVariables},
		{"bytes of effects in `after`, counted once for every move that gets them", maxAdded},
		{"stored numbers: counters, and memories of numbers, players and kinds", maxNumbers},
		{"stored sets: memories of sites and directions", maxMemories},
		{"numbers of a range", value.MaxRange},
		{"repetitions of a step; a greater n in `{n}` is read as this number",
			value.MaxWalk},
		{"work of a question, if it is counted in play", value.MostWork},
		{"work of a question as the rules show it, if it is not counted in play", value.MostForeseen},
		{"steps offered at the same time, as the rules show it, if work is not counted",
			value.MostOffered},
		{"steps tried to compare the turns of a position", value.MostAhead},
		{"work of all constants together", mostToFoldAll},
	}
}

// tooLarge reports that the files of a game declare or use more than they may. Nothing else is
// reported about such rules.
func (l *loader) tooLarge(at source.Span, most int, what string) {
	if !l.rules.headless {
		l.report(&diag.Diagnostic{
			Code: TooLarge, Span: at, Summary: fmt.Sprintf("a game has at most %d %s", most, what),
			Suggestion: "check that this is the right file",
		})
	}
	l.rules.headless = true
}
