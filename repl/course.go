package repl

import (
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/repl/speech"
)

// scoresheet is what was played and how that is written, whoever plays it.
type scoresheet struct {
	speech.Reader
	course *course.Course
	spoken map[[2]*interp.Position]string // turns as they are shown, in the chosen coordinates
}

func (t *scoresheet) now() *interp.Position { return t.course.Now() }
func (t *scoresheet) over() bool            { return t.course.Over() }
func (t *scoresheet) mover() int            { return t.now().ToMove() }

// endedByPlayers reports whether the players themselves ended the game in the current position.
func (t *scoresheet) endedByPlayers() bool {
	how, _ := t.course.Ended()
	return how != course.NotEnded
}
