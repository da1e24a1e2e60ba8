package check

import (
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
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
		{"declarations of a game, with those it extends and uses", merge.MaxDecls},
		{"`use` lines", merge.MaxUses},
		{"cells, edges and corners of a board", topology.MaxSites},
		{"players", ir.MaxPlayers},
		{"kinds of piece", ir.MaxKinds},
		{"moves", ir.MaxMoves},
		{"options", merge.MaxOptions},
		{"values of an option", merge.MaxDomain},
		{"pieces of a tower; any that would lie lower are removed", value.MaxTower},
		{"parameters of a definition", merge.MaxParams},
		{"definitions, counted once for each combination of argument types", merge.MaxInstances},
		{"names in scope at the same time in a move or a definition", merge.MaxVariables},
		{"bytes of effects in `after`, counted once for every move that gets them", merge.MaxAdded},
		{"stored numbers: counters, and memories of numbers, players and kinds", merge.MaxNumbers},
		{"stored sets: memories of sites and directions", merge.MaxMemories},
		{"numbers of a range", value.MaxRange},
		{"repetitions of a step; a greater n in `{n}` is read as this number",
			value.MaxWalk},
		{"work of a question, if it is counted in play", value.MostWork},
		{"work of a question as the rules show it, if it is not counted in play", value.MostForeseen},
		{"steps offered at the same time, as the rules show it, if work is not counted",
			value.MostOffered},
		{"steps tried to compare the turns of a position", value.MostAhead},
		{"work of all constants together", terms.MostToFoldAll},
	}
}
