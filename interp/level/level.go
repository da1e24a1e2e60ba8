// Package level describes computer players as data: which search, how deep, by which value, and how
// much it overlooks.
//
// Rulesets list their levels in their TOML files; package bot turns them into players. Nothing here
// plays.
package level

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
)

// MostTurns is how many turns bots play among themselves before their game is stopped: at a table,
// in a match, in a report and for clients of the server. Each of these has a setting to change it.
const MostTurns = 1000

// StandardValue is the name of the default value, material and mobility.
const StandardValue = "standard"

// Level is a bot with everything that makes it play as it does. Levels are data: a ruleset's TOML
// file has a `[[level]]` table for each, weakest first, with the keys of [Settings] and, for other
// numbers of players and for moves whose steps are chosen differently, `[[level.when]]` tables.
type Level struct {
	Name  string `toml:"name"`  // one word: "easy"
	Title string `toml:"title"` // for people: "looks one move ahead"
	// Origin names the program that played like this, for levels that are kept because people knew
	// them. They are outside the order from weak to strong.
	Origin string  `toml:"origin"`
	When   []Phase `toml:"when"`
	Settings
	// Weights are those that the level may name as its value, for any options of the rules. They
	// are elsewhere in the file and shared by all levels of a ruleset.
	Weights []*Weights `toml:"-"`
	// Values are what the ruleset's TOML file says of `value`s of the rules, by name.
	Values map[string]Value `toml:"-"`
	// Strength is the scale by which `level:1500` names a level; nil if the ruleset has none. All
	// levels of a ruleset share it.
	Strength *Strength `toml:"-"`
}

// Value is what people and bots need to know about a `value` of the rules.
type Value struct {
	// Unit is how many points are a lead of one, such as a pawn; 0 means 1.
	Unit int64
	// Tempo is by how many points the player to move is ahead, in games of two players. The value
	// itself does not know who that is, but a search compares positions in which one player is to
	// move with positions in which the other is.
	Tempo int64
	// Contempt, in games of two players, is by how many points a player may be behind and still
	// rather play on than draw. What bots tell of a position leaves it out.
	Contempt int64
}

// Phase replaces settings of a level in games with certain numbers of players or certain options,
// and where a step of one of the named moves can be chosen; if it names several of these, all must
// hold. Phases of whole games come first; the phases of single moves build on them.
type Phase struct {
	Seats   []int    `toml:"seats"`
	Moves   []string `toml:"moves"`
	Options Options  `toml:"options"`
	Settings
}

// Options are options of the rules and their values, as texts. In TOML, as in { size = 7 }, a value
// is a number, a word, true or false.
type Options map[string]string

// UnmarshalTOML reads a table of options.
func (o *Options) UnmarshalTOML(table any) error {
	values, ok := table.(map[string]any)
	if !ok {
		return errors.New("`options` is a table, as in options = { size = 7 }")
	}
	*o = Options{}
	for name, v := range values {
		text, ok := OptionText(v)
		if !ok {
			return fmt.Errorf("option %s should be a number, a word, true or false", name)
		}
		(*o)[name] = text
	}
	return nil
}

// OptionText returns the value of an option, as TOML is decoded, as a text; false if it cannot be
// the value of an option.
func OptionText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}

