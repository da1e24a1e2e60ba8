package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/dsl/pattern"
	"boardgame/dsl/topology"
	"boardgame/interp/ruleset"
)

// AliasExample makes a line of an alias by putting something in for its words, and says what it
// stands for; ok is false if nothing that was tried is on the board.
func (t *scoresheet) AliasExample(a ruleset.Alias) (typed, means string, ok bool) {
	r, err := a.Read()
	if err != nil {
		return "", "", false
	}
	cells := slices.Collect(t.Speech.Rules().Board.Cells.All())
	ways := slices.Sorted(maps.Keys(a.Ways))
	const tries = 40
	try := 0 // the first half looks for one that is legal now
	if t.Hides() {
		try = tries
	}
	for ; try < 2*tries; try++ {
		n := try % tries // of the next number or letter, from 0
		own := ""
		typed, own = a.Typed, a.Typed
		put := func(word, said, meant string) {
			typed, own = strings.ReplaceAll(typed, word, said), strings.ReplaceAll(own, word, meant)
		}
		for _, word := range braced().FindAllString(a.Typed, -1) {
			switch name := strings.Trim(word, "{}"); {
			case strings.HasPrefix(name, "cell"):
				cell := cells[(len(cells)/2+5*n)%len(cells)]
				put(word, t.Speech.SiteName(cell), t.Speech.Rules().Board.Names[cell])
			case name == "way" && len(ways) > 0:
				put(word, ways[try%len(ways)], ways[try%len(ways)])
			case strings.HasPrefix(name, "l"):
				letter := topology.ColumnName(n + 1)
				put(word, letter, letter)
			default:
				put(word, fmt.Sprint(n+1), fmt.Sprint(n+1))
			}
			n++
		}
		if means, ok = r.Rewrite(t.Speech.Rules().Board, own); !ok {
			continue
		}
		if try >= tries {
			return typed, t.Speech.SaidStep(means), true
		}
		if m, err := t.Speech.Game.Parse(t.Now(), means); err == nil {
			return typed, t.Speech.StepText(t.Now(), m), true
		}
	}
	return "", "", false
}

// braced is a word of an alias that stands for something.
var braced = pattern.Of(`\{[^{}]*\}`)
