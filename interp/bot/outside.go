package bot

import (
	"time"

	"boardgame/interp/course"
	"boardgame/interp/position"
)

// ForfeitError is the error of a bot that has lost the game by its behavior: an external program
// that crashed, did not answer or made an illegal move.
type ForfeitError struct {
	Reason string // half a sentence, such as "it played e2e9, which is not a legal move"
}

// Error returns the reason.
func (e *ForfeitError) Error() string { return e.Reason }

// History is what a bot that follows a game is told of it.
type History struct {
	Game  int // a number that tells games apart
	Start *position.Position
	Steps []position.Move
	Spent []time.Duration // by player: the time thought about all turns so far
	Turns []int           // by player: turns completed
	// Left is the remaining time of each player, 0 for a player without a limit, and Increment is
	// what a turn adds. Both are nil where the game has no clocks.
	Left, Increment []time.Duration
}

// HistoryOf returns the history of a game up to the moment that is shown, under a number that tells
// games apart.
func HistoryOf(number int, c *course.Course) History {
	n := len(c.Game().Rules().Players)
	h := History{Game: number, Start: c.Start(), Steps: c.Steps(0, c.At()),
		Spent: make([]time.Duration, n), Turns: make([]int, n)}
	for at := 1; at <= c.At(); at++ {
		if c.Boundary(at) {
			h.Turns[c.Position(at-1).ToMove()]++
		}
	}
	if c.Clocks() != nil {
		h.Left, h.Increment = make([]time.Duration, n), make([]time.Duration, n)
	}
	for i := range n {
		if h.Spent[i] = c.Spent(i); h.Left != nil {
			h.Left[i], h.Increment[i] = c.Left(i)
		}
	}
	return h
}

// Follower is a Bot that needs the history of the game, such as an external program that remembers
// it. Callers pass it before they ask the bot to choose.
type Follower interface {
	Bot
	Follow(h History)
}
