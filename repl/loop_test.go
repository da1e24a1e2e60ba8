package repl

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"boardgame/repl/keyboard"
	"boardgame/repl/paper"
	"boardgame/repl/saves"
	"boardgame/testdata/long"
)

// TestMain lets the test binary be the program at the other end of a terminal.
func TestMain(m *testing.M) {
	if name := os.Getenv("REPL_TEST_CHILD"); name != "" {
		os.Exit(child(name))
	}
	os.Exit(m.Run())
}

func child(name string) int {
	dir := os.Getenv("REPL_TEST_DIR")
	pause, _ := time.ParseDuration(os.Getenv("REPL_TEST_PAUSE"))
	s, err := New(paper.Options{Out: os.Stdout,
		Width:  func() int { return keyboard.Columns(os.Stdout) },
		Height: func() int { return keyboard.Rows(os.Stdout) }, Live: keyboard.Terminals(os.Stdin,
			os.Stdout),
		Seed:       1,
		InPlace:    os.Getenv("REPL_TEST_IN_PLACE") != "",
		Clocks:     strings.Fields(os.Getenv("REPL_TEST_CLOCK")),
		ConfigFile: filepath.Join(dir, "config.toml"), StateDir: dir, Pause: pause})
	if err == nil {
		seats := map[string]string{}
		for i, who := range strings.Split(os.Getenv("REPL_TEST_SEAT"), " ") {
			seats[strconv.Itoa(2-i)] = who // the second player first
		}
		begin := func() error { return s.Start(name, "", nil, seats) }
		first := func() error {
			if s.Offer(name, "", nil, begin) {
				return nil
			}
			return begin()
		}
		err = Loop(s, first, os.Stdin, os.Stdout, os.Stderr)
	}
	if err != nil {
		return 1
	}
	return 0
}

// console is a program under a terminal, and the person using it.
type console struct {
	t    *testing.T
	file *os.File
	cmd  *exec.Cmd
	seen chan []byte
	all  bytes.Buffer // what has appeared after the text last expected
	past bytes.Buffer // what has appeared until now
}

func newConsole(t *testing.T, dir, name, seat string, columns uint16) *console {
	t.Helper()
	return openConsole(t, dir, name, seat, columns, 50)
}

