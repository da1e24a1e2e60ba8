package engine_test

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/testdata/long"
)

// tall is a set of the 154 squares of Blockade, row by row: a1 is bit 0, k1 bit 10, a2 bit 11.
type tall struct{ lo, mid, hi uint64 }

const blockadeWidth, blockadeHeight = 11, 14

func (x tall) or(y tall) tall    { return tall{x.lo | y.lo, x.mid | y.mid, x.hi | y.hi} }
func (x tall) and(y tall) tall   { return tall{x.lo & y.lo, x.mid & y.mid, x.hi & y.hi} }
func (x tall) minus(y tall) tall { return tall{x.lo &^ y.lo, x.mid &^ y.mid, x.hi &^ y.hi} }
func (x tall) empty() bool       { return x.lo|x.mid|x.hi == 0 }
func (x tall) has(s int) bool    { return !x.and(square154[s]).empty() }
func (x *tall) add(s int)        { *x = x.or(square154[s]) }
func (x *tall) remove(s int)     { *x = x.minus(square154[s]) }

// square154 has each square alone.
var square154 = func() (one [192]tall) {
	for s := range one {
		*[]*uint64{&one[s].lo, &one[s].mid, &one[s].hi}[s/64] = 1 << uint(s%64)
	}
	return one
}()

func (x tall) up(k uint) tall {
	return tall{x.lo << k, x.mid<<k | x.lo>>(64-k), x.hi<<k | x.mid>>(64-k)}
}

func (x tall) down(k uint) tall {
	return tall{x.lo>>k | x.mid<<(64-k), x.mid>>k | x.hi<<(64-k), x.hi >> k}
}

func (x tall) count() int {
	return bits.OnesCount64(x.lo) + bits.OnesCount64(x.mid) + bits.OnesCount64(x.hi)
}

func (x tall) pick(k int) int {
	low, mid := bits.OnesCount64(x.lo), bits.OnesCount64(x.mid)
	switch {
	case k < low:
		return selectBit(x.lo, k)
	case k < low+mid:
		return 64 + selectBit(x.mid, k-low)
	}
	return 128 + selectBit(x.hi, k-low-mid)
}

// Blockade is a position of Blockade on 11×14. A corner, and the wall on it, has the number of the
// square southwest of it.
type Blockade struct {
	Pawns   [2][2]int
	North   tall // the squares from which a step to the north is open
	East    tall
	Corners tall      // those without a wall
	Left    [2][2]int // by player: upright and level walls
	Mover   int
	Placing bool // the mover has walked, and a wall is due
	Won     int  // -1: nobody
}

// blockadeGoals are the goals of each player, which are the other player's homes.
var blockadeGoals = [2][2]int{{3 + 11*3, 7 + 11*3}, {3 + 11*10, 7 + 11*10}}

// NewBlockade returns the initial position.
func NewBlockade() Blockade {
	b := Blockade{Pawns: [2][2]int{blockadeGoals[1], blockadeGoals[0]},
		Left: [2][2]int{{9, 9}, {9, 9}}, Won: -1}
	for s := range blockadeWidth * blockadeHeight {
		north, east := s/blockadeWidth < blockadeHeight-1, s%blockadeWidth < blockadeWidth-1
		if north {
			b.North.add(s)
		}
		if east {
			b.East.add(s)
		}
		if north && east {
			b.Corners.add(s)
		}
	}
	return b
}

// beside returns the squares one step away.
func (b *Blockade) beside(x tall) tall {
	return x.and(b.North).up(blockadeWidth).or(x.down(blockadeWidth).and(b.North)).
		or(x.and(b.East).up(1)).or(x.down(1).and(b.East))
}

// walks returns where each pawn of the mover can go.
func (b *Blockade) walks() (to [2]tall) {
	var pawns tall
	for _, side := range b.Pawns {
		pawns.add(side[0])
		pawns.add(side[1])
	}
	for i, s := range b.Pawns[b.Mover] {
		once := b.beside(square154[s])
		to[i] = once.or(b.beside(once)).minus(pawns)
	}
	return to
}

