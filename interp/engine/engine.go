// Package engine plays compiled games: it runs the WebAssembly modules that interp/compile makes of
// rules. On a machine wazero turns them into machine code where it can and interprets them
// elsewhere; in a browser, the browser itself runs them (see [Bridge]).
//
// A [Program] is a compiled game. It is immutable and may be shared. An [Instance] of it has memory
// of its own and is for one goroutine at a time. In that memory positions are kept in slots, of 100
// to 300 bytes: a search takes a slot for each depth, or for each node of its tree, and plays from
// one into another. Nothing is converted on the way.
//
//	program, err := engine.New(rules)
//	in, err := program.NewInstance()
//	here, next := in.NewSlot(), in.NewSlot()
//	in.Start(here)
//	for in.Ready(here) > 0 {
//		steps := in.Steps(nil)
//		in.Play(next, here, steps[0])
//		here, next = next, here
//	}
//	fmt.Println(in.Result(here))
//
// [Instance.PlayAt] plays a step by its number, without a list.
//
// What the rules mean is defined by interp/eval, which also plays the parts of a game that no
// program carries: the module asks it. Both agree in everything but the order of the steps of a
// position.
package engine

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// Program is a compiled game. It is immutable and safe for concurrent use.
type Program struct {
	*compile.Module
	code  code
	begin func() *position.Position // finds the start of the game, once
	names [][]naming                // by player and class
	// by player: how to sort steps; nil: not asked for yet
	rankings []atomic.Pointer[ranking]
	// the sets of pieces on the board, for Look
	looked []looked
}

// New compiles a game. Moves that cannot be compiled are left to the evaluator, one by one; the
// error says why if the whole game is.
func New(g *ir.Game) (*Program, error) { return NewContext(context.Background(), g) }

// NewContext is [New] that stops within milliseconds of the end of its context, with the error of
// the context. It leaves out the passes of the compiler with these names.
func NewContext(ctx context.Context, g *ir.Game, without ...string) (*Program, error) {
	return newProgram(ctx, g, false, without)
}

// ForPlay is [NewContext] for callers that may never ask for a random game or a value of the rules:
// the machine code of values is made when an instance first asks for one, and where it is much, so
// is that of random games.
func ForPlay(ctx context.Context, g *ir.Game, without ...string) (*Program, error) {
	return newProgram(ctx, g, true, without)
}

func newProgram(ctx context.Context, g *ir.Game, late bool, without []string) (*Program, error) {
	m, err := compile.Wasm(ctx, g, without...)
	if err != nil {
		return nil, err
	}
	return load(ctx, m, late)
}

// load prepares a module to run. With late, the code of random games and values may be compiled
// later.
func load(ctx context.Context, m *compile.Module, late bool) (*Program, error) {
	c, err := compileCode(ctx, m, late)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("the module of the game is not valid: %w", err)
	}
	p := &Program{Module: m, code: c, names: namings(m), looked: lookedOf(m),
		rankings: make([]atomic.Pointer[ranking], len(m.Players))}
	p.begin = sync.OnceValue(p.first)
	return p, nil
}

// startWork is how much work the evaluator may do to begin a game: some hundredths of a second.
const startWork = 1 << 20

// first finds the start of the game. If finding the legal steps there takes long, the module does
// it.
func (p *Program) first() *position.Position {
	m := eval.New(p.Game)
	var start *position.State
	if m.Within(startWork, func() { start = m.Start() }) {
		return position.Of(start)
	}
	if in, err := p.NewInstance(); err == nil {
		if begun := in.Settle(m.SetUp(0)); begun != nil {
			return begun
		}
	}
	return position.Of(m.Start())
}

// Settle goes on from a position that has just been set up, whose legal steps are not known yet. It
// finds them, and takes the steps that leave no choice. It returns nil if the engine cannot hold
// the position, or cannot tell what has happened since.
func (in *Instance) Settle(p *position.State) (q *position.Position) {
	defer func() {
		if r := recover(); r != nil {
			if err, is := r.(error); !is || !errors.Is(err, ErrRoom) {
				panic(r)
			}
			q = nil
		}
	}()
	from, s := in.NewSlot(), in.NewSlot()
	defer in.Free(from)
	defer in.Free(s)
	if err := in.loads.load(from, p); err != nil {
		return nil
	}
	in.Copy(s, from)
	in.Ready(s)
	return in.Keep(s, position.Of(p), from)
}

