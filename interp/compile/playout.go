package compile

import (
	"fmt"
	"slices"

	"boardgame/dsl/ir"
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
	*runtime
	f            *w.Func
	slot         w.Local
	limit, plies w.Local
	group        w.Local // the first group that may have a legal step
	unread       w.Local // 1: the last turn's sentences about being stuck have not been read
	quiet        w.Local // the number of consecutive silent steps
	again, end   w.Label
	turn         w.Label   // where the turn of the player of a scene ends
	alternates   bool      // the other player always takes the next turn
	fused        [][]int   // by player and choice: how many of its groups a scene plays
	late         []int     // by player: the first chunk of `end` that the next scene reads, or -1
	rest         []*w.Func // by player: the end of a turn from that chunk on
	// by player and chunk of `end`, and the number of the sentence in it
	arrivals   [][]map[int]*arrival
	floods     []keptFlood
	enclosures []enclosure
	stale      w.Local // bit i: the i-th of these must be recomputed
	spec       speculation
	mirrors    map[*node]word // of sets of the position: the same in variables
}

// maxMirrors is how many sets of a position a random game keeps in variables too: the machine has
// few registers.
const maxMirrors = 4

// mirror keeps the pieces of a position in variables too if each set of them is one word: what one
// step writes to memory the next would wait for.
func (d *playing) mirror() {
	d.mirrors = map[*node]word{}
	if d.p.Pieces > maxMirrors {
		return
	}
	for i := range d.p.Pieces {
		if d.p.FieldWords[i] == 1 {
			d.mirrors[d.b.state0.sets[i]] = word{local: true, l: d.f.Local(w.I64)}
		}
	}
}

// readMirrors reads these sets, which a function has changed.
func (d *playing) readMirrors() {
	for i := range d.p.Pieces {
		if m, ok := d.mirrors[d.b.state0.sets[i]]; ok {
			d.f.Set(m.l, ld(w.I64Load, d.slot, int(d.fieldAt(i))))
		}
	}
}

// lower begins code that reads the variables.
func (d *playing) lower(f *w.Func) *lowering {
	e := d.runtime.lower(f)
	e.mirrors = d.mirrors
	for n, m := range d.mirrors {
		e.remember(n, []word{m})
	}
	return e
}

// plain reports whether a scene can play the steps of a group of a choice of a player.
func (r *memoryMap) plain(me, choice, group int) bool {
	code := &r.p.Players[me].choices[choice].groups[group]
	if slices.ContainsFunc(r.p.Choices[choice].Groups[group].Items,
		func(it *Item) bool { return r.p.weighted(choice, it) }) {
		return false
	}
	if code.onDemand != (onDemand{}) || len(code.fallback) > 0 || code.root == nil || r.aims {
		return false
	}
	silent, tried := false, false
	for _, player := range r.p.Players {
		for _, br := range player.choices[choice].groups[group].root.offers() {
			silent = silent || r.silent(&player.Classes[br.class])
			tried = tried || !player.Classes[br.class].free
		}
	}
	return code.root.every(func(br *branch) bool { return br.kind != branchItem }) &&
		len(code.root.offers()) <= maxScene && !(silent && tried)
}

// silent reports whether the steps of a class are taken silently if there are no others.
func (r *memoryMap) silent(cl *Class) bool {
	for _, g := range r.p.Choices[cl.choice].Groups {
		for _, it := range g.Items {
			if it.Index == cl.item {
				return it.silent
			}
		}
	}
	return false
}

// alternates reports whether the two players of a game always take turns.
func (p *Program) alternates() bool {
	for _, player := range p.Players {
		for _, a := range player.applies {
			if slices.ContainsFunc(p.Game.Moves[a.move].Do, again) {
				return false
			}
		}
	}
	return len(p.Game.Players) == 2
}

func again(e *ir.Effect) bool {
	for _, x := range e.More {
		if again(x) {
			return true
		}
	}
	return e.Op == ir.Again || e.Body != nil && again(e.Body)
}

