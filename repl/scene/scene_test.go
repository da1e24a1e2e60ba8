package scene_test

import (
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/board"
	"boardgame/repl/scene"
)

// Sites of a region that is marked with the color of its owner show which player they belong to, in
// pictures and, without a sign of their own, in text.
func TestMarksOfOwners(t *testing.T) {
	rs := gametest.Ruleset(t, "hex")
	rules := gametest.Rules(t, rs, map[string]string{"size": "3"})
	s := scene.Scene{Game: interp.New(rules), Info: &rs.Info}
	colors := map[board.Color]int{}
	for _, tint := range s.View(s.Game.Start()).Tints {
		colors[tint.Color] += tint.Sites.Len()
	}
	if len(colors) != 2 || colors["red"] != 6 || colors["blue"] != 6 {
		t.Errorf("the sides are %v", colors)
	}
	v := s.View(s.Game.Start())
	if svg := board.SVG(v); !strings.Contains(svg, `class="p-red"`) ||
		!strings.Contains(svg, `class="p-blue"`) || strings.Contains(svg, `b-tint-`) {
		t.Error("the picture does not show whose sides they are")
	}
	marked := board.Text(v, board.Style{Unicode: true, Width: 80})
	v.Tints = nil
	if plain := board.Text(v, board.Style{Unicode: true, Width: 80}); marked != plain {
		t.Errorf("marks without signs change the text:\n%s\n%s", marked, plain)
	}
}

// Where no ruleset says how pieces look, players whose name is a color have it, and the others have
// colors of their own.
func TestColorsByName(t *testing.T) {
	for names, want := range map[string][]board.Color{
		"White, Black":              {"white", "black"},
		"black, YELLOW, Purple":     {"black", "yellow", "magenta"},
		"First, Second":             {"red", "blue"},
		"First, Red, Second, Green": {"blue", "red", "yellow", "green"},
		"A, B, C, D, E, F, G, H, I": {"red", "blue", "green", "yellow", "magenta", "cyan", "orange",
			"white", "red"},
	} {
		text := "game \"Colors\"\nboard square(3, 3)\nplayers " + names +
			"\npiece stone\nmove put { at c in empty  do place stone on c }\nturn put else draw\n"
		s := scene.Scene{Game: gametest.FromText(t, text, ""), Info: &ruleset.Info{}}
		for i, color := range want {
			if got := s.Piece(i, 0).Color; got != color {
				t.Errorf("%s: player %d is %s, not %s", names, i+1, got, color)
			}
		}
	}
}

// A value says how bots judge. So what only a value uses does not change how the board looks, but
// what a sentence of `end` uses does.
func TestValuesDoNotChangeTheBoard(t *testing.T) {
	for _, c := range []struct{ end, value, want string }{
		{"", "", "plain"},
		{"", "value lead = count(corners(mine))\n", "plain"},
		{`win "a corner" if some corners(mine)`, "", "checkered"},
		{`win "a corner" if some corners(mine)`, "value lead = count(corners(mine))\n", "checkered"},
	} {
		g := gametest.FromText(t, `game "Corners"
players White, Black
board square(6, 6)
piece man
def beside(S)  = S.northeast
def corners(S) = beside(S) & empty
setup { White man: {a1} Black man: {f6} }
move step {
  from p in mine
  to   q in p.orthogonal & empty
  do   p -> q
}
turn step else draw
end {
  `+c.end+`
  draw "no end" if ply >= 100
}
`+c.value, "")
		s := scene.Scene{Game: g, Info: &ruleset.Info{}}
		if got := s.View(g.Start()).Look.Board; got != c.want {
			t.Errorf("with %q and %q, the board is %s, not %s", c.end, c.value, got, c.want)
		}
	}
}

// In the middle of a turn, a player sees what has changed of the counters of the turn; names are
// spoken.
func TestCountersOfTheTurn(t *testing.T) {
	g := gametest.FromText(t, `game "Turn"
players A, B
board square(1, 1)
piece full_house "h", choice "n"
counter pot   = 0 this turn
counter spare = 2 this turn
memory open per player = kinds
move roll "roll" {
  do   pot += 3
  then roll, done
}
turn roll
end { draw if ply = 9 }
`, "")
	look, start := scene.Scene{Game: g, Info: &ruleset.Info{}}, g.Start()
	p, err := g.Play(start, g.Moves(start)[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		at     *interp.Position
		player int
		want   string
	}{
		{start, -1, ""}, {p, -1, "pot 3"}, {p, 0, "open: full house H + choice N"},
	} {
		if got := look.Counters(start, test.at, test.player); got != test.want {
			t.Errorf("player %d: %q, want %q", test.player, got, test.want)
		}
	}
}
