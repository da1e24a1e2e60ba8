package compile

import (
	"math"

	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
)

// This file compiles what is left to chance (language.md#chance): the weights of outcomes, how one
// is drawn, what a chance step does to the bookkeeping of its turn, and the setup by chance.

// The numbers of a position in a game with chance, counted from [Program.Chance].
const (
	// NumChances is how many steps of the turn nobody chose.
	NumChances = iota
	// NumSince is how many steps of the turn had been taken when the last of these was.
	NumSince
	// NumSetup is 1 while chance sets up the game.
	NumSetup
	chanceNumbers
)

// The most chance steps in one turn and in a setup, as in the evaluator.
const (
	chancesInTurn  = 64
	chancesInSetup = 1024
)

// chance allocates the numbers that chance needs.
func (b *plays) chance() {
	if !b.game.HasChance() {
		return
	}
	// The steps of a turn are counted in 16 bits.
	if (chancesInTurn+1)*4*b.game.Board.Sites > math.MaxUint16 {
		fail("chance on a board of more than %d sites", math.MaxUint16/4/(chancesInTurn+1))
	}
	b.p.Chance = b.p.Numbers
	b.p.Numbers += chanceNumbers
	for _, i := range []int{NumChances, NumSince} {
		b.p.thisTurn = append(b.p.thisTurn, reset{field: -1, number: b.p.Chance + i})
	}
}

// A weighing is how likely the outcomes of a class are compared with others.
type weighing struct {
	constant int64 // of all of them; 0: the number below applies
	number   *node // reads the places of the roles from the arguments
	sites    []int // the roles that are sites, in order
	code     *w.Func
}

// weighs compiles the weight of the outcomes found by a search: the condition that one is possible
// is added to those found so far.
func (b *builder) weighs(c *ir.Clause, s *search) (possible *node) {
	if asks(c.Value, ir.Stuck) || asksHistory(c.Value) {
		fail("a weight that asks what is not known at every moment")
	}
	s.weight = &weighing{}
	if !s.env.varies(c.Value) {
		if n := b.number(c.Value, s.env); n.op == nConst {
			s.weight.constant = min(max(n.k, 0), eval.MaxWeight)
		}
	}
	positive := &ir.Expr{Op: ir.Lt, Type: ir.Truth, Span: c.Value.Span,
		Args: []*ir.Expr{{Op: ir.ConstNumber, Type: ir.Number, Span: c.Value.Span}, c.Value}}
	return b.truth(positive, s.env)
}

// weigh compiles the weight of the steps of a class; nil if nobody draws them.
func (b *plays) weigh(s search) *weighing {
	switch {
	case !s.move.Chance:
		return nil
	case s.weight == nil:
		return &weighing{constant: 1}
	case s.weight.constant > 0:
		return s.weight
	}
	// The program of the steps is still being compiled; its facts are restored afterward.
	within, apart, vars, facts := b.within, b.apart, b.vars, b.facts
	defer func() { b.within, b.apart, b.vars, b.facts = within, apart, vars, facts }()
	x := &weighing{}
	v := b.enterPlay(s)
	for i := range s.move.Clauses {
		if c := &s.move.Clauses[i]; c.Op == ir.WeightClause {
			x.number = b.binary(bMin, b.number(c.Value, v), b.integer(eval.MaxWeight))
		}
	}
	for i := range s.roles {
		if s.roles[i].site {
			x.sites = append(x.sites, i)
		}
	}
	return x
}

// drawn reports whether nobody chooses among the steps of a group.
func (g *Group) drawn(game *ir.Game) bool {
	for _, it := range g.Items {
		if it.Source.Op == ir.MoveItem && game.Moves[it.Source.Move].Chance {
			return true
		}
	}
	return false
}

// weighted reports whether some outcomes of an item of a choice may be likelier than others.
func (p *Program) weighted(choice int, it *Item) bool {
	for _, player := range p.Players {
		for i := range player.Classes {
			cl := &player.Classes[i]
			if cl.choice == choice && cl.item == it.Index && cl.weight != nil &&
				cl.weight.constant != 1 {
				return true
			}
		}
	}
	return false
}

// chances reads one of the numbers about chance.
func (r *slots) chances(p w.Local, i int) w.X { return r.num(p, r.p.Chance+i) }

func (r *slots) setChances(f *w.Func, p w.Local, i int, x w.X) {
	r.setNum(f, p, r.p.Chance+i, x)
}

// settingUp pushes whether chance sets up the game, as a word of 32 bits.
func (r *slots) settingUp(p w.Local) w.X {
	if r.p.Game.SetupThen == nil {
		return i32(0)
	}
	return w.Un(w.I32WrapI64, r.chances(p, NumSetup))
}

// chanced counts a chance step whose effects have been done: demands on the turn end with it, and
// earlier positions of the turn may occur again.
func (r *slots) chanced(f *w.Func, p w.Local) {
	r.setChances(f, p, NumChances, w.Bin(w.I64Add, r.chances(p, NumChances), w.C64(1)))
	r.setChances(f, p, NumSince, w.Un(w.I64ExtendI32U, ld(w.I32Load16U, p, HeadSteps)))
	st(f, w.I32Store, p, HeadTrail, i32(0))
	for _, ch := range r.p.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				for k := range 1 + g.Best {
					r.setNum(f, p, g.Aim+k, w.C64(0))
				}
			}
		}
	}
}

