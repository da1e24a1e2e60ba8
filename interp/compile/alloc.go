package compile

import (
	"cmp"
	"maps"
	"slices"
)

// Registers of sets: first those of the position, then the constants used most, then the rest, for what a program computes.
const (
	setRegs   = 250
	numRegs   = 250
	maxPinned = 100
	maxKept   = 60
	minTemps  = 64
	maxFields = 160

	maxNumbers = 127 // of a position; the arguments of a step follow
)

// pin chooses the constants that stay in registers and returns the register of each, by index; -1 for the others.
func (u *unit) pin(fields int) (regs []int, pinned []Bits) {
	uses := make([]int, len(u.constants))
	for _, c := range u.codes {
		for _, k := range c.consts {
			uses[k]++
		}
	}
	order := make([]int, len(u.constants))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return uses[b] - uses[a] })
	regs = make([]int, len(u.constants))
	for i := range regs {
		regs[i] = -1
	}
	room := min(maxPinned, setRegs-minTemps-fields)
	for _, k := range order {
		if len(pinned) >= room || uses[k] == 0 {
			break
		}
		regs[k] = fields + len(pinned)
		pinned = append(pinned, u.constants[k])
	}
	return regs, pinned
}

// keep chooses the constant numbers that stay in registers, those used most, and returns the register of each, from first on.
func (u *unit) keep(first int) (regs map[numConst]int, kept []int64) {
	uses := map[numConst]int{}
	for _, c := range u.codes {
		for _, k := range c.numConsts {
			uses[k]++
		}
	}
	order := slices.SortedFunc(maps.Keys(uses), func(a, b numConst) int {
		return cmp.Or(uses[b]-uses[a], int(a.op)-int(b.op), a.x-b.x)
	})
	regs = map[numConst]int{}
	for _, k := range order[:min(len(order), maxKept)] {
		regs[k] = first + len(kept)
		if k.op == NPool {
			kept = append(kept, u.pool[k.x])
		} else {
			kept = append(kept, int64(int16(k.x)))
		}
	}
	return regs, kept
}

