// Package misfit compares the TOML file of a game with its rules. Wherever it can, it tries each
// table with the code that uses the table at play, whose error is then the message.
package misfit

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/notation"
	"boardgame/interp/outside"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

// finder collects misfits.
type finder struct {
	rs    *ruleset.Ruleset
	own   ruleset.Info // without what a variant inherits: it may well have fewer pieces
	games []*ir.Game
	list  diag.List
	names
}

// Find returns what in the TOML file of a ruleset fits none of the given games, which are its rules
// with several choices of options, and none of its presets. Mistakes about presets, positions and
// levels are errors, all others warnings.
func Find(ctx context.Context, rs *ruleset.Ruleset, games []*ir.Game) diag.List {
	f := &finder{rs: rs, own: rs.OwnInfo(), games: games}
	f.presets(ctx)
	if len(f.games) == 0 {
		return f.list
	}
	f.names = namesOf(f.games)
	f.positions()
	f.levels()
	f.signs()
	f.aliases()
	f.notations()
	f.formats()
	for i, r := range f.own.Rivals {
		_, err := outside.Parse(r.Program)
		if err == nil {
			_, err = outside.ParseLimit(r.Limit)
		}
		if err != nil {
			f.note(f.rs.Place("rival", "name", i), "rival %q: %v", r.Name, err)
		}
	}
	return f.list
}

func (f *finder) mistake(place source.Span, format string, args ...any) {
	f.list.Add(diag.Said(place, fmt.Sprintf(format, args...)))
}

// note adds a warning at the first place that it is about.
func (f *finder) note(place source.Span, format string, args ...any) {
	note := diag.Said(place, fmt.Sprintf(format, args...))
	note.Severity = diag.Warning
	if !slices.ContainsFunc(f.list, func(d *diag.Diagnostic) bool {
		return diag.Sentence(d) == diag.Sentence(note)
	}) {
		f.list.Add(note)
	}
}

// missing notes a name that is none of those there are.
func (f *finder) missing(place source.Span, what, name string, names []string) {
	if name == "" || slices.Contains(names, name) {
		return
	}
	near := diag.Nearest(name, names)
	if near != "" {
		near = fmt.Sprintf("; did you mean `%s`?", near)
	}
	f.note(place, "the rules have no %s `%s`%s", what, name, near)
}

// any tries something with each game until it works; otherwise it returns the first error.
func (f *finder) any(try func(*ir.Game) error) (first error) {
	for _, g := range f.games {
		err := try(g)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// presets loads the game of each preset, and adds it to the games.
func (f *finder) presets(ctx context.Context) {
	for i, p := range f.own.Presets {
		place := f.rs.Place("preset", "name", i)
		if !oneWord(p.Name, ":") || p.Name == ruleset.NoPreset {
			f.mistake(place, "preset %q: players type its name after that of the game; use one "+
				"word without `:`; `%s` is taken", p.Name, ruleset.NoPreset)
		}
		g, list, err := dsl.LoadContext(ctx, f.rs.File, p.Options, ruleset.Library{})
		switch list = list.Errors(); {
		case err != nil:
			return
		case len(list) > 0:
			f.mistake(place, "preset %q: %s", p.Name, diag.Sentence(list[0]))
		default:
			f.games = append(f.games, g)
		}
	}
}

// oneWord reports whether a name has neither blanks nor any of some signs.
func oneWord(name, without string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(without, r)
	})
}

func (f *finder) positions() {
	for i, p := range f.own.Positions {
		if err := f.any(func(g *ir.Game) error {
			_, err := wire.ParsePosition(interp.New(g), &f.rs.Info, p.Position)
			return err
		}); err != nil {
			f.mistake(f.rs.Place("position", "position", i), "position %q: %v", p.Name, err)
		}
	}
}

// signs compares the signs and pictures of pieces, players and regions with the rules.
func (f *finder) signs() {
	for i, p := range f.own.Pieces {
		f.missing(f.rs.Place("piece", "player", i), "player", p.Player, f.players)
		f.missing(f.rs.Place("piece", "kind", i), "piece", p.Kind, f.kinds)
		named := ruleset.ColorOf(p.Player)
		if p.Color != "" && named != "" && p.Color != named {
			f.note(f.rs.Place("piece", "color", i), "the pieces of %s are %s; give them "+
				"`color = \"%s\"`, or leave it out", p.Player, p.Color, named)
		}
	}
	for i, m := range f.own.Marks {
		f.missing(f.rs.Place("mark", "region", i), "region", m.Region, f.regions)
	}
	for i, h := range f.own.Hands {
		f.missing(f.rs.Place("hand", "counter", i), "counter", h.Counter, f.counters)
		f.missing(f.rs.Place("hand", "piece", i), "piece", h.Piece, f.kinds)
	}
	look := f.own.Look
	if look.Frame != ruleset.NoFrame {
		f.missing(f.rs.Place("look", "frame", 0), "region", look.Frame, f.regions)
	}
	f.missing(f.rs.Place("look", "tally", 0), "value", look.Tally, f.values)
	for _, site := range look.Stars {
		if !slices.ContainsFunc(f.games, func(g *ir.Game) bool {
			_, ok := g.Board.SiteByName(site)
			return ok
		}) {
			f.missing(f.rs.Place("look", "stars", 0), "site", site, nil)
		}
	}
}

var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// unclosed notes a brace without its partner, which would be taken for a sign that players type.
func (f *finder) unclosed(place source.Span, what, text string) {
	if strings.ContainsAny(inBraces.ReplaceAllString(text, ""), "{}") {
		f.note(place, "%s: a brace in %q has no partner; write words in braces as in {cell}", what,
			text)
	}
}