// Start returns the position at the beginning of the game.
func (p *Program) Start() *position.Position { return p.begin() }

// Slot is a position in the memory of an [Instance]. [Instance.NewSlot] makes it, and it means
// nothing to another instance.
type Slot uint32

// Step is a step of a position, as [Instance.Steps] lists it. Steps are compared with ==: the same
// step of the same player is the same in every position and every instance of a program.
type Step struct {
	code  uint64 // the anchors, or the word of a step that was left to the evaluator
	class uint16
	place uint16
}

// ErrRoom is the error of a game that needs more memory for a search than an instance has. Methods
// of [Instance] panic with it.
var ErrRoom = errors.New("the game needs more memory than a search may take")

// Instance plays a program's game. It is for one goroutine at a time.
type Instance struct {
	// Evaluated is the time that the evaluator took for what was left to it, if Clock is set.
	Clock     func() time.Duration
	Evaluated time.Duration

	p       *Program
	run     running
	ctx     context.Context // of every call
	mem     memory
	free    []Slot
	taken   []bool // by slot, in the order of their addresses
	top     uint32
	stack   [8]uint64
	eval    *eval.Machine
	start   Slot                        // the beginning of the game; 0 until it is asked for
	pace    int                         // how many steps of a random game a call may play
	visits  int                         // how many positions a call may visit to count sequences
	last    Slot                        // whose steps the stack of the module holds
	given   []*position.Result          // of positions that were over when they were loaded
	known   map[*position.History]int32 // nodes of turn boundaries that have been loaded
	moments map[*moment]uint32          // and of moments that another instance has made
	found   int                         // how many steps Ready has found
	end     uint32                      // of their bundles; 0: not asked yet
	list    []position.Move             // room for Names
	runs    []run
	lists   []position.Move // the rest of a block of memory for lists
	bytes   []byte          // of one for the bytes of positions
	keeps   []kept          // and of one for positions
	crowded int             // how many nodes there are too many
	pauses  pauses
	widest  int  // the most steps that perft has seen in a position
	home    home // this memory, until nodes move in it

	fReady, fPlay, fCopy, fPlayout, fHash, fPerft function
	fRemember, fBoundary, fForget, fTread         function
	fWeight, fReset, fHolds                       function
	values                                        []function
	base, sp, rng, legal, whole, pieces           global
	nodes                                         global
	words                                         int

	Cells Cells // what stands where
	texts texts
	loads loads
	past  past
}

// Cells answers what searches ask of a position besides its steps, without converting the position.
type Cells struct{ in *Instance }

// texts names steps as positions do.
type texts struct{ in *Instance }

// loads writes positions into slots.
type loads struct{ in *Instance }

// past keeps what positions remember of earlier ones: nodes in memory.
type past struct{ in *Instance }

// NewInstance returns an instance of the program.
func (p *Program) NewInstance() (*Instance, error) {
	in := &Instance{p: p, top: p.slotAt(0), words: p.Words,
		pace: atLeast, visits: atLeast, eval: eval.New(p.Game),
		home: home{instance: instancesMade.Add(1)}, crowded: fewNodes}
	in.Cells, in.texts, in.loads, in.past = Cells{in}, texts{in}, loads{in}, past{in}
	m, err := p.code.start(in)
	if err != nil {
		return nil, err
	}
	bind(in, m)
	return in, nil
}

