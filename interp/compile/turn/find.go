package turn

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// writeFind writes the function that finds the steps of a group: those that programs find, those
// the evaluator finds, pass and done.
func (r *Runtime) writeFind() {
	f := r.find
	p, group := f.Arg(0), f.Arg(1)
	begin := func() {
		r.List.nothing(f)
		if r.Mem.Aims {
			f.SetGlobal(r.List.Aim, lower.I32(0))
		}
		f.SetGlobal(r.List.offers, w.C64(0))
		f.SetGlobal(r.List.Group, group.X)
	}
	begin()
	// One function for each group of each choice, and each player.
	index := r.Mem.flat(p, group.X)
	var cases []func()
	written := map[*programs.GroupCode]*w.Func{}
	for me, player := range r.Mem.P.Players {
		for c, ch := range player.Choices {
			for g := range ch.Groups {
				code := &ch.Groups[g]
				fn := written[code]
				if fn == nil {
					fn = r.Unit.M.Add(r.findCode(me, code))
					written[code] = fn
				}
				cases = append(cases, func() {
					if code.OnDemand != (symbolic.OnDemand{}) {
						r.know(f, p, code.OnDemand)
						begin()
					}
					f.Do(w.Call(fn, p.X))
					for _, it := range code.Fallback {
						r.findLeft(f, p, c, it)
					}
				})
			}
		}
	}
	if len(r.Mem.P.Players) > 1 {
		index = lower.Add(index,
			w.Bin(w.I32Mul, lower.Ld(w.I32Load8U, p, lower.HeadMover), lower.I32(r.Mem.groups)))
	}
	f.Switch(index, len(cases), func(i int) { cases[i]() })
	// pass and done
	any := false
	for _, ch := range r.Mem.P.Choices {
		for _, g := range ch.Groups {
			for _, it := range g.Items {
				any = any || it.Source.Op == ir.PassItem || it.Source.Op == ir.DoneItem
			}
		}
	}
	if !any {
		return
	}
	steps := f.Local(w.I64)
	f.If(w.Bin(w.I64Ne, r.List.offers.X, w.C64(0)), func() {
		f.Set(steps, w.Bin(w.I64And, r.List.offers.X, wide(r.Mem.stepsTable, r.Mem.flat(p, group.X))))
		f.While(w.Bin(w.I64Ne, steps.X, w.C64(0)), func(w.Label) {
			item := w.Un(w.I32WrapI64, w.Un(w.I64Ctz, steps.X))
			kind := w.Load(w.I32Load8U, lower.Add(item,
				w.Bin(w.I32Shl, lower.Ld(w.I32Load16U, p, lower.HeadChoice), lower.I32(6))), r.Mem.silentTable)
			f.If(lower.Band(kind, lower.I32(flagPass)), func() { r.List.offerOther(f, ClassPass, item) },
				func() { r.List.offerOther(f, ClassDone, item) })
			f.Set(steps, w.Bin(w.I64And, steps.X, w.Bin(w.I64Sub, steps.X, w.C64(1))))
		})
	})
}

const flagPass = 8 // of an item: it is a pass

// know computes what a program needs to know about the position beforehand.
func (r *Runtime) know(f *w.Func, p w.Local, facts symbolic.OnDemand) {
	if facts.Stuck {
		r.Slots.SetNum(f, p, symbolic.NumStuck, w.Un(w.I64ExtendI32U, w.Call(r.Stuck, p.X)))
	}
	if facts.Repeats {
		f.Do(w.Call(r.Slots.repeats, p.X))
	}
}

// findLeft has the evaluator find the steps of an item, or say whether it is open.
func (r *Runtime) findLeft(f *w.Func, p w.Local, choice int, it *programs.Item) {
	if it.Source.Op != ir.MoveItem {
		f.If(w.Call(r.hostOpen, p.X, lower.I32(choice), lower.I32(it.Index), r.InStuck.X), func() {
			f.SetGlobal(r.List.offers, w.Bin(w.I64Or, r.List.offers.X, w.C64(uint64(1)<<it.Index)))
		})
		return
	}
	n := f.Local(w.I32)
	f.Set(n,
		w.Call(r.hostFind, p.X, lower.I32(choice), lower.I32(it.Index), r.InStuck.X, r.List.Base.X,
			r.Unit.Sp.X))
	f.SetGlobal(r.Unit.Sp, lower.Add(r.Unit.Sp.X, w.Bin(w.I32Mul, n.X, w.C32(r.Mem.Size))))
	f.SetGlobal(r.List.others, lower.Add(r.List.others.X, n.X))
	f.SetGlobal(r.List.fallback, lower.Add(r.List.fallback.X, n.X))
}

