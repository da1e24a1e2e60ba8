package interp

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/engine"
	"boardgame/interp/position"
)

// fast is the engine of games that can be compiled: it asks an instance of the compiled program
// wherever that can answer, and the evaluator for the rest. Its answers are the evaluator's, but
// for the order of the steps.
//
// It remembers the last position it was asked about, so continuing from there converts and copies
// nothing. The positions that it makes are the bytes of a slot, for any instance that continues
// from them.
type fast struct {
	evaluator
	in         *engine.Instance
	start      *Position   // of the game
	begun      engine.Slot // the same start in the instance; 0 until it is asked for
	here, next engine.Slot
	at         *Position // the position in here; nil: none
	uses       uint32    // of that position
	listed     bool      // the steps that the instance has found are those of at
}

// Prepare compiles the game if necessary, so that later calls need not wait for an engine.
// Compiling takes up to a second or so. If the context ends, it stops soon and returns the error of
// the context. Games that are left to the evaluator are ready at once.
//
// With names of passes of the compiler, it compiles the game anew without them, for comparison; the
// error is a [compile.PassError] if there is no such pass.
func (g *Game) Prepare(ctx context.Context, without ...string) error {
	done := func() bool { return g.empty() || g.ready.Load() && len(without) == 0 }
	if done() {
		return ctx.Err()
	}
	select {
	case g.compiling <- struct{}{}:
		defer func() { <-g.compiling }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if done() {
		return ctx.Err()
	}
	if !g.reference {
		p, err := engine.ForPlay(ctx, g.rules, without...)
		if unknown := (*compile.PassError)(nil); errors.As(err, &unknown) {
			return err
		}
		if ctx.Err() != nil && err != nil {
			return ctx.Err()
		}
		var m *compile.Module
		if err == nil {
			m = p.Module
		}
		notes := compile.Notes(g.rules, m, err)
		g.notes.Store(&notes)
		g.program.Store(p) // nil where there is an error: the evaluator plays the game
	}
	g.ready.Store(true)
	return nil
}

// Unload lets the compiled game go, which is compiled again when it is needed. Engines that are in
// use stay as they are, and so does a game that is being compiled just now: Unload does not wait.
func Unload(g *Game) {
	if g.empty() || g.reference {
		return
	}
	select {
	case g.compiling <- struct{}{}:
		defer func() { <-g.compiling }()
	default:
		return
	}
	g.program.Store(nil)
	g.asked.Store(0)
	g.ready.Store(false)
}

// Notes says which parts of a game are left to the evaluator, which is slow, and why. It compiles
// the game if necessary; there are no notes if the context ends first, and none for [NewReference].
func Notes(ctx context.Context, g *Game) diag.List {
	if g.Prepare(ctx) != nil || g.empty() || g.notes.Load() == nil {
		return nil
	}
	return *g.notes.Load()
}

// Prepared returns the game once it is compiled. If the context ends first, it returns the same
// game played by the evaluator, for callers that must answer in time.
func (g *Game) Prepared(ctx context.Context) *Game {
	if g.Prepare(ctx) != nil {
		return NewReference(g.Rules())
	}
	return g
}

// compiled returns the compiled game, or nil if it is left to the evaluator.
func (g *Game) compiled() *engine.Program {
	if g.ctx == nil {
		g.Prepare(context.Background()) // which does not end
	} else if g.Prepare(g.ctx) != nil {
		panic(ErrStopped)
	}
	return g.program.Load()
}

// Program returns the compiled game, whose instances play it at full speed without positions of
// this package; nil if the game is left to the evaluator. The first call compiles it.
func (g *Game) Program() *engine.Program {
	if g.empty() {
		return nil
	}
	return g.compiled()
}

func newFast(slow evaluator, p *engine.Program, start *Position) (*fast, error) {
	in, err := p.NewInstance()
	if err != nil {
		return nil, err
	}
	return &fast{evaluator: slow, in: in, start: start, here: in.NewSlot(), next: in.NewSlot()}, nil
}

// able runs f, and reports false if the instance has no room for the result.
func (f *fast) able(ask func()) (ok bool) {
	defer func() {
		if ok {
			return // asking to recover takes as long as a short step
		}
		if r := recover(); r != nil {
			if err, is := r.(error); !is || !errors.Is(err, engine.ErrRoom) {
				panic(r)
			}
			f.at, ok = nil, false
		}
	}()
	ask()
	return true
}

// load makes p the current position; it reports false if the engine cannot hold it.
func (f *fast) load(p *Position) bool {
	if f.at == p && f.uses == p.Uses() {
		return true
	}
	f.at, f.listed = nil, false
	if p == f.start && f.begun != 0 {
		f.in.Copy(f.here, f.begun)
		f.at, f.uses = p, 0
		return true
	}
	if err := error(nil); !f.able(func() { err = f.in.Load(f.here, p) }) || err != nil {
		return false
	}
	if p == f.start {
		f.begun = f.in.NewSlot()
		f.in.Copy(f.begun, f.here)
	}
	f.at, f.uses = p, p.Uses()
	return true
}

// list finds the steps of the current position, once.
func (f *fast) list() bool {
	f.listed = f.listed || f.able(func() { f.in.Ready(f.here) })
	return f.listed
}

// StartWith sets the game up.
func (f *fast) StartWith(player int) *Position {
	return f.settled(func() *State { return f.machine.StartWith(player) },
		func() *State { return f.machine.SetUp(player) })
}

// Settle makes a position that was set up by hand ready for play.
func (f *fast) Settle(p *Position) *Position {
	return f.settled(func() *State { return f.machine.Settle(p.State()) },
		func() *State { return f.machine.Unsettled(p.State()) })
}

// settled returns a position ready for play. The evaluator makes it. If that takes long, the
// instance goes on from where the evaluator began.
func (f *fast) settled(whole, begun func() *State) (p *Position) {
	var s *State
	if f.machine.Within(longWork, func() { s = whole() }) {
		return position.Of(s)
	}
	f.at, f.listed = nil, false
	if s = begun(); s.Result == nil {
		p = f.in.Settle(s)
	}
	if p == nil {
		p = position.Of(whole())
	}
	return p
}

// Moves lists the legal steps, in the order of [Game.Moves] unless the evaluator has to do it.
func (f *fast) Moves(p *Position) []Move {
	if p.Over() {
		return nil
	}
	if !f.load(p) || !f.list() {
		return f.evaluator.Moves(p)
	}
	return f.in.Names()
}

// appendMoves is Moves that appends to a list, and reports whether they are in order.
func (f *fast) appendMoves(list []Move, p *Position) ([]Move, bool) {
	if p.Over() {
		return list, true
	}
	if !f.load(p) || !f.list() {
		return append(list, f.evaluator.Moves(p)...), false
	}
	if list == nil {
		return f.in.Names(), true
	}
	return f.in.AppendNames(list), true
}

// Weights returns how likely each of Moves is compared with the others; nil if a player chooses.
func (f *fast) Weights(p *Position) []int64 {
	if p.Over() {
		return nil
	}
	if !f.load(p) || !f.list() {
		return f.evaluator.Weights(p)
	}
	return f.in.NamedWeights()
}

// Play plays a legal step; it returns nil if the step is not legal. If the instance cannot tell
// what has happened before, the evaluator plays it.
func (f *fast) Play(p *Position, m Move) *Position { return f.play(nil, p, m) }

// play is Play into dst, or into a new position if that is nil.
func (f *fast) play(dst, p *Position, m Move) *Position {
	if p.Over() {
		return nil
	}
	if m == position.Leave || !f.load(p) || !f.list() {
		return f.evaluator.play(dst, p, m)
	}
	step, ok := f.in.StepOf(m)
	if !ok {
		return nil
	}
	f.listed = false
	if !f.able(func() { f.in.PlayReady(f.next, f.here, step) }) {
		return f.evaluator.play(dst, p, m)
	}
	q := f.in.KeepIn(dst, f.next, p, f.here)
	if q == nil {
		return f.evaluator.play(dst, p, m)
	}
	f.here, f.next = f.next, f.here
	f.at, f.uses, f.listed = q, q.Uses(), true
	return q
}

// Value reads a value of the rules.
func (f *fast) Value(p *Position, v *ir.Value, me int) (n int64) {
	i := slices.Index(f.machine.Game().Values, v)
	if i < 0 || !f.load(p) || !f.able(func() {
		f.listed = false
		n = f.in.Value(f.here, i, me)
	}) {
		return f.evaluator.Value(p, v, me)
	}
	return n
}

// Playout plays random steps. The last position has no history if the limit was reached.
func (f *fast) Playout(ctx context.Context, p *Position, rng *rand.Rand, limit int) (*Position,
	int) {
	f.in.Seed(rng.Uint64())
	var out engine.Playout
	if p.Over() || !f.load(p) || !f.able(func() {
		f.listed = false
		f.in.Copy(f.next, f.here)
		out = f.in.Playout(ctx, f.next, limit, false)
	}) {
		return playout(ctx, f, p, rng, limit)
	}
	q := position.Of(f.in.Store(f.next))
	if q.Result() == nil { // the limit was reached; perhaps the last step has ended the game
		q = f.Settle(q)
	}
	return q, out.Plies
}

// perft counts sequences; ok is false if the engine cannot hold the position.
func (f *fast) perft(ctx context.Context, p *Position, depth int, unit Unit) (n uint64, ok bool,
	err error) {
	if p.Over() || !f.load(p) {
		return 0, false, nil
	}
	f.listed = false
	ok = f.able(func() { n, err = f.in.Perft(ctx, f.here, depth, unit == Steps) })
	return n, ok, err
}
