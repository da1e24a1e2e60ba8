package record

import "errors"

// ErrTaken says that another program, or another file opened by this one, has the lock.
var ErrTaken = errors.New("another program has it")
