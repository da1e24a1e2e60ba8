package random

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/compile/turn"
	w "boardgame/interp/compile/wasm"
)

// This file writes a random game as one function.
//
// Finding the steps of a player, drawing one, applying it and ending the turn are one piece of
// code, a scene. Steps that are found without a loop stay in local variables; others are bundles in
// memory. Where there is no scene, the function calls those of the turn, as the exports do, and
// both play the same games.

// maxScene is the greatest number of classes of steps in a scene, and maxFused the greatest size of
// the function in bytes: the time to compile it is proportional.
const (
	maxScene = 40
	maxFused = 48 << 10
)

// A playing is the function under construction.
type playing struct {
	R            *turn.Runtime
	plan         *plan
	f            *w.Func
	slot         w.Local
	limit, plies w.Local
	group        w.Local // the first group that may have a legal step
	unread       w.Local // 1: the last turn's sentences about being stuck have not been read
	silentSteps  w.Local // the number of consecutive silent steps
	again, end   w.Label
	turn         w.Label   // where the turn of the player of a scene ends
	lateEnds     []*w.Func // by player: the end of a turn from the postponed sentences on
	stale        w.Local   // bit i: the i-th kept flood must be recomputed
	steady       steadiness
	spec         speculation
	replay       replay
	mirrors      map[*graph.Node]lower.Word // of sets of the position: the same in variables
}

// maxMirrors is how many sets of a position a random game keeps in variables too: the machine has
// few registers.
const maxMirrors = 4

// planMirrors keeps the pieces of a position in variables too if each set of them is one word: what
// one step writes to memory the next would wait for.
func planMirrors(p *plan) {
	if graph.InBrowser || p.p.Pieces > maxMirrors {
		return
	}
	for i := range p.p.Pieces {
		if p.p.FieldWords[i] == 1 {
			p.mirrored = append(p.mirrored, i)
		}
	}
}

// mirror makes these variables.
func (d *playing) mirror() {
	d.mirrors = map[*graph.Node]lower.Word{}
	for _, i := range d.plan.mirrored {
		d.mirrors[d.plan.p.Before.Sets[i]] = lower.Word{Local: true, L: d.f.Local(w.I64)}
	}
}

// readMirrors reads these sets, which a function has changed.
func (d *playing) readMirrors() {
	for i := range d.plan.p.Pieces {
		if m, ok := d.mirrors[d.R.Unit.B.Before.Sets[i]]; ok && !graph.InBrowser {
			d.f.Set(m.L, lower.Ld(w.I64Load, d.slot, int(d.R.Unit.FieldAt(i))))
		}
	}
}

// lower begins code that reads the variables.
func (d *playing) lower(f *w.Func) *lower.Lowering {
	e := d.R.Unit.Lower(f)
	e.Mirrors, e.Kept = d.mirrors, d.steady.known
	for n, m := range d.mirrors {
		e.Frame.Remember(n, []lower.Word{m})
	}
	return e
}

// writePlayout returns the function that plays random steps up to a limit and returns how many it
// played; nil if it would have no scene or be too long.
func writePlayout(r *turn.Runtime, drawn bool) *w.Func {
	f := w.NewFunc("game", lower.Ints(2), lower.Ints(1))
	p := planOf(r.Mem.P, drawn)
	if p == nil {
		return nil
	}
	d := &playing{R: r, plan: p, f: f, slot: f.Arg(0), limit: f.Arg(1)}
	d.steady.of = d
	for me, at := range p.late {
		var rest *w.Func
		if at >= 0 {
			rest = r.Unit.M.Func("rest of the end", lower.Ints(1), nil)
			r.WriteSentences(rest, me, at)
		}
		d.lateEnds = append(d.lateEnds, rest)
	}
	d.plies, d.group = f.Local(w.I32), f.Local(w.I32)
	d.unread, d.silentSteps = f.Local(w.I32), f.Local(w.I32)
	d.spec = d.newSpeculation()
	d.mirror()
	if !d.plan.lasts() {
		d.writeGame()
	} else {
		d.replay = replay{f.Local(w.I32), f.Local(w.I64), f.Local(w.I32), f.Local(w.I32)}
		d.beginStretch()
		f.Loop(func(again w.Label) {
			d.writeGame()
			d.playAgain(again)
		})
	}
	if d.plan.alternates {
		f.Switch(lower.Ld(w.I32Load8U, d.slot, lower.HeadMover), 2, func(me int) { d.readNow(1 - me) })
	}
	d.plies.X(f)
	if f.Size() > maxFused {
		return nil
	}
	return r.Unit.M.Add(f)
}

