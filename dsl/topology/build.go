package topology

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"boardgame/dsl/diag"
)

// MaxDirections is the greatest number of directions that a board may have: those of its shape and
// two for every line.
const MaxDirections = (MaxRelations - 3) / 2

// Build builds the board that spec describes. It returns either the board or at least one problem:
// every mistake that can be told apart from the others, in the order of the spec. Sizes are checked
// before anything is allocated, so a board a million cells wide is refused at once.
func Build(spec Spec) (*Board, []*Problem) {
	b := &builder{board: &Board{Spec: spec}, at: map[vec]Site{}, across: map[[2]Site]Site{}}
	switch spec.Shape {
	case "square":
		if spec.Picture != "" {
			b.cut()
		} else {
			b.square()
		}
	case "rhombus":
		b.rhombus()
	case "hexagon":
		b.hexagon()
	case "triangle":
		b.triangle()
	case "hexrows":
		b.picture(hexRows)
	case "hexcolumns":
		b.picture(hexColumns)
	case "graph":
		b.graph()
	default:
		b.problem(fmt.Sprintf("there is no board of the shape %q", spec.Shape),
			"a board is square(w, h), rhombus(n, m), hexagon(n), triangle(n), hexrows or "+
				"hexcolumns with a picture, or graph with lines")
	}
	if len(b.problems) > 0 {
		return nil, b.problems
	}
	b.extraLines()
	if len(b.problems) > 0 {
		return nil, b.problems
	}
	b.finish()
	return b.board, nil
}

// A builder collects the sites, their neighbors and the problems of one board.
type builder struct {
	board    *Board
	problems []*Problem

	lattice        *lattice     // nil on a graph
	roundX, roundY int          // the way round the board, in units of the lattice; 0: none
	at             map[vec]Site // the site at a place of the lattice
	place          []vec        // by site
	lines          []direction  // directions that are lines, in pairs: NAME and its reverse
	across         map[[2]Site]Site
	touches        []Set // [site] the sites of other planes that touch it
}

// A direction is one direction of a line: where it leads from each site.
type direction struct {
	name  string
	named bool // named by the rules
	leads map[Site]Set
}

// problem records what is wrong; the caller fills in where.
func (b *builder) problem(message, help string) *Problem {
	p := &Problem{Message: message, Help: help, Argument: -1, PictureLine: -1, PictureColumn: -1,
		Line: -1, Point: -1}
	b.problems = append(b.problems, p)
	return p
}

// args checks that the spec has an argument for each of the names, that all are positive and that
// there is no picture. It reports whether all of that holds.
func (b *builder) args(names ...string) bool {
	spec := &b.board.Spec
	form := spec.Shape + "(" + strings.Join(names, ", ") + ")"
	if spec.Picture != "" {
		b.problem(fmt.Sprintf("%s takes no picture", spec.Shape),
			"write board "+form+", or use hexrows or hexcolumns").PictureLine = 0
		return false
	}
	if len(spec.Args) != len(names) {
		p := b.problem(fmt.Sprintf("%s takes %s, but here there %s", spec.Shape,
			diag.Plural(len(names), "number"), diag.PluralAre(len(spec.Args))), "write board "+form)
		if len(spec.Args) > len(names) {
			p.Argument = len(names)
		}
		return false
	}
	for i, n := range spec.Args {
		switch {
		case n < 1:
			b.problem(fmt.Sprintf("the %s of the board is %d", names[i], n),
				"a board needs at least one cell: use 1 or more").Argument = i
		case n > MaxSites:
			b.tooLarge(fmt.Sprintf("a %s of %d", names[i], n)).Argument = i
		}
	}
	return len(b.problems) == 0
}

func (b *builder) tooLarge(what string) *Problem {
	return b.problem(fmt.Sprintf("%s makes the board too large", what),
		fmt.Sprintf("cells, edges and corners together may be at most %d; make the board smaller "+
			"or leave out edges and corners", MaxSites))
}

