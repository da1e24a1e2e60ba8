package bot

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"boardgame/interp/position"
)

// Limits of a search.
const (
	maxPly     = 128 // steps from the root
	maxOpen    = 24  // steps by which an unfinished turn is played on beyond the depth
	maxQuiet   = 10  // exchanging steps searched beyond the depth
	historyLog = 14  // the size of the history, as a power of two
)

// search is the part of one goroutine in a call of Choose: principal variation search (Marsland and
// Campbell, Parallel search of strongly ordered game trees, 1982) from the point of view of one
// player, who maximizes all values, as do partners, while the others minimize them.
type search struct {
	bot    *alphabeta
	taking *taking
	owners owners // for the steps of the position that was looked at last
	space  space
	// the positions by their distance from the root; one more for looking at a single step
	slots   [maxPly + 2]slot
	me      int
	team    uint16 // the players who maximize: me and my partners
	stop    *stopper
	halt    *atomic.Bool      // another goroutine has finished: its answer counts
	seed    uint64            // of what it overlooks
	past    *position.History // of the game before the root, if the rules ask about it
	stopped bool
	// settled: this iteration judged no position by its value, so everything is known.
	settled bool
	nodes   int64
	taken   int // how many exchanging steps are searched beyond the depth
	walked  int // nodes up to the depth since that was last set, and those beyond it
	quieted int
	depth   int // of this iteration
	wins    winsAtOnce
	threats threats
	forgone selective
	rises   trust // captures bring the value no higher than taking.hope
	// unpruned: every outcome of chance is searched in full, for comparison.
	unpruned bool
	probing  bool // the search bounds an outcome of chance
	opens    bool // chance decides at the beginning of every turn
	// positions at which chance decides whose outcomes were probed, and those that this proved to
	// be outside the window
	probed, proved int
	table          *table
	counts         bool // positions are judged by the number of their steps, and nothing is taken
	killers        [maxPly][2]position.Move
	history        []int32 // by a hash of the step: how often it cut off rather than failed to
	steps          [maxPly][]position.Move
	scores         [maxPly][]int64
}

func newSearch(b *alphabeta, sp space, root slot, p *position.Position, stop *stopper, t *table,
	halt *atomic.Bool) *search {
	s := &search{
		bot: b, taking: b.taking.at(p), space: sp, me: p.ToMove(), stop: stop, table: t, halt: halt,
		team:  b.judge.rules.Team(p.ToMove()),
		opens: b.judge.rules.OpensByChance(),
		taken: maxQuiet, history: make([]int32, 1<<historyLog),
	}
	s.counts = b.judge.counts() && !s.taking.any
	s.slots[0] = root
	for i := 1; i < len(s.slots); i++ {
		s.slots[i] = sp.add()
	}
	return s
}

// mine reports whether I or a partner of mine is to move.
func (s *search) mine(at slot) bool { return s.team>>s.space.ToMove(at)&1 != 0 }

// over reports whether the search must end.
func (s *search) over() bool {
	s.stopped = s.stopped || s.halt.Load() || s.stop.over(s.nodes)
	return s.stopped
}

// play plays a step of the position ply steps from the root.
func (s *search) play(ply int, m position.Move) {
	s.space.play(s.slots[ply+1], s.slots[ply], m)
}

// playOn is play before a walk to a depth. If the walk will certainly judge the position by the
// number of its steps, playOn counts them at once.
func (s *search) playOn(depth, ply int, m position.Move) {
	if depth > 0 || !s.counts {
		s.play(ply, m)
		return
	}
	s.space.playCounted(s.slots[ply+1], s.slots[ply], m)
}

// leaf judges the position by its value.
func (s *search) leaf(ply int) int64 {
	s.settled = false
	return s.bot.judge.of(s.space, s.slots[ply], s.me)
}

