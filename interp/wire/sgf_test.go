package wire_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/wire"
)

// stones returns a game of stones and its format.
func stones(t testing.TB, name string, options map[string]string) (*interp.Game, *wire.Stones,
	*ruleset.Ruleset) {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	rules := gametest.Rules(t, rs, options)
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

// Stones that the root sets up are where the game begins, and are written again.
func TestHandicap(t *testing.T) {
	g, f, _ := stones(t, "../../rulesets/go/go.rules", nil)
	for text, want := range map[string]string{
		"(;AB[cc][gg]HA[2];W[ee])":     "9/9/2S6/9/9/9/6S2/9/9 White",
		"(;AB[cc][gg]HA[2])":           "9/9/2S6/9/9/9/6S2/9/9 White",
		"(;AB[cc]AW[gg]AE[gg])":        "9/9/2S6/9/9/9/9/9/9 Black",
		"(;AB[aa:cb]AW[ii]PL[White])":  "SSS6/SSS6/9/9/9/9/9/9/8s White",
		"(;AB[aa:bb][cc]AE[bb];B[ii])": "SS7/S8/2S6/9/9/9/9/9/9 Black",
		"(;PL[W];W[aa])":               "9/9/9/9/9/9/9/9/9 White",
		"(;HA[2];B[aa])":               "9/9/9/9/9/9/9/9/9 Black",
	} {
		game, err := wire.ReadSGF(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.Begin(game)
		if err != nil || g.PositionText(p) != want {
			t.Errorf("%s: %v, %v", text, g.PositionText(p), err)
			continue
		}
		steps, err := f.Steps(game)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		left := wire.Left{}
		r, err := f.ToRecord("go", game, steps, left)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var out strings.Builder
		if err := f.WriteRecord(&out, r, left); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := wire.ReadSGF(out.String())
		if err != nil {
			t.Fatal(err)
		}
		if q, err := f.Begin(again); err != nil || !q.Equal(p) {
			t.Errorf("%s: written as %s, %v", text, out.String(), err)
		}
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
		"(;AB[aa][zz])":    `AB[zz]: there is no point "zz"`,
		"(;AB[aa]PL[X])":   "PL[X] names no player",
		"(;B[aa];AW[bb])":  "node 2 sets up the board (AW), which only the first node may do here",
		"(;AB[aa];W[aa])":  "move 1: aa is not a legal move",
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
		"(;B[aa](;W[bb])(;W[cc]))", "(;AB[aa:cc]AE[bb]PL[B];B[tt])"} {
		f.Add(text)
	}
	_, stones, _ := stones(f, "../../rulesets/go/go.rules", nil)
	f.Fuzz(func(t *testing.T, text string) {
		if game, err := wire.ReadSGF(text); err == nil {
			for _, node := range append([]wire.Node{game.Root}, game.Nodes...) {
				for _, p := range node {
					_ = node.Value(p.Name)
				}
			}
			_, _ = stones.Begin(game)
		}
	})
}
