package table

import (
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/level"
)

// Unit returns the unit in which a level judges positions: "learned points", "points of material".
// Numbers of different units cannot be compared.
func (t *Table) Unit(l bot.Level, measure bot.Measure) string {
	switch measure {
	case bot.NoMeasure:
		return ""
	case bot.PerMille:
		return "% of trial games won; most tried first"
	}
	rules := t.Sheet.Speech.Rules()
	w, named := level.FindWeights(l.Weights, rules, l.Value)
	if w != nil {
		return "learned points"
	}
	find := level.FindValue
	if named { // the weights do not fit these options
		find = func(rules *ir.Game, name string) (*ir.Value, error) {
			return level.InsteadOf(l.Weights, rules, name)
		}
	}
	if v, err := find(rules, l.Value); err == nil && v != nil {
		return "points of " + v.Name
	}
	return "points for material and mobility"
}

// LineText writes a handful of steps at most from the current position, beginning with step number
// from.
func (t *scoresheet) LineText(pv []interp.Move, from int) string {
	const most = 10
	var texts []string
	p := t.Now()
	for i, m := range pv {
		if i >= from && i < most {
			texts = append(texts, t.Speech.StepText(p, m))
		}
		next, err := t.Speech.Game.Play(p, m)
		if err != nil {
			break
		}
		p = next
	}
	text := strings.Join(texts, " ")
	if len(pv) > most {
		text += " …"
	}
	return text
}
