package report_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/bot"
	"boardgame/interp/report"
	"boardgame/interp/ruleset"
)

// Ask what a game is like, from random games.
func Example() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	level, err := bot.FindLevel(nil, "random")
	if err != nil {
		log.Fatal(err)
	}
	r, err := report.Run(context.Background(), report.Options{
		Game: game, Ruleset: "tic-tac-toe", Level: level, Games: 200, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("turns:", r.Turns.Shortest, "to", r.Turns.Longest)
	fmt.Println("most choices:", r.Choices[0].Most)
	fmt.Println("moving first helps:", r.First.Low > 0.5)
	// Output:
	// turns: 5 to 9
	// most choices: 9
	// moving first helps: true
}