// writeGame writes the game, up to its end or the limit.
func (d *playing) writeGame() {
	f, r := d.f, d.R
	d.readMirrors()
	f.Block(func(end w.Label) {
		d.end = end
		f.BranchIf(end, lower.Ld(w.I32Load8U, d.slot, lower.HeadOver))
		d.keepFloods()
		if !graph.InBrowser {
			d.steady.keep()
		}
		f.Loop(func(again w.Label) {
			d.again = again
			f.BranchIf(end, w.Bin(w.I32GeU, d.plies.X, d.limit.X))
			if r.Mem.P.AllFree() {
				d.scenes()
			} else {
				f.If(w.Not32(d.group.X), d.scenes)
			}
			f.Set(d.unread, lower.I32(0))
			d.forgetFloods()
			if !graph.InBrowser {
				d.steady.forget()
			}
			f.SetGlobal(r.Quiet, d.silentSteps.X)
			f.Set(d.silentSteps, lower.I32(0))
			f.BranchIf(end, w.Not32(w.Call(r.Ready, d.slot.X, d.group.X, lower.I32(turn.TryNone))))
			f.If(w.Call(r.Random, d.slot.X), func() {
				f.Set(d.plies, lower.Add(d.plies.X, lower.I32(1)))
				f.Set(d.group, lower.I32(0))
			}, func() {
				f.Set(d.group, lower.Add(r.List.Group.X, lower.I32(1))) // none of them was legal
			})
			f.BranchIf(end, lower.Ld(w.I32Load8U, d.slot, lower.HeadOver))
			d.readMirrors()
			f.Branch(again)
		})
	})
}

// scenes writes a switch over the scenes. Code after it runs if there is no scene or no step.
func (d *playing) scenes() {
	f := d.f
	f.Switch(lower.Ld(w.I32Load8U, d.slot, lower.HeadMover), len(d.plan.fused), func(me int) {
		last := -1
		for c, groups := range d.plan.fused[me] {
			if groups > 0 {
				last = c
			}
		}
		if last < 0 {
			return
		}
		scene := func(c int) {
			if d.plan.fused[me][c] > 0 {
				d.scene(me, c)
			}
		}
		f.Block(func(none w.Label) {
			f.Block(func(over w.Label) {
				d.turn = over
				switch choice := lower.Ld(w.I32Load16U, d.slot, lower.HeadChoice); {
				case len(d.plan.p.Choices) == 1:
					scene(0)
				case last == 0:
					f.If(w.Not32(choice), func() { scene(0) })
				default:
					f.Switch(choice, last+1, scene)
				}
				f.Branch(none)
			})
			d.turnEnds(me)
		})
	})
}

// scene writes the scene of a player and a choice, group after group.
func (d *playing) scene(me, choice int) {
	f, player := d.f, d.plan.p.Players[me]
	f.SetGlobal(d.R.Ahead, lower.I32(0))
	groups := d.plan.fused[me][choice]
	if !graph.InBrowser {
		d.steady.read(player.Choices[choice].Groups[:groups])
	}
	for i, g := range player.Choices[choice].Groups[:groups] {
		d.spec.group = i
		switch {
		case len(g.Root.Offers()) == 0:
		case g.Root.Loops():
			d.bundled(me, choice, g.Root)
		default:
			d.kept(me, choice, g.Root)
		}
	}
	if choice == 0 && d.plan.alternates && d.lateEnds[1-me] != nil {
		f.If(d.unread.X, func() {
			d.readNow(1 - me)
			f.BranchIf(d.end, lower.Ld(w.I32Load8U, d.slot, lower.HeadOver))
			f.Branch(d.again)
		})
	}
	if rest := d.plan.p.Choices[choice].Groups[groups:]; choice > 0 && d.onlyEnds(me, choice, groups) {
		for i, g := range rest {
			d.endsBy(g.Items[0].Source.Op, player.Choices[choice].Groups[groups+i].Root)
		}
		d.endSilently()
		return
	}
	f.Set(d.group, lower.I32(groups))
	d.rollBack(choice)
}

