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
	return fmt.Errorf("%s%w", before(r.Place("level", "name", i)), err)
}
