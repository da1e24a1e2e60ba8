package revision_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp/revision"
)

// repository makes a git repository with one revision for each set of files, and returns its
// folder.
func repository(t *testing.T, revisions ...map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@b",
			"-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	git("init", "-q")
	for _, files := range revisions {
		for name, text := range files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		git("add", "-A")
		git("commit", "-q", "-m", "x")
	}
	return dir
}

// A name is split at the @ that begins the revision, even if the revision has one of its own. Names
// of games and files stay whole.
func TestSplit(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "odd@home.rules")
	if err := os.WriteFile(odd, []byte("game \"G\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, file, revision string }{
		{"a.rules@HEAD", "a.rules", "HEAD"},
		{"a.rules@HEAD~2", "a.rules", "HEAD~2"},
		{"a.rules@HEAD@{1}", "a.rules", "HEAD@{1}"},
		{"a.rules@@{upstream}", "a.rules", "@{upstream}"},
		{"a.rules@", "a.rules", ""},
		{"me@home/a.rules@v1", "me@home/a.rules", "v1"},
		{"old.rules@2/a.rules@HEAD@{1}", "old.rules@2/a.rules", "HEAD@{1}"},
		{odd + "@HEAD@{1}", odd, "HEAD@{1}"},
		{"chess@HEAD", "chess", "HEAD"},
	} {
		file, rev, ok := revision.Split(c.text)
		if !ok || file != c.file || rev != c.revision {
			t.Errorf("%s is split into %q and %q, %v", c.text, file, rev, ok)
		}
	}
	for _, whole := range []string{"chess", "a.rules", odd, "@HEAD", ""} {
		if file, rev, ok := revision.Split(whole); ok || file != whole || rev != "" {
			t.Errorf("%s is split into %q and %q", whole, file, rev)
		}
	}
}

// A file is read as it was, from any folder of its repository, and is called by its revision.
func TestRead(t *testing.T) {
	dir := repository(t, map[string]string{"deep/a.rules": "game \"Old\"\n"},
		map[string]string{"deep/a.rules": "game \"New\"\n"})
	name := filepath.Join(dir, "deep", "a.rules")
	for rev, want := range map[string]string{"HEAD": "New", "HEAD~1": "Old", "HEAD@{1}": "Old"} {
		f, err := revision.Read(t.Context(), name, rev)
		if err != nil || f.Text != "game \""+want+"\"\n" || f.Name != name+"@"+rev {
			t.Errorf("%s: %+v, %v", rev, f, err)
		}
	}
	for _, c := range []struct{ name, rev, want string }{
		{name, "", "expected a git revision after the @"},
		{name, "--help", "expected a git revision after the @"},
		{name, "HEAD~7", "cannot be read from git: "},
		{filepath.Join(dir, "deep", "b.rules"), "HEAD", "b.rules' does not exist in 'HEAD'"},
		{filepath.Join(dir, "none", "a.rules"), "HEAD", "no such file or directory"},
		{filepath.Join(t.TempDir(), "a.rules"), "HEAD", "not a git repository"},
	} {
		_, err := revision.Read(t.Context(), c.name, c.rev)
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), c.name+"@"+c.rev) ||
			strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "fatal: ") {
			t.Errorf("%s@%s: %v", c.name, c.rev, err)
		}
	}
	t.Chdir(filepath.Join(dir, "deep"))
	if f, err := revision.Read(t.Context(), "a.rules", "HEAD~1"); err != nil ||
		!strings.Contains(f.Text, "Old") {
		t.Errorf("from its own folder: %v, %v", f, err)
	}
}

// What old rules extend is as old as they are: the file beside them at that revision, or a game
// that comes with boardgame, but never the file of today.
func TestLibrary(t *testing.T) {
	const base = "game \"Base\"\nplayers A, B\nboard square(3, 3)\npiece man\n" +
		"move put { at c in empty do place man on c }\nturn put else draw\n"
	dir := repository(t,
		map[string]string{"v.rules": "game \"V\" extends \"base\"\n", "base.rules": base},
		map[string]string{"base.rules": strings.Replace(base, "(3, 3)", "(5, 3)", 1),
			"late.rules": base})
	name := filepath.Join(dir, "v.rules")
	for rev, sites := range map[string]int{"HEAD": 15, "HEAD~1": 9} {
		f, err := revision.Read(t.Context(), name, rev)
		if err != nil {
			t.Fatal(err)
		}
		rules, list := dsl.Load(f, nil, revision.Library{Context: t.Context(), Revision: rev})
		if list.HasErrors() || len(rules.Board.Names) != sites {
			t.Errorf("%s: %v", rev, list)
		}
	}
	lib := revision.Library{Context: t.Context(), Revision: "HEAD~1"}
	if f, err := lib.Find("late", name+"@HEAD~1"); err == nil {
		t.Errorf("a file that was not there then: %s", f.Name)
	}
	if f, err := lib.Find("chess", name+"@HEAD~1"); err != nil || !strings.Contains(f.Text, "Chess") {
		t.Errorf("a game that comes with boardgame: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	lib.Context = ended
	if _, err := lib.Find("base", name+"@HEAD~1"); err == nil {
		t.Error("a file is found after its context has ended")
	}
}
