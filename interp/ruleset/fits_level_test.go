package ruleset

import (
	"errors"
	"testing"

	"boardgame/dsl/source"
)

// An error about a level says where in the NAME.toml the level is, if it is there.
func TestOfLevel(t *testing.T) {
	wrong := errors.New("there is no such bot")
	r := &Ruleset{File: source.NewFile("mine.rules", "")}
	if err := r.describe("mine.toml", `title = "Mine"

[[position]]
name = "easy"
position = "x"
[[level]]
name = "weak"

[[level]]
bot = "greedy"
name   =   'easy' # one step ahead
`); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"weak":   "mine.toml:7: there is no such bot",
		"easy":   "mine.toml:11: there is no such bot",
		"random": "there is no such bot",
	} {
		if err := r.OfLevel(name, wrong); err.Error() != want || !errors.Is(err, wrong) {
			t.Errorf("%s: %v, not %s", name, err, want)
		}
	}
	if err := r.OfLevel("easy", nil); err != nil {
		t.Errorf("there is an error where nothing is wrong: %v", err)
	}
}
