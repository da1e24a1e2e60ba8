package main

import (
	"syscall"
	"time"
)

// threadTime returns the CPU time that the thread of the caller has used, so that other programs do
// not count.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD, which package syscall does not name
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return wallTime()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
