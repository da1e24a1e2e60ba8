package emit

import (
	"fmt"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/random"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/compile/turn"
	w "boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
)

// Module is a game as a WebAssembly module, with what its users need to know.
type Module struct {
	*programs.Program
	Code       []byte // in the binary format
	SlotSize   uint32 // of a position in memory
	Words      int    // of a set of a bundle
	BundleSize uint32
	Stack      uint32 // where bundles begin, the initial value of the variables "sp" and "base"
	Arena      uint32 // the nodes of the history; 0: positions remember nothing
	heads      uint32 // the chains of the nodes
	Image      uint32 // where a stand-alone module has the start of the game
	Trails     bool   // positions remember the moments of the current turn
	Slots      uint32 // where memory for positions begins
	functions  int
	Evaluator  bool   // the module imports the evaluator
	Rests      bool   // the module calls its host now and then, wherever a call may take long
	Values     []bool // by value of the rules: whether the module computes it

	written *w.Module
}

// layOut places the sets of a position after its numbers.
func layOut(p *programs.Program) uint32 {
	at := uint32(lower.HeadSize + 8*p.Numbers)
	for i := range p.Fields {
		n := max(layout.Words(&p.May[i]), 1)
		p.FieldAt, p.FieldWords = append(p.FieldAt, at), append(p.FieldWords, n)
		at += uint32(8 * n)
	}
	return at
}

// Assemble writes the module.
func Assemble(p *programs.Program, bounds *eval.Bounds, rests bool) *Module {
	u := lower.NewUnitOf(p)
	r := turn.NewRuntime(u, p)
	r.Mem.SlotSize = layOut(p)
	r.List.Budget = turn.BudgetOf(bounds, r.Mem.Aims, rests)
	r.Declare()
	for range p.Players {
		r.PlayerEnd = append(r.PlayerEnd, u.M.Func("endTurn", lower.Ints(1), nil))
	}
	r.Mem.Place()
	r.Mem.Known()
	r.WriteDoubts()
	r.WriteRules()
	for me, player := range p.Players {
		var once *w.Func
		if len(player.AtOnce) > 0 {
			once = u.M.Func("atOnce", lower.Ints(1), lower.Ints(1))
		}
		r.AtOnce = append(r.AtOnce, once)
		for _, a := range player.Applies {
			r.Apply(a)
		}
		if once != nil {
			r.WriteAtOnce(once, me)
		}
	}
	for me := range p.Players {
		r.WritePlayerEnd(me)
	}
	r.Write()
	if r.Mem.Marks || r.Mem.Trails {
		r.Slots.WritePut()
	}
	mod := &Module{
		Program: p, SlotSize: r.Mem.SlotSize, Words: r.Mem.Words, BundleSize: r.Mem.Size,
		Stack: r.Mem.Stack,
		Image: r.Mem.Image, Arena: r.Mem.Arena, heads: r.Mem.Heads,
		Evaluator: p.Leaves(), Trails: r.Mem.Trails, Rests: r.List.Budget.Rests,
	}
	exports(r, mod, bounds)
	if len(u.Data) > maxTables {
		symbolic.Fail("tables of %d bytes", len(u.Data))
	}
	mod.Slots = u.Tables + uint32(len(u.Data))
	u.M.Data(u.Tables, u.Data)
	u.M.Init(r.List.Base, int64(r.Mem.Stack))
	u.M.Init(r.Unit.Sp, int64(r.Mem.Stack))
	if r.List.Budget.Rounds {
		u.M.Watch(r.List.UntilRest, r.List.HostRest)
	}
	mod.written = u.M
	u.M.Share(large)
	u.M.Memory(mod.Slots + 32*r.Mem.SlotSize)
	mod.functions = u.M.Funcs()
	mod.Code = u.M.Encode()
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
	case turn.ClassPass, turn.ClassDone:
		return true
	case turn.ClassFallback:
		return false
	}
	p := m.Players[player]
	return p.Applies[p.Classes[class].Apply].Then == 0
}

// With returns the module with initial data at an address, and with a custom section.
func (m *Module) With(at uint32, data []byte, section string, text []byte) []byte {
	m.written.Data(at, data)
	m.written.Custom(section, text)
	return m.written.Encode()
}

