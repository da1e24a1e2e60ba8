package topology

import (
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
)

func mustBuild(t *testing.T, spec Spec) *Board {
	t.Helper()
	b, problems := Build(spec)
	for _, p := range problems {
		t.Errorf("%s (%s)", p.Message, p.Help)
	}
	if b == nil {
		t.FailNow()
	}
	return b
}

func site(t *testing.T, b *Board, name string) Site {
	t.Helper()
	s, ok := b.SiteByName(name)
	if !ok {
		t.Fatalf("no site %q", name)
	}
	return s
}

func way(t *testing.T, b *Board, name string) Relation {
	t.Helper()
	r, ok := b.DirectionByName(name)
	if !ok {
		t.Fatalf("no direction %q", name)
	}
	return r
}

// names writes a set as the names of its sites in alphabetical order.
func names(b *Board, s Set) string {
	var all []string
	for x := range s.All() {
		all = append(all, b.Names[x])
	}
	sort.Strings(all)
	return strings.Join(all, " ")
}

// around writes where each direction leads from a site: "north=d5 …", in the order of the
// directions.
func around(b *Board, s Site) string {
	var all []string
	for r, d := range b.Directions {
		if to := b.Next(Relation(r), s); !to.Empty() {
			all = append(all, d.Name+"="+names(b, to))
		}
	}
	return strings.Join(all, " ")
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func directionNames(b *Board, s Steps) string {
	var all []string
	for r := range s.All() {
		all = append(all, b.Directions[r].Name)
	}
	return strings.Join(all, " ")
}

func TestSquare(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "square", Args: []int{8, 8}})
	if b.Sites != 64 || b.Width != 8 || b.Height != 8 {
		t.Fatalf("%d sites, %d by %d", b.Sites, b.Width, b.Height)
	}
	expect(t, "first cells", strings.Join(b.Names[:9], " "), "a1 b1 c1 d1 e1 f1 g1 h1 a2")
	expect(t, "d4", around(b, site(t, b, "d4")),
		"north=d5 northeast=e5 east=e4 southeast=e3 south=d3 southwest=c3 west=c4 northwest=c5")
	expect(t, "a1", around(b, site(t, b, "A1")), "north=a2 northeast=b2 east=b1")
	expect(t, "h8", around(b, site(t, b, "h8")), "south=h7 southwest=g7 west=g8")
	expect(t, "orthogonal", directionNames(b, b.Orthogonal), "north east south west")
	expect(t, "diagonal", directionNames(b, b.Diagonal), "northeast southeast southwest northwest")
	expect(t, "axes", directionNames(b, b.Axes), "north northeast east southeast")
	expect(t, "adjacent", directionNames(b, b.Adjacent), "north east south west")
	if b.Around != b.Orthogonal.Or(b.Diagonal) {
		t.Error("around is not orthogonal | diagonal")
	}
	if n := b.Rim.Len(); n != 28 {
		t.Errorf("%d rim cells, want 28", n)
	}
	north := StepsOf(way(t, b, "north"))
	expect(t, "edge(north)", names(b, b.EdgeOf(north)), "a8 b8 c8 d8 e8 f8 g8 h8")
	expect(t, "edge(northeast)", names(b, b.EdgeOf(StepsOf(way(t, b, "northeast")))),
		"a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7 h8")
	expect(t, "left of north", directionNames(b, b.LeftOf(north)), "west")
	expect(t, "right of north", directionNames(b, b.RightOf(north)), "east")
	expect(t, "back of north", directionNames(b, b.BackOf(north)), "south")
	n := b.Directions[way(t, b, "north")]
	expect(t, "half left", b.Directions[n.HalfLeft].Name, "northwest")
	expect(t, "half right", b.Directions[n.HalfRight].Name, "northeast")
	expect(t, "file 3", names(b, b.FileOf(3)), "c1 c2 c3 c4 c5 c6 c7 c8")
	expect(t, "rank 3", names(b, b.RankOf(3)), "a3 b3 c3 d3 e3 f3 g3 h3")
	expect(t, "rank 0 and 9", names(b, b.RankOf(0).Or(b.RankOf(9))), "")
	expect(t, "image of a set",
		names(b, b.Image(way(t, b, "north"), b.RankOf(8).Or(SetOf(site(t, b, "c3"))))), "c4")
	expect(t, "images", names(b, b.Images(b.Orthogonal, SetOf(site(t, b, "a1"), site(t, b, "c1")))),
		"a2 b1 c2 d1")
}