// onlyEnds reports whether the groups of a choice, starting at from, each have one item, which ends
// the turn.
func (d *playing) onlyEnds(me, choice, from int) bool {
	for i, g := range d.plan.p.Choices[choice].Groups {
		code := &d.plan.p.Players[me].Choices[choice].Groups[i]
		if i >= from &&
			(len(g.Items) != 1 || code.OnDemand != (symbolic.OnDemand{}) || len(code.Fallback) > 0 ||
				g.Items[0].Source.Op != ir.PassItem && g.Items[0].Source.Op != ir.DoneItem) {
			return false
		}
	}
	return d.plan.p.Game.SetupThen == nil
}

// endsBy ends the turn by an item, pass or done, if its group offers it.
func (d *playing) endsBy(item ir.ItemOp, root *programs.Branch) {
	f := d.f
	root.Every(func(br *programs.Branch) bool {
		if br.Kind == programs.BranchItem {
			e := d.lower(f)
			e.Frame.Count(br.Cond)
			e.OnlyIf(br.Cond, func() {
				if item == ir.DoneItem {
					d.endSilently()
					return
				}
				f.Set(d.silentSteps, lower.I32(0))
				f.Set(d.plies, lower.Add(d.plies.X, lower.I32(1)))
				f.Set(d.unread, lower.I32(0))
				f.Do(w.Call(d.R.Pass, d.slot.X, lower.I32(1)))
				f.BranchIf(d.end, lower.Ld(w.I32Load8U, d.slot, lower.HeadOver))
				f.Branch(d.again)
			})
		}
		return true
	})
}

// endSilently ends the turn as it stands.
func (d *playing) endSilently() {
	d.tookSilent()
	d.R.Stepped(d.f, d.slot)
	d.f.Branch(d.turn)
}

// An offered holds the steps of a class in variables.
type offered struct {
	class int
	set   []lower.Word
	upTo  lower.Word // how many steps there are in the classes so far, with this one
}

// kept finds the steps of a group without writing them to memory, and plays one of them. A step
// that has to be tried is drawn first; if it is not legal, it is removed and another one is drawn.
func (d *playing) kept(me, choice int, root *programs.Branch) {
	f := d.f
	if s := d.plan.samples[root]; s != nil {
		f.Block(func(none w.Label) { d.playSampled(me, choice, root, s, none) })
		return
	}
	e := d.lower(f)
	offers := d.found(e, me, root)
	d.checkpoint(me, root)
	f.Block(func(none w.Label) {
		f.Loop(func(retry w.Label) {
			e.Frame.Scope(func() { d.playKept(e, me, choice, offers, none, retry) })
		})
	})
}

// found finds the steps of a group and keeps them in variables.
func (d *playing) found(e *lower.Lowering, me int, root *programs.Branch) []offered {
	player := d.plan.p.Players[me]
	list := root.Offers()
	tried := slices.ContainsFunc(list,
		func(br *programs.Branch) bool { return !player.Classes[br.Class].Free })
	offers := make([]offered, len(list))
	number := map[*programs.Branch]int{}
	for i, br := range list {
		number[br] = i
		offers[i].class = br.Class
		if tried || !slices.Contains(root.Subs, br) {
			offers[i].set = e.W.Variables(nil, br.Cond.May)
			e.W.Clear(offers[i].set)
		}
	}
	find := &turn.Finder{Lowering: e, R: d.R, Take: func(br *programs.Branch, s []lower.Word) {
		if o := &offers[number[br]]; o.set == nil {
			o.set = s
		} else {
			e.W.CopyInto(o.set, s)
		}
	}}
	find.CountBranch(root)
	find.Branch(root)
	return offers
}

