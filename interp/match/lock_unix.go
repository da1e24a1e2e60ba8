//go:build unix

package match

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes a lock that ends with the process, however it ends. A file system without locks, as some clusters have, gives one to
// everybody.
func tryLock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return err
	}
	return nil
}
