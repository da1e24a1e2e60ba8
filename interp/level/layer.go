package level

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Layer values a position of two players by one layer of neurons, as the player to move sees it.
// What a site shows and every number of the position are digits. Each digit of a site adds its row
// to the sums of the neurons, one of a number its row and those of lower digits, which are likely
// to mean the same. The value is what the neurons then say, each with its weight.
type Layer struct {
	Neurons int
	// Swap has by site its image as the second player sees the board; nil if the players do not play
	// the same game. Then the second player sees the same, and a row that tells who moves.
	Swap []topology.Site
	Cuts [][]int64 // by number of a position: from what on its digit is 1, 2 and so on
	Rows []int16   // in parts of LayerUnit; see Row
	Out  []int16   // by neuron: points
}

// LayerUnit is what 1 is in the sums of the neurons.
const LayerUnit = 1024

// The first rows: one always counts, the other if the second player moves.
const (
	alwaysRow = iota
	secondRow
	firstRow // of sites and signs; those of numbers and digits follow
)

// layerHead begins the text of a layer, and mostNeurons bounds it.
const (
	layerHead   = "boardgame neurons 1\n"
	mostNeurons = 256
)

// Row returns the row of a sign (not 0) on a site. There are so many signs.
func (l *Layer) Row(signs int, x topology.Site, sign int) int {
	return firstRow + int(x)*signs + sign
}

// NumberRows returns the row of the digit 0 of each number, which counts nothing, and the number of
// rows, on a board of so many sites and signs.
func (l *Layer) NumberRows(sites, signs int) (rows []int, all int) {
	all = firstRow + sites*signs
	for _, cuts := range l.Cuts {
		rows, all = append(rows, all-1), all+len(cuts)
	}
	return rows, all
}

// Begin returns the rows that count in every position.
func (l *Layer) Begin(mover int) []int {
	if mover == 1 && l.Swap == nil {
		return []int{alwaysRow, secondRow}
	}
	return []int{alwaysRow}
}

// Digit returns the digit of a number.
func Digit(cuts []int64, v int64) (digit int) {
	for digit < len(cuts) && v >= cuts[digit] {
		digit++
	}
	return digit
}

func (l *Layer) write() []byte {
	raw := binary.AppendVarint(nil, int64(l.Neurons))
	put := func(v int64) { raw = binary.AppendVarint(raw, v) }
	put(int64(len(l.Swap)))
	for _, x := range l.Swap {
		put(int64(x))
	}
	put(int64(len(l.Cuts)))
	for _, cuts := range l.Cuts {
		put(int64(len(cuts)))
		for _, c := range cuts {
			put(c)
		}
	}
	put(int64(len(l.Rows)))
	for _, v := range slices.Concat(l.Rows, l.Out) {
		put(int64(v))
	}
	return raw
}

func (r *netReader) layer() *Layer {
	l := &Layer{Neurons: r.get(1, mostNeurons)}
	for range r.get(0, topology.MaxSites) {
		l.Swap = append(l.Swap, topology.Site(r.get(0, topology.MaxSites-1)))
	}
	l.Cuts = make([][]int64, r.get(0, mostPatterns))
	for i := range l.Cuts {
		for range r.get(0, mostCuts) {
			l.Cuts[i] = append(l.Cuts[i], int64(r.get(math.MinInt64, math.MaxInt64)))
		}
	}
	l.Rows = make([]int16, r.get(1, mostTables))
	l.Out = make([]int16, l.Neurons)
	for _, part := range [][]int16{l.Rows, l.Out} {
		for i := range part {
			part[i] = int16(r.get(math.MinInt16, math.MaxInt16))
		}
	}
	return l
}

// fits reports why a layer cannot judge positions of these rules.
func (l *Layer) fits(rules *ir.Game) error {
	sites, signs := rules.Board.Sites, 1+3*len(rules.Kinds)
	numbers, _ := rules.Sizes()
	_, rows := l.NumberRows(sites, signs)
	if len(l.Cuts) != numbers || len(l.Rows) != rows*l.Neurons || len(l.Swap)%sites != 0 ||
		len(l.Swap) > 0 && int(slices.Max(l.Swap)) >= sites {
		return errors.New("the neurons are for other pieces, counters or another board")
	}
	return nil
}
