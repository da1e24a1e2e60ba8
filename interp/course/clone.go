package course

import "boardgame/interp"

// Clone returns a copy of the line that is followed, at the same moment; the other lines stay
// behind. The copy asks g, which is the same game. A course that nobody changes anymore may be
// cloned by several goroutines at once.
func (c *Course) Clone(g *interp.Game) *Course {
	d := &Course{game: g, line: make([]*moment, len(c.line)), at: c.at}
	moments, next := make([]moment, len(c.line)), make([]*moment, len(c.line))
	for i, m := range c.line {
		d.line[i], next[i] = &moments[i], &moments[i]
		moments[i] = moment{step: m.step, position: m.position, text: m.text, note: m.note,
			ending: m.ending}
		if i > 0 {
			moments[i-1].next, moments[i-1].last = next[i:i+1:i+1], next[i]
		}
	}
	return d
}
