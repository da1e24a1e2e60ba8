package protocol

import (
	"fmt"
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
