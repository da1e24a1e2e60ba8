package compile

import (
	"context"
	"fmt"

	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
)

// Module is a game as a WebAssembly module, with what its users need to know.
type Module struct {
	*Program
	Code       []byte // in the binary format
	SlotSize   uint32 // of a position in memory
	Words      int    // of a set of a bundle
	BundleSize uint32
	Stack      uint32 // where bundles begin, the initial value of the variables "sp" and "base"
	Arena      uint32 // the nodes of the history; 0: positions remember nothing
	heads      uint32 // the chains of the nodes
	Image      uint32 // where a stand-alone module has the start of the game
	Treads     bool   // positions remember the moments of the current turn
	Slots      uint32 // where memory for positions begins
	functions  int
	Evaluator  bool   // the module imports the evaluator
	Rests      bool   // the module calls its host now and then, wherever a call may take long
	Values     []bool // by value of the rules: whether the module computes it

	written *w.Module
}

// Wasm compiles a game to a WebAssembly module. What cannot be compiled is left to the evaluator,
// move by move and sentence by sentence; an error says why the whole game is: no position can be
// stored, or its work has to be counted (see [eval.Bounds.Foreseen]). When the context ends, the
// error is that of the context.
func Wasm(ctx context.Context, game *ir.Game) (m *Module, err error) {
	return compileTo(ctx, game, true)
}

// Alone is [Wasm] for a stand-alone module, which imports nothing unless something is left to the
// evaluator.
func Alone(ctx context.Context, game *ir.Game) (m *Module, err error) {
	return compileTo(ctx, game, false)
}

func compileTo(ctx context.Context, game *ir.Game, rests bool) (m *Module, err error) {
	defer recoverCanceled(&err)
	bounds := eval.BoundsOf(game)
	if err := bounds.Foreseen(); err != nil {
		return nil, err
	}
	p, err := programOf(ctx, game)
	if err != nil {
		return nil, err
	}
	if why := attempt(func() { m = p.assemble(bounds, rests) }); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	return m, nil
}

// leaves reports whether anything is left to the evaluator.
func (p *Program) leaves() bool {
	for _, player := range p.Players {
		for _, ch := range player.choices {
			for _, g := range ch.groups {
				if len(g.fallback) > 0 {
					return true
				}
			}
		}
		for _, list := range [2][]chunk{player.end, player.atOnce} {
			for i := range list {
				if list[i].fallback > 0 {
					return true
				}
			}
		}
		for i, s := range p.Game.End {
			if _, ok := player.scored[i]; !ok &&
				(s.Outcome == ir.Highest || s.Outcome == ir.Lowest) {
				return true
			}
		}
	}
	return false
}

// decides reports whether an item of a choice can decide the game or withdraw a step.
func (p *Program) decides() bool {
	for _, ch := range p.Choices {
		for _, g := range ch.Groups {
			for _, it := range g.Items {
				switch it.Source.Op {
				case ir.MoveItem, ir.PassItem, ir.DoneItem:
				default:
					return true
				}
			}
		}
	}
	return false
}

// allFree reports whether no step ever has to be tried.
func (p *Program) allFree() bool {
	for _, player := range p.Players {
		for i := range player.Classes {
			if !player.Classes[i].free {
				return false
			}
		}
	}
	return true
}

// witnessed reports whether the witness of a step can show that others are legal.
func (p *Program) witnessed() bool {
	for _, player := range p.Players {
		for _, a := range player.applies {
			if a.witness != nil {
				return true
			}
		}
	}
	return false
}

// hashed returns what repetitions compare (language.md#repetition): the sets with pieces, then
// those of memories that last longer than a turn, and the numbers of such memories.
func (p *Program) hashed() (fields, nums []int) {
	g := p.Game
	for i := range p.Pieces {
		fields = append(fields, i)
	}
	for i := range g.States {
		s := &g.States[i]
		if !s.Memory || s.ThisTurn {
			continue
		}
		players, kinds, cells := g.Extent(s)
		base := g.Base(i)
		for j := range players * kinds * cells {
			if !s.InSets() {
				nums = append(nums, NumFirst+base+j)
				continue
			}
			for _, f := range p.Memory[base+j] {
				if f >= 0 {
					fields = append(fields, f)
				}
			}
		}
	}
	return fields, nums
}

