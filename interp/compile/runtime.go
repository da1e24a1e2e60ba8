package compile

import (
	"slices"

	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
)

// This file writes the functions that every module has: what happens between the programs of a
// game. They are the turn as the language defines it (language.md#rules-of-the-language), as the
// evaluator has it in turn.go, machine.go and end.go.
//
// Steps are bundles: one after the other, starting at `base`, each with a header and a set of
// places. A bundle holds the steps of one class with the same anchors. Other offers, such as
// passing, are bundles of one step with a class of their own.

// The head of a position: where its parts are, counted from its address. Numbers of 64 bits follow,
// then the sets.
const (
	HeadMover   = 0  // 8 bits
	HeadPassed  = 1  // 8 bits: the last step of this turn was a pass
	HeadOver    = 2  // 8 bits
	HeadDraw    = 3  // 8 bits
	HeadWinners = 4  // 16 bits, one for each player
	HeadChoice  = 6  // 16 bits: the choice that is pending; 0: the start of a turn
	HeadSteps   = 8  // 16 bits: steps taken in this turn
	HeadEnd     = 10 // 16 bits, signed: the sentence that decided, or one of the codes below
	HeadItem    = 12 // 16 bits: the item that decided, and its choice
	HeadOf      = 14
	HeadNode    = 16 // 32 bits: the last turn boundary in the history; 0: none
	HeadTrail   = 20 // 32 bits: the last moment of the trail of this turn; 0: none
	headSize    = 24

	// NumbersAt is where the numbers of a position begin.
	NumbersAt = headSize
)

// The values of HeadEnd that are not a sentence.
const (
	EndNone   = -1 - iota
	EndItem   // an item of a choice
	EndDry    // nothing could be done
	EndCircle // silent steps without end
	EndLong   // it took more work than a question may take
	EndGiven  // the game was over when the position was loaded; HeadItem says with which result
)

// A bundle: where its parts are.
const (
	BundleCount   = 0 // 32 bits: how many steps
	BundleClass   = 4 // 16 bits, and 16 bits for the item of a step that is in no class
	BundleAnchors = 8 // two times 32 bits; or the word of a step that was left to the evaluator
	BundleSet     = 16
)

// The classes of steps that no program finds.
const (
	ClassFallback = 0xFFFD + iota // of a move left to the evaluator
	ClassPass
	ClassDone
)

// The flags of a class in its table, and of a group.
const (
	flagFree    = 1  // of a class: its steps need no trial
	flagSilent  = 2  // of a class: its item can be silent; of a group: some item can
	flagWitness = 4  // of a class: the witness of another step can show that its steps are legal
	flagEnds    = 16 // of a class: its steps end the turn
	flagNumber  = 32 // of a class: a program says how likely each of its steps is
	flagBest    = 1  // of a group: it says `with least` or `with most`
	flagTried   = 4  // of a group: some step of some player must be tried
	flagDrawn   = 8  // of a group: nobody chooses
	// of a group: some of its steps may be likelier than others
	flagWeighted = 16
)

// A history is the turn boundaries, and the moments of turns, that positions in memory remember:
// nodes that link to the one before. Equal ones are chained.
const (
	NodeSize   = 32
	NodeParent = 16
	nodeWhole  = 0
	nodePieces = 8
	nodeParent = NodeParent // 32 bits, as the rest
	nodeDepth  = 20
	nodeWholes = 24 // the latest earlier node of the same chain
	nodeAlone  = 28
	historyLog = 12 // chains
	HistoryMax = 1 << 17
	trailDepth = -1 // of the moments of a turn, which are in no chain
)

// slack is how much memory for bundles and positions a search may use without asking.
const slack = 1 << 18

// A memoryMap knows where in the memory of a module everything is, and what the tables there say.
type memoryMap struct {
	*unitOf
	p     *Program
	words int    // of a set of a bundle
	size  uint32 // of a bundle

	slotSize                             uint32
	groups                               int
	heads, arena, stack, unproven, image uint32
	checkpointAt                         uint32 // the position before a step without a trial
	stackSize                            uint32
	classTable                           []uint32 // by player
	goffTable, groupTable, countTab      uint32
	stepsTab, outcomeTab, silentTab      uint32
	marks, trails, aims, weighted        bool
}

// slots write what reads and changes positions, and the history that these remember.
type slots struct {
	memoryMap
	nextWhole, nextPieces, nodes          w.Global
	copySlot, boundary, repeats, put, cut *w.Func
	moment, nextMover                     *w.Func
}

