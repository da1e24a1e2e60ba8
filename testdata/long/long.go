// Package long says whether tests that take long are to run. They do with the build tag long:
//
//	go test ./...             // about two and a half minutes of CPU time
//	go test -tags long ./...  // everything
//
// A tag, unlike a flag, holds for all packages, and packages that do not look at it are not built
// anew.
package long

import "testing"

// Case reports whether case i of a list is to run: every n-th is, and all are if long tests are to
// run. Two tests of one list begin at different cases, so that they miss different ones.
func Case(i, n int) bool { return Tests || i%n == 0 }

// Skip skips a test, a benchmark or a fuzz target unless long tests are to run. The reason says
// what takes so long.
func Skip(t testing.TB, reason string) {
	t.Helper()
	if !Tests {
		t.Skip("run with -tags long:", reason)
	}
}
