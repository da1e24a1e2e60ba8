package report_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/report"
	"boardgame/interp/ruleset"
)

// Ask what a game is like, from random games.
func Example() {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	rules, problems := dsl.Load(rs.File, nil, ruleset.Library{})
	if problems.HasErrors() {
		log.Fatal(problems)
	}
	level, err := bot.FindLevel(nil, "random")
	if err != nil {
		log.Fatal(err)
	}
	r, err := report.Run(context.Background(), report.Options{
		Game: interp.New(rules), Ruleset: rs.Name, Level: level, Games: 200, Seed: 1})
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