// count pushes how many steps were found.
func (r *bundleList) count() w.X { return lower.Add(r.total.X, r.others.X) }

// The trials of ready: which of the steps that need a trial it tries.
const (
	TryNone = iota // none: the caller will
	TrySome        // until one is legal, which shows that the group offers something
	TryAll         // all: the bundles are the legal steps
)

// writeReady writes the function that continues from a group to the next one that offers a step. On
// the way it takes silent steps and lets outcomes decide. It returns how many steps there are, or 0
// if the game is over.
func (r *Runtime) writeReady() {
	f := r.Ready
	p, group, trial := f.Arg(0), f.Arg(1), f.Arg(2)
	silent, flags, n, flat := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(silent, r.Quiet.X)
	f.SetGlobal(r.Quiet, lower.I32(0))
	round := func() {
		f.Set(silent, lower.Add(silent.X, lower.I32(1)))
		f.If(w.Bin(w.I32GtU, silent.X, lower.I32(r.List.Budget.Silent)), func() {
			f.Do(w.Call(r.Finish, p.X, lower.I32(r.List.Budget.SilentEnd), lower.I32(1), lower.I32(0)))
			r.List.nothing(f)
			f.Return(lower.I32(0))
		})
	}
	f.Loop(func(again w.Label) {
		f.If(lower.Ld(w.I32Load8U, p, lower.HeadOver), func() {
			r.List.nothing(f)
			f.Return(lower.I32(0))
		})
		if r.Mem.Aims {
			f.SetGlobal(r.List.looked, lower.I32(0))
		}
		f.While(w.Bin(w.I32LtU, group.X, r.Mem.groupsOf(p)), func(w.Label) {
			f.If(w.Not32(r.Ahead.X), func() { f.Do(w.Call(r.find, p.X, group.X)) })
			f.SetGlobal(r.Ahead, lower.I32(0))
			f.Set(flat, r.Mem.flat(p, group.X))
			f.Set(flags, w.Load(w.I32Load8U, flat.X, r.Mem.groupTable))
			plain := func() {
				f.If(
					lower.Band(w.Bin(w.I32Ne, r.List.total.X, lower.I32(0)), w.Bin(w.I32ShrU, flags.X,
						lower.I32(2))),
					func() {
						f.If(
							lower.Bor(lower.Eq(trial.X, lower.I32(TryAll)), lower.Band(flags.X, lower.I32(flagSilent))),
							func() {
								f.Do(w.Call(r.filter, p.X))
							}, func() {
								f.If(lower.Eq(trial.X, lower.I32(TrySome)), func() {
									f.If(w.Not32(w.Call(r.anyLegal, p.X)), func() { r.List.dropMoves(f) })
								})
							})
					})
			}
			if r.Mem.Aims {
				aims := lower.Bor(lower.Band(flags.X, lower.I32(flagBest)), w.Call(r.aiming, p.X))
				if r.Mem.P.Chance > 0 {
					aims = w.Select(lower.I32(0), aims, lower.Band(flags.X, lower.I32(flagDrawn)))
				}
				f.If(aims, func() {
					f.Do(w.Call(r.filter, p.X))
					f.Do(w.Call(r.keepBest, p.X, lower.Band(flags.X, lower.I32(flagBest))))
					f.If(r.List.lookedTooFar(), func() {
						f.Do(w.Call(r.Finish, p.X, lower.I32(EndLong), lower.I32(1), lower.I32(0)))
						r.List.nothing(f)
						f.Return(lower.I32(0))
					})
					f.SetGlobal(r.List.looked, lower.I32(0))
					f.Do(w.Call(r.keepAimed, p.X))
					// The stack stays in use; what the turn must reach is stored elsewhere.
					f.If(r.List.Aim.X, func() {
						for off := 0; off < aimSize; off += 8 {
							f.Store(w.I64Store, lower.I32(0), lower.MemAim+uint32(off),
								w.Load(w.I64Load, r.List.Aim.X, uint32(off)))
						}
						f.SetGlobal(r.List.Aim, lower.I32(lower.MemAim))
					})
				}, plain)
			} else {
				plain()
			}
			f.Set(n, r.List.count())
			f.If(n.X, func() {
				f.If(lower.Band(lower.Eq(n.X, lower.I32(1)),
					w.Bin(w.I32ShrU, lower.Band(flags.X, lower.I32(flagSilent)), lower.I32(1))), func() {
					f.If(r.List.silentOne(f, p), func() {
						round()
						r.playOnly(f, p)
						f.Set(group, lower.I32(0))
						f.Branch(again)
					})
				})
				f.Return(n.X)
			})
			if r.Mem.P.Decides() {
				out := w.Bin(w.I64And, r.List.offers.X, wide(r.Mem.outcomeTable, flat.X))
				f.If(w.Bin(w.I64Ne, out, w.C64(0)), func() {
					f.Do(w.Call(r.outcome, p.X, w.Un(w.I32WrapI64, w.Un(w.I64Ctz, out))))
					f.Set(group, lower.I32(0))
					f.Branch(again)
				})
			}
			f.Set(group, lower.Add(group.X, lower.I32(1)))
		})
		f.Set(group, lower.I32(0))
		f.If(lower.Bor(lower.Ld(w.I32Load16U, p, lower.HeadSteps), r.Slots.SettingUp(p)), func() {
			// Without a continuation the turn is over.
			round()
			f.Do(w.Call(r.Pass, p.X, lower.I32(0)))
		}, func() { f.Do(w.Call(r.Finish, p.X, lower.I32(EndDry), lower.I32(1), lower.I32(0))) })
		f.Branch(again)
	})
	f.Unreachable()
}

