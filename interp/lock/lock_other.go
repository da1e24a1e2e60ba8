//go:build !unix

package lock

import "os"

// Try has no lock to take here that ends with the process: two programs must be kept apart by their users.
func Try(*os.File) error { return nil }
