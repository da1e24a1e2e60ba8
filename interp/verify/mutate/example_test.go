package mutate_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/mutate"
	"boardgame/interp/verify/ruletest"
)

// Change the rules one by one and see which changes the tests notice.
func ExampleRun() {
	rs := &ruleset.Ruleset{Name: "mine", File: source.NewFile("mine.rules", `game "Mine"
players White, Black
board square(3, 1)
piece stone
move place {
  at c in empty
  do place stone on c
}
turn place else draw
end { win "two stones" if count(mine) >= 2 }
`)}
	file, list := ruletest.Parse(source.NewFile("mine.txtar", `-- start --
legal: 3
`))
	if list.HasErrors() {
		log.Fatal(list)
	}
	report, err := mutate.Run(context.Background(), rs, []*ruletest.File{file},
		mutate.Effort{Positions: 100, Seed: 1}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range report.Mutants {
		fmt.Println(m.Where, &m, m.Fate)
	}
	// Output:
	// board `3` → `4` killed
	// board `3` → `2` killed
	// board `1` → `2` killed
	// end `>=` → `>` alive
	// end `2` → `3` alive
	// end `2` → `1` alive
}
