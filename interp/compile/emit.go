package compile

import (
	"math"
)

// An emitter turns nodes into code. Nodes that a loop's body needs and that do not change in it are computed before it.
type emitter struct {
	c      *compiler
	u      *unit
	code   *code
	scopes []map[*node]int
	counts int // which counting of uses is at hand, of all of the graph
}

// A unit is the constants and tables that the programs of a game share.
type unit struct {
	constants []Bits
	constAt   map[Bits]int
	pool      []int64
	poolAt    map[int64]int
	lists     []List
	listAt    map[string]int
	floods    int
	codes     []*code
	args      int // first number register of the arguments
}

func newUnit(args int) *unit {
	return &unit{constAt: map[Bits]int{}, poolAt: map[int64]int{}, listAt: map[string]int{}, args: args}
}

func (u *unit) constant(s Bits) int {
	if i, ok := u.constAt[s]; ok {
		return i
	}
	u.constAt[s] = len(u.constants)
	u.constants = append(u.constants, s)
	return len(u.constants) - 1
}

func (u *unit) list(key string, l List) int {
	if i, ok := u.listAt[key]; ok {
		return i
	}
	u.listAt[key] = len(u.lists)
	u.lists = append(u.lists, l)
	return len(u.lists) - 1
}

func newEmitter(c *compiler, u *unit) *emitter {
	e := &emitter{c: c, u: u}
	e.recount()
	e.code = &code{fixedSet: map[int]int{}, fixedNum: map[int]int{}, consts: map[int]int{}, numConsts: map[int]numConst{}}
	e.push()
	return e
}

func (e *emitter) push() { e.scopes = append(e.scopes, map[*node]int{}) }
func (e *emitter) pop()  { e.scopes = e.scopes[:len(e.scopes)-1] }

func (e *emitter) lookup(n *node) (int, bool) {
	for i := len(e.scopes) - 1; i >= 0; i-- {
		if v, ok := e.scopes[i][n]; ok {
			return v, true
		}
	}
	return 0, false
}

func (e *emitter) remember(n *node, v int) { e.scopes[len(e.scopes)-1][n] = v }

func (e *emitter) newSet() int { e.code.sets++; return e.code.sets - 1 }
func (e *emitter) newNum() int { e.code.nums++; return e.code.nums - 1 }

func (e *emitter) add(i vinstr) int {
	e.code.list = append(e.code.list, i)
	return len(e.code.list) - 1
}

// recount begins to count uses anew.
func (e *emitter) recount() {
	e.c.counts++
	e.counts = e.c.counts
}

// used returns how many uses of a node have been counted.
func (e *emitter) used(n *node) int {
	if n.counted != e.counts {
		return 0
	}
	return n.uses
}

// count counts the uses of nodes below a root, so that what is used once can be fused with its user.
func (e *emitter) count(n *node) {
	if n == nil {
		return
	}
	if n.counted != e.counts {
		n.counted, n.uses = e.counts, 0
	}
	if n.uses++; n.uses > 1 {
		return
	}
	e.count(n.a)
	e.count(n.b)
	e.count(n.c)
	for _, a := range n.args {
		e.count(a)
	}
}

// set emits a set and returns its value.
func (e *emitter) set(n *node) int {
	if v, ok := e.lookup(n); ok {
		return v
	}
	if n.op == sConst {
		v := e.newSet()
		e.code.consts[v] = e.u.constant(*n.set)
		e.scopes[0][n] = v
		return v
	}
	if n.op == sState {
		v := e.newSet()
		e.code.fixedSet[v] = int(n.k)
		e.scopes[0][n] = v
		return v
	}
	v := e.setCode(n)
	e.remember(n, v)
	return v
}

// once reports whether a node has one user only and has not been computed, so that it can be computed there.
func (e *emitter) once(n *node, op nodeOp) bool {
	if n.op != op || e.used(n) > 1 {
		return false
	}
	_, ok := e.lookup(n)
	return !ok
}

func (e *emitter) def(op Op, a, b, c int, k, x int) int {
	d := e.newSet()
	e.add(vinstr{op: op, r: [4]int{d, a, b, c}, k: k, x: x})
	return d
}

