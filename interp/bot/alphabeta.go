package bot

import (
	"cmp"
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"boardgame/dsl/order"
	"boardgame/interp/level"
	"boardgame/interp/position"
)

// alphabeta is an iterative deepening alpha-beta search. Depth counts steps. A transposition table
// remembers positions, steps that were good elsewhere are tried first, late ones are searched less
// deeply, and a position in the middle of an exchange or of a turn is not judged but played on.
// With three and more players it is paranoid (Sturtevant and Korf, On Pruning Techniques for
// Multi-Player Games, 2000): all others play against the player who searches, so alpha-beta can
// prune as with two players; partners play with the searcher. A depth of less than a round of all
// players does not see their replies.
//
// With a limit of time, all processors search at once and share the table (lazy SMP), and the table
// is kept for the next choice; then the choice depends on the machine. With other limits it depends
// only on the position and the seed.
type alphabeta struct {
	judge                judge
	taking               *taking
	depth                int
	nodes                int64
	time                 time.Duration
	extend               bool
	full                 bool // no step is searched less deeply than another
	width                int
	first                bool
	threads              int  // if the limit is time; 0: one for each processor
	asksPly, asksHistory bool // the rules ask for the number of turns, and for earlier positions
	order                *level.Order
	lines                int
	without              string // the part of the search that is left out; see level.Settings
	slip                 int    // percentage of the steps that it overlooks, its own and the others'
	watch                func(Choice)

	spaces spaces
	kept   sync.Mutex // held while the table is in use
	memo   *table     // of the previous choice
}

// unlimitedTo is the number of iterations without a limit of depth.
const unlimitedTo = 64

func (b *alphabeta) Watch(watch func(Choice)) { b.watch = watch }

