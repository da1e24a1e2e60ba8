package wasm

import (
	"encoding/binary"

	"boardgame/dsl/order"
)

// Func is a function of a module.
type Func struct {
	name            string
	params, results []Type
	index           uint32
	of              int
	placed          bool
	locals          []Type
	code            []byte
	depth           int
	long            int   // loops and calls written so far
	rounds          []int // where a round begins in loops that contain any
	constants       []constant
	calls           []*Func // perhaps several times
}

// Len returns how many bytes of code have been written.
func (f *Func) Len() int { return len(f.code) }

// Local is a parameter or a variable of a function.
type Local uint32

// Label is a place to branch to: the end of a block, or the beginning of a loop.
type Label int

// X is an expression: it writes code that pushes one value.
type X func(f *Func)

// Size returns how many bytes of code have been written.
func (f *Func) Size() int { return len(f.code) }

// Arg returns the i-th parameter.
func (f *Func) Arg(i int) Local { return Local(i) }

// Local makes a variable; it is 0 at first.
func (f *Func) Local(t Type) Local {
	f.locals = append(f.locals, t)
	return Local(len(f.params) + len(f.locals) - 1)
}

// body returns the encoded declarations of variables and the code. It inserts watch where a round
// begins of a loop that contains another loop or a call.
func (f *Func) body(watch []byte) []byte {
	type group struct {
		n int
		t Type
	}
	var groups []group
	for _, t := range f.locals {
		if k := len(groups) - 1; k >= 0 && groups[k].t == t {
			groups[k].n++
			continue
		}
		groups = append(groups, group{1, t})
	}
	b := make([]byte, 0, len(f.code)+len(f.rounds)*len(watch)+8+3*len(groups))
	b = binary.AppendUvarint(b, uint64(len(groups)))
	for _, g := range groups {
		b = binary.AppendUvarint(b, uint64(g.n))
		b = append(b, byte(g.t))
	}
	at := 0
	if len(watch) > 0 {
		order.Sort(f.rounds)
		for _, round := range f.rounds {
			b = append(append(b, f.code[at:round]...), watch...)
			at = round
		}
	}
	b = append(b, f.code[at:]...)
	return append(b, opEnd)
}

func (f *Func) byte(b ...byte)    { f.code = append(f.code, b...) }
func (f *Func) unsigned(n uint64) { f.code = binary.AppendUvarint(f.code, n) }
func (f *Func) signed(n int64)    { f.code = appendSigned(f.code, n) }

// emit writes an operator without operands in the code.
func (f *Func) emit(op Op) { f.byte(byte(op)) }

// Get pushes a variable.
func (f *Func) Get(l Local) { f.byte(opLocalGet); f.unsigned(uint64(l)) }

// Pop pops into a variable.
func (f *Func) Pop(l Local) { f.byte(opLocalSet); f.unsigned(uint64(l)) }

// Const32 and Const64 push a constant.
func (f *Func) Const32(n int32) { f.constant(I32, int64(n)) }

// Const64 pushes a constant.
func (f *Func) Const64(n int64) { f.constant(I64, n) }

func (f *Func) constant(t Type, n int64) {
	f.byte(byte(constOp[t]))
	from := len(f.code)
	f.signed(n)
	f.constants = append(f.constants, constant{from - 1, from, len(f.code), t, n, false})
}

// access writes an operator that reads or writes memory off bytes after an address, which the code
// before at pushes. It claims no alignment.
func (f *Func) access(op Op, at int, off uint32) {
	f.byte(byte(op), 0)
	from := len(f.code)
	f.unsigned(uint64(off))
	f.constants = append(f.constants, constant{at, from, len(f.code), I32, int64(off), true})
}

// Set evaluates an expression into a variable.
func (f *Func) Set(l Local, x X) { x(f); f.Pop(l) }

// SetGlobal evaluates an expression into a variable of the module.
func (f *Func) SetGlobal(g Global, x X) { x(f); f.byte(opGlobalSet); f.unsigned(uint64(g)) }

// Store writes a value off bytes after an address.
func (f *Func) Store(op Op, addr X, off uint32, value X) {
	addr(f)
	at := len(f.code)
	value(f)
	f.access(op, at, off)
}

// Do evaluates an expression that pushes nothing, such as a call without a result.
func (f *Func) Do(x X) { x(f) }

