package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/interp/ruleset"
	"boardgame/repl/config"
	"boardgame/repl/keyboard"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
	"boardgame/testdata/long"
)

// A terminal without UTF-8 gets ASCII, unless the settings say otherwise.
func TestOnlyASCII(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "de_DE.UTF-8"}, false},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, true},
		{map[string]string{"LANG": "POSIX", "LC_CTYPE": "C.utf8"}, false},
		{map[string]string{"LANG": "en_US.ISO-8859-1"}, true},
		{map[string]string{"LANG": "de_DE.UTF-8", "TERM": "linux"}, true},
	} {
		if got := keyboard.OnlyASCII(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %v", c.env, got)
		}
	}
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.NoUnicode = true })
	start(t, s, "tic-tac-toe", nil, nil)
	if !strings.Contains(out.String(), "---+---+---") {
		t.Errorf("the board is not in ASCII:\n%s", out.String())
	}
	typeIn(t, s, "set board unicode", "board")
	if !strings.Contains(out.String(), "───┼───┼───") {
		t.Error("the setting changes nothing")
	}
}

// Words that a command takes nothing of, and seats that there are not, are refused.
func TestTooManyWords(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	for line, want := range map[string]string{
		"board now":   "`board` takes no argument; leave out \"now\"",
		"flip board":  "`flip` takes no argument",
		"again twice": "`again` takes no argument",
		"quit it":     "`quit` takes no argument",
	} {
		if err := s.Exec(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	err := s.Start("tic-tac-toe", "", nil,
		map[string]string{"1": "human", "2": "easy", "3": "easy"})
	if err == nil || err.Error() != "Tic-Tac-Toe has 2 players, but you named 3" {
		t.Errorf("three seats: %v", err)
	}
}

func TestSettingsInASession(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) {
		o.ConfigFile, o.Pause,
			o.Live = filepath.Join(dir, "config.toml"), -1, true
	})
	start(t, s, "tic-tac-toe", nil, nil)
	typeIn(t, s, "set pause 0", "set board ascii", "board")
	if !strings.Contains(out.String(), "---+---") || s.host.pause() != 0 {
		t.Errorf("the settings change nothing:\n%s", out.String())
	}
	typeIn(t, s, "new cage", "set coordinates feup-a")
	if !strings.Contains(out.String(), "    A   B   C") ||
		s.view.table.Sheet.Speech.SiteName(0) != "A9" {
		t.Errorf("the coordinates change nothing:\n%s", out.String())
	}
	typeIn(t, s, "set coordinates own", "set coordinates")
	if s.view.table.Sheet.Speech.SiteName(0) != "a1" || !strings.Contains(out.String(),
		"  feup-b: capital letters") {
		t.Errorf("the coordinates cannot be put back, or are not listed:\n%s", out.String())
	}
	if err := s.Exec("set coordinates feup-c"); err == nil ||
		s.view.table.Sheet.Speech.SiteName(0) != "a1" {
		t.Errorf("coordinates that there are not: %v, %s", err, s.view.table.Sheet.Speech.SiteName(0))
	}
	typeIn(t, s, "new tic-tac-toe", "set coordinates auto")
	for _, line := range []string{"set colour sometimes", "set volume 11", "set pause -1s"} {
		if err := s.Exec(line); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
	if c, err := config.Load(filepath.Join(dir, "config.toml")); err != nil || c.Board != "ascii" ||
		c.Game != "tic-tac-toe" {
		t.Errorf("%+v, %v", c, err)
	}
}

// Every alias of every game can be read, and stands for a legal move at some time in random play
// where it can be tried at once.
func TestAliasesOfAllGames(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 1) {
		tb := mustTable(t, name, "", nil)
		for _, a := range tb.Sheet.Speech.Ruleset.Info.Aliases {
			if _, err := a.Read(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, c := range []struct{ game, preset, typed, want string }{
		{"shiftago", "", "L3", "east a5"},
		{"shiftago", "", "down 7", "north g1"},
		{"tactigon", "", "3,7-2,6", "d4-c4"},
		{"tactigon", "", "3-7 2-6", "d4-c4"},
		{"blockade", "", "4,4-6,4", "d11-f11"},
		{"blockade", "", "d11 nn", "d11-d13"},
		{"blockade", "", "d11 N", "d11-d12"},
		{"blockade", "", "d11 NO", "d11-c12"},
		{"blockade", "", "d11 NE", "d11-e12"},
		{"blockade", "", "d11 SO", "d11-c10"},
		{"blockade", "", "d11 OO", "d11-b11"},
		{"blockade", "", "h11E", "h11-i11"},
		{"blockade", "feup", "8,4 SS", "h11-h9"},
		{"cage", "feup-a", "b8 a8", "b2xa2"},
		{"cage", "feup-a", "B8-A8", "b2xa2"},
		{"quoridor", "", "e3h", "e3ne east"},
	} {
		tb := mustTable(t, c.game, c.preset, nil)
		e := tb.Sheet.Read(c.typed)
		if len(e.Steps) != 1 || tb.Sheet.Speech.Game.Text(tb.Sheet.Now(), e.Steps[0]) != c.want {
			t.Errorf("%s: %s is read as %+v, not %s", c.game, c.typed, e, c.want)
		}
	}
}

// The example of docs/presentation.md is one: it is read, and its aliases and levels make sense.
func TestPresentationExample(t *testing.T) {
	text, err := os.ReadFile("../docs/presentation.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	info, err := ruleset.ReadInfo("example.toml", example)
	if err != nil {
		t.Fatal(err)
	}
	if len(info.Aliases) != 2 || len(info.Levels) != 2 || len(info.Positions) != 1 ||
		len(info.Presets) != 1 || len(info.Pieces) != 1 || len(info.Marks) != 2 ||
		len(info.Coordinates) != 1 {
		t.Errorf("%+v", info)
	}
	tb := mustTable(t, "blockade", "", map[string]string{"field": "mini"})
	for _, a := range info.Aliases {
		if _, err := a.Read(); err != nil {
			t.Error(err)
		}
	}
	if _, err := speech.NewCoordinates(info.Coordinates[0],
		tb.Sheet.Speech.Rules().Board); err != nil {
		t.Error(err)
	}
	for _, l := range info.Levels {
		if err := l.Check(tb.Sheet.Speech.Rules()); err != nil {
			t.Error(err)
		}
	}
	if _, err := tb.Sheet.Speech.Game.ParsePosition(info.Positions[0].Position +
		" field=mini"); err != nil {
		t.Error(err)
	}
}

// A mistake in the configuration is said where the table covers what was written before it.
func TestConfigMistakeIsSeenAtTheTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("bananas = 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	size := func(n int) func() int { return func() int { return n } }
	s, err := New(paper.Options{Out: &out, Live: true, InPlace: true, Width: size(80),
		Height:     size(24),
		ConfigFile: file})
	if err == nil {
		t.Fatal("the configuration is taken as it is")
	}
	if err := s.Start("hex", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	s.settle()
	seen := strings.Join(emulated(80, 24, out.String()), "\n")
	words := strings.Join(strings.Fields(seen), " ") // the path of the file moves the ends of lines
	if !strings.Contains(words, `there is no setting "bananas"`) {
		t.Errorf("the table says nothing of it:\n%s", seen)
	}
}
