package turn

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// This file writes the functions that play steps, and those that find out whether a step is legal
// by looking at what follows it.

// stepArgs returns the arguments of the function of an apply program for a step of a class.
func stepArgs(cl *programs.Class, p, anchors, place w.Local) []w.X {
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
func (r *memoryMap) byClass(f *w.Func, p, class w.Local,
	body func(me int, cl *programs.Class, a *programs.Apply)) {
	f.Switch(lower.Ld(w.I32Load8U, p, lower.HeadMover), len(r.P.Players), func(me int) {
		player := r.P.Players[me]
		if len(player.Classes) == 0 {
			return
		}
		f.Switch(class.X, len(player.Classes), func(i int) {
			cl := &player.Classes[i]
			body(me, cl, player.Applies[cl.Apply])
		})
	})
}

// Stepped counts a step whose effects have been done.
func (r *Runtime) Stepped(f *w.Func, p w.Local) {
	lower.St(f, w.I32Store16, p, lower.HeadSteps,
		lower.Add(lower.Ld(w.I32Load16U, p, lower.HeadSteps), lower.I32(1)))
	lower.St(f, w.I32Store8, p, lower.HeadPassed, lower.I32(0))
}

// Ends pushes whether the turn is over after a step that could have a continuation.
func (r *Runtime) Ends(p w.Local, me int, a *programs.Apply) w.X {
	over := lower.Bor(w.Un(w.I64Eqz, r.Slots.Num(p, symbolic.NumOpen)),
		r.Slots.tooLong(p))
	if a.AtOnce && r.AtOnce[me] != nil {
		decided := w.Bin(w.I32GeS, w.Call(r.AtOnce[me], p.X), lower.I32(0))
		over = lower.Bor(over, lower.Band(decided, w.Not32(r.Slots.SettingUp(p))))
	}
	return over
}

// Tread remembers a moment that the rules could bring the turn back to.
func (r *slots) Tread(f *w.Func, p w.Local, now w.X) {
	lower.St(f, w.I32Store, p, lower.HeadTrail,
		w.Call(r.Put, lower.Ld(w.I32Load, p, lower.HeadTrail), now, w.C64(0),
			lower.I32(TrailDepth)))
}

func (r *Runtime) writeTry() {
	r.writePlay()
	if r.Mem.Aims {
		writeAdvance(r)
	}

	// try reports whether a step can be taken: whether what must hold after it holds.
	f := r.try
	p, cls, anchors, place := f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	byWay(r, f, p, cls, anchors, place, func(me int, a *programs.Apply, args []w.X) {
		if !a.Ensures && !a.LooksAhead {
			f.Return(lower.I32(1))
			return
		}
		if !a.LooksAhead && a.LateCond == nil {
			f.Return(w.Call(r.Of(a).Checks, args...))
			return
		}
		f.Return(w.Call(r.LookAhead(me, a), args...))
	})
	lower.I32(1)(f)

	// filter removes the illegal steps from the bundles.
	f = r.filter
	p = f.Arg(0)
	r.writeFilter(f, p)

	// anyLegal reports whether a move that was found is legal.
	f = r.anyLegal
	p = f.Arg(0)
	f.If(r.List.fallback.X, func() { f.Return(lower.I32(1)) })
	f.If(w.Not32(r.List.total.X), func() { f.Return(lower.I32(0)) })
	if r.Mem.P.AllFree() {
		lower.I32(1)(f)
	} else {
		r.List.Bundles(f, func(b w.Local, _ w.Label) {
			r.List.rest(f)
			f.If(lower.Band(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)),
				w.Bin(w.I32Ne, lower.Ld(w.I32Load, b, BundleCount), lower.I32(0))), func() {
				f.If(lower.Band(r.Mem.flags(p, Class(b)), lower.I32(flagFree)),
					func() { f.Return(lower.I32(1)) })
				r.List.places(f, b, func(place w.Local, _ w.Label) {
					f.If(w.Call(r.try, p.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors), place.X),
						func() { f.Return(lower.I32(1)) })
				})
			})
		})
		lower.I32(0)(f)
	}

	// followed reports whether nothing withdraws the step before the pending choice.
	f = r.follow
	p = f.Arg(0)
	group := f.Local(w.I32)
	out := f.Local(w.I64)
	s := r.List.save(f)
	result := f.Local(w.I32)
	f.Set(result, lower.I32(1))
	f.While(w.Bin(w.I32LtU, group.X, r.Mem.groupsOf(p)), func(end w.Label) {
		f.Do(w.Call(r.find, p.X, group.X))
		f.BranchIf(end, r.List.others.X)
		f.BranchIf(end, w.Call(r.anyLegal, p.X))
		f.Set(out, w.Bin(w.I64And, r.List.offers.X, wide(r.Mem.outcomeTable, r.Mem.flat(p, group.X))))
		f.If(w.Bin(w.I64Ne, out.X, w.C64(0)), func() {
			illegal := w.C64(0)
			if len(r.Mem.P.Choices) > 0 {
				illegal = wide(r.Mem.illegalTable(), lower.Ld(w.I32Load16U, p, lower.HeadChoice))
			}
			first := w.Bin(w.I64And, out.X, w.Bin(w.I64Sub, w.C64(0), out.X))
			f.Set(result, w.Un(w.I64Eqz, w.Bin(w.I64And, first, illegal)))
			f.Branch(end)
		})
		f.Set(group, lower.Add(group.X, lower.I32(1)))
	})
	s.restore(f)
	result.X(f)

	// stuck reports whether the player who moves next has no move (language.md#being-stuck), and in
	// `first` whether the bundles are now those of the first group of their turn. When a turn ends,
	// nobody needs the earlier ones.
	f = r.Stuck
	p = f.Arg(0)
	r.writeStuck(f, p)
}