func TestSquareEdgesAndCorners(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "square", Args: []int{11, 14}, Edges: true, Corners: true})
	if c, e, k := b.Cells.Len(), b.Edges.Len(), b.Corners.Len(); c != 154 || e != 11*15+14*12 ||
		k != 12*15 {
		t.Fatalf("%d cells, %d edges, %d corners", c, e, k)
	}
	for _, c := range []struct{ site, want string }{
		{"d4", "north=d5 northeast=e5 east=e4 southeast=e3 south=d3 southwest=c3 west=c4 " +
			"northwest=c5"},
		{"d4n", "north=d5 northeast=d5e east=d4ne southeast=d4e south=d4 southwest=c4e west=c4ne " +
			"northwest=c5e"},
		{"d4e", "north=d4ne northeast=e4n east=e4 southeast=e3n south=d3ne southwest=d3n west=d4 " +
			"northwest=d4n"},
		{"d4ne", "north=d5e northeast=e5 east=e4n southeast=e4 south=d4e southwest=d4 west=d4n " +
			"northwest=d5"},
		{"a1sw", "north=a1w northeast=a1 east=a1s"},
	} {
		expect(t, c.site, around(b, site(t, b, c.site)), c.want)
	}
	// Every name of an edge or a corner, from each cell that it touches.
	for _, c := range [][2]string{
		{"d5s", "d4n"}, {"e4w", "d4e"}, {"e5sw", "d4ne"}, {"d5se", "d4ne"}, {"e4nw", "d4ne"},
		{"D4NE", "d4ne"},
		{"a1w", "a1w"}, {"a1s", "a1s"}, {"a1sw", "a1sw"}, {"a2sw", "a1nw"}, {"b1sw", "a1se"},
		{"k14ne", "k14ne"},
	} {
		expect(t, c[0], b.Names[site(t, b, c[0])], c[1])
	}
	if _, ok := b.SiteByName("l1w"); ok {
		t.Error("l1w exists, though column l does not")
	}
	north, east, northeast := way(t, b, "north"), way(t, b, "east"), way(t, b, "northeast")
	d4 := site(t, b, "d4")
	expect(t, "via north", b.Names[b.Via(north, d4)], "d4n")
	expect(t, "via northeast", b.Names[b.Via(northeast, d4)], "d4ne")
	expect(t, "across d4 c4", b.Names[b.Across(d4, site(t, b, "c4"))], "c4e")
	expect(t, "across d4 c5", b.Names[b.Across(d4, site(t, b, "c5"))], "c4ne")
	if b.Via(north, site(t, b, "d14")) != None || b.Via(north, site(t, b, "d4n")) != None ||
		b.Across(d4, d4) != None {
		t.Error("a step that does not exist crosses something")
	}
	expect(t, "d4.side(north)", b.Names[b.Neighbor(b.Half(north), d4)], "d4n")
	expect(t, "d14.side(north)", b.Names[b.Neighbor(b.Half(north), site(t, b, "d14"))], "d14n")
	expect(t, "d4ne.side(east)", b.Names[b.Neighbor(b.Half(east), site(t, b, "d4ne"))], "e4n")
	expect(t, "side of the opposite", directionNames(b, b.BackOf(StepsOf(north))), "south")
	if got := b.BackOf(b.SideOf(StepsOf(north))); got != b.SideOf(b.BackOf(StepsOf(north))) {
		t.Error("back of a half step is not half of the step back")
	}
	touching := func(p Plane,
		name string) string {
		return names(b, b.Next(b.Incident(p), site(t, b, name)))
	}
	expect(t, "d4.edges", touching(Edges, "d4"), "c4e d3n d4e d4n")
	expect(t, "d4.corners", touching(Corners, "d4"), "c3ne c4ne d3ne d4ne")
	expect(t, "d4.cells", touching(Cells, "d4"), "")
	expect(t, "d4n.cells", touching(Cells, "d4n"), "d4 d5")
	expect(t, "d4n.corners", touching(Corners, "d4n"), "c4ne d4ne")
	expect(t, "d4ne.edges", touching(Edges, "d4ne"), "d4e d4n d5e e4n")
	expect(t, "d4ne.cells", touching(Cells, "d4ne"), "d4 d5 e4 e5")
	expect(t, "a1w.cells", touching(Cells, "a1w"), "a1")

	if inner := b.Corners.Minus(b.Rim); inner.Len() != 10*13 {
		t.Errorf("%d inner corners, want 130", inner.Len())
	}
	if inner := b.Edges.Minus(b.Rim); inner.Len() != 11*13+10*14 {
		t.Errorf("%d inner edges", inner.Len())
	}
	for name, place := range map[string][2]int{"d4": {4, 4}, "d4n": {4, 4}, "a1w": {0, 1},
		"a1sw": {0, 0}, "k14ne": {11, 14}} {
		s := site(t, b, name)
		if b.Column[s] != place[0] || b.Row[s] != place[1] {
			t.Errorf("%s: column %d, row %d", name, b.Column[s], b.Row[s])
		}
	}
	walls := SetOf(site(t, b, "d4n"), site(t, b, "d4ne"))
	expect(t, "north with walls", names(b, b.OpenImage(north, SetOf(d4, site(t, b, "e4")), walls)),
		"e5")
	expect(t, "northeast with walls",
		names(b, b.OpenImage(northeast, SetOf(d4, site(t, b, "e4")), walls)), "f5")
	expect(t, "half steps are never blocked",
		names(b, b.OpenImage(b.Half(north), SetOf(d4), walls)), "d4n")
	expect(t, "names of the planes", names(b,
		b.Planes(Edges|Corners).And(SetOf(d4, site(t, b, "d4n"), site(t, b, "d4ne")))), "d4n d4ne")
	for _, name := range []string{"d4", "d4n", "d4ne"} {
		if got, want := b.PlaneOf(site(t, b, name)), map[string]Plane{"d4": Cells, "d4n": Edges,
			"d4ne": Corners}[name]; got != want {
			t.Errorf("plane of %s: %d", name, got)
		}
	}
	if b.PlaneOf(None) != 0 {
		t.Error("None has a plane")
	}
}

func TestColumnNames(t *testing.T) {
	for n, want := range map[int]string{1: "a", 26: "z", 27: "aa", 28: "ab", 52: "az", 53: "ba",
		702: "zz", 703: "aaa"} {
		expect(t, "column", ColumnName(n), want)
	}
	b := mustBuild(t, Spec{Shape: "square", Args: []int{30, 2}})
	expect(t, "beyond z", around(b, site(t, b, "aa2")),
		"east=ab2 southeast=ab1 south=aa1 southwest=z1 west=z2")
}

