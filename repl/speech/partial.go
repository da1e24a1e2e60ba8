package speech

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/notation"
)

// This file answers lines that are the beginning of a move, or a word of the game that is not a
// move now: `wall`, `pass`, `king`, the name of a cell in other coordinates.

// partial answers such a line; it returns "" for any other.
func (si Situation) partial(line string, illegal *interp.IllegalMoveError) string {
	if !plainOnly {
		if answer := si.elsewhere(line); answer != "" {
			return answer
		}
	}
	switch word := strings.ToLower(line); word {
	case "pass", "done":
		return si.cannotEnd(word, illegal.Readings)
	}
	if !plainOnly && illegal.Kind != notation.OffBoard {
		if answer := si.begunAlias(line); answer != "" {
			return answer
		}
	}
	if named := illegal.Named; named != nil && named.Kind >= 0 && named.Goal == topology.None {
		return si.loneKind(named.Kind)
	}
	return ""
}

// cannotEnd answers `pass` and `done` where they are not legal.
func (si Situation) cannotEnd(word string, readings []interp.Reading) string {
	op, none := ir.PassItem, "You cannot pass in this game."
	cannot := "You cannot pass now."
	if word == "done" {
		op, none = ir.DoneItem, "There is no `done` in this game: turns end without it."
		cannot = "You cannot end the turn here."
	}
	if !si.offers(op) {
		return none
	}
	for _, r := range readings {
		if word == "pass" && r.Why.Kind == eval.OtherGroup {
			return "You can pass only if you have no other move."
		}
	}
	return cannot
}

// offers reports whether some turn of the game offers such an item.
func (si Situation) offers(op ir.ItemOp) bool {
	has := func(c *ir.Choice) bool {
		return c != nil && slices.ContainsFunc(c.Groups, func(g *ir.Group) bool {
			return slices.ContainsFunc(g.Items, func(it *ir.Item) bool { return it.Op == op })
		})
	}
	return has(si.Speech.Rules().Turn) ||
		slices.ContainsFunc(si.Speech.Rules().Moves, func(m *ir.Move) bool { return has(m.Then) })
}

// elsewhere answers a cell name in coordinates that the game has but the table does not use.
func (si Situation) elsewhere(line string) string {
	for _, style := range si.Speech.Ruleset.Info.Coordinates {
		if si.Speech.Coordinates != nil && si.Speech.Coordinates.Style.Name == style.Name {
			continue
		}
		c, err := NewCoordinates(style, si.Speech.Rules().Board)
		if err != nil {
			continue // they do not fit this board
		}
		if site, ok := c.cells[strings.ToLower(line)]; ok {
			return fmt.Sprintf("%s is %s in the coordinates %s; `set coordinates %s` uses them.",
				line, si.Speech.SiteName(site), style.Name, style.Name)
		}
	}
	return ""
}

// begunAlias answers a line that begins with the word of an alias but continues differently or
// stops. It shows legal moves that are typed this way.
func (si Situation) begunAlias(line string) string {
	if si.Speech.IsAlias(line) {
		return ""
	}
	word := strings.ToLower(FirstWord(line))
	var all, kinds []string
	known := false
	for _, a := range si.Speech.Ruleset.Info.Aliases {
		if a.Preset != "" && a.Preset != si.Speech.Preset || strings.ToLower(FirstWord(a.Typed)) != word {
			continue
		}
		r, err := a.Read()
		if err != nil {
			continue
		}
		known = true
		kind, _, _ := strings.Cut(a.Means, " ")
		kinds = append(kinds, kind)
		if text := si.example(r, strings.Fields(si.Speech.OwnOr(line))); text != "" {
			all = append(all, "`"+si.Speech.Shown(text)+"`")
		}
	}
	switch {
	case !known:
		return ""
	case all == nil:
		return fmt.Sprintf("%s is not possible now%s.", line, si.turnTo(func(id ir.MoveID) bool {
			return slices.ContainsFunc(kinds, func(kind string) bool {
				// one that begins with a site may be of any kind
				return strings.Contains(kind, "{") || kind == si.Speech.MoveName(id)
			})
		}))
	}
	return fmt.Sprintf("%q is not a whole move. Type %s, for example.", line, Or(all))
}

// example returns a legal step as an alias writes it, the one that has the most of the words.
func (si Situation) example(r *interp.Alias, words []string) string {
	found, most := "", -1
	for _, m := range si.legal() {
		id, _ := si.Speech.Game.Roles(m)
		text := si.Speech.Game.Text(si.Now(), m)
		for _, text := range []string{text, si.Speech.MoveName(id) + " " + text} {
			typed, ok := r.Text(si.Speech.Rules().Board, text)
			if !ok {
				continue
			}
			said, n := strings.Fields(strings.ToLower(typed)), 0
			for _, w := range words {
				if slices.Contains(said, strings.ToLower(w)) {
					n++
				}
			}
			if n > most {
				found, most = typed, n
			}
		}
	}
	return found
}

// loneKind answers the name or the sign of a kind of piece.
func (si Situation) loneKind(k int) string {
	if !si.moving() {
		return ""
	}
	kind := si.Speech.Rules().Kinds[k]
	switch mine := si.Now().Owned(si.mover()).And(si.Now().OfKind(k)); mine.Len() {
	case 0:
		return fmt.Sprintf("You have no %s on the board.", kind.Name)
	case 1:
		return fmt.Sprintf("Your %s cannot move now.", kind.Name)
	}
	return fmt.Sprintf("No %s of yours can move now.", kind.Name)
}
