package turn

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// Place lays out the memory. The tables come last, just before the positions, because they grow
// while functions are written.
func (r *memoryMap) Place() {
	at := uint32(lower.MemFree)
	take := func(size uint32) uint32 {
		at = (at + 15) &^ 15
		here := at
		at += size
		return here
	}
	applies := 0
	for _, player := range r.P.Players {
		applies = max(applies, len(player.Applies))
	}
	r.unproven = take(uint32(8 * r.Words * applies))
	doubtful := 0
	for _, player := range r.P.Players {
		doubtful = max(doubtful, len(player.Doubtful))
	}
	r.doubtAt = take(uint32(8 * r.Words * doubtful))
	if r.Marks || r.Trails {
		r.Heads = take(2 * 4 << historyLog)
		r.Arena = take(HistoryMax * NodeSize)
	}
	if r.remembers() {
		r.Memo = take(memoSize << memoLog)
	}
	r.stackSize = 1 << 20
	if r.Words > 2 {
		r.stackSize = 4 << 20
	}
	for _, player := range r.P.Players {
		for _, a := range player.Applies {
			if a.LooksAhead || a.Late != nil || r.Aims {
				r.stackSize = 8 << 20 // searches ahead store their results
			}
		}
	}
	r.Image, r.CheckpointAt = take(r.SlotSize), take(r.SlotSize)
	r.Stack = take(r.stackSize)
	r.Unit.Tables = take(0)
}

// Known puts the tables of choices, groups, items and classes into memory.
func (r *memoryMap) Known() {
	p := r.P
	var first, flags, counts []byte
	var steps, outcomes []int64
	var items []byte
	for c, ch := range p.Choices {
		first = append(first, byte(r.groups))
		counts = append(counts, byte(len(ch.Groups)))
		row := make([]byte, 64)
		for gi, g := range ch.Groups {
			flag := byte(0)
			var step, outcome int64
			if g.Best > 0 {
				flag |= flagBest
			}
			if g.Drawn(p.Game) {
				flag |= flagDrawn
			}
			for _, it := range g.Items {
				bit := int64(1) << it.Index
				if p.Weighted(c, it) {
					flag |= flagWeighted
					r.weighted = true
				}
				if it.Silent {
					flag |= flagSilent
					row[it.Index] |= flagSilent
				}
				switch it.Source.Op {
				case ir.MoveItem:
				case ir.PassItem:
					step |= bit
					row[it.Index] |= flagPass
				case ir.DoneItem:
					step |= bit
				default:
					outcome |= bit
				}
				for _, player := range p.Players {
					for k := range player.Classes {
						if cl := &player.Classes[k]; p.Offers(c, it, cl) && !cl.Free {
							flag |= flagTried
						}
					}
				}
			}
			_ = gi
			flags, steps, outcomes = append(flags, flag), append(steps, step), append(outcomes,
				outcome)
			r.groups++
		}
		items = append(items, row...)
	}
	r.groupStarts, r.groupCounts = r.Unit.BytesTable(first), r.Unit.BytesTable(counts)
	r.groupTable = r.Unit.BytesTable(flags)
	r.stepsTable, r.outcomeTable = r.Unit.NumbersTable(steps), r.Unit.NumbersTable(outcomes)
	r.silentTable = r.Unit.BytesTable(items)
	width := 1
	for _, player := range p.Players {
		width = max(width, len(player.Classes))
	}
	var all []byte
	for _, player := range p.Players {
		row := make([]byte, width)
		for i := range player.Classes {
			cl := &player.Classes[i]
			a := player.Applies[cl.Apply]
			if cl.Free {
				row[i] |= flagFree
			}
			if a.Then == 0 {
				row[i] |= flagEnds
			}
			for _, g := range p.Choices[cl.Choice].Groups {
				for _, it := range g.Items {
					if it.Index == cl.Item && it.Silent {
						row[i] |= flagSilent
					}
				}
			}
			if a.Witness != nil && cl.Witnessed(a) {
				row[i] |= flagWitness
			}
			if cl.Weight != nil && cl.Weight.Constant == 0 {
				row[i] |= flagNumber
			}
		}
		all = append(all, row...)
	}
	at := r.Unit.BytesTable(all)
	for me := range p.Players {
		r.classTable = append(r.classTable, at+uint32(me*width))
	}
}

// WriteHash writes a hash of what position.State.Equal compares.
func (r *slots) WriteHash(f *w.Func) {
	p := f.Arg(0)
	h := f.Local(w.I64)
	f.Set(h, w.Bin(w.I64And, lower.Ld(w.I64Load, p, 0), w.C64(uint64(0xFFFF_0000_00FF_FFFF))))
	r.mix(f, h, w.Un(w.I64ExtendI32U, lower.Ld(w.I32Load16U, p, lower.HeadSteps)))
	field := func(i int) {
		for k := range r.Mem.P.FieldWords[i] {
			r.mix(f, h, lower.Ld(w.I64Load, p, int(r.Unit.FieldAt(i))+8*k))
		}
	}
	// What a turn has bound for its steps has no meaning after it ends.
	var bound []func()
	for i := range r.Mem.P.Lasting {
		if r.Mem.P.Fields[i].Kind == symbolic.PendingField {
			bound = append(bound, func() { field(i) })
			continue
		}
		field(i)
	}
	last := symbolic.NumFirst + r.Unit.B.Stored
	for i := symbolic.NumPasses; i < r.Mem.P.Numbers; i++ {
		switch {
		case i == symbolic.NumRepeat || i == symbolic.NumSeen || i == symbolic.NumStuck ||
			r.Mem.P.Final > 0 && i >= r.Mem.P.Final:
		case r.Mem.P.Chance > 0 && i == r.Mem.P.Chance+programs.NumSince:
		case i >= last && i < r.Mem.P.Aims:
			bound = append(bound, func() { r.mix(f, h, r.Num(p, i)) })
		default:
			r.mix(f, h, r.Num(p, i))
		}
	}
	if len(bound) > 0 {
		f.If(lower.Ld(w.I32Load16U, p, lower.HeadChoice), func() {
			for _, b := range bound {
				b()
			}
		})
	}
	h.X(f)
}
