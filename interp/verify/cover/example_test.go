package cover_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/cover"
)

// Play random games and see what was asked of their rules, and how often.
func Example() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	report := cover.New()
	rng := rand.New(rand.NewPCG(1, 2))
	report.Play(context.Background(), game.Rules(), nil, 20, 100, rng)
	for _, e := range report.Entries {
		if e.Kind == cover.Sentence {
			fmt.Printf("%s: %d yes, %d no\n", e.Span.Text(), e.Yes, e.No)
		}
	}
	fmt.Println(len(report.Never()), "parts were never used")
	// Output:
	// win "three in a row" if in_a_row(mine, 3): 16 yes, 144 no
	// 0 parts were never used
}
