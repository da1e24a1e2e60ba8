package audit_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
)

// Look for mistakes that only playing shows: here, that no one can move once the board
// is full.
func ExampleRun() {
	rules, problems := dsl.Load(source.NewFile("mine.rules", `game "Fill"
players White, Black
board square(3, 3)
piece stone
move place {
  at c in empty
  do place stone on c
}
turn place
end {
  White wins if ply >= 20
}
`), nil, ruleset.Library{})
	if problems.HasErrors() {
		log.Fatal(problems)
	}
	report, err := audit.Run(context.Background(), interp.New(rules), audit.Options{Games: 20})
	if err != nil {
		log.Fatal(err)
	}
	for _, finding := range report.Findings {
		fmt.Println(finding.Code, finding.Summary)
	}
	// Output:
	// W501 a player may have no move, and nothing says what happens then
}
