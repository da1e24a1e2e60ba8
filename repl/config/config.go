// Package config is what boardgame remembers about a user.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

// Config is what boardgame remembers about a user: settings, and what was played last, which is
// offered first next time. It is a TOML file; unknown keys are errors, so that typing mistakes are
// noticed.
type Config struct {
	// Board is auto, unicode or ascii.
	Board string
	// Color is auto, always or never.
	Color string
	// Pause is how long to wait before showing a bot's move.
	Pause time.Duration
	// Entry is how moves are entered: notation, guided or point.
	Entry string
	// Confirm: a finished or interrupted game is offered again at the start.
	Resume bool
	// Hint is the bot level that `hint` asks; "" for the strongest of the game.
	Hint string
	// Coordinates are those in which boards are shown: auto, own, or the name of a style, for the
	// games that have it.
	Coordinates string
	// Clear: the screen is cleared before a board is drawn, where boards scroll.
	Clear bool
	// Evaluation: what the position is worth is shown below every board.
	Evaluation bool
	// Screen is auto, the table in one place where the terminal can, or plain: everything scrolls.
	Screen string

	// Game is the ruleset played last; Last is what was chosen for each ruleset.
	Game string
	Last map[string]Last

	file string
}

// Last is what was chosen when a ruleset was last played.
type Last struct {
	Preset  string            `toml:"preset,omitempty"`
	Options map[string]string `toml:"options,omitempty"`
	Seats   []string          `toml:"seats,omitempty"` // by player: human, or the name of a level
}

// Setting is a key of the configuration that a user may change.
type Setting struct {
	Name, Values, Help string
	Get                func(c *Config) string
	set                func(c *Config, v string) error
}

// Settings are the keys that a user may change.
var Settings = []Setting{
	{"board", "auto, unicode or ascii",
		"the characters that boards are drawn with; auto: what the terminal can show",
		func(c *Config) string { return c.Board },
		oneOf(func(c *Config) *string { return &c.Board }, "auto", "unicode", "ascii")},
	{"color", "auto, always or never", "auto: on a terminal, unless NO_COLOR is set",
		func(c *Config) string { return c.Color },
		oneOf(func(c *Config) *string { return &c.Color }, "auto", "always", "never")},
	{"pause", "a time such as 0s, 500ms or 2s", "how long to wait before showing a bot's move",
		func(c *Config) string { return c.Pause.String() },
		func(c *Config, v string) error {
			d, err := parsePause(v)
			if err == nil {
				c.Pause = d
			}
			return err
		}},
	{"entry", "notation, guided or point", "how moves are entered; all three are always available",
		func(c *Config) string { return c.Entry },
		oneOf(func(c *Config) *string { return &c.Entry }, "notation", "guided", "point")},
	{"resume", "true or false", "whether to offer an unfinished game at the start",
		func(c *Config) string { return strconv.FormatBool(c.Resume) },
		truth(func(c *Config) *bool { return &c.Resume })},
	{"hint", "the name of a level, or nothing for the strongest", "which bot `hint` asks",
		func(c *Config) string { return c.Hint }, func(c *Config, v string) error {
			c.Hint = v
			return nil
		}},
	{"evaluation", "on or off",
		"whether every board shows what the position is worth, as a bar and a number",
		func(c *Config) string { return strconv.FormatBool(c.Evaluation) },
		truth(func(c *Config) *bool { return &c.Evaluation })},
	{"coordinates", "auto, own, or a name that the game defines",
		"how cells are named; auto: as the game's preset says",
		func(c *Config) string { return c.Coordinates }, func(c *Config, v string) error {
			c.Coordinates = strings.ToLower(v)
			return nil
		}},
	{"screen", "auto or plain",
		"auto: the board stays in one place of the terminal; plain: everything scrolls",
		func(c *Config) string { return c.Screen },
		oneOf(func(c *Config) *string { return &c.Screen }, "auto", "plain")},
	{"clear", "true or false",
		"whether to clear a plain screen before drawing the board",
		func(c *Config) string { return strconv.FormatBool(c.Clear) },
		truth(func(c *Config) *bool { return &c.Clear })},
}