func TestRhombus(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "rhombus", Args: []int{11, 11}})
	if b.Sites != 121 {
		t.Fatalf("%d sites", b.Sites)
	}
	expect(t, "c5", around(b, site(t, b, "c5")),
		"northeast=c6 east=d5 southeast=d4 southwest=c4 west=b5 northwest=b6")
	expect(t, "a1", around(b, site(t, b, "a1")), "northeast=a2 east=b1")
	expect(t, "a11", around(b, site(t, b, "a11")), "east=b11 southeast=b10 southwest=a10")
	expect(t, "axes", directionNames(b, b.Axes), "northeast east southeast")
	if b.Diagonal != (Steps{}) || b.Orthogonal != b.Around || b.Adjacent != b.Around ||
		b.Around.Len() != 6 {
		t.Error("groups of directions")
	}
	if n := b.Rim.Len(); n != 40 {
		t.Errorf("%d rim cells", n)
	}
	ne := StepsOf(way(t, b, "northeast"))
	expect(t, "left", directionNames(b, b.LeftOf(ne)), "northwest")
	expect(t, "right", directionNames(b, b.RightOf(ne)), "east")
	expect(t, "back", directionNames(b, b.BackOf(ne)), "southwest")
	expect(t, "edge(northeast)", names(b, b.EdgeOf(ne)), names(b, b.RankOf(11)))
	c := mustBuild(t, Spec{Shape: "rhombus", Args: []int{3, 2}})
	expect(t, "three columns, two rows", strings.Join(c.Names, " "), "a1 b1 c1 a2 b2 c2")
}

func TestHexagonAndTriangle(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "hexagon", Args: []int{5}})
	if b.Sites != 61 || b.Width != 9 || b.Height != 9 {
		t.Fatalf("%d sites, %d by %d", b.Sites, b.Width, b.Height)
	}
	expect(t, "e5", around(b, site(t, b, "e5")),
		"northeast=f6 east=f5 southeast=e4 southwest=d4 west=d5 northwest=e6")
	expect(t, "a1", around(b, site(t, b, "a1")), "northeast=b2 east=b1 northwest=a2")
	expect(t, "e1", around(b, site(t, b, "e1")), "northeast=f2 west=d1 northwest=e2")
	if n := b.Rim.Len(); n != 24 {
		t.Errorf("%d rim cells", n)
	}
	if _, ok := b.SiteByName("f1"); ok {
		t.Error("f1 is on the board: |6-1| = 5")
	}
	tri := mustBuild(t, Spec{Shape: "triangle", Args: []int{4}})
	expect(t, "triangle", strings.Join(tri.Names, " "), "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4")
	expect(t, "b2", around(tri, site(t, tri, "b2")),
		"northeast=b3 east=c2 southeast=c1 southwest=b1 west=a2 northwest=a3")
	expect(t, "apex", around(tri, site(t, tri, "a4")), "southeast=b3 southwest=a3")
}

// Hexes touch as drawn: neighbors are one apart, in the direction that the name says.
func TestHexGeometry(t *testing.T) {
	angles := map[string]float64{"east": 0, "northeast": 60, "northwest": 120, "west": 180,
		"southwest": 240, "southeast": 300}
	for _, spec := range []Spec{
		{Shape: "rhombus", Args: []int{4, 5}}, {Shape: "hexagon", Args: []int{3}},
		{Shape: "triangle", Args: []int{5}},
		{Shape: "hexrows", Picture: " . .\n. . .\n . ."},
	} {
		b := mustBuild(t, spec)
		for r, d := range b.Directions {
			for s := range Site(b.Sites) {
				to := b.Neighbor(Relation(r), s)
				if to == None {
					continue
				}
				sin, cos := math.Sincos(angles[d.Name] * math.Pi / 180)
				p, q := b.Points[s], b.Points[to]
				if math.Hypot(p.X+cos-q.X, p.Y+sin-q.Y) > 1e-9 {
					t.Fatalf("%s: %s of %s is %s, %v from %v", spec.Shape, d.Name, b.Names[s],
						b.Names[to], q, p)
				}
				if b.Neighbor(d.Back, to) != s {
					t.Fatalf("%s: back from %s does not lead to %s", spec.Shape, b.Names[to],
						b.Names[s])
				}
			}
		}
	}
}

func TestHexEdgesAndCorners(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "hexagon", Args: []int{2}, Edges: true, Corners: true})
	// Seven hexes: 7·6 sides, 12 of them shared; 24 corners by Euler's formula.
	if c, e, k := b.Cells.Len(), b.Edges.Len(), b.Corners.Len(); c != 7 || e != 30 || k != 24 {
		t.Fatalf("%d cells, %d edges, %d corners", c, e, k)
	}
	touching := func(p Plane,
		name string) string {
		return names(b, b.Next(b.Incident(p), site(t, b, name)))
	}
	expect(t, "b2.edges", touching(Edges, "b2"), "a1ne a2e b1nw b2e b2ne b2nw")
	expect(t, "b2.corners", touching(Corners, "b2"), "a1ene a1n a2ene b1n b2ene b2n")
	expect(t, "b2e.cells", touching(Cells, "b2e"), "b2 c2")
	expect(t, "b2e.corners", touching(Corners, "b2e"), "b1n b2ene")
	expect(t, "b2n.cells", touching(Cells, "b2n"), "b2 b3 c3")
	expect(t, "b2n.edges", touching(Edges, "b2n"), "b2ne b2nw b3e")
	expect(t, "alias of an edge", b.Names[site(t, b, "c2w")], "b2e")
	expect(t, "alias of a corner", b.Names[site(t, b, "c3wsw")], "b2n")
	expect(t, "edge to its cells", around(b, site(t, b, "b2e")),
		"northeast=c2nw east=c2 southeast=b1ne southwest=b1nw west=b2 northwest=b2ne")
	expect(t, "via", b.Names[b.Via(way(t, b, "east"), site(t, b, "b2"))], "b2e")
	if inner := b.Edges.Minus(b.Rim); inner.Len() != 12 {
		t.Errorf("%d inner edges", inner.Len())
	}
	if inner := b.Corners.Minus(b.Rim); inner.Len() != 6 {
		t.Errorf("%d inner corners", inner.Len())
	}
	columns := mustBuild(t, Spec{Shape: "hexcolumns", Picture: " .\n. .\n .\n. .\n .", Edges: true,
		Corners: true})
	if c, e, k := columns.Cells.Len(), columns.Edges.Len(), columns.Corners.Len(); c != 7 ||
		e != 30 || k != 24 {
		t.Fatalf("columns: %d cells, %d edges, %d corners", c, e, k)
	}
	expect(t, "b2.edges of columns",
		names(columns, columns.Next(columns.Incident(Edges), site(t, columns, "b2"))),
		"a1ne b1n b2n b2ne b2nw c1nw")
}