// drawKept draws one of the steps on offer: the offer, its place, and how many steps there are.
func (d *playing) drawKept(e *lower.Lowering, me int, offers []offered, none w.Label) (c chosen,
	place, total lower.Word) {
	total = lower.Constant(0)
	for i := range offers {
		if n := e.W.Size(offers[i].set); n != nil {
			total = e.W.Plus(total, e.W.Word(n))
		}
		offers[i].upTo = total
	}
	k := d.number(total.Narrow(), none)
	c = d.choose(e, me, offers, e.W.Word(w.Un(w.I64ExtendI32U, k.X)))
	if !c.before.Is(0) {
		d.f.Set(k, lower.Sub(k.X, c.before.Narrow()))
	}
	return c, e.Frame.Nth(c.set, k), total
}

// playKept draws one of the steps on offer and plays it.
func (d *playing) playKept(e *lower.Lowering, me, choice int, offers []offered,
	none, retry w.Label) {
	f, player := d.f, d.plan.p.Players[me]
	c, place, total := d.drawKept(e, me, offers, none)
	quiet := false
	for _, o := range offers {
		quiet = quiet || d.plan.p.Silent(&player.Classes[o.class])
	}
	if quiet {
		classes := make([]byte, len(offers))
		for i, o := range offers {
			if d.plan.p.Silent(&player.Classes[o.class]) {
				classes[i] = 1
			}
		}
		only := w.Bin(w.I32LeU, total.Narrow(), lower.I32(1))
		d.noteSilent(lower.Band(only, w.Load(w.I32Load8U, c.number.Narrow(),
			d.R.Unit.BytesTable(classes))))
	}
	d.playChosen(e, me, choice, c, place, quiet, func() {
		d.strikeOut(e, offers, c.number, place)
		f.Branch(retry)
	})
}

// playChosen plays the step of an offer that has been drawn, and goes to the end of the turn.
func (d *playing) playChosen(e *lower.Lowering, me, choice int, c chosen, place lower.Word,
	quiet bool, illegal func()) {
	d.f.Switch(c.apply.Narrow(), len(c.applies), func(i int) {
		a := d.plan.p.Players[me].Applies[c.applies[i]]
		var args []w.X
		for j := range a.Sites {
			args = append(args, e.W.Plus(place, c.off[j]).X)
		}
		d.play(e, me, choice, a, args, quiet, illegal)
	})
	d.f.Branch(d.turn)
}

// number draws one of total steps; if there are none, it jumps to a label.
func (d *playing) number(total w.X, none w.Label) w.Local {
	f := d.f
	n, k := f.Local(w.I32), f.Local(w.I32)
	f.Set(n, total)
	f.BranchIf(none, w.Not32(n.X))
	f.Set(k, lower.I32(0))
	f.If(w.Bin(w.I32GtU, n.X, lower.I32(1)), func() { f.Set(k, d.R.List.Drawn(f, n.X)) })
	return k
}

// noteSilent notes whether the drawn step is silent: it is not counted. As in ready, a game ends
// after too many of them in a row.
func (d *playing) noteSilent(silent w.X) {
	f := d.f
	f.If(silent, d.tookSilent, func() { f.Set(d.silentSteps, lower.I32(0)) })
}

// tookSilent notes that a silent step is taken.
func (d *playing) tookSilent() {
	f := d.f
	f.Set(d.silentSteps, lower.Add(d.silentSteps.X, lower.I32(1)))
	f.If(w.Bin(w.I32GtU, d.silentSteps.X, lower.I32(d.R.List.Budget.Silent)), func() {
		f.Do(w.Call(d.R.Finish, d.slot.X, lower.I32(d.R.List.Budget.SilentEnd), lower.I32(1),
			lower.I32(0)))
		f.Set(d.unread, lower.I32(0))
		f.Branch(d.end)
	})
}

