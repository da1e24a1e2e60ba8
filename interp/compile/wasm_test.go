package compile_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"boardgame/dsl"
	"boardgame/interp/compile"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// The modules of all rulesets are valid in the eyes of the tools of the WebAssembly project too.
func TestModulesAreValid(t *testing.T) {
	tool, err := exec.LookPath("wasm-validate")
	if err != nil {
		t.Skip("wasm-validate (of wabt) is not installed")
	}
	for _, name := range long.Sample(ruleset.List(), 4) {
		r := gametest.Ruleset(t, name)
		g, _ := dsl.Load(r.File, nil, ruleset.Library{})
		if eval.BoundsOf(g).Foreseen() != nil {
			continue // left to the evaluator
		}
		m, err := compile.Wasm(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "game.wasm")
		if err := os.WriteFile(file, m.Code, 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(tool, file).CombinedOutput(); err != nil {
			t.Errorf("%s: %.600s", name, out)
		}
	}
}

// Compiling ends with its context, wherever it is.
func TestCompilingStops(t *testing.T) {
	r := gametest.Ruleset(t, "chess")
	g, _ := dsl.Load(r.File, nil, ruleset.Library{})
	for looks := 0; ; looks = 2*looks + 1 {
		_, err := compile.Wasm(&ending{Context: t.Context(), looks: looks}, g)
		if err == nil {
			if looks < 20 {
				t.Errorf("the context was looked at %d times at most", looks)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// ending is a context that ends after it has been looked at some times.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks == 0 {
		return context.Canceled
	}
	e.looks--
	return nil
}

// A game is compiled to the same module every time: nothing depends on the order of a map.
func TestModulesAreReproducible(t *testing.T) {
	long.OneThread(t)
	for _, name := range []string{"lasca", "jungle"} {
		r := gametest.Ruleset(t, name)
		g, _ := dsl.Load(r.File, nil, ruleset.Library{})
		var first []byte
		for range 4 {
			m, err := compile.Wasm(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = m.Code
			}
			if !bytes.Equal(m.Code, first) {
				t.Errorf("%s: two modules differ", name)
				break
			}
		}
	}
}
