package engine_test

import (
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/engine"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

// Every pass of the compiler is optional: without it, games agree with the evaluator. In the quick
// run these are games that the pass changes.
func TestPassesAreOptional(t *testing.T) {
	long.OneThread(t)
	sample := map[string][]string{
		"witness": {"blockade"}, "share": {"chess"}, "low": {"emergo"}, "cases": {"english-draughts"},
		"postpone": {"shiftago"}, "speculate": {"amazons"}, "mirror": {"tic-tac-toe"},
		"arrival": {"gomoku"}, "enclosed": {"havannah"}, "keep": {"hex"}, "sample": {"y"},
	}
	for _, pass := range compile.Passes() {
		games := sample[pass.Name]
		if len(games) == 0 {
			t.Errorf("%s: no game of the quick run is compiled without it", pass.Name)
		}
		if long.Tests {
			games = ruleset.List()
		}
		t.Run(pass.Name, func(t *testing.T) {
			t.Parallel()
			for _, name := range games {
				g := namedGame(t, name)
				if eval.BoundsOf(g).Foreseen() != nil {
					continue
				}
				with, err := compile.Wasm(t.Context(), g)
				if err != nil {
					continue // left to the evaluator
				}
				without, err := compile.Wasm(t.Context(), g, pass.Name)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if string(with.Code) == string(without.Code) {
					if !long.Tests {
						t.Errorf("%s is the same without %s", name, pass.Name)
					}
					continue
				}
				agreesWithout(t, g, pass.Name)
			}
		})
	}
}

// agreesWithout compiles a game without a pass and compares it with the evaluator.
func agreesWithout(t *testing.T, g *ir.Game, pass string) {
	t.Helper()
	p, err := engine.NewContext(t.Context(), g, pass)
	if err != nil {
		t.Fatal(err)
	}
	programs.Lock()
	programs.kept[g] = &onceCompiled{g, func() (*engine.Program, error) { return p, nil }}
	programs.Unlock()
	defer func() {
		programs.Lock()
		delete(programs.kept, g)
		programs.Unlock()
	}()
	agreeWithin(t, g, 60, 1, eval.MostWork/16)
	drawWithin(t, g, 60, 2, eval.MostWork/16, 2000)
}

// namedGame reads a ruleset anew: nobody else compiles it.
func namedGame(t *testing.T, name string) *ir.Game {
	t.Helper()
	g, err := ruleset.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return g.Rules()
}
