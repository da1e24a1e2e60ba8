//go:build long

package long

// Tests reports whether to run long tests.
const Tests = true