// shifts emits a shift, joined with another set by and, or, or diff.
func (e *emitter) shifts(n *node, with *node, up, down Op) int {
	op, k := up, int(n.k)
	if k < 0 {
		op, k = down, -k
	}
	a := e.set(n.a)
	mask := *n.set
	if k >= 64 {
		moved := e.def(Far, a, -1, e.set(e.c.constant(mask)), 0, int(uint16(int16(n.k))))
		switch up {
		case UpAnd:
			return e.def(And, moved, e.set(with), -1, 0, 0)
		case UpOr:
			return e.def(Or, moved, e.set(with), -1, 0, 0)
		case UpDiff:
			return e.def(Diff, moved, e.set(with), -1, 0, 0)
		}
		return moved
	}
	b := -1
	if with != nil {
		b = e.set(with)
	}
	if with != nil && (up == UpAnd) {
		hit := shifted(*n.a.may, int(n.k)).And(*with.may)
		if hit.In(&mask) {
			// The other set masks as well.
			if n.k >= 0 {
				return e.def(Up, a, -1, b, k, 0)
			}
			return e.def(Down, a, -1, b, k, 0)
		}
	}
	return e.def(op, a, b, e.set(e.c.constant(mask)), k, 0)
}

// moves returns the list of some shifts.
func (e *emitter) moves(l *shiftList) int {
	return e.u.list(string(appendInts([]byte{'m'}, l.id)), List{Moves: shiftsOf(l)})
}

func shiftsOf(l *shiftList) []ShiftBy {
	moves := make([]ShiftBy, len(l.k))
	for i := range moves {
		moves[i] = ShiftBy{K: l.k[i], Mask: l.mask[i]}
	}
	return moves
}

