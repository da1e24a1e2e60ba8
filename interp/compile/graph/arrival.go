package graph

import (
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp/compile/layout"
)

// alike reports whether two lists have the same shifts, in whatever order.
func alike(a, b *ShiftList) bool {
	for i, k := range a.K {
		if j := slices.Index(b.K, k); j < 0 || a.Mask[i] != b.Mask[j] {
			return false
		}
	}
	return len(a.K) == len(b.K)
}

// maxBeside is the greatest number of places of a row on either side of one of them.
const maxBeside = 5

// RowWith returns how to ask for a row after a place is added to its set; nil if that is not known.
func (g *Graph) RowWith(row *Node) func(place *Node) *Node {
	windows := g.windows(row)
	if windows == nil {
		return nil
	}
	return func(place *Node) *Node {
		return g.Intern(Node{Op: NRowAt, A: row.A, B: place, K: row.K, List: windows})
	}
}

// windows returns the constant part of nRowAt for rows: by axis the distance, and by place which of
// the places beside it, from the farthest below to the farthest above, are on the line. It is nil
// if these places are too far apart to be read at once.
func (g *Graph) windows(row *Node) *ShiftList {
	n := int(row.K) - 1
	if n > maxBeside {
		return nil
	}
	l := &ShiftList{}
	for i, k := range row.List.K {
		mask := row.List.Mask[i]
		if k < 0 {
			k, mask = -k, layout.Shifted(mask, -k)
		}
		if !gathers(n, k) {
			return nil
		}
		l.K = append(l.K, k)
		for x := range g.layout.Words * 64 {
			beside, at := int64(0), x
			for j := 1; j <= n && InRoom(&mask, at) && InRoom(row.A.May, at-k); j++ {
				at -= k
				beside |= 1 << (n - j)
			}
			at = x
			for j := 0; j < n && InRoom(&mask, at+k); j++ {
				at += k
				beside |= 1 << (n + j)
			}
			l.Beside = append(l.Beside, beside)
		}
	}
	l.id = len(g.lists)
	g.lists = append(g.lists, l)
	return l
}

func InRoom(s *layout.Bits, at int) bool {
	return at >= 0 && at < 64*layout.MaxWords && s.Has(topology.Site(at))
}

// Gather returns the factor that moves n bits of a word, at 0, k, 2k …, to the top when the word is
// multiplied by it.
func Gather(n, k int) (by uint64) {
	for j := range n {
		by |= 1 << (64 - n + j - j*k)
	}
	return by
}

// gathers reports whether n bits that are k apart can be read from any place by one load of a word
// and gathered.
func gathers(n, k int) bool {
	if k == 1 {
		return true
	}
	if (n-1)*k+7 > 63 || 64-n+(n-1)*(1-k) < 0 {
		return false
	}
	for bits := range uint64(1) << n {
		word := uint64(0)
		for i := range n {
			word |= bits >> i & 1 << (i * k)
		}
		if word*Gather(n, k)>>(64-n) != bits {
			return false
		}
	}
	return true
}
