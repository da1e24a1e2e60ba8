package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/interp/level"
)

// InheritsLayout reports whether the layout is that of the game that the rules extend. It may well
// not fit the board of a variant.
func (r *Ruleset) InheritsLayout() bool { return r.own.Layout == nil }

// OwnInfo returns what the game's own TOML file says, without what the rules inherit.
func (r *Ruleset) OwnInfo() Info { return r.own }

// ColorOf returns the color that a player or a kind is called by, as White and Red are; "" if by
// none. Gray is for pieces of nobody.
func ColorOf(name string) string {
	name = strings.ToLower(name)
	if name == "purple" || name == "violet" {
		return "magenta"
	}
	if name != "gray" && slices.Contains(Colors, name) {
		return name
	}
	return ""
}

// OfLevel puts the position of a level in the NAME.toml before an error about it. The error stays
// unchanged if the level is not in a file of r's own.
func (r *Ruleset) OfLevel(name string, err error) error {
	i := level.Index(r.own.Levels, name)
	if err == nil || i < 0 || r.Builtin {
		return err
	}
	return fmt.Errorf("%s%w", r.Place("level", "name", i), err)
}

// Place returns what a message about the NAME.toml begins with: the name of the file, and the line
// that sets a key in the n-th table of a name, counted from 0. It is the line of the table if that
// does not set the key in a line of its own.
func (r *Ruleset) Place(table, key string, n int) string {
	if r.File == nil { // the zero value
		return ""
	}
	file, number, found, inside := strings.TrimSuffix(r.File.Name, Ext)+".toml", 0, 0, false
	for line := range strings.Lines(r.toml) {
		number++
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			head, _, _ := strings.Cut(line, "#")
			if inside = strings.Trim(head, "[] ") == table; inside {
				inside = n == 0
				n--
			}
			if inside {
				found = number
			}
		}
		after, set := strings.CutPrefix(strings.TrimLeft(line, `"'`), key)
		if inside && set && strings.HasPrefix(strings.TrimLeft(after, "\"' \t"), "=") {
			found = number
			break
		}
	}
	if found == 0 {
		return file + ": "
	}
	return fmt.Sprintf("%s:%d: ", file, found)
}
