// Package lock keeps two programs from using one file at the same time.
package lock

import "errors"

// ErrTaken says that another program, or another file opened by this one, has the lock.
var ErrTaken = errors.New("another program has it")
