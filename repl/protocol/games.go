package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
	"boardgame/interp/verify/cover"
	"boardgame/interp/wire"
	"boardgame/repl/protocol/message"
	"boardgame/repl/scene"
)

// A game is checked rules with their options chosen. It never changes.
type game struct {
	id      string
	whole   *game // the same, whose work does not end with a request
	house   *Conn // of the server itself
	from    *message.LoadParams
	ruleset *ruleset.Ruleset
	lib     dsl.Library
	preset  string
	game    *interp.Game
	scene   scene.Scene
	san     *wire.SAN            // nil: the ruleset does not describe it
	said    *ruleset.Coordinates // by which players call the cells; nil: the board's own
	reader  *query.Reader
	notes   diag.List // warnings and notes
}

// shelf is a loaded game among the others. The server guards it.
type shelf struct {
	*game
	used   time.Time      // when someone last asked for it
	by     string         // the address from which it was loaded first
	kept   bool           // it stays, even if nobody asks for it
	makers map[*Conn]bool // who has loaded it, and is still connected
}

// on returns a game whose work stops when the request does.
func (k *call) on(g *game) *game {
	if k.conn.server.working != nil {
		k.conn.server.working(k.conn)
	}
	v := *g.whole
	v.game = g.whole.game.During(k.ctx)
	v.scene.Game = v.game
	if v.san != nil {
		v.san = v.san.During(v.game)
	}
	return &v
}

func (g *game) rules() *ir.Game { return g.game.Rules() }

// found is a ruleset and where it finds its files.
type found struct {
	*ruleset.Ruleset
	lib    dsl.Library
	preset string
}

