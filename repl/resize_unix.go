//go:build unix

package repl

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyResized reports on a channel that the terminal has another size.
func notifyResized(c chan<- os.Signal) { signal.Notify(c, syscall.SIGWINCH) }
