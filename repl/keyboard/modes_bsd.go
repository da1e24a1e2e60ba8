//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package keyboard

import "golang.org/x/sys/unix"

const (
	getModes = unix.TIOCGETA
	setModes = unix.TIOCSETA
)
