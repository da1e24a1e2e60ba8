//go:build unix

package repl

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"boardgame/repl/saves"
)

func init() {
	pollable = func(f *os.File) (*os.File, error) {
		fd, err := syscall.Dup(int(f.Fd()))
		if err != nil {
			return nil, err
		}
		if err := errors.Join(f.Close(), syscall.SetNonblock(fd, true)); err != nil {
			return nil, err
		}
		return os.NewFile(uintptr(fd), f.Name()), nil
	}
}

// A terminal that disappears ends the program, even in the middle of a line; the game is kept.
func TestTheTerminalDisappears(t *testing.T) {
	dir := t.TempDir()
	c := newConsole(t, dir, "tic-tac-toe", "", 80)
	c.expect("1. X> ")
	c.send("b2\r")
	c.expect("2. O> ")
	c.send("a1")
	c.expect("1") // of the line, or of the board that marks where it leads
	c.file.Close()
	_ = c.cmd.Wait() // otherwise the test hangs
	games := (&saves.Store{Dir: dir}).List()
	if len(games) != 1 || games[0].Busy || len(games[0].Record.Turns) != 1 {
		t.Errorf("the store has %v", games)
	}
}
