package compile

import "math"

// This file has the parts of which programs that find steps are made: loops, conditions and steps on offer.

// A branch is a part of such a program: a loop, a condition, or steps that are offered.
type branch struct {
	kind branchKind
	v    int64 // of a loop
	cond *node // a condition, the domain of a loop, or the set of what is offered
	x    *node // the loop variable
	subs []*branch
	// of an offer
	class   int
	anchors []*node
	item    int
}

type branchKind uint8

const (
	branchSeq branchKind = iota
	branchLoop
	branchIf
	branchOut
	branchItem
	branchDoubt // the steps of an apply program, class, that the set cond says
)

func (b *builder) countBranch(e *emitter, br *branch) {
	e.count(br.cond)
	for _, a := range br.anchors {
		e.count(a)
	}
	for _, s := range br.subs {
		b.countBranch(e, s)
	}
}

// emitBranch emits a branch; label is where a condition that fails leads.
func (b *builder) emitBranch(e *emitter, br *branch) {
	switch br.kind {
	case branchSeq:
		b.emitBranches(e, br.subs)
	case branchIf:
		e.onlyIf(br.cond, func() { b.emitBranches(e, br.subs) })
	case branchLoop:
		dom := e.set(br.cond)
		for _, s := range br.subs {
			b.hoistBranch(e, s, br.v)
		}
		e.loop(&node{op: sThose, k: br.v}, dom, func(int, int) { b.emitBranches(e, br.subs) })
	case branchOut:
		n := len(e.code.list)
		set := e.set(br.cond)
		if last := len(e.code.list) - 1; last >= n && len(br.anchors) == 0 && e.used(br.cond) <= 1 && e.code.list[last].r[0] == set {
			// What was just computed is wanted for this only: one instruction does both.
			if op, ok := outOf[e.code.list[last].op]; ok {
				in := &e.code.list[last]
				if in.op == Up || in.op == Down {
					in.r[2] = in.r[3]
				}
				in.op, in.r[0], in.x = op, -1, br.class
				return
			}
		}
		r := [4]int{-1, set, -1, -1}
		for i, a := range br.anchors {
			r[2+i] = e.num(a)
		}
		e.add(vinstr{op: Out, r: r, x: br.class})
	case branchDoubt:
		e.add(vinstr{op: Doubt, r: [4]int{-1, e.set(br.cond), -1, -1}, x: br.class})
	case branchItem:
		e.add(vinstr{op: Offer, r: [4]int{-1, e.num(br.cond), -1, -1}, x: br.item})
	}
}

// emitBranches emits branches one after the other. Steps of successive classes that differ only in how a set is moved are offered by
// one instruction.
func (b *builder) emitBranches(e *emitter, list []*branch) {
	for len(list) > 0 {
		moved, within := e.moved(list[0])
		n := 1
		for n < len(list) && moved != nil && list[n].class == list[0].class+n {
			if m, w := e.moved(list[n]); m == nil || m.a != moved.a || w != within {
				break
			}
			n++
		}
		if n < 3 || len(e.u.lists) > math.MaxUint8 { // two are as quick by themselves
			b.emitBranch(e, list[0])
			list = list[1:]
			continue
		}
		var k []int
		var mask []Bits
		for _, br := range list[:n] {
			m, _ := e.moved(br)
			k, mask = append(k, int(m.k)), append(mask, *m.set)
		}
		e.add(vinstr{op: Outs, r: [4]int{-1, e.set(moved.a), e.set(within), -1}, k: e.moves(b.list(k, mask, nil)), x: list[0].class})
		list = list[n:]
	}
}

// moved returns the shift and the other set that have in common what is offered, if nothing else wants to know; else nil.
func (e *emitter) moved(br *branch) (shift, within *node) {
	n := br.cond
	if br.kind != branchOut || len(br.anchors) > 0 || !e.once(n, sAnd) {
		return nil, nil
	}
	for _, x := range [2][2]*node{{n.a, n.b}, {n.b, n.a}} {
		if e.once(x[0], sShift) && x[0].k > -64 && x[0].k < 64 {
			return x[0], x[1]
		}
	}
	return nil, nil
}

// outOf is the instructions that compute a set and offer steps at once.
var outOf = map[Op]Op{
	And: OutAnd, And3: OutAnd3, Diff: OutDiff, AndDiff: OutAndDiff, DiffDiff: OutDiffDiff, UpAnd: OutUpAnd, DownAnd: OutDownAnd, Up: OutUpAnd, Down: OutDownAnd,
}

func (b *builder) hoistBranch(e *emitter, br *branch, v int64) {
	e.hoist(br.cond, v)
	for _, s := range br.subs {
		b.hoistBranch(e, s, v)
	}
}