const tactigon = `
   c
  . .
 c t c
  s s
 . p .
  t t
 c s c
  . .
 . c .
. . . .
 * . *
. . . .
 . C .
  . .
 C S C
  T T
 . P .
  S S
 C T C
  . .
   C
`

// The rules of that board name a tile (x, y), column x from the left and y from the top of the
// lattice; tiles are neighbors iff same column and |Δh| = 2, or |Δx| = 1 and |Δh| = 1, where h =
// 2y (x odd) or 2y+1 (x even).
func TestHexColumnsAgainstItsRules(t *testing.T) {
	rows := map[int][2]int{0: {4, 5}, 1: {1, 9}, 2: {0, 9}, 3: {0, 10}, 4: {0, 9}, 5: {1, 9},
		6: {4, 5}}
	type xy struct{ x, y int }
	name := func(p xy) string { return cellName(p.x+1, rows[p.x][1]-p.y+1) }
	h := func(p xy) int { return 2*p.y + 1 - p.x%2 }
	var tiles []xy
	for x := range 7 {
		for y := rows[x][0]; y <= rows[x][1]; y++ {
			tiles = append(tiles, xy{x, y})
		}
	}
	b := mustBuild(t, Spec{Shape: "hexcolumns", Picture: tactigon})
	if len(tiles) != 53 || b.Sites != 53 {
		t.Fatalf("%d sites, want 53", b.Sites)
	}
	for _, p := range tiles {
		var near Set
		for _, q := range tiles {
			dx, dh := q.x-p.x, h(q)-h(p)
			if dx == 0 && dh*dh == 4 || dx*dx == 1 && dh*dh == 1 {
				near.Add(site(t, b, name(q)))
			}
		}
		got := b.Images(b.Adjacent, SetOf(site(t, b, name(p))))
		expect(t, name(p), names(b, got), names(b, near))
	}
	expect(t, "gold", names(b, b.Marks['*']), "b5 f5")
	expect(t, "red pentagon", names(b, b.Marks['P']), "d3")
	expect(t, "squares of cyan", names(b, b.Marks['s']), "c9 d8 e9")
	if b.Glyphs[site(t, b, "a1")] != 0 || b.Glyphs[site(t, b, "d1")] != 'C' {
		t.Error("glyphs by site")
	}
	if _, ok := b.Marks['.']; ok {
		t.Error("a dot is no mark")
	}
	expect(t, "d6", around(b, site(t, b, "d6")),
		"north=d7 northeast=e6 southeast=e5 south=d5 southwest=c5 northwest=c6")
	north := way(t, b, "north")
	expect(t, "edge(north)", names(b, b.EdgeOf(StepsOf(north))), "a2 b9 c10 d11 e10 f9 g2")
	expect(t, "axes", directionNames(b, b.Axes), "north northeast southeast")
}

func TestHexRows(t *testing.T) {
	lines := []string{}
	for i := range 11 {
		lines = append(lines, strings.Repeat(" ", 10-i)+strings.Repeat(". ", i+1))
	}
	b := mustBuild(t, Spec{Shape: "hexrows", Picture: strings.Join(lines, "\n")})
	if b.Sites != 66 || b.Height != 11 || b.Width != 11 {
		t.Fatalf("%d sites, %d by %d", b.Sites, b.Width, b.Height)
	}
	expect(t, "apex", around(b, site(t, b, "a11")), "southeast=b10 southwest=a10")
	expect(t, "c3", around(b, site(t, b, "c3")),
		"northeast=c4 east=d3 southeast=d2 southwest=c2 west=b3 northwest=b4")
	west := way(t, b, "west")
	expect(t, "edge(west)", names(b, b.EdgeOf(StepsOf(west))), "a1 a10 a11 a2 a3 a4 a5 a6 a7 a8 a9")
	expect(t, "row 1", names(b, b.RankOf(1)), "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1")
	// A hole keeps the names of the cells beside it.
	hole := mustBuild(t, Spec{Shape: "hexrows", Picture: ". . .\n .   .\n. . ."})
	if _, ok := hole.SiteByName("b2"); ok {
		t.Error("b2 is the hole")
	}
	expect(t, "beside the hole", around(hole, site(t, hole, "c2")), "southwest=c1 northwest=c3")
}

var morris = []Line{
	{Points: []string{"a7", "d7", "g7"}}, {Points: []string{"b6", "d6", "f6"}},
	{Points: []string{"c5", "d5", "e5"}},
	{Points: []string{"a4", "b4", "c4"}}, {Points: []string{"e4", "f4", "g4"}},
	{Points: []string{"c3", "d3", "e3"}}, {Points: []string{"b2", "d2", "f2"}},
	{Points: []string{"a1", "d1", "g1"}},
	{Points: []string{"a7", "a4", "a1"}}, {Points: []string{"b6", "b4", "b2"}},
	{Points: []string{"c5", "c4", "c3"}},
	{Points: []string{"d7", "d6", "d5"}}, {Points: []string{"d3", "d2", "d1"}},
	{Points: []string{"e5", "e4", "e3"}}, {Points: []string{"f6", "f4", "f2"}},
	{Points: []string{"g7", "g4", "g1"}},
}