// walk values the position ply steps below the root within the window; outside it, the value is a
// bound. Depth is the number of steps before positions are judged; below 0, only an unfinished turn
// is played on.
func (s *search) walk(depth, ply int, alpha, beta int64) int64 {
	at := s.slots[ply]
	if s.space.Over(at) {
		return outcome(s.space.winners(at), s.team, ply)
	}
	if soonest := Won - int64(ply+1); alpha >= soonest {
		return soonest // a known win is at least as short
	} else if beta <= -soonest {
		return -soonest
	}
	s.nodes++
	s.walked++
	if s.over() {
		return 0
	}
	if ply >= maxPly-1 {
		return s.leaf(ply)
	}
	if depth <= 0 && !(s.bot.extend && s.space.inTurn(at) && depth > -maxOpen) {
		if !s.threatened(ply) {
			return s.horizon(ply, alpha, beta)
		}
		depth = 1
	}
	key := s.key(at)
	t, known := s.table.find(key)
	known = known && s.bot.without != "table"
	if known && t.depth >= depth {
		if v := fromTable(t.value, ply); t.answers(v, alpha, beta) {
			if abs(v) <= decided && !t.settled {
				s.settled = false // it depends on an earlier judgment
			}
			return v
		}
	}
	if weights := s.space.Weights(at); weights != nil {
		return s.expect(weights, depth, ply, alpha, beta)
	}
	f := s.frame(depth, ply, alpha, beta)
	if v, ok := s.forgo(&f); ok {
		return v
	}
	before := s.settled
	s.settled = true // until something below is judged by its value
	if s.choose(&f, t, known); s.stopped {
		return 0
	}
	s.table.put(entry{key: key, move: f.move, value: toTable(f.best, ply), depth: depth,
		bound: boundOf(f.best, alpha, beta), settled: s.settled})
	s.settled = s.settled && before
	return f.best
}

// choose values the steps of a position at which a player chooses, best first if the table and what
// was good elsewhere are right, until one of them shows that the position is outside the window.
func (s *search) choose(f *frame, t entry, known bool) {
	moves := append(s.steps[f.ply][:0], s.space.moves(s.slots[f.ply])...)
	if s.bot.slip > 0 {
		moves = overlook(moves, s.seed^s.space.hash(s.slots[f.ply]), s.bot.slip)
	}
	s.steps[f.ply] = moves
	if s.bot.width > 0 && len(moves) > s.bot.width {
		// Choosing what to keep looks at every step. Most positions are refuted by what refuted
		// their neighbors.
		if s.refute(f, moves, t.move, known) {
			return
		}
		s.settled = true
	}
	kept := s.narrow(moves, f.ply)
	s.sort(moves[:kept], f.ply, t.move, known)
	if len(moves) == 1 && f.depth < maxOpen && s.bot.without != "extension" {
		f.depth++ // a step without a choice costs nothing
	}
	for i, m := range moves {
		if i == kept && !f.loses() {
			// The width leaves out the rest, unless everything kept loses: then only the rest can
			// help.
			s.settled = false
			return
		}
		takes := i < kept && s.scores[f.ply][i] >= takesFirst
		s.playOn(f.depth-1, f.ply, m)
		v := s.child(f, i, m, takes)
		if s.stopped {
			return
		}
		if f.note(m, v); f.closed() {
			s.cutOff(m, f.depth, f.ply)
			s.failed(moves[:i], f)
			return
		}
	}
}