// play writes the trial of a step and what it does; if the trial fails, the code that illegal
// writes runs. Code after it runs if the turn is over. With quiet, the step may be a silent one.
func (d *playing) play(e *lower.Lowering, me, choice int, a *programs.Apply, args []w.X, quiet bool,
	illegal func()) {
	f := d.f
	if f.Size() > maxFused {
		return // the function will not be used
	}
	if len(d.plan.untried) > 0 {
		f.Set(d.spec.from, lower.I32(0))
	}
	e.Frame.Scope(func() {
		e.Frame.Args = make([]w.Local, len(d.plan.p.Game.Moves[a.Move].Roles))
		list := []w.X{d.slot.X}
		for j, role := range a.Sites {
			at := e.W.Word(args[j])
			e.Frame.Args[role] = at.L
			list = append(list, at.X)
		}
		if test := d.trial(me, a); test != nil {
			try := func() { f.If(w.Not32(w.Call(test, list...)), illegal) }
			if d.plan.untried[a] {
				d.speculateOr(try)
			} else {
				try()
			}
		}
		e.Frame.Recount()
		e.CountFinal(a.Final)
		if !graph.InBrowser {
			d.growFloods(e, a)
			d.steady.change(a)
		}
		e.Changes(a)
	})
	if quiet {
		f.Set(d.plies, lower.Add(d.plies.X, w.Not32(d.silentSteps.X)))
	} else {
		f.Set(d.silentSteps, lower.I32(0))
		f.Set(d.plies, lower.Add(d.plies.X, lower.I32(1)))
	}
	if choice > 0 || a.Then > 0 || d.asks(me) || a.Chance || d.plan.p.Loops(a) {
		d.R.Stepped(f, d.slot)
	}
	if a.Chance {
		d.R.Slots.Chanced(f, d.slot)
	}
	over := func() {
		f.Set(d.unread, lower.I32(0))
		f.Branch(d.end)
	}
	d.R.Loops(f, d.slot, a, over)
	if a.Then > 0 {
		f.If(w.Not32(d.R.Ends(d.slot, me, a)), func() {
			lower.St(f, w.I32Store16, d.slot, lower.HeadChoice, lower.I32(a.Then))
			if d.plan.p.Choices[a.Then].MayRepeat && !a.Chance {
				d.R.Slots.Tread(f, d.slot, w.Call(d.R.Slots.Moment, d.slot.X))
			}
			f.Set(d.unread, lower.I32(0)) // the player was not stuck
			f.Branch(d.again)
		})
		d.R.Endless(f, d.slot, me, a, over)
	}
}

// bundled finds the steps of a group as bundles, and plays one of them.
func (d *playing) bundled(me, choice int, root *programs.Branch) {
	f, player := d.f, d.plan.p.Players[me]
	e := d.lower(f)
	end, total := f.Local(w.I32), f.Local(w.I32)
	f.Set(end, d.R.List.Base.X)
	f.Set(total, lower.I32(0))
	find := &turn.Finder{Lowering: e, R: d.R, End: end, Total: total}
	find.CountBranch(root)
	find.Branch(root)
	f.SetGlobal(d.R.Unit.Sp, end.X)

	silent := make([]byte, len(player.Classes))
	quiet := false
	var classes []int
	for _, br := range root.Offers() {
		classes = append(classes, br.Class)
		if d.plan.p.Silent(&player.Classes[br.Class]) {
			silent[br.Class], quiet = 1, true
		}
	}

	d.checkpoint(me, root)
	f.Block(func(none w.Label) {
		f.Loop(func(retry w.Label) {
			e.Frame.Push()
			defer e.Frame.Pop()
			k := d.number(total.X, none)
			b, cls := f.Local(w.I32), f.Local(w.I32)
			f.Set(b, d.R.List.Base.X)
			f.Loop(func(next w.Label) {
				n := f.Local(w.I32)
				f.Set(n, lower.Ld(w.I32Load, b, turn.BundleCount))
				f.If(w.Bin(w.I32GeU, k.X, n.X), func() {
					f.Set(k, lower.Sub(k.X, n.X))
					f.Set(b, lower.Add(b.X, w.C32(d.R.Mem.Size)))
					f.Branch(next)
				})
			})
			f.Set(cls, turn.Class(b))
			set := make([]lower.Word, d.R.Mem.Words)
			for i := range set {
				set[i] = e.W.Word(lower.Ld(w.I64Load, b, turn.BundleSet+8*i))
			}
			place := e.Frame.Nth(set, k)
			anchors := e.W.Word(lower.Ld(w.I64Load, b, turn.BundleAnchors))
			if quiet {
				only := w.Bin(w.I32LeU, total.X, lower.I32(1))
				d.noteSilent(lower.Band(only, w.Load(w.I32Load8U, cls.X, d.R.Unit.BytesTable(silent))))
			}
			ways := turn.WaysOf(d.R, me, classes)
			ways.Switch(f, d.slot, cls, anchors.L, place.L, func(a *programs.Apply, args []w.X) {
				d.play(e, me, choice, a, args[1:], quiet, func() {
					d.R.List.TakeOut(f, b, place.L)
					f.Set(total, lower.Sub(total.X, lower.I32(1)))
					f.Branch(retry)
				})
			})
			f.Branch(d.turn)
		})
	})
}

