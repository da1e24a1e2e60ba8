package scene_test

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/repl/scene"
)

// Sites of a region that is marked with the color of its owner show which player they belong to, in
// pictures and, without a sign of their own, in text.
func TestMarksOfOwners(t *testing.T) {
	rs, err := ruleset.Find("hex")
	if err != nil {
		t.Fatal(err)
	}
	rules, list := dsl.Load(rs.File, map[string]string{"size": "3"}, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	s := scene.Scene{Game: interp.New(rules), Info: &rs.Info}
	colors := map[board.Color]int{}
	for _, tint := range s.Tints() {
		colors[tint.Color] += tint.Sites.Len()
	}
	if len(colors) != 2 || colors["red"] != 6 || colors["blue"] != 6 {
		t.Errorf("the sides are %v", colors)
	}
	v := s.View(s.Game.Start())
	if svg := board.SVG(v); !strings.Contains(svg, `fill="#f3c4bd"`) ||
		!strings.Contains(svg, `fill="#c3d3f0"`) {
		t.Error("the picture does not show whose sides they are")
	}
	marked := board.Text(v, board.Style{Unicode: true, Width: 80})
	v.Tints = nil
	if plain := board.Text(v, board.Style{Unicode: true, Width: 80}); marked != plain {
		t.Errorf("marks without signs change the text:\n%s\n%s", marked, plain)
	}
}
