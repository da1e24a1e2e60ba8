package compile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
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

// A walk that is left out may need what other walks need, and that may need other walks in turn.
// Code that is repeated in each branch would double with each of them.
func TestBranchesDoNotDouble(t *testing.T) {
	var b strings.Builder
	b.WriteString(`game "Deep"
players White facing north, Black facing south
board square(8, 8)
piece man, rook, bishop, king
setup { White king: d1  White rook: a1  White bishop: f2  White man: b2
        Black king: d5  Black rook: a5  Black bishop: f5  Black man: b4 }
def ray(D)  = union d in D: (mine & king).d[empty]*.d
def level_a = theirs.around.around.around.orthogonal.diagonal
`)
	for k := 'b'; k <= 'j'; k++ {
		fmt.Fprintf(&b, `def level_%c = if no ray(orthogonal) & theirs & rook & level_%c.%s
           and no ray(diagonal) & theirs & bishop & level_%[2]c.%[3]s: (theirs & man).%[4]s.around else none
`, k, k-1, []string{"north", "south"}[k%2], []string{"around", "orthogonal", "diagonal"}[k%3])
	}
	b.WriteString(`move step { from p in mine to q in p.around - mine
            if no ray(around) & theirs & level_j do p -> q }
turn step else lose
end { draw if ply > 60 }
`)
	g, list := dsl.Load(source.NewFile("deep.rules", b.String()), nil, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	m, err := compile.Wasm(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Code) > 200<<10 {
		t.Errorf("a module of %d bytes", len(m.Code))
	}
}