// Settings are the settings of a bot. Each field documents its default. The tags of a field are all
// that is declared of it: its key in TOML; in typed, the bots for which it may follow a level's
// name; in words, what a text may be; in least and most, the range of a number, which is not
// negative unless it says so; and in limit, that it limits how long a bot thinks.
type Settings struct {
	// Bot is random, greedy, alphabeta or mcts; in games with secrets, random or infoset.
	Bot string `toml:"bot" words:"random greedy alphabeta mcts infoset"`

	// By makes a choice in stages: first uniformly one of the values that the first key has among
	// the steps, then of the second, and so on. Keys are `move` (the move's name) and the role
	// words (from, to, over, at, along, as, with). A random bot with by = ["from"] first draws a
	// piece, then what it does. A greedy bot keeps what was drawn and then looks for the best.
	By []string `toml:"by"`
	// Slip of greedy and alphabeta is the percentage of steps that they overlook: their own, and
	// alphabeta also those of others.
	Slip int `toml:"slip" typed:"greedy alphabeta" most:"100"`

	// Value names the `value` of the rules to judge by, or learned [Weights]. The default is the
	// first value that the rules declare, or material and mobility if they declare none. Infoset
	// judges by a value of the rules, or plays to the end.
	Value string `toml:"value" typed:"greedy alphabeta mcts infoset"`
	// Against subtracts the others' own value from mine, for a `value` that describes only one
	// side. For alphabeta and mcts.
	Against bool `toml:"against" typed:"alphabeta mcts"`
	// Reply, for greedy: a `value`; the best of it that the next player can get with one step is
	// subtracted.
	Reply string `toml:"reply"`
	// Win and Loss are what greedy values a finished game at; by default more than any value. With
	// Outcome "added", they are added to the value of the last position; otherwise they replace it.
	Win     *int64 `toml:"win" least:"any"`
	Loss    *int64 `toml:"loss" least:"any"`
	Outcome string `toml:"outcome" words:"instead added"`
	// Ties is random (the default) or first: which of several best steps is taken.
	Ties string `toml:"ties" typed:"greedy alphabeta mcts" words:"random first"`
	// Order says which is first, key by key: "along east west" (names in that order), "at -row
	// column" (by numbers of the site, - for descending), "move walk stay". Without it, the order
	// is that of the engine.
	Order []string `toml:"order"`
	// Unit, for greedy: step (the default) or turn, to judge the position after the whole turn.
	Unit string `toml:"unit" typed:"greedy" words:"step turn"`

	// Limits of alphabeta (depth, nodes, time), mcts and infoset (playouts, time). The default is
	// one second.
	Depth    int      `toml:"depth" typed:"alphabeta" limit:"one"`
	Nodes    int64    `toml:"nodes" typed:"alphabeta" limit:"one"`
	Playouts int64    `toml:"playouts" typed:"mcts infoset" limit:"one"`
	Time     Duration `toml:"time" typed:"alphabeta mcts infoset" limit:"one"`

	// Extend, for alphabeta: an unfinished turn is not judged but played on; true by default.
	Extend *bool `toml:"extend" typed:"alphabeta"`

	// Without, for alphabeta, leaves out one of the [Parts], to measure what it is worth.
	Without string `toml:"without" typed:"alphabeta"`

	// Width, for alphabeta and mcts: how many steps to search in each position, the best ones by
	// the value right after them; 0 searches all. For games in which hundreds of steps are possible
	// and most are irrelevant.
	Width int `toml:"width" typed:"alphabeta mcts"`

	// Exploration of mcts and infoset: the constant of the upper confidence bound, of shares from 0
	// to 1; by default 0.7, 0.1 with Rave, and 0.3 of infoset.
	Exploration float64 `toml:"exploration" typed:"mcts infoset"`
	// Rollout of mcts and infoset: the greatest number of random steps in a playout; then the value
	// judges the position; 0 judges at once. The default of mcts is 2000. Infoset takes 6 if the
	// rules declare a value, and otherwise always plays to the end.
	Rollout *int `toml:"rollout" typed:"mcts infoset"`
	// Rave of mcts: the number of visits after which a step's own mean counts as much as the mean
	// of all playouts that end with a piece of its player on its site. The default is 1000 if steps
	// only place pieces, one on one site, and otherwise 0, which turns it off.
	Rave *float64 `toml:"rave" typed:"mcts"`
	// Scale of mcts and infoset: the value that makes a win about three times as likely as a loss;
	// by default 3, or 3 pieces if the rules declare no value.
	Scale float64 `toml:"scale" typed:"mcts infoset"`
	// Threads of mcts: trees that grow side by side; 0 means one for each core if the limit is
	// time, otherwise one.
	Threads int `toml:"threads" typed:"mcts" most:"256"`
}

// Parts are the parts of an alpha-beta search that [Settings].Without can leave out: captures are
// tried first; those beyond the horizon that cannot gain enough are left out (delta); exchanges
// that lose material are not searched; a step without a choice costs no depth (extension); steps
// that caused cutoffs are tried early (history, killers); late steps are searched less deeply; a
// position that is good enough by a margin, or after giving up the turn, is left out (margin,
// null); exchanges are played to their end (quiet); null windows (scout); the transposition table;
// a king in check at the horizon is searched a step deeper (threats); wins in one are looked for at
// the horizon.
var Parts = []string{"captures", "delta", "exchanges", "extension", "history", "killers", "late",
	"margin", "null", "quiet", "scout", "table", "threats", "wins"}