func (e *emitter) setCode(n *node) int {
	switch n.op {
	case sAnd:
		for _, x := range [2][2]*node{{n.a, n.b}, {n.b, n.a}} {
			if e.once(x[0], sShift) {
				return e.shifts(x[0], x[1], UpAnd, DownAnd)
			}
		}
		for _, x := range [2][2]*node{{n.a, n.b}, {n.b, n.a}} {
			switch {
			case e.once(x[0], sAnd):
				return e.def(And3, e.set(x[0].a), e.set(x[0].b), e.set(x[1]), 0, 0)
			case e.once(x[0], sOr):
				return e.def(OrAnd, e.set(x[0].a), e.set(x[0].b), e.set(x[1]), 0, 0)
			case e.once(x[0], sDiff):
				return e.def(AndDiff, e.set(x[0].a), e.set(x[1]), e.set(x[0].b), 0, 0)
			}
		}
		return e.def(And, e.set(n.a), e.set(n.b), -1, 0, 0)
	case sOr:
		for _, x := range [2][2]*node{{n.a, n.b}, {n.b, n.a}} {
			if e.once(x[0], sShift) {
				return e.shifts(x[0], x[1], UpOr, DownOr)
			}
		}
		for _, x := range [2][2]*node{{n.a, n.b}, {n.b, n.a}} {
			switch {
			case e.once(x[0], sOr):
				return e.def(Or3, e.set(x[0].a), e.set(x[0].b), e.set(x[1]), 0, 0)
			case e.once(x[0], sAnd):
				return e.def(AndOr, e.set(x[0].a), e.set(x[0].b), e.set(x[1]), 0, 0)
			case e.once(x[0], sDiff):
				return e.def(DiffOr, e.set(x[0].a), e.set(x[0].b), e.set(x[1]), 0, 0)
			}
		}
		return e.def(Or, e.set(n.a), e.set(n.b), -1, 0, 0)
	case sDiff:
		if e.once(n.b, sOr) && !e.once(n.a, sShift) {
			return e.def(DiffDiff, e.set(n.a), e.set(n.b.a), e.set(n.b.b), 0, 0)
		}
		switch {
		case e.once(n.a, sShift):
			return e.shifts(n.a, n.b, UpDiff, DownDiff)
		case e.once(n.a, sAnd):
			return e.def(AndDiff, e.set(n.a.a), e.set(n.a.b), e.set(n.b), 0, 0)
		case e.once(n.a, sOr):
			return e.def(OrDiff, e.set(n.a.a), e.set(n.a.b), e.set(n.b), 0, 0)
		case e.once(n.a, sDiff):
			return e.def(DiffDiff, e.set(n.a.a), e.set(n.a.b), e.set(n.b), 0, 0)
		}
		return e.def(Diff, e.set(n.a), e.set(n.b), -1, 0, 0)
	case sShift:
		return e.shifts(n, nil, Up, Down)
	case sImage:
		return e.def(Image, e.set(n.a), -1, -1, 0, e.moves(n.list))
	case sFlood:
		a, b := e.set(n.a), e.set(n.b)
		k := e.u.floods % 256
		e.u.floods++
		return e.def(Flood, a, b, -1, k, e.u.list(string(appendInts([]byte{'f'}, n.list.id)), List{Moves: shiftsOf(n.list), Flood: true}))
	case sSpread, sTrail:
		moves := make([]ShiftBy, len(n.list.k))
		regs := make([]int, len(moves))
		for i := range moves {
			moves[i] = ShiftBy{K: n.list.k[i]}
			regs[i] = e.set(n.args[i])
		}
		a, b := e.set(n.a), -1
		if n.op == sTrail {
			b = e.set(n.b)
		}
		d := e.newSet()
		e.u.lists = append(e.u.lists, List{Moves: moves})
		in := vinstr{op: Spread, r: [4]int{d, a, -1, -1}, x: len(e.u.lists) - 1, regs: regs}
		if n.op == sTrail {
			in.op, in.r[2], in.k = Trail, b, int(n.k)
		}
		e.add(in)
		return d
	case sAfter:
		return e.set(n.a)
	case sOne:
		return e.def(One, e.num(n.a), -1, -1, 0, 0)
	case sTable:
		return e.def(Table, e.num(n.a), -1, -1, 0, int(n.k))
	case sIf:
		return e.def(If, e.num(n.a), e.set(n.b), -1, 0, 0)
	case sSel:
		return e.def(Select, e.num(n.a), e.set(n.b), e.set(n.c), 0, 0)
	case sFill:
		op, k := FillUp, int(n.k)
		if k < 0 {
			op, k = FillDown, -k
		}
		// The longest walk that the board and b have room for decides how many doublings are needed.
		times := doublings(int(n.k), n.set.And(*n.b.may))
		a, b, mask := e.set(n.a), e.set(n.b), e.set(e.c.constant(*n.set))
		if k<<max(times-1, 0) >= 64 {
			return e.def(FillFar, a, b, mask, times, int(uint16(int16(n.k))))
		}
		return e.def(op, a, b, mask, k, times)
	case sBeyond:
		moves := make([]ShiftBy, len(n.list.k))
		for i := range moves {
			moves[i] = ShiftBy{K: n.list.k[i], Mask: n.list.mask[i], Last: n.list.last[i], Times: n.list.times[i]}
		}
		a, b := e.set(n.a), e.set(n.b)
		return e.def(Past, a, b, -1, 0, e.u.list(string(appendInts([]byte{'b'}, n.list.id)), List{Moves: moves}))
	case sRun, sCapture:
		rays := make([]Ray, len(n.list.table))
		for i, t := range n.list.table {
			rays[i] = Ray{t / 2, t%2 == 1}
		}
		a, b := e.num(n.a), e.set(n.b)
		if n.op == sCapture {
			return e.def(Capture, a, b, e.set(n.c), 0, e.u.list(string(appendInts([]byte{'r'}, n.list.id)), List{Rays: rays}))
		}
		return e.def(Run, a, b, -1, 0, e.u.list(string(appendInts([]byte{'r'}, n.list.id)), List{Rays: rays}))
	case sLines:
		return e.def(Lines, e.set(n.a), -1, -1, 0, e.u.list(string(appendInts([]byte{'l'}, n.list.id)), List{Lines: n.list.lines, Gives: n.list.gives}))
	case sThose, sUnion:
		acc := e.newSet()
		zero := e.set(e.c.empty)
		dom := e.set(n.a)
		e.hoist(n.b, n.k)
		e.add(vinstr{op: Move, r: [4]int{acc, zero, -1, -1}})
		e.loop(n, dom, func(x, again int) {
			if n.op == sThose {
				e.unless(n.b, again, func() {
					e.add(vinstr{op: Add, r: [4]int{acc, x, -1, -1}})
				})
			} else {
				e.add(vinstr{op: Unite, r: [4]int{acc, e.set(n.b), -1, -1}})
			}
		})
		return acc
	}
	fail("no code for a set of operator %d", n.op)
	return 0
}

