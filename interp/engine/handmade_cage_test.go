package engine_test

import (
	"math/bits"

	"math/rand/v2"
)

// wide is a set of the 100 squares of Cage: a1 is bit 0, j1 bit 9, a2 bit 10.
type wide struct{ lo, hi uint64 }

func (x wide) or(y wide) wide    { return wide{x.lo | y.lo, x.hi | y.hi} }
func (x wide) and(y wide) wide   { return wide{x.lo & y.lo, x.hi & y.hi} }
func (x wide) minus(y wide) wide { return wide{x.lo &^ y.lo, x.hi &^ y.hi} }
func (x wide) up(k uint) wide    { return wide{x.lo << k, x.hi<<k | x.lo>>(64-k)} }
func (x wide) down(k uint) wide  { return wide{x.lo>>k | x.hi<<(64-k), x.hi >> k} }
func (x wide) empty() bool       { return x.lo|x.hi == 0 }
func (x wide) count() int        { return bits.OnesCount64(x.lo) + bits.OnesCount64(x.hi) }
func single(s int) wide          { return wide{1 << uint(s), 1 << uint(s-64)} }
func (x wide) pick(k int) int {
	if c := bits.OnesCount64(x.lo); k >= c {
		return 64 + selectBit(x.hi, k-c)
	}
	return selectBit(x.lo, k)
}

// The eight directions; the first four are orthogonal.
const (
	north = iota
	east
	south
	west
	northeast
	southeast
	southwest
	northwest
)

var (
	cageCells, cageNotA, cageNotJ wide
	cageDelta                     = [8]int{10, 1, -10, -1, 11, -9, -11, 9}
	// by direction: the squares to which a step in it is a step toward the center
	cageCloser [8]wide
	// by direction: the squares from which it leaves the board
	cageBorder [4]wide
)

func init() {
	off := func(s int) int {
		c, r := 2*(s%10)-9, 2*(s/10)-9
		return c*c + r*r
	}
	for s := range 100 {
		b := single(s)
		cageCells = cageCells.or(b)
		if s%10 != 0 {
			cageNotA = cageNotA.or(b)
		} else {
			cageBorder[west] = cageBorder[west].or(b)
		}
		if s%10 != 9 {
			cageNotJ = cageNotJ.or(b)
		} else {
			cageBorder[east] = cageBorder[east].or(b)
		}
		if s < 10 {
			cageBorder[south] = cageBorder[south].or(b)
		}
		if s >= 90 {
			cageBorder[north] = cageBorder[north].or(b)
		}
	}
	for d, delta := range cageDelta {
		for s := range 100 {
			if from := s - delta; from >= 0 && from < 100 && off(s) < off(from) {
				cageCloser[d] = cageCloser[d].or(single(s))
			}
		}
	}
}

// step moves a set one square in a direction.
func (x wide) step(d int) wide {
	switch d {
	case north:
		return x.up(10).and(cageCells)
	case east:
		return x.up(1).and(cageNotA)
	case south:
		return x.down(10)
	case west:
		return x.down(1).and(cageNotJ)
	case northeast:
		return x.up(11).and(cageNotA)
	case southeast:
		return x.down(9).and(cageNotA)
	case southwest:
		return x.down(11).and(cageNotJ)
	default:
		return x.up(9).and(cageNotJ)
	}
}

// Cage is a position of Cage on 10×10.
type Cage struct {
	Men   [2]wide
	Mover int
	Chain int // the square of the checker that must go on jumping; -1: none
}

// CageMoves holds the moves of a position: by direction, the squares on which a step or jump ends,
// and those that a leap takes.
type CageMoves struct {
	Steps [8]wide
	Jumps [4]wide
	Leaps [4]wide
	Count int
}

// NewCage returns the initial position.
func NewCage() Cage {
	c := Cage{Chain: -1}
	for s := range 100 {
		c.Men[(s%10+s/10)&1] = c.Men[(s%10+s/10)&1].or(single(s))
	}
	return c
}

// Sets returns the men of a player as two words.
func (c *Cage) Sets(player int) (lo, hi uint64) { return c.Men[player].lo, c.Men[player].hi }

// Moves fills m with the legal moves.
func (c *Cage) Moves(m *CageMoves) {
	own, other := c.Men[c.Mover], c.Men[1-c.Mover]
	all := own.or(other)
	free := wide{cageCells.lo &^ all.lo, cageCells.hi &^ all.hi}
	var near [4]wide // by direction: the squares that a friend would reach by a step in it
	for d := range near {
		near[d] = own.step(d)
	}
	beside := near[0].or(near[1]).or(near[2]).or(near[3])
	open := free.minus(beside)
	n := 0
	from := own
	if c.Chain >= 0 {
		from = single(c.Chain)
	}
	for d := range 4 {
		hit := from.step(d).and(other)
		m.Leaps[d] = hit.and(cageBorder[d])
		m.Jumps[d] = hit.step(d).and(open)
		n += m.Leaps[d].count() + m.Jumps[d].count()
	}
	if c.Chain < 0 {
		contact := other.step(north).or(other.step(east)).or(other.step(south)).or(other.step(west))
		engaged, single := own.and(contact), own.minus(contact)
		for d := range 8 {
			room := open
			if d < 4 {
				room = free
				for e := range 4 {
					if e != d {
						room = room.minus(near[e])
					}
				}
			}
			closer := cageCloser[d]
			m.Steps[d] = room.and(
				engaged.step(d).and(contact).and(closer).or(single.step(d).and(closer.or(contact))))
			n += m.Steps[d].count()
		}
	} else {
		m.Steps = [8]wide{}
	}
	m.Count = n
}