// find finds rules. It opens files on disk only if paths are allowed.
func find(src *message.Source, paths bool) (*found, error) {
	given := 0
	for _, text := range []string{src.Name, src.Text, src.Path} {
		if text != "" {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, wrong("give the rules as one of name, text and path, not %d of them", given)
	case src.Text == "" && (src.TOML != "" || src.Files != nil || src.File != ""):
		return nil, wrong("toml, files and file go only with text")
	case src.Path != "" && !paths:
		return nil, forbidden("this server opens no files; send the rules as text")
	case src.Path != "":
		rs, err := ruleset.Find(src.Path)
		if err != nil {
			return nil, missing("%s", err)
		}
		return &found{rs, ruleset.Library{}, ""}, nil
	case src.Name != "":
		name, preset, _ := strings.Cut(src.Name, ":")
		if !slices.Contains(ruleset.List(), name) {
			unknown := &ruleset.NotFoundError{Name: name, Suggestion: diag.Nearest(name, ruleset.List())}
			return nil, missing("%s", unknown.Unknown())
		}
		rs, err := ruleset.Find(name)
		if err != nil {
			return nil, err
		}
		return &found{rs, ruleset.Memory{}, preset}, nil
	}
	lib := ruleset.Memory(src.Files)
	rs, err := ruleset.FromText(cmp.Or(src.File, "rules"), src.Text, src.TOML, lib)
	if err != nil {
		return nil, wrong("%s", err)
	}
	return &found{rs, lib, ""}, nil
}

// choose returns the options that a preset and a choice set; the choice wins.
func (f *found) choose(preset string, chosen map[string]string) (map[string]string, error) {
	options := map[string]string{}
	if preset = cmp.Or(preset, f.preset); preset != "" {
		p, err := f.Preset(preset)
		if err != nil {
			return nil, missing("%s", err)
		}
		f.preset = p.Name
		maps.Copy(options, p.Options)
	}
	maps.Copy(options, chosen)
	return options, nil
}

// handleLoad loads rules. The same rules with the same options are the same game.
func handleLoad(k *call, p *message.LoadParams) (*message.Game, error) {
	g, err := k.loadGame(p)
	if err != nil {
		return nil, err
	}
	return g.data(), nil
}

// Load loads rules on behalf of whoever runs the server, who may name any path, and describes the
// game.
func (s *Server) Load(ctx context.Context, p *message.LoadParams) (*message.Game, error) {
	f, err := find(&p.Source, true)
	if err != nil {
		return nil, err
	}
	g, err := s.loadFound(ctx, nil, f, p)
	if err != nil {
		return nil, err
	}
	return g.data(), nil
}

func (k *call) loadGame(p *message.LoadParams) (*game, error) {
	f, err := find(&p.Source, k.conn.server.options.Paths)
	if err != nil {
		return nil, err
	}
	return k.conn.server.loadFound(k.ctx, k.conn, f, p)
}

// loadFound loads rules for a client; nil is whoever runs the server, whose games stay.
func (s *Server) loadFound(ctx context.Context, by *Conn, f *found, p *message.LoadParams) (*game,
	error) {
	options, err := f.choose(p.Preset, p.Options)
	if err != nil {
		return nil, err
	}
	rules, list, err := dsl.LoadContext(ctx, f.File, options, f.lib)
	if err != nil {
		return nil, err
	}
	if list.HasErrors() || rules == nil {
		return nil, mistakes("the rules cannot be played", list)
	}
	g := &game{ruleset: f.Ruleset, lib: f.lib, preset: f.preset, notes: list, house: s.house, from: p}
	g.whole = g
	g.game = interp.New(rules, f.Info.AliasesOf(f.preset)...)
	g.scene = scene.Scene{Game: g.game, Info: &f.Info}
	g.reader = query.NewReader(rules, f.File, f.lib)
	if san, err := wire.NewSAN(g.game, f.Ruleset, f.lib); err == nil {
		g.san = san
	}
	if b := rules.Board; !b.IsGraph() && b.Cells == b.All() { // the page has no names for edges
		g.said = f.Info.CoordinatesOf(g.preset)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	on := s.shelved(g)
	if on == nil {
		if err := s.shelve(by); err != nil {
			return nil, err
		}
		g.id = s.newID("g")
		on = &shelf{game: g, makers: map[*Conn]bool{}}
		if by != nil {
			on.by = by.address()
		}
		s.games[g.id] = on
	}
	on.used = time.Now()
	if by == nil {
		on.kept = true
	} else if by != s.house {
		on.makers[by] = true
	}
	return on.game, nil
}

// shelve finds room for another game, of which a client may have only so many. The server must be
// locked.
func (s *Server) shelve(by *Conn) error {
	s.sweep()
	old := oldest[*shelf]{by: by}
	for _, on := range s.games {
		old.look(on, on.by, on.used, func() bool {
			return len(on.makers) == 0 && !on.kept && time.Since(on.used) > s.unused()
		})
	}
	on, err := old.choose(s.options.Limits.Games, s.options.Limits.OwnGames,
		"loaded games; unload one")
	if on != nil {
		delete(s.games, (*on).id)
	}
	return err
}

// shelved returns the loaded game that cannot be distinguished from another; nil if there is none.
func (s *Server) shelved(g *game) *shelf {
	for _, on := range s.games {
		if on.same(g) {
			return on
		}
	}
	return nil
}

// same reports whether two games cannot be distinguished.
func (g *game) same(h *game) bool {
	mine, _ := g.ruleset.TOML()
	other, _ := h.ruleset.TOML()
	return g.rules().Hash == h.rules().Hash && g.preset == h.preset && mine == other &&
		g.ruleset.File.Name == h.ruleset.File.Name && g.ruleset.File.Text == h.ruleset.File.Text
}

// mistakes returns the error for rules or tests with mistakes; text says what is impossible.
func mistakes(text string, list diag.List) *message.Error {
	errs := list.Errors()
	e := &message.Error{Code: message.CodeRules,
		Message: text + ": " + diag.Count(errs),
		Data:    message.Diagnostics{Diagnostics: diagnostics(list)}}
	if len(errs) > 0 {
		e.Message += fmt.Sprintf("; the first: %s", errs[0].Summary)
		if where := diag.Where(errs[0].Span); where != "" {
			e.Message += " (" + where + ")"
		}
	}
	return e
}

// gameOf returns the game that is meant.
func (k *call) gameOf(p *message.GameParams) (*game, error) {
	if p.Game == "" {
		return k.loadGame(&p.LoadParams)
	}
	if p.Name != "" || p.Text != "" || p.Path != "" || p.Options != nil || p.Preset != "" {
		return nil, wrong("game names loaded rules; leave out name, text, path, preset and options")
	}
	k.conn.server.mu.Lock()
	defer k.conn.server.mu.Unlock()
	if on := k.conn.server.games[p.Game]; on != nil {
		on.used = time.Now()
		return on.game, nil
	}
	return nil, missing("there is no loaded game %q; load returns such handles", p.Game)
}

func handleDescribe(k *call, p *message.GameParams) (*message.Game, error) {
	g, err := k.gameOf(p)
	if err != nil {
		return nil, err
	}
	return g.data(), nil
}

// data describes the game.
func (g *game) data() *message.Game {
	rules := g.rules()
	d := &message.Game{
		Game: g.id, Name: g.ruleset.Name, Title: cmp.Or(g.ruleset.Info.Title, rules.Title),
		Hash: rules.Hash, Preset: g.preset,
		Description: g.ruleset.Info.Description, Secrets: g.game.Secret(),
		Players: []message.Player{}, Kinds: []message.Kind{},
		Moves:       list(lists.Map(rules.Moves, func(m *ir.Move) string { return m.Name })),
		Values:      list(lists.Map(rules.Values, func(v *ir.Value) string { return v.Name })),
		Options:     optionData(rules.Options),
		Positions:   []message.NamedPosition{},
		Forms:       []string{"record"},
		Diagnostics: diagnostics(g.notes),
		Board: message.Shape{
			Shape: rules.Board.Spec.Shape, Size: list(rules.Board.Spec.Args), Cells: rules.Board.Cells.Len(),
			Edges: rules.Board.Edges.Len(), Corners: rules.Board.Corners.Len(),
		},
	}
	if g.san != nil {
		d.Forms = append(d.Forms, "pgn")
	}
	if _, err := wire.NewStones(g.game, g.scene.Info); err == nil {
		d.Forms = append(d.Forms, "sgf")
	}
	for i, kind := range rules.Kinds {
		data := message.Kind{Name: kind.Name, Neutral: kind.Neutral}
		if kind.Neutral {
			data.Looks = []message.Look{g.look(-1, i)}
		}
		for owner := range rules.Players {
			if !kind.Neutral {
				data.Looks = append(data.Looks, g.look(owner, i))
			}
		}
		d.Kinds = append(d.Kinds, data)
	}
	for i, pl := range rules.Players {
		data := message.Player{Name: pl.Name, Color: string(g.scene.Color(i)),
			With: rules.SideName(rules.Team(i)&^(1<<i), " and ")}
		if pl.Faces {
			data.Facing = rules.Board.Directions[pl.Facing].Name
		}
		d.Players = append(d.Players, data)
	}
	for _, p := range g.ruleset.Info.Positions {
		d.Positions = append(d.Positions, message.NamedPosition(p))
	}
	return d
}

func (g *game) look(owner, kind int) message.Look {
	p := g.scene.Piece(owner, kind)
	player := ""
	if owner >= 0 {
		player = g.rules().Players[owner].Name
	}
	return message.Look{Player: player, Name: p.Name, Sign: p.Unicode, ASCII: p.ASCII,
		Color: string(p.Color)}
}

func optionData(options []ir.Option) []message.Option {
	return list(lists.Map(options, func(o ir.Option) message.Option {
		return message.Option{Name: o.Name, Value: o.Value, Default: o.Default,
			Domain: list(o.Domain), Help: o.Help}
	}))
}

// handleUnload forgets a game. Its tables stay, and so does the game if others have loaded it too.
func handleUnload(k *call, p *message.UnloadParams) (*message.Nothing, error) {
	k.conn.server.mu.Lock()
	defer k.conn.server.mu.Unlock()
	on := k.conn.server.games[p.Game]
	switch {
	case on == nil:
		return nil, missing("there is no loaded game %q", p.Game)
	case k.conn.owner.Load():
		delete(k.conn.server.games, p.Game)
	case on.kept || !on.makers[k.conn]:
		return nil, forbidden("someone else has loaded the game %s", p.Game)
	default:
		if delete(on.makers, k.conn); len(on.makers) == 0 {
			delete(k.conn.server.games, p.Game)
		}
	}
	return &message.Nothing{}, nil
}

func handleListGames(_ *call, _ *message.Nothing) (*message.GamesResult, error) { return shipped() }

// shipped are the games that come with the program. Every page asks for them.
var shipped = sync.OnceValues(func() (*message.GamesResult, error) {
	all := &message.GamesResult{Games: []message.Shipped{}}
	for _, f := range ruleset.Families {
		all.Families = append(all.Families, message.Family(f))
	}
	for _, name := range ruleset.List() {
		i, err := ruleset.About(name)
		if err != nil {
			return nil, err
		}
		own, err := ruleset.Presets(name)
		if err != nil {
			return nil, err
		}
		all.Games = append(all.Games,
			message.Shipped{Name: name, Title: i.Title, Author: i.Author, Year: i.Year, Link: i.Link,
				Description: i.Description, Presets: presets(own),
				Family: i.Family, Featured: i.Featured})
	}
	return all, nil
})

func presets(own []ruleset.Preset) []message.Preset {
	return list(lists.Map(own, func(p ruleset.Preset) message.Preset { return message.Preset(p) }))
}

func handleRulesText(k *call, p *message.RulesParams) (*message.RulesText, error) {
	var f *found
	var err error
	if p.Game != "" {
		g, err := k.gameOf(&message.GameParams{Game: p.Game})
		if err != nil {
			return nil, err
		}
		f = &found{g.ruleset, g.lib, g.preset}
	} else if f, err = find(&p.Source, k.conn.server.options.Paths); err != nil {
		return nil, err
	}
	r := &message.RulesText{Name: f.Name, File: f.File.Name, Text: f.File.Text}
	r.TOML, _ = f.TOML()
	if p.Flatten {
		flat, list := dsl.Flatten(f.File, f.lib)
		if list.HasErrors() {
			return nil, mistakes("the rules cannot be played", list)
		}
		r.Text = flat
	}
	return r, nil
}

func handleFormat(k *call, p *message.FormatParams) (*message.Formatted, error) {
	if p.Text == "" {
		return &message.Formatted{Diagnostics: []message.Diagnostic{}}, nil
	}
	f, err := find(&message.Source{Text: p.Text, File: p.File}, false)
	if err != nil {
		return nil, err
	}
	out, list := dsl.Format(f.File)
	return &message.Formatted{Text: out, Diagnostics: diagnostics(list)}, nil
}

// handleOptions returns the options that rules have, some of them only with certain values of
// others.
func handleOptions(k *call, p *message.LoadParams) (*message.OptionsResult, error) {
	f, err := find(&p.Source, k.conn.server.options.Paths)
	if err != nil {
		return nil, err
	}
	chosen, err := f.choose(p.Preset, p.Options)
	if err != nil {
		return nil, err
	}
	options, list := dsl.OptionsWith(f.File, chosen, f.lib)
	return &message.OptionsResult{Options: optionData(options), Presets: presets(f.Info.Presets),
		Diagnostics: diagnostics(list)}, nil
}

func handleLevels(k *call, p *message.GameParams) (*message.Levels, error) {
	g, err := k.gameOf(p)
	if err != nil {
		return nil, err
	}
	all := &message.Levels{Levels: []message.Level{}}
	for i, l := range g.ruleset.Info.Bots() {
		l = l.For(g.rules())
		all.Levels = append(all.Levels, message.Level{Name: l.Name, Title: l.Title, Bot: l.Bot,
			Own: i < len(g.ruleset.Info.Levels), Origin: l.Origin,
			Timed: l.Timed()})
	}
	return all, nil
}

func diagnostics(list diag.List) []message.Diagnostic {
	out := []message.Diagnostic{}
	for _, d := range list {
		data := message.Diagnostic{
			Span: spanData(d.Span), Severity: d.Severity.String(), Code: string(d.Code),
			Summary: d.Summary, Detail: d.Detail, Suggestion: d.Suggestion,
		}
		for _, r := range d.Related {
			data.Related = append(data.Related, message.Related{Span: spanData(r.Span), Message: r.Message})
		}
		out = append(out, data)
	}
	return out
}

func spanData(s source.Span) message.Span {
	if !s.Valid() {
		return message.Span{}
	}
	data := message.Span{File: s.File.Name, Offset: s.Lo, EndOffset: max(s.Lo, s.Hi)}
	data.Line, data.Column = s.File.Position(data.Offset)
	data.EndLine, data.EndColumn = s.File.Position(data.EndOffset)
	return data
}

func handleCheck(k *call, p *message.CheckParams) (*message.Checked, error) {
	const mostGames, mostTime = 1_000_000, 600_000
	games, length := message.Given(p.Games, 300), message.Given(p.Length, 2000)
	limit := message.Given(p.Time, 10_000)
	if games < 1 || games > mostGames || length < 1 || length > mostGames || limit < 1 ||
		limit > mostTime {
		return nil, wrong("games and length are from 1 to %d, time is from 1 to %d milliseconds",
			mostGames, mostTime)
	}
	f, err := find(&p.Source, k.conn.server.options.Paths)
	if err != nil {
		return nil, err
	}
	options, err := f.choose(p.Preset, p.Options)
	if err != nil {
		return nil, err
	}
	list, err := dsl.CheckContext(k.ctx, f.File, f.lib)
	if err != nil {
		return nil, err
	}
	rules, chosen, err := dsl.LoadContext(k.ctx, f.File, options, f.lib)
	if err != nil {
		return nil, err
	}
	if len(options) > 0 {
		list = slices.Concat(list, chosen)
		list.Sort()
	}
	if list.HasErrors() || !p.Play || rules == nil {
		return &message.Checked{Diagnostics: diagnostics(list)}, nil
	}
	o := audit.Options{Games: games, Actions: length,
		Time: time.Duration(limit) * time.Millisecond, Seed: p.Seed}
	report, err := audit.Run(k.ctx, interp.New(rules), o)
	if err != nil {
		return nil, err
	}
	list = slices.Concat(list, report.List(true))
	list.Sort()
	return &message.Checked{Diagnostics: diagnostics(list), Games: report.Games}, nil
}

func handleCover(k *call, p *message.CoverParams) (*message.Covered, error) {
	g, err := k.gameOf(&p.GameParams)
	if err != nil {
		return nil, err
	}
	games, length, err := gamesAndLength(p.Games, p.Length)
	if err != nil {
		return nil, err
	}
	report := cover.New()
	report.Play(k.ctx, g.rules(), nil, games, length, rand.New(rand.NewPCG(p.Seed, 0)))
	if err := k.ctx.Err(); err != nil {
		return nil, err
	}
	data := &message.Covered{Games: report.Games, Steps: report.Plies, Places: []message.Cover{}}
	for _, e := range report.Entries {
		data.Places = append(data.Places,
			message.Cover{Span: spanData(e.Span), Kind: e.Kind.String(), Text: e.Span.Text(), Yes: e.Yes,
				No: e.No})
	}
	return data, nil
}

// gamesAndLength fills in how many random games to play and how long they may be.
func gamesAndLength(games, length *int) (int, int, error) {
	const most = 1_000_000
	n, steps := message.Given(games, 100), message.Given(length, 2000)
	if n < 1 || n > most || steps < 1 || steps > most {
		return 0, 0, wrong("games and length are from 1 to %d", most)
	}
	return n, steps, nil
}

// stopped returns the context's error if there is one.
func stopped(ctx context.Context, err error) error {
	if e := ctx.Err(); e != nil && (err == nil || errors.Is(err, e)) {
		return e
	}
	return err
}
