package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
	"boardgame/interp/verify/cover"
	"boardgame/interp/wire"
	"boardgame/repl/scene"
)

// A game is checked rules with their options chosen. It never changes.
type game struct {
	id      string
	whole   *game // the same, whose work does not end with a request
	house   *Conn // of the server itself
	from    *LoadParams
	ruleset *ruleset.Ruleset
	lib     dsl.Library
	preset  string
	game    *interp.Game
	scene   scene.Scene
	san     *wire.SAN // nil: the ruleset does not describe it
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
	if k.server.working != nil {
		k.server.working(k.Conn)
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

// Source says which rules are meant: one of name, text and path.
type Source struct {
	// Name is that of a game that comes with the program, with a preset as NAME:PRESET.
	Name string `json:"name,omitempty"`
	// Text is a rules text. Files it refers to by `extends` and `use` are searched for in Files,
	// then among the games that come with the program. TOML says how it looks and which bots it
	// has, like the NAME.toml of a ruleset.
	Text  string            `json:"text,omitempty" max:"524288"`
	TOML  string            `json:"toml,omitempty" max:"524288"`
	Files map[string]string `json:"files,omitempty" max:"524288"`
	// File is what messages call the text; "rules" by default.
	File string `json:"file,omitempty"`
	// Path is that of a rules file, where the server allows paths.
	Path string `json:"path,omitempty" max:"4096"`
}

// found is a ruleset and where it finds its files.
type found struct {
	*ruleset.Ruleset
	lib    dsl.Library
	preset string
}

// find finds rules. It opens files on disk only if paths are allowed.
func find(src *Source, paths bool) (*found, error) {
	given := 0
	for _, text := range []string{src.Name, src.Text, src.Path} {
		if text != "" {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, errorf(CodeParams,
			"give the rules as one of name, text and path, not %d of them", given)
	case src.Text == "" && (src.TOML != "" || src.Files != nil || src.File != ""):
		return nil, errorf(CodeParams, "toml, files and file go only with text")
	case src.Path != "" && !paths:
		return nil, errorf(CodeForbidden, "this server opens no files; send the rules as text")
	case src.Path != "":
		rs, err := ruleset.Find(src.Path)
		if err != nil {
			return nil, errorf(CodeNotFound, "%s", err)
		}
		return &found{rs, ruleset.Library{}, ""}, nil
	case src.Name != "":
		name, preset, _ := strings.Cut(src.Name, ":")
		if !slices.Contains(ruleset.List(), name) {
			missing := &ruleset.NotFoundError{Name: name,
				Suggestion: diag.Nearest(name, ruleset.List())}
			return nil, errorf(CodeNotFound, "%s",
				strings.TrimSuffix(missing.Error(), "; the path of a .rules file works, too"))
		}
		rs, err := ruleset.Find(name)
		if err != nil {
			return nil, err
		}
		return &found{rs, ruleset.Memory{}, preset}, nil
	}
	name := src.File
	if name == "" {
		name = "rules"
	}
	lib := ruleset.Memory(src.Files)
	rs, err := ruleset.FromText(name, src.Text, src.TOML, lib)
	if err != nil {
		return nil, errorf(CodeParams, "%s", err)
	}
	return &found{rs, lib, ""}, nil
}

// choose returns the options that a preset and a choice set; the choice wins.
func (f *found) choose(preset string, chosen map[string]string) (map[string]string, error) {
	options := map[string]string{}
	if preset == "" {
		preset = f.preset
	}
	if preset != "" {
		p, err := f.Preset(preset)
		if err != nil {
			return nil, errorf(CodeNotFound, "%s", err)
		}
		f.preset = p.Name
		maps.Copy(options, p.Options)
	}
	maps.Copy(options, chosen)
	return options, nil
}

// LoadParams are the parameters of load.
type LoadParams struct {
	Source
	Preset string `json:"preset,omitempty"`
	// by name; those not named have their defaults; a number or true may be written as such
	Options Choices `json:"options,omitempty"`
}

// Choices are the values of options by name, as text. In JSON they may also be numbers and
// booleans.
type Choices map[string]string

// UnmarshalJSON reads {"size":"8"} and {"size":8} alike.
func (c *Choices) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return fmt.Errorf("options is %s; expected an object", clip(data))
	}
	if raw == nil {
		return nil
	}
	*c = Choices{}
	for name, value := range raw {
		text := string(value)
		switch text[0] {
		case '"':
			if err := json.Unmarshal(value, &text); err != nil {
				return err
			}
		case '{', '[', 'n':
			return fmt.Errorf("options.%s is %s; expected a string, a number, true or false", name,
				clip(value))
		}
		(*c)[name] = text
	}
	return nil
}

// Game describes loaded rules.
type Game struct {
	Game  string `json:"game"` // its handle, as g1
	Name  string `json:"name"`
	Title string `json:"title"`
	// Description is what the game is about, in a sentence or a few; may be empty.
	Description string   `json:"description"`
	Hash        string   `json:"hash"` // of the meaning of the rules with these options
	Players     []Player `json:"players"`
	Kinds       []Kind   `json:"kinds"`
	Moves       []string `json:"moves"` // the names of the moves of the rules
	Values      []string `json:"values"`
	Options     []Option `json:"options"`
	Preset      string   `json:"preset"`
	Board       Shape    `json:"board"`
	// Positions are those that the ruleset names.
	Positions   []NamedPosition `json:"positions"`
	Forms       []string        `json:"forms"`       // of record
	Diagnostics []Diagnostic    `json:"diagnostics"` // warnings and notes
}

// Player is one seat.
type Player struct {
	Name   string `json:"name"`
	Color  string `json:"color"`  // of its pieces; "" where they have several or none
	Facing string `json:"facing"` // a direction, or ""
}

// Kind is a kind of piece and how it looks, by owner.
type Kind struct {
	Name    string `json:"name"`
	Neutral bool   `json:"neutral"`
	Looks   []Look `json:"looks"` // one for each player, or one of a neutral kind
}

// Look is how a piece looks.
type Look struct {
	Player string `json:"player"` // "" of a neutral piece
	Name   string `json:"name"`   // as "Red king"
	Sign   string `json:"sign"`   // one character of Unicode
	ASCII  string `json:"ascii"`
	// black, white, red, green, yellow, blue, magenta, cyan, orange or gray
	Color string `json:"color"`
}

// Shape says what the board is.
type Shape struct {
	// square, rhombus, hexagon, triangle, hexrows, hexcolumns or graph
	Shape   string `json:"shape"`
	Size    []int  `json:"size"` // as the rules give it
	Cells   int    `json:"cells"`
	Edges   int    `json:"edges"`   // 0 unless the rules use them
	Corners int    `json:"corners"` // 0 unless the rules use them
}

// Option is an option of rules.
type Option struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"`
	Default string   `json:"default"`
	Domain  []string `json:"domain"` // all values allowed
	Help    string   `json:"help"`
}

