package table

// Drawn reports whether chance decides the next step.
func (t *scoresheet) Drawn() bool { return !t.Over() && t.Speech.Game.Weights(t.Now()) != nil }

// Untouched reports whether chance alone has moved so far.
func (t *Table) Untouched() bool {
	for at := 1; at <= t.Sheet.Course.At(); at++ {
		if !t.Sheet.Course.Rolled(at) {
			return false
		}
	}
	return true
}
