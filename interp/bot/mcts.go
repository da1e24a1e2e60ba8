package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"boardgame/interp"
	"boardgame/interp/position"
)

// mcts grows a tree of steps, each node tried as often as it promises (the upper confidence bound
// of UCT), and learns what a new leaf is worth by playing the game out at random. A solver marks
// positions whose outcome is certain, for any number of players: a player who can win does, and
// where all steps are decided he takes his best.
//
// Several threads grow a tree each and add up what the root has learnt; with a limit of playouts
// and a number of threads, the choice depends on the seed alone.
type mcts struct {
	judge       judge
	playouts    int64
	time        time.Duration
	exploration float64
	rollout     int
	scale       float64
	threads     int
	watch       func(Choice)
	spaces      spaces
}

const (
	rolloutPiece = 100                    // steps of a playout between two looks at the clock
	maxTreeNodes = 100_000                // nodes of one tree; then it is only refined
	watchEvery   = 500 * time.Millisecond // between two reports
	// steps from the root to a leaf; only a game that goes round is as long
	maxPath = 4096
	// steps of a playout before it is asked again whether to stop
	unasked = 200
)

func (b *mcts) Watch(watch func(Choice)) { b.watch = watch }

func (b *mcts) Choose(ctx context.Context, game Game, p *position.Position, rng *rand.Rand) (Choice,
	error) {
	moves := slices.Clone(game.NewEngine().Moves(p))
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
	stop := newStopper(ctx, b.time, 0)
	defer stop.close()

	trees := make([]*tree, threads)
	var busy sync.WaitGroup
	for i := range trees {
		share := int64(math.MaxInt64)
		if b.playouts > 0 {
			share = b.playouts/int64(threads) + int64(btoi(int64(i) < b.playouts%int64(threads)))
		}
		own := rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
		t := &tree{bot: b, rng: own, players: len(game.Rules().Players), share: share, stop: stop}
		trees[i] = t
		busy.Add(1)
		go func() {
			defer busy.Done()
			grow := func() {
				sp, root, back := b.spaces.of(game, p)
				defer back()
				t.grow(sp, root, p.ToMove())
			}
			if !b.spaces.try(grow) {
				grow()
			}
		}()
	}
	finished := make(chan struct{})
	go func() { busy.Wait(); close(finished) }()
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-finished:
			return b.add(trees, moves, p.ToMove()), nil
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

// node is a position in a tree.
type node struct {
	move     position.Move // that led here
	mover    int           // who played it
	at       slot
	toMove   int
	drawn    bool            // nobody chooses the next step
	untried  []position.Move // in random order, from the end
	children []*node
	expanded bool
	visits   int64
	sum      []float64 // by player: shares of the win
	proven   []float64 // the certain outcome, by player; nil while it is open
}

// tree is what one thread grows.
type tree struct {
	bot     *mcts
	space   space
	scratch slot
	rng     *rand.Rand
	players int
	share   int64 // playouts to make
	stop    *stopper

	mu    sync.Mutex // guards everything below, so that a watcher can look
	root  *node
	nodes int
	done  int64
	deep  int
}

// grow plays until the tree's share is done, the limit reached or the outcome certain.
func (t *tree) grow(sp space, root slot, toMove int) {
	t.plant(sp, root, toMove)
	for t.done < t.share && !(t.done > 0 && t.stop.over(0)) && !t.step() {
	}
}

// plant begins a tree.
func (t *tree) plant(sp space, root slot, toMove int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.space, t.scratch, t.nodes = sp, sp.add(), 0
	sp.seed(t.rng)
	t.root = &node{at: root, toMove: toMove, mover: -1, sum: make([]float64, t.players)}
	t.root.drawn = sp.weights(root) != nil
}

// step plays one playout more and reports whether the outcome is certain.
func (t *tree) step() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.once()
	t.done++
	return t.root.proven != nil
}

// once goes down the tree to a new leaf, plays it out, and takes the result back up.
func (t *tree) once() {
	path := []*node{t.root}
	n := t.root
	for len(path) < maxPath {
		if n.proven != nil {
			break
		}
		if !n.expanded {
			n.expanded = true
			n.untried = slices.Clone(t.space.moves(n.at))
			t.rng.Shuffle(len(n.untried),
				func(i, j int) { n.untried[i], n.untried[j] = n.untried[j], n.untried[i] })
			t.decisive(n)
			if n.proven != nil {
				break
			}
		}
		if t.nodes >= maxTreeNodes && len(n.children) == 0 {
			break // there is no room: the leaf itself is played out
		}
		if n.drawn {
			child, fresh := t.drawn(n)
			path = append(path, child)
			if fresh {
				break
			}
			n = child
			continue
		}
		if len(n.untried) > 0 && t.nodes < maxTreeNodes {
			m := n.untried[len(n.untried)-1]
			n.untried = n.untried[:len(n.untried)-1]
			path = append(path, t.child(n, m))
			if len(n.untried) == 0 {
				t.space.forget(n.at) // all its steps have been played
			}
			break
		}
		n = t.best(n)
		path = append(path, n)
	}
	leaf := path[len(path)-1]
	t.deep = max(t.deep, len(path)-1)
	result := leaf.proven
	if result == nil {
		result = t.playout(leaf)
	}
	for i := len(path) - 1; i >= 0; i-- {
		n := path[i]
		if n.proven == nil && i < len(path)-1 {
			t.prove(n)
		}
		n.visits++
		for q := range n.sum {
			n.sum[q] += result[q]
		}
	}
}

