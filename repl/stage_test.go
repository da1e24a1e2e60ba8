package repl

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"

	"boardgame/interp/ruleset"
	"boardgame/repl/paper"
	"boardgame/repl/wording"
	"boardgame/testdata/long"
)

// The terminal sizes that tables are laid out for.
var sizes = []struct{ columns, rows int }{{80, 24}, {60, 20}, {50, 14}, {120, 40}}

// TestScreens lays tables out at four sizes: testdata/screen has the expected screens. A file of
// the folder begins with `play RULES OPTION=VALUE PLAYER=:WHO …` and lines to type.
func TestScreens(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(here, "testdata/screen/*.txt"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			script, _, _ := strings.Cut(string(data), "\n\n")
			got := script + "\n"
			for _, size := range sizes {
				got += fmt.Sprintf("\n=== %d x %d\n%s", size.columns, size.rows,
					screenOf(t, script, size.columns, size.rows))
			}
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

// screenOf is what a terminal shows after a script, with the prompt in the last line.
func screenOf(t *testing.T, script string, columns, rows int) string {
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) {
		o.Live, o.InPlace = true, true
		o.Width, o.Height = func() int { return columns }, func() int { return rows }
	})
	lines := strings.Split(strings.TrimSpace(script), "\n")
	words := strings.Fields(lines[0])
	seats, options := map[string]string{}, map[string]string{}
	for _, word := range words[2:] {
		if player, who, seat := strings.Cut(word, "=:"); seat {
			seats[player] = who
		} else if name, value, ok := strings.Cut(word, "="); ok {
			options[name] = value
		}
	}
	if err := s.Start(words[1], "", options, seats); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		if err := s.Exec(line); err != nil && err != wording.ErrQuiet {
			s.paper.Say("%s", wording.Spoken(err))
		}
	}
	s.settle()
	s.paper.Stage.Prompt()
	fmt.Fprint(&out, s.Prompt())
	if _, cut := s.paper.Stage.Page(); cut && columns >= 80 {
		t.Error("what was said does not fit")
	}
	seen := emulated(columns, rows, out.String())
	for len(seen) > 1 && seen[len(seen)-1] == "" {
		seen = seen[:len(seen)-1]
	}
	return strings.Join(seen, "\n") + "\n"
}

// What the keys of a marker and of the pager do is said in full, also where there are few columns.
func TestKeysAreSaidInFull(t *testing.T) {
	for _, game := range []string{"chess", "tic-tac-toe", "hex"} {
		for _, columns := range []int{40, 50, 80} {
			var out bytes.Buffer
			s := testSession(t, &out, func(o *paper.Options) {
				o.Live, o.InPlace = true, true
				o.Width, o.Height = func() int { return columns }, func() int { return 15 }
			})
			if err := s.Start(game, "", nil, nil); err != nil {
				t.Fatal(err)
			}
			s.view.drawPointer(newPointer(s.view.table), 0, 15)
			seen := strings.Join(emulated(columns, 15, out.String()), " ")
			for _, want := range []string{"Tab: next", "Enter: take", "Backspace: back", "Esc: type"} {
				if !strings.Contains(strings.Join(strings.Fields(seen), " "), want) {
					t.Errorf("%s: %d columns do not say %q:\n%s", game, columns, want,
						strings.Join(emulated(columns, 15, out.String()), "\n"))
				}
			}
		}
	}
	for columns := 20; columns < 90; columns++ {
		for _, top := range []int{0, 1000, 1990} {
			foot := paper.PagerFoot(columns, top, 10, 2000)
			if len(foot) >= columns || !strings.HasSuffix(foot, "close") {
				t.Errorf("%d columns: %q", columns, foot)
			}
		}
	}
}

// The whole board of every game is visible at 80 columns and 24 rows, with the prompt below it.
func TestEveryTableFits(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 2) {
		text := screenOf(t, "play "+name+" 1=:random\nhistory", 80, 24)
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		if last := lines[len(lines)-1]; !strings.HasSuffix(strings.TrimSpace(last), ">") {
			t.Errorf("%s: the last line is %q", name, last)
		}
	}
}

