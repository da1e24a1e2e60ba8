package web

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// joined returns a WebAssembly module in which parts of the data are one if the gap between them is
// small. Go's linker leaves out every eight zeros, and so writes up to 100,000 parts; saying where
// each of them stands takes more room, once compressed, than the zeros.
func joined(module []byte) ([]byte, error) {
	const head = "\x00asm\x01\x00\x00\x00" // magic number and version
	const data = 11                        // the section of the data
	out := []byte(head)
	left, isModule := bytes.CutPrefix(module, out)
	in := &leb{left: left, broken: !isModule}
	for len(in.left) > 0 && !in.broken {
		id := in.take(1)
		section := in.take(in.number())
		if len(id) > 0 && id[0] == data {
			from := &leb{left: section}
			section = from.segments()
			in.broken = in.broken || from.broken
		}
		out = append(out, id...)
		out = append(binary.AppendUvarint(out, uint64(len(section))), section...)
	}
	if in.broken {
		return nil, errors.New("what Go has compiled is no WebAssembly module")
	}
	return out, nil
}

// leb reads numbers and bytes of a module until it is broken.
type leb struct {
	left   []byte
	broken bool
}

func (l *leb) number() uint64 {
	n, size := binary.Uvarint(l.left)
	if size <= 0 {
		l.broken = true
	}
	l.take(uint64(max(size, 0)))
	return n
}

func (l *leb) take(n uint64) []byte {
	if n > uint64(len(l.left)) {
		l.broken, n = true, 0
	}
	taken := l.left[:n]
	l.left = l.left[n:]
	return taken
}

// segments reads a section of data and returns it joined.
func (l *leb) segments() []byte {
	const small = 64              // bytes of a gap
	const at, end = "\x00A", "\v" // where a segment stands: i32.const, end
	type segment struct {
		from  uint64
		bytes []byte
	}
	var all []segment
	for range l.number() {
		l.broken = l.broken || string(l.take(2)) != at
		from := l.number() // signed, but no address is negative
		l.broken = l.broken || string(l.take(1)) != end
		content := l.take(l.number())
		if l.broken {
			return nil
		}
		if n := len(all); n > 0 {
			last := &all[n-1]
			if to := last.from + uint64(len(last.bytes)); to <= from && from-to <= small {
				last.bytes = append(append(last.bytes, make([]byte, from-to)...), content...)
				continue
			}
		}
		all = append(all, segment{from, bytes.Clone(content)})
	}
	out := binary.AppendUvarint(nil, uint64(len(all)))
	for _, s := range all {
		clearLines(s.bytes)
		out = binary.AppendUvarint(append(out, at...), s.from)
		if last := &out[len(out)-1]; *last&0x40 != 0 { // which would be a sign
			*last |= 0x80
			out = append(out, 0)
		}
		out = append(binary.AppendUvarint(append(out, end...), uint64(len(s.bytes))), s.bytes...)
	}
	return out
}
