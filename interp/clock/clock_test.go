package clock_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardgame/interp/clock"
)

func TestParse(t *testing.T) {
	for _, row := range []struct {
		text string
		want clock.Control
		as   string
	}{
		{"5m+3s", clock.Control{Main: 5 * time.Minute, Increment: 3 * time.Second}, "5m+3s"},
		{"5+3", clock.Control{Main: 5 * time.Minute, Increment: 3 * time.Second}, "5m+3s"},
		{" 90s ", clock.Control{Main: 90 * time.Second}, "1m30s"},
		{"10", clock.Control{Main: 10 * time.Minute}, "10m"},
		{"1h + 500ms", clock.Control{Main: time.Hour, Increment: time.Second / 2}, "1h+500ms"},
		{"1m+0s", clock.Control{Main: time.Minute}, "1m"},
	} {
		got, err := clock.Parse(row.text)
		if err != nil || got != row.want || got.String() != row.as {
			t.Errorf("%q: %+v, %q, %v", row.text, got, got, err)
		}
		if again, err := clock.Parse(got.String()); err != nil || again != got {
			t.Errorf("%q: read again it is %+v, %v", got, again, err)
		}
	}
	if text := (clock.Control{}).String(); text != "" {
		t.Errorf("no limit is written %q", text)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": "is not a time control; write the time for the game and what each turn adds, " +
			"such as 5m+3s or 90s",
		"0":          "is not a time control",
		"0s+5s":      "is not a time control",
		"-5m":        "is not a time control",
		"5m+":        "is not a time control",
		"5m+-3s":     "is not a time control",
		"5m+3s+1s":   "is not a time control",
		"blitz":      "is not a time control",
		"NaN":        "is not a time control",
		"1001h":      "is too long; a clock has at most 1000 hours",
		"1m+2000h":   "is too long",
		"2147483647": "is too long",
	} {
		if c, err := clock.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}

// A game on the clock: only the player to move loses time, and gets an increment after the turn.
func Example() {
	control, err := clock.Parse("1m+2s")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c := clock.New(control, control)
	c.Start(0, now)
	now = now.Add(20 * time.Second)
	fmt.Println(clock.Text(c.Left(0, now)), clock.Text(c.Left(1, now)))
	c.Complete(0, now)
	c.Start(1, now)
	now = now.Add(time.Minute)
	fmt.Println(clock.Text(c.Left(0, now)), clock.Text(c.Left(1, now)))
	fmt.Println(c.Fallen(now))
	// Output:
	// 0:40 1:00
	// 0:42 0.0
	// 1 true
}

// Clocks that are set back show their earlier times. A stopped clock does not fall, and neither
// does one without a limit.
func TestClock(t *testing.T) {
	now := time.Unix(0, 0)
	c := clock.New(clock.Control{Main: time.Minute}, clock.Control{})
	c.Start(0, now)
	times := c.Times(now.Add(time.Second))
	c.Start(0, now.Add(5*time.Second)) // it is already running
	if left := c.Left(0, now.Add(10*time.Second)); left != 50*time.Second {
		t.Errorf("%s left", left)
	}
	c.Set(times)
	if left := c.Left(0, now.Add(time.Hour)); left != 59*time.Second || c.Running() != -1 {
		t.Errorf("%s left, %d runs", left, c.Running())
	}
	if _, fallen := c.Fallen(now.Add(time.Hour)); fallen {
		t.Error("a clock that stands has fallen")
	}
	c.Start(1, now)
	if _, running := c.Due(now); running || c.Limited(1) {
		t.Error("a player without a limit has one")
	}
	c.Start(0, now)
	if left := c.Left(0, now.Add(-time.Hour)); left != 59*time.Second { // the time of day was set back
		t.Errorf("%s left", left)
	}
}

func TestText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0.0", 0: "0.0", 49 * time.Millisecond: "0.0",
		9*time.Second + 490*time.Millisecond: "9.4", 10 * time.Second: "0:10",
		298 * time.Second: "4:58", time.Hour + 2*time.Minute + 3*time.Second: "1:02:03",
	} {
		if got := clock.Text(d); got != want {
			t.Errorf("%s is shown as %s, not %s", d, got, want)
		}
	}
}

// Whoever keeps to the budget never loses on time.
func TestBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		control := clock.Control{
			Main: time.Duration(rapid.Int64Range(int64(50*time.Millisecond),
				int64(time.Hour)).Draw(t, "main")),
			Increment: time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "increment")),
		}
		now := time.Unix(0, 0)
		c := clock.New(control)
		for range 40 {
			c.Start(0, now)
			left := c.Left(0, now)
			spend := clock.Budget(left, control.Increment, rapid.IntRange(-1, 50).Draw(t, "turns"))
			if left > time.Millisecond && (spend <= 0 || spend > left) {
				t.Fatalf("%s of %s are to be spent", spend, left)
			}
			now = now.Add(min(spend, left-1))
			if _, fallen := c.Fallen(now); fallen {
				t.Fatal("the time is up")
			}
			c.Complete(0, now)
		}
	})
}

// With next to nothing left and no increment, a turn gets next to nothing.
func TestBudgetOfShortClocks(t *testing.T) {
	for _, c := range []struct{ left, increment, most time.Duration }{
		{80 * time.Millisecond, 0, time.Millisecond},
		{130 * time.Millisecond, 0, time.Millisecond},
		{80 * time.Millisecond, 50 * time.Millisecond, time.Millisecond},
		{150 * time.Millisecond, 100 * time.Millisecond, 50 * time.Millisecond},
		{time.Second, 0, 31 * time.Millisecond},
	} {
		if got := clock.Budget(c.left, c.increment, 0); got > c.most || got < time.Millisecond {
			t.Errorf("%s+%s: %s", c.left, c.increment, got)
		}
	}
}
