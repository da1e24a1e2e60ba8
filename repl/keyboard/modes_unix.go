//go:build unix

package keyboard

import (
	"os"

	"golang.org/x/sys/unix"
)

// NoSignals makes Ctrl-C a key like any other, instead of a signal. A signal overtakes the keys
// typed before it, and the terminal discards what the program has written but nobody has read yet:
// if the program ends soon after the signal, even its last words can be lost. The other keys that
// send signals would leave a terminal behind on which a line editor has been at work.
//
// It lasts until the modes of the terminal are restored.
func NoSignals(terminal *os.File) {
	fd := int(terminal.Fd())
	modes, err := unix.IoctlGetTermios(fd, getModes)
	if err != nil {
		return // then Ctrl-C comes as a signal
	}
	modes.Lflag &^= unix.ISIG
	_ = unix.IoctlSetTermios(fd, setModes, modes)
}

// Terminate sends the program the signal that ends it, and reports whether it could.
func Terminate() bool { return unix.Kill(os.Getpid(), unix.SIGTERM) == nil }
