package bot

import (
	"slices"
	"sync"

	"boardgame/dsl/topology"
	"boardgame/interp/engine"
	"boardgame/interp/position"
)

// keptTrees are the trees of the previous choice.
type keptTrees struct {
	mu      sync.Mutex
	program *engine.Program
	trees   []*tree
}

// trees returns a tree for each thread: those of the previous choice, if they were kept for this
// game, or new ones.
func (b *mcts) trees(game Game, threads int) []*tree {
	b.kept.mu.Lock()
	old, program := b.kept.trees, b.kept.program
	b.kept.trees = nil
	b.kept.mu.Unlock()
	trees := make([]*tree, threads)
	for i := range trees {
		if i < len(old) && game.Program() == program {
			trees[i] = old[i]
			trees[i].done, trees[i].deep = 0, 0
		} else {
			n := len(game.Rules().Players)
			trees[i] = &tree{bot: b, players: n, sides: sidesOf(game.Rules()),
				owned: make([][]topology.Site, n), settled: map[uint16][]float64{}}
		}
	}
	for _, t := range old {
		if !slices.Contains(trees, t) {
			t.drop()
		}
	}
	return trees
}

// keep keeps the trees for the next choice: all of them, or what follows the step that is played.
// It keeps nothing with a limit of playouts, so that the choice depends only on the position;
// nothing if equal positions differ by their history; and nothing if the evaluator plays, because
// no tree can regrow from its positions.
func (b *mcts) keep(game Game, trees []*tree, chosen position.Move,
	played bool) {
	if game.Program() == nil || b.playouts > 0 || b.asksHistory {
		for _, t := range trees {
			t.drop()
		}
		return
	}
	for _, t := range trees {
		if played {
			t.prune(chosen)
		}
	}
	b.kept.mu.Lock()
	defer b.kept.mu.Unlock()
	b.kept.program, b.kept.trees = game.Program(), trees
}

// drop forgets a tree and gives its space back.
func (t *tree) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.back != nil {
		t.back()
	}
	t.space, t.back, t.root, t.nodes, t.path, t.spare = nil, nil, nil, 0, nil, nil
}

// prune cuts off all but the branch of a step of the root.
func (t *tree) prune(m position.Move) {
	if t.root != nil {
		if i := slices.IndexFunc(t.root.children,
			func(c child) bool { return c.move == m }); i >= 0 {
			t.cut(t.root.children[i].node)
			return
		}
	}
	t.drop()
}

// cut makes a node the root and releases the slots of all nodes that are not below it.
func (t *tree) cut(root *node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var free func(n *node)
	free = func(n *node) {
		if n == root {
			return
		}
		t.space.remove(n.at)
		t.nodes--
		for _, c := range n.children {
			free(c.node)
		}
		*n = node{sum: n.sum}
		t.spare = append(t.spare, n)
	}
	free(t.root)
	t.root = root
}

// regrow makes the node of a position the root, and reports whether the tree has it.
func (t *tree) regrow(p *position.Position) bool {
	const most = 10_000 // nodes that are searched for it
	sp, ok := t.space.(*slots)
	if !ok || t.root == nil {
		return false
	}
	at := sp.add()
	defer sp.remove(at)
	if !sp.load(at, p) {
		return false
	}
	row := []*node{t.root}
	for i := 0; i < len(row) && i < most; i++ {
		n := row[i]
		if int(n.toMove) == p.ToMove() && sp.hash(n.at) == sp.hash(at) && sp.ply(n.at) == sp.ply(at) &&
			n.proven == nil {
			t.cut(n)
			sp.seed(t.rng)
			return true
		}
		for _, c := range n.children {
			row = append(row, c.node)
		}
	}
	return false
}
