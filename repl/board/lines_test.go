package board

import (
	"strings"
	"testing"

	"boardgame/dsl/topology"
)

// Squares that are to be drawn as lines get the diagonals through every second point, unless their
// rules have lines of their own; crossings get none.
func TestDiagonals(t *testing.T) {
	plain := topology.Spec{Shape: "square", Args: []int{5, 5}}
	lined := plain
	lined.Lines = []topology.Line{{Name: "rise", Points: []string{"b1", "c2", "d3"}}}
	for _, c := range []struct {
		spec  topology.Spec
		board string
		want  int
	}{{plain, "lines", 40 + 16}, {plain, "vertices", 40}, {lined, "lines", 40 + 2}} {
		b := build(t, c.spec)
		v := View{Board: b, Look: Look{Board: c.board}, Pieces: map[topology.Site]Piece{}}
		if n := len(Lay(v).Lines); n != c.want {
			t.Errorf("%s with %d lines: %d strokes, want %d", c.board, len(c.spec.Lines), n, c.want)
		}
		text := Text(v, Style{Unicode: true})
		if n := strings.Count(text, "╱") + strings.Count(text, "╲"); n != c.want-40 {
			t.Errorf("%s: the text has %d diagonals:\n%s", c.board, n, text)
		}
	}
}

// A named line between two sides passes around their corner; one that goes inward is straight.
func TestBends(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{6, 6}, Lines: []topology.Line{
		{Name: "arc", Points: []string{"e1", "f2"}}, {Name: "arc", Points: []string{"c6", "a4"}},
		{Name: "rise", Points: []string{"c1", "d2", "e3"}}}})
	v := View{Board: b, Look: Look{Board: "vertices"}, Pieces: map[topology.Site]Piece{}}
	picture := SVG(v)
	if n := strings.Count(picture, " 0 1 "); n != 2 {
		t.Errorf("%d arcs, want 2", n)
	}
	s := newSheet(&v)
	if n := len(s.grounds.arcs()); n != 2 {
		t.Errorf("%d pairs are joined beyond a corner, want 2", n)
	}
}
