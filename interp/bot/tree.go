package bot

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/amaf"
	"boardgame/interp/infoset"
	"boardgame/interp/position"
)

const (
	maxTreeNodes = 100_000 // nodes of one tree; then it is only refined
	// steps from the root to a leaf; only a game that goes in circles is that long
	maxPath = 4096
	// nodes that are allocated together
	nodeBlock = 64
	// visits to a node before it is expanded, where tallies are kept: making them takes about half
	// as long as a playout
	ripe = 3
)

// node is a position in a tree.
type node struct {
	move     position.Move // that led here
	at       slot
	index    int32 // among the children of its parent
	mover    int16 // who played the move
	toMove   int16
	drawn    bool // nobody chooses the next step
	visits   int64
	sum      []float64 // by player: shares of the win
	proven   []float64 // the certain outcome, by player; nil while it is open
	children []child
	*choices // nil until the node is expanded
}

// choices is what a node knows about its steps. Most nodes are never expanded.
type choices struct {
	steps   []position.Move // those of the children, in their order, then the next ones to try
	leftOut int             // so many at the end are tried only if all others lose
	// by step, for the player to move; nil where they are not kept
	tallies []amaf.Tally
	where   []int16 // by site: its tally
}

// A child is a node with what its choice depends on, side by side for all children of a node. Of a
// certain outcome it is only the mean, -1 for a loss, which is chosen only if nothing else is left.
type child struct {
	mean   float64 // of what the player who moves there got
	weight float64 // of what the tallies say
	spread float64 // 1/√visits
	*node
}

// tree is what one thread grows.
type tree struct {
	bot     *mcts
	space   space
	back    func() // gives the space back
	scratch slot
	end     slot              // of the last playout
	owned   [][]topology.Site // by player, in its end
	path    []*node           // from the root to the leaf
	// what the players get, by who wins
	settled map[uint16][]float64
	block   []node  // that are not used yet
	spare   []*node // that have been cut off
	rng     *rand.Rand
	players int
	sides   sides
	share   int64 // playouts to make
	stop    *stopper

	mu    sync.Mutex // guards everything below, so that a watcher can look
	root  *node
	nodes int
	done  int64
	deep  int
}

// grow plays until the tree's share is done, the limit is reached or the outcome is certain.
func (t *tree) grow(game Game, p *position.Position) {
	if !t.regrow(p) {
		t.drop()
		sp, root, back := t.bot.spaces.of(game, p)
		t.plant(sp, root, back)
	}
	for t.done < t.share && !(t.done > 0 && t.stop.over(0)) && !t.step() {
	}
}

// plant begins a tree.
func (t *tree) plant(sp space, root slot, back func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.space, t.back, t.scratch, t.nodes = sp, back, sp.add(), 0
	sp.seed(t.rng)
	t.root = t.node(root, -1)
}

// node returns a node for the position in a slot.
func (t *tree) node(at slot, mover int) *node {
	var n *node
	if last := len(t.spare) - 1; last >= 0 {
		n, t.spare = t.spare[last], t.spare[:last]
		clear(n.sum)
	} else {
		if len(t.block) == 0 {
			t.block = make([]node, nodeBlock)
			sums := make([]float64, nodeBlock*t.players)
			for i := range t.block {
				t.block[i].sum = sums[i*t.players : (i+1)*t.players]
			}
		}
		n, t.block = &t.block[0], t.block[1:]
	}
	n.at, n.mover, n.toMove = at, int16(mover), int16(t.space.ToMove(at))
	if n.proven = t.shares(at); n.proven == nil {
		n.drawn = t.space.Weights(at) != nil
	}
	return n
}

// step plays one more playout and reports whether the outcome is certain.
func (t *tree) step() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.once()
	t.done++
	return t.root.proven != nil
}

