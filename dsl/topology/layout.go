package topology

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"

	"boardgame/dsl/order"
)

// Rows returns the cells in reading order: rows from the top, each from the left. A graph that is
// not laid out like a map is one row, in the order of the rules.
func (b *Board) Rows() [][]Site {
	cells := slices.Collect(b.Cells.All())
	if len(cells) == 0 {
		return nil
	}
	if b.IsGraph() && slices.ContainsFunc(cells,
		func(s Site) bool { return b.Points[s].Y != math.Trunc(b.Points[s].Y) }) {
		return [][]Site{cells}
	}
	height := func(s Site) float64 { return math.Round(b.Points[s].Y * 1000) }
	order.SortStableFunc(cells, func(x, y Site) int {
		return cmp.Or(cmp.Compare(height(y), height(x)), cmp.Compare(b.Points[x].X, b.Points[y].X))
	})
	var rows [][]Site
	for i, s := range cells {
		if i == 0 || height(cells[i-1]) != height(s) {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], s)
	}
	return rows
}

// layOut places the points of a graph in the plane. If all names are letters and a number, it
// places them as on a map; otherwise it pulls neighbors together and pushes other points apart.
func (b *builder) layOut() {
	d := b.board
	n := d.Cells.Len()
	points, ok := b.mapped()
	if !ok {
		points = b.relaxed()
	}
	for s := n; s < d.Sites; s++ {
		var middle Point
		for c := range b.touches[s].And(d.Cells).All() {
			middle.X += points[c].X / 2
			middle.Y += points[c].Y / 2
		}
		points = append(points, middle)
	}
	d.Points = points
}

// mapped reads places from names such as d7. It reports false unless every name is a place and
// every line stays clear of the points that do not belong to it.
func (b *builder) mapped() ([]Point, bool) {
	d := b.board
	n := d.Cells.Len()
	points := make([]Point, 0, d.Sites)
	seen := map[Point]bool{}
	for _, name := range d.Names[:n] {
		letters := 0
		column := 0
		for letters < len(name) && letters < 3 &&
			(name[letters]|0x20 >= 'a' && name[letters]|0x20 <= 'z') {
			column = column*26 + int(name[letters]|0x20-'a') + 1
			letters++
		}
		row, err := strconv.ParseUint(name[letters:], 10, 12)
		if letters == 0 || err != nil {
			return nil, false
		}
		p := Point{float64(column), float64(row)}
		if seen[p] {
			return nil, false
		}
		seen[p] = true
		points = append(points, p)
	}
	for _, line := range b.lines {
		for from, to := range line.leads {
			for t := range to.All() {
				for k, p := range points {
					if Site(k) != from && Site(k) != t && between(points[from], points[t], p) {
						return nil, false
					}
				}
			}
		}
	}
	return points, true
}

// between reports whether p lies on the straight line from a to b.
func between(a, b, p Point) bool {
	dot := (p.X-a.X)*(b.X-a.X) + (p.Y-a.Y)*(b.Y-a.Y)
	return leftOf(a, b, p) == 0 && dot > 0 && dot < (b.X-a.X)*(b.X-a.X)+(b.Y-a.Y)*(b.Y-a.Y)
}

// relaxed places the points by the lines alone.
func (b *builder) relaxed() []Point {
	n := b.board.Cells.Len()
	near := make([][]Site, n)
	for _, line := range b.lines {
		for from := range Site(n) {
			set := line.leads[from]
			for to := range set.All() {
				near[from] = append(near[from], to)
			}
		}
	}
	points := newDrawing(near).draw(b.loops())
	for i := range points { // round, so that the last bit of a cosine changes nothing
		points[i] = Point{math.Round(points[i].X*1e6) / 1e6, math.Round(points[i].Y*1e6) / 1e6}
	}
	return slices.Grow(points, b.board.Sites-n)
}

