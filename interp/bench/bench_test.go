package bench

import (
	"strings"
	"testing"
	"time"

	"boardgame/interp/ruleset"
)

// A measurement that does not get enough CPU time fails and says so.
func TestRunOutOfTime(t *testing.T) {
	defer func(before time.Duration) { room = before }(room)
	room = 0
	g, err := ruleset.Load("chess")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Run(t.Context(), g, Options{Time: time.Millisecond, Steps: 5000, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), "time ran out") {
		t.Error(err)
	}
}
