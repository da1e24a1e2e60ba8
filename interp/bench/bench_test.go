package bench

import (
	"strings"
	"testing"
	"time"

	"boardgame/interp/verify/gametest"
)

// A measurement that does not get enough CPU time fails and says so.
func TestRunOutOfTime(t *testing.T) {
	defer func(before time.Duration) { room = before }(room)
	room = 0
	g := gametest.Load(t, "chess", "")
	_, err := Run(t.Context(), g, Options{Time: time.Millisecond, Steps: 5000, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), "time ran out") {
		t.Error(err)
	}
}