// A bundleList writes what reads and changes the list of bundles that a search makes.
type bundleList struct {
	slots
	base, total, others, fallback, group, aim, offers w.Global
	looked, rng, untilRest                            w.Global
	hostRest, pick, below, weigh, lot                 *w.Func
	budget                                            budget
}

// A runtime writes the turn: finding steps, trying and playing them, ending turns and games.
type runtime struct {
	bundleList
	ahead, inStuck, first          w.Global
	plies, legalSum                w.Global
	quiet                          w.Global // silent steps that the next ready continues from
	hostFind, hostOpen, hostAfter  *w.Func
	hostHolds, hostScore           *w.Func
	find, ready, try, playAny      *w.Func
	playStep, anyLegal, filter     *w.Func
	stuck, endTurn, nextTurn, pass *w.Func
	finish, lose, outcome          *w.Func
	follow, random                 *w.Func
	turns, keepBest, keepAimed     *w.Func
	aiming, advance, takeAim, rate *w.Func
	reaches                        *w.Func
	rulings                        map[*node]*ruling
	playerEnd                      []*w.Func // by player: the end of a turn
	atOnce                         []*w.Func // by player; nil: no sentence says so
}

// Short forms for the most frequent code.
func ld(op w.Op, p w.Local, off int) w.X { return w.Load(op, p.X, uint32(off)) }
func add(a, b w.X) w.X                   { return w.Bin(w.I32Add, a, b) }
func sub(a, b w.X) w.X                   { return w.Bin(w.I32Sub, a, b) }
func eq(a, b w.X) w.X                    { return w.Bin(w.I32Eq, a, b) }
func band(a, b w.X) w.X                  { return w.Bin(w.I32And, a, b) }
func bor(a, b w.X) w.X                   { return w.Bin(w.I32Or, a, b) }
func i32(n int) w.X                      { return w.C32(n) }
func i64(n int) w.X                      { return w.C64(n) }

func (r *slots) num(p w.Local, i int) w.X { return ld(w.I64Load, p, int(r.numberOf(i))) }
func (r *slots) setNum(f *w.Func, p w.Local, i int, x w.X) {
	f.Store(w.I64Store, p.X, r.numberOf(i), x)
}

func st(f *w.Func, op w.Op, p w.Local, off int, x w.X) { f.Store(op, p.X, uint32(off), x) }

func ints(n int) []w.Type {
	t := make([]w.Type, n)
	for i := range t {
		t[i] = w.I32
	}
	return t
}

