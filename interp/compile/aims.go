package compile

import (
	w "boardgame/interp/compile/wasm"
)

// `with least` and `with most` look at whole turns (language.md#complete-and-best-turns): a group
// keeps only the steps that begin one of its best turns, and the turn must then reach what those
// turns reach. What it must reach, its aims, is kept in the position until the turn ends.
//
// turns goes through all continuations of a turn from a position. A chain of frames in memory says
// what to do at the end of each.

// The states of an aim in a position.
const (
	noAim = iota
	anAim
	noWay // two choices of the turn demand different ones, so no turn reaches it
)

// A frame says what to do at the end of a turn: its kind, the next one, and for some the numbers of
// a group (its criterion) that turns are compared by.
const (
	frameKind      = 0
	frameNext      = 4
	frameCriterion = 8  // by player, choice and group
	frameAim       = 12 // the address of the numbers
	frameKept      = 16 // of a collecting frame: what becomes of the step
	frameSize      = 24

	frameFilter  = 0 // only turns that reach the numbers count
	frameCollect = 1 // the best numbers are gathered
	frameReach   = 2 // ends the search when the aims of the turn are reached

	stepDropped   = 0
	stepKept      = 1
	stepKeptAlone = 2

	aimSize = 16 + 8*16 // whether there is one yet; then the numbers
)

// criterionOf pushes the number of the criterion that compares the turns of the current group.
func (r *memoryMap) criterionOf(p w.Local, group w.X) w.X {
	return add(r.flat(p, group), w.Bin(w.I32Mul, ld(w.I32Load8U, p, HeadMover), i32(r.groups)))
}

// best returns how many numbers a group compares, by criterion.
func (r *memoryMap) eachCriterion(body func(index, me, c, g int, group *Group, code *groupCode)) {
	i := 0
	for me, player := range r.p.Players {
		for c, ch := range player.choices {
			for g := range ch.groups {
				body(i, me, c, g, r.p.Choices[c].Groups[g], &ch.groups[g])
				i++
			}
		}
	}
}

// writeAdvance writes advance, which takes a legal step without ending the turn.
func (r *runtime) writeAdvance() {
	f := r.advance
	p, cls, anchors, place := f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	f.If(w.Bin(w.I32GeU, cls.X, i32(ClassFallback)), func() {
		if r.p.leaves() {
			f.If(eq(cls.X, i32(ClassFallback)), func() {
				f.Do(w.Call(r.hostAfter, p.X, anchors.X))
				f.Leave()
			})
		}
		r.stepped(f, p)
		st(f, w.I32Store16, p, HeadChoice, i32(TurnOver))
		f.Leave()
	})
	r.byClass(f, p, cls, func(me int, cl *Class, a *apply) {
		if a.chance {
			return // for comparing turns, they end here
		}
		f.Do(w.Call(a.plays, stepArgs(cl, p, anchors, place)...))
		r.stepped(f, p)
		if a.then == 0 {
			st(f, w.I32Store16, p, HeadChoice, i32(TurnOver))
			return
		}
		over := r.ends(p, me, a)
		st(f, w.I32Store16, p, HeadChoice, i32(a.then))
		f.If(over, func() { st(f, w.I32Store16, p, HeadChoice, i32(TurnOver)) }, func() {
			if r.p.Choices[a.then].MayRepeat {
				r.tread(f, p, w.Call(r.moment, p.X))
			}
		})
	})
}

