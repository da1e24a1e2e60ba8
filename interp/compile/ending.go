package compile

import (
	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
)

// This file writes the end of turns and games, and what positions remember of earlier ones.

// writeEnd writes the end of a turn (language.md#reading-the-end).
func (r *runtime) writeEnd() {
	f := r.endTurn
	p := f.Arg(0)
	f.Switch(ld(w.I32Load8U, p, HeadMover), len(r.p.Players),
		func(me int) { f.Do(w.Call(r.playerEnd[me], p.X)) })
}

// writePlayerEnd writes the end of a turn of a player.
func (r *runtime) writePlayerEnd(me int) {
	f := r.playerEnd[me]
	p := f.Arg(0)
	r.endSetup(f, p)
	r.setNum(f, p, NumPasses, w.Select(w.Bin(w.I64Add, r.num(p, NumPasses), w.C64(1)), w.C64(0),
		band(ld(w.I32Load8U, p, HeadPassed), eq(r.chosenSteps(p), i32(1)))))
	r.setNum(f, p, NumPly, w.Bin(w.I64Add, r.num(p, NumPly), w.C64(1)))
	r.writeSentences(f, me, 0)
}

// writeSentences writes the end of a turn of a player from a chunk of sentences on. Whoever ends a
// turn has taken a step in it.
func (r *runtime) writeSentences(f *w.Func, me, from int) {
	p := f.Arg(0)
	player := r.p.Players[me]
	known, next := f.Local(w.I32), f.Local(w.I32)
	marked := false
	f.Block(func(decided w.Label) {
		decide := func(do func()) {
			do()
			f.Set(known, i32(0))
			f.Do(w.Call(r.nextTurn, p.X))
			f.Branch(decided)
		}
		for i := range player.end[from:] {
			c := &player.end[from+i]
			if c.stuck {
				r.setNum(f, p, NumStuck, w.Un(w.I64ExtendI32U, w.Call(r.stuck, p.X)))
				f.Set(known, r.first.X)
				marked = marked && !r.p.asksWithin()
			}
			if c.repeats && !marked {
				f.Set(next, r.nextOf(f, p))
				r.repeated(f, p, next.X, ld(w.I32Load, p, HeadNode))
				marked = true
			}
			if c.fallback > 0 {
				f.If(r.fallbackHolds(c, p), func() {
					decide(func() { r.decide(f, p, me, c.fallback-1) })
				})
				continue
			}
			e := r.lower(f)
			e.countConds(c)
			for _, x := range c.conds {
				e.stopIf(x.t, func() { decide(func() { r.decide(f, p, me, x.index) }) })
			}
		}
		if marked {
			st(f, w.I32Store8, p, HeadMover, next.X)
			r.clearTurn(f, p)
			r.markTurn(f, p)
		} else {
			f.Do(w.Call(r.nextTurn, p.X))
		}
	})
	f.SetGlobal(r.ahead, known.X)
}

// fallbackHolds pushes whether a sentence that is left to the evaluator holds.
func (r *runtime) fallbackHolds(c *chunk, p w.Local) w.X {
	s := r.p.Game.End[c.fallback-1]
	holds := w.Call(r.hostHolds, p.X, i32(c.fallback-1), r.inStuck.X)
	if s.Player >= 0 && s.Outcome == ir.Lose {
		// They have lost already.
		in := w.Un(w.I64Eqz, w.Bin(w.I64And, r.num(p, NumOut), w.C64(1<<s.Player)))
		holds = band(holds, in)
	}
	return holds
}

// writeAtOnce writes the function that returns the first sentence `at once` of a player that holds,
// or -1.
func (r *runtime) writeAtOnce(f *w.Func, me int) {
	for i := range r.p.Players[me].atOnce {
		c := &r.p.Players[me].atOnce[i]
		if c.fallback > 0 {
			f.If(r.fallbackHolds(c, f.Arg(0)), func() { f.Return(i32(c.fallback - 1)) })
			continue
		}
		e := r.lower(f)
		e.countConds(c)
		for _, x := range c.conds {
			e.stopIf(x.t, func() { f.Return(i32(x.index)) })
		}
	}
	f.Const32(-1)
}

// countConds counts the uses of nodes by the sentences of a chunk.
func (e *frame) countConds(c *chunk) {
	for _, x := range c.conds {
		e.count(x.t)
	}
}

// decide lets a sentence decide.
func (r *runtime) decide(f *w.Func, p w.Local, me, i int) {
	sentence := r.p.Game.End[i]
	player := sentence.Player
	if player < 0 {
		player = me
	}
	switch sentence.Outcome {
	case ir.Win:
		f.Do(w.Call(r.finish, p.X, i32(i), i32(0), i32(1<<player)))
	case ir.Lose:
		f.Do(w.Call(r.lose, p.X, i32(player), i32(i)))
	case ir.Draw:
		f.Do(w.Call(r.finish, p.X, i32(i), i32(1), i32(0)))
	default:
		r.compareScores(f, p, me, i)
	}
}

