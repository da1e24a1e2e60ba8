package course

import (
	"time"

	"boardgame/interp/position"
)

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
func HistoryOf(number int, c *Course) History {
	n := len(c.game.Rules().Players)
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
