package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// TestAgreeOnCells compares the engines on states kept per cell: read and changed for one cell, for
// several and for all, of one player or several, before and after a change.
func TestAgreeOnCells(t *testing.T) {
	long.OneThread(t)
	for b, board := range []string{"square(4, 3)", "square(4, 4)", "hexagon(2)",
		"graph { line a-b-c-d  line a-e-f-d  loop way: a-b-c-d-f-e }",
		"square(3, 3) with edges, corners"} {
		for i, do := range []string{
			"n(c) += 1, m(c) := n(c) + 1, n(c.around) += m(c)",
			"each x in c.around & mine: n(x) += 2 * n(c) + 1, place man on c",
			"place man on c, each x in mine: { n(x) += 1, m(next, x) := max(n(x), m(x)), " +
				"remove x when n(x) > 3 }",
			"n(mine) += 1, m(players, c) -= 2, place man on (those x in empty: n(x) = n(c)) & c",
			"place man on c, seen(c) += mine, seen(theirs) := c, n += count(seen(c.around))",
			"place man on c when open(c), open(c) := not open(c), " +
				"n(those x in cells: open(x)) += 1, of(c) += me",
			"place man on c, each x in c.around & theirs: { kept(me) += 1 + count(x.around & mine), " +
				"remove x when kept(me) mod 3 = 1, last := x }, each x in (last | c.around) & mine: " +
				"kept(next) += 2",
		} {
			if !long.Case(b+i, 4) {
				continue
			}
			t.Run(fmt.Sprint(board, i), func(t *testing.T) {
				g := read(t, source.NewFile("cells.rules", `game "Cells"
players White, Black
board `+board+`
piece man
counter n per cell = 1
counter m per player, cell = 0
counter kept per player = 0
memory last = none
memory seen per cell = none
memory open per cell = 1 = 2
memory of per cell = players - players
def total(S) = sum x in S: n(x)
def best = max x in cells: n(x) - m(x)
move put {
  at c in empty
  let k = n(c)
  if k < 5
  do `+do+`
}
move lift {
  from c in (those x in mine: some y in x.around: n(y) > n(x) or open(y))
  do remove c, n(c) := 0
}
turn put, lift else pass
end {
  draw "long" if ply >= 30
  draw "passed" if passes = 2
  win "much" if total(mine) > 40 and best > 8
  highest total(mine | those x in cells: me in of(x)) wins if no empty
}`), nil)
				p, err := compiled(g)
				if err != nil {
					t.Fatal(err)
				}
				if p.Evaluator {
					t.Error("something is left to the evaluator:\n", p.Report)
				}
				agree(t, g, 100, 3)
				agreeOnDraws(t, g, 20, 2)
				agreeInPieces(t, g, 2, 3)
			})
		}
	}
}

// On boards of many cells, a memory of sites is read at sites that only playing finds: from the
// position, or from what a step has changed of it.
func TestAgreeOnLinks(t *testing.T) {
	long.OneThread(t)
	for i, board := range []string{"square(9, 9)", "square(5, 5, 3)", "square(14, 14)"} {
		for j, do := range []string{
			"links(c) := near(c), links(near(c)) += c",
			"links(c) := near(c), place man on (c.around & empty - union x in near(c): links(x))",
			"links(c) += union x in c.around: links(x), links(c.around) -= c, " +
				"remove those x in theirs & c.around: some y in links(x): y in mine",
		} {
			if !long.Case(i+2*j, 3) { // each board and each effect once
				continue
			}
			g := read(t, source.NewFile("links.rules", `game "Links"
players White, Black
board `+board+`
piece man
memory links per cell = none
def near(c) = those x in c.around & mine: no y in links(x): some z in links(y): z in c.around
def tied(c) = links(c)
move put {
  at c in empty & (mine.around | rim)
  do place man on c, `+do+`
}
turn put else draw
end {
  win  "tied" if some (mine & rim).tied* - rim
  draw "long" if ply >= 40
}`), nil)
			p, err := compiled(g)
			if err != nil {
				t.Fatal(err)
			}
			if p.Evaluator {
				t.Error(board, do, "something is left to the evaluator:\n", p.Report)
			}
			agree(t, g, 20, 2)
		}
	}
}

