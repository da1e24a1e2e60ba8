//go:build !linux

package main

import "time"

// threadTime returns the elapsed time: this system does not report the CPU time of a thread.
func threadTime() time.Duration { return wallTime() }
