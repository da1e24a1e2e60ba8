package check

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
)

// listStates numbers the counters and memories, so that whatever is checked from then on may name
// them.
func (eq *equipment) listStates() {
	for _, d := range eq.Live {
		n, ok := d.Node.(*syntax.State)
		if !ok {
			continue
		}
		if sym := eq.Names.OfGame.Entries[n.Name.Text]; sym != nil && sym.Sort == terms.StateName &&
			sym.State.Node == n {
			st := sym.State
			st.Index = len(eq.states)
			sym.Index = st.Index
			eq.states = append(eq.states, st)
			eq.Game.States = append(eq.Game.States, ir.State{Name: n.Name.Text, Memory: n.Memory,
				Type: ir.Number, ThisTurn: n.ThisTurn, Span: n.Span(d.File)})
			eq.readPer(st)
		}
	}
}

// declareStates reads their initial values, and limits how much they may hold.
func (eq *equipment) declareStates() {
	for _, st := range eq.states {
		eq.C.Declared.ReadState(st)
	}
	numbers, sets := 0, 0
	for i, st := range eq.states {
		const help = "keep fewer counters and memories, or fewer per player, piece or cell"
		players, kinds, cells := eq.Game.Extent(&eq.Game.States[i])
		if eq.Game.States[i].InSets() {
			if sets += players * kinds * cells; sets > merge.MaxMemories {
				eq.Exceeds(st.Node.Span(st.File), merge.MaxMemories, "sets in a position", help)
			}
		} else if numbers += players * kinds * cells; numbers > merge.MaxNumbers {
			eq.Exceeds(st.Node.Span(st.File), merge.MaxNumbers, "numbers in a position", help)
		}
	}
}

func (eq *equipment) readPer(st *terms.State) {
	words := []string{"player", "piece", "cell"}
next:
	for _, p := range st.Node.Per {
		for i, w := range words {
			if p.Text == w {
				if st.Per[i] {
					eq.Fail(code.BadPer, p.Span(st.File), fmt.Sprintf("`%s` is listed twice after `per`", w),
						"", "")
				}
				st.Per[i] = true
				continue next
			}
		}
		st.BadPer = true
		eq.Fail(code.BadPer, p.Span(st.File), fmt.Sprintf("a %s cannot be kept per `%s`", st.Word(),
			p.Text), "It is kept per player, piece (that is: per kind of piece) or cell.",
			terms.DidYouMean(p.Text, words))
	}
	out := &eq.Game.States[st.Index]
	out.PerPlayer, out.PerPiece, out.PerCell = st.Per[0], st.Per[1], st.Per[2]
}
