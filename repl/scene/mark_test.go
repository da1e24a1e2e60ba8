package scene_test

import (
	"math"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/repl/scene"
)

// What memories hold is marked: ships as pieces and shots as pegs, of which a hit replaces the
// shot. In no form of the picture, a seat sees ships of the other, not even under shots.
func TestMarksOfMemories(t *testing.T) {
	s := load(t, "battleship")
	p := s.Game.Start()
	for _, step := range strings.Fields("a1_east a3_east a5_east a7_east a9_east " +
		"a1_north c4_north d4_north e4_north i9_north a1 a1 b6 a2") {
		m, err := s.Game.Parse(p, step)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = s.Game.Play(p, m); err != nil {
			t.Fatal(err)
		}
	}
	at := func(v board.View, name string) string {
		x, _ := v.Board.SiteByName(name)
		text := v.Pieces[x].Name
		for _, peg := range v.Pegs[x] {
			text += ", " + peg.Name + " " + peg.Unicode
		}
		return text
	}
	seats := map[int]map[string]string{
		0: {"a1": "Red carrier, Red hit X, Blue hit x", "a2": ", Blue fired o", "a4": "",
			"b6": ", Red fired O"},
		1: {"a1": "Blue carrier, Red hit X, Blue hit x", "a2": "Blue carrier, Blue fired o",
			"a4": "Blue carrier", "b6": ", Red fired O"},
		interp.Public: {"a1": ", Red hit X, Blue hit x", "a2": ", Blue fired o", "a4": ""},
	}
	for seat, want := range seats {
		v := s.Seen(s.Game.View(p, seat))
		for site, what := range want {
			if got := at(v, site); got != what {
				t.Errorf("seat %d sees %q on %s, not %q", seat, got, site, what)
			}
		}
		text := board.Text(v, board.Style{Width: 80})
		for _, letter := range []struct {
			of    int
			ships string
		}{{0, "DSRBC"}, {1, "dsrbc"}} {
			if has := strings.ContainsAny(text, letter.ships); has != (seat == letter.of) {
				t.Errorf("seat %d sees ships of %d: %v\n%s", seat, letter.of, has, text)
			}
		}
		v.Targets = true
		if svg := board.SVG(v); strings.Contains(svg, "Blue carrier") != (seat == 1) ||
			!strings.Contains(svg, "<title>a1: Red hit</title>") {
			t.Errorf("the picture for seat %d is wrong:\n%s", seat, svg)
		}
	}
	v := s.View(p) // ships of both sides on one cell are no tower
	v.Targets = true
	svg := board.SVG(v)
	if !strings.Contains(svg, "<title>a1: Blue carrier and Red carrier</title>") ||
		strings.Contains(svg, "b-badge") || strings.Contains(svg, "data-tower") {
		t.Errorf("two ships on a cell are drawn as\n%s", svg)
	}
	if text := board.Text(v, board.Style{Width: 80}); !strings.Contains(text, "cCXx") {
		t.Errorf("two ships on a cell are written as\n%s", text)
	}
}

// A player may have a region for each side of the board: the frame shows both.
func TestFrameOfTwoRegions(t *testing.T) {
	s := load(t, "conhex")
	v := s.View(s.Game.Start())
	for side, set := range v.Look.Frame {
		if set.Len() != 18 {
			t.Errorf("%d cells are at the sides of %s, not 18", set.Len(), v.Sides[side].Name)
		}
	}
	stones, _ := s.Comes(0)
	if spaces, _ := s.Comes(2); len(v.Look.Frame) != 2 || !stones || spaces {
		t.Error("of ConHex's kinds, stones come to the board and spaces do not")
	}
}

