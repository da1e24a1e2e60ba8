//go:build !unix

package repl

import "os"

// notifyResized does nothing: there is no signal for it, and nothing is shown in place.
func notifyResized(chan<- os.Signal) {}
