package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"boardgame/dsl/order"
	"boardgame/interp/amaf"
	"boardgame/interp/engine"
	"boardgame/interp/position"
)

// mcts grows a tree of steps. It visits each node according to its promise (the upper confidence
// bound of UCT), and values a new leaf by playing the game to the end at random. A solver marks
// positions whose outcome is certain, for any number of players: a player who can win does so, and
// if all steps are decided, players take their best.
//
// With a width, it looks only at the steps that are best by the value, and without a rollout, it
// judges a leaf at once. Then it is a best-first search in which all players play for themselves,
// which suits games of more than two players better than alphabeta.
//
// In games in which steps only place pieces, a step is also judged by the playouts in which its
// player had a piece on its site in the end; see rave.go.
//
// Several threads grow a tree each and add up the results at the root. With a limit of playouts and
// a number of threads, the choice depends only on the seed. With a limit of time, the part of the
// trees below the chosen step is kept for the next choice.
type mcts struct {
	judge       judge
	playouts    int64
	time        time.Duration
	exploration float64
	rollout     int
	scale       float64
	width       int // 0: no limit
	threads     int
	placing     *amaf.Placing // nil: no tallies by site
	rave        float64       // visits until a step's own mean counts as much as its tally
	asksHistory bool          // the rules ask for earlier positions
	watch       func(Choice)
	spaces      spaces
	kept        keptTrees
}

const (
	rolloutPiece = 200                    // steps of a playout between two looks at the clock
	watchEvery   = 500 * time.Millisecond // between two reports
	// steps of a playout between two checks whether to stop
	unasked = 200
)

func (b *mcts) Watch(watch func(Choice)) { b.watch = watch }

func (b *mcts) Choose(ctx context.Context, game Game, p *position.Position, rng *rand.Rand) (Choice,
	error) {
	return b.think(ctx, game, p, rng, true)
}

// think chooses a step. If the bot plays it, only what follows it is kept.
func (b *mcts) think(ctx context.Context, game Game, p *position.Position, rng *rand.Rand,
	played bool) (Choice, error) {
	moves := b.spaces.moves(game, p)
	if len(moves) == 0 {
		return Choice{}, ErrNoMove
	}
	if len(moves) == 1 && b.watch == nil {
		return Choice{Move: moves[0], Measure: PerMille, Value: 500,
			Lines: []Line{{Move: moves[0], Value: 500, PV: moves}}}, nil
	}
	threads := b.threads
	if threads == 0 {
		threads = 1
		if b.playouts == 0 {
			threads = runtime.GOMAXPROCS(0)
		}
	}
	if program := game.Program(); program != nil && b.rollout > 0 {
		_ = engine.Whole(ctx, program) // to compile is not to think; if it fails, playouts say so
	}
	if b.rollout == 0 || b.width > 0 {
		b.judge.prepare(ctx, game)
	}
	stop := newStopper(ctx, b.time, 0)
	defer stop.close()

	trees := b.trees(game, threads)
	var busy sync.WaitGroup
	for i, t := range trees {
		t.share = math.MaxInt64
		if b.playouts > 0 {
			t.share = b.playouts/int64(threads) +
				int64(btoi(int64(i) < b.playouts%int64(threads)))
		}
		t.rng, t.stop = rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64())), stop.share()
		busy.Go(func() {
			grow := func() { t.grow(game, p) }
			if !b.spaces.try(grow) {
				t.drop()
				grow()
			}
		})
	}
	finished := make(chan struct{})
	go func() { busy.Wait(); close(finished) }()
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-finished:
			c := b.add(trees, moves, p.ToMove())
			// no time even to try each step once
			if played && !c.Proven && c.Nodes < int64(len(moves)) &&
				(b.playouts == 0 || c.Nodes < b.playouts) && hurried(ctx) {
				c = b.judge.glance(&b.spaces, game, p, moves, rng)
			}
			b.keep(game, trees, c.Move, played)
			return c, nil
		case <-ticker.C:
			if b.watch != nil {
				b.watch(b.add(trees, moves, p.ToMove()))
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add sums what the trees know about the root's steps and picks the most visited one, or a certain
// win.
func (b *mcts) add(trees []*tree, moves []position.Move, me int) Choice {
	c := Choice{Measure: PerMille}
	lines := make(map[position.Move]*Line, len(moves))
	sums := make(map[position.Move]float64, len(moves))
	proven := make(map[position.Move]float64)
	for _, m := range moves {
		lines[m] = &Line{Move: m, PV: []position.Move{m}}
	}
	longest := make(map[position.Move]int64)
	for _, t := range trees {
		t.mu.Lock()
		c.Nodes += t.done
		c.Depth = max(c.Depth, t.deep)
		if t.root != nil {
			for _, n := range t.root.children {
				l := lines[n.move]
				if l == nil {
					break // the tree of the previous choice has not been cut yet
				}
				l.Visits += n.visits
				sums[n.move] += n.sum[me]
				if n.proven != nil {
					proven[n.move] = n.proven[me]
				}
				if n.visits > longest[n.move] {
					longest[n.move] = n.visits
					l.PV = principal(n.node)
				}
			}
		}
		t.mu.Unlock()
	}
	for _, m := range moves {
		l := lines[m]
		if l.Visits > 0 {
			l.Value = int64(math.Round(1000 * sums[m] / float64(l.Visits)))
		}
		if v, ok := proven[m]; ok {
			l.Value, l.Proven = int64(math.Round(1000*v)), true
		}
		c.Lines = append(c.Lines, *l)
	}
	order.SortStableFunc(c.Lines, func(a, b Line) int { return compareLines(b, a) })
	c.Move, c.Value, c.Proven = c.Lines[0].Move, c.Lines[0].Value, c.Lines[0].Proven
	return c
}

// compareLines orders steps by how good they are: certain wins first, certain losses last, the
// others by visits.
func compareLines(a, b Line) int {
	class := func(l Line) int {
		switch {
		case l.Proven && l.Value == 1000:
			return 2
		case l.Proven && l.Value == 0:
			return 0
		}
		return 1
	}
	switch ca, cb := class(a), class(b); {
	case ca != cb:
		return ca - cb
	case a.Visits != b.Visits:
		return int(min(max(a.Visits-b.Visits, -1), 1))
	}
	return int(min(max(a.Value-b.Value, -1), 1))
}

// principal is the most visited line from a node on.
func principal(n *node) []position.Move {
	pv := []position.Move{n.move}
	for len(n.children) > 0 && len(pv) < maxPly {
		most := n.children[0]
		for _, c := range n.children[1:] {
			if c.visits > most.visits {
				most = c
			}
		}
		n = most.node
		pv = append(pv, n.move)
	}
	return pv
}