// bind lets an instance call a module.
func bind(in *Instance, m running) {
	in.run = m
	in.mem = m.memory()
	in.fReady, in.fPlay, in.fCopy = m.function("ready"), m.function("play"), m.function("copy")
	in.fPlayout, in.fHash = m.function("playout"), m.function("hash")
	in.fPerft, in.fWeight = m.function("perft"), m.function("weight")
	in.fRemember, in.fBoundary = m.function("remember"), m.function("boundary")
	in.fForget, in.fTread = m.function("forget"), m.function("tread")
	bindValues(in, m)
	in.base, in.sp, in.rng = m.global("base"), m.global("sp"), m.global("rng")
	in.legal = m.global("legal")
	in.fReset, in.fHolds = m.function("reset"), m.function("holds")
	in.whole, in.pieces, in.nodes = m.global("whole"), m.global("pieces"), m.global("nodes")
}

// bindValues lets an instance call the functions of a module that compute values; where it has
// none, [Instance.Value] finds another.
func bindValues(in *Instance, m running) {
	in.values = nil
	for i := range in.p.Game.Values {
		in.values = append(in.values, m.function(fmt.Sprint("value", i)))
	}
}

// call calls a function of the module; its arguments are on the stack.
func (in *Instance) call(f function) uint64 {
	in.pauses.calls++
	if err := f.CallWithStack(in.ctx, in.stack[:]); err != nil {
		in.fReset.CallWithStack(in.ctx, in.stack[:])
		if in.pauses.stopped {
			in.pauses.stopped = false
			panic(errStopped)
		}
		panic(fmt.Errorf("%w: %v", ErrRoom, err))
	}
	return in.stack[0]
}

// Program returns the program that the instance runs.
func (in *Instance) Program() *Program { return in.p }

// slotAt returns the i-th slot, and indexOf the index of a slot.
func (p *Program) slotAt(i int) uint32 { return (p.Slots+15)&^15 + uint32(i)*p.slotRoom() }
func (p *Program) indexOf(s Slot) int  { return int((uint32(s) - p.slotAt(0)) / p.slotRoom()) }
func (p *Program) slotRoom() uint32    { return (p.SlotSize + 7) &^ 7 }

// NewSlot returns room for a position, not yet filled.
func (in *Instance) NewSlot() Slot {
	if n := len(in.free); n > 0 {
		s := in.free[n-1]
		in.free = in.free[:n-1]
		in.taken[in.p.indexOf(s)] = true
		return s
	}
	s, top := Slot(in.top), in.top+in.p.slotRoom()
	if size := in.mem.size(); top > size {
		pages := max((top-size+1<<16-1)>>16, size>>18) // at least a quarter more
		if !in.run.grow(pages) {
			panic(ErrRoom)
		}
		in.mem = in.run.memory()
	}
	in.top, in.taken = top, append(in.taken, true)
	return s
}

// Free gives a slot back.
func (in *Instance) Free(s Slot) {
	if i := in.p.indexOf(s); i < len(in.taken) && in.taken[i] {
		in.taken[i] = false
		in.mem.put32(uint32(s)+compile.HeadNode, 0)
		in.mem.put32(uint32(s)+compile.HeadTrail, 0)
		in.free = append(in.free, s)
	}
}

// Start sets s to the beginning of the game. If the instance cannot hold it, Start panics with an
// error that wraps [ErrRoom].
func (in *Instance) Start(s Slot) {
	if in.start == 0 {
		start := in.NewSlot()
		if err := in.Load(start, in.p.Start()); err != nil {
			panic(fmt.Errorf("%w: %v", ErrRoom, err))
		}
		in.start = start
	}
	in.Copy(s, in.start)
}

// Copy copies the position in src to dst.
func (in *Instance) Copy(dst, src Slot) {
	in.mem.copy(uint32(dst), uint32(src), in.p.SlotSize)
}

// Ready finds the legal steps of a position and returns how many there are: 0 if the game is over.
// [Instance.Steps] lists them until you call a method of the instance that plays or finds steps.
func (in *Instance) Ready(s Slot) int {
	in.past.makeRoom()
	in.last = s
	in.stack[0], in.stack[1] = uint64(s), compile.TryAll
	in.end, in.found = 0, int(uint32(in.call(in.fReady)))
	return in.found
}

// bundlesEnd returns the address at which the bundles of the last steps found end.
func bundlesEnd(in *Instance) uint32 {
	if in.end == 0 {
		in.end = uint32(in.sp.Get())
	}
	return in.end
}

