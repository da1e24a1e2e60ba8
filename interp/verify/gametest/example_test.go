package gametest_test

import (
	"fmt"
	"log"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
)

// A summary of random games, to compare a game with itself after a change.
func ExampleResults() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(gametest.Results(game, 100, 50, 1))
	// Output:
	// 65  X wins: three in a row
	//  26  O wins: three in a row
	//   9  draw: no move is left
	// games 100, steps 5–9, mean 7.6, positions 78ca826c
}
