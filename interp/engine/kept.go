package engine

import (
	"slices"
	"sync/atomic"

	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// This file keeps positions outside instances. Such a position holds the bytes of a slot, so an
// instance that goes on from it copies them. What a slot only points to, the turn boundaries before
// it and the moments of its turn, is kept beside the bytes.

// kept is a position outside of any instance. It is immutable.
type kept struct {
	pos position.Position
	view
	before []byte  // of the slot before the last step
	past   *moment // the last turn boundary, where the rules ask for earlier positions
	trail  *moment // the last moment of the current turn, where a turn can come back to one
	reused bool    // it is overwritten by later steps, and so are its bytes
}

// moment is a turn boundary, or a moment of a turn, that a position remembers. It is immutable,
// except for what it caches.
type moment struct {
	prev          *moment
	whole, pieces uint64 // how the engine compares it
	// the bytes of the slot there; nil: the evaluator made it, and the rest is in history or trail
	b       []byte
	history atomic.Pointer[position.History]
	trail   atomic.Pointer[position.Trail]
	home    home // where it is a node
	node    uint32
}

// home is the memory of an instance, until a node in it moves.
type home struct{ instance, moves uint64 }

var instancesMade atomic.Uint64

// Holds reports whether a position belongs to the program, so that its instances need not convert
// it.
func (p *Program) Holds(q *position.Position) bool {
	k, ok := q.Form().(*kept)
	return ok && k.p == p
}

// Keep returns the position in slot q, which a step has led to from p in slot `from`. It is nil if
// what happened on the way cannot be told from memory: more than one turn boundary, say. In that
// case the evaluator must take the step.
func (in *Instance) Keep(q Slot, p *position.Position, from Slot) *position.Position {
	return in.KeepIn(nil, q, p, from)
}

// KeepIn is [Instance.Keep] that overwrites dst, which may be p, unless dst is nil; see
// [position.Position.Reusable].
func (in *Instance) KeepIn(dst *position.Position, q Slot, p *position.Position,
	from Slot) *position.Position {
	last, _ := p.Form().(*kept)
	if last != nil && last.p != in.p {
		last = nil
	}
	var past, trail *moment
	var b []byte
	if dst == nil {
		b = copyOf(in, q)
	}
	made := func(node uint32, before *moment) *moment {
		if b == nil {
			b = copyOf(in, q)
		}
		return in.past.moment(node, before, b)
	}
	if in.p.Repeats {
		now, then := in.mem.get32(uint32(q)+compile.HeadNode), in.mem.get32(uint32(from)+compile.HeadNode)
		if last != nil {
			past = last.past
		} else if h := p.State().History; h != nil {
			past = in.past.momentOf(h, then)
		}
		switch {
		case in.Over(q) || now == then:
		case in.past.parent(now) == then && in.InTurn(q) == 0:
			past = made(now, past)
		default:
			return nil
		}
	}
	if in.p.Trails && !in.Over(q) && in.InTurn(q) > 0 {
		now, then := in.mem.get32(uint32(q)+compile.HeadTrail), in.mem.get32(uint32(from)+
			compile.HeadTrail)
		if last != nil {
			trail = last.trail
		} else if t := p.State().Trail; t != nil {
			trail = in.past.moment(then, nil, nil)
			trail.trail.Store(t)
		}
		switch {
		case now == then:
		case in.past.parent(now) == then:
			trail = made(now, trail)
		default:
			return nil
		}
	}
	if dst == nil {
		k := newKept(in)
		k.view, k.past, k.trail = view{in.p, b}, past, trail
		if last != nil && !last.reused {
			k.before = last.b
		} else {
			k.before = copyOf(in, from)
		}
		return position.OfForm(&k.pos, k)
	}
	k, _ := dst.Form().(*kept)
	if k == nil || !k.reused || k.p != in.p {
		n := in.p.SlotSize
		k = &kept{reused: true, view: view{in.p, make([]byte, n)}, before: make([]byte, n)}
	}
	k.past, k.trail = past, trail
	in.mem.read(uint32(q), k.b)
	in.mem.read(uint32(from), k.before)
	dst.Reuse(nil, k)
	return dst
}

// Positions, their bytes and lists of steps are cut from blocks of about this size, because
// allocating each one would take longer than the step. A block stays in memory as long as anything
// in it is used.
const together = 16

func newKept(in *Instance) *kept {
	if len(in.keeps) == 0 {
		in.keeps = make([]kept, together)
	}
	k := &in.keeps[0]
	in.keeps = in.keeps[1:]
	return k
}

// newList returns a list of n steps for a caller to keep.
func (tx *texts) newList(n int) []position.Move {
	const most = 1 << 12
	if n > len(tx.in.lists) {
		if n > most/4 {
			return make([]position.Move, n)
		}
		tx.in.lists = make([]position.Move, min(together*n, most))
	}
	list := tx.in.lists[:n:n]
	tx.in.lists = tx.in.lists[n:]
	return list
}

// copyOf returns a copy of the bytes of a slot.
func copyOf(in *Instance, s Slot) []byte {
	n := int(in.p.SlotSize)
	if n > len(in.bytes) {
		in.bytes = make([]byte, together*n)
	}
	b := in.bytes[:n:n]
	in.bytes = in.bytes[n:]
	in.mem.read(uint32(s), b)
	return b
}

// momentOf returns a node as a moment that the evaluator has made.
func (pa *past) momentOf(h *position.History, node uint32) *moment {
	m := &moment{home: pa.in.home, node: node}
	m.history.Store(h)
	return m
}

// moment returns a node as a moment.
func (pa *past) moment(node uint32, prev *moment, b []byte) *moment {
	at := pa.in.p.Arena + node*compile.NodeSize
	return &moment{prev: prev, whole: pa.in.mem.get64(at), pieces: pa.in.mem.get64(at + 8), b: b,
		home: pa.in.home, node: node}
}

// parent returns the node before a node.
func (pa *past) parent(node uint32) uint32 {
	return pa.in.mem.get32(pa.in.p.Arena + node*compile.NodeSize + compile.NodeParent)
}

// Load sets s to the given position; it returns an error if the engine cannot hold it.
func (in *Instance) Load(s Slot, q *position.Position) error {
	k, ok := q.Form().(*kept)
	if !ok || k.p != in.p {
		return in.loads.load(s, q.State())
	}
	in.past.makeRoom()
	in.mem.write(uint32(s), k.b)
	if in.nodes != nil {
		in.mem.put32(uint32(s)+compile.HeadNode, in.past.nodeOf(k.past, false))
		in.mem.put32(uint32(s)+compile.HeadTrail, in.past.nodeOf(k.trail, true))
	}
	return nil
}

// nodeOf returns the node of a moment in this memory, and makes one if there is none.
func (pa *past) nodeOf(m *moment, trail bool) uint32 {
	var list []*moment
	tip := uint32(0)
	for ; m != nil; m = m.prev {
		if m.home == pa.in.home {
			tip = m.node
			break
		}
		if node, ok := pa.in.moments[m]; ok {
			tip = node
			break
		}
		if m.b == nil && !trail {
			tip = pa.loadHistory(m.history.Load())
			break
		}
		list = append(list, m)
	}
	for _, m := range slices.Backward(list) {
		if trail {
			tip = pa.treadNode(tip, m.whole)
		} else {
			tip = pa.remember(tip, m.whole, m.pieces)
		}
		if pa.in.moments == nil {
			pa.in.moments = map[*moment]uint32{}
		}
		pa.in.moments[m] = tip
	}
	return tip
}

// ToMove, Ply, Steps, SettingUp, Chances, Over and Result are what callers ask of a position most.
func (k *kept) ToMove() int     { return k.toMove() }
func (k *kept) Ply() int        { return k.ply() }
func (k *kept) Steps() int      { return k.steps() }
func (k *kept) SettingUp() bool { return k.settingUp() }
func (k *kept) Chances() int    { return k.chances() }
func (k *kept) Over() bool      { return k.over() }

func (k *kept) Result() *position.Result {
	if !k.over() {
		return nil
	}
	return k.result(nil)
}

// State writes the position out.
func (k *kept) State() *position.State {
	q := k.shown()
	q.Result = k.Result()
	q.Touched = k.changed(view{k.p, k.before})
	q.History = k.past.asHistory(k.p)
	q.Trail = k.trail.asTrail(k.p)
	return q
}

// changed returns the sites where the pieces differ.
func (v view) changed(other view) topology.Set {
	var all topology.Set
	for i := range v.p.Pieces {
		a, b := v.field(i), other.field(i)
		for w := range a {
			a[w] ^= b[w]
		}
		all = all.Or(v.p.Layout.Join(v.p.Fields[i].Plane, a))
	}
	return all
}

// asHistory returns a turn boundary and those before it as the evaluator keeps them.
func (m *moment) asHistory(p *Program) *position.History {
	of := func(m *moment) *atomic.Pointer[position.History] { return &m.history }
	return chain(m, of, func(m *moment, before *position.History) *position.History {
		at := view{p, m.b}.shown()
		return &position.History{At: at, Before: before,
			Whole: at.RepetitionKey(p.Game, at.ToMove), Pieces: at.PiecesKey()}
	})
}

// asTrail is asHistory for the moments of a turn.
func (m *moment) asTrail(p *Program) *position.Trail {
	of := func(m *moment) *atomic.Pointer[position.Trail] { return &m.trail }
	return chain(m, of, func(m *moment, before *position.Trail) *position.Trail {
		return &position.Trail{Before: before, Key: view{p, m.b}.shown().TurnKey()}
	})
}

// chain returns the evaluator's form of a moment. link makes it from the moment and the form of the
// moment before. Each moment caches its form in the field that of points to.
func chain[T any](m *moment, of func(*moment) *atomic.Pointer[T], link func(*moment, *T) *T) *T {
	var list []*moment
	var made *T
	for ; m != nil; m = m.prev {
		if made = of(m).Load(); made != nil {
			break
		}
		list = append(list, m)
	}
	for _, m := range slices.Backward(list) {
		of(m).CompareAndSwap(nil, link(m, made))
		made = of(m).Load()
	}
	return made
}
