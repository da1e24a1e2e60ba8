package programs

import (
	"slices"
)

// AsksWithin reports whether anything but a sentence of `end` asks for earlier positions.
func (p *Program) AsksWithin() bool {
	for _, player := range p.Players {
		for _, ch := range player.Choices {
			if slices.ContainsFunc(ch.Groups, func(g GroupCode) bool { return g.Repeats }) {
				return true
			}
		}
		if slices.ContainsFunc(player.Applies,
			func(a *Apply) bool { return a.Late != nil && a.Late.Repeats }) {
			return true
		}
	}
	return false
}