func TestGraph(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "graph", Lines: morris})
	if b.Sites != 24 || len(b.Directions) != 32 || b.Axes.Len() != 16 || b.Adjacent.Len() != 32 {
		t.Fatalf("%d sites, %d directions, %d axes, %d adjacent", b.Sites, len(b.Directions),
			b.Axes.Len(), b.Adjacent.Len())
	}
	near := func(name string) string {
		return names(b,
			b.Images(b.Adjacent, SetOf(site(t, b, name))))
	}
	expect(t, "a7", near("a7"), "a4 d7")
	expect(t, "d6", near("d6"), "b6 d5 d7 f6")
	expect(t, "e4", near("e4"), "e3 e5 f4")
	expect(t, "d2", around(b, site(t, b, "d2")), "b2..f2=f2 f2..b2=b2 d3..d1=d1 d1..d3=d3")
	ends := 0
	for s := range Site(b.Sites) {
		for r := range b.Adjacent.All() {
			to := b.Next(r, s)
			ends += to.Len()
		}
	}
	if ends != 64 {
		t.Errorf("%d ends of segments, want 64: the printed board has 32 segments", ends)
	}
	if !b.Rim.Empty() || b.EdgeOf(b.Adjacent) != (Set{}) || !b.Orthogonal.Empty() ||
		!b.Diagonal.Empty() || !b.Around.Empty() {
		t.Error("a graph has no rim, no edge and no compass")
	}
	if b.Column[0] != 0 || b.Row[0] != 0 || b.FileOf(0) != (Set{}) {
		t.Error("a graph has no columns")
	}
	if p := b.Points[site(t, b, "d7")]; p != (Point{4, 7}) {
		t.Errorf("d7 is drawn at %v", p)
	}
	back := b.Directions[0].Back
	expect(t, "back", b.Directions[back].Name, "g7..a7")
	if b.Directions[back].Back != 0 || b.Directions[0].Left != 0 {
		t.Error("back and left of a line")
	}
}

func TestGraphEdges(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "graph", Edges: true, Lines: []Line{
		{Name: "ring", Loop: true, Points: []string{"hub", "East", "far"}}, {Name: "road",
			Points: []string{"hub", "inn"}},
	}})
	expect(t, "names", strings.Join(b.Names, " "),
		"hub East far inn hub_East East_far hub_far hub_inn")
	ring, road := way(t, b, "ring"), way(t, b, "road")
	hub := site(t, b, "hub")
	expect(t, "ring from far", names(b, b.Next(ring, site(t, b, "far"))), "hub")
	expect(t, "back(ring) from hub", names(b, b.Next(way(t, b, "back(ring)"), hub)), "far")
	expect(t, "via", b.Names[b.Via(ring, hub)], "hub_East")
	expect(t, "across", b.Names[b.Across(site(t, b, "far"), hub)], "hub_far")
	expect(t, "half", names(b, b.Next(b.Half(road), hub)), "hub_inn")
	expect(t, "edge to point", names(b, b.Next(road, site(t, b, "hub_inn"))), "inn")
	expect(t, "edge against the line",
		names(b, b.Next(b.Directions[road].Back, site(t, b, "hub_inn"))), "hub")
	expect(t, "hub.edges", names(b, b.Next(b.Incident(Edges), hub)), "hub_East hub_far hub_inn")
	expect(t, "hub_far.cells", names(b, b.Next(b.Incident(Cells), site(t, b, "hub_far"))),
		"far hub")
	expect(t, "any case", b.Names[site(t, b, "EAST")], "East")
	if !b.Rim.Empty() {
		t.Error("a graph has no rim")
	}
}

// Lines with the same name are one relation, with several successors where they meet; each of its
// edges can be walled off alone.
func TestLinesOfOneName(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "graph", Edges: true, Lines: []Line{
		{Name: "down", Points: []string{"top", "left", "end"}}, {Name: "down",
			Points: []string{"top", "right", "end"}},
	}})
	down := way(t, b, "down")
	top := site(t, b, "top")
	if len(b.Directions) != 2 {
		t.Errorf("%d directions, want 2", len(b.Directions))
	}
	expect(t, "down", names(b, b.Next(down, top)), "left right")
	expect(t, "up", names(b, b.Next(b.Directions[down].Back, site(t, b, "end"))), "left right")
	expect(t, "with a wall",
		names(b, b.OpenImage(down, SetOf(top), SetOf(site(t, b, "top_right")))), "left")
}

func TestExtraLines(t *testing.T) {
	b := mustBuild(t, Spec{Shape: "square", Args: []int{6, 6}, Lines: []Line{
		{Name: "arc", Points: []string{"a2", "b1"}}, {Name: "arc", Points: []string{"F5", "e6"}},
		{Points: []string{"c3", "d4", "e5"}},
		{Name: "inner", Loop: true, Points: []string{"a2", "b2", "e2", "f2", "e1", "e2", "e5", "e6",
			"f5", "e5", "b5", "a5", "b6", "b5", "b2", "b1"}},
	}})
	arc, inner := way(t, b, "arc"), way(t, b, "inner")
	expect(t, "arc", names(b, b.Image(arc, b.Cells)), "b1 e6")
	expect(t, "back(arc)", names(b, b.Image(b.Directions[arc].Back, b.Cells)), "a2 f5")
	if b.Adjacent.Has(arc) || b.Axes.Has(arc) || b.Around.Has(arc) {
		t.Error("named lines are neighbors only where they are named")
	}
	plain := way(t, b, "c3..e5")
	if !b.Adjacent.Has(plain) || !b.Adjacent.Has(b.Directions[plain].Back) || !b.Axes.Has(plain) ||
		b.Axes.Has(b.Directions[plain].Back) {
		t.Error("a nameless line joins adjacent both ways and axes one way")
	}
	expect(t, "a loop that crosses itself", names(b, b.Next(inner, site(t, b, "e2"))), "e5 f2")
	expect(t, "the loop closes", names(b, b.Next(inner, site(t, b, "b1"))), "a2")
	expect(t, "edge of a line", names(b, b.EdgeOf(StepsOf(arc))), "")
	if b.Rim.Len() != 20 {
		t.Error("lines change the rim")
	}
}

