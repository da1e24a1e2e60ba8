package board

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl/topology"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed (go test -update rewrites it):\n%s", path, got)
	}
}

func TestText(t *testing.T) {
	for _, c := range views(t) {
		flipped := c.view
		flipped.Flip = true
		plain := c.view
		plain.Labels = false
		golden(t, c.name+".txt", "unicode\n"+Text(c.view, Style{Unicode: true, Width: 80})+
			"\nascii, turned\n"+Text(flipped, Style{Width: 80})+
			"\n40 columns\n"+Text(c.view, Style{Unicode: true, Width: 40})+
			"\n16 columns, no labels\n"+Text(plain, Style{Unicode: true, Width: 16}))
	}
}

func TestColor(t *testing.T) {
	for _, c := range views(t) {
		if c.name == "hexcolumns" || c.name == "walls-9" || c.name == "square-3" {
			text := Text(c.view, Style{Unicode: true, Color: true, Width: 80})
			golden(t, c.name+".ansi", strings.ReplaceAll(text, "\x1b", "␛"))
		}
	}
}

// No line is wider than the terminal, colors do not change what is written, and ASCII is ASCII.
func TestTextFits(t *testing.T) {
	for _, c := range views(t) {
		for _, width := range []int{16, 20, 33, 47, 64, 80, 120, 0} {
			for _, unicode := range []bool{true, false} {
				text := Text(c.view, Style{Unicode: unicode, Width: width})
				for _, l := range strings.Split(text, "\n") {
					if w := widths.StringWidth(l); width > 0 && w > width {
						t.Errorf("%s at %d columns: a line has %d:\n%s", c.name, width, w, text)
						break
					}
					if strings.HasSuffix(l, " ") {
						t.Errorf("%s at %d columns: blanks at the end of %q", c.name, width, l)
					}
				}
				if !unicode && strings.ContainsFunc(text,
					func(r rune) bool { return r > 126 || r < 32 && r != '\n' }) {
					t.Errorf("%s is not ASCII:\n%s", c.name, text)
				}
				colored := Text(c.view, Style{Unicode: unicode, Color: true, Width: width})
				if got := trimLines(stripColors(colored)); got != trimLines(text) {
					t.Errorf("%s at %d columns: in color another text:\n%s", c.name, width, got)
				}
			}
		}
	}
}

func stripColors(s string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		_, s, _ = strings.Cut(after, "m")
	}
}

func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// Every piece appears in every drawing, even where there is hardly any room.
func TestNothingIsLost(t *testing.T) {
	for _, c := range views(t) {
		for _, width := range []int{16, 20, 33, 47, 64, 80, 0} {
			text := Text(c.view, Style{Width: width})
			count := map[string]int{}
			for s, p := range c.view.Pieces {
				if c.view.Board.PlaneOf(s) == topology.Cells && p.ASCII != "#" {
					count[p.ASCII]++
				}
			}
			for sign, n := range count {
				_, names := c.view.Board.SiteByName("x1")
				if names && (sign == "x" || sign == "o") {
					continue // letters of coordinates
				}
				if got := strings.Count(text, sign); got < n && !strings.Contains(text, sign+" ") {
					t.Errorf("%s at %d columns: %d of %q, want %d:\n%s", c.name, width, got, sign,
						n, text)
				}
			}
		}
	}
}

// Signs that are unsafe for terminals, or that have no width, become question marks.
func TestHostileSigns(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{2, 2}})
	v := with(t, b, map[string]Piece{"a1": {Unicode: "\x1b[2J", ASCII: "é"}, "b1": {},
		"a2": {Unicode: "e\u0301x", ASCII: "ee"}, "b2": {Unicode: "\u0301", ASCII: "\t"}}, nil)
	want := "  ┌───┬───┐\n2 │ e\u0301 │ ? │\n  ├───┼───┤\n1 │ ? │ ? │\n  └───┴───┘\n    a   b\n"
	if got := Text(v, Style{Unicode: true}); got != want {
		t.Errorf("got\n%s", got)
	}
	want = "2 | e | ? |"
	if got := Text(v, Style{}); !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
}

func TestEmptyView(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{1, 1}})
	if got := Text(View{Board: b}, Style{}); got != "+---+\n|   |\n+---+\n" {
		t.Errorf("got\n%s", got)
	}
	if got := Text(View{Board: b}, Style{Width: 1}); got != ".\n" {
		t.Errorf("got %q", got)
	}
	if got := Text(View{Board: b}, Style{Width: 3}); got != ".\n" {
		t.Errorf("got %q", got)
	}
	long := build(t, topology.Spec{Shape: "square", Args: []int{1000, 1}})
	if got := Text(View{Board: long}, Style{Width: 80}); got != "no pieces\n" {
		t.Errorf("got %q", got)
	}
}

