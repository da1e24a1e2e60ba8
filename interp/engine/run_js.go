package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"
	"weak"

	"boardgame/interp/compile"
	"boardgame/interp/compile/wasm"
)

// This file lets the browser run modules, through bridge.js, whose functions are imported here.
// run_wazero.go has the same types for all other systems. The memory of a module is separate from
// this program's memory; each access is a call of a few nanoseconds.

//go:wasmimport engine setup
func jsSetup(back unsafe.Pointer)

//go:wasmimport engine compile
func jsCompile(code unsafe.Pointer, n uint32) uint32

//go:wasmimport engine start
func jsStart(module, instance uint32, names unsafe.Pointer, n uint32) uint32

//go:wasmimport engine forget
func jsForget(thing uint32)

//go:wasmimport engine fault
func jsFault(to unsafe.Pointer, most uint32) uint32

//go:wasmimport engine find
func jsFind(instance uint32, name unsafe.Pointer, n uint32, types unsafe.Pointer, m uint32) uint32

//go:wasmimport engine call
func jsCall(f uint32, stack unsafe.Pointer) uint32

//go:wasmimport engine get
func jsGet(global uint32) uint64

//go:wasmimport engine set
func jsSet(global uint32, x uint64)

//go:wasmimport engine size
func jsSize(instance uint32) uint32

//go:wasmimport engine grow
func jsGrow(instance, pages uint32) uint32

//go:wasmimport engine get8
func jsGet8(instance, at uint32) uint32

//go:wasmimport engine get16
func jsGet16(instance, at uint32) uint32

//go:wasmimport engine get32
func jsGet32(instance, at uint32) uint32

//go:wasmimport engine put8
func jsPut8(instance, at, x uint32)

//go:wasmimport engine put16
func jsPut16(instance, at, x uint32)

//go:wasmimport engine put32
func jsPut32(instance, at, x uint32)

//go:wasmimport engine copy
func jsCopy(instance, dst, src, n uint32)

//go:wasmimport engine clear
func jsClear(instance, at, n uint32)

//go:wasmimport engine read
func jsRead(instance uint32, to unsafe.Pointer, at, n uint32)

// fault returns why the browser could not do something.
func fault() error {
	b := make([]byte, 512)
	return errors.New(string(b[:jsFault(unsafe.Pointer(&b[0]), uint32(len(b)))]))
}

// thing is an object that the browser keeps for this program until it is collected here.
type thing uint32

func keep(n uint32) *thing {
	t := thing(n)
	runtime.AddCleanup(&t, jsForget, n)
	return &t
}

// code is a module that can be started.
type code struct {
	module    *thing
	signature func(name string) (params, results []wasm.Type, ok bool)
}

// compileCode prepares the code of a module to run. Browsers themselves compile late.
func compileCode(_ context.Context, m *compile.Module, _ bool) (code, error) {
	n := jsCompile(unsafe.Pointer(&m.Code[0]), uint32(len(m.Code)))
	if n == 0 {
		return code{}, fault()
	}
	return code{keep(n), m.Signature}, nil
}

// Instances by number, for the functions of the evaluator.
var (
	instances = map[uint32]weak.Pointer[Instance]{}
	lastOne   uint32
)

// back is where those functions find their arguments and leave their result.
var back [8]uint64

// engineLeft calls a function of the evaluator for an instance. It returns 0 if that failed.
//
//go:wasmexport engineLeft
func engineLeft(instance, number uint32) (ok uint32) {
	in := instances[instance].Value()
	stack := back // since the evaluator may come back here
	defer func() {
		if r := recover(); r != nil {
			ok = 0
		}
	}()
	answer(in, fallbackFunctions[number].call, stack[:])
	back[0] = stack[0]
	return 1
}

// running is a module at work, with its own memory.
type running struct {
	code
	instance *thing
}

// Whole and Valued have nothing to do here.
func Whole(context.Context, *Program) error  { return nil }
func Valued(context.Context, *Program) error { return nil }

// widen and annex are for modules without random games or values, which are not made here.
func widen(*Instance, context.Context) bool { return false }
func annex(*Instance)                       {}

