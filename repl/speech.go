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
// describes one, by an alias of the coordinates chosen, or else in the notation of the game with the
// names of the coordinates.
func (sp *speech) stepText(p *interp.Position, m interp.Move) string {
	if sp.san != nil && sp.coordinates == nil {
		if text, ok := sp.san.Text(p, m); ok {
			return text
		}
	}
	if text, ok := sp.moveText(p, m); ok {
		return text
	}
	return sp.said.Text(p, m)
}

// stepTexts writes all legal steps with the names of the coordinates, in the order of
// [interp.Game.Moves].
func (sp *speech) stepTexts(p *interp.Position) []string {
	texts := sp.said.Texts(p)
	if sp.coordinates != nil && sp.coordinates.moves != nil {
		moves := sp.game.Moves(p)
		for i, text := range sp.coordinates.plain.Texts(p) {
			if typed, ok := sp.aliased(moves[i], text); ok {
				texts[i] = typed
			}
		}
	}
	return texts
}

// turnWords writes a turn for people, like [table.stepText].
func (sp *speech) turnWords(p *interp.Position, steps []interp.Move) string {
	if len(steps) == 1 {
		return sp.stepText(p, steps[0])
	}
	if sp.coordinates == nil || sp.coordinates.moves == nil {
		return sp.said.TurnText(p, steps)
	}
	// Steps between those that an alias writes stay one text, such as c3xe5xg7.
	var texts []string
	rest, from, at := 0, p, p
	for i, m := range steps {
		if text, ok := sp.moveText(at, m); ok {
			if rest < i {
				texts = append(texts, sp.said.TurnText(from, steps[rest:i]))
			}
			texts, rest = append(texts, text), i+1
		}
		next, err := sp.game.Play(at, m)
		if err != nil {
			break
		}
		if at = next; rest == i+1 {
			from = at
		}
	}
	if rest < len(steps) {
		texts = append(texts, sp.said.TurnText(from, steps[rest:]))
	}
	return strings.Join(texts, ", ")
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
