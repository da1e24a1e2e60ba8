package turn

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
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
	// of a collecting frame
	frameKept     = 16        // what becomes of the step
	frameImproved = 20        // how often better numbers were found, for the memo
	frameQuestion = frameNext // which there is none of: its number, for the memo
	frameSize     = 24

	frameFilter  = 0 // only turns that reach the numbers count
	frameCollect = 1 // the best numbers are gathered
	frameReach   = 2 // ends the search when the aims of the turn are reached

	stepDropped   = 0
	stepKept      = 1
	stepKeptAlone = 2

	aimSize = 16 + 8*16 // whether there is one yet; then the numbers
)

// The steps of a turn often lead to the same position in any order. The memo keeps, by the hash of
// a position within a turn, what a collecting frame has found there: how many steps were looked at,
// and whether the best numbers of that time were among those reached. So the turns that go on from
// there are counted, but not gone through, again.
const (
	memoKey      = 0
	memoLooked   = 8
	memoImproved = 12 // 2*frameImproved, and 1 if the best numbers were reached
	memoSize     = 16
	memoLog      = 10 // entries
)

// remembers reports whether what follows a moment of a turn depends on nothing but the moment, and
// steps may lead to it in several orders: where a turn goes on with any piece, not just with the
// one that has moved.
func (r *memoryMap) remembers() bool {
	free := func(it *programs.Item) bool {
		return it.Source.Op == ir.MoveItem && it.Source.Roles == nil
	}
	return r.Aims && !r.Trails && !r.P.Leaves() && slices.ContainsFunc(r.P.Choices[1:],
		func(c *programs.Choice) bool {
			return slices.ContainsFunc(c.Groups, func(g *programs.Group) bool {
				return slices.ContainsFunc(g.Items, free)
			})
		})
}

// criterionOf pushes the number of the criterion that compares the turns of the current group.
func (r *memoryMap) criterionOf(p w.Local, group w.X) w.X {
	return lower.Add(r.flat(p, group),
		w.Bin(w.I32Mul, lower.Ld(w.I32Load8U, p, lower.HeadMover), lower.I32(r.groups)))
}

// best returns how many numbers a group compares, by criterion.
func (r *memoryMap) eachCriterion(
	body func(index, me, c, g int, group *programs.Group, code *programs.GroupCode)) {
	i := 0
	for me, player := range r.P.Players {
		for c, ch := range player.Choices {
			for g := range ch.Groups {
				body(i, me, c, g, r.P.Choices[c].Groups[g], &ch.Groups[g])
				i++
			}
		}
	}
}

// writeAdvance writes advance, which takes a legal step without ending the turn.
func writeAdvance(r *Runtime) {
	f := r.advance
	p, cls, anchors, place := f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	f.If(w.Bin(w.I32GeU, cls.X, lower.I32(ClassFallback)), func() {
		if r.Mem.P.Leaves() {
			f.If(lower.Eq(cls.X, lower.I32(ClassFallback)), func() {
				f.Do(w.Call(r.hostAfter, p.X, anchors.X))
				f.Leave()
			})
		}
		r.Stepped(f, p)
		lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(TurnOver))
		f.Leave()
	})
	byWay(r, f, p, cls, anchors, place, func(me int, a *programs.Apply, args []w.X) {
		if a.Chance {
			return // for comparing turns, they end here
		}
		f.Do(w.Call(r.Of(a).plays, args...))
		r.Stepped(f, p)
		if a.Then == 0 {
			lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(TurnOver))
			return
		}
		over := r.Ends(p, me, a)
		lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(a.Then))
		f.If(over, func() { lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(TurnOver)) },
			func() {
				if r.Mem.P.Choices[a.Then].MayRepeat {
					r.Slots.Tread(f, p, w.Call(r.Slots.Moment, p.X))
				}
			})
	})
}

