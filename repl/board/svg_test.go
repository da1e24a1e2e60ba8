package board

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardgame/dsl/topology"
)

func TestSVG(t *testing.T) {
	for _, c := range views(t) {
		got := SVG(c.view)
		golden(t, c.name+".svg", got)
		wellFormed(t, c.name, got)
		c.view.Flip, c.view.Labels, c.view.Title = true, false, ""
		wellFormed(t, c.name+" turned", SVG(c.view))
	}
}

func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
	for _, bad := range []string{"NaN", "Inf", "%!", "<script", "http:"} {
		text := strings.ReplaceAll(text, `xmlns="http:`, "")
		if strings.Contains(text, bad) {
			t.Errorf("%s: contains %q", name, bad)
		}
	}
	if strings.Count(text, "href=") != strings.Count(text, `href="#p`) {
		t.Errorf("%s: refers to something outside", name)
	}
}

// Text from rules files is text, never markup.
func TestSVGEscapes(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{1, 1}})
	v := with(t, b, map[string]Piece{"a1": {Name: "</title><script>", Unicode: "<", Color: `"/>`}},
		nil)
	v.Title = `Tom & "Jerry" <svg>`
	got := SVG(v)
	wellFormed(t, "escapes", got)
	if strings.Contains(got, "<script>") ||
		!strings.Contains(got, "Tom &amp; &#34;Jerry&#34; &lt;svg&gt;") {
		t.Error(got)
	}
}

// Chess pieces are drawn as figures, in any color, and each of them once.
func TestSVGChessmen(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{6, 4}})
	men := map[string]Piece{}
	for row := range 4 {
		for column, name := range chessNames {
			men[topology.ColumnName(column+1)+string(rune('1'+row))] = Piece{Owner: row % 3, Name: "man",
				Shape: "chess-" + name, Color: []Color{"white", "black", "red"}[row%3]}
		}
	}
	got := SVG(with(t, b, men, nil))
	golden(t, "chessmen.svg", got)
	wellFormed(t, "chessmen", got)
	if n := strings.Count(got, `<g id=`); n != 18 { // the fourth row is White's again
		t.Errorf("%d figures are defined, want 18", n)
	}
	if n := strings.Count(got, `<use `); n != 24 {
		t.Errorf("%d figures are drawn, want 24", n)
	}
}

// A full board of Go of 361 stones takes less than 25 KB.
func TestSVGSize(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{19, 19}})
	v := View{Board: b, Look: Look{Board: "vertices"}, Labels: true,
		Pieces: map[topology.Site]Piece{}}
	for x := range b.Cells.All() {
		v.Pieces[x] = Piece{Owner: int(x) % 2, Shape: "stone", Color: []Color{"black", "white"}[x%2]}
	}
	if n := len(SVG(v)); n >= 25_000 {
		t.Errorf("%d bytes", n)
	}
}

// The stylesheet of the page has the colors of the dark theme.
func TestCSS(t *testing.T) { golden(t, "../../web/page/board.css", css()) }

// The words that the design measured: what stands out from what, and how far colors of pieces are
// apart for all kinds of sight.
func TestSight(t *testing.T) {
	for pair, want := range map[[2]Color][2]float64{{"black", "white"}: {84, 14.9},
		{"red", "blue"}: {74, 1.9}, {"blue", "white"}: {68, 8.5}, {"red", "white"}: {62, 4.5},
		{"red", "green"}: {26, 1.5}, {"blue", "orange"}: {85, 3.7}, {"red", "cyan"}: {59, 3},
		{"red", "yellow"}: {39, 3.2}, {"yellow", "cyan"}: {60, 1}, {"yellow", "orange"}: {15, 1.6}} {
		a, b := fills[pair[0]], fills[pair[1]]
		if d := difference(a, b); d < want[0]-2 || d > want[0]+2 {
			t.Errorf("%v: ΔE %.1f, want %v", pair, d, want[0])
		}
		if c := contrast(a, b); c < want[1]-.15 || c > want[1]+.15 {
			t.Errorf("%v: contrast %.2f, want %v", pair, c, want[1])
		}
	}
	for _, theme := range []Theme{Light, Dark, Print} {
		for fore, back := range map[string]string{"b-text": "b-page", "b-dim": "b-page",
			"b-label": "b-frame", "b-star": "b-plain", "b-line": "b-wood", "b-accent": "b-halo",
			"b-last-line": "b-last", "b-badge-text": "b-badge", "b-on-accent": "b-accent",
			"b-danger-line": "b-halo"} {
			c := contrast(paints[fore].colors[theme], paints[back].colors[theme])
			if c < 4 {
				t.Errorf("%s on %s, %s: contrast %.1f", fore, back, Themes[theme], c)
			}
		}
	}
}

