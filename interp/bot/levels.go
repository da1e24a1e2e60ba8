package bot

import (
	"boardgame/dsl/ir"
	"boardgame/interp/level"
)

// The types of package level, under the names that users of bots know.
type (
	// Level is a bot with everything that makes it play as it does.
	Level = level.Level
	// Phase replaces settings of a level in some games, or for some moves.
	Phase = level.Phase
	// Value is what a ruleset says of a `value` of its rules.
	Value = level.Value
	// Settings are the settings of a bot.
	Settings = level.Settings
	// Weights judge positions by numbers that were learned.
	Weights = level.Weights
	// Duration is a time.Duration written as "1.5s".
	Duration = level.Duration
)

// MostTurns is how many turns bots play among themselves before their game is stopped.
const MostTurns = level.MostTurns

// WithStandard returns the levels of a ruleset followed by those standard levels whose names it
// does not use.
func WithStandard(own []Level) []Level { return level.WithStandard(own) }

// FindWeights returns the weights with a name for rules; see [level.FindWeights].
func FindWeights(all []*Weights, rules *ir.Game, name string) (w *Weights, named bool) {
	return level.FindWeights(all, rules, name)
}

// FindLevel reads the text with which a player names a bot; see [level.Find].
func FindLevel(own []Level, text string) (Level, error) { return level.Find(own, text) }
