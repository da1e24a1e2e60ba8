package diag_test

import (
	"log"
	"os"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// Show a mistake with the line that it is in.
func Example() {
	f := source.NewFile("my.rules", "game \"Mine\"\nplayers Red, Bleu\n")
	list := diag.List{{Code: "E100", Span: source.Span{File: f, Lo: 25, Hi: 29},
		Summary: "there is no color `Bleu`", Suggestion: "did you mean `Blue`?"}}
	if err := diag.Text(os.Stdout, list, diag.Options{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// my.rules:2:14: error[E100]: there is no color `Bleu`
	//   |
	// 2 | players Red, Bleu
	//   |              ^^^^
	//   = help: did you mean `Blue`?
}
