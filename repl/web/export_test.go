package web

import (
	"testing"
	"time"
)

// SetPause changes how often clients are asked whether they are still there, and how long an answer
// may take, for one test.
func SetPause(t *testing.T, between, answer time.Duration) {
	old, oldAnswer := pause, patience
	pause, patience = between, answer
	t.Cleanup(func() { pause, patience = old, oldAnswer })
}
