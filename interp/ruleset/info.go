package ruleset

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/level"
)

// Info is what would be printed on the box of a game: the content of NAME.toml. All of it is
// optional; what is unknown is empty.
type Info struct {
	Title       string
	Author      string
	Year        int
	Link        string
	Description string
	Family      string // one of Families; "" for none
	Featured    bool   // offered to newcomers, where there is no room for all games
	// Length is how many turns a game has, those of all players together: the mean of a few games of
	// its level easy against itself, or with secrets of random games; 0 if unknown.
	Length int
	// Choices is how many legal steps there are at a decision: the mean of random games; 0 if
	// unknown.
	Choices int
	// Checked says what the rules were compared with, one of Statuses, and Figures what exactly:
	// published counts with their source, or the second program.
	Checked, Figures string
	// Primer is the rules in a few lines, for anyone who plays for the first time. The first game
	// that has one is suggested to new players; "" for none.
	Primer string
	// Layout arranges the points of a graph in rows, from the top: names between blanks, "." for a
	// gap. Pictures ignore it if it does not name every point of the board exactly once, or is too
	// large; `check` and the table report that.
	Layout  []string
	Look    Look
	Pieces  []Piece       `toml:"piece"`
	Marks   []Mark        `toml:"mark"`
	Hands   []Hand        `toml:"hand"`
	Presets []Preset      `toml:"-"`
	Levels  []level.Level `toml:"level"` // computer players, weakest first
	// Graded are matches between levels, by their seats as in "easy medium": how often the second
	// won, drew and lost. Less says why there are fewer levels, or why one is hardly stronger.
	Graded map[string][3]int
	Less   string
	// Values are what the file says of `value`s of the rules, by name. Weights are learned, for
	// levels that name them as their value.
	Values      map[string]level.Value `toml:"-"`
	Weights     []*level.Weights       `toml:"-"`
	Notations   []Notation             `toml:"notation"`
	Aliases     []Alias                `toml:"alias"`    // ways to type a move besides the notation
	Positions   []Position             `toml:"position"` // notable positions, by name
	Coordinates []Coordinates
	UCI         UCI     // for games that have their own engine protocol
	SAN         SAN     // for games that are written in standard algebraic notation
	SGF         SGF     // for games that are kept in the Smart Game Format
	Rivals      []Rival `toml:"rival"`
}

// Rival is a program of others to measure levels by.
type Rival struct {
	Name    string
	Program string  // as it takes a seat in a match
	Limit   string  // as in --limit
	Elo     float64 // its points, if they are known
	Package string  // of Debian
}

// Rows returns the layout as names, row by row.
func (i Info) Rows() [][]string {
	return lists.Map(i.Layout, strings.Fields)
}

// Alias is another way to type a move: what is typed, and the notation it stands for, with words in
// braces for what varies, as in "h {cell}" for "lay {cell}". [interp.Alias] says what may stand in
// the braces.
type Alias struct {
	Typed, Means string
	Help         string
	Preset       string            // "" : whatever the preset
	Ways         map[string]string // letters that stand for directions, as N for north
}

// Read compiles an alias.
func (a Alias) Read() (*interp.Alias, error) { return interp.NewAlias(a.Typed, a.Means, a.Ways) }

// AliasesOf returns the aliases for a preset, "" for none: its own first, then those that always
// apply. It leaves out aliases that cannot be read.
func (i Info) AliasesOf(preset string) []*interp.Alias {
	var own, all []*interp.Alias
	for _, a := range i.Aliases {
		alias, err := a.Read()
		switch {
		case err != nil:
		case a.Preset == "":
			all = append(all, alias)
		case a.Preset == preset:
			own = append(own, alias)
		}
	}
	return append(own, all...)
}

// Coordinates are another way to name the cells of the board, as other programs for the game do.
type Coordinates struct {
	Name, Description string
	// Preset is the preset with which they are used by default; [NoPreset]: none.
	Preset string
	// the names of the first column and of the first line: a letter, or a number from
	// 0; or all names, with blanks between them
	Column, Line string
	Top          bool   // lines are counted from the top
	Right        bool   // columns are counted from the right
	Cell         string // how a cell is written, with {column} and {line} in it
	// Moves are aliases, by what is typed. If one of them fits, the move is shown that way.
	Moves []string
}

