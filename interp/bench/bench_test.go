package bench

import (
	"strings"
	"testing"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp/verify/gametest"
)

// A result says of which game it is, whatever else its rules say.
func TestFits(t *testing.T) {
	hex, small := gametest.Load(t, "hex", "").Rules(), gametest.Load(t, "hex", "size=5").Rules()
	chess := gametest.Load(t, "chess", "").Rules()
	edited := gametest.FromText(t,
		gametest.Ruleset(t, "hex").File.Text+"\nvalue always = 1\n", "").Rules()
	for _, test := range []struct {
		before, now *ir.Game
		want        string // in the error; "": none
	}{
		{hex, hex, ""},
		{hex, edited, ""},
		{chess, chess, ""},
		{hex, chess, "it is of Hex, not of Chess"},
		{chess, hex, "it is of Chess, not of Hex"},
		{hex, small, "size=11"},
		{small, hex, "not with size=11"},
	} {
		var m Result
		if known, err := m.Fits(test.now); known || err != nil {
			t.Errorf("a result that says nothing: %v, %v", known, err)
		}
		m.name(test.before)
		known, err := m.Fits(test.now)
		if !known || (err == nil) != (test.want == "") ||
			err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of %s: %v, %v", m.Game, m.Chosen, known, err)
		}
	}
}

// A measurement that does not get enough CPU time fails and says so.
func TestRunOutOfTime(t *testing.T) {
	defer func(before time.Duration) { room = before }(room)
	room = 0
	g := gametest.Load(t, "chess", "")
	_, err := Run(t.Context(), g, Options{Time: time.Millisecond, Steps: 5000, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), "time ran out") {
		t.Error(err)
	}
}
