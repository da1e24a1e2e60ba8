package interp_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// What won is told as sites, in order, whichever engine has played: rows and chains, whoever gives
// check, who cannot move, where the last enemy was taken, the counter that is full.
func TestWon(t *testing.T) {
	for _, c := range []struct{ game, options, moves, want string }{
		{"tic-tac-toe", "", "a1 a2 b2 a3 c3", "a1 b2 c3"},
		{"tic-tac-toe", "", "a1 b2 a2", ""},
		{"tic-tac-toe", "", "a1 b1 a2 a3 b2 c3 b3 c2 c1", ""},
		{"hex", "size=3", "a2 b3 b2 a3 c2", "a2 b2 c2"},
		{"connect-four", "", "a1 b1 a2 b2 a3 b3 a4", "a1 a2 a3 a4"},
		{"chess", "", "f2f3 e7e5 g2g4 d8h4", "e1 f2 g3 h4"},
	} {
		rs := gametest.Ruleset(t, c.game)
		options := map[string]string{}
		if name, value, ok := strings.Cut(c.options, "="); ok {
			options[name] = value
		}
		rules := gametest.Rules(t, rs, options)
		won(t, interp.New(rules), c.game, c.moves, c.want)
	}
}

// won plays moves and compares the sites that won.
func won(t *testing.T, g *interp.Game, name, moves, want string) {
	t.Helper()
	_, p, err := g.PlayText(g.Start(), moves)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	var names []string
	sites, _ := g.Won(p)
	for _, x := range sites {
		names = append(names, g.Rules().Board.Names[x])
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s %s: %q won, want %q", name, moves, got, want)
	}
}

// Every form of a condition tells its sites.
func TestWonByCondition(t *testing.T) {
	for end, want := range map[string]string{
		"win if some mine & row_of(3)":                             "a3",
		"win if not no mine & row_of(3)":                           "a3",
		"win if not (no mine & row_of(3) or no theirs)":            "a3 b2",
		"win if some c in mine: c in row_of(3)":                    "a3",
		"win if not all c in mine: not c in row_of(3)":             "a3",
		"win if not no c in mine: c in row_of(3)":                  "a3",
		"win if count(mine & row_of(3)) >= 1":                      "a3",
		"win if marks(a3) = 2":                                     "a3",
		"win if no theirs":                                         "a1",
		"win if count(theirs) < 1":                                 "a1",
		"win if ply >= 3":                                          "",
		"draw if ply > 9":                                          "c1 a2 b2 c3",
		"win if (sum c in mine: if c in row_of(3): 1 else 0) >= 1": "a3",
	} {
		text := "game \"Ends\"\nboard square(3, 3)\nplayers First, Second\npiece stone\n" +
			"counter marks per cell = 0\nregion top = {a3, b3, c3}\n" +
			"move put {\n  at c in empty\n  do place stone on c, marks(c) := 2\n}\n" +
			"turn put else lose \"full\"\nend { " +
			strings.ReplaceAll(end, "row_of(3)", "top") + " }\n"
		rules := gametest.FromText(t, text, "").Rules()
		moves := "a1 b2 a3"
		switch {
		case want == "a1":
			moves = "a1"
		case len(want) > 5: // the board is full
			moves = "a1 a2 b1 b2 c2 c1 a3 c3 b3"
		}
		won(t, interp.New(rules), end, moves, want)
	}
}

// A king that the other side could take is threatened, whether the rules announce it or only forbid
// to leave it there; nothing else is, and in other games nothing at all.
func TestThreat(t *testing.T) {
	long.OneThread(t)
	for i, c := range [][2]string{{"chess", "king"}, {"go"}, {"xiangqi", "general"},
		{"janggi", "general"}, {"shogi:minishogi", "king"}, {"tori-shogi", "phoenix"},
		{"makruk", "king"}, {"raumschach", "king"}, {"crazyhouse", "king"}, {"slither"}} {
		if !long.Case(i+4, 5) {
			continue
		}
		game, royal := c[0], c[1]
		name, size, _ := strings.Cut(game, ":")
		rs := gametest.Ruleset(t, name)
		options := map[string]string{}
		if size != "" {
			options["size"] = "5"
		}
		rules := gametest.Rules(t, rs, options)
		g := interp.New(rules)
		rng := rand.New(rand.NewPCG(7, 30))
		found := 0
		for plays := 0; plays < 3 && found == 0; plays++ {
			p := g.Start()
			for range 60 {
				moves := g.Moves(p)
				if p.Over() || len(moves) == 0 {
					break
				}
				for x := range interp.Threat(g, p).All() {
					found++
					owner, kind, _ := p.At(x)
					if what := rules.Kinds[kind].Name; owner != p.ToMove() || what != royal {
						t.Fatalf("%s: the %s of player %d is threatened", game, what, owner)
					}
				}
				q, err := g.Play(p, moves[rng.IntN(len(moves))])
				if err != nil {
					t.Fatal(err)
				}
				p = q
			}
		}
		if (found > 0) != (royal != "") {
			t.Errorf("%s: %d threats", game, found)
		}
	}
}
