package layout

import (
	"math"
	"slices"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
)

// Bits is a set of places of one plane of a [Layout]; it has room for the widest engine.
type Bits = topology.Set

// Layout gives every site a plane and a bit in it, so that on a regular board every direction is a
// shift. Cells, the edges of each slope and the corners are separate planes, numbered with one
// stride.
type Layout struct {
	Planes int
	Bit    []int16           // by site
	Plane  []uint8           // by site
	Site   [][]topology.Site // by plane and bit; None where no site is
	All    []Bits            // by plane: the bits that are sites
	Words  int               // of a set that holds any plane
}

// NewLayout lays out the sites of a board.
func NewLayout(b *topology.Board) *Layout {
	l := &Layout{Bit: make([]int16, b.Sites), Plane: make([]uint8, b.Sites)}
	if !l.regular(b) && !l.graph(b) {
		l.plain(b)
	}
	l.All = make([]Bits, l.Planes)
	l.Site = make([][]topology.Site, l.Planes)
	span := 1
	for s := range b.Sites {
		l.All[l.Plane[s]].Add(topology.Site(l.Bit[s]))
		span = max(span, int(l.Bit[s])+1)
	}
	l.Words = (span + 63) / 64
	for p := range l.Site {
		l.Site[p] = make([]topology.Site, l.Words*64)
		for i := range l.Site[p] {
			l.Site[p][i] = topology.None
		}
	}
	for s := range b.Sites {
		l.Site[l.Plane[s]][l.Bit[s]] = topology.Site(s)
	}
	return l
}

// plain numbers the sites of each plane in order.
func (l *Layout) plain(b *topology.Board) {
	l.Planes = 0
	for _, set := range []topology.Set{b.Cells, b.Edges, b.Corners} {
		if set.Empty() {
			continue
		}
		n := int16(0)
		for s := range set.All() {
			l.Plane[s], l.Bit[s] = uint8(l.Planes), n
			n++
		}
		l.Planes++
	}
}

