package topology

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// net is a graph as lines from point to point.
type net struct {
	name string
	n    int
	ways [][2]int
}

// drawn lays a graph out and counts the flaws and the crossings.
func (w net) drawn() (flaws, crossings int) {
	near := make([][]Site, w.n)
	for _, e := range w.ways {
		near[e[0]] = append(near[e[0]], Site(e[1]))
		near[e[1]] = append(near[e[1]], Site(e[0]))
	}
	g := newDrawing(near)
	return g.flaws(g.draw(nil))
}

func (w *net) add(points ...int) {
	for i := 1; i < len(points); i++ {
		w.ways = append(w.ways, [2]int{points[i-1], points[i]})
	}
}

// rings are cycles of k points one around the other, joined by spokes, with a hub or without one.
func rings(k, rings int, hub bool) net {
	w := net{name: fmt.Sprintf("%d rings of %d, hub %v", rings, k, hub), n: k * rings}
	for r := range rings {
		for i := range k {
			w.add(r*k+i, r*k+(i+1)%k)
			if r > 0 {
				w.add((r-1)*k+i, r*k+i)
			}
		}
	}
	if hub {
		for i := range k {
			w.add(i, w.n)
		}
		w.n++
	}
	return w
}

// grid is a grid of which some lines are missing; it stays in one piece.
func grid(columns, rows int, rng *rand.Rand) net {
	w := net{name: fmt.Sprintf("grid of %d by %d", columns, rows), n: columns * rows}
	for i := range w.n {
		if i%columns > 0 {
			w.add(i-1, i)
		}
		if i >= columns && (i%columns == 0 || rng.IntN(3) > 0) {
			w.add(i-columns, i)
		}
	}
	return w
}

// Small graphs that can be drawn without crossings are drawn so, and no line comes near to a point
// that is not its own.
func TestLayoutIsClear(t *testing.T) {
	nets := []net{{"tetrahedron", 4, [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}}}
	for k := 3; k <= 8; k++ {
		nets = append(nets, rings(k, 1, false), rings(k, 1, true), rings(k, 2, false),
			rings(k, 2, true), rings(k, 3, false))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		nets = append(nets, grid(2+rng.IntN(4), 2+rng.IntN(4), rng))
	}
	for range 20 { // a tree
		w := net{name: "tree", n: 4 + rng.IntN(10)}
		for i := 1; i < w.n; i++ {
			w.add(max(0, i-1-rng.IntN(3)), i)
		}
		nets = append(nets, w)
	}
	for _, w := range nets {
		if flaws, crossings := w.drawn(); flaws > 0 {
			t.Errorf("%s: %d flaws, %d of them crossings: %v", w.name, flaws, crossings, w.ways)
		}
	}
}

func BenchmarkLayout(b *testing.B) {
	for _, w := range []net{rings(4, 2, false), rings(8, 3, true), rings(10, 10, false)} {
		b.Run(fmt.Sprint(w.n), func(b *testing.B) {
			for b.Loop() {
				w.drawn()
			}
		})
	}
}

// Whatever the lines are, also several of one name that lead into one another, a graph is laid out:
// every point has a place of its own.
func TestLayoutOfAnyLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	built := 0
	for range 500 {
		spec := Spec{Shape: "graph", Edges: rng.IntN(4) == 0}
		for range 1 + rng.IntN(6) {
			l := Line{Name: []string{"", "x", "y"}[rng.IntN(3)], Loop: rng.IntN(3) == 0}
			for _, i := range rng.Perm(9)[:2+rng.IntN(5)] {
				l.Points = append(l.Points, string("pqrstuvwz"[i])+"o")
			}
			spec.Lines = append(spec.Lines, l)
		}
		b, problems := Build(spec)
		if len(problems) > 0 {
			continue
		}
		built++
		seen := map[Point]bool{}
		for s := range b.Cells.All() {
			p := b.Points[s]
			if seen[p] || math.IsNaN(p.X+p.Y) || math.IsInf(p.X+p.Y, 0) {
				t.Fatalf("%+v: %s is at %v", spec.Lines, b.Names[s], p)
			}
			seen[p] = true
		}
	}
	if built < 100 {
		t.Errorf("only %d graphs can be built", built)
	}
}
