package engine_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/engine"
	"boardgame/interp/ruleset"
)

// Play random games and count positions at full speed, without the positions of package interp.
func Example() {
	game, err := ruleset.Load("breakthrough")
	if err != nil {
		log.Fatal(err)
	}
	program, err := engine.New(game.Rules())
	if err != nil {
		log.Fatal(err) // the evaluator has to play part of the game
	}
	in, err := program.NewInstance() // one for each goroutine
	if err != nil {
		log.Fatal(err)
	}
	here := in.NewSlot()
	in.Start(here)
	fmt.Println(in.Ready(here), "legal steps")

	plies := 0
	for n := in.Ready(here); n > 0; plies++ {
		n = in.PlayAt(here, plies%n) // a step by its number
	}
	fmt.Println(in.Over(here))

	in.Start(here)
	in.Seed(1)
	out := in.Playout(context.Background(), here, 1000, false)
	fmt.Println("over:", out.Over, "won by one player:", out.Winner >= 0)

	in.Start(here)
	n, err := in.Perft(context.Background(), here, 3, false)
	fmt.Println(n, err)
	// Output:
	// 22 legal steps
	// true
	// over: true won by one player: true
	// 11132 <nil>
}
