package protocol

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"boardgame/repl/protocol/message"
)

// A scene has the shapes and colors that the SVG draws, and a preview shows what a step would do.
func TestScene(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	g := get[message.Game](c, "load", `{"name":"reversi"}`)
	table := get[message.State](c, "start", fmt.Sprintf(`{"game":%q}`, g.Game)).Table
	got := get[message.Board](c, "board", fmt.Sprintf(`{"table":%q,"scene":true,"svg":true,"strips":true,`+
		`"theme":"dark","preview":"d3"}`, table))
	if got.Scene.Board != "plain" || len(got.Scene.Pieces) != 4 || len(got.Scene.Sides) != 2 {
		t.Errorf("%+v", got.Scene)
	}
	ghosts := got.Scene.Ghosts
	if ghosts == nil || len(ghosts.Come) != 2 || ghosts.Come[0].Color != ghosts.Come[1].Color {
		t.Errorf("the ghosts of d3 are %+v", ghosts)
	}
	if !strings.Contains(got.SVG, `class="b-strips"`) || !strings.Contains(got.SVG, "#1b1a18") {
		t.Error("the picture has no strips or is not dark")
	}
	c.refused(message.CodeParams, "board", fmt.Sprintf(`{"table":%q,"theme":"neon"}`, table))
	c.refused(message.CodeParams, "board", fmt.Sprintf(`{"table":%q,"preview":"a1"}`, table))
}

// A scene says where the dice lead, and where shots fell; it does not show what they hit.
func TestSceneOfDiceAndShots(t *testing.T) {
	s := NewServer(Options{})
	a, b := connect(t, s), connect(t, s)
	start := func(load, more string) string {
		g := get[message.Game](a, "load", load)
		return get[message.State](a, "start", fmt.Sprintf(`{"game":%q%s}`, g.Game, more)).Table
	}
	race := start(`{"name":"backgammon"}`,
		`,"position":"27 White high=5 low=3 then=go chance=1"`)
	leads := map[string]string{}
	drawn := get[message.Board](a, "board", fmt.Sprintf(`{"table":%q,"scene":true}`, race)).Scene
	for _, lead := range drawn.Leads {
		leads[lead.Site] = fmt.Sprint(lead.Dice)
	}
	want := map[string]string{"p21": "[3]", "p10": "[3]", "p8": "[5]", "p5": "[3]", "p3": "[5 3]"}
	if !maps.Equal(leads, want) {
		t.Errorf("the dice lead to %v, not to %v", leads, want)
	}
	sea := start(`{"name":"battleship","options":{"size":4,"ships":1}}`, "")
	get[message.Seated](a, "sit", fmt.Sprintf(`{"table":%q,"player":"Red"}`, sea))
	get[message.Seated](b, "sit", fmt.Sprintf(`{"table":%q,"player":"Blue"}`, sea))
	for i, m := range strings.Fields("a4_east a1_east c2 d1 a1") {
		get[message.PlayResult]([]*client{a, b}[i%2], "play",
			fmt.Sprintf(`{"table":%q,"move":%q}`, sea, m))
	}
	drawn = get[message.Board](b, "board", fmt.Sprintf(`{"table":%q,"scene":true}`, sea)).Scene
	if len(drawn.Pegs) != 3 || drawn.Pegs[0].Shape != "cross" || drawn.Pegs[2].Site != "c2" {
		t.Errorf("the shots are %+v", drawn.Pegs)
	}
	if len(drawn.Pieces) != 2 || drawn.Pieces[0].Site != "a1" || drawn.Pieces[1].Site != "b1" {
		t.Errorf("Blue sees the ships %+v", drawn.Pieces)
	}
}
