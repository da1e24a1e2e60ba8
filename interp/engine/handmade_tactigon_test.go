package engine_test

import (
	"math/bits"
	"math/rand/v2"
)

// The kinds of pieces of Tactigon.
const (
	circle = iota
	triangle
	square
	pentagon
)

// Tactigon is a position of Tactigon on the board of 53 hexes. The columns of hexes, and the places
// within them, are numbered so that a step is a shift by 1, 5 or 6 bits.
type Tactigon struct {
	Men    [2]uint64
	Kind   [4]uint64
	Mover  int
	Passes int
	Won    int // -1: nobody
	Drawn  bool
}

// tactigonColumns holds the lowest and the highest hex of each column, in halves of a hex.
var tactigonColumns = [7][2]int{{9, 11}, {2, 18}, {1, 19}, {0, 20}, {1, 19}, {2, 18}, {9, 11}}

// tactigonBit returns the bit of a hex by its column and its height in halves of a hex.
func tactigonBit(column, height int) int { return 6*((height+column-1)/2) - column - 3 }

var (
	tactigonAt    = map[int][2]int{} // by bit: column and height
	tactigonShift = [3]int{6, 5, 1}
	tactigonUp    [3]uint64 // the hexes from which a shift up is a step
	tactigonDown  [3]uint64 // and those from which a shift down is
	tactigonGold  = uint64(1)<<tactigonBit(1, 10) | 1<<tactigonBit(5, 10)
	tactigonSpeed = [4]int{1, 3, 4, 5}
)

func init() {
	for column, span := range tactigonColumns {
		for height := span[0]; height <= span[1]; height += 2 {
			tactigonAt[tactigonBit(column, height)] = [2]int{column, height}
		}
	}
	for bit, from := range tactigonAt {
		for i, k := range tactigonShift {
			for up, mask := range map[int]*uint64{1: &tactigonUp[i], -1: &tactigonDown[i]} {
				to, ok := tactigonAt[bit+up*k]
				columns, heights := max(to[0]-from[0], from[0]-to[0]), max(to[1]-from[1],
					from[1]-to[1])
				if ok && (columns == 0 && heights == 2 || columns == 1 && heights == 1) {
					*mask |= 1 << bit
				}
			}
		}
	}
}

// near returns the hexes next to those of a set.
func near(x uint64) uint64 {
	return x&tactigonUp[0]<<6 | x&tactigonUp[1]<<5 | x&tactigonUp[2]<<1 |
		x&tactigonDown[0]>>6 | x&tactigonDown[1]>>5 | x&tactigonDown[2]>>1
}

// NewTactigon returns the initial position.
func NewTactigon() Tactigon {
	t := Tactigon{Won: -1}
	for kind, at := range [4][][2]int{
		circle:   {{3, 0}, {1, 2}, {5, 2}, {1, 6}, {5, 6}, {3, 8}},
		triangle: {{3, 2}, {2, 5}, {4, 5}},
		square:   {{2, 3}, {4, 3}, {3, 6}},
		pentagon: {{3, 4}},
	} {
		for _, p := range at {
			red, cyan := uint64(1)<<tactigonBit(p[0], p[1]), uint64(1)<<tactigonBit(p[0], 20-p[1])
			t.Men[0] |= red
			t.Men[1] |= cyan
			t.Kind[kind] |= red | cyan
		}
	}
	return t
}

// TactigonMoves holds, for each piece that can move, where it is, what it is and where it can go.
type TactigonMoves struct {
	From  [16]uint8
	Kind  [16]uint8
	To    [16]uint64
	N     int
	Count int
}

// Moves finds the moves of a position.
func (t *Tactigon) Moves(m *TactigonMoves) {
	m.N, m.Count = 0, 0
	if t.Won >= 0 || t.Drawn {
		return
	}
	mine, theirs := t.Men[t.Mover], t.Men[1-t.Mover]
	empty := (tactigonUp[0] | tactigonDown[0]) &^ (mine | theirs)
	for kind, speed := range tactigonSpeed {
		// Circles take everything; others take what is not lower than they are, and trade one
		// lower.
		targets := empty
		for other := max(kind-1, 0); other <= pentagon; other++ {
			if kind != pentagon || other == pentagon {
				targets |= theirs & t.Kind[other]
			}
		}
		for x := mine & t.Kind[kind]; x != 0; x &= x - 1 {
			reach := x & -x
			for range speed - 1 {
				reach |= near(reach) & empty
			}
			if to := near(reach) & targets; to != 0 {
				m.From[m.N], m.Kind[m.N], m.To[m.N] = uint8(bits.TrailingZeros64(x)), uint8(kind),
					to
				m.N++
				m.Count += bits.OnesCount64(to)
			}
		}
	}
}

// PlayNth plays the k-th of the moves.
func (t *Tactigon) PlayNth(m *TactigonMoves, k int) {
	i := 0
	for n := bits.OnesCount64(m.To[i]); k >= n; n = bits.OnesCount64(m.To[i]) {
		k -= n
		i++
	}
	kind, from, to := int(m.Kind[i]), uint64(1)<<m.From[i], uint64(1)<<selectBit(m.To[i], k)
	traded := kind > circle && kind < pentagon && t.Kind[kind-1]&to != 0
	t.Men[t.Mover] &^= from
	t.Men[1-t.Mover] &^= to
	for other := range t.Kind {
		t.Kind[other] &^= from | to
	}
	if !traded {
		t.Men[t.Mover] |= to
		t.Kind[kind] |= to
	}
	t.Passes = 0
	t.end()
}

// Pass passes; only a player who cannot move may.
func (t *Tactigon) Pass() {
	t.Passes++
	t.end()
}

// end reads who has won, and gives the turn to the other player.
func (t *Tactigon) end() {
	other := 1 - t.Mover
	switch {
	case t.Men[other]&t.Kind[pentagon] == 0:
		t.Won = t.Mover
	case tactigonGold&^t.Men[other] == 0:
		t.Won = other
	case t.Passes >= 2:
		t.Drawn = true
	}
	t.Mover = other
}

// Playout plays at most this many random moves, and returns the winner and the number of plies.
func (t *Tactigon) Playout(rng *rand.Rand, limit int) (winner, plies int) {
	var m TactigonMoves
	for ; t.Won < 0 && !t.Drawn && plies < limit; plies++ {
		if t.Moves(&m); m.Count == 0 {
			t.Pass()
			continue
		}
		t.PlayNth(&m, rng.IntN(m.Count))
	}
	return t.Won, plies
}

func (t Tactigon) count() int {
	var m TactigonMoves
	t.Moves(&m)
	return m.Count
}

func (t Tactigon) play(k int) handmade {
	var m TactigonMoves
	t.Moves(&m)
	t.PlayNth(&m, k)
	return t
}

func (t Tactigon) pass() handmade {
	t.Pass()
	return t
}

func (t Tactigon) winner() (int, bool) { return t.Won, t.Won >= 0 || t.Drawn }

func (t Tactigon) men() (men [2]wide, mover int) {
	for i, x := range t.Men {
		for ; x != 0; x &= x - 1 {
			at := tactigonAt[bits.TrailingZeros64(x)]
			men[i] = men[i].or(single(at[0] + 7*((at[1]-tactigonColumns[at[0]][0])/2)))
		}
	}
	return men, t.Mover
}
