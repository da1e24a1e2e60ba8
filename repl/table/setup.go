package table

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/position"
	"boardgame/repl/speech"
)

// palette is the set of pieces for setting up a position.
type palette struct{ speech *speech.Speech }

// SetupExamples says what you can type, in the words of the game.
func (pa palette) SetupExamples() string {
	text := ""
	if pieces := pa.Brushes(); len(pieces) > 0 {
		cells := pa.SomeCells()
		text = fmt.Sprintf("`%s %s` puts a piece", cells[0], pieces[0])
		if len(cells) > 1 {
			text += fmt.Sprintf(" (then `%s` puts more of the same)", strings.Join(cells[1:], " "))
		}
		if pa.speech.Rules().Towers {
			text += fmt.Sprintf(", `%s %s on %s` a tower, from the top", cells[0], pieces[0],
				pieces[len(pieces)-1])
		}
		text += fmt.Sprintf(", `%s -` takes it off, `clear` takes off all, ", cells[0])
	}
	players := pa.speech.Rules().Players
	text += fmt.Sprintf("`turn %s`", players[len(players)-1].Name)
	for _, st := range pa.speech.Rules().States {
		if st.Type == ir.Number && !st.PerPiece && !st.PerCell && !st.ThisTurn {
			if st.PerPlayer {
				return text + fmt.Sprintf(", `%s %s 3` sets a counter", st.Name, players[0].Name)
			}
			return text + fmt.Sprintf(", `%s 3` sets a counter", st.Name)
		}
	}
	return text
}

// SomeCells are the names of up to three cells, for examples.
func (pa palette) SomeCells() []string {
	var names []string
	for s := range pa.speech.Rules().Board.Cells.All() {
		if names = append(names, pa.speech.SiteName(s)); len(names) == 3 {
			break
		}
	}
	return names
}

// Brushes lists the available pieces: "Red pawn", "wall".
func (pa palette) Brushes() []string {
	var all []string
	for _, k := range pa.speech.Rules().Kinds {
		if k.Neutral {
			all = append(all, k.Name)
			continue
		}
		for _, p := range pa.speech.Rules().Players {
			all = append(all, p.Name+" "+k.Name)
		}
	}
	return all
}

// onWord separates the pieces of a tower, from the top: "White man on Black man".
const onWord = "on"

// Comma is what a comma means in a line: it separates sites and, in a tower, pieces.
func (pa palette) Comma(line string) string {
	if pa.speech.Rules().Towers && slices.Contains(strings.Fields(line), onWord) {
		return " " + onWord + " "
	}
	return " "
}

// Tower reads a piece or, in games with towers, several: "White man on Black man" from the top. It
// returns them from the bottom.
func (pa palette) Tower(text string) (tower []position.Piece, err error) {
	var names []string
	for word := range strings.FieldsSeq(text) {
		switch last := len(names) - 1; {
		case pa.speech.Rules().Towers && word == onWord:
			names = append(names, "")
		case last < 0:
			names = append(names, word)
		default:
			names[last] = strings.TrimSpace(names[last] + " " + word)
		}
	}
	for _, name := range slices.Backward(names) {
		if name == "" {
			continue // a comma between sites
		}
		owner, kind, err := pa.brush(name)
		if err != nil {
			return nil, err
		}
		tower = append(tower, position.Piece{Owner: int8(owner), Kind: uint8(kind)})
	}
	switch {
	case tower == nil:
		_, _, err = pa.brush(text)
	case pa.speech.Rules().Towers && len(tower) > pa.speech.Rules().Tallest:
		err = fmt.Errorf("a tower has at most %d pieces", pa.speech.Rules().Tallest)
	}
	return tower, err
}

// brush reads a piece: a player and a kind, each by a prefix of its name. Either may be left out if
// it is clear.
func (pa palette) brush(text string) (owner, kind int, err error) {
	all := pa.Brushes()
	fits := lists.Filter(all, func(b string) bool { return matchWords(b, text) })
	if len(fits) != 1 {
		return 0, 0, fmt.Errorf("there is no piece %q; choose %s", text, ShortList(all, 80))
	}
	owner, kind = position.Nobody, -1
	words := strings.SplitN(fits[0], " ", 2)
	if len(words) == 2 {
		owner, _ = findPlayer(pa.speech.Rules(), words[0])
	}
	for k := range pa.speech.Rules().Kinds {
		if pa.speech.Rules().Kinds[k].Name == words[len(words)-1] {
			kind = k
		}
	}
	return owner, kind, nil
}

// matchWords reports whether every word of text is a prefix of a different word of name, in order.
func matchWords(name, text string) bool {
	words := strings.Fields(name)
	for t := range strings.FieldsSeq(text) {
		for len(words) > 0 && !(len(words[0]) >= len(t) && strings.EqualFold(words[0][:len(t)], t)) {
			words = words[1:]
		}
		if len(words) == 0 {
			return false
		}
		words = words[1:]
	}
	return text != ""
}
