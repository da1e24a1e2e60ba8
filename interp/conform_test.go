package interp_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

func pcg(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

var update = flag.Bool("update", false, "write what comes out into the golden files")

// choices are the games and options of the tests that go deep: every game of long.Studied by
// default, with its presets, and what else the golden games play.
func choices(t testing.TB) (all [][2]string) {
	t.Helper()
	add := func(name, options string) {
		if !slices.Contains(all, [2]string{name, options}) {
			all = append(all, [2]string{name, options})
		}
	}
	for _, name := range long.Studied {
		r := gametest.Ruleset(t, name)
		add(name, "")
		for _, preset := range r.Info.Presets {
			add(name, gametest.OptionText(preset.Options))
		}
	}
	add("cage", "size=4")
	add("cage", "size=6")
	add("cage", "extra=true size=6")
	add("shiftago", "mode=expert seats=3 sit2=2")
	add("shiftago", "sit1=3")
	add("hex", "size=3")
	return all
}

// everyOption is choices and every other value of every option by itself; of long domains the first
// two values and the last.
func everyOption(t testing.TB) [][2]string {
	t.Helper()
	all := choices(t)
	if !long.Tests {
		return all
	}
	for _, name := range long.Studied {
		for _, o := range gametest.Load(t, name, "").Rules().Options {
			for i, v := range o.Domain {
				choice := [2]string{name, o.Name + "=" + v}
				if v != o.Value && (i < 2 || i == len(o.Domain)-1) &&
					!slices.Contains(all, choice) {
					all = append(all, choice)
				}
			}
		}
	}
	return all
}

// TestConform checks what must hold of every game, on every built-in one.
func TestConform(t *testing.T) {
	long.OneThread(t)
	effort := gametest.Effort{Games: 1, Steps: long.Times(40, 5), Moves: long.Times(4, 2), Seed: 1}
	for i, choice := range everyOption(t) {
		if !long.Case(i, 6) {
			continue
		}
		t.Run(strings.TrimSpace(choice[0]+" "+choice[1]), func(t *testing.T) {
			t.Parallel()
			gametest.ConformWith(t, gametest.Load(t, choice[0], choice[1]), effort)
		})
	}
}

// TestResults compares how random games end with testdata/results: the winners, the reasons and the
// lengths, which counts of sequences do not see.
func TestResults(t *testing.T) {
	long.OneThread(t)
	long.Skip(t, "random games of every ruleset")
	for _, choice := range choices(t) {
		name := strings.TrimSpace(choice[0] + " " + choice[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gametest.Load(t, choice[0], choice[1])
			games, limit := amount(choice[0], choice[1])
			got := fmt.Sprintf("%s, seed 1, at most %d steps\n%s", name, limit,
				gametest.Results(g, games, limit, 1))
			file := filepath.Join("testdata", "results",
				strings.NewReplacer(" ", "_", "=", "-").Replace(name)+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// amount is how many random games of which length are played: few where positions are large.
func amount(name, options string) (games, limit int) {
	small := strings.Contains(options, "tiny") || strings.Contains(options, "size=4") ||
		strings.Contains(options, "size=3")
	switch {
	case small, name == "tic-tac-toe":
		return 300, 400
	case name == "blockade", name == "quoridor", name == "amazons", name == "chess":
		return 5, 150
	}
	return 50, 400
}

// A playout is a game of legal moves that ends with a result, the same one for the same seed.
func TestPlayout(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	seen := map[string]int{}
	for seed := range uint64(100) {
		p, n := g.Playout(g.Start(), pcg(seed), 9)
		if p.Result() == nil || n < 5 || n > 9 {
			t.Fatalf("after %d steps: %s", n, g.ResultText(p.Result()))
		}
		if q, m := g.Playout(g.Start(), pcg(seed), 9); m != n || !q.Equal(p) {
			t.Fatalf("seed %d gives two games", seed)
		}
		seen[g.ResultText(p.Result())]++
	}
	if len(seen) != 3 {
		t.Errorf("a hundred games ended only so: %v", seen)
	}
	if p, n := g.Playout(g.Start(), pcg(1), 3); n != 3 || p.Result() != nil || p.Ply() != 3 {
		t.Errorf("a limit of 3 gives %d steps", n)
	}
}
