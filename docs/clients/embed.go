// Embed plays a game inside a Go program: a bot against random moves. Copy it into this module and
// run it with
//
//	go run ./docs/clients
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/repl/scene"
)

func main() {
	rs, err := ruleset.Find("hex") // or the path of a rules file
	if err != nil {
		log.Fatal(err)
	}
	rules, problems := dsl.Load(rs.File, map[string]string{"size": "5"}, ruleset.Library{})
	if problems.HasErrors() {
		log.Fatal(problems[0].Summary)
	}
	game := interp.New(rules)

	level, err := bot.FindLevel(rs.Info.Bots(), "mcts:playouts=200")
	if err != nil {
		log.Fatal(err)
	}
	player, err := bot.New(rules, level, 1)
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))

	p := game.Start()
	for p.Result() == nil {
		moves := game.Moves(p)
		move := moves[rng.IntN(len(moves))]
		if p.ToMove() == 0 {
			choice, err := player.Choose(context.Background(), game, p, rng)
			if err != nil {
				log.Fatal(err)
			}
			move = choice.Move
		}
		fmt.Print(game.Text(p, move), " ")
		if p, err = game.Play(p, move); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println()
	fmt.Print(board.Text(scene.Scene{Game: game, Info: &rs.Info}.View(p),
		board.Style{Unicode: true}))
	fmt.Println(game.ResultText(p.Result()))
}