func writeAims(r *Runtime) {
	writeRate(r)

	// aiming reports whether the current turn has an aim.
	f := r.aiming
	p := f.Arg(0)
	any := w.C64(0)
	for _, ch := range r.Mem.P.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				any = w.Bin(w.I64Or, any, r.Slots.Num(p, g.Aim))
			}
		}
	}
	w.Bin(w.I64Ne, any, w.C64(0))(f)

	// takeAim adds what the best turns of the current group reach to the aims. A step of the group
	// is about to be taken.
	f = r.takeAim
	p = f.Arg(0)
	f.If(w.Not32(r.List.Aim.X), func() { f.Leave() })
	flat := f.Local(w.I32)
	f.Set(flat, r.Mem.flat(p, r.List.Group.X))
	aim := f.Local(w.I32)
	f.Set(aim, r.List.Aim.X)
	i := 0
	for _, ch := range r.Mem.P.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				f.If(lower.Eq(flat.X, lower.I32(i)), func() {
					same := w.X(lower.I32(1))
					for k := range g.Best {
						same = lower.Band(same, w.Bin(w.I64Eq, r.Slots.Num(p, g.Aim+1+k),
							lower.Ld(w.I64Load, aim, 16+8*k)))
					}
					f.If(w.Un(w.I64Eqz, r.Slots.Num(p, g.Aim)), func() {
						r.Slots.SetNum(f, p, g.Aim, w.C64(anAim))
						for k := range g.Best {
							r.Slots.SetNum(f, p, g.Aim+1+k, lower.Ld(w.I64Load, aim, 16+8*k))
						}
					}, func() {
						f.If(w.Not32(same), func() { r.Slots.SetNum(f, p, g.Aim, w.C64(noWay)) })
					})
				})
			}
			i++
		}
	}
	f.SetGlobal(r.List.Aim, lower.I32(0))

	// reachesAims reports whether the turn that is over has reached its aims.
	f = r.reaches
	p = f.Arg(0)
	r.Mem.eachCriterion(func(index, me, c, g int, group *programs.Group, code *programs.GroupCode) {
		if group.Best == 0 {
			return
		}
		f.If(lower.Band(lower.Eq(lower.Ld(w.I32Load8U, p, lower.HeadMover), lower.I32(me)),
			w.Bin(w.I64Ne, r.Slots.Num(p, group.Aim), w.C64(noAim))), func() {
			f.If(w.Bin(w.I64Eq, r.Slots.Num(p, group.Aim), w.C64(noWay)), func() { f.Return(lower.I32(0)) })
			f.Do(w.Call(r.rate, p.X, lower.I32(index)))
			for k := range group.Best {
				f.If(w.Bin(w.I64Ne, w.Load(w.I64Load, lower.I32(0), lower.MemScores+8*uint32(k)),
					r.Slots.Num(p, group.Aim+1+k)), func() { f.Return(lower.I32(0)) })
			}
		})
	})
	f.Const32(1)

	writeKeepBest(r)
	writeKeepAimed(r)
	writeTurns(r)
}

// writeRate writes the function that scores the numbers of a group.
func writeRate(r *Runtime) {
	f := r.rate
	p, index := f.Arg(0), f.Arg(1)
	r.Mem.eachCriterion(func(i, me, c, g int, group *programs.Group, code *programs.GroupCode) {
		if group.Best > 0 {
			fn := r.Unit.M.Add(r.scoreCode("compared", code.Criteria))
			f.If(lower.Eq(index.X, lower.I32(i)), func() { f.Do(w.Call(fn, p.X)) })
		}
	})
}

// criterionTable returns a table by criterion.
func (r *memoryMap) criterionTable(of func(g *programs.Group) byte) uint32 {
	var list []byte
	r.eachCriterion(
		func(_, _, _, _ int, g *programs.Group, _ *programs.GroupCode) { list = append(list, of(g)) })
	return r.Unit.BytesTable(list)
}

// order compares the scores with the numbers of an aim: 1 if they are greater, 0 if they are equal,
// -1 if they are less.
func (r *memoryMap) order(f *w.Func, criterion, aim w.Local) w.Local {
	result, k, n := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	x, y := f.Local(w.I64), f.Local(w.I64)
	count := r.criterionTable(func(g *programs.Group) byte { return byte(g.Best) })
	f.Set(result, lower.I32(0))
	f.Set(k, lower.I32(0))
	f.Set(n, w.Load(w.I32Load8U, criterion.X, count))
	f.While(w.Bin(w.I32LtU, k.X, n.X), func(end w.Label) {
		f.Set(x, w.Load(w.I64Load, w.Bin(w.I32Shl, k.X, lower.I32(3)), lower.MemScores))
		f.Set(y, w.Load(w.I64Load, lower.Add(aim.X, w.Bin(w.I32Shl, k.X, lower.I32(3))), 16))
		f.If(w.Bin(w.I64Ne, x.X, y.X), func() {
			f.Set(result, w.Select(lower.I32(1), lower.I32(-1), w.Bin(w.I64GtS, x.X, y.X)))
			f.Branch(end)
		})
		f.Set(k, lower.Add(k.X, lower.I32(1)))
	})
	return result
}