// Whatever the board, the pieces on it and the width of the terminal: the drawing fits and ends in
// a newline.
func TestRandomViews(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	shapes := []string{"square", "rhombus", "hexagon", "triangle", "hexrows", "hexcolumns", "graph"}
	men := []Piece{dark, pale, wall, king, wide, bands}
	for range 300 {
		spec := topology.Spec{Shape: shapes[rng.IntN(len(shapes))], Edges: rng.IntN(2) == 0}
		switch spec.Shape {
		case "square", "rhombus":
			spec.Args = []int{1 + rng.IntN(9), 1 + rng.IntN(9)}
		case "hexagon", "triangle":
			spec.Args = []int{1 + rng.IntN(5)}
		case "graph":
			for range 1 + rng.IntN(6) {
				a := rng.IntN(9)
				spec.Lines = append(spec.Lines,
					topology.Line{Points: []string{topology.ColumnName(a + 1),
						topology.ColumnName(a + 2 + rng.IntN(4))}})
			}
		default:
			var picture strings.Builder
			for y := range 1 + rng.IntN(9) {
				for x := range 12 {
					if (x+y)%2 == 0 && rng.IntN(4) > 0 {
						picture.WriteByte('.')
					} else {
						picture.WriteByte(' ')
					}
				}
				picture.WriteByte('\n')
			}
			spec.Picture = picture.String() + strings.Repeat(" ",
				12+strings.Count(picture.String(), "\n")%2) + "."
		}
		spec.Corners = spec.Shape != "graph" && rng.IntN(2) == 0
		b := build(t, spec)
		v := View{Board: b, Pieces: map[topology.Site]Piece{}, Labels: rng.IntN(2) == 0,
			Flip: rng.IntN(2) == 0}
		some := func() topology.Site { return topology.Site(rng.IntN(b.Sites)) }
		for range rng.IntN(10) {
			v.Pieces[some()] = men[rng.IntN(len(men))]
		}
		v.Last, v.Legal, v.Cursor, v.Chosen = topology.SetOf(some(), some()),
			topology.SetOf(some()), topology.SetOf(some()), topology.SetOf(some())
		v.Tints = []Tint{{Sites: topology.SetOf(some()), Unicode: "★", ASCII: "*", Color: "red"}}
		width := 20 + rng.IntN(60)
		text := Text(v, Style{Unicode: rng.IntN(2) == 0, Width: width})
		if !strings.HasSuffix(text, "\n") {
			t.Fatalf("no newline at the end of\n%s", text)
		}
		for l := range strings.Lines(text) {
			if w := widths.StringWidth(strings.TrimSuffix(l, "\n")); w > width {
				t.Fatalf("%s %v: a line of %d columns, %d allowed:\n%s", spec.Shape, spec.Args, w,
					width, text)
			}
		}
		wellFormed(t, spec.Shape, SVG(v))
		for _, way := range []Way{Up, Right, Down, Left} {
			if from := some(); b.PlaneOf(Move(v, from, way)) != b.PlaneOf(from) {
				t.Fatalf("%s: a key leads from %s to another plane", spec.Shape, b.Names[from])
			}
		}
	}
}

// Columns and rows may have other names; they keep them when the board is turned around.
func TestOtherLabels(t *testing.T) {
	v := View{Board: build(t, topology.Spec{Shape: "square", Args: []int{2, 2}}), Labels: true,
		Columns: []string{"X", "Y"}, Rows: []string{"10", "0"}}
	for _, flip := range []bool{false, true} {
		v.Flip = flip
		lines := strings.Split(Text(v, Style{Width: 80}), "\n")
		top, bottom, letters := strings.Fields(lines[1])[0], strings.Fields(lines[3])[0],
			strings.Join(strings.Fields(lines[5]), "")
		if got, want := top+" "+bottom+" "+letters, map[bool]string{false: "0 10 XY",
			true: "10 0 YX"}[flip]; got != want {
			t.Errorf("turned %v the labels are %s, not %s", flip, got, want)
		}
		if svg := SVG(v); !strings.Contains(svg, ">X</text>") ||
			!strings.Contains(svg, ">10</text>") {
			t.Error("the drawing has other labels")
		}
	}
}

// If there are few lines, a board is drawn without its grid. If even that is too high, it is drawn
// the same way anyway.
func TestFewLines(t *testing.T) {
	v := View{Board: build(t, topology.Spec{Shape: "square", Args: []int{6, 6}}), Labels: true}
	for height, want := range map[int]int{0: 14, 14: 14, 13: 7, 7: 7, 3: 7} {
		if got := strings.Count(Text(v, Style{Width: 80, Height: height}), "\n"); got != want {
			t.Errorf("of %d lines the board takes %d, not %d", height, got, want)
		}
	}
}

// Where points are close together, a sign beside a piece would read as another point.
func TestNoSignBetweenPoints(t *testing.T) {
	for _, c := range views(t) {
		if !points(c.view.Board) || c.view.Board.IsGraph() || len(c.view.Pieces) == 0 ||
			c.view.Counts != nil || c.view.Numbers != nil {
			continue
		}
		v := c.view
		v.Labels, v.Last, v.Chosen = false, topology.Set{}, topology.Set{}
		v.Legal, v.Cursor = topology.Set{}, topology.Set{}
		v.Tints = []Tint{{Sites: v.Board.Cells, Unicode: "★", ASCII: "*"}}
		signs := func(height int) int {
			return strings.Count(Text(v, Style{Unicode: true, Width: 80, Height: height}), "★")
		}
		empty := v.Board.Cells.Len() - len(v.Pieces)
		if wide, narrow := signs(0), signs(1); wide <= empty || narrow != empty {
			t.Errorf("%s: %d signs with room, %d without, %d empty points", c.name, wide, narrow,
				empty)
		}
		return
	}
	t.Error("no view has points with pieces")
}

// If a board with edges is too high, it is drawn with one line per row.
func TestLowWalls(t *testing.T) {
	for _, c := range views(t) {
		if strings.HasPrefix(c.name, "walls") || c.name == "links-4" {
			flipped := c.view
			flipped.Flip = true
			golden(t, c.name+"-low.txt",
				"unicode\n"+Text(c.view, Style{Unicode: true, Width: 80, Height: 18})+
					"\nascii, turned\n"+Text(flipped, Style{Width: 80, Height: 18})+
					"\n50 columns\n"+Text(c.view, Style{Unicode: true, Width: 50, Height: 18}))
		}
	}
}
