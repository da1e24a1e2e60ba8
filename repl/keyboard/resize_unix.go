//go:build unix

package keyboard

import (
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

// NotifyResized reports on a channel that the terminal has another size, or that the program is to
// be stopped.
func NotifyResized(c chan<- os.Signal) { signal.Notify(c, syscall.SIGWINCH, syscall.SIGTSTP) }

// Suspend stops the program if such a signal says so, and reports whether it did. When the program
// is continued, the terminal gets back its modes, which shells change, but may show anything.
func Suspend(sig os.Signal, terminal io.Reader) bool {
	if sig != syscall.SIGTSTP {
		return false
	}
	f, ok := terminal.(*os.File)
	if !ok {
		f = os.Stdin
	}
	state, err := term.GetState(int(f.Fd()))
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	<-continued // threads stop one after the other
	if err == nil {
		_ = term.Restore(int(f.Fd()), state)
	}
	return true
}
