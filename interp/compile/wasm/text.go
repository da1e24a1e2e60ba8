package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrModule is the error for bytes that are not a module, or that use more of WebAssembly than this
// package writes.
var ErrModule = errors.New("not a WebAssembly module of the kind that this package writes")

// opNames names the operators as the text format does.
var opNames = map[Op]string{
	I32Load: "i32.load", I64Load: "i64.load", i32Load8S: "i32.load8_s", I32Load8U: "i32.load8_u",
	i32Load16S: "i32.load16_s", I32Load16U: "i32.load16_u", I64Load8U: "i64.load8_u",
	I64Load16S: "i64.load16_s",
	I32Store:   "i32.store", I64Store: "i64.store", I32Store8: "i32.store8",
	I32Store16: "i32.store16",
	i32Eqz:     "i32.eqz", I32Eq: "i32.eq", I32Ne: "i32.ne", i32LtS: "i32.lt_s", I32LtU: "i32.lt_u",
	I32GtS: "i32.gt_s",
	I32GtU: "i32.gt_u", i32LeS: "i32.le_s", I32LeU: "i32.le_u", I32GeS: "i32.ge_s",
	I32GeU: "i32.ge_u",
	I64Eqz: "i64.eqz", I64Eq: "i64.eq", I64Ne: "i64.ne", I64LtS: "i64.lt_s", i64LtU: "i64.lt_u",
	I64GtS: "i64.gt_s",
	i64GtU: "i64.gt_u", I64LeS: "i64.le_s", I64GeS: "i64.ge_s",
	i32Ctz: "i32.ctz", I32Popcnt: "i32.popcnt", I32Add: "i32.add", I32Sub: "i32.sub",
	I32Mul:  "i32.mul",
	I32DivU: "i32.div_u", i32RemU: "i32.rem_u", I32And: "i32.and", I32Or: "i32.or",
	I32Xor: "i32.xor",
	I32Shl: "i32.shl", I32ShrS: "i32.shr_s", I32ShrU: "i32.shr_u", I32Rotr: "i32.rotr",
	I64Clz: "i64.clz", I64Ctz: "i64.ctz", I64Popcnt: "i64.popcnt", I64Add: "i64.add",
	I64Sub: "i64.sub", I64Mul: "i64.mul",
	I64DivS: "i64.div_s", I64RemS: "i64.rem_s", I64And: "i64.and", I64Or: "i64.or",
	I64Xor: "i64.xor",
	I64Shl: "i64.shl", I64ShrS: "i64.shr_s", I64ShrU: "i64.shr_u", i64Rotl: "i64.rotl",
	I32WrapI64: "i32.wrap_i64", i64ExtendI32S: "i64.extend_i32_s",
	I64ExtendI32U: "i64.extend_i32_u",

	opUnreachable: "unreachable", opBlock: "block", opLoop: "loop", opIf: "if", opElse: "else",
	opEnd: "end",
	opBr:  "br", opBrIf: "br_if", opBrTable: "br_table", opReturn: "return", opCall: "call",
	opDrop:   "drop",
	opSelect: "select", opLocalGet: "local.get", opLocalSet: "local.set", opLocalTee: "local.tee",
	opGlobalGet: "global.get", opGlobalSet: "global.set", opI32Const: "i32.const",
	opI64Const: "i64.const",
}

// A reader takes a module apart. After the first mistake it reads zeros.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	x := r.b[0]
	r.b = r.b[1:]
	return x
}

func (r *reader) unsigned() uint64 {
	x, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return x
}

func (r *reader) signed() int64 {
	var x int64
	for shift := uint(0); ; shift += 7 {
		c := r.byte()
		x |= int64(c&0x7F) << shift
		if c&0x80 == 0 || r.bad {
			if shift+7 < 64 && c&0x40 != 0 {
				x |= -1 << (shift + 7)
			}
			return x
		}
	}
}

func (r *reader) take(n uint64) *reader {
	if n > uint64(len(r.b)) {
		r.bad, n = true, 0
	}
	part := &reader{b: r.b[:n]}
	r.b = r.b[n:]
	return part
}

func (r *reader) text() string { n := r.unsigned(); return string(r.take(n).b) }

// list calls f for each entry of a vector.
func (r *reader) list(f func(i int)) {
	for i := range r.unsigned() {
		if r.bad {
			return
		}
		f(int(i))
	}
}

func typeName(t byte) string {
	if Type(t) == I32 {
		return "i32"
	}
	return "i64"
}

// listing is what is known of a module while it is being written as text.
type listing struct {
	w       io.Writer
	types   []string
	of      []uint64 // by function, its type
	imports []string
	names   map[uint64]string
}

