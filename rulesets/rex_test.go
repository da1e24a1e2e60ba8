package rulesets_test

import (
	"testing"

	"boardgame/interp/verify/gametest"
)

// What Hex has learned to do on 7×7 loses a game of Rex.
func TestRexJudgesByNoPatternsOfHex(t *testing.T) {
	rules := gametest.Load(t, "rex", "size=7 swap=true").Rules()
	for _, l := range gametest.Ruleset(t, "rex").Info.Levels {
		if here := l.For(rules); here.Value != "" || here.Check(rules) != nil {
			t.Errorf("%s judges by %q: %v", here.Name, here.Value, here.Check(rules))
		}
	}
}
