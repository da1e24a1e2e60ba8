package wire_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

// stones returns a game of stones and its format.
func stones(t *testing.T, name string, options map[string]string) (*interp.Game, *wire.Stones,
	*ruleset.Ruleset) {
	t.Helper()
	rs, err := ruleset.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rules, list := dsl.Load(rs.File, options, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	g := interp.New(rules)
	f, err := wire.NewStones(g, &rs.Info)
	if err != nil {
		t.Fatal(err)
	}
	return g, f, rs
}

// Files of other programs: variations, comments, lowercase letters in names, passes written tt.
func TestReadSGF(t *testing.T) {
	g, f, _ := stones(t, "../../rulesets/go/go.rules", nil)
	game, err := wire.ReadSGF(
		"\ufeff ( ;Game[1] GaMe[1]\nC[not (a; game\\] ] ;B[ee] " +
			"C[good](;W[cg];B[tt];W[])(;W[aa]))(;B[aa])")
	if err != nil {
		t.Fatal(err)
	}
	steps, err := f.Steps(game)
	if text, _, _ := g.PlayText(g.Start(), "e5 c3 pass pass"); err != nil ||
		!slices.Equal(steps, text) {
		t.Errorf("%v, %v", steps, err)
	}
}

func TestSGFErrors(t *testing.T) {
	_, f, rs := stones(t, "../../rulesets/go/go.rules", nil)
	for text, want := range map[string]string{
		"(;B[aa]":          "line 1: the game is not closed; a ) is missing",
		"(;B[aa":           "line 1: the value is not closed; a ] is missing",
		"(\n;B)":           "line 2: the property B has no value in brackets",
		"(;B[aa] x)":       "line 1: the property  has no value in brackets",
		"[aa]":             `line 1: '[' is out of place in SGF`,
		"()":               `line 1: ')' is out of place in SGF`,
		"(;B[aa];B[bb])":   "move 2: B[bb] is out of turn; White is to move",
		"(;B[aa];W[aa])":   "move 2: aa is not a legal move",
		"(;B[zz])":         "move 1: zz is not a legal move",
		"(;AB[aa][bb])":    "node 1 sets up stones (AB), which boardgame does not read; leave them out",
		"(;GM[2];B[aa])":   "the file is of another game: GM[2], not GM[1]",
		"(;B[];W[];B[aa])": "move 3: the game is over",
	} {
		game, err := wire.ReadSGF(text)
		if err == nil {
			if _, err = wire.SGFOptions(&rs.Info.SGF, game); err == nil {
				_, err = f.Steps(game)
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Any text is either read or refused.
func FuzzReadSGF(f *testing.F) {
	for _, text := range []string{"(;GM[1];B[aa])", "(;B[a\\]])", "(((", ";;;", "(;C[\\",
		"(;B[aa](;W[bb])(;W[cc]))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if game, err := wire.ReadSGF(text); err == nil {
			for _, node := range append([]wire.Node{game.Root}, game.Nodes...) {
				for _, p := range node {
					_ = node.Value(p.Name)
				}
			}
		}
	})
}
