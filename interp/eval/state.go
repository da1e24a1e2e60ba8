package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// assign changes a state. It reads what is assigned before anything changes.
func (fx *effects) assign(e *ir.Effect, s *scope) {
	v := fx.m.ev.Value(e.B, &s.Scope)
	for _, i := range fx.m.ev.Indices(e.State, e.Index, &s.Scope) {
		switch fx.m.g.States[e.State].Type {
		case ir.Sites, ir.Steps:
			if v.Type == ir.Steps {
				v.Sites = topology.Set{v.Dirs[0], v.Dirs[1]}
			}
			memory := &s.pos.Memories[i]
			switch e.Assign {
			case ir.SetTo:
				*memory = v.Sites
			case ir.AddTo:
				*memory = memory.Or(v.Sites)
			case ir.TakeFrom:
				*memory = memory.Minus(v.Sites)
			}
		case ir.Players, ir.Kinds:
			switch e.Assign {
			case ir.SetTo:
				s.pos.Numbers[i] = v.N
			case ir.AddTo:
				s.pos.Numbers[i] |= v.N
			case ir.TakeFrom:
				s.pos.Numbers[i] &^= v.N
			}
		default:
			switch e.Assign {
			case ir.SetTo:
				s.pos.Numbers[i] = v.N
			case ir.AddTo:
				s.pos.Numbers[i] = value.Add(s.pos.Numbers[i], v.N)
			case ir.TakeFrom:
				s.pos.Numbers[i] = value.Sub(s.pos.Numbers[i], v.N)
			}
		}
	}
}

// initialise gives states their initial values: all of them, or only those that last for a turn.
func (en *ends) initialise(p *position.State, thisTurn bool) {
	for i := range en.m.g.States {
		st := &en.m.g.States[i]
		if thisTurn && !st.ThisTurn || st.Init == nil {
			continue
		}
		// Read on the empty board, once for each player (language.md#arguments-of-states), so that
		// the value is the same at every turn.
		players, kinds, cells := en.m.g.Extent(st)
		at := en.m.bases[i]
		for player := range players {
			v := en.m.ev.Value(st.Init, en.m.view(en.m.blank, player, en.m.ev.Frame(nil)))
			if v.Type == ir.Steps {
				v.Sites = topology.Set{v.Dirs[0], v.Dirs[1]}
			}
			for range kinds * cells {
				if st.InSets() {
					p.Memories[at] = v.Sites
				} else {
					p.Numbers[at] = v.N
				}
				at++
			}
		}
	}
}

// repetitions returns how often the position, as the next player gets it, occurred before, and seen
// how often its pieces alone did (language.md#reading-the-end, language.md#repetition). Only turn
// boundaries count; a position at a boundary is itself the last of them and does not count.
func repetitions(m *Machine, p *position.State) int64 {
	n, _ := earlier(m, p)
	return n
}

func (m *Machine) seen(p *position.State) int64 {
	_, n := earlier(m, p)
	return n
}

func earlier(m *Machine, p *position.State) (whole, pieces int64) {
	history, toMove := p.History, p.ToMove
	if p.Steps > 0 {
		toMove = p.NextMover()
	} else if history != nil {
		history = history.Before
	}
	r := recalled{history: history, whole: p.RepetitionKey(m.g, toMove), pieces: p.PiecesKey()}
	last := &m.recalled
	if last.history != r.history || last.whole != r.whole || last.pieces != r.pieces {
		r.wholes, r.alone = history.Count(r.whole, r.pieces)
		*last = r
	}
	return last.wholes, last.alone
}

// recalled is a position that was looked for in the history, and how often it was found.
type recalled struct {
	history       *position.History
	whole, pieces position.Key
	wholes, alone int64
}
