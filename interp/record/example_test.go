package record_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"boardgame/interp/record"
	"boardgame/interp/ruleset"
)

// Write a game that was played, then read and replay it.
func Example() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	text := "boardgame record 1\nruleset: tic-tac-toe\n\n1. b2\n2. a1\n3. b1\n4. b3\n"
	saved, err := record.Read("game.txt", strings.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	played, err := saved.Replay(game)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(played.Steps), "steps")
	fmt.Println(game.Picture(played.Positions[3]))
	if err := saved.Write(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 4 steps
	// . m .
	// . M .
	// m M .
	// boardgame record 1
	// ruleset: tic-tac-toe
	//
	// 1. b2
	// 2. a1
	// 3. b1
	// 4. b3
}
