package eval_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp/eval"
)

// BenchmarkSteps measures the evaluator: each iteration plays one step of a random game, with the
// silent steps that follow it.
func BenchmarkSteps(b *testing.B) {
	for _, name := range []string{"breakthrough", "cage", "chess", "hex", "quoridor", "reversi"} {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join("..", "..", "rulesets", name, name+".rules")
			text, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			g, list := dsl.Load(source.NewFile(path, string(text)), nil, nil)
			if list.HasErrors() {
				b.Fatal(list)
			}
			m, random := eval.New(g), rand.New(rand.NewPCG(1, 2))
			p := m.Start()
			for b.Loop() {
				if p.Result != nil {
					p = m.Start()
				}
				steps := m.Moves(p)
				p = m.Play(p, steps[random.IntN(len(steps))])
			}
		})
	}
}