// addCell appends a cell at place v of the lattice.
func (b *builder) addCell(v vec, column, row int, name string) Site {
	s := b.addSite(v, column, row, name)
	b.board.Cells.Add(s)
	b.board.Width, b.board.Height = max(b.board.Width, column), max(b.board.Height, row)
	return s
}

func (b *builder) addSite(v vec, column, row int, name string) Site {
	d := b.board
	s := Site(d.Sites)
	d.Sites++
	d.Names = append(d.Names, name)
	d.Column = append(d.Column, column)
	d.Row = append(d.Row, row)
	b.place = append(b.place, v)
	if b.lattice != nil {
		q := b.lattice.point(v)
		if b.lattice.gap > 0 {
			layer := (v.y - 1) / b.lattice.gap
			q = Point{float64(column + layer*(b.board.Spec.Args[0]+1)), float64(row)}
		}
		d.Points = append(d.Points, q)
		b.at[b.norm(v)] = s
	}
	return s
}

// finish computes the relations of the collected sites.
func (b *builder) finish() {
	d := b.board
	if b.lattice == nil {
		b.layOut()
	}
	d.byName = make(map[string]Site, d.Sites)
	for s, name := range d.Names {
		d.byName[name] = Site(s)
	}
	for s, name := range d.Names {
		if low := strings.ToLower(name); low != name {
			d.byName[low] = Site(s)
		}
	}
	if b.lattice != nil {
		b.aliases()
		b.compass()
	}
	for name := range d.byName {
		d.named = max(d.named, len(name))
	}
	b.lineDirections()
	n := len(d.Directions)
	d.edgeOf = append(d.edgeOf, make([]Set, n-len(d.edgeOf))...)
	d.across = b.across

	relations := 2*n + 3
	d.next = make([][]Set, relations)
	d.near = make([][]Site, relations)
	d.via = make([][]Site, n)
	sets, sites := make([]Set, relations*d.Sites), make([]Site, (relations+n)*d.Sites)
	for r := range d.next {
		d.next[r], sets = sets[:d.Sites:d.Sites], sets[d.Sites:]
		d.near[r], sites = sites[:d.Sites:d.Sites], sites[d.Sites:]
	}
	for r := range d.via {
		d.via[r], sites = sites[:d.Sites:d.Sites], sites[d.Sites:]
		for s := range d.via[r] {
			d.via[r][s] = None
		}
	}
	if b.lattice != nil {
		b.latticeRelations()
	}
	b.lineRelations()
	for s, touching := range b.touches {
		d.next[2*n][s] = touching.And(d.Cells)
		d.next[2*n+1][s] = touching.And(d.Edges)
		d.next[2*n+2][s] = touching.And(d.Corners)
	}
	d.fork = make([]int, relations)
	d.single = make([]bool, relations)
	for r := range d.next {
		for s := range d.next[r] {
			d.near[r][s] = d.next[r][s].First()
			d.fork[r] = max(d.fork[r], d.next[r][s].Len())
		}
		d.single[r] = d.fork[r] <= 1
	}
}

// A vec is a place in a lattice, or a step on it. The lattice has whole numbers for cells, middles
// of edges and corners alike.
type vec struct{ x, y int }

func (v vec) plus(w vec) vec { return vec{v.x + w.x, v.y + w.y} }
func (v vec) half() vec      { return vec{v.x / 2, v.y / 2} }

// norm returns the place that a board that closes on itself has for v.
func (b *builder) norm(v vec) vec {
	wrap := func(n, round int) int {
		if round == 0 {
			return n
		}
		return ((n-1)%round+round)%round + 1
	}
	return vec{wrap(v.x, b.roundX), wrap(v.y, b.roundY)}
}

// A side is an edge or a corner of a cell: its compass letters and its place relative to the middle
// of the cell.
type side struct {
	name string
	v    vec
}

