package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"boardgame/interp"
	"boardgame/interp/position"
)

// alphabeta searches ever deeper with alpha-beta pruning until its limit. Depth counts steps. Positions met before are
// remembered in a transposition table, steps that were good elsewhere are tried first, and a position in the middle of a
// turn is not judged but played on. With three and more players it is paranoid (Sturtevant and Korf, On Pruning Techniques
// for Multi-Player Games, 2000): all others play against the one who searches, which lets alpha-beta prune as among two. A
// depth of less than a round of all players does not see what they answer.
type alphabeta struct {
	judge  judge
	depth  int
	nodes  int64
	time   time.Duration
	extend bool
	width  int
	first  bool
	order  *order
	lines  int
	watch  func(Choice)
}

// Limits of one search.
const (
	maxPly      = 128 // steps from the root
	maxOpen     = 24  // steps that a turn in the middle is played on beyond the depth
	unlimitedTo = 64  // iterations without a depth limit
)

func (b *alphabeta) Watch(watch func(Choice)) { b.watch = watch }

func (b *alphabeta) Choose(ctx context.Context, game Game, p *position.Position, rng *rand.Rand) (Choice, error) {
	e := game.NewEngine()
	moves := slices.Clone(e.Moves(p))
	if len(moves) == 0 {
		return Choice{}, ErrNoMove
	}
	if b.first {
		b.order.sort(moves)
	} else {
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	c := Choice{Move: moves[0], Measure: Points, Lines: []Line{{Move: moves[0], PV: moves[:1:1]}}}
	if len(moves) == 1 && b.watch == nil && b.lines <= 1 {
		return c, nil // nothing to think about
	}
	s := &search{bot: b, e: e, me: p.ToMove, stop: newStopper(ctx, b.time, b.nodes), table: newTable(), history: map[position.Move]int32{}}
	defer s.stop.close()

	var root []*rootMove
	for _, m := range s.narrow(p, moves, 0) {
		if len(root) > 0 && s.stop.over(s.nodes) {
			break
		}
		root = append(root, &rootMove{move: m, next: e.Play(p, m)})
	}
	c.Move = root[0].move // the best there is before anything has been searched
	c.Lines[0] = Line{Move: c.Move, PV: []position.Move{c.Move}}
	deepest := b.depth
	if deepest == 0 {
		deepest = unlimitedTo
	}
	for depth := 1; depth <= deepest; depth++ {
		valued := s.root(root, depth, b.lines)
		if valued == 0 {
			break // out of time before the first step was valued: the iteration before stands
		}
		c = s.report(root, valued, depth)
		if s.stopped {
			c.Depth--
			break
		}
		c.Proven = b.proves(c.Value)
		if b.watch != nil {
			b.watch(c)
		}
		if s.settled || !slices.ContainsFunc(c.Lines, func(l Line) bool { return !l.Proven || Won-abs(l.Value) > int64(depth) }) {
			break // deeper search cannot change what is asked for
		}
	}
	return c, nil
}

// proves reports whether a value is a certain outcome: with a width, what was not looked at may be different.
func (b *alphabeta) proves(v int64) bool { return abs(v) > decided && b.width == 0 }

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// rootMove is a step at the root with what is known of it.
type rootMove struct {
	move  position.Move
	next  *position.Position
	value int64
	exact bool
}

// search is one call of Choose.
type search struct {
	bot     *alphabeta
	e       interp.Engine
	me      int
	stop    *stopper
	stopped bool
	// settled: this iteration judged no position by its value, so that all is known.
	settled bool
	nodes   int64
	table   *table
	killers [maxPly][2]position.Move
	history map[position.Move]int32
}

// root values the steps of the root to a depth, the best `lines` of them exactly, and sorts them, best first. It returns
// how many were valued before time ran out.
func (s *search) root(moves []*rootMove, depth, lines int) int {
	s.settled = true
	var best []int64 // the exact values so far, greatest first, at most `lines`
	valued := 0
	for _, r := range moves {
		alpha := -Won - 1
		if len(best) == lines {
			alpha = best[lines-1]
		}
		v := s.walk(r.next, depth-1, 1, alpha, Won+1)
		if s.stopped {
			break
		}
		valued++
		r.value, r.exact = v, v > alpha
		if r.exact {
			i, _ := slices.BinarySearchFunc(best, v, func(a, b int64) int {
				switch {
				case a > b:
					return -1
				case a < b:
					return 1
				}
				return 0
			})
			best = slices.Insert(best, i, v)
			best = best[:min(len(best), lines)]
		}
	}
	slices.SortStableFunc(moves[:valued], func(a, b *rootMove) int {
		switch {
		case a.exact != b.exact:
			if a.exact {
				return -1
			}
			return 1
		case a.value > b.value && a.exact:
			return -1
		case a.value < b.value && a.exact:
			return 1
		}
		return 0
	})
	return valued
}

// report makes a Choice of the root's steps.
func (s *search) report(moves []*rootMove, valued, depth int) Choice {
	c := Choice{Move: moves[0].move, Value: moves[0].value, Measure: Points, Nodes: s.nodes, Depth: depth}
	for _, r := range moves[:min(valued, s.bot.lines)] {
		if r.exact {
			c.Lines = append(c.Lines, Line{Move: r.move, Value: r.value, PV: s.line(r, depth), Proven: s.bot.proves(r.value)})
		}
	}
	return c
}

// line follows the table from a step of the root.
func (s *search) line(r *rootMove, depth int) []position.Move {
	pv := []position.Move{r.move}
	for p := r.next; p.Result == nil && len(pv) < depth; {
		t, known := s.table.find(p.Hash())
		if !known || t.bound == atMost || !slices.Contains(s.e.Moves(p), t.move) {
			break
		}
		pv = append(pv, t.move)
		p = s.e.Play(p, t.move)
	}
	return pv
}

// walk values p, ply steps below the root, for the one who searches, within the window; outside of it, a bound.
func (s *search) walk(p *position.Position, depth, ply int, alpha, beta int64) int64 {
	if p.Result != nil {
		return outcome(p.Result, s.me, ply)
	}
	s.nodes++
	if s.stop.over(s.nodes) {
		s.stopped = true
		return 0
	}
	if depth <= 0 && !(s.bot.extend && p.Pending != nil && depth > -maxOpen) || ply >= maxPly-1 {
		s.settled = false
		return s.bot.judge.of(s.e, p, s.me)
	}
	key := p.Hash()
	var hashMove position.Move
	t, known := s.table.find(key)
	if known {
		hashMove = t.move
		if int(t.depth) >= depth {
			v := fromTable(t.value, ply)
			if t.bound == exactly || t.bound == atLeast && v >= beta || t.bound == atMost && v <= alpha {
				if abs(v) <= decided && !t.settled {
					s.settled = false // it rests on a judgement made earlier
				}
				return v
			}
		}
	}
	before := s.settled
	s.settled = true // until something below p is judged by its value
	moves := s.narrow(p, slices.Clone(s.e.Moves(p)), ply)
	s.sort(moves, hashMove, known, ply)

	mine := p.ToMove == s.me
	lo, hi := alpha, beta
	best := Won + 1
	if mine {
		best = -best
	}
	bestMove := moves[0]
	for _, m := range moves {
		v := s.walk(s.e.Play(p, m), depth-1, ply+1, lo, hi)
		if s.stopped {
			return 0
		}
		if mine && v > best || !mine && v < best {
			best, bestMove = v, m
			if mine {
				lo = max(lo, v)
			} else {
				hi = min(hi, v)
			}
		}
		if lo >= hi {
			if k := &s.killers[ply]; k[0] != m {
				k[0], k[1] = m, k[0]
			}
			if depth > 0 {
				s.history[m] += int32(depth * depth)
			}
			break
		}
	}
	b := exactly
	switch {
	case best <= alpha:
		b = atMost
	case best >= beta:
		b = atLeast
	}
	s.table.put(entry{key: key, move: bestMove, value: toTable(best, ply), depth: int16(depth), bound: b, settled: s.settled})
	s.settled = s.settled && before
	return best
}

// narrow keeps the steps after which the position is worth most to the player who takes them, as many as the width allows,
// best first. Steps of equal worth stay as they were.
func (s *search) narrow(p *position.Position, moves []position.Move, ply int) []position.Move {
	width := s.bot.width
	if width == 0 || len(moves) <= width {
		return moves
	}
	worth := make(map[position.Move]int64, len(moves))
	for _, m := range moves {
		if s.stop.over(s.nodes) {
			break // what has been valued so far comes first, the rest may be dropped
		}
		s.nodes++
		q := s.e.Play(p, m)
		v := int64(0)
		if q.Result != nil {
			v = outcome(q.Result, s.me, ply+1)
		} else {
			v = s.bot.judge.of(s.e, q, s.me)
		}
		if p.ToMove != s.me {
			v = -v
		}
		worth[m] = v
	}
	slices.SortStableFunc(moves, func(a, b position.Move) int {
		x, known := worth[a]
		y, also := worth[b]
		switch {
		case known != also:
			if known {
				return -1
			}
			return 1
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	s.settled = false // a step that was dropped may change what is thought to be known
	return moves[:width]
}

// sort puts the steps that promise most first: the one the table remembers, those that cut off at this ply, then by how
// often they cut off anywhere.
func (s *search) sort(moves []position.Move, hashMove position.Move, known bool, ply int) {
	score := func(m position.Move) int32 {
		switch {
		case known && m == hashMove:
			return 1<<31 - 1
		case m == s.killers[ply][0]:
			return 1<<31 - 2
		case m == s.killers[ply][1]:
			return 1<<31 - 3
		}
		return min(s.history[m], 1<<30)
	}
	slices.SortStableFunc(moves, func(a, b position.Move) int {
		x, y := score(a), score(b)
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
}

// Decided games are remembered by their distance from the position they are remembered for, not from the root.
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
