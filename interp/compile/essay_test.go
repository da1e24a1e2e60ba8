package compile_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/ruleset"
)

// What the essay of the package says about its game is so.
func TestEssay(t *testing.T) {
	data, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	game := regexp.MustCompile(`(?s)//\tgame "Ways".*?//\tend [^\n]*\n`).FindString(string(data))
	essay := strings.ReplaceAll(strings.ReplaceAll(string(data), "\n// ", " "), "\n//", " ")
	g, problems := dsl.Load(source.NewFile("ways.rules", strings.ReplaceAll(game, "//\t", "")), nil,
		ruleset.Library{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	m, err := compile.Wasm(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	bit := func(name string) int {
		s, ok := g.Board.SiteByName(name)
		if !ok {
			t.Fatal(name)
		}
		return int(m.Layout.Bit[s])
	}
	for _, want := range []string{
		fmt.Sprintf("a1 is bit %d, b1 is bit %d and a2 is bit %d", bit("a1"), bit("b1"), bit("a2")),
		fmt.Sprintf("east is %d bit up, north is %d bits up", bit("b1")-bit("a1"),
			bit("a2")-bit("a1")),
		fmt.Sprintf("(empty shifted %d down) & mine", bit("a2")-bit("a1")),
	} {
		if !strings.Contains(essay, want) {
			t.Errorf("the essay does not say %q", want)
		}
	}
	if above := m.Layout.Site[0][bit("d1")+1]; above == topology.None ||
		g.Board.Names[above] != "a2" {
		t.Error("one bit above d1 is not a2")
	}
	for _, quoted := range []string{"4 classes", "after some of the steps, for all those that leave " +
		"its witness alone"} {
		if !strings.Contains(m.Plan(), quoted) || !strings.Contains(essay, quoted) {
			t.Errorf("%q is not both in the plan and in the essay:\n%s", quoted, m.Plan())
		}
	}
}
