package wasm

import (
	"bytes"
	"slices"
)

// constant is the place of a constant in the code of a function: its operand is code[from:to].
type constant struct {
	from, to int
	t        Type
}

// mostShared is how many constants may differ between functions that share their code.
const mostShared = 8

// Share merges the code of functions of at least this many bytes if it differs only in a few
// constants. What remains of each function passes its constants in variables of the module. Call
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
		values [][]byte // the operands, by function
	}
	var variables []*variable
	used := map[Type]int{}
	of := map[string]*variable{} // by type and values
	at := make([]*variable, len(f.constants))
	shared := NewFunc(f.name, f.params, f.results)
	shared.locals = slices.Clone(f.locals)
	for k, c := range f.constants {
		var values [][]byte
		differ := false
		for _, g := range list {
			values = append(values, g.code[g.constants[k].from:g.constants[k].to])
			differ = differ || !bytes.Equal(values[0], values[len(values)-1])
		}
		if !differ {
			continue
		}
		key := string(c.t) + string(bytes.Join(values, nil)) // an operand says where it ends
		if of[key] == nil {
			if len(variables) == mostShared {
				return
			}
			if used[c.t] == len(passed[c.t]) {
				passed[c.t] = append(passed[c.t], m.Global(c.t, 0))
			}
			of[key] = &variable{shared.Local(c.t), passed[c.t][used[c.t]], values}
			used[c.t]++
			variables = append(variables, of[key])
		}
		at[k] = of[key]
	}
	// The code may lead to calls of itself with other constants, so it copies its own first.
	for _, v := range variables {
		shared.Set(v.Local, v.Global.X)
	}
	from := 0
	rounds := slices.Sorted(slices.Values(f.rounds))
	upTo := func(to int) {
		for ; len(rounds) > 0 && rounds[0] <= to; rounds = rounds[1:] {
			shared.rounds = append(shared.rounds, len(shared.code)+rounds[0]-from)
		}
		shared.byte(f.code[from:to]...)
		from = to
	}
	for k, v := range at {
		if v != nil {
			upTo(f.constants[k].from - 1)
			shared.Get(v.Local)
			from = f.constants[k].to
		}
	}
	upTo(len(f.code))
	m.place(shared)
	for i, g := range list {
		values := make([][]byte, len(variables))
		for k, v := range variables {
			values[k] = slices.Clone(v.values[i])
		}
		g.code, g.locals, g.rounds, g.constants = nil, nil, nil, nil
		for k, v := range variables {
			g.SetGlobal(v.Global, func(f *Func) {
				f.byte(byte(constOp[shared.typeOf(v.Local)]))
				f.byte(values[k]...)
			})
		}
		args := make([]X, len(g.params))
		for k := range args {
			args[k] = g.Arg(k).X
		}
		g.Do(Call(shared, args...))
	}
}

var constOp = map[Type]Op{I32: opI32Const, I64: opI64Const}

func (f *Func) typeOf(l Local) Type { return f.locals[int(l)-len(f.params)] }
