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
		fixed                                       = 44 // their length; the name is at nameField
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
	clearNames(tables[head(3):max(head(3), units)], all)
}

// nameField is where what is known about a function says where its name begins among all names; 0
// is no name.
const nameField = 4

// clearNames overwrites the names of functions, and where they begin. It keeps the names of package
// protocol, which tell in the trace of a panic what was asked for, and what those of the runtime
// begin with, by which it knows goroutines of its own: all have one name.
func clearNames(names []byte, functions [][]byte) {
	const ours, runtimes = "boardgame/repl/protocol.", "runtime."
	first := 0 // a name of the runtime
	for _, f := range functions {
		at := int(binary.LittleEndian.Uint32(f[nameField:]))
		if at >= len(names) || bytes.HasPrefix(names[at:], []byte(ours)) {
			continue
		}
		if bytes.HasPrefix(names[at:], []byte(runtimes)) {
			if first == 0 {
				first = at
			}
			at = first
		} else {
			at = 0
		}
		binary.LittleEndian.PutUint32(f[nameField:], uint32(at))
	}
	for at := 0; at < len(names); {
		name, _, ended := bytes.Cut(names[at:], []byte{0})
		switch {
		case !ended:
			return
		case at > 0 && at == first:
			clear(name[len(runtimes):])
		case !bytes.HasPrefix(name, []byte(ours)):
			clear(name)
		}
		at += len(name) + 1
	}
}
