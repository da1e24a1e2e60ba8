package interp

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/engine"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// fast is the engine of games that can be compiled: it asks an instance of the compiled program wherever that can answer, and the
// evaluator for the rest. Its answers are the evaluator's, but for the order of the steps.
//
// It remembers the position that it was asked about last, so that going on from there converts nothing.
type fast struct {
	evaluator
	in         *engine.Instance
	here, next engine.Slot
	at         *Position // the position in here; nil: none
	listed     bool      // steps and moves are those of at
	steps      []engine.Step
	moves      []Move
}

// compile returns the compiled game, or nil if it has to be left to the evaluator. What is compiled does not count its work, so
// a game in which a step may take more than [eval.MostWork] is left to the evaluator, which does.
func (g *Game) compile() *engine.Program {
	if g.reference || eval.BoundsOf(g.rules).Question(1, 0) > eval.MostWork {
		return nil
	}
	p, err := engine.New(g.rules)
	if err != nil {
		return nil
	}
	return p
}

// Program returns the compiled game, whose instances play it at full speed without positions of this package; nil if the game is left
// to the evaluator. The first call compiles it.
func (g *Game) Program() *engine.Program { return g.compiled() }

func newFast(slow evaluator, p *engine.Program) (*fast, error) {
	in, err := p.NewInstance()
	if err != nil {
		return nil, err
	}
	return &fast{evaluator: slow, in: in, here: in.NewSlot(), next: in.NewSlot()}, nil
}

// able runs f, and reports false if the instance has no room for what was asked.
func (f *fast) able(ask func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			err, is := r.(error)
			if !is || !errors.Is(err, engine.ErrRoom) {
				panic(r)
			}
			f.at, ok = nil, false
		}
	}()
	ask()
	return true
}

// load makes p the position at hand; it reports false if the engine cannot hold it.
func (f *fast) load(p *Position) bool {
	if f.at == p {
		return true
	}
	f.at, f.listed = nil, false
	err := error(nil)
	if !f.able(func() { err = f.in.Load(f.here, p.State()) }) || err != nil {
		return false
	}
	f.at = p
	return true
}

// list finds the steps of the position at hand, once.
func (f *fast) list() bool {
	if f.listed {
		return true
	}
	if !f.able(func() { f.in.Ready(f.here) }) {
		return false
	}
	f.read()
	return true
}

// read takes over the steps that the instance has just found.
func (f *fast) read() {
	f.steps = f.in.Steps(f.steps[:0])
	f.moves = make([]Move, len(f.steps))
	for i, step := range f.steps {
		f.moves[i] = f.in.Name(f.here, step)
	}
	f.listed = true
}

// Moves lists the legal steps.
func (f *fast) Moves(p *Position) []Move {
	if p.Result() != nil || p.State().Legal != nil || !f.load(p) || !f.list() {
		return f.evaluator.Moves(p)
	}
	return f.moves
}

// Play plays a legal step. What the engine does not keep, the way that led to the position, is put together again; where silent
// steps have been taken the evaluator has to do it.
func (f *fast) Play(p *Position, m Move) *Position {
	if p.Result() != nil || p.State().Aim != nil || !f.load(p) || !f.list() {
		return f.evaluator.Play(p, m)
	}
	i := slices.Index(f.moves, m)
	if i < 0 || !f.able(func() { f.in.PlayReady(f.next, f.here, f.steps[i]) }) {
		return f.evaluator.Play(p, m)
	}
	q := f.in.Store(f.next)
	switch {
	case q.Ply == p.Ply() && q.Steps == p.Steps()+1 && q.Result == nil:
		q.History = p.State().History
		q.Trail = &position.Trail{Before: p.State().Trail, Key: q.TurnKey()}
	case q.Ply == p.Ply()+1 && q.Steps == 0:
		at := *q
		q.History = &position.History{At: &at, Before: p.State().History, Whole: q.RepetitionKey(f.machine.Game(), q.ToMove), Pieces: q.PiecesKey()}
	default:
		return f.evaluator.Play(p, m)
	}
	q.Touched = p.State().Changed(q)
	f.here, f.next = f.next, f.here
	f.at = position.Of(q)
	f.read()
	return f.at
}

// Value reads a value of the rules.
func (f *fast) Value(p *Position, v *ir.Value, me int) int64 {
	i := slices.Index(f.machine.Game().Values, v)
	if i < 0 || !f.load(p) {
		return f.evaluator.Value(p, v, me)
	}
	return f.in.Value(f.here, i, me)
}

// Playout plays random steps. The last position has no history if the limit was reached.
func (f *fast) Playout(p *Position, rng *rand.Rand, limit int) (*Position, int) {
	f.in.Seed(rng.Uint64())
	var out engine.Playout
	if p.Result() != nil || !f.load(p) || !f.able(func() {
		f.in.Copy(f.next, f.here)
		out = f.in.Playout(context.Background(), f.next, limit, false)
	}) {
		return playout(f, p, rng, limit)
	}
	q := position.Of(f.in.Store(f.next))
	if q.Result() == nil { // the limit was reached; perhaps the last step has ended the game
		q = f.Settle(q)
	}
	return q, out.Plies
}

// perft counts sequences; ok is false if the engine cannot hold the position.
func (f *fast) perft(ctx context.Context, p *Position, depth int, unit Unit) (n uint64, ok bool, err error) {
	if p.Result() != nil || !f.load(p) {
		return 0, false, nil
	}
	f.listed = false
	ok = f.able(func() { n, err = f.in.Perft(ctx, f.here, depth, unit == Steps) })
	return n, ok, err
}