// NamedPosition is a position worth showing.
type NamedPosition struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Position    string `json:"position"`
}

// load loads rules. The same rules with the same options are the same game.
func (k *call) load(p *LoadParams) (*Game, error) {
	g, err := k.loadGame(p)
	if err != nil {
		return nil, err
	}
	return g.data(), nil
}

// Load loads rules on behalf of whoever runs the server, who may name any path, and describes the
// game.
func (s *Server) Load(ctx context.Context, p *LoadParams) (*Game, error) {
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

func (k *call) loadGame(p *LoadParams) (*game, error) {
	f, err := find(&p.Source, k.server.options.Paths)
	if err != nil {
		return nil, err
	}
	return k.server.loadFound(k.ctx, k.Conn, f, p)
}

// loadFound loads rules for a client; nil is whoever runs the server, whose games stay.
func (s *Server) loadFound(ctx context.Context, by *Conn, f *found, p *LoadParams) (*game, error) {
	options, err := f.choose(p.Preset, p.Options)
	if err != nil {
		return nil, err
	}
	rules, list, err := dsl.LoadContext(ctx, f.File, options, f.lib)
	if err != nil {
		return nil, err
	}
	if list.HasErrors() || rules == nil {
		return nil, mistakes(list)
	}
	g := &game{ruleset: f.Ruleset, lib: f.lib, preset: f.preset, notes: list, house: s.house, from: p}
	g.whole = g
	g.game = interp.New(rules, f.Info.AliasesOf(f.preset)...)
	g.scene = scene.Scene{Game: g.game, Info: &f.Info}
	if san, err := wire.NewSAN(g.game, f.Ruleset, f.lib); err == nil {
		g.san = san
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

// mistakes returns the error for rules that cannot be played.
func mistakes(list diag.List) *Error {
	errs := list.Errors()
	e := &Error{Code: CodeRules, Message: "the rules cannot be played: " + diag.Count(errs),
		Data: Diagnostics{diagnostics(list)}}
	if len(errs) > 0 {
		e.Message += fmt.Sprintf("; the first: %s", errs[0].Summary)
		if where := diag.Where(errs[0].Span); where != "" {
			e.Message += " (" + where + ")"
		}
	}
	return e
}

// GameParams name a loaded game, or rules to be loaded for the occasion.
type GameParams struct {
	Game string `json:"game,omitempty"` // a handle that load has returned
	LoadParams
}

// gameOf returns the game that is meant.
func (k *call) gameOf(p *GameParams) (*game, error) {
	if p.Game == "" {
		return k.loadGame(&p.LoadParams)
	}
	if p.Name != "" || p.Text != "" || p.Path != "" || p.Options != nil || p.Preset != "" {
		return nil, errorf(CodeParams,
			"game names loaded rules; leave out name, text, path, preset and options")
	}
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	if on := k.server.games[p.Game]; on != nil {
		on.used = time.Now()
		return on.game, nil
	}
	return nil, errorf(CodeNotFound, "there is no loaded game %q; load returns such handles",
		p.Game)
}

func (k *call) describe(p *GameParams) (*Game, error) {
	g, err := k.gameOf(p)
	if err != nil {
		return nil, err
	}
	return g.data(), nil
}

// data describes the game.
func (g *game) data() *Game {
	rules := g.rules()
	title := g.ruleset.Info.Title
	if title == "" {
		title = rules.Title
	}
	d := &Game{
		Game: g.id, Name: g.ruleset.Name, Title: title, Hash: rules.Hash, Preset: g.preset,
		Description: g.ruleset.Info.Description,
		Players:     []Player{}, Kinds: []Kind{},
		Moves: []string{}, Values: []string{}, Options: optionData(rules.Options),
		Positions:   []NamedPosition{},
		Forms:       []string{"record"},
		Diagnostics: diagnostics(g.notes),
		Board: Shape{
			rules.Board.Spec.Shape, list(rules.Board.Spec.Args), rules.Board.Cells.Len(),
			rules.Board.Edges.Len(), rules.Board.Corners.Len(),
		},
	}
	if g.san != nil {
		d.Forms = append(d.Forms, "pgn")
	}
	if _, err := wire.NewStones(g.game, g.scene.Info); err == nil {
		d.Forms = append(d.Forms, "sgf")
	}
	for i, kind := range rules.Kinds {
		data := Kind{Name: kind.Name, Neutral: kind.Neutral}
		if kind.Neutral {
			data.Looks = []Look{g.look(-1, i)}
		}
		for owner := range rules.Players {
			if !kind.Neutral {
				data.Looks = append(data.Looks, g.look(owner, i))
			}
		}
		d.Kinds = append(d.Kinds, data)
	}
	for i, pl := range rules.Players {
		data := Player{Name: pl.Name, Color: g.color(i)}
		if pl.Faces {
			data.Facing = rules.Board.Directions[pl.Facing].Name
		}
		d.Players = append(d.Players, data)
	}
	for _, mv := range rules.Moves {
		d.Moves = append(d.Moves, mv.Name)
	}
	for _, v := range rules.Values {
		d.Values = append(d.Values, v.Name)
	}
	for _, p := range g.ruleset.Info.Positions {
		d.Positions = append(d.Positions, NamedPosition(p))
	}
	return d
}

// color returns the color that all pieces of a player have.
func (g *game) color(player int) string {
	color := ""
	for i, kind := range g.rules().Kinds {
		if kind.Neutral {
			continue
		}
		c := string(g.scene.Piece(player, i).Color)
		if color != "" && c != color {
			return ""
		}
		color = c
	}
	return color
}

func (g *game) look(owner, kind int) Look {
	p := g.scene.Piece(owner, kind)
	player := ""
	if owner >= 0 {
		player = g.rules().Players[owner].Name
	}
	return Look{player, p.Name, p.Unicode, p.ASCII, string(p.Color)}
}

func optionData(options []ir.Option) []Option {
	data := []Option{}
	for _, o := range options {
		data = append(data, Option{o.Name, o.Value, o.Default, list(o.Domain), o.Help})
	}
	return data
}

// UnloadParams are the parameters of unload.
type UnloadParams struct {
	Game string `json:"game"`
}

// Nothing is the result of what only does something.
type Nothing struct{}

// unload forgets a game. Its tables stay, and so does the game if others have loaded it too.
func (k *call) unload(p *UnloadParams) (*Nothing, error) {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	on := k.server.games[p.Game]
	switch {
	case on == nil:
		return nil, errorf(CodeNotFound, "there is no loaded game %q", p.Game)
	case k.owner.Load():
		delete(k.server.games, p.Game)
	case on.kept || !on.makers[k.Conn]:
		return nil, errorf(CodeForbidden, "someone else has loaded the game %s", p.Game)
	default:
		if delete(on.makers, k.Conn); len(on.makers) == 0 {
			delete(k.server.games, p.Game)
		}
	}
	return &Nothing{}, nil
}

// GamesResult is the games that come with the program.
type GamesResult struct {
	Games []Shipped `json:"games"`
	// Families are the groups of games, in the order in which to show them.
	Families []Family `json:"families"`
}

// Family is a group of games with the same kind of goal or means.
type Family struct {
	Name  string `json:"name"`
	Title string `json:"title"` // as "Chess and its kin"
}

// Shipped is a game that comes with the program.
type Shipped struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Author      string   `json:"author"`
	Year        int      `json:"year"` // 0: not known
	Link        string   `json:"link"`
	Description string   `json:"description"`
	Presets     []Preset `json:"presets"`
	Family      string   `json:"family"`   // the name of one of the families
	Featured    bool     `json:"featured"` // offered to newcomers
}

// Preset is a choice of options with a name.
type Preset struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Options     map[string]string `json:"options"`
}

func (k *call) listGames(*Nothing) (*GamesResult, error) {
	all := &GamesResult{Games: []Shipped{}}
	for _, f := range ruleset.Families {
		all.Families = append(all.Families, Family(f))
	}
	for _, name := range ruleset.List() {
		rs, err := ruleset.Find(name)
		if err != nil {
			return nil, err
		}
		i := &rs.Info
		all.Games = append(all.Games,
			Shipped{name, i.Title, i.Author, i.Year, i.Link, i.Description, presets(rs),
				i.Family, i.Featured})
	}
	return all, nil
}

func presets(rs *ruleset.Ruleset) []Preset {
	data := []Preset{}
	for _, p := range rs.Info.Presets {
		data = append(data, Preset(p))
	}
	return data
}

// RulesParams are the parameters of rules.
type RulesParams struct {
	Source
	Game    string `json:"game,omitempty"`    // the handle of a game, in place of a source
	Flatten bool   `json:"flatten,omitempty"` // a variant as one text, with what it extends
}

// RulesText is the text of rules.
type RulesText struct {
	Name string `json:"name"`
	File string `json:"file"`
	Text string `json:"text"`
	TOML string `json:"toml"` // how they look and which bots they have; "" if nothing is said
}

func (k *call) rulesText(p *RulesParams) (*RulesText, error) {
	var f *found
	var err error
	if p.Game != "" {
		g, err := k.gameOf(&GameParams{Game: p.Game})
		if err != nil {
			return nil, err
		}
		f = &found{g.ruleset, g.lib, g.preset}
	} else if f, err = find(&p.Source, k.server.options.Paths); err != nil {
		return nil, err
	}
	r := &RulesText{Name: f.Name, File: f.File.Name, Text: f.File.Text}
	r.TOML, _ = f.TOML()
	if p.Flatten {
		flat, list := dsl.Flatten(f.File, f.lib)
		if list.HasErrors() {
			return nil, mistakes(list)
		}
		r.Text = flat
	}
	return r, nil
}

// FormatParams are the parameters of format.
type FormatParams struct {
	Text string `json:"text" max:"524288"`
	File string `json:"file,omitempty"` // what messages call it
}

// Formatted is a text in the canonical layout, or as it was if it has mistakes.
type Formatted struct {
	Text        string       `json:"text"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

func (k *call) format(p *FormatParams) (*Formatted, error) {
	if p.Text == "" {
		return &Formatted{Diagnostics: []Diagnostic{}}, nil
	}
	f, err := find(&Source{Text: p.Text, File: p.File}, false)
	if err != nil {
		return nil, err
	}
	out, list := dsl.Format(f.File)
	return &Formatted{out, diagnostics(list)}, nil
}

// OptionsResult is the options and presets of rules.
type OptionsResult struct {
	Options []Option `json:"options"`
	Presets []Preset `json:"presets"`
	// what is wrong with the choice, or with the rules
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// options returns the options that rules have, some of them only with certain values of others.
func (k *call) options(p *LoadParams) (*OptionsResult, error) {
	f, err := find(&p.Source, k.server.options.Paths)
	if err != nil {
		return nil, err
	}
	chosen, err := f.choose(p.Preset, p.Options)
	if err != nil {
		return nil, err
	}
	options, list := dsl.OptionsWith(f.File, chosen, f.lib)
	return &OptionsResult{optionData(options), presets(f.Ruleset), diagnostics(list)}, nil
}

// Levels is the bots of a game, its own first, weakest first.
type Levels struct {
	Levels []Level `json:"levels"`
}

// Level is a bot.
type Level struct {
	Name   string `json:"name"`
	Title  string `json:"title"`  // what it does, in a few words; may be empty
	Bot    string `json:"bot"`    // random, greedy, alphabeta or mcts
	Own    bool   `json:"own"`    // of this game, not one that every game has
	Origin string `json:"origin"` // the program that played so, of levels kept from one
	Timed  bool   `json:"timed"`  // it is limited by time
}

func (k *call) levels(p *GameParams) (*Levels, error) {
	g, err := k.gameOf(p)
	if err != nil {
		return nil, err
	}
	all := &Levels{Levels: []Level{}}
	own := g.ruleset.Info.Levels
	for i, l := range bot.WithStandard(own) {
		l = l.ForSeats(len(g.rules().Players))
		all.Levels = append(all.Levels, Level{l.Name, l.Title, l.Bot, i < len(own), l.Origin,
			l.Timed()})
	}
	return all, nil
}

// Diagnostics is what is said about rules.
type Diagnostics struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Span is a place in a text: lines and columns from 1, columns in characters, offsets in bytes from
// 0, the end exclusive. What has no place has the line 0.
type Span struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Offset    int    `json:"offset"`
	EndOffset int    `json:"endOffset"`
}

// Diagnostic is one thing to tell an author, with the members that `boardgame check --json` writes.
type Diagnostic struct {
	Span
	Severity   string    `json:"severity"` // error, warning or note
	Code       string    `json:"code"`
	Summary    string    `json:"summary"`
	Detail     string    `json:"detail,omitempty"`
	Suggestion string    `json:"suggestion,omitempty"`
	Related    []Related `json:"related,omitempty"`
}

// Related is another place that matters to a diagnostic.
type Related struct {
	Span
	Message string `json:"message"`
}

func diagnostics(list diag.List) []Diagnostic {
	out := []Diagnostic{}
	for _, d := range list {
		data := Diagnostic{
			Span: spanData(d.Span), Severity: d.Severity.String(), Code: string(d.Code),
			Summary: d.Summary, Detail: d.Detail, Suggestion: d.Suggestion,
		}
		for _, r := range d.Related {
			data.Related = append(data.Related, Related{spanData(r.Span), r.Message})
		}
		out = append(out, data)
	}
	return out
}

func spanData(s source.Span) Span {
	if !s.Valid() {
		return Span{}
	}
	data := Span{File: s.File.Name, Offset: s.Lo, EndOffset: max(s.Lo, s.Hi)}
	data.Line, data.Column = s.File.Position(data.Offset)
	data.EndLine, data.EndColumn = s.File.Position(data.EndOffset)
	return data
}

// CheckParams are the parameters of check.
type CheckParams struct {
	LoadParams
	// Play plays random games besides, to find what reading cannot.
	Play   bool   `json:"play,omitempty"`
	Games  int    `json:"games,omitempty"`  // how many: 300
	Length int    `json:"length,omitempty"` // the number of steps that no game should exceed: 2000
	Time   int    `json:"time,omitempty"`   // for the games, in milliseconds, at most 600000: 10000
	Seed   uint64 `json:"seed,omitempty"`
}

// Checked is what check has found.
type Checked struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
	Games       int          `json:"games"` // played
}

func (k *call) check(p *CheckParams) (*Checked, error) {
	const mostGames, mostTime = 1_000_000, 600_000
	if p.Games < 0 || p.Games > mostGames || p.Length < 0 || p.Length > mostGames ||
		p.Time < 0 || p.Time > mostTime {
		return nil, errorf(CodeParams, "games and length are at most %d, time at most %d milliseconds",
			mostGames, mostTime)
	}
	f, err := find(&p.Source, k.server.options.Paths)
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
		return &Checked{Diagnostics: diagnostics(list)}, nil
	}
	o := audit.Options{Games: p.Games, Actions: p.Length,
		Time: time.Duration(p.Time) * time.Millisecond, Seed: p.Seed}
	report, err := audit.Run(k.ctx, interp.New(rules), o)
	if err != nil {
		return nil, err
	}
	list = slices.Concat(list, report.List(true))
	list.Sort()
	return &Checked{diagnostics(list), report.Games}, nil
}

// CoverParams are the parameters of cover.
type CoverParams struct {
	GameParams
	Games  int    `json:"games,omitempty"`  // random games: 100
	Length int    `json:"length,omitempty"` // steps after which a game is stopped: 2000
	Seed   uint64 `json:"seed,omitempty"`
}

// Covered says which parts of the rules random games use.
type Covered struct {
	Games  int     `json:"games"`
	Steps  int     `json:"steps"`
	Places []Cover `json:"places"`
}

// Cover is one counted place of the rules.
type Cover struct {
	Span
	Kind string `json:"kind"` // as "condition"
	Text string `json:"text"`
	Yes  int64  `json:"yes"` // how often it held or was done
	No   int64  `json:"no"`
}

func (k *call) cover(p *CoverParams) (*Covered, error) {
	g, err := k.gameOf(&p.GameParams)
	if err != nil {
		return nil, err
	}
	games, length, err := gamesAndLength(p.Games, p.Length, 100)
	if err != nil {
		return nil, err
	}
	report := cover.New()
	report.Play(k.ctx, g.rules(), nil, games, length, rand.New(rand.NewPCG(p.Seed, 0)))
	if err := k.ctx.Err(); err != nil {
		return nil, err
	}
	data := &Covered{Games: report.Games, Steps: report.Plies, Places: []Cover{}}
	for _, e := range report.Entries {
		data.Places = append(data.Places,
			Cover{spanData(e.Span), e.Kind.String(), e.Span.Text(), e.Yes, e.No})
	}
	return data, nil
}

// gamesAndLength fills in how many random games to play and how long they may be.
func gamesAndLength(games, length, standard int) (int, int, error) {
	const most = 1_000_000
	if games == 0 {
		games = standard
	}
	if length == 0 {
		length = 2000
	}
	if games < 0 || games > most || length < 0 || length > most {
		return 0, 0, errorf(CodeParams, "games and length are from 1 to %d", most)
	}
	return games, length, nil
}

// stopped returns the context's error if there is one.
func stopped(ctx context.Context, err error) error {
	if e := ctx.Err(); e != nil && (err == nil || errors.Is(err, e)) {
		return e
	}
	return err
}
