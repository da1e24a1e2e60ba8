// Package heap makes the tests that import it collect garbage less often. Loading and compiling
// games allocates much and keeps little: otherwise the tests of dsl spend two fifths of their CPU
// time on garbage collection, and those of repl and engine a sixth.
package heap

// ballast counts as part of the heap, which is collected when it has doubled. Nothing is ever
// written to it, so the system provides no memory for it.
var ballast = make([]byte, 128<<20)