// declare declares the functions, so that they can call each other.
func (r *runtime) declare() {
	none, one := []w.Type{}, []w.Type{w.I32}
	m := r.m
	if r.budget.rests {
		r.hostRest = m.Import("evaluator", "rest", nil, one)
	}
	if r.p.leaves() {
		r.hostFind = m.Import("evaluator", "find", ints(6), one)
		r.hostOpen = m.Import("evaluator", "open", ints(4), one)
		r.hostAfter = m.Import("evaluator", "after", []w.Type{w.I32, w.I64}, none)
		r.hostHolds = m.Import("evaluator", "holds", ints(3), one)
		r.hostScore = m.Import("evaluator", "score", ints(2), none)
	}
	for _, g := range []*w.Global{&r.base, &r.total, &r.others, &r.fallback, &r.group, &r.ahead,
		&r.inStuck, &r.looked, &r.first, &r.aim, &r.nodes, &r.quiet} {
		*g = m.Global(w.I32, 0)
	}
	r.sp = m.Global(w.I32, 0)
	if r.budget.rests {
		r.untilRest = m.Global(w.I32, restFirst)
	}
	for _, g := range []*w.Global{&r.offers, &r.rng, &r.nextWhole, &r.nextPieces, &r.plies,
		&r.legalSum} {
		*g = m.Global(w.I64, 0)
	}
	step := []w.Type{w.I32, w.I32, w.I64, w.I64} // position, class, anchors, place
	r.find = m.Func("find", ints(2), none)
	r.ready = m.Func("ready", ints(3), one)
	r.try = m.Func("try", step, one)
	r.playAny = m.Func("playAny", step, none)
	r.playStep = m.Func("playStep", step, none)
	r.anyLegal = m.Func("anyLegal", ints(1), one)
	r.filter = m.Func("filter", ints(1), none)
	r.stuck = m.Func("stuck", ints(1), one)
	r.endTurn = m.Func("endTurn", ints(1), none)
	r.nextTurn = m.Func("nextTurn", ints(1), none)
	r.pass = m.Func("pass", ints(2), none)
	r.finish = m.Func("finish", ints(4), none)
	r.lose = m.Func("lose", ints(3), none)
	r.outcome = m.Func("outcome", ints(2), none)
	r.nextMover = m.Func("nextMover", ints(1), one)
	r.random = m.Func("random", ints(1), one)
	r.pick = m.Func("pick", ints(2), []w.Type{w.I64})
	r.copySlot = m.Func("copy", ints(2), none)
	r.below = m.Func("below", ints(1), one)
	r.follow = m.Func("followed", ints(1), one)
	if r.marks || r.trails {
		r.put = m.Func("put", []w.Type{w.I32, w.I64, w.I64, w.I32}, one)
	}
	if r.marks {
		r.boundary = m.Func("boundary", ints(2), none)
		r.repeats = m.Func("repeats", ints(1), none)
		r.cut = m.Func("cut", ints(1), none)
	}
	if r.trails {
		r.moment = m.Func("moment", ints(1), []w.Type{w.I64})
	}
	if r.p.Chance > 0 {
		r.weigh = m.Func("weight", step, []w.Type{w.I64})
		r.lot = m.Func("lot", []w.Type{w.I64}, []w.Type{w.I64})
	}
	if r.aims {
		r.turns = m.Func("turns", ints(2), one)
		r.keepBest = m.Func("keepBest", ints(2), none)
		r.keepAimed = m.Func("keepAimed", ints(1), none)
		r.aiming = m.Func("aiming", ints(1), one)
		r.advance = m.Func("advance", step, none)
		r.takeAim = m.Func("takeAim", ints(1), none)
		r.rate = m.Func("judge", ints(2), none)
		r.reaches = m.Func("reachesAims", ints(1), one)
	}
}

// flat returns the number of a group of all choices, of a position whose choice is pending.
func (r *memoryMap) flat(p w.Local, group w.X) w.X {
	if len(r.p.Choices) == 1 {
		return group
	}
	return add(group, w.Load(w.I32Load8U, ld(w.I32Load16U, p, HeadChoice), r.goffTable))
}

func wide(table uint32, index w.X) w.X {
	return w.Load(w.I64Load, w.Bin(w.I32Shl, index, i32(3)), table)
}

// saved is the state of a search for steps while another one runs within it.
type saved struct {
	r      *bundleList
	locals []w.Local
	offers w.Local
}

func (r *bundleList) searchState() []w.Global {
	return []w.Global{r.base, r.total, r.others, r.fallback, r.group, r.sp, r.aim}
}

// save keeps the current search and begins another one after it in memory.
func (r *bundleList) save(f *w.Func) saved {
	s := saved{r: r, offers: f.Local(w.I64)}
	for _, g := range r.searchState() {
		l := f.Local(w.I32)
		f.Set(l, g.X)
		s.locals = append(s.locals, l)
	}
	f.Set(s.offers, r.offers.X)
	f.SetGlobal(r.base, r.sp.X)
	return s
}

func (s saved) restore(f *w.Func) {
	for i, g := range s.r.searchState() {
		f.SetGlobal(g, s.locals[i].X)
	}
	f.SetGlobal(s.r.offers, s.offers.X)
}

// reserve allocates room on the stack.
func (r *bundleList) reserve(f *w.Func, at w.Local, size uint32) {
	f.Set(at, r.sp.X)
	f.SetGlobal(r.sp, add(at.X, w.C32(size)))
	f.If(w.Bin(w.I32GtU, r.sp.X, w.C32(r.stack+r.stackSize-slack)), func() { f.Unreachable() })
}

// bundles runs body for each bundle of the current search.
func (r *bundleList) bundles(f *w.Func, body func(b w.Local, end w.Label)) {
	b := f.Local(w.I32)
	f.Set(b, r.base.X)
	f.While(w.Bin(w.I32LtU, b.X, r.sp.X), func(end w.Label) {
		body(b, end)
		f.Set(b, add(b.X, w.C32(r.size)))
	})
}

