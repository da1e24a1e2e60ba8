package train_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/level"
	"boardgame/interp/ruleset"
	"boardgame/interp/train"
)

// Learn weights from games that bots play against themselves.
func ExampleLearn() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	w, err := train.Learn(context.Background(), train.LearnOptions{
		Game: game, Games: 200, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	center := w.Sites[0].Points[1][1]
	fmt.Printf("%s from at least 200 games: %v; the center counts: %v\n", w.Name, w.Games >= 200,
		center > 0)
	// Output: learned from at least 200 games: true; the center counts: true
}

// Put a level into the TOML file of a game.
func ExampleEdit() {
	before := "title = \"Mine\" # as it is played at home\n"
	hard := level.Level{Name: "hard", Settings: level.Settings{Bot: "mcts", Playouts: 2000}}
	after, err := train.Edit("mine.toml", before, train.Addition{
		Comment: "Found by self-play.", Levels: []level.Level{hard}}, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(after)
	// Output:
	// title = "Mine" # as it is played at home
	//
	// # Found by self-play.
	// [[level]]
	// name = "hard"
	// bot = "mcts"
	// playouts = 2000
}
