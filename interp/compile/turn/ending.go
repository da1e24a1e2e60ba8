package turn

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// This file writes the end of turns and games, and what positions remember of earlier ones.

// writeEnd writes the end of a turn (language.md#reading-the-end).
func (r *Runtime) writeEnd() {
	f := r.endTurn
	p := f.Arg(0)
	f.Switch(lower.Ld(w.I32Load8U, p, lower.HeadMover), len(r.Mem.P.Players),
		func(me int) { f.Do(w.Call(r.PlayerEnd[me], p.X)) })
}

// WritePlayerEnd writes the end of a turn of a player.
func (r *Runtime) WritePlayerEnd(me int) {
	f := r.PlayerEnd[me]
	p := f.Arg(0)
	r.Slots.endSetup(f, p)
	r.Slots.SetNum(f, p, symbolic.NumPasses, w.Select(
		w.Bin(w.I64Add, r.Slots.Num(p, symbolic.NumPasses), w.C64(1)), w.C64(0), lower.Band(
			lower.Ld(w.I32Load8U, p, lower.HeadPassed), lower.Eq(r.Slots.chosenSteps(p), lower.I32(1)))))
	r.Slots.SetNum(f, p, symbolic.NumPly, w.Bin(w.I64Add, r.Slots.Num(p, symbolic.NumPly), w.C64(1)))
	r.WriteSentences(f, me, 0)
}

// WriteSentences writes the end of a turn of a player from a chunk of sentences on. Whoever ends a
// turn has taken a step in it.
func (r *Runtime) WriteSentences(f *w.Func, me, from int) {
	p := f.Arg(0)
	player := r.Mem.P.Players[me]
	known, next := f.Local(w.I32), f.Local(w.I32)
	marked := false
	f.Block(func(decided w.Label) {
		decide := func(do func()) {
			do()
			f.Set(known, lower.I32(0))
			f.Do(w.Call(r.NextTurn, p.X))
			f.Branch(decided)
		}
		for i := range player.End[from:] {
			c := &player.End[from+i]
			if c.Stuck {
				r.Slots.SetNum(f, p, symbolic.NumStuck, w.Un(w.I64ExtendI32U, w.Call(r.Stuck, p.X)))
				f.Set(known, r.first.X)
				marked = marked && !r.Mem.P.AsksWithin()
			}
			if c.Repeats && !marked {
				f.Set(next, r.Slots.nextOf(f, p))
				r.Slots.repeated(f, p, next.X, lower.Ld(w.I32Load, p, lower.HeadNode))
				marked = true
			}
			if c.Fallback > 0 {
				f.If(r.fallbackHolds(c, p), func() {
					decide(func() { r.Decide(f, p, me, c.Fallback-1) })
				})
				continue
			}
			e := r.Unit.Lower(f)
			e.Frame.CountConds(c)
			for _, x := range c.Conds {
				e.StopIf(x.T, func() { decide(func() { r.Decide(f, p, me, x.Index) }) })
			}
		}
		if marked {
			lower.St(f, w.I32Store8, p, lower.HeadMover, next.X)
			r.Slots.clearTurn(f, p)
			r.Slots.markTurn(f, p)
		} else {
			f.Do(w.Call(r.NextTurn, p.X))
		}
	})
	f.SetGlobal(r.Ahead, known.X)
}

// fallbackHolds pushes whether a sentence that is left to the evaluator holds.
func (r *Runtime) fallbackHolds(c *programs.Chunk, p w.Local) w.X {
	s := r.Mem.P.Game.End[c.Fallback-1]
	holds := w.Call(r.hostHolds, p.X, lower.I32(c.Fallback-1), r.InStuck.X)
	if s.Player >= 0 && s.Outcome == ir.Lose {
		// They have lost already.
		in := w.Un(w.I64Eqz, w.Bin(w.I64And, r.Slots.Num(p, symbolic.NumOut), w.C64(1<<s.Player)))
		holds = lower.Band(holds, in)
	}
	return holds
}

// WriteAtOnce writes the function that returns the first sentence `at once` of a player that holds,
// or -1.
func (r *Runtime) WriteAtOnce(f *w.Func, me int) {
	for i := range r.Mem.P.Players[me].AtOnce {
		c := &r.Mem.P.Players[me].AtOnce[i]
		if c.Fallback > 0 {
			f.If(r.fallbackHolds(c, f.Arg(0)), func() { f.Return(lower.I32(c.Fallback - 1)) })
			continue
		}
		e := r.Unit.Lower(f)
		e.Frame.CountConds(c)
		for _, x := range c.Conds {
			e.StopIf(x.T, func() { f.Return(lower.I32(x.Index)) })
		}
	}
	f.Const32(-1)
}

