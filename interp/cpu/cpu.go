// Package cpu tells how much CPU time this process has used, which hardly depends on what else the
// machine does. Where the system does not report it, the time on the clock stands for it.
package cpu

import "time"

var began = time.Now()

// onClock is the time since the start of the program.
func onClock() time.Duration { return time.Since(began) }
