//go:build !unix

package record

import "os"

// Lock has no lock to take here that ends with the process: two programs must be kept apart by
// their users.
func Lock(*os.File) error { return nil }