// label makes a place to jump to; place says where it is.
func (e *emitter) label() int {
	e.code.labels = append(e.code.labels, -1)
	return len(e.code.labels) - 1
}

func (e *emitter) place(label int) { e.code.labels[label] = len(e.code.list) }

// loop emits a loop over the members of a domain; body gets the value of the variable and the label that goes on with the next.
func (e *emitter) loop(n *node, dom int, body func(x, again int)) {
	work := e.newSet()
	e.add(vinstr{op: Move, r: [4]int{work, dom, -1, -1}})
	again, done := e.label(), e.label()
	first := len(e.code.list)
	e.place(again)
	x := e.newNum()
	e.add(vinstr{op: Next, r: [4]int{x, work, -1, -1}, x: done})
	e.push()
	e.remember(e.c.intern(node{op: nVar, k: n.k}), x)
	body(x, again)
	e.pop()
	e.add(vinstr{op: Jump, r: [4]int{-1, -1, -1, -1}, x: again})
	e.code.loops = append(e.code.loops, [2]int{first, len(e.code.list) - 1})
	e.place(done)
}

// unless emits a condition and what is done if it holds; if it does not, the code goes on at a label.
func (e *emitter) unless(cond *node, label int, then func()) {
	if !isTrue(cond) {
		e.condition(cond, label)
	}
	then()
}

// onlyIf emits a condition and what is done if it holds; what that computes is not known behind it.
func (e *emitter) onlyIf(cond *node, then func()) {
	otherwise := e.label()
	e.push()
	e.condition(cond, otherwise)
	then()
	e.pop()
	e.place(otherwise)
}

// condition jumps to a label if a truth does not hold; of `a and b` b is read only if a holds, so that what it computes is known only
// where the truth holds: the scope must end there.
func (e *emitter) condition(cond *node, label int) {
	if first, second := e.conjuncts(cond); first != nil {
		e.condition(first, label)
		e.condition(second, label)
		return
	}
	if _, ok := e.lookup(cond); ok || !e.jumpUnless(cond, label) {
		e.add(vinstr{op: JumpNot, r: [4]int{-1, e.num(cond), -1, -1}, x: label})
	}
}

// conjuncts returns what `a and b` consists of if it has not been computed, that first which is less work; else nil.
func (e *emitter) conjuncts(cond *node) (first, second *node) {
	if _, ok := e.lookup(cond); ok || cond.op != nBin || binOp(cond.k) != bAnd || !cond.a.isTruth() || !cond.b.isTruth() {
		return nil, nil
	}
	if weight(cond.b, 40) < weight(cond.a, 40) {
		return cond.b, cond.a
	}
	return cond.a, cond.b
}

