package format_test

import (
	"fmt"

	"boardgame/dsl/format"
	"boardgame/dsl/source"
)

// Blanks and columns are put in order; where lines end is up to the author.
func ExampleFormat() {
	text, list := format.Format(source.NewFile("mine.rules", `game   "Mine"
move place{
    at c in   empty   # any free cell
  do place stone on c }
`))
	fmt.Print(text)
	fmt.Println(len(list), "mistakes")
	// Output:
	// game "Mine"
	// move place {
	//   at c in empty       # any free cell
	//   do place stone on c
	// }
	// 0 mistakes
}