func (r *runtime) writeAims() {
	r.writeRate()

	// aiming reports whether the current turn has an aim.
	f := r.aiming
	p := f.Arg(0)
	any := w.C64(0)
	for _, ch := range r.p.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				any = w.Bin(w.I64Or, any, r.num(p, g.Aim))
			}
		}
	}
	w.Bin(w.I64Ne, any, w.C64(0))(f)

	// takeAim adds what the best turns of the current group reach to the aims. A step of the group
	// is about to be taken.
	f = r.takeAim
	p = f.Arg(0)
	f.If(w.Not32(r.aim.X), func() { f.Leave() })
	flat := f.Local(w.I32)
	f.Set(flat, r.flat(p, r.group.X))
	aim := f.Local(w.I32)
	f.Set(aim, r.aim.X)
	i := 0
	for _, ch := range r.p.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				f.If(eq(flat.X, i32(i)), func() {
					same := w.X(i32(1))
					for k := range g.Best {
						same = band(same, w.Bin(w.I64Eq, r.num(p, g.Aim+1+k),
							ld(w.I64Load, aim, 16+8*k)))
					}
					f.If(w.Un(w.I64Eqz, r.num(p, g.Aim)), func() {
						r.setNum(f, p, g.Aim, w.C64(anAim))
						for k := range g.Best {
							r.setNum(f, p, g.Aim+1+k, ld(w.I64Load, aim, 16+8*k))
						}
					}, func() {
						f.If(w.Not32(same), func() { r.setNum(f, p, g.Aim, w.C64(noWay)) })
					})
				})
			}
			i++
		}
	}
	f.SetGlobal(r.aim, i32(0))

	// reachesAims reports whether the turn that is over has reached its aims.
	f = r.reaches
	p = f.Arg(0)
	r.eachCriterion(func(index, me, c, g int, group *Group, code *groupCode) {
		if group.Best == 0 {
			return
		}
		f.If(band(eq(ld(w.I32Load8U, p, HeadMover), i32(me)),
			w.Bin(w.I64Ne, r.num(p, group.Aim), w.C64(noAim))), func() {
			f.If(w.Bin(w.I64Eq, r.num(p, group.Aim), w.C64(noWay)), func() { f.Return(i32(0)) })
			f.Do(w.Call(r.rate, p.X, i32(index)))
			for k := range group.Best {
				f.If(w.Bin(w.I64Ne, w.Load(w.I64Load, i32(0), memScores+8*uint32(k)),
					r.num(p, group.Aim+1+k)), func() { f.Return(i32(0)) })
			}
		})
	})
	f.Const32(1)

	r.writeKeepBest()
	r.writeKeepAimed()
	r.writeTurns()
}

// writeRate writes the function that scores the numbers of a group.
func (r *runtime) writeRate() {
	f := r.rate
	p, index := f.Arg(0), f.Arg(1)
	r.eachCriterion(func(i, me, c, g int, group *Group, code *groupCode) {
		if group.Best > 0 {
			fn := r.m.Add(r.scoreCode("compared", code.criteria))
			f.If(eq(index.X, i32(i)), func() { f.Do(w.Call(fn, p.X)) })
		}
	})
}

// criterionTable returns a table by criterion.
func (r *memoryMap) criterionTable(of func(g *Group) byte) uint32 {
	var list []byte
	r.eachCriterion(func(_, _, _, _ int, g *Group, _ *groupCode) { list = append(list, of(g)) })
	return r.bytesTable(list)
}

// order compares the scores with the numbers of an aim: 1 if they are greater, 0 if they are equal,
// -1 if they are less.
func (r *memoryMap) order(f *w.Func, criterion, aim w.Local) w.Local {
	result, k, n := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	x, y := f.Local(w.I64), f.Local(w.I64)
	count := r.criterionTable(func(g *Group) byte { return byte(g.Best) })
	f.Set(result, i32(0))
	f.Set(k, i32(0))
	f.Set(n, w.Load(w.I32Load8U, criterion.X, count))
	f.While(w.Bin(w.I32LtU, k.X, n.X), func(end w.Label) {
		f.Set(x, w.Load(w.I64Load, w.Bin(w.I32Shl, k.X, i32(3)), memScores))
		f.Set(y, w.Load(w.I64Load, add(aim.X, w.Bin(w.I32Shl, k.X, i32(3))), 16))
		f.If(w.Bin(w.I64Ne, x.X, y.X), func() {
			f.Set(result, w.Select(i32(1), i32(-1), w.Bin(w.I64GtS, x.X, y.X)))
			f.Branch(end)
		})
		f.Set(k, add(k.X, i32(1)))
	})
	return result
}

