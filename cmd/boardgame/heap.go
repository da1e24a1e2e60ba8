package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// firstHeap is how large the heap may grow before the first garbage collection, as a GOGC value: 32
// MB instead of 4. Most commands end before that. Otherwise compiling a game would collect four to
// six times, which takes a third of its time.
const firstHeap = 800

// putOffCollection postpones the first garbage collection. From then on everything is as usual, so
// commands that need much memory need no more of it.
func putOffCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(firstHeap)
	first := new([16]byte)
	runtime.SetFinalizer(first, func(*[16]byte) { debug.SetGCPercent(usual) })
}