func (f *finder) aliases() {
	presets := lists.Map(f.rs.Info.Presets, func(p ruleset.Preset) string { return p.Name })
	for i, a := range f.own.Aliases {
		what := fmt.Sprintf("alias %q", a.Typed)
		f.unclosed(f.rs.Place("alias", "typed", i), what, a.Typed)
		means := f.rs.Place("alias", "means", i)
		f.unclosed(means, what, a.Means)
		if a.Preset != "" && !slices.Contains(presets, a.Preset) {
			f.note(f.rs.Place("alias", "preset", i), "%s: there is no preset %q", what, a.Preset)
		}
		for _, letter := range slices.Sorted(maps.Keys(a.Ways)) {
			f.missing(f.rs.Place("alias", "ways", i), "direction", a.Ways[letter], f.directions)
		}
		for _, word := range strings.Fields(inBraces.ReplaceAllString(a.Means, "{}")) {
			if len(word) > 1 && !strings.ContainsFunc(word, func(r rune) bool {
				return !unicode.IsLetter(r)
			}) && !f.said(word) {
				f.note(means, "%s: no move of the rules is written with the word %q", what, word)
			}
		}
	}
	for i, c := range f.own.Coordinates {
		f.unclosed(f.rs.Place("coordinates", "cell", i), fmt.Sprintf("coordinates %q", c.Name), c.Cell)
	}
}

// said reports whether a word means something in the notation of moves.
func (f *finder) said(word string) bool {
	return slices.Contains(f.players, word) || slices.ContainsFunc(f.games, func(g *ir.Game) bool {
		_, site := g.Board.SiteByName(word)
		return site || notation.IsWord(g, word) || slices.ContainsFunc(g.Moves, func(m *ir.Move) bool {
			return strings.EqualFold(m.Label, word)
		})
	})
}

// notations writes the first position in each notation, and reads it with every letter that the
// notation has.
func (f *finder) notations() {
	for i, n := range f.own.Notations {
		if err := f.any(func(g *ir.Game) error { return reads(interp.New(g), n) }); err != nil {
			f.note(f.rs.Place("notation", "name", i), "%v", err)
		}
	}
}

// reads reports what a notation cannot write or read.
func reads(g *interp.Game, n ruleset.Notation) error {
	text, err := n.Write(g, g.Start())
	if err != nil {
		return err
	}
	for i, field := range n.Fields {
		for _, letter := range slices.Sorted(maps.Keys(field.Letters)) {
			fields := strings.Split(text, " ") // a letter may be ""
			fields[1+i] = letter
			again, ok := n.Convert(strings.Join(fields, " "))
			if !ok {
				return fmt.Errorf("notation %s: it does not read the letter %q of the field %s", n.Name,
					letter, field.What)
			}
			if _, err := g.ParsePosition(again); err != nil {
				return fmt.Errorf("notation %s: the letter %q of the field %s: %w", n.Name, letter,
					field.What, err)
			}
		}
	}
	return nil
}

// formats tries what other programs need to know: UCI, SAN and SGF.
func (f *finder) formats() {
	if u := f.own.UCI; u.Move != "" {
		place := f.rs.Place("uci", "move", 0)
		if err := f.any(func(g *ir.Game) error {
			_, err := wire.NewUCI(interp.New(g), &f.rs.Info)
			return err
		}); err != nil {
			f.note(f.rs.Place("uci", "notation", 0), "uci: %v", err)
		}
		f.unclosed(place, "uci.move", u.Move)
		for _, word := range inBraces.FindAllString(u.Move, -1) {
			f.missing(place, "move with a role", strings.Trim(word, "{}"), f.roles)
		}
	}
	if s := f.own.SAN; s.Silent != "" || s.Check != "" || s.Moves != nil {
		f.san(s)
	}
	if s := f.own.SGF; s.Game != 0 {
		if err := f.any(func(g *ir.Game) error {
			_, err := wire.NewStones(interp.New(g), &f.rs.Info)
			return err
		}); err != nil {
			f.note(f.rs.Place("sgf", "game", 0), "sgf: %v", err)
		}
		for _, key := range slices.Sorted(maps.Keys(s.Options)) {
			f.missing(f.rs.Place("sgf", "options", 0), "option", s.Options[key], f.options)
		}
		for _, key := range slices.Sorted(maps.Keys(s.Moves)) {
			f.missing(f.rs.Place("sgf", "moves", 0), "move", s.Moves[key], f.moves)
		}
	}
}

func (f *finder) san(s ruleset.SAN) {
	place := f.rs.Place("san", "silent", 0)
	if s.Silent == "" {
		f.note(place, "san: `silent` is missing; it is the kind of piece whose letter is not written")
		return
	}
	f.missing(place, "piece", s.Silent, f.kinds)
	if err := f.any(func(g *ir.Game) error {
		_, err := wire.NewSAN(interp.New(g), f.rs, ruleset.Library{})
		return err
	}); err != nil {
		f.note(f.rs.Place("san", "check", 0), "%v", err)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Moves)) {
		place := f.rs.Place("san.moves", name, 0)
		move, ways, _ := strings.Cut(strings.Join(strings.Fields(s.Moves[name]), " "), " ")
		if move == "" {
			f.note(place, "san: %q needs the move that it stands for", name)
		}
		f.missing(place, "move", move, f.moves)
		for way := range strings.FieldsSeq(ways) {
			f.missing(place, "direction", way, f.directions)
		}
	}
}
