//go:build !unix

package record

import "os"

// Lock takes no lock here, because none would end with the process: users must keep two programs
// apart.
func Lock(*os.File) error { return nil }

// Unlock has nothing to give up here.
func Unlock(*os.File) {}
