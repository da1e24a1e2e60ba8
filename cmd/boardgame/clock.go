package main

import "time"

var began = time.Now()

// wallTime is the time since the start of the program.
func wallTime() time.Duration { return time.Since(began) }