// sift takes each step found, one after the other, without ending the turn; test sets verdict to
// what becomes of the step, and q is the position after it. The steps must be legal; their bundles
// end at top, and the stack after them is in use.
func (r *runtime) sift(f *w.Func, p, top w.Local, test func(q, verdict w.Local)) {
	q, verdict, b2 := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	x, place := f.Local(w.I64), f.Local(w.I64)
	b, end := f.Local(w.I32), f.Local(w.I32)
	f.Set(end, top.X)
	s := r.save(f)
	r.reserve(f, q, r.slotSize)
	f.SetGlobal(r.base, r.sp.X)
	first := s.locals[0] // the base of the search
	f.Set(b, first.X)
	f.While(w.Bin(w.I32LtU, b.X, end.X), func(w.Label) {
		for k := range r.words {
			f.Set(x, ld(w.I64Load, b, BundleSet+8*k))
			f.While(w.Bin(w.I64Ne, x.X, w.C64(0)), func(w.Label) {
				f.Set(place, w.Bin(w.I64Add, w.Un(w.I64Ctz, x.X), i64(64*k)))
				f.Set(x, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, i64(1))))
				f.Do(w.Call(r.copySlot, q.X, p.X))
				f.Do(w.Call(r.advance, q.X, class(b), ld(w.I64Load, b, BundleAnchors), place.X))
				test(q, verdict)
				f.If(eq(verdict.X, i32(stepKeptAlone)), func() {
					// Those kept so far are dropped: all before this one.
					f.Set(b2, first.X)
					f.While(w.Bin(w.I32LtU, b2.X, b.X), func(w.Label) {
						for j := range r.words {
							st(f, w.I64Store, b2, BundleSet+8*j, w.C64(0))
						}
						f.Set(b2, add(b2.X, w.C32(r.size)))
					})
					for j := range k {
						st(f, w.I64Store, b, BundleSet+8*j, w.C64(0))
					}
					low := w.Bin(w.I64Sub, w.Bin(w.I64Shl, w.C64(1), place.X), w.C64(1))
					st(f, w.I64Store, b, BundleSet+8*k, w.Bin(w.I64And,
						ld(w.I64Load, b, BundleSet+8*k), w.Bin(w.I64Xor, low, w.C64(-1))))
				})
				f.If(eq(verdict.X, i32(stepDropped)), func() {
					bit := w.Bin(w.I64Shl, w.C64(1), place.X)
					st(f, w.I64Store, b, BundleSet+8*k, w.Bin(w.I64And,
						ld(w.I64Load, b, BundleSet+8*k), w.Bin(w.I64Xor, bit, w.C64(-1))))
				})
			})
		}
		f.Set(b, add(b.X, w.C32(r.size)))
	})
	s.restore(f)
	f.SetGlobal(r.sp, end.X)
	// Count what is left.
	n, sum, others, left := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(sum, i32(0))
	f.Set(others, i32(0))
	f.Set(left, i32(0))
	r.bundles(f, func(b w.Local, _ w.Label) {
		count := i32(0)
		for k := range r.words {
			count = add(count, w.Un(w.I32WrapI64,
				w.Un(w.I64Popcnt, ld(w.I64Load, b, BundleSet+8*k))))
		}
		f.Set(n, count)
		st(f, w.I32Store, b, BundleCount, n.X)
		f.If(w.Bin(w.I32LtU, class(b), i32(ClassFallback)), func() { f.Set(sum, add(sum.X, n.X)) },
			func() {
				f.Set(others, add(others.X, n.X))
				f.If(eq(class(b), i32(ClassFallback)), func() { f.Set(left, add(left.X, n.X)) })
			})
	})
	f.SetGlobal(r.total, sum.X)
	f.SetGlobal(r.others, others.X)
	f.SetGlobal(r.fallback, left.X)
}

