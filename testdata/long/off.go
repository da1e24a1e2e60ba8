//go:build !long

package long

// Tests reports whether long tests are to run.
const Tests = false
