package bot

import (
	"context"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/position"
)

// mostGraph bounds the positions of a game that is solved from its last positions backward. If none
// of the first ones leads back to an earlier one, play does not go in circles.
const (
	mostGraph  = 100_000
	straightTo = 5_000
)

// circular reports whether the value of a position does not depend on how it was reached, except
// that a position that occurs again may be a draw. Then neither player can win by going in circles,
// and none has to: whoever can win can do so without a position twice. A position from which nobody
// can win by force is a draw.
func circular(g *ir.Game) bool {
	draws, all := 0, 0
	count := func(n *int) func(*ir.Expr) bool {
		return func(e *ir.Expr) bool {
			if e.Op == ir.Repetitions || e.Op == ir.Seen || e.Op == ir.Ply {
				*n++
			}
			return true
		}
	}
	g.Exprs(func(e *ir.Expr) { ir.Walk(e, count(&all)) })
	for _, s := range g.End {
		if s.Outcome == ir.Highest || s.Outcome == ir.Lowest {
			return false // by how much counts
		}
		if s.Outcome == ir.Draw && onlyRepeated(s.If) {
			ir.Walk(s.If, count(&draws))
		}
	}
	return all == draws
}

// onlyRepeated reports whether a condition holds only where a position has occurred before.
func onlyRepeated(e *ir.Expr) bool {
	switch {
	case e == nil:
		return false
	case e.Op == ir.LAnd:
		return slices.ContainsFunc(e.Args, onlyRepeated)
	}
	return e.Op == ir.Ge && e.Args[0].Op == ir.Repetitions && e.Args[1].Op == ir.ConstNumber &&
		e.Args[1].N >= 1
}

// graph is all positions of a game that can be reached from one, each once however it was reached.
type graph struct {
	engine interp.Engine
	index  map[position.Key]int32
	sides  sides
	mover  []uint8 // by position: the side to move
	from   []int32 // by position: where its followers begin
	to     []int32 // the followers of all positions
	value  []int8  // for the first player: 1 and -1 if it is decided, 0 otherwise
	steps  []int32 // until it is decided
	back   bool    // a step leads to a position that was found earlier
}

// side is 0 for the first player and their partners, otherwise 1.
func (g *graph) side(player int) uint8 { return 1 - uint8(g.sides[0]>>player&1) }

// without is a position without what came before it.
func without(p *position.Position) *position.Position {
	s := *p.State()
	s.History = nil
	return position.Of(&s)
}

// reach finds the positions, and reports whether there are few enough and play may go in circles.
func (g *graph) reach(ctx context.Context, root *position.Position) bool {
	var waiting []*position.Position
	add := func(p *position.Position) int32 {
		key := p.Key()
		at, known := g.index[key]
		if !known {
			at = int32(len(g.mover))
			g.index[key] = at
			value := int8(0)
			if r := p.Result(); r != nil {
				value = int8(outcomeOf(r, 0, g.sides).Class() / Win)
				p = nil
			}
			g.mover = append(g.mover, 0)
			if p != nil {
				g.mover[at] = g.side(p.ToMove())
				p = without(p)
			}
			g.value, waiting = append(g.value, value), append(waiting, p)
		}
		return at
	}
	add(root)
	for at := 0; at < len(waiting); at++ {
		g.from = append(g.from, int32(len(g.to)))
		p := waiting[at]
		if waiting[at] = nil; p == nil {
			continue
		}
		if len(g.mover) > mostGraph || at > straightTo && !g.back || ctx.Err() != nil {
			return false
		}
		for _, m := range g.engine.Moves(p) {
			to := add(g.engine.Play(p, m))
			g.to, g.back = append(g.to, to), g.back || int(to) <= at
		}
	}
	g.from = append(g.from, int32(len(g.to)))
	return g.back
}

// decide goes backward from the positions at the end: a player who can reach a won position wins,
// and one whose followers are all lost loses. What is left can be kept up for ever.
func (g *graph) decide() {
	n := len(g.mover)
	g.steps = make([]int32, n)
	open := make([]int32, n)
	before := make([][]int32, n)
	var known []int32
	for at := range n {
		next := g.to[g.from[at]:g.from[at+1]]
		open[at] = int32(len(next))
		for _, to := range next {
			before[to] = append(before[to], int32(at))
		}
		if g.value[at] != 0 {
			known = append(known, int32(at))
		}
	}
	for i := 0; i < len(known); i++ {
		of := known[i]
		for _, at := range before[of] {
			open[at]--
			if wins := g.value[of] == 1-2*int8(g.mover[at]); g.value[at] == 0 &&
				(wins || open[at] == 0) {
				g.value[at], g.steps[at] = g.value[of], g.steps[of]+1
				known = append(known, at)
			}
		}
	}
}

// best returns a step that keeps the value of a position, the shortest way to a win and the longest
// to a loss, and the position after it; 0 if the game is over.
func (g *graph) best(p *position.Position) (m position.Move, after *position.Position) {
	mine := 1 - 2*int8(g.side(p.ToMove()))
	most := 0
	for _, move := range g.engine.Moves(p) {
		q := without(g.engine.Play(p, move))
		at := g.index[q.Key()]
		score := int(mine*g.value[at]) * (2*mostGraph - int(g.steps[at]))
		if after == nil || score > most {
			m, after, most = move, q, score
		}
	}
	return m, after
}

// retrograde solves a position whose game has few positions; nil if that is not possible.
func retrograde(ctx context.Context, game Game, p *position.Position, each bool) *Solution {
	history, _ := remembers(game.Rules())
	if !circular(game.Rules()) || history && p.Ply() > 0 {
		return nil
	}
	g := &graph{engine: game.NewEngine(), sides: sidesOf(game.Rules()),
		index: map[position.Key]int32{}}
	root := without(p)
	if !g.reach(ctx, root) {
		return nil
	}
	g.decide()
	outcome := func(at int32) Outcome {
		return Outcome(g.value[at]*(1-2*int8(g.side(p.ToMove())))) * Win
	}
	s := &Solution{Low: outcome(0), High: outcome(0), Nodes: int64(len(g.mover)),
		Depth: int(g.steps[0]), All: true}
	seen := map[position.Key]bool{}
	for at := root; at.Result() == nil && !seen[at.Key()]; {
		seen[at.Key()] = true
		var m position.Move
		m, at = g.best(at)
		s.Line = append(s.Line, m)
	}
	if each {
		for _, m := range g.engine.Moves(root) {
			v := outcome(g.index[g.engine.Play(root, m).Key()])
			s.Moves = append(s.Moves, SolvedMove{m, v, v})
		}
		order.SortStableFunc(s.Moves, func(a, b SolvedMove) int {
			return int(b.Low>>margins) -
				int(a.Low>>margins)
		})
	}
	return s
}