func TestLayoutOfNamedPoints(t *testing.T) {
	ring := mustBuild(t, Spec{Shape: "graph",
		Lines: []Line{{Loop: true, Points: []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}}}})
	p, q := ring.Points[0], ring.Points[4]
	if math.Hypot(p.X+q.X, p.Y+q.Y) > 0.1 || p.Y <= q.Y {
		t.Errorf("a ring is drawn with its first point at %v and the opposite one at %v", p, q)
	}
	for i := range ring.Points {
		a, b := ring.Points[i], ring.Points[(i+1)%8]
		if l := math.Hypot(a.X-b.X, a.Y-b.Y); l < 0.7 || l > 1.3 {
			t.Errorf("neighbors are %.2f apart", l)
		}
	}
	// p1 … p4 look like places of a map, but the line from p1 to p3 would run through p2.
	fan := mustBuild(t, Spec{Shape: "graph", Lines: []Line{{Points: []string{"p1", "p3"}},
		{Points: []string{"p1", "p2"}}, {Points: []string{"p2", "p4"}}}})
	for i, a := range fan.Points {
		for j, b := range fan.Points[:i] {
			if math.Hypot(a.X-b.X, a.Y-b.Y) < 0.5 {
				t.Errorf("points %d and %d are drawn on each other", i, j)
			}
		}
	}
}

func TestRows(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Shape: "square", Args: []int{2, 2}, Edges: true}, "a2 b2/a1 b1"},
		{Spec{Shape: "hexcolumns", Picture: " .\n. .\n .\n. ."}, "b2/a2 c2/b1/a1 c1"},
		{Spec{Shape: "graph", Lines: []Line{{Points: []string{"a2", "a1", "c1"}},
			{Points: []string{"a2", "c2"}}}}, "a2 c2/a1 c1"},
		{Spec{Shape: "graph",
			Lines: []Line{{Points: []string{"top", "left", "right"}, Loop: true}}},
			"top left right"},
	} {
		b := mustBuild(t, c.spec)
		var rows []string
		for _, row := range b.Rows() {
			var cells []string
			for _, s := range row {
				cells = append(cells, b.Names[s])
			}
			rows = append(rows, strings.Join(cells, " "))
		}
		expect(t, c.spec.Shape, strings.Join(rows, "/"), c.want)
	}
}

