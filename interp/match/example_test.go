package match_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
)

// Play a match of two levels and read its summary.
func Example() {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	rules, problems := dsl.Load(rs.File, nil, ruleset.Library{})
	if problems.HasErrors() {
		log.Fatal(problems)
	}
	m := &match.Match{Game: interp.New(rules), Ruleset: rs.Name, Games: 50, Seed: 1}
	for _, name := range []string{"random", "mcts:playouts=100"} {
		level, err := bot.FindLevel(rs.Info.Levels, name)
		if err != nil {
			log.Fatal(err)
		}
		m.Levels = append(m.Levels, level)
	}
	games, err := m.Run(context.Background(), nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	s := match.Sum(m.Terms(), games)
	fmt.Println(s.Games, "games,", s.Unfinished, "unfinished")
	fmt.Println("it pays to think:", s.Standings[1].Score.Low > 0.5)
	_, p, err := m.Game.PlayText(m.Game.Start(), games[0].Moves)
	fmt.Println("replayed:", m.Game.ResultText(p.Result()) == games[0].Result, err)
	// Output:
	// 50 games, 0 unfinished
	// it pays to think: true
	// replayed: true <nil>
}
