package vm_test

import (
	"syscall"
	"time"
)

// clock sums up the CPU time of this process between start and stop.
type clock struct {
	since, total time.Duration
}

func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (c *clock) start() { c.since = cpu() }
func (c *clock) stop()  { c.total += cpu() - c.since }
