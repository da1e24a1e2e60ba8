package speech_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

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
	if refused < 100 {
		t.Error("too few moves were refused")
	}
}
