package ruleset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/level"
	"boardgame/interp/ruleset"
)

const base = `game "Base"
option size = 3 in {3, 4}
option fast = false in {false, true}
players A, B
board square(size, 3)
piece man
move put { at c in empty do place man on c }
turn put else draw "full"
end { win "a row" if in_a_row(mine, 3)  draw "long" if ply > 40 and fast }
value row = longest_row(mine) - longest_row(theirs)
`

const described = `
[[value]]
name = "row"
unit = 10
tempo = 3

[[weights]]
name = "learned"
options = { size = 3, fast = false }
mobility = 5

[[level]]
name = "easy"
bot = "greedy"
[[level.when]]
options = { fast = true }
ties = "first"
[[level.when]]
options = { size = 4 }
slip = 10

[[level]]
name = "hard"
bot = "alphabeta"
value = "learned"
`

// found writes files and finds the game of one of them.
func found(t *testing.T, files map[string]string, name string) *ruleset.Ruleset {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := ruleset.Find(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rulesOf returns the checked rules of a ruleset.
func rulesOf(t *testing.T, r *ruleset.Ruleset, options map[string]string) *ir.Game {
	t.Helper()
	rules, list := dsl.Load(r.File, options, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return rules
}

// The standard levels know what a file says of values, whether it has levels or not, and so do
// those of a variant and of a game with secrets.
func TestStandardLevelsKnowTheFile(t *testing.T) {
	values := "[[value]]\nname = \"row\"\nunit = 10\ntempo = 3\n"
	greedy := "[[level]]\nname = \"x\"\nbot = \"greedy\"\n"
	hidden := base + "hidden theirs\n"
	for name, files := range map[string]map[string]string{
		"levels":    {"g.rules": base, "g.toml": described},
		"no levels": {"g.rules": base, "g.toml": values},
		"variant":   {"g.rules": "game \"V\" extends \"b\"\n", "b.rules": base, "b.toml": values},
		"secrets":   {"g.rules": hidden, "g.toml": values},
		"one level": {"g.rules": base, "g.toml": values + greedy},
	} {
		r := found(t, files, "g.rules")
		all := r.Info.Bots()
		if len(all) < 4 {
			t.Errorf("%s: only %d levels", name, len(all))
		}
		for _, l := range all {
			if l.Values["row"] != (level.Value{Unit: 10, Tempo: 3}) {
				t.Errorf("%s: %s knows %v", name, l.Name, l.Values)
			}
			if again, err := level.Find(all, l.Name); err != nil || again.Values["row"].Tempo != 3 {
				t.Errorf("%s: %s is found as %+v, %v", name, l.Name, again, err)
			}
		}
	}
}

// A variant has the levels of the game it extends, and each of these all its phases but those for
// options, or for values of them, that the variant lacks.
func TestPhasesOfOtherOptions(t *testing.T) {
	for text, want := range map[string]int{
		"game \"V\" extends \"b\"\n":                                 2,
		"game \"V\" extends \"b\"\noption size = 3 in {3}\n":         1,
		"game \"V\" extends \"b\"\noption size = 4 in {4}\n":         2,
		"game \"V\" extends \"b\"\noption fast = false in {false}\n": 1,
		"game \"V\" extends \"b\"\noption other = 1 in {1, 2}\n":     2,
	} {
		r := found(t, map[string]string{"v.rules": text, "b.rules": base, "b.toml": described}, "v.rules")
		names := lists.Map(r.Info.Levels, func(l level.Level) string { return l.Name })
		if !slices.Equal(names, []string{"easy", "hard"}) || len(r.Info.Levels[0].When) != want {
			t.Errorf("%s: %v, %+v", text, names, r.Info.Levels)
		}
	}
}

// What was learned of a game is of no use where whoever would win there loses: the levels of such a
// variant play by a value instead. Everything else may change as long as the weights fit.
func TestWeightsGoAstray(t *testing.T) {
	for text, fits := range map[string]bool{
		"": true,
		"end { lose \"a row\" if in_a_row(mine, 3) }\n":                false,
		"end { win \"a row\" if in_a_row(mine, 4) }\n":                 false,
		"end { win \"three\" if in_a_row(mine,   3) }\n":               true,
		"end { win if in_a_row(mine, 3)  draw if ply > 20 }\n":         true,
		"turn put else lose\n":                                         false,
		"turn put else draw \"no room\"\n":                             true,
		"move put { at c in empty - empty.north do place man on c }\n": true,
	} {
		files := map[string]string{"b.rules": base, "b.toml": described,
			"m.rules": "game \"M\" extends \"b\"\n" + text, "v.rules": "game \"V\" extends \"m\"\n"}
		for _, name := range []string{"m.rules", "v.rules"} { // a variant of a variant, too
			r := found(t, files, name)
			rules := rulesOf(t, r, nil)
			i := slices.IndexFunc(r.Info.Levels, func(l level.Level) bool { return l.Name == "hard" })
			if i < 0 {
				t.Fatalf("%s%s: no hard level in %+v", name, text, r.Info.Levels)
			}
			w, named := level.FindWeights(r.Info.Levels[i].Weights, rules, "learned")
			if !named || w != nil != fits {
				t.Errorf("%s: %s weights fit: %v", name, text, w != nil)
			}
			if w, _ := level.FindWeights(r.Info.Weights, rules, "learned"); w != nil != fits {
				t.Errorf("%s: %s weights of the file fit: %v", name, text, w != nil)
			}
		}
	}
}

// Whoever would win loses, too, where the same words mean something else: a definition that a
// sentence uses, even indirectly, or a region. Other definitions, options, pieces and states do not
// matter, and on a board of different size, each set of sites is different.
func TestWeightsKnowWhatWordsMean(t *testing.T) {
	named := strings.Replace(base, "end {", `piece rock
region goal { A: rank(3), B: rank(1) }
def crowd = man
def enough = size
def line(S, k) = in_a_row(S, k)
def made = line(mine, enough)
def spare(S) = S.around
end { win "made" if made  lose "late" if some theirs & goal & crowd  lose if some mine.spare & rock `, 1)
	for text, fits := range map[string]bool{
		"":                                             true,
		"def made = line(theirs, enough)\n":            false,
		"def line(S, k) = in_a_row(S, k - 1)\n":        false,
		"def line(T, k) = in_a_row(T, k)\n":            false, // the same, but written differently
		"def line(S,   k) = in_a_row(S,   k)\n":        true,
		"def enough = 4\n":                             false,
		"def crowd = rock\n":                           false,
		"def spare(S) = S.orthogonal\n":                false,
		"def other = in_a_row(theirs, 2)\n":            true,
		"region goal { A: rank(1), B: rank(3) }\n":     false,
		"region goal { A: rank(1 + 2), B: rank(1) }\n": true,
		"option size = 4 in {3, 4}\n":                  true,
		"option fast = true in {false, true}\n":        true,
		"counter luck = 0\npiece boss\n":               true,
		"board square(size, 4)\n":                      true,
	} {
		r := found(t, map[string]string{"b.rules": named, "b.toml": described,
			"v.rules": "game \"V\" extends \"b\"\n" + text}, "v.rules")
		rules := rulesOf(t, r, map[string]string{"size": "3", "fast": "false"})
		if w, _ := level.FindWeights(r.Info.Weights, rules, "learned"); w != nil != fits {
			t.Errorf("%s weights fit: %v", text, w != nil)
		}
	}
}

// Whoever would win loses, too, where a counter that decides counts for the other player, whichever
// move changes it.
func TestWeightsKnowWhatCounts(t *testing.T) {
	counted := strings.Replace(base, "end {", `counter taken per player = 0
counter noise = 0
move take { at c in theirs & rim do remove c, taken += 1 }
move pile { at c in mine & rim do each x in c.around & theirs: { taken += weight, remove x } }
move snatch { at c in theirs & rim with n in 1..2 let more = 1
              do let who = me, taken(who) += n * more, remove c }
def weight = 2
end { win "enough" if taken > 5 `, 1)
	snatch := func(who, others, more string) string {
		return fmt.Sprintf("move snatch { at c in theirs with n in %s let more = %s "+
			"do let who = %s, taken(who) += n * more, remove c }\n", others, more, who)
	}
	counted = strings.Replace(counted, "turn put else", "turn put, take, pile, snatch else", 1)
	for text, fits := range map[string]bool{
		"": true,
		"move take { at c in theirs & rim do remove c, taken(next) += 1 }\n":   false,
		"move take { at c in theirs & rim do remove c, taken -= 1 }\n":         false,
		"move take { at c in theirs & mine.around do taken += 1, remove c }\n": true,
		"def weight = 1\n":                         false,
		"counter taken per player = 4\n":           false,
		"counter taken per player = 0 this turn\n": false,
		snatch("next", "1..2", "1"):                false,
		snatch("me", "-2..-1", "1"):                false,
		snatch("me", "1..2", "-1"):                 false,
		snatch("me", "1..2", "1"):                  true,
		"after any: taken(next) += 1\n":            false,
		"after any: noise -= 1\n":                  true,
	} {
		r := found(t, map[string]string{"b.rules": counted, "b.toml": described,
			"v.rules": "game \"V\" extends \"b\"\n" + text}, "v.rules")
		rules := rulesOf(t, r, nil)
		if w, _ := level.FindWeights(r.Info.Weights, rules, "learned"); w != nil != fits {
			t.Errorf("%s weights fit: %v", text, w != nil)
		}
	}
}

// A variant whose file has weights of its own lends the levels of its game these, not the game's.
func TestLentLevelsHaveOwnWeights(t *testing.T) {
	own := "[[weights]]\nname = \"learned\"\noptions = { size = 3, fast = false }\nmobility = 7\n"
	r := found(t, map[string]string{"b.rules": base, "b.toml": described,
		"v.rules": "game \"V\" extends \"b\"\nend { lose \"a row\" if in_a_row(mine, 3) }\n",
		"v.toml":  own}, "v.rules")
	rules := rulesOf(t, r, nil)
	for _, l := range r.Info.Bots() {
		w, named := level.FindWeights(l.Weights, rules, "learned")
		if named && (w == nil || w.Mobility != 7) {
			t.Errorf("%s judges by %+v", l.Name, w)
		}
	}
}
