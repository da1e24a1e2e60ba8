// Package wasm writes WebAssembly modules of the core specification, version 1.0 and the
// sign-extension operators: the part that a compiler of integer code needs.
//
// A [Module] has functions; a [Func] is filled by operators that push on and pop from the stack of
// the machine, or from expressions ([X]) that do so when they are written. Control is structured:
// [Func.Block], [Func.Loop] and [Func.If] take the code inside as a Go function and hand it a
// [Label] to branch to.
package wasm

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
)

// Type is the type of a value.
type Type byte

// The types of values.
const (
	I32 Type = 0x7F
	I64 Type = 0x7E
)

// A signature is the type of a function, encoded.
type signature string

func signatureOf(params, results []Type) signature {
	b := []byte{0x60}
	for _, list := range [2][]Type{params, results} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, t := range list {
			b = append(b, byte(t))
		}
	}
	return signature(b)
}

// Module is a module under construction. Imports come before functions.
type Module struct {
	types   []signature
	imports []imported
	funcs   []*Func
	globals []global
	exports []export
	data    []segment
	customs []custom
	pages   uint32
	unique  map[string]*Func
	watch   []byte // see Watch
}

type imported struct {
	module, name string
	of           int
}

type global struct {
	t    Type
	init int64
}

type export struct {
	name  string
	kind  byte
	index uint32
}

type segment struct {
	at   uint32
	data []byte
}

type custom struct {
	name string
	data []byte
}

func (m *Module) typeOf(s signature) int {
	if i := slices.Index(m.types, s); i >= 0 {
		return i
	}
	m.types = append(m.types, s)
	return len(m.types) - 1
}

// Import declares a function of the host. It panics if the module already has a function of its
// own.
func (m *Module) Import(module, name string, params, results []Type) *Func {
	if len(m.funcs) > 0 {
		panic("wasm: an import after a function")
	}
	f := &Func{name: name, params: params, results: results, index: uint32(len(m.imports)),
		placed: true}
	m.imports = append(m.imports, imported{module, name, m.typeOf(signatureOf(params, results))})
	return f
}

// Func declares a function; its code is written afterward, and may call functions that are
// declared later.
func (m *Module) Func(name string, params, results []Type) *Func {
	f := NewFunc(name, params, results)
	m.place(f)
	return f
}

// NewFunc returns a function that is not in a module yet: see [Module.Add].
func NewFunc(name string, params, results []Type) *Func {
	return &Func{name: name, params: params, results: results}
}

// Add puts a written function into the module and returns it, or returns an equal one that the
// module already has.
func (m *Module) Add(f *Func) *Func {
	key := string(f.body(nil)) + string(signatureOf(f.params, f.results))
	if old, ok := m.unique[key]; ok {
		return old
	}
	if m.unique == nil {
		m.unique = map[string]*Func{}
	}
	m.unique[key] = f
	m.place(f)
	return f
}

func (m *Module) place(f *Func) {
	f.index = uint32(len(m.imports) + len(m.funcs))
	f.of = m.typeOf(signatureOf(f.params, f.results))
	f.placed = true
	m.funcs = append(m.funcs, f)
}

// Watch counts the rounds of all loops that contain other loops or calls: see [Func.Count]. So the
// host is called now and then, however long a call of the module takes.
func (m *Module) Watch(count Global, rest *Func) {
	f := NewFunc("", nil, nil)
	f.Count(count, rest)
	m.watch = f.code
}

// Count decrements count. At 0, count becomes what the function rest returns.
func (f *Func) Count(count Global, rest *Func) {
	f.SetGlobal(count, Bin(I32Sub, count.X, C32(1)))
	// not only at 0: the call of the host may have ended the one of the module
	f.If(Bin(i32LtS, count.X, C32(1)), func() { f.SetGlobal(count, Call(rest)) })
}

// Funcs returns how many functions of its own the module has.
func (m *Module) Funcs() int { return len(m.funcs) }

// Global declares a variable of the module.
func (m *Module) Global(t Type, init int64) Global {
	m.globals = append(m.globals, global{t, init})
	return Global(len(m.globals) - 1)
}

