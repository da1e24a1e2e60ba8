package compile

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
)

// Lines that do not change, such as those of a graph board, are masks. Then one instruction for all
// lines checks whether a whole line lies within a set.

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

// wholeLine recognizes that k members of a set by place lie within another set, if the sets by
// place have at most k members. Otherwise it returns nil.
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
		order.SortFunc(lines[i], compareBits)
		lines[i] = slices.Compact(lines[i])
		any = any || len(lines[i]) > 0
	}
	if !any {
		return g.boolean(false)
	}
	return g.intern(node{op: nLines, a: place, b: within, list: g.lineList(lines, nil)})
}

// linesWithin returns the union of gives over the masks that lie within a set.
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
	order.SortFunc(masks, compareBits)
	for _, m := range masks {
		gives = append(gives, joined[m])
	}
	return g.intern(node{op: sLines, a: within, list: g.lineList([][]Bits{masks}, gives)})
}

func compareBits(a, b Bits) int { return slices.Compare(a[:], b[:]) }

// lineList makes the constant part of sLines and nLines.
func (g *graph) lineList(lines [][]Bits, gives []Bits) *shiftList {
	for _, l := range g.lists {
		if l.lines != nil && equalBits(l.gives, gives) &&
			slices.EqualFunc(l.lines, lines, equalBits) {
			return l
		}
	}
	l := &shiftList{id: len(g.lists), lines: lines, gives: gives}
	g.lists = append(g.lists, l)
	return l
}

// shiftsPerMask is how many masks can be compared with a set in the time of one shift.
const shiftsPerMask = 3

// wholeLines compiles `count(A & S) = k` in a lane, where for each anchor A is the same at most k
// sites in every position, to the anchors for which all of A is in S. Otherwise it returns nil.
func (c *expressions) wholeLines(e *ir.Expr, v *env) *node {
	if e.Op != ir.Eq {
		return nil
	}
	count, number := e.Args[0], e.Args[1]
	if count.Op != ir.Count {
		count, number = number, count
	}
	if count.Op != ir.Count || v.varies(number) || count.Args[0].Type != ir.Sites ||
		count.Args[0].Op != ir.And {
		return nil
	}
	line, within := count.Args[0].Args[0], count.Args[0].Args[1]
	if v.varies(within) {
		line, within = within, line
	}
	if v.varies(within) || !v.varies(line) {
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
	if len(points) == int(k.k) {
		// Fewer shifts than masks: anchors that have all of the points, and S at each of them.
		full := *v.lane.all.set
		for i := range points {
			full = full.And(*points[i].cond.set)
		}
		if len(points)*shiftsPerMask < full.Len() {
			s := c.sites(within, v.withLane(nil))[plane]
			all := c.constant(full)
			for i := range points {
				all = c.and(all, c.shift(s, -points[i].off, full))
			}
			return all
		}
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

// row recognizes that k places of a set are consecutive: s & (s & (s & …)↑d)↑d has a member. nil if
// a is not such a set, or is a row of two.
func (g *graph) row(a *node) *node {
	var s, first, last *node // the set; the outermost shift and the innermost so far
	k := int64(1)
	for at := a; ; {
		if at.op != sAnd {
			return nil
		}
		var shift, rest *node
		for _, x := range [2][2]*node{{at.a, at.b}, {at.b, at.a}} {
			if x[0].op == sShift && (first == nil || x[0].k == first.k && x[1] == s) {
				shift, rest = x[0], x[1]
				break
			}
		}
		if shift == nil {
			return nil
		}
		if first == nil {
			first, s = shift, rest
		}
		k++
		last = shift
		if shift.a == s {
			break
		}
		at = shift.a
	}
	if k < 3 || k > 255 || a.deps != 0 {
		return nil
	}
	// All steps end in the mask of the innermost; the masks further out are narrower only because
	// fewer places are left.
	for shift := first; shift != last; {
		if *shift.set != last.set.And(shifted(*shift.a.may, int(last.k))) {
			return nil
		}
		if inner := shift.a.a; inner.op == sShift && inner.k == last.k && shift.a.b == s {
			shift = inner
		} else {
			shift = shift.a.b
		}
	}
	return g.rows(s, k, []int{int(last.k)}, []Bits{*last.set})
}

// rows returns whether k places of a set are consecutive on one of several axes.
func (g *graph) rows(s *node, k int64, by []int, mask []Bits) *node {
	return g.intern(node{op: nRow, a: s, k: k, list: g.list(by, mask, nil)})
}