// A tiny screen shows what fits, and nothing breaks.
func TestTinyScreens(t *testing.T) {
	columns, rows := 80, 24
	s := testSession(t, &bytes.Buffer{}, func(o *paper.Options) {
		o.Live, o.InPlace = true, true
		o.Width, o.Height = func() int { return columns }, func() int { return rows }
	})
	if err := s.Start("tic-tac-toe", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	s.paper.Say("%s", strings.Repeat("Something to say. ", 20))
	for rows = -1; rows <= 6; rows++ {
		for _, columns = range []int{-1, 0, 1, 2, 21, 60, 80} {
			s.paper.Stage.Paint()
			s.paper.Stage.Page()
		}
	}
	for room := -1; room <= 3; room++ {
		if got := len(paper.Window([]string{"a", "b", "[c]"}, room)); got != max(room, 0) {
			t.Errorf("%d lines where there is room for %d", got, room)
		}
	}
}

// A table that is abandoned leaves the terminal as it was, whatever still happens at the table.
func TestLeavingAnAbandonedTable(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) {
		o.Live, o.InPlace = true, true
		o.Width, o.Height = func() int { return 80 }, func() int { return 24 }
	})
	start(t, s, "tic-tac-toe", nil, nil)
	s.Leave()
	s.paper.Stage.Repaint()
	s.paper.Stage.Close()
	if text := out.String(); !strings.HasSuffix(text, paper.CloseAlternate) ||
		strings.Count(text, paper.CloseAlternate) != 1 {
		t.Errorf("it ends with %q", text[max(0, len(text)-100):])
	}
}

// A table that is abandoned while it is being painted leaves the screen after that.
func TestLeavingWhilePainting(t *testing.T) {
	out := &slow{writing: make(chan struct{}), goOn: make(chan struct{})}
	s := testSession(t, &out.text, func(o *paper.Options) {
		o.Live, o.InPlace = true, true
		o.Width, o.Height = func() int { return 80 }, func() int { return 24 }
	})
	start(t, s, "tic-tac-toe", nil, nil)
	s.paper.Stage.Out = out
	painted, left := make(chan struct{}), make(chan struct{})
	go func() { s.paper.Stage.Repaint(); close(painted) }()
	<-out.writing
	go func() { s.Leave(); close(left) }()
	select {
	case <-left:
		t.Error("it gives up")
	case <-time.After(20 * time.Millisecond): // leaving has begun, most likely
	}
	close(out.goOn)
	<-painted
	<-left
	if text := out.text.String(); !strings.HasSuffix(text, paper.CloseAlternate) {
		t.Errorf("it ends with %q", text[max(0, len(text)-100):])
	}
}

// slow is a terminal whose first text takes as long as the test wants.
type slow struct {
	text          bytes.Buffer
	once          sync.Once
	writing, goOn chan struct{}
}

func (s *slow) Write(text []byte) (int, error) {
	s.once.Do(func() {
		close(s.writing)
		<-s.goOn
	})
	return s.text.Write(text)
}

// Some terminals, such as serial lines and those of containers, do not know their size.
func TestTerminalWithoutSize(t *testing.T) {
	c := openConsole(t, t.TempDir(), "tic-tac-toe", "", 0, 0, "REPL_TEST_IN_PLACE=1")
	c.sees(80, 24, "Tic-Tac-Toe", "1. X> ")
	c.send("b2\r")
	c.sees(80, 24, "(×)", "2. O> ")
}

// sees waits until a terminal shows all of some texts, and returns its rows.
func (c *console) sees(columns, rows int, texts ...string) []string {
	c.t.Helper()
	limit := time.After(long.Patience)
	for {
		lines := emulated(columns, rows, c.all.String())
		screen := strings.Join(lines, "\n")
		missing := ""
		for _, text := range texts {
			if !strings.Contains(screen, strings.TrimRight(text, " ")) {
				missing = text
			}
		}
		if missing == "" {
			return lines
		}
		select {
		case data, ok := <-c.seen:
			if !ok {
				c.t.Fatalf("%q is not to be seen at the end:\n%s", missing, screen)
			}
			c.saw(data)
		case <-limit:
			c.t.Fatalf("%q is not to be seen:\n%s", missing, screen)
		}
	}
}

