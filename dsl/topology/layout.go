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
	cross := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)
	dot := (p.X-a.X)*(b.X-a.X) + (p.Y-a.Y)*(b.Y-a.Y)
	return cross == 0 && dot > 0 && dot < (b.X-a.X)*(b.X-a.X)+(b.Y-a.Y)*(b.Y-a.Y)
}

// relaxed starts from a circle and moves every point to where its distances in the plane best match
// its distances along the lines (stress majorization). The result is deterministic.
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
	away := make([][]float64, n)
	for s := range away {
		away[s] = distances(near, s)
	}
	points := make([]Point, n, b.board.Sites)
	radius := float64(n) / (2 * math.Pi)
	for i := range points {
		sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*float64(i)/float64(n))
		points[i] = Point{radius * cos, radius * sin}
	}
	const work = 20_000_000 // pairs of points; a few tenths of a second
	rounds := min(300, work/(n*n)+1)
	for range rounds {
		moved := make([]Point, n, b.board.Sites)
		for i := range points {
			var x, y, weight float64
			for j := range points {
				if i == j {
					continue
				}
				want := away[i][j]
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
	b.straighten(points, near)
	for i := range points { // round, so that the last bit of a cosine changes nothing
		points[i] = Point{math.Round(points[i].X*1e6) / 1e6, math.Round(points[i].Y*1e6) / 1e6}
	}
	return points
}

// straighten turns the points so that lines run along rows and columns as far as possible, with the
// first point at the top and the second to its right.
func (b *builder) straighten(points []Point, near [][]Site) {
	best, least := 0.0, math.Inf(1)
	for degrees := range 90 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		slant := 0.0
		for i, p := range points {
			for _, j := range near[i] {
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
	align(points, func(p *Point) *float64 { return &p.X })
	align(points, func(p *Point) *float64 { return &p.Y })
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

// distances returns the number of steps from a point to every other; unconnected parts get a
// moderate distance.
func distances(near [][]Site, from int) []float64 {
	apart := math.Sqrt(float64(len(near))) + 1
	d := make([]float64, len(near))
	for i := range d {
		d[i] = apart
	}
	seen := make([]bool, len(near))
	seen[from] = true
	d[from] = 0
	for queue := []Site{Site(from)}; len(queue) > 0; queue = queue[1:] {
		for _, to := range near[queue[0]] {
			if !seen[to] {
				seen[to] = true
				d[to] = d[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return d
}
