//go:build !js

package engine

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"boardgame/interp/compile"
	"boardgame/interp/compile/wasm"
)

// This file lets wazero run modules. run_js.go has the same types for browsers.

// code is a module that can be started. Some of it may be compiled later.
type code struct {
	wazero.CompiledModule
	whole  *lateCode // instead of this, with random games; nil: this has them
	values *lateCode // beside this, for the values of the rules; nil: this has them
}

// lateCode is code that is compiled when it is first needed.
type lateCode struct {
	sync.Mutex
	made   wazero.CompiledModule // nil: not yet
	module *compile.Module
	text   func() []byte
}

// running is a module at work, with its own memory, of so many bytes.
type running struct {
	api.Module
	size    *atomic.Int64
	annexed *atomic.Pointer[api.Module] // computes the values; nil: this does, or none was asked for
	cleanup runtime.Cleanup             // closes it with its instance
}

// held is how many bytes all modules have.
var held atomic.Int64

// Held returns about how many bytes the engines of this process hold: the memory of instances, and
// the code of programs.
func Held() int64 { return held.Load() }

// machine is about how many bytes of machine code one of a module becomes, with what wazero knows
// about it.
const machine = 8

// function and global are exports of a module; nil if it has none of that name.
type (
	function = api.Function
	global   = api.Global
)

func set(g global, x uint64) { g.(api.MutableGlobal).Set(x) }

// compileCode prepares the code of a module to run. If it is late, random games and values are
// compiled only if they are asked for, since wazero often takes longer than all else from the
// rules to a position. Values run beside the rest, so nothing is compiled twice for them. Random
// games would be up to 9% slower there, since memory is reached by one more pointer; so they come
// with all that plays the game.
func compileCode(ctx context.Context, m *compile.Module, late bool) (code, error) {
	if !late {
		c, err := compileBytes(ctx, m, m.Code)
		return code{c, nil, nil}, err
	}
	playing := func(export string) bool { return !isValue(export) }
	small := func(export string) bool { return playing(export) && export != randomGames }
	var later code
	if slices.Contains(m.Values, true) {
		later.values = &lateCode{module: m, text: func() []byte { return m.Annex(isValue) }}
	}
	first := playing
	if float64(m.Size(small)) < mostLeft*float64(m.Size(playing)) {
		later.whole = &lateCode{module: m, text: func() []byte { return m.Part(playing) }}
		first = small
	}
	var err error
	later.CompiledModule, err = compileBytes(ctx, m, m.Part(first))
	return later, err
}

// randomGames is the export that plays them.
const randomGames = "playout"

// isValue reports whether an export computes a value of the rules.
func isValue(export string) bool { return strings.HasPrefix(export, "value") }

// mostLeft is how much of the code may be left without random games so that it is worth compiling
// alone: a caller that asks for them later compiles it twice.
const mostLeft = 2. / 3

// compileBytes compiles code of a module, for as long as the module is in use.
func compileBytes(ctx context.Context, m *compile.Module, text []byte) (wazero.CompiledModule,
	error) {
	if ctx.Done() != nil && len(text) >= large {
		// wazero checks the context between two functions only if there are several workers.
		ctx = experimental.WithCompilationWorkers(ctx, 2)
	}
	c, err := host().CompileModule(ctx, text)
	if err == nil {
		bytes := machine * int64(len(text))
		held.Add(bytes)
		runtime.AddCleanup(m, func(c wazero.CompiledModule) {
			c.Close(context.Background())
			held.Add(-bytes)
		}, c)
	}
	return c, err
}

// get compiles the code, unless that has been done.
func (l *lateCode) get(ctx context.Context) (wazero.CompiledModule, error) {
	l.Lock()
	defer l.Unlock()
	if l.made != nil {
		return l.made, nil
	}
	c, err := compileBytes(ctx, l.module, l.text())
	if err == nil {
		l.made = c
	}
	return c, err
}

// Whole compiles what only random games need, where [ForPlay] left that for later; without it, the
// first random game waits for it. The error is that of the context, or the game is too large.
func Whole(ctx context.Context, p *Program) error { return prepare(ctx, p.code.whole) }

// Valued compiles the values of the rules, where [ForPlay] left them for later; without it, the
// first value waits for them. The error is that of the context, or the values are too large.
func Valued(ctx context.Context, p *Program) error { return prepare(ctx, p.code.values) }

func prepare(ctx context.Context, l *lateCode) error {
	if l == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	_, err := l.get(ctx)
	return err
}

// widen lets an instance go on with the whole module; it reports false if the context ends first.
func widen(in *Instance, ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	all, err := in.p.code.whole.get(ctx)
	if ctx.Err() != nil && err != nil {
		return false
	}
	old := in.run
	var r running
	if err == nil {
		r, err = code{CompiledModule: all}.start(in)
	}
	if err != nil {
		panic(fmt.Errorf("%w: %v", ErrRoom, err))
	}
	if !r.grow((old.Memory().Size() - r.Memory().Size()) >> 16) {
		r.end()
		panic(ErrRoom)
	}
	copy(r.memory(), old.memory())
	for i := 0; ; i++ {
		name := wasm.Numbered(i)
		g := r.global(name)
		if g == nil {
			break
		}
		set(g, old.global(name).Get())
	}
	bind(in, r)
	old.end()
	return true
}

