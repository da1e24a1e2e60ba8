package bot_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
)

// Let a level play a game against itself.
func Example() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	l, err := bot.FindLevel(nil, "alphabeta:depth=9")
	if err != nil {
		log.Fatal(err)
	}
	player, err := bot.New(game.Rules(), l, 1)
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	p := game.Start()
	for p.Result() == nil {
		choice, err := player.Choose(context.Background(), game, p, rng)
		if err != nil {
			log.Fatal(err)
		}
		if p, err = game.Play(p, choice.Move); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(game.ResultText(p.Result()))
	// Output:
	// draw: no move is left
}