// Duration is a time.Duration written as "1.5s" in TOML.
type Duration time.Duration

// UnmarshalText reads a duration such as 300ms or 2s.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v < 0 {
		return fmt.Errorf("%q is not a duration; write one such as 300ms or 2s", text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes the duration as UnmarshalText reads it.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// Standard are the levels that every game has, whatever its ruleset says.
func Standard() []Level {
	return []Level{
		{Name: "random", Title: "any legal move", Settings: Settings{Bot: "random"}},
		{
			Name:     "random-piece",
			Title:    "any piece that can move, then any of its moves",
			Settings: Settings{Bot: "random", By: []string{"from"}},
		},
		{
			Name:     "greedy",
			Title:    "the best position after its move",
			Settings: Settings{Bot: "greedy"},
		},
		{
			Name:     "alphabeta",
			Title:    "thinks ahead, a second per move",
			Settings: Settings{Bot: "alphabeta"},
		},
		{
			Name:     "mcts",
			Title:    "plays games to the end in its head, a second per move",
			Settings: Settings{Bot: "mcts"},
		},
		{
			Name:     "infoset",
			Title:    "plays games that agree with what it was told, a second per move",
			Settings: Settings{Bot: "infoset"},
		},
	}
}

// Blind returns the levels of a game with secrets: its own or, if none of them is for such games,
// levels by the name of easy, medium and hard.
func Blind(own []Level) []Level {
	if blind(own) {
		return own
	}
	infoset := func(name, title string, s Settings) Level {
		s.Bot = "infoset"
		return Level{Name: name, Title: title, Settings: s}
	}
	return []Level{
		infoset("easy", "plays 30 games in its head that agree with what it was told",
			Settings{Playouts: 30}),
		infoset("medium", "plays 400 games in its head that agree with what it was told",
			Settings{Playouts: 400}),
		infoset("hard", "plays 4000 games in its head that agree with what it was told",
			Settings{Playouts: 4000}),
	}
}

// blind reports whether levels are for games with secrets.
func blind(own []Level) bool {
	return slices.ContainsFunc(own, func(l Level) bool { return l.Bot == "infoset" })
}

// WithStandard returns the levels of a ruleset followed by those standard levels whose names it
// does not use. Those that look at the whole position are left out beside levels that do not, and
// the other way round. If own is empty, the standard ones know nothing of the ruleset; use Bots, a
// method of its Info.
func WithStandard(own []Level) []Level {
	all := append([]Level(nil), own...)
	for _, s := range Standard() {
		if Index(own, s.Name) < 0 && (s.Bot == "random" || blind(own) == (s.Bot == "infoset")) {
			if len(own) > 0 {
				s.Weights, s.Values = own[0].Weights, own[0].Values
			}
			all = append(all, s)
		}
	}
	return all
}

// Index returns the index of the level of a name, in small or capital letters; -1 if there is none.
func Index(levels []Level, name string) int {
	for i, l := range levels {
		if strings.EqualFold(l.Name, name) {
			return i
		}
	}
	return -1
}

// Unknown returns the error for the name of a level that a game does not have. Instead lists the
// levels there are. If the game has no levels and the name is one that `boardgame train` would
// give, the error says so.
func Unknown(own []Level, name, instead string) error {
	trained := []string{"easy", "medium", "hard"}
	has := func(name string) bool { return Index(own, name) >= 0 }
	if slices.Contains(trained, strings.ToLower(name)) && !slices.ContainsFunc(trained, has) {
		return fmt.Errorf("this game has no level %q: `boardgame train` makes easy, medium and "+
			"hard. Or %s", name, instead)
	}
	return fmt.Errorf("there is no bot %q; %s", name, instead)
}

// Find reads the text with which a player names a bot: the name of a level in any case, its number
// among the ruleset's levels (`level3` is not guessed at), or either followed by settings that
// replace its own, as in `mcts:time=2s,threads=1`; or a strength as in `level:1500`. The levels are
// those of the ruleset; the standard ones are added.
func Find(own []Level, text string) (Level, error) {
	name, settings, changed := strings.Cut(text, ":")
	all := WithStandard(own)
	i := Index(all, name)
	if i < 0 && changed && strings.EqualFold(name, "level") {
		return ofStrength(own, settings)
	}
	if i < 0 {
		names := lists.Map(all, func(l Level) string { return l.Name })
		return Level{}, Unknown(own, name, "choose "+list(names))
	}
	l := all[i]
	if !changed {
		return l, nil
	}
	var file strings.Builder
	for _, s := range strings.Split(settings, ",") {
		key, value, ok := strings.Cut(s, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || key == "" {
			return Level{}, fmt.Errorf("%q is not a bot setting; write key=value, as in %s:time=2s", s, name)
		}
		fmt.Fprintf(&file, "%s = %s\n", key, tomlValue(value))
	}
	meta, err := l.Settings.typed(text, file.String(), l.Bot)
	if err != nil {
		return Level{}, err
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return Level{}, fmt.Errorf("a bot has no setting %q; choose %s", extra[0], list(typedKeys(l.Bot)))
	}
	if key := l.foreignLimit(meta); key != "" {
		return Level{}, fmt.Errorf("the bot %s has no limit %q; choose %s", l.Bot, key,
			list(typedKeys(l.Bot)))
	}
	// What a player asked for also applies with other numbers of players and other options.
	l.When = slices.Clone(l.When)
	for i := range l.When {
		if len(l.When[i].Moves) == 0 {
			s := &l.When[i].Settings
			if _, err := s.typed(text, file.String(), cmp.Or(s.Bot, l.Bot)); err != nil {
				return Level{}, err
			}
		}
	}
	l.Name = text
	return l, nil
}

// foreignLimit returns a limit that was typed and that none of the bots of a level knows.
func (l *Level) foreignLimit(given toml.MetaData) (foreign string) {
	_ = l.each(func(key string, tags reflect.StructTag, _ reflect.Value) error {
		if tags.Get("limit") != "" && given.IsDefined(key) {
			known := limits(tags, l.Bot)
			for _, w := range l.When {
				known = known || limits(tags, w.Bot)
			}
			if !known {
				foreign = key
			}
		}
		return nil
	})
	return foreign
}

// limits reports whether a setting with such tags limits a bot.
func limits(tags reflect.StructTag, bot string) bool {
	return tags.Get("limit") != "" && slices.Contains(strings.Fields(tags.Get("typed")), bot)
}

// typed replaces settings of a bot by those typed after the name of a level, written as TOML.
func (s *Settings) typed(name, file, bot string) (toml.MetaData, error) {
	// The level of the ruleset shares what pointers point to, and decoding writes through them.
	_ = s.each(func(_ string, _ reflect.StructTag, v reflect.Value) error {
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			own := reflect.New(v.Type().Elem())
			own.Elem().Set(v.Elem())
			v.Set(own)
		}
		return nil
	})
	meta, err := toml.Decode(file, s)
	if err != nil {
		return meta, fmt.Errorf("the settings of the bot %q cannot be read: %s", name,
			strings.TrimPrefix(err.Error(), "toml: "))
	}
	s.replace(meta, bot)
	return meta, nil
}

// each goes through the settings with their keys and tags, until an error, which it returns.
func (s *Settings) each(do func(key string, tags reflect.StructTag, v reflect.Value) error) error {
	all := reflect.ValueOf(s).Elem()
	for i := range all.NumField() {
		tags := all.Type().Field(i).Tag
		if err := do(tags.Get("toml"), tags, all.Field(i)); err != nil {
			return err
		}
	}
	return nil
}

// replace drops the earlier limits of a bot if a new one was given: hard:time=1s thinks for a
// second, however few nodes `hard` searches otherwise. A limit of another bot drops none: where a
// level has phases, hard:nodes=100 leaves those alone that count playouts.
func (s *Settings) replace(given toml.MetaData, bot string) {
	limited := false
	for range 2 { // first whether there is a new one
		_ = s.each(func(key string, tags reflect.StructTag, v reflect.Value) error {
			switch {
			case given.IsDefined(key):
				limited = limited || limits(tags, bot)
			case limited && tags.Get("limit") != "":
				v.SetZero()
			}
			return nil
		})
	}
}

// typedKeys are the keys that make sense after the name of a level of a bot.
func typedKeys(bot string) (keys []string) {
	_ = (&Settings{}).each(func(key string, tags reflect.StructTag, _ reflect.Value) error {
		if bots := tags.Get("typed"); bots == "any" || slices.Contains(strings.Fields(bots), bot) {
			keys = append(keys, key)
		}
		return nil
	})
	return keys
}

// TOML writes the settings that are given, as Settings are read.
func (s Settings) TOML() string {
	var b strings.Builder
	_ = s.each(func(key string, _ reflect.StructTag, v reflect.Value) error {
		if v.IsZero() {
			return nil
		}
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		switch value := v.Interface().(type) {
		case string:
			fmt.Fprintf(&b, "%s = %q\n", key, value)
		case Duration:
			fmt.Fprintf(&b, "%s = %q\n", key, time.Duration(value))
		case []string:
			fmt.Fprintf(&b, "%s = [%s]\n", key, `"`+strings.Join(value, `", "`)+`"`)
		default:
			fmt.Fprintf(&b, "%s = %v\n", key, value)
		}
		return nil
	})
	return b.String()
}

// tomlValue writes what a player typed as a TOML value: numbers and conditions as they are, the
// rest quoted.
func tomlValue(v string) string {
	if _, err := strconv.ParseFloat(v, 64); err == nil || v == "true" || v == "false" {
		return v
	}
	return strconv.Quote(v)
}

// For returns the level as it plays by those rules: without the phases of other numbers of players
// and other options, and with those of whole games merged into its settings.
func (l Level) For(rules *ir.Game) Level {
	all := l.When
	l.When = nil
	for _, w := range all {
		switch {
		case w.Seats != nil && !slices.Contains(w.Seats, len(rules.Players)), !w.chosen(rules.Options):
		case len(w.Moves) == 0:
			l.Settings = w.Settings.Over(l.Settings)
		default:
			l.When = append(l.When, w)
		}
	}
	return l
}

// chosen reports whether the options that a phase is for are those of the game.
func (w *Phase) chosen(options []ir.Option) bool {
	for _, o := range options {
		if v, asked := w.Options[o.Name]; asked && v != o.Value {
			return false
		}
	}
	return true
}

// check reports the first mistake in what a phase is for.
func (w *Phase) check(rules *ir.Game) error {
	if len(w.Moves) == 0 && len(w.Seats) == 0 && len(w.Options) == 0 {
		return errors.New("`when` needs `moves`, the names of the moves it is for, `seats`, the " +
			"numbers of players, or `options`, as in options = { size = 7 }")
	}
	for _, n := range w.Seats {
		if n < 1 {
			return fmt.Errorf("seats has %d; it lists numbers of players, as in seats = [3, 4]", n)
		}
	}
	for _, name := range w.Moves {
		if !hasMove(rules, name) {
			return fmt.Errorf("the rules have no move %q", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.Options)) { // the same mistake every time
		i := slices.IndexFunc(rules.Options, func(o ir.Option) bool { return o.Name == name })
		if i < 0 {
			return fmt.Errorf("the rules have no option %q", name)
		}
		if !slices.Contains(rules.Options[i].Domain, w.Options[name]) {
			return fmt.Errorf("the option %s cannot be %q", name, w.Options[name])
		}
	}
	return nil
}

// Check reports the first mistake in a level for a game: an unknown bot, value, move, key or
// direction, a limit out of range.
func (l *Level) Check(rules *ir.Game) error {
	wrap := func(err error) error {
		if err == nil {
			return nil
		}
		return fmt.Errorf("level %q: %w", l.Name, err)
	}
	if l.Name == "" {
		return fmt.Errorf("a level needs a name")
	}
	for i := range l.When {
		if err := l.When[i].check(rules); err != nil {
			return wrap(err)
		}
		s := l.When[i].Settings.Over(l.Settings) // also those of a phase for other options
		if err := s.each(checkSetting); err != nil {
			return wrap(err)
		}
	}
	here := l.For(rules)
	if err := here.Settings.check(rules, l.Weights); err != nil {
		return wrap(err)
	}
	for i := range here.When {
		s := here.When[i].Settings.Over(here.Settings)
		if err := s.check(rules, l.Weights); err != nil {
			return wrap(err)
		}
	}
	return nil
}

// check reports the first mistake in the settings of a level for a game.
func (s *Settings) check(rules *ir.Game, weights []*Weights) error {
	if err := s.each(checkSetting); err != nil {
		return err
	}
	switch secret := len(rules.Hidden) > 0; {
	case secret && s.Bot != "random" && s.Bot != "infoset":
		return fmt.Errorf("%s looks at the whole position, which this game hides from players; "+
			"choose infoset or random", s.Bot)
	case !secret && s.Bot == "infoset":
		return fmt.Errorf("infoset is for games with secrets; choose mcts")
	}
	if s.Without != "" && !slices.Contains(Parts, s.Without) {
		return fmt.Errorf("without is %q; it can be %s", s.Without, list(Parts))
	}
	if err := s.checkValues(rules, weights); err != nil {
		return err
	}
	for _, key := range s.By {
		if key != "move" && !isRole(key) {
			return fmt.Errorf("by has %q; it can be move or a role: %s", key, list(roleWords))
		}
	}
	_, err := NewOrder(rules, s.Order)
	return err
}

// checkSetting reports a setting that is none of its words or out of its range.
func checkSetting(key string, tags reflect.StructTag, v reflect.Value) error {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if words := strings.Fields(tags.Get("words")); len(words) > 0 {
		switch word := v.String(); {
		case slices.Contains(words, word) || word == "" && key != "bot":
			return nil
		case key != "bot":
			return fmt.Errorf("%s is %q; it can be %s", key, word, strings.Join(words, " or "))
		case diag.Nearest(word, words) != "":
			return fmt.Errorf("there is no bot %q; did you mean %q?", word,
				diag.Nearest(word, words))
		default:
			return fmt.Errorf("there is no bot %q; choose %s", word, list(words))
		}
	}
	number := 0.0
	switch {
	case v.CanInt():
		number = float64(v.Int())
	case v.CanFloat():
		number = v.Float()
	}
	most, err := strconv.ParseFloat(tags.Get("most"), 64)
	switch {
	case tags.Get("least") == "any":
	case err == nil && (number < 0 || number > most):
		return fmt.Errorf("%s is %v; it is a number from 0 to %v", key, v, most)
	case number < 0:
		return fmt.Errorf("%s is %v; it is not negative", key, v)
	}
	return nil
}

// checkValues reports a value or weights that the rules do not have or that do not fit them. Where
// a value is asked for, the name of weights is also allowed.
func (s *Settings) checkValues(rules *ir.Game, weights []*Weights) error {
	values := []string{s.Value, s.Reply}
	if w, named := FindWeights(weights, rules, s.Value); named {
		values = slices.DeleteFunc(values, func(name string) bool { return name == s.Value })
		if w == nil {
			if _, err := InsteadOf(weights, rules, s.Value); err != nil {
				return err
			}
		} else if err := w.Check(rules); err != nil {
			return err
		}
	}
	for _, name := range values {
		if _, err := FindValue(rules, name); err != nil {
			return err
		}
	}
	return nil
}

// Over returns the settings, with those of base for settings that are not given. The limits of one
// bot have no meaning for another.
func (s Settings) Over(base Settings) Settings {
	r := base
	if s.Bot != "" && s.Bot != base.Bot {
		r.Depth, r.Nodes, r.Playouts, r.Time = 0, 0, 0, 0
	}
	to := reflect.ValueOf(&r).Elem()
	for i := range to.NumField() {
		if v := reflect.ValueOf(s).Field(i); !v.IsZero() {
			to.Field(i).Set(v)
		}
	}
	return r
}

var roleWords = []string{"from", "to", "over", "at", "along", "as", "with"}

func isRole(word string) bool {
	return slices.ContainsFunc(roleWords, func(w string) bool { return w == word })
}

func hasMove(rules *ir.Game, name string) bool {
	return slices.ContainsFunc(rules.Moves, func(m *ir.Move) bool { return m.Name == name })
}

// list writes names for a sentence: "a", "a and b", "a, b and c".
func list(names []string) string {
	sorted := append([]string(nil), names...)
	sort.Strings(sorted)
	if len(sorted) < 2 {
		return strings.Join(sorted, "")
	}
	return strings.Join(sorted[:len(sorted)-1], ", ") + " or " + sorted[len(sorted)-1]
}

// FindValue returns the value of that name; for "", the first one declared; nil if there is none.
func FindValue(rules *ir.Game, name string) (*ir.Value, error) {
	if name == "" {
		if len(rules.Values) > 0 {
			return rules.Values[0], nil
		}
		return nil, nil
	}
	if name == StandardValue {
		return nil, nil
	}
	var known []string
	for _, v := range rules.Values {
		if v.Name == name {
			return v, nil
		}
		known = append(known, v.Name)
	}
	return nil, fmt.Errorf("the rules declare no value %q; choose %s", name,
		list(append(known, StandardValue)))
}
