package bot

import (
	"context"
	"testing"
	"time"
)

// A search ends at its deadline even if no timer of the runtime has fired, and each goroutine looks
// at the clock for itself.
func TestStopperDeadline(t *testing.T) {
	s := newStopper(context.Background(), time.Hour, 0)
	defer s.close()
	for range 10_000 {
		if s.over(0) {
			t.Fatal("an hour has not passed")
		}
	}
	if s.every < 2 {
		t.Error("it looks at the clock at every question")
	}
	shared := s.share()
	s.deadline, s.done = time.Now(), nil
	for range s.every {
		s.over(0)
	}
	if !s.over(0) {
		t.Error("the deadline has passed")
	}
	if shared.over(0) {
		t.Error("the other goroutine's deadline has not passed")
	}
	none := newStopper(context.Background(), 0, 10)
	if none.over(9) || !none.over(10) || !none.deadline.IsZero() {
		t.Error("only the nodes are limited")
	}
}