// decisive looks for a step that wins at once, as a playout would rarely find it: whoever can win
// does, and a step that lets the other side win is soon known for what it is. Where there are many
// steps that would take too long.
func (t *tree) decisive(n *node) {
	const most = 48
	if n.drawn || len(n.untried) > most {
		return
	}
	for i, m := range n.untried {
		t.space.play(t.scratch, n.at, m)
		if r := t.space.result(t.scratch); r != nil && shareOf(r, n.toMove, t.players) == 1 {
			n.untried = slices.Delete(n.untried, i, i+1)
			n.proven = t.child(n, m).proven
			return
		}
	}
}

// child adds the node to which a step leads.
func (t *tree) child(n *node, m position.Move) *node {
	at := t.space.add()
	t.space.play(at, n.at, m)
	child := &node{move: m, mover: n.toMove, at: at, toMove: t.space.toMove(at),
		sum: make([]float64, t.players)}
	if r := t.space.result(at); r != nil {
		child.proven = t.shares(r)
	} else {
		child.drawn = t.space.weights(at) != nil
	}
	n.children = append(n.children, child)
	t.nodes++
	return child
}

// drawn draws what nobody chooses, by weight, and returns the node to which it leads; fresh reports
// that it is new. So the mean over the visits of a node is the expectation.
func (t *tree) drawn(n *node) (child *node, fresh bool) {
	n.untried = nil
	m := t.space.moves(n.at)[interp.Pick(t.space.weights(n.at), t.rng)]
	for _, c := range n.children {
		if c.move == m {
			return c, false
		}
	}
	return t.child(n, m), true
}

// prove marks a node as certain if one of its steps wins for the player to move, or if all its
// steps are certain.
func (t *tree) prove(n *node) {
	if n.drawn {
		return // what is drawn next is never certain enough to be worth the trouble
	}
	me := n.toMove
	var best []float64
	open := len(n.untried) > 0
	for _, c := range n.children {
		if c.proven == nil {
			open = true
			continue
		}
		if best == nil || c.proven[me] > best[me] {
			best = c.proven
		}
	}
	if best != nil && (best[me] == 1 || !open) {
		n.proven = best
	}
}

// best is the child with the greatest upper confidence bound for the player to move.
func (t *tree) best(n *node) *node {
	log := math.Log(float64(n.visits + 1))
	var best *node
	top := math.Inf(-1)
	for _, c := range n.children {
		v := c.sum[c.mover]/float64(c.visits) + t.bot.exploration*math.Sqrt(log/float64(c.visits))
		if c.proven != nil {
			v = c.proven[c.mover]
			if v == 0 {
				v = -1 // certainly lost: only if nothing else is left
			}
		}
		if v > top {
			top, best = v, c
		}
	}
	return best
}

// playout plays random steps to the end of the game or the rollout's limit and returns what each
// player gets.
func (t *tree) playout(n *node) []float64 {
	// In pieces, so that a long game does not keep whoever wants to stop waiting.
	from := n.at
	for left := t.bot.rollout; left > 0 && !t.stop.over(0); left -= rolloutPiece {
		t.space.playout(t.scratch, from, t.rng, min(left, rolloutPiece), t.stop)
		if from = t.scratch; t.space.result(from) != nil {
			break
		}
	}
	if r := t.space.result(from); r != nil {
		return t.shares(r)
	}
	// Unfinished: the value, squashed to a share of the win; the shares of all add up to 1.
	shares := make([]float64, t.players)
	var sum float64
	for q := range shares {
		shares[q] = 1 / (1 + math.Exp(-float64(t.bot.judge.of(t.space, from, q))/t.bot.scale))
		sum += shares[q]
	}
	for q := range shares {
		if sum > 0 {
			shares[q] /= sum
		} else {
			shares[q] = 1 / float64(t.players)
		}
	}
	return shares
}

func (t *tree) shares(r *position.Result) []float64 {
	s := make([]float64, t.players)
	for q := range s {
		s[q] = shareOf(r, q, t.players)
	}
	return s
}

// add sums what the trees know of the root's steps and picks the one most visited, or a certain
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
				l.Visits += n.visits
				sums[n.move] += n.sum[me]
				if n.proven != nil {
					proven[n.move] = n.proven[me]
				}
				if n.visits > longest[n.move] {
					longest[n.move] = n.visits
					l.PV = principal(n)
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
	slices.SortStableFunc(c.Lines, func(a, b Line) int { return compareLines(b, a) })
	c.Move, c.Value, c.Proven = c.Lines[0].Move, c.Lines[0].Value, c.Lines[0].Proven
	return c
}

// compareLines orders by what one should play: certain wins first, certain losses last, between
// them by visits.
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
		n = most
		pv = append(pv, n.move)
	}
	return pv
}
