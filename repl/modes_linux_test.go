package repl

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"boardgame/testdata/long"
)

// modes are what a terminal does with keys.
func (c *console) modes() unix.Termios {
	c.t.Helper()
	modes, err := unix.IoctlGetTermios(int(c.file.Fd()), unix.TCGETS)
	if err != nil {
		c.t.Fatal(err)
	}
	return *modes
}

// While a session has a terminal, Ctrl-C is never a signal, whatever the session is doing. With the
// signal, the terminal would discard what the session has just written, and the key could come
// before or after the line editor is ready for it. At the end, the terminal is as it was.
func TestCtrlCIsNoSignal(t *testing.T) {
	for _, end := range []struct {
		name string
		send func(c *console)
	}{
		{"quit", func(c *console) { c.send("quit\r") }},
		{"Ctrl-D", func(c *console) { c.send("\x04") }},
		{"SIGTERM", func(c *console) { _ = c.cmd.Process.Signal(syscall.SIGTERM) }},
		{"Ctrl-\\ while a bot thinks", func(c *console) {
			c.send("go\r")
			c.expect("thinks")
			c.send("\x1c")
		}},
		{"SIGTERM in a line", func(c *console) {
			c.send("seat")
			c.expect("seat")
			_ = c.cmd.Process.Signal(syscall.SIGTERM)
		}},
	} {
		t.Run(end.name, func(t *testing.T) {
			c := newConsole(t, t.TempDir(), "connect-four", "alphabeta:time=1h", 80)
			c.expect("1. Yellow> ")
			for _, step := range []struct{ keys, until string }{
				{"", ""},
				{"point\r", "Esc: type instead"},
				{"\x1b", "1. Yellow> "},
				{"analyse\r", " 2  "},
				{"\x03", "1. Yellow> "},
				{"d1\r", "thinks"},
				{"\x03", "2. Red> "},
			} {
				c.send(step.keys)
				c.expect(step.until)
				if c.modes().Lflag&unix.ISIG != 0 {
					t.Errorf("after %q, Ctrl-C is a signal", step.keys)
				}
			}
			end.send(c)
			c.expect("The game is saved")
			if err := c.ends(); err != nil {
				t.Errorf("it ends with %v", err)
			}
			const usual = unix.ISIG | unix.ICANON | unix.ECHO | unix.IEXTEN
			if got := c.modes(); got.Lflag&usual != usual || got.Iflag&unix.ICRNL == 0 {
				t.Errorf("the terminal is left with %x, %x", got.Lflag, got.Iflag)
			}
		})
	}
}

// A program that was stopped from outside paints its table anew when it goes on, and reads keys as
// before, whatever the shell made of the terminal.
func TestStoppedFromOutside(t *testing.T) {
	c := openConsole(t, t.TempDir(), "tic-tac-toe", "", 80, 24, "REPL_TEST_IN_PLACE=1")
	c.expect("1. X> ")
	stopped := func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
		return err == nil && strings.Contains(string(stat), ") T ")
	}
	before := c.modes()
	if err := c.cmd.Process.Signal(syscall.SIGTSTP); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(long.Patience); !stopped(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not stop")
		}
	}
	cooked := before
	cooked.Lflag |= unix.ISIG | unix.ICANON | unix.ECHO
	if err := unix.IoctlSetTermios(int(c.file.Fd()), unix.TCSETS, &cooked); err != nil {
		t.Fatal(err)
	}
	c.all.Reset()
	if err := c.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	c.expect("a   b   c") // in one write with the rest of the table
	c.send("b")
	c.expect("b")
	if now := c.modes(); now.Lflag != before.Lflag {
		t.Errorf("the modes are %x, they were %x", now.Lflag, before.Lflag)
	}
	c.send("2\r")
	c.expect("2. O> ")
}

// On a terminal that can only show lines, Ctrl-C says how to leave, as on others.
func TestCtrlCOnADumbTerminal(t *testing.T) {
	c := openConsole(t, t.TempDir(), "tic-tac-toe", "", 80, 50, "TERM=dumb")
	c.expect("1. X> ")
	c.send("b\x03")
	c.expect("Ctrl-C clears the line. `quit` or Ctrl-D leaves; the game is saved.")
	c.expect("1. X> ")
	c.send("b2\r")
	c.expect("2. O> ")
	c.leaves("quit\r")
}
