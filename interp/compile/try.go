package compile

import (
	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
)

// This file writes the functions that play steps, and those that find out whether a step is legal
// by looking at what follows it.

// stepArgs returns the arguments of the function of an apply program for a step of a class.
func stepArgs(cl *Class, p, anchors, place w.Local) []w.X {
	args := []w.X{p.X}
	for i := range cl.Roles {
		s := &cl.Roles[i]
		switch {
		case s.Anchor == 0:
			args = append(args, w.Bin(w.I64And, anchors.X, w.C64(0xFFFFFFFF)))
		case s.Anchor > 0:
			args = append(args, w.Bin(w.I64ShrU, anchors.X, w.C64(32)))
		case s.Off == 0:
			args = append(args, place.X)
		default:
			args = append(args, w.Bin(w.I64Add, place.X, w.C64(s.Off)))
		}
	}
	return args
}

// byClass writes a switch over the classes of the player to move.
func (r *memoryMap) byClass(f *w.Func, p, class w.Local, body func(me int, cl *Class, a *apply)) {
	f.Switch(ld(w.I32Load8U, p, HeadMover), len(r.p.Players), func(me int) {
		player := r.p.Players[me]
		if len(player.Classes) == 0 {
			return
		}
		f.Switch(class.X, len(player.Classes), func(i int) {
			cl := &player.Classes[i]
			body(me, cl, player.applies[cl.apply])
		})
	})
}

// stepped counts a step whose effects have been done.
func (r *runtime) stepped(f *w.Func, p w.Local) {
	st(f, w.I32Store16, p, HeadSteps, add(ld(w.I32Load16U, p, HeadSteps), i32(1)))
	st(f, w.I32Store8, p, HeadPassed, i32(0))
}

// ends pushes whether the turn is over after a step that could have a continuation.
func (r *runtime) ends(p w.Local, me int, a *apply) w.X {
	over := bor(w.Un(w.I64Eqz, r.num(p, NumOpen)),
		r.tooLong(p))
	if a.atOnce && r.atOnce[me] != nil {
		decided := w.Bin(w.I32GeS, w.Call(r.atOnce[me], p.X), i32(0))
		over = bor(over, band(decided, w.Not32(r.settingUp(p))))
	}
	return over
}

// tread remembers a moment that the rules could bring the turn back to.
func (r *slots) tread(f *w.Func, p w.Local, now w.X) {
	st(f, w.I32Store, p, HeadTrail, w.Call(r.put, ld(w.I32Load, p, HeadTrail), now, w.C64(0),
		i32(trailDepth)))
}

