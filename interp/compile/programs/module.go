package programs

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/symbolic"
)

// Leaves reports whether anything is left to the evaluator.
func (p *Program) Leaves() bool {
	for _, player := range p.Players {
		for _, ch := range player.Choices {
			for _, g := range ch.Groups {
				if len(g.Fallback) > 0 {
					return true
				}
			}
		}
		for _, list := range [2][]Chunk{player.End, player.AtOnce} {
			for i := range list {
				if list[i].Fallback > 0 {
					return true
				}
			}
		}
		for i, s := range p.Game.End {
			if _, ok := player.Scored[i]; !ok && (s.Outcome == ir.Highest || s.Outcome == ir.Lowest) {
				return true
			}
		}
	}
	return false
}

// Decides reports whether an item of a choice can decide the game or withdraw a step.
func (p *Program) Decides() bool {
	for _, ch := range p.Choices {
		for _, g := range ch.Groups {
			for _, it := range g.Items {
				switch it.Source.Op {
				case ir.MoveItem, ir.PassItem, ir.DoneItem:
				default:
					return true
				}
			}
		}
	}
	return false
}

// AllFree reports whether no step ever has to be tried.
func (p *Program) AllFree() bool {
	for _, player := range p.Players {
		for i := range player.Classes {
			if !player.Classes[i].Free {
				return false
			}
		}
	}
	return true
}

// Witnessed reports whether the witness of a step can show that others are legal.
func (p *Program) Witnessed() bool {
	for _, player := range p.Players {
		for _, a := range player.Applies {
			if a.Witness != nil {
				return true
			}
		}
	}
	return false
}

// Pinned reports whether programs say which steps are in doubt.
func (p *Program) Pinned() bool {
	pinned := false
	for _, player := range p.Players {
		pinned = pinned || len(player.Doubtful) > 0
	}
	return pinned && !p.Witnessed()
}

// Hashed returns what repetitions compare (language.md#repetition): the sets with pieces, then
// those of memories that last longer than a turn, and the numbers of such memories.
func (p *Program) Hashed() (fields, nums []int) {
	g := p.Game
	for i := range p.Pieces {
		fields = append(fields, i)
	}
	for i := range g.States {
		s := &g.States[i]
		if !s.Memory || s.ThisTurn {
			continue
		}
		players, kinds, cells := g.Extent(s)
		base := g.Base(i)
		for j := range players * kinds * cells {
			if !s.InSets() {
				nums = append(nums, symbolic.NumFirst+base+j)
				continue
			}
			for _, f := range p.Memory[base+j] {
				if f >= 0 {
					fields = append(fields, f)
				}
			}
		}
	}
	return fields, nums
}
