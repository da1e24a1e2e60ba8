package turn

import (
	"boardgame/dsl/ir"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
)

// chances reads one of the numbers about chance.
func (r *slots) chances(p w.Local, i int) w.X { return r.Num(p, r.Mem.P.Chance+i) }

func (r *slots) setChances(f *w.Func, p w.Local, i int, x w.X) {
	r.SetNum(f, p, r.Mem.P.Chance+i, x)
}

// SettingUp pushes whether chance sets up the game, as a word of 32 bits.
func (r *slots) SettingUp(p w.Local) w.X {
	if r.Mem.P.Game.SetupThen == nil {
		return lower.I32(0)
	}
	return w.Un(w.I32WrapI64, r.chances(p, programs.NumSetup))
}

// Chanced counts a chance step whose effects have been done: demands on the turn end with it, and
// earlier positions of the turn may occur again.
func (r *slots) Chanced(f *w.Func, p w.Local) {
	r.setChances(f, p, programs.NumChances,
		w.Bin(w.I64Add, r.chances(p, programs.NumChances), w.C64(1)))
	r.setChances(f, p, programs.NumSince,
		w.Un(w.I64ExtendI32U, lower.Ld(w.I32Load16U, p, lower.HeadSteps)))
	lower.St(f, w.I32Store, p, lower.HeadTrail, lower.I32(0))
	for _, ch := range r.Mem.P.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				for k := range 1 + g.Best {
					r.SetNum(f, p, g.Aim+k, w.C64(0))
				}
			}
		}
	}
}

// tooLong pushes whether a turn has reached the maximum number of steps.
func (r *slots) tooLong(p w.Local) w.X {
	if r.Mem.P.Chance == 0 {
		return r.endless(p)
	}
	return lower.Bor(r.endless(p), r.chancesSpent(p))
}

// endless pushes whether a turn has the most steps since its last chance step.
func (r *slots) endless(p w.Local) w.X {
	steps := lower.Ld(w.I32Load16U, p, lower.HeadSteps)
	if r.Mem.P.Chance > 0 {
		steps = lower.Sub(steps, w.Un(w.I32WrapI64, r.chances(p, programs.NumSince)))
	}
	return w.Bin(w.I32GeU, steps, lower.I32(eval.MostSteps(r.Mem.P.Game.Board)))
}

// chancesSpent pushes whether a turn, or the setup, has had the most chance steps.
func (r *slots) chancesSpent(p w.Local) w.X {
	chances := w.X(lower.I64(programs.ChancesInTurn))
	if r.Mem.P.Game.SetupThen != nil {
		chances = w.Select(lower.I64(programs.ChancesInSetup), chances, r.SettingUp(p))
	}
	return w.Bin(w.I64GeS, r.chances(p, programs.NumChances), chances)
}

// Endless ends the game, and runs over, if the turn would go on after a step that has a
// continuation but may not have more steps (language.md#endless-turns). It follows [Runtime.Ends].
func (r *Runtime) Endless(f *w.Func, p w.Local, me int, a *programs.Apply, over func()) {
	moves := int64(0)
	for _, g := range r.Mem.P.Choices[a.Then].Groups {
		for _, it := range g.Items {
			if it.Source.Op == ir.MoveItem {
				moves |= 1 << it.Index
			}
		}
	}
	if moves == 0 {
		return
	}
	open := w.Bin(w.I64Ne, w.Bin(w.I64And, r.Slots.Num(p, symbolic.NumOpen), w.C64(moves)), w.C64(0))
	if a.Chance && r.Mem.P.Game.SetupThen != nil {
		spent := lower.Band(r.Slots.SettingUp(p), r.Slots.chancesSpent(p))
		f.If(lower.Band(spent, open), func() {
			endlessDraw(r, f, p, EndSetup)
			over()
		})
	}
	f.If(lower.Band(r.Slots.endless(p), open), func() {
		goes := w.X(lower.I32(1))
		if r.Mem.P.Chance > 0 {
			goes = w.Not32(r.Slots.chancesSpent(p))
		}
		if a.AtOnce && r.AtOnce[me] != nil {
			undecided := w.Not32(w.Bin(w.I32GeS, w.Call(r.AtOnce[me], p.X), lower.I32(0)))
			goes = lower.Band(goes, lower.Bor(undecided, r.Slots.SettingUp(p)))
		}
		f.If(goes, func() {
			endlessDraw(r, f, p, EndEndless)
			over()
		})
	})
}

