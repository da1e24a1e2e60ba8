package ugi_test

import (
	"context"
	"log"
	"os"

	"boardgame/interp/ruleset"
	"boardgame/repl/ugi"
)

// Ask the bot of a game for its move.
func Example() {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	speaker, err := ugi.New(ugi.Options{Game: game, Ruleset: rs, Level: "greedy", Seed: 1}, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range []string{"isready", "position startpos moves a1 c3 a2 b2", "query p1turn"} {
		speaker.Do(context.Background(), line)
	}
	// Output:
	// readyok
	// response true
}
