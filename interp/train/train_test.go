package train_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
	"boardgame/interp/train"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Learning from a fixed number of games depends only on the seed, and interrupted learning keeps
// its results.
func TestLearn(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	learn := func(ctx context.Context, jobs int, stop func()) (*level.Weights, error) {
		return train.Learn(ctx, train.LearnOptions{
			Game: g, Games: 300, Seed: 2, Jobs: jobs,
			Progress: func(_ float64, games, _ int, _ string) {
				if games >= 64 {
					stop()
				}
			},
		})
	}
	one, err := learn(context.Background(), 1, func() {})
	if err != nil {
		t.Fatal(err)
	}
	two, err := learn(context.Background(), 2, func() {})
	if err != nil || !reflect.DeepEqual(one, two) {
		t.Errorf("two jobs learn something else: %v", err)
	}
	if one.Games < 300 || len(one.Progress) != 2 || one.Progress[0][0] != 256 ||
		one.Progress[1][0] != one.Games {
		t.Errorf("%d games, progress %v", one.Games, one.Progress)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w, err := learn(ctx, 1, cancel)
	if !errors.Is(err, context.Canceled) || w == nil || w.Games != 64 {
		t.Errorf("interrupted: %+v, %v", w, err)
	}
}

// Each level of a game beats the one below, and what is written can be read again.
func TestLevels(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "breakthrough", "size=6")
	ladder, err := train.Levels(context.Background(), train.LevelOptions{
		Game: g, Think: 4 * time.Millisecond, Limit: 2000, Games: 12, Seed: 1, Jobs: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(ladder.Search) != 1 || len(ladder.Levels) < 2 ||
		len(ladder.Rungs) != len(ladder.Levels)-1 {
		t.Fatalf("%+v", ladder)
	}
	for _, r := range ladder.Rungs {
		if r.Score.Value < train.Need(2) {
			t.Errorf("%+v", r)
		}
	}
	text, err := train.Edit("x.toml", "",
		train.Addition{Comment: ladder.Text("boardgame train x"), Levels: ladder.Levels}, false)
	if err != nil {
		t.Fatal(err)
	}
	info, err := ruleset.ReadInfo("x.toml", text)
	if err != nil || len(info.Levels) != len(ladder.Levels) {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, l := range info.Levels {
		want := ladder.Levels[i]
		if l.Name != want.Name || l.Title != want.Title ||
			!reflect.DeepEqual(l.Settings, want.Settings) {
			t.Errorf("read %+v, not %+v", l, want)
		}
		if err := l.Check(g.Rules()); err != nil || l.Timed() {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
}

// A contest of searches ends early only when it is clear which one is better, with four players as
// with two. In a game that the seat decides, none ends early.
func TestContestsOfFour(t *testing.T) {
	g := gametest.FromText(t, `
game "Seats"
players A, B, C, D
board square(2, 2)
piece man
move add { to q in empty  do place man on q }
turn add
end { A wins if ply >= 4 }
`, "")
	const games = 10
	ladder, err := train.Levels(context.Background(), train.LevelOptions{
		Game: g, Think: time.Millisecond, Games: games, Seed: 1, Jobs: 1,
	})
	if err != nil || len(ladder.Search) != 2 || ladder.Search[0].Upper != "mcts with standard" ||
		ladder.Search[1].Upper != "mcts" {
		t.Fatalf("%v, %+v", err, ladder)
	}
	for _, c := range ladder.Search {
		if c.Games != 2*games || c.Score.Value != 0.25 {
			t.Errorf("%s: %d games, %v; there is nothing to tell them apart", c.Upper, c.Games,
				c.Score)
		}
	}
}

const before = `# A game of ours.
title = "Mine"
primer = """
[[level]] is not a table here
"""

# Kept.
[[level]]
name = "random"
bot = "random"

# Replaced, with
# its comment.
[[level]]
name = "hard"
bot = "alphabeta"
order = [
  "move go",
]
[[level.when]]
seats = [3]
depth = 2

[[piece]]
player = "White"
kind = "man"
unicode = "x"
ascii = "x"
colour = "white"

[[weights]]
name = "learned"
options = { size = "6" }

[[weights.sites]]
kind = "man"
points = [
  [1, 2],
]

[[weights]]
name = "learned"
options = { size = "8" }
`

// Edit replaces only what has the same names, and only on request.
func TestEdit(t *testing.T) {
	add := train.Addition{
		Comment: "Found.\n\nTwice.",
		Weights: &level.Weights{
			Name: "learned", Options: map[string]string{"size": "6"}, Otherwise: "plain",
			Games: 5, Tempo: -3, Lead: 2,
			Mobility: 1,
			Counters: map[string]int64{"gold": 4, "big one": 2}, Progress: [][]int{{5, 60}},
			Beside: []level.Beside{{Player: "White", Directions: "around",
				Points: [][]int64{{10, -2}, {3}}}},
			Values: []level.Declared{{Value: "race", Mover: 3.25}, {Value: "plain", Mover: 0.00001,
				Waiting: -12}},
			Rows: []level.Row{{Player: "White", Length: 3, Points: []int64{1, -2}}},
			Sites: []level.Table{{
				Player: "White", Kind: "man", Points: [][]int64{{10, -2}, {3}},
				Others: map[string]int64{"d4e": 7},
			}},
		},
		Levels: []level.Level{{Name: "hard",
			Settings: level.Settings{Bot: "greedy", Value: "learned", Slip: 3}},
			{Name: "best", Settings: level.Settings{Bot: "mcts", Against: true, Width: 8,
				Rollout: new(int), Exploration: 0.2, Playouts: 500}}},
	}
	_, err := train.Edit("mine.toml", before, add, false)
	var taken *train.TakenError
	if !errors.As(err, &taken) ||
		!reflect.DeepEqual(taken.What, []string{"a level hard", "the weights learned"}) {
		t.Fatalf("%v", err)
	}
	text, err := train.Edit("mine.toml", before, add, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# A game of ours.", "# Kept.\n[[level]]\nname = \"random\"",
		"[[piece]]", "is not a table here", "# Found.\n#\n# Twice.\n[[weights]]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for _, gone := range []string{"Replaced", "its comment", "move go", "level.when", "[1, 2]"} {
		if strings.Contains(text, gone) {
			t.Errorf("%q is still in\n%s", gone, text)
		}
	}
	info, err := ruleset.ReadInfo("mine.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	if len(info.Weights) != 2 || !reflect.DeepEqual(info.Weights[1], add.Weights) {
		t.Errorf("read %+v", info.Weights[len(info.Weights)-1])
	}
	if len(info.Levels) != 3 || info.Levels[1].Name != "hard" || info.Levels[1].Bot != "greedy" ||
		info.Levels[1].Weights == nil ||
		!reflect.DeepEqual(info.Levels[2].Settings, add.Levels[1].Settings) {
		t.Errorf("read %+v", info.Levels)
	}
	again, err := train.Edit("mine.toml", text, add, true)
	if err != nil || again != text {
		t.Errorf("the same once more changes the file: %v\n%s", err, again)
	}
	if _, err := train.Edit("mine.toml", "title = 3", add, true); err == nil ||
		!strings.Contains(err.Error(), "mine.toml") {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

// A contest is won only if chance hardly explains the score.
func TestContestWon(t *testing.T) {
	for points, want := range map[float64]bool{40: false, 50: false, 55: false, 65: true} {
		if c := (train.Contest{Score: match.Wilson(points, 100)}); c.Won() != want {
			t.Errorf("%v of 100 points: won is %v", points, c.Won())
		}
	}
}
