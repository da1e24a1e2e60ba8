package web

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// tables are those of two functions, whose values share a table, among other data.
func tables() []byte {
	const head, units, values, functions = 8 + 8*8, 80, 90, 122
	b := make([]byte, functions+8*2+4+88+56)
	copy(b, lineTables)
	for k, n := range []int{2, 1, 0, head, units, 84, values, functions} {
		binary.LittleEndian.PutUint64(b[8+8*k:], uint64(n))
	}
	copy(b[head:], "names")
	copy(b[units:], "unitsfiles")
	copy(b[values:], "0spfileline1data-l2unsafe+live")
	put := func(at int, numbers ...uint32) {
		for i, n := range numbers {
			binary.LittleEndian.PutUint32(b[at+4*i:], n)
		}
	}
	put(functions, 1, 20, 2, 108, 3)
	put(functions+20, 1, 0, 8, 9, 1, 3, 7, 4, 5, 6, 7<<24, 19, 12, 0, 26, 90, 91, 92, 93, 94, 95, 96)
	put(functions+108, 2, 2, 8, 9, 1, 12, 17, 2, 5, 6, 1<<24, 0, 12, 99)
	return b
}

// What answers requests keeps its names, and so does what the runtime looks for.
func TestClearNames(t *testing.T) {
	names := []byte("\x00main.a\x00os.Exit\x00boardgame/repl/protocol.A\x00" +
		"runtime.main\x00runtime.exit\x00fmt.A\x00cut")
	var functions [][]byte
	for _, at := range []uint32{1, 16, 42, 55, 68, 99} {
		functions = append(functions, binary.LittleEndian.AppendUint32(make([]byte, nameField), at))
	}
	clearNames(names, functions)
	want := strings.Repeat("\x00", 16) + "boardgame/repl/protocol.A\x00runtime." +
		strings.Repeat("\x00", 24) + "cut"
	if string(names) != want {
		t.Errorf("%q", names)
	}
	for i, want := range []uint32{0, 16, 42, 42, 0, 99} {
		if got := binary.LittleEndian.Uint32(functions[i][nameField:]); got != want {
			t.Errorf("the name of function %d is at %d, not at %d", i, got, want)
		}
	}
}

// What says where lines are is gone, everything else stays. Other data stays as it is.
func TestClearLines(t *testing.T) {
	before := append([]byte("before"), tables()...)
	before = append(before, "after"...)
	data := bytes.Clone(before)
	clearLines(data)
	want := bytes.Clone(before)
	at := func(from, n int) { clear(want[6+from : 6+from+n]) }
	at(72, 5)  // the name of a function of others
	at(80, 10) // units and files
	at(93, 9)  // the values of files and lines that nothing else uses, up to 12: "file", "line1"
	at(107, 2)
	at(109, 13) // the points that are not safe and the arguments that live
	for _, f := range []int{142, 230} {
		at(f+20, 8)
		at(f+32, 8)
		at(f+44, 4)
	}
	at(142+44+3*4, 4)
	at(230+4, 4)                                                      // where the name was
	copy(want[6+142+44+4*4+5*4:], "\xff\xff\xff\xff\xff\xff\xff\xff") // what the arguments are
	if !bytes.Equal(data, want) {
		t.Errorf("\n%q, want\n%q", data, want)
	}
	again := bytes.Clone(data)
	if clearLines(again); !bytes.Equal(again, data) {
		t.Error("a second time changes something")
	}
	for n := range len(tables()) - 4 { // the last number is of no interest
		cut := tables()[:n]
		if clearLines(cut); !bytes.Equal(cut, tables()[:n]) {
			t.Errorf("the first %d bytes of tables are changed", n)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 { // whatever tables say, nothing before them is touched
		data := slices.Concat([]byte("before"), tables(), []byte("after"))
		for range 1 + rng.IntN(3) {
			data[6+8+rng.IntN(len(tables())-8)] = byte(rng.Uint32() >> (8 * rng.IntN(4)))
		}
		if clearLines(data); string(data[:6]) != "before" {
			t.Fatalf("%q", data)
		}
	}
}