// Part returns the module with only those functions exported that keep chooses, and Annex what a
// running part lacks; Size is how many bytes of code functions need. See [w.Module.Part],
// [w.Module.Annex], [w.Module.Size].
func (m *Module) Part(keep func(export string) bool) []byte  { return m.written.Part(keep) }
func (m *Module) Annex(keep func(export string) bool) []byte { return m.written.Annex(keep) }
func (m *Module) Size(keep func(export string) bool) int     { return m.written.Size(keep) }

// large is the size in bytes of functions that share their code if they differ only in a few
// constants, such as a direction: compiling them takes longer than passing the constants.
const large = 1 << 10

// maxTables is how much room there is for tables.
const maxTables = 4 << 20

// exports writes the functions that are called from outside.
func exports(r *turn.Runtime, mod *Module, bounds *eval.Bounds) {
	m := r.Unit.M
	i32t, i64t := w.I32, w.I64

	// ready(p, trial) finds the steps of a position, after taking silent ones, and returns how many
	// there are.
	f := m.Func("ready", lower.Ints(2), lower.Ints(1))
	f.SetGlobal(r.Ahead, lower.I32(0))
	w.Call(r.Ready, f.Arg(0).X, lower.I32(0), f.Arg(1).X)(f)
	m.Export("ready", f)

	// play(dst, src, class, anchors, place, trial) plays a legal step, and then does the same as
	// ready.
	f = m.Func("play", []w.Type{i32t, i32t, i32t, i64t, i64t, i32t}, lower.Ints(1))
	dst, src := f.Arg(0), f.Arg(1)
	f.SetGlobal(r.Ahead, lower.I32(0))
	f.If(w.Bin(w.I32Ne, dst.X, src.X), func() { f.Do(w.Call(r.Slots.CopySlot, dst.X, src.X)) })
	if r.Mem.Aims {
		f.Drop(w.Call(r.Ready, dst.X, lower.I32(0), lower.I32(turn.TryAll)))
	}
	f.Do(w.Call(r.PlayAny, dst.X, f.Arg(2).X, f.Arg(3).X, f.Arg(4).X))
	w.Call(r.Ready, dst.X, lower.I32(0), f.Arg(5).X)(f)
	m.Export("play", f)

	// locate(k) returns the address of the bundle of the k-th step that ready has found, and in
	// `place` which of its places that is.
	f = m.Func("locate", lower.Ints(1), lower.Ints(1))
	place := m.Global(i32t, 0)
	k, rest := f.Arg(0), f.Local(i32t)
	f.Set(rest, k.X)
	r.List.Bundles(f, func(b w.Local, _ w.Label) {
		f.If(w.Bin(w.I32LtU, rest.X, lower.Ld(w.I32Load, b, turn.BundleCount)), func() {
			f.SetGlobal(place, w.Un(w.I32WrapI64, w.Call(r.List.Pick, b.X, rest.X)))
			f.Return(b.X)
		})
		f.Set(rest, lower.Sub(rest.X, lower.Ld(w.I32Load, b, turn.BundleCount)))
	})
	f.Const32(0)
	m.Export("locate", f)
	m.ExportGlobal("place", place)

	// begin(p) makes p the start of the game.
	f = m.Func("begin", lower.Ints(1), nil)
	f.Do(w.Call(r.Slots.CopySlot, f.Arg(0).X, w.C32(r.Mem.Image)))
	begin, at := f, f.Arg(0)
	if r.Mem.Marks {
		lower.St(f, w.I32Store, at, lower.HeadNode, lower.I32(0))
		f.If(r.Slots.SettingUp(at), func() { f.Leave() })
		f.Do(w.Call(r.Slots.Boundary, at.X, lower.Ld(w.I32Load8U, at, lower.HeadMover)))
		lower.St(f, w.I32Store, at, lower.HeadNode,
			w.Call(r.Slots.Put, lower.I32(0), r.Slots.NextWhole.X, r.Slots.NextPieces.X,
				lower.I32(1)))
	}
	m.Export("begin", begin)

	f = m.Func("copy", lower.Ints(2), nil)
	f.Do(w.Call(r.Slots.CopySlot, f.Arg(0).X, f.Arg(1).X))
	m.Export("copy", f)

	if r.Mem.P.Chance > 0 {
		m.Export("weight", r.List.Weigh)
	}
	random.ExportPlayout(r)
	if !graph.InBrowser { // the page does not ask; the engine can count by playing each step
		r.ExportPerft()
	}

	f = m.Func("hash", lower.Ints(1), []w.Type{i64t})
	r.Slots.WriteHash(f)
	m.Export("hash", f)

	if r.Mem.Marks || r.Mem.Trails {
		f = m.Func("remember", []w.Type{i32t, i64t, i64t, i32t}, lower.Ints(1))
		parent := f.Arg(0)
		depth := w.Select(lower.I32(turn.TrailDepth),
			lower.Add(r.Slots.Node(parent.X, turn.NodeDepth), lower.I32(1)), f.Arg(3).X)
		w.Call(r.Slots.Put, parent.X, f.Arg(1).X, f.Arg(2).X, depth)(f)
		m.Export("remember", f)
		if r.Mem.Marks {
			f = m.Func("boundary", lower.Ints(2), nil)
			f.Do(w.Call(r.Slots.Boundary, f.Arg(0).X, f.Arg(1).X))
			m.Export("boundary", f)
			m.ExportGlobal("whole", r.Slots.NextWhole)
			m.ExportGlobal("pieces", r.Slots.NextPieces)
		}
		if r.Mem.Trails {
			f = m.Func("tread", lower.Ints(1), nil)
			r.Slots.Tread(f, f.Arg(0), w.Call(r.Slots.Moment, f.Arg(0).X))
			m.Export("tread", f)
		}
		f = m.Func("forget", lower.Ints(1), nil)
		if r.Mem.Marks {
			f.Do(w.Call(r.Slots.Cut, f.Arg(0).X))
		} else {
			f.SetGlobal(r.Slots.Nodes, f.Arg(0).X)
		}
		m.Export("forget", f)
		m.ExportGlobal("nodes", r.Slots.Nodes)
	}
	mod.Values = make([]bool, len(r.Mem.P.Game.Values))
	for i := range r.Mem.P.Game.Values {
		f := m.Func("value", lower.Ints(2), []w.Type{i64t})
		// the others need their work counted
		mod.Values[i] = bounds.Expr(r.Mem.P.Game.Values[i].Body) <= eval.MostWork
		for me, player := range r.Mem.P.Players {
			if i >= len(player.Values) || player.Values[i] == nil {
				mod.Values[i] = false
				continue
			}
			fn := r.Unit.M.Add(r.Unit.ValueCode("value", player.Values[i]))
			f.If(lower.Eq(f.Arg(1).X, lower.I32(me)), func() { f.Return(w.Call(fn, f.Arg(0).X)) })
		}
		f.Const64(0)
		if mod.Values[i] {
			m.Export(fmt.Sprint("value", i), f)
		}
	}
	exportHolds(r)
	m.ExportGlobal("base", r.List.Base)
	m.ExportGlobal("sp", r.Unit.Sp)
	m.ExportGlobal("rng", r.List.Rng)
	m.ExportGlobal("legal", r.LegalSum)
	m.ExportGlobal("inStuck", r.InStuck)

	// reset drops the unfinished work of an interrupted call.
	f = m.Func("reset", nil, nil)
	f.SetGlobal(r.List.Base, w.C32(r.Mem.Stack))
	f.SetGlobal(r.Unit.Sp, w.C32(r.Mem.Stack))
	for _, g := range []w.Global{r.InStuck, r.Ahead, r.List.Aim, r.Quiet} {
		f.SetGlobal(g, lower.I32(0))
	}
	m.Export("reset", f)
}

// exportHolds exports holds(p): 1 if all that steps must ensure holds as the position stands.
func exportHolds(r *turn.Runtime) {
	p := r.Mem.P
	for _, player := range p.Players {
		if player.Holds == nil {
			return
		}
	}
	f := r.Unit.M.Func("holds", lower.Ints(1), lower.Ints(1))
	for me, player := range p.Players {
		fn := r.Unit.M.Add(r.Unit.TruthCode("holds", player.Holds))
		f.If(lower.Eq(lower.Ld(w.I32Load8U, f.Arg(0), lower.HeadMover), lower.I32(me)),
			func() { f.Return(w.Call(fn, f.Arg(0).X)) })
	}
	f.Const32(0)
	r.Unit.M.Export("holds", f)
}

// Plan describes the module: its size, and for how many sites at once it computes each move, each
// of its conditions and each sentence of `end`, or why that is left to the evaluator.
func (m *Module) Plan() string {
	return fmt.Sprintf("a module of %.1f KB with %d functions; %d bytes a position: %d sets and "+
		"%d numbers\n%s",
		float64(len(m.Code))/1000, m.functions, m.SlotSize, len(m.Fields), m.Numbers, m.Text())
}
