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
piece man
setup { White man: rank(1) | rank(%d) Black man: {b3, d4, e5} - rank(%d) }
region way = %s
move walk { from p in mine along d in %s to q in p.d[empty & way]+ do p -> q }
move leap { from p in mine along d in %[5]s to q in p.d[empty & way]*.d - mine do p -> q }
move jump { from p in mine along d in %[5]s let line = p.d[theirs & way]+
            to q in line.d & empty do p -> q, remove line }
turn walk, leap, jump else draw
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