// MovesOf returns the aliases that show moves in some coordinates.
func (i Info) MovesOf(c Coordinates) []*interp.Alias {
	var all []*interp.Alias
	for _, typed := range c.Moves {
		for _, a := range i.Aliases {
			if a.Typed != typed {
				continue
			}
			if alias, err := a.Read(); err == nil {
				all = append(all, alias)
			}
		}
	}
	return all
}

// CountedFrom returns the n-th name after the first one, n from 0: of "A" A, B, C …, of "0" 0, 1, 2
// …, of "x y z" x, y, z, then numbers; of "" always "".
func CountedFrom(first string, n int) string {
	if first == "" {
		return ""
	}
	if all := strings.Fields(first); len(all) > 1 {
		if n < len(all) {
			return all[n]
		}
		return strconv.Itoa(n + 1)
	}
	if from, err := strconv.Atoi(first); err == nil {
		return strconv.Itoa(from + n)
	}
	name := topology.ColumnName(int(first[0]|0x20-'a') + 1 + n)
	if first[0] <= 'Z' {
		name = strings.ToUpper(name)
	}
	return name
}

// CoordinatesOf returns the coordinates that are used with a preset, or with none if it is "". It
// returns nil if those are the board's own.
func (i Info) CoordinatesOf(preset string) *Coordinates {
	for n := range i.Coordinates {
		if c := &i.Coordinates[n]; c.Preset != "" && c.Preset == cmp.Or(preset, NoPreset) {
			return c
		}
	}
	return nil
}

// ofLine returns the name of the line of a cell.
func (c Coordinates) ofLine(b *topology.Board, x topology.Site) string {
	n := b.Row[x] - 1
	if c.Top {
		n = b.FromTop(x)
	}
	return CountedFrom(c.Line, n)
}

// Lines returns the names of the columns and rows of a board, from the first; no rows where the
// cells of one row are not in line, and none at all without a board.
func (c Coordinates) Lines(b *topology.Board) (columns, rows []string) {
	if b == nil {
		return nil, nil
	}
	for i := range b.Width {
		if c.Right {
			i = b.Width - 1 - i
		}
		columns = append(columns, CountedFrom(c.Column, i))
	}
	if b.Spec.Shape == "hexcolumns" {
		return columns, nil
	}
	rows = make([]string, b.Height)
	for x := range b.Cells.All() {
		rows[b.Row[x]-1] = c.ofLine(b, x)
	}
	return columns, rows
}

// CellName returns the name of a cell, "" if the board has no such cell.
func (c Coordinates) CellName(b *topology.Board, x topology.Site) string {
	if b == nil || !b.Cells.Has(x) {
		return ""
	}
	column := b.Column[x] - 1
	if c.Right {
		column = b.Width - 1 - column
	}
	return strings.NewReplacer("{column}", CountedFrom(c.Column, column), "{line}",
		c.ofLine(b, x)).Replace(c.Cell)
}

// check says what is wrong with coordinates.
func (c Coordinates) check() error {
	for _, first := range []string{c.Column, c.Line} {
		if n, err := strconv.Atoi(first); (err != nil || n < 0) && len(strings.Fields(first)) < 2 &&
			(len(first) != 1 || first[0]|0x20 < 'a' || first[0]|0x20 > 'z') {
			return fmt.Errorf(
				"the first column and line are called by a letter or a number, such as \"A\" or "+
					"\"1\", not %q",
				first,
			)
		}
	}
	if strings.Count(c.Cell, "{column}") != 1 || strings.Count(c.Cell, "{line}") != 1 {
		return fmt.Errorf("cell should have {column} and {line} in it, as in \"{column}{line}\", not %q",
			c.Cell)
	}
	return nil
}

// Position is a named position, as a position text.
type Position struct {
	Name, Description string
	Position          string
}

