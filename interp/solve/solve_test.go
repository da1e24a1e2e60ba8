package solve_test

import (
	"context"
	"log"
	"os"

	"boardgame/interp/ruleset"
	"boardgame/interp/solve"
)

// Prove what a game is worth.
func ExampleProve() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	answer, err := solve.Prove(context.Background(), game, game.Start(),
		solve.Options{Name: "tic-tac-toe", Memory: 1 << 20, Symmetric: true})
	if err != nil {
		log.Fatal(err)
	}
	if err := answer.Text(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// draw
	// best play: c3 b2 c2 c1 a3 b3 b1 a1 a2
	// 2176 positions searched, 8 moves deep
}
