package scene_test

import (
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/board"
	"boardgame/repl/scene"
)

// load returns how a game of the library looks.
func load(t *testing.T, name string) scene.Scene {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	rules := gametest.Rules(t, rs, nil)
	return scene.Scene{Game: interp.NewReference(rules), Info: &rs.Info}
}

// An entry without a player gives its forms to the pieces of all players, but neither signs nor
// colors; a player's own entry wins. A path with an ink lies on the shape.
func TestFormsForEveryone(t *testing.T) {
	rules := gametest.FromText(t, `game "Forms"
players White, Black
board square(3, 3)
piece tower, flag { neutral }, blue "b" { neutral }
move put {
  at c in empty
  do place tower on c
}
turn put else draw
`, "").Rules()
	s := scene.Scene{Game: interp.New(rules), Info: &ruleset.Info{Pieces: []ruleset.Piece{
		{Kind: "tower", Unicode: "■", ASCII: "t", Color: "gray", Shape: "tile", Path: "M0 0H9",
			Ink: "red"},
		{Player: "Black", Kind: "tower", Shape: "cone"}}}}
	white, black := s.Piece(0, 0), s.Piece(1, 0)
	if white.Shape != "tile" || white.Ink != "red" || white.Color != "white" || white.Unicode != "T" {
		t.Errorf("White's piece is %+v", white)
	}
	if black.Shape != "cone" || black.Path != "" || black.Color != "black" {
		t.Errorf("Black's piece is %+v", black)
	}
	if flag, blue := s.Piece(position.Nobody, 1), s.Piece(position.Nobody, 2); flag.Color != "gray" ||
		blue.Color != "blue" {
		t.Errorf("nobody's pieces are %s and %s", flag.Color, blue.Color)
	}
	after, err := s.Game.Play(s.Game.Start(), s.Game.Moves(s.Game.Start())[0])
	if err != nil {
		t.Fatal(err)
	}
	if svg := board.SVG(s.View(after)); strings.Count(svg, `d="M0 0H9"`) != 1 ||
		strings.Count(svg, "<g id=") != 1 {
		t.Error("the figure is not on its piece:", svg)
	}
}

// A counter that moves raise up to an attribute of the kind shows what is still in the hand.
func TestHandsByLimit(t *testing.T) {
	s := load(t, "hive")
	first := s.Game.Start()
	for played, p := 0, first; played < 3; played++ {
		v := s.View(p)
		s.Hands(&v, first, p)
		left := int64(0)
		for _, side := range v.Sides {
			if side.Text != "" {
				t.Errorf("the strip says %q", side.Text)
			}
			for _, item := range side.Hand {
				left += item.Count
			}
		}
		if left != int64(22-played) {
			t.Errorf("after %d pieces, %d are in hand", played, left)
		}
		var err error
		if p, err = s.Game.Play(p, s.Game.Moves(p)[0]); err != nil {
			t.Fatal(err)
		}
	}
}

// A die that no step can play any more is shown as used, until the next throw.
func TestUsedDice(t *testing.T) {
	s := load(t, "backgammon")
	p, err := s.Game.ParsePosition("27 White high=5 low=3 then=go chance=1")
	if err != nil {
		t.Fatal(err)
	}
	used := func() (n int) {
		for _, die := range s.View(p).Dice {
			if die.Used {
				n++
			}
		}
		return n
	}
	if n := used(); n != 0 {
		t.Errorf("%d dice are used before the first step", n)
	}
	if p, err = s.Game.Play(p, s.Game.Moves(p)[0]); err != nil {
		t.Fatal(err)
	}
	if n := used(); n != 1 {
		t.Errorf("%d dice are used after the first step", n)
	}
}
