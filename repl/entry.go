package repl

import (
	"errors"

	"boardgame/repl/speech"
)

// read makes steps of a line in the current position.
func (t *scoresheet) read(line string) speech.Entered {
	if t.over() {
		return speech.Entered{Err: errors.New("the game is over")}
	}
	return t.ReadAt(t.now(), line)
}
