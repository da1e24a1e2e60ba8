package symmetry_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/ruleset"
	"boardgame/interp/symmetry"
)

// Tic-tac-toe is the same game when the board is turned or mirrored, in eight ways, and when the
// players swap their marks.
func ExampleFind() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	found, err := symmetry.Find(context.Background(), game, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(found))
	// Output:
	// 16
}