// A lattice says how the cells of a board are arranged.
type lattice struct {
	scaleX, scaleY float64  // size of a lattice unit if neighboring cells are one apart
	names          []string // the directions, clockwise
	steps          []vec
	// first of these that names an edge or a corner gives it its name: so it is named by the cell
	// to its south-west.
	edges, corners []side
	meet           int // how many cells meet at an inner corner
	quarter        int // how many directions make a turn to the left
	diagonal       bool
	gap            int // of boards with layers: how far a layer is from the one below
}

func (l *lattice) point(v vec) Point {
	return Point{X: float64(v.x) * l.scaleX, Y: float64(v.y) * l.scaleY}
}

// Squares: units of half a cell.
var squares = &lattice{
	scaleX: 0.5, scaleY: 0.5,
	names: []string{"north", "northeast", "east", "southeast", "south", "southwest", "west",
		"northwest"},
	steps:   []vec{{0, 2}, {2, 2}, {2, 0}, {2, -2}, {0, -2}, {-2, -2}, {-2, 0}, {-2, 2}},
	edges:   []side{{"n", vec{0, 1}}, {"e", vec{1, 0}}, {"s", vec{0, -1}}, {"w", vec{-1, 0}}},
	corners: []side{{"ne", vec{1, 1}}, {"nw", vec{-1, 1}}, {"se", vec{1, -1}}, {"sw", vec{-1, -1}}},
	meet:    4, quarter: 2, diagonal: true,
}

// Hexes in rows, a corner on top: a cell to the east is four units away, the row above six units
// higher.
var hexRows = &lattice{
	scaleX: 1. / 4, scaleY: math.Sqrt(3) / 12,
	names: []string{"northeast", "east", "southeast", "southwest", "west", "northwest"},
	steps: []vec{{2, 6}, {4, 0}, {2, -6}, {-2, -6}, {-4, 0}, {-2, 6}},
	edges: []side{{"nw", vec{-1, 3}}, {"ne", vec{1, 3}}, {"e", vec{2, 0}}, {"w", vec{-2, 0}},
		{"sw", vec{-1, -3}}, {"se", vec{1, -3}}},
	corners: []side{{"n", vec{0, 4}}, {"ene", vec{2, 2}}, {"wnw", vec{-2, 2}}, {"ese", vec{2, -2}},
		{"wsw", vec{-2, -2}},
		{"s", vec{0, -4}}},
	meet: 3, quarter: 1,
}

// Hexes in columns, an edge on top.
var hexColumns = &lattice{
	scaleX: math.Sqrt(3) / 12, scaleY: 1. / 4,
	names: []string{"north", "northeast", "southeast", "south", "southwest", "northwest"},
	steps: []vec{{0, 4}, {6, 2}, {6, -2}, {0, -4}, {-6, -2}, {-6, 2}},
	edges: []side{{"n", vec{0, 2}}, {"nw", vec{-3, 1}}, {"ne", vec{3, 1}}, {"sw", vec{-3, -1}},
		{"se", vec{3, -1}}, {"s", vec{0, -2}}},
	corners: []side{{"nne", vec{2, 2}}, {"e", vec{4, 0}}, {"nnw", vec{-2, 2}}, {"sse", vec{2, -2}},
		{"w", vec{-4, 0}},
		{"ssw", vec{-2, -2}}},
	meet: 3, quarter: 1,
}

// bounded adds the edges and corners of the cells so far, if the spec asks for them.
func (b *builder) bounded() {
	d := b.board
	cells := d.Sites
	b.addSides(cells, d.Spec.Edges, b.lattice.edges, &d.Edges)
	b.addSides(cells, d.Spec.Corners, b.lattice.corners, &d.Corners)
	if d.Sites > MaxSites {
		b.tooLarge(fmt.Sprintf("having more than %d cells, edges and corners", MaxSites))
	}
}

