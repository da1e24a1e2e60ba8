package scene_test

import (
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/repl/board"
	"boardgame/testdata/long"
)

// A light picture on a dark page, whose stylesheet colors its classes, looks as a dark picture: no
// color is written where the stylesheet does not reach it.
func TestDarkPages(t *testing.T) {
	page, err := os.ReadFile("../web/page/board.css")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[[2]string]string{} // the dark color of an attribute, by class
	for _, rule := range regexp.MustCompile(`(?m)^:root\.dark \.([\w-]+) {\s*(\w+): (#\w+);`).
		FindAllStringSubmatch(string(page), -1) {
		rules[[2]string{rule[1], rule[2]}] = rule[3]
	}
	names, paths := games(8)
	for i, path := range paths {
		v, ok := midgame(t, path, 24)
		if !ok {
			continue
		}
		v.Legal, v.Chosen, v.Cursor = topology.SetOf(0), topology.SetOf(1), topology.SetOf(2)
		v.Ghosts = &board.Ghosts{Come: maps.Clone(v.Pieces), Go: topology.SetOf(3),
			Numbers: map[topology.Site]int64{0: 1}}
		light := tags(t, board.SVG(v))
		v.Theme = board.Dark
		dark := tags(t, board.SVG(v))
		if len(light) != len(dark) {
			t.Errorf("%s: %d parts in the light, %d in the dark", names[i], len(light), len(dark))
			continue
		}
		seen := map[string]bool{}
		for k, part := range light {
			for _, attr := range []string{"fill", "stroke"} {
				want, got := dark[k][attr], part[attr]
				for _, class := range strings.Fields(part["class"]) {
					if color, ok := rules[[2]string{class, attr}]; ok {
						got = color
					}
				}
				what := part[""] + " " + part["class"]
				if got != want && !seen[what] {
					seen[what] = true
					t.Errorf("%s: the %s of <%s> is %q on a dark page, want %q", names[i], attr, what, got,
						want)
				}
			}
		}
	}
}

// tags returns the attributes of all elements of a picture; "" is their name.
func tags(t *testing.T, svg string) (all []map[string]string) {
	t.Helper()
	for in := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			part := map[string]string{"": e.Name.Local}
			for _, a := range e.Attr {
				part[a.Name.Local] = a.Value
			}
			all = append(all, part)
		}
	}
}

// The names of the points of a board of lines are written on its wood.
func TestNamesOnTheWood(t *testing.T) {
	names, paths := games(18)
	boards := 0
	for i, path := range paths {
		v, ok := midgame(t, path, 0)
		if !ok {
			continue
		}
		v.Pieces, v.Counts, v.Numbers, v.Below, v.Strips = nil, nil, nil, nil, false
		var left, top, right, base float64
		for _, part := range tags(t, board.SVG(v)) {
			at := func(attr string) float64 {
				n, _ := strconv.ParseFloat(part[attr], 64)
				return n
			}
			switch {
			case part["class"] == "b-wood b-frame-line":
				left, top, right, base = at("x"), at("y"), at("x")+at("width"), at("y")+at("height")
				boards++
			case part[""] == "text" && part["class"] == "" && right > left &&
				(at("x") < left+6 || at("x") > right-6 || at("y") < top+6 || at("y") > base-4):
				t.Errorf("%s: a name at %.0f, %.0f is not on the board: %.0f to %.0f, %.0f to %.0f",
					names[i], at("x"), at("y"), left, right, top, base)
			}
		}
	}
	if boards < long.Times(5, 5) {
		t.Errorf("only %d boards of lines", boards)
	}
}
