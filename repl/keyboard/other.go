//go:build !unix

package keyboard

import (
	"io"
	"os"
)

// NotifyResized does nothing: there is no signal for it, and nothing is shown in place.
func NotifyResized(chan<- os.Signal) {}

// Suspend does nothing.
func Suspend(os.Signal, io.Reader) bool { return false }

// NoSignals does nothing: the line editor asks the console for keys.
func NoSignals(*os.File) {}

// Terminate does nothing.
func Terminate() bool { return false }
