package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp/compile"
)

// The cells of a board of lines are numbered so that few shifts lead from cell to cell, never more
// than in the order of the cells. Each cell has a place of its own.
func TestLayoutOfGraphs(t *testing.T) {
	shifts := func(b *topology.Board, at func(topology.Site) int) int {
		used := map[int]bool{}
		for r := range b.Directions {
			for s := range b.Cells.All() {
				for u := range b.Next(topology.Relation(r), s).All() {
					k := at(u) - at(s)
					used[max(k, -k)] = true
				}
			}
		}
		return len(used)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		n := 3 + rng.IntN(28)
		var lines strings.Builder
		for range n {
			a, b := rng.IntN(n), rng.IntN(n)
			if a == b {
				b = (a + 1) % n
			}
			fmt.Fprintf(&lines, "  line c%d-c%d\n", a+1, b+1)
		}
		rules := "game \"Lines\"\nplayers White, Black\nboard graph {\n" + lines.String() +
			"}\npiece man\nmove put {\n  at c in empty\n  do place man on c\n}\n" +
			"move go {\n  from p in mine\n  to q in p.adjacent & empty\n  do p -> q\n}\nturn put, " +
			"go else pass\nend { draw if ply >= 30 }\n"
		g := read(t, source.NewFile("lines.rules", rules), nil)
		l := compile.NewLayout(g.Board)
		taken := map[int16]bool{}
		for s := range g.Board.Cells.All() {
			if at := l.Bit[s]; at < 0 || int(at) >= 64*l.Words || taken[at] || l.Words > 1 {
				t.Fatalf("cell %d is at %d of %d words", s, at, l.Words)
			}
			taken[l.Bit[s]] = true
		}
		found := shifts(g.Board, func(s topology.Site) int { return int(l.Bit[s]) })
		if inOrder := shifts(g.Board, func(s topology.Site) int { return int(s) }); found > inOrder {
			t.Errorf("%d shifts lead from cell to cell, %d in the order of the cells", found,
				inOrder)
		}
		if i < 8 {
			agree(t, g, 60, uint64(i))
		}
	}
	if n := strings.Count(planOf(t, "nine-mens-morris"), "for all sites at once, 8 classes"); n != 1 {
		t.Errorf("a man of nine men's morris slides in more than eight ways:\n%s",
			planOf(t, "nine-mens-morris"))
	}
}
