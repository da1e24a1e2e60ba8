package interp_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/format"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
	"boardgame/testdata/secrets"
)

// In random games of all games with secrets, equal views have equal texts, nothing is told exactly
// if they are equal, a view cannot be read as a position, and the compiled game is the same.
func TestViewsOfRandomGames(t *testing.T) {
	long.OneThread(t)
	for i, name := range secrets.Games() {
		if !long.Case(i+3, 6) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			g := gametest.Load(t, name, "")
			rng := rand.New(rand.NewPCG(1, 2))
			texts := map[position.Key]string{}
			hidden := 0
			for range long.Times(10, 10) {
				p := g.Start()
				for step := 0; p.Result() == nil && step < 100; step++ {
					m := randomStep(g, p, rng)
					q, err := g.Play(p, m)
					if err != nil {
						t.Fatal(err)
					}
					for seat := interp.Public; seat < len(g.Rules().Players); seat++ {
						v, w := g.View(p, seat), g.View(q, seat)
						text := g.ViewText(v)
						if before, met := texts[v.Key()]; met && before != text {
							t.Fatalf("two texts of a view:\n%s\n%s", before, text)
						}
						texts[v.Key()] = text
						if !v.Whole() {
							hidden++
							if _, err := g.ParsePosition(text); err == nil {
								t.Fatalf("a view was read as a position: %s", text)
							}
						}
						own := p.ToMove() == seat && g.Weights(p) == nil
						told := g.Told(p, m, q, seat)
						if nothing := v.Key() == w.Key(); !own && nothing != (told == "") {
							t.Fatalf("%d is told %q of %s: %s to %s", seat, told, g.Text(p, m), text,
								g.ViewText(w))
						}
						if q.Result() != nil && !w.Whole() {
							t.Fatal("something is hidden when the game is over")
						}
					}
					p = q
				}
			}
			if hidden == 0 {
				t.Error("nothing was hidden")
			}
		})
	}
}

func randomStep(g *interp.Game, p *interp.Position, rng *rand.Rand) interp.Move {
	moves := g.Moves(p)
	if weights := g.Weights(p); weights != nil {
		return moves[interp.Pick(weights, rng)]
	}
	return moves[rng.IntN(len(moves))]
}

// Whatever would look at the whole position refuses a game with secrets.
func TestNobodyLooksAtSecrets(t *testing.T) {
	g := gametest.Load(t, "kuhn-poker", "")
	for _, l := range bot.WithStandard(nil) {
		if _, err := bot.New(g.Rules(), l, 1); (err == nil) != (l.Bot == "random") {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
	if _, err := bot.Solve(t.Context(), g, g.Start(), bot.SolveOptions{}); err != bot.ErrSecrets {
		t.Error(err)
	}
	if _, err := bot.Expect(t.Context(), g, g.Start(), bot.ExpectOptions{}); err != bot.ErrSecrets {
		t.Error(err)
	}
}

// The new words are names wherever an author uses them as such.
func TestSecretWordsAreNames(t *testing.T) {
	text := `game "Names"
option secret_rule = 0 in {0, 1}
players view, told
board square(3, 3)
piece hidden, points
counter secret = 0
setup {
  hidden: rank(1)
}
def seen_by(p) = those x in p.around: x in
  hidden
def known = hidden
move go {
  from p in mine & (
    hidden)
  to   q in p.around - occupied
  if   some
    hidden
  do   p -> q, q becomes
    points when p in hidden
}
turn go else pass
if secret_rule = 1 {
  hidden (mine)
}
`
	f := source.NewFile("names.rules", text)
	for _, options := range []map[string]string{nil, {"secret_rule": "1"}} {
		g, list := dsl.Load(f, options, ruleset.Library{})
		if list.HasErrors() {
			t.Fatalf("%v", list)
		}
		if got := len(g.Hidden) > 0; got != (options != nil) {
			t.Errorf("something is hidden: %t", got)
		}
	}
	once, _ := format.Format(f)
	twice, _ := format.Format(source.NewFile("names.rules", once))
	if once != twice || !slices.Contains(strings.Split(once, "\n"), "  hidden (mine)") {
		t.Errorf("formatted:\n%s\nand again:\n%s", once, twice)
	}
}