// Steps appends to list the legal steps of the position for which [Instance.Ready] or
// [Instance.PlayReady] was last called. The order is always the same and means nothing.
func (in *Instance) Steps(list []Step) []Step {
	return stepsOf(in, list, in.ToMove(in.last), in.p.Stack, bundlesEnd(in))
}

// stepsOf appends the steps of a player, of the bundles between two addresses.
func stepsOf(in *Instance, list []Step, mover int, at, end uint32) []Step {
	for ; at < end; at += in.p.BundleSize {
		class := in.mem.get16(at + compile.BundleClass)
		if in.mem.get32(at+compile.BundleCount) == 0 {
			continue
		}
		anchors := uint64(0)
		if class >= compile.ClassFallback || len(in.p.names[mover][class].anchored) > 0 {
			anchors = in.mem.get64(at + compile.BundleAnchors)
		}
		for k := range in.words {
			for x := in.mem.get64(at + compile.BundleSet + uint32(8*k)); x != 0; x &= x - 1 {
				list = append(list, Step{anchors, class, uint16(64*k + trailing(x))})
			}
		}
	}
	return list
}

// Play plays a legal step of src into dst, which may be src, and the silent steps that follow it.
func (in *Instance) Play(dst, src Slot, step Step) {
	playNumber(in, dst, src, step,
		compile.TrySome)
}

// PlayReady is [Instance.Play] followed by [Instance.Ready] of dst, at the price of one call.
func (in *Instance) PlayReady(dst, src Slot, step Step) int {
	return playNumber(in, dst, src, step, compile.TryAll)
}

// At returns the k-th step that [Instance.Steps] lists, counted from 0; ok is false if there are no
// more than k.
func (in *Instance) At(k int) (step Step, ok bool) {
	if uint(k) >= uint(in.found) {
		return Step{}, false
	}
	at := in.p.Stack
	for ; ; at += in.p.BundleSize {
		n := int(in.mem.get32(at + compile.BundleCount))
		if k < n {
			break
		}
		k -= n
	}
	// The bits that step does not need may differ between equal steps.
	class, set := in.mem.get16(at+compile.BundleClass), at+compile.BundleSet
	if class >= compile.ClassFallback || len(in.p.names[in.ToMove(in.last)][class].anchored) > 0 {
		step.code = in.mem.get64(at + compile.BundleAnchors)
	}
	x, word := in.mem.get64(set), 0
	for n := bits.OnesCount64(x); k >= n; n = bits.OnesCount64(x) {
		k, word = k-n, word+1
		x = in.mem.get64(set + uint32(8*word))
	}
	for range k {
		x &= x - 1
	}
	step.class, step.place = class, uint16(64*word+trailing(x))
	return step, true
}

// PlayAt plays the k-th step of the position for which [Instance.Ready] or [Instance.PlayReady] was
// last called into dst, which may be that position. Like PlayReady, it returns how many steps can
// follow. It plays nothing and returns -1 if there is no such step. A loop that plays by number
// makes no lists:
//
//	for n := in.Ready(s); n > 0; {
//		n = in.PlayAt(s, rng.IntN(n))
//	}
//
// Where chance decides, [Instance.Weights] says how likely each step is.
func (in *Instance) PlayAt(dst Slot, k int) int {
	step, ok := in.At(k)
	if !ok {
		return -1
	}
	return playNumber(in, dst, in.last, step, compile.TryAll)
}

func playNumber(in *Instance, dst, src Slot, step Step, trial uint64) int {
	in.past.makeRoom()
	in.last = dst
	in.stack = [8]uint64{uint64(dst), uint64(src), uint64(step.class), step.code,
		uint64(step.place), trial}
	in.end, in.found = 0, int(uint32(in.call(in.fPlay)))
	return in.found
}

// Over reports whether the game has ended.
func (in *Instance) Over(s Slot) bool { return in.mem.get8(uint32(s)+compile.HeadOver) != 0 }

// ToMove returns the player whose turn it is.
func (in *Instance) ToMove(s Slot) int { return int(in.mem.get8(uint32(s) + compile.HeadMover)) }

