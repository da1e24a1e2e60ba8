package weigh

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/level"
)

// tables are a net, ready to be looked up: all tables one after the other.
type tables struct {
	points []int16
	base   []int32     // by pattern: where its table begins
	sign   []int32     // by pattern: -1 if it counts against the first player
	of     [][]through // by site: the patterns through it
	digits [][2][]int32
	memory []int // by site: see level.Net.MemoryAt
	cuts   []int64
	empty  int64 // what the patterns are worth in state 0
}

// through is a site of a pattern: which one, by how much a digit counts there, and how it is seen.
type through struct {
	pattern, by int32
	view, swap  uint8
}

// newTables lays out a net that fits the rules.
func newTables(n *level.Net, rules *ir.Game) *tables {
	t := &tables{of: make([][]through, rules.Board.Sites), cuts: n.Cuts}
	for view := range n.Views {
		digits := n.Views[view].Digits
		both := [2][]int32{}
		for sign := range digits {
			both[0] = append(both[0], int32(digits[sign]))
			both[1] = append(both[1], int32(digits[level.Swapped(sign)]))
		}
		t.digits = append(t.digits, both)
	}
	if n.Memory != "" {
		t.memory = n.MemoryAt(rules)
	}
	for i := range n.Classes {
		c := &n.Classes[i]
		base := int32(len(t.points))
		t.points = append(t.points, c.Points...)
		for _, p := range c.Patterns {
			sign, swap := int32(1), uint8(0)
			if p.Swap {
				sign, swap = -1, 1
			}
			by := int32(1)
			for _, x := range p.Sites {
				t.of[x] = append(t.of[x], through{int32(len(t.base)), by, uint8(c.View), swap})
				by *= int32(n.Digits(c.View))
			}
			t.base, t.sign = append(t.base, base), append(t.sign, sign)
			t.empty += int64(sign) * int64(t.points[base])
		}
	}
	return t
}

// shift changes the digit of a site of a pattern.
func (b *Board) shift(t *tables, a through, change int32) {
	was := b.states[a.pattern]
	is := was + change*a.by
	b.states[a.pattern] = is
	at := t.base[a.pattern]
	b.sums[0] += int64(t.sign[a.pattern]) * (int64(t.points[at+is]) - int64(t.points[at+was]))
}

// updateTables brings the patterns through a site up to date.
func (b *Board) updateTables(t *tables, x int, before, now uint8) {
	for _, a := range t.of[x] {
		digits := t.digits[a.view][a.swap]
		if change := digits[now] - digits[before]; change != 0 {
			b.shift(t, a, change)
		}
	}
}

// updateMemory brings the patterns of numbers up to date.
func (b *Board) updateMemory(t *tables, s Space, at Slot) {
	for x, i := range t.memory {
		if i < 0 {
			continue
		}
		v := s.Number(at, i)
		digit := int32(level.Digit(t.cuts, v))
		if change := digit - b.memory[x]; change != 0 {
			b.memory[x] = digit
			for _, a := range t.of[x] {
				b.shift(t, a, change)
			}
		}
	}
}

// withNet adds a net to an evaluation.
func (l *Evaluation) withNet(n *level.Net) *Evaluation {
	if n.Layer != nil {
		l.neurons = newNeurons(n.Layer, l.shape)
	} else {
		l.tables = newTables(n, l.rules)
	}
	return l
}

// begin sets the patterns of a board on which nothing has been seen yet.
func (b *Board) begin(t *tables) {
	b.states, b.memory = make([]int32, len(t.base)), make([]int32, len(t.of))
	b.sums[0] += t.empty
}

// clone returns a net with room for other points.
func clone(n *level.Net) *level.Net {
	m := *n
	m.Classes = slices.Clone(n.Classes)
	return &m
}