func oneOf(field func(*Config) *string, values ...string) func(*Config, string) error {
	return func(c *Config, v string) error {
		if !slices.Contains(values, strings.ToLower(v)) {
			return fmt.Errorf("expected %s, not %q", speech.Or(values), v)
		}
		*field(c) = strings.ToLower(v)
		return nil
	}
}

func truth(field func(*Config) *bool) func(*Config, string) error {
	return func(c *Config, v string) error {
		switch strings.ToLower(v) {
		case "true", "yes", "on":
			*field(c) = true
		case "false", "no", "off":
			*field(c) = false
		default:
			return fmt.Errorf("expected true or false, not %q", v)
		}
		return nil
	}
}

func parsePause(v string) (time.Duration, error) {
	if n, err := strconv.ParseFloat(v, 64); err == nil {
		v = strconv.FormatFloat(n, 'f', -1, 64) + "s"
	}
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 || d > time.Minute {
		return 0, fmt.Errorf("expected a time from 0s to 1m, such as 500ms or 2s, not %q", v)
	}
	return d, nil
}

func defaults(file string) *Config {
	return &Config{Board: "auto", Screen: "auto", Color: "auto", Pause: time.Second,
		Entry: "notation", Resume: true, Coordinates: speech.AutoCoordinates, Last: map[string]Last{},
		file: file}
}

// File returns where the configuration of the user is, or "" where the system does not say.
func File() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "boardgame", "config.toml")
}

// StateDir returns where saved games and the history of lines of the user are, or "" where the
// system does not say.
func StateDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "boardgame")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "state", "boardgame")
}

// Load reads a configuration; without a file it returns the defaults. If the file has
// mistakes, it returns an error that names the line, and the configuration without the wrong keys.
func Load(file string) (*Config, error) {
	if file == "" {
		return defaults(""), nil
	}
	text, err := readText(file)
	if errors.Is(err, fs.ErrNotExist) {
		return defaults(file), nil
	}
	if err != nil {
		return defaults(""), fmt.Errorf("the configuration cannot be read: %w", err)
	}
	c, err := readConfig(file, string(text))
	if err != nil {
		c.file = "" // do not overwrite a file that its owner has to fix
		return c, fmt.Errorf(
			"%w\nThe rest of the file applies. Nothing is saved to it until you correct this", err)
	}
	return c, nil
}

// readText reads one of boardgame's own files. It refuses files that are not regular, or longer
// than a person would write.
func readText(file string) ([]byte, error) {
	f, err := source.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%s is longer than %d kB", file, most>>10)
	}
	return text, err
}

// readConfig reads a configuration. A wrong key is an error that names its line; it is left out,
// and the others apply.
func readConfig(file, text string) (*Config, error) {
	c := defaults(file)
	if err := ruleset.CheckTOML(file, text); err != nil {
		return c, err
	}
	raw := map[string]any{}
	if _, err := toml.Decode(text, &raw); err != nil {
		if parse, ok := errors.AsType[toml.ParseError](err); ok {
			return c, fmt.Errorf("%s:%d: %s", file, parse.Position.Line, parse.Message)
		}
		return c, fmt.Errorf("%s: %s", file, strings.TrimPrefix(err.Error(), "toml: "))
	}
	var wrong []error
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		fail := func(word, format string, args ...any) {
			wrong = append(wrong,
				fmt.Errorf("%s:%d: %s", file, lineOf(text, word), fmt.Sprintf(format, args...)))
		}
		switch value := raw[key].(type) {
		case map[string]any:
			if key == "last" {
				c.readLast(value, fail)
				continue
			}
			fail(key, "there is no setting %q%s", key, wording.DidYouMean(key, settingNames()))
		default:
			if game, ok := value.(string); ok && key == "game" {
				c.Game = game
				continue
			}
			if set, err := findSetting(key); err != nil {
				fail(key, "%s", err)
			} else if err := set.set(c, fmt.Sprint(value)); err != nil {
				fail(key, "%s: %s", key, err)
			}
		}
	}
	return c, errors.Join(wrong...)
}

