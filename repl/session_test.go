package repl

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/paper"
	"boardgame/repl/saves"
	"boardgame/repl/speech"
	"boardgame/testdata/long"
)

var update = flag.Bool("update", false, "write the transcripts as they are now")

// testSession is a session without a terminal and without randomness, with its state in folders of
// its own.
func testSession(t *testing.T, out *bytes.Buffer, change func(*paper.Options)) *Session {
	t.Helper()
	o := paper.Options{Out: out, Seed: 1, Pause: 0,
		Now: func() time.Time { return time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC) }}
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestTranscripts runs the sessions of testdata/session. A file begins with `play RULES
// [OPTION=VALUE …] [PLAYER=:WHO …] [width=N] [ascii] [color]` or `menu`. Lines that begin with >
// are typed, and each is followed by its answer.
func TestTranscripts(t *testing.T) {
	long.OneThread(t)
	here, err := os.Getwd() // the sessions have folders of their own
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(here, "testdata/session/*.txt"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := transcript(t, string(data))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(string(data), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s (run with -update if that is meant):\n%s", file, diff)
			}
		})
	}
}

func transcript(t *testing.T, script string) string {
	var out bytes.Buffer
	lines := strings.Split(script, "\n")
	width := 80
	dir := t.TempDir()
	t.Chdir(dir)
	s := testSession(t, &out, func(o *paper.Options) {
		for word := range strings.FieldsSeq(lines[0]) {
			switch n, isWidth := strings.CutPrefix(word, "width="); {
			case isWidth:
				width, _ = strconv.Atoi(n)
			case word == "ascii":
				o.ASCII = true
			case word == "colour":
				o.Color = true
			}
		}
		o.Width = func() int { return width }
		o.ConfigFile, o.StateDir = filepath.Join(dir, "config.toml"), filepath.Join(dir, "state")
	})
	fmt.Fprintln(&out, lines[0])
	words := strings.Fields(lines[0])
	if words[0] == "menu" {
		s.Menu()
	} else {
		name, preset, _ := strings.Cut(words[1], ":")
		options, seats := map[string]string{}, map[string]string{}
		for _, w := range words[2:] {
			k, v, ok := strings.Cut(w, "=")
			who, seat := strings.CutPrefix(v, ":")
			switch {
			case seat:
				seats[k] = who
			case ok && k != "width":
				options[k] = v
			}
		}
		if err := s.Start(name, preset, options, seats); err != nil {
			fmt.Fprintf(&out, "! %v\n", err)
		}
	}
	for _, line := range lines[1:] {
		typed, ok := strings.CutPrefix(line, ">")
		if !ok {
			continue
		}
		fmt.Fprintf(&out, ">%s\n", typed)
		if err := s.Exec(typed); err != nil {
			fmt.Fprintf(&out, "! %s\n", strings.ReplaceAll(err.Error(), "\n", "\n! "))
		}
	}
	return strings.ReplaceAll(out.String(), dir, "DIR")
}

// typeIn runs lines that must not fail.
func typeIn(t *testing.T, s *Session, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if err := s.Exec(line); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
	}
}

func start(t *testing.T, s *Session, name string, options, seats map[string]string) {
	t.Helper()
	if err := s.Start(name, "", options, seats); err != nil {
		t.Fatal(err)
	}
}

// A level alone on the menu's seats page is the opponent's: the person at the keyboard never loses
// their seat to it.
func TestLevelAloneInTheMenu(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	s.Menu()
	typeIn(t, s, "tic-tac-toe")
	for _, step := range []struct {
		typed string
		want  []string
	}{
		{"greedy", []string{"human", "greedy"}},
		{"Human", []string{"human", "greedy"}},
		{"2", []string{"human", "random"}}, // by its number
		{"mcts:time=2s", []string{"human", "mcts:time=2s"}},
		{"greedy human", []string{"greedy", "human"}},
		{"perfect", []string{"perfect", "human"}},
		{"human human", []string{"human", "human"}},
		{"easy", []string{"easy", "human"}}, // every seat has a person
	} {
		typeIn(t, s, step.typed)
		if got := s.modes.stack[0].(*menu).seats; !slices.Equal(got, step.want) {
			t.Errorf("%q: %q instead of %q", step.typed, got, step.want)
		}
	}
}