// Piece says how to show the pieces of a kind and a player. What is empty follows from the rules.
type Piece struct {
	Player  string // "" for neutral pieces; its forms are those of players without their own entry
	Kind    string
	Unicode string // one character
	ASCII   string // one character
	Color   string // black, white, red, green, yellow, blue, magenta, cyan, orange or gray
	British string `toml:"colour"` // the same, spelled so in the file; empty once it is read
	Shape   string // one of Shapes
	Letter  string // on a shape that has room for one
	Path    string // the data of an SVG path: instead of a shape or, with an ink, on one
	Ink     string // the color of the letter or of the path
}

// OfOwner is the color of a mark that shows the cells of each player in the color of that player's
// pieces. It needs no signs.
const OfOwner = "owner"

// Mark says how to show the cells of a region or of a memory, usually the empty ones.
type Mark struct {
	Region  string // or a memory of sites
	Unicode string
	ASCII   string
	Color   string
	British string `toml:"colour"` // as in Piece
	Style   string // one of MarkStyles, in pictures
	Shape   string // of a peg, one of Shapes
}

// NoPreset is the name for playing a game without a preset.
const NoPreset = "default"

// Preset is a named choice of options.
type Preset struct {
	Name        string            `json:"name"`
	Description string            `json:"description,omitempty"`
	Options     map[string]string `json:"options"`
}

// Colors are the possible color names.
var Colors = strings.Fields("black white red green yellow blue magenta cyan orange gray")

// The file as it is written: options may also be numbers and truth values.
type infoFile struct {
	Info
	Preset   []presetTable
	Weights  []level.Weights
	Value    []valueTable
	Strength *level.Strength
}

// valueTable says something of a `value` of the rules, by its name.
type valueTable struct {
	Name string
	level.Value
}

// presetTable is a preset as it is written.
type presetTable struct {
	Name, Description string
	Options           map[string]any
}

// ReadInfo reads the text of a NAME.toml; messages use its name. Unknown keys, unknown colors, and
// two presets or levels with the same name are errors.
func ReadInfo(name, text string) (Info, error) {
	var f infoFile
	if err := decode(name, text, &f); err != nil {
		return Info{}, err
	}
	for i := range f.Pieces {
		f.Pieces[i].Color, f.Pieces[i].British = cmp.Or(f.Pieces[i].Color, f.Pieces[i].British), ""
	}
	for i := range f.Marks {
		f.Marks[i].Color, f.Marks[i].British = cmp.Or(f.Marks[i].Color, f.Marks[i].British), ""
	}
	info := f.Info
	c := &infoCheck{places: placesOf(source.NewFile(name, text))}
	c.at("", "title", 0)
	if n := utf8.RuneCountInString(f.Title); n > syntax.MaxTitle {
		c.problem("the title has %d characters; it may have %d", n, syntax.MaxTitle)
	}
	c.at("", "family", 0)
	c.oneOf("family", f.Family, FamilyNames())
	c.at("", "checked", 0)
	c.oneOf("checked", f.Checked, Statuses)
	c.at("", "length", 0)
	if f.Length >= 0 {
		c.at("", "choices", 0)
	}
	if f.Length < 0 || f.Choices < 0 {
		c.problem("length and choices count turns and legal steps, so they cannot be %d",
			min(f.Length, f.Choices))
	}
	for i, p := range f.Pieces {
		c.at("piece", "unicode", i)
		what := strings.Join(strings.Fields("piece "+p.Player+" "+p.Kind), " ")
		c.sign(what, p.Unicode, p.ASCII, "")
		c.at("piece", "color", i)
		c.sign(what, "", "", p.Color)
		c.at("piece", "ink", i)
		c.sign(what, "", "", p.Ink)
	}
	for i, m := range f.Marks {
		c.at("mark", "color", i)
		color := m.Color
		if color == OfOwner {
			color = ""
		} else if color == "" {
			c.problem("mark %s: `color` is missing; the colors are %s", m.Region,
				strings.Join(Colors, ", "))
		}
		c.sign("mark "+m.Region, m.Unicode, m.ASCII, color)
	}
	c.look(&f)
	if f.Preset != nil {
		info.Presets = []Preset{} // `preset = []`: none, not even those of the game that is extended
	}
	for i, p := range f.Preset {
		c.at("preset", "name", i)
		info.Presets = append(info.Presets, c.preset(p, info.Presets))
	}
	c.levels(f.Levels)
	for _, seats := range slices.Sorted(maps.Keys(f.Graded)) {
		c.at("graded", seats, 0)
		n := f.Graded[seats]
		if len(strings.Fields(seats)) < 2 || min(n[0], n[1], n[2]) < 0 || n[0]+n[1]+n[2] == 0 {
			c.problem("graded has %q; write the seats of a match and how often the second level won, "+
				"drew and lost, such as \"easy medium\" = [30, 1, 2]", seats)
		}
	}
	c.weights(f.Weights)
	for i := range f.Weights {
		info.Weights = append(info.Weights, &f.Weights[i])
	}
	info.Values = c.values(f.Value)
	for i := range info.Levels {
		info.Levels[i].Weights, info.Levels[i].Values = info.Weights, info.Values
		info.Levels[i].Strength = f.Strength
	}
	if f.Strength != nil {
		c.at("strength", "", 0)
		if err := f.Strength.Check(info.Levels); err != nil {
			c.problem("%v", err)
		}
	}
	c.aliases(f.Aliases)
	c.positions(f.Positions)
	c.coordinates(f.Coordinates, info)
	for i, n := range f.Notations {
		c.at("notation", "name", i)
		if err := n.check(); err != nil {
			c.problem("%v", err)
		}
	}
	c.at("uci", "notation", 0)
	if _, ok := info.Notation(f.UCI.Notation); f.UCI != (UCI{}) && (!ok || f.UCI.Move == "") {
		c.problem("uci needs the name of a notation, and how a move is written, such as \"{from}{to}\"")
	}
	for i, r := range f.Rivals {
		c.at("rival", "name", i)
		if r.Name == "" || r.Program == "" {
			c.problem("a rival needs a name, and a program as in \"uci:stockfish\"")
		}
	}
	c.at("sgf", "", 0)
	if wrong := f.SGF.check(); wrong != "" {
		c.problem("%s", wrong)
	}
	return info, c.found.err()
}

