package ruleset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
)

// InheritsLayout reports whether the layout is that of the game that the rules extend. It may well
// not fit the board of a variant.
func (r *Ruleset) InheritsLayout() bool { return r.own.Layout == nil }

// Misfits returns what in the NAME.toml of r fits none of the given games, which are its rules with
// several choices of options, the most important first: levels that no bot can play, and signs for
// pieces, players and regions that do not exist. Each is one message that begins with the name of
// the file. What a variant takes from the game it extends is no misfit: it may well have fewer
// pieces.
func (r *Ruleset) Misfits(games []*ir.Game) (levels, signs []string) {
	if len(games) == 0 {
		return nil, nil
	}
	file := strings.TrimSuffix(r.File.Name, Ext) + ".toml: "
	for i := range r.own.Levels {
		l := &r.own.Levels[i]
		plays := func(g *ir.Game) bool { return l.Check(g) == nil }
		if !slices.ContainsFunc(games, plays) {
			levels = append(levels, r.OfLevel(l.Name, l.Check(games[0])).Error())
		}
	}
	for _, w := range r.own.Weights {
		if err := w.Elsewhere(games[0]); err != nil {
			signs = append(signs, fmt.Sprintf("%sthe weights `%s` are for another board (%s), so levels "+
				"do without them; `boardgame train --learn 1m` learns others", file, w.Name, err))
		}
	}
	players, kinds, regions, counters, values := namesOf(games)
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
	for _, p := range r.own.Pieces {
		missing("player", p.Player, players)
		missing("piece", p.Kind, kinds)
	}
	for _, m := range r.own.Marks {
		missing("region", m.Region, regions)
	}
	for _, name := range slices.Sorted(maps.Keys(r.own.Values)) {
		missing("value", name, values)
	}
	for _, h := range r.Info.Hands {
		missing("counter", h.Counter, counters)
		missing("piece", h.Piece, kinds)
	}
	if frame := r.Info.Look.Frame; frame != NoFrame {
		missing("region", frame, regions)
	}
	missing("value", r.Info.Look.Tally, values)
	for _, site := range r.Info.Look.Stars {
		if !slices.ContainsFunc(games, func(g *ir.Game) bool {
			_, ok := g.Board.SiteByName(site)
			return ok
		}) {
			missing("site", site, nil)
		}
	}
	return levels, append(signs, r.miscolored(file)...)
}

// miscolored returns notes about players who are named after a color, but whose pieces have another
// one.
func (r *Ruleset) miscolored(file string) (notes []string) {
	for _, p := range r.Info.Pieces {
		named := ColorOf(p.Player)
		if p.Color == "" || named == "" || p.Color == named {
			continue
		}
		text := fmt.Sprintf("%sthe pieces of %s are %s; give them `color = \"%s\"`, or leave it out",
			file, p.Player, p.Color, named)
		if !slices.Contains(notes, text) {
			notes = append(notes, text)
		}
	}
	return notes
}

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
	if err == nil || r.own.Levels == nil || r.Builtin {
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
		if table == "level" && strings.TrimSpace(key) == "name" && strings.Trim(value, `"'`) == name {
			return fmt.Errorf("%s.toml:%d: %w", strings.TrimSuffix(r.File.Name, Ext), number, err)
		}
	}
	return err
}

// namesOf returns the players, the kinds and whatever else has a sign like theirs, the regions, the
// counters and the values that any of the games has.
func namesOf(games []*ir.Game) (players, kinds, regions, counters, values []string) {
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
			add(&counters, state.Name)
			if state.Lies() {
				add(&regions, state.Name)
			}
		}
		for _, region := range g.Regions {
			add(&regions, region.Name)
		}
		for _, v := range g.Values {
			add(&values, v.Name)
		}
	}
	return players, kinds, regions, counters, values
}
