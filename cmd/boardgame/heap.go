package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// leastHeap is how large the heap may grow before garbage is collected, however little of it is in
// use: 32 MB instead of 4. Most commands end before that. Otherwise compiling a game would collect
// up to twenty times, which takes a third of its time.
const leastHeap = 32 << 20

// collectLess sets the size of the heap at which garbage is collected to at least leastHeap, now
// and after each collection. If more than half of leastHeap is in use, garbage is collected as
// usual.
func collectLess() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(800)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var again func(*[16]byte)
	again = func(*[16]byte) {
		metrics.Read(live)
		debug.SetGCPercent(max(100, int(leastHeap*100/max(live[0].Value.Uint64(), 1))-100))
		runtime.SetFinalizer(new([16]byte), again)
	}
	runtime.SetFinalizer(new([16]byte), again)
}