// layOut places the sets of a position after its numbers.
func (p *Program) layOut() uint32 {
	at := uint32(headSize + 8*p.Numbers)
	for i := range p.Fields {
		n := max(words(&p.builder.store.may[i]), 1)
		p.FieldAt, p.FieldWords = append(p.FieldAt, at), append(p.FieldWords, n)
		at += uint32(8 * n)
	}
	for _, n := range p.builder.nodes {
		if n.op == nRow {
			return at + readBehind
		}
	}
	return at
}

// assemble writes the module.
func (p *Program) assemble(bounds *eval.Bounds, rests bool) *Module {
	b := p.builder
	u := newUnitOf(b)
	r := &runtime{}
	r.unitOf, r.p, r.words = u, p, p.Layout.Words
	r.size = uint32(BundleSet + 8*r.words)
	r.slotSize = p.layOut()
	r.marks = p.Repeats
	for _, ch := range p.Choices {
		r.trails = r.trails || ch.MayRepeat
		for _, g := range ch.Groups {
			r.aims = r.aims || g.Best > 0
		}
	}
	r.budget = budgetOf(bounds, r.aims, rests)
	r.declare()
	for range p.Players {
		r.playerEnd = append(r.playerEnd, u.m.Func("endTurn", ints(1), nil))
	}
	r.place()
	r.known()
	r.writeRules()
	for me, player := range p.Players {
		var once *w.Func
		if len(player.atOnce) > 0 {
			once = u.m.Func("atOnce", ints(1), ints(1))
		}
		r.atOnce = append(r.atOnce, once)
		for _, a := range player.applies {
			r.apply(a)
		}
		if once != nil {
			r.writeAtOnce(once, me)
		}
	}
	for me := range p.Players {
		r.writePlayerEnd(me)
	}
	r.write()
	if r.marks || r.trails {
		r.writePut()
	}
	mod := &Module{
		Program: p, SlotSize: r.slotSize, Words: r.words, BundleSize: r.size, Stack: r.stack,
		Image: r.image, Arena: r.arena, heads: r.heads,
		Evaluator: p.leaves(), Treads: r.trails, Rests: r.budget.rests,
	}
	r.exports(mod, bounds)
	if len(u.data) > maxTables {
		fail("tables of %d bytes", len(u.data))
	}
	mod.Slots = u.tables + uint32(len(u.data))
	u.m.Data(u.tables, u.data)
	u.m.Init(r.base, int64(r.stack))
	u.m.Init(r.sp, int64(r.stack))
	if r.budget.rounds {
		u.m.Watch(r.untilRest, r.hostRest)
	}
	mod.written = u.m
	u.m.Share(large)
	u.m.Memory(mod.Slots + 32*r.slotSize)
	mod.functions = u.m.Funcs()
	mod.Code = u.m.Encode()
	return mod
}

// Signature returns the types of an exported function; ok is false if the module exports no
// function with that name.
func (m *Module) Signature(name string) (params, results []w.Type, ok bool) {
	return m.written.Signature(name)
}

// EndsTurn reports whether a step of a class of a player certainly ends the turn.
func (m *Module) EndsTurn(player int, class uint16) bool {
	switch class {
	case ClassPass, ClassDone:
		return true
	case ClassFallback:
		return false
	}
	p := m.Players[player]
	return p.applies[p.Classes[class].apply].then == 0
}

// With returns the module with initial data at an address, and with a custom section.
func (m *Module) With(at uint32, data []byte, section string, text []byte) []byte {
	m.written.Data(at, data)
	m.written.Custom(section, text)
	return m.written.Encode()
}

// large is the size in bytes of functions that share their code if they differ only in a few
// constants, such as a direction: compiling them takes longer than passing the constants.
const large = 1 << 12

