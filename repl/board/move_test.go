package board

import (
	"testing"

	"boardgame/dsl/topology"
)

func TestMove(t *testing.T) {
	byName := map[string]View{}
	for _, c := range views(t) {
		byName[c.name] = c.view
	}
	for _, c := range []struct {
		view, from string
		way        Way
		flip       bool
		want       string
	}{
		{"square-10", "d4", Up, false, "d5"},
		{"square-10", "d4", Right, false, "e4"},
		{"square-10", "d4", Down, false, "d3"},
		{"square-10", "d4", Left, false, "c4"},
		{"square-10", "d4", Up, true, "d3"},
		{"square-10", "d4", Right, true, "c4"},
		{"square-10", "a1", Left, false, "a1"},
		{"walls-9", "d4ne", Up, false, "d5ne"},
		{"walls-9", "d4ne", Left, false, "c4ne"},
		{"hexcolumns", "d6", Up, false, "d7"},
		{"rhombus-11", "d4", Right, false, "e4"},
		{"rhombus-11", "k11", Right, false, "k11"},
		{"morris", "a7", Right, false, "d7"},
		{"morris", "d7", Down, false, "d6"},
		{"morris", "d5", Down, false, "d3"},
		{"morris", "c4", Right, false, "e4"},
	} {
		v := byName[c.view]
		v.Flip = c.flip
		s, _ := v.Board.SiteByName(c.from)
		if got := v.Board.Names[Move(v, s, c.way)]; got != c.want {
			t.Errorf("%s: way %d from %s leads to %s, want %s", c.view, c.way, c.from, got, c.want)
		}
	}
	v := byName["square-3"]
	if got := Move(v, topology.None, Up); got != 0 {
		t.Errorf("from nowhere to %d", got)
	}
}

// Arrow keys lead from every site to every other of the same plane.
func TestMoveReachesEverything(t *testing.T) {
	for _, c := range views(t) {
		b := c.view.Board
		for _, plane := range []topology.Plane{topology.Cells, topology.Edges, topology.Corners} {
			all := b.Planes(plane)
			for _, start := range []topology.Site{all.First(), last(all)} {
				if start == topology.None {
					continue
				}
				reached := topology.SetOf(start)
				for queue := []topology.Site{start}; len(queue) > 0; queue = queue[1:] {
					for _, way := range []Way{Up, Right, Down, Left} {
						if to := Move(c.view, queue[0], way); !reached.Has(to) {
							if !all.Has(to) {
								t.Fatalf("%s: %s is in another plane", c.name, b.Names[to])
							}
							reached.Add(to)
							queue = append(queue, to)
						}
					}
				}
				if missing := all.Minus(reached); !missing.Empty() {
					t.Errorf("%s: from %s one does not get to %s and %d more", c.name,
						b.Names[start], b.Names[missing.First()], missing.Len()-1)
				}
			}
		}
	}
}

func last(s topology.Set) topology.Site {
	x := topology.None
	for y := range s.All() {
		x = y
	}
	return x
}

// On hexes, arrow keys stay in a row, and the opposite key leads back.
func TestMoveAndBack(t *testing.T) {
	for _, c := range views(t) {
		b := c.view.Board
		if c.name != "hexcolumns" && c.name != "rhombus-11" && c.name != "square-10" {
			continue
		}
		for s := range b.Cells.Minus(b.Rim).All() {
			for _, way := range []Way{Up, Right} {
				if back := Move(c.view, Move(c.view, s, way), way+2); back != s {
					t.Errorf("%s: from %s, %d and back leads to %s", c.name, b.Names[s], way,
						b.Names[back])
				}
			}
		}
	}
}
