package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"
)

func TestBar(t *testing.T) {
	begin := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	b := &bar{width: 80, what: "playing", total: 40, started: begin}
	for _, test := range []struct {
		done, first, width int
		want               string
	}{
		{10, 0, 80, "playing  █████░░░░░░░░░░░░░░░ (10/40, 30s left)"},
		// five of them were done before
		{10, 5, 80, "playing  █████░░░░░░░░░░░░░░░ (10/40, 1m0s left)"},
		{40, 0, 80, "playing  ████████████████████ (40/40)"},
		{41, 0, 80, "playing  ████████████████████ (41/40)"},
		{10, 0, 20, "playing  █████░░░░…"},
	} {
		b.first, b.width = test.first, test.width
		if got := b.line(test.done, begin.Add(10*time.Second)); got != test.want {
			t.Errorf("%d of 40: %q, want %q", test.done, got, test.want)
		} else if runewidth.StringWidth(got) >= test.width {
			t.Errorf("%q is wider than a line of %d columns", got, test.width)
		}
	}
}

// The bar is not drawn too often, the last state always is, and in the end the line is empty.
func TestBarIsDrawnAtIntervals(t *testing.T) {
	var out bytes.Buffer
	b := &bar{out: &out, width: 80, what: "playing", total: 1000, started: time.Now()}
	for i := range 1000 {
		b.show(i+1, "")
	}
	b.show(-1, "")
	if n := strings.Count(out.String(), "playing"); n < 2 || n > 500 {
		t.Errorf("it was drawn %d times", n)
	}
	if !strings.Contains(out.String(), "(1000/1000)") ||
		!strings.HasSuffix(out.String(), eraseLine) {
		t.Errorf("it ends with %q", out.String()[max(out.Len()-60, 0):])
	}
}