// tooLong pushes whether a turn has reached the maximum number of steps.
func (r *slots) tooLong(p w.Local) w.X {
	steps, most := ld(w.I32Load16U, p, HeadSteps), i32(4*r.p.Game.Board.Sites)
	if r.p.Chance == 0 {
		return w.Bin(w.I32GeU, steps, most)
	}
	since := sub(steps, w.Un(w.I32WrapI64, r.chances(p, NumSince)))
	chances := w.X(i64(chancesInTurn))
	if r.p.Game.SetupThen != nil {
		chances = w.Select(i64(chancesInSetup), chances, r.settingUp(p))
	}
	return bor(w.Bin(w.I32GeU, since, most),
		w.Bin(w.I64GeS, r.chances(p, NumChances), chances))
}

// chosen pushes how many steps of the turn a player has chosen.
func (r *slots) chosenSteps(p w.Local) w.X {
	steps := ld(w.I32Load16U, p, HeadSteps)
	if r.p.Chance == 0 {
		return steps
	}
	return sub(steps, w.Un(w.I32WrapI64, r.chances(p, NumChances)))
}

// endSetup ends the setup by chance, if the position is still in it, and returns. No turn was
// taken, and nothing is decided.
func (r *slots) endSetup(f *w.Func, p w.Local) {
	if r.p.Game.SetupThen == nil {
		return
	}
	f.If(r.settingUp(p), func() {
		r.setChances(f, p, NumSetup, w.C64(0))
		r.clearTurn(f, p)
		if r.marks {
			f.Do(w.Call(r.boundary, p.X, ld(w.I32Load8U, p, HeadMover)))
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
func (r *runtime) writeWeigh() {
	f := r.weigh
	p, cls := f.Arg(0), f.Arg(1)
	width := 1
	for _, player := range r.p.Players {
		width = max(width, len(player.Classes))
	}
	table := make([]int64, width*len(r.p.Players))
	numbered := false
	for me, player := range r.p.Players {
		for i := range player.Classes {
			x := player.Classes[i].weight
			switch {
			case x == nil:
			case x.constant > 0:
				table[me*width+i] = x.constant
			default:
				table[me*width+i], numbered = byNumber, true
				r.writeWeight(x, r.b.game.Moves[player.Classes[i].Move])
			}
		}
	}
	f.If(w.Bin(w.I32GeU, cls.X, i32(width)), func() { f.Return(w.C64(0)) })
	at, known := r.numbersTable(table), f.Local(w.I64)
	f.Set(known, wide(at,
		add(cls.X, w.Bin(w.I32Mul, ld(w.I32Load8U, p, HeadMover), i32(width)))))
	if numbered {
		f.If(w.Bin(w.I64LtS, known.X, w.C64(0)), func() {
			r.byClass(f, p, cls, func(_ int, cl *Class, _ *apply) {
				if cl.weight != nil && cl.weight.code != nil {
					f.Return(w.Call(cl.weight.code, stepArgs(cl, p, f.Arg(2), f.Arg(3))...))
				}
			})
		})
	}
	known.X(f)
}

// writeWeight writes the function that returns a weight which depends on the position.
func (r *runtime) writeWeight(x *weighing, mv *ir.Move) {
	types := []w.Type{w.I32}
	for range x.sites {
		types = append(types, w.I64)
	}
	f := w.NewFunc("weight "+mv.Name, types, []w.Type{w.I64})
	args := make([]w.Local, len(mv.Roles))
	for i, role := range x.sites {
		args[role] = f.Arg(1 + i)
	}
	e := r.lower(f, args...)
	e.count(x.number)
	e.num(x.number).x(f)
	x.code = r.m.Add(f)
}

// writeLot writes lot, which draws a number from 0 to n - 1; n may have more than 32 bits.
func (r *bundleList) writeLot() {
	f := r.lot
	n, high := f.Arg(0), f.Local(w.I64)
	f.If(w.Bin(w.I64LtS, n.X, w.C64(1<<32)), func() {
		f.Return(w.Un(w.I64ExtendI32U, w.Call(r.below, w.Un(w.I32WrapI64, n.X))))
	})
	all := func() w.X { return w.Un(w.I64ExtendI32U, w.Call(r.below, i32(-1))) }
	f.Set(high, w.Bin(w.I64Shl, all(), i64(32)))
	positive := w.Bin(w.I64ShrU, w.Bin(w.I64Or, high.X, all()), i64(1))
	w.Bin(w.I64RemS, positive, n.X)(f)
}

// drawByWeight draws one of the steps on offer, of which there is at least one: its bundle and its
// place.
func (r *bundleList) drawByWeight(f *w.Func, p, b, place w.Local) {
	total, k, weight := f.Local(w.I64), f.Local(w.I64), f.Local(w.I64)
	// each goes through the steps found, and through a whole bundle at once if its steps have the
	// same weight.
	each := func(body func(count w.X)) {
		f.Set(b, r.base.X)
		f.While(w.Bin(w.I32LtU, b.X, r.sp.X), func(end w.Label) {
			f.If(ld(w.I32Load, b, BundleCount), func() {
				f.If(band(r.flags(p, class(b)), i32(flagNumber)), func() {
					r.places(f, b, func(at w.Local, _ w.Label) {
						f.Set(place, at.X)
						f.Set(weight, r.weightOf(p, b, place.X))
						body(i64(1))
					})
				}, func() {
					f.Set(weight, r.weightOf(p, b, i64(0)))
					body(w.Un(w.I64ExtendI32U, ld(w.I32Load, b, BundleCount)))
				})
			})
			f.Set(b, add(b.X, w.C32(r.size)))
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
				f.If(w.Not32(band(r.flags(p, class(b)), i32(flagNumber))), func() {
					f.Set(place, w.Call(r.pick, b.X,
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
	return w.Call(r.weigh, p.X, class(b), ld(w.I64Load, b, BundleAnchors), place)
}