// Drop evaluates an expression and drops its value.
func (f *Func) Drop(x X) { x(f); f.byte(opDrop) }

// Return ends the function with a value.
func (f *Func) Return(x X) { x(f); f.byte(opReturn) }

// Leave ends a function without result.
func (f *Func) Leave() { f.byte(opReturn) }

// Unreachable marks a place that is never reached.
func (f *Func) Unreachable() { f.byte(opUnreachable) }

func (f *Func) structured(op byte, body func(l Label)) {
	f.byte(op, emptyBlock)
	f.depth++
	body(Label(f.depth))
	f.depth--
	f.byte(opEnd)
}

// Block writes code; a branch to its label continues after it.
func (f *Func) Block(body func(end Label)) { f.structured(opBlock, body) }

// Loop writes code; a branch to its label begins it again.
func (f *Func) Loop(body func(again Label)) {
	f.structured(opLoop, func(again Label) {
		at, before := len(f.code), f.long
		body(again)
		if f.long > before {
			f.rounds = append(f.rounds, at)
		}
		f.long++
	})
}

// While repeats code as long as a condition holds; a branch to end leaves it.
func (f *Func) While(cond X, body func(end Label)) {
	f.Block(func(end Label) {
		f.Loop(func(again Label) {
			f.BranchIf(end, Not32(cond))
			body(end)
			f.Branch(again)
		})
	})
}

// If writes code that runs if a condition holds, and code that runs otherwise.
func (f *Func) If(cond X, then func(), otherwise ...func()) {
	cond(f)
	f.byte(opIf, emptyBlock)
	f.depth++
	then()
	for _, e := range otherwise {
		f.byte(opElse)
		e()
	}
	f.depth--
	f.byte(opEnd)
}

// Branch continues at a label.
func (f *Func) Branch(l Label) { f.byte(opBr); f.unsigned(uint64(f.depth - int(l))) }

// BranchIf continues at a label if a condition holds.
func (f *Func) BranchIf(l Label, cond X) {
	cond(f)
	f.byte(opBrIf)
	f.unsigned(uint64(f.depth - int(l)))
}

// Switch runs the i-th of n cases for the value i of an expression, and nothing for any other
// value.
func (f *Func) Switch(x X, n int, body func(i int)) {
	if n == 1 {
		body(0)
		return
	}
	f.Block(func(end Label) {
		for range n {
			f.byte(opBlock, emptyBlock)
			f.depth++
		}
		x(f)
		f.byte(opBrTable)
		f.unsigned(uint64(n))
		for i := range n {
			f.unsigned(uint64(i))
		}
		f.unsigned(uint64(n))
		for i := range n {
			f.depth--
			f.byte(opEnd)
			body(i)
			f.Branch(end)
		}
	})
}

// C32 and C64 are constants.
func C32[N int | int32 | uint32](n N) X { return func(f *Func) { f.Const32(int32(n)) } }

// C64 is a constant.
func C64[N int | int64 | uint64](n N) X { return func(f *Func) { f.Const64(int64(n)) } }

// X returns the variable as an expression.
func (l Local) X(f *Func) { f.Get(l) }

// X returns the variable of the module as an expression.
func (g Global) X(f *Func) { f.byte(opGlobalGet); f.unsigned(uint64(g)) }

// Un applies an operator to an operand.
func Un(op Op, a X) X { return func(f *Func) { a(f); f.emit(op) } }

// Bin applies an operator to two operands.
func Bin(op Op, a, b X) X { return func(f *Func) { a(f); b(f); f.emit(op) } }

// Not32 is 1 for 0 and 0 for everything else.
func Not32(a X) X { return Un(i32Eqz, a) }

// Load reads a value off bytes after an address.
func Load(op Op, addr X, off uint32) X {
	return func(f *Func) { addr(f); f.access(op, len(f.code), off) }
}

// Select is a if cond is not 0, else b; both are evaluated.
func Select(a, b, cond X) X {
	return func(f *Func) { a(f); b(f); cond(f); f.byte(opSelect) }
}

// Call calls a function, which must be in the module.
func Call(g *Func, args ...X) X {
	return func(f *Func) {
		if !g.placed {
			panic("wasm: a call of a function that is in no module: " + g.name)
		}
		for _, a := range args {
			a(f)
		}
		f.byte(opCall)
		f.unsigned(uint64(g.index))
		f.calls = append(f.calls, g)
		f.long++
	}
}
