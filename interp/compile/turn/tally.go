package turn

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// This file counts the steps of a turn without listing them: the last turns of perft, which are
// nearly all of them. In positions with few steps, listing and trying them without looking for
// those in doubt would be as fast, but their number is not known beforehand.

// tallies returns, by player, the function that counts the legal steps that the first group of the
// choice of a turn offers; nil where they must be listed. All steps that it counts end the turn.
func tallies(r *Runtime) []*w.Func {
	p := r.Mem.P
	all := make([]*w.Func, len(p.Players))
	if slices.Contains(p.Without, "tally") || r.List.Budget.Rests || p.Chance > 0 ||
		p.Game.SetupThen != nil || !p.Pinned() && !p.AllFree() {
		return all
	}
	for me, player := range p.Players {
		if code := &player.Choices[0].Groups[0]; counted(r, me, code) {
			all[me] = tallyCode(r, me, code)
		}
	}
	return all
}

// counted reports whether the steps of a group can be counted without being listed.
func counted(r *Runtime, me int, code *programs.GroupCode) bool {
	if code.Root == nil || len(code.Fallback) > 0 || code.OnDemand != (symbolic.OnDemand{}) ||
		len(code.Root.Offers()) >= manyOffers {
		return false
	}
	for _, it := range r.Mem.P.Choices[0].Groups[0].Items {
		if it.Silent || it.Source.Op != ir.MoveItem {
			return false
		}
	}
	// If later groups have moves, the first one is often empty, as where captures are compulsory. Then
	// finding what is in doubt is wasted time.
	several := false
	for _, g := range r.Mem.P.Choices[0].Groups[1:] {
		several = several ||
			slices.ContainsFunc(g.Items, func(it *programs.Item) bool { return it.Source.Op == ir.MoveItem })
	}
	player := r.Mem.P.Players[me]
	return !slices.ContainsFunc(code.Root.Offers(), func(br *programs.Branch) bool {
		cl := &player.Classes[br.Class]
		return player.Applies[cl.Apply].Then != 0 || several && !cl.Free
	})
}

func tallyCode(r *Runtime, me int, code *programs.GroupCode) *w.Func {
	f := w.NewFunc("tally", []w.Type{w.I32}, []w.Type{w.I32})
	p, total := f.Arg(0), f.Local(w.I32)
	e := &Finder{Lowering: r.Unit.Lower(f), R: r}
	if r.doubts[me] != nil {
		f.Drop(w.Call(r.doubts[me], p.X))
	}
	x := f.Local(w.I64)
	e.Take = func(br *programs.Branch, s []lower.Word) {
		n := e.W.Size(s)
		if n == nil {
			return
		}
		f.Set(total, lower.Add(total.X, w.Un(w.I32WrapI64, n)))
		cl := &r.Mem.P.Players[me].Classes[br.Class]
		if cl.Free || len(cl.Suspects) == 0 {
			return
		}
		anchors := w.C64(0)
		for i, a := range br.Anchors {
			anchors = w.Bin(w.I64Or, anchors, w.Bin(w.I64Shl, e.Num(a).X, w.C64(uint64(32*i))))
		}
		for k := range r.Mem.Words {
			word := lower.At(s, k)
			if word.Is(0) {
				continue
			}
			f.Set(x, w.Bin(w.I64And, word.X, doubted(e, br, cl, k)))
			f.If(w.Bin(w.I64Ne, x.X, w.C64(0)), func() {
				f.Set(total, lower.Sub(total.X, w.Call(illegal(r), p.X, lower.I32(br.Class), anchors,
					lower.I64(64*k), x.X)))
			})
		}
	}
	e.CountBranch(code.Root)
	e.Branch(code.Root)
	total.X(f)
	return r.Unit.M.Add(f)
}

// doubted pushes the places in a word of a set at which the steps of an offer are in doubt.
func doubted(e *Finder, br *programs.Branch, cl *programs.Class, k int) w.X {
	r := e.R
	var all w.X
	add := func(x w.X) {
		if all != nil {
			x = w.Bin(w.I64Or, all, x)
		}
		all = x
	}
	at := func(set int) uint32 { return r.Mem.doubtAt + uint32(8*r.Mem.Words*set) }
	for _, s := range cl.Suspects {
		switch {
		case s.Set < 0:
			return w.C64(^uint64(0))
		case s.Anchor < 0:
			add(w.Load(w.I64Load, w.C32(0), at(s.Set)+uint32(8*k)))
		default:
			x := e.Num(br.Anchors[s.Anchor])
			word := w.C32(0)
			if r.Mem.Words > 1 {
				word = w.Bin(w.I32Shl, w.Bin(w.I32ShrU, w.Un(w.I32WrapI64, x.X), lower.I32(6)), lower.I32(3))
			}
			bit := w.Bin(w.I64And, w.Bin(w.I64ShrU, w.Load(w.I64Load, word, at(s.Set)), x.X), w.C64(1))
			add(w.Bin(w.I64Sub, w.C64(0), bit))
		}
	}
	return all
}

// illegal returns the function that tries the steps of a class at the places of a word, and counts
// those that are not legal.
func illegal(r *Runtime) *w.Func {
	if r.illegals != nil {
		return r.illegals
	}
	f := w.NewFunc("illegal", []w.Type{w.I32, w.I32, w.I64, w.I64, w.I64}, []w.Type{w.I32})
	p, class, anchors, first, x := f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3), f.Arg(4)
	n := f.Local(w.I32)
	f.While(w.Bin(w.I64Ne, x.X, w.C64(0)), func(w.Label) {
		f.Set(n, lower.Add(n.X, w.Not32(w.Call(r.try, p.X, class.X, anchors.X,
			w.Bin(w.I64Add, first.X, w.Un(w.I64Ctz, x.X))))))
		f.Set(x, w.Bin(w.I64And, x.X, w.Bin(w.I64Sub, x.X, w.C64(1))))
	})
	n.X(f)
	r.illegals = r.Unit.M.Add(f)
	return r.illegals
}

// tally sets n to the number of steps that the first group offers, if a function counts them, and
// group to 1: if n is 0, Ready goes on from there. It is for a position after a step for which
// Ready has not been called yet.
func tally(r *Runtime, f *w.Func, by []*w.Func, p, group, n w.Local) {
	inside := lower.Bor(lower.Ld(w.I32Load16U, p, lower.HeadSteps),
		lower.Ld(w.I32Load16U, p, lower.HeadChoice))
	over := lower.Ld(w.I32Load8U, p, lower.HeadOver)
	f.If(w.Not32(lower.Bor(r.Ahead.X, lower.Bor(over, inside))), func() {
		f.Switch(lower.Ld(w.I32Load8U, p, lower.HeadMover), len(by), func(me int) {
			if by[me] != nil {
				f.Set(n, w.Call(by[me], p.X))
				f.Set(group, lower.I32(1))
			}
		})
	})
}
