package speech_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/infoset"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/speech"
	"boardgame/testdata/long"
)

// A refusal never names the move that was refused as the one to make: in random positions, moves
// that were legal in others are tried; in games with secrets, as the player to move is answered.
func TestRefusedIsNotNext(t *testing.T) {
	refused, named := 0, 0
	for i, file := range ruleset.List() {
		info, err := ruleset.About(file)
		if err != nil || info.Family != "secret" && !long.Case(i, 12) {
			continue
		}
		g := gametest.Load(t, file, "")
		sp := speech.Plain(gametest.Ruleset(t, file), g)
		rng := rand.New(rand.NewPCG(1, 2))
		var texts []string
		for p, tries := g.Start(), 0; p.Result() == nil && p.Ply() < 40 && tries < 40; {
			moves, weights := g.Moves(p), g.Weights(p)
			m := moves[rng.IntN(len(moves))]
			if weights != nil {
				m = moves[interp.Pick(weights, rng)]
			} else if len(texts) > 0 && len(moves) < 1000 {
				tries++
				line := texts[rng.IntN(len(texts))]
				var illegal *interp.IllegalMoveError
				if _, err := g.Parse(p, line); errors.As(err, &illegal) {
					answer := sp.At(p).Refusal(line, illegal)
					if g.Secret() && tries%8 == 0 {
						all := infoset.Worlds(g, g.View(p, p.ToMove()), moves)
						answer = speech.WhyNot(sp, all, line)
					}
					refused++
					if strings.Contains(answer, "the next step is") {
						named++
					}
					for _, r := range illegal.Readings {
						id, _ := g.Roles(r.Move)
						if int(id) < len(g.Rules().Moves) && g.Rules().Moves[id].Chance {
							continue // a player's move may have the same name
						}
						name := fmt.Sprintf("%q", sp.MoveName(id))
						_, next, _ := strings.Cut(answer, "the next step is ")
						if strings.Contains(next, name) {
							t.Errorf("%s: %s: %s", file, line, answer)
						}
					}
				}
			}
			for range min(len(moves), 3) {
				texts = append(texts, g.Text(p, moves[rng.IntN(len(moves))]))
			}
			q, err := g.Play(p, m)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
	}
	t.Logf("%d moves were refused, %d of them with the name of another", refused, named)
	if refused < 100 || named == 0 {
		t.Error("too few")
	}
}

// The beginning of what an alias stands for is not answered with the alias's own kind of move as
// the next step, also where no example of it can be given.
func TestAliasIsNotNext(t *testing.T) {
	rs, err := ruleset.FromText("slide.rules", `game "Slide"
players A, B
board square(3, 3)
piece man
setup {
  A man: {a1, c1}
  B man: {a3, c3}
}
move slide "slide" { from p in mine  to q in p.orthogonal & empty  do p -> q }
move put "put" { at c in empty  do place man on c }
turn put when ply mod 4 < 2, slide when ply mod 4 > 0 else draw
`, `[[alias]]
typed = "shove {cell} {way}"
means = "slide {cell}-{cell,way:cell}"
ways = { N = "north", S = "south" }
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	rules, list, err := dsl.LoadContext(t.Context(), rs.File, nil, nil)
	if err != nil || list.HasErrors() {
		t.Fatal(err, list)
	}
	g := interp.New(rules, rs.Info.AliasesOf("")...)
	sp := &speech.Speech{Ruleset: rs, Game: g, Said: g}
	p := g.Start()
	for _, want := range []string{`shove is not possible now; the next step is "put".`,
		"shove is not possible now.", "shove is not possible now."} {
		var illegal *interp.IllegalMoveError
		if _, err := g.Parse(p, "shove"); !errors.As(err, &illegal) {
			t.Fatal(err)
		}
		if got := sp.At(p).Refusal("shove", illegal); got != want {
			t.Errorf("at ply %d: %q, not %q", p.Ply(), got, want)
		}
		if p, err = g.Play(p, g.Moves(p)[0]); err != nil {
			t.Fatal(err)
		}
	}
}

// A number that is not among those to choose from is refused with their range as it is now.
func TestNumberOutOfRange(t *testing.T) {
	const rules = `game "Take"
players A, B
board square(1, 1)
counter pot = 4
move take { with n in 1..min(3, pot)  do pot -= n }
move split { with a in 1..3  with b in a..3  do pot -= a }
turn take, split else lose
`
	g := gametest.FromText(t, rules, "")
	rs, err := ruleset.FromText("take.rules", rules, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	sp := &speech.Speech{Ruleset: rs, Game: g, Said: g}
	_, p, err := g.PlayText(g.Start(), "take 2")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"take 3":    "take 3 is not possible now: n is from 1 to 2.",
		"take 0":    "take 0 is not possible now: n is from 1 to 2.",
		"split 2 1": "split 2 1 is not possible now: b is from 2 to 3.",
	} {
		var illegal *interp.IllegalMoveError
		if _, err := g.Parse(p, text); !errors.As(err, &illegal) {
			t.Fatal(text, err)
		}
		if got := sp.At(p).Refusal(text, illegal); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