func TestProblems(t *testing.T) {
	square := func(args ...int) Spec { return Spec{Shape: "square", Args: args} }
	graph := func(lines ...Line) Spec { return Spec{Shape: "graph", Lines: lines} }
	line := func(points ...string) Line { return Line{Points: points} }
	many := Spec{Shape: "graph"}
	for i := range 32 {
		many.Lines = append(many.Lines, line(ColumnName(i+1)+"1", ColumnName(i+2)+"1"))
	}
	big := graph(line("a", "b"))
	for i := range MaxSites {
		big.Lines[0].Points = append(big.Lines[0].Points, ColumnName(i+1)+"9")
	}
	for _, c := range []struct {
		name                            string
		spec                            Spec
		message                         string
		argument, row, column, line, pt int
	}{
		{"shape", Spec{Shape: "circle"}, "no board of the shape", -1, -1, -1, -1, -1},
		{"no sizes", square(), "takes two numbers, but here there is none", -1, -1, -1, -1, -1},
		{"one size", square(8), "takes two numbers, but here there is one", -1, -1, -1, -1, -1},
		{"four sizes", square(8, 8, 8, 8), "takes two numbers, but here there are 4", 2, -1,
			-1, -1, -1},
		{"layers with edges", Spec{Shape: "square", Args: []int{3, 3, 3}, Edges: true},
			"a board with layers has only cells", -1, -1, -1, -1, -1},
		{"round and small", Spec{Shape: "square", Args: []int{2, 5}, Around: []string{"east"}},
			"too small", -1, -1, -1, -1, -1},
		{"round up", Spec{Shape: "square", Args: []int{5, 5}, Around: []string{"up"}},
			"closes on itself to the up", -1, -1, -1, -1, -1},
		{"between two cells", Spec{Shape: "square", Picture: ". .\n ."}, "between two places", -1, 1, 1,
			-1, -1},
		{"zero", square(8, 0), "the height of the board is 0", 1, -1, -1, -1, -1},
		{"negative", Spec{Shape: "hexagon", Args: []int{-3}}, "the side of the board is -3", 0, -1,
			-1, -1, -1},
		{"huge", square(2000, 2000), "too large", 0, -1, -1, -1, -1},
		{"huge product", square(math.MaxInt, math.MaxInt), "too large", 0, -1, -1, -1, -1},
		{"cells", square(33, 32), "having 1056 cells makes the board too large", -1, -1, -1, -1,
			-1},
		{"edges", Spec{Shape: "square", Args: []int{32, 32}, Edges: true}, "too large", -1, -1, -1,
			-1, -1},
		{"hexagon", Spec{Shape: "hexagon", Args: []int{19}}, "having 1027 cells", -1, -1, -1, -1,
			-1},
		{"hexagon with edges", Spec{Shape: "hexagon", Args: []int{16}, Edges: true, Corners: true},
			"more than 1024", -1, -1, -1, -1, -1},
		{"triangle", Spec{Shape: "triangle", Args: []int{1000}}, "too large", -1, -1, -1, -1, -1},
		{"picture of a square", Spec{Shape: "square", Args: []int{2, 2}, Picture: "."},
			"numbers or a picture", 0, -1, -1, -1, -1},
		{"no picture", Spec{Shape: "hexrows"}, "picture of the board is empty", -1, 0, -1, -1, -1},
		{"blank picture", Spec{Shape: "hexcolumns", Picture: "\n  \n"},
			"picture of the board is empty", -1, 0, -1, -1, -1},
		{"numbers for a picture", Spec{Shape: "hexrows", Args: []int{3}, Picture: "."},
			"takes no numbers", 0, -1, -1, -1, -1},
		{"ragged rows", Spec{Shape: "hexrows", Picture: "\n . .\n. . .\n. .\n"},
			"between two places", -1, 3, 0, -1, -1},
		{"ragged columns", Spec{Shape: "hexcolumns", Picture: ". .\n .\n.x"}, "'x'", -1, 2, 1, -1,
			-1},
		{"tab", Spec{Shape: "hexrows", Picture: ". .\n\t."}, "tab", -1, 1, 0, -1, -1},
		{"large picture", Spec{Shape: "hexrows", Picture: strings.Repeat(". ", 1025)}, "too large",
			-1, -1, -1, -1, -1},
		{"empty graph", graph(), "no lines", -1, -1, -1, -1, -1},
		{"graph with a size", Spec{Shape: "graph", Args: []int{3}, Lines: morris},
			"takes no numbers", 0, -1, -1, -1, -1},
		{"corners of a graph", Spec{Shape: "graph", Lines: morris, Corners: true}, "no corners", -1,
			-1, -1, -1, -1},
		{"one point", graph(line("a", "b"), line("c")), "a line of one point leads nowhere", -1, -1,
			-1, 1, -1},
		{"short loop", graph(Line{Loop: true, Points: []string{"a", "b"}}), "a loop of two points",
			-1, -1, -1, 0, -1},
		{"twice", graph(line("a", "b", "b")), "b appears twice in a row", -1, -1, -1, 0, 2},
		{"turns back", graph(line("a", "b", "a")), "turns back from b to a", -1, -1, -1, 0, 2},
		{"closed by hand", graph(Line{Loop: true, Points: []string{"a", "b", "c", "a"}}),
			"names a at both ends", -1, -1, -1, 0, 3},
		{"capitals", graph(line("Rome", "rome")), "differ only in capitals", -1, -1, -1, 0, 1},
		{"no such cell", Spec{Shape: "square", Args: []int{3, 3}, Lines: []Line{line("a1", "d4")}},
			"no cell d4", -1, -1, -1, 0, 1},
		{"name of a direction",
			Spec{Shape: "square", Args: []int{3, 3},
				Lines: []Line{{Name: "north", Points: []string{"a1", "b2"}}}},
			"direction north already", -1, -1, -1, 0, -1},
		{"too many lines", many, "more than 31 lines", -1, -1, -1, 31, -1},
		{"too many points", big, "more than 1024 points", -1, -1, -1, 0, 1024},
	} {
		b, problems := Build(c.spec)
		if b != nil || len(problems) == 0 {
			t.Errorf("%s: built, want a problem", c.name)
			continue
		}
		p := problems[0]
		if !strings.Contains(p.Message, c.message) {
			t.Errorf("%s: %q, want %q", c.name, p.Message, c.message)
		}
		if p.Help == "" {
			t.Errorf("%s: no help", c.name)
		}
		if p.Argument != c.argument || p.PictureLine != c.row || p.PictureColumn != c.column ||
			p.Line != c.line || p.Point != c.pt {
			t.Errorf("%s: argument %d, picture %d:%d, line %d, point %d", c.name, p.Argument,
				p.PictureLine, p.PictureColumn, p.Line, p.Point)
		}
	}
	uneven := Spec{Shape: "hexrows", Picture: ". .\n .\n. .\n. .\n. ."}
	if _, problems := Build(uneven); len(problems) != 1 {
		t.Errorf("%d problems; one for each line of the minority", len(problems))
	}
	if _, problems := Build(graph(line("a"), line("b", "b"))); len(problems) != 2 {
		t.Errorf("%d problems, want every mistake", len(problems))
	}
}

// The largest boards stay within the limits of Site, Set and Relation.
func TestLargest(t *testing.T) {
	for _, spec := range []Spec{
		square32(), {Shape: "hexagon", Args: []int{18}}, {Shape: "triangle", Args: []int{44}},
		{Shape: "rhombus", Args: []int{1, 1024}},
		{Shape: "square", Args: []int{1, 1}, Edges: true, Corners: true}, {Shape: "square",
			Args: []int{15, 15}, Edges: true, Corners: true},
	} {
		b := mustBuild(t, spec)
		all := b.All()
		if all != b.Planes(Cells|Edges|Corners) || all.Len() != b.Sites ||
			len(b.Names) != b.Sites || len(b.Points) != b.Sites {
			t.Errorf("%s %v: planes do not partition the sites", spec.Shape, spec.Args)
		}
		seen := map[string]bool{}
		for s, name := range b.Names {
			if seen[name] {
				t.Errorf("%s: two sites are named %s", spec.Shape, name)
			}
			seen[name] = true
			if got, ok := b.SiteByName(name); !ok || got != Site(s) {
				t.Errorf("%s: %s leads to another site", spec.Shape, name)
			}
		}
	}
}

func square32() Spec { return Spec{Shape: "square", Args: []int{32, 32}} }

func BenchmarkBuild(b *testing.B) {
	for range b.N {
		Build(Spec{Shape: "square", Args: []int{11, 14}, Edges: true, Corners: true})
	}
}

