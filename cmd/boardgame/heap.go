package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// firstHeap is how large the heap may grow before garbage is collected for the first time, as
// GOGC: 32 MB instead of 4. Most commands end before that. Compiling a game would otherwise collect
// four to six times, which takes a third of its time.
const firstHeap = 800

// putOffCollection puts off the first garbage collection. From then on all is as usual, so that
// commands that need much memory need no more of it.
func putOffCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(firstHeap)
	first := new([16]byte)
	runtime.SetFinalizer(first, func(*[16]byte) { debug.SetGCPercent(usual) })
}