// A part that becomes too long is left to the evaluator, and does not take the game with it.
func TestLongPart(t *testing.T) {
	g := read(t, source.NewFile("long.rules", `game "Long"
players White, Black
board square(12, 12)
piece man
counter links per cell = 0
setup { White man: rank(1) | rank(2)  Black man: rank(11) | rank(12) }
move step {
  from p in mine
  to q in p.around - mine
  if count(q.around & theirs) < 4
  do p -> q
}
move put {
  at c in empty & gates
  do place man on c, each x in c.around & mine: {
    links(x) += 1 + links(c), links(c.around) -= links(x), remove x when links(x) > 5 }
}
region gates = {a6, l7}
turn step, put else draw
end {
  win "none" if no theirs
  draw "long" if ply >= 30
}`), nil)
	planned(t, g, "move step · for all sites at once", "move put · by the evaluator")
}

// The board determines distances between two sites, and walks around a ring.
func TestAgreeOnDistances(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"square(4, 4)", "hexagon(3)",
		"graph { line a-b-c-d  line a-e-f-d  line b-g }"} {
		for _, cond := range []string{
			"distance(p, q, adjacent) = 2",
			"distance(p, mine & rim & q, orthogonal) < distance(q, p, adjacent)",
			"distance(none, p, adjacent) > distance(p | q, q, adjacent)",
			"some q.adjacent & p.adjacent{n}",
			"distance(mine - p, theirs, adjacent) < 4 - n",
			"distance(p | last, mine - p, orthogonal) > distance(theirs & q, first & mine, adjacent) - 4",
		} {
			g := read(t, source.NewFile("distances.rules", `game "Distances"
players White, Black
board `+board+`
piece man
setup { White man: first  Black man: last }
region first = those c in cells: column(c) + row(c) < 4
region last = cells - first
move go {
  from p in mine
  with n in 1..3
  to   q in cells - mine
  if   `+cond+`
  do   p -> q
}
turn go else pass
end { draw if ply > 30 }`), nil)
			if p, err := compiled(g); err != nil || p.Evaluator {
				t.Error(board, cond, "left to the evaluator:", err)
			}
			agree(t, g, 100, 1)
		}
	}
	// With walls, and on boards that are too large for tables of pairs of cells.
	for _, board := range []string{"square(4, 3) with edges, corners", "hexagon(3) with edges",
		"square(9, 8) with edges", "square(3, 3) with edges, round(east), round(north)"} {
		for _, number := range []string{
			"distance(p, q, adjacent)",
			"distance(p | q, theirs, orthogonal)",
			"distance(mine - p, first - mine, around) - distance(q, none, around)",
			"(max x in mine: distance(x, theirs - q, adjacent))",
		} {
			g := read(t, source.NewFile("walls.rules", `game "Walls"
players White, Black
board `+board+`
piece man
piece wall { neutral, on edges, blocks }
counter far = 0
setup { White man: first  Black man: last }
region first = those c in cells: column(c) + row(c) < 4
region last = those c in cells - first: column(c) > 1
move go {
  from p in mine
  to   q in p.adjacent - mine
  if   `+number+` < 7
  do   p -> q, far += `+number+`
}
move build { at e in edges - wall  do place wall on e }
turn go, build else pass
end { draw if ply > 60 }
value near = far - distance(mine, theirs, orthogonal)`), nil)
			if p, err := compiled(g); err != nil || p.Evaluator {
				t.Error(board, number, "left to the evaluator:", err)
			}
			agree(t, g, 200, 1)
		}
	}
	// Between pieces on sites of two kinds.
	kinds := read(t, source.NewFile("kinds.rules", `game "Kinds"
players White, Black
board square(5, 5) with corners
piece man
piece peg { on corners }
setup { White man: a1  Black man: e5  White peg: b2ne  Black peg: c3ne }
move go { from p in mine & cells  to q in p.adjacent - mine  do p -> q }
move put { at c in corners - peg  do place peg on c }
turn go, put else pass
end { draw if ply > 40 }
value way = distance(mine, theirs, orthogonal)
value apart = distance(mine & cells, theirs & corners, orthogonal)`), nil)
	if p, err := compiled(kinds); err != nil || p.Evaluator || slices.Contains(p.Values, false) {
		t.Error("kinds of sites: left to the evaluator:", err)
	}
	agree(t, kinds, 200, 1)
	for _, back := range []string{"way", "back(way)", "(way | back(way))"} {
		g := read(t, source.NewFile("ring.rules", `game "Ring"
players White, Black
board graph { line a-b-c-d-e-f  loop way: b-c-d-e }
piece man
counter n = 0
setup { White man: b  Black man: d }
move go {
  from p in mine
  with k in 0..1
  to   q in p.`+back+`{n * (3 - n) + k - 1} - mine
  do   p -> q, n += 1
}
move skip { do n -= 2 }
turn go, skip
end { draw if ply > 40 }`), nil)
		agree(t, g, 200, 1)
	}
}