// illegalTable returns the table of the items that say illegal, by choice.
func (r *memoryMap) illegalTable() uint32 {
	var masks []int64
	for _, ch := range r.P.Choices {
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
	return r.Unit.NumbersTable(masks)
}

// writePlay writes playStep, which plays a step of a class, and playAny, which plays any step.
func (r *Runtime) writePlay() {
	f := r.playStep
	p, cls, anchors, place := f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	if r.Mem.Aims {
		f.Do(w.Call(r.takeAim, p.X))
	}
	// What follows is the same for most classes, so it is written once.
	type sequel struct {
		me, then       int
		chance, atOnce bool
		loops          bool
	}
	var sequels []func()
	number, next := map[sequel]int{}, f.Local(w.I32)
	byWay(r, f, p, cls, anchors, place, func(me int, a *programs.Apply, args []w.X) {
		f.Do(w.Call(r.Of(a).plays, args...))
		key := sequel{me, a.Then, a.Chance, a.AtOnce, r.Mem.P.Loops(a)}
		if _, ok := number[key]; !ok {
			number[key] = len(sequels)
			sequels = append(sequels, func() { r.follows(f, p, me, a) })
		}
		f.Set(next, lower.I32(number[key]))
	})
	r.Stepped(f, p)
	f.Switch(next.X, len(sequels), func(i int) { sequels[i]() })

	f = r.PlayAny
	p, cls, anchors, place = f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3)
	f.If(w.Bin(w.I32LtU, cls.X, lower.I32(ClassFallback)), func() {
		f.Do(w.Call(r.playStep, p.X, cls.X, anchors.X, place.X))
		f.Leave()
	})
	if r.Mem.P.Leaves() {
		f.If(lower.Eq(cls.X, lower.I32(ClassFallback)), func() {
			if r.Mem.Aims {
				f.Do(w.Call(r.takeAim, p.X))
			}
			f.Do(w.Call(r.hostAfter, p.X, anchors.X))
			f.If(lower.Eq(lower.Ld(w.I32Load16U, p, lower.HeadChoice), lower.I32(TurnOver)),
				func() { f.Do(w.Call(r.endTurn, p.X)) })
			f.Leave()
		})
	}
	f.Do(w.Call(r.Pass, p.X, lower.Eq(cls.X, lower.I32(ClassPass))))
}

// follows writes what follows a step of an apply program.
func (r *Runtime) follows(f *w.Func, p w.Local, me int, a *programs.Apply) {
	if a.Chance {
		r.Slots.Chanced(f, p)
	}
	r.Loops(f, p, a, f.Leave)
	if a.Then == 0 {
		f.Do(w.Call(r.PlayerEnd[me], p.X))
		return
	}
	f.If(r.Ends(p, me, a), func() {
		r.Endless(f, p, me, a, f.Leave)
		f.Do(w.Call(r.PlayerEnd[me], p.X))
	}, func() {
		lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(a.Then))
		if r.Mem.P.Choices[a.Then].MayRepeat && !a.Chance {
			r.Slots.Tread(f, p, w.Call(r.Slots.Moment, p.X))
		}
	})
}

// TurnOver is the choice of a position whose turn is over but has not been ended.
const TurnOver = 0xFFFF

