//go:build unix

package record

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock takes the lock of an open file. It ends when the file is closed or the process ends, however
// that happens. The error is [ErrTaken] or nil: a file system without locks, as on some clusters,
// lets everyone take the lock.
func Lock(f *os.File) error {
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return ErrTaken
	}
	return nil
}

// Unlock gives up the lock of a file that is about to be closed. Closing alone is not enough while
// this program starts another one: for a moment, the child has the file open as well.
func Unlock(f *os.File) {
	_ = unix.Flock(int(f.Fd()), unix.LOCK_UN) // closing ends it too, if perhaps later
}
