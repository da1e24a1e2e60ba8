package repl

import (
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
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
