package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// valuesOf returns where in a position the values of a state are that some arguments mean
// (language.md#arguments-of-states): a player left out is me; kinds and cells left out are all of
// them; a set with several members means several values, the empty set none. The arguments are in
// the order player, piece, cell, for what the state is kept per. The result is good until the next
// call.
func (m *Machine) valuesOf(state int, args []*ir.Expr, s *scope) []int {
	st := &m.g.States[state]
	_, kinds, cells := m.g.Extent(st)
	argument := func() *ir.Expr {
		if len(args) == 0 {
			return nil
		}
		arg := args[0]
		args = args[1:]
		return arg
	}
	ofPlayers, ofKinds, ofCells := uint64(1), uint64(1), topology.Set{}
	if st.PerPlayer {
		ofPlayers = 1 << s.me
		if arg := argument(); arg != nil {
			ofPlayers = m.bits(arg, s) & all(m.players)
		}
	}
	if st.PerPiece {
		ofKinds = all(kinds)
		if arg := argument(); arg != nil {
			ofKinds = m.bits(arg, s) & all(kinds)
		}
	}
	if st.PerCell {
		ofCells = m.b.Cells
		if arg := argument(); arg != nil {
			ofCells = m.sites(arg, s).And(m.b.Cells)
		}
	}
	indices := m.indices[:0]
	for p := ofPlayers; p != 0; p &= p - 1 {
		for k := ofKinds; k != 0; k &= k - 1 {
			row := m.bases[state] + (first(p)*kinds+first(k))*cells
			if !st.PerCell {
				indices = append(indices, row)
				continue
			}
			for c := range ofCells.All() {
				indices = append(indices, row+int(c))
			}
		}
	}
	m.indices = indices
	m.spend(int64(len(indices)))
	return indices
}

// assign changes a state. What is assigned is read before anything changes.
func (m *Machine) assign(e *ir.Effect, s *scope) {
	v := m.value(e.B, s)
	for _, i := range m.valuesOf(e.State, e.Index, s) {
		switch m.g.States[e.State].Type {
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

// initialise gives states the values they begin with: all of them, or only those that last for a
// turn.
func (m *Machine) initialise(p *position.State, thisTurn bool) {
	for i := range m.g.States {
		st := &m.g.States[i]
		if thisTurn && !st.ThisTurn || st.Init == nil {
			continue
		}
		// Read on the empty board, once for each player (language.md#arguments-of-states), so that
		// the value is the same at every turn.
		players, kinds, cells := m.g.Extent(st)
		at := m.bases[i]
		for player := range players {
			v := m.value(st.Init, &scope{m.blank, player, make([]Value, m.slots)})
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

// repetitions returns how often the position, as the next player gets it, was there before, and
// seen how often its pieces alone were (language.md#reading-the-end, language.md#repetition). Only
// turn boundaries count; at a boundary it is itself the last of them and does not count.
func (m *Machine) repetitions(p *position.State) int64 {
	n, _ := m.earlier(p)
	return n
}

func (m *Machine) seen(p *position.State) int64 {
	_, n := m.earlier(p)
	return n
}

func (m *Machine) earlier(p *position.State) (whole, pieces int64) {
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
