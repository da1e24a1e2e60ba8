package value

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Indices returns the indices, in a position, of the values of a state that some arguments select
// (language.md#arguments-of-states). An omitted player is me; omitted kinds or cells are all of
// them; a set with several members selects several values, the empty set none. The arguments are in
// the order player, piece, cell, as far as the state is kept per them. The result is valid until
// the next call.
func (ev *Evaluator) Indices(state int, args []*ir.Expr, s *Scope) []int {
	st := &ev.g.States[state]
	_, kinds, cells := ev.g.Extent(st)
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
		ofPlayers = 1 << s.Me
		if arg := argument(); arg != nil {
			ofPlayers = ev.Bits(arg, s) & all(ev.players)
		}
	}
	if st.PerPiece {
		ofKinds = all(kinds)
		if arg := argument(); arg != nil {
			ofKinds = ev.Bits(arg, s) & all(kinds)
		}
	}
	if st.PerCell {
		ofCells = ev.b.Cells
		if arg := argument(); arg != nil {
			ofCells = ev.Sites(arg, s).And(ev.b.Cells)
		}
	}
	indices := ev.indices[:0]
	for p := ofPlayers; p != 0; p &= p - 1 {
		for k := ofKinds; k != 0; k &= k - 1 {
			row := ev.bases[state] + (First(p)*kinds+First(k))*cells
			if !st.PerCell {
				indices = append(indices, row)
				continue
			}
			for c := range ofCells.All() {
				indices = append(indices, row+int(c))
			}
		}
	}
	ev.indices = indices
	ev.Work.Spend(int64(len(indices)))
	return indices
}
