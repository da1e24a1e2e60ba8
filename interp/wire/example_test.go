package wire_test

import (
	"fmt"
	"log"

	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

// Write a move of chess as other programs do, and read one of theirs.
func Example() {
	game, err := ruleset.Load("chess")
	if err != nil {
		log.Fatal(err)
	}
	rs, err := ruleset.Find("chess")
	if err != nil {
		log.Fatal(err)
	}
	uci, err := wire.NewUCI(game, &rs.Info)
	if err != nil {
		log.Fatal(err)
	}
	p := game.Start()
	steps, err := uci.Steps(p, "g1f3")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.TurnText(p, steps))
	fmt.Println(uci.Position(p))
	// Output:
	// g1-f3
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
}
