package bot

import (
	"time"

	"boardgame/interp/position"
)

// ForfeitError is the error of a bot that has lost the game by its behavior: an external program
// that crashed, did not answer or made an illegal move.
type ForfeitError struct {
	Reason string // half a sentence, such as "it played e2e9, which is not a legal move"
}

// Error returns the reason.
func (e *ForfeitError) Error() string { return e.Reason }

// Course is the history of a game.
type Course struct {
	Game  int // a number that tells games apart
	Start *position.Position
	Steps []position.Move
	Spent []time.Duration // by player: the time thought about all turns so far
	Turns []int           // by player: turns completed
	// Left is the remaining time of each player, 0 for a player without a limit, and Increment is
	// what a turn adds. Both are nil where the game has no clocks.
	Left, Increment []time.Duration
}

// Follower is a Bot that needs the history of the game, such as an external program that remembers
// it. Callers pass it before they ask the bot to choose.
type Follower interface {
	Bot
	Follow(c Course)
}
