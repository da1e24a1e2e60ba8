//go:build !linux

package main

import "time"

// threadTime returns the time that has passed: this system does not tell the CPU time of a thread.
func threadTime() time.Duration { return wallTime() }
