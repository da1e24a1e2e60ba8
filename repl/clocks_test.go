package repl

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardgame/repl/paper"
)

// timed is a session of tic-tac-toe with clocks, and the time of day to be set.
type timed struct {
	*Session
	t   *testing.T
	out bytes.Buffer
	now time.Time
	dir string
}

func newTimed(t *testing.T, dir string, clocks ...string) *timed {
	t.Helper()
	s := &timed{t: t, now: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC), dir: dir}
	s.Session = testSession(t, &s.out, func(o *paper.Options) {
		o.Now, o.Clocks, o.StateDir = func() time.Time { return s.now }, clocks, dir
	})
	return s
}

// after types a line after so many seconds, and returns what is answered.
func (s *timed) after(seconds float64, line string) string {
	s.t.Helper()
	s.now = s.now.Add(time.Duration(seconds * float64(time.Second)))
	s.out.Reset()
	if err := s.Exec(line); err != nil {
		s.paper.Say("%s", err)
	}
	return s.out.String()
}

func (s *timed) expect(got string, wants ...string) {
	s.t.Helper()
	for _, want := range wants {
		if !strings.Contains(got, want) {
			s.t.Errorf("%q is not in:\n%s", want, got)
		}
	}
}

// The clock of the player to move runs; undo and goto go back in time, and the menu stops it.
func TestClocksAtTheTable(t *testing.T) {
	s := newTimed(t, "", "1m+2s", "O=30s")
	if err := s.Start("tic-tac-toe", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	s.expect(s.after(20, "b2"), "Clocks: X 0:42, O 0:30")
	s.expect(s.after(5, "a1"), "Clocks: X 0:42, O 0:25")
	s.expect(s.after(10, "clock"), "Clocks: X 0:32, O 0:25. Time: X 1m+2s, O 30s.")
	s.expect(s.after(1, "undo"), "Clocks: X 0:42, O 0:30")
	// O's four seconds come back, X's eleven do not
	s.expect(s.after(4, "redo"), "Clocks: X 0:31, O 0:25")
	s.expect(s.after(0, "goto 0"), "Clocks: X 1:00, O 0:30")
	s.expect(s.after(100, "goto end"), "Clocks: X 0:31, O 0:25")
	s.expect(s.after(1, "clock pause"), "The clocks stand")
	s.expect(s.after(100, "clock"), "Clocks (paused): X 0:30, O 0:25")
	s.expect(s.after(100, "clock go"), "The clock of X runs.")
	s.expect(s.after(1, "clock pause"), "The clocks stand")
	s.expect(s.after(100, "b1"), "Clocks: X 0:31, O 0:25")
	s.after(0, "menu")
	s.expect(s.after(1000, "resume"), "no game") // nothing is kept here
	if left := s.view.table.Sheet.Course.Clocks().Left(1, s.now); left != 25*time.Second {
		t.Errorf("in the menu O's clock went to %s", left)
	}
}

// Whoever's time is up has lost; undo gives the time of that turn back.
func TestFlag(t *testing.T) {
	s := newTimed(t, t.TempDir(), "1m")
	if err := s.Start("tic-tac-toe", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	s.after(10, "b2")
	s.expect(s.after(61, "a1"), "Game over. X wins: O ran out of time.", "the game is over")
	s.expect(s.after(0, "clock 5m"), "the game is over")
	record, err := os.ReadFile(s.view.table.Slot.File)
	if err != nil {
		t.Fatal(err)
	}
	s.expect(string(record), "clock X: 1m\nclock O: 1m\nleft: 50\n",
		"timeout: O\nresult: X wins: O ran out of time\n")
	s.expect(s.after(0, "undo"), "Clocks: X 0:50, O 1:00", "O to move")
	s.expect(s.after(10, "a1"), "Clocks: X 0:50, O 0:50")
	s.expect(s.after(51, "board"), "O wins: X ran out of time")
}

// A game that is gone on with has the times it had, also those that undo goes back to.
func TestClocksAreSaved(t *testing.T) {
	dir := t.TempDir()
	s := newTimed(t, dir, "1m+2s", "X=off")
	if err := s.Start("tic-tac-toe", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"b2", "a1", "b1"} {
		s.after(10, line)
	}
	s.after(7, "")
	file := s.view.table.Slot.File
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = newTimed(t, dir)
	// 52 after its turn, and 7 that it thought again
	s.expect(s.after(0, "load "+file), "X no limit, O 0:45")
	s.expect(s.after(0, "undo"), "Clocks: X no limit, O 0:52")
	s.expect(s.after(0, "again"), "Clocks: X no limit, O 1:00")
}

// A record that knows no time of a player who has a clock leaves that clock as it was.
func TestClocksOfUnknownTimes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "unknown.game")
	const record = "boardgame record 1\nruleset: tic-tac-toe\nclock X: 1m\nclock O: 2m\n" +
		"left: - - - 75\n\n1. b2\n2. a1\n3. b1\n"
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newTimed(t, dir)
	s.expect(s.after(0, "load "+file), "X 1:00, O 1:15")
	s.expect(s.after(0, "undo"), "Clocks: X 1:00, O 2:00")
}

