package bot

import (
	"time"

	"boardgame/interp/position"
)

// ForfeitError is the error of a bot that has lost the game by what it did or failed to do: a
// program of its own that crashed, kept silent or made an illegal move.
type ForfeitError struct {
	Reason string // half a sentence, such as "it played e2e9, which is not a legal move"
}

// Error returns the reason.
func (e *ForfeitError) Error() string { return e.Reason }

// Course is how a game came to where it is.
type Course struct {
	Game  int // a number that tells games apart
	Start *position.Position
	Steps []position.Move
	Spent []time.Duration // by player: the time thought about all turns so far
	Turns []int           // by player: turns completed
	// Left is what the clock of each player shows, 0 for a player without a limit, and Increment
	// what a turn adds. Both are nil where the game has no clocks.
	Left, Increment []time.Duration
}

// Follower is a Bot that wants to know how the game came to where it is, as programs do that
// remember it. Whoever asks it to choose tells it before.
type Follower interface {
	Bot
	Follow(c Course)
}