// flags returns the flags of a class of the player to move.
func (r *memoryMap) flags(p w.Local, class w.X) w.X {
	if len(r.classTable) == 1 || r.classTable[0] == r.classTable[1] && len(r.classTable) == 2 {
		return w.Load(w.I32Load8U, class, r.classTable[0])
	}
	stride := r.classTable[1] - r.classTable[0]
	return w.Load(w.I32Load8U,
		add(class, w.Bin(w.I32Mul, ld(w.I32Load8U, p, HeadMover), w.C32(stride))), r.classTable[0])
}

func class(b w.Local) w.X { return ld(w.I32Load16U, b, BundleClass) }

// write writes all functions that do not depend on the programs of the players.
func (r *runtime) write() {
	r.writeSmall()
	r.writeFind()
	r.writeReady()
	r.writeTry()
	r.writeEnd()
	r.writeRandom()
	if r.marks {
		r.writeHistory()
	}
	if r.trails {
		r.writeMoment()
	}
	if r.aims {
		r.writeAims()
	}
	if r.p.Chance > 0 {
		r.writeWeigh()
		r.writeLot()
	}
}

// writeSmall writes copy, pass, finish, lose, outcome and nextMover.
func (r *runtime) writeSmall() {
	f := r.copySlot
	dst, src := f.Arg(0), f.Arg(1)
	for off := uint32(0); off < r.slotSize; off += 8 {
		f.Store(w.I64Store, dst.X, off, w.Load(w.I64Load, src.X, off))
	}

	// For a step that is not a move: whether it is a pass.
	f = r.pass
	p := f.Arg(0)
	st(f, w.I32Store16, p, HeadSteps, add(ld(w.I32Load16U, p, HeadSteps), i32(1)))
	st(f, w.I32Store8, p, HeadPassed, f.Arg(1).X)
	f.Do(w.Call(r.endTurn, p.X))

	// How, whether it is a draw, and who has won.
	f = r.finish
	p = f.Arg(0)
	st(f, w.I32Store8, p, HeadOver, i32(1))
	st(f, w.I32Store16, p, HeadEnd, f.Arg(1).X)
	st(f, w.I32Store8, p, HeadDraw, f.Arg(2).X)
	st(f, w.I32Store16, p, HeadWinners, f.Arg(3).X)

	// A player and how they have lost; the last one in wins (language.md#players-who-are-out).
	f = r.lose
	p = f.Arg(0)
	in := f.Local(w.I32)
	r.setNum(f, p, NumOut, w.Bin(w.I64Or, r.num(p, NumOut),
		w.Bin(w.I64Shl, w.C64(1), w.Un(w.I64ExtendI32U, f.Arg(1).X))))
	players := len(r.p.Game.Players)
	f.Set(in, band(w.Bin(w.I32Xor, w.Un(w.I32WrapI64, r.num(p, NumOut)), i32(-1)),
		i32(1<<players-1)))
	f.If(w.Not32(in.X), func() { f.Do(w.Call(r.finish, p.X, f.Arg(2).X, i32(1), i32(0))) }, func() {
		f.If(w.Not32(band(in.X, sub(in.X, i32(1)))),
			func() { f.Do(w.Call(r.finish, p.X, f.Arg(2).X, i32(0), in.X)) })
	})

	// The number of an item that decides (language.md#outcomes-of-a-turn).
	f = r.outcome
	p = f.Arg(0)
	item := f.Arg(1)
	const whoMoves = 0xFF
	kinds, named := make([]byte, 0, 64*len(r.p.Choices)), []byte{}
	anyNamed := false
	for _, ch := range r.p.Choices {
		row, players := make([]byte, 64), slices.Repeat([]byte{whoMoves}, 64)
		for _, g := range ch.Groups {
			for _, it := range g.Items {
				row[it.Index] = byte(it.Source.Op)
				if it.Source.Named {
					players[it.Index], anyNamed = byte(it.Source.Player), true
				}
			}
		}
		kinds, named = append(kinds, row...), append(named, players...)
	}
	kind, player := f.Local(w.I32), f.Local(w.I32)
	at := func() w.X {
		return add(item.X,
			w.Bin(w.I32Shl, ld(w.I32Load16U, p, HeadChoice), i32(6)))
	}
	f.Set(kind, w.Load(w.I32Load8U, at(), r.bytesTable(kinds)))
	f.Set(player, ld(w.I32Load8U, p, HeadMover))
	if anyNamed {
		table := r.bytesTable(named)
		f.If(w.Bin(w.I32Ne, w.Load(w.I32Load8U, at(), table), i32(whoMoves)), func() {
			f.Set(player, w.Load(w.I32Load8U, at(), table))
		})
	}
	f.If(eq(kind.X, i32(int(ir.IllegalItem))), func() {
		f.Do(w.Call(r.finish, p.X, i32(EndDry), i32(1), i32(0)))
		f.Leave()
	})
	f.If(ld(w.I32Load16U, p, HeadSteps), func() {
		r.setNum(f, p, NumPasses, w.C64(0))
		r.setNum(f, p, NumPly, w.Bin(w.I64Add, r.num(p, NumPly), w.C64(1)))
	}, func() {
		if r.marks {
			f.If(ld(w.I32Load, p, HeadNode),
				func() {
					st(f, w.I32Store, p, HeadNode,
						r.node(ld(w.I32Load, p, HeadNode), nodeParent))
				})
		}
	})
	st(f, w.I32Store16, p, HeadItem, item.X)
	st(f, w.I32Store16, p, HeadOf, ld(w.I32Load16U, p, HeadChoice))
	f.If(eq(kind.X, i32(int(ir.WinItem))), func() {
		f.Do(w.Call(r.finish, p.X, i32(EndItem), i32(0), w.Bin(w.I32Shl, i32(1), player.X)))
	})
	f.If(eq(kind.X, i32(int(ir.LoseItem))), func() {
		f.Do(w.Call(r.lose, p.X, player.X, i32(EndItem)))
	})
	f.If(eq(kind.X, i32(int(ir.DrawItem))), func() {
		f.Do(w.Call(r.finish, p.X, i32(EndItem), i32(1), i32(0)))
	})
	f.Do(w.Call(r.nextTurn, p.X))

	// Who takes the next turn, if the turn ends as it stands.
	f = r.nextMover
	p = f.Arg(0)
	next, n, out := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(next, ld(w.I32Load8U, p, HeadMover))
	f.Set(out, w.Un(w.I32WrapI64, r.num(p, NumOut)))
	isIn := func() w.X { return w.Not32(band(w.Bin(w.I32ShrU, out.X, next.X), i32(1))) }
	f.If(band(w.Bin(w.I64Ne, r.num(p, NumAgain), w.C64(0)), isIn()), func() { f.Return(next.X) })
	f.While(w.Bin(w.I32LtU, n.X, i32(players-1)), func(w.Label) {
		f.Set(next, add(next.X, i32(1)))
		f.If(eq(next.X, i32(players)), func() { f.Set(next, i32(0)) })
		f.If(isIn(), func() { f.Return(next.X) })
		f.Set(n, add(n.X, i32(1)))
	})
	ld(w.I32Load8U, p, HeadMover)(f)

	// nextTurn gives the position to the player who moves next. A turn that begins only for the sake
	// of the search whether they are stuck need not be remembered if nothing asks for it there.
	f = r.nextTurn
	p = f.Arg(0)
	next = f.Local(w.I32)
	f.Set(next, r.nextOf(f, p))
	st(f, w.I32Store8, p, HeadMover, next.X)
	r.clearTurn(f, p)
	if r.marks {
		if !r.p.asksWithin() {
			f.If(r.inStuck.X, func() { f.Leave() })
		}
		r.seen(f, p, next.X)
		r.markTurn(f, p)
	}
}

