package level

import (
	"strings"
	"testing"
)

// level:1500 is a level with a number of positions between those of the scale.
func TestStrength(t *testing.T) {
	s := &Strength{Level: "hard", Scale: [][]int64{{1000, 100}, {1200, 1000}, {2000, 100_000}}}
	own := []Level{{Name: "easy", Strength: s, Settings: Settings{Bot: "random"}},
		{Name: "hard", Strength: s, Settings: Settings{Bot: "alphabeta", Nodes: 100_000,
			Value: "good"}}}
	if err := s.Check(own); err != nil {
		t.Fatal(err)
	}
	for text, nodes := range map[string]int64{"level:1000": 100, "Level:1100": 316,
		"level:1200": 1000, "level:1600": 10_000, "level:2000": 100_000} {
		l, err := Find(own, text)
		if err != nil || l.Nodes != nodes || l.Bot != "alphabeta" || l.Value != "good" {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
	for text, want := range map[string]string{"level:999": "a number from 1000 to 2000",
		"level:2001": "a number from 1000", "level:x": "a number from 1000",
		"level": `no bot "level"`} {
		if _, err := Find(own, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Find(nil, "level:1500"); err == nil ||
		!strings.Contains(err.Error(), "no scale of strength") {
		t.Error(err)
	}
	for _, bad := range []Strength{{Level: "easy", Scale: s.Scale}, {Level: "none", Scale: s.Scale},
		{Level: "hard"}, {Level: "hard", Scale: [][]int64{{1, 1}, {2}}},
		{Level: "hard", Scale: [][]int64{{1, 1}, {1, 2}}},
		{Level: "hard", Scale: [][]int64{{1, 0}, {2, 2}}}} {
		if bad.Check(own) == nil {
			t.Errorf("%+v is a scale", bad)
		}
	}
}
