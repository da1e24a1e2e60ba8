package table

// SetCoordinates chooses the coordinates for a game: auto, own, or the name of a style that the
// game has.
func (t *scoresheet) SetCoordinates(name string) error {
	clear(t.spoken)
	return t.Speech.Speak(name)
}
