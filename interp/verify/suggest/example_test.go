package suggest_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/suggest"
)

// Find a case for each part of the rules that no test reaches.
func ExampleFind() {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	found := suggest.Find(context.Background(), rs, nil, []ruleset.Choice{{Rules: game.Rules()}},
		suggest.Effort{Games: 20, Length: 100, Seed: 1}, nil)
	last := found[len(found)-1]
	fmt.Println("nothing tests:", last.Entry.Span.Text())
	text, err := last.Scene.Text()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output:
	// nothing tests: win "three in a row" if in_a_row(mine, 3)
	// -- the end: win "three in a row" if in_a_row(mine, 3) --
	// after: a1 b1 a2 c1 a3
	// board:
	//   M . .
	//   M . .
	//   M m m
	// result: X wins: three in a row
}