// once goes down the tree to a new leaf, plays the game to its end, and carries the result back up.
func (t *tree) once() {
	n, fresh := t.root, false
	path := append(t.path[:0], n)
	for len(path) < maxPath && n.proven == nil && !fresh {
		if n.choices == nil {
			if t.bot.placing != nil && n.visits < ripe && n != t.root {
				break
			}
			if t.expand(n); n.proven != nil {
				break
			}
		}
		if t.nodes >= maxTreeNodes && len(n.children) == 0 {
			break // there is no room: play on from the leaf itself
		}
		if n.drawn {
			n, fresh = t.drawn(n)
		} else {
			n, fresh = t.choose(n)
		}
		path = append(path, n)
	}
	t.path, t.deep = path, max(t.deep, len(path)-1)
	result := n.proven
	if result == nil {
		result = t.playout(n)
		if t.bot.placing != nil {
			t.tell(path, result)
		}
	}
	for i, n := range slices.Backward(path) {
		if i < len(path)-1 && n.proven == nil && path[i+1].proven != nil {
			t.prove(n)
		}
		n.visits++
		for q := range n.sum {
			n.sum[q] += result[q]
		}
		if i > 0 {
			t.promise(path[i-1], n.index)
		}
	}
}

// promise notes in a node what one of its children promises after a visit.
func (t *tree) promise(n *node, index int32) {
	c := &n.children[index]
	visits := float64(c.visits)
	switch {
	case c.proven != nil:
		c.mean, c.weight, c.spread = c.proven[c.mover], 0, 0
		if c.mean == 0 {
			c.mean = -1
		}
		return
	case n.tallies != nil:
		c.weight = amaf.Weight(t.bot.rave, visits)
	}
	c.mean, c.spread = c.sum[c.mover]/visits, 1/math.Sqrt(visits)
}

// expand finds the steps of a node.
func (t *tree) expand(n *node) {
	n.choices = &choices{steps: slices.Clone(t.space.moves(n.at))}
	t.rng.Shuffle(len(n.steps),
		func(i, j int) { n.steps[i], n.steps[j] = n.steps[j], n.steps[i] })
	if n.drawn {
		return
	}
	t.decisive(n)
	t.narrow(n)
	if t.bot.placing != nil && n.proven == nil {
		t.space.forget(n.at) // finding them is quick, and few may ever be tried
		n.tallies, n.where = t.bot.placing.Tallies(n.steps)
	}
}

// tell adds the end of a playout to the tallies of a path.
func (t *tree) tell(path []*node, result []float64) {
	for q := range t.owned {
		t.owned[q] = t.space.owned(t.end, q, t.owned[q][:0])
	}
	for _, n := range path {
		if n.choices != nil && n.tallies != nil {
			for _, x := range t.owned[n.toMove] {
				n.tallies[n.where[x]].Add(result[n.toMove])
			}
		}
	}
}

// decisive looks for a step that wins at once, which a playout would rarely find: players who can
// win do, and a step that lets the other side win is soon recognized. With many steps this would
// take too long.
func (t *tree) decisive(n *node) {
	const most = 48
	if len(n.steps) > most {
		return
	}
	for i, m := range n.steps {
		t.space.play(t.scratch, n.at, m)
		if s := t.shares(t.scratch); s != nil && s[n.toMove] == 1 {
			n.proven = t.try(n, i).proven
			return
		}
	}
}

// narrow puts the steps first after which the position is worth most to the player who takes them,
// as many as the width allows.
func (t *tree) narrow(n *node) {
	width := t.bot.width
	if n.proven != nil || width == 0 || len(n.steps) <= width {
		return
	}
	scores := make([]int64, len(n.steps))
	for i, m := range n.steps {
		t.space.play(t.scratch, n.at, m)
		if s := t.shares(t.scratch); s == nil {
			scores[i] = t.bot.judge.of(t.space, t.scratch, int(n.toMove))
			continue
		} else if s[n.toMove] == 1 {
			n.proven = t.try(n, i).proven
			return
		}
		scores[i] = outcome(t.space.winners(t.scratch), t.sides[n.toMove], 0)
	}
	sortBy(n.steps, scores)
	n.leftOut = len(n.steps) - width
}

// child adds the node to which a step leads.
func (t *tree) child(n *node, m position.Move) *node {
	at := t.space.add()
	t.space.play(at, n.at, m)
	c := t.node(at, int(n.toMove))
	c.move, c.index = m, int32(len(n.children))
	n.children = append(n.children, child{node: c})
	t.nodes++
	return c
}