// maxTables is how much room there is for tables.
const maxTables = 4 << 20

// place lays out the memory. The tables come last, just before the positions, because they grow
// while functions are written.
func (r *memoryMap) place() {
	at := uint32(memFree)
	take := func(size uint32) uint32 {
		at = (at + 15) &^ 15
		here := at
		at += size
		return here
	}
	applies := 0
	for _, player := range r.p.Players {
		applies = max(applies, len(player.applies))
	}
	r.unproven = take(uint32(8 * r.words * applies))
	if r.marks || r.trails {
		r.heads = take(2 * 4 << historyLog)
		r.arena = take(HistoryMax * NodeSize)
	}
	r.stackSize = 1 << 20
	if r.words > 2 {
		r.stackSize = 4 << 20
	}
	for _, player := range r.p.Players {
		for _, a := range player.applies {
			if a.looksAhead || a.late != nil || r.aims {
				r.stackSize = 8 << 20 // searches ahead store their results
			}
		}
	}
	r.image, r.checkpointAt = take(r.slotSize), take(r.slotSize)
	r.stack = take(r.stackSize)
	r.unitOf.tables = take(0)
}

// known puts the tables of choices, groups, items and classes into memory.
func (r *memoryMap) known() {
	p := r.p
	var first, flags, counts []byte
	var steps, outcomes []int64
	var items []byte
	for c, ch := range p.Choices {
		first = append(first, byte(r.groups))
		counts = append(counts, byte(len(ch.Groups)))
		row := make([]byte, 64)
		for gi, g := range ch.Groups {
			flag := byte(0)
			var step, outcome int64
			if g.Best > 0 {
				flag |= flagBest
			}
			if g.drawn(p.Game) {
				flag |= flagDrawn
			}
			for _, it := range g.Items {
				bit := int64(1) << it.Index
				if p.weighted(c, it) {
					flag |= flagWeighted
					r.weighted = true
				}
				if it.silent {
					flag |= flagSilent
					row[it.Index] |= flagSilent
				}
				switch it.Source.Op {
				case ir.MoveItem:
				case ir.PassItem:
					step |= bit
					row[it.Index] |= flagPass
				case ir.DoneItem:
					step |= bit
				default:
					outcome |= bit
				}
				for _, player := range p.Players {
					for k := range player.Classes {
						if cl := &player.Classes[k]; cl.choice == c && cl.item == it.Index &&
							!cl.free {
							flag |= flagTried
						}
					}
				}
			}
			_ = gi
			flags, steps, outcomes = append(flags, flag), append(steps, step), append(outcomes,
				outcome)
			r.groups++
		}
		items = append(items, row...)
	}
	r.goffTable, r.countTab = r.bytesTable(first), r.bytesTable(counts)
	r.groupTable = r.bytesTable(flags)
	r.stepsTab, r.outcomeTab = r.numbersTable(steps), r.numbersTable(outcomes)
	r.silentTab = r.bytesTable(items)
	width := 1
	for _, player := range p.Players {
		width = max(width, len(player.Classes))
	}
	var all []byte
	for _, player := range p.Players {
		row := make([]byte, width)
		for i := range player.Classes {
			cl := &player.Classes[i]
			a := player.applies[cl.apply]
			if cl.free {
				row[i] |= flagFree
			}
			if a.then == 0 {
				row[i] |= flagEnds
			}
			for _, g := range p.Choices[cl.choice].Groups {
				for _, it := range g.Items {
					if it.Index == cl.item && it.silent {
						row[i] |= flagSilent
					}
				}
			}
			if a.witness != nil && cl.witnessed(a) {
				row[i] |= flagWitness
			}
			if cl.weight != nil && cl.weight.constant == 0 {
				row[i] |= flagNumber
			}
		}
		all = append(all, row...)
	}
	at := r.bytesTable(all)
	for me := range p.Players {
		r.classTable = append(r.classTable, at+uint32(me*width))
	}
}

