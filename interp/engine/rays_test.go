package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// Both engines agree on runs, and on what is seen from a place, wherever they may pass: on boards
// of one to four words, through any ranks and files, so that whole words of a ray may be closed.
func TestAgreeOnRays(t *testing.T) {
	long.OneThread(t)
	const rules = `game "Rays"
players White, Black
board %s
piece man { on cells - file(7) }
setup { White man: rank(1) - file(7) | rank(%d) - file(7) Black man: {b3, d4, e5} - rank(%d) }
region way = %s
move walk { from p in mine along d in %s to q in p.d[empty & way]+ do p -> q }
move leap { from p in mine along d in %[5]s to q in p.d[empty & way]*.d - mine do p -> q }
move look { from p in mine along d in %[5]s to q in p.d[cells - occupied & way]*.d - mine do p -> q }
move jump { from p in mine along d in %[5]s let line = p.d[theirs & way]+
            to q in line.d & empty do p -> q, remove line }
turn walk, leap, look, jump else draw
end { draw "long" if ply >= 40 }
`
	rng := rand.New(rand.NewPCG(8, 16))
	for _, b := range []struct {
		board, dirs string
		ranks       int
	}{{"square(8, 8)", "around", 8}, {"square(8, 16)", "around", 16}, {"hexagon(6)", "around", 11},
		{"square(13, 13)", "orthogonal", 13}, {"square(7, 30)", "diagonal", 30}} {
		for i := range long.Times(24, 3) {
			first := 1 + rng.IntN(b.ranks)
			last := first + rng.IntN(b.ranks+1-first)
			if i == 0 {
				first, last = b.ranks/2+1, b.ranks-1 // far from the men
			}
			var way []string
			for r := first; r <= last; r++ {
				way = append(way, fmt.Sprintf("rank(%d)", r))
			}
			if i%3 == 2 {
				way = append(way, fmt.Sprintf("file(%d)", 1+rng.IntN(5)))
			}
			text := fmt.Sprintf(rules, b.board, b.ranks, b.ranks, strings.Join(way, " | "), b.dirs)
			agree(t, read(t, source.NewFile("rays.rules", text), nil), 60, rng.Uint64())
		}
	}
}

// Both engines agree on what lies beyond a walk that begins only at some of the places it may go
// through.
func TestAgreeOnLateStarts(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"triangle(12)", "rhombus(9, 9)", "hexagon(6)", "square(8, 8)"} {
		for _, way := range []string{"union e in around: q.e[(empty | past)]*.e & way",
			"q.northwest[(empty | past)]*.northwest & way", "q.northwest[way | past]+.northwest"} {
			text := fmt.Sprintf(`game "Late"
players White facing northeast, Black facing southwest
board %s
region way = rank(4)
piece man
memory past = rank(1)
setup { White man: {e5, a2} Black man: {b4} }
move hop { from p in mine along d in axes to q in p.d.d if no (%s) & man do p -> q }
turn hop else lose
end { draw "long" if ply >= 60 }
`, board, way)
			agree(t, read(t, source.NewFile("late.rules", text), nil), 200, 7)
		}
	}
}

// A piece that a step moves away from where its kind may stand at first stays on the board.
func TestAgreeOffSites(t *testing.T) {
	text := `game "Off"
players White, Black
board square(8, 16)
piece man, rook { on rank(1) | rank(2) | rank(3) | rank(4) }
setup { White rook: {a1, c2} Black man: {d9, e12} }
move go { from p in mine along d in orthogonal to q in p.d[empty]+ do p -> q }
turn go else draw
end { draw "long" if ply >= 40 }
`
	agree(t, read(t, source.NewFile("off.rules", text), nil), 300, 3)
}
