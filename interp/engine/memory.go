package engine

import (
	"math/bits"
	"slices"

	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// This file reads and writes the memory of a module.

func trailing(x uint64) int { return bits.TrailingZeros64(x) }

func (in *Instance) get16at(at uint32) uint16 { return in.mem.get16(at) }
func (in *Instance) get32at(at uint32) uint32 { return in.mem.get32(at) }
func (in *Instance) get64at(at uint32) uint64 { return in.mem.get64(at) }

func (in *Instance) get8(s Slot, off uint32) uint8 { return in.mem.get8(uint32(s) + off) }

func (in *Instance) put8(s Slot, off uint32, x uint8) { in.mem.put8(uint32(s)+off, x) }

func (in *Instance) get16(s Slot, off uint32) uint16 { return in.get16at(uint32(s) + off) }

func (in *Instance) get32(s Slot, off uint32) uint32 { return in.get32at(uint32(s) + off) }

func (in *Instance) put16(s Slot, off uint32, x uint16) {
	in.mem.put16(uint32(s)+off, x)
}

func (in *Instance) put32(s Slot, off, x uint32) {
	in.mem.put32(uint32(s)+off, x)
}

func (in *Instance) numberAt(i int) uint32 { return compile.NumbersAt + 8*uint32(i) }

func (in *Instance) number(s Slot, i int) int64 {
	return int64(in.get64at(uint32(s) + in.numberAt(i)))
}

func (in *Instance) setNumber(s Slot, i int, x int64) {
	in.mem.put64(uint32(s)+in.numberAt(i), uint64(x))
}

func (in *Instance) setField(s Slot, i int, b *compile.Bits) {
	at := uint32(s) + in.p.FieldAt[i]
	for k := range in.p.FieldWords[i] {
		in.mem.put64(at+uint32(8*k), b[k])
	}
}

// The turn boundaries that positions remember are nodes in memory. A search that backs up drops the
// nodes it has made. When room is scarce, nodes that no position in a slot remembers are dropped.

// mark returns how many nodes there are.
func (in *Instance) mark() int {
	if in.nodes == nil {
		return 0
	}
	return int(in.nodes.Get())
}

// forget drops the nodes made since a mark, if no position remembers any of them.
func (in *Instance) forget(mark int) {
	if in.mark() > mark {
		in.stack[0] = uint64(mark)
		in.call(in.fForget)
	}
}

// fewNodes is a number of nodes that is never too many.
const fewNodes = 1 << 13

// makeRoom makes sure that there is room for the nodes that a call may make.
func (in *Instance) makeRoom() {
	if in.nodes == nil || in.mark() < in.crowded {
		return
	}
	n := in.mark() + 1
	at := func(i int) uint32 { return in.p.Arena + uint32(i)*compile.NodeSize }
	live := make([]int32, n)
	// A slot whose game is over, or that is about to be overwritten, may refer to nodes that have
	// been dropped.
	node := func(s Slot, field Slot) uint32 {
		if i := in.get32at(uint32(s + field)); int(i) < n {
			return i
		}
		return 0
	}
	note := func(i uint32) {
		for ; i != 0 && live[i] == 0; i = in.get32at(at(int(i)) + compile.NodeParent) {
			live[i] = 1
		}
	}
	for s := range in.taken {
		note(node(s, compile.HeadNode))
		note(node(s, compile.HeadTrail))
	}
	in.known, in.moments = nil, nil
	in.home.moves++
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
			in.get64at(at(i)), in.get64at(at(i) + 8),
			uint32(live[in.get32at(at(i)+compile.NodeParent)]),
			int32(in.get32at(at(i) + compile.NodeParent + 4)),
		})
		live[i] = int32(len(kept))
	}
	in.forget(0)
	for _, k := range kept {
		if k.depth < 0 {
			in.treadNode(k.parent, k.whole)
			continue
		}
		in.remember(k.parent, k.whole, k.pieces)
	}
	// Chains get longer with the nodes, so unremembered nodes are dropped long before the room runs
	// out.
	in.crowded = min(max(fewNodes, 2*len(kept)), compile.HistoryMax-2*chunk)
	for s := range in.taken {
		in.put32(s, compile.HeadNode, uint32(live[node(s, compile.HeadNode)]))
		in.put32(s, compile.HeadTrail, uint32(live[node(s, compile.HeadTrail)]))
	}
}

func (in *Instance) remember(parent uint32, whole, pieces uint64) uint32 {
	in.stack[0], in.stack[1], in.stack[2], in.stack[3] = uint64(parent), whole, pieces, 0
	return uint32(in.call(in.fRemember))
}

func (in *Instance) treadNode(parent uint32, moment uint64) uint32 {
	in.stack[0], in.stack[1], in.stack[2], in.stack[3] = uint64(parent), moment, 0, 1
	return uint32(in.call(in.fRemember))
}

// loadHistory makes nodes of turn boundaries and returns the last one.
func (in *Instance) loadHistory(h *position.History) uint32 {
	if in.known == nil {
		in.known = map[*position.History]int32{}
	}
	var list []*position.History
	tip := uint32(0)
	for ; h != nil; h = h.Before {
		if i, ok := in.known[h]; ok {
			tip = uint32(i)
			break
		}
		list = append(list, h)
	}
	if len(list) == 0 {
		return tip
	}
	s := in.NewSlot()
	defer in.Free(s)
	for _, h := range slices.Backward(list) {
		// A boundary whose position was not kept is like no other.
		whole, pieces := h.Whole[0], h.Pieces[0]
		if h.At != nil && in.hold(s, h.At) == nil {
			in.stack[0], in.stack[1] = uint64(s), uint64(h.At.ToMove)
			in.call(in.fBoundary)
			whole, pieces = in.whole.Get(), in.pieces.Get()
		}
		tip = in.remember(tip, whole, pieces)
		in.known[h] = int32(tip)
	}
	return tip
}
