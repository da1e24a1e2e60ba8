//go:build unix

package keyboard

import (
	"os"
	"os/signal"
	"syscall"
)

// NotifyResized reports on a channel that the terminal has another size.
func NotifyResized(c chan<- os.Signal) { signal.Notify(c, syscall.SIGWINCH) }
