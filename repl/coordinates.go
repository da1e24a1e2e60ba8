package repl

import (
	"boardgame/repl/speech"
)

// speak sets the coordinates of the table from the options or the configuration. It ignores a style
// that this game does not have or that does not fit its board.
func (d *view) speak() {
	name := d.paper.Options.Coordinates
	if name == "" {
		name = d.paper.Config.Coordinates
	}
	if d.table.Sheet.SetCoordinates(name) != nil {
		// they belong to another game, or do not fit this board
		_ = d.table.Sheet.SetCoordinates(speech.AutoCoordinates)
	}
}
