package bot

import (
	"cmp"
	"context"
	"math"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/interp/position"
)

// firstSteps is how many steps are played to find all positions of a game before it is searched
// forward at the same time. If none of the first positions leads back to an earlier one, play does
// not go in circles.
const (
	firstSteps = 300_000
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

// graph is all positions of a game that can be reached from one, each once however it was reached,
// and those that look alike as one. The first three stand for all positions at the end.
type graph struct {
	sp      *slots
	merger  *merger
	sides   sides
	root    slot
	line    []slot // by distance from a position between turns
	index   map[uint64]int32
	waiting []byte  // positions between turns whose steps are not known yet, the first found first
	ids     []int32 // of these
	value   []int8  // for the player to move: 1 and -1 if it is decided, 0 otherwise
	steps   []uint16
	open    []int32 // how many steps do not lose yet
	before  []int32 // the last of the steps that lead there, from 1
	edges   []edge
	back    bool  // a step leads to a position that was found earlier
	done    bool  // all positions are found
	nodes   int64 // steps played
	memory  int
}

// edge is a step to a position: the position before it, negative if the other side is to move then,
// and another step to the same position.
type edge struct{ from, next int32 }

// The nodes of the positions at the end, by what they are worth to whoever is to move there.
const (
	lostNode = iota
	drawnNode
	wonNode
	firstNode
)

// retrograde finds the first positions after one, or all; nil if the game has to be solved forward.
func retrograde(ctx context.Context, lent *spaces, game Game, p *position.Position,
	memory int, trusts bool) *graph {
	history, _ := remembers(game.Rules())
	if !circular(game.Rules()) || history && p.Ply() > 0 {
		return nil
	}
	space, root, _ := lent.of(game, p)
	sp, compiled := space.(*slots)
	if !compiled {
		return nil
	}
	g := &graph{sp: sp, root: root, sides: sidesOf(game.Rules()), memory: memory,
		merger: newMerger(ctx, game, sp, bank{}, trusts, true)}
	for _, most := range []int64{aFew, firstSteps} {
		if g.begin(); !g.reach(ctx.Done(), most) {
			return nil
		} else if g.done {
			break
		}
		g.merger.widen() // other keys
	}
	return g
}

// begin finds the first positions.
func (g *graph) begin() {
	*g = graph{sp: g.sp, merger: g.merger, sides: g.sides, root: g.root, line: g.line,
		memory: g.memory, index: map[uint64]int32{}, value: []int8{-1, 0, 1},
		steps: make([]uint16, firstNode), open: make([]int32, firstNode),
		before: make([]int32, firstNode)}
	id, _ := g.node(g.root)
	g.sp.in.Copy(g.sp.all[g.slot(0)].slot, g.sp.all[g.root].slot)
	g.sp.all[g.slot(0)].stale()
	g.expand(0, id)
}

// node returns the node of a position, and whether it was known before.
func (g *graph) node(at slot) (id int32, known bool) {
	if r := g.sp.result(at); r != nil {
		return drawnNode + int32(outcomeOf(r, g.sp.ToMove(at), g.sides).Class()/Win), true
	}
	key := uint64(0)
	if g.merger != nil {
		key = g.merger.key(at)
	} else {
		key = g.sp.hash(at)
	}
	if id, known = g.index[key]; known {
		return id, true
	}
	id = int32(len(g.value))
	g.index[key] = id
	g.value, g.steps = append(g.value, 0), append(g.steps, 0)
	g.open, g.before = append(g.open, 0), append(g.before, 0)
	return id, false
}

// wait notes that the steps of a position are still to be found.
func (g *graph) wait(id int32, at slot) {
	g.waiting, g.ids = g.sp.in.Cells.Pack(g.waiting, g.sp.all[at].slot), append(g.ids, id)
}

// size is about how many bytes the graph takes.
func (g *graph) size() int {
	const edgeBytes, nodeBytes = 8, 2*16 + 14
	return edgeBytes*cap(g.edges) + nodeBytes*cap(g.value) + cap(g.waiting) + 4*cap(g.ids)
}

// reach goes on finding positions until it has played so many steps in all, and reports whether
// that may still lead to the end.
func (g *graph) reach(stop <-chan struct{}, nodes int64) bool {
	for len(g.ids) > 0 && g.nodes < nodes {
		select {
		case <-stop:
			return false
		default:
		}
		id := g.ids[0]
		if g.size() > g.memory || id > straightTo && !g.back {
			return false
		}
		at := g.slot(0)
		g.waiting, g.ids = g.sp.in.Cells.Unpack(g.sp.all[at].slot, g.waiting), g.ids[1:]
		g.sp.all[at].stale()
		g.expand(0, id)
	}
	g.done = g.back && len(g.ids) == 0
	return g.back || len(g.ids) > 0
}

func (g *graph) slot(ply int) slot {
	for len(g.line) <= ply {
		g.line = append(g.line, g.sp.add())
	}
	return g.line[ply]
}

// expand finds what follows a position, to the end of the turn.
func (g *graph) expand(ply int, id int32) {
	at, next := g.slot(ply), g.slot(ply+1)
	for _, m := range slices.Clone(g.sp.moves(at)) {
		g.sp.play(next, at, m)
		to, known := g.node(next)
		from := id
		if g.sides[g.sp.ToMove(at)]>>g.sp.ToMove(next)&1 == 0 {
			from = -id
		}
		g.edges = append(g.edges, edge{from, g.before[to]})
		g.before[to] = int32(len(g.edges))
		g.open[id]++
		g.nodes++
		switch {
		case known:
			g.back = g.back || to >= firstNode && to <= id
		case g.sp.inTurn(next):
			g.expand(ply+1, to)
		default:
			g.wait(to, next)
		}
	}
}

// decide goes backward from the positions at the end: a player who can reach a won position wins,
// and one whose followers are all lost loses. What is left can be kept up for ever.
func (g *graph) decide() {
	known := []int32{lostNode, wonNode}
	for i := 0; i < len(known); i++ {
		of := known[i]
		for e := g.before[of]; e != 0; e = g.edges[e-1].next {
			at, value := g.edges[e-1].from, g.value[of]
			if at < 0 {
				at, value = -at, -value
			}
			g.open[at]--
			if g.value[at] == 0 && (value > 0 || g.open[at] == 0) {
				g.value[at], g.steps[at] = value, min(g.steps[of], math.MaxUint16-1)+1
				known = append(known, at)
			}
		}
	}
}

// of returns what a position is worth to a player, and the number of steps until that is decided.
func (g *graph) of(at slot, player int) (value, steps int) {
	id, _ := g.node(at)
	value, steps = int(g.value[id]), int(g.steps[id])
	if g.sides[player]>>g.sp.ToMove(at)&1 == 0 {
		value = -value
	}
	return value, steps
}

// best plays a step that keeps the value of a position, the shortest way to a win and the longest
// to a loss.
func (g *graph) best(to, at slot) (best position.Move) {
	most := math.MinInt
	for _, m := range g.sp.moves(at) {
		g.sp.play(to, at, m)
		value, steps := g.of(to, g.sp.ToMove(at))
		if score := value * (math.MaxUint16 + 1 - steps); score > most {
			best, most = m, score
		}
	}
	g.sp.play(to, at, best)
	return best
}

// solution returns what the graph shows, once it is complete.
func (g *graph) solution(each bool) *Solution {
	g.decide()
	at, next, mover := g.slot(0), g.slot(1), g.sp.ToMove(g.root)
	outcome := func(at slot) Outcome {
		value, _ := g.of(at, mover)
		return Outcome(value) * Win
	}
	s := &Solution{Low: outcome(g.root), High: outcome(g.root), All: true,
		Nodes: int64(len(g.value) - firstNode), Depth: int(g.steps[firstNode])}
	if each {
		for _, m := range g.sp.moves(g.root) {
			g.sp.play(next, g.root, m)
			s.Moves = append(s.Moves, SolvedMove{m, outcome(next), outcome(next)})
		}
		order.SortStableFunc(s.Moves, func(a, b SolvedMove) int { return cmp.Compare(b.Low, a.Low) })
	}
	seen := map[uint64]bool{}
	for g.copy(at, g.root); !g.sp.Over(at) && !seen[g.sp.hash(at)]; g.copy(at, next) {
		seen[g.sp.hash(at)] = true
		s.Line = append(s.Line, g.best(next, at))
	}
	return s
}

// copy copies a position without the turns before it.
func (g *graph) copy(to, from slot) {
	if g.sp.all[to].stale(); g.sp.inTurn(from) {
		g.sp.in.Copy(g.sp.all[to].slot, g.sp.all[from].slot)
		return
	}
	g.sp.in.Cells.Unpack(g.sp.all[to].slot, g.sp.in.Cells.Pack(nil, g.sp.all[from].slot))
}