// LookAhead returns the function that tries a step of an apply program on a copy of the position:
// whether what must hold after it holds, and whether it can be followed as its continuation
// demands.
func (r *Runtime) LookAhead(me int, a *programs.Apply) *w.Func {
	if r.Of(a).tries != nil {
		return r.Of(a).tries
	}
	types := []w.Type{w.I32}
	for range a.Sites {
		types = append(types, w.I64)
	}
	f := w.NewFunc("look ahead", types, []w.Type{w.I32})
	args := func(p w.Local) []w.X {
		list := []w.X{p.X}
		for i := range a.Sites {
			list = append(list, f.Arg(1+i).X)
		}
		return list
	}
	p := f.Arg(0)
	q, result := f.Local(w.I32), f.Local(w.I32)
	if r.List.Budget.tries {
		r.List.rest(f)
	}
	if r.Of(a).Checks != nil {
		f.If(w.Not32(w.Call(r.Of(a).Checks, args(p)...)), func() { f.Return(lower.I32(0)) })
	}
	r.List.reserve(f, q, r.Mem.SlotSize)
	f.Do(w.Call(r.Slots.CopySlot, q.X, p.X))
	f.Do(w.Call(r.Of(a).plays, args(q)...))
	r.Stepped(f, q)
	f.Set(result, lower.I32(1))
	f.Block(func(done w.Label) {
		if a.LateCond != nil {
			s := r.List.save(f)
			r.know(f, q, a.Late.OnDemand)
			s.restore(f)
			f.Set(result, w.Call(r.Of(a).lates, args(q)...))
			f.BranchIf(done, w.Not32(result.X))
		}
		if a.Then == 0 {
			return
		}
		if a.Chance {
			r.Slots.Chanced(f, q)
		}
		f.BranchIf(done, r.Ends(q, me, a))
		ch := r.Mem.P.Choices[a.Then]
		lower.St(f, w.I32Store16, q, lower.HeadChoice, lower.I32(a.Then))
		if ch.MayRepeat && !a.Chance {
			now, node := f.Local(w.I64), f.Local(w.I32)
			f.Set(now, w.Call(r.Slots.Moment, q.X))
			f.Set(node, lower.Ld(w.I32Load, q, lower.HeadTrail))
			f.While(node.X, func(w.Label) {
				f.If(w.Bin(w.I64Eq, w.Load(w.I64Load, w.Bin(w.I32Shl, node.X, lower.I32(5)),
					r.Mem.Arena+nodeWhole), now.X), func() {
					f.Set(result, lower.I32(0))
					f.Branch(done)
				})
				f.Set(node, r.Slots.Node(node.X, nodeParent))
			})
		}
		if ch.Demanding {
			illegal := wide(r.Mem.illegalTable(), lower.I32(a.Then))
			f.If(w.Bin(w.I64Ne, w.Bin(w.I64And, r.Slots.Num(q, symbolic.NumOpen), illegal), w.C64(0)),
				func() {
					f.Set(result, w.Call(r.follow, q.X))
				})
		}
	})
	f.SetGlobal(r.Unit.Sp, q.X)
	result.X(f)
	r.Of(a).tries = r.Unit.M.Add(f)
	return r.Of(a).tries
}

// minSpared is how many trials a witness must save to be worth finding.
const minSpared = 6