// Text writes a module in a form close to the text format of WebAssembly, one operator per line,
// with the names of functions. The contents of data are not shown. The error is [ErrModule], or
// that of the writer.
func Text(out io.Writer, module []byte) error {
	if !strings.HasPrefix(string(module), "\x00asm\x01\x00\x00\x00") {
		return ErrModule
	}
	var b strings.Builder
	l := &listing{w: &b, names: map[uint64]string{}}
	sections(module, func(id byte, s *reader) {
		if id == secCustom && s.text() == "name" && s.byte() == 1 {
			s.unsigned()
			s.list(func(int) { i := s.unsigned(); l.names[i] = s.text() })
		}
	})
	b.WriteString("(module\n")
	bad := !sections(module, func(id byte, s *reader) { l.section(id, s) })
	b.WriteString(")\n")
	if bad {
		return ErrModule
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// sections calls f for each section of a module; it reports whether they could be read.
func sections(module []byte, f func(id byte, s *reader)) bool {
	r := &reader{b: module[8:]}
	for len(r.b) > 0 && !r.bad {
		id := r.byte()
		part := r.take(r.unsigned())
		f(id, part)
		r.bad = r.bad || part.bad
	}
	return !r.bad
}

func (l *listing) name(i uint64) string {
	if n := l.names[i]; n != "" {
		return fmt.Sprintf("$%d;%s", i, strings.ReplaceAll(n, " ", "-"))
	}
	return fmt.Sprintf("$%d", i)
}

func (l *listing) section(id byte, s *reader) {
	switch id {
	case secType:
		s.list(func(int) {
			s.byte()
			text := ""
			for _, word := range [2]string{"param", "result"} {
				s.list(func(i int) {
					if i == 0 {
						text += " (" + word
					}
					text += " " + typeName(s.byte())
				})
				if strings.Count(text, "(") > strings.Count(text, ")") {
					text += ")"
				}
			}
			l.types = append(l.types, text)
		})
	case secImport:
		s.list(func(int) {
			module, name := s.text(), s.text()
			s.byte()
			t := s.unsigned()
			l.names[uint64(len(l.imports))] = name
			l.imports = append(l.imports, name)
			fmt.Fprintf(l.w, "  (import %q %q (func%s))\n", module, name, l.typeAt(t))
		})
	case secFunction:
		s.list(func(int) { l.of = append(l.of, s.unsigned()) })
	case secMemory:
		s.list(func(int) { s.byte(); fmt.Fprintf(l.w, "  (memory %d)\n", s.unsigned()) })
	case secGlobal:
		s.list(func(i int) {
			t := s.byte()
			s.byte()
			s.byte()
			fmt.Fprintf(l.w, "  (global $%d (mut %s) (%s.const %d))\n", i, typeName(t), typeName(t),
				s.signed())
			s.byte()
		})
	case secExport:
		s.list(func(int) {
			switch name, kind, i := s.text(), s.byte(), s.unsigned(); kind {
			case 0:
				fmt.Fprintf(l.w, "  (export %q (func %s))\n", name, l.name(i))
			case 2:
				fmt.Fprintf(l.w, "  (export %q (memory 0))\n", name)
			case 3:
				fmt.Fprintf(l.w, "  (export %q (global $%d))\n", name, i)
			}
		})
	case secCode:
		s.list(func(i int) {
			body := s.take(s.unsigned())
			l.function(i, body)
			s.bad = s.bad || body.bad
		})
	case secData:
		s.list(func(int) {
			s.byte()
			s.byte()
			at := s.signed()
			s.byte()
			n := s.unsigned()
			s.take(n)
			fmt.Fprintf(l.w, "  (data (i32.const %d) %d bytes)\n", at, n)
		})
	}
}

func (l *listing) typeAt(t uint64) string {
	if t < uint64(len(l.types)) {
		return l.types[t]
	}
	return ""
}

// function writes a function, indented by its blocks.
func (l *listing) function(i int, s *reader) {
	t := ""
	if i < len(l.of) {
		t = l.typeAt(l.of[i])
	}
	fmt.Fprintf(l.w, "\n  (func %s%s\n", l.name(uint64(i+len(l.imports))), t)
	s.list(func(int) {
		n := s.unsigned()
		fmt.Fprintf(l.w, "    (local %s × %d)\n", typeName(s.byte()), n)
	})
	for depth := 2; len(s.b) > 0 && !s.bad; {
		op := Op(s.byte())
		name, ok := opNames[op]
		if !ok {
			s.bad = true
			return
		}
		if op == opEnd || op == opElse {
			depth--
		}
		if depth < 2 { // the end of the function
			break
		}
		fmt.Fprintf(l.w, "%s%s%s\n", strings.Repeat("  ", depth), name, l.operands(op, s))
		switch op {
		case opBlock, opLoop, opIf, opElse:
			depth++
		}
	}
	io.WriteString(l.w, "  )\n")
}

// operands reads what follows an operator in the code.
func (l *listing) operands(op Op, s *reader) string {
	switch {
	case op == opBlock || op == opLoop || op == opIf:
		s.byte()
	case op == opCall:
		return " " + l.name(s.unsigned())
	case op == opBr || op == opBrIf || op >= opLocalGet && op <= opGlobalSet:
		return fmt.Sprint(" ", s.unsigned())
	case op == opBrTable:
		text := ""
		s.list(func(int) { text += fmt.Sprint(" ", s.unsigned()) })
		return text + fmt.Sprint(" ", s.unsigned())
	case op == opI32Const || op == opI64Const:
		return fmt.Sprint(" ", s.signed())
	case op >= I32Load && op <= I32Store16:
		s.unsigned()
		if off := s.unsigned(); off != 0 {
			return fmt.Sprint(" offset=", off)
		}
	}
	return ""
}