func (r *runtime) writeTry() {
	r.writePlay()
	if r.aims {
		r.writeAdvance()
	}

	// try reports whether a step can be taken: whether what must hold after it holds.
	f := r.try
	p, cls, anchors, place := f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	r.byClass(f, p, cls, func(me int, cl *Class, a *apply) {
		args := stepArgs(cl, p, anchors, place)
		if cl.free {
			f.Return(i32(1))
			return
		}
		if !a.looksAhead && a.lateCond == nil {
			f.Return(w.Call(a.checks, args...))
			return
		}
		f.Return(w.Call(r.lookAhead(me, a), args...))
	})
	i32(1)(f)

	// filter removes the illegal steps from the bundles.
	f = r.filter
	p = f.Arg(0)
	r.writeFilter(f, p)

	// anyLegal reports whether a move that was found is legal.
	f = r.anyLegal
	p = f.Arg(0)
	f.If(r.fallback.X, func() { f.Return(i32(1)) })
	f.If(w.Not32(r.total.X), func() { f.Return(i32(0)) })
	if r.p.allFree() {
		i32(1)(f)
	} else {
		r.bundles(f, func(b w.Local, _ w.Label) {
			r.rest(f)
			f.If(band(w.Bin(w.I32LtU, class(b), i32(ClassFallback)),
				w.Bin(w.I32Ne, ld(w.I32Load, b, BundleCount), i32(0))), func() {
				f.If(band(r.flags(p, class(b)), i32(flagFree)), func() { f.Return(i32(1)) })
				r.places(f, b, func(place w.Local, _ w.Label) {
					f.If(w.Call(r.try, p.X, class(b), ld(w.I64Load, b, BundleAnchors), place.X),
						func() { f.Return(i32(1)) })
				})
			})
		})
		i32(0)(f)
	}

	// followed reports whether nothing withdraws the step before the pending choice.
	f = r.follow
	p = f.Arg(0)
	group := f.Local(w.I32)
	out := f.Local(w.I64)
	s := r.save(f)
	result := f.Local(w.I32)
	f.Set(result, i32(1))
	f.While(w.Bin(w.I32LtU, group.X, r.groupsOf(p)), func(end w.Label) {
		f.Do(w.Call(r.find, p.X, group.X))
		f.BranchIf(end, r.others.X)
		f.BranchIf(end, w.Call(r.anyLegal, p.X))
		f.Set(out, w.Bin(w.I64And, r.offers.X, wide(r.outcomeTab, r.flat(p, group.X))))
		f.If(w.Bin(w.I64Ne, out.X, w.C64(0)), func() {
			illegal := w.C64(0)
			if len(r.p.Choices) > 0 {
				illegal = wide(r.illegalTable(), ld(w.I32Load16U, p, HeadChoice))
			}
			first := w.Bin(w.I64And, out.X, w.Bin(w.I64Sub, w.C64(0), out.X))
			f.Set(result, w.Un(w.I64Eqz, w.Bin(w.I64And, first, illegal)))
			f.Branch(end)
		})
		f.Set(group, add(group.X, i32(1)))
	})
	s.restore(f)
	result.X(f)

	// stuck reports whether the player who moves next has no move (language.md#being-stuck), and in
	// `first` whether the bundles are now those of the first group of their turn. When a turn ends,
	// nobody needs the earlier ones.
	f = r.stuck
	p = f.Arg(0)
	r.writeStuck(f, p)
}

// illegalTable returns the table of the items that say illegal, by choice.
func (r *memoryMap) illegalTable() uint32 {
	var masks []int64
	for _, ch := range r.p.Choices {
		mask := int64(0)
		for _, g := range ch.Groups {
			for _, it := range g.Items {
				if it.Source.Op == ir.IllegalItem {
					mask |= 1 << it.Index
				}
			}
		}
		masks = append(masks, mask)
	}
	return r.numbersTable(masks)
}

// writePlay writes playStep, which plays a step of a class, and playAny, which plays any step.
func (r *runtime) writePlay() {
	f := r.playStep
	p, cls, anchors, place := f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	if r.aims {
		f.Do(w.Call(r.takeAim, p.X))
	}
	r.byClass(f, p, cls, func(me int, cl *Class, a *apply) {
		f.Do(w.Call(a.plays, stepArgs(cl, p, anchors, place)...))
		r.stepped(f, p)
		if a.chance {
			r.chanced(f, p)
		}
		if a.then == 0 {
			f.Do(w.Call(r.playerEnd[me], p.X))
			return
		}
		f.If(r.ends(p, me, a), func() { f.Do(w.Call(r.playerEnd[me], p.X)) }, func() {
			st(f, w.I32Store16, p, HeadChoice, i32(a.then))
			if r.p.Choices[a.then].MayRepeat && !a.chance {
				r.tread(f, p, w.Call(r.moment, p.X))
			}
		})
	})

	f = r.playAny
	p, cls, anchors, place = f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	f.If(w.Bin(w.I32LtU, cls.X, i32(ClassFallback)), func() {
		f.Do(w.Call(r.playStep, p.X, cls.X, anchors.X, place.X))
		f.Leave()
	})
	if r.p.leaves() {
		f.If(eq(cls.X, i32(ClassFallback)), func() {
			if r.aims {
				f.Do(w.Call(r.takeAim, p.X))
			}
			f.Do(w.Call(r.hostAfter, p.X, anchors.X))
			f.If(eq(ld(w.I32Load16U, p, HeadChoice), i32(TurnOver)),
				func() { f.Do(w.Call(r.endTurn, p.X)) })
			f.Leave()
		})
	}
	f.Do(w.Call(r.pass, p.X, eq(cls.X, i32(ClassPass))))
}

// TurnOver is the choice of a position whose turn is over but has not been ended.
const TurnOver = 0xFFFF

