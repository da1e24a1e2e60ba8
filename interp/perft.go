package interp

import (
	"context"
	"iter"

	"boardgame/dsl/ir"
)

// Unit is what perft counts.
type Unit uint8

// The units.
const (
	Turns Unit = iota // whole turns
	Steps             // the single steps of turns
)

// ParseUnit reads "turns" or "steps", or "actions", as older files and programs call steps. No text
// means turns.
func ParseUnit(text string) (unit Unit, ok bool) {
	switch text {
	case "", "turns":
		return Turns, true
	case "steps", "actions":
		return Steps, true
	}
	return Turns, false
}

// String returns "turns" or "steps".
func (u Unit) String() string {
	if u == Steps {
		return "steps"
	}
	return "turns"
}

// Perft counts the sequences of exactly depth units from p. A sequence that ends the game earlier
// does not count, and two that lead to the same position are two. Passing is a step like any other;
// silent steps are not counted. Every outcome of a chance step counts once, whatever its weight; a
// setup by chance is a unit of its own before the first turn.
//
// If you count turns from the middle of a turn, the rest of that turn is the first one.
func (g *Game) Perft(p *Position, depth int, unit Unit) uint64 {
	n, _ := g.PerftContext(context.Background(), p, depth, unit)
	return n
}

// PerftContext is [Game.Perft] that can be stopped; the error is then that of the context. It stops
// within the time of one step: microseconds in most games, a second or so in the slowest.
func (g *Game) PerftContext(ctx context.Context, p *Position, depth int, unit Unit) (uint64,
	error) {
	return counted(ctx, g, p,
		func(e Engine) (uint64, error) { return g.perft(ctx, e, p, depth, unit) })
}

// counted lends an engine to a count from p.
func counted(ctx context.Context, g *Game, p *Position,
	count func(Engine) (uint64, error)) (uint64, error) {
	if err := g.check(p); err != nil {
		return 0, err
	}
	e, err := g.quickWithin(ctx)
	if err != nil {
		return 0, err
	}
	defer g.release(e)
	return count(e)
}

func (g *Game) perft(ctx context.Context, e Engine, p *Position, depth int, unit Unit) (uint64,
	error) {
	if depth <= 0 {
		return 1, nil
	}
	if f, ok := e.(*fast); ok {
		if n, ok, err := f.perft(ctx, p, depth, unit); ok {
			return n, err
		}
	}
	moves := e.Moves(p)
	if depth == 1 && unit == Steps {
		return uint64(len(moves)), nil
	}
	var sum uint64
	for _, m := range moves {
		if depth == 1 && g.endsTurn(m) {
			sum++
			continue
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		q, rest := e.Play(p, m), depth-1
		if unit == Turns && !TurnOver(p, q) {
			rest = depth
		}
		n, err := g.perft(ctx, e, q, rest, unit)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// endsTurn reports whether a step is always the last one of its turn, so it need not be played at
// the last ply.
func (g *Game) endsTurn(m Move) bool {
	id := m.ID()
	return id == ir.PassID || id == ir.DoneID || int(id) < len(g.rules.Moves) &&
		g.rules.Moves[id].Then == nil
}

// Branch is a first unit from a position, and how many sequences begin with it.
type Branch struct {
	Steps []Move // one step, or the steps of a turn
	Text  string
	Count uint64
}

// Divide returns what [Game.Perft] counts, separately for each first unit, in the order of the
// steps. It returns nothing for a depth of 0 or less.
func (g *Game) Divide(p *Position, depth int, unit Unit) []Branch {
	branches, _ := g.DivideContext(context.Background(), p, depth, unit)
	return branches
}

// DivideContext is [Game.Divide] that can be stopped, as [Game.PerftContext] can. It then returns
// what it has counted completely, and the error.
func (g *Game) DivideContext(ctx context.Context, p *Position, depth int, unit Unit) ([]Branch,
	error) {
	if err := g.check(p); err != nil {
		return nil, err
	}
	if depth <= 0 {
		return nil, ctx.Err()
	}
	counter, err := g.quickWithin(ctx)
	if err != nil {
		return nil, err
	}
	defer g.release(counter)
	e := g.engine()
	defer g.release(e)
	var branches []Branch
	g.turns(e, counter, p, nil, unit, func(steps []Move, q *Position) bool {
		var n uint64
		if n, err = g.perft(ctx, counter, q, depth-1, unit); err == nil {
			branches = append(branches, Branch{steps, g.TurnText(p, steps), n})
			err = ctx.Err()
		}
		return err == nil
	})
	return branches, err
}

// turns yields every way to play one unit from p: the steps and the position after them, in the
// order in which one engine lists them; the other engine plays them. It stops when yield returns
// false, and then returns false.
func (g *Game) turns(lists, plays Engine, p *Position, before []Move, unit Unit,
	yield func([]Move, *Position) bool) bool {
	for _, m := range lists.Moves(p) {
		steps := append(before[:len(before):len(before)], m)
		if q := plays.Play(p, m); unit == Turns && !TurnOver(p, q) {
			if !g.turns(lists, plays, q, steps, unit, yield) {
				return false
			}
		} else if !yield(steps, q) {
			return false
		}
	}
	return true
}

// Turn is a whole turn, or the rest of one: its steps and where they lead.
type Turn struct {
	Steps []Move
	After *Position
}

// AllTurns returns the ways to complete the turn; a loop finds them one by one. A turn of many
// steps may have millions of completions, so stop when you have what you need. There are none for a
// foreign position or if the game is over.
func (g *Game) AllTurns(p *Position) iter.Seq[Turn] {
	return func(yield func(Turn) bool) {
		if !g.has(p) {
			return
		}
		e, plays := g.engine(), g.quickest()
		defer g.release(e)
		defer g.release(plays)
		g.turns(e, plays, p, nil, Turns, func(steps []Move, q *Position) bool {
			return yield(Turn{steps, q})
		})
	}
}

// Turns returns the ways to complete the turn, up to limit; more reports whether there are others.
func (g *Game) Turns(p *Position, limit int) (turns []Turn, more bool) {
	for t := range g.AllTurns(p) {
		if len(turns) == limit {
			return turns, true
		}
		turns = append(turns, t)
	}
	return turns, false
}

// PerftDistinct counts like [Game.Perft], but units from one position that lead to the same
// position count once.
func (g *Game) PerftDistinct(p *Position, depth int, unit Unit) uint64 {
	n, _ := g.PerftDistinctContext(context.Background(), p, depth, unit)
	return n
}

// PerftDistinctContext is [Game.PerftDistinct] that can be stopped; the error is then that of the
// context.
func (g *Game) PerftDistinctContext(ctx context.Context, p *Position, depth int, unit Unit) (uint64,
	error) {
	return counted(ctx, g, p, func(e Engine) (uint64, error) {
		n := g.perftDistinct(ctx, e, p, depth, unit)
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return n, nil
	})
}

func (g *Game) perftDistinct(ctx context.Context, e Engine, p *Position, depth int,
	unit Unit) uint64 {
	if depth <= 0 {
		return 1
	}
	after := map[[2]uint64]bool{}
	var n uint64
	g.turns(e, e, p, nil, unit, func(_ []Move, q *Position) bool {
		if key := q.Key(); !after[key] {
			after[key] = true
			n += g.perftDistinct(ctx, e, q, depth-1, unit)
		}
		return ctx.Err() == nil
	})
	return n
}