// jumpUnless emits the one instruction that asks for a truth and jumps if it does not hold; it reports false if there is none.
func (e *emitter) jumpUnless(cond *node, label int) bool {
	jump := func(op Op, a, b, k int) bool {
		e.add(vinstr{op: op, r: [4]int{-1, a, b, -1}, k: k, x: label})
		return true
	}
	switch cond.op {
	case nSome:
		return jump(JumpNone, e.set(cond.a), -1, 0)
	case nHas:
		return jump(JumpLacks, e.set(cond.a), e.num(cond.b), 0)
	case nBin:
		switch op := binOp(cond.k); op {
		case bEq:
			return jump(JumpNe, e.num(cond.a), e.num(cond.b), 0)
		case bNe:
			return jump(JumpEq, e.num(cond.a), e.num(cond.b), 0)
		case bLt:
			return jump(JumpLe, e.num(cond.b), e.num(cond.a), 0)
		case bLe:
			return jump(JumpLt, e.num(cond.b), e.num(cond.a), 0)
		case bShr:
			if cond.b.op == nConst && cond.b.k >= 0 && cond.b.k < 64 {
				return jump(JumpBit, e.num(cond.a), -1, int(cond.b.k))
			}
		case bXor:
			if !isTrue(cond.b) {
				return false
			}
			if _, ok := e.lookup(cond.a); ok {
				return jump(JumpIf, e.num(cond.a), -1, 0)
			}
			switch x := cond.a; {
			case x.op == nSome:
				return jump(JumpSome, e.set(x.a), -1, 0)
			case x.op == nHas:
				return jump(JumpHas, e.set(x.a), e.num(x.b), 0)
			case x.op == nBin && binOp(x.k) == bEq:
				return jump(JumpEq, e.num(x.a), e.num(x.b), 0)
			case x.isTruth():
				return jump(JumpIf, e.num(x), -1, 0)
			}
		}
	}
	return false
}

// weight is roughly how much work a node is, up to a limit.
func weight(n *node, limit int) int {
	if n == nil || limit <= 0 {
		return 0
	}
	w := 1
	switch n.op {
	case sFlood, sSpread, sTrail:
		w = 20
	case sThose, sUnion, nAny, nSum, nMin, nMax:
		w = 40
	case sConst, sState, nConst, nState, nArg, nVar:
		return 0
	}
	for _, x := range [3]*node{n.a, n.b, n.c} {
		w += weight(x, limit-w)
	}
	return w
}

// hoist emits what a loop's body needs and does not change in it.
func (e *emitter) hoist(n *node, v int64) {
	if n == nil || isConst(n) {
		return
	}
	if _, ok := e.lookup(n); ok {
		return
	}
	if n.deps>>uint(v)&1 == 0 {
		if n.op.isNumber() && isTrivial(n) {
			return
		}
		if e.ready(n) {
			if n.op.isNumber() {
				e.num(n)
			} else {
				e.set(n)
			}
			return
		}
	}
	e.hoist(n.a, v)
	e.hoist(n.b, v)
	e.hoist(n.c, v)
	for _, a := range n.args {
		e.hoist(a, v)
	}
}

func isTrivial(n *node) bool { return n.op == nState || n.op == nArg || n.op == nVar || n.op == nConst }

// ready reports whether all loop variables that a node depends on are bound here.
func (e *emitter) ready(n *node) bool {
	for v := int64(0); v < maxLoops; v++ {
		if n.deps>>uint(v)&1 != 0 {
			if _, ok := e.lookup(e.c.intern(node{op: nVar, k: v})); !ok {
				return false
			}
		}
	}
	return true
}

// num emits a number and returns its value.
func (e *emitter) num(n *node) int {
	if v, ok := e.lookup(n); ok {
		return v
	}
	switch n.op {
	case nConst:
		v := e.newNum()
		e.code.numConsts[v] = e.constant(n.k)
		e.scopes[0][n] = v
		return v
	case nState:
		v := e.newNum()
		e.code.fixedNum[v] = int(n.k)
		e.scopes[0][n] = v
		return v
	case nArg:
		v := e.newNum()
		e.code.fixedNum[v] = e.u.args + int(n.k)
		e.scopes[0][n] = v
		return v
	case nVar:
		fail("a loop variable outside its loop")
	}
	v := e.numCode(n)
	e.remember(n, v)
	return v
}

func (e *emitter) defNum(op Op, a, b, c int, k, x int) int {
	d := e.newNum()
	e.add(vinstr{op: op, r: [4]int{d, a, b, c}, k: k, x: x})
	return d
}