// overlook leaves out a percentage of the steps of a position: the same ones whenever they are
// looked at, as a person does not see a step however long they think. One is left.
func overlook(moves []position.Move, seed uint64, percent int) []position.Move {
	some, seen := moves[seed%uint64(len(moves))], moves[:0]
	for _, m := range moves {
		if x := (seed ^ uint64(m)*0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15; x>>32*100>>32 >=
			uint64(percent) {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		seen = append(seen, some)
	}
	return seen
}

// refute tries the step that the table remembers and those that cut off last at this distance from
// the root. It reports whether one causes a cutoff or time has run out.
func (s *search) refute(f *frame, moves []position.Move, remembered position.Move,
	known bool) bool {
	killers := s.killers[f.ply]
	tried := [3]position.Move{killers[0], killers[1], remembered}
	lo, hi := f.lo, f.lo+1
	if f.mine {
		lo, hi = f.hi-1, f.hi
	}
	for i, m := range tried {
		if i == 2 && !known || i < 2 && m == 0 || slices.Contains(tried[:i], m) ||
			!slices.Contains(moves, m) {
			continue
		}
		s.play(f.ply, m)
		v := s.walk(f.depth-1, f.ply+1, lo, hi)
		if s.stopped {
			return true
		}
		if f.refutes(v) {
			f.note(m, v)
			s.cutOff(m, f.depth, f.ply)
			return true
		}
	}
	return false
}

// child values the i-th step of a position, which has been played. All steps but the first are
// expected to be no better. A null window checks that, at reduced depth for late steps that promise
// little; only a step that turns out better is searched in full.
func (s *search) child(f *frame, i int, m position.Move, takes bool) int64 {
	depth, ply := f.depth, f.ply+1
	if i == 0 || f.narrow() && depth < lateDepth {
		return s.walk(depth-1, ply, f.lo, f.hi)
	}
	lo, hi := f.scout()
	if s.bot.without == "scout" {
		lo, hi = f.lo, f.hi
	}
	if less := s.reduction(i, m, depth, f.ply); less > 0 && (!takes || s.losesMaterial(f.ply, m)) {
		if v := s.walk(depth-1-less, ply, lo, hi); s.stopped || !f.raises(v) {
			return v
		}
	}
	if v := s.walk(depth-1, ply, lo, hi); s.stopped || !f.raises(v) || f.narrow() || f.refutes(v) {
		return v
	}
	return s.walk(depth-1, ply, f.lo, f.hi)
}

// From some depth on, steps after the first few are searched less deeply first.
const (
	lateDepth = 3
	lateStep  = 4
)

// reduction is by how much the first search of a step is reduced.
func (s *search) reduction(i int, m position.Move, depth, ply int) int {
	if depth < lateDepth || i < lateStep || s.bot.full || s.bot.without == "late" ||
		s.space.inTurn(s.slots[ply+1]) || m == s.killers[ply][0] || m == s.killers[ply][1] {
		return 0
	}
	return min(1+bits.Len(uint(i/8))/2+depth/8, depth-2)
}

// narrow moves the steps after which the position is worth most to the player who takes them to the
// front, as many as the width allows, best first, and returns how many. Steps of equal worth keep
// their order.
func (s *search) narrow(moves []position.Move, ply int) int {
	width := s.bot.width
	if width == 0 || len(moves) <= width {
		return len(moves)
	}
	s.rank(moves, ply)
	return width
}

// rank puts the steps after which the position is worth most to the player who takes them first.
// Steps of equal worth keep their order.
func (s *search) rank(moves []position.Move, ply int) {
	at, alone := s.slots[ply], s.slots[maxPly+1]
	mine := s.mine(at)
	scores := s.scores[ply][:0]
	for _, m := range moves {
		if s.over() {
			break // what has been valued so far comes first
		}
		s.nodes++
		s.space.play(alone, at, m)
		var v int64
		if s.space.Over(alone) {
			v = outcome(s.space.winners(alone), s.team, ply+1)
		} else {
			v = s.bot.judge.of(s.space, alone, s.me)
		}
		if !mine {
			v = -v
		}
		scores = append(scores, v)
	}
	s.scores[ply] = scores
	sortBy(moves[:len(scores)], scores)
}

// takesFirst is the least score of steps that take something.
const takesFirst = 1 << 50

// sort puts the most promising steps first: the one that the table remembers, those that take most,
// killer steps (which caused cutoffs at this distance from the root), captures of less than what
// they risk, then by the history (how often they caused cutoffs anywhere, rather than failed to).
func (s *search) sort(moves []position.Move, ply int, remembered position.Move, known bool) {
	const table, killer, risky = 1 << 60, 1 << 40, 1 << 39
	at := s.slots[ply]
	scores, owners := s.scores[ply][:0], s.taking.owners(&s.owners, s.space, at)
	for _, m := range moves {
		score := int64(s.history[place(m)])
		switch {
		case known && m == remembered:
			score = table
		case m == s.killers[ply][0]:
			score = killer + 1
		case m == s.killers[ply][1]:
			score = killer
		}
		if score < table && s.bot.without != "captures" {
			switch w := s.taking.worth(s.space, at, owners, m); {
			case captureOf(m, w).debt > 0:
				score = max(score, risky+w)
			case w > 0:
				score = takesFirst + w
			}
		}
		scores = append(scores, score)
	}
	s.scores[ply] = scores
	sortBy(moves, scores)
}

// cutOff notes that a step caused a cutoff.
func (s *search) cutOff(m position.Move, depth, ply int) {
	if k := &s.killers[ply]; k[0] != m && s.bot.without != "killers" {
		k[0], k[1] = m, k[0]
	}
	s.remember(m, int32(depth), 1)
}

// failed notes that steps were tried before the one that caused a cutoff, apart from the one that
// the table remembers and captures that risk no more than they take.
func (s *search) failed(moves []position.Move, f *frame) {
	for i, score := range s.scores[f.ply][:min(len(moves), len(s.scores[f.ply]))] {
		if score < takesFirst {
			s.remember(moves[i], int32(f.depth), -1)
		}
	}
}

// The history counts a cutoff, or its opposite, by the square of the depth, and forgets the more,
// the nearer it is to its bound (history gravity, as in Stockfish).
const (
	historyPart = 32
	historyMost = 1 << 14
	historyStep = historyMost * 3 / 4
)

// remember adds to the history of a step that cut off (by 1), or that failed to (by -1).
func (s *search) remember(m position.Move, depth, by int32) {
	if depth > 0 && s.bot.without != "history" {
		h, step := &s.history[place(m)], min(historyPart*depth*depth, historyStep)
		*h += by*step - *h*step/historyMost
	}
}

// place is where the history records a step. Several steps may share a place.
func place(m position.Move) uint64 { return uint64(m) * 0x9e3779b97f4a7c15 >> (64 - historyLog) }

// key is the key of a position in the table, whose values are those of one player. Where the rules
// ask for the number of turns, positions after different numbers are different.
func (s *search) key(at slot) uint64 {
	key := s.space.hash(at) ^ uint64(s.me)*0xd6e8feb86659fd93
	if s.bot.asksPly {
		key ^= uint64(s.space.ply(at)+1) * 0xa0761d6478bd642f
	}
	return key
}

// proves reports whether a value is a certain outcome. If the rules ask about earlier positions, a
// value from the table may belong to a different way to the same position.
func (s *search) proves(v int64) bool { return abs(v) > decided && !s.bot.asksHistory }

// sortBy sorts steps by their scores, the greatest first; equal ones stay as they were. Most lists
// are short, so this inserts; it merges what would be inserted too far.
func sortBy(moves []position.Move, scores []int64) {
	const run = 24
	for a := 0; a < len(moves); a += run {
		b := min(a+run, len(moves))
		insert(moves[a:b], scores[a:b])
	}
	if len(moves) <= run {
		return
	}
	var moveRoom [8 * run]position.Move // on the stack
	var scoreRoom [8 * run]int64
	m, v := moveRoom[:], scoreRoom[:]
	for n := run; n < len(moves); n *= 2 {
		if n > len(m) {
			m, v = make([]position.Move, len(moves)), make([]int64, len(moves))
		}
		for a := 0; a+n < len(moves); a += 2 * n {
			b := min(a+2*n, len(moves))
			merge(moves[a:b], scores[a:b], m[:n], v[:n])
		}
	}
}

// insert is sortBy for few steps.
func insert(moves []position.Move, scores []int64) {
	for i := 1; i < len(moves); i++ {
		m, v := moves[i], scores[i]
		j := i
		for ; j > 0 && scores[j-1] < v; j-- {
			moves[j], scores[j] = moves[j-1], scores[j-1]
		}
		moves[j], scores[j] = m, v
	}
}

// merge is sortBy for two sorted parts; the first is as long as the room for it.
func merge(moves []position.Move, scores []int64, first []position.Move, values []int64) {
	if scores[len(first)-1] >= scores[len(first)] {
		return
	}
	copy(first, moves)
	copy(values, scores)
	to, next := 0, len(first)
	for i := 0; i < len(first); to++ {
		if next < len(moves) && scores[next] > values[i] {
			moves[to], scores[to] = moves[next], scores[next]
			next++
			continue
		}
		moves[to], scores[to] = first[i], values[i]
		i++
	}
}

// The table stores decided games by their distance from the stored position, not from the root.
func toTable(v int64, ply int) int64 {
	switch {
	case v > decided:
		return v + int64(ply)
	case v < -decided:
		return v - int64(ply)
	}
	return v
}

func fromTable(v int64, ply int) int64 {
	switch {
	case v > decided:
		return v - int64(ply)
	case v < -decided:
		return v + int64(ply)
	}
	return v
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}
