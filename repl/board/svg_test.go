package board

import (
	"encoding/xml"
	"io"
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
	for _, bad := range []string{"NaN", "Inf", "href", "%!"} {
		if strings.Contains(text, bad) {
			t.Errorf("%s: contains %q", name, bad)
		}
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

// Chess pieces are drawn as figures in black and white, and as signs on discs in other colors.
func TestSVGChessmen(t *testing.T) {
	b := build(t, topology.Spec{Shape: "square", Args: []int{6, 3}})
	men := map[string]Piece{}
	for i, signs := range []string{"♔♕♖♗♘♙", "♚♛♜♝♞♟", "♚♛♜♝♞♟"} {
		for column, sign := range []rune(signs) {
			men[topology.ColumnName(column+1)+string(rune('1'+i))] = Piece{Owner: i, Name: "man",
				Unicode: string(sign), Color: []Color{"white", "black", "red"}[i]}
		}
	}
	got := SVG(with(t, b, men, nil))
	golden(t, "chessmen.svg", got)
	wellFormed(t, "chessmen", got)
	if n := strings.Count(got, `<g transform=`); n != 12 {
		t.Errorf("%d figures, want 12", n)
	}
	if n := strings.Count(got, `fill="#c8372d"`); n != 6 {
		t.Errorf("%d discs, want those of the red ones", n)
	}
}

// Every piece on a board can be found by its tooltip.
func TestSVGNamesPieces(t *testing.T) {
	for _, c := range views(t) {
		got := SVG(c.view)
		for s, p := range c.view.Pieces {
			if c.view.Board.PlaneOf(s) == topology.Corners {
				continue
			}
			want := "<title>" + c.view.Board.Names[s] + ": " + p.Name + "</title>"
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %s", c.name, want)
			}
		}
	}
}
