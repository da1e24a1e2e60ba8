//go:build !linux

package cpu

import "time"

// Thread returns the time on the clock: this system does not report the CPU time of a thread.
func Thread() time.Duration { return onClock() }

// Process returns the time on the clock.
func Process() time.Duration { return onClock() }