// sift takes each step found, one after the other, without ending the turn; test sets verdict to
// what becomes of the step, and q is the position after it. The steps must be legal; their bundles
// end at top, and the stack after them is in use.
func sift(r *Runtime, f *w.Func, p, top w.Local, test func(q, verdict w.Local)) {
	q, verdict, b2 := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	x, place := f.Local(w.I64), f.Local(w.I64)
	b, end := f.Local(w.I32), f.Local(w.I32)
	f.Set(end, top.X)
	s := r.List.save(f)
	r.List.reserve(f, q, r.Mem.SlotSize)
	f.SetGlobal(r.List.Base, r.Unit.Sp.X)
	first := s.locals[0] // the base of the search
	f.Set(b, first.X)
	f.While(w.Bin(w.I32LtU, b.X, end.X), func(w.Label) {
		for k := range r.Mem.Words {
			f.Set(x, lower.Ld(w.I64Load, b, BundleSet+8*k))
			f.While(w.Bin(w.I64Ne, x.X, w.C64(0)), func(w.Label) {
				f.Set(place, lower.Place(x.X, k))
				f.Set(x, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, lower.I64(1))))
				f.Do(w.Call(r.Slots.CopySlot, q.X, p.X))
				f.Do(w.Call(r.advance, q.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors), place.X))
				test(q, verdict)
				f.If(lower.Eq(verdict.X, lower.I32(stepKeptAlone)), func() {
					// Those kept so far are dropped: all before this one.
					f.Set(b2, first.X)
					f.While(w.Bin(w.I32LtU, b2.X, b.X), func(w.Label) {
						for j := range r.Mem.Words {
							lower.St(f, w.I64Store, b2, BundleSet+8*j, w.C64(0))
						}
						f.Set(b2, lower.Add(b2.X, w.C32(r.Mem.Size)))
					})
					for j := range k {
						lower.St(f, w.I64Store, b, BundleSet+8*j, w.C64(0))
					}
					low := w.Bin(w.I64Sub, w.Bin(w.I64Shl, w.C64(1), place.X), w.C64(1))
					lower.St(f, w.I64Store, b, BundleSet+8*k, w.Bin(w.I64And,
						lower.Ld(w.I64Load, b, BundleSet+8*k), w.Bin(w.I64Xor, low, w.C64(-1))))
				})
				f.If(lower.Eq(verdict.X, lower.I32(stepDropped)), func() {
					bit := w.Bin(w.I64Shl, w.C64(1), place.X)
					lower.St(f, w.I64Store, b, BundleSet+8*k, w.Bin(w.I64And,
						lower.Ld(w.I64Load, b, BundleSet+8*k), w.Bin(w.I64Xor, bit, w.C64(-1))))
				})
			})
		}
		f.Set(b, lower.Add(b.X, w.C32(r.Mem.Size)))
	})
	s.restore(f)
	f.SetGlobal(r.Unit.Sp, end.X)
	// Count what is left.
	n, sum, others, left := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(sum, lower.I32(0))
	f.Set(others, lower.I32(0))
	f.Set(left, lower.I32(0))
	r.List.Bundles(f, func(b w.Local, _ w.Label) {
		count := lower.I32(0)
		for k := range r.Mem.Words {
			count = lower.Add(count, w.Un(w.I32WrapI64,
				w.Un(w.I64Popcnt, lower.Ld(w.I64Load, b, BundleSet+8*k))))
		}
		f.Set(n, count)
		lower.St(f, w.I32Store, b, BundleCount, n.X)
		f.If(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)),
			func() { f.Set(sum, lower.Add(sum.X, n.X)) }, func() {
				f.Set(others, lower.Add(others.X, n.X))
				f.If(lower.Eq(Class(b), lower.I32(ClassFallback)),
					func() { f.Set(left, lower.Add(left.X, n.X)) })
			})
	})
	f.SetGlobal(r.List.total, sum.X)
	f.SetGlobal(r.List.others, others.X)
	f.SetGlobal(r.List.fallback, left.X)
}

