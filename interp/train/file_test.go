package train

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/interp/level"
)

// A file of patterns that came during training is not replaced without force.
func TestFileReplacesNoPatterns(t *testing.T) {
	dir := t.TempDir()
	has := func(name, want string) {
		t.Helper()
		if text, _ := os.ReadFile(filepath.Join(dir, name)); !strings.Contains(string(text), want) {
			t.Errorf("%s: %q", name, text)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "mine.net"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, force := range []bool{false, true} {
		w := &level.Weights{Name: "patterns", Patterns: "new"}
		file := File{Name: filepath.Join(dir, "mine.toml"), Force: force, Net: ".net"}
		_, err := file.Write(Addition{Weights: w})
		if !force {
			if err == nil || !strings.Contains(err.Error(), "mine.net already exists") {
				t.Error(err)
			}
			has("mine.net", "old")
			has("mine-trained.net", "new")
			has("mine-trained.toml", `"mine-trained.net"`)
		} else if has("mine.net", "new"); err != nil {
			t.Error(err)
		}
	}
}

// Edits to the files during training are not lost, and neither is the result.
func TestFileKeepsWhatWasWrittenMeanwhile(t *testing.T) {
	add := Addition{
		Levels: []level.Level{{Name: "hard", Settings: level.Settings{Bot: "greedy"}}}}
	for _, c := range []struct {
		what, now  string
		file       File
		want, name string
		err        string
	}{
		{"a note", "# a note\n", File{}, "# a note\n\n[[level]]\nname = \"hard\"", "mine.toml",
			""},
		{"the level", "[[level]]\nname = \"hard\"\nbot = \"mcts\"\n", File{},
			"[[level]]\nname = \"hard\"\nbot = \"mcts\"\n",
			"mine-trained-2.toml", "has a level hard already"},
		{"half a line", "[[lev", File{}, "[[lev", "mine-trained-2.toml",
			"what was found is in"},
		{"the new file", "mine\n", File{New: true}, "mine\n", "mine-trained-2.toml",
			"already exists"},
		{"the new file, by force", "mine\n", File{New: true, Force: true}, "title",
			"mine.toml", ""},
	} {
		dir := t.TempDir()
		file := c.file
		file.Name, file.text = filepath.Join(dir, "mine.toml"), "title = \"Mine\"\n"
		for name, text := range map[string]string{"mine.toml": c.now,
			"mine-trained.toml": "of another time\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		name, err := file.Write(add)
		if c.err == "" && err != nil || c.err != "" &&
			(err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: the error is %v, not %q", c.what, err, c.err)
		}
		text, _ := os.ReadFile(file.Name)
		found, _ := os.ReadFile(name)
		other, _ := os.ReadFile(filepath.Join(dir, "mine-trained.toml"))
		if !strings.HasPrefix(string(text), c.want) || filepath.Base(name) != c.name ||
			!strings.Contains(string(found), `bot = "greedy"`) ||
			string(other) != "of another time\n" {
			t.Errorf("%s: %s has\n%s\nthe file has\n%s", c.what, name, found, text)
		}
	}
}