// lookAhead returns the function that tries a step of an apply program on a copy of the position:
// whether what must hold after it holds, and whether it can be followed as its continuation
// demands.
func (r *runtime) lookAhead(me int, a *apply) *w.Func {
	if a.tries != nil {
		return a.tries
	}
	types := []w.Type{w.I32}
	for range a.sites {
		types = append(types, w.I64)
	}
	f := w.NewFunc("look ahead", types, []w.Type{w.I32})
	args := func(p w.Local) []w.X {
		list := []w.X{p.X}
		for i := range a.sites {
			list = append(list, f.Arg(1+i).X)
		}
		return list
	}
	p := f.Arg(0)
	q, result := f.Local(w.I32), f.Local(w.I32)
	if r.budget.tries {
		r.rest(f)
	}
	if a.checks != nil {
		f.If(w.Not32(w.Call(a.checks, args(p)...)), func() { f.Return(i32(0)) })
	}
	r.reserve(f, q, r.slotSize)
	f.Do(w.Call(r.copySlot, q.X, p.X))
	f.Do(w.Call(a.plays, args(q)...))
	r.stepped(f, q)
	f.Set(result, i32(1))
	f.Block(func(done w.Label) {
		if a.lateCond != nil {
			s := r.save(f)
			r.know(f, q, a.late.onDemand)
			s.restore(f)
			f.Set(result, w.Call(a.lates, args(q)...))
			f.BranchIf(done, w.Not32(result.X))
		}
		if a.then == 0 {
			return
		}
		if a.chance {
			r.chanced(f, q)
		}
		f.BranchIf(done, r.ends(q, me, a))
		ch := r.p.Choices[a.then]
		st(f, w.I32Store16, q, HeadChoice, i32(a.then))
		if ch.MayRepeat && !a.chance {
			now, node := f.Local(w.I64), f.Local(w.I32)
			f.Set(now, w.Call(r.moment, q.X))
			f.Set(node, ld(w.I32Load, q, HeadTrail))
			f.While(node.X, func(w.Label) {
				f.If(w.Bin(w.I64Eq, w.Load(w.I64Load, w.Bin(w.I32Shl, node.X, i32(5)),
					r.arena+nodeWhole), now.X), func() {
					f.Set(result, i32(0))
					f.Branch(done)
				})
				f.Set(node, r.node(node.X, nodeParent))
			})
		}
		if ch.demanding {
			illegal := wide(r.illegalTable(), i32(a.then))
			f.If(w.Bin(w.I64Ne, w.Bin(w.I64And, r.num(q, NumOpen), illegal), w.C64(0)), func() {
				f.Set(result, w.Call(r.follow, q.X))
			})
		}
	})
	f.SetGlobal(r.sp, q.X)
	result.X(f)
	a.tries = r.m.Add(f)
	return a.tries
}

// minSpared is how many trials a witness must save to be worth finding.
const minSpared = 6

