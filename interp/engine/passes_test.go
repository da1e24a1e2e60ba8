package engine_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/cpu"
	"boardgame/interp/engine"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Every pass of the compiler is optional: without it, games agree with the evaluator. These are
// games that the pass changes, and in the long run every second one of the library: each game is
// compiled without half of the passes.
func TestPassesAreOptional(t *testing.T) {
	long.OneThread(t)
	sample := map[string][]string{
		"witness": {"blockade"}, "pins": {"crazyhouse"}, "share": {"chess"}, "low": {"emergo"},
		"alike":    {"nine-mens-morris"},
		"lines":    {"gardner"},
		"tally":    {"gardner"},
		"cells":    {"twixt"},
		"postpone": {"shiftago"}, "speculate": {"amazons"}, "mirror": {"tic-tac-toe"},
		"keep": {"hex"}, "sample": {"y"}, "replay": {"gomoku"}, "steady": {"blockade"},
	}
	passes := map[string][]string{} // to leave out, by game
	for k, pass := range compile.Passes() {
		games := sample[pass.Name]
		if len(games) == 0 {
			t.Errorf("%s: no game of the quick run is compiled without it", pass.Name)
		}
		if !long.Case(k, 3) {
			continue
		}
		for i, name := range ruleset.List() {
			if long.Tests && i%2 == k%2 && !slices.Contains(games, name) {
				games = append(games, name)
			}
		}
		for _, name := range games {
			passes[name] = append(passes[name], pass.Name)
		}
	}
	for name, passes := range passes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := namedGame(t, name)
			if eval.BoundsOf(g).Foreseen() != nil {
				return
			}
			with, err := compile.Wasm(t.Context(), g)
			if err != nil {
				return // left to the evaluator
			}
			for _, pass := range passes {
				without, err := compile.Wasm(t.Context(), g, pass)
				switch {
				case err != nil:
					t.Fatalf("%s: %v", pass, err)
				case string(with.Code) != string(without.Code):
					agreesWithout(t, g, pass)
				case !long.Tests:
					t.Errorf("it is the same without %s", pass)
				}
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
	perftWithin(t, g, 200)
}

// namedGame reads a ruleset anew: nobody else compiles it.
func namedGame(t *testing.T, name string) *ir.Game {
	t.Helper()
	g := gametest.Load(t, name, "")
	return g.Rules()
}

var gains = flag.Duration("gains", 0, "how much CPU time TestPassGains plays a game, each way")

// With -gains, it prints what each pass gains in random games: in how many games of the
// library it changes the module, and how many times faster these are with it.
//
//	go test ./interp/engine -run TestPassGains -gains 50ms -timeout 0 -v
func TestPassGains(t *testing.T) {
	if *gains == 0 {
		t.Skip("it measures for a minute or more; use -gains 50ms")
	}
	type gain struct {
		name  string
		times float64
	}
	found := map[string][]gain{}
	for _, name := range ruleset.List() {
		g := namedGame(t, name)
		with, err := engine.New(g)
		if err != nil {
			continue // left to the evaluator
		}
		for _, pass := range compile.Passes() {
			without, err := engine.NewContext(t.Context(), g, pass.Name)
			if err != nil {
				t.Fatalf("%s without %s: %v", name, pass.Name, err)
			}
			if !bytes.Equal(with.Code, without.Code) {
				found[pass.Name] = append(found[pass.Name],
					gain{name, timesFaster(t, with, without, *gains)})
			}
		}
	}
	for _, pass := range compile.Passes() {
		list := found[pass.Name]
		slices.SortFunc(list, func(a, b gain) int { return cmp.Compare(b.times, a.times) })
		product, text := 0.0, ""
		for i, x := range list {
			product += math.Log(x.times)
			if i < 5 || i >= len(list)-2 {
				text += fmt.Sprintf(" %s %.2f", x.name, x.times)
			}
		}
		t.Logf("| %s | %d | %.2f |%s |", pass.Name, len(list),
			math.Exp(product/float64(max(len(list), 1))), text)
	}
}

// timesFaster plays random games of two programs in turns, and returns how many times more games
// the first one plays: the median of several rounds.
func timesFaster(t *testing.T, a, b *engine.Program, each time.Duration) float64 {
	const rounds = 5
	var ratios []float64
	for round := range rounds {
		var speed [2]float64
		for i, p := range []*engine.Program{a, b} {
			in, err := p.NewInstance()
			if err != nil {
				t.Fatal(err)
			}
			s := in.NewSlot()
			in.Seed(uint64(round))
			plies, from := 0, cpu.Process()
			for plies == 0 || cpu.Process()-from < each/rounds {
				in.Start(s)
				plies += in.Playout(t.Context(), s, longGame, false).Plies
			}
			speed[i] = float64(plies) / float64(cpu.Process()-from)
		}
		ratios = append(ratios, speed[0]/speed[1])
	}
	slices.Sort(ratios)
	return ratios[rounds/2]
}