// walls returns where the mover has room for a wall: upright ones, and level ones.
func (b *Blockade) walls() (on [2]tall) {
	if b.Left[b.Mover][0] > 0 {
		on[0] = b.Corners.and(b.East).and(b.East.down(blockadeWidth))
	}
	if b.Left[b.Mover][1] > 0 {
		on[1] = b.Corners.and(b.North).and(b.North.down(1))
	}
	return on
}

// raise puts a wall on a corner, or removes it again.
func (b *Blockade) raise(kind, c int, there bool) {
	change := (*tall).add
	if there {
		change = (*tall).remove
	}
	change(&b.Corners, c)
	if kind == 0 {
		change(&b.East, c)
		change(&b.East, c+blockadeWidth)
	} else {
		change(&b.North, c)
		change(&b.North, c+1)
	}
}

// met reports whether a wall runs into the point of a corner, which may be on the rim.
func (b *Blockade) met(x, y int) bool {
	if x < 0 || y < 0 || x == blockadeWidth-1 || y == blockadeHeight-1 {
		return true
	}
	c := x + blockadeWidth*y
	return !b.East.has(c) || !b.East.has(c+blockadeWidth) || !b.North.has(c) || !b.North.has(c+1)
}

// free reports whether every pawn would keep a path to each of its goals with one more wall.
func (b *Blockade) free(kind, c int) bool {
	// A wall that meets others, or the rim, at no more than one of its three points closes no path.
	x, y, meets := c%blockadeWidth, c/blockadeWidth, 0
	for i := -1; i <= 1; i++ {
		if kind == 0 && b.met(x, y+i) || kind == 1 && b.met(x+i, y) {
			meets++
		}
	}
	if meets < 2 {
		return true
	}
	b.raise(kind, c, true)
	defer b.raise(kind, c, false)
	for player, pawns := range b.Pawns {
		var from, all tall
		from.add(blockadeGoals[player][0])
		all.add(blockadeGoals[player][1])
		all.add(pawns[0])
		all.add(pawns[1])
		for !all.minus(from).empty() {
			next := from.or(b.beside(from))
			if next == from {
				return false
			}
			from = next
		}
	}
	return true
}

// walk moves a pawn of the mover.
func (b *Blockade) walk(pawn, to int) {
	b.Pawns[b.Mover][pawn] = to
	goals := blockadeGoals[b.Mover]
	at := b.Pawns[b.Mover]
	if at == goals || at == [2]int{goals[1], goals[0]} {
		b.Won = b.Mover
		return
	}
	b.stay()
}

// stay goes on to the wall, which is due even if no pawn can walk, unless none is left.
func (b *Blockade) stay() {
	b.Placing = b.Left[b.Mover] != [2]int{}
	if !b.Placing {
		b.endTurn()
	}
}

// endTurn ends the turn of the mover.
func (b *Blockade) endTurn() {
	b.Placing = false
	b.Mover = 1 - b.Mover
}

// place places a wall of the mover.
func (b *Blockade) place(kind, c int) {
	b.raise(kind, c, true)
	b.Left[b.Mover][kind]--
	b.endTurn()
}

// Playout plays random actions to the end, but no more than limit, and returns the winner, -1 if
// there is none, and the number of actions.
func (b *Blockade) Playout(rng *rand.Rand, limit int) (winner, plies int) {
	for ; plies < limit && b.Won < 0; plies++ {
		if !b.Placing {
			to := b.walks()
			first := to[0].count()
			if n := first + to[1].count(); n == 0 {
				b.stay()
			} else if k := rng.IntN(n); k < first {
				b.walk(0, to[0].pick(k))
			} else {
				b.walk(1, to[1].pick(k-first))
			}
			continue
		}
		on := b.walls()
		for {
			upright := on[0].count()
			n := upright + on[1].count()
			if n == 0 {
				b.endTurn() // a pass
				break
			}
			kind, k := 0, rng.IntN(n)
			if k >= upright {
				kind, k = 1, k-upright
			}
			c := on[kind].pick(k)
			if b.free(kind, c) {
				b.place(kind, c)
				break
			}
			on[kind].remove(c)
		}
	}
	return b.Won, plies
}