// infoCheck collects mistakes in a NAME.toml beyond its form.
type infoCheck struct {
	*places
	here  source.Span // what is checked now
	found Mistakes
}

// at says that a key in the n-th table of a name is checked now.
func (c *infoCheck) at(table, key string, n int) { c.here = c.places.at(table, key, n) }

func (c *infoCheck) problem(format string, args ...any) {
	c.found = append(c.found, wrong(c.here, format, args...))
}

// oneOf checks a key that takes one of a few words, or is left out.
func (c *infoCheck) oneOf(key, value string, values []string) {
	if value != "" && !slices.Contains(values, value) {
		c.problem("%s cannot be %q; it is one of %s", key, value, strings.Join(values, ", "))
	}
}

// sign checks how something is displayed; what is empty is not said.
func (c *infoCheck) sign(what, unicode, ascii, color string) {
	for _, sign := range []string{unicode, ascii} {
		if sign != "" && !source.OneCell(sign) {
			c.problem("%s: the sign %q should be one visible character", what, sign)
		}
	}
	if (unicode == "") != (ascii == "") {
		c.problem("%s: give both `unicode` and `ascii`, or neither", what)
	}
	if len(ascii) > 1 {
		c.problem("%s: the sign %q is not ASCII", what, ascii)
	}
	if color != "" && !slices.Contains(Colors, color) {
		c.problem("%s: there is no color %q; the colors are %s", what, color,
			strings.Join(Colors, ", "))
	}
}

// preset reads a preset, given those before it.
func (c *infoCheck) preset(p presetTable, before []Preset) Preset {
	c.name("preset", p.Name, lists.Map(before, func(q Preset) string { return q.Name }))
	preset := Preset{p.Name, p.Description, map[string]string{}}
	for option, v := range p.Options {
		value, ok := level.OptionText(v)
		if !ok {
			c.problem("preset %s: option %s should be a number, a word, true or false", p.Name, option)
		}
		preset.Options[option] = value
	}
	return preset
}

func (c *infoCheck) levels(levels []level.Level) {
	for i, l := range levels {
		c.at("level", "name", i)
		c.name("level", l.Name, lists.Map(levels[:i], func(m level.Level) string { return m.Name }))
	}
}