// compareScores reads a number for each player; the players still in the game with the best number
// win.
func (r *runtime) compareScores(f *w.Func, p w.Local, me, i int) {
	if scores, ok := r.p.Players[me].scored[i]; ok {
		f.Do(w.Call(r.m.Add(r.scoreCode("score", scores)), p.X))
	} else {
		f.Do(w.Call(r.hostScore, p.X, i32(i)))
	}
	winners, best, n := f.Local(w.I32), f.Local(w.I64), f.Local(w.I64)
	f.Set(winners, i32(0))
	better := w.I64GtS
	if r.p.Game.End[i].Outcome == ir.Lowest {
		better = w.I64LtS
	}
	for player := range r.p.Game.Players {
		f.Set(n, w.Load(w.I64Load, i32(0), memScores+8*uint32(player)))
		r.setNum(f, p, r.p.Final+player, n.X)
		in := w.Un(w.I64Eqz, w.Bin(w.I64And, r.num(p, NumOut), w.C64(1<<player)))
		f.If(in, func() {
			f.If(bor(w.Not32(winners.X), w.Bin(better, n.X, best.X)), func() {
				f.Set(winners, i32(1<<player))
				f.Set(best, n.X)
			}, func() {
				f.If(w.Bin(w.I64Eq, n.X, best.X),
					func() { f.Set(winners, bor(winners.X, i32(1<<player))) })
			})
		})
	}
	several := w.Bin(w.I32Ne, w.Un(w.I32Popcnt, winners.X), i32(1))
	f.Do(w.Call(r.finish, p.X, i32(i), several, winners.X))
}

// mix adds a word to a hash.
func (r *slots) mix(f *w.Func, h w.Local, x w.X) {
	f.Set(h, w.Bin(w.I64Mul, w.Bin(w.I64Xor, h.X, x), w.C64(uint64(0x9E3779B97F4A7C15))))
	f.Set(h, w.Bin(w.I64Xor, h.X, w.Bin(w.I64ShrU, h.X, i64(29))))
}

// hashed returns what repetitions compare (language.md#repetition): the fields, those with pieces
// first, and the numbers.
func (r *slots) hashed() (fields, nums []int) { return r.p.hashed() }

// writeHistory writes boundary, repeats and, with put, cut.
func (r *slots) writeHistory() {
	// boundary returns, in nextWhole and nextPieces, the repetition keys of the position with a
	// player to move.
	f := r.boundary
	r.seen(f, f.Arg(0), f.Arg(1).X)

	// repeats counts earlier occurrences of the position with the next player to move.
	f = r.repeats
	p := f.Arg(0)
	mover, tip := f.Local(w.I32), f.Local(w.I32)
	f.Set(mover, ld(w.I32Load8U, p, HeadMover))
	f.Set(tip, ld(w.I32Load, p, HeadNode))
	f.If(ld(w.I32Load16U, p, HeadSteps), func() { f.Set(mover, r.nextOf(f, p)) }, func() {
		f.Set(tip, r.node(tip.X, nodeParent)) // the last boundary is the position itself
	})
	r.repeated(f, p, mover.X, tip.X)
}

// seen computes the repetition keys of a position with a player to move.
func (r *slots) seen(f *w.Func, p w.Local, mover w.X) {
	fields, nums := r.hashed()
	var words []w.X
	pieces := 0 // how many of the words say where pieces are
	for i, field := range fields {
		for k := range r.p.FieldWords[field] {
			words = append(words, ld(w.I64Load, p, int(r.fieldAt(field))+8*k))
		}
		if i < r.p.Pieces {
			pieces = len(words)
		}
	}
	// Numbers are small: sums of multiples of them differ.
	rest := w.Bin(w.I64Or, w.Bin(w.I64Shl, w.Un(w.I64ExtendI32U, mover), i64(32)), r.num(p, NumOut))
	by := uint64(0xD1342543DE82EF95)
	for _, n := range nums {
		rest = w.Bin(w.I64Add, rest, w.Bin(w.I64Mul, r.num(p, n), w.C64(by)))
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
		if i == pieces && r.b.asked[NumSeen] {
			f.SetGlobal(r.nextPieces, joined())
		}
		r.mix(f, lanes[i%len(lanes)], x)
	}
	f.SetGlobal(r.nextWhole, joined())
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
		{NumRepeat, r.nextWhole, nodeWhole, nodeWholes, r.heads},
		{NumSeen, r.nextPieces, nodePieces, nodeAlone, r.heads + 4<<historyLog},
	} {
		if r.b.asked[c.number] {
			list = append(list, c)
		}
	}
	return list
}