// exports writes the functions that are called from outside.
func (r *runtime) exports(mod *Module, bounds *eval.Bounds) {
	m := r.m
	i32t, i64t := w.I32, w.I64

	// ready(p, trial) finds the steps of a position, after taking silent ones, and returns how many
	// there are.
	f := m.Func("ready", ints(2), ints(1))
	f.SetGlobal(r.ahead, i32(0))
	w.Call(r.ready, f.Arg(0).X, i32(0), f.Arg(1).X)(f)
	m.Export("ready", f)

	// play(dst, src, class, anchors, place, trial) plays a legal step, and then does the same as
	// ready.
	f = m.Func("play", []w.Type{i32t, i32t, i32t, i64t, i64t, i32t}, ints(1))
	dst, src := f.Arg(0), f.Arg(1)
	f.SetGlobal(r.ahead, i32(0))
	f.If(w.Bin(w.I32Ne, dst.X, src.X), func() { f.Do(w.Call(r.copySlot, dst.X, src.X)) })
	if r.aims {
		f.Drop(w.Call(r.ready, dst.X, i32(0), i32(TryAll)))
	}
	f.Do(w.Call(r.playAny, dst.X, f.Arg(2).X, f.Arg(3).X, f.Arg(4).X))
	w.Call(r.ready, dst.X, i32(0), f.Arg(5).X)(f)
	m.Export("play", f)

	// locate(k) returns the address of the bundle of the k-th step that ready has found, and in
	// `place` which of its places that is.
	f = m.Func("locate", ints(1), ints(1))
	place := m.Global(i32t, 0)
	k, rest := f.Arg(0), f.Local(i32t)
	f.Set(rest, k.X)
	r.bundles(f, func(b w.Local, _ w.Label) {
		f.If(w.Bin(w.I32LtU, rest.X, ld(w.I32Load, b, BundleCount)), func() {
			f.SetGlobal(place, w.Un(w.I32WrapI64, w.Call(r.pick, b.X, rest.X)))
			f.Return(b.X)
		})
		f.Set(rest, sub(rest.X, ld(w.I32Load, b, BundleCount)))
	})
	f.Const32(0)
	m.Export("locate", f)
	m.ExportGlobal("place", place)

	// begin(p) makes p the start of the game.
	f = m.Func("begin", ints(1), nil)
	f.Do(w.Call(r.copySlot, f.Arg(0).X, w.C32(r.image)))
	begin, at := f, f.Arg(0)
	if r.marks {
		st(f, w.I32Store, at, HeadNode, i32(0))
		f.If(r.settingUp(at), func() { f.Leave() })
		f.Do(w.Call(r.boundary, at.X, ld(w.I32Load8U, at, HeadMover)))
		st(f, w.I32Store, at, HeadNode, w.Call(r.put, i32(0), r.nextWhole.X, r.nextPieces.X,
			i32(1)))
	}
	m.Export("begin", begin)

	f = m.Func("copy", ints(2), nil)
	f.Do(w.Call(r.copySlot, f.Arg(0).X, f.Arg(1).X))
	m.Export("copy", f)

	if r.p.Chance > 0 {
		m.Export("weight", r.weigh)
	}
	r.exportPlayout()
	r.exportPerft()

	f = m.Func("hash", ints(1), []w.Type{i64t})
	r.writeHash(f)
	m.Export("hash", f)

	if r.marks || r.trails {
		f = m.Func("remember", []w.Type{i32t, i64t, i64t, i32t}, ints(1))
		parent := f.Arg(0)
		depth := w.Select(i32(trailDepth), add(r.node(parent.X, nodeDepth), i32(1)), f.Arg(3).X)
		w.Call(r.put, parent.X, f.Arg(1).X, f.Arg(2).X, depth)(f)
		m.Export("remember", f)
		if r.marks {
			f = m.Func("boundary", ints(2), nil)
			f.Do(w.Call(r.boundary, f.Arg(0).X, f.Arg(1).X))
			m.Export("boundary", f)
			f = m.Func("forget", ints(1), nil)
			f.Do(w.Call(r.cut, f.Arg(0).X))
			m.Export("forget", f)
			m.ExportGlobal("whole", r.nextWhole)
			m.ExportGlobal("pieces", r.nextPieces)
		}
		if r.trails {
			f = m.Func("tread", ints(1), nil)
			r.tread(f, f.Arg(0), w.Call(r.moment, f.Arg(0).X))
			m.Export("tread", f)
		}
		m.ExportGlobal("nodes", r.nodes)
	}
	mod.Values = make([]bool, len(r.p.Game.Values))
	for i := range r.p.Game.Values {
		f := m.Func("value", ints(2), []w.Type{i64t})
		// the others need their work counted
		mod.Values[i] = bounds.Expr(r.p.Game.Values[i].Body) <= eval.MostWork
		for me, player := range r.p.Players {
			if i >= len(player.values) || player.values[i] == nil {
				mod.Values[i] = false
				continue
			}
			fn := r.m.Add(r.valueCode("value", player.values[i]))
			f.If(eq(f.Arg(1).X, i32(me)), func() { f.Return(w.Call(fn, f.Arg(0).X)) })
		}
		f.Const64(0)
		m.Export(fmt.Sprint("value", i), f)
	}
	m.ExportGlobal("base", r.base)
	m.ExportGlobal("sp", r.sp)
	m.ExportGlobal("rng", r.rng)
	m.ExportGlobal("legal", r.legalSum)
	m.ExportGlobal("inStuck", r.inStuck)

	// reset drops the unfinished work of an interrupted call.
	f = m.Func("reset", nil, nil)
	f.SetGlobal(r.base, w.C32(r.stack))
	f.SetGlobal(r.sp, w.C32(r.stack))
	for _, g := range []w.Global{r.inStuck, r.ahead, r.aim, r.quiet} {
		f.SetGlobal(g, i32(0))
	}
	m.Export("reset", f)
}