// loops returns the points of each line that ends where it begins, in its order.
func (b *builder) loops() (loops [][]Site) {
	for i := 0; i < len(b.lines); i += 2 { // the others are their reverses
		line := b.lines[i]
		for from := range Site(b.board.Cells.Len()) {
			loop := []Site{from}
			for s := line.leads[from]; s.Len() == 1 && s.First() > from &&
				!slices.Contains(loop, s.First()); s = line.leads[s.First()] {
				loop = append(loop, s.First())
			}
			last := line.leads[loop[len(loop)-1]]
			if len(loop) > 2 && last.Len() == 1 && last.First() == from {
				loops = append(loops, loop)
			}
		}
	}
	return loops
}

// A drawing is a graph to be laid out: the neighbors of each point, and the number of steps from
// each point to every other.
type drawing struct {
	near [][]Site
	away [][]float64
}

func newDrawing(near [][]Site) *drawing {
	g := &drawing{near, make([][]float64, len(near))}
	for s := range g.away {
		g.away[s], _ = g.walk(s, None)
	}
	return g
}

// draw places the points by their distances along the lines, from a circle on. If lines then cross
// or come near to other points, it tries each of some cycles, such as the loops of the rules, as
// the rim of the drawing, inside which every point is in the middle of its neighbors (Tutte, How to
// draw a graph, 1963). A drawing without crossings is better than others, and what is empty in it
// may be around the next one. The result is deterministic.
func (g *drawing) draw(loops [][]Site) []Point {
	all := make([]Site, len(g.near))
	for i := range all {
		all[i] = Site(i)
	}
	best := g.settle(g.ring(all))
	flaws, crossings := g.flaws(best)
	if flaws == 0 {
		return best
	}
	plain, least := best, math.MaxInt // of those without crossings
	try := func(rims [][]Site, place func([]Point) []Point) {
		for i := 0; i < len(rims) && flaws > 0; i++ {
			points := place(g.tie(rims[i]))
			f, c := g.flaws(points)
			if c == 0 && f < least {
				plain, least = points, f
			}
			if hits := flaws - crossings; f-c <= hits && c <= crossings && f < flaws &&
				(c == 0 || f-c < hits) {
				best, flaws, crossings = points, f, c
			}
		}
	}
	rims := g.few(append(loops, g.rims()...))
	try(rims, g.straighten)
	try(g.few(g.faces(plain)), g.straighten)
	try(rims, g.settle)
	return best
}

// ring places some points evenly on a circle, clockwise from the top, and the others in its middle.
func (g *drawing) ring(on []Site) []Point {
	points := make([]Point, len(g.near))
	radius := float64(len(g.near)) / (2 * math.Pi)
	for i, s := range on {
		sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*float64(i)/float64(len(on)))
		points[s] = Point{radius * cos, radius * sin}
	}
	return points
}

// settle moves every point to where its distances in the plane best match its distances along the
// lines (stress majorization), and straightens the result.
func (g *drawing) settle(points []Point) []Point {
	const work = 20_000_000 // pairs of points; a few tenths of a second
	n := len(points)
	for range min(300, work/(n*n)+1) {
		moved := make([]Point, n)
		for i := range points {
			var x, y, weight float64
			for j := range points {
				if i == j {
					continue
				}
				want := g.away[i][j]
				w := 1 / (want * want)
				dx, dy := points[i].X-points[j].X, points[i].Y-points[j].Y
				scale := want / max(math.Hypot(dx, dy), 1e-6)
				x += w * (points[j].X + dx*scale)
				y += w * (points[j].Y + dy*scale)
				weight += w
			}
			moved[i] = Point{x / weight, y / weight}
		}
		points = moved
	}
	return g.straighten(points)
}

