package topology

import (
	"fmt"
	"strings"

	"boardgame/dsl/diag"
)

// graph makes a cell of every point that the lines name, in order of first mention.
func (b *builder) graph() {
	spec := &b.board.Spec
	if len(spec.Args) > 0 || spec.Picture != "" {
		p := b.problem("a graph takes no numbers and no picture",
			"write board graph { line a-b-c  line c-d }")
		if len(spec.Args) > 0 {
			p.Argument = 0
		} else {
			p.PictureLine = 0
		}
		return
	}
	if spec.Corners {
		b.problem("a graph has no corners",
			"leave out corners; edges are the pieces of line between neighboring points")
		return
	}
	if len(spec.Lines) == 0 {
		b.problem("the graph has no lines", "draw it: board graph { line a-b-c  loop c-d-e }")
		return
	}
	known := map[string]Site{}
	spelled := map[string]string{}
	for i, line := range spec.Lines {
		for j, name := range line.Points {
			if _, ok := known[name]; ok {
				continue
			}
			if b.board.Sites == MaxSites {
				p := b.tooLarge(fmt.Sprintf("having more than %d points", MaxSites))
				p.Line, p.Point = i, j
				return
			}
			if other, ok := spelled[strings.ToLower(name)]; ok {
				p := b.problem(fmt.Sprintf("the points %s and %s differ only in capitals", other,
					name), "give every point a name of its own")
				p.Line, p.Point = i, j
			}
			spelled[strings.ToLower(name)] = name
			known[name] = b.addCell(vec{}, 0, 0, name)
		}
	}
	b.touches = make([]Set, b.board.Sites)
}

// extraLines checks the lines of the spec and turns them into directions. On a graph it also makes
// the edges.
func (b *builder) extraLines() {
	spec := &b.board.Spec
	cells := map[string]Site{}
	for s, name := range b.board.Names {
		if b.board.Cells.Has(Site(s)) {
			cells[name] = Site(s)
		}
	}
	graph := b.lattice == nil
	taken := map[string]bool{}
	if !graph {
		for _, name := range b.lattice.names {
			taken[name] = true
		}
	}
	for _, line := range spec.Lines {
		taken[line.Name] = taken[line.Name] || line.Name != ""
	}
	lattice := 0
	if !graph {
		lattice = len(b.lattice.names)
	}
	named := map[string]int{} // name of a line → its index in b.lines
	for i, line := range spec.Lines {
		sites := b.linePoints(i, line, cells)
		if sites == nil {
			continue
		}
		at, again := named[line.Name]
		if !again || line.Name == "" {
			if lattice+len(b.lines)+2 > MaxDirections {
				b.problem(fmt.Sprintf("there are more than %d lines", (MaxDirections-lattice)/2),
					"lines of one name are one direction: give lines that never cross the same name").Line = i
				return
			}
			forth, back := line.Name, "back("+line.Name+")"
			if line.Name == "" {
				ends := [2]string{line.Points[0], line.Points[len(line.Points)-1]}
				forth, back = unused(taken, ends[0]+".."+ends[1]), unused(taken, ends[1]+".."+ends[0])
			}
			at = len(b.lines)
			named[line.Name] = at
			b.lines = append(b.lines, direction{forth, line.Name != "", map[Site]Set{}},
				direction{back, line.Name != "", map[Site]Set{}})
		}
		if line.Loop {
			sites = append(sites, sites[0])
		}
		for j := range sites[1:] {
			from, to := sites[j], sites[j+1]
			lead(b.lines[at], from, to)
			lead(b.lines[at+1], to, from)
			if graph && spec.Edges {
				b.addSegment(from, to)
			}
		}
	}
	if graph && len(b.problems) == 0 && b.board.Sites > MaxSites {
		b.tooLarge(fmt.Sprintf("having %d points and edges", b.board.Sites))
	}
}

// unused returns name, with a number appended if it is taken, and marks the result as taken.
func unused(taken map[string]bool, name string) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s(%d)", name, n)
	}
	taken[free] = true
	return free
}

func lead(d direction, from, to Site) {
	set := d.leads[from]
	set.Add(to)
	d.leads[from] = set
}

