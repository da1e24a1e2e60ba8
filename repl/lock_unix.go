//go:build unix

package repl

import (
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes a lock that ends with the process, however it ends.
func tryLock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