func (b *builder) addSides(cells int, wanted bool, sides []side, plane *Set) {
	if !wanted || b.board.Sites > MaxSites {
		return
	}
	type found struct {
		v    vec
		cell int
		rank int
	}
	best := map[vec]found{}
	for c := range cells {
		for rank, s := range sides {
			v := b.norm(b.place[c].plus(s.v))
			if f, ok := best[v]; !ok || rank < f.rank {
				best[v] = found{v, c, rank}
			}
		}
	}
	all := make([]found, 0, len(best))
	for _, f := range best {
		all = append(all, f)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].v.y != all[j].v.y {
			return all[i].v.y < all[j].v.y
		}
		return all[i].v.x < all[j].v.x
	})
	d := b.board
	for _, f := range all {
		column, row := d.Column[f.cell], d.Row[f.cell]
		if b.lattice.diagonal && sides[f.rank].v.x < 0 { // west of the first column
			column--
		}
		if b.lattice.diagonal && sides[f.rank].v.y < 0 {
			row--
		}
		if s := b.addSite(f.v, column, row, d.Names[f.cell]+sides[f.rank].name); s < MaxSites {
			plane.Add(s)
		}
	}
}

// aliases gives every edge and corner a name from each of the cells it touches.
func (b *builder) aliases() {
	d := b.board
	for c := range d.Cells.All() {
		for _, sides := range [][]side{b.lattice.edges, b.lattice.corners} {
			for _, s := range sides {
				x, ok := b.at[b.norm(b.place[c].plus(s.v))]
				if !ok {
					continue
				}
				name := d.Names[c] + s.name
				if _, taken := d.byName[name]; !taken {
					d.byName[name] = x
				}
			}
		}
	}
}

// compass makes the directions of the lattice, their groups, and the border of the board.
func (b *builder) compass() {
	d, l := b.board, b.lattice
	n := len(l.names)
	if l.gap > 0 {
		b.layered()
		n = 0
	}
	turn := func(i, by int) Relation { return Relation(((i+by)%n + n) % n) }
	for i, name := range l.names[:n] {
		d.Directions = append(d.Directions, Direction{
			Name: name, Back: turn(i, n/2),
			Left: turn(i, -l.quarter), Right: turn(i, l.quarter),
			HalfLeft: turn(i, -1), HalfRight: turn(i, 1),
		})
		r := StepsOf(Relation(i))
		d.Around = d.Around.Or(r)
		if i < n/2 {
			d.Axes = d.Axes.Or(r)
		}
		if l.diagonal && i%2 == 1 {
			d.Diagonal = d.Diagonal.Or(r)
		} else {
			d.Orthogonal = d.Orthogonal.Or(r)
		}
	}
	d.Adjacent = d.Orthogonal

	d.edgeOf = make([]Set, len(l.names))
	for i, step := range l.steps {
		for c := range d.Cells.All() {
			if _, ok := b.at[b.norm(b.place[c].plus(step))]; !ok {
				d.edgeOf[i].Add(c)
				if d.Orthogonal.Has(Relation(i)) {
					d.Rim.Add(c)
				}
			}
		}
	}
	b.incidence()
	for s := range d.Edges.All() {
		if touching := b.touches[s].And(d.Cells); touching.Len() < 2 {
			d.Rim.Add(s)
		}
	}
	for s := range d.Corners.All() {
		if touching := b.touches[s].And(d.Cells); touching.Len() < l.meet {
			d.Rim.Add(s)
		}
	}
}

// incidence finds which sites touch.
func (b *builder) incidence() {
	d, l := b.board, b.lattice
	b.touches = make([]Set, d.Sites)
	touch := func(x, y Site) {
		b.touches[x].Add(y)
		b.touches[y].Add(x)
	}
	for c := range d.Cells.All() {
		for _, e := range l.edges {
			if edge, ok := b.at[b.norm(b.place[c].plus(e.v))]; ok {
				touch(c, edge)
			}
		}
		for _, k := range l.corners {
			corner, ok := b.at[b.norm(b.place[c].plus(k.v))]
			if !ok {
				continue
			}
			touch(c, corner)
			for _, e := range l.edges {
				edge, ok := b.at[b.norm(b.place[c].plus(e.v))]
				p, q := l.point(e.v), l.point(k.v)
				// half the length of an edge, at most one half
				if ok && math.Hypot(p.X-q.X, p.Y-q.Y) < 0.51 {
					touch(edge, corner)
				}
			}
		}
	}
}