// name checks the name of a table that people type.
func (c *infoCheck) name(what, name string, before []string) {
	i := slices.IndexFunc(before, func(n string) bool { return strings.EqualFold(n, name) })
	switch {
	case name == "":
		c.problem("every %s needs a name", what)
	case i >= 0 && before[i] == name:
		c.problem("%s %q: there is another one; every %s needs a name of its own", what, name, what)
	case i >= 0:
		c.problem("%s %q: there is also %q, and case does not matter; choose another name", what, name,
			before[i])
	}
}

// maxUnit bounds units, so that a value of one point is not nothing at all.
const maxUnit = 1_000_000

// values returns what is said of values, by name; nil if nothing is.
func (c *infoCheck) values(all []valueTable) map[string]level.Value {
	if len(all) == 0 {
		return nil
	}
	values := map[string]level.Value{}
	for i, v := range all {
		c.at("value", "name", i)
		switch _, twice := values[v.Name]; {
		case v.Name == "":
			c.problem("a value needs the name that it has in the rules")
		case twice:
			c.problem("there are two tables for the value %s", v.Name)
		case v.Unit < 0 || v.Unit > maxUnit || v == valueTable{Name: v.Name}:
			c.problem("value %s: the unit is a number from 1 to %d, such as 100 if a piece is worth "+
				"100 points; without a unit, it needs a tempo or a contempt", v.Name, maxUnit)
		case v.Tempo < -maxUnit || v.Tempo > maxUnit:
			c.problem("value %s: the tempo, what the player to move is ahead by, is a number from "+
				"%d to %d", v.Name, -maxUnit, maxUnit)
		case v.Contempt < -maxUnit || v.Contempt > maxUnit:
			c.problem("value %s: the contempt, how far behind a player would rather play on than "+
				"draw, is a number from %d to %d", v.Name, -maxUnit, maxUnit)
		}
		values[v.Name] = v.Value
	}
	return values
}

func (c *infoCheck) weights(all []level.Weights) {
	for i, w := range all {
		c.at("weights", "name", i)
		if w.Net != "" && (strings.ContainsAny(w.Net, `/\:`) || !strings.HasSuffix(w.Net, NetExt)) {
			c.problem("weights %s: net is %q; it is the name of a file beside this one that ends "+
				"in %s", w.Name, w.Net, NetExt)
		}
		same := func(v level.Weights) bool {
			return v.Name == w.Name && maps.Equal(v.Options, w.Options)
		}
		if w.Name == "" || w.Name == level.StandardValue || slices.ContainsFunc(all[:i], same) {
			c.problem("weights need a name of their own for the same options, other than %s, and some "+
				"are called %q", level.StandardValue, w.Name)
		}
	}
}

func (c *infoCheck) aliases(aliases []Alias) {
	for i, a := range aliases {
		c.at("alias", "typed", i)
		if a.Typed == "" || a.Means == "" {
			c.problem("an alias needs both what is typed and what it means")
		} else if _, err := a.Read(); err != nil {
			c.problem("%v", err)
		}
		for letter := range a.Ways {
			if len(letter) != 1 {
				c.problem("alias %s: ways are letters for directions, such as N = \"north\", and %q is "+
					"no letter", a.Typed, letter)
			}
		}
	}
}

func (c *infoCheck) positions(positions []Position) {
	for i, p := range positions {
		c.at("position", "name", i)
		c.name("position", p.Name, lists.Map(positions[:i], func(q Position) string { return q.Name }))
		if p.Position == "" {
			c.problem("position %q: write what it is: position = \"…\"", p.Name)
		}
	}
}

