package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"

	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

func TestMain(m *testing.M) {
	checkTime = 10 * time.Minute
	testscript.Main(m, map[string]func(){"boardgame": main})
}

// The scripts say for every verb what it prints and with which status it ends, for good input and
// for bad. They run the verbs in the test's own process, which takes half the time. Whatever
// depends on a separate process is in usage.txtar, which starts the program, and in the tests of
// pipes, signals and terminals.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "script"))
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	if long.Race { // commands that start goroutines
		scripts = slices.DeleteFunc(scripts, func(path string) bool {
			return !slices.Contains(strings.Fields("lsp match play report solve"),
				strings.TrimSuffix(filepath.Base(path), ".txtar"))
		})
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			for name, value := range environment(e.WorkDir) {
				e.Setenv(name, value)
			}
			e.Setenv("DOCS", filepath.Join(dir, "..", "..", "..", "..", "docs"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "root": // who may read everything
				return os.Geteuid() == 0, nil
			case "long":
				return long.Tests, nil
			case "eglot": // comes with Emacs 29, or as a package
				return exec.Command("emacs", "--batch", "--eval",
					"(progn (package-initialize) (require 'eglot))").Run() == nil, nil
			}
			return false, fmt.Errorf("unknown condition %s", name)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"run":    verb,
			"status": status,
			"bytes":  manyBytes,
		},
	})
}

// environment is the environment variables that the program reads, for a home in a folder.
func environment(dir string) map[string]string {
	return map[string]string{
		"NO_COLOR":        "",
		"HOME":            dir,
		"XDG_CONFIG_HOME": filepath.Join(dir, "config"),
		"XDG_STATE_HOME":  filepath.Join(dir, "state"),
		"XDG_DATA_HOME":   filepath.Join(dir, "data"),
		"XDG_CACHE_HOME":  filepath.Join(dir, "cache"),
	}
}

// run ARGUMENT… [<FILE] runs a verb here; the file is its standard input.
func verb(ts *testscript.TestScript, neg bool, args []string) {
	got := runHere(ts, args)
	if neg == (got == statusFine) {
		ts.Fatalf("exit status %d", got)
	}
}

// status N ARGUMENT… is run that wants the exit status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status N argument…")
	}
	if got := fmt.Sprint(runHere(ts, args[1:])); got != args[0] {
		ts.Fatalf("exit status %s, not %s", got, args[0])
	}
}

// here is held by the verb that runs in this process: there is only one working folder and one
// environment.
var here sync.Mutex

// runHere runs a verb in the folder and the environment of a script.
func runHere(ts *testscript.TestScript, args []string) int {
	stdin := ""
	if n := len(args) - 1; n >= 0 && strings.HasPrefix(args[n], "<") {
		stdin, args = ts.ReadFile(args[n][1:]), args[:n]
	}
	stdout, stderr := &shared{to: ts.Stdout()}, &shared{to: ts.Stderr()}
	here.Lock()
	defer here.Unlock()
	defer changeFolder(ts, ts.MkAbs("."))()
	for name := range environment("") {
		defer withVariable(ts, name, ts.Getenv(name))()
	}
	return run(args, strings.NewReader(stdin), stdout, stderr)
}

// changeFolder changes the working folder, and returns a function that changes it back.
func changeFolder(ts *testscript.TestScript, dir string) (back func()) {
	old, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(dir))
	return func() { ts.Check(os.Chdir(old)) }
}

// withVariable sets an environment variable, and returns a function that restores it.
func withVariable(ts *testscript.TestScript, name, value string) (back func()) {
	old, was := os.LookupEnv(name)
	ts.Check(os.Setenv(name, value))
	return func() {
		if was {
			ts.Check(os.Setenv(name, old))
		} else {
			ts.Check(os.Unsetenv(name))
		}
	}
}

// shared is a stream that several goroutines may write to, as to a file.
type shared struct {
	mu sync.Mutex
	to io.Writer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.to.Write(b)
}

// bytes FILE N TEXT writes a file that repeats a text N times.
func manyBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: bytes file n text")
	}
	n := 0
	for _, digit := range args[1] {
		n = 10*n + int(digit-'0')
	}
	text := strings.NewReplacer(`\n`, "\n", `\0`, "\x00", `\xff`, "\xff").Replace(args[2])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(text, n)), 0o644))
}

func TestJoinPresets(t *testing.T) {
	var game, preset string
	for _, name := range ruleset.List() {
		if r, err := ruleset.Find(name); err == nil && len(r.Info.Presets) > 0 {
			game, preset = name, r.Info.Presets[0].Name
		}
	}
	if game == "" {
		t.Fatal("no game has a preset")
	}
	for in, want := range map[string]string{
		"perft " + game + " " + preset + " 3":  "perft " + game + ":" + preset + " 3",
		"perft " + game + " 3":                 "perft " + game + " 3",
		"perft -o a=b " + game + " " + preset:  "perft -o a=b " + game + ":" + preset,
		"perft " + game + ":" + preset + " 3":  "perft " + game + ":" + preset + " 3",
		"moves nosuchgame " + preset:           "moves nosuchgame " + preset,
		game + " " + preset:                    game + " " + preset, // a verb comes first
		"moves " + game + " --after " + preset: "moves " + game + " --after " + preset,
	} {
		if got := strings.Join(joinPresets(strings.Fields(in)), " "); got != want {
			t.Errorf("%s is %s, not %s", in, got, want)
		}
	}
}