// Ply returns the number of turns taken.
func (in *Instance) Ply(s Slot) int { return int(numberOf(in, s, compile.NumPly)) }

// InTurn returns how many steps of the current turn have been taken.
func (in *Instance) InTurn(s Slot) int { return int(in.mem.get16(uint32(s) + compile.HeadSteps)) }

// Winners returns who has won, one bit for each player: one bit for a single winner, several for a
// team or for players who drew among themselves, none while the game goes on or if all have drawn.
func (in *Instance) Winners(s Slot) uint16 { return in.mem.get16(uint32(s) + compile.HeadWinners) }

// Hash returns a number that is equal for positions from which the game goes on in the same way,
// apart from the history.
func (in *Instance) Hash(s Slot) uint64 {
	in.stack[0] = uint64(s)
	return in.call(in.fHash)
}

// Value reads the i-th value of the rules for a player.
func (in *Instance) Value(s Slot, i, player int) int64 {
	if !in.p.Values[i] {
		return in.eval.Value(in.Store(s), in.p.Game.Values[i], player)
	}
	if in.values[i] == nil {
		annex(in)
	}
	in.stack[0], in.stack[1] = uint64(s), uint64(player)
	return int64(in.call(in.values[i]))
}

// Seed restarts the random numbers of [Instance.Playout]. The same seed gives the same games on
// every machine.
func (in *Instance) Seed(seed uint64) {
	// The first states of neighboring seeds would be much alike.
	seed = (seed ^ seed>>31) * 0x9E3779B97F4A7C15
	seed = (seed ^ seed>>29) * 0xBF58476D1CE4E5B9
	set(in.rng, seed^seed>>32)
}

// SetRandom sets the state of the random numbers to x itself: it is [Instance.Seed] for comparisons
// with another host of the module.
func (in *Instance) SetRandom(x uint64) { set(in.rng, x) }

// Playout is the result of a random game.
type Playout struct {
	Plies   int  // steps taken, not counting silent ones
	Legal   int  // the total of legal steps, where they were counted
	Over    bool // false: the limit was reached, or the context was done
	Winner  int  // player, or the first of a team; -1: nobody, or several
	Counted int  // positions in which the legal steps were counted
}

// chunk is the most steps of a random game that one call plays before the module returns, and
// atLeast is the number it begins with: garbage collection waits for each call. Games with slow
// steps get fewer, so that a call takes about the time of one pause.
const (
	chunk   = 512
	atLeast = 16
	pause   = time.Millisecond
	most    = 1 << 16 // the most positions that a call visits to count sequences
)

// Playout plays random steps from s, in place, until the game is over, limit steps have been taken
// or the context is done. With count it counts the legal steps of every position, which is slower
// where a step is otherwise drawn before it is tried.
func (in *Instance) Playout(ctx context.Context, s Slot, limit int, count bool) Playout {
	var out Playout
	if limit > 0 && in.fPlayout == nil && !in.Over(s) && !widen(in, ctx) {
		limit = 0
	}
	counted := uint64(0)
	if count {
		counted = 1
		set(in.legal, 0)
	}
	before := in.past.mark()
	for out.Plies < limit && !in.Over(s) && (out.Plies == 0 || ctx.Err() == nil) {
		in.past.makeRoom()
		asked := min(in.pace, limit-out.Plies)
		n, from, timed := 0, time.Time{}, in.pace < chunk
		if timed {
			from = time.Now()
		}
		if !restoring(in, ctx, s, func() {
			in.stack[0], in.stack[1], in.stack[2] = uint64(s), uint64(asked), counted
			n = int(uint32(in.call(in.fPlayout)))
		}) {
			break
		}
		if timed {
			switch took := time.Since(from); {
			case took > 2*pause && in.pace > 1:
				in.pace /= 2
			case took*time.Duration(in.pace) < pause/2*time.Duration(n): // also if the game is over
				in.pace *= 2
			}
		}
		out.Plies += n
		if n == 0 {
			break
		}
	}
	if count {
		out.Legal, out.Counted = int(in.legal.Get()), out.Plies
	}
	out.Over = in.Over(s)
	out.Winner = -1
	if w := in.Winners(s); out.Over && w != 0 && in.mem.get8(uint32(s)+compile.HeadDraw) == 0 {
		out.Winner = trailing(uint64(w))
	}
	if out.Over {
		in.past.forget(before)
	}
	return out
}