// The only member of a set is nothing where it has several.
func TestAgreeOnTheOnlyMember(t *testing.T) {
	long.OneThread(t)
	for _, only := range []string{"the mine", "the(mine & p.around)", "the mine | the theirs",
		"the(p.around & theirs)", "(the(those y in mine: y in rim)).around"} {
		g := read(t, source.NewFile("only.rules", `game "Only"
players White, Black
board square(4, 3)
piece man, king
counter n = 0
memory last = a1
setup { White man: a1 | a2  White king: b1  Black man: d3 | d2  Black king: c3 }
move go {
  from p in mine
  to   q in p.around - mine - (`+only+`)
  do   p -> q, n += count(`+only+`), last := `+only+`, remove the theirs & man & last.around
}
turn go else lose
end { draw if ply > 40  win if the mine & king in rank(2) and n > 3 }`), nil)
		agree(t, g, 200, 1)
	}
}

// Pieces are shifted along a path that is the same in every position.
func TestAgreeOnShiftsByPaths(t *testing.T) {
	long.OneThread(t)
	for _, c := range []struct{ board, step string }{
		{"square(4, 4) { loop ring: a1-a2-b2-b1  loop ring: c3-c4-d4-d3 }", "x.ring"},
		{"square(4, 4) { loop ring: a1-a2-b2-b1  loop ring: c3-c4-d4-d3 }",
			"x.(back(ring)).(back(ring)).(back(ring))"},
		{"square(4, 4)", "if column(x) = 1: x.north else x.east"},
		{"square(4, 4)", "x.north.east & dark"},
		{"square(4, 4)", "x.north & empty"},
		{"square(4, 4) with edges, corners", "x.north"},
	} {
		g := read(t, source.NewFile("shifts.rules", `game "Shifts"
players White, Black
board `+c.board+`
piece man, king
setup { White man: a1  White king: b2  Black man: d4  Black king: c3 }
def onto(x) = `+c.step+`
move put { at c in empty  do place man on c  then turned, march }
move turned { at c in cells  do shift c.around & occupied by onto }
move march { do shift mine by onto, shift (theirs & king) by onto }
turn put else pass
end { draw if ply > 20 }`), nil)
		agree(t, g, 60, 1)
	}
}