// Decide lets a sentence decide.
func (r *Runtime) Decide(f *w.Func, p w.Local, me, i int) {
	sentence := r.Mem.P.Game.End[i]
	player := sentence.Player
	if player < 0 {
		player = me
	}
	switch sentence.Outcome {
	case ir.Win:
		f.Do(w.Call(r.Finish, p.X, lower.I32(i), lower.I32(0),
			lower.I32(int(r.Mem.P.Game.Team(player)))))
	case ir.Lose:
		f.Do(w.Call(r.lose, p.X, lower.I32(player), lower.I32(i)))
	case ir.Draw:
		f.Do(w.Call(r.Finish, p.X, lower.I32(i), lower.I32(1), lower.I32(0)))
	default:
		compareScores(r, f, p, me, i)
	}
}

// compareScores reads a number for each team; the teams still in the game with the best number win.
func compareScores(r *Runtime, f *w.Func, p w.Local, me, i int) {
	if scores, ok := r.Mem.P.Players[me].Scored[i]; ok {
		f.Do(w.Call(r.Unit.M.Add(r.scoreCode("score", scores)), p.X))
	} else {
		f.Do(w.Call(r.hostScore, p.X, lower.I32(i)))
	}
	winners, best, n := f.Local(w.I32), f.Local(w.I64), f.Local(w.I64)
	several := f.Local(w.I32) // more than one team has the best number
	f.Set(winners, lower.I32(0))
	better := w.I64GtS
	if r.Mem.P.Game.End[i].Outcome == ir.Lowest {
		better = w.I64LtS
	}
	for _, team := range r.Mem.P.Game.Teams() {
		seats, mask := ir.Members(team), int64(team)
		f.Set(n, w.Load(w.I64Load, lower.I32(0), lower.MemScores+8*uint32(seats[0])))
		for _, player := range seats {
			r.Slots.SetNum(f, p, r.Mem.P.Final+player, n.X)
		}
		in := w.Bin(w.I64Ne, w.Bin(w.I64And, r.Slots.Num(p, symbolic.NumOut), w.C64(mask)), w.C64(mask))
		f.If(in, func() {
			f.If(lower.Bor(w.Not32(winners.X), w.Bin(better, n.X, best.X)), func() {
				f.Set(winners, lower.I32(int(team)))
				f.Set(best, n.X)
				f.Set(several, lower.I32(0))
			}, func() {
				f.If(w.Bin(w.I64Eq, n.X, best.X), func() {
					f.Set(winners, lower.Bor(winners.X, lower.I32(int(team))))
					f.Set(several, lower.I32(1))
				})
			})
		})
	}
	f.Do(w.Call(r.Finish, p.X, lower.I32(i), lower.Bor(several.X, w.Not32(winners.X)), winners.X))
}

// mix adds a word to a hash.
func (r *slots) mix(f *w.Func, h w.Local, x w.X) {
	f.Set(h, w.Bin(w.I64Mul, w.Bin(w.I64Xor, h.X, x), w.C64(uint64(0x9E3779B97F4A7C15))))
	f.Set(h, w.Bin(w.I64Xor, h.X, w.Bin(w.I64ShrU, h.X, lower.I64(29))))
}

// hashed returns what repetitions compare (language.md#repetition): the fields, those with pieces
// first, and the numbers.
func (r *slots) hashed() (fields, nums []int) { return r.Mem.P.Hashed() }

// writeHistory writes boundary, repeats and, with put, cut.
func (r *slots) writeHistory() {
	// boundary returns, in nextWhole and nextPieces, the repetition keys of the position with a
	// player to move.
	f := r.Boundary
	r.seen(f, f.Arg(0), f.Arg(1).X)

	// repeats counts earlier occurrences of the position with the next player to move.
	f = r.repeats
	p := f.Arg(0)
	mover, tip := f.Local(w.I32), f.Local(w.I32)
	f.Set(mover, lower.Ld(w.I32Load8U, p, lower.HeadMover))
	f.Set(tip, lower.Ld(w.I32Load, p, lower.HeadNode))
	f.If(lower.Ld(w.I32Load16U, p, lower.HeadSteps), func() { f.Set(mover, r.nextOf(f, p)) }, func() {
		f.Set(tip, r.Node(tip.X, nodeParent)) // the last boundary is the position itself
	})
	r.repeated(f, p, mover.X, tip.X)
}