func (b *alphabeta) Choose(ctx context.Context, game Game, p *position.Position,
	rng *rand.Rand) (Choice, error) {
	moves := b.spaces.moves(game, p)
	if len(moves) == 0 {
		return Choice{}, ErrNoMove
	}
	if b.first {
		b.order.Sort(moves)
	} else {
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	if len(moves) == 1 && b.watch == nil && b.lines <= 1 {
		return Choice{Move: moves[0], Measure: Points, Unit: b.judge.unit,
			Lines: []Line{{Move: moves[0], PV: moves[:1:1]}}}, nil
	}
	var c Choice
	var seed uint64
	if b.slip > 0 {
		seed = rng.Uint64()
		moves = overlook(moves, seed, b.slip)
	}
	think := func() { c = b.think(ctx, game, p, moves, seed) }
	if !b.spaces.try(think) {
		think()
	}
	// no time even for one step of depth
	if c.Depth == 0 && (b.nodes == 0 || c.Nodes < b.nodes) && hurried(ctx) {
		c = b.judge.glance(&b.spaces, game, p, moves, rng)
		b.told(c)
	}
	return c, nil
}

// think searches, with the steps of the root in the order in which they are tried first.
func (b *alphabeta) think(ctx context.Context, game Game, p *position.Position,
	moves []position.Move, seed uint64) Choice {
	b.judge.prepare(ctx, game)
	stop := newStopper(ctx, b.time, b.nodes)
	defer stop.close()
	memo, done := b.borrow()
	defer done()
	memo.next()

	var halt atomic.Bool
	sp, at, back := b.spaces.of(game, p)
	defer back()
	s := newSearch(b, sp, at, p, stop, memo, &halt)
	s.seed = seed
	if b.asksHistory {
		s.past = p.State().History
	}
	s.setWorths(p)
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer halt.Store(true)
	for i := 1; i < b.workers(); i++ {
		sp, at, back := b.spaces.of(game, p)
		helper := newSearch(b, sp, at, p, stop.share(), memo, &halt)
		helper.taking, helper.seed = s.taking, seed
		root := rootOf(moves)
		helpers.Add(1)
		go func() {
			defer helpers.Done()
			defer back()
			// Every other helper begins a step deeper, so that not all do the same work.
			b.spaces.try(func() { helper.deepen(root, 1+i%2, 1, func(Choice) {}) })
		}()
	}
	s.bestFirst(moves)
	return s.deepen(rootOf(moves), 1, b.lines, b.told)
}

// told passes the best so far to the watcher.
func (b *alphabeta) told(c Choice) {
	if b.watch != nil {
		b.watch(c)
	}
}

// timed reports whether the clock ends the search.
func (b *alphabeta) timed() bool { return b.time > 0 && b.depth == 0 && b.nodes == 0 }

func (b *alphabeta) workers() int {
	switch {
	case !b.timed():
		return 1 // otherwise the choice would depend on the machine
	case b.threads > 0:
		return b.threads
	}
	return runtime.GOMAXPROCS(0)
}

// borrow returns the table for one choice, and a function that gives it back. If the choice must
// depend only on the position, the table keeps its memory from turn to turn, but not its entries.
func (b *alphabeta) borrow() (t *table, done func()) {
	if !b.kept.TryLock() {
		return newTable(b.tableBits()), func() {}
	}
	if b.memo == nil {
		b.memo = newTable(b.tableBits())
		b.memo.forgets = !b.timed() || b.asksHistory
	}
	return b.memo, b.kept.Unlock
}

// tableBits returns the size of a table for one choice. A large one pays only for many nodes.
func (b *alphabeta) tableBits() uint {
	switch {
	case b.nodes > 0 && b.nodes < 1<<smallTable:
		return smallTable
	case b.nodes >= 1<<largeTable || b.timed() && !b.asksHistory:
		return largeTable
	}
	return largeTable - 2
}

// rootMove is a step at the root and what is known about it.
type rootMove struct {
	move  position.Move
	value int64
	exact bool
	line  []position.Move // from it on, when it was last told
}

// returns reports whether the step of the root that has just been played leads back to an earlier
// position of the game.
func (s *search) returns() bool {
	at := s.slots[1]
	if s.past == nil || s.space.Over(at) || s.space.inTurn(at) {
		return false
	}
	p := s.space.state(at)
	whole := p.RepetitionKey(s.bot.judge.rules, s.space.ToMove(at))
	times, _ := s.past.Count(whole, p.PiecesKey())
	return times > 0
}

func rootOf(moves []position.Move) []*rootMove {
	root := make([]*rootMove, len(moves))
	for i, m := range moves {
		root[i] = &rootMove{move: m}
	}
	return root
}

// bestFirst puts the steps of the root after which the position is worth most first if there is a
// width, or if turns go on after a step. To play them on may take more nodes than there are, and
// then the first steps are all that the search sees.
func (s *search) bestFirst(moves []position.Move) {
	if width := s.bot.width; width > 0 && len(moves) <= width {
		return
	} else if width == 0 {
		if s.play(0, moves[0]); !s.bot.extend || !s.space.inTurn(s.slots[1]) {
			return
		}
	}
	s.rank(moves, 0)
	// what has been valued comes first; the search itself decides what it can do in the time left
	s.stopped = false
}

// deepen searches step by step deeper, beginning at a depth, and returns its last result.
func (s *search) deepen(root []*rootMove, depth, lines int, tell func(Choice)) Choice {
	c := Choice{Move: root[0].move, Measure: Points, Unit: s.bot.judge.unit,
		Lines: []Line{{Move: root[0].move, PV: []position.Move{root[0].move}}}}
	deepest := s.bot.depth
	if deepest == 0 {
		deepest = unlimitedTo
	}
	for ; depth <= deepest; depth++ {
		s.depth = depth
		valued := s.root(root, depth, lines)
		if valued == 0 {
			break // out of time before the first step was valued: the iteration before stands
		}
		c = s.report(root, valued, depth, lines)
		if s.stopped {
			c.Depth--
			break
		}
		c.Proven = s.proves(c.Value)
		tell(c)
		if s.settled || !slices.ContainsFunc(c.Lines,
			func(l Line) bool { return !l.Proven || Won-abs(l.Value) > int64(depth) }) {
			break // deeper search cannot change the answer
		}
	}
	c.Nodes = s.nodes
	return c
}

// root values the steps of the root to a depth, the best `lines` of them exactly, and sorts them,
// best first. It returns how many were valued before time ran out.
func (s *search) root(moves []*rootMove, depth, lines int) (valued int) {
	s.settled = true
	// This iteration may find fewer captures than the last, so exchanges are lengthened again.
	s.taken, s.quieted, s.walked = min(2*s.taken+1, maxQuiet), 0, 0
	top := -Won - 1
	kept := len(moves)
	if s.bot.width > 0 {
		kept = min(kept, s.bot.width)
	}
	var best []int64 // the exact values so far, greatest first, at most `lines`
	for i, r := range moves {
		if i >= kept && top >= -decided && len(best) >= min(lines, kept) {
			s.settled = false
			break // see walk
		}
		alpha := -Won - 1
		if len(best) == lines {
			alpha = best[lines-1]
		}
		s.play(0, r.move)
		f := frame{depth: depth, mine: true, lo: alpha, hi: Won + 1}
		v := s.child(&f, valuedBefore(i, len(best), lines), r.move,
			s.takes(0, r.move) > 0)
		if s.stopped {
			break
		}
		if valued++; v > max(alpha, 0) && v <= decided && s.returns() {
			v = 0 // whoever is ahead does not get on like this, but comes nearer to a draw
		}
		r.value, r.exact = v, v > alpha
		top = max(top, v)
		if r.exact {
			at, _ := slices.BinarySearchFunc(best, v,
				func(a, b int64) int { return cmp.Compare(b, a) })
			best = append(best[:at], append([]int64{v}, best[at:]...)...)
			best = best[:min(len(best), lines)]
		}
	}
	order.SortStableFunc(moves[:valued], func(a, b *rootMove) int {
		switch {
		case a.exact != b.exact:
			return cmp.Compare(flag(b.exact), flag(a.exact))
		case a.exact:
			return cmp.Compare(b.value, a.value)
		}
		return 0
	})
	return valued
}

// valuedBefore returns how many steps come before the i-th one, but 0 while not all lines have an
// exact value: until then, the next step is not expected to be worse.
func valuedBefore(i, exact, lines int) int {
	if exact < lines {
		return 0
	}
	return i
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// report makes a Choice of the root's steps.
func (s *search) report(moves []*rootMove, valued, depth, lines int) Choice {
	c := Choice{Move: moves[0].move, Value: s.bot.judge.told(moves[0].value), Measure: Points,
		Unit: s.bot.judge.unit, Nodes: s.nodes, Depth: depth}
	for _, r := range moves[:min(valued, lines)] {
		if r.exact {
			c.Lines = append(c.Lines, Line{Move: r.move, Value: s.bot.judge.told(r.value),
				PV: s.line(r, depth), Proven: s.proves(r.value)})
		}
	}
	return c
}

// line follows the table from a step of the root. When time has run out, the previous line is good
// enough, because a new one would take time for each of its steps.
func (s *search) line(r *rootMove, depth int) []position.Move {
	if s.stopped && r.line != nil {
		return r.line
	}
	pv := []position.Move{r.move}
	s.play(0, r.move)
	for ply := 1; !s.space.Over(s.slots[ply]) && ply < min(depth, maxPly-1); ply++ {
		t, known := s.table.find(s.key(s.slots[ply]))
		if !known || t.bound == atMost || !slices.Contains(s.space.moves(s.slots[ply]), t.move) {
			break
		}
		pv = append(pv, t.move)
		s.play(ply, t.move)
	}
	r.line = pv
	return pv
}