// writeKeepBest writes keepBest, which keeps only the legal steps of the current group that begin
// one of its best turns, if the group compares turns. `aim` then holds what they reach.
func writeKeepBest(r *Runtime) {
	f := r.keepBest
	p, wanted := f.Arg(0), f.Arg(1)
	f.SetGlobal(r.List.Aim, lower.I32(0))
	f.If(lower.Bor(w.Not32(wanted.X), w.Not32(r.List.count())), func() { f.Leave() })
	frame, aim := f.Local(w.I32), f.Local(w.I32)
	// Room after the bundles that the search ahead leaves alone. It stays reserved, because playing
	// a step needs the aim.
	top := f.Local(w.I32)
	f.Set(top, r.Unit.Sp.X)
	r.List.reserve(f, frame, frameSize)
	r.List.reserve(f, aim, aimSize)
	lower.St(f, w.I32Store, frame, frameKind, lower.I32(frameCollect))
	lower.St(f, w.I32Store, frame, frameNext, lower.I32(0))
	lower.St(f, w.I32Store, frame, frameCriterion, r.Mem.criterionOf(p, r.List.Group.X))
	lower.St(f, w.I32Store, frame, frameAim, aim.X)
	lower.St(f, w.I64Store, aim, 0, w.C64(0))
	if r.Mem.remembers() {
		lower.St(f, w.I32Store, frame, frameImproved, lower.I32(0))
		f.SetGlobal(r.List.question, lower.Add(r.List.question.X, lower.I32(1)))
		lower.St(f, w.I32Store, frame, frameQuestion, r.List.question.X)
	}
	sift(r, f, p, top, func(q, verdict w.Local) {
		lower.St(f, w.I32Store, frame, frameKept, lower.I32(stepDropped))
		f.Drop(w.Call(r.turns, q.X, frame.X))
		// If the search was cut short before any turn was complete, the step stays.
		f.Set(verdict, w.Select(lower.Ld(w.I32Load, frame, frameKept), lower.I32(stepKept),
			lower.Ld(w.I32Load, aim, 0)))
	})
	f.If(lower.Ld(w.I32Load, aim, 0), func() { f.SetGlobal(r.List.Aim, aim.X) })
}

// writeKeepAimed writes keepAimed, which keeps only the steps of the current group that can also
// reach the aims of the current turn.
func writeKeepAimed(r *Runtime) {
	f := r.keepAimed
	p := f.Arg(0)
	f.If(lower.Bor(w.Not32(r.List.count()), w.Not32(w.Call(r.aiming, p.X))), func() { f.Leave() })
	reach, filter, here, above := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	top := f.Local(w.I32)
	f.Set(top, r.Unit.Sp.X)
	f.Set(here, r.List.Aim.X)
	f.Set(above, r.Unit.Sp.X)
	// what keepBest has found is there
	f.If(here.X, func() { f.Set(above, lower.Add(here.X, lower.I32(aimSize))) })
	f.SetGlobal(r.Unit.Sp, above.X)
	r.List.reserve(f, reach, frameSize)
	lower.St(f, w.I32Store, reach, frameKind, lower.I32(frameReach))
	lower.St(f, w.I32Store, reach, frameNext, lower.I32(0))
	r.List.reserve(f, filter, frameSize)
	lower.St(f, w.I32Store, filter, frameKind, lower.I32(frameFilter))
	lower.St(f, w.I32Store, filter, frameNext, reach.X)
	lower.St(f, w.I32Store, filter, frameCriterion, r.Mem.criterionOf(p, r.List.Group.X))
	lower.St(f, w.I32Store, filter, frameAim, here.X)
	sift(r, f, p, top, func(q, verdict w.Local) {
		f.Set(verdict, w.Not32(w.Call(r.turns, q.X, w.Select(filter.X, reach.X, here.X))))
	})
	f.SetGlobal(r.List.Aim, here.X)
}