// Whatever is played and taken back, the moments equal those of a game replayed from the start.
func TestUndoAndRedoKeepTheGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"cage", "shiftago", "tic-tac-toe", "nine-mens-morris",
		"connect-four"} {
		options := map[string]string{}
		if name == "cage" {
			options["size"] = "6"
		}
		if name == "shiftago" {
			options["mode"] = "expert"
		}
		tb := mustTable(t, name, "", options)
		for range long.Times(150, 5) {
			switch n := rng.IntN(10); {
			case n < 2:
				_ = tb.Undo()
			case n < 4:
				_ = tb.Redo()
			case !tb.Sheet.Over():
				moves := tb.Sheet.Legal()
				if err := tb.Play(moves[rng.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			p := tb.Sheet.Speech.Game.Start()
			for i := 0; i <= tb.Sheet.Course.At(); i++ {
				if !p.Equal(tb.Sheet.Course.Position(i)) {
					t.Fatalf("%s: moment %d is another than played from the start", name, i)
				}
				if i < tb.Sheet.Course.At() {
					var err error
					if p, err = tb.Sheet.Speech.Game.Play(p, tb.Sheet.Course.Step(i)); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// Undo followed by redo leads back to the same moment, at every moment.
func TestRedoIsTheReverseOfUndo(t *testing.T) {
	tb := mustTable(t, "cage", "", map[string]string{"size": "6"})
	rng := rand.New(rand.NewPCG(5, 6))
	for !tb.Sheet.Over() {
		moves := tb.Sheet.Legal()
		if err := tb.Play(moves[rng.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
		at := tb.Sheet.Course.At()
		if !tb.Sheet.Course.Boundary(at) {
			continue
		}
		if err := tb.Undo(); err != nil {
			t.Fatal(err)
		}
		if tb.Sheet.Course.At() >= at || !tb.Sheet.Course.Boundary(tb.Sheet.Course.At()) {
			t.Fatalf("undo leads from %d to %d", at, tb.Sheet.Course.At())
		}
		if err := tb.Redo(); err != nil || tb.Sheet.Course.At() != at {
			t.Fatalf("redo leads to %d, not %d: %v", tb.Sheet.Course.At(), at, err)
		}
	}
}

// Against a bot, undo takes back a pair of turns, so that the person is to move again.
func TestUndoAgainstABotTakesBackThePair(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, map[string]string{"O": "random"})
	typeIn(t, s, "b2", "moves")
	if s.view.table.Sheet.Course.At() != 2 {
		t.Fatalf("after a move and the bot's answer there are %d steps", s.view.table.Sheet.Course.At())
	}
	typeIn(t, s, "undo")
	if s.view.table.Sheet.Course.At() != 0 || s.view.table.Sheet.Mover() != 0 {
		t.Errorf("undo leads to %d", s.view.table.Sheet.Course.At())
	}
	typeIn(t, s, "redo")
	if s.view.table.Sheet.Course.At() != 2 {
		t.Errorf("redo leads to %d", s.view.table.Sheet.Course.At())
	}
}

func TestBotsPlayToTheEnd(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "connect-four", nil, map[string]string{"Yellow": "random", "Red": "random-piece"})
	if !s.view.table.Sheet.Over() || !strings.Contains(out.String(), "Game over.") {
		t.Errorf("the game is not over:\n%s", out.String())
	}
}

// Every move is on disk when Exec returns; a session that simply disappears can be resumed.
func TestAKilledGameIsOfferedAgain(t *testing.T) {
	dir := t.TempDir()
	at := func(o *paper.Options) {
		o.StateDir, o.ConfigFile, o.Live = dir,
			filepath.Join(dir, "config.toml"), true
	}
	var out bytes.Buffer
	first, err := New(paper.Options{Out: &out, StateDir: dir, Seed: 1, Pause: 0, Live: true})
	if err != nil {
		t.Fatal(err)
	}
	start(t, first, "shiftago", map[string]string{"seats": "3"},
		map[string]string{"Orange": "random"})
	typeIn(t, first, "L1", "annotate a bold beginning", "R3")
	want := first.view.table.Sheet.Now()

	// While it has the game open, nothing else can open it.
	other := testSession(t, &out, at)
	if games := other.host.saves.List(); len(games) != 1 || !games[0].Busy {
		t.Fatalf("the store has %v", games)
	}
	if err := other.modes.resume(other.host.saves.List()[0], false); !errors.Is(err, saves.ErrBusy) {
		t.Errorf("a second program opens it: %v", err)
	}
	if other.Offer("", "", nil, func() error { return nil }) {
		t.Error("a game in use is offered")
	}
	first.view.table.Slot.Lock.Close() // as the system does when a process is killed

	if !other.Offer("", "", nil, func() error { t.Error("the answer was yes"); return nil }) {
		t.Fatal("nothing is offered")
	}
	typeIn(t, other, "y")
	if !other.view.table.Sheet.Now().Equal(want) ||
		other.view.table.Sheet.Course.Note(1) != "a bold beginning" ||
		other.view.table.Seats[2].Level != "random" {
		t.Errorf("the game is not as it was:\n%s", out.String())
	}
	typeIn(t, other, "L5", "undo")
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	other.view.table = nil

	// A game that was declined is not offered again, but stays in the list.
	begun := 0
	begin := func() error { begun++; return nil }
	if !other.Offer("shiftago", "", nil, begin) || other.Offer("chess", "", nil, begin) {
		t.Fatal("the wrong games are offered")
	}
	typeIn(t, other, "no")
	if begun != 1 || other.Offer("", "", nil, begin) || len(other.host.saves.Open()) != 1 {
		t.Errorf("declined: begun %d, %d to go on with", begun, len(other.host.saves.Open()))
	}
}

// liveIn makes a session one at a terminal that keeps everything in a folder.
func liveIn(dir string) func(*paper.Options) {
	return func(o *paper.Options) {
		o.StateDir, o.ConfigFile, o.Live = dir, filepath.Join(dir, "config.toml"), true
	}
}

// A game whose moves were all taken back is not offered the next time, and quit does not mention
// it.
func TestQuitWithoutAMove(t *testing.T) {
	dir := t.TempDir()
	at := liveIn(dir)
	var out bytes.Buffer
	s := testSession(t, &out, at)
	start(t, s, "breakthrough", nil, nil)
	typeIn(t, s, "a2 a3", "undo", "quit")
	if got := out.String(); strings.Contains(got, "you can resume it") ||
		!strings.Contains(got, "No move is played, so there is nothing to resume.") {
		t.Errorf("quit says:\n%s", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if open := testSession(t, &out, at).host.saves.Open(); len(open) != 0 {
		t.Errorf("%d games are offered", len(open))
	}
}

// Leaving at a question, or while setting up a position, says what becomes of the game.
func TestQuitSaysWhatIsKept(t *testing.T) {
	dir := t.TempDir()
	at := liveIn(dir)
	var out bytes.Buffer
	s := testSession(t, &out, at)
	start(t, s, "breakthrough", nil, nil)
	typeIn(t, s, "a2 a3", "setup", "quit")
	for _, want := range []string{"The position you were setting up is not kept.",
		"The game is saved; you can resume it the next time."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	out.Reset()
	s = testSession(t, &out, at)
	if !s.Offer("", "", nil, func() error { t.Error("the answer was no"); return nil }) {
		t.Fatal("nothing is offered")
	}
	typeIn(t, s, "quit")
	if want := "The unfinished game is kept"; !strings.Contains(out.String(), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
	if s = testSession(t, &out, at); len(s.host.saves.Open()) != 1 ||
		s.host.saves.Open()[0].Declined() {
		t.Error("the game is not kept")
	}
}

// A game whose rules have changed continues under the new ones if the person wants that. If not, or
// if a move is no longer legal, it makes room for a new game.
func TestRulesThatHaveChanged(t *testing.T) {
	for _, c := range []struct{ name, from, to, says string }{
		{"hash", "rules: ", "rules: f", ""},
		{"move", "1. b2", "1. z9", "The rules have changed"},
	} {
		var out bytes.Buffer
		dir := t.TempDir()
		at := func(o *paper.Options) { o.StateDir, o.Live = dir, true }
		first := testSession(t, &out, at)
		start(t, first, "tic-tac-toe", nil, nil)
		typeIn(t, first, "b2", "a1")
		want := first.view.table.Sheet.Now()
		file := first.host.saves.List()[0].File
		first.view.table.Slot.Lock.Close() // as if the program had been killed
		first.view.table = nil
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), "rules: ", "rules: f", 1)
		if text = strings.Replace(text, c.from, c.to, 1); text == string(data) {
			t.Fatalf("the record has no %q:\n%s", c.from, data)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, answer := range []string{"y", "n"} {
			other := testSession(t, &out, at)
			begun := 0
			if !other.Offer("", "", nil, func() error { begun++; return nil }) {
				t.Fatalf("%s %s: nothing is offered: %v\n%s", c.name, answer, other.host.saves.List(),
					text)
			}
			out.Reset()
			typeIn(t, other, "y")
			switch {
			case c.says != "":
				if begun != 1 || !strings.Contains(out.String(), c.says) {
					t.Errorf("%s: begun %d:\n%s", c.name, begun, out.String())
				}
				continue
			case !strings.Contains(other.modes.mode().prompt(other), "The rules have changed"):
				t.Fatalf("the prompt is %q", other.modes.mode().prompt(other))
			}
			typeIn(t, other, answer)
			if went := other.view.table != nil; went != (answer == "y") || went &&
				!other.view.table.Sheet.Now().Equal(want) {
				t.Errorf("%s, %s: the table is %v", c.name, answer, other.view.table)
			}
			if begun != map[string]int{"y": 0, "n": 1}[answer] {
				t.Errorf("%s, %s: begun %d", c.name, answer, begun)
			}
			if other.view.table != nil {
				other.view.table.Slot.Lock.Close()
				other.view.table = nil
			}
			if answer == "y" { // it was saved under the new rules; spoil it again
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// A disk that cannot be written to is reported once; the game continues, and is saved again once
// the disk works.
func TestAFullDiskLosesNothing(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "state")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.StateDir = blocked })
	start(t, s, "tic-tac-toe", nil, nil)
	typeIn(t, s, "a1", "b1")
	if n := strings.Count(out.String(), "cannot be saved"); n != 1 {
		t.Errorf("it is told %d times:\n%s", n, out.String())
	}
	if err := s.Exec("save " + filepath.Join(blocked, "x.txt")); err == nil {
		t.Error("a save that cannot be is reported as done")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	typeIn(t, s, "c1")
	if !strings.Contains(out.String(), "The game is saved again") || len(s.host.saves.Open()) != 0 &&
		s.host.saves.List()[0].Record == nil {
		t.Errorf("it is not saved again:\n%s", out.String())
	}
	if games := s.host.saves.List(); len(games) != 1 || len(games[0].Record.Turns) != 3 {
		t.Errorf("the store has %v", games)
	}
}

func TestSaveAndLoad(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	file := filepath.Join(t.TempDir(), "game.txt")
	start(t, s, "cage", map[string]string{"size": "6"}, nil)
	typeIn(t, s, "b2xb1", "annotate off it goes", "save "+file)
	want := s.view.table.Sheet.Now()
	typeIn(t, s, "new tic-tac-toe", "a1", "load "+file)
	if !s.view.table.Sheet.Now().Equal(want) || s.view.table.Sheet.Course.Note(1) != "off it goes" {
		t.Error("the loaded game is another")
	}
	data, _ := os.ReadFile(file)
	for name, change := range map[string]func(string) string{
		"hash": func(x string) string {
			return strings.Replace(x, "rules: ",
				"rules: f", 1)
		},
		"no option `sise`": func(x string) string {
			return strings.Replace(x, "size=6",
				"sise=6", 1)
		},
		"is not a legal move": func(x string) string {
			return strings.Replace(x, "b2xb1",
				"a1-a2", 1)
		},
		"there is no game called": func(x string) string {
			return strings.Replace(x,
				"ruleset: cage", "ruleset: cgae", 1)
		},
		"this is not text": func(string) string { return "\x00\x01" },
	} {
		bad := filepath.Join(t.TempDir(), "bad.txt")
		if err := os.WriteFile(bad, []byte(change(string(data))), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := s.Exec("load " + bad); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("wanted %q, got %v", name, err)
		}
		if !s.view.table.Sheet.Now().Equal(want) {
			t.Errorf("%s: the game on the table is gone", name)
		}
	}
	other := filepath.Join(t.TempDir(), "other.txt")
	if err := os.WriteFile(other, []byte(strings.Replace(string(data), "rules: ", "rules: f", 1)),
		0o644); err != nil {
		t.Fatal(err)
	}
	typeIn(t, s, "load "+other+" anyway")
}

// On a terminal of 20 columns no line is longer than that, except for rules text, which cannot be
// shortened.
func TestNarrowTerminal(t *testing.T) {
	for _, name := range []string{"cage", "tactigon", "shiftago", "blockade", "nine-mens-morris"} {
		var out bytes.Buffer
		s := testSession(t, &out, func(o *paper.Options) { o.Width = func() int { return 20 } })
		start(t, s, name, nil, nil)
		typeIn(t, s, "moves", "guide", "1", "", "", "help", "help moves", "score", "bots", "menu",
			name)
		if p := s.Prompt(); runewidth.StringWidth(p) > 10 {
			t.Errorf("%s: the prompt %q leaves no room", name, p)
		}
		for line := range strings.Lines(out.String()) {
			if w := runewidth.StringWidth(strings.TrimRight(line, "\n")); w > 20 {
				t.Errorf("%s: a line of %d columns: %q", name, w, line)
			}
		}
	}
}

// Colors are written only if wanted.
func TestColorOnlyWhereWanted(t *testing.T) {
	for _, color := range []bool{false, true} {
		var out bytes.Buffer
		s := testSession(t, &out, func(o *paper.Options) { o.Color = color })
		start(t, s, "cage", nil, nil)
		typeIn(t, s, "moves", "score", "help")
		if strings.Contains(out.String(), "\x1b[") != color {
			t.Errorf("color %v: %q", color, out.String()[:200])
		}
	}
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.ASCII = true })
	start(t, s, "tactigon", nil, nil)
	for i, r := range out.String() {
		if r > 127 {
			t.Fatalf("ascii: %q at %d", r, i)
		}
	}
}

// In every built-in game, a random game can be typed move by move in each of the ways to write a
// move.
func TestEveryGameCanBeTyped(t *testing.T) {
	long.OneThread(t)
	rng := rand.New(rand.NewPCG(9, 9))
	for _, name := range long.Sample(ruleset.List(), 4) {
		tb := mustTable(t, name, "", nil)
		for n := 0; n < long.Times(12, 3) && !tb.Sheet.Over(); n++ {
			moves := tb.Sheet.Legal()
			m := moves[rng.IntN(len(moves))]
			for _, text := range []string{tb.Sheet.Speech.Game.Text(tb.Sheet.Now(), m),
				strings.ToUpper(tb.Sheet.Speech.Game.Text(tb.Sheet.Now(), m)),
				tb.Sheet.Speech.Game.LongText(tb.Sheet.Now(), m)} {
				if e := tb.Sheet.Read(text); !slices.Equal(e.Steps, []interp.Move{m}) {
					t.Errorf("%s: %q is read as %v", name, text, e)
				}
			}
			// Guided: at every question some answer leads to the move.
			left := moves
			for q := 0; len(left) > 1; q++ {
				found := false
				for _, a := range tb.Sheet.Questions().Question(left).Answers {
					if slices.Contains(a.Moves, m) && len(a.Moves) < len(left) {
						left, found = a.Moves, true
						break
					}
				}
				if !found || q > 10 {
					t.Fatalf("%s: guided entry does not lead to %s", name,
						tb.Sheet.Speech.Game.LongText(tb.Sheet.Now(), m))
				}
			}
			if err := tb.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// No typed line panics or hangs.
func FuzzExec(f *testing.F) {
	for _, line := range []string{"", "a1", "undo 99999999999", "goto -1", "eval ((((", "= 1..",
		"position 9/9", "setup", "seat =", "help \x00", ": :", "load /", "a1 b1 c1 a2 b2 c2",
		"\xff\xfe", "why a1", "=" + strings.Repeat("not ", 300) + "some mine", "set pause 1h"} {
		f.Add(line, line)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		for _, line := range []string{one, two} {
			word := strings.ToLower(speech.FirstWord(strings.TrimLeft(strings.TrimSpace(line), ": ")))
			// files and time are unsuitable for fuzzing
			for _, c := range []string{"save", "draw", "export", "load", "analyse", "analyze", "a",
				"hint", "new"} {
				if len(word) > 0 && strings.HasPrefix(c, word[:min(len(word), 2)]) {
					return
				}
			}
		}
		var out bytes.Buffer
		s, err := New(paper.Options{Out: &out, Seed: 1, Pause: 0})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Start("tic-tac-toe", "", nil, nil); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{one, two, one} {
			_ = s.Exec(line)
			s.Complete(line)
			s.Prompt()
		}
	})
}

func TestLongLine(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	if err := s.Exec(strings.Repeat("a1 ", 4_000_000)); err == nil {
		t.Error("a line of twelve million characters is taken")
	}
}

// An unfinished line is marked on the board, if it leaves a choice and there is room.
func TestPreview(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	preview := func(line string, lines int) string {
		out.Reset()
		s.Preview(line, lines)
		return out.String()
	}
	if got := preview("b", 40); strings.Count(got, "•") != 3 {
		t.Errorf("three places are possible:\n%s", got)
	}
	for line, lines := range map[string]int{"": 40, "b2": 40, "zz": 40, "b": 3} {
		if got := preview(line, lines); got != "" {
			t.Errorf("%q in %d lines shows\n%s", line, lines, got)
		}
	}
	typeIn(t, s, "guide")
	if got := preview("b", 40); got != "" {
		t.Errorf("guided entry shows its own board, and here\n%s", got)
	}
}

// Pieces without a declared look are shown as docs/presentation.md says.
func TestPiecesWithoutLooks(t *testing.T) {
	const rest = "\nboard square(3, 3)\nmove put { at c in empty  do place man on c }\nturn put " +
		"else draw\n"
	for head, want := range map[string]string{
		"players A, B\npiece man":                    "● ○",
		"players A, B\npiece man \"x\"":              "● ○",
		"players A, B\npiece man, king":              "M m",
		"players A, B\npiece man \"x\", king":        "X x",
		"players A, B, C\npiece man, king":           "M1 M2 M3",
		"players A, B, C\npiece man":                 "1 2 3",
		"players A, B\npiece man, stone { neutral }": "M m",
	} {
		file := filepath.Join(t.TempDir(), "plain.rules")
		if err := os.WriteFile(file, []byte("game \"Plain\"\n"+head+rest), 0o644); err != nil {
			t.Fatal(err)
		}
		tb := mustTable(t, file, "", nil)
		var got []string
		for owner := range tb.Sheet.Speech.Rules().Players {
			got = append(got, tb.Sheet.Speech.Look().Piece(owner, 0).Unicode)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q instead of %q", head, got, want)
		}
	}
}

// A file is written only into an existing folder; a misspelled name creates none.
func TestNoFolderIsMade(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	folder := filepath.Join(t.TempDir(), "gmaes")
	for _, line := range []string{"export %s/game.html", "export %s/game.svg", "export %s/game.txt",
		"draw %s/game.svg", "save %s/game.txt"} {
		err := s.Exec(fmt.Sprintf(line, folder))
		if err == nil || !strings.Contains(err.Error(), "there is no folder "+folder) {
			t.Errorf("%s: %v", line, err)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Fatalf("%s makes a folder", line)
		}
	}
}

// An existing file is not overwritten, unless it is of the same game or with `anyway`; the refusal
// says how.
func TestFilesAreNotOverwritten(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	folder := t.TempDir()
	for command, name := range map[string]string{"save": "a.rules", "draw": "b.svg",
		"export": "c.html"} {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		err := s.Exec(command + " " + file)
		if err == nil || !strings.Contains(err.Error(),
			"already exists; nothing was written. `"+command+" "+file+" anyway` replaces it") {
			t.Errorf("%s: %v", command, err)
		}
		if data, _ := os.ReadFile(file); string(data) != "mine" {
			t.Errorf("%s has written over the file", command)
		}
		// from now on it is the game's own
		typeIn(t, s, command+" "+file+" anyway", command+" "+file)
		if data, _ := os.ReadFile(file); string(data) == "mine" {
			t.Errorf("%s anyway has not written", command)
		}
	}
	file := filepath.Join(folder, "a.rules")
	typeIn(t, s, "again")
	if err := s.Exec("save " + file); err == nil {
		t.Error("another game is saved over the first")
	}
	typeIn(t, s, "load "+file, "b2", "save "+file)
	if err := s.Exec("load " + folder + "/nosuch"); err == nil ||
		!strings.Contains(err.Error(), "there is no file") {
		t.Errorf("load of no file: %v", err)
	}
}

// `new` takes a preset and options as the command line does, and bots keep their seats if the game
// has bots of those names.
func TestNewTakesOptionsAndKeepsTheSeats(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "shiftago", nil, map[string]string{"2": "feup-2"})
	typeIn(t, s, "new shiftago -o seats=3")
	if len(s.view.table.Seats) != 3 || s.view.table.Seats[1].Level != "feup-2" {
		t.Errorf("seats=3: %v", s.view.table.Seats)
	}
	typeIn(t, s, "new seats=4")
	if len(s.view.table.Seats) != 4 || s.view.table.Name != "shiftago" {
		t.Errorf("seats=4: %s, %v", s.view.table.Name, s.view.table.Seats)
	}
	typeIn(t, s, "seat 4=random", "new shiftago expert-3")
	if s.view.table.Sheet.Speech.Preset != "expert-3" ||
		!strings.Contains(out.String(), "There is no seat for random") {
		t.Errorf("the preset is %q:\n%s", s.view.table.Sheet.Speech.Preset, out.String())
	}
	typeIn(t, s, "new cage size = 6")
	if s.view.table.Sheet.Speech.Rules().Board.Width != 6 ||
		!strings.Contains(out.String(), "this game has no bot feup-2") {
		t.Errorf("%s:\n%s", s.view.table.Title(), out.String())
	}
	for _, bad := range []string{"new shiftago seats=", "new shiftago nosuch",
		"new shiftago seats=9", "new nosuch a=b", "new =3"} {
		if err := s.Exec(bad); err == nil || s.view.table.Name != "cage" {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// An ambiguous prefix of names in the menu leads to a question.
func TestTheBeginningOfSeveralNames(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	s.Menu()
	if err := s.Exec("ca"); err == nil || err.Error() != `"ca" could be cage or cage-misere` {
		t.Errorf("ca: %v", err)
	}
	typeIn(t, s, "tic")
}

// An analysis reports each depth once.
func TestAnAnalysisTellsADepthOnce(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	typeIn(t, s, "b2")
	out.Reset()
	// With one thread, the depth at which the game is decided is always the same.
	typeIn(t, s, "analyse alphabeta:threads=1 10s")
	if n := strings.Count("\n"+out.String(), "\n 4  "); n != 1 {
		t.Errorf("depth 4 is written %d times:\n%s", n, out.String())
	}
	err := s.Exec("zz?")
	if err == nil || err.Error() != "None of the 8 legal moves uses zz." ||
		without(1, "zz") != "The only legal move does not use zz." {
		t.Errorf("zz?: %v", err)
	}
}

// What a killed program leaves beside its games is removed when the folder is next opened; files in
// use stay.
func TestSweep(t *testing.T) {
	st := &saves.Store{Dir: t.TempDir(), Now: time.Now}
	sl, err := st.Claim("hex")
	if err != nil {
		t.Fatal(err)
	}
	defer sl.Free()
	inUse := "." + filepath.Base(sl.File) + ".123"
	stale := []string{".20260101-000000-cage.game.4711", "20260101-000000-cage.game.lock"}
	kept := []string{inUse, "20260101-000000-cage.game", ".hidden", "notes.txt"}
	for _, name := range slices.Concat(stale, kept) {
		if err := os.WriteFile(filepath.Join(st.Games(), name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for what, opens := range map[string]func(){
		"listing the games": func() { st.List() },
		"a new game": func() {
			other, err := st.Claim("hex")
			if err != nil {
				t.Fatal(err)
			}
			other.Free()
		},
	} {
		for _, name := range stale {
			file := filepath.Join(st.Games(), name)
			if err := os.WriteFile(file, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		opens()
		for _, name := range stale {
			if _, err := os.Stat(filepath.Join(st.Games(), name)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %s is still there", what, name)
			}
		}
	}
	for _, name := range append(kept, filepath.Base(saves.LockName(sl.File))) {
		if _, err := os.Stat(filepath.Join(st.Games(), name)); err != nil {
			t.Errorf("%s is gone", name)
		}
	}
}