// writeFilter writes filter. One legal step may show that others are legal, too; these are not
// tried. After the bundles comes, for each of them, the set of steps that still need a trial.
func (r *Runtime) writeFilter(f *w.Func, p w.Local) {
	if r.Mem.P.AllFree() {
		return
	}
	if r.Mem.P.Pinned() {
		r.filterDoubtful(f, p)
		return
	}
	if !r.Mem.P.Witnessed() {
		r.List.Bundles(f, func(b w.Local, _ w.Label) {
			r.List.rest(f)
			f.If(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)), func() {
				f.If(w.Not32(lower.Band(r.Mem.flags(p, Class(b)), lower.I32(flagFree))), func() {
					r.List.places(f, b, func(place w.Local, _ w.Label) {
						f.If(w.Not32(w.Call(r.try, p.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors),
							place.X)), func() { r.List.strike(f, b, place) })
					})
				})
			})
		})
		return
	}
	end, unproven, d, spared := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	b, x, place := f.Local(w.I32), f.Local(w.I64), f.Local(w.I64)
	set := int(r.Mem.Size) - BundleSet
	// The sets of steps that are not proven yet follow the bundles, one for each bundle.
	f.Set(end, r.Unit.Sp.X)
	size := w.Bin(w.I32Mul, w.Bin(w.I32DivU, lower.Sub(end.X, r.List.Base.X), w.C32(r.Mem.Size)),
		lower.I32(set))
	f.Set(unproven, end.X)
	f.SetGlobal(r.Unit.Sp, lower.Add(end.X, size))
	f.If(w.Bin(w.I32GtU, r.Unit.Sp.X, w.C32(r.Mem.Stack+r.Mem.stackSize-slack)),
		func() { f.Unreachable() })
	each := func(body func()) {
		f.Set(b, r.List.Base.X)
		f.Set(d, unproven.X)
		f.While(w.Bin(w.I32LtU, b.X, end.X), func(w.Label) {
			body()
			f.Set(b, lower.Add(b.X, w.C32(r.Mem.Size)))
			f.Set(d, lower.Add(d.X, lower.I32(set)))
		})
	}
	each(func() {
		free := f.Local(w.I32)
		f.Set(free, lower.I32(1))
		f.If(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)),
			func() { f.Set(free, lower.Band(r.Mem.flags(p, Class(b)), lower.I32(flagFree))) })
		f.If(free.X, func() {
			for k := range r.Mem.Words {
				lower.St(f, w.I64Store, d, 8*k, w.C64(0))
			}
		}, func() {
			for k := range r.Mem.Words {
				lower.St(f, w.I64Store, d, 8*k, lower.Ld(w.I64Load, b, BundleSet+8*k))
			}
		})
	})
	f.Set(spared, lower.I32(minSpared))
	try := func(k int) {
		f.Set(place, lower.Place(x.X, k))
		lower.St(f, w.I64Store, d, 8*k, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, lower.I64(1))))
		f.If(w.Not32(w.Call(r.try, p.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors), place.X)),
			func() { r.List.strike(f, b, place) }, func() {
				count := lower.I32(0)
				for k := range r.Mem.Words {
					count = lower.Add(count, w.Un(w.I32WrapI64, w.Un(w.I64Popcnt, lower.Ld(w.I64Load, d, 8*k))))
				}
				f.If(lower.Band(w.Bin(w.I32ShrU, r.Mem.flags(p, Class(b)), lower.I32(2)),
					w.Bin(w.I32GeU, spared.X, lower.I32(minSpared))), func() {
					f.If(w.Bin(w.I32GeU, count, lower.I32(minSpared)),
						func() { r.prove(f, p, b, d, end, place, spared) })
				})
			})
	}
	each(func() {
		for k := range r.Mem.Words {
			f.Block(func(done w.Label) {
				f.Loop(func(again w.Label) {
					f.Set(x, lower.Ld(w.I64Load, d, 8*k))
					f.BranchIf(done, w.Un(w.I64Eqz, x.X))
					try(k)
					f.Branch(again)
				})
			})
		}
	})
	f.SetGlobal(r.Unit.Sp, end.X)
}

