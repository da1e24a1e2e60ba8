package speech_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/infoset"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/speech"
	"boardgame/testdata/long"
	"boardgame/testdata/secrets"
)

// What is the same in all positions that a player cannot tell from the one there is, is so there
// too: values of expressions, also about rare things that are hidden, and why a move is not legal.
func TestKnownIsTrue(t *testing.T) {
	answered, reasons := 0, 0
	for i, file := range secrets.Games() {
		if !long.Case(i+5, 8) {
			continue
		}
		rs := gametest.Ruleset(t, file)
		g := gametest.Load(t, file, "")
		reader := query.NewReader(g.Rules(), rs.File, ruleset.Library{})
		texts := []string{"mine", "theirs", "empty", "count(theirs) = 3", "some theirs", "repetitions",
			"some p in players : for p: no mine"}
		for _, s := range g.Rules().States {
			texts = append(texts, s.Name)
		}
		for _, k := range g.Rules().Kinds {
			texts = append(texts, "mine & "+k.Name)
		}
		read := map[string]*query.Question{}
		rng := rand.New(rand.NewPCG(1, 2))
		names := g.Rules().Board.Names
		any := func(all []string) string { return all[rng.IntN(len(all))] }
		sp := speech.Plain(rs, g)
		asks := 0
		for p := g.Start(); p.Result() == nil && p.Ply() < 40; {
			moves, weights := g.Moves(p), g.Weights(p)
			m := moves[rng.IntN(len(moves))]
			if weights != nil {
				m = moves[interp.Pick(weights, rng)]
			} else if me := p.ToMove(); p.Ply()%5 == 1 && asks < long.Times(6, 2) {
				asks++
				all := infoset.Worlds(g, g.View(p, me), moves)
				for _, w := range all {
					if g.View(w, me).Key() != g.View(p, me).Key() {
						t.Errorf("%s: %s looks like %s", file, g.PositionText(w), g.PositionText(p))
					}
				}
				for range 3 {
					line := any(names) + "-" + any(names)
					answer := speech.WhyNot(sp, all, line)
					truth := speech.WhyNot(sp, []*interp.Position{p}, line)
					if answer != "" && answer != truth {
						t.Errorf("%s: in %s, %s is refused with %q, not %q", file, g.PositionText(p), line,
							answer, truth)
					}
					if answer != "" {
						reasons++
					}
				}
				asked, so := texts[:len(texts):len(texts)], []string{}
				for x := range p.State().Occupied().All() {
					_, kind, _ := p.State().At(x)
					so = append(so, names[x]+" in "+g.Rules().Kinds[kind].Name)
					so = append(so, fmt.Sprintf("(some x in mine | theirs : kind(x) = %s and x = %s)",
						g.Rules().Kinds[kind].Name, names[x]))
				}
				for range min(3, len(so)) { // rare things, which may be hidden
					asked = append(asked, any(so)+" and "+any(so))
				}
				for _, text := range asked {
					q := read[text]
					if q == nil {
						var err error
						if q, err = reader.Compile(t.Context(), text); err != nil {
							t.Fatal(err)
						}
						read[text] = q
					}
					v, _, err := q.Common(all, me)
					if truth, _ := q.Value(p, me); err == nil && v != truth {
						t.Errorf("%s: in %s, %s is %s, not %s", file, g.PositionText(p), text,
							query.Text(g.Rules(), truth, nil), query.Text(g.Rules(), v, nil))
					}
					if err == nil {
						answered++
					}
				}
			}
			var err error
			if p, err = g.Play(p, m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if answered < long.Times(500, 10) || reasons < long.Times(50, 50) {
		t.Errorf("only %d answers and %d reasons", answered, reasons)
	}
}

// Where very many steps are legal, nobody waits for a reason.
func TestNoReasonAmongManySteps(t *testing.T) {
	for size, told := range map[int]bool{5: true, 12: false} {
		rules := fmt.Sprintf("game \"Many\"\nplayers A, B\nboard square(%d, %[1]d)\npiece man\n"+
			"setup { A man: a1  B man: c1 }\n"+
			"move go { to q in empty  at r in empty  do place man on q | r }\nturn go else pass\n", size)
		g := gametest.FromText(t, rules, "")
		sp := speech.Plain(&ruleset.Ruleset{Name: "many"}, g)
		if why := speech.WhyNot(sp, []*interp.Position{g.Start()}, "a1-a2"); (why != "") != told {
			t.Errorf("on a board of %d: %q", size, why)
		}
	}
}

// The sign of a kind that is not offered is not read as the beginning of another's name.
func TestSignsAreWhole(t *testing.T) {
	rs, err := ruleset.FromText("marks", `game "Marks"
players A, B
board square(1, 1)
piece threes "c", choice "n"
memory open = kinds
move score {
  as k in open
  do open -= k
}
turn score else draw
`, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := dsl.Load(rs.File, nil, nil)
	g := interp.New(rules)
	sp, at := speech.Plain(rs, g), g.Start()
	for _, test := range []struct{ line, want string }{{"ch", "N"}, {"c", "C"}, {"THREES", "C"}} {
		if e := sp.ReadAt(at, test.line); len(e.Steps) != 1 || g.Text(at, e.Steps[0]) != test.want {
			t.Errorf("%s: %v, %v", test.line, e.Steps, e.Err)
		}
	}
	after, err := g.Play(at, sp.ReadAt(at, "c").Steps[0])
	if err != nil {
		t.Fatal(err)
	}
	if e := sp.ReadAt(after, "c"); len(e.Steps) > 0 {
		t.Errorf("c is played as %s", g.Text(after, e.Steps[0]))
	}
}
