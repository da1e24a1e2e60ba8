package level

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// someNet has everything a net can have.
func someNet() *Net {
	n := &Net{Views: []View{{Digits: []uint8{0, 1, 2, 0, 3, 4, 0}},
		{Digits: []uint8{0, 1, 2, 3, 1, 2, 3}}}, Candidates: 7}
	for view, cells := range []int{3, 2} {
		c := Class{View: view, Cells: cells, Own: []Turn{{To: []uint8{0, 1, 2}[:cells]}},
			Patterns: []Pattern{{Sites: nil}, {Swap: true}}}
		turned := []uint8{2, 1, 0}
		if cells == 2 {
			turned = []uint8{1, 0}
		}
		c.Own = append(c.Own, Turn{To: turned, Swap: true})
		for i := range c.Patterns {
			for x := range cells {
				c.Patterns[i].Sites = append(c.Patterns[i].Sites, topology.Site(5*i+x))
			}
		}
		ids, _ := n.Ties(&c)
		for _, id := range ids {
			c.Points = append(c.Points, int16(16*id))
		}
		n.Classes = append(n.Classes, c)
	}
	return n
}

// someLayer has everything that neurons can have, for a board of two sites with a kind of pieces.
func someLayer() *Net {
	l := &Layer{Neurons: 2, Swap: []topology.Site{1, 0}, Cuts: [][]int64{nil, {-3, 2}},
		Out: []int16{-900, 30000}}
	_, rows := l.NumberRows(2, 4)
	for i := range rows * l.Neurons {
		l.Rows = append(l.Rows, int16(i*1237))
	}
	return &Net{Layer: l}
}

// Neurons that are written and read are the same, and only fit rules with as many sites, pieces and
// numbers.
func TestLayer(t *testing.T) {
	n := someLayer()
	text := WriteNet(n)
	again, err := ReadNet(text)
	if err != nil || !reflect.DeepEqual(again, n) {
		t.Fatalf("%v\n%+v\n%+v", err, n.Layer, again.Layer)
	}
	for _, bad := range []string{layerHead, layerHead + "!", text[:len(text)/2],
		strings.Replace(text, "neurons", "patterns", 1)} {
		if _, err := ReadNet(bad); err == nil {
			t.Errorf("%q is a layer", bad)
		}
	}
	rules := &ir.Game{Players: make([]ir.Player, 2), Kinds: make([]ir.Kind, 1),
		Board: &topology.Board{Sites: 2}, States: []ir.State{{PerPlayer: true}}}
	if err := n.Fits(rules); err != nil {
		t.Error(err)
	}
	rules.Board.Sites = 1
	if n.Fits(rules) == nil {
		t.Error("the neurons fit a smaller board")
	}
}

// A net that is written and read is the same, and what a symmetry makes its own opposite is worth
// nothing.
func TestNet(t *testing.T) {
	n := someNet()
	text := WriteNet(n)
	again, err := ReadNet(text)
	if err != nil || !reflect.DeepEqual(again, n) {
		t.Fatalf("%v\n%+v\n%+v", err, n, again)
	}
	ids, count := n.Ties(&n.Classes[1]) // digits 1 and 2 are opposites
	if ids[0] != 0 || ids[1+2*4] != 0 || ids[1] == 0 || ids[1] != -ids[2*4] || count >= len(ids)/2+3 {
		t.Errorf("%d weights: %v", count, ids)
	}
	for _, bad := range []string{"", netHead, netHead + "!", text[:len(text)/2],
		strings.Replace(text, "patterns 1", "patterns 2", 1)} {
		if _, err := ReadNet(bad); err == nil {
			t.Errorf("%q is a net", bad)
		}
	}
	w := &Weights{Name: "w", Net: "gone.net"}
	if _, err := w.Tables(nil); err == nil || !strings.Contains(err.Error(), "no file gone.net") {
		t.Error(err)
	}
}

// Ties are those of the images of each state, which share a weight.
func TestTies(t *testing.T) {
	n := someNet()
	for i := range n.Classes {
		c := &n.Classes[i]
		ids, _ := n.Ties(c)
		for state, id := range ids {
			for _, turn := range c.Own {
				by, opposite := int32(1), []int(nil)
				if turn.Swap {
					by, opposite = -1, n.Opposite(c.View)
				}
				image := Image(state, n.Digits(c.View), turn.To, opposite)
				if ids[image] != by*id {
					t.Errorf("class %d: state %d has %d, its image %d has %d", i, state, id, image,
						ids[image])
				}
			}
		}
	}
}

// A small file cannot make a reader work long: the turns of all tables together are bounded, and
// those that are repeated count once. Weights read their file once.
func TestWorkOfNet(t *testing.T) {
	const classes, cells, turns = 9, 9, 100
	hostile := func(repeat bool) string {
		n := &Net{Views: []View{{Digits: []uint8{0, 1, 2, 0}}}, Candidates: 1}
		c := Class{Cells: cells, Points: make([]int16, 19683),
			Patterns: []Pattern{{Sites: make([]topology.Site, cells)}}}
		to := []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}
		for i := range turns {
			if c.Own = append(c.Own, Turn{To: slices.Clone(to)}); !repeat {
				j := 1 + i%(cells-1)
				to[0], to[j] = to[j], to[0]
				to[i%3], to[4+i%5] = to[4+i%5], to[i%3]
			}
		}
		for range classes {
			n.Classes = append(n.Classes, c)
		}
		return WriteNet(n)
	}
	if _, err := ReadNet(hostile(false)); !errors.Is(err, errLarge) {
		t.Errorf("work without bound: %v", err)
	}
	text := hostile(true)
	n, err := ReadNet(text)
	if err != nil || len(n.Classes) != classes || len(n.Classes[0].Own) != 1 {
		t.Errorf("repeated turns: %v", err)
	}
	w := &Weights{Net: "mine.net"}
	w.SetPatterns(text)
	rules := &ir.Game{Players: make([]ir.Player, 2), Kinds: make([]ir.Kind, 1),
		Board: &topology.Board{Sites: 1}}
	one, err := w.Tables(rules)
	if two, _ := w.Tables(rules); err != nil || one != two {
		t.Errorf("the file is read again: %v", err)
	}
}

// Whatever a file holds, reading it ends with a net that can be used or with a message.
func FuzzNet(f *testing.F) {
	f.Add(WriteNet(someNet()))
	f.Add(WriteNet(someLayer()))
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ReadNet(text)
		if err != nil {
			return
		}
		if again, err := ReadNet(WriteNet(n)); err != nil || !reflect.DeepEqual(again.Classes,
			n.Classes) || !reflect.DeepEqual(again.Layer, n.Layer) {
			t.Errorf("%v after writing it again", err)
		}
	})
}
