package wasm_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	w "boardgame/interp/compile/wasm"
)

// run instantiates a module and calls a function of it.
func run(t *testing.T, m *w.Module, name string, args ...uint64) []uint64 {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	in, err := r.Instantiate(ctx, m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	out, err := in.ExportedFunction(name).Call(ctx, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sum adds the numbers from 1 to its argument, but for multiples of three.
func sum() *w.Module {
	m := &w.Module{}
	f := m.Func("sum to", []w.Type{w.I64}, []w.Type{w.I64})
	n, total := f.Arg(0), f.Local(w.I64)
	f.While(w.Bin(w.I64GtS, n.X, w.C64(0)), func(w.Label) {
		f.If(w.Bin(w.I64Ne, w.Bin(w.I64RemS, n.X, w.C64(3)), w.C64(0)), func() {
			f.Set(total, w.Bin(w.I64Add, total.X, n.X))
		})
		f.Set(n, w.Bin(w.I64Sub, n.X, w.C64(1)))
	})
	total.X(f)
	m.Export("sum", f)
	m.Memory(1)
	m.Data(16, []byte("tables"))
	return m
}

func TestStructuredControl(t *testing.T) {
	if got := run(t, sum(), "sum", 10)[0]; got != 1+2+4+5+7+8+10 {
		t.Errorf("the sum is %d", got)
	}
}

func TestConstantsOfAllSizes(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 63, 64, -64, -65, 127, 128, 1 << 31, -1 << 31,
		math.MaxInt64, math.MinInt64, 1 << 62} {
		m := &w.Module{}
		f := m.Func("it", nil, []w.Type{w.I64})
		f.Const64(n)
		m.Export("it", f)
		if got := int64(run(t, m, "it")[0]); got != n {
			t.Errorf("%d comes out as %d", n, got)
		}
	}
}

func TestSwitch(t *testing.T) {
	m := &w.Module{}
	f := m.Func("pick", []w.Type{w.I32}, []w.Type{w.I32})
	f.Switch(f.Arg(0).X, 3, func(i int) { f.Return(w.C32(10 * (i + 1))) })
	f.Const32(99)
	m.Export("pick", f)
	for i, want := range []uint64{10, 20, 30, 99, 99} {
		if got := run(t, m, "pick", uint64(i))[0]; got != want {
			t.Errorf("case %d gives %d, want %d", i, got, want)
		}
	}
}

// Equal functions are one.
func TestAdd(t *testing.T) {
	m := &w.Module{}
	var list []*w.Func
	for range 2 {
		f := w.NewFunc("seven", nil, []w.Type{w.I32})
		f.Const32(7)
		list = append(list, m.Add(f))
	}
	if list[0] != list[1] || m.Funcs() != 1 {
		t.Errorf("%d functions", m.Funcs())
	}
}

// Functions that differ only in constants, even of different lengths, share their code: here, in
// more constants than are passed, of which most differ by the same number, and in places in memory.
// Their results stay the same, even if one calls another and if their rounds are counted.
func TestShare(t *testing.T) {
	made := func() *w.Module {
		m := &w.Module{}
		rest := m.Func("rest", nil, []w.Type{w.I32})
		rest.Const32(1)
		nothing := m.Func("nothing", nil, nil)
		count := m.Global(w.I32, 5)
		params := []w.Type{w.I64, w.I32}
		var inner *w.Func
		for i, k := range []int64{3, 1 << 40, -9, 3} {
			f := m.Func("f", params, []w.Type{w.I64})
			n, total := f.Arg(0), f.Local(w.I64)
			f.While(w.Bin(w.I64GtS, n.X, w.C64(0)), func(w.Label) {
				f.Set(total, w.Bin(w.I64Add, total.X, w.C64(k)))
				f.If(f.Arg(1).X, func() { f.Do(w.Call(nothing)) })
				for k := range 20 {
					f.Set(total, w.Bin(w.I64Add, w.Bin(w.I64Mul, total.X, w.C64(3)),
						w.Un(w.I64ExtendI32U, w.C32(100*i+k))))
				}
				at := uint32(256 - 8*i)
				f.Store(w.I64Store, w.C32(16), at, w.Bin(w.I64Add, total.X,
					w.Load(w.I64Load, w.Un(w.I32WrapI64, w.Load(w.I64Load, w.C32(8), at)), at+8)))
				f.Set(total, w.Load(w.I64Load, w.C32(16), at))
				f.Store(w.I64Store, w.C32(512), at, w.C64(k)) // a value that begins with a constant
				f.Set(total, w.Bin(w.I64Add, total.X, w.Load(w.I64Load, w.C32(512), at)))
				f.Set(n, w.Bin(w.I64Sub, n.X, w.C64(1)))
			})
			total.X(f)
			m.Export(string(rune('a'+i)), f)
			inner = f
		}
		sum := m.Func("sum", params, []w.Type{w.I64})
		w.Bin(w.I64Add, w.Call(inner, sum.Arg(0).X, sum.Arg(1).X), w.C64(1))(sum)
		m.Export("sum", sum)
		m.Watch(count, rest)
		m.Memory(1)
		return m
	}
	plain, shared := made(), made()
	size := len(shared.Encode())
	shared.Share(1)
	if n := shared.Funcs(); n != plain.Funcs()+1 {
		t.Errorf("%d functions", n)
	}
	if n := len(shared.Encode()); n >= size {
		t.Errorf("%d bytes, and %d before", n, size)
	}
	for _, name := range []string{"a", "b", "c", "d", "sum"} {
		want, got := run(t, plain, name, 7, 1)[0], run(t, shared, name, 7, 1)[0]
		if got != want || got == 0 {
			t.Errorf("%s is %d, not %d", name, got, want)
		}
	}
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := w.Text(&b, sum().Encode()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"(func $0;sum-to (param i64) (result i64)", "(local i64 × 1)", "\n      loop\n",
		"i64.rem_s", "br_if 1",
		`(export "sum" (func $0;sum-to))`, "(data (i32.const 16) 6 bytes)",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	for _, bytes := range [][]byte{nil, []byte("\x00asm"), append(sum().Encode(), 3, 200),
		[]byte("\x00asm\x01\x00\x00\x00\x0a\x05\x01\x03\x00\xFF\x0b")} {
		if err := w.Text(&b, bytes); err != w.ErrModule {
			t.Errorf("%q gives the error %v", bytes, err)
		}
	}
}
