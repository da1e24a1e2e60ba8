package interp_test

import (
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"boardgame/interp/ruleset"
)

// docs/library.md shows this.
func Example_library() {
	game, err := ruleset.Load("cage", "size=4") // or the path of a rules file
	if err != nil {
		log.Fatal(err)
	}
	for p := game.Start(); p.Result() == nil; {
		moves := game.Moves(p)
		fmt.Print(game.Text(p, moves[0]), " ")
		if p, err = game.Play(p, moves[0]); err != nil {
			log.Fatal(err)
		}
		if p.Result() != nil {
			fmt.Println(game.ResultText(p.Result()))
		}
	}
	// Output:
	// c1xd1 d3xd1 a1xc1 c1xd1 b3xd3 d3xd4 b4-c3 a2-b3 b2xb4 b4xd4 a4-b3 a3-b2 c2xc4 c4xd4 b2xb4 Red wins: the last enemy is gone
}

// The block of Go in docs/library.md is the example above, and the output below it is its output.
func TestLibraryPage(t *testing.T) {
	page, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.ReadFile("library_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(here), "func Example_library() {\n")
	body, output, _ := strings.Cut(body, "\t// Output:\n")
	output, _, _ = strings.Cut(output, "}\n")
	unindented := func(text, prefix string) string {
		var b strings.Builder
		for line := range strings.Lines(text) {
			b.WriteString(strings.TrimPrefix(line, prefix))
		}
		return b.String()
	}
	for _, want := range []string{
		"```go\n" + unindented(body, "\t") + "```\n",
		"```\n" + unindented(output, "\t// ") + "```\n",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("docs/library.md does not show this:\n%s", want)
		}
	}
}
