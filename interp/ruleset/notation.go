package ruleset

import (
	"fmt"
	"slices"
	"strings"
)

// Notation is another common way to write positions of a game, described well enough to turn them
// into position texts: fields between blanks, the first of them the rows of the board with pieces
// and run lengths exactly as in a position text, the others in order as Fields says. Trailing
// fields may be missing.
type Notation struct {
	Name   string
	Fields []Field `toml:"field"`
}

// Field is one field of a notation.
type Field struct {
	// What is "player" for the player to move, "round" for the number of the round, from 1, in
	// which all players have a turn, the name of a counter or a memory, or "" for a field without
	// meaning here.
	What string
	// Letters translates: a player's letter to the player's name, a letter of the field to sites
	// joined by `+`. Without letters the field is the value itself. The field `-` means none.
	Letters map[string]string
}

// Convert turns text into a position text if it is written in this notation. Otherwise it returns
// false: the text may be a position text already. The reader of position texts checks whether the
// result makes sense.
func (n Notation) Convert(text string) (string, bool) {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 1+len(n.Fields) {
		return "", false
	}
	out := fields[:1:1]
	for i, field := range fields[1:] {
		f := n.Fields[i]
		switch {
		case strings.Contains(field, "="):
			return "", false
		case f.What == "player":
			player, ok := f.Letters[field]
			if !ok {
				return "", false
			}
			out = append(out, player)
		case f.What == "", f.What == "round":
		case field == "-":
			out = append(out, f.What+"=none")
		case f.Letters == nil:
			out = append(out, f.What+"="+field)
		default:
			var sites []string
			for _, letter := range field {
				names, ok := f.Letters[string(letter)]
				if !ok {
					return "", false
				}
				for _, s := range strings.Split(names, "+") {
					if !slices.Contains(sites, s) {
						sites = append(sites, s)
					}
				}
			}
			slices.Sort(sites)
			out = append(out, f.What+"="+strings.Join(sites, ","))
		}
	}
	return strings.Join(out, " "), true
}

// PositionText returns text as a position text: converted if it is written in one of the game's
// other notations, otherwise unchanged.
func (info *Info) PositionText(text string) string {
	for _, n := range info.Notations {
		if converted, ok := n.Convert(text); ok {
			return converted
		}
	}
	return text
}

// check says what is wrong with the description of a notation.
func (n Notation) check() error {
	if n.Name == "" {
		return fmt.Errorf("a notation has no name")
	}
	for _, f := range n.Fields {
		for letter := range f.Letters {
			if f.What != "player" && len([]rune(letter)) != 1 {
				return fmt.Errorf("notation %s: %q is not one letter", n.Name, letter)
			}
		}
	}
	return nil
}
