package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"boardgame/testdata/long"
)

// SIGTERM ends a table whose terminal takes nothing any more, so that whatever is written there
// waits for ever.
func TestStuckTerminal(t *testing.T) {
	for _, c := range []struct {
		name string
		flag string
		says bool // it can still be heard
	}{
		{"in place", "--plain=false", true},
		{"plain", "--plain", true},
		{"its messages stuck too", "--plain=false", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd, _, stderr := process(t, "play", "tic-tac-toe", c.flag)
			cmd.Env = append(cmd.Env, "TERM=xterm")
			person, terminal, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer person.Close()
			defer terminal.Close()
			if err := pty.Setsize(person, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
				t.Fatal(err)
			}
			cmd.Stdin, cmd.Stdout = terminal, terminal
			if !c.says {
				cmd.Stderr = terminal
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			until(t, person, "1. X> ")
			fill(t, terminal)
			if _, err := person.WriteString("zz"); err != nil { // which the line editor repeats
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond) // most likely, it is writing now
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			hangs := time.AfterFunc(long.Patience, func() { _ = cmd.Process.Kill() })
			defer hangs.Stop()
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != statusWrong {
				t.Errorf("it ends with status %d", code)
			}
			if c.says && !strings.Contains(stderr.String(), "every move of the game is saved") {
				t.Errorf("it says %q", stderr)
			}
		})
	}
}

// until reads what a terminal shows until a text appears.
func until(t *testing.T, from io.Reader, text string) {
	t.Helper()
	var seen []byte
	part := make([]byte, 256)
	for !bytes.Contains(seen, []byte(text)) {
		n, err := from.Read(part)
		seen = append(seen, part[:n]...)
		if err != nil {
			t.Fatalf("%v after %q", err, seen)
		}
	}
}

// fill writes to a terminal until it takes nothing any more.
func fill(t *testing.T, terminal *os.File) {
	t.Helper()
	// The terminal is opened again, because the program needs one that waits.
	f, err := os.OpenFile(terminal.Name(), os.O_WRONLY|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text := make([]byte, 1<<16)
	for taken := 1; taken > 0; {
		if err := f.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		taken, _ = f.Write(text) // the error is that the time is up
	}
}
