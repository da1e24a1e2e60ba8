package programs

import (
	"slices"

	"boardgame/dsl/ir"
)

// Alternates reports whether the two players of a game always take turns.
func (p *Program) Alternates() bool {
	for _, player := range p.Players {
		for _, a := range player.Applies {
			if slices.ContainsFunc(p.Game.Moves[a.Move].Do, again) {
				return false
			}
		}
	}
	return len(p.Game.Players) == 2
}

func again(e *ir.Effect) bool {
	for _, x := range e.More {
		if again(x) {
			return true
		}
	}
	return e.Op == ir.Again || e.Body != nil && again(e.Body)
}

// Ahead reports whether trying a step takes more than reading the position before it.
func (a *Apply) Ahead() bool { return a.LooksAhead || a.LateCond != nil }

// Silent reports whether the steps of a class are taken silently if there are no others.
func (p *Program) Silent(cl *Class) bool {
	for _, g := range p.Choices[cl.Choice].Groups {
		for _, it := range g.Items {
			if it.Index == cl.Item {
				return it.Silent
			}
		}
	}
	return false
}

// Aiming reports whether some choice says `with least` or `with most`.
func (p *Program) Aiming() bool {
	for _, ch := range p.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				return true
			}
		}
	}
	return false
}
