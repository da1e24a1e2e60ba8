package scene_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/testdata/long"
)

// sights are the matrices of Machado, Oliveira and Fernandes (2009): what everyone sees, and what
// people with protanopia, deuteranopia and tritanopia see.
var sights = [][9]float64{{1, 0, 0, 0, 1, 0, 0, 0, 1},
	{.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998},
	{.367322, .860646, -.227968, .280085, .672501, .047413, -.01182, .04294, .968881},
	{1.255528, -.076749, -.178779, -.078411, .930809, .147602, .004733, .691367, .3039}}

// light returns the linear parts of a color, and their sum as the eye weighs them.
func light(hex string) (c [3]float64, luminance float64) {
	var rgb [3]int
	fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2])
	for i, v := range rgb {
		if c[i] = float64(v) / 255 / 12.92; v > 10 {
			c[i] = math.Pow((float64(v)/255+.055)/1.055, 2.4)
		}
	}
	return c, .2126*c[0] + .7152*c[1] + .0722*c[2]
}

// lab returns a color in CIE L*a*b* as one kind of sight sees it.
func lab(hex string, m [9]float64) [3]float64 {
	c, _ := light(hex)
	var s [3]float64
	for i := range s {
		s[i] = max(0, min(1, m[3*i]*c[0]+m[3*i+1]*c[1]+m[3*i+2]*c[2]))
	}
	f := func(v float64) float64 {
		if v > .008856 {
			return math.Cbrt(v)
		}
		return (903.3*v + 16) / 116
	}
	x := f((.4124564*s[0] + .3575761*s[1] + .1804375*s[2]) / .95047)
	y := f(.2126729*s[0] + .7151522*s[1] + .0721750*s[2])
	z := f((.0193339*s[0] + .1191920*s[1] + .9503041*s[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// told reports whether everyone can tell two colors apart: by ΔE of at least 40 in all kinds of
// sight, or by a contrast of at least 3.
func told(a, b string) bool {
	_, x := light(a)
	_, y := light(b)
	if (max(x, y)+.05)/(min(x, y)+.05) >= 3 {
		return true
	}
	for _, m := range sights {
		p, q := lab(a, m), lab(b, m)
		if math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2]) < 40 {
			return false
		}
	}
	return true
}

var token = regexp.MustCompile(`<circle[^>]* r="8" fill="(#[0-9a-f]{6})"`)

// hex returns how pictures on paper, which have no gradients, fill a color.
func hex(t *testing.T, v board.View, c board.Color) string {
	v.Sides, v.Strips, v.Theme = []board.Side{{Name: "X", Color: c}}, true, board.Print
	v.Pieces, v.Below, v.Counts, v.Stores, v.Look.Frame = nil, nil, nil, nil, nil
	found := token.FindStringSubmatch(board.SVG(v))
	if found == nil {
		t.Fatalf("no disc in the color %s", c)
	}
	return found[1]
}

// In every game, the pieces of two players and those of nobody are told apart by everyone: by their
// colors or, for the later player, by a ring; nobody's pieces also by their shape or letter.
func TestColorsApart(t *testing.T) {
	names, paths := games(10)
	fills := map[board.Color]string{}
	for i, path := range paths {
		v, ok := midgame(t, path, 24)
		if !ok {
			continue
		}
		fill := func(c board.Color) string {
			if fills[c] == "" {
				fills[c] = hex(t, v, c)
			}
			return fills[c]
		}
		rings := v.Ringed()
		for j, side := range v.Sides {
			for _, before := range v.Sides[:j] {
				if !told(fill(before.Color), fill(side.Color)) && !rings[j] {
					t.Errorf("%s: %s and %s look alike", names[i], before.Name, side.Name)
				}
			}
		}
		for x, p := range v.Pieces {
			for y, q := range v.Pieces {
				if p.Owner < 0 && q.Owner >= 0 && p.Shape == q.Shape && p.Path == q.Path &&
					p.Letter == q.Letter && !rings[q.Owner] && v.Board.PlaneOf(x) == v.Board.PlaneOf(y) &&
					!told(fill(p.Color), fill(q.Color)) {
					t.Errorf("%s: %s and %s look alike", names[i], p.Name, q.Name)
				}
			}
		}
	}
}

// In every game, the pieces of two players have different signs, in Unicode and in ASCII. A capital
// and a small letter count as different only if the game has several kinds: `O` and `o` alone look
// alike.
func TestSignsApart(t *testing.T) {
	for _, name := range long.Sample(ruleset.List(), 12) {
		s := load(t, name)
		rules := s.Game.Rules()
		unicode, ascii := map[string]int{}, map[string]int{}
		for owner := range rules.Players {
			for kind, k := range rules.Kinds {
				if k.Neutral {
					continue
				}
				p := s.Piece(owner, kind)
				for i, of := range []map[string]int{unicode, ascii} {
					sign := []string{p.Unicode, p.ASCII}[i]
					if len(rules.Kinds) == 1 {
						sign = strings.ToLower(sign)
					}
					if other, ok := of[sign]; ok && other != owner {
						t.Errorf("%s: pieces of %s and %s are both %s", name, rules.Players[other].Name,
							rules.Players[owner].Name, sign)
					}
					of[sign] = owner
				}
			}
		}
	}
}

// The boards of all games are dark in the dark: nothing that has an area is brighter than a middle
// tone, and everything outside the board is nearly black.
func TestDark(t *testing.T) {
	area := regexp.MustCompile(`<(?:rect|path|g|circle)[^>]* fill="(#[0-9a-f]{6})"`)
	page := regexp.MustCompile(`class="b-page" fill="(#[0-9a-f]{6})"`)
	names, paths := games(13)
	for i, path := range paths {
		v, ok := midgame(t, path, 0)
		if !ok {
			continue
		}
		v.Theme = board.Dark
		text := board.SVG(v)
		if _, l := light(page.FindStringSubmatch(text)[1]); l > .02 {
			t.Errorf("%s: the page is bright: %.2f", names[i], l)
		}
		_, text, _ = strings.Cut(text, `<g class="b-ground">`)
		text, _, _ = strings.Cut(text, `<g class="b-`)
		for _, found := range area.FindAllStringSubmatch(text, -1) {
			if _, l := light(found[1]); l > .5 && !strings.Contains(found[0], "font-size") {
				t.Errorf("%s: the board is bright: %s", names[i], found[0])
			}
		}
	}
}