// latticeRelations fills in the directions of the lattice. A cell leads to the next cell; an edge
// or a corner leads to sites of any plane half that distance away.
func (b *builder) latticeRelations() {
	d := b.board
	n := len(d.Directions)
	for r, step := range b.lattice.steps {
		for s := range Site(d.Sites) {
			half, ok := b.at[b.norm(b.place[s].plus(step.half()))]
			if !ok {
				half = None
			}
			d.next[n+r][s] = SetOf(half)
			if !d.Cells.Has(s) {
				d.next[r][s] = SetOf(half)
				continue
			}
			if to, ok := b.at[b.norm(b.place[s].plus(step))]; ok {
				d.next[r][s] = SetOf(to)
				d.via[r][s] = half
				if half != None {
					b.across[pair(s, to)] = half
				}
			}
		}
	}
}

func pair(a, b Site) [2]Site { return [2]Site{min(a, b), max(a, b)} }

// ColumnName returns the letters of the n-th column, from 1: a … z, aa, ab …
func ColumnName(n int) string {
	name := ""
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('a'+(n-1)%26)) + name
	}
	return name
}

func cellName(column, row int) string { return fmt.Sprint(ColumnName(column), row) }

// layers returns the lattice of squares in layers one above the other. The third coordinate is
// folded into the second one, with room between the layers, so that no flat step leads from one to
// another.
func layers(height int) *lattice {
	l := *squares
	l.gap = 4*height + 10 // half of it is odd: no cell is there
	flat := squares.names
	l.names, l.steps = nil, nil
	for i, name := range flat {
		l.names, l.steps = append(l.names, name), append(l.steps, squares.steps[i])
	}
	for _, by := range []struct {
		name string
		gap  int
	}{{"up", l.gap}, {"down", -l.gap}} {
		l.names, l.steps = append(l.names, by.name), append(l.steps, vec{0, by.gap})
		for i, name := range flat {
			l.names = append(l.names, by.name+name)
			l.steps = append(l.steps, squares.steps[i].plus(vec{0, by.gap}))
		}
	}
	return &l
}

// layered makes the 26 directions of a board with layers: 8 flat ones, up and the 8 that lead up,
// down and the 8 that lead down.
func (b *builder) layered() {
	d := b.board
	for i, name := range b.lattice.names {
		level, flat := i/9, i%9-1 // of 9 each, the first being up or down; the flat ones are 8
		if i < 8 {
			level, flat = 0, i
		} else {
			level, flat = (i-8)/9+1, (i-8)%9-1
		}
		at := func(level, flat int) Relation {
			if level == 0 {
				return Relation((flat%8 + 8) % 8)
			}
			if flat < 0 {
				return Relation(8 + 9*(level-1))
			}
			return Relation(8 + 9*(level-1) + 1 + (flat%8+8)%8)
		}
		turn := func(by int) Relation {
			if flat < 0 {
				return Relation(i)
			}
			return at(level, (flat+by+8)%8)
		}
		opposite := [3]int{0, 2, 1}[level]
		back := at(opposite, flat)
		if flat >= 0 {
			back = at(opposite, (flat+4)%8)
		}
		d.Directions = append(d.Directions, Direction{Name: name, Back: back, Left: turn(-2),
			Right: turn(2), HalfLeft: turn(-1), HalfRight: turn(1)})
		r := StepsOf(Relation(i))
		d.Around = d.Around.Or(r)
		if level == 0 && flat < 4 || level == 1 {
			d.Axes = d.Axes.Or(r)
		}
		axes := 0
		if level > 0 {
			axes++
		}
		if flat >= 0 {
			axes += 1 + flat%2
		}
		switch axes {
		case 1:
			d.Orthogonal = d.Orthogonal.Or(r)
		case 2:
			d.Diagonal = d.Diagonal.Or(r)
		}
	}
	d.Adjacent = d.Orthogonal
}