// nextOf returns who takes the next turn, if the turn ends as it stands.
func (r *slots) nextOf(f *w.Func, p w.Local) w.X {
	if len(r.p.Game.Players) != 2 {
		return w.Call(r.nextMover, p.X)
	}
	next := f.Local(w.I32)
	f.If(w.Un(w.I64Eqz, w.Bin(w.I64Or, r.num(p, NumAgain), r.num(p, NumOut))),
		func() { f.Set(next, w.Bin(w.I32Xor, ld(w.I32Load8U, p, HeadMover), i32(1))) },
		func() { f.Set(next, w.Call(r.nextMover, p.X)) })
	return next.X
}

// asksWithin reports whether anything but a sentence of `end` asks for earlier positions.
func (p *Program) asksWithin() bool {
	for _, player := range p.Players {
		for _, ch := range player.choices {
			if slices.ContainsFunc(ch.groups, func(g groupCode) bool { return g.repeats }) {
				return true
			}
		}
		if slices.ContainsFunc(player.applies,
			func(a *apply) bool { return a.late != nil && a.late.repeats }) {
			return true
		}
	}
	return false
}

// clearTurn clears what lasts for a turn.
func (r *slots) clearTurn(f *w.Func, p w.Local) {
	r.setNum(f, p, NumAgain, w.C64(0))
	r.setNum(f, p, NumOpen, w.C64(0))
	st(f, w.I32Store8, p, HeadPassed, i32(0))
	st(f, w.I32Store16, p, HeadChoice, i32(0))
	st(f, w.I32Store16, p, HeadSteps, i32(0))
	st(f, w.I32Store, p, HeadTrail, i32(0))
	for i := range r.p.thisTurn {
		x := &r.p.thisTurn[i]
		if x.field < 0 {
			r.setNum(f, p, x.number, w.C64(x.value))
			continue
		}
		for k := range r.p.FieldWords[x.field] {
			f.Store(w.I64Store, p.X, r.fieldAt(x.field)+uint32(8*k), w.C64(x.set[k]))
		}
	}
}

