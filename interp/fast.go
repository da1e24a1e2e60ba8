package interp

import (
	"math/rand/v2"
	"slices"

	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/vm"
	"boardgame/interp/vm/random"
)

// fast is the engine of games that can be compiled: it asks the machine of package vm wherever that can answer, and the
// evaluator for the rest. Its answers are the evaluator's, but for the order of the steps.
type fast struct {
	evaluator
	machine vm.Machine
	pos     vm.Position
}

// compile returns the compiled game, or nil if it has to be left to the evaluator. What is compiled does not count its work, so
// a game in which a step may take more than [eval.MostWork] is left to the evaluator, which does.
func (g *Game) compile() *vm.Engine {
	if g.reference || eval.BoundsOf(g.rules).Question(1, 0) > eval.MostWork {
		return nil
	}
	e, err := vm.New(g.rules)
	if err != nil {
		return nil
	}
	return e
}

// Moves lists the legal steps.
func (f *fast) Moves(p *Position) []Move {
	if p.Result != nil || p.Legal != nil || f.machine.From(f.pos, p) != nil {
		return f.evaluator.Moves(p)
	}
	return f.moves()
}

// moves lists the legal steps of the machine's position.
func (f *fast) moves() []Move {
	moves := f.machine.Moves(f.pos)
	return slices.AppendSeq(make([]Move, 0, moves.Count()), moves.All())
}

// Play plays a legal step. What a machine does not keep, the way that led to the position, is put together again; where silent
// steps have been taken the evaluator has to do it.
func (f *fast) Play(p *Position, m Move) *Position {
	if p.Result != nil || p.Aim != nil || f.machine.From(f.pos, p) != nil || !f.machine.PlayLegal(f.pos, f.pos, m) {
		return f.evaluator.Play(p, m)
	}
	q := f.machine.To(f.pos)
	switch {
	case q.Ply == p.Ply && q.Steps == p.Steps+1 && q.Result == nil:
		q.History = p.History
		q.Trail = &position.Trail{Before: p.Trail, Key: q.TurnKey()}
	case q.Ply == p.Ply+1 && q.Steps == 0:
		at := *q
		q.History = &position.History{At: &at, Before: p.History, Whole: q.RepetitionKey(f.Game(), q.ToMove), Pieces: q.PiecesKey()}
	default:
		return f.evaluator.Play(p, m)
	}
	q.Touched = p.Changed(q)
	return q
}

// Playout plays random steps. The last position has no history if the limit was reached.
func (f *fast) Playout(p *Position, rng *rand.Rand, limit int) (*Position, int) {
	if p.Result != nil || f.machine.From(f.pos, p) != nil {
		return playout(f, p, rng, limit)
	}
	source := random.New(rng.Uint64(), rng.Uint64())
	out := f.machine.Playout(f.pos, &source, limit, false)
	q := f.machine.To(f.pos)
	if q.Result == nil { // the limit was reached; perhaps the last step has ended the game
		q = f.Settle(q)
	}
	return q, out.Plies
}

// perft counts sequences; ok is false if the machine cannot hold the position.
func (f *fast) perft(p *Position, depth int, unit Unit) (n uint64, ok bool) {
	if p.Result != nil || f.machine.From(f.pos, p) != nil {
		return 0, false
	}
	return f.machine.Perft(f.pos, depth, unit == Steps), true
}