// writePlayout returns the function that plays random steps up to a limit and returns how many it
// played; nil if it would have no scene or be too long.
func (r *runtime) writePlayout(drawn bool) *w.Func {
	f := w.NewFunc("game", ints(2), ints(1))
	d := &playing{runtime: r, f: f, slot: f.Arg(0), limit: f.Arg(1), alternates: r.p.alternates()}
	any := false
	for me, player := range r.p.Players {
		row := make([]int, len(r.p.Choices))
		for c, ch := range player.choices {
			offers := 0
			for row[c] < len(ch.groups) && !r.p.leaves() && r.plain(me, c, row[c]) &&
				(drawn || !r.p.Choices[c].Groups[row[c]].drawn(r.p.Game)) {
				offers += len(ch.groups[row[c]].root.offers())
				row[c]++
			}
			if offers == 0 {
				row[c] = 0
			}
			any = any || offers > 0
		}
		d.fused = append(d.fused, row)
	}
	if !any {
		return nil
	}
	for me := range r.p.Players {
		at, rest := d.postponed(me), (*w.Func)(nil)
		if at >= 0 {
			rest = r.m.Func("rest of the end", ints(1), nil)
			r.writeSentences(rest, me, at)
		}
		d.late, d.rest = append(d.late, at), append(d.rest, rest)
	}
	d.plies, d.group = f.Local(w.I32), f.Local(w.I32)
	d.unread, d.quiet = f.Local(w.I32), f.Local(w.I32)
	d.spec = d.newSpeculation()
	d.mirror()
	d.readMirrors()
	f.Block(func(end w.Label) {
		d.end = end
		f.BranchIf(end, ld(w.I32Load8U, d.slot, HeadOver))
		d.checkArrivals()
		d.keepFloods()
		f.Loop(func(again w.Label) {
			d.again = again
			f.BranchIf(end, w.Bin(w.I32GeU, d.plies.X, d.limit.X))
			if r.p.allFree() {
				d.scenes()
			} else {
				f.If(w.Not32(d.group.X), d.scenes)
			}
			f.Set(d.unread, i32(0))
			d.forgetFloods()
			f.SetGlobal(r.quiet, d.quiet.X)
			f.Set(d.quiet, i32(0))
			f.BranchIf(end, w.Not32(w.Call(r.ready, d.slot.X, d.group.X, i32(tryNone))))
			f.If(w.Call(r.random, d.slot.X), func() {
				f.Set(d.plies, add(d.plies.X, i32(1)))
				f.Set(d.group, i32(0))
			}, func() {
				f.Set(d.group, add(r.group.X, i32(1))) // none of them was legal
			})
			f.BranchIf(end, ld(w.I32Load8U, d.slot, HeadOver))
			d.readMirrors()
			f.Branch(again)
		})
	})
	if d.alternates {
		f.Switch(ld(w.I32Load8U, d.slot, HeadMover), 2, func(me int) { d.readNow(1 - me) })
	}
	d.plies.X(f)
	if f.Size() > maxFused {
		return nil
	}
	return r.m.Add(f)
}

