//go:build !unix

package cpu

import "time"

var loaded = time.Now()

// Time returns the time since the program began; only Unix tells the CPU time of a process.
func Time() time.Duration { return time.Since(loaded) }