// Any spec gives a board or a problem, and every board keeps its promises.
func TestRandomSpecs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	shapes := []string{"square", "rhombus", "hexagon", "triangle", "hexrows", "hexcolumns", "graph",
		"", "cube"}
	points := []string{"a1", "a2", "b1", "b2", "c3", "A1", "x", "y", "", "é"}
	built := 0
	for range 3000 {
		spec := Spec{Shape: shapes[rng.IntN(len(shapes))], Edges: rng.IntN(3) == 0,
			Corners: rng.IntN(3) == 0}
		wanted := map[string]int{"square": 2, "rhombus": 2, "hexagon": 1, "triangle": 1}[spec.Shape]
		if rng.IntN(8) == 0 {
			wanted = rng.IntN(4)
		}
		for range wanted {
			spec.Args = append(spec.Args, rng.IntN(9)-1)
		}
		if strings.HasPrefix(spec.Shape, "hex") && spec.Shape != "hexagon" {
			for range rng.IntN(12) {
				spec.Picture += string([]rune(" .*xé\n\t")[rng.IntN(7)])
			}
		}
		for range rng.IntN(3) {
			l := Line{Loop: rng.IntN(3) == 0, Name: []string{"", "", "road", "north"}[rng.IntN(4)]}
			for range rng.IntN(5) {
				l.Points = append(l.Points, points[rng.IntN(len(points))])
			}
			spec.Lines = append(spec.Lines, l)
		}
		b, problems := Build(spec)
		if (b == nil) != (len(problems) > 0) {
			t.Fatalf("%+v: board %v, problems %v", spec, b != nil, problems)
		}
		if b == nil {
			continue
		}
		built++
		for r := range Relation(b.Relations()) {
			for s := range Site(b.Sites) {
				to := b.Next(r, s)
				all := b.All()
				if !to.In(&all) || b.Neighbor(r, s) != to.First() {
					t.Fatalf("%+v: relation %d from %s", spec, r, b.Names[s])
				}
				if int(r) >= len(b.Directions) || !b.Cells.Has(s) {
					continue
				}
				for x := range to.All() {
					if back := b.Next(b.Directions[r].Back, x); !back.Has(s) {
						t.Fatalf("%+v: %s leads from %s to %s, but not back", spec,
							b.Directions[r].Name, b.Names[s], b.Names[x])
					}
				}
			}
		}
	}
	if built < 100 {
		t.Errorf("only %d of the random boards could be built", built)
	}
}

// The distance equals the number of rounds needed to reach a place by spreading over all open
// steps, whatever walls there are, on boards of single steps and where lines of one name fork.
func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(from Set, percent int) (to Set) {
		for x := range from.All() {
			if rng.IntN(100) < percent {
				to.Add(x)
			}
		}
		return to
	}
	for _, spec := range []Spec{
		{Shape: "square", Args: []int{7, 5}, Edges: true, Corners: true},
		{Shape: "graph", Edges: true, Lines: []Line{
			{Name: "down", Points: []string{"top", "left", "end"}}, {Name: "down",
				Points: []string{"top", "right", "end"}},
			{Name: "on", Loop: true, Points: []string{"end", "far", "left"}},
		}},
		{Shape: "square", Args: []int{6, 6}, Edges: true,
			Lines: []Line{{Name: "arc", Points: []string{"a2", "b1"}},
				{Name: "arc", Points: []string{"a2", "f5"}}}},
	} {
		b := mustBuild(t, spec)
		var all Steps
		for r := range b.Directions {
			all = all.Or(StepsOf(Relation(r)))
		}
		found := 0
		for range 500 {
			by := all
			if rng.IntN(2) == 0 {
				by = StepsOf(Relation(rng.IntN(len(b.Directions))))
			}
			few := 150 / b.Cells.Len() // percent: one or two cells
			from, to, walls := pick(b.Cells, few), pick(b.Cells, few), pick(b.Edges.Or(b.Corners),
				rng.IntN(60))
			want, reachable := 0, false
			for reached := from; ; want++ {
				if together := reached.And(to); !together.Empty() {
					reachable = true
					break
				}
				more := reached
				for r := range by.All() {
					more = more.Or(b.OpenImage(r, reached, walls))
				}
				if more == reached {
					break
				}
				reached = more
			}
			got, ok := b.Distance(from, to, by, walls)
			if ok != reachable || ok && got != want {
				t.Fatalf("%s: from %s to %s past %s: %d, %v, not %d, %v", spec.Shape,
					names(b, from), names(b, to), names(b, walls), got, ok, want, reachable)
			}
			if ok && got > 0 {
				found++
			}
		}
		if found < 30 {
			t.Errorf("%s: only %d ways were walked", spec.Shape, found)
		}
	}
}

// A board with layers has 26 directions; one that goes round has no rim that way; holes are not
// cells.
func TestBuiltSquares(t *testing.T) {
	build := func(spec Spec) *Board {
		b, problems := Build(spec)
		if b == nil {
			t.Fatal(problems)
		}
		return b
	}
	b := build(Spec{Shape: "square", Args: []int{4, 4, 4}})
	if b.Cells.Len() != 64 || b.Around.Len() != 26 || b.Axes.Len() != 13 ||
		b.Orthogonal.Len() != 6 || b.Diagonal.Len() != 12 {
		t.Errorf("a cube: %d cells, %d directions, %d axes, %d orthogonal, %d diagonal",
			b.Cells.Len(), b.Around.Len(), b.Axes.Len(), b.Orthogonal.Len(), b.Diagonal.Len())
	}
	for i, d := range b.Directions {
		if b.Directions[d.Back].Back != Relation(i) {
			t.Errorf("back of back of %s is not %s", d.Name, d.Name)
		}
	}
	if s, ok := b.SiteByName("Ab3"); !ok || b.Layer(s) != 0 || b.ColumnLabel(s) != "Ab" {
		t.Error("there is no cell Ab3 in the lowest layer")
	}
	b = build(Spec{Shape: "square", Args: []int{3, 4}, Around: []string{"east"}})
	if got := b.Rim.Len(); got != 6 {
		t.Errorf("a cylinder of 3 by 4 has %d sites at its rim, not 6", got)
	}
	b = build(Spec{Shape: "square", Picture: "  . .\n. * .\n. ."})
	star := b.Marks['*']
	if star.Len() != 1 || b.Cells.Len() != 7 || b.Width != 3 || b.Height != 3 || b.Full() {
		t.Errorf("a board with holes: %d cells in %d by %d", b.Cells.Len(), b.Width, b.Height)
	}
}
