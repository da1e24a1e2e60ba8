package topology

import (
	"iter"
	"math/bits"
	"strings"
)

// All yields the relations of the set in ascending order.
func (s Steps) All() iter.Seq[Relation] {
	return func(yield func(Relation) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(Relation(i<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Empty reports whether the set has no member.
func (s Steps) Empty() bool { return s == Steps{} }

// Len returns the number of members.
func (s Steps) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Only returns the relation of a set that has just one.
func (s Steps) Only() (r Relation, ok bool) {
	for r = range s.All() {
		return r, s.Len() == 1
	}
	return 0, false
}

// Relations returns the number of relations of the board.
func (b *Board) Relations() int { return len(b.next) }

// Half returns the relation that is half a step in direction d.
func (b *Board) Half(d Relation) Relation { return Relation(len(b.Directions)) + d }

// Incident returns the relation that leads from a site to the sites of plane p that touch it: from
// a cell to its edges, say. A site does not touch other sites of its own plane.
func (b *Board) Incident(p Plane) Relation {
	n := Relation(2 * len(b.Directions))
	switch p {
	case Edges:
		return n + 1
	case Corners:
		return n + 2
	}
	return n
}

// Planes returns the sites of the planes of p.
func (b *Board) Planes(p Plane) Set {
	var s Set
	if p&Cells != 0 {
		s = b.Cells
	}
	if p&Edges != 0 {
		s = s.Or(b.Edges)
	}
	if p&Corners != 0 {
		s = s.Or(b.Corners)
	}
	return s
}

// All returns all sites of the board.
func (b *Board) All() Set { return Full(0, b.Sites) }

// PlaneOf returns the plane of a site; 0 for None.
func (b *Board) PlaneOf(s Site) Plane {
	switch {
	case b.Cells.Has(s):
		return Cells
	case b.Edges.Has(s):
		return Edges
	case b.Corners.Has(s):
		return Corners
	}
	return 0
}

// IsGraph reports whether the board consists of lines alone.
func (b *Board) IsGraph() bool { return b.Spec.Shape == "graph" }

// Next returns where relation r leads from s: usually one site or none, several where lines meet.
func (b *Board) Next(r Relation, s Site) Set { return b.next[r][s] }

// Fork returns the most sites to which relation r leads from one site.
func (b *Board) Fork(r Relation) int { return b.fork[r] }

// Neighbor returns the site to which r leads from s (the lowest if there are several), or None.
func (b *Board) Neighbor(r Relation, s Site) Site { return b.near[r][s] }

// Via returns the edge or the corner that a step from s in direction d crosses, or None. If d leads
// to several sites, it is the edge on the way to one of them; [Board.Across] tells them apart.
func (b *Board) Via(d Relation, s Site) Site { return b.via[d][s] }

// Across returns the edge or the corner between two cells that are one step apart on the board's
// shape or neighbors on a line of a graph; None if there is none. The order of the cells does not
// matter.
func (b *Board) Across(s, t Site) Site {
	if x, ok := b.across[pair(s, t)]; ok {
		return x
	}
	return None
}

// Image returns where r leads from the members of s.
func (b *Board) Image(r Relation, s Set) Set {
	var to Set
	if b.single[r] {
		near := b.near[r]
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				to.Add(near[i<<6+bits.TrailingZeros64(w)])
			}
		}
		return to
	}
	next := b.next[r]
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			image := &next[i<<6+bits.TrailingZeros64(w)]
			for j := range to {
				to[j] |= image[j]
			}
		}
	}
	return to
}

// Images returns where any relation of the set leads from the members of s.
func (b *Board) Images(rs Steps, s Set) Set {
	var to Set
	for r := range rs.All() {
		to = to.Or(b.Image(r, s))
	}
	return to
}

// OpenImage returns where r leads from the members of s if the edges and corners in walls cannot be
// crossed. Only whole steps from cell to cell cross anything.
func (b *Board) OpenImage(r Relation, s, walls Set) Set {
	if int(r) >= len(b.via) || walls.Empty() {
		return b.Image(r, s)
	}
	var to Set
	via := b.via[r]
	switch {
	case b.IsGraph():
		for x := range s.All() {
			if via[x] == None {
				to = to.Or(b.next[r][x])
				continue
			}
			for t := range b.next[r][x].All() {
				if !walls.Has(b.Across(x, t)) {
					to.Add(t)
				}
			}
		}
	case b.single[r]:
		near := b.near[r]
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if x := i<<6 + bits.TrailingZeros64(w); !walls.Has(via[x]) {
					to.Add(near[x])
				}
			}
		}
	default:
		for x := range s.All() {
			if !walls.Has(via[x]) {
				to = to.Or(b.next[r][x])
			}
		}
	}
	return to
}