// A reader that has gone away, as `head` does, is not an error.
func TestClosedPipeIsQuiet(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	var stderr bytes.Buffer
	if got := run([]string{"explain"}, strings.NewReader(""), w, &stderr); got != statusFine ||
		stderr.Len() > 0 {
		t.Errorf("status %d, %q", got, stderr.String())
	}
}

// A full disk is an error.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	defer full.Close()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, args := range [][]string{{"explain"}, {"play", "tic-tac-toe"}} {
		var stderr bytes.Buffer
		if got := run(args, strings.NewReader("b2\n"), full, &stderr); got != statusWrong ||
			!strings.Contains(stderr.String(), "cannot be written") {
			t.Errorf("%s: status %d, %q", args[0], got, stderr.String())
		}
	}
}

// The examples of the help texts work.
func TestHelpExamples(t *testing.T) {
	// These would take too long, or need the source or files of their own.
	slow := map[string]bool{"certify": true, "test": true, "cover": true, "check": true,
		"match": true, "report": true, "bench": true, "rate": true, // which needs other programs
		"diff": true, "site": true, "train": true}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"} {
		t.Setenv(name, dir)
	}
	var rules bytes.Buffer
	if got := run([]string{"rules", "connect-four"}, nil, &rules, io.Discard); got != statusFine {
		t.Fatalf("status %d", got)
	}
	for name, text := range map[string]string{"mygame.rules": rules.String(),
		"game.txt": "d3 c3 c4\n", "game.pgn": "1. e4 e5 2. Nf3 *\n",
		"games.pgn": "1. e4 e5 2. Nf3 *\n\n1. d4 *\n",
		"game.sgf":  "(;FF[4]GM[11]SZ[11];B[a1])"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	examples := 0
	for _, verb := range verbs(t) {
		var help bytes.Buffer
		run([]string{verb, "--help"}, nil, &help, io.Discard)
		for line := range strings.Lines(help.String()) {
			stdin, line, piped := strings.Cut(strings.TrimSpace(line), " | ")
			if !piped {
				stdin, line = "", stdin
			}
			args, ok := strings.CutPrefix(line, "boardgame ")
			if args, _, _ = strings.Cut(args, " > "); !ok || slow[verb] ||
				strings.Contains(args, "rulesets") || strings.Contains(args, "FILE") {
				continue
			}
			if strings.HasPrefix(args, "serve") && !strings.Contains(args, "--stdio") {
				continue // it serves until it is stopped
			}
			examples++
			if !long.Case(examples, 6) && !strings.Contains(args, "mine.rules") {
				continue // two examples share that file
			}
			var out, stderr bytes.Buffer
			input := strings.NewReader(strings.Trim(strings.TrimPrefix(stdin, "echo "), `"`) + "\n")
			if got := run(split(args), input, &out, &stderr); got != statusFine {
				t.Errorf("%s: status %d\n%s%s", line, got, out.String(), stderr.String())
			}
		}
	}
	if examples < 20 {
		t.Errorf("only %d examples were found", examples)
	}
}

// split splits a command line at its blanks, but not inside quotes.
func split(line string) []string {
	var args []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args
}

// The help of the program fits on a screen, and each command has one line of a column.
func TestOverview(t *testing.T) {
	var top bytes.Buffer
	run([]string{"--help"}, nil, &top, io.Discard)
	lines := strings.Split(strings.TrimSpace(top.String()), "\n")
	if len(lines) > 23 { // and the prompt
		t.Errorf("the help has %d lines", len(lines))
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 80 {
			t.Errorf("%q is too long", line)
		}
	}
}

// A command that is reached through another one does the same under both names.
func TestForms(t *testing.T) {
	for _, f := range forms {
		both := [2]string{}
		for i, name := range []string{f.name, f.verb + " " + f.words} {
			var out bytes.Buffer
			args := append(strings.Fields(strings.ReplaceAll(name, "--out", "--out=DIR")), "--help")
			if got := run(args, nil, &out, io.Discard); got != statusFine {
				t.Errorf("%s: status %d", name, got)
			}
			both[i] = out.String()
		}
		want := "boardgame " + f.verb + " " + f.words
		if f.name == "serve --stdio" {
			want = "boardgame serve"
		}
		if both[0] != both[1] || !strings.Contains(both[0], want) {
			t.Errorf("%s: %s\n%s", f.words, both[0], both[1])
		}
	}
	for _, c := range [][2]string{
		{"test", "test"}, {"test a.rules --cover", "cover a.rules"},
		{"test --published chess", "certify chess"}, {"rules prelude", "prelude"},
		{"rules chess", "rules chess"}, {"rules chess prelude", "rules chess prelude"},
		{"serve --out public", "site --out public"}, {"serve --out=public", "site --out=public"},
		{"serve --protocol=uci chess", "uci chess"}, {"serve chess --protocol lsp", "lsp chess"},
		{"serve --protocol", "serve --protocol"}, {"serve --protocol xyz", "serve --protocol xyz"},
		{"serve --protocol json cage", "serve --stdio cage"}, {"play --cover", "play --cover"},
	} {
		if got := strings.Join(ownNames(strings.Fields(c[0])), " "); got != c[1] {
			t.Errorf("%s is read as %s, not as %s", c[0], got, c[1])
		}
	}
}