// tie places the points of a rim on a circle and every other point in the middle of its neighbors.
// A neighbor pulls harder the longer the line to it is, round after round, so that the lines inside
// become alike; no weights make lines cross that otherwise do not. At the end, lines have a length
// of 1 on average.
func (g *drawing) tie(rim []Site) []Point {
	points := g.ring(rim)
	pull := make([][]float64, len(points))
	for i, near := range g.near {
		pull[i] = slices.Repeat([]float64{1}, len(near))
	}
	for range 20 {
		length, count := 0.0, 0.0
		for range 10 + 2*int(math.Sqrt(float64(len(points)))) {
			length, count = 0, 0
			for i, near := range g.near {
				if len(near) == 0 || slices.Contains(rim, Site(i)) {
					continue
				}
				sum, weight := Point{}, 0.0
				for k, j := range near {
					sum.X, sum.Y = sum.X+pull[i][k]*points[j].X, sum.Y+pull[i][k]*points[j].Y
					weight += pull[i][k]
				}
				points[i] = Point{sum.X / weight, sum.Y / weight}
				for _, j := range near {
					length, count = length+apart(points[i], points[j]), count+1
				}
			}
		}
		for i, near := range g.near {
			for k, j := range near {
				pull[i][k] *= math.Sqrt(0.01 + apart(points[i], points[j])*count/max(length, 1e-9))
			}
		}
	}
	length, count := 0.0, 0.0
	for i, near := range g.near {
		for _, j := range near {
			length, count = length+apart(points[i], points[j]), count+1
		}
	}
	for i := range points {
		points[i] = Point{points[i].X * count / length, points[i].Y * count / length}
	}
	return points
}

func apart(p, q Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// rims returns cycles that may be the rim of a drawing: for each line, the shortest way from one of
// its ends to the other without it.
func (g *drawing) rims() (rims [][]Site) {
	seen := map[Set]bool{}
	for from := range Site(len(g.near)) {
		for _, to := range g.near[from] {
			if to < from {
				continue
			}
			var on Set
			rim := []Site{to}
			_, back := g.walk(int(from), to)
			for s := to; s != from && back[s] != None; rim = append(rim, s) {
				s = back[s]
			}
			for _, s := range rim {
				on.Add(s)
			}
			if len(rim) > 2 && rim[len(rim)-1] == from && !seen[on] {
				seen[on] = true
				rims = append(rims, rim)
			}
		}
	}
	return rims
}

// faces returns the cycles around the empty areas of a drawing without crossings.
func (g *drawing) faces(points []Point) (faces [][]Site) {
	type way [2]Site
	after := map[way]Site{} // which way the border goes on
	for i, near := range g.near {
		around := slices.Clone(near)
		angle := func(s Site) float64 {
			return math.Atan2(points[s].Y-points[i].Y, points[s].X-points[i].X)
		}
		order.SortFunc(around, func(a, b Site) int { return cmp.Compare(angle(a), angle(b)) })
		for k, s := range around {
			after[way{s, Site(i)}] = around[(k+1)%len(around)]
		}
	}
	for i, near := range g.near {
		for _, to := range near {
			var face []Site
			for w := (way{Site(i), to}); ; {
				next, open := after[w]
				if !open {
					break
				}
				delete(after, w)
				face = append(face, w[1])
				w = way{w[1], next}
			}
			if len(face) > 2 {
				faces = append(faces, face)
			}
		}
	}
	return faces
}

// few returns the longest cycles, the longest first: so many that trying them takes no more than a
// few tenths of a second.
func (g *drawing) few(cycles [][]Site) [][]Site {
	const work = 10_000_000 // pairs of points
	n := len(g.near)
	order.SortStableFunc(cycles, func(a, b []Site) int { return cmp.Compare(len(b), len(a)) })
	return cycles[:min(len(cycles), work/(300*n*n))]
}

// flaws counts what is wrong with a drawing: where lines come near to points that they do not lead
// to, where points are near to one another and, also separately, where lines cross.
func (g *drawing) flaws(points []Point) (flaws, crossings int) {
	for i := range points {
		f, c := g.flawsAt(points, i)
		flaws, crossings = flaws+f, crossings+c
	}
	return flaws, crossings
}

// flawsAt counts the flaws at a point and its lines.
func (g *drawing) flawsAt(points []Point, i int) (flaws, crossings int) {
	const room = 0.15 // of the length of a line
	p := points[i]
	for j, near := range g.near {
		if j != i && math.Hypot(p.X-points[j].X, p.Y-points[j].Y) < 2*room {
			flaws++
		}
		for _, k := range near {
			a, b := points[j], points[k]
			if j != i && int(k) != i && beside(a, b, p) < room {
				flaws++
			}
			for _, to := range g.near[i] {
				if q := points[to]; leftOf(a, b, p)*leftOf(a, b, q) < -1e-9 &&
					leftOf(p, q, a)*leftOf(p, q, b) < -1e-9 {
					crossings++
				}
			}
		}
	}
	return flaws + crossings, crossings
}

// leftOf is positive if p is on the left of the way from a to b, negative if on the right.
func leftOf(a, b, p Point) float64 { return (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X) }

// beside is the distance of p from the line between a and b.
func beside(a, b, p Point) float64 {
	q := foot(a, b, p)
	return math.Hypot(p.X-q.X, p.Y-q.Y)
}

// foot is the point of the line between a and b that is nearest to p.
func foot(a, b, p Point) Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := ((p.X-a.X)*dx + (p.Y-a.Y)*dy) / max(dx*dx+dy*dy, 1e-12)
	t = min(max(t, 0), 1)
	return Point{a.X + t*dx, a.Y + t*dy}
}

