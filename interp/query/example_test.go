package query_test

import (
	"fmt"
	"log"

	"boardgame/interp/query"
	"boardgame/interp/ruleset"
)

// Ask a position a question in the language of rules.
func Example() {
	rs, err := ruleset.Find("chess")
	if err != nil {
		log.Fatal(err)
	}
	game, err := ruleset.Load("chess")
	if err != nil {
		log.Fatal(err)
	}
	q, err := query.Compile(game.Rules(), rs.File, ruleset.Library{}, "count(mine & pawn)")
	if err != nil {
		log.Fatal(err)
	}
	p := game.Start()
	value, ok := q.Value(p, p.ToMove())
	fmt.Println(query.Text(game.Rules(), value, nil), ok)
	// Output:
	// 8 true
}
