package engine

import (
	"math/bits"
	"slices"

	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// This file reads and writes the memory of a module.

func trailing(x uint64) int { return bits.TrailingZeros64(x) }

func numberAt(i int) uint32 { return compile.NumbersAt + 8*uint32(i) }

func numberOf(in *Instance, s Slot, i int) int64 {
	return int64(in.mem.get64(uint32(s) + numberAt(i)))
}

func (l *loads) setNumber(s Slot, i int, x int64) {
	l.in.mem.put64(uint32(s)+numberAt(i), uint64(x))
}

func (l *loads) setField(s Slot, i int, b *compile.Bits) {
	at := uint32(s) + l.in.p.FieldAt[i]
	for k := range l.in.p.FieldWords[i] {
		l.in.mem.put64(at+uint32(8*k), b[k])
	}
}

// The turn boundaries that positions remember are nodes in memory. A search that backs up drops the
// nodes it has made. When room is scarce, nodes that no position in a slot remembers are dropped.

// mark returns how many nodes there are.
func (pa *past) mark() int {
	if pa.in.nodes == nil {
		return 0
	}
	return int(pa.in.nodes.Get())
}

// forget drops the nodes made since a mark, if no position remembers any of them.
func (pa *past) forget(mark int) {
	if pa.mark() > mark {
		pa.in.stack[0] = uint64(mark)
		pa.in.call(pa.in.fForget)
	}
}

// fewNodes is a number of nodes that is never too many.
const fewNodes = 1 << 13

// makeRoom makes sure that there is room for the nodes that a call may make.
func (pa *past) makeRoom() {
	if pa.in.nodes == nil || pa.mark() < pa.in.crowded {
		return
	}
	n := pa.mark() + 1
	at := func(i int) uint32 { return pa.in.p.Arena + uint32(i)*compile.NodeSize }
	live := make([]int32, n)
	// A slot whose game is over, or that is about to be overwritten, may refer to nodes that have
	// been dropped.
	node := func(s Slot, field Slot) uint32 {
		if i := pa.in.mem.get32(uint32(s + field)); int(i) < n {
			return i
		}
		return 0
	}
	note := func(i uint32) {
		for ; i != 0 && live[i] == 0; i = pa.in.mem.get32(at(int(i)) + compile.NodeParent) {
			live[i] = 1
		}
	}
	slots := func(visit func(s Slot)) {
		for i, taken := range pa.in.taken {
			if taken {
				visit(Slot(pa.in.p.slotAt(i)))
			}
		}
	}
	slots(func(s Slot) {
		note(node(s, compile.HeadNode))
		note(node(s, compile.HeadTrail))
	})
	pa.in.known, pa.in.moments = nil, nil
	pa.in.home.moves++
	// The nodes that stay move down in the same order, so each still comes after the one it refers
	// to.
	type boundary struct {
		whole, pieces uint64
		parent        uint32
		depth         int32
	}
	var kept []boundary
	for i := 1; i < n; i++ {
		if live[i] == 0 {
			continue
		}
		kept = append(kept, boundary{
			pa.in.mem.get64(at(i)), pa.in.mem.get64(at(i) + 8),
			uint32(live[pa.in.mem.get32(at(i)+compile.NodeParent)]),
			int32(pa.in.mem.get32(at(i) + compile.NodeParent + 4)),
		})
		live[i] = int32(len(kept))
	}
	pa.forget(0)
	for _, k := range kept {
		if k.depth < 0 {
			pa.treadNode(k.parent, k.whole)
			continue
		}
		pa.remember(k.parent, k.whole, k.pieces)
	}
	// Chains get longer with the nodes, so unremembered nodes are dropped long before the room runs
	// out.
	pa.in.crowded = min(max(fewNodes, 2*len(kept)), compile.HistoryMax-2*chunk)
	slots(func(s Slot) {
		pa.in.mem.put32(uint32(s)+compile.HeadNode, uint32(live[node(s, compile.HeadNode)]))
		pa.in.mem.put32(uint32(s)+compile.HeadTrail, uint32(live[node(s, compile.HeadTrail)]))
	})
}

func (pa *past) remember(parent uint32, whole, pieces uint64) uint32 {
	pa.in.stack[0], pa.in.stack[1], pa.in.stack[2], pa.in.stack[3] = uint64(parent), whole, pieces, 0
	return uint32(pa.in.call(pa.in.fRemember))
}

func (pa *past) treadNode(parent uint32, moment uint64) uint32 {
	pa.in.stack[0], pa.in.stack[1], pa.in.stack[2], pa.in.stack[3] = uint64(parent), moment, 0, 1
	return uint32(pa.in.call(pa.in.fRemember))
}

// loadHistory makes nodes of turn boundaries and returns the last one.
func (pa *past) loadHistory(h *position.History) uint32 {
	if pa.in.known == nil {
		pa.in.known = map[*position.History]int32{}
	}
	var list []*position.History
	tip := uint32(0)
	for ; h != nil; h = h.Before {
		if i, ok := pa.in.known[h]; ok {
			tip = uint32(i)
			break
		}
		list = append(list, h)
	}
	if len(list) == 0 {
		return tip
	}
	s := pa.in.NewSlot()
	defer pa.in.Free(s)
	for _, h := range slices.Backward(list) {
		// A boundary whose position was not kept is like no other.
		whole, pieces := h.Whole[0], h.Pieces[0]
		if h.At != nil && pa.in.loads.hold(s, h.At) == nil {
			pa.in.stack[0], pa.in.stack[1] = uint64(s), uint64(h.At.ToMove)
			pa.in.call(pa.in.fBoundary)
			whole, pieces = pa.in.whole.Get(), pa.in.pieces.Get()
		}
		tip = pa.remember(tip, whole, pieces)
		pa.in.known[h] = int32(tip)
	}
	return tip
}
