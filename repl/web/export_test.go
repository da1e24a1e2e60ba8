package web

import (
	"testing"
	"time"
)

// SetPause changes, for one test, how often clients are pinged, and how long an answer may take.
func SetPause(t *testing.T, between, answer time.Duration) {
	old, oldAnswer := pause, patience
	pause, patience = between, answer
	t.Cleanup(func() { pause, patience = old, oldAnswer })
}

// Picture is the picture of a game on the page.
var Picture = drawing
