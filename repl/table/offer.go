package table

import (
	"boardgame/dsl/ir"
)

// FromStart reports whether the game began at the start position of its rules, not at a position
// that was set up.
func (t *scoresheet) FromStart() bool {
	return t.Course.FromStart()
}

// Drawable reports whether the rules have draws.
func (t *scoresheet) Drawable() bool {
	never := func(e *ir.Expr) bool { return e != nil && e.Op == ir.ConstTruth && e.N == 0 }
	for _, e := range t.Speech.Rules().End {
		if never(e.If) { // with these options
			continue
		}
		if e.Outcome == ir.Draw || e.Outcome == ir.Highest || e.Outcome == ir.Lowest {
			return true
		}
	}
	if t.Speech.Rules().Turn == nil {
		return true
	}
	for _, g := range t.Speech.Rules().Turn.Groups {
		for _, item := range g.Items {
			if item.Op == ir.DrawItem && !never(item.When) {
				return true
			}
		}
	}
	return false
}

// Even is the bot's static evaluation of a position in which neither of two players is better. It
// is 0 for a value that compares both sides. For a value of one side, it is the average of both
// players' values.
func (t *Table) Even(player int) int64 {
	level, err := FindLevel(t.Sheet.Speech.Ruleset.Info.Bots(), t.Seats[player].Level)
	name := level.Value
	if values := t.Sheet.Speech.Rules().Values; name == "" && len(values) > 0 {
		name = values[0].Name
	}
	for _, v := range t.Sheet.Speech.Rules().Values {
		if err == nil && v.Name == name && !level.Against {
			return (t.Sheet.Speech.Game.Value(t.Sheet.Now(), v, 0) + t.Sheet.Speech.Game.Value(t.Sheet.Now(),
				v, 1)) / 2
		}
	}
	return 0
}
