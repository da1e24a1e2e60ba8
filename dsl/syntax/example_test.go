package syntax_test

import (
	"fmt"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// The tree shows what was written; each node knows its place in the text.
func ExampleParse() {
	file := source.NewFile("mine.rules", `game "Mine"
board square(3, 3)
piece stone, king
turn place
`)
	tree, list := syntax.Parse(file)
	fmt.Println(len(list), "mistakes")
	for _, decl := range tree.Decls {
		if pieces, ok := decl.(*syntax.Pieces); ok {
			for _, p := range pieces.Pieces {
				fmt.Println(p.Name.Text, "at byte", p.Name.Span(file).Lo)
			}
		}
	}
	// Output:
	// 0 mistakes
	// stone at byte 37
	// king at byte 44
}