// Bots keep to their clocks: one that would think for an hour plays a game of seconds.
func TestBotsHaveClocks(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.Now, o.Clocks = nil, []string{"400ms+10ms"} })
	seats := map[string]string{"1": "mcts:time=1h", "2": "alphabeta:time=1h,depth=60"}
	if err := s.Start("connect-four", "", nil, seats); err != nil {
		t.Fatal(err)
	}
	if !s.view.table.Sheet.Over() || strings.Contains(out.String(), "ran out of time") {
		t.Errorf("the game:\n%s", out.String())
	}
}

func TestClockCommand(t *testing.T) {
	s := newTimed(t, "")
	if err := s.Start("tic-tac-toe", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, row := range [][2]string{
		{"clock", "No clocks"},
		{"clock pause", "there are no clocks; `clock 5m+3s` puts some on the table"},
		{"clock soon", `"soon" is not a time control`},
		{"clock Z=5m", `there is no player "Z"`},
		{"clock 5", "Time for each player: 5m."},
		{"clock O=1m+1s", "Time: X 5m, O 1m+1s."},
		{"clock O=off", "Time: X 5m, O no limit."},
		{"clock off", "No clocks."},
		{"clock 5+3", "Time for each player: 5m+3s."},
	} {
		s.expect(s.after(0, row[0]), row[1])
	}
	s.expect(s.after(1, "b2"), "Clocks: X 5:02, O 5:00")
	s.after(0, "undo")
	s.expect(s.after(0, "clock 1m"), "clocks start at the last move; `goto end` goes there")
	if err := s.Start("tic-tac-toe", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	s.paper.Options.Clocks = []string{"Y=1m"}
	if err := s.Start("tic-tac-toe", "", nil, nil); err == nil ||
		!strings.Contains(err.Error(), `no player "Y"`) {
		t.Errorf("got %v", err)
	}
}

// On a terminal the clock runs while a line is being typed, and when it falls the game is over at
// once.
func TestFlagFallsWhileTyping(t *testing.T) {
	for seconds := 1; ; seconds *= 4 {
		c := openConsole(t, t.TempDir(), "tic-tac-toe", "", 80, 24, "REPL_TEST_IN_PLACE=1",
			fmt.Sprintf("REPL_TEST_CLOCK=%ds O=1h", seconds))
		rows := c.sees(80, 24, "Clocks: X ", "O 1:00:00", ">")
		if strings.Contains(strings.Join(rows, "\n"), "X ran out of time") && seconds < 60 {
			continue // a busy machine needs longer to ask for the first move
		}
		c.sees(80, 24, "1. X> ")
		c.send("b")
		c.sees(80, 24, "X ran out of time", "game over>")
		c.send("quit\r")
		return
	}
}