// markTurn remembers the position as a turn boundary, after it has been seen.
func (r *slots) markTurn(f *w.Func, p w.Local) {
	last := f.Local(w.I32)
	f.Set(last, ld(w.I32Load, p, HeadNode))
	st(f, w.I32Store, p, HeadNode, r.newNode(f, last.X, r.nextWhole.X, r.nextPieces.X,
		add(r.node(last.X, nodeDepth), i32(1))))
}

// node reads a part of a node; node 0 is all zeros.
func (r *slots) node(n w.X, part uint32) w.X {
	return w.Load(w.I32Load, w.Bin(w.I32Shl, n, i32(5)), r.arena+part)
}

// offerOther writes a bundle of one step that is in no class.
func (r *bundleList) offerOther(f *w.Func, class int, item w.X) {
	b := f.Local(w.I32)
	f.Set(b, r.sp.X)
	st(f, w.I32Store, b, BundleCount, i32(1))
	st(f, w.I32Store, b, BundleClass, bor(i32(class), w.Bin(w.I32Shl, item, i32(16))))
	st(f, w.I64Store, b, BundleAnchors, w.C64(0))
	st(f, w.I64Store, b, BundleSet, w.C64(1))
	for k := 1; k < r.words; k++ {
		st(f, w.I64Store, b, BundleSet+8*k, w.C64(0))
	}
	f.SetGlobal(r.sp, add(b.X, w.C32(r.size)))
	f.SetGlobal(r.others, add(r.others.X, i32(1)))
}

