package lower

import (
	"encoding/binary"
	"math"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// The fixed addresses in the memory of a module. After them come what runtime.place lays out, the
// tables, and the positions.
const (
	MemScores = ScoresAt // what a sentence compares, or `with least` and `with most`: 16 numbers
	// what the turns that begin with a step of the last search must reach: aimSize bytes
	MemAim  = 192
	MemFree = 0x400 // the rest
)

// UnitOf is a module under construction, and what its functions share.
type UnitOf struct {
	B       *programs.Program
	M       *w.Module
	Data    []byte // the tables
	Tables  uint32 // where they are
	at      map[string]uint32
	spans   map[*graph.Node][2]int64
	helpers map[string]*w.Func
	lined   map[*graph.Node]bound // see lone.go
	changes map[string]*w.Func    // by what they change: see callChanges
	Sp      w.Global              // the top of the stack in memory
}

func NewUnitOf(b *programs.Program) *UnitOf {
	return &UnitOf{B: b, M: &w.Module{}, at: map[string]uint32{}, spans: map[*graph.Node][2]int64{},
		lined:   map[*graph.Node]bound{},
		helpers: map[string]*w.Func{}, changes: map[string]*w.Func{}}
}

// put adds bytes to the tables and returns where they are.
func (u *UnitOf) put(b []byte) uint32 {
	key := string(b)
	at, ok := u.at[key]
	if !ok {
		at = u.Tables + uint32(len(u.Data))
		u.at[key] = at
		u.Data = append(u.Data, b...)
		for len(u.Data)%8 != 0 {
			u.Data = append(u.Data, 0)
		}
	}
	return at
}

// Room returns the address of so many bytes that nothing else uses. They are 0 at first.
func (u *UnitOf) Room(bytes int) uint32 {
	at := u.Tables + uint32(len(u.Data))
	u.Data = append(u.Data, make([]byte, (bytes+7)&^7)...)
	return at
}

// TableOf puts sets into memory, with as many words as any of them needs.
func (u *UnitOf) TableOf(sets []layout.Bits) table {
	stride := 1
	for i := range sets {
		stride = max(stride, layout.Words(&sets[i]))
	}
	b := make([]byte, 0, 8*stride*len(sets))
	for i := range sets {
		for _, x := range sets[i][:stride] {
			b = binary.LittleEndian.AppendUint64(b, x)
		}
	}
	return table{u.put(b), stride}
}

func (u *UnitOf) setTable(k int) table { return u.TableOf(u.B.Graph.Tables[k]) }

func (u *UnitOf) NumbersTable(values []int64) uint32 {
	b := make([]byte, 0, 8*len(values))
	for _, x := range values {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	return u.put(b)
}

func (u *UnitOf) BytesTable(values []byte) uint32 { return u.put(append([]byte(nil), values...)) }

// FieldAt and numberOf return where a set and a number of a position are, counted from its address.
func (u *UnitOf) FieldAt(i int) uint32 { return u.B.FieldAt[i] }

func (u *UnitOf) NumberOf(i int) uint32 { return HeadSize + 8*uint32(i) }

// helper returns a function of arithmetic, which is added to the module on first use.
func (u *UnitOf) helper(name string) *w.Func {
	f, ok := u.helpers[name]
	if ok {
		return f
	}
	f = w.NewFunc(name, []w.Type{w.I64, w.I64}, []w.Type{w.I64})
	a, b := f.Arg(0), f.Arg(1)
	limit := func(negative w.X) w.X {
		return w.Select(w.C64(math.MinInt64), w.C64(math.MaxInt64),
			negative)
	}
	minus := func(x w.Local) w.X {
		return w.Select(w.C64(math.MaxInt64), w.Bin(w.I64Sub, w.C64(0), x.X),
			w.Bin(w.I64Eq, x.X, w.C64(math.MinInt64)))
	}
	switch name {
	case "mul":
		s := f.Local(w.I64)
		f.If(w.Bin(w.I32Or, w.Un(w.I64Eqz, a.X), w.Un(w.I64Eqz, b.X)),
			func() { f.Return(w.C64(0)) })
		f.Set(s, w.Bin(w.I64Mul, a.X, b.X))
		negative := w.Bin(w.I64LtS, w.Bin(w.I64Xor, a.X, b.X), w.C64(0))
		least := w.C64(math.MinInt64)
		minus := w.C64(-1)
		// s / b fails for the least number and -1; neither product fits.
		f.If(w.Bin(w.I32Or,
			w.Bin(w.I32And, w.Bin(w.I64Eq, a.X, least), w.Bin(w.I64Eq, b.X, minus)),
			w.Bin(w.I32And, w.Bin(w.I64Eq, b.X, least), w.Bin(w.I64Eq, a.X, minus))),
			func() { f.Return(w.C64(math.MaxInt64)) })
		f.If(w.Bin(w.I64Eq, b.X, minus), func() { f.Return(s.X) })
		f.If(w.Bin(w.I64Ne, w.Bin(w.I64DivS, s.X, b.X), a.X), func() { f.Return(limit(negative)) })
		s.X(f)
	case "div":
		f.If(w.Un(w.I64Eqz, b.X), func() { f.Return(w.C64(0)) })
		f.If(w.Bin(w.I64Eq, b.X, w.C64(-1)),
			func() { f.Return(minus(a)) })
		w.Bin(w.I64DivS, a.X, b.X)(f)
	case "mod":
		f.If(w.Bin(w.I32Or, w.Un(w.I64Eqz, b.X), w.Bin(w.I64Eq, b.X, w.C64(-1))),
			func() { f.Return(w.C64(0)) })
		w.Bin(w.I64RemS, a.X, b.X)(f)
	case "pow":
		mul := u.helper("mul")
		r, n := f.Local(w.I64), f.Local(w.I64)
		f.Set(n, b.X)
		f.If(w.Bin(w.I64LtS, b.X, w.C64(0)), func() { f.Set(n, minus(b)) })
		f.Set(r, w.C64(1))
		// Beyond 63 factors of at least 2, only the sign of the limit changes.
		f.If(w.Bin(w.I64GtS, n.X, w.C64(64)), func() {
			f.Set(n, w.Bin(w.I64Add, w.C64(64), w.Bin(w.I64And, n.X, w.C64(1))))
		})
		f.While(w.Bin(w.I64GtS, n.X, w.C64(0)), func(w.Label) {
			f.Set(r, w.Call(mul, r.X, a.X))
			f.Set(n, w.Bin(w.I64Sub, n.X, w.C64(1)))
		})
		f.If(w.Bin(w.I64LtS, b.X, w.C64(0)),
			func() { f.Return(w.Call(u.helper("div"), w.C64(1), r.X)) })
		r.X(f)
	}
	f = u.M.Add(f)
	u.helpers[name] = f
	return f
}

// ScoresAt is where in memory the evaluator writes what a sentence compares, of every player.
const ScoresAt = 64