// linePoints returns the sites of a line, or nil after recording what is wrong with it.
func (b *builder) linePoints(i int, line Line, cells map[string]Site) []Site {
	before := len(b.problems)
	word := "line"
	if line.Loop {
		word = "loop"
	}
	if b.lattice != nil {
		for _, name := range b.lattice.names {
			if name == line.Name {
				b.problem(fmt.Sprintf("the board has a direction %s already", name),
					"give the line another name").Line = i
			}
		}
	}
	switch n := len(line.Points); {
	case n < 2:
		b.problem(fmt.Sprintf("a %s of %s leads nowhere", word, diag.Plural(n, "point")),
			"name at least two points: line a-b").Line = i
	case n == 2 && line.Loop:
		b.problem("a loop of two points is a line", "name at least three points, or write line").Line = i
	}
	at := func(j int) string { return line.Points[j%len(line.Points)] }
	sites := make([]Site, 0, len(line.Points)+1)
	for j, name := range line.Points {
		s, ok := cells[name]
		if !ok {
			s, ok = cells[strings.ToLower(name)]
		}
		if !ok {
			help := fmt.Sprintf("its cells are named %s to %s", b.board.Names[0],
				b.board.Names[len(cells)-1])
			p := b.problem(fmt.Sprintf("the board has no cell %s", name), help)
			p.Line, p.Point = i, j
		}
		sites = append(sites, s)
	}
	if len(b.problems) > before {
		return nil
	}
	last := len(line.Points)
	if !line.Loop {
		last--
	}
	for j := range last {
		switch {
		case at(j) == at(j+1) && j+1 == len(line.Points):
			p := b.problem(fmt.Sprintf("the loop names %s at both ends", at(j)),
				"leave out the last point: a loop closes itself")
			p.Line, p.Point = i, j
		case at(j) == at(j+1):
			p := b.problem(fmt.Sprintf("%s appears twice in a row", at(j)),
				"name every point of the "+word+" once")
			p.Line, p.Point = i, j+1
		case j+2 <= last && at(j) == at(j+2):
			p := b.problem(fmt.Sprintf("the %s turns back from %s to %s", word, at(j+1), at(j)),
				"a line can be walked both ways: name its points one way only")
			p.Line, p.Point = i, (j+2)%len(line.Points)
		}
	}
	if len(b.problems) > before {
		return nil
	}
	return sites
}

// addSegment makes the edge of a graph between two neighboring points, named a_b.
func (b *builder) addSegment(from, to Site) {
	key := pair(from, to)
	if _, ok := b.across[key]; ok || b.board.Sites > MaxSites {
		return
	}
	name := b.board.Names[key[0]] + "_" + b.board.Names[key[1]]
	for clash := true; clash; {
		clash = false
		for _, other := range b.board.Names {
			clash = clash || other == name
		}
		if clash {
			name += "_"
		}
	}
	s := b.addSite(vec{}, 0, 0, name)
	if s >= MaxSites {
		return // reported by the caller, who sees the number of sites
	}
	b.board.Edges.Add(s)
	b.across[key] = s
	b.touches = append(b.touches, SetOf(key[0], key[1]))
	b.touches[key[0]].Add(s)
	b.touches[key[1]].Add(s)
}

// lineDirections appends the directions of the lines to the board's. A line has no angle, so
// turning does not change its direction.
func (b *builder) lineDirections() {
	d := b.board
	for i, line := range b.lines {
		self := Relation(len(d.Directions))
		d.Directions = append(d.Directions, Direction{
			Name: line.name, Back: self ^ 1, // pairs begin at even numbers
			Left: self, Right: self, HalfLeft: self, HalfRight: self,
		})
		if b.lattice != nil && line.named {
			continue // such as an arc that only captures run along: not what neighbors are
		}
		d.Adjacent = d.Adjacent.Or(StepsOf(self))
		if i&1 == 0 {
			d.Axes = d.Axes.Or(StepsOf(self))
		}
	}
}

// lineRelations fills in where the lines lead. On a graph, the edge between two points is half a
// step from either of them.
func (b *builder) lineRelations() {
	d := b.board
	n := len(d.Directions)
	for i, line := range b.lines {
		r := n - len(b.lines) + i
		for from, to := range line.leads {
			d.next[r][from] = to
			if b.lattice != nil {
				continue
			}
			for t := range to.All() {
				edge, ok := b.across[pair(from, t)]
				if !ok {
					continue
				}
				d.next[n+r][from].Add(edge)
				d.next[r][edge].Add(t)
				d.next[n+r][edge].Add(t)
				if d.via[r][from] == None {
					d.via[r][from] = edge
				}
			}
		}
	}
}
