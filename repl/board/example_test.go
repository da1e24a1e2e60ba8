package board_test

import (
	"fmt"
	"log"

	"boardgame/dsl/topology"
	"boardgame/repl/board"
)

// Draw a position as text.
func Example() {
	b, problems := topology.Build(topology.Spec{Shape: "square", Args: []int{3, 3}})
	if len(problems) > 0 {
		log.Fatal(problems[0].Message)
	}
	center, _ := b.SiteByName("b2")
	corner, _ := b.SiteByName("a1")
	fmt.Println(board.Text(board.View{
		Board: b,
		Pieces: map[topology.Site]board.Piece{
			center: {Owner: 0, Name: "X", Unicode: "X", ASCII: "X"},
			corner: {Owner: 1, Name: "O", Unicode: "O", ASCII: "O"},
		},
		Labels: true,
	}, board.Style{Unicode: true}))
	// Output:
	//   ┌───┬───┬───┐
	// 3 │   │   │   │
	//   ├───┼───┼───┤
	// 2 │   │ X │   │
	//   ├───┼───┼───┤
	// 1 │ O │   │   │
	//   └───┴───┴───┘
	//     a   b   c
}