// Loops ends the game, and runs over, if the loops of a step would have gone on
// (language.md#loops).
func (r *Runtime) Loops(f *w.Func, p w.Local, a *programs.Apply, over func()) {
	if r.Mem.P.Loops(a) {
		f.If(w.Bin(w.I64Ne, r.Slots.Num(p, r.Mem.P.Rounds), w.C64(0)), func() {
			endlessDraw(r, f, p, EndEndless)
			over()
		})
	}
}

// endlessDraw ends the game because the turn, or the setup, would not end.
func endlessDraw(r *Runtime, f *w.Func, p w.Local, end int) {
	lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(0))
	f.Do(w.Call(r.Finish, p.X, lower.I32(end), lower.I32(1), lower.I32(0)))
	if r.Mem.P.Game.SetupThen != nil {
		r.Slots.setChances(f, p, programs.NumSetup, w.C64(0))
	}
}

// chosen pushes how many steps of the turn a player has chosen.
func (r *slots) chosenSteps(p w.Local) w.X {
	steps := lower.Ld(w.I32Load16U, p, lower.HeadSteps)
	if r.Mem.P.Chance == 0 {
		return steps
	}
	return lower.Sub(steps, w.Un(w.I32WrapI64, r.chances(p, programs.NumChances)))
}

// endSetup ends the setup by chance, if the position is still in it, and returns. No turn was
// taken, and nothing is decided.
func (r *slots) endSetup(f *w.Func, p w.Local) {
	if r.Mem.P.Game.SetupThen == nil {
		return
	}
	f.If(r.SettingUp(p), func() {
		r.setChances(f, p, programs.NumSetup, w.C64(0))
		r.clearTurn(f, p)
		if r.Mem.Marks {
			f.Do(w.Call(r.Boundary, p.X, lower.Ld(w.I32Load8U, p, lower.HeadMover)))
			r.markTurn(f, p)
		}
		f.Leave()
	})
}

// The table of weights has, by player and class, the weight of the steps; 0 where a player chooses
// them, and byNumber where a program says it.
const byNumber = -1

// writeWeigh writes weigh(p, class, anchors, place), which returns how likely a step is compared
// with the others that can be drawn, or 0 where a player chooses.
func (r *Runtime) writeWeigh() {
	f := r.List.Weigh
	p, cls := f.Arg(0), f.Arg(1)
	width := 1
	for _, player := range r.Mem.P.Players {
		width = max(width, len(player.Classes))
	}
	table := make([]int64, width*len(r.Mem.P.Players))
	numbered := false
	for me, player := range r.Mem.P.Players {
		for i := range player.Classes {
			x := player.Classes[i].Weight
			switch {
			case x == nil:
			case x.Constant > 0:
				table[me*width+i] = x.Constant
			default:
				table[me*width+i], numbered = byNumber, true
				r.writeWeight(x, r.Unit.B.Game.Moves[player.Classes[i].Move])
			}
		}
	}
	f.If(w.Bin(w.I32GeU, cls.X, lower.I32(width)), func() { f.Return(w.C64(0)) })
	at, known := r.Unit.NumbersTable(table), f.Local(w.I64)
	f.Set(known, wide(at,
		lower.Add(cls.X, w.Bin(w.I32Mul, lower.Ld(w.I32Load8U, p, lower.HeadMover), lower.I32(width)))))
	if numbered {
		f.If(w.Bin(w.I64LtS, known.X, w.C64(0)), func() {
			r.Mem.byClass(f, p, cls, func(_ int, cl *programs.Class, _ *programs.Apply) {
				if cl.Weight != nil && r.Weights[cl.Weight] != nil {
					f.Return(w.Call(r.Weights[cl.Weight], stepArgs(cl, p, f.Arg(2), f.Arg(3))...))
				}
			})
		})
	}
	known.X(f)
}

