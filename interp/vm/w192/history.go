// Code generated from package w128; DO NOT EDIT.

package w192

// A mark is a turn boundary, as repetitions compare it.
type mark struct{ whole, pieces uint64 }

// history is the turn boundaries on the way to the position at hand. Those that look alike are found by chains of equal hashes.
type history struct {
	marks []mark
	links []link
	last  [chains]link
}

// A link leads to the latest earlier mark of the same chain, counted from 1; 0 is none.
type link struct{ whole, pieces int32 }

const chains = 256

func chain(hash uint64) uint64 { return hash >> 24 % chains }

// put makes k the mark after the first n; what came after them is gone.
func (h *history) put(n int32, k mark) {
	h.cut(n)
	whole, pieces := chain(k.whole), chain(k.pieces)
	h.marks = append(h.marks, k)
	h.links = append(h.links, link{h.last[whole].whole, h.last[pieces].pieces})
	h.last[whole].whole, h.last[pieces].pieces = n+1, n+1
}

// cut leaves the first n marks.
func (h *history) cut(n int32) {
	for i := len(h.marks) - 1; i >= int(n); i-- {
		k := &h.marks[i]
		h.last[chain(k.whole)].whole = h.links[i].whole
		h.last[chain(k.pieces)].pieces = h.links[i].pieces
	}
	h.marks, h.links = h.marks[:n], h.links[:n]
}

// count returns how many of the first n marks are like k, as a whole and in their pieces.
func (h *history) count(n int32, k mark) (whole, pieces int64) {
	for i := h.last[chain(k.whole)].whole; i > 0; i = h.links[i-1].whole {
		if i <= n && h.marks[i-1].whole == k.whole {
			whole++
		}
	}
	for i := h.last[chain(k.pieces)].pieces; i > 0; i = h.links[i-1].pieces {
		if i <= n && h.marks[i-1].pieces == k.pieces {
			pieces++
		}
	}
	return whole, pieces
}