// Init sets the initial value of a variable.
func (m *Module) Init(g Global, value int64) { m.globals[g].init = value }

// Global is a variable of a module.
type Global uint32

// Export gives a function a name outside.
func (m *Module) Export(name string, f *Func) {
	m.exports = append(m.exports, export{name, functions, f.index})
}

// ExportGlobal gives a variable a name outside.
func (m *Module) ExportGlobal(name string, g Global) {
	m.exports = append(m.exports, export{name, globals, uint32(g)})
}

// Memory says how many bytes of memory there must be; it is exported as "memory".
func (m *Module) Memory(size uint32) { m.pages = (size + 1<<16 - 1) >> 16 }

// Data sets the initial contents of memory.
func (m *Module) Data(at uint32, data []byte) {
	if len(data) > 0 {
		m.data = append(m.data, segment{at, data})
	}
}

// Custom adds a section that machines ignore.
func (m *Module) Custom(name string, data []byte) {
	m.customs = append(m.customs, custom{name, data})
}

// What is imported or exported.
const (
	functions = 0
	memories  = 2
	globals   = 3
)

// The ids of sections.
const (
	secCustom   = 0
	secType     = 1
	secImport   = 2
	secFunction = 3
	secMemory   = 5
	secGlobal   = 6
	secExport   = 7
	secCode     = 10
	secData     = 11
)

// Encode returns the module in the binary format.
func (m *Module) Encode() []byte { return m.encode(m.exports, nil, false) }

// Part is [Module.Encode] with only those functions exported that keep chooses, and without the
// code that none of these needs. All variables have exports by number, such as "g0", so the memory
// and variables of a running part are all that an instance of another part needs to go on from
// there.
func (m *Module) Part(keep func(export string) bool) []byte {
	exports := m.kept(keep)
	for _, e := range m.exports {
		if e.kind != functions {
			exports = append(exports, e)
		}
	}
	for i := range m.globals {
		exports = append(exports, export{Numbered(i), globals, uint32(i)})
	}
	return m.encode(exports, m.reached(exports), false)
}

// Annex is the rest of a [Module.Part], or some of it: a module with the functions that keep
// chooses, which imports the memory and the variables of a running part under the name [Host].
func (m *Module) Annex(keep func(export string) bool) []byte {
	exports := m.kept(keep)
	return m.encode(exports, m.reached(exports), true)
}

// Size is how many bytes of code the functions need that keep chooses.
func (m *Module) Size(keep func(export string) bool) (n int) {
	for i, is := range m.reached(m.kept(keep)) {
		if is {
			n += m.funcs[i].Len()
		}
	}
	return n
}

// kept returns the exports of functions that keep chooses.
func (m *Module) kept(keep func(name string) bool) (list []export) {
	for _, e := range m.exports {
		if e.kind == functions && keep(e.name) {
			list = append(list, e)
		}
	}
	return list
}

// reached tells of each function whether exports need it.
func (m *Module) reached(exports []export) []bool {
	all := make([]bool, len(m.funcs))
	var reach func(index int)
	reach = func(index int) {
		if index < 0 || all[index] { // functions of the host come first
			return
		}
		all[index] = true
		for _, g := range m.funcs[index].calls {
			reach(int(g.index) - len(m.imports))
		}
	}
	for _, e := range exports {
		if e.kind == functions {
			reach(int(e.index) - len(m.imports))
		}
	}
	return all
}

// Numbered is the name by which [Module.Part] exports the i-th variable.
func Numbered(i int) string { return "g" + strconv.Itoa(i) }

// Host is the name by which an annex imports the memory and the variables of a part.
const Host = "game"