// Closures over definitions go on from every site reached, whatever the definition asks of the
// position.
func TestAgreeOnClosures(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"square(4, 3)", "square(9, 8)",
		"graph { line a-b-c-d  line a-e-f-d }"} {
		for _, def := range []string{
			"x.around & empty",
			"if x in mine: x.around & theirs else x.around & mine",
			"x.adjacent.adjacent - x.adjacent - mine",
			"x.adjacent[empty]+ & (those y in cells: some y.adjacent & theirs)",
		} {
			g := read(t, source.NewFile("closures.rules", `game "Closures"
players White, Black
board `+board+`
piece man
setup { White man: those c in cells: column(c) = 1  Black man: those c in cells: column(c) = 3 }
def near(x) = `+def+`
move go {
  from p in mine
  to   q in p.near+ - mine
  do   p -> q
}
move put {
  at c in (mine.near*) & empty - (theirs & rim).near[empty]*
  do place man on c
}
turn go, put else pass
end { draw if ply > 30  draw if passes = 2  win if ply > 8 and no theirs.near[empty]+ }`), nil)
			p, err := compiled(g)
			if err != nil {
				t.Fatal(err)
			}
			if p.Evaluator {
				t.Error("something is left to the evaluator:\n", p.Report)
			}
			agree(t, g, 60, 1)
		}
	}
}

// The cells from which a row or a set around them has at least, at most or exactly some members are
// found for all of them at once.
func TestAgreeOnCountedRows(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"square(5, 4)", "hexagon(3)"} {
		for _, count := range []string{
			"some d in axes: count(c.d[mine | c]* | c.back(d)[mine | c]*) >= 3",
			"all d in adjacent: count(c.d[theirs]+) < 2",
			"count(c.around & mine | c.east[empty - rim]*) = 2",
			"some d in axes: count(c.d[occupied]+ | c.back(d).around & theirs) > 1 + 1",
			"no d in adjacent: count(c.d[those x in mine: some x.d & theirs]*) != 1",
			"count(c.adjacent & occupied) <= 2 and count(c.east[empty]+) >= 0",
		} {
			g := read(t, source.NewFile("rows.rules", `game "Rows"
players White, Black, Red
board `+board+`
piece man
setup { White man: cells & file(2) & rank(2)  Black man: cells & file(3) & rank(3) }
def those_at = those c in empty: `+count+`
move put { at c in empty  do place man on c }
turn put at those_at | (for next: those_at) else pass
end { draw if passes = 3  draw if no empty  win "there" if ply > 9 and some those_at }`), nil)
			m, err := compiled(g)
			if err != nil {
				t.Fatal(err)
			}
			if plan := m.Plan(); strings.Contains(plan, "for each site") {
				t.Errorf("%s: %s is asked of site by site:\n%s", board, count, plan)
			}
			agree(t, g, 200, 2)
		}
	}
}

// A definition that is one fixed walk is like a direction of the board, wherever it is stepped.
func TestAgreeOnFixedWalks(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"square(5, 6)", "square(4, 4) with edges, corners"} {
		for _, to := range []string{
			"p.leap(north)[empty]*.leap(north) | p.leap(south)+",
			"union d in orthogonal: p.leap(d)[empty]*.leap(d)",
			"union d in orthogonal: p.leap(d){2} | p.twice(d)[empty]+",
			"(if p in king: p.ahead[empty]+ else p.ahead{1..2}) | p.leap(east)",
			"those q in empty: some q.leap(west)[empty]*.leap(west) & mine & p",
		} {
			g := read(t, source.NewFile("walks.rules", `game "Walks"
players White facing north, Black facing south
board `+board+`
piece man, king
region inner = cells - file(1)
setup { White man: rank(1)  White king: b2  Black man: rank(4)  Black king: c3 }
def leap(x, d) = x.d.east & inner
def twice(x, d) = x.d[cells]{2}.west
def ahead(x) = x.forward
move go {
  from p in mine
  to   q in (`+to+`) & cells - mine
  do   p -> q
  ensure no (theirs & king).leap(north)[empty]*.leap(north) & mine & king
}
turn go else lose
end { draw if ply > 40 }`), nil)
			if m, err := compiled(g); err != nil || m.Evaluator {
				t.Error(board, to, "left to the evaluator:", err)
			}
			agree(t, g, 200, 2)
		}
	}
}