// Every piece on a board can be found by its tooltip.
func TestSVGNamesPieces(t *testing.T) {
	for _, c := range views(t) {
		c.view.Targets = true
		got := SVG(c.view)
		for s, p := range c.view.Pieces {
			want := "<title>" + c.view.Board.Names[s] + ": " + p.Name
			if !strings.Contains(got, want) && c.view.Board.PlaneOf(s) != topology.Corners &&
				len(c.view.Counts[s]) == 0 {
				t.Errorf("%s: no %s", c.name, want)
			}
		}
	}
}

// A picture that adapts has the dark colors of its own classes, and of no others.
func TestAdapt(t *testing.T) {
	light := SVG(View{Board: build(t, topology.Spec{Shape: "square", Args: []int{3, 3}})})
	got := Adapt(light)
	head, rest, _ := strings.Cut(got, "<style>@media(prefers-color-scheme:dark){")
	rules, body, ok := strings.Cut(rest, "}</style>")
	if !ok || head+body != light {
		t.Fatalf("%.200s", got)
	}
	if !strings.Contains(rules, ".b-frame{fill:#4a3b26}") || strings.Contains(rules, "b-hex") {
		t.Errorf("the rules are %s", rules)
	}
}

// The numbers of several players on a site stand in it, one below the other around its middle.
func TestCountsInTheirCell(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{1, 1}})
	v := with(t, b, nil, nil)
	count := Count{Name: "men", Unicode: "m", ASCII: "m", Color: "red", N: 4}
	v.Counts = map[topology.Site][]Count{0: {count, count, count}}
	s := newSheet(&v)
	place := regexp.MustCompile(`translate\(\S+ (\S+)\) scale`)
	var ys []float64
	for _, found := range place.FindAllStringSubmatch(SVG(v), -1) {
		y, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		ys = append(ys, math.Round(10*(y-s.at(0).Y))/10)
	}
	if want := []float64{-12.8, 0, 12.8}; !slices.Equal(ys, want) {
		t.Errorf("three numbers are %v from the middle, not %v", ys, want)
	}
}

// A hand that is wider than the board wraps; the board does not get smaller.
func TestHandsGoOn(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{8, 8}})
	v := with(t, b, nil, nil)
	v.Strips, v.Sides = true, []Side{{Name: "A", Color: "red"}, {Name: "B", Color: "blue"}}
	wide := Lay(v).Width
	for i := range v.Sides {
		for range 20 {
			v.Sides[i].Hand = append(v.Sides[i].Hand, Item{Name: "wall", Count: 2, Piece: &Piece{}})
		}
	}
	s := newSheet(&v)
	s.coverBox(0, 0, 8*unit, 8*unit)
	s.beside.strips()
	if n := strings.Count(s.body.String(), "data-hand"); n != 40 {
		t.Errorf("%d items are drawn, not 40", n)
	}
	if w := s.right - s.left; w > wide {
		t.Errorf("with hands, the board is %.0f wide, without %.0f", w, wide)
	}
}

// css is the stylesheet that colors all pictures of a page for the dark: for readers whose system
// is dark, unless the page's root has the class light, and always if it has the class dark. An SVG
// needs no other stylesheet.
func css() string {
	var out strings.Builder
	out.WriteString("/* Written by `go test ./repl/board -update`. */\n")
	rules := func(root, indent string) {
		for _, class := range slices.Sorted(maps.Keys(paints)) {
			p := paints[class]
			if p.colors[Light] == p.colors[Dark] {
				continue
			}
			key := "fill"
			if p.line {
				key = "stroke"
			}
			fmt.Fprintf(&out, "%s%s .%s {\n%s  %s: %s;\n%s}\n", indent, root, class, indent, key,
				p.colors[Dark], indent)
		}
	}
	out.WriteString("@media (prefers-color-scheme: dark) {\n")
	rules(":root:not(.light)", "  ")
	out.WriteString("}\n")
	rules(":root.dark", "")
	return out.String()
}