// Distance returns the length of a shortest path from a member of one set to a member of another
// that crosses no edge or corner in walls; it returns false if there is none. The search is breadth
// first.
func (b *Board) Distance(from, to Set, by Steps, walls Set) (int, bool) {
	var relations [MaxRelations]Relation
	dirs := relations[:0]
	for r := range by.All() {
		dirs = append(dirs, r)
	}
	var sites [MaxSites]Site
	queue := sites[:0]
	for x := range from.All() {
		queue = append(queue, x)
	}
	reached := from
	for n, first := 0, 0; first < len(queue); n++ {
		frontier := queue[first:]
		first = len(queue)
		for _, x := range frontier {
			if to.Has(x) {
				return n, true
			}
		}
		for _, r := range dirs {
			if !b.single[r] || b.IsGraph() || int(r) >= len(b.via) {
				for _, x := range frontier {
					fresh := b.OpenImage(r, SetOf(x), walls).Minus(reached)
					reached = reached.Or(fresh)
					for t := range fresh.All() {
						queue = append(queue, t)
					}
				}
				continue
			}
			near, via := b.near[r], b.via[r]
			for _, x := range frontier {
				if t := near[x]; t != None && !reached.Has(t) && !walls.Has(via[x]) {
					reached.Add(t)
					queue = append(queue, t)
				}
			}
		}
	}
	return 0, false
}

// FromTop returns the line of a cell, counted from 0 at the top of the board as drawn. If columns
// are offset by half a cell, a line takes in both.
func (b *Board) FromTop(s Site) int {
	if b.Spec.Shape != "hexcolumns" {
		return b.Height - b.Row[s]
	}
	top := b.Points[s].Y
	for c := range b.Cells.All() {
		top = max(top, b.Points[c].Y)
	}
	return int(top - b.Points[s].Y + 0.01)
}

// SiteByName returns the site with that name. Case does not matter, and an edge or a corner may be
// named from any of the cells it touches: d4n is d5s.
func (b *Board) SiteByName(name string) (Site, bool) {
	const most = 3 // bytes of a letter that has one byte in the other case
	if len(name) > most*b.named {
		return None, false // whoever looks for names in a long text would read it again and again
	}
	s, ok := b.byName[name]
	if !ok {
		s, ok = b.byName[strings.ToLower(name)]
	}
	if !ok {
		return None, false
	}
	return s, true
}

// DirectionByName returns the direction with that name.
func (b *Board) DirectionByName(name string) (Relation, bool) {
	for i := range b.Directions {
		if b.Directions[i].Name == name {
			return Relation(i), true
		}
	}
	return 0, false
}

// EdgeOf returns the cells from which some direction of the set leads off the board. Lines end
// without leading off the board, so on a graph no cell is on the edge.
func (b *Board) EdgeOf(ds Steps) Set {
	var s Set
	for d := range ds.All() {
		if int(d) < len(b.edgeOf) {
			s = s.Or(b.edgeOf[d])
		}
	}
	return s
}

// FileOf returns the cells of column n.
func (b *Board) FileOf(n int) Set { return b.numbered(b.Column, n) }

// RankOf returns the cells of row n.
func (b *Board) RankOf(n int) Set { return b.numbered(b.Row, n) }

func (b *Board) numbered(numbers []int, n int) Set {
	var s Set
	if n > 0 {
		for c := range b.Cells.All() {
			if numbers[c] == n {
				s.Add(c)
			}
		}
	}
	return s
}

// SideOf returns half a step in each of the directions of the set.
func (b *Board) SideOf(ds Steps) Steps {
	return b.mapped(ds, func(r Relation) Relation {
		if int(r) < len(b.Directions) {
			return b.Half(r)
		}
		return r
	})
}

// BackOf returns the steps reversed. Incidence is its own reverse.
func (b *Board) BackOf(rs Steps) Steps {
	return b.turned(rs, func(d *Direction) Relation { return d.Back })
}

// LeftOf returns the steps turned left: by 90° on squares, by 60° on hexes.
func (b *Board) LeftOf(rs Steps) Steps {
	return b.turned(rs, func(d *Direction) Relation { return d.Left })
}

// RightOf returns the steps turned right, by the same angles as [Board.LeftOf].
func (b *Board) RightOf(rs Steps) Steps {
	return b.turned(rs, func(d *Direction) Relation { return d.Right })
}

// turned turns both whole and half steps of the set.
func (b *Board) turned(rs Steps, turn func(*Direction) Relation) Steps {
	n := len(b.Directions)
	return b.mapped(rs, func(r Relation) Relation {
		switch i := int(r); {
		case i < n:
			return turn(&b.Directions[i])
		case i < 2*n:
			return b.Half(turn(&b.Directions[i-n]))
		}
		return r
	})
}

func (b *Board) mapped(rs Steps, f func(Relation) Relation) Steps {
	var to Steps
	for r := range rs.All() {
		x := f(r)
		to[x>>6] |= 1 << (x & 63)
	}
	return to
}
