package graph

import (
	"slices"

	"boardgame/dsl/order"
	"boardgame/interp/compile/layout"
)

// Lines that do not change, such as those of a graph board, are masks. Then one instruction for all
// lines checks whether a whole line lies within a set.

// closure returns a set and what is reached from it by shifts into masks.
func closure(s layout.Bits, k []int, mask []layout.Bits) layout.Bits {
	for {
		t := s
		for i := range k {
			t = t.Or(layout.Shifted(t, k[i]).And(mask[i]))
		}
		if t == s {
			return s
		}
		s = t
	}
}

// wholeLine recognizes that k members of a set by place lie within another set, if the sets by
// place have at most k members. Otherwise it returns nil.
func wholeLine(g *Graph, set *Node, k int64) *Node {
	if set.Op != SAnd || k < 1 {
		return nil
	}
	place, within := set.A, set.B
	if place.Op != STable {
		place, within = within, place
	}
	if place.Op != STable {
		return nil
	}
	sets := g.Tables[place.K]
	lines := make([][]layout.Bits, len(sets))
	for i := range sets {
		switch n := int64(sets[i].Len()); {
		case n > k:
			return nil
		case n == k:
			lines[i] = []layout.Bits{sets[i]}
		}
	}
	return lineWithin(g, place.A, within, lines)
}

// lineWithin returns whether one of the masks of a place lies within a set.
func lineWithin(g *Graph, place, within *Node, lines [][]layout.Bits) *Node {
	any := false
	for i := range lines {
		order.SortFunc(lines[i], compareBits)
		lines[i] = slices.Compact(lines[i])
		any = any || len(lines[i]) > 0
	}
	if !any {
		return g.Boolean(false)
	}
	return g.Intern(Node{Op: NLines, A: place, B: within, List: lineList(g, lines, nil)})
}

// LinesWithin returns the union of gives over the masks that lie within a set.
func (g *Graph) LinesWithin(within *Node, masks, gives []layout.Bits) *Node {
	joined := map[layout.Bits]layout.Bits{}
	for i := range masks {
		if masks[i].In(within.May) {
			joined[masks[i]] = joined[masks[i]].Or(gives[i])
		}
	}
	if len(joined) == 0 {
		return g.Empty
	}
	masks, gives = nil, nil
	for m := range joined {
		masks = append(masks, m)
	}
	order.SortFunc(masks, compareBits)
	for _, m := range masks {
		gives = append(gives, joined[m])
	}
	return g.Intern(Node{Op: SLines, A: within, List: lineList(g, [][]layout.Bits{masks}, gives)})
}

func compareBits(a, b layout.Bits) int { return slices.Compare(a[:], b[:]) }

// lineList makes the constant part of sLines and nLines.
func lineList(g *Graph, lines [][]layout.Bits, gives []layout.Bits) *ShiftList {
	for _, l := range g.lists {
		if l.Lines != nil && equalBits(l.Gives, gives) && slices.EqualFunc(l.Lines, lines, equalBits) {
			return l
		}
	}
	l := &ShiftList{id: len(g.lists), Lines: lines, Gives: gives}
	g.lists = append(g.lists, l)
	return l
}

// row recognizes that k places of a set are consecutive: s & (s & (s & …)↑d)↑d has a member. nil if
// a is not such a set, or is a row of two.
func row(g *Graph, a *Node) *Node {
	var s, first, last *Node // the set; the outermost shift and the innermost so far
	k := int64(1)
	for at := a; ; {
		if at.Op != SAnd {
			return nil
		}
		var shift, rest *Node
		for _, x := range [2][2]*Node{{at.A, at.B}, {at.B, at.A}} {
			if x[0].Op == SShift && (first == nil || x[0].K == first.K && x[1] == s) {
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
		if shift.A == s {
			break
		}
		at = shift.A
	}
	if k < 3 || k > 255 || a.Deps != 0 {
		return nil
	}
	// All steps end in the mask of the innermost; the masks further out are narrower only because
	// fewer places are left.
	for shift := first; shift != last; {
		if *shift.Set != last.Set.And(layout.Shifted(*shift.A.May, int(last.K))) {
			return nil
		}
		if inner := shift.A.A; inner.Op == SShift && inner.K == last.K && shift.A.B == s {
			shift = inner
		} else {
			shift = shift.A.B
		}
	}
	return rows(g, s, k, []int{int(last.K)}, []layout.Bits{*last.Set})
}

// rows returns whether k places of a set are consecutive on one of several axes.
func rows(g *Graph, s *Node, k int64, by []int, mask []layout.Bits) *Node {
	return g.Intern(Node{Op: NRow, A: s, K: k, List: g.List(by, mask, nil)})
}
