//go:build !unix

package engine_test

import "time"

var loaded = time.Now()

// cpu returns the time since the program began; only Unix tells the CPU time of a process.
func cpu() time.Duration { return time.Since(loaded) }