// start starts the module for an instance, which answers for what was left to the evaluator.
func (c code) start(in *Instance) (running, error) {
	in.ctx = context.Background()
	if lastOne == 0 {
		jsSetup(unsafe.Pointer(&back[0]))
	}
	lastOne++
	instances[lastOne] = weak.Make(in)
	runtime.AddCleanup(in, func(n uint32) { delete(instances, n) }, lastOne)
	var names []string
	for _, f := range fallbackFunctions {
		names = append(names, f.name)
	}
	text := strings.Join(names, ",")
	n := jsStart(uint32(*c.module), lastOne, unsafe.Pointer(unsafe.StringData(text)),
		uint32(len(text)))
	if n == 0 {
		return running{}, fault()
	}
	return running{c, keep(n)}, nil
}

// find returns an export of the module; nil if none has that name.
func (r running) find(name, types string) *thing {
	n := jsFind(uint32(*r.instance), unsafe.Pointer(unsafe.StringData(name)), uint32(len(name)),
		unsafe.Pointer(unsafe.StringData(types)), uint32(len(types)))
	if n == 0 {
		return nil
	}
	return keep(n)
}

func (r running) function(name string) function {
	params, results, ok := r.signature(name)
	if !ok {
		return nil
	}
	types := func(list []wasm.Type) string {
		text := ""
		for _, t := range list {
			text += map[wasm.Type]string{wasm.I32: "i", wasm.I64: "I"}[t]
		}
		return text
	}
	return &export{r.find(name, types(params)+">"+types(results))}
}

func (r running) global(name string) global {
	if g := r.find(name, ">"); g != nil {
		return &export{g}
	}
	return nil
}

// grow adds pages of 64 KB to the memory; call [running.memory] again afterward.
func (r running) grow(pages uint32) bool { return jsGrow(uint32(*r.instance), pages) != 0 }

func (r running) memory() memory { return memory(*r.instance) }

// function and global are exports of a module; nil if it has none of that name.
type (
	function = *export
	global   = *export
)

type export struct{ *thing }

// CallWithStack calls the function with arguments from the stack, and leaves the result there.
func (e *export) CallWithStack(_ context.Context, stack []uint64) error {
	if jsCall(uint32(*e.thing), unsafe.Pointer(&stack[0])) == 0 {
		return fmt.Errorf("the module stopped: %w", fault())
	}
	return nil
}

// Get returns the value of a variable.
func (e *export) Get() uint64 { return jsGet(uint32(*e.thing)) }

func set(g global, x uint64) { jsSet(uint32(*g.thing), x) }

// memory is the memory of a running module, by the number of its instance.
type memory uint32

func (m memory) size() uint32           { return jsSize(uint32(m)) }
func (m memory) get8(at uint32) uint8   { return uint8(jsGet8(uint32(m), at)) }
func (m memory) get16(at uint32) uint16 { return uint16(jsGet16(uint32(m), at)) }
func (m memory) get32(at uint32) uint32 { return jsGet32(uint32(m), at) }

func (m memory) get64(at uint32) uint64 {
	return uint64(m.get32(at)) | uint64(m.get32(at+4))<<32
}

func (m memory) put8(at uint32, x uint8)   { jsPut8(uint32(m), at, uint32(x)) }
func (m memory) put16(at uint32, x uint16) { jsPut16(uint32(m), at, uint32(x)) }
func (m memory) put32(at uint32, x uint32) { jsPut32(uint32(m), at, x) }

func (m memory) put64(at uint32, x uint64) {
	m.put32(at, uint32(x))
	m.put32(at+4, uint32(x>>32))
}

// clear sets n bytes to zero, copy copies bytes within the memory, read and write copy all of b
// from and to it, and peek returns a copy.
func (m memory) clear(at, n uint32)      { jsClear(uint32(m), at, n) }
func (m memory) copy(dst, src, n uint32) { jsCopy(uint32(m), dst, src, n) }

func (m memory) read(at uint32, b []byte) {
	if len(b) > 0 {
		jsRead(uint32(m), unsafe.Pointer(&b[0]), at, uint32(len(b)))
	}
}

func (m memory) peek(at, n uint32) []byte {
	b := make([]byte, n)
	m.read(at, b)
	return b
}

func (m memory) write(at uint32, b []byte) {
	i := 0
	for ; i+4 <= len(b); i += 4 {
		m.put32(at+uint32(i), binary.LittleEndian.Uint32(b[i:]))
	}
	for ; i < len(b); i++ {
		m.put8(at+uint32(i), b[i])
	}
}