// writeHash writes a hash of what position.State.Equal compares.
func (r *slots) writeHash(f *w.Func) {
	p := f.Arg(0)
	h := f.Local(w.I64)
	f.Set(h, w.Bin(w.I64And, ld(w.I64Load, p, 0), w.C64(uint64(0xFFFF_0000_00FF_FFFF))))
	r.mix(f, h, w.Un(w.I64ExtendI32U, ld(w.I32Load16U, p, HeadSteps)))
	field := func(i int) {
		for k := range r.p.FieldWords[i] {
			r.mix(f, h, ld(w.I64Load, p, int(r.fieldAt(i))+8*k))
		}
	}
	// What a turn has bound for its steps has no meaning after it ends.
	var bound []func()
	for i := range r.p.lasting {
		if r.p.Fields[i].Kind == PendingField {
			bound = append(bound, func() { field(i) })
			continue
		}
		field(i)
	}
	last := NumFirst + r.b.store.numbers
	for i := NumPasses; i < r.p.Numbers; i++ {
		switch {
		case i == NumRepeat || i == NumSeen || i == NumStuck || r.p.Final > 0 && i >= r.p.Final:
		case r.p.Chance > 0 && i == r.p.Chance+NumSince:
		case i >= last && i < r.p.Aims:
			bound = append(bound, func() { r.mix(f, h, r.num(p, i)) })
		default:
			r.mix(f, h, r.num(p, i))
		}
	}
	if len(bound) > 0 {
		f.If(ld(w.I32Load16U, p, HeadChoice), func() {
			for _, b := range bound {
				b()
			}
		})
	}
	h.X(f)
}

// Plan describes the module: its size, and for how many sites at once it computes each move, each
// of its conditions and each sentence of `end`, or why that is left to the evaluator.
func (m *Module) Plan() string {
	return fmt.Sprintf("a module of %.1f KB with %d functions; %d bytes a position: %d sets and "+
		"%d numbers\n%s",
		float64(len(m.Code))/1000, m.functions, m.SlotSize, len(m.Fields), m.Numbers, m.text())
}