// nothing notes that no steps were found.
func (r *bundleList) nothing(f *w.Func) {
	f.SetGlobal(r.Unit.Sp, r.Base.X)
	f.SetGlobal(r.total, lower.I32(0))
	f.SetGlobal(r.others, lower.I32(0))
	f.SetGlobal(r.fallback, lower.I32(0))
}

// groupsOf pushes how many groups the pending choice has.
func (r *memoryMap) groupsOf(p w.Local) w.X {
	if len(r.P.Choices) == 1 {
		return lower.I32(len(r.P.Choices[0].Groups))
	}
	return w.Load(w.I32Load8U, lower.Ld(w.I32Load16U, p, lower.HeadChoice), r.groupCounts)
}

// dropMoves keeps only the steps found that are in no class.
func (r *bundleList) dropMoves(f *w.Func) {
	r.Bundles(f, func(b w.Local, _ w.Label) {
		f.If(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)),
			func() { lower.St(f, w.I32Store, b, BundleCount, lower.I32(0)) })
	})
	f.SetGlobal(r.total, lower.I32(0))
}

// silentOne pushes whether the only step on offer is silent.
func (r *bundleList) silentOne(f *w.Func, p w.Local) w.X {
	t := f.Local(w.I32)
	r.Bundles(f, func(b w.Local, end w.Label) {
		f.If(lower.Ld(w.I32Load, b, BundleCount), func() {
			f.If(w.Bin(w.I32LtU, Class(b), lower.I32(ClassFallback)), func() {
				f.Set(t, lower.Band(r.Mem.flags(p, Class(b)), lower.I32(flagSilent)))
			}, func() {
				item := lower.Ld(w.I32Load16U, b, BundleClass+2)
				f.Set(t, lower.Band(w.Load(w.I32Load8U,
					lower.Add(item, w.Bin(w.I32Shl, lower.Ld(w.I32Load16U, p, lower.HeadChoice), lower.I32(6))),
					r.Mem.silentTable), lower.I32(flagSilent)))
			})
			f.Branch(end)
		})
	})
	return t.X
}

// playOnly takes the only step on offer.
func (r *Runtime) playOnly(f *w.Func, p w.Local) {
	r.List.Bundles(f, func(b w.Local, end w.Label) {
		f.If(lower.Ld(w.I32Load, b, BundleCount), func() {
			f.Do(w.Call(r.PlayAny, p.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors),
				w.Call(r.List.Pick, b.X, lower.I32(0))))
			f.Branch(end)
		})
	})
}
