package level_test

import (
	"math"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp/level"
	"boardgame/interp/verify/gametest"
)

// A weightsCase is weights, and what is wrong with them: "" for nothing.
type weightsCase struct {
	w    level.Weights
	want string
}

func checkWeights(t *testing.T, rules *ir.Game, cases []weightsCase) {
	t.Helper()
	for _, c := range cases {
		switch err := c.w.Check(rules); {
		case c.want == "" && err != nil:
			t.Error(err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v; not %q", err, c.want)
		}
	}
}

// Every mistake in weights is named.
func TestWeightsCheck(t *testing.T) {
	rules := gametest.Load(t, "breakthrough", "size=6").Rules()
	six := [][]int64{make([]int64, 6), make([]int64, 6), make([]int64, 6), make([]int64, 6),
		make([]int64, 6), make([]int64, 6)}
	checkWeights(t, rules, []weightsCase{
		{level.Weights{Tempo: 5,
			Sites: []level.Table{{Player: "White", Kind: "pawn", Points: six}}}, ""},
		{level.Weights{Counters: map[string]int64{"gold": 1}}, `no counter "gold"`},
		{level.Weights{Rows: []level.Row{{Player: "Red", Length: 2}}}, `no player "Red"`},
		{level.Weights{Rows: []level.Row{{Player: "White", Length: 9}}}, "2 to 6"},
		{level.Weights{Rows: []level.Row{{Player: "White", Length: 2, Points: []int64{1, 2, 3}}}},
			"cannot have 3 pieces"},
		{level.Weights{Sites: []level.Table{{Player: "White", Kind: "king"}}}, `no kind "king"`},
		{level.Weights{Sites: []level.Table{{Player: "White", Kind: "pawn", Points: six[:5]}}},
			"the board has 6"},
		{level.Weights{Sites: []level.Table{{Player: "White", Kind: "pawn",
			Points: [][]int64{six[0], six[0], six[0], six[0], six[0], six[0][:4]}}}},
			"row 6 has 4 points"},
		{level.Weights{Sites: []level.Table{{Kind: "pawn", Others: map[string]int64{"z9": 1}}}},
			`no site "z9"`},
		{level.Weights{Mobility: 1 << 40}, "too large"},
		{level.Weights{Values: []level.Declared{{Value: "race", Mover: 3.5}}}, ""},
		{level.Weights{Values: []level.Declared{{Value: "nothing"}}}, `no value "nothing"`},
		{level.Weights{Values: []level.Declared{{Value: "standard"}}}, `not "standard"`},
		{level.Weights{Values: []level.Declared{{}}}, `not ""`},
		{level.Weights{Values: []level.Declared{{Value: "race", Waiting: math.NaN()}}}, "at most"},
		{level.Weights{Values: []level.Declared{{Value: "race", Mover: 1e300}}}, "at most"},
		{level.Weights{Otherwise: "race"}, ""},
		{level.Weights{Otherwise: "nothing"}, `no value "nothing"`},
		{level.Weights{Beside: []level.Beside{{Player: "White", Directions: "around",
			Points: [][]int64{{1, 2, 3}, {4}}}}}, ""},
		{level.Weights{Beside: []level.Beside{{Player: "Red", Directions: "around"}}},
			`no player "Red"`},
		{level.Weights{Beside: []level.Beside{{Player: "White", Directions: "near"}}},
			`"near"; on this board, they can be adjacent or around`},
		{level.Weights{Beside: []level.Beside{{Player: "White", Directions: "around",
			Points: [][]int64{nil, make([]int64, 13)}}}}, "row 2 has 13 points"},
		{level.Weights{Beside: []level.Beside{{Player: "White", Directions: "around",
			Points: [][]int64{{1 << 40}}}}}, "too large"},
	})
}

// Among more than two players, weights know no neighbors and no pieces that are nobody's.
func TestWeightsAmongMany(t *testing.T) {
	rules := gametest.Load(t, "shiftago", "seats=3").Rules()
	player := rules.Players[2].Name
	checkWeights(t, rules, []weightsCase{
		{level.Weights{Rows: []level.Row{{Player: player, Length: 3, Points: []int64{1}}},
			Values: []level.Declared{{Value: "power", Mover: 2}}}, ""},
		{level.Weights{Beside: []level.Beside{{Player: player, Directions: "around"}}},
			"beside is for games of 2 players; this one has 3"},
		{level.Weights{Sites: []level.Table{{Kind: rules.Kinds[0].Name}}}, "sites need a player"},
	})
}

// What someone asks for can also be switched off, and changes nothing about the level itself.
func TestFindSwitchesOff(t *testing.T) {
	yes, half := true, 0.5
	own := []level.Level{{Name: "hard", Settings: level.Settings{Bot: "alphabeta", Depth: 4,
		Extend: &yes, Rave: &half}}}
	for text, want := range map[string]struct {
		extend bool
		rave   float64
	}{
		"hard":                     {true, 0.5},
		"hard:depth=2":             {true, 0.5},
		"hard:rave=0":              {true, 0},
		"hard:extend=false,rave=0": {false, 0},
	} {
		l, err := level.Find(own, text)
		if err != nil || *l.Extend != want.extend || *l.Rave != want.rave {
			t.Errorf("%s: %+v, %v", text, l.Settings, err)
		}
	}
	if !yes || half == 0 {
		t.Error("the level itself has been switched off")
	}
}

// A limit that someone asks for takes the place of the level's own.
func TestFindReplacesLimits(t *testing.T) {
	own := []level.Level{{Name: "hard", Settings: level.Settings{Bot: "alphabeta", Nodes: 500,
		Depth: 4}}}
	for text, want := range map[string]level.Settings{
		"hard":                 {Nodes: 500, Depth: 4},
		"hard:time=1s":         {Time: 1e9},
		"hard:depth=2":         {Depth: 2},
		"hard:depth=2,nodes=9": {Depth: 2, Nodes: 9},
		"hard:slip=3":          {Nodes: 500, Depth: 4},
	} {
		l, err := level.Find(own, text)
		got := level.Settings{Nodes: l.Nodes, Depth: l.Depth, Time: l.Time}
		if err != nil || got.Nodes != want.Nodes || got.Depth != want.Depth ||
			got.Time != want.Time {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}