// regular numbers the sites by a linear form of their coordinates on the lattice that the first two
// directions span. It reports false where there is no such lattice.
func (l *Layout) regular(b *topology.Board) bool {
	if b.IsGraph() || len(b.Directions) < 2 {
		return false
	}
	var basis [2]topology.Point
	for d := range basis {
		found := false
		for s := range b.Cells.All() {
			if t := b.Neighbor(topology.Relation(d), s); t != topology.None {
				basis[d] = topology.Point{X: b.Points[t].X - b.Points[s].X,
					Y: b.Points[t].Y - b.Points[s].Y}
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	det := basis[0].X*basis[1].Y - basis[0].Y*basis[1].X
	if math.Abs(det) < 1e-9 {
		return false
	}
	type kind struct {
		plane topology.Plane
		fi    int
		fj    int
	}
	planes := map[kind]int{}
	type place struct{ plane, i, j int }
	places := make([]place, b.Sites)
	const fine = 12 // coordinates of edges and corners are whole twelfths
	for s := range places {
		x, y := b.Points[s].X-b.Points[0].X, b.Points[s].Y-b.Points[0].Y
		i := int(math.Round(fine * (x*basis[1].Y - y*basis[1].X) / det))
		j := int(math.Round(fine * (y*basis[0].X - x*basis[0].Y) / det))
		k := kind{b.PlaneOf(topology.Site(s)), ((i % fine) + fine) % fine,
			((j % fine) + fine) % fine}
		p, ok := planes[k]
		if !ok {
			p = len(planes)
			planes[k] = p
		}
		places[s] = place{p, (i - k.fi) / fine, (j - k.fj) / fine}
	}
	if len(planes) > MaxPlanes {
		return false
	}
	l.Planes = len(planes)
	// The least and the greatest number of a plane are among the corners of its hull.
	points := make([][][2]int, l.Planes)
	for _, p := range places {
		points[p.plane] = append(points[p.plane], [2]int{p.i, p.j})
	}
	corners := make([][][2]int, l.Planes)
	for p := range points {
		corners[p] = hull(points[p])
	}
	least := make([]int, l.Planes)
	// The forms tried include one that numbers row by row, along the shorter side.
	far := 4*int(math.Sqrt(float64(b.Sites))) + 8
	bestSpan := math.MaxInt
	var bestA, bestB int
	taken := make([]int, 0)
	stamp := 0
	// try takes over the form a·i + c·j if it needs fewer bits than the best one so far.
	try := func(a, c int) {
		span := 0
		for p := 0; p < len(corners) && span < bestSpan; p++ {
			lo, hi := math.MaxInt, math.MinInt
			for _, e := range corners[p] {
				x := a*e[0] + c*e[1]
				lo, hi = min(lo, x), max(hi, x)
			}
			least[p] = lo
			span = max(span, hi-lo+1)
		}
		if span >= bestSpan || span > 1<<14 {
			return
		}
		if need := l.Planes * span; len(taken) < need {
			taken = make([]int, need)
			stamp = 0
		}
		stamp++
		for _, p := range places {
			at := &taken[p.plane*span+a*p.i+c*p.j-least[p.plane]]
			if *at == stamp {
				return
			}
			*at = stamp
		}
		bestSpan, bestA, bestB = span, a, c
	}
	// Sites that are numbered in order need no sorting when they are listed.
	try(asNumbered(b, 0), asNumbered(b, 1))
	for sum := 1; sum <= far && bestSpan > b.Cells.Len(); sum++ {
		for a := -sum; a <= 0; a++ { // a form and its reverse are equally good
			try(a, sum+a)
			try(a, -sum-a)
		}
	}
	if bestSpan > 64*MaxWords {
		return false
	}
	// Turn the form around if that puts north or up toward the higher bits.
	if bestA < 0 {
		bestA, bestB = -bestA, -bestB
	}
	for p := range least {
		least[p] = math.MaxInt
	}
	for _, p := range places {
		least[p.plane] = min(least[p.plane], bestA*p.i+bestB*p.j)
	}
	for s, p := range places {
		l.Plane[s] = uint8(p.plane)
		l.Bit[s] = int16(bestA*p.i + bestB*p.j - least[p.plane])
	}
	return true
}

// asNumbered returns by how much a step in a direction raises the number of some cell.
func asNumbered(b *topology.Board, d topology.Relation) int {
	for s := range b.Cells.All() {
		if t := b.Neighbor(d, s); t != topology.None {
			return int(t - s)
		}
	}
	return 0
}

// hull returns the corners of the convex hull of points (Andrew, "Another efficient algorithm for
// convex hulls in two dimensions", 1979).
func hull(points [][2]int) [][2]int {
	order.SortFunc(points, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	points = slices.Compact(points)
	// right reports whether the way from a over b to c does not turn to the left.
	right := func(a, b, c [2]int) bool { return (b[0]-a[0])*(c[1]-a[1]) <= (b[1]-a[1])*(c[0]-a[0]) }
	var corners [][2]int
	for range 2 { // the lower half, and the upper one on the way back
		first := len(corners)
		for _, p := range points {
			for len(corners) >= first+2 && right(corners[len(corners)-2], corners[len(corners)-1],
				p) {
				corners = corners[:len(corners)-1]
			}
			corners = append(corners, p)
		}
		slices.Reverse(points)
	}
	return corners
}

// Split divides a set of sites among the planes.
func (l *Layout) Split(s topology.Set) []Bits {
	sets := make([]Bits, l.Planes)
	for x := range s.All() {
		sets[l.Plane[x]].Add(topology.Site(l.Bit[x]))
	}
	return sets
}

// Join is the reverse of [Layout.Split] for one plane.
func (l *Layout) Join(plane int, bits Bits) topology.Set {
	var s topology.Set
	for b := range bits.All() {
		s.Add(l.Site[plane][b])
	}
	return s
}

// An Arc is a part of a relation in which every step is one shift: the places src of plane from
// lead to plane to, k bits on.
type Arc struct {
	From, To int
	K        int
	Src      Bits
	// The place crossed, where pieces that block may stand: in plane via, viaK bits on; via is -1
	// where nothing is crossed.
	Via, ViaK int
}

func (a *Arc) Dst() Bits { return Shifted(a.Src, a.K) }

// Shifted returns the set moved k bits up, or -k bits down.
func Shifted(s Bits, k int) (t Bits) {
	top := len(s)
	for top > 0 && s[top-1] == 0 {
		top--
	}
	if k >= 0 {
		w, b := k/64, uint(k%64)
		for i := 0; i < top && i+w < len(t); i++ {
			t[i+w] |= s[i] << b
			if i+w+1 < len(t) {
				t[i+w+1] = s[i] >> (64 - b) // 0 if b is
			}
		}
		return t
	}
	w, b := -k/64, uint(-k%64)
	for i := w; i < top; i++ {
		t[i-w] |= s[i] >> b
		if i-w > 0 {
			t[i-w-1] |= s[i] << (64 - b)
		}
	}
	return t
}

// ArcsOf cuts a relation of the board into arcs.
func (l *Layout) ArcsOf(b *topology.Board, r topology.Relation) []Arc {
	var list []Arc
	for s := range topology.Site(b.Sites) {
		next := b.Next(r, s)
		for t := range next.All() {
			via := topology.None
			if int(r) < len(b.Directions) {
				if via = b.Via(r, s); via != topology.None && b.IsGraph() {
					via = b.Across(s, t)
				}
			}
			list = l.withStep(list, s, t, via)
		}
	}
	return list
}

// Arcs cuts a walk that leads from each site to one other site, or to none, into arcs.
func (l *Layout) Arcs(to []topology.Site) (list []Arc) {
	for s, t := range to {
		if t != topology.None {
			list = l.withStep(list, topology.Site(s), t, topology.None)
		}
	}
	return list
}

// withStep adds the step from s to t, which crosses a site or None, to the arc that it is part of.
func (l *Layout) withStep(list []Arc, s, t, via topology.Site) []Arc {
	a := Arc{From: int(l.Plane[s]), To: int(l.Plane[t]), K: int(l.Bit[t] - l.Bit[s]), Via: -1}
	if via != topology.None {
		a.Via, a.ViaK = int(l.Plane[via]), int(l.Bit[via]-l.Bit[s])
	}
	i := slices.IndexFunc(list, func(b Arc) bool {
		b.Src = Bits{}
		return a == b
	})
	if i < 0 {
		i = len(list)
		list = append(list, a)
	}
	list[i].Src.Add(topology.Site(l.Bit[s]))
	return list
}

// Limits of a layout.
const (
	MaxPlanes = 8
	MaxWords  = 16 // of 64 bits
)

// Words returns how many words the places of a set need.
func Words(s *Bits) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] != 0 {
			return i + 1
		}
	}
	return 0
}
