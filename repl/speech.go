package repl

import (
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

// speech is how a game is spoken of: what its players, sites and moves are called.
type speech struct {
	ruleset *ruleset.Ruleset
	preset  string
	game    *interp.Game
	// said is the game with the names of the coordinates in its notation; without coordinates it is
	// the game.
	said        *interp.Game
	coordinates *coordinates // nil: the board's own
	// how moves are written for people, where the ruleset describes it; nil: as the game has them
	san *wire.SAN
}

func (sp *speech) rules() *ir.Game         { return sp.game.Rules() }
func (sp *speech) playerName(i int) string { return sp.rules().Players[i].Name }

// stepText writes a step for people: in the notation that players of the game use, if its ruleset
// describes one, or else in that of the game with the names of the coordinates chosen.
func (sp *speech) stepText(p *interp.Position, m interp.Move) string {
	if sp.san != nil && sp.coordinates == nil {
		if text, ok := sp.san.Text(p, m); ok {
			return text
		}
	}
	return sp.said.Text(p, m)
}

// turnWords writes a turn for people, like [table.stepText].
func (sp *speech) turnWords(p *interp.Position, steps []interp.Move) string {
	if len(steps) == 1 {
		return sp.stepText(p, steps[0])
	}
	return sp.said.TurnText(p, steps)
}

// player finds a player by name, by the beginning of the name in any case, or by number.
func (sp *speech) player(text string) (int, error) {
	var names []string
	for i, p := range sp.rules().Players {
		if strings.EqualFold(p.Name, text) || text == fmt.Sprint(i+1) {
			return i, nil
		}
		names = append(names, p.Name)
	}
	if i, ok := uniquePrefix(text, names); ok {
		return i, nil
	}
	return 0, fmt.Errorf("there is no player %q; %s", text, choose(names))
}
