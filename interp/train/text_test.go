package train

import (
	"strings"
	"testing"

	"boardgame/interp/level"
	"boardgame/interp/verify/gametest"
)

// The meaning of points and scores depends on the number of players.
func TestLearnedText(t *testing.T) {
	w := &level.Weights{Games: 64, Progress: [][]int{{64, 40}}}
	for players, wants := range map[int][]string{
		2: {"is 1000 points ahead wins about 73% of the games, with 2000 points 88%.",
			"50% if neither is better"},
		3: {"has 1000 points more than each of the others wins about 58% of the games, " +
			"with 2000 points 79%.", "33% if neither is better"},
		4: {"about 48% of the games, with 2000 points 71%.", "25% if neither is better"},
	} {
		text := LearnedText("boardgame train", w, players)
		for _, want := range append(wants, "64             40%  ####################\n") {
			if !strings.Contains(text, want) {
				t.Errorf("%d players: %q is missing in\n%s", players, want, text)
			}
		}
	}
}

// Searches are compared as they will play: with what the TOML file says of values.
func TestSearchesHaveTempos(t *testing.T) {
	g, values := gametest.Load(t, "chess", ""), gametest.Ruleset(t, "chess").Info.Values
	all := newTrainer(LevelOptions{Game: g, Values: values}).candidates()
	for _, l := range append(all, Rivals(g, nil, nil, values, "patterns")...) {
		if l.Bot == "alphabeta" && l.Values["activity"].Tempo == 0 {
			t.Errorf("%s has no tempo", l.Name)
		}
	}
}
