package plan

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Lines that do not change, such as those of a board that is a graph, are masks. Whether a whole line lies within a set is then a
// question of one instruction for all lines.

// closure returns a set and what is reached from it by shifts into masks.
func closure(s Bits, k []int, mask []Bits) Bits {
	for {
		t := s
		for i := range k {
			t = t.Or(shifted(t, k[i]).And(mask[i]))
		}
		if t == s {
			return s
		}
		s = t
	}
}

// wholeLine recognises that k members of a set by place lie within another one, where the sets by place have k members at most. nil
// if it is not so.
func (g *graph) wholeLine(set *node, k int64) *node {
	if set.op != sAnd || k < 1 {
		return nil
	}
	place, within := set.a, set.b
	if place.op != sTable {
		place, within = within, place
	}
	if place.op != sTable {
		return nil
	}
	sets := g.tables[place.k]
	lines := make([][]Bits, len(sets))
	for i := range sets {
		switch n := int64(sets[i].Len()); {
		case n > k:
			return nil
		case n == k:
			lines[i] = []Bits{sets[i]}
		}
	}
	return g.lineWithin(place.a, within, lines)
}

// lineWithin returns whether one of the masks of a place lies within a set.
func (g *graph) lineWithin(place, within *node, lines [][]Bits) *node {
	any := false
	for i := range lines {
		slices.SortFunc(lines[i], compareBits)
		lines[i] = slices.Compact(lines[i])
		any = any || len(lines[i]) > 0
	}
	if !any {
		return g.boolean(false)
	}
	return g.intern(node{op: nLines, a: place, b: within, list: g.lineList(lines, nil)})
}

// linesWithin returns what is given by the masks that lie within a set.
func (g *graph) linesWithin(within *node, masks, gives []Bits) *node {
	joined := map[Bits]Bits{}
	for i := range masks {
		if masks[i].In(within.may) {
			joined[masks[i]] = joined[masks[i]].Or(gives[i])
		}
	}
	if len(joined) == 0 {
		return g.empty
	}
	masks, gives = nil, nil
	for m := range joined {
		masks = append(masks, m)
	}
	slices.SortFunc(masks, compareBits)
	for _, m := range masks {
		gives = append(gives, joined[m])
	}
	return g.intern(node{op: sLines, a: within, list: g.lineList([][]Bits{masks}, gives)})
}

func compareBits(a, b Bits) int { return slices.Compare(a[:], b[:]) }

// lineList makes the constant part of sLines and nLines.
func (g *graph) lineList(lines [][]Bits, gives []Bits) *shiftList {
	for _, l := range g.lists {
		if l.lines != nil && equalBits(l.gives, gives) && slices.EqualFunc(l.lines, lines, equalBits) {
			return l
		}
	}
	l := &shiftList{id: len(g.lists), lines: lines, gives: gives}
	g.lists = append(g.lists, l)
	return l
}

// wholeLines compiles `count(A & S) = k` in a lane, where A is the same sites for each anchor in every position, k at most: to the
// anchors for which all of A is in S. nil if it is not so.
func (c *compiler) wholeLines(e *ir.Expr, v *env) *node {
	if e.Op != ir.Eq {
		return nil
	}
	count, number := e.Args[0], e.Args[1]
	if count.Op != ir.Count {
		count, number = number, count
	}
	if count.Op != ir.Count || c.laned(number, v) || count.Args[0].Type != ir.Sites || count.Args[0].Op != ir.And {
		return nil
	}
	line, within := count.Args[0].Args[0], count.Args[0].Args[1]
	if c.laned(within, v) {
		line, within = within, line
	}
	if c.laned(within, v) || !c.laned(line, v) {
		return nil
	}
	k := c.number(number, v)
	if k.op != nConst || k.k < 1 {
		return nil
	}
	points := c.points(line, v)
	plane := -1
	for i := range points {
		if p := &points[i]; p.cond.op != sConst || plane >= 0 && p.plane != plane {
			return nil
		}
		plane = points[i].plane
	}
	if plane < 0 {
		return nil
	}
	var masks, gives []Bits
	for x := range v.lane.all.set.All() {
		var mask Bits
		for i := range points {
			if p := &points[i]; p.cond.set.Has(x) {
				mask.Add(topology.Site(int(x) + p.off))
			}
		}
		switch n := int64(mask.Len()); {
		case n > k.k:
			return nil
		case n == k.k:
			masks = append(masks, mask)
			gives = append(gives, topology.SetOf(x))
		}
	}
	return c.linesWithin(c.sites(within, v.withLane(nil))[plane], masks, gives)
}