// writeFind writes the function that finds the steps of a group: those that programs find, those
// the evaluator finds, pass and done.
func (r *runtime) writeFind() {
	f := r.find
	p, group := f.Arg(0), f.Arg(1)
	begin := func() {
		r.nothing(f)
		if r.aims {
			f.SetGlobal(r.aim, i32(0))
		}
		f.SetGlobal(r.offers, w.C64(0))
		f.SetGlobal(r.group, group.X)
	}
	begin()
	// One function for each group of each choice, and each player.
	index := r.flat(p, group.X)
	var cases []func()
	for me, player := range r.p.Players {
		for c, ch := range player.choices {
			for g := range ch.groups {
				code := &ch.groups[g]
				fn := r.m.Add(r.findCode(me, code))
				cases = append(cases, func() {
					if code.onDemand != (onDemand{}) {
						r.know(f, p, code.onDemand)
						begin()
					}
					f.Do(w.Call(fn, p.X))
					for _, it := range code.fallback {
						r.findLeft(f, p, c, it)
					}
				})
			}
		}
	}
	if len(r.p.Players) > 1 {
		index = add(index, w.Bin(w.I32Mul, ld(w.I32Load8U, p, HeadMover), i32(r.groups)))
	}
	f.Switch(index, len(cases), func(i int) { cases[i]() })
	// pass and done
	any := false
	for _, ch := range r.p.Choices {
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
	f.If(w.Bin(w.I64Ne, r.offers.X, w.C64(0)), func() {
		f.Set(steps, w.Bin(w.I64And, r.offers.X, wide(r.stepsTab, r.flat(p, group.X))))
		f.While(w.Bin(w.I64Ne, steps.X, w.C64(0)), func(w.Label) {
			item := w.Un(w.I32WrapI64, w.Un(w.I64Ctz, steps.X))
			kind := w.Load(w.I32Load8U,
				add(item, w.Bin(w.I32Shl, ld(w.I32Load16U, p, HeadChoice), i32(6))), r.silentTab)
			f.If(band(kind, i32(flagPass)), func() { r.offerOther(f, ClassPass, item) },
				func() { r.offerOther(f, ClassDone, item) })
			f.Set(steps, w.Bin(w.I64And, steps.X, w.Bin(w.I64Sub, steps.X, w.C64(1))))
		})
	})
}

const flagPass = 8 // of an item: it is a pass

// know computes what a program needs to know about the position beforehand.
func (r *runtime) know(f *w.Func, p w.Local, facts onDemand) {
	if facts.stuck {
		r.setNum(f, p, NumStuck, w.Un(w.I64ExtendI32U, w.Call(r.stuck, p.X)))
	}
	if facts.repeats {
		f.Do(w.Call(r.repeats, p.X))
	}
}

// findLeft has the evaluator find the steps of an item, or say whether it is open.
func (r *runtime) findLeft(f *w.Func, p w.Local, choice int, it *Item) {
	if it.Source.Op != ir.MoveItem {
		f.If(w.Call(r.hostOpen, p.X, i32(choice), i32(it.Index), r.inStuck.X), func() {
			f.SetGlobal(r.offers, w.Bin(w.I64Or, r.offers.X, w.C64(uint64(1)<<it.Index)))
		})
		return
	}
	n := f.Local(w.I32)
	f.Set(n, w.Call(r.hostFind, p.X, i32(choice), i32(it.Index), r.inStuck.X, r.base.X, r.sp.X))
	f.SetGlobal(r.sp, add(r.sp.X, w.Bin(w.I32Mul, n.X, w.C32(r.size))))
	f.SetGlobal(r.others, add(r.others.X, n.X))
	f.SetGlobal(r.fallback, add(r.fallback.X, n.X))
}

// count pushes how many steps were found.
func (r *bundleList) count() w.X { return add(r.total.X, r.others.X) }

// The trials of ready: which of the steps that need a trial it tries.
const (
	tryNone = iota // none: the caller will
	TrySome        // until one is legal, which shows that the group offers something
	TryAll         // all: the bundles are the legal steps
)

// writeReady writes the function that continues from a group to the next one that offers a step. On
// the way it takes silent steps and lets outcomes decide. It returns how many steps there are, or 0
// if the game is over.
func (r *runtime) writeReady() {
	f := r.ready
	p, group, trial := f.Arg(0), f.Arg(1), f.Arg(2)
	silent, flags, n, flat := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(silent, r.quiet.X)
	f.SetGlobal(r.quiet, i32(0))
	round := func() {
		f.Set(silent, add(silent.X, i32(1)))
		f.If(w.Bin(w.I32GtU, silent.X, i32(r.budget.silent)), func() {
			f.Do(w.Call(r.finish, p.X, i32(r.budget.silentEnd), i32(1), i32(0)))
			r.nothing(f)
			f.Return(i32(0))
		})
	}
	f.Loop(func(again w.Label) {
		f.If(ld(w.I32Load8U, p, HeadOver), func() {
			r.nothing(f)
			f.Return(i32(0))
		})
		if r.aims {
			f.SetGlobal(r.looked, i32(0))
		}
		f.While(w.Bin(w.I32LtU, group.X, r.groupsOf(p)), func(w.Label) {
			f.If(w.Not32(r.ahead.X), func() { f.Do(w.Call(r.find, p.X, group.X)) })
			f.SetGlobal(r.ahead, i32(0))
			f.Set(flat, r.flat(p, group.X))
			f.Set(flags, w.Load(w.I32Load8U, flat.X, r.groupTable))
			plain := func() {
				f.If(band(w.Bin(w.I32Ne, r.total.X, i32(0)), w.Bin(w.I32ShrU, flags.X, i32(2))),
					func() {
						f.If(bor(eq(trial.X, i32(TryAll)), band(flags.X, i32(flagSilent))), func() {
							f.Do(w.Call(r.filter, p.X))
						}, func() {
							f.If(eq(trial.X, i32(TrySome)), func() {
								f.If(w.Not32(w.Call(r.anyLegal, p.X)), func() { r.dropMoves(f) })
							})
						})
					})
			}
			if r.aims {
				aims := bor(band(flags.X, i32(flagBest)), w.Call(r.aiming, p.X))
				if r.p.Chance > 0 {
					aims = w.Select(i32(0), aims, band(flags.X, i32(flagDrawn)))
				}
				f.If(aims, func() {
					f.Do(w.Call(r.filter, p.X))
					f.Do(w.Call(r.keepBest, p.X, band(flags.X, i32(flagBest))))
					f.If(r.lookedTooFar(), func() {
						f.Do(w.Call(r.finish, p.X, i32(EndLong), i32(1), i32(0)))
						r.nothing(f)
						f.Return(i32(0))
					})
					f.SetGlobal(r.looked, i32(0))
					f.Do(w.Call(r.keepAimed, p.X))
					// The stack stays in use; what the turn must reach is stored elsewhere.
					f.If(r.aim.X, func() {
						for off := 0; off < aimSize; off += 8 {
							f.Store(w.I64Store, i32(0), memAim+uint32(off),
								w.Load(w.I64Load, r.aim.X, uint32(off)))
						}
						f.SetGlobal(r.aim, i32(memAim))
					})
				}, plain)
			} else {
				plain()
			}
			f.Set(n, r.count())
			f.If(n.X, func() {
				f.If(band(eq(n.X, i32(1)),
					w.Bin(w.I32ShrU, band(flags.X, i32(flagSilent)), i32(1))), func() {
					f.If(r.silentOne(f, p), func() {
						round()
						r.playOnly(f, p)
						f.Set(group, i32(0))
						f.Branch(again)
					})
				})
				f.Return(n.X)
			})
			if r.p.decides() {
				out := w.Bin(w.I64And, r.offers.X, wide(r.outcomeTab, flat.X))
				f.If(w.Bin(w.I64Ne, out, w.C64(0)), func() {
					f.Do(w.Call(r.outcome, p.X, w.Un(w.I32WrapI64, w.Un(w.I64Ctz, out))))
					f.Set(group, i32(0))
					f.Branch(again)
				})
			}
			f.Set(group, add(group.X, i32(1)))
		})
		f.Set(group, i32(0))
		f.If(bor(ld(w.I32Load16U, p, HeadSteps), r.settingUp(p)), func() {
			// Without a continuation the turn is over.
			round()
			f.Do(w.Call(r.pass, p.X, i32(0)))
		}, func() { f.Do(w.Call(r.finish, p.X, i32(EndDry), i32(1), i32(0))) })
		f.Branch(again)
	})
	f.Unreachable()
}

// nothing notes that no steps were found.
func (r *bundleList) nothing(f *w.Func) {
	f.SetGlobal(r.sp, r.base.X)
	f.SetGlobal(r.total, i32(0))
	f.SetGlobal(r.others, i32(0))
	f.SetGlobal(r.fallback, i32(0))
}

// groupsOf pushes how many groups the pending choice has.
func (r *memoryMap) groupsOf(p w.Local) w.X {
	if len(r.p.Choices) == 1 {
		return i32(len(r.p.Choices[0].Groups))
	}
	return w.Load(w.I32Load8U, ld(w.I32Load16U, p, HeadChoice), r.countTab)
}

// dropMoves keeps only the steps found that are in no class.
func (r *bundleList) dropMoves(f *w.Func) {
	r.bundles(f, func(b w.Local, _ w.Label) {
		f.If(w.Bin(w.I32LtU, class(b), i32(ClassFallback)),
			func() { st(f, w.I32Store, b, BundleCount, i32(0)) })
	})
	f.SetGlobal(r.total, i32(0))
}

// silentOne pushes whether the only step on offer is silent.
func (r *bundleList) silentOne(f *w.Func, p w.Local) w.X {
	t := f.Local(w.I32)
	r.bundles(f, func(b w.Local, end w.Label) {
		f.If(ld(w.I32Load, b, BundleCount), func() {
			f.If(w.Bin(w.I32LtU, class(b), i32(ClassFallback)), func() {
				f.Set(t, band(r.flags(p, class(b)), i32(flagSilent)))
			}, func() {
				item := ld(w.I32Load16U, b, BundleClass+2)
				f.Set(t, band(w.Load(w.I32Load8U,
					add(item, w.Bin(w.I32Shl, ld(w.I32Load16U, p, HeadChoice), i32(6))),
					r.silentTab), i32(flagSilent)))
			})
			f.Branch(end)
		})
	})
	return t.X
}

// playOnly takes the only step on offer.
func (r *runtime) playOnly(f *w.Func, p w.Local) {
	r.bundles(f, func(b w.Local, end w.Label) {
		f.If(ld(w.I32Load, b, BundleCount), func() {
			f.Do(w.Call(r.playAny, p.X, class(b), ld(w.I64Load, b, BundleAnchors),
				w.Call(r.pick, b.X, i32(0))))
			f.Branch(end)
		})
	})
}
