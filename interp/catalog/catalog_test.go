package catalog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"boardgame/dsl"
	"boardgame/interp/catalog"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// describe describes a game of the library, or the game of a file.
func describe(t *testing.T, name string) (catalog.Game, *ruleset.Ruleset) {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	options, _ := dsl.Options(rs.File, ruleset.Library{})
	return catalog.Describe(rs, options), rs
}

// Whatever options are chosen, as many can play a game as its description says, and each number of
// players can be chosen. What is described can be written as JSON.
func TestPlayers(t *testing.T) {
	for _, name := range long.Sample(ruleset.List(), 7) {
		g, rs := describe(t, name)
		if g.Name != name || g.Title == "" || g.File != "" || len(g.Players) == 0 {
			t.Errorf("%s: %+v", name, g)
		}
		if _, err := json.Marshal(g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var found []int
		see := func(options map[string]string) {
			rules, list := dsl.Load(rs.File, options, ruleset.Library{})
			if list.HasErrors() {
				return // these values do not go together
			}
			found = append(found, len(rules.Players))
			if options == nil && g.Chance != rules.HasChance() {
				t.Errorf("%s: chance %v", name, g.Chance)
			}
		}
		see(nil)
		for _, o := range g.Options {
			if !slices.Contains(o.Values, o.Default) {
				t.Errorf("%s: %s is %s by default, not one of %v", name, o.Name, o.Default, o.Values)
			}
			for _, value := range []string{o.Values[0], o.Values[len(o.Values)-1]} {
				see(map[string]string{o.Name: value})
			}
			if o.Name == "seats" {
				for _, value := range o.Values {
					see(map[string]string{o.Name: value})
				}
			}
		}
		slices.Sort(found)
		if found = slices.Compact(found); !slices.Equal(found, g.Players) {
			t.Errorf("%s: %v can play, not %v", name, found, g.Players)
		}
	}
}

// A game of the user's own has the title of its rules, even if they have mistakes, and says
// in which file it is.
func TestOwnGames(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"right.rules": "game \"Right\"\noption seats = 2 in {2, 3}\n" +
			"option wide = true in {true, false}\nplayers A, B, C when seats > 2\n" +
			"board square(3, 3)\npiece man\n" +
			"move put { at c in empty do place man on c }\nturn put else draw\n",
		"wrong.rules": "game \"Wrong\"\nplayers A, B\nboard what?\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	g, _ := describe(t, filepath.Join(dir, "right.rules"))
	if g.File != filepath.Join(dir, "right.rules") || g.Title != "Right" || g.Chance ||
		!slices.Equal(g.Players, []int{2, 3}) || len(g.Options) != 2 {
		t.Errorf("%+v", g)
	}
	if g, _ = describe(t, filepath.Join(dir, "wrong.rules")); g.Title != "Wrong" || g.File == "" {
		t.Errorf("%+v", g)
	}
}
