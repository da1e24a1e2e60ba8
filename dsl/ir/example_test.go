package ir_test

import (
	"fmt"
	"log"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
)

// Ask the checked rules what they contain: here, which moves ask whose pieces stand where.
func ExampleWalk() {
	game, list := dsl.Load(source.NewFile("mine.rules", `game "Mine"
players White, Black
board square(3, 3)
piece stone
move place {
  at c in empty
  do place stone on c
}
move capture {
  from p in mine
  to   q in p.orthogonal & theirs
  do   p -> q
}
turn place, capture else draw
`), nil, nil)
	if list.HasErrors() {
		log.Fatal(list)
	}
	for _, move := range game.Moves {
		looks := false
		move.Exprs(func(e *ir.Expr) {
			ir.Walk(e, func(e *ir.Expr) bool {
				looks = looks || e.Op == ir.PiecesOf
				return true
			})
		})
		fmt.Println(move.Name, looks)
	}
	// Output:
	// place false
	// capture true
}