// writeWeight writes the function that returns a weight which depends on the position.
func (r *Runtime) writeWeight(x *programs.Weighing, mv *ir.Move) {
	types := []w.Type{w.I32}
	for range x.Sites {
		types = append(types, w.I64)
	}
	f := w.NewFunc("weight "+mv.Name, types, []w.Type{w.I64})
	args := make([]w.Local, len(mv.Roles))
	for i, role := range x.Sites {
		args[role] = f.Arg(1 + i)
	}
	e := r.Unit.Lower(f, args...)
	e.Frame.Count(x.Number)
	e.Num(x.Number).X(f)
	r.Weights[x] = r.Unit.M.Add(f)
}

// writeLot writes lot, which draws a number from 0 to n - 1; n may have more than 32 bits.
func (r *bundleList) writeLot() {
	f := r.lot
	n, high := f.Arg(0), f.Local(w.I64)
	f.If(w.Bin(w.I64LtS, n.X, w.C64(1<<32)), func() {
		f.Return(w.Un(w.I64ExtendI32U, w.Call(r.below, w.Un(w.I32WrapI64, n.X))))
	})
	all := func() w.X { return w.Un(w.I64ExtendI32U, w.Call(r.below, lower.I32(-1))) }
	f.Set(high, w.Bin(w.I64Shl, all(), lower.I64(32)))
	positive := w.Bin(w.I64ShrU, w.Bin(w.I64Or, high.X, all()), lower.I64(1))
	w.Bin(w.I64RemS, positive, n.X)(f)
}

// drawByWeight draws one of the steps on offer, of which there is at least one: its bundle and its
// place.
func (r *bundleList) drawByWeight(f *w.Func, p, b, place w.Local) {
	total, k, weight := f.Local(w.I64), f.Local(w.I64), f.Local(w.I64)
	// each goes through the steps found, and through a whole bundle at once if its steps have the
	// same weight.
	each := func(body func(count w.X)) {
		f.Set(b, r.Base.X)
		f.While(w.Bin(w.I32LtU, b.X, r.Unit.Sp.X), func(end w.Label) {
			f.If(lower.Ld(w.I32Load, b, BundleCount), func() {
				f.If(lower.Band(r.Mem.flags(p, Class(b)), lower.I32(flagNumber)), func() {
					r.places(f, b, func(at w.Local, _ w.Label) {
						f.Set(place, at.X)
						f.Set(weight, r.weightOf(p, b, place.X))
						body(lower.I64(1))
					})
				}, func() {
					f.Set(weight, r.weightOf(p, b, lower.I64(0)))
					body(w.Un(w.I64ExtendI32U, lower.Ld(w.I32Load, b, BundleCount)))
				})
			})
			f.Set(b, lower.Add(b.X, w.C32(r.Mem.Size)))
		})
	}
	f.Set(total, w.C64(0))
	each(func(count w.X) {
		f.Set(total, w.Bin(w.I64Add, total.X, w.Bin(w.I64Mul, weight.X, count)))
	})
	f.Set(k, w.C64(0))
	f.If(w.Bin(w.I64GtS, total.X, w.C64(1)), func() { f.Set(k, w.Call(r.lot, total.X)) })
	f.Block(func(found w.Label) {
		each(func(count w.X) {
			span := w.Bin(w.I64Mul, weight.X, count)
			f.If(w.Bin(w.I64LtS, k.X, span), func() {
				f.If(w.Not32(lower.Band(r.Mem.flags(p, Class(b)), lower.I32(flagNumber))), func() {
					f.Set(place, w.Call(r.Pick, b.X,
						w.Un(w.I32WrapI64, w.Bin(w.I64DivS, k.X, weight.X))))
				})
				f.Branch(found)
			})
			f.Set(k, w.Bin(w.I64Sub, k.X, span))
		})
		f.Unreachable()
	})
}

// weightOf pushes the weight of a step of a bundle.
func (r *bundleList) weightOf(p, b w.Local, place w.X) w.X {
	return w.Call(r.Weigh, p.X, Class(b), lower.Ld(w.I64Load, b, BundleAnchors), place)
}