// constant returns how a number is loaded.
func (e *emitter) constant(k int64) numConst {
	if k >= math.MinInt16 && k <= math.MaxInt16 {
		return numConst{NLoad, int(uint16(int16(k)))}
	}
	i, ok := e.u.poolAt[k]
	if !ok {
		i = len(e.u.pool)
		e.u.pool = append(e.u.pool, k)
		e.u.poolAt[k] = i
	}
	return numConst{NPool, i}
}

// start emits a number that is to change, as a loop goes on.
func (e *emitter) start(n int64) int {
	k := e.constant(n)
	return e.defNum(k.op, -1, -1, -1, 0, k.x)
}

func (e *emitter) numCode(n *node) int {
	switch n.op {
	case nCount:
		return e.defNum(Count, e.set(n.a), -1, -1, 0, 0)
	case nSome:
		switch {
		case e.once(n.a, sAnd):
			if !e.once(n.a.a, sShift) && !e.once(n.a.b, sShift) {
				return e.defNum(Meet, e.set(n.a.a), e.set(n.a.b), -1, 0, 0)
			}
		case e.once(n.a, sDiff):
			if !e.once(n.a.a, sShift) {
				return e.defNum(Beyond, e.set(n.a.a), e.set(n.a.b), -1, 0, 0)
			}
		}
		return e.defNum(Some, e.set(n.a), -1, -1, 0, 0)
	case nHas:
		return e.defNum(Has, e.set(n.a), e.num(n.b), -1, 0, 0)
	case nLines:
		return e.defNum(Line, e.num(n.a), e.set(n.b), -1, 0, e.u.list(string(appendInts([]byte{'l'}, n.list.id)), List{Lines: n.list.lines}))
	case nRow:
		before := e.newSet()
		e.code.fixedSet[before] = e.c.store.remember(n)
		return e.defNum(Rows, e.set(n.a), before, -1, int(n.k), e.u.list(string(appendInts([]byte{'a'}, n.list.id, int(n.k))), List{Moves: shiftsOf(n.list), Row: int(n.k)}))
	case nTable:
		return e.defNum(NTable, e.num(n.a), -1, -1, 0, int(n.k))
	case nBin:
		if n.b.op == nConst && n.b.k >= math.MinInt16 && n.b.k <= math.MaxInt16 {
			return e.defNum(BinK, e.num(n.a), -1, -1, int(n.k), int(uint16(int16(n.b.k))))
		}
		return e.defNum(Bin, e.num(n.a), e.num(n.b), -1, int(n.k), 0)
	case nSel:
		return e.defNum(NSelect, e.num(n.a), e.num(n.b), e.num(n.c), 0, 0)
	case nAny:
		dom := e.set(n.a)
		e.hoist(n.b, n.k)
		acc := e.defNum(NLoad, -1, -1, -1, 0, 0)
		done := e.label()
		e.loop(n, dom, func(x, again int) {
			e.unless(n.b, again, func() {
				e.add(vinstr{op: NLoad, r: [4]int{acc, -1, -1, -1}, x: 1})
				e.add(vinstr{op: Jump, r: [4]int{-1, -1, -1, -1}, x: done})
			})
		})
		e.place(done)
		return acc
	case nSum, nMin, nMax:
		dom := e.set(n.a)
		e.hoist(n.b, n.k)
		acc := 0
		switch n.op {
		case nSum:
			acc = e.start(0)
		case nMin:
			acc = e.start(math.MaxInt64)
		case nMax:
			acc = e.start(math.MinInt64)
		}
		op := map[nodeOp]binOp{nSum: bAdd, nMin: bMin, nMax: bMax}[n.op]
		e.loop(n, dom, func(x, again int) {
			e.add(vinstr{op: Bin, r: [4]int{acc, acc, e.num(n.b), -1}, k: int(op)})
		})
		if n.op == nSum {
			return acc
		}
		// Over nothing it is 0.
		some := e.defNum(Some, dom, -1, -1, 0, 0)
		zero := e.defNum(NLoad, -1, -1, -1, 0, 0)
		return e.defNum(NSelect, some, acc, zero, 0, 0)
	}
	fail("no code for a number of operator %d", n.op)
	return 0
}
