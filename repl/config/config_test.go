package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What is saved is what is read again, and every setting is explained in the file.
func TestConfigRoundTrip(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "config.toml")
	c, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"board": "ASCII", "colour": "never",
		"pause": "250ms", "entry": "point", "resume": "no", "hint": "hard", "clear": "yes"} {
		if err := c.Set(name, value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.Game = `odd "name".rules`
	c.Last["cage"] = Last{Preset: "feup-a", Options: map[string]string{"size": "8"},
		Seats: []string{"human", "mcts:time=2s"}}
	c.Last[c.Game] = Last{Seats: []string{"human"}}
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	again, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, again, cmp.AllowUnexported(Config{}), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	if again.Pause != 250*time.Millisecond || again.Board != "ascii" || again.Resume {
		t.Errorf("%+v", again)
	}
	data, _ := os.ReadFile(file)
	for _, s := range Settings {
		if !strings.Contains(string(data), s.Help) {
			t.Errorf("%s is not explained", s.Name)
		}
	}
}

// A mistake is named with its line; nothing is lost of the file.
func TestConfigMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"board = \"unicode\"\nborad = 1\n": ":2: there is no setting \"borad\"; did you " +
			"mean board?",
		"\npause = \"soon\"\n": ":2: pause: expected a time",
		"entry = \"mouse\"\n":  ":1: entry: expected notation, guided or point",
		"resume = \"maybe\"\n": "resume",
		"board = \n":           ":1:",
		"[last.cage]\nseats = [\"a\"]\nsaets=1\n": ":3: \"saets\" does not belong below " +
			"[last.cage]",
		"[last.cage]\nbored = \"ascii\"\n": ":2: \"bored\" does not belong below " +
			"[last.cage]",
		"\x00": ":1:",
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := Load(file)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: wanted %q, got %v", text, want, err)
			continue
		}
		if c.Board != "auto" && c.Board != "unicode" {
			t.Errorf("%q: there are no defaults: %+v", text, c)
		}
		if err := c.Save(); err != nil {
			t.Error(err)
		}
		if after, _ := os.ReadFile(file); string(after) != text {
			t.Errorf("%q was written over", text)
		}
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("a folder is read as a configuration")
	}
}

// Only the key that is wrong is left out, and settings have both spellings.
func TestConfigKeepsTheRest(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	text := "colour = \"never\"\nresume = \"maybe\"\npause = 12\nboard = \"ascii\"\ngame = " +
		"\"hex\"\n[last.hex]\nseats = [\"human\", \"easy\"]\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := Load(file)
	if err == nil || !strings.Contains(err.Error(), ":2: resume: expected true or false") ||
		strings.Contains(err.Error(), "pause") {
		t.Errorf("the error is %v", err)
	}
	if c.Color != "never" || c.Board != "ascii" || c.Pause != 12*time.Second || !c.Resume ||
		c.Game != "hex" || len(c.Last["hex"].Seats) != 2 {
		t.Errorf("%+v", c)
	}
}
