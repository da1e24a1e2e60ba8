package source_test

import (
	"fmt"
	"strings"

	"boardgame/dsl/source"
)

// Say where in a text something stands, as messages do.
func Example() {
	f := source.NewFile("my.rules", "game \"Mine\"\nplayers Red, Bleu\n")
	at := strings.Index(f.Text, "Bleu")
	s := source.Span{File: f, Lo: at, Hi: at + len("Bleu")}
	line, column := f.Position(s.Lo)
	fmt.Printf("%s:%d:%d: %s\n", f.Name, line, column, s.Text())
	// Output: my.rules:2:14: Bleu
}

// Show a text from elsewhere: what a terminal would obey is written as an escape.
func ExampleSafe() {
	fmt.Println(source.Safe("Red\x1b[2J wins"))
	// Output: Red\u001b[2J wins
}