// writeTurns writes turns, which runs a chain of frames at the end of each legal turn that
// continues from a position, until one says that this is enough. It returns 1 if none does.
func writeTurns(r *Runtime) {
	f := r.turns
	p, frame := f.Arg(0), f.Arg(1)
	ended := r.Unit.M.Func("turn over", lower.Ints(2), []w.Type{w.I32})
	r.List.rest(f)
	f.SetGlobal(r.List.looked, lower.Add(r.List.looked.X, lower.I32(1)))
	f.If(r.List.lookedTooFar(), func() { f.Return(lower.I32(0)) })
	f.If(lower.Eq(lower.Ld(w.I32Load16U, p, lower.HeadChoice), lower.I32(TurnOver)),
		func() { f.Return(w.Call(ended, p.X, frame.X)) })
	if r.Mem.remembers() {
		further := r.Unit.M.Func("further", lower.Ints(2), []w.Type{w.I32})
		f.If(lower.Eq(lower.Ld(w.I32Load, frame, frameKind), lower.I32(frameCollect)),
			func() { remember(r, f, further, p, frame) })
		f.Do(w.Call(further, p.X, frame.X))
		f = further
		p, frame = f.Arg(0), f.Arg(1)
	}
	group, result := f.Local(w.I32), f.Local(w.I32)
	flat := f.Local(w.I32)
	s := r.List.save(f)
	leave := func(x w.X) {
		f.Set(result, x)
		s.restore(f)
		f.Return(result.X)
	}
	f.While(w.Bin(w.I32LtU, group.X, r.Mem.groupsOf(p)), func(w.Label) {
		f.Do(w.Call(r.find, p.X, group.X))
		f.Do(w.Call(r.filter, p.X))
		f.Set(flat, r.Mem.flat(p, group.X))
		top := f.Local(w.I32)
		f.Set(top, r.Unit.Sp.X)
		f.Do(w.Call(r.keepBest, p.X,
			lower.Band(w.Load(w.I32Load8U, flat.X, r.Mem.groupTable), lower.I32(flagBest))))
		f.If(r.List.Aim.X, func() {
			// Only turns that reach as much as the best ones of this group count.
			filter := f.Local(w.I32)
			f.SetGlobal(r.Unit.Sp, lower.Add(r.List.Aim.X, lower.I32(aimSize)))
			r.List.reserve(f, filter, frameSize)
			lower.St(f, w.I32Store, filter, frameKind, lower.I32(frameFilter))
			lower.St(f, w.I32Store, filter, frameNext, frame.X)
			lower.St(f, w.I32Store, filter, frameCriterion, r.Mem.criterionOf(p, group.X))
			lower.St(f, w.I32Store, filter, frameAim, r.List.Aim.X)
			f.Set(frame, filter.X)
		})
		if r.Mem.P.Chance > 0 {
			// When chance decides, only what has been reached is certain.
			drawn := lower.Band(w.Load(w.I32Load8U, flat.X, r.Mem.groupTable), lower.I32(flagDrawn))
			f.If(lower.Band(drawn, w.Select(lower.I32(flagDrawn), lower.I32(0), r.List.count())),
				func() { leave(w.Call(ended, p.X, frame.X)) })
		}
		f.If(r.List.count(), func() {
			never := f.Local(w.I32)
			f.Set(never, lower.I32(1))
			sift(r, f, p, top, func(q, verdict w.Local) {
				f.If(never.X, func() { f.Set(never, w.Call(r.turns, q.X, frame.X)) })
				f.Set(verdict, lower.I32(stepKept))
			})
			leave(never.X)
		})
		out := f.Local(w.I64)
		f.Set(out, w.Bin(w.I64And, r.List.offers.X, wide(r.Mem.outcomeTable, flat.X)))
		f.If(w.Bin(w.I64Ne, out.X, w.C64(0)), func() {
			illegal := wide(r.Mem.illegalTable(), lower.Ld(w.I32Load16U, p, lower.HeadChoice))
			first := w.Bin(w.I64And, out.X, w.Bin(w.I64Sub, w.C64(0), out.X))
			f.If(w.Bin(w.I64Ne, w.Bin(w.I64And, first, illegal), w.C64(0)),
				func() { leave(lower.I32(1)) }, func() {
					leave(w.Call(ended, p.X, frame.X))
				})
		})
		f.Set(group, lower.Add(group.X, lower.I32(1)))
	})
	r.Stepped(f, p) // done, since nothing else is left
	lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(TurnOver))
	leave(w.Call(ended, p.X, frame.X))
	f.Unreachable()

	// The end of a turn: 0 if that was enough.
	f = ended
	p, frame = f.Arg(0), f.Arg(1)
	criterion, aim := f.Local(w.I32), f.Local(w.I32)
	most := r.Mem.criterionTable(func(g *programs.Group) byte {
		return byte(graph.TruthNumber(g.Most))
	})
	f.Loop(func(again w.Label) {
		kind := lower.Ld(w.I32Load, frame, frameKind)
		f.If(lower.Eq(kind, lower.I32(frameReach)), func() { f.Return(w.Not32(w.Call(r.reaches, p.X))) })
		f.Set(criterion, lower.Ld(w.I32Load, frame, frameCriterion))
		f.Set(aim, lower.Ld(w.I32Load, frame, frameAim))
		f.Do(w.Call(r.rate, p.X, criterion.X))
		order := r.Mem.order(f, criterion, aim)
		f.If(lower.Eq(kind, lower.I32(frameFilter)), func() {
			f.If(order.X, func() { f.Return(lower.I32(1)) })
			f.Set(frame, lower.Ld(w.I32Load, frame, frameNext))
			f.Branch(again)
		})
		f.If(w.Not32(w.Load(w.I32Load8U, criterion.X, most)),
			func() { f.Set(order, lower.Sub(lower.I32(0), order.X)) })
		f.If(lower.Bor(w.Not32(lower.Ld(w.I32Load, aim, 0)), w.Bin(w.I32GtS, order.X, lower.I32(0))),
			func() {
				lower.St(f, w.I32Store, aim, 0, lower.I32(1))
				for k := range 16 {
					lower.St(f, w.I64Store, aim, 16+8*k,
						w.Load(w.I64Load, lower.I32(0), lower.MemScores+8*uint32(k)))
				}
				lower.St(f, w.I32Store, frame, frameKept, lower.I32(stepKeptAlone))
				if r.Mem.remembers() {
					lower.St(f, w.I32Store, frame, frameImproved,
						lower.Add(lower.Ld(w.I32Load, frame, frameImproved), lower.I32(1)))
				}
			}, func() {
				f.If(lower.Band(w.Not32(order.X), w.Not32(lower.Ld(w.I32Load, frame, frameKept))), func() {
					lower.St(f, w.I32Store, frame, frameKept, lower.I32(stepKept))
				})
			})
		f.Return(lower.I32(1))
	})
	f.Unreachable()
}