// allocate chooses the registers of a code: sets from firstSet on, numbers from firstNum on.
func (c *code) allocate(constRegs []int, kept map[numConst]int, firstSet, firstNum int) {
	setReg := make([]int, c.sets)
	numReg := make([]int, c.nums)
	for i := range setReg {
		setReg[i] = -1
	}
	for i := range numReg {
		numReg[i] = -1
	}
	for v, r := range c.fixedSet {
		setReg[v] = r
	}
	for v, r := range c.fixedNum {
		numReg[v] = r
	}
	// Constants that have no register of their own are loaded first.
	var loads []vinstr
	values := make([]int, 0, len(c.consts))
	for v := range c.consts {
		values = append(values, v)
	}
	slices.Sort(values)
	for _, v := range values {
		if r := constRegs[c.consts[v]]; r >= 0 {
			setReg[v] = r
		} else {
			loads = append(loads, vinstr{op: Load, r: [4]int{v, -1, -1, -1}, x: c.consts[v]})
		}
	}
	values = values[:0]
	for v := range c.numConsts {
		values = append(values, v)
	}
	slices.Sort(values)
	for _, v := range values {
		k := c.numConsts[v]
		if r, ok := kept[k]; ok {
			numReg[v] = r
		} else {
			loads = append(loads, vinstr{op: k.op, r: [4]int{v, -1, -1, -1}, x: k.x})
		}
	}
	n := len(loads)
	list := append(loads, c.list...)
	for i := range c.labels {
		c.labels[i] += n
	}
	for i := range c.loops {
		c.loops[i][0] += n
		c.loops[i][1] += n
	}

	// Where values are made and last used. A value from before a loop that is used in it lives to its end.
	type life struct{ def, last int }
	setLife := make([]life, c.sets)
	numLife := make([]life, c.nums)
	for i := range setLife {
		setLife[i] = life{-1, -1}
	}
	for i := range numLife {
		numLife[i] = life{-1, -1}
	}
	use := func(l *life, at int) {
		if l.def < 0 {
			l.def = at
		}
		l.last = max(l.last, at)
		for _, loop := range c.loops {
			if loop[0] <= at && at <= loop[1] && (l.def < loop[0]) {
				l.last = max(l.last, loop[1])
			}
		}
	}
	for at, in := range list {
		s := shape(in.op)
		for i, o := range s {
			if in.r[i] < 0 {
				continue
			}
			switch o {
			case setUse, setDef, setBoth:
				use(&setLife[in.r[i]], at)
			case numUse, numDef, numBoth:
				use(&numLife[in.r[i]], at)
			}
		}
		for _, v := range in.regs {
			use(&setLife[v], at)
		}
	}
	freeSet := make([]int, 0, setRegs)
	for r := setRegs - 1; r >= firstSet; r-- {
		freeSet = append(freeSet, r)
	}
	freeNum := make([]int, 0, numRegs)
	for r := numRegs - 1; r >= firstNum; r-- {
		freeNum = append(freeNum, r)
	}
	// Registers that become free after each instruction.
	setEnds := make([][]int, len(list))
	numEnds := make([][]int, len(list))
	take := func(reg []int, lives []life, ends [][]int, free *[]int, v, at int) {
		if reg[v] >= 0 {
			return
		}
		if len(*free) == 0 {
			fail("too many values at once")
		}
		r := (*free)[len(*free)-1]
		*free = (*free)[:len(*free)-1]
		reg[v] = r
		ends[max(lives[v].last, at)] = append(ends[max(lives[v].last, at)], r)
	}
	for at := range list {
		in := &list[at]
		s := shape(in.op)
		// Operands that end here free their registers for the result, unless the result is written before they are read for the last
		// time: instructions read all operands first, so that is safe.
		for i := 1; i < 4; i++ {
			if in.r[i] < 0 {
				continue
			}
			switch s[i] {
			case setUse, setBoth:
				take(setReg, setLife, setEnds, &freeSet, in.r[i], at)
			case numUse, numBoth:
				take(numReg, numLife, numEnds, &freeNum, in.r[i], at)
			}
		}
		for _, v := range in.regs {
			take(setReg, setLife, setEnds, &freeSet, v, at)
		}
		if compound(in.op) {
			// The result is written while operands are still read.
		} else {
			freeSet = append(freeSet, setEnds[at]...)
			setEnds[at] = nil
			freeNum = append(freeNum, numEnds[at]...)
			numEnds[at] = nil
		}
		if in.r[0] >= 0 {
			switch s[0] {
			case setDef, setBoth:
				take(setReg, setLife, setEnds, &freeSet, in.r[0], at)
			case numDef, numBoth:
				take(numReg, numLife, numEnds, &freeNum, in.r[0], at)
			}
		}
		freeSet = append(freeSet, setEnds[at]...)
		setEnds[at] = nil
		freeNum = append(freeNum, numEnds[at]...)
		numEnds[at] = nil
	}
	for _, in := range list {
		s := shape(in.op)
		reg := func(i int) uint8 {
			if in.r[i] < 0 {
				return NoReg
			}
			switch s[i] {
			case setUse, setDef, setBoth:
				return uint8(setReg[in.r[i]])
			case numUse, numDef, numBoth:
				return uint8(numReg[in.r[i]])
			}
			return NoReg
		}
		out := Instr{Op: in.op, D: reg(0), A: reg(1), B: reg(2), C: reg(3), K: uint8(in.k), X: uint16(in.x)}
		if jumps(in.op) {
			out.X = uint16(c.labels[in.x])
		}
		c.result = append(c.result, out)
	}
	c.list = list
	if len(c.result) > 1<<15 {
		fail("a program of %d instructions", len(c.result))
	}
	c.spread = func(lists []List) {
		for _, in := range list {
			if in.op == Spread || in.op == Trail {
				for i, v := range in.regs {
					lists[in.x].Moves[i].Reg = uint8(setReg[v])
				}
			}
		}
	}
}

// compound reports whether an instruction writes its result while it still reads its operands.
func compound(op Op) bool {
	switch op {
	case FillUp, FillDown, FillFar, Flood, Spread, Trail, Image, Run, Past, Capture, Next:
		return true
	}
	return false
}