// prove finds the witness of a legal step of the bundle b and marks the steps that leave it alone
// as legal. It counts those in spared.
func (r *Runtime) prove(f *w.Func, p, b, d, end, place, spared w.Local) {
	anchors, family := f.Local(w.I64), f.Local(w.I32)
	applies := 0
	for _, player := range r.Mem.P.Players {
		applies = max(applies, len(player.Applies))
	}
	set := int(r.Mem.Size) - BundleSet
	for i := range applies * r.Mem.Words {
		f.Store(w.I64Store, w.C32(r.Mem.unproven), uint32(8*i), w.C64(0))
	}
	f.Set(anchors, lower.Ld(w.I64Load, b, BundleAnchors))
	cls := f.Local(w.I32)
	f.Set(cls, Class(b))
	f.Set(family, lower.I32(-1))
	byWay(r, f, p, cls, anchors, place, func(_ int, a *programs.Apply, args []w.X) {
		if r.Of(a).witnesses != nil {
			f.Do(w.Call(r.Of(a).witnesses, args...))
			f.Set(family, lower.I32(a.Witness.Family))
		}
	})
	// By class: the family of its witness, and where the unproven steps of its apply program
	// are.
	width := 0
	for _, player := range r.Mem.P.Players {
		width = max(width, len(player.Classes))
	}
	families, places := make([]int64, 0), make([]int64, 0)
	for _, player := range r.Mem.P.Players {
		for i := range width {
			fam, at := int64(-2), int64(0)
			if i < len(player.Classes) {
				cl := &player.Classes[i]
				if a := player.Applies[cl.Apply]; a.Witness != nil && cl.Witnessed(a) {
					fam, at = int64(a.Witness.Family), int64(cl.Apply)
				}
			}
			families, places = append(families, fam), append(places, at*int64(8*r.Mem.Words))
		}
	}
	famTab, atTab := r.Unit.NumbersTable(families), r.Unit.NumbersTable(places)
	b2, d2, index, mask := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	old, fresh := f.Local(w.I64), f.Local(w.I64)
	f.Set(spared, lower.I32(0))
	f.Set(b2, b.X)
	f.Set(d2, d.X)
	f.While(w.Bin(w.I32LtU, b2.X, end.X), func(w.Label) {
		f.If(w.Bin(w.I32LtU, Class(b2), lower.I32(ClassFallback)), func() {
			f.Set(index, lower.Add(Class(b2),
				w.Bin(w.I32Mul, lower.Ld(w.I32Load8U, p, lower.HeadMover), lower.I32(width))))
			f.If(lower.Eq(w.Un(w.I32WrapI64, wide(famTab, index.X)), family.X), func() {
				f.Set(mask, w.Un(w.I32WrapI64, wide(atTab, index.X)))
				for k := range r.Mem.Words {
					f.Set(old, lower.Ld(w.I64Load, d2, 8*k))
					f.Set(fresh, w.Bin(w.I64And, old.X,
						w.Load(w.I64Load, mask.X, r.Mem.unproven+uint32(8*k))))
					f.Set(spared, lower.Add(spared.X,
						w.Un(w.I32WrapI64, w.Un(w.I64Popcnt, w.Bin(w.I64Xor, old.X, fresh.X)))))
					lower.St(f, w.I64Store, d2, 8*k, fresh.X)
				}
			})
		})
		f.Set(b2, lower.Add(b2.X, w.C32(r.Mem.Size)))
		f.Set(d2, lower.Add(d2.X, lower.I32(set)))
	})
}

func (r *Runtime) writeStuck(f *w.Func, p w.Local) {
	group, result := f.Local(w.I32), f.Local(w.I32)
	f.SetGlobal(r.first, lower.I32(0))
	f.If(r.InStuck.X, func() { f.Return(lower.I32(0)) }) // nobody is within the search
	f.SetGlobal(r.InStuck, lower.I32(1))
	nodes := f.Local(w.I32)
	if r.Mem.Marks || r.Mem.Trails {
		f.Set(nodes, r.Slots.Nodes.X)
	}
	search := func(q w.Local) {
		f.If(lower.Ld(w.I32Load16U, q, lower.HeadSteps), func() { f.Do(w.Call(r.NextTurn, q.X)) })
		f.Set(result, lower.I32(1))
		f.While(w.Bin(w.I32LtU, group.X, lower.I32(len(r.Mem.P.Choices[0].Groups))), func(end w.Label) {
			f.Do(w.Call(r.find, q.X, group.X))
			f.If(w.Call(r.anyLegal, q.X), func() {
				f.Set(result, lower.I32(0))
				f.SetGlobal(r.first, w.Not32(group.X))
				f.Branch(end)
			})
			f.Set(group, lower.Add(group.X, lower.I32(1)))
		})
	}
	if len(r.Mem.P.ThisTurn) > 0 {
		// The turn that begins for the search changes more than the head.
		q := f.Local(w.I32)
		s := r.List.save(f)
		r.List.reserve(f, q, r.Mem.SlotSize)
		f.SetGlobal(r.List.Base, r.Unit.Sp.X)
		f.Do(w.Call(r.Slots.CopySlot, q.X, p.X))
		search(q)
		s.restore(f)
		f.SetGlobal(r.first, lower.I32(0))
	} else {
		var before []w.Local
		parts := []uint32{0, 8, 16, r.Unit.NumberOf(symbolic.NumAgain), r.Unit.NumberOf(symbolic.NumOpen)}
		for _, off := range parts {
			l := f.Local(w.I64)
			f.Set(l, lower.Ld(w.I64Load, p, int(off)))
			before = append(before, l)
		}
		search(p)
		for i, off := range parts {
			lower.St(f, w.I64Store, p, int(off), before[i].X)
		}
	}
	if r.Mem.Marks {
		f.Do(w.Call(r.Slots.Cut, nodes.X))
	} else if r.Mem.Trails {
		f.SetGlobal(r.Slots.Nodes, nodes.X)
	}
	f.SetGlobal(r.InStuck, lower.I32(0))
	result.X(f)
}
