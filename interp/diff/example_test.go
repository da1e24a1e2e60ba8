package diff_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/diff"
	"boardgame/interp/ruleset"
)

// Find the shortest line that only one of two games allows.
func ExampleCompare() {
	side := func(name string, options ...string) diff.Side {
		game, err := ruleset.Load(name, options...)
		if err != nil {
			log.Fatal(err)
		}
		return diff.Side{Name: name, Game: game}
	}
	report, err := diff.Compare(context.Background(), side("cage"), side("cage-misere"),
		diff.Effort{Positions: 100}, func(string, int, int) {})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Differ)
	// Output:
	// true
}
