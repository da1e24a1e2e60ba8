package cpu

import (
	"syscall"
	"time"
)

// Thread returns the CPU time that the calling thread has used so far.
func Thread() time.Duration {
	const thread = 1 // RUSAGE_THREAD, which package syscall does not name
	return used(thread)
}

// Process returns the CPU time that all threads together have used so far.
func Process() time.Duration { return used(syscall.RUSAGE_SELF) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return onClock()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