// straighten turns the points so that lines run along rows and columns as far as possible, with the
// first point at the top and the second to its right.
func (g *drawing) straighten(points []Point) []Point {
	best, least := 0.0, math.Inf(1)
	for degrees := range 90 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		slant := 0.0
		for i, p := range points {
			for _, j := range g.near[i] {
				dx, dy := points[j].X-p.X, points[j].Y-p.Y
				x, y := dx*cos-dy*sin, dx*sin+dy*cos
				slant += min(math.Abs(x), math.Abs(y))
			}
		}
		if slant < least-1e-9 {
			best, least = float64(degrees), slant
		}
	}
	sin, cos := math.Sincos(best * math.Pi / 180)
	for i, p := range points {
		points[i] = Point{p.X*cos - p.Y*sin, p.X*sin + p.Y*cos}
	}
	first, second := points[0], points[1]
	turns := []func(p Point) Point{
		func(p Point) Point { return p }, func(p Point) Point { return Point{-p.Y, p.X} },
		func(p Point) Point { return Point{-p.X, -p.Y} },
		func(p Point) Point { return Point{p.Y, -p.X} },
	}
	turn, mirror, score := turns[0], 1.0, math.Inf(-1)
	for _, t := range turns {
		for _, m := range []float64{1, -1} {
			p, q := t(first), t(second)
			if s := 2*p.Y - p.X*m + q.X*m; s > score+1e-9 {
				turn, mirror, score = t, m, s
			}
		}
	}
	for i, p := range points {
		p = turn(p)
		points[i] = Point{p.X * mirror, p.Y}
	}
	aligned := slices.Clone(points)
	align(aligned, func(p *Point) *float64 { return &p.X })
	align(aligned, func(p *Point) *float64 { return &p.Y })
	was, _ := g.flaws(points)
	if f, c := g.flaws(aligned); f > was || f > 0 && c == 0 { // lines may lie on one another now
		return points
	}
	return aligned
}

// align moves points that are nearly in line exactly into line.
func align(points []Point, coordinate func(*Point) *float64) {
	const near = 0.25
	all := make([]*float64, len(points))
	for i := range points {
		all[i] = coordinate(&points[i])
	}
	sort.SliceStable(all, func(i, j int) bool { return *all[i] < *all[j] })
	for len(all) > 0 {
		first, sum, n := *all[0], 0.0, 0
		for n < len(all) && *all[n]-first < near {
			sum += *all[n]
			n++
		}
		for _, x := range all[:n] {
			*x = sum / float64(n)
		}
		all = all[n:]
	}
}

// walk returns the number of steps from a point to every other, and before which step each was
// reached; unconnected parts get a moderate distance. It does not take the line to one neighbor.
func (g *drawing) walk(from int, but Site) (steps []float64, back []Site) {
	n := len(g.near)
	steps = slices.Repeat([]float64{math.Sqrt(float64(n)) + 1}, n)
	back = slices.Repeat([]Site{None}, n)
	steps[from], back[from] = 0, Site(from)
	for queue := []Site{Site(from)}; len(queue) > 0; queue = queue[1:] {
		for _, to := range g.near[queue[0]] {
			if back[to] == None && (queue[0] != Site(from) || to != but) {
				steps[to], back[to] = steps[queue[0]]+1, queue[0]
				queue = append(queue, to)
			}
		}
	}
	return steps, back
}
