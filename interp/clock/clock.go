// Package clock is time control: how long players may think in a game.
//
//	"5m+3s" → Parse → Control → New → Clock → Start, Stop, Left, Fallen
//
// A control gives a player time for the whole game, and more after each turn. A [Clock] holds the
// clocks of all players. At most one of them runs. A player whose clock reaches zero has lost on
// time; what that means is up to whoever runs the game.
//
// Nothing here reads the time of day: callers pass it in. So a test can run an hour-long game in no
// time.
package clock

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Control is a time control. The zero Control is no limit.
type Control struct {
	Main      time.Duration // for the whole game
	Increment time.Duration // added after each turn
}

// longest bounds the times in a control, so that sums over a game cannot overflow.
const longest = 1000 * time.Hour

// Parse reads a time control: "5m+3s", "90s", "1h30m+30s". Numbers without units are minutes and,
// after the plus sign, seconds, as chess players write them: "5+3". The error says what was
// expected.
func Parse(text string) (Control, error) {
	first, more, both := strings.Cut(strings.TrimSpace(text), "+")
	var c Control
	var err error
	if c.Main, err = span(first, time.Minute); err == nil && c.Main <= 0 {
		err = errors.New("no time")
	}
	if err == nil && both {
		c.Increment, err = span(more, time.Second)
	}
	if err != nil {
		return Control{}, fmt.Errorf(
			"%q is not a time control; write the time for the game and what each turn"+
				" adds, such as 5m+3s or 90s", text)
	}
	if c.Main > longest || c.Increment > longest {
		return Control{}, fmt.Errorf("%q is too long; a clock has at most %d hours", text,
			int(longest.Hours()))
	}
	return c, nil
}

// span reads a duration that is not negative. A number alone counts units.
func span(text string, unit time.Duration) (time.Duration, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseUint(text, 10, 31); err == nil {
		if n > uint64(longest/unit) {
			return longest + unit, nil
		}
		return time.Duration(n) * unit, nil
	}
	d, err := time.ParseDuration(text)
	if err == nil && d < 0 {
		err = errors.New("negative")
	}
	return d, err
}

// String returns the control as [Parse] reads it, "" for no limit.
func (c Control) String() string {
	if c.Main == 0 {
		return ""
	}
	text := short(c.Main)
	if c.Increment > 0 {
		text += "+" + short(c.Increment)
	}
	return text
}

// short writes a duration without the parts that are zero: 5m, not 5m0s.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Clock holds the clocks of the players of one game. It is for one goroutine. The zero value, like
// [New] without controls, has no limits.
type Clock struct {
	controls []Control
	left     []time.Duration
	runs     bool
	running  int // whose clock runs, if one does
	since    time.Time
}

// New returns stopped clocks, by player. A player whose control is zero has no limit.
func New(controls ...Control) *Clock {
	c := &Clock{controls: controls, left: make([]time.Duration, len(controls))}
	for i, control := range controls {
		c.left[i] = control.Main
	}
	return c
}

// has reports whether a player has a clock.
func (c *Clock) has(player int) bool { return player >= 0 && player < len(c.controls) }

// Control returns the time control of a player; the zero value for none.
func (c *Clock) Control(player int) Control {
	if !c.has(player) {
		return Control{}
	}
	return c.controls[player]
}

// Limited reports whether a player has a limit.
func (c *Clock) Limited(player int) bool { return c.Control(player).Main > 0 }

// Start starts the clock of a player now. If a different clock runs, that one stops.
func (c *Clock) Start(player int, now time.Time) {
	if c.Running() == player {
		return
	}
	c.Stop(now)
	c.runs, c.running, c.since = c.has(player), player, now
}

// Stop stops the running clock, if there is one.
func (c *Clock) Stop(now time.Time) {
	if c.runs {
		c.left[c.running] = c.Left(c.running, now)
		c.runs = false
	}
}

// Running returns the player whose clock runs; -1 if none does.
func (c *Clock) Running() int {
	if !c.runs {
		return -1
	}
	return c.running
}

// Complete stops the clock of a player who has completed a turn, and adds the increment.
func (c *Clock) Complete(player int, now time.Time) {
	if c.Running() == player {
		c.Stop(now)
	}
	if c.has(player) {
		c.left[player] += c.controls[player].Increment
	}
}

// Left returns what a player has left now; it is negative once the time is up. For a player without
// a limit it is minus the time used, which says nothing.
func (c *Clock) Left(player int, now time.Time) time.Duration {
	if !c.has(player) {
		return 0
	}
	left := c.left[player]
	if c.Running() == player {
		left -= max(now.Sub(c.since), 0)
	}
	return left
}

// Fallen returns the player whose clock runs and has no time left; false if there is none.
func (c *Clock) Fallen(now time.Time) (player int, fallen bool) {
	left, running := c.Due(now)
	return c.Running(), running && left <= 0
}

// Due returns how long the running clock has until it falls; false if no clock with a limit runs.
func (c *Clock) Due(now time.Time) (left time.Duration, running bool) {
	if !c.Limited(c.Running()) {
		return 0, false
	}
	return c.Left(c.running, now), true
}

// Times returns what each player has left now, for [Clock.Set].
func (c *Clock) Times(now time.Time) []time.Duration {
	all := make([]time.Duration, len(c.left))
	for i := range all {
		all[i] = c.Left(i, now)
	}
	return all
}

// Set stops the clocks and sets them to times that [Clock.Times] returned, when a game is taken
// back or resumed.
func (c *Clock) Set(times []time.Duration) {
	copy(c.left, times)
	c.runs = false
}

// Budget returns how long to think about one turn with this much time left and this increment.
// Turns is how many turns remain until more time is added; 0 means unknown. Budget always leaves
// time for later turns, and for what a busy machine may need to wake up whoever thinks. It is at
// least a millisecond.
func Budget(left, increment time.Duration, turns int) time.Duration {
	const ahead = 30 // turns for which time is kept if nothing is known
	if turns <= 0 || turns > ahead {
		turns = ahead
	}
	// With less time than that, a turn gets next to nothing.
	const reserve = 100 * time.Millisecond
	left = max(left-reserve, 0)
	share := left/time.Duration(turns) + increment*3/4
	return max(min(share, left/2+increment/2, left), time.Millisecond)
}

// Text writes what a clock shows: 1:02:03, 4:58 or, below ten seconds, 9.4.
func Text(left time.Duration) string {
	left = max(left, 0)
	if left < 10*time.Second {
		tenths := int(left / (100 * time.Millisecond))
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	}
	seconds := int(left / time.Second)
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