// openConsole starts a program under a terminal; settings are added to its environment.
func openConsole(t *testing.T, dir, name, seat string, columns, rows uint16,
	settings ...string) *console {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no pty here")
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "REPL_TEST_CHILD="+name, "REPL_TEST_DIR="+dir,
		"REPL_TEST_SEAT="+seat, "TERM=xterm")
	cmd.Env = append(cmd.Env, settings...)
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = pollable(f); err != nil {
		t.Fatal(err)
	}
	c := &console{t: t, file: f, cmd: cmd, seen: make(chan []byte, 1000)}
	go func() {
		defer close(c.seen)
		for {
			buf := make([]byte, 4096)
			n, err := f.Read(buf)
			if n > 0 {
				c.seen <- buf[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { f.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return c
}

// pollable turns a terminal into one that can be closed while it is being read: only then does it
// disappear for the other end.
var pollable = func(f *os.File) (*os.File, error) { return f, nil }

func (c *console) send(keys string) {
	c.t.Helper()
	if _, err := c.file.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

func (c *console) saw(data []byte) {
	c.all.Write(data)
	c.past.Write(data)
}

// expect waits until the text has appeared after the last one expected.
func (c *console) expect(text string) {
	c.t.Helper()
	limit := time.After(long.Patience)
	for {
		if i := strings.Index(c.all.String(), text); i >= 0 {
			c.all.Next(i + len(text))
			return
		}
		select {
		case data, ok := <-c.seen:
			if !ok {
				time.AfterFunc(long.Patience, func() { _ = c.cmd.Process.Kill() })
				c.t.Fatalf("%q did not appear before the end (%v); there is\n%s", text, c.cmd.Wait(),
					c.all.String())
			}
			c.saw(data)
		case <-limit:
			c.t.Fatalf("%q does not appear; there is\n%s", text, c.all.String())
		}
	}
}

// leaves sends the keys that end the session, and sees it end well.
func (c *console) leaves(keys string) {
	c.t.Helper()
	c.send(keys)
	if err := c.ends(); err != nil {
		c.t.Errorf("it ends with %v", err)
	}
}

func (c *console) ends() error {
	for data := range c.seen {
		c.saw(data)
	}
	return c.cmd.Wait()
}

func TestAtATerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no pty here")
	}
	dir := t.TempDir()
	c := newConsole(t, dir, "tic-tac-toe", "", 80)
	c.expect("1. X> ")
	c.send("b") // on the board above the line
	c.expect("│ • │")
	c.send("\t\t") // completion: several, in a list
	c.expect("b3")
	c.send("2\r")
	c.expect("1. X: b2")
	c.expect("2. O> ")
	c.send("a1")
	c.expect("a1") // the line is being edited: Ctrl-C is a key now, not a signal
	c.send("\x03") // abandoned
	c.expect("2. O> ")
	c.send("zz9\r")
	c.expect("There is no zz9")
	c.expect("2. O> ")
	c.send("\x1b[A\x1b[A\r") // up, up: b2 again
	c.expect("b2 is taken")
	c.send("point\r")
	c.expect("Esc: type instead")
	c.send("\x1b[C") // right
	c.expect("Esc: type instead")
	c.send("\r")
	c.expect("2. O: ")
	c.expect("3. X> ")
	c.send("\x04") // Ctrl-D
	if err := c.ends(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	if !strings.Contains(c.all.String(), "The game is saved") {
		t.Errorf("nothing is said about the game:\n%s", c.all.String())
	}

	// The next start offers the game, and the lines are remembered.
	c = newConsole(t, dir, "tic-tac-toe", "", 80)
	c.expect("Resume it?")
	c.send("\r")
	c.expect("3. X> ")
	c.send("history\r")
	c.expect("2. O: ")
	c.leaves("quit\r")
	if data, err := os.ReadFile(filepath.Join(dir, "history")); err != nil ||
		!strings.Contains(string(data), "b2\n") {
		t.Errorf("the history has %q, %v", data, err)
	}
}

// The line being typed is marked on the board above. The mark goes when the line is finished or
// another line is recalled.
func TestHighlightAtATerminal(t *testing.T) {
	c := newConsole(t, t.TempDir(), "tic-tac-toe", "", 80)
	c.expect("1. X> ")
	for _, away := range []string{"\x7f", "\x15", "\x1b[A", "\x03"} {
		c.send("c")
		c.expect("\x1b7")
		c.expect("│   │ •")
		c.expect("\x1b8")
		c.send(away)
		c.expect("\x1b7")
		c.expect("\x1b8")
		if strings.HasPrefix(away, "\x1b") {
			c.send("\x03") // the line is unknown until the next one
			c.expect("^C")
			c.expect("1. X> ")
		}
	}
	c.expect("^C")
	c.expect("1. X> ")
	c.send("c3\ra1") // what is typed ahead is not marked
	c.expect("1. X: c3")
	c.expect("2. O> ")
	c.send("\rb\t1\r")
	c.expect("2. O: a1")
	c.expect("3. X> ")
	c.expect("3. X: b1")
	c.leaves("\x04")
}

// A narrow terminal gets a short prompt, which liner can show.
func TestAtANarrowTerminal(t *testing.T) {
	c := newConsole(t, t.TempDir(), "tic-tac-toe", "", 20)
	c.expect("> ")
	c.send("b2\r")
	c.expect("1. X: b2")
	c.leaves("\x04")
}

// Ctrl-C stops an analysis and a hint. They say what they have found, and the session goes on.
func TestCtrlCStopsAnAnalysis(t *testing.T) {
	c := newConsole(t, t.TempDir(), "connect-four", "", 80)
	c.expect("1. Yellow> ")
	c.send("analyse\r")
	c.expect(" 2  ")
	c.send("\x03")
	c.expect("Best: ")
	c.expect("1. Yellow> ")
	c.send("hint alphabeta:time=1h\r")
	c.expect("looks")
	c.send("\x03")
	c.expect("suggests:") // what it has found so far
	c.expect(" 1. ")
	c.expect("1. Yellow> ")
	c.leaves("quit\r")
}

// Ctrl-C stops a bot that is thinking; it can be told to go on.
func TestCtrlCStopsABot(t *testing.T) {
	c := newConsole(t, t.TempDir(), "connect-four", "alphabeta:time=1h", 80)
	c.expect("1. Yellow> ")
	c.send("d1\r")
	c.expect("thinks")
	c.send("\x03")
	c.expect("Stopped.")
	c.expect("2. Red> ")
	c.send("seat Red=random\r")
	c.send("go\r")
	c.expect("2. Red (random): ")
	c.leaves("quit\r")
}

// Ctrl-C stops what the line before it begins, even if that has not begun yet.
func TestCtrlCAtOnce(t *testing.T) {
	c := newConsole(t, t.TempDir(), "connect-four", "alphabeta:time=1h", 80)
	c.expect("1. Yellow> ")
	c.send("d1\r\x03")
	c.expect("1. Yellow: d1")
	c.expect("Stopped.")
	c.expect("2. Red> ")
	c.send("d2\rd3\r\x03") // a move for the bot first: only the second line makes it think
	c.expect("3. Yellow: d3")
	c.expect("Stopped.")
	c.expect("4. Red> ")
	c.leaves("quit\r")
	if text := c.past.String(); strings.Contains(text, "Ctrl-C clears the line") {
		t.Errorf("it acts twice:\n%s", text)
	}
}

// A signal that ends the session also stops what is about to begin.
func TestEndedBeforeItBegins(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	s.end()
	start(t, s, "connect-four", nil, map[string]string{"1": "alphabeta:time=1h"})
	if !strings.Contains(out.String(), "Stopped.") {
		t.Errorf("there is\n%s", out.String())
	}
}

// Ctrl-C also stops the bot that opens the game.
func TestCtrlCStopsTheFirstBot(t *testing.T) {
	c := newConsole(t, t.TempDir(), "connect-four", "human alphabeta:time=1h", 80)
	c.expect("thinks")
	c.send("\x03")
	c.expect("Stopped.")
	c.expect("1. Yellow> ")
	c.leaves("quit\r")
}

// Ctrl-C ends a game between bots, and says what is saved.
func TestCtrlCEndsAGameOfBots(t *testing.T) {
	c := newConsole(t, t.TempDir(), "connect-four", "alphabeta:time=1h alphabeta:time=1h", 80)
	c.expect("thinks")
	c.send("\x03")
	c.expect("No move has been played, so no game is saved.")
	if err := c.ends(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// A program that is killed loses nothing.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	c := newConsole(t, dir, "tic-tac-toe", "", 80)
	c.expect("1. X> ")
	c.send("b2\r")
	c.expect("2. O> ")
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.ends()
	c = newConsole(t, dir, "tic-tac-toe", "", 80)
	c.expect("1 turn")
	c.send("y\r")
	c.expect("2. O> ")
	if err := c.cmd.Process.Signal(syscall.SIGHUP); err != nil { // as when the terminal disappears
		t.Fatal(err)
	}
	_ = c.ends()
	if games := (&saves.Store{Dir: dir}).List(); len(games) != 1 || len(games[0].Record.Turns) != 1 {
		t.Errorf("the store has %v", games)
	}
}

// Guided entry at every move: the board comes once, with what the question is about. A command is
// still a command, and pointing is not asked first.
func TestGuidedAtATerminal(t *testing.T) {
	c := newConsole(t, t.TempDir(), "tic-tac-toe", "", 80)
	c.expect("1. X> ")
	c.send("set entry guided\r")
	c.expect("• │ • │ •")
	c.expect("X, where to? ")
	c.send("b2\r")
	c.expect("1. X: b2")
	c.expect("• │(×)│ •")
	c.expect("O, where to? ")
	c.send("point\r")
	c.expect("Esc: type instead")
	c.send("\r")
	c.expect("2. O: ")
	c.expect("X, where to? ")
	if text := c.all.String(); strings.Contains(text, "O, where") {
		t.Errorf("pointing has been asked about first:\n%s", text)
	}
	c.leaves("quit\r")
}

func script(t *testing.T, name, lines string) (string, string, error) {
	t.Helper()
	var out, errs bytes.Buffer
	s := testSession(t, &out, nil)
	if err := s.Start(name, "", nil, nil); err != nil {
		t.Fatal(err)
	}
	err := Loop(s, nil, strings.NewReader(lines), &out, &errs)
	return out.String(), errs.String(), err
}

func TestPipedScript(t *testing.T) {
	out, errs, err := script(t, "tic-tac-toe", "# a comment\n\nb2\na1\nhistory\n")
	if err != nil || errs != "" || !strings.Contains(out, "2. O: a1") {
		t.Errorf("%v, %q\n%s", err, errs, out)
	}
	if strings.Contains(out, "X> ") {
		t.Error("there are prompts")
	}
	out, errs, err = script(t, "tic-tac-toe", "b2\nb2\nc3\n")
	if !errors.Is(err, ErrScript) || !strings.Contains(errs, "b2 is taken: X's mark is there.") ||
		strings.Contains(out, "c3") && strings.Contains(out, "O: c3") {
		t.Errorf("%v, %q", err, errs)
	}
	if _, _, err = script(t, "tic-tac-toe", "b2\nquit\nnonsense\n"); err != nil {
		t.Errorf("what follows quit is read: %v", err)
	}
	// An ambiguous line in a script is also a failure.
	if out, _, err = script(t, "tic-tac-toe", "c\n"); !errors.Is(err, ErrScript) ||
		!strings.Contains(out, "could be") {
		t.Errorf("%v\n%s", err, out)
	}
	// A line may be longer than any buffer.
	_, errs, err = script(t, "tic-tac-toe", strings.Repeat("x", 10<<20)+"\n")
	if !errors.Is(err, ErrScript) || !strings.Contains(errs, "more than 4000 bytes") {
		t.Errorf("%v, %.200q", err, errs)
	}
}

// A script that is interrupted did not run to its end, and says so.
func TestInterruptedScript(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "REPL_TEST_CHILD=connect-four", "REPL_TEST_DIR="+t.TempDir(),
		"REPL_TEST_SEAT=alphabeta:time=1h")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte("d1\nhistory\n")); err != nil {
		t.Fatal(err)
	}
	var seen bytes.Buffer
	buf := make([]byte, 4096)
	for !strings.Contains(seen.String(), "1. Yellow: d1") {
		n, err := out.Read(buf)
		seen.Write(buf[:n])
		if err != nil {
			t.Fatalf("%v after\n%s", err, seen.String())
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(out)
	if err := cmd.Wait(); err == nil || strings.Contains(string(rest), "*  1. Yellow") {
		t.Errorf("it ends with %v\n%s", err, rest)
	}
}

// Pointing goes on to the end of a turn of several steps. Pressing Ctrl-C again tells you how to
// leave, once.
func TestPointingGoesOn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no pty here")
	}
	c := newConsole(t, t.TempDir(), "blockade", "", 100)
	c.expect("1. First> ")
	c.send("point\r")
	c.expect("Esc: type instead")
	c.send("\r")
	c.expect("Esc: type instead")
	c.send("\r")
	c.expect("1. First: ")
	c.expect("Esc: type instead")
	c.send("\x1b")
	c.expect("Type a move")
	c.expect("1. First> ")
	for i := range 3 {
		c.send("x")
		c.expect("x") // the line is being edited: Ctrl-C is a key now, not a signal
		c.send("\x03")
		if i == 1 {
			c.expect("`quit` or Ctrl-D leaves; the game is saved.")
		}
		c.expect("1. First> ")
	}
	c.leaves("quit\r")
}

// On a terminal of 24 rows, a board of ten rows is drawn flatter, so that the keys fit too.
func TestPointingShowsTheKeys(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "cage", nil, nil)
	out.Reset()
	const rows = 24
	lines, _ := s.view.drawPointer(newPointer(s.view.table), 0, rows)
	if text := out.String(); lines >= rows || !strings.Contains(text, "Enter: take") ||
		!strings.Contains(text, "Red, ") || !strings.Contains(text, "10") {
		t.Errorf("%d lines:\n%s", lines, text)
	}
}
