package main

import (
	"syscall"
	"time"
)

// threadTime returns the CPU time that the calling thread has used, which excludes other programs.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD, which package syscall does not name
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return wallTime()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