// The cards of a trick lie beside their players and are marked on the board.
func TestTrick(t *testing.T) {
	s := load(t, "hearts")
	p, err := s.Game.ParsePosition("8(West.card)4/13/13/3(North.card)9 North ply=8 " +
		"leader=West table(West)=a1 led=a1")
	if err != nil {
		t.Fatal(err)
	}
	v := s.Seen(s.Game.View(p, 0))
	if hand := v.Sides[3].Hand; len(hand) != 1 || hand[0].Piece.Letter != "2♣" {
		t.Errorf("West's trick is %+v", hand)
	}
	text := board.Text(v, board.Style{Width: 80, Unicode: true})
	if strings.Count(text, "2▴") != 1 || strings.Count(text, "▴") != 1 {
		t.Errorf("the card on the table is not marked:\n%s", text)
	}
}

// A board of hexes whose sixth part is missing is closed: neighbors are near each other, also those
// across the gap, and all others are farther. Only in the middle, each of five cells is beside all.
func TestFan(t *testing.T) {
	s := load(t, "star-star")
	v := s.View(s.Game.Start())
	v.Labels = true
	if text := board.Text(v, board.Style{Width: 80}); !strings.Contains(text, " . ----- . ") {
		t.Errorf("the gap is not closed:\n%s", text)
	}
	l, b := board.Lay(v), v.Board
	far := func(x, y int) float64 {
		p, q := l.Places[x].At, l.Places[y].At
		return math.Hypot(p.X-q.X, p.Y-q.Y) / l.Unit
	}
	joined := map[[2]int]bool{}
	for _, line := range l.Lines {
		joined[[2]int{int(line[0]), int(line[1])}] = true
	}
	pairs, wide := 0, 0
	for x := range b.Sites {
		for y := range x {
			if d := far(x, y); joined[[2]int{y, x}] || joined[[2]int{x, y}] {
				pairs++
				if d > 1.9 && d < 2 {
					wide++
				} else if d < .9 || d > 1.2 {
					t.Errorf("%s and %s are %.2f apart", b.Names[x], b.Names[y], d)
				}
			} else if d < 1.2 {
				t.Errorf("%s and %s are no neighbors, but %.2f apart", b.Names[x], b.Names[y], d)
			}
		}
	}
	const cells, rim = 275, 50 // of triangles, but for five sides and five diagonals in the middle
	if b.Sites != cells || pairs != 3*cells-3-rim-2+5 || wide != 5 {
		t.Errorf("%d sites, %d lines, %d of them wide", b.Sites, pairs, wide)
	}
}

// Rules that anyone may write are drawn: marks of pieces where there are none, and boards of hexes
// with holes, each cell in its own place.
func TestStrangersAreDrawn(t *testing.T) {
	for _, c := range []struct{ text, toml string }{
		{"board square(3, 3)\nregion home = a1 | b1",
			"[[mark]]\ncolor = \"red\"\nregion = \"home\"\nstyle = \"piece\""},
		{"board hexrows \"\"\"\n   . . . .\n  . . . . .\n . . . . . .\n. . .     . .\n . . . . . .\n" +
			"  . . . . .\n   . . . .\n\"\"\" { line a1-b1 }", ""},
	} {
		text := "game \"G\"\nplayers A, B\n" + c.text + "\ncounter n = 0\n" +
			"move put { at c in cells do n += 1 }\nturn put else draw\n"
		rs, err := ruleset.FromText("g.rules", text, c.toml, ruleset.Memory{})
		if err != nil {
			t.Fatal(err)
		}
		rules, list := dsl.Load(rs.File, nil, ruleset.Memory{})
		if list.HasErrors() {
			t.Fatal(list)
		}
		s := scene.Scene{Game: interp.New(rules), Info: &rs.Info}
		v := s.View(s.Game.Start())
		met := map[topology.Point]bool{}
		for _, place := range board.Lay(v).Places {
			if met[place.At] {
				t.Errorf("two sites are drawn at %v:\n%s", place.At, text)
			}
			met[place.At] = true
		}
		if !strings.Contains(board.SVG(v), "<svg") {
			t.Error("no picture is drawn")
		}
	}
}
