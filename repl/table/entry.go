package table

import (
	"errors"

	"boardgame/repl/speech"
)

// Read makes steps of a line in the current position.
func (t *scoresheet) Read(line string) speech.Entered {
	if t.Over() {
		return speech.Entered{Err: errors.New("the game is over")}
	}
	if t.Veiled() {
		return t.readOne(line)
	}
	return t.Speech.ReadAt(t.Now(), line)
}