// encode writes the module with these exports. A function that is not reached has no code; nil:
// all are. An annex imports the memory and the variables.
func (m *Module) encode(exports []export, reached []bool, annex bool) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, n int, write func(b *bytes.Buffer)) {
		if n == 0 {
			return
		}
		var b bytes.Buffer
		b.Write(binary.AppendUvarint(nil, uint64(n)))
		write(&b)
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(b.Len()))
		out = append(out, b.Bytes()...)
	}
	number := func(b *bytes.Buffer, n uint64) {
		b.Write(binary.AppendUvarint(b.AvailableBuffer(), n))
	}
	text := func(b *bytes.Buffer, s string) { number(b, uint64(len(s))); b.WriteString(s) }

	section(secType, len(m.types), func(b *bytes.Buffer) {
		for _, t := range m.types {
			b.WriteString(string(t))
		}
	})
	shared, own := 0, 1 // memory and variables
	if annex {
		shared, own = 1, 0
	}
	section(secImport, len(m.imports)+shared*(1+len(m.globals)), func(b *bytes.Buffer) {
		for _, i := range m.imports {
			text(b, i.module)
			text(b, i.name)
			b.WriteByte(functions)
			number(b, uint64(i.of))
		}
		if !annex {
			return
		}
		text(b, Host)
		text(b, "memory")
		b.Write([]byte{memories, 0})
		number(b, uint64(m.pages))
		for i, g := range m.globals {
			text(b, Host)
			text(b, Numbered(i))
			b.Write([]byte{globals, byte(g.t), 1})
		}
	})
	section(secFunction, len(m.funcs), func(b *bytes.Buffer) {
		for _, f := range m.funcs {
			number(b, uint64(f.of))
		}
	})
	section(secMemory, own, func(b *bytes.Buffer) {
		b.WriteByte(0)
		number(b, uint64(m.pages))
	})
	section(secGlobal, own*len(m.globals), func(b *bytes.Buffer) {
		for _, g := range m.globals {
			b.Write([]byte{byte(g.t), 1})
			op := byte(opI32Const)
			if g.t == I64 {
				op = opI64Const
			}
			b.WriteByte(op)
			b.Write(appendSigned(nil, g.init))
			b.WriteByte(opEnd)
		}
	})
	section(secExport, own+len(exports), func(b *bytes.Buffer) {
		if !annex {
			text(b, "memory")
			b.Write([]byte{memories, 0})
		}
		for _, e := range exports {
			text(b, e.name)
			b.WriteByte(e.kind)
			number(b, uint64(e.index))
		}
	})
	section(secCode, len(m.funcs), func(b *bytes.Buffer) {
		for i, f := range m.funcs {
			body := []byte{0, opUnreachable, opEnd}
			if reached == nil || reached[i] {
				body = f.body(m.watch)
			}
			number(b, uint64(len(body)))
			b.Write(body)
		}
	})
	section(secData, own*len(m.data), func(b *bytes.Buffer) {
		for _, d := range m.data {
			b.Write([]byte{0, opI32Const})
			b.Write(appendSigned(nil, int64(int32(d.at))))
			b.WriteByte(opEnd)
			number(b, uint64(len(d.data)))
			b.Write(d.data)
		}
	})
	for _, c := range append([]custom{{"name", m.names()}}, m.customs...) {
		out = append(out, secCustom)
		out = binary.AppendUvarint(out,
			uint64(uvarintLen(uint64(len(c.name)))+len(c.name)+len(c.data)))
		out = binary.AppendUvarint(out, uint64(len(c.name)))
		out = append(out, c.name...)
		out = append(out, c.data...)
	}
	return out
}

// names returns the content of the custom section that names functions, for people who read the
// module.
func (m *Module) names() []byte {
	list := binary.AppendUvarint(nil, uint64(len(m.funcs)))
	for _, f := range m.funcs {
		list = binary.AppendUvarint(list, uint64(f.index))
		list = binary.AppendUvarint(list, uint64(len(f.name)))
		list = append(list, f.name...)
	}
	return append(binary.AppendUvarint([]byte{1}, uint64(len(list))), list...)
}

func uvarintLen(n uint64) int { return len(binary.AppendUvarint(nil, n)) }

// appendSigned appends a number in signed LEB128.
func appendSigned(b []byte, n int64) []byte {
	for {
		c := byte(n & 0x7F)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
