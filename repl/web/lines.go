package web

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// lineTables begins the tables that Go's runtime has of all functions: the magic number of their
// form, zeros, and what WebAssembly has as sizes of an instruction and a pointer.
const lineTables = "\xf1\xff\xff\xff\x00\x00\x01\x08"

// clearLines overwrites what the data of a program says about files and line numbers, arguments
// and the names of others' functions, in place: 6 % of the program, once compressed, which only the
// trace of a panic would show. So it does with the points at which a function must not be
// interrupted, since in WebAssembly none is. To the runtime, a table at 0 is none. Data without
// such tables, or with tables of another form, stays.
func clearLines(data []byte) {
	start := bytes.Index(data, []byte(lineTables))
	if start < 0 {
		return
	}
	tables := data[start:]
	word := binary.LittleEndian.Uint32
	head := func(k int) int { // the k-th number after the magic one
		if at := 8 + 8*k; at+8 <= len(tables) {
			return int(min(binary.LittleEndian.Uint64(tables[at:]), uint64(len(tables))))
		}
		return len(tables)
	}
	count, units, values, functions := head(0), head(4), head(6), head(7)
	if !slices.IsSorted([]int{units, values, functions, functions + 8*count, len(tables)}) {
		return
	}
	const ( // of what is known about a function: its fields
		stack, file, line, rows, unit, begin, facts = 16, 20, 24, 28, 32, 36, 43
		fixed                                       = 44
	)
	const ( // as numbered in Go's package internal/abi
		unsafePoint, liveArgument  = 0, 3 // among the tables of values
		arguments, whichOfThemLive = 5, 6 // among the facts, which follow the tables
		none                       = 1<<32 - 1
	)
	var all [][]byte
	ends := []int{functions - values} // where tables of values begin, and the last one ends
	kept := map[int]bool{}
	for k := range count {
		at := functions + int(word(tables[functions+8*k+4:]))
		if at > len(tables)-fixed {
			return
		}
		f := tables[at:]
		more := int(word(f[rows:]))
		if more > (len(f)-fixed)/4 || int(f[facts]) > (len(f)-fixed)/4-more {
			return
		}
		kept[int(word(f[stack:]))] = true
		ends = append(ends, int(word(f[stack:])), int(word(f[file:])), int(word(f[line:])))
		for i := range more {
			v := int(word(f[fixed+4*i:]))
			ends = append(ends, v)
			kept[v] = kept[v] || i != unsafePoint && i != liveArgument
		}
		all = append(all, f)
	}
	slices.Sort(ends)
	if ends[len(ends)-1] > functions-values {
		return
	}
	for i, from := range ends[:len(ends)-1] {
		if !kept[from] {
			clear(tables[values+from : values+ends[i+1]])
		}
	}
	for _, f := range all {
		more := int(word(f[rows:]))
		for _, table := range []int{unsafePoint, liveArgument} {
			if table < more {
				clear(f[fixed+4*table:][:4])
			}
		}
		for _, fact := range []int{arguments, whichOfThemLive} {
			if fact < int(f[facts]) {
				binary.LittleEndian.PutUint32(f[fixed+4*more+4*fact:], none)
			}
		}
		for _, field := range []int{file, line, unit, begin} {
			clear(f[field : field+4])
		}
	}
	clear(tables[units:values])
	clearNames(tables[head(3):max(head(3), units)])
}

// clearNames overwrites the names of functions. It keeps what those of the runtime begin with, by
// which it knows goroutines of its own, and the names of package protocol, which tell in the trace
// of a panic what was asked for.
func clearNames(names []byte) {
	for len(names) > 0 {
		end := bytes.IndexByte(names, 0) + 1
		if end == 0 {
			return
		}
		name := names[:end]
		names = names[end:]
		if !bytes.HasPrefix(name, []byte("boardgame/repl/protocol.")) {
			clear(bytes.TrimPrefix(name, []byte("runtime.")))
		}
	}
}