// drawn draws a step that nobody chooses, by weight, and returns the node it leads to; fresh
// reports that it is new. So the mean over the visits of a node is the expectation.
func (t *tree) drawn(n *node) (c *node, fresh bool) {
	m := t.space.moves(n.at)[interp.Pick(t.space.Weights(n.at), t.rng)]
	for _, c := range n.children {
		if c.move == m {
			return c.node, false
		}
	}
	return t.child(n, m), true
}

// prove marks a node as certain if one of its steps wins for the player to move, or if all its
// steps are certain.
func (t *tree) prove(n *node) {
	if n.drawn {
		return // a chance node is rarely certain enough to be worth the trouble
	}
	me := n.toMove
	var best []float64
	open := len(n.children) < len(n.steps)-n.leftOut
	for _, c := range n.children {
		if c.proven == nil {
			open = true
			continue
		}
		if best == nil || c.proven[me] > best[me] {
			best = c.proven
		}
	}
	switch {
	case best == nil || open && best[me] < 1:
	case best[me] < 1 && n.leftOut > 0:
		if best[me] == 0 {
			n.leftOut = 0 // only they can help
		}
	default:
		n.proven = best
	}
}

// choose returns the most promising child for the player to move: the one with the greatest upper
// confidence bound, or that of an untried step. Without tallies, all steps are tried once first.
func (t *tree) choose(n *node) (best *node, fresh bool) {
	tried, end := len(n.children), len(n.steps)-n.leftOut
	if t.nodes >= maxTreeNodes {
		end = tried
	}
	if tried < end && n.tallies == nil {
		return t.try(n, tried), true
	}
	explore := t.bot.exploration * math.Sqrt(math.Log(float64(n.visits+1)))
	top := math.Inf(-1)
	for i := range n.children {
		c := &n.children[i]
		v := c.mean
		if i < len(n.tallies) {
			if share, ok := n.tallies[i].Share(); ok {
				v += c.weight * (share - v)
			}
		}
		if v += explore * c.spread; v > top {
			top, best = v, c.node
		}
	}
	if tried == end {
		return best, false
	}
	// One of which nothing is known promises 1.
	next, share, unknown := amaf.Best(n.tallies[tried:end])
	if v := share + explore; next < 0 || unknown >= 0 && v < 1 {
		next, share = unknown, 1-explore
	}
	if share+explore <= top {
		return best, false
	}
	return t.try(n, tried+next), true
}

// try adds the child of the i-th step, which has not been tried.
func (t *tree) try(n *node, i int) *node {
	k := len(n.children)
	n.steps[i], n.steps[k] = n.steps[k], n.steps[i]
	if n.tallies != nil {
		n.tallies[i], n.tallies[k] = n.tallies[k], n.tallies[i]
		at := t.bot.placing.Site
		n.where[at(n.steps[i])], n.where[at(n.steps[k])] = int16(i), int16(k)
	}
	c := t.child(n, n.steps[k])
	if len(n.children) == len(n.steps)-n.leftOut {
		t.space.forget(n.at)
	}
	return c
}

// playout plays random steps to the end of the game or the rollout's limit and returns what each
// player gets.
func (t *tree) playout(n *node) []float64 {
	// In pieces, so that a long game can be stopped soon.
	from := n.at
	for left := t.bot.rollout; left > 0 && !t.stop.over(0); left -= rolloutPiece {
		t.space.playout(t.scratch, from, t.rng, min(left, rolloutPiece), t.stop)
		if from = t.scratch; t.space.Over(from) {
			break
		}
	}
	t.end = from
	if s := t.shares(from); s != nil {
		return s
	}
	return infoset.Shares(t.bot.judge.rules, t.bot.scale,
		func(q int) int64 { return t.bot.judge.of(t.space, from, q) })
}

// shares returns what each player gets in a position, nil if the game goes on there.
func (t *tree) shares(at slot) []float64 {
	if !t.space.Over(at) {
		return nil
	}
	winners := t.space.winners(at)
	s := t.settled[winners]
	if s == nil {
		for q := range t.players {
			s = append(s, t.sides.share(winners, q))
		}
		t.settled[winners] = s
	}
	return s
}