func (c *infoCheck) coordinates(all []Coordinates, info Info) {
	for i, one := range all {
		c.at("coordinates", "name", i)
		same := func(d Coordinates) bool { return d.Name == one.Name }
		if one.Name == "" || one.Name == "own" || one.Name == "auto" ||
			slices.ContainsFunc(all[:i], same) {
			c.problem("all coordinates need a name of their own, other than own and auto, and some are "+
				"called %q", one.Name)
		}
		if err := one.check(); err != nil {
			c.problem("coordinates %s: %v", one.Name, err)
		}
		if one.Preset != "" && one.Preset != NoPreset &&
			!slices.ContainsFunc(info.Presets, func(p Preset) bool { return p.Name == one.Preset }) {
			c.problem("coordinates %s: there is no preset %q", one.Name, one.Preset)
		}
		for _, typed := range one.Moves {
			switch {
			case !slices.ContainsFunc(info.Aliases, func(a Alias) bool { return a.Typed == typed }):
				c.problem("coordinates %s: moves names the alias %q, which does not exist", one.Name,
					typed)
			case strings.Contains(typed, "{way}"):
				c.problem("coordinates %s: no move can be shown as the alias %q, because {way} may "+
					"stand for one step in several ways", one.Name, typed)
			}
		}
	}
}

// mostUnknown is how many unknown keys of a file an error names.
const mostUnknown = 20

// decode reads TOML strictly: a key without a field in to is an error. The error is [Mistakes].
func decode(name, text string, to any) error {
	if err := CheckTOML(name, text); err != nil {
		return err
	}
	places := placesOf(source.NewFile(name, text))
	meta, err := toml.Decode(text, to)
	if err != nil {
		var parse toml.ParseError
		if !errors.As(err, &parse) {
			return Mistakes{places.wrongType(err.Error())}
		}
		return Mistakes{places.unread(parse)}
	}
	var found Mistakes
	eachText(reflect.ValueOf(to), func(text string) {
		if _, r, ok := source.FirstHidden(text); ok {
			found = append(found, wrong(places.whole(),
				"%q contains the hidden character U+%04X; take it out", text, r))
		}
	})
	unknown, times := meta.Undecoded(), map[string]int{}
	for i, key := range unknown {
		if i == mostUnknown {
			found = append(found, wrong(places.whole(), "%d more keys are not known", len(unknown)-i))
			break
		}
		if len(key) > 1 && slices.ContainsFunc(unknown, func(k toml.Key) bool {
			return len(k) == 1 && k[0] == key[0]
		}) {
			continue // its table is reported
		}
		path := strings.Join(key, ".")
		found = append(found, places.unknown(key, times[path], reflect.TypeOf(to)))
		times[path]++
	}
	return found.err()
}

// unknown is the mistake of a key that is not known where it is set for the n-th time, counted from
// 0, in a file that is read into a type.
func (p *places) unknown(key toml.Key, n int, into reflect.Type) *diag.Diagnostic {
	d := wrong(p.of(strings.Join(key, "."), n), "there is no key %q here", key)
	last := key[len(key)-1]
	if len(key) > 1 && slices.Contains(ownKeys(into.Elem()), last) {
		d.Suggestion = "it belongs above the first line in brackets: what stands below one is a key of " +
			"that table"
	} else if near := diag.Nearest(last, knownKeys(into, map[reflect.Type]bool{})); near != "" {
		d.Suggestion = fmt.Sprintf("did you mean %q?", near)
	}
	return d
}

// eachText passes on every text in a decoded value, including the keys of its maps. TOML escapes
// can produce characters that the file itself must not contain.
func eachText(v reflect.Value, see func(string)) {
	switch v.Kind() {
	case reflect.String:
		see(v.String())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachText(v.Elem(), see)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), see)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachText(v.Index(i), see)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			eachText(it.Key(), see)
			eachText(it.Value(), see)
		}
	}
}

// knownKeys lists the keys of a type that TOML is read into, and of all in it, for suggestions.
func knownKeys(t reflect.Type, seen map[reflect.Type]bool) (keys []string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return knownKeys(t.Elem(), seen)
	case reflect.Struct:
	default:
		return nil
	}
	if seen[t] {
		return nil
	}
	seen[t] = true
	keys = ownKeys(t)
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() && f.Tag.Get("toml") != "-" {
			keys = append(keys, knownKeys(f.Type, seen)...)
		}
	}
	return keys
}

// ownKeys lists the keys of a struct that TOML is read into.
func ownKeys(t reflect.Type) (keys []string) {
	for _, f := range reflect.VisibleFields(t) {
		key, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if key != "-" && f.IsExported() && !f.Anonymous {
			keys = append(keys, cmp.Or(key, strings.ToLower(f.Name)))
		}
	}
	return keys
}
