package web

import (
	"testing"
	"time"
)

// SetPause changes how often clients are asked whether they are still there, for one test.
func SetPause(t *testing.T, d time.Duration) {
	before := pause
	pause = d
	t.Cleanup(func() { pause = before })
}
