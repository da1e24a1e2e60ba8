package repl

import (
	"boardgame/repl/speech"
)

// speak chooses the coordinates for a game: auto, own, or the name of a style that the game has.
func (t *scoresheet) speak(name string) error {
	clear(t.spoken)
	return t.Speech.Speak(name)
}

// speak sets the coordinates of the table from the options or the configuration. It ignores a style
// that this game does not have or that does not fit its board.
func (d *desk) speak() {
	name := d.Options.Coordinates
	if name == "" {
		name = d.Config.Coordinates
	}
	if d.table.speak(name) != nil {
		_ = d.table.speak(speech.AutoCoordinates) // they belong to another game, or do not fit this board
	}
}