// writeKeepBest writes keepBest, which keeps only the legal steps of the current group that begin
// one of its best turns, if the group compares turns. `aim` then holds what they reach.
func (r *runtime) writeKeepBest() {
	f := r.keepBest
	p, wanted := f.Arg(0), f.Arg(1)
	f.SetGlobal(r.aim, i32(0))
	f.If(bor(w.Not32(wanted.X), w.Not32(r.count())), func() { f.Leave() })
	frame, aim := f.Local(w.I32), f.Local(w.I32)
	// Room after the bundles that the search ahead leaves alone. It stays reserved, because playing
	// a step needs the aim.
	top := f.Local(w.I32)
	f.Set(top, r.sp.X)
	r.reserve(f, frame, frameSize)
	r.reserve(f, aim, aimSize)
	st(f, w.I32Store, frame, frameKind, i32(frameCollect))
	st(f, w.I32Store, frame, frameNext, i32(0))
	st(f, w.I32Store, frame, frameCriterion, r.criterionOf(p, r.group.X))
	st(f, w.I32Store, frame, frameAim, aim.X)
	st(f, w.I64Store, aim, 0, w.C64(0))
	r.sift(f, p, top, func(q, verdict w.Local) {
		st(f, w.I32Store, frame, frameKept, i32(stepDropped))
		f.Drop(w.Call(r.turns, q.X, frame.X))
		// If the search was cut short before any turn was complete, the step stays.
		f.Set(verdict, w.Select(ld(w.I32Load, frame, frameKept), i32(stepKept),
			ld(w.I32Load, aim, 0)))
	})
	f.If(ld(w.I32Load, aim, 0), func() { f.SetGlobal(r.aim, aim.X) })
}

// writeKeepAimed writes keepAimed, which keeps only the steps of the current group that can also
// reach the aims of the current turn.
func (r *runtime) writeKeepAimed() {
	f := r.keepAimed
	p := f.Arg(0)
	f.If(bor(w.Not32(r.count()), w.Not32(w.Call(r.aiming, p.X))), func() { f.Leave() })
	reach, filter, here, above := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	top := f.Local(w.I32)
	f.Set(top, r.sp.X)
	f.Set(here, r.aim.X)
	f.Set(above, r.sp.X)
	// what keepBest has found is there
	f.If(here.X, func() { f.Set(above, add(here.X, i32(aimSize))) })
	f.SetGlobal(r.sp, above.X)
	r.reserve(f, reach, frameSize)
	st(f, w.I32Store, reach, frameKind, i32(frameReach))
	st(f, w.I32Store, reach, frameNext, i32(0))
	r.reserve(f, filter, frameSize)
	st(f, w.I32Store, filter, frameKind, i32(frameFilter))
	st(f, w.I32Store, filter, frameNext, reach.X)
	st(f, w.I32Store, filter, frameCriterion, r.criterionOf(p, r.group.X))
	st(f, w.I32Store, filter, frameAim, here.X)
	r.sift(f, p, top, func(q, verdict w.Local) {
		f.Set(verdict, w.Not32(w.Call(r.turns, q.X, w.Select(filter.X, reach.X, here.X))))
	})
	f.SetGlobal(r.aim, here.X)
}

