//go:build !linux

package main

import "time"

// threadTime and processTime return the elapsed time: this system does not report the CPU time of a
// thread.
func threadTime() time.Duration  { return wallTime() }
func processTime() time.Duration { return wallTime() }
