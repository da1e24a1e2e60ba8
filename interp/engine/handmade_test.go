package engine_test

// Games written directly in Go on bitboards: Breakthrough, Reversi, Cage, Shiftago, Tactigon and
// Blockade, each as a good engineer would write it alone. They are the yardstick for the fast
// engine: benchmarks print its speed as a share of theirs. They are tests themselves, and are
// tested against the evaluator.

import (
	"math/bits"
	"testing"

	"math/rand/v2"

	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/testdata/long"
)

// selectBit returns the place of the k-th set bit of x, from 0. x must have more than k bits.
func selectBit(x uint64, k int) int {
	base := 0
	if c := bits.OnesCount32(uint32(x)); k >= c {
		k -= c
		x >>= 32
		base = 32
	}
	if c := bits.OnesCount16(uint16(x)); k >= c {
		k -= c
		x >>= 16
		base += 16
	}
	for ; k > 0; k-- {
		x &= x - 1
	}
	return base + bits.TrailingZeros64(x)
}

// A handmade is a game of one of the hand-written engines, as the comparison with the evaluator
// sees it. Its moves are numbered; if there are none, it passes.
type handmade interface {
	count() int
	play(k int) handmade        // the game after a move; the receiver does not change
	pass() handmade             // the game after a pass
	men() ([2]wide, int)        // who stands where, on squares numbered row by row, and who moves
	winner() (w int, over bool) // -1: nobody
}

func (b Breakthrough) count() int {
	s, l, r := b.Targets()
	return bits.OnesCount64(s) + bits.OnesCount64(l) + bits.OnesCount64(r)
}

func (b Breakthrough) play(k int) handmade {
	s, l, r := b.Targets()
	for dir, set := range [3]uint64{l, s, r} {
		if n := bits.OnesCount64(set); k >= n {
			k -= n
			continue
		}
		b.Play(uint(selectBit(set, k)), dir-1)
		break
	}
	return b
}

func (b Breakthrough) pass() handmade { return b }
func (b Breakthrough) men() ([2]wide, int) {
	return [2]wide{{lo: b.Pawns[0]}, {lo: b.Pawns[1]}}, b.Mover
}
func (b Breakthrough) winner() (int, bool) { return b.Winner(), b.Winner() >= 0 }

func (r Reversi) count() int { return bits.OnesCount64(r.Moves()) }
func (r Reversi) play(k int) handmade {
	r.Play(uint(selectBit(r.Moves(), k)))
	return r
}

func (r Reversi) pass() handmade {
	r.Mover = 1 - r.Mover
	r.Passes++
	return r
}

func (r Reversi) men() ([2]wide, int) {
	return [2]wide{{lo: r.Discs[0]}, {lo: r.Discs[1]}}, r.Mover
}

func (r Reversi) winner() (int, bool) {
	switch n := bits.OnesCount64(r.Discs[0]) - bits.OnesCount64(r.Discs[1]); {
	case n > 0:
		return 0, r.Over()
	case n < 0:
		return 1, r.Over()
	}
	return -1, r.Over()
}

func (c Cage) count() int {
	var m CageMoves
	c.Moves(&m)
	return m.Count
}

func (c Cage) play(k int) handmade {
	var m CageMoves
	c.Moves(&m)
	c.PlayNth(&m, k)
	return c
}

func (c Cage) pass() handmade {
	c.Pass()
	return c
}
func (c Cage) men() ([2]wide, int) { return c.Men, c.Mover }
func (c Cage) winner() (int, bool) { return c.Winner(), c.Winner() >= 0 }

// TestHandmade plays random games with the hand-written engines and the evaluator side by side.
// After every ply the men, the player to move, the number of legal moves and the result must be the
// same.
func TestHandmade(t *testing.T) {
	long.OneThread(t)
	for _, g := range []struct {
		name  string
		width int
		start handmade
	}{{"breakthrough", 8, NewBreakthrough()}, {"reversi", 8, NewReversi()}, {"cage", 10, NewCage()},
		{"shiftago", 7, NewShiftago()},
		{"tactigon", 7, NewTactigon()}} {
		t.Run(g.name, func(t *testing.T) {
			plies := long.Times(2000, 10)
			rules := load(t, g.name, "")
			square := make([]int, rules.Board.Sites)
			for s, name := range rules.Board.Names {
				row := 0
				for _, digit := range name[1:] {
					row = 10*row + int(digit-'0')
				}
				square[s] = int(name[0]-'a') + g.width*(row-1)
			}
			slow := eval.New(rules)
			rng := rand.New(rand.NewPCG(7, 1))
			for plies > 0 {
				h, p := g.start, slow.Start()
				for ; plies > 0; plies-- {
					follow(t, h, p, square)
					w, over := h.winner()
					if over != (p.Result != nil) {
						t.Fatalf("over: %v by hand, result %v", over, p.Result)
					}
					if over {
						if draw := w < 0; draw != p.Result.Draw || !draw &&
							(len(p.Result.Winners) != 1 || p.Result.Winners[0] != w) {
							t.Fatalf("winner %d by hand, result %v", w, p.Result)
						}
						break
					}
					moves := slow.Moves(p)
					if n := h.count(); n != len(moves) && (n > 0 || len(moves) != 1) {
						t.Fatalf("%d moves by hand, not %d", n, len(moves))
					}
					p = slow.Play(p, moves[rng.IntN(len(moves))])
					h = same(t, h, p, square)
				}
			}
		})
	}
}

// squares returns the men of an evaluator's position as the hand-written engines number their
// squares.
func squares(p *position.State, square []int) (men [2]wide) {
	for player := range men {
		for s := range p.Owned[player].All() {
			men[player] = men[player].or(single(square[s]))
		}
	}
	return men
}

func follow(t *testing.T, h handmade, p *position.State, square []int) {
	t.Helper()
	men, mover := h.men()
	if want := squares(p, square); men != want || p.Result == nil && mover != p.ToMove {
		t.Fatalf("men %x and player %d by hand, not %x and %d", men, mover, want, p.ToMove)
	}
}

// same returns the game after the move, or the pass, that leads to the men of p.
func same(t *testing.T, h handmade, p *position.State, square []int) handmade {
	t.Helper()
	want := squares(p, square)
	n := h.count()
	if n == 0 {
		return h.pass()
	}
	for k := range n {
		next := h.play(k)
		if men, _ := next.men(); men == want {
			return next
		}
	}
	t.Fatalf("no move by hand leads to %x", want)
	return nil
}
