package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
)

// Inherited reports whether the description of the game comes from the game that it extends.
func (r *Ruleset) Inherited() bool { return r.inherited }

// Misfits returns what in the NAME.toml of r fits none of the given games, which are its rules with
// several choices of options, the most important first: levels that no bot can play, and signs for
// pieces, players and regions that do not exist. Each is one message that begins with the name of
// the file. A variant that takes its file from the game it extends has no misfits: it may well have
// fewer pieces.
func (r *Ruleset) Misfits(games []*ir.Game) (levels, signs []string) {
	if r.toml == "" || r.inherited || len(games) == 0 {
		return nil, nil
	}
	file := strings.TrimSuffix(r.File.Name, Ext) + ".toml: "
	for i := range r.Info.Levels {
		l := &r.Info.Levels[i]
		plays := func(g *ir.Game) bool { return l.Check(g) == nil }
		if !slices.ContainsFunc(games, plays) {
			levels = append(levels, r.OfLevel(l.Name, l.Check(games[0])).Error())
		}
	}
	players, kinds, regions := namesOf(games)
	missing := func(what, name string, names []string) {
		if name == "" || slices.Contains(names, name) {
			return
		}
		text := fmt.Sprintf("%sthe rules have no %s `%s`", file, what, name)
		if near := diag.Nearest(name, names); near != "" {
			text += fmt.Sprintf("; did you mean `%s`?", near)
		}
		if !slices.Contains(signs, text) {
			signs = append(signs, text)
		}
	}
	for _, p := range r.Info.Pieces {
		missing("player", p.Player, players)
		missing("piece", p.Kind, kinds)
	}
	for _, m := range r.Info.Marks {
		missing("region", m.Region, regions)
	}
	return levels, signs
}

// OfLevel puts the position of a level in the NAME.toml before an error about it. The error stays
// unchanged if the level is not in a file of r's own.
func (r *Ruleset) OfLevel(name string, err error) error {
	if err == nil || r.toml == "" || r.inherited || r.Builtin {
		return err
	}
	number, table := 0, ""
	for line := range strings.Lines(r.toml) {
		number++
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			table = strings.Trim(line, "[] ")
		}
		key, value, _ := strings.Cut(line, "=")
		value, _, _ = strings.Cut(strings.TrimSpace(value), " ")
		if table == "level" && strings.TrimSpace(key) == "name" &&
			strings.Trim(value, `"'`) == name {
			return fmt.Errorf("%s.toml:%d: %w", strings.TrimSuffix(r.File.Name, Ext), number, err)
		}
	}
	return err
}

// namesOf returns the players, the kinds and whatever else has a sign like theirs, and the regions
// that any of the games has.
func namesOf(games []*ir.Game) (players, kinds, regions []string) {
	add := func(names *[]string, name string) {
		if !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
	}
	for _, g := range games {
		for _, p := range g.Players {
			add(&players, p.Name)
		}
		for _, k := range g.Kinds {
			add(&kinds, k.Name)
		}
		for _, state := range g.States { // numbers on cells have signs, too
			add(&kinds, state.Name)
		}
		for _, region := range g.Regions {
			add(&regions, region.Name)
		}
	}
	return players, kinds, regions
}
