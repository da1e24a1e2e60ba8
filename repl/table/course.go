package table

import (
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/repl/speech"
)

// scoresheet is what was played and how that is written, whoever plays it.
type scoresheet struct {
	Speech   speech.Speech
	Course   *course.Course
	spoken   map[[2]*interp.Position]string // turns as they are shown, in the chosen coordinates
	Eyes     int                            // who looks at a game with secrets: a player, or Public
	possible possible
}

// Now is the current position.
func (t *scoresheet) Now() *interp.Position { return t.Course.Now() }

// Over reports whether the game has ended.
func (t *scoresheet) Over() bool { return t.Course.Over() }

// Mover is the player to move.
func (t *scoresheet) Mover() int { return t.Now().ToMove() }

// EndedByPlayers reports whether the players themselves ended the game in the current position.
func (t *scoresheet) EndedByPlayers() bool {
	how, _ := t.Course.Ended()
	return how != course.NotEnded
}