// scenes writes a switch over the scenes. Code after it runs if there is no scene or no step.
func (d *playing) scenes() {
	f := d.f
	f.Switch(ld(w.I32Load8U, d.slot, HeadMover), len(d.fused), func(me int) {
		last := -1
		for c, groups := range d.fused[me] {
			if groups > 0 {
				last = c
			}
		}
		if last < 0 {
			return
		}
		scene := func(c int) {
			if d.fused[me][c] > 0 {
				d.scene(me, c)
			}
		}
		f.Block(func(none w.Label) {
			f.Block(func(over w.Label) {
				d.turn = over
				switch choice := ld(w.I32Load16U, d.slot, HeadChoice); {
				case len(d.p.Choices) == 1:
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
	f, player := d.f, d.p.Players[me]
	f.SetGlobal(d.ahead, i32(0))
	groups := d.fused[me][choice]
	for i, g := range player.choices[choice].groups[:groups] {
		d.spec.group = i
		switch {
		case len(g.root.offers()) == 0:
		case g.root.loops():
			d.bundled(me, choice, g.root)
		default:
			d.kept(me, choice, g.root)
		}
	}
	if choice == 0 && d.alternates && d.rest[1-me] != nil {
		f.If(d.unread.X, func() {
			d.readNow(1 - me)
			f.BranchIf(d.end, ld(w.I32Load8U, d.slot, HeadOver))
			f.Branch(d.again)
		})
	}
	if rest := d.p.Choices[choice].Groups[groups:]; choice > 0 && d.onlyEnds(me, choice, groups) {
		for i, g := range rest {
			d.endsBy(g.Items[0].Source.Op, player.choices[choice].groups[groups+i].root)
		}
		d.endSilently()
		return
	}
	f.Set(d.group, i32(groups))
	d.rollBack(choice)
}

// onlyEnds reports whether the groups of a choice, starting at from, each have one item, which ends
// the turn.
func (d *playing) onlyEnds(me, choice, from int) bool {
	for i, g := range d.p.Choices[choice].Groups {
		code := &d.p.Players[me].choices[choice].groups[i]
		if i >= from && (len(g.Items) != 1 || code.onDemand != (onDemand{}) || len(code.fallback) > 0 ||
			g.Items[0].Source.Op != ir.PassItem && g.Items[0].Source.Op != ir.DoneItem) {
			return false
		}
	}
	return d.p.Game.SetupThen == nil
}

// endsBy ends the turn by an item, pass or done, if its group offers it.
func (d *playing) endsBy(item ir.ItemOp, root *branch) {
	f := d.f
	root.every(func(br *branch) bool {
		if br.kind == branchItem {
			e := d.lower(f)
			e.count(br.cond)
			e.onlyIf(br.cond, func() {
				if item == ir.DoneItem {
					d.endSilently()
					return
				}
				f.Set(d.quiet, i32(0))
				f.Set(d.plies, add(d.plies.X, i32(1)))
				f.Set(d.unread, i32(0))
				f.Do(w.Call(d.pass, d.slot.X, i32(1)))
				f.BranchIf(d.end, ld(w.I32Load8U, d.slot, HeadOver))
				f.Branch(d.again)
			})
		}
		return true
	})
}

// endSilently ends the turn as it stands.
func (d *playing) endSilently() {
	d.hushed()
	d.stepped(d.f, d.slot)
	d.f.Branch(d.turn)
}

// ahead reports whether trying a step takes more than reading the position before it.
func (a *apply) ahead() bool { return a.looksAhead || a.lateCond != nil }

// An offered holds the steps of a class in variables.
type offered struct {
	class int
	set   []word
	upTo  word // how many steps there are in the classes so far, with this one
}

// kept finds the steps of a group without writing them to memory, and plays one of them. A step
// that has to be tried is drawn first; if it is not legal, it is removed and another one is drawn.
func (d *playing) kept(me, choice int, root *branch) {
	f := d.f
	if s := d.sampled(me, root); s != nil {
		f.Block(func(none w.Label) { d.playSampled(me, choice, root, s, none) })
		return
	}
	e := d.lower(f)
	offers := d.found(e, me, root)
	d.checkpoint(me, root)
	f.Block(func(none w.Label) {
		f.Loop(func(retry w.Label) {
			e.scope(func() { d.playKept(e, me, choice, offers, none, retry) })
		})
	})
}

// found finds the steps of a group and keeps them in variables.
func (d *playing) found(e *lowering, me int, root *branch) []offered {
	player := d.p.Players[me]
	list := root.offers()
	tried := slices.ContainsFunc(list,
		func(br *branch) bool { return !player.Classes[br.class].free })
	offers := make([]offered, len(list))
	number := map[*branch]int{}
	for i, br := range list {
		number[br] = i
		offers[i].class = br.class
		if tried || !slices.Contains(root.subs, br) {
			offers[i].set = e.variables(nil, br.cond.may)
			e.clear(offers[i].set)
		}
	}
	find := &finder{lowering: e, r: d.runtime, take: func(br *branch, s []word) {
		if o := &offers[number[br]]; o.set == nil {
			o.set = s
		} else {
			e.copyInto(o.set, s)
		}
	}}
	find.countBranch(root)
	find.branch(root)
	return offers
}

// drawKept draws one of the steps on offer: the offer, its place, and how many steps there are.
func (d *playing) drawKept(e *lowering, me int, offers []offered, none w.Label) (c chosen,
	place, total word) {
	total = constant(0)
	for i := range offers {
		if n := e.size(offers[i].set); n != nil {
			total = e.plus(total, e.word(n))
		}
		offers[i].upTo = total
	}
	k := d.number(total.narrow(), none)
	c = d.choose(e, me, offers, e.word(w.Un(w.I64ExtendI32U, k.X)))
	if !c.before.is(0) {
		d.f.Set(k, sub(k.X, c.before.narrow()))
	}
	return c, e.nth(c.set, k), total
}

// playKept draws one of the steps on offer and plays it.
func (d *playing) playKept(e *lowering, me, choice int, offers []offered, none, retry w.Label) {
	f, player := d.f, d.p.Players[me]
	c, place, total := d.drawKept(e, me, offers, none)
	quiet := false
	for _, o := range offers {
		quiet = quiet || d.silent(&player.Classes[o.class])
	}
	if quiet {
		classes := make([]byte, len(offers))
		for i, o := range offers {
			if d.silent(&player.Classes[o.class]) {
				classes[i] = 1
			}
		}
		only := w.Bin(w.I32LeU, total.narrow(), i32(1))
		d.hush(band(only, w.Load(w.I32Load8U, c.number.narrow(), d.bytesTable(classes))))
	}
	d.playChosen(e, me, choice, c, place, quiet, func() {
		d.strikeOut(e, offers, c.number, place)
		f.Branch(retry)
	})
}

// playChosen plays the step of an offer that has been drawn, and goes to the end of the turn.
func (d *playing) playChosen(e *lowering, me, choice int, c chosen, place word, quiet bool,
	illegal func()) {
	d.f.Switch(c.apply.narrow(), len(c.applies), func(i int) {
		a := d.p.Players[me].applies[c.applies[i]]
		var args []w.X
		for j := range a.sites {
			args = append(args, e.plus(place, c.off[j]).x)
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
	f.Set(k, i32(0))
	f.If(w.Bin(w.I32GtU, n.X, i32(1)), func() { f.Set(k, d.drawn(f, n.X)) })
	return k
}

// hush notes whether the drawn step is silent: it is not counted. As in ready, a game ends after
// too many of them in a row.
func (d *playing) hush(silent w.X) {
	f := d.f
	f.If(silent, d.hushed, func() { f.Set(d.quiet, i32(0)) })
}

// hushed notes that a silent step is taken.
func (d *playing) hushed() {
	f := d.f
	f.Set(d.quiet, add(d.quiet.X, i32(1)))
	f.If(w.Bin(w.I32GtU, d.quiet.X, i32(d.budget.silent)), func() {
		f.Do(w.Call(d.finish, d.slot.X, i32(d.budget.silentEnd), i32(1), i32(0)))
		f.Set(d.unread, i32(0))
		f.Branch(d.end)
	})
}

// play writes the trial of a step and what it does; if the trial fails, the code that illegal
// writes runs. Code after it runs if the turn is over. With quiet, the step may be a silent one.
func (d *playing) play(e *lowering, me, choice int, a *apply, args []w.X, quiet bool,
	illegal func()) {
	f := d.f
	var later []*arrival
	if d.spec.any {
		f.Set(d.spec.from, i32(0))
	}
	e.scope(func() {
		e.args = make([]w.Local, len(d.p.Game.Moves[a.move].Roles))
		list := []w.X{d.slot.X}
		for j, role := range a.sites {
			at := e.word(args[j])
			e.args[role] = at.l
			list = append(list, at.x)
		}
		if test := d.trial(me, a); test != nil {
			try := func() { f.If(w.Not32(w.Call(test, list...)), illegal) }
			if d.speculative(me, a) {
				d.speculateOr(try)
			} else {
				try()
			}
		}
		e.recount()
		e.countFinal(a.final)
		later = d.askArrivals(e, me, a)
		d.growFloods(e, a)
		d.growEnclosures(e, a)
		e.changes(a)
	})
	for _, n := range later {
		e := d.lower(f)
		e.count(n.t)
		f.Set(n.made, e.test(n.t))
	}
	if quiet {
		f.Set(d.plies, add(d.plies.X, w.Not32(d.quiet.X)))
	} else {
		f.Set(d.quiet, i32(0))
		f.Set(d.plies, add(d.plies.X, i32(1)))
	}
	if choice > 0 || a.then > 0 || d.asks(me) || a.chance {
		d.stepped(f, d.slot)
	}
	if a.chance {
		d.chanced(f, d.slot)
	}
	if a.then > 0 {
		f.If(w.Not32(d.ends(d.slot, me, a)), func() {
			st(f, w.I32Store16, d.slot, HeadChoice, i32(a.then))
			if d.p.Choices[a.then].MayRepeat && !a.chance {
				d.tread(f, d.slot, w.Call(d.moment, d.slot.X))
			}
			f.Set(d.unread, i32(0)) // the player was not stuck
			f.Branch(d.again)
		})
	}
}

// bundled finds the steps of a group as bundles, and plays one of them.
func (d *playing) bundled(me, choice int, root *branch) {
	f, player := d.f, d.p.Players[me]
	e := d.lower(f)
	end, total := f.Local(w.I32), f.Local(w.I32)
	f.Set(end, d.base.X)
	f.Set(total, i32(0))
	find := &finder{lowering: e, r: d.runtime, end: end, total: total}
	find.countBranch(root)
	find.branch(root)
	f.SetGlobal(d.sp, end.X)

	// Classes whose steps are played by the same code.
	type family struct {
		apply   int
		anchors string
	}
	var families []family
	var members [][]*Class
	kinds := make([]byte, len(player.Classes))
	silent := make([]byte, len(player.Classes))
	quiet := false
	list := root.offers()
	width := 0
	for _, br := range list {
		cl := &player.Classes[br.class]
		key := family{apply: cl.apply}
		for _, role := range cl.Roles {
			key.anchors += fmt.Sprint(role.Anchor, " ")
		}
		i := slices.Index(families, key)
		if i < 0 {
			i = len(families)
			families, members = append(families, key), append(members, nil)
		}
		members[i] = append(members[i], cl)
		kinds[br.class] = byte(i)
		if d.silent(cl) {
			silent[br.class], quiet = 1, true
		}
		width = max(width, len(cl.Roles))
	}
	offs := make([]int64, width*len(player.Classes))
	for i := range player.Classes {
		for j, role := range player.Classes[i].Roles {
			if j < width {
				offs[i*width+j] = int64(role.Off)
			}
		}
	}

	d.checkpoint(me, root)
	f.Block(func(none w.Label) {
		f.Loop(func(retry w.Label) {
			e.push()
			defer e.pop()
			k := d.number(total.X, none)
			b, cls := f.Local(w.I32), f.Local(w.I32)
			f.Set(b, d.base.X)
			f.Loop(func(next w.Label) {
				n := f.Local(w.I32)
				f.Set(n, ld(w.I32Load, b, BundleCount))
				f.If(w.Bin(w.I32GeU, k.X, n.X), func() {
					f.Set(k, sub(k.X, n.X))
					f.Set(b, add(b.X, w.C32(d.size)))
					f.Branch(next)
				})
			})
			f.Set(cls, class(b))
			set := make([]word, d.words)
			for i := range set {
				set[i] = e.word(ld(w.I64Load, b, BundleSet+8*i))
			}
			place := e.nth(set, k)
			anchors := e.word(ld(w.I64Load, b, BundleAnchors))
			if quiet {
				only := w.Bin(w.I32LeU, total.X, i32(1))
				d.hush(band(only, w.Load(w.I32Load8U, cls.X, d.bytesTable(silent))))
			}
			kind := w.Load(w.I32Load8U, cls.X, d.bytesTable(kinds))
			f.Switch(kind, len(families), func(i int) {
				a := player.applies[families[i].apply]
				args := stepArgs(members[i][0], d.slot, anchors.l, place.l)[1:]
				for j, role := range members[i][0].Roles {
					if role.Anchor < 0 && slices.ContainsFunc(members[i],
						func(cl *Class) bool { return cl.Roles[j].Off != role.Off }) {
						row := w.Bin(w.I32Mul, cls.X, i32(8*width))
						args[j] = w.Bin(w.I64Add, place.x,
							w.Load(w.I64Load, row, d.numbersTable(offs)+uint32(8*j)))
					}
				}
				d.play(e, me, choice, a, args, quiet, func() {
					d.takeOut(f, b, place.l)
					f.Set(total, sub(total.X, i32(1)))
					f.Branch(retry)
				})
			})
			f.Branch(d.turn)
		})
	})
}

// trial returns the function that says whether a step of an apply program is legal; nil if all are.
func (d *playing) trial(me int, a *apply) *w.Func {
	switch {
	case a.ahead():
		return d.lookAhead(me, a)
	case a.ensures:
		return a.checks
	}
	return nil
}

// strikeOut takes a place out of the offer that has a number.
func (d *playing) strikeOut(e *lowering, offers []offered, number, place word) {
	one := e.single(place, e.b.full)
	for j, o := range offers {
		is := e.word(w.Bin(w.I64Sub, i64(0),
			w.Un(w.I64ExtendI32U, w.Bin(w.I64Eq, number.x, i64(j)))))
		for i, x := range o.set {
			if x.local {
				e.assign(x, e.diff(x, e.and(at(one, i), is)).x)
			}
		}
	}
}

// A chosen is the offer that a step has been drawn from. Variables hold what differs between the
// offers.
type chosen struct {
	set     []word
	before  word // how many steps the offers before it have
	number  word
	apply   word // which of the apply programs below
	off     []word
	applies []int
}

// fewOffers is up to how many offers one is chosen by selects; with more, there are branches.
const fewOffers = 8

// choose finds the offer that has the k-th of all steps.
func (d *playing) choose(e *lowering, me int, offers []offered, k word) chosen {
	var c chosen
	player := d.p.Players[me]
	width, roles := 0, 0
	rows := make([][]word, len(offers))
	for i := range offers {
		cl := &player.Classes[offers[i].class]
		width, roles = max(width, len(offers[i].set)), max(roles, len(cl.Roles))
		if !slices.Contains(c.applies, cl.apply) {
			c.applies = append(c.applies, cl.apply)
		}
	}
	for i, o := range offers {
		cl := &player.Classes[o.class]
		row := []word{{}, constant(uint64(i)), constant(uint64(slices.Index(c.applies, cl.apply)))}
		if i > 0 {
			row[0] = offers[i-1].upTo
		}
		for j := range width {
			row = append(row, at(o.set, j))
		}
		for j := range roles {
			off := 0
			if j < len(cl.Roles) {
				off = cl.Roles[j].Off
			}
			row = append(row, constant(uint64(off)))
		}
		rows[i] = row
	}
	row := e.chosenRow(rows, func(i int) w.X { return w.Bin(w.I64LeS, offers[i].upTo.x, k.x) })
	c.before, c.number, c.apply = row[0], row[1], row[2]
	c.set, c.off = row[3:3+width], row[3+width:]
	return c
}

// turnEnds writes the end of the turn of a player who has just taken a step, and continues with the
// next player.
func (d *playing) turnEnds(me int) {
	f, player := d.f, d.p.Players[me]
	if d.p.Game.SetupThen != nil {
		f.If(d.settingUp(d.slot), func() {
			f.Do(w.Call(d.playerEnd[me], d.slot.X))
			f.Branch(d.again)
		})
	}
	over := func() { f.BranchIf(d.end, ld(w.I32Load8U, d.slot, HeadOver)) }
	if d.calls(me) {
		f.Set(d.unread, i32(0))
		f.Do(w.Call(d.playerEnd[me], d.slot.X))
		over()
		f.Branch(d.again)
		return
	}
	d.setNum(f, d.slot, NumPasses, w.C64(0))
	d.setNum(f, d.slot, NumPly, w.Bin(w.I64Add, d.num(d.slot, NumPly), w.C64(1)))
	late := d.late[me]
	f.Set(d.unread, i32(0))
	for i := range player.end {
		c := &player.end[i]
		if i == late {
			continue
		}
		if c.stuck {
			d.setNum(f, d.slot, NumStuck, w.Un(w.I64ExtendI32U, w.Call(d.stuck, d.slot.X)))
		}
		e := d.lower(f)
		for j, x := range c.conds {
			if d.arrivals[me][i][j] == nil {
				e.count(x.t)
			}
		}
		d.readFloods(e, c.conds)
		d.readEnclosures(e, c.conds)
		for j, x := range c.conds {
			stop := func() {
				if late >= 0 && i > late {
					st(f, w.I32Store16, d.slot, HeadSteps, i32(1))
					// perhaps a postponed one decides
					f.Do(w.Call(d.rest[me], d.slot.X))
				} else {
					d.decide(f, d.slot, me, x.index)
					f.Do(w.Call(d.nextTurn, d.slot.X))
				}
				over()
				f.Branch(d.again)
			}
			if n := d.arrivals[me][i][j]; n != nil {
				f.If(n.made.X, stop)
			} else {
				e.stopIf(x.t, stop)
			}
		}
	}
	if late >= 0 {
		f.Set(d.unread, i32(1))
	}
	d.nextPlayer(me)
	f.Branch(d.again)
}

// calls reports whether the end of a turn of a player is left to its function.
func (d *playing) calls(me int) bool {
	return d.marks || slices.ContainsFunc(d.p.Players[me].end,
		func(c chunk) bool { return c.repeats })
}

// asks reports whether something at the end of a turn of a player must know that there were steps.
func (d *playing) asks(me int) bool {
	for i, c := range d.p.Players[me].end {
		if c.stuck && i != d.late[me] {
			return true
		}
	}
	return d.calls(me)
}

// nextPlayer gives the position to the player who moves next.
func (d *playing) nextPlayer(me int) {
	f := d.f
	if !d.alternates || d.marks || len(d.p.thisTurn) > 0 {
		f.Do(w.Call(d.nextTurn, d.slot.X))
		return
	}
	st(f, w.I64Store, d.slot, 0, i64(1-me)) // everything else up to the steps is 0
	st(f, w.I32Store16, d.slot, HeadSteps, i32(0))
	if len(d.p.Choices) > 1 {
		d.setNum(f, d.slot, NumOpen, w.C64(0))
	}
	if d.trails {
		st(f, w.I32Store, d.slot, HeadTrail, i32(0))
	}
}

// postponed returns the first chunk of `end` of a player that need not be read when their turn
// ends, because it asks whether the next player is stuck and the next scene finds that out; -1 if
// there is none.
func (d *playing) postponed(me int) int {
	next := 1 - me
	if !d.alternates || d.marks || len(d.p.thisTurn) > 0 || d.fused[next][0] == 0 {
		return -1
	}
	player := d.p.Players[next]
	for _, g := range player.choices[0].groups[:d.fused[next][0]] {
		for _, br := range g.root.offers() {
			if player.applies[player.Classes[br.class].apply].ahead() {
				// within the search for stuck, a step could be legal that is not legal otherwise
				return -1
			}
		}
	}
	for i, c := range d.p.Players[me].end {
		if c.stuck && !c.repeats &&
			!slices.ContainsFunc(c.conds, func(x endCond) bool { return !hangsOn(x.t, NumStuck) }) {
			return i
		}
	}
	return -1
}

// hangsOn reports whether a condition holds only if a number of the position is not 0.
func hangsOn(t *node, number int64) bool {
	switch {
	case t.op == nState:
		return t.k == number
	case t.op == nBin && binOp(t.k) == bAnd:
		return hangsOn(t.a, number) || hangsOn(t.b, number)
	case t.op == nBin && binOp(t.k) == bNe:
		return isFalse(t.b) && hangsOn(t.a, number)
	}
	return false
}

// readNow reads the sentences that were postponed when a player's turn ended. The position has not
// changed since.
func (d *playing) readNow(me int) {
	if d.rest[me] == nil {
		return
	}
	f := d.f
	f.If(d.unread.X, func() {
		f.Set(d.unread, i32(0))
		st(f, w.I32Store8, d.slot, HeadMover, i32(me))
		st(f, w.I32Store16, d.slot, HeadSteps, i32(1))
		f.Do(w.Call(d.rest[me], d.slot.X))
	})
}
