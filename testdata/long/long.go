// Package long says whether to run tests that take long, and lets all tests that import it collect
// garbage less often. Long tests run with the build tag long:
//
//	go test ./...             // about 105 s of CPU time
//	go test -tags long ./...  // everything
//
// A tag, unlike a flag, applies to all packages, and packages that do not use it are not rebuilt.
package long

import (
	"runtime/debug"
	"testing"
	"time"
)

// Loading and compiling games allocates much and keeps little: otherwise tests spend a fifth of
// their CPU time on garbage collection, those of package dsl two fifths.
func init() {
	debug.SetGCPercent(600)
	debug.SetMemoryLimit(1 << 30)
}

// Patience is how long a test waits for something that should come at once. After that, the program
// counts as hanging. It is far longer than a busy machine needs, and shorter than the timeout of go
// test.
const Patience = 5 * time.Minute

// Case reports whether to run case i of a list: every n-th, or all if long tests run. Two tests of
// one list begin at different cases, so that they miss different ones. The race detector makes
// everything five to ten times as slow. Under it, only a third of those cases run: races depend on
// which goroutines run, not on the case.
func Case(i, n int) bool {
	if Race {
		n *= 3
	}
	return Tests || i%n == 0
}

// Times is how often to do something that long tests do n times: n/share times, but at least once.
func Times(n, share int) int {
	if Tests {
		return n
	}
	return max(1, n/share)
}

// games is the sampling interval: the quick run tries one of so many games of the library.
const games = 20

// Sample returns every twentieth of a list of games from index first on, or all of it if long tests
// run. Tests begin at different indices, so that together they try many games.
func Sample[T any](all []T, first int) []T {
	var some []T
	for i, one := range all {
		if Case(i+games-first%games, games) {
			some = append(some, one)
		}
	}
	return some
}

// Studied are the games whose tests go deepest: they are played with all their options, and the
// long run compares them over most plies. The other games of the library are sampled.
var Studied = []string{
	"amazons", "blockade", "breakthrough", "cage", "cage-misere", "chess", "connect-four",
	"english-draughts", "gomoku", "hex", "lines-of-action", "nine-mens-morris", "quoridor",
	"reversi", "shiftago", "tactigon", "tic-tac-toe", "y",
}

// OneThread skips a test under the race detector. Call it in tests with only one goroutine, or
// whose goroutines share nothing that other, shorter tests do not share as well: there the detector
// can find nothing more.
func OneThread(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("one thread: the race detector has nothing to find")
	}
}

// Skip skips a test, a benchmark or a fuzz target unless long tests run. The reason says what takes
// long.
func Skip(t testing.TB, reason string) {
	t.Helper()
	if !Tests {
		t.Skip("run with -tags long:", reason)
	}
}