// readLast reads what was chosen for each game.
func (c *Config) readLast(games map[string]any, fail func(word, format string, args ...any)) {
	for _, name := range slices.Sorted(maps.Keys(games)) {
		chosen, ok := games[name].(map[string]any)
		if !ok {
			fail(name, "[last] has a table for each game; %q is not a table", name)
			continue
		}
		var last Last
		for _, key := range slices.Sorted(maps.Keys(chosen)) {
			var into any
			switch key {
			case "preset":
				into = &last.Preset
			case "options":
				into = &last.Options
			case "seats":
				into = &last.Seats
			default:
				fail(key, "%q does not belong below [last.%s]: only preset, options and seats "+
					"do; settings belong above the first line in brackets", key,
					name)
				continue
			}
			if !retype(chosen[key], into) {
				fail(key, "%s of [last.%s] has the wrong type", key, name)
			}
		}
		c.Last[name] = last
	}
}

// retype puts a value of a TOML file into a variable, if it is of its type.
func retype(value, into any) bool {
	var b bytes.Buffer
	if toml.NewEncoder(&b).Encode(map[string]any{"v": value}) != nil {
		return false
	}
	var all map[string]toml.Primitive
	meta, err := toml.Decode(b.String(), &all)
	return err == nil && meta.PrimitiveDecode(all["v"], into) == nil
}

// lineOf finds the line that sets a key.
func lineOf(text, key string) int {
	for i, line := range strings.Split(text, "\n") {
		rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t[\""), key)
		if ok && (rest == "" || strings.ContainsAny(rest[:1], " \t=].\"")) {
			return i + 1
		}
	}
	return 1
}

func settingNames() []string {
	return lists.Map(Settings, func(s Setting) string { return s.Name })
}

// Get returns the value of a setting as text.
func (c *Config) Get(name string) (string, error) {
	s, err := findSetting(name)
	if err != nil {
		return "", err
	}
	return s.Get(c), nil
}

// Set changes a setting; [Config.Save] makes it last.
func (c *Config) Set(name, value string) error {
	s, err := findSetting(name)
	if err != nil {
		return err
	}
	if err := s.set(c, strings.TrimSpace(value)); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func findSetting(name string) (*Setting, error) {
	for i := range Settings {
		if strings.EqualFold(Settings[i].Name, name) {
			return &Settings[i], nil
		}
	}
	if strings.EqualFold(name, "colour") {
		return findSetting("color")
	}
	return nil, fmt.Errorf("there is no setting %q%s", name, wording.DidYouMean(name, settingNames()))
}

// Text writes the configuration as its file: every setting with what it means, then what was played
// last.
func (c *Config) Text() string {
	var b bytes.Buffer
	b.WriteString("# What boardgame remembers. `boardgame config NAME=VALUE` changes a setting, " +
		"and so does editing this file.\n")
	for _, s := range Settings {
		v := s.Get(c)
		if v != "true" && v != "false" {
			v = strconv.Quote(v)
		}
		fmt.Fprintf(&b, "\n# %s: %s\n%s = %s\n", s.Help, s.Values, s.Name, v)
	}
	if c.Game != "" {
		fmt.Fprintf(&b, "\n# The game played last, and what was chosen for each.\ngame = %q\n", c.Game)
	}
	if len(c.Last) > 0 {
		b.WriteByte('\n')
		e := toml.NewEncoder(&b)
		e.Indent = ""
		_ = e.Encode(map[string]any{"last": c.Last}) // to a buffer, of strings: cannot fail
	}
	return b.String()
}

// Save writes the configuration to its file, in one piece. Without a file it does nothing.
func (c *Config) Save() error {
	if c.file == "" {
		return nil
	}
	if err := writeWhole(c.file, []byte(c.Text())); err != nil {
		return fmt.Errorf("the configuration cannot be saved: %w", err)
	}
	return nil
}

// writeWhole replaces a file atomically, and makes its folder if necessary.
func writeWhole(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return record.WriteFile(file, data)
}