// The table stays in place: after moves, a pager, a list of completions and a resize.
func TestTheTableStays(t *testing.T) {
	c := openConsole(t, t.TempDir(), "tic-tac-toe", "", 80, 24, "REPL_TEST_IN_PLACE=1")
	top := c.sees(80, 24, "Tic-Tac-Toe", "1. X> ")[0]
	if !strings.Contains(top, "│   │") {
		t.Errorf("the first row is %q", top)
	}
	c.send("b2\r")
	if rows := c.sees(80, 24, "2. O> "); !strings.Contains(rows[2], "(×)") {
		t.Errorf("the board is not at the top:\n%s", strings.Join(rows, "\n"))
	}
	c.send("a") // where it may lead
	c.sees(80, 24, "3   • │", "2. O> a")
	c.send("\t")
	c.sees(80, 24, "  a1        a2        a3", "2. O> a")
	c.send("1\r")
	c.sees(80, 24, "3. X> ", "1. b2   2. a1")
	c.send("help\r")
	if rows := c.sees(80, 24, "-- lines 1 to 23"); strings.Contains(strings.Join(rows, "\n"),
		"───┼───┼───") {
		t.Error("the board is to be seen through the pager")
	}
	c.send(" ")
	c.sees(80, 24, "-- lines 24 to")
	c.send("q")
	c.sees(80, 24, "3. X> ", "───┼───┼───")
	c.send("rules\r") // line by line, as the file has them
	if rows := c.sees(80, 24, "piece mark", "3. X> "); !slices.Contains(rows, "players X, O") {
		t.Errorf("the rules are not to be read:\n%s", strings.Join(rows, "\n"))
	}
	c.send("c")
	c.sees(80, 24, "3. X> c")
	if err := pty.Setsize(c.file, &pty.Winsize{Rows: 14, Cols: 50}); err != nil {
		t.Fatal(err)
	}
	c.sees(50, 14, "3. X> c", "───┼───┼───")
	c.send("3\r")
	c.sees(50, 14, "4. O> ")
	c.leaves("\x04")
	// The last picture stays on the terminal.
	_, after, _ := strings.Cut(c.all.String(), paper.CloseAlternate)
	if !strings.Contains(after, "───┼───┼───") || !strings.Contains(after, "The game is saved") {
		t.Errorf("afterward there is\n%s", after)
	}
}

// Whoever watches bots can pause them, let them play a step, change their speed and take a seat.
func TestWatchingBots(t *testing.T) {
	const columns, rows = 90, 24
	c := openConsole(t, t.TempDir(), "connect-four", "random random", columns, rows,
		"REPL_TEST_IN_PLACE=1", "REPL_TEST_PAUSE=1m")
	c.sees(columns, rows, "Space: pause, n: one step, +/-: speed (1m0s), 1-2: take a seat, q: stop")
	c.send("+")
	c.sees(columns, rows, "speed (30s)")
	c.send("-")
	c.sees(columns, rows, "speed (1m0s)")
	c.send(" ")
	c.sees(columns, rows, "Paused. Space: go on")
	c.send("+")
	c.sees(columns, rows, "Paused. Space: go on", "speed (30s)")
	c.send("n")
	c.sees(columns, rows, " 1. ", "1. Yellow (random): ", "Paused.")
	c.send("n")
	c.sees(columns, rows, " 2. ", "2. Red (random): ", "Paused.")
	c.send("1")
	c.sees(columns, rows, "You play Yellow now", "3. Yellow> ")
	c.send("d\t")
	c.sees(columns, rows, "3. Yellow> d")
	c.send("\x15seat Yellow=random\r")
	c.sees(columns, rows, "Space: pause")
	c.send("q")
	c.sees(columns, rows, "Stopped. `go` lets Yellow (random) move", "3. Yellow> ")
	c.send("go\r")
	c.sees(columns, rows, "Space: pause")
	c.send("\x03") // no person plays: this ends the game
	c.expect("The game is saved")
	if err := c.ends(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// A new player is a few keys away from a first move.
func TestTheFirstGame(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.Live = true })
	s.Menu()
	if want := "New here? Press Enter to play Connect Four against a bot."; !strings.Contains(
		out.String(), want) {
		t.Fatalf("%q is missing:\n%s", want, out.String())
	}
	out.Reset()
	typeIn(t, s, "")
	if text := strings.TrimSpace(out.String()); strings.Count(text, "\n") != 5 ||
		!strings.Contains(text, "wins") {
		t.Errorf("the rules are\n%s", text)
	}
	typeIn(t, s, "", "d1")
	if !strings.Contains(out.String(), "1. Yellow: d1") ||
		!strings.Contains(out.String(), "2. Red (easy): ") {
		t.Errorf("no game begins:\n%s", out.String())
	}
	out.Reset()
	typeIn(t, s, "menu")
	if strings.Contains(out.String(), "New here?") {
		t.Error("it is suggested again")
	}
}

// Every board shows the static evaluation if you want it. Counters that nothing changes are left
// out, and the last of a supply is emphasized.
func TestTheStatus(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "chess", nil, nil)
	typeIn(t, s, "set evaluation on", "e2e4", "d7d5", "e4d5")
	if want := "Evaluation (material): White ██████████░░░░░░░░░░ Black  White +1"; !strings.Contains(
		out.String(), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
	out.Reset()
	start(t, s, "shiftago", nil, nil)
	if strings.Contains(out.String(), "points") {
		t.Errorf("points are counted in Express:\n%s", out.String())
	}
	out.Reset()
	start(t, s, "blockade", map[string]string{"field": "tiny"}, nil)
	typeIn(t, s, "b4-b3", "raise a1ne")
	if want := "upright 1 (the last one: make it count!)"; !strings.Contains(out.String(), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
}