// seen computes the repetition keys of a position with a player to move.
func (r *slots) seen(f *w.Func, p w.Local, mover w.X) {
	fields, nums := r.hashed()
	var words []w.X
	pieces := 0 // how many of the words say where pieces are
	for i, field := range fields {
		for k := range r.Mem.P.FieldWords[field] {
			words = append(words, lower.Ld(w.I64Load, p, int(r.Unit.FieldAt(field))+8*k))
		}
		if i < r.Mem.P.Pieces {
			pieces = len(words)
		}
	}
	// Numbers are small: sums of multiples of them differ.
	rest := w.Bin(w.I64Or, w.Bin(w.I64Shl, w.Un(w.I64ExtendI32U, mover), lower.I64(32)),
		r.Num(p, symbolic.NumOut))
	by := uint64(0xD1342543DE82EF95)
	for _, n := range nums {
		rest = w.Bin(w.I64Add, rest, w.Bin(w.I64Mul, r.Num(p, n), w.C64(by)))
		by *= 0xAF251AF3B0F025B5
	}
	words = append(words, rest)
	// Several hashes take turns with the words, since each step of one waits for the step before.
	lanes := make([]w.Local, 2)
	switch {
	case len(words) <= 4:
		lanes = lanes[:1]
	case len(words) > 8:
		lanes = make([]w.Local, 4)
	}
	for i := range lanes {
		lanes[i] = f.Local(w.I64)
		f.Set(lanes[i], w.C64(uint64(0x2545F4914F6CDD1D)+uint64(i)))
	}
	joined := func() w.X {
		rest := lanes
		for len(rest) > 1 {
			var pairs []w.Local
			for i := 0; i < len(rest); i += 2 {
				h := f.Local(w.I64)
				f.Set(h, rest[i].X)
				r.mix(f, h, rest[i+1].X)
				pairs = append(pairs, h)
			}
			rest = pairs
		}
		return rest[0].X
	}
	for i, x := range words {
		if i == pieces && r.Unit.B.Asked[symbolic.NumSeen] {
			f.SetGlobal(r.NextPieces, joined())
		}
		r.mix(f, lanes[i%len(lanes)], x)
	}
	f.SetGlobal(r.NextWhole, joined())
}

// repeated counts earlier occurrences of a position with a player to move, on the way to a tip.
func (r *slots) repeated(f *w.Func, p w.Local, mover, tip w.X) {
	r.seen(f, p, mover)
	for _, c := range r.chains() {
		r.occurrences(f, p, tip, c)
	}
}

// A chain links the nodes of the history that look alike.
type chain struct {
	number int      // of a position: how often it has occurred
	next   w.Global // the hash of the current position
	hash   int      // where a node has its hash
	link   int      // where a node has the one before it in the chain
	heads  uint32   // where the latest ones are, by hash
}

// chains returns the chains that the rules ask about.
func (r *slots) chains() (list []chain) {
	for _, c := range []chain{
		{symbolic.NumRepeat, r.NextWhole, nodeWhole, nodeWholes, r.Mem.Heads},
		{symbolic.NumSeen, r.NextPieces, nodePieces, nodeAlone, r.Mem.Heads + 4<<historyLog},
	} {
		if r.Unit.B.Asked[c.number] {
			list = append(list, c)
		}
	}
	return list
}

func chainOf(hash w.X) w.X {
	return w.Bin(w.I32Shl, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, hash, lower.I64(64-historyLog))),
		lower.I32(2))
}