// writeFilter writes filter. One legal step may show that others are legal, too; these are not
// tried. After the bundles comes, for each of them, the set of steps that still need a trial.
func (r *runtime) writeFilter(f *w.Func, p w.Local) {
	if r.p.allFree() {
		return
	}
	if !r.p.witnessed() {
		r.bundles(f, func(b w.Local, _ w.Label) {
			r.rest(f)
			f.If(w.Bin(w.I32LtU, class(b), i32(ClassFallback)), func() {
				f.If(w.Not32(band(r.flags(p, class(b)), i32(flagFree))), func() {
					r.places(f, b, func(place w.Local, _ w.Label) {
						f.If(w.Not32(w.Call(r.try, p.X, class(b), ld(w.I64Load, b, BundleAnchors),
							place.X)), func() { r.strike(f, b, place) })
					})
				})
			})
		})
		return
	}
	end, unproven, d, spared := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	b, x, place := f.Local(w.I32), f.Local(w.I64), f.Local(w.I64)
	set := int(r.size) - BundleSet
	// The sets of steps that are not proven yet follow the bundles, one for each bundle.
	f.Set(end, r.sp.X)
	size := w.Bin(w.I32Mul, w.Bin(w.I32DivU, sub(end.X, r.base.X), w.C32(r.size)), i32(set))
	f.Set(unproven, end.X)
	f.SetGlobal(r.sp, add(end.X, size))
	f.If(w.Bin(w.I32GtU, r.sp.X, w.C32(r.stack+r.stackSize-slack)), func() { f.Unreachable() })
	each := func(body func()) {
		f.Set(b, r.base.X)
		f.Set(d, unproven.X)
		f.While(w.Bin(w.I32LtU, b.X, end.X), func(w.Label) {
			body()
			f.Set(b, add(b.X, w.C32(r.size)))
			f.Set(d, add(d.X, i32(set)))
		})
	}
	each(func() {
		free := f.Local(w.I32)
		f.Set(free, i32(1))
		f.If(w.Bin(w.I32LtU, class(b), i32(ClassFallback)),
			func() { f.Set(free, band(r.flags(p, class(b)), i32(flagFree))) })
		f.If(free.X, func() {
			for k := range r.words {
				st(f, w.I64Store, d, 8*k, w.C64(0))
			}
		}, func() {
			for k := range r.words {
				st(f, w.I64Store, d, 8*k, ld(w.I64Load, b, BundleSet+8*k))
			}
		})
	})
	f.Set(spared, i32(minSpared))
	try := func(k int) {
		f.Set(place, w.Bin(w.I64Add, w.Un(w.I64Ctz, x.X), i64(64*k)))
		st(f, w.I64Store, d, 8*k, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, i64(1))))
		f.If(w.Not32(w.Call(r.try, p.X, class(b), ld(w.I64Load, b, BundleAnchors), place.X)),
			func() { r.strike(f, b, place) }, func() {
				count := i32(0)
				for k := range r.words {
					count = add(count, w.Un(w.I32WrapI64, w.Un(w.I64Popcnt, ld(w.I64Load, d, 8*k))))
				}
				f.If(band(w.Bin(w.I32ShrU, r.flags(p, class(b)), i32(2)),
					w.Bin(w.I32GeU, spared.X, i32(minSpared))), func() {
					f.If(w.Bin(w.I32GeU, count, i32(minSpared)),
						func() { r.prove(f, p, b, d, end, place, spared) })
				})
			})
	}
	each(func() {
		for k := range r.words {
			f.Block(func(done w.Label) {
				f.Loop(func(again w.Label) {
					f.Set(x, ld(w.I64Load, d, 8*k))
					f.BranchIf(done, w.Un(w.I64Eqz, x.X))
					try(k)
					f.Branch(again)
				})
			})
		}
	})
	f.SetGlobal(r.sp, end.X)
}

