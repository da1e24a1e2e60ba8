// Package long says whether tests that take long are to run. They do with the build tag long:
//
//	go test ./...             // about three minutes of CPU time
//	go test -tags long ./...  // everything
//
// A tag, unlike a flag, holds for all packages, and packages that do not look at it are not built
// anew.
package long

import "testing"

// Skip skips a test, a benchmark or a fuzz target unless long tests are to run. The reason says
// what takes so long.
func Skip(t testing.TB, reason string) {
	t.Helper()
	if !Tests {
		t.Skip("run with -tags long:", reason)
	}
}
