package engine_test

import (
	"math/bits"
	"math/rand/v2"
)

// Shiftago is a position of Shiftago Express for two on 7×7: a1 is bit 0, a2 bit 8; the eighth bit
// of a row stays empty.
type Shiftago struct {
	Marbles [2]uint64
	Hand    [2]int
	Mover   int
	Won     int // who has a row; -1: nobody
}

const (
	shiftagoRow    = 0x7f
	shiftagoColumn = 0x01010101010101
	shiftagoCells  = shiftagoRow * shiftagoColumn
)

// NewShiftago returns the initial position.
func NewShiftago() Shiftago { return Shiftago{Hand: [2]int{22, 22}, Won: -1} }

// Open returns the rows and the columns, a bit for each, into which a marble can be pushed.
func (s *Shiftago) Open() (rows, columns uint) {
	if s.Hand[s.Mover] == 0 || s.Won >= 0 {
		return 0, 0
	}
	free := shiftagoCells &^ (s.Marbles[0] | s.Marbles[1])
	for i := range 7 {
		if free>>(8*i)&shiftagoRow != 0 {
			rows |= 1 << i
		}
		columns |= uint(free >> (8 * i))
	}
	return rows, columns & shiftagoRow
}

// Push pushes a marble of the mover into a line: a row from the west or, back, from the east; a
// column from the south or, back, from the north. The line must have room.
func (s *Shiftago) Push(column bool, line int, back bool) {
	by, cells, entry := 1, uint64(shiftagoRow)<<(8*line), 8*line
	if column {
		by, cells, entry = 8, uint64(shiftagoColumn)<<line, line
	}
	free := cells &^ (s.Marbles[0] | s.Marbles[1])
	var moving uint64 // from the entry up to the first free cell
	if back {
		entry += 6 * by
		moving = cells &^ (1<<(64-bits.LeadingZeros64(free)) - 1)
		for i := range s.Marbles {
			s.Marbles[i] = s.Marbles[i]&^moving | s.Marbles[i]&moving>>by
		}
	} else {
		moving = cells & (free&-free - 1)
		for i := range s.Marbles {
			s.Marbles[i] = s.Marbles[i]&^moving | s.Marbles[i]&moving<<by
		}
	}
	s.Marbles[s.Mover] |= 1 << entry
	s.Hand[s.Mover]--
	if mine := s.Marbles[s.Mover]; five(mine, 1) || five(mine, 8) || five(mine, 9) ||
		five(mine, 7) {
		s.Won = s.Mover
	}
	s.Mover = 1 - s.Mover
}

// five reports whether a set has five members in a row, this many bits apart.
func five(x uint64, by int) bool {
	two := x & (x >> by)
	return two&(two>>(2*by))&(x>>(4*by)) != 0
}

// PushNth plays the k-th push: rows before columns, and each line from both ends.
func (s *Shiftago) PushNth(rows, columns uint, k int) {
	line, back := k/2, k%2 != 0
	if n := bits.OnesCount(rows); line >= n {
		s.Push(true, selectBit(uint64(columns), line-n), back)
	} else {
		s.Push(false, selectBit(uint64(rows), line), back)
	}
}

// Playout plays random moves to the end and returns the winner, -1 for a draw, and the number of
// plies.
func (s *Shiftago) Playout(rng *rand.Rand) (winner, plies int) {
	for {
		rows, columns := s.Open()
		n := 2 * (bits.OnesCount(rows) + bits.OnesCount(columns))
		if n == 0 {
			return s.Won, plies
		}
		s.PushNth(rows, columns, rng.IntN(n))
		plies++
	}
}

func (s Shiftago) count() int {
	rows, columns := s.Open()
	return 2 * (bits.OnesCount(rows) + bits.OnesCount(columns))
}

func (s Shiftago) play(k int) handmade {
	rows, columns := s.Open()
	s.PushNth(rows, columns, k)
	return s
}

func (s Shiftago) pass() handmade      { return s }
func (s Shiftago) winner() (int, bool) { return s.Won, s.Won >= 0 || s.count() == 0 }

func (s Shiftago) men() (men [2]wide, mover int) {
	for i, x := range s.Marbles {
		for ; x != 0; x &= x - 1 {
			at := bits.TrailingZeros64(x)
			men[i] = men[i].or(single(at%8 + 7*(at/8)))
		}
	}
	return men, s.Mover
}
