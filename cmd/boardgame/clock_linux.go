package main

import (
	"syscall"
	"time"
)

// threadTime returns the CPU time that the calling thread has used, which excludes other programs;
// processTime that of all threads.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD, which package syscall does not name
	return used(thread)
}

func processTime() time.Duration { return used(syscall.RUSAGE_SELF) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return wallTime()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