// verbs returns the verbs that the help lists.
func verbs(t *testing.T) []string {
	t.Helper()
	var top, stderr bytes.Buffer
	if got := run([]string{"--help"}, nil, &top, &stderr); got != statusFine {
		t.Fatalf("status %d, %q", got, stderr.String())
	}
	var all []string
	for _, found := range regexp.MustCompile(`  ([a-z]+) +[A-Z]`).FindAllStringSubmatch(
		top.String(), -1) {
		all = append(all, found[1])
	}
	if len(all) < 10 {
		t.Fatalf("only %d verbs are listed:\n%s", len(all), top.String())
	}
	return all
}

// Every flag and argument of a verb has a help text, and no text is about another one.
func TestEveryFlagHasHelp(t *testing.T) {
	var c commands
	parser, err := kong.New(&c, kong.Vars{"version": "", "checkTime": "1s", "turns": "1"},
		kong.PostBuild(insertHelp))
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range parser.Model.Children {
		for _, flag := range node.Flags {
			if flag.Help == "" || strings.Contains(flag.Help, "${") {
				t.Errorf("%s --%s: the help is %q", node.Name, flag.Name, flag.Help)
			}
		}
		for _, argument := range node.Positional {
			if argument.Help == "" || strings.Contains(argument.Help, "${") {
				t.Errorf("%s %s: the help is %q", node.Name, argument.Name, argument.Help)
			}
		}
	}
}

// Every verb has a help text with an example.
func TestHelp(t *testing.T) {
	for _, verb := range verbs(t) {
		var out, stderr bytes.Buffer
		if got := run([]string{verb, "--help"}, nil, &out, &stderr); got != statusFine ||
			!strings.Contains(out.String(), "boardgame "+verb) {
			t.Errorf("%s --help: status %d\n%s%s", verb, got, out.String(), stderr.String())
		}
		// however help is asked for, the verb only prints it, and only once
		for _, flag := range []string{"--help=true", "-h"} {
			var again bytes.Buffer
			run([]string{verb, flag}, nil, &again, io.Discard)
			if again.String() != out.String() {
				t.Errorf("%s %s prints\n%s", verb, flag, again.String())
			}
		}
		if alone := verbAlone([]string{verb}); (alone == nil) != (verb == "completion") {
			t.Errorf("whether %s is read alone: %v", verb, alone != nil)
		}
	}
}

// A file gets its content through interp/record, which writes a new one beside it and renames it.
// Then a full disk or a killed program leaves no part of a file. Only logs, which grow line by
// line, and locks are opened for writing.
func TestFilesAreWrittenWhole(t *testing.T) {
	may := map[string]string{
		"dsl/lsp/navigate.go":     "os.WriteFile", // a copy of a shipped file to look at
		"interp/match/file.go":    "os.OpenFile",  // a log of games
		"repl/protocol/keep.go":   "os.OpenFile",  // a lock
		"repl/saves/saves.go":     "os.OpenFile",  // a lock
		"repl/web/editor/main.go": "os.WriteFile", // a tool for us
	}
	writes := regexp.MustCompile(`\bos\.(WriteFile|Create|OpenFile)\b`)
	for _, dir := range []string{"cmd", "dsl", "interp", "repl", "rulesets"} {
		visit := func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			name, _ := filepath.Rel(filepath.Join("..", ".."), path)
			for _, call := range writes.FindAllString(string(text), -1) {
				if may[filepath.ToSlash(name)] != call {
					t.Errorf("%s calls %s; record.WriteFile leaves no part of a file", name, call)
				}
			}
			return err
		}
		if err := filepath.WalkDir(filepath.Join("..", "..", dir), visit); err != nil {
			t.Fatal(err)
		}
	}
}

// No game that comes with the program lacks anything.
func TestGamesAreComplete(t *testing.T) {
	for _, name := range long.Sample(ruleset.List(), 6) {
		a, c := &app{ctx: t.Context()}, checkCmd{Static: true}
		lacks, err := c.lacks(a, filepath.Join("../../rulesets", name))
		if err != nil || lacks != nil {
			t.Error(name, err, lacks)
		}
	}
}
