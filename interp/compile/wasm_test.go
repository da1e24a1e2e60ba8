package compile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"boardgame/dsl"
	"boardgame/interp/compile"
	"boardgame/interp/ruleset"
)

// The modules of all rulesets are valid in the eyes of the tools of the WebAssembly project too.
func TestModulesAreValid(t *testing.T) {
	tool, err := exec.LookPath("wasm-validate")
	if err != nil {
		t.Skip("wasm-validate (of wabt) is not installed")
	}
	for _, name := range ruleset.List() {
		r, err := ruleset.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := dsl.Load(r.File, nil, ruleset.Library{})
		m, err := compile.Wasm(g)
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