// trial returns the function that says whether a step of an apply program is legal; nil if all are.
func (d *playing) trial(me int, a *programs.Apply) *w.Func {
	switch {
	case a.Ahead():
		return d.R.LookAhead(me, a)
	case a.Ensures:
		return d.R.Of(a).Checks
	}
	return nil
}

// strikeOut takes a place out of the offer that has a number.
func (d *playing) strikeOut(e *lower.Lowering, offers []offered, number, place lower.Word) {
	one := e.Frame.Single(place, e.Unit.B.Graph.Full)
	for j, o := range offers {
		is := e.W.Word(w.Bin(w.I64Sub, lower.I64(0),
			w.Un(w.I64ExtendI32U, w.Bin(w.I64Eq, number.X, lower.I64(j)))))
		for i, x := range o.set {
			if x.Local {
				e.W.Assign(x, e.W.Diff(x, e.W.And(lower.At(one, i), is)).X)
			}
		}
	}
}

// A chosen is the offer that a step has been drawn from. Variables hold what differs between the
// offers.
type chosen struct {
	set     []lower.Word
	before  lower.Word // how many steps the offers before it have
	number  lower.Word
	apply   lower.Word // which of the apply programs below
	off     []lower.Word
	applies []int
}

// choose finds the offer that has the k-th of all steps.
func (d *playing) choose(e *lower.Lowering, me int, offers []offered, k lower.Word) chosen {
	var c chosen
	player := d.plan.p.Players[me]
	width, roles := 0, 0
	rows := make([][]lower.Word, len(offers))
	for i := range offers {
		cl := &player.Classes[offers[i].class]
		width, roles = max(width, len(offers[i].set)), max(roles, len(cl.Roles))
		if !slices.Contains(c.applies, cl.Apply) {
			c.applies = append(c.applies, cl.Apply)
		}
	}
	for i, o := range offers {
		cl := &player.Classes[o.class]
		row := []lower.Word{
			{},
			lower.Constant(uint64(i)),
			lower.Constant(uint64(slices.Index(c.applies, cl.Apply))),
		}
		if i > 0 {
			row[0] = offers[i-1].upTo
		}
		for j := range width {
			row = append(row, lower.At(o.set, j))
		}
		for j := range roles {
			off := 0
			if j < len(cl.Roles) {
				off = cl.Roles[j].Off
			}
			row = append(row, lower.Constant(uint64(off)))
		}
		rows[i] = row
	}
	row := e.W.ChosenRow(rows, func(i int) w.X { return w.Bin(w.I64LeS, offers[i].upTo.X, k.X) })
	c.before, c.number, c.apply = row[0], row[1], row[2]
	c.set, c.off = row[3:3+width], row[3+width:]
	return c
}