func chainOf(hash w.X) w.X {
	return w.Bin(w.I32Shl, w.Un(w.I32WrapI64, w.Bin(w.I64ShrU, hash, i64(64-historyLog))), i32(2))
}

// occurrences counts the nodes on the way to a tip that have a hash.
func (r *slots) occurrences(f *w.Func, p w.Local, tip w.X, c chain) {
	n, i, up := f.Local(w.I64), f.Local(w.I32), f.Local(w.I32)
	f.Set(n, w.C64(0))
	f.Set(i, w.Load(w.I32Load, chainOf(c.next.X), c.heads))
	f.While(i.X, func(w.Label) {
		f.If(w.Bin(w.I64Eq, w.Load(w.I64Load, w.Bin(w.I32Shl, i.X, i32(5)), r.arena+uint32(c.hash)),
			c.next.X), func() {
			// Is it one on the way to the tip?
			f.Set(up, tip)
			f.While(w.Bin(w.I32GtS, r.node(up.X, nodeDepth), r.node(i.X, nodeDepth)),
				func(w.Label) {
					f.Set(up, r.node(up.X, nodeParent))
				})
			f.Set(n, w.Bin(w.I64Add, n.X,
				w.Un(w.I64ExtendI32U, band(eq(up.X, i.X), w.Bin(w.I32Ne, i.X, i32(0))))))
		})
		f.Set(i, r.node(i.X, uint32(c.link)))
	})
	r.setNum(f, p, c.number, n.X)
}

// newNode adds a node after another.
func (r *slots) newNode(f *w.Func, parent, whole, pieces, depth w.X) w.X {
	node, addr, deep := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(node, add(r.nodes.X, i32(1)))
	f.If(w.Bin(w.I32GeU, node.X, i32(HistoryMax)), func() { f.Unreachable() })
	f.SetGlobal(r.nodes, node.X)
	f.Set(addr, add(w.Bin(w.I32Shl, node.X, i32(5)), w.C32(r.arena)))
	f.Set(deep, depth)
	st(f, w.I64Store, addr, nodeWhole, whole)
	st(f, w.I64Store, addr, nodePieces, pieces)
	st(f, w.I32Store, addr, nodeParent, parent)
	st(f, w.I32Store, addr, nodeDepth, deep.X)
	if r.marks {
		f.If(w.Bin(w.I32GtS, deep.X, i32(0)), func() {
			for _, c := range r.chains() {
				hash, at := whole, f.Local(w.I32)
				if c.hash == nodePieces {
					hash = pieces
				}
				f.Set(at, chainOf(hash))
				st(f, w.I32Store, addr, c.link, w.Load(w.I32Load, at.X, c.heads))
				f.Store(w.I32Store, at.X, c.heads, node.X)
			}
		})
	}
	return node.X
}

// writePut writes put, which adds a node after another, and cut, which drops the latest nodes.
func (r *slots) writePut() {
	f := r.put
	r.newNode(f, f.Arg(0).X, f.Arg(1).X, f.Arg(2).X, f.Arg(3).X)(f)

	if !r.marks {
		return
	}
	f = r.cut
	to := f.Arg(0)
	n, a := f.Local(w.I32), f.Local(w.I32)
	f.Set(n, r.nodes.X)
	f.While(w.Bin(w.I32GtU, n.X, to.X), func(w.Label) {
		f.Set(a, add(w.Bin(w.I32Shl, n.X, i32(5)), w.C32(r.arena)))
		f.If(w.Bin(w.I32GtS, ld(w.I32Load, a, nodeDepth), i32(0)), func() {
			for _, c := range r.chains() {
				f.Store(w.I32Store, chainOf(ld(w.I64Load, a, c.hash)), c.heads,
					ld(w.I32Load, a, c.link))
			}
		})
		f.Set(n, sub(n.X, i32(1)))
	})
	f.SetGlobal(r.nodes, n.X)
}

// writeMoment writes how moments within a turn are compared (language.md#endless-turns).
func (r *slots) writeMoment() {
	f := r.moment
	p := f.Arg(0)
	h := f.Local(w.I64)
	// Mixed in like everything else: as the first value of the hash, a different choice could
	// cancel out a different piece.
	f.Set(h, w.C64(uint64(0x2545F4914F6CDD1D)))
	r.mix(f, h, w.Un(w.I64ExtendI32U, ld(w.I32Load16U, p, HeadChoice)))
	for i := range r.p.lasting {
		for k := range r.p.FieldWords[i] {
			r.mix(f, h, ld(w.I64Load, p, int(r.fieldAt(i))+8*k))
		}
	}
	for i := NumFirst; i < r.p.Aims; i++ {
		r.mix(f, h, r.num(p, i))
	}
	r.mix(f, h, r.num(p, NumAgain))
	r.mix(f, h, r.num(p, NumOpen))
	h.X(f)
}
