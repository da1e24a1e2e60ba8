package bot

import "boardgame/interp/course"

// ForfeitError is the error of a bot that has lost the game by its behavior: an external program
// that crashed, did not answer or made an illegal move.
type ForfeitError struct {
	Reason string // half a sentence, such as "it played e2e9, which is not a legal move"
}

// Error returns the reason.
func (e *ForfeitError) Error() string { return e.Reason }

// History is what a bot that follows a game is told of it.
type History = course.History

// Follower is a Bot that needs the history of the game, such as an external program that remembers
// it. Callers pass it before they ask the bot to choose.
type Follower interface {
	Bot
	Follow(h History)
}