// remember returns what a collecting frame finds in the turns that continue from a position, from
// the memo if it is there. Better numbers than those of then have been found elsewhere.
func remember(r *Runtime, f, further *w.Func, p, frame w.Local) {
	key := f.Local(w.I64)
	at, kept, looked, result := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(key, w.Call(r.Slots.Moment, p.X))
	r.Slots.mix(f, key, w.Bin(w.I64Or, w.Un(w.I64ExtendI32U, lower.Ld(w.I32Load16U, p,
		lower.HeadSteps)), w.Bin(w.I64Shl, w.Un(w.I64ExtendI32U,
		lower.Ld(w.I32Load, frame, frameQuestion)), lower.I64(16))))
	f.Set(at, lower.Add(w.C32(r.Mem.Memo), w.Bin(w.I32Mul, lower.I32(memoSize), w.Un(w.I32WrapI64,
		w.Bin(w.I64ShrU, key.X, lower.I64(64-memoLog))))))
	f.Set(kept, lower.Ld(w.I32Load, frame, frameKept))
	best := func() w.X {
		return lower.Add(w.Bin(w.I32Shl, lower.Ld(w.I32Load, frame, frameImproved), lower.I32(1)),
			lower.I32(1))
	}
	f.If(w.Bin(w.I64Eq, lower.Ld(w.I64Load, at, memoKey), key.X), func() {
		f.SetGlobal(r.List.looked, lower.Add(r.List.looked.X, lower.Ld(w.I32Load, at, memoLooked)))
		f.If(lower.Band(w.Not32(kept.X), lower.Eq(lower.Ld(w.I32Load, at, memoImproved), best())),
			func() { lower.St(f, w.I32Store, frame, frameKept, lower.I32(stepKept)) })
		f.Return(w.Not32(r.List.lookedTooFar()))
	})
	f.Set(looked, r.List.looked.X)
	lower.St(f, w.I32Store, frame, frameKept, lower.I32(stepDropped))
	f.Set(result, w.Call(further, p.X, frame.X))
	f.If(result.X, func() {
		lower.St(f, w.I64Store, at, memoKey, key.X)
		lower.St(f, w.I32Store, at, memoLooked, lower.Sub(r.List.looked.X, looked.X))
		lower.St(f, w.I32Store, at, memoImproved, lower.Sub(best(),
			w.Not32(lower.Ld(w.I32Load, frame, frameKept))))
	})
	f.If(w.Bin(w.I32GtU, kept.X, lower.Ld(w.I32Load, frame, frameKept)),
		func() { lower.St(f, w.I32Store, frame, frameKept, kept.X) })
	f.Return(result.X)
}
