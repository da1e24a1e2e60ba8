package lsp_test

import (
	"fmt"
	"strings"

	"boardgame/dsl/lsp"
	"boardgame/dsl/source"
)

// What `orth` may become. Editors filter the offers by what is typed, and so does this program.
func ExampleComplete() {
	const text = `game "Mine"
players White, Black
board square(3, 3)
piece stone
move place { at c in empty & c.orth`
	file := source.NewFile("mine.rules", text)
	word, offers := lsp.Complete(file, nil, nil, len(text))
	for _, o := range offers {
		if strings.HasPrefix(o.Text, word.Text()) {
			fmt.Println(o.Text, o.Kind)
		}
	}
	// Output:
	// orthogonal constant
}