// Loops in loops change counters that the next rounds read. Their code stays short; where it does
// not, the game is left to the evaluator.
func TestLoopsInLoops(t *testing.T) {
	long.OneThread(t)
	rules := func(size int, do string) *ir.Game {
		return read(t, source.NewFile("loops.rules", fmt.Sprintf(`game "Loops"
players White, Black
board square(%d, %[1]d)
piece man
setup { White man: rank(1)  Black man: rank(3) }
counter n per cell = 0
move go {
  from p in mine
  to   q in p.orthogonal & empty
  do   p -> q, each x in p.(east | west)+: { each y in x.south+: { %s } }
}
turn go else pass
end { draw if ply > 40  draw if passes = 2 }`, size, do)), nil)
	}
	g := rules(6, "remove y when y in theirs and n(x) < 3, n(y) += 1")
	m, err := compiled(g)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(m.Code); n > 1<<20 {
		t.Errorf("the module has %d bytes", n)
	}
	agree(t, g, 100, 2)
	g = rules(11, "each z in y.around: { remove z when z in theirs and n(y) < 3, n(z) += n(x) }")
	if _, err := compiled(g); err == nil || !strings.Contains(err.Error(), "MB of code") {
		t.Error("three loops in one another are compiled:", err)
	}
}

// TestAgreeOnWalks compares the engines on walks of several pieces at once whose length is known
// only during play: to one length, from one to another, with none, too many or fewer than no steps.
func TestAgreeOnWalks(t *testing.T) {
	long.OneThread(t)
	for i, board := range []string{"square(11, 3)", "square(12, 6)", "square(3, 10) with edges",
		"square(10, 3) with round(east)", "rhombus(9, 4)"} {
		for k, cond := range []string{
			"some mine.east{n} & q",
			"some theirs.back(north){1..n} & q.adjacent",
			"count((mine - p).(east){0..n}) > 2 * n",
			"count(mine.east[cells - theirs]{1..n}) > n",
			"some (mine & p.adjacent).north[empty | p]{2..n} & q.adjacent",
			"count(mine.east{n..n + 2}) > 2",
			"count(mine.north{n - 3}) > 1",
			"count(mine.east{n - 5..n - 4}) > 1",
			"count(mine.north{1..n - 4}) > 1",
			"count(theirs.east{-2..n - 2}) > 3",
			"count(theirs.east{2 * n mod 11}) > 1",
			"count((union x in mine: (x | p).north{count(x.adjacent & mine)})) > n",
		} {
			if !long.Case(i+k, 3) {
				continue
			}
			if board == "rhombus(9, 4)" {
				cond = strings.ReplaceAll(cond, "north", "northeast")
			}
			g := read(t, source.NewFile("walks.rules", `game "Walks"
players White, Black
board `+board+`
piece man
piece wall { neutral`+map[bool]string{true: ", on edges, blocks"}[strings.Contains(board, "edges")]+` }
setup { White man: first  Black man: last }
region first = those c in cells: column(c) + row(c) < 5
region last = those c in cells - first: column(c) + row(c) > 8
move go {
  from p in mine
  let  n = count(mine) + count(p.around & mine) - 4
  to   q in p.adjacent - mine
  if   `+cond+`
  do   p -> q
}
move leap { from p in mine  to q in p.adjacent - mine  do p -> q }
move build { at e in `+map[bool]string{true: "edges", false: "empty"}[strings.Contains(board,
				"edges")]+` - wall  if even(ply)  do place wall on e }
turn go, build else leap else pass
end { draw if ply > 40 }`), nil)
			round := strings.Contains(board, "round") && strings.Contains(cond, "east")
			if p, err := compiled(g); err != nil || p.Evaluator && !round {
				t.Error(board, cond, "left to the evaluator:", err)
			}
			agree(t, g, 60, 1)
		}
	}
}
