package rulebook_test

import (
	"context"
	"fmt"
	"log"

	"boardgame/interp/ruleset"
	"boardgame/repl/rulebook"
)

// Say how a game is won in plain English. [rulebook.Book.Markdown] writes everything.
func ExampleWrite() {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	book, err := rulebook.Write(context.Background(), rs, nil, ruleset.Library{})
	if err != nil {
		log.Fatal(err)
	}
	for _, section := range book.Sections {
		if section.Title == "The end" {
			fmt.Println(section.Items[1].Text)
		}
	}
	// Output:
	// You win if three or more of your marks stand in a row: “three in a row”.
}