// occurrences counts the nodes on the way to a tip that have a hash.
func (r *slots) occurrences(f *w.Func, p w.Local, tip w.X, c chain) {
	n, i, up := f.Local(w.I64), f.Local(w.I32), f.Local(w.I32)
	f.Set(n, w.C64(0))
	f.Set(i, w.Load(w.I32Load, chainOf(c.next.X), c.heads))
	f.While(i.X, func(w.Label) {
		f.If(w.Bin(w.I64Eq, w.Load(w.I64Load, w.Bin(w.I32Shl, i.X, lower.I32(5)),
			r.Mem.Arena+uint32(c.hash)),
			c.next.X), func() {
			// Is it one on the way to the tip?
			f.Set(up, tip)
			f.While(w.Bin(w.I32GtS, r.Node(up.X, NodeDepth), r.Node(i.X, NodeDepth)),
				func(w.Label) {
					f.Set(up, r.Node(up.X, nodeParent))
				})
			f.Set(n, w.Bin(w.I64Add, n.X,
				w.Un(w.I64ExtendI32U, lower.Band(lower.Eq(up.X, i.X), w.Bin(w.I32Ne, i.X, lower.I32(0))))))
		})
		f.Set(i, r.Node(i.X, uint32(c.link)))
	})
	r.SetNum(f, p, c.number, n.X)
}

// newNode adds a node after another.
func (r *slots) newNode(f *w.Func, parent, whole, pieces, depth w.X) w.X {
	node, addr, deep := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(node, lower.Add(r.Nodes.X, lower.I32(1)))
	f.If(w.Bin(w.I32GeU, node.X, lower.I32(HistoryMax)), func() { f.Unreachable() })
	f.SetGlobal(r.Nodes, node.X)
	f.Set(addr, lower.Add(w.Bin(w.I32Shl, node.X, lower.I32(5)), w.C32(r.Mem.Arena)))
	f.Set(deep, depth)
	lower.St(f, w.I64Store, addr, nodeWhole, whole)
	lower.St(f, w.I64Store, addr, nodePieces, pieces)
	lower.St(f, w.I32Store, addr, nodeParent, parent)
	lower.St(f, w.I32Store, addr, NodeDepth, deep.X)
	if r.Mem.Marks {
		f.If(w.Bin(w.I32GtS, deep.X, lower.I32(0)), func() {
			for _, c := range r.chains() {
				hash, at := whole, f.Local(w.I32)
				if c.hash == nodePieces {
					hash = pieces
				}
				f.Set(at, chainOf(hash))
				lower.St(f, w.I32Store, addr, c.link, w.Load(w.I32Load, at.X, c.heads))
				f.Store(w.I32Store, at.X, c.heads, node.X)
			}
		})
	}
	return node.X
}

// WritePut writes put, which adds a node after another, and cut, which drops the latest nodes.
func (r *slots) WritePut() {
	f := r.Put
	r.newNode(f, f.Arg(0).X, f.Arg(1).X, f.Arg(2).X, f.Arg(3).X)(f)

	if !r.Mem.Marks {
		return
	}
	f = r.Cut
	to := f.Arg(0)
	n, a := f.Local(w.I32), f.Local(w.I32)
	f.Set(n, r.Nodes.X)
	f.While(w.Bin(w.I32GtU, n.X, to.X), func(w.Label) {
		f.Set(a, lower.Add(w.Bin(w.I32Shl, n.X, lower.I32(5)), w.C32(r.Mem.Arena)))
		f.If(w.Bin(w.I32GtS, lower.Ld(w.I32Load, a, NodeDepth), lower.I32(0)), func() {
			for _, c := range r.chains() {
				f.Store(w.I32Store, chainOf(lower.Ld(w.I64Load, a, c.hash)), c.heads,
					lower.Ld(w.I32Load, a, c.link))
			}
		})
		f.Set(n, lower.Sub(n.X, lower.I32(1)))
	})
	f.SetGlobal(r.Nodes, n.X)
}

// writeMoment writes how moments within a turn are compared (language.md#endless-turns).
func (r *slots) writeMoment() {
	f := r.Moment
	p := f.Arg(0)
	h := f.Local(w.I64)
	// Mixed in like everything else: as the first value of the hash, a different choice could
	// cancel out a different piece.
	f.Set(h, w.C64(uint64(0x2545F4914F6CDD1D)))
	r.mix(f, h, w.Un(w.I64ExtendI32U, lower.Ld(w.I32Load16U, p, lower.HeadChoice)))
	for i := range r.Mem.P.Lasting {
		for k := range r.Mem.P.FieldWords[i] {
			r.mix(f, h, lower.Ld(w.I64Load, p, int(r.Unit.FieldAt(i))+8*k))
		}
	}
	for i := symbolic.NumFirst; i < r.Mem.P.Aims; i++ {
		r.mix(f, h, r.Num(p, i))
	}
	r.mix(f, h, r.Num(p, symbolic.NumAgain))
	r.mix(f, h, r.Num(p, symbolic.NumOpen))
	h.X(f)
}