// writeTurns writes turns, which runs a chain of frames at the end of each legal turn that
// continues from a position, until one says that this is enough. It returns 1 if none does.
func (r *runtime) writeTurns() {
	f := r.turns
	p, frame := f.Arg(0), f.Arg(1)
	group, result := f.Local(w.I32), f.Local(w.I32)
	flat := f.Local(w.I32)
	ended := r.m.Func("turn over", ints(2), []w.Type{w.I32})
	r.rest(f)
	f.SetGlobal(r.looked, add(r.looked.X, i32(1)))
	f.If(r.lookedTooFar(), func() { f.Return(i32(0)) })
	f.If(eq(ld(w.I32Load16U, p, HeadChoice), i32(TurnOver)),
		func() { f.Return(w.Call(ended, p.X, frame.X)) })
	s := r.save(f)
	leave := func(x w.X) {
		f.Set(result, x)
		s.restore(f)
		f.Return(result.X)
	}
	f.While(w.Bin(w.I32LtU, group.X, r.groupsOf(p)), func(w.Label) {
		f.Do(w.Call(r.find, p.X, group.X))
		f.Do(w.Call(r.filter, p.X))
		f.Set(flat, r.flat(p, group.X))
		top := f.Local(w.I32)
		f.Set(top, r.sp.X)
		f.Do(w.Call(r.keepBest, p.X,
			band(w.Load(w.I32Load8U, flat.X, r.groupTable), i32(flagBest))))
		f.If(r.aim.X, func() {
			// Only turns that reach as much as the best ones of this group count.
			filter := f.Local(w.I32)
			f.SetGlobal(r.sp, add(r.aim.X, i32(aimSize)))
			r.reserve(f, filter, frameSize)
			st(f, w.I32Store, filter, frameKind, i32(frameFilter))
			st(f, w.I32Store, filter, frameNext, frame.X)
			st(f, w.I32Store, filter, frameCriterion, r.criterionOf(p, group.X))
			st(f, w.I32Store, filter, frameAim, r.aim.X)
			f.Set(frame, filter.X)
		})
		if r.p.Chance > 0 {
			// When chance decides, only what has been reached is certain.
			drawn := band(w.Load(w.I32Load8U, flat.X, r.groupTable), i32(flagDrawn))
			f.If(band(drawn, w.Select(i32(flagDrawn), i32(0), r.count())),
				func() { leave(w.Call(ended, p.X, frame.X)) })
		}
		f.If(r.count(), func() {
			never := f.Local(w.I32)
			f.Set(never, i32(1))
			r.sift(f, p, top, func(q, verdict w.Local) {
				f.If(never.X, func() { f.Set(never, w.Call(r.turns, q.X, frame.X)) })
				f.Set(verdict, i32(stepKept))
			})
			leave(never.X)
		})
		out := f.Local(w.I64)
		f.Set(out, w.Bin(w.I64And, r.offers.X, wide(r.outcomeTab, flat.X)))
		f.If(w.Bin(w.I64Ne, out.X, w.C64(0)), func() {
			illegal := wide(r.illegalTable(), ld(w.I32Load16U, p, HeadChoice))
			first := w.Bin(w.I64And, out.X, w.Bin(w.I64Sub, w.C64(0), out.X))
			f.If(w.Bin(w.I64Ne, w.Bin(w.I64And, first, illegal), w.C64(0)),
				func() { leave(i32(1)) }, func() {
					leave(w.Call(ended, p.X, frame.X))
				})
		})
		f.Set(group, add(group.X, i32(1)))
	})
	r.stepped(f, p) // done, since nothing else is left
	st(f, w.I32Store16, p, HeadChoice, i32(TurnOver))
	leave(w.Call(ended, p.X, frame.X))
	f.Unreachable()

	// The end of a turn: 0 if that was enough.
	f = ended
	p, frame = f.Arg(0), f.Arg(1)
	criterion, aim := f.Local(w.I32), f.Local(w.I32)
	most := r.criterionTable(func(g *Group) byte { return byte(truthNumber(g.most)) })
	f.Loop(func(again w.Label) {
		kind := ld(w.I32Load, frame, frameKind)
		f.If(eq(kind, i32(frameReach)), func() { f.Return(w.Not32(w.Call(r.reaches, p.X))) })
		f.Set(criterion, ld(w.I32Load, frame, frameCriterion))
		f.Set(aim, ld(w.I32Load, frame, frameAim))
		f.Do(w.Call(r.rate, p.X, criterion.X))
		order := r.order(f, criterion, aim)
		f.If(eq(kind, i32(frameFilter)), func() {
			f.If(order.X, func() { f.Return(i32(1)) })
			f.Set(frame, ld(w.I32Load, frame, frameNext))
			f.Branch(again)
		})
		f.If(w.Not32(w.Load(w.I32Load8U, criterion.X, most)),
			func() { f.Set(order, sub(i32(0), order.X)) })
		f.If(bor(w.Not32(ld(w.I32Load, aim, 0)), w.Bin(w.I32GtS, order.X, i32(0))), func() {
			st(f, w.I32Store, aim, 0, i32(1))
			for k := range 16 {
				st(f, w.I64Store, aim, 16+8*k, w.Load(w.I64Load, i32(0), memScores+8*uint32(k)))
			}
			st(f, w.I32Store, frame, frameKept, i32(stepKeptAlone))
		}, func() {
			f.If(band(w.Not32(order.X), w.Not32(ld(w.I32Load, frame, frameKept))), func() {
				st(f, w.I32Store, frame, frameKept, i32(stepKept))
			})
		})
		f.Return(i32(1))
	})
	f.Unreachable()
}
