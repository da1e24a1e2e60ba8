package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/interp/catalog"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
)

type listCmd struct {
	Rules   string `arg:"" optional:"" help:"All about this game."`
	Family  string `placeholder:"NAME" help:"Games of this family, as in --family chess."`
	Players int    `placeholder:"N" help:"Games that N can play."`
	Length  string `enum:"short,medium,long," default:"" placeholder:"HOW" help:"Short: under 30 turns; medium: under 80."`
	Chance  bool   `help:"Games with dice or other chance."`
	Search  string `placeholder:"TEXT" help:"Games that have this in their name or description."`
	JSON    bool   `name:"json" help:"For programs: an array of objects."`
}

func (*listCmd) Help() string {
	return `Without arguments, list names the games by families. With a game, it also shows its author,
options, presets, levels, and what its rules were compared with. The other flags choose games:

    boardgame list --family chess
    boardgame list --players 3 --length short --search jump
    boardgame list cage

Games of your own that are in boardgame/games in $XDG_DATA_HOME (~/.local/share), as NAME.rules or
NAME/NAME.rules, are listed, too, and every command knows them by their names.

A preset is a named choice of options: write it after the name of the game, as in

    boardgame play blockade one-pawn
    boardgame perft cage:feup-a 3

Set any option with -o, as in

    boardgame play cage -o size=6`
}

func (c *listCmd) Run(a *app) error {
	if c.Family != "" && !slices.Contains(ruleset.FamilyNames(), c.Family) {
		return fmt.Errorf("there is no family %q; the families are %s", c.Family,
			strings.Join(ruleset.FamilyNames(), ", "))
	}
	names := append(ruleset.List(), ruleset.Own()...)
	if c.Rules != "" {
		name, _ := ruleset.SplitPreset(c.Rules)
		names = []string{name}
	}
	all := []catalog.Game{}
	for _, name := range names {
		about, err := ruleset.About(name)
		switch {
		case err != nil || c.Rules != "": // not one that comes with the program, or all is asked for
		case !c.may(name, &about):
			continue
		case *c == listCmd{}:
			all = append(all, catalog.Game{Name: name, Family: about.Family})
			continue
		}
		rs, err := named(name)
		if err != nil && c.Rules == "" {
			a.warn("%s", err) // a broken file of the user's own should not hide the other games
			continue
		} else if err != nil {
			return err
		}
		if !c.may(rs.Name, &rs.Info) {
			continue
		}
		options, list := dsl.Options(rs.File, ruleset.Library{})
		if list.HasErrors() && c.Rules == "" {
			a.warn("%s has mistakes; `boardgame check %s` shows them", rs.File.Name, name)
			continue
		} else if list.HasErrors() {
			a.report(list)
			return errReported
		}
		g := catalog.Describe(rs, options)
		if (c.Players == 0 || slices.Contains(g.Players, c.Players)) && (!c.Chance || g.Chance) {
			all = append(all, g)
		}
	}
	switch {
	case c.JSON:
		return a.encode(all)
	case c.Rules != "":
		a.write(&all[0])
	case *c == listCmd{}:
		byFamily(a, all)
	case len(all) == 0:
		fmt.Fprintln(a.out, "No game is like that. `boardgame list` names them all.")
	default:
		for _, g := range all {
			a.paragraph("", g.Name, g.Description)
		}
	}
	return nil
}

// may reports whether the description of a game fits the flags.
func (c *listCmd) may(name string, info *ruleset.Info) bool {
	about := strings.ToLower(name + " " + info.Title + " " + info.Description)
	return (c.Family == "" || info.Family == c.Family) &&
		(c.Length == "" || info.LengthName() == c.Length) &&
		strings.Contains(about, strings.ToLower(c.Search))
}

// byFamily names all games, a paragraph for each family.
func byFamily(a *app, all []catalog.Game) {
	for _, family := range ruleset.Families {
		var names []string
		for _, g := range all {
			if g.Family == family.Name && g.File == "" {
				names = append(names, g.Name)
			}
		}
		if names != nil {
			a.paragraph("", family.Title+" ("+family.Name+")", strings.Join(names, ", "))
		}
	}
	own := slices.DeleteFunc(slices.Clone(all), func(g catalog.Game) bool { return g.File == "" })
	if len(own) > 0 {
		names := lists.Map(own, func(g catalog.Game) string { return g.Name })
		a.paragraph("", "Your own ("+ruleset.OwnFolder()+")", strings.Join(names, ", "))
	}
	fmt.Fprintf(a.out, "\n%d games. `boardgame list NAME` shows one with its options; "+
		"`boardgame list --help` says how to search.\n", len(all))
}

// write writes all that is known about a game.
func (a *app) write(g *catalog.Game) {
	fmt.Fprintf(a.out, "%s", g.Name)
	if g.Title != g.Name {
		fmt.Fprintf(a.out, "  %s", g.Title)
	}
	var origin []string
	if g.Author != "" {
		origin = append(origin, g.Author)
	}
	if g.Year != 0 {
		origin = append(origin, fmt.Sprint(g.Year))
	}
	if origin != nil {
		fmt.Fprintf(a.out, " (%s)", strings.Join(origin, ", "))
	}
	fmt.Fprintln(a.out)
	a.paragraph("  ", g.Description)
	for _, o := range g.Options {
		a.paragraph("    ", fmt.Sprintf("-o %s=%s  %s", o.Name, o.Default, values(o.Values)), o.Help)
	}
	for _, p := range g.Presets {
		set := lists.Map(slices.Sorted(maps.Keys(p.Options)),
			func(name string) string { return name + "=" + p.Options[name] })
		a.paragraph("    ", fmt.Sprintf("preset %s (%s)", p.Name, strings.Join(set, " ")), p.Description)
	}
	for _, c := range g.Coordinates {
		a.paragraph("    ", "coordinates "+c.Name, c.Description)
	}
	if g.Levels != nil {
		a.paragraph("    ", "levels "+strings.Join(g.Levels, ", "))
		a.paragraph("    ", "measured", strings.Join(lists.Map(g.Grades, match.Grade.String), "; "))
	}
	a.paragraph("    ", g.Less)
	if g.Length != 0 {
		a.paragraph("    ", fmt.Sprintf("about %d turns a game", g.Length))
	}
	if g.Choices != 0 {
		a.paragraph("    ", "about "+diag.Amount(g.Choices, "legal step")+" at each decision")
	}
	if g.Checked != "" {
		a.paragraph("    ", "rules checked", g.Checked, g.Figures)
	}
}

// values writes the domain of an option; it shortens a long run of numbers to its ends.
func values(domain []string) string {
	const few = 8
	if len(domain) > few {
		return "of " + domain[0] + " … " + domain[len(domain)-1]
	}
	return "of " + strings.Join(domain, ", ")
}

// paragraph writes texts, joined by colons, wrapped to the width of the output; lines after the
// first are indented further.
func (a *app) paragraph(indent string, texts ...string) {
	text := strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ": ")
	if text == "" {
		return
	}
	const more = "    "
	for i, line := range diag.Wrap(text, min(widthOf(a.stdout), 100)-len(indent)-len(more)) {
		if i > 0 {
			line = more + line
		}
		fmt.Fprintln(a.out, indent+line)
	}
}