// annex lets an instance compute values, in a module that shares its memory and variables.
func annex(in *Instance) {
	c, err := in.p.code.values.get(in.ctx)
	if err != nil {
		panic(fmt.Errorf("%w: %v", ErrRoom, err))
	}
	ctx := experimental.WithImportResolver(in.ctx, func(name string) api.Module {
		if name == wasm.Host {
			return in.run.Module
		}
		return nil
	})
	m, err := instantiate(ctx, c)
	if err != nil {
		panic(fmt.Errorf("%w: %v", ErrRoom, err))
	}
	in.run.annexed.Store(&m)
	bindValues(in, running{Module: m})
}

// end closes a module before its instance is collected, and lets go of its memory.
func (r running) end() {
	r.cleanup.Stop()
	r.close()
}

func (r running) close() {
	if m := r.annexed.Load(); m != nil {
		(*m).Close(context.Background())
	}
	r.Close(context.Background())
	held.Add(-r.size.Load())
}

// large is the length in bytes above which compiling a module takes longer than callers should wait
// after the context has ended, some 20 ms.
const large = 1 << 17

// start starts the module for an instance, which answers for what was left to the evaluator.
func (c code) start(in *Instance) (running, error) {
	in.ctx = context.WithValue(context.Background(), instanceKey{}, in)
	compiled := c.CompiledModule
	if c.whole != nil {
		c.whole.Lock()
		if c.whole.made != nil {
			compiled = c.whole.made
		}
		c.whole.Unlock()
	}
	m, err := instantiate(in.ctx, compiled)
	if err != nil {
		return running{}, err
	}
	r := running{Module: m, size: &atomic.Int64{}, annexed: &atomic.Pointer[api.Module]{}}
	r.holds(int64(m.Memory().Size()))
	r.cleanup = runtime.AddCleanup(in, running.close, r)
	return r, nil
}

func instantiate(ctx context.Context, c wazero.CompiledModule) (api.Module, error) {
	if len(c.ImportedFunctions()) > 0 {
		imports()
	}
	return host().InstantiateModule(ctx, c, wazero.NewModuleConfig().WithName(""))
}

// holds counts more bytes.
func (r running) holds(more int64) {
	r.size.Add(more)
	held.Add(more)
}

func (r running) function(name string) function { return r.ExportedFunction(name) }

func (r running) global(name string) global { return r.ExportedGlobal(name) }

// grow adds pages of 64 KB to the memory; call [running.memory] again afterward.
func (r running) grow(pages uint32) bool {
	_, ok := r.Memory().Grow(pages)
	if ok {
		r.holds(int64(pages) << 16)
	}
	return ok
}

func (r running) memory() memory {
	m := r.Memory()
	b, _ := m.Read(0, m.Size())
	return b
}

// host returns the runtime for modules.
var host = sync.OnceValue(func() wazero.Runtime {
	return wazero.NewRuntimeWithConfig(context.Background(),
		wazero.NewRuntimeConfig().WithDebugInfoEnabled(false))
})

// imports makes the functions that modules may import; most import none.
var imports = sync.OnceFunc(func() {
	ctx := context.Background()
	types := func(list []wasm.Type) []api.ValueType {
		of := map[wasm.Type]api.ValueType{wasm.I32: api.ValueTypeI32, wasm.I64: api.ValueTypeI64}
		all := []api.ValueType{}
		for _, t := range list {
			all = append(all, of[t])
		}
		return all
	}
	b := host().NewHostModuleBuilder("evaluator")
	for _, f := range fallbackFunctions {
		b.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(ctx context.Context, stack []uint64) {
			answer(ctx.Value(instanceKey{}).(*Instance), f.call, stack)
		}), types(f.params), types(f.results)).Export(f.name)
	}
	if _, err := b.Instantiate(ctx); err != nil {
		panic(err) // a bug: the functions are always the same
	}
})

type instanceKey struct{}

// memory is the memory of a running module.
type memory []byte

func (m memory) size() uint32            { return uint32(len(m)) }
func (m memory) get8(at uint32) uint8    { return m[at] }
func (m memory) get16(at uint32) uint16  { return binary.LittleEndian.Uint16(m[at:]) }
func (m memory) get32(at uint32) uint32  { return binary.LittleEndian.Uint32(m[at:]) }
func (m memory) get64(at uint32) uint64  { return binary.LittleEndian.Uint64(m[at:]) }
func (m memory) put8(at uint32, x uint8) { m[at] = x }

func (m memory) put16(at uint32, x uint16) { binary.LittleEndian.PutUint16(m[at:], x) }
func (m memory) put32(at uint32, x uint32) { binary.LittleEndian.PutUint32(m[at:], x) }
func (m memory) put64(at uint32, x uint64) { binary.LittleEndian.PutUint64(m[at:], x) }

// clear sets n bytes to zero, copy copies bytes within the memory, read and write copy all of b
// from and to it, and peek returns the bytes themselves, not a copy.
func (m memory) clear(at, n uint32)        { clear(m[at : at+n]) }
func (m memory) copy(dst, src, n uint32)   { copy(m[dst:dst+n], m[src:src+n]) }
func (m memory) read(at uint32, b []byte)  { copy(b, m[at:]) }
func (m memory) write(at uint32, b []byte) { copy(m[at:], b) }
func (m memory) peek(at, n uint32) []byte  { return m[at : at+n] }