// Perft counts the sequences of exactly depth turns, or steps, from s. The error is that of the
// context.
func (in *Instance) Perft(ctx context.Context, s Slot, depth int, steps bool) (n uint64,
	err error) {
	if depth <= 0 {
		return 1, nil
	}
	// Where every step ends its turn, turns are steps, and the last ones are counted unplayed.
	steps = steps || len(in.p.Choices) == 1 && !in.p.Evaluator
	here := in.NewSlot()
	defer in.Free(here)
	in.Copy(here, s)
	in.widest = fewestSteps
	if !within(in, ctx, func() { n, err = perft(in, ctx, here, in.Ready(here), depth, steps) }) {
		return 0, ctx.Err()
	}
	return n, err
}

// fewestSteps is the assumed minimum of steps in later positions: one position may leave a single
// step, and the positions after it many.
const fewestSteps = 16

// perftAtOnce counts like perft, in one call of the module, if that takes about the time of one
// pause. It learns from the duration of the calls how many positions a call may visit.
func perftAtOnce(in *Instance, s Slot, n, depth int, steps bool) (total uint64, ok bool) {
	visits := visitsOf(in, n, depth, steps)
	if visits > in.visits {
		return 0, false
	}
	in.past.makeRoom()
	in.last = s
	in.stack[0], in.stack[1], in.stack[2] = uint64(s), uint64(depth), 0
	if steps {
		in.stack[2] = 1
	}
	from := time.Now()
	total = in.call(in.fPerft)
	switch took := time.Since(from); {
	case took > 2*pause && in.visits > atLeast:
		in.visits /= 2
	// a call of one ply more would still be short, and this one had something to count
	case took*time.Duration(in.widest) < pause && visits > in.visits/4 && total >= uint64(visits):
		in.visits = min(2*in.visits, most)
	}
	return total, true
}

// visitsOf returns how many positions there may be to visit to count from one with n steps, or a
// number above most.
func visitsOf(in *Instance, n, depth int, steps bool) int {
	plies := depth - 1
	if !steps && len(in.p.Choices) > 1 {
		plies = 2 * depth
	}
	in.widest = max(in.widest, n)
	visits := 1
	for ; plies > 0 && visits <= most; plies-- {
		visits *= in.widest
	}
	return visits
}

// perft counts from a position for which Ready or PlayReady was just called, with n steps.
func perft(in *Instance, ctx context.Context, s Slot, n, depth int, steps bool) (uint64, error) {
	if depth == 1 && steps {
		return uint64(n), nil
	}
	if in.fPerft != nil {
		if total, ok := perftAtOnce(in, s, n, depth, steps); ok {
			return total, nil
		}
	}
	from := time.Now()
	list := in.Steps(nil)
	next := in.NewSlot()
	defer in.Free(next)
	ply, before, mover, setup := in.Ply(s), in.past.mark(), in.ToMove(s), in.SettingUp(s)
	total := uint64(0)
	for _, step := range list {
		if depth == 1 && in.p.EndsTurn(mover, step.class) {
			total++
			continue
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n := in.PlayReady(next, s, step)
		left := depth
		if steps || in.Over(next) || in.Ply(next) != ply || setup && !in.SettingUp(next) {
			left--
		}
		if left == 0 {
			total++
		} else {
			k, err := perft(in, ctx, next, n, left, steps)
			if err != nil {
				return 0, err
			}
			total += k
		}
		in.past.forget(before)
	}
	if visits := visitsOf(in, n, depth, steps); visits <= most && total >= uint64(visits) &&
		time.Since(from) < pause/2 {
		in.visits = max(in.visits, visits) // one call would have taken even less
	}
	return total, nil
}