// PlayStep plays a step that ends on q.
func (c *Cage) PlayStep(d, q int) {
	b := single(q).or(single(q - cageDelta[d]))
	own := &c.Men[c.Mover]
	own.lo ^= b.lo
	own.hi ^= b.hi
	c.Mover = 1 - c.Mover
}

// PlayJump plays a jump that ends on q; the turn may go on.
func (c *Cage) PlayJump(d, q int) {
	b := single(q).or(single(q - 2*cageDelta[d]))
	own := &c.Men[c.Mover]
	own.lo ^= b.lo
	own.hi ^= b.hi
	c.Men[1-c.Mover] = c.Men[1-c.Mover].minus(single(q - cageDelta[d]))
	c.Chain = q
	if !c.canChain() {
		c.endTurn()
	}
}

// PlayLeap plays the leap over v that leaves the board.
func (c *Cage) PlayLeap(d, v int) {
	c.Men[c.Mover] = c.Men[c.Mover].minus(single(v - cageDelta[d]))
	c.Men[1-c.Mover] = c.Men[1-c.Mover].minus(single(v))
	c.endTurn()
}

// Pass ends the turn of a player who cannot move.
func (c *Cage) Pass() { c.endTurn() }

func (c *Cage) endTurn() {
	c.Chain = -1
	c.Mover = 1 - c.Mover
}

// canChain reports whether the checker on Chain can take another.
func (c *Cage) canChain() bool {
	own, other := c.Men[c.Mover], c.Men[1-c.Mover]
	from := single(c.Chain)
	for d := range 4 {
		hit := from.step(d).and(other)
		if hit.empty() {
			continue
		}
		if !hit.and(cageBorder[d]).empty() {
			return true
		}
		q := hit.step(d).minus(own).minus(other)
		if !q.empty() && q.step(north).or(q.step(east)).or(q.step(south)).or(q.step(west)).and(
			own).empty() {
			return true
		}
	}
	return false
}

// Winner returns the winner once a side is gone, -1 while the game goes on. If both sides are gone,
// the last mover has won.
func (c *Cage) Winner() int {
	if c.Chain >= 0 {
		return -1
	}
	last := 1 - c.Mover
	switch {
	case c.Men[1-last].empty():
		return last
	case c.Men[last].empty():
		return 1 - last
	}
	return -1
}

// PlayNth plays the k-th of the moves m of this position.
func (c *Cage) PlayNth(m *CageMoves, k int) {
	for d := range m.Steps {
		if n := m.Steps[d].count(); k < n {
			c.PlayStep(d, m.Steps[d].pick(k))
			return
		} else {
			k -= n
		}
	}
	for d := range m.Jumps {
		if n := m.Jumps[d].count(); k < n {
			c.PlayJump(d, m.Jumps[d].pick(k))
			return
		} else {
			k -= n
		}
	}
	for d := range m.Leaps {
		if n := m.Leaps[d].count(); k < n {
			c.PlayLeap(d, m.Leaps[d].pick(k))
			return
		} else {
			k -= n
		}
	}
}

// Playout plays random actions to the end and returns the winner and the number of actions, passes
// included; the winner is -1 if limit actions did not end the game.
func (c *Cage) Playout(rng *rand.Rand, limit int) (winner, plies int) {
	var m CageMoves
	for plies < limit {
		c.Moves(&m)
		if m.Count == 0 {
			c.Pass()
		} else {
			c.PlayNth(&m, rng.IntN(m.Count))
		}
		plies++
		if w := c.Winner(); w >= 0 {
			return w, plies
		}
	}
	return -1, plies
}

// Perft counts the sequences of exactly depth turns, or of depth actions.
func (c *Cage) Perft(depth int, turns bool) uint64 {
	if depth == 0 {
		return 1
	}
	var m CageMoves
	c.Moves(&m)
	if m.Count == 0 {
		next := *c
		next.Pass()
		return next.Perft(depth-1, turns)
	}
	if depth == 1 && !turns {
		return uint64(m.Count)
	}
	var total uint64
	for k := range m.Count {
		next := *c
		next.PlayNth(&m, k)
		left := depth - 1
		if turns && next.Chain >= 0 {
			left = depth
		}
		if next.Winner() >= 0 {
			if left == 0 {
				total++
			}
			continue
		}
		total += next.Perft(left, turns)
	}
	return total
}
