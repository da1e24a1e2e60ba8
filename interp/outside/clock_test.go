package outside

import (
	"testing"
	"time"

	"boardgame/interp/bot"
)

// A program gets the clocks of the game in the words of its protocol; they replace its own limits.
func TestClockWords(t *testing.T) {
	course := &bot.History{
		Left:      []time.Duration{time.Minute, 30 * time.Second},
		Increment: []time.Duration{2 * time.Second, 0},
	}
	open := &bot.History{Left: []time.Duration{time.Minute, 0}, Increment: make([]time.Duration, 2)}
	three := &bot.History{Left: []time.Duration{1, 1, time.Minute},
		Increment: make([]time.Duration, 3)}
	for _, row := range []struct {
		limit    string
		protocol string
		course   *bot.History
		player   int
		want     string
	}{
		{"movetime=5s", "ugi", course, 0, "go p1time 60000 p1inc 2000 p2time 30000"},
		{"depth=4", "uci", course, 1, "go wtime 60000 winc 2000 btime 30000 depth 4"},
		{"own", "ugi", course, 0, "go p1time 60000 p1inc 2000 p2time 30000"},
		{"movetime=5s", "ugi", open, 1, "go movetime 5000"},
		{"clock=9s", "ugi", open, 0, "go p1time 60000"},
		{"", "ugi", open, 1, "go movetime 1000"},
		{"clock=9s+1s", "ugi", nil, 0, "go p1time 9000 p1inc 1000 p2time 9000 p2inc 1000"},
		{"", "ugi", three, 2, "go movetime 1996"}, // a thirtieth of all the time except a reserve
	} {
		l, err := ParseLimit(row.limit)
		if err != nil {
			t.Fatal(err)
		}
		p := &Player{spec: Spec{Protocol: row.protocol}, limit: l, course: row.course}
		if words, _, _, err := p.goWords(row.player); words != row.want || err != nil {
			t.Errorf("%s: %q, %v; want %q", row.limit, words, err, row.want)
		}
	}
}
