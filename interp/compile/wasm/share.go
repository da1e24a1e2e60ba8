package wasm

import (
	"bytes"
	"slices"

	"boardgame/dsl/order"
)

// constant is a constant in the code of a function, whose operand is code[from:to]. At is where it
// is pushed or, if it is the offset of an access to memory, where the address is on the stack.
type constant struct {
	at, from, to int
	t            Type
	n            int64
	access       bool
}

// mostShared is in how many ways constants may differ between functions that share their code.
const mostShared = 8

// Share merges the code of functions of at least this many bytes if it differs only in constants,
// including offsets in memory, and only by a few numbers: constants that differ by the same number
// count once. What remains of each function passes these numbers in variables of the module. Call
// Share when all functions are written.
func (m *Module) Share(least int) {
	alike := map[string][]*Func{}
	var shapes []string
	for _, f := range m.funcs {
		if len(f.code) < least {
			continue
		}
		shape := f.shape()
		if alike[shape] == nil {
			shapes = append(shapes, shape)
		}
		alike[shape] = append(alike[shape], f)
	}
	passed := map[Type][]Global{} // the variables that pass constants
	for _, shape := range shapes {
		if list := alike[shape]; len(list) > 1 {
			m.share(list, passed)
		}
	}
}

// shape returns what functions that can share their code have in common.
func (f *Func) shape() string {
	var b bytes.Buffer
	b.WriteString(string(signatureOf(f.params, f.results)))
	for _, t := range f.locals {
		b.WriteByte(byte(t))
	}
	at := 0
	for _, c := range f.constants {
		b.Write(f.code[at:c.from])
		at = c.to
	}
	b.Write(f.code[at:])
	return b.String()
}

// share moves the code of functions of one shape to a new function, unless too much differs.
func (m *Module) share(list []*Func, passed map[Type][]Global) {
	f := list[0]
	type variable struct {
		Local
		Global
		t      Type
		values []int64 // by function: how much a constant exceeds its least value
		least  int64
		whole  bool // the constants have one least value: the variable holds them whole
	}
	var variables []*variable
	of := map[string]*variable{} // by type and values
	at := make([]*variable, len(f.constants))
	var key []byte
	for k, c := range f.constants {
		least := c.n
		for _, g := range list {
			least = min(least, g.constants[k].n)
		}
		values := make([]int64, len(list))
		differ := false
		key = append(key[:0], byte(c.t))
		for i, g := range list {
			values[i] = g.constants[k].n - least
			differ = differ || values[i] != values[0]
			key = appendSigned(key, values[i])
		}
		if !differ {
			continue
		}
		v := of[string(key)]
		if v == nil {
			if len(variables) == mostShared {
				return
			}
			v = &variable{t: c.t, values: values, least: least, whole: true}
			of[string(key)] = v
			variables = append(variables, v)
		}
		v.whole = v.whole && !c.access && v.least == least
		at[k] = v
	}
	shared := NewFunc(f.name, f.params, f.results)
	shared.locals, shared.calls = slices.Clone(f.locals), f.calls
	used := map[Type]int{}
	for _, v := range variables {
		if used[v.t] == len(passed[v.t]) {
			passed[v.t] = append(passed[v.t], m.Global(v.t, 0))
		}
		v.Local, v.Global = shared.Local(v.t), passed[v.t][used[v.t]]
		used[v.t]++
		// The code may lead to calls of itself with other constants, so it copies its own first.
		shared.Set(v.Local, v.Global.X)
	}
	from := 0
	rounds := order.Sorted(slices.Values(f.rounds))
	upTo := func(to int) {
		for ; len(rounds) > 0 && rounds[0] <= to; rounds = rounds[1:] {
			shared.rounds = append(shared.rounds, len(shared.code)+rounds[0]-from)
		}
		shared.byte(f.code[from:to]...)
		from = to
	}
	type edit struct {
		from, to int
		write    func()
	}
	var edits []edit
	for k, c := range f.constants {
		v := at[k]
		if v == nil {
			continue
		}
		least := c.n - v.values[0]
		if c.access {
			edits = append(edits, edit{c.at, c.at, func() { shared.Get(v.Local); shared.emit(I32Add) }},
				edit{c.from, c.to, func() { shared.unsigned(uint64(least)) }})
			continue
		}
		edits = append(edits, edit{c.at, c.to, func() {
			shared.Get(v.Local)
			if !v.whole {
				shared.constant(c.t, least)
				shared.emit(addOp[c.t])
			}
		}})
	}
	// The value that an access stores may contain others, and begin with one: what is put before it
	// comes first.
	order.SortStableFunc(edits, func(a, b edit) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return a.to - b.to
	})
	for _, e := range edits {
		upTo(e.from)
		e.write()
		from = e.to
	}
	upTo(len(f.code))
	m.place(shared)
	for i, g := range list {
		g.code, g.locals, g.rounds, g.constants, g.calls = nil, nil, nil, nil, nil
		for _, v := range variables {
			n := v.values[i]
			if v.whole {
				n += v.least
			}
			g.SetGlobal(v.Global, func(f *Func) {
				if v.t == I32 {
					n = int64(int32(n))
				}
				f.constant(v.t, n)
			})
		}
		args := make([]X, len(g.params))
		for k := range args {
			args[k] = g.Arg(k).X
		}
		g.Do(Call(shared, args...))
	}
}

var (
	constOp = map[Type]Op{I32: opI32Const, I64: opI64Const}
	addOp   = map[Type]Op{I32: I32Add, I64: I64Add}
)
