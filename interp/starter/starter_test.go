package starter_test

import (
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/starter"
)

// The rules to begin with have no mistake on any board, can be played at once, and their TOML file
// can be read.
func TestSkeletons(t *testing.T) {
	for _, board := range starter.Boards {
		text, err := starter.Skeleton(board, starter.Title("my-game"))
		if err != nil {
			t.Errorf("%s: %v", board, err)
			continue
		}
		rules, list := dsl.Load(source.NewFile("my-game.rules", text), nil, ruleset.Memory{})
		if list.HasErrors() || rules.Title != "My Game" {
			t.Errorf("%s: %v", board, list)
			continue
		}
		if g := interp.New(rules); len(g.Moves(g.Start())) == 0 {
			t.Errorf("%s: nothing can be moved", board)
		}
		if _, err := ruleset.ReadInfo("my-game.toml", starter.Signs(rules, "My Game")); err != nil {
			t.Errorf("%s: %v", board, err)
		}
	}
	if _, err := starter.Skeleton("donut", "X"); err == nil {
		t.Error("there are rules for a board donut")
	}
}