// next returns the games after each legal action.
func (b Blockade) next() (list []Blockade) {
	if b.Placing {
		for kind, on := range b.walls() {
			for k := range on.count() {
				if c := on.pick(k); b.free(kind, c) {
					after := b
					after.place(kind, c)
					list = append(list, after)
				}
			}
		}
	} else {
		for pawn, to := range b.walks() {
			for k := range to.count() {
				after := b
				after.walk(pawn, to.pick(k))
				list = append(list, after)
			}
		}
	}
	switch {
	case len(list) > 0:
		return list
	case b.Placing:
		b.endTurn()
	default:
		b.stay()
	}
	return []Blockade{b}
}

// TestHandmadeBlockade plays random games of Blockade by hand and by the evaluator side by side.
// After every action the pawns, the walls, the player to move, the number of legal actions and the
// result must be the same.
func TestHandmadeBlockade(t *testing.T) {
	long.OneThread(t)
	plies := 400
	if testing.Short() {
		plies = 50
	}
	rules := load(t, "blockade", "")
	slow := eval.New(rules)
	rng := rand.New(rand.NewPCG(7, 1))
	b, p := NewBlockade(), slow.Start()
	for range plies {
		list, moves := b.next(), slow.Moves(p)
		if len(list) != len(moves) {
			t.Fatalf("%d actions by hand, not %d", len(list), len(moves))
		}
		p = slow.Play(p, moves[rng.IntN(len(moves))])
		want := blockadeOf(rules.Board, p)
		found := false
		for _, after := range list {
			if (blockadeShown{after.pawns(), after.North, after.East}) == want {
				b, found = after, true
				break
			}
		}
		if !found {
			t.Fatalf("no action by hand leads to %v", want)
		}
		if over := b.Won >= 0; over != (p.Result != nil) {
			t.Fatalf("over: %v by hand, result %v", over, p.Result)
		}
		if p.Result != nil {
			if p.Result.Draw || p.Result.Winners[0] != b.Won {
				t.Fatalf("won by %d by hand, result %v", b.Won, p.Result)
			}
			b, p = NewBlockade(), slow.Start()
			continue
		}
		if b.Mover != p.ToMove {
			t.Fatalf("player %d by hand, not %d", b.Mover, p.ToMove)
		}
	}
}

// blockadeShown is what a position of Blockade shows.
type blockadeShown struct {
	pawns       [2]tall
	north, east tall
}

func (b *Blockade) pawns() (sets [2]tall) {
	for player, pawns := range b.Pawns {
		sets[player].add(pawns[0])
		sets[player].add(pawns[1])
	}
	return sets
}

// blockadeOf reads it from a position of the evaluator.
func blockadeOf(board *topology.Board, p *position.State) blockadeShown {
	start := NewBlockade()
	shown := blockadeShown{north: start.North, east: start.East}
	walls := p.Occupied()
	for site, name := range board.Names {
		s := topology.Site(site)
		at := strings.TrimRight(name, "ne")
		row := 0
		for _, digit := range at[1:] {
			row = 10*row + int(digit-'0')
		}
		square := int(at[0]-'a') + blockadeWidth*(row-1)
		switch occupied := walls.Has(s); {
		case at == name:
			for player := range shown.pawns {
				if p.Owned[player].Has(s) {
					shown.pawns[player].add(square)
				}
			}
		case occupied && name == at+"n":
			shown.north.remove(square)
		case occupied && name == at+"e":
			shown.east.remove(square)
		}
	}
	return shown
}
