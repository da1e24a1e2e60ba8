package ruletest_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

// Run the tests that come with a ruleset.
func Example() {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	files, err := rs.Tests()
	if err != nil {
		log.Fatal(err)
	}
	passed, failed := 0, 0
	runner := ruletest.NewRunner(rs)
	for _, f := range files {
		file, problems := ruletest.Parse(f)
		if problems.HasErrors() {
			log.Fatal(problems)
		}
		for i := range file.Cases {
			if out := runner.Run(context.Background(), file.Cases[i]); out.Passed() {
				passed++
			} else {
				failed++
			}
		}
	}
	fmt.Println(passed > 0, failed)
	// Output:
	// true 0
}
