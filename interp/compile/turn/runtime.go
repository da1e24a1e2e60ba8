package turn

import (
	"encoding/binary"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// The values of HeadEnd that are not a sentence.
const (
	EndNone    = -1 - iota
	EndItem    // an item of a choice
	EndDry     // nothing could be done
	EndCircle  // silent steps without end
	EndLong    // it took more work than a question may take
	EndGiven   // the game was over when the position was loaded; HeadItem says with which result
	EndEndless // a turn went on without end
	EndSetup   // the setup had the most chance steps and went on
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
	NodeDepth  = 20
	nodeWholes = 24 // the latest earlier node of the same chain
	nodeAlone  = 28
	historyLog = 12 // chains
	HistoryMax = 1 << 17
	TrailDepth = -1 // of the moments of a turn, which are in no chain
)

// slack is how much memory for bundles and positions a search may use without asking.
const slack = 1 << 18

// A memoryMap knows where in the memory of a module everything is, and what the tables there say.
type memoryMap struct {
	Unit  *lower.UnitOf
	P     *programs.Program
	Words int    // of a set of a bundle
	Size  uint32 // of a bundle

	SlotSize                              uint32
	groups                                int
	Heads, Arena, Stack, unproven, Image  uint32
	Memo                                  uint32 // of the turns that are compared
	doubtAt                               uint32 // the sets of places of steps in doubt
	CheckpointAt                          uint32 // the position before a step without a trial
	stackSize                             uint32
	classTable                            []uint32 // by player
	groupStarts, groupTable, groupCounts  uint32
	stepsTable, outcomeTable, silentTable uint32
	Marks, Trails, Aims, weighted         bool
}

// slots write what reads and changes positions, and the history that these remember.
type slots struct {
	Unit                                  *lower.UnitOf
	Mem                                   *memoryMap
	NextWhole, NextPieces, Nodes          w.Global
	CopySlot, Boundary, repeats, Put, Cut *w.Func
	Moment, nextMover                     *w.Func
}

// A bundleList writes what reads and changes the list of bundles that a search makes.
type bundleList struct {
	Unit                                              *lower.UnitOf
	Mem                                               *memoryMap
	Slots                                             *slots
	Base, total, others, fallback, Group, Aim, offers w.Global
	looked, question, Rng, UntilRest                  w.Global
	HostRest, Pick, below, Weigh, lot                 *w.Func
	Budget                                            budget
}

// A Runtime writes the turn: finding steps, trying and playing them, ending turns and games.
type Runtime struct {
	Unit                           *lower.UnitOf
	Mem                            *memoryMap
	Slots                          *slots
	List                           *bundleList
	Ahead, InStuck, first          w.Global
	plies, LegalSum                w.Global
	Quiet                          w.Global // silent steps that the next ready continues from
	hostFind, hostOpen, hostAfter  *w.Func
	hostHolds, hostScore           *w.Func
	find, Ready, try, PlayAny      *w.Func
	playStep, anyLegal, filter     *w.Func
	Stuck, endTurn, NextTurn, Pass *w.Func
	Finish, lose, outcome          *w.Func
	follow, Random                 *w.Func
	turns, keepBest, keepAimed     *w.Func
	aiming, advance, takeAim, rate *w.Func
	reaches                        *w.Func
	sharedTests                    map[*graph.Node]*sharedTest
	Steps                          map[*programs.Apply]*StepCode
	Weights                        map[*programs.Weighing]*w.Func
	doubts                         map[int]*w.Func // by player
	illegals                       *w.Func         // see illegal
	PlayerEnd                      []*w.Func       // by player: the end of a turn
	AtOnce                         []*w.Func       // by player; nil: no sentence says so
}

// NewRuntime prepares the turns of a program in a module.
func NewRuntime(u *lower.UnitOf, p *programs.Program) *Runtime {
	words := p.Layout.Words
	m := &memoryMap{Unit: u, P: p, Words: words, Size: uint32(BundleSet + 8*words), Marks: p.Repeats}
	for _, ch := range p.Choices {
		m.Trails = m.Trails || ch.MayRepeat
		for _, g := range ch.Groups {
			m.Aims = m.Aims || g.Best > 0
		}
	}
	s := &slots{Unit: u, Mem: m}
	return &Runtime{
		Unit: u, Mem: m, Slots: s, List: &bundleList{Unit: u, Mem: m, Slots: s},
		Steps:   map[*programs.Apply]*StepCode{},
		Weights: map[*programs.Weighing]*w.Func{},
	}
}

// A StepCode is the functions of an apply program.
type StepCode struct {
	Checks, plays, lates, tries, witnesses *w.Func
}

// Of returns the functions of an apply program, as far as they have been written.
func (r *Runtime) Of(a *programs.Apply) *StepCode {
	c := r.Steps[a]
	if c == nil {
		c = &StepCode{}
		r.Steps[a] = c
	}
	return c
}

func (r *slots) Num(p w.Local, i int) w.X { return lower.Ld(w.I64Load, p, int(r.Unit.NumberOf(i))) }
func (r *slots) SetNum(f *w.Func, p w.Local, i int, x w.X) {
	f.Store(w.I64Store, p.X, r.Unit.NumberOf(i), x)
}

// Declare declares the functions, so that they can call each other.
func (r *Runtime) Declare() {
	none, one := []w.Type{}, []w.Type{w.I32}
	m := r.Unit.M
	if r.List.Budget.Rests {
		r.List.HostRest = m.Import("evaluator", "rest", nil, one)
	}
	if r.Mem.P.Leaves() {
		r.hostFind = m.Import("evaluator", "find", lower.Ints(6), one)
		r.hostOpen = m.Import("evaluator", "open", lower.Ints(4), one)
		r.hostAfter = m.Import("evaluator", "after", []w.Type{w.I32, w.I64}, none)
		r.hostHolds = m.Import("evaluator", "holds", lower.Ints(3), one)
		r.hostScore = m.Import("evaluator", "score", lower.Ints(2), none)
	}
	for _, g := range []*w.Global{&r.List.Base, &r.List.total, &r.List.others, &r.List.fallback,
		&r.List.Group, &r.Ahead,
		&r.InStuck, &r.List.looked, &r.first, &r.List.Aim, &r.Slots.Nodes, &r.Quiet} {
		*g = m.Global(w.I32, 0)
	}
	r.Unit.Sp = m.Global(w.I32, 0)
	if r.List.Budget.Rests {
		r.List.UntilRest = m.Global(w.I32, restFirst)
	}
	for _, g := range []*w.Global{&r.List.offers, &r.List.Rng, &r.Slots.NextWhole,
		&r.Slots.NextPieces, &r.plies,
		&r.LegalSum} {
		*g = m.Global(w.I64, 0)
	}
	step := []w.Type{w.I32, w.I32, w.I64, w.I64} // position, class, anchors, place
	r.find = m.Func("find", lower.Ints(2), none)
	r.Ready = m.Func("ready", lower.Ints(3), one)
	r.try = m.Func("try", step, one)
	r.PlayAny = m.Func("playAny", step, none)
	r.playStep = m.Func("playStep", step, none)
	r.anyLegal = m.Func("anyLegal", lower.Ints(1), one)
	r.filter = m.Func("filter", lower.Ints(1), none)
	r.Stuck = m.Func("stuck", lower.Ints(1), one)
	r.endTurn = m.Func("endTurn", lower.Ints(1), none)
	r.NextTurn = m.Func("nextTurn", lower.Ints(1), none)
	r.Pass = m.Func("pass", lower.Ints(2), none)
	r.Finish = m.Func("finish", lower.Ints(4), none)
	r.lose = m.Func("lose", lower.Ints(3), none)
	r.outcome = m.Func("outcome", lower.Ints(2), none)
	r.Slots.nextMover = m.Func("nextMover", lower.Ints(1), one)
	r.Random = m.Func("random", lower.Ints(1), one)
	r.List.Pick = m.Func("pick", lower.Ints(2), []w.Type{w.I64})
	r.Slots.CopySlot = m.Func("copy", lower.Ints(2), none)
	r.List.below = m.Func("below", lower.Ints(1), one)
	r.follow = m.Func("followed", lower.Ints(1), one)
	if r.Mem.Marks || r.Mem.Trails {
		r.Slots.Put = m.Func("put", []w.Type{w.I32, w.I64, w.I64, w.I32}, one)
	}
	if r.Mem.Marks {
		r.Slots.Boundary = m.Func("boundary", lower.Ints(2), none)
		r.Slots.repeats = m.Func("repeats", lower.Ints(1), none)
		r.Slots.Cut = m.Func("cut", lower.Ints(1), none)
	}
	if r.Mem.Trails || r.Mem.remembers() {
		r.Slots.Moment = m.Func("moment", lower.Ints(1), []w.Type{w.I64})
	}
	if r.Mem.P.Chance > 0 {
		r.List.Weigh = m.Func("weight", step, []w.Type{w.I64})
		r.List.lot = m.Func("lot", []w.Type{w.I64}, []w.Type{w.I64})
	}
	if r.Mem.remembers() {
		r.List.question = m.Global(w.I32, 0)
	}
	if r.Mem.Aims {
		r.turns = m.Func("turns", lower.Ints(2), one)
		r.keepBest = m.Func("keepBest", lower.Ints(2), none)
		r.keepAimed = m.Func("keepAimed", lower.Ints(1), none)
		r.aiming = m.Func("aiming", lower.Ints(1), one)
		r.advance = m.Func("advance", step, none)
		r.takeAim = m.Func("takeAim", lower.Ints(1), none)
		r.rate = m.Func("judge", lower.Ints(2), none)
		r.reaches = m.Func("reachesAims", lower.Ints(1), one)
	}
}

// flat returns the number of a group of all choices, of a position whose choice is pending.
func (r *memoryMap) flat(p w.Local, group w.X) w.X {
	if len(r.P.Choices) == 1 {
		return group
	}
	return lower.Add(group,
		w.Load(w.I32Load8U, lower.Ld(w.I32Load16U, p, lower.HeadChoice), r.groupStarts))
}

func wide(table uint32, index w.X) w.X {
	return w.Load(w.I64Load, w.Bin(w.I32Shl, index, lower.I32(3)), table)
}

// saved is the state of a search for steps while another one runs within it.
type saved struct {
	r      *bundleList
	locals []w.Local
	offers w.Local
}

func (r *bundleList) searchState() []w.Global {
	return []w.Global{r.Base, r.total, r.others, r.fallback, r.Group, r.Unit.Sp, r.Aim}
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
	f.SetGlobal(r.Base, r.Unit.Sp.X)
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
	f.Set(at, r.Unit.Sp.X)
	f.SetGlobal(r.Unit.Sp, lower.Add(at.X, w.C32(size)))
	f.If(w.Bin(w.I32GtU, r.Unit.Sp.X, w.C32(r.Mem.Stack+r.Mem.stackSize-slack)),
		func() { f.Unreachable() })
}

// Bundles runs body for each bundle of the current search.
func (r *bundleList) Bundles(f *w.Func, body func(b w.Local, end w.Label)) {
	b := f.Local(w.I32)
	f.Set(b, r.Base.X)
	f.While(w.Bin(w.I32LtU, b.X, r.Unit.Sp.X), func(end w.Label) {
		body(b, end)
		f.Set(b, lower.Add(b.X, w.C32(r.Mem.Size)))
	})
}

// flags returns the flags of a class of the player to move.
func (r *memoryMap) flags(p w.Local, class w.X) w.X {
	if len(r.classTable) == 1 || r.classTable[0] == r.classTable[1] && len(r.classTable) == 2 {
		return w.Load(w.I32Load8U, class, r.classTable[0])
	}
	stride := r.classTable[1] - r.classTable[0]
	return w.Load(w.I32Load8U, lower.Add(class,
		w.Bin(w.I32Mul, lower.Ld(w.I32Load8U, p, lower.HeadMover), w.C32(stride))), r.classTable[0])
}

func Class(b w.Local) w.X { return lower.Ld(w.I32Load16U, b, BundleClass) }

// Write writes all functions that do not depend on the programs of the players.
func (r *Runtime) Write() {
	r.writeSmall()
	r.writeFind()
	r.writeReady()
	r.writeTry()
	r.writeEnd()
	r.writeRandom()
	if r.Mem.Marks {
		r.Slots.writeHistory()
	}
	if r.Mem.Trails || r.Mem.remembers() {
		r.Slots.writeMoment()
	}
	if r.Mem.Aims {
		writeAims(r)
	}
	if r.Mem.P.Chance > 0 {
		r.writeWeigh()
		r.List.writeLot()
	}
}

// writeSmall writes copy, pass, finish, lose, outcome and nextMover.
func (r *Runtime) writeSmall() {
	f := r.Slots.CopySlot
	dst, src := f.Arg(0), f.Arg(1)
	// The end first: then the machine checks only once that all is within the memory.
	for off := int(r.Mem.SlotSize) - 8; off >= 0; off -= 8 {
		f.Store(w.I64Store, dst.X, uint32(off), w.Load(w.I64Load, src.X, uint32(off)))
	}

	// For a step that is not a move: whether it is a pass.
	f = r.Pass
	p := f.Arg(0)
	lower.St(f, w.I32Store16, p, lower.HeadSteps,
		lower.Add(lower.Ld(w.I32Load16U, p, lower.HeadSteps), lower.I32(1)))
	lower.St(f, w.I32Store8, p, lower.HeadPassed, f.Arg(1).X)
	f.Do(w.Call(r.endTurn, p.X))

	// How, whether it is a draw, and who has won.
	f = r.Finish
	p = f.Arg(0)
	lower.St(f, w.I32Store8, p, lower.HeadOver, lower.I32(1))
	lower.St(f, w.I32Store16, p, lower.HeadEnd, f.Arg(1).X)
	lower.St(f, w.I32Store8, p, lower.HeadDraw, f.Arg(2).X)
	lower.St(f, w.I32Store16, p, lower.HeadWinners, f.Arg(3).X)

	// A player and how they have lost; the last team in wins (language.md#players-who-are-out).
	f = r.lose
	p = f.Arg(0)
	in := f.Local(w.I32)
	r.Slots.SetNum(f, p, symbolic.NumOut, w.Bin(w.I64Or, r.Slots.Num(p, symbolic.NumOut),
		w.Bin(w.I64Shl, w.C64(1), w.Un(w.I64ExtendI32U, f.Arg(1).X))))
	players := len(r.Mem.P.Game.Players)
	f.Set(in, lower.Band(w.Bin(w.I32Xor, w.Un(w.I32WrapI64, r.Slots.Num(p, symbolic.NumOut)),
		lower.I32(-1)),
		lower.I32(1<<players-1)))
	f.If(w.Not32(in.X), func() { f.Do(w.Call(r.Finish, p.X, f.Arg(2).X, lower.I32(1), lower.I32(0))) },
		func() {
			if len(r.Mem.P.Game.Teams()) == players {
				f.If(w.Not32(lower.Band(in.X, lower.Sub(in.X, lower.I32(1)))),
					func() { f.Do(w.Call(r.Finish, p.X, f.Arg(2).X, lower.I32(0), in.X)) })
				return
			}
			for _, team := range r.Mem.P.Game.Teams() {
				mask := int(team)
				f.If(w.Not32(lower.Band(in.X, lower.I32(^mask))),
					func() { f.Do(w.Call(r.Finish, p.X, f.Arg(2).X, lower.I32(0), lower.I32(mask))) })
			}
		})

	// The number of an item that decides (language.md#outcomes-of-a-turn).
	f = r.outcome
	p = f.Arg(0)
	item := f.Arg(1)
	const whoMoves = 0xFF
	kinds, named := make([]byte, 0, 64*len(r.Mem.P.Choices)), []byte{}
	anyNamed := false
	for _, ch := range r.Mem.P.Choices {
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
		return lower.Add(item.X,
			w.Bin(w.I32Shl, lower.Ld(w.I32Load16U, p, lower.HeadChoice), lower.I32(6)))
	}
	f.Set(kind, w.Load(w.I32Load8U, at(), r.Unit.BytesTable(kinds)))
	f.Set(player, lower.Ld(w.I32Load8U, p, lower.HeadMover))
	if anyNamed {
		table := r.Unit.BytesTable(named)
		f.If(w.Bin(w.I32Ne, w.Load(w.I32Load8U, at(), table), lower.I32(whoMoves)), func() {
			f.Set(player, w.Load(w.I32Load8U, at(), table))
		})
	}
	f.If(lower.Eq(kind.X, lower.I32(int(ir.IllegalItem))), func() {
		f.Do(w.Call(r.Finish, p.X, lower.I32(EndDry), lower.I32(1), lower.I32(0)))
		f.Leave()
	})
	f.If(lower.Ld(w.I32Load16U, p, lower.HeadSteps), func() {
		r.Slots.SetNum(f, p, symbolic.NumPasses, w.C64(0))
		r.Slots.SetNum(f, p, symbolic.NumPly, w.Bin(w.I64Add, r.Slots.Num(p, symbolic.NumPly), w.C64(1)))
	})
	lower.St(f, w.I32Store16, p, lower.HeadItem, item.X)
	lower.St(f, w.I32Store16, p, lower.HeadOf, lower.Ld(w.I32Load16U, p, lower.HeadChoice))
	f.If(lower.Eq(kind.X, lower.I32(int(ir.WinItem))), func() {
		f.Do(w.Call(r.Finish, p.X, lower.I32(EndItem), lower.I32(0), r.team(player.X)))
	})
	f.If(lower.Eq(kind.X, lower.I32(int(ir.LoseItem))), func() {
		f.Do(w.Call(r.lose, p.X, player.X, lower.I32(EndItem)))
	})
	f.If(lower.Eq(kind.X, lower.I32(int(ir.DrawItem))), func() {
		f.Do(w.Call(r.Finish, p.X, lower.I32(EndItem), lower.I32(1), lower.I32(0)))
	})
	f.If(w.Not32(lower.Ld(w.I32Load16U, p, lower.HeadSteps)), func() {
		// whoever could not begin the turn still has it
		f.If(lower.Ld(w.I32Load8U, p, lower.HeadOver), func() { f.Leave() })
		if r.Mem.Marks {
			f.If(lower.Ld(w.I32Load, p, lower.HeadNode),
				func() {
					lower.St(f, w.I32Store, p, lower.HeadNode,
						r.Slots.Node(lower.Ld(w.I32Load, p, lower.HeadNode), nodeParent))
				})
		}
	})
	f.Do(w.Call(r.NextTurn, p.X))

	// Who takes the next turn, if the turn ends as it stands.
	f = r.Slots.nextMover
	p = f.Arg(0)
	next, n, out := f.Local(w.I32), f.Local(w.I32), f.Local(w.I32)
	f.Set(next, lower.Ld(w.I32Load8U, p, lower.HeadMover))
	f.Set(out, w.Un(w.I32WrapI64, r.Slots.Num(p, symbolic.NumOut)))
	isIn := func() w.X { return w.Not32(lower.Band(w.Bin(w.I32ShrU, out.X, next.X), lower.I32(1))) }
	f.If(lower.Band(w.Bin(w.I64Ne, r.Slots.Num(p, symbolic.NumAgain), w.C64(0)), isIn()),
		func() { f.Return(next.X) })
	f.While(w.Bin(w.I32LtU, n.X, lower.I32(players-1)), func(w.Label) {
		f.Set(next, lower.Add(next.X, lower.I32(1)))
		f.If(lower.Eq(next.X, lower.I32(players)), func() { f.Set(next, lower.I32(0)) })
		f.If(isIn(), func() { f.Return(next.X) })
		f.Set(n, lower.Add(n.X, lower.I32(1)))
	})
	lower.Ld(w.I32Load8U, p, lower.HeadMover)(f)

	// nextTurn gives the position to the player who moves next. A turn that begins only for the sake
	// of the search whether they are stuck need not be remembered if nothing asks for it there.
	f = r.NextTurn
	p = f.Arg(0)
	next = f.Local(w.I32)
	f.Set(next, r.Slots.nextOf(f, p))
	lower.St(f, w.I32Store8, p, lower.HeadMover, next.X)
	r.Slots.clearTurn(f, p)
	if r.Mem.Marks {
		if !r.Mem.P.AsksWithin() {
			f.If(r.InStuck.X, func() { f.Leave() })
		}
		r.Slots.seen(f, p, next.X)
		r.Slots.markTurn(f, p)
	}
}

// team returns the players who win with a player, a bit for each.
func (r *Runtime) team(player w.X) w.X {
	game := r.Mem.P.Game
	if len(game.Teams()) == len(game.Players) {
		return w.Bin(w.I32Shl, lower.I32(1), player)
	}
	var table []byte
	for i := range game.Players {
		table = binary.LittleEndian.AppendUint16(table, game.Team(i))
	}
	return w.Load(w.I32Load16U, w.Bin(w.I32Shl, player, lower.I32(1)), r.Unit.BytesTable(table))
}

// nextOf returns who takes the next turn, if the turn ends as it stands.
func (r *slots) nextOf(f *w.Func, p w.Local) w.X {
	if len(r.Mem.P.Game.Players) != 2 {
		return w.Call(r.nextMover, p.X)
	}
	next := f.Local(w.I32)
	f.Set(next, lower.Ld(w.I32Load8U, p, lower.HeadMover))
	out := w.Bin(w.I32ShrU, w.Un(w.I32WrapI64, r.Num(p, symbolic.NumOut)), next.X)
	stays := lower.Band(w.Bin(w.I64Ne, r.Num(p, symbolic.NumAgain), w.C64(0)),
		w.Not32(lower.Band(out, lower.I32(1))))
	f.If(w.Not32(stays), func() { f.Set(next, w.Bin(w.I32Xor, next.X, lower.I32(1))) })
	return next.X
}

// clearTurn clears what lasts for a turn.
func (r *slots) clearTurn(f *w.Func, p w.Local) {
	r.SetNum(f, p, symbolic.NumAgain, w.C64(0))
	r.SetNum(f, p, symbolic.NumOpen, w.C64(0))
	lower.St(f, w.I32Store8, p, lower.HeadPassed, lower.I32(0))
	lower.St(f, w.I32Store16, p, lower.HeadChoice, lower.I32(0))
	lower.St(f, w.I32Store16, p, lower.HeadSteps, lower.I32(0))
	lower.St(f, w.I32Store, p, lower.HeadTrail, lower.I32(0))
	for i := range r.Mem.P.ThisTurn {
		x := &r.Mem.P.ThisTurn[i]
		if x.Field < 0 {
			r.SetNum(f, p, x.Number, w.C64(x.Value))
			continue
		}
		for k := range r.Mem.P.FieldWords[x.Field] {
			f.Store(w.I64Store, p.X, r.Unit.FieldAt(x.Field)+uint32(8*k), w.C64(x.Set[k]))
		}
	}
}

// markTurn remembers the position as a turn boundary, after it has been seen.
func (r *slots) markTurn(f *w.Func, p w.Local) {
	last := f.Local(w.I32)
	f.Set(last, lower.Ld(w.I32Load, p, lower.HeadNode))
	lower.St(f, w.I32Store, p, lower.HeadNode, r.newNode(f, last.X, r.NextWhole.X, r.NextPieces.X,
		lower.Add(r.Node(last.X, NodeDepth), lower.I32(1))))
}

// Node reads a part of a node; node 0 is all zeros.
func (r *slots) Node(n w.X, part uint32) w.X {
	return w.Load(w.I32Load, w.Bin(w.I32Shl, n, lower.I32(5)), r.Mem.Arena+part)
}

// offerOther writes a bundle of one step that is in no class.
func (r *bundleList) offerOther(f *w.Func, class int, item w.X) {
	b := f.Local(w.I32)
	f.Set(b, r.Unit.Sp.X)
	lower.St(f, w.I32Store, b, BundleCount, lower.I32(1))
	lower.St(f, w.I32Store, b, BundleClass,
		lower.Bor(lower.I32(class), w.Bin(w.I32Shl, item, lower.I32(16))))
	lower.St(f, w.I64Store, b, BundleAnchors, w.C64(0))
	lower.St(f, w.I64Store, b, BundleSet, w.C64(1))
	for k := 1; k < r.Mem.Words; k++ {
		lower.St(f, w.I64Store, b, BundleSet+8*k, w.C64(0))
	}
	f.SetGlobal(r.Unit.Sp, lower.Add(b.X, w.C32(r.Mem.Size)))
	f.SetGlobal(r.others, lower.Add(r.others.X, lower.I32(1)))
}