// prove finds the witness of a legal step of the bundle b and marks the steps that leave it alone
// as legal. It counts those in spared.
func (r *runtime) prove(f *w.Func, p, b, d, end, place, spared w.Local) {
	anchors, family := f.Local(w.I64), f.Local(w.I32)
	applies := 0
	for _, player := range r.p.Players {
		applies = max(applies, len(player.applies))
	}
	set := int(r.size) - BundleSet
	for i := range applies * r.words {
		f.Store(w.I64Store, w.C32(r.unproven), uint32(8*i), w.C64(0))
	}
	f.Set(anchors, ld(w.I64Load, b, BundleAnchors))
	cls := f.Local(w.I32)
	f.Set(cls, class(b))
	f.Set(family, i32(-1))
	r.byClass(f, p, cls, func(me int, cl *Class, a *apply) {
		if a.witnesses != nil {
			f.Do(w.Call(a.witnesses, stepArgs(cl, p, anchors, place)...))
			f.Set(family, i32(a.witness.family))
		}
	})
	// By class: the family of its witness, and where the unproven steps of its apply program
	// are.
	width := 0
	for _, player := range r.p.Players {
		width = max(width, len(player.Classes))
	}
	families, places := make([]int64, 0), make([]int64, 0)
	for _, player := range r.p.Players {
		for i := range width {
			fam, at := int64(-2), int64(0)
			if i < len(player.Classes) {
				cl := &player.Classes[i]
				if a := player.applies[cl.apply]; a.witness != nil && cl.witnessed(a) {
					fam, at = int64(a.witness.family), int64(cl.apply)
				}
			}
			families, places = append(families, fam), append(places, at*int64(8*r.words))
		}
	}
	famTab, atTab := r.numbersTable(families), r.numbersTable(places)
	b2, d2, index, mask := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	old, fresh := f.Local(w.I64), f.Local(w.I64)
	f.Set(spared, i32(0))
	f.Set(b2, b.X)
	f.Set(d2, d.X)
	f.While(w.Bin(w.I32LtU, b2.X, end.X), func(w.Label) {
		f.If(w.Bin(w.I32LtU, class(b2), i32(ClassFallback)), func() {
			f.Set(index, add(class(b2), w.Bin(w.I32Mul, ld(w.I32Load8U, p, HeadMover), i32(width))))
			f.If(eq(w.Un(w.I32WrapI64, wide(famTab, index.X)), family.X), func() {
				f.Set(mask, w.Un(w.I32WrapI64, wide(atTab, index.X)))
				for k := range r.words {
					f.Set(old, ld(w.I64Load, d2, 8*k))
					f.Set(fresh, w.Bin(w.I64And, old.X,
						w.Load(w.I64Load, mask.X, r.unproven+uint32(8*k))))
					f.Set(spared, add(spared.X,
						w.Un(w.I32WrapI64, w.Un(w.I64Popcnt, w.Bin(w.I64Xor, old.X, fresh.X)))))
					st(f, w.I64Store, d2, 8*k, fresh.X)
				}
			})
		})
		f.Set(b2, add(b2.X, w.C32(r.size)))
		f.Set(d2, add(d2.X, i32(set)))
	})
}

// witnessed reports whether the places of a class tell which of its steps the witness of another
// step does not prove legal.
func (c *Class) witnessed(a *apply) bool {
	for _, r := range c.Roles {
		if r.Role == a.witness.role && r.Anchor < 0 && r.Off == 0 {
			return true
		}
	}
	return false
}

func (r *runtime) writeStuck(f *w.Func, p w.Local) {
	group, result := f.Local(w.I32), f.Local(w.I32)
	f.SetGlobal(r.first, i32(0))
	f.If(r.inStuck.X, func() { f.Return(i32(0)) }) // nobody is within the search
	f.SetGlobal(r.inStuck, i32(1))
	nodes := f.Local(w.I32)
	if r.marks || r.trails {
		f.Set(nodes, r.nodes.X)
	}
	search := func(q w.Local) {
		f.If(ld(w.I32Load16U, q, HeadSteps), func() { f.Do(w.Call(r.nextTurn, q.X)) })
		f.Set(result, i32(1))
		f.While(w.Bin(w.I32LtU, group.X, i32(len(r.p.Choices[0].Groups))), func(end w.Label) {
			f.Do(w.Call(r.find, q.X, group.X))
			f.If(w.Call(r.anyLegal, q.X), func() {
				f.Set(result, i32(0))
				f.SetGlobal(r.first, w.Not32(group.X))
				f.Branch(end)
			})
			f.Set(group, add(group.X, i32(1)))
		})
	}
	if len(r.p.thisTurn) > 0 {
		// The turn that begins for the search changes more than the head.
		q := f.Local(w.I32)
		s := r.save(f)
		r.reserve(f, q, r.slotSize)
		f.SetGlobal(r.base, r.sp.X)
		f.Do(w.Call(r.copySlot, q.X, p.X))
		search(q)
		s.restore(f)
		f.SetGlobal(r.first, i32(0))
	} else {
		var before []w.Local
		parts := []uint32{0, 8, 16, r.numberOf(NumAgain), r.numberOf(NumOpen)}
		for _, off := range parts {
			l := f.Local(w.I64)
			f.Set(l, ld(w.I64Load, p, int(off)))
			before = append(before, l)
		}
		search(p)
		for i, off := range parts {
			st(f, w.I64Store, p, int(off), before[i].X)
		}
	}
	if r.marks {
		f.Do(w.Call(r.cut, nodes.X))
	} else if r.trails {
		f.SetGlobal(r.nodes, nodes.X)
	}
	f.SetGlobal(r.inStuck, i32(0))
	result.X(f)
}
