package ruleset_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"boardgame/interp/ruleset"
)

// Load a game, with a preset and options, and play.
func ExampleLoad() {
	game, err := ruleset.Load("cage:small", "extra=true")
	if err != nil {
		log.Fatal(err)
	}
	p := game.Start()
	_, p, err = game.ParseTurn(p, game.Texts(p)[0])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.PositionText(p))
	// Output:
	// cCcCcCcC/CcCcCcCc/cCcCcCcC/CcCcCcCc/cCcCcCcC/CcCcCcCc/cCcCcCcC/CcCcCc2 Blue size=8 extra=true ply=1
}

// Errors say what to do, and print as they are.
func ExampleLoad_errors() {
	_, err := ruleset.Load("ches")
	var unknown *ruleset.NotFoundError
	fmt.Println(errors.As(err, &unknown), unknown.Suggestion)

	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "mine.rules")
	rules := "game \"Mine\"\nplayers White, Black\nboard square(3, 3)\npiece man\n" +
		"move go { at c in emty do place man on c }\nturn go\n"
	if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
		log.Fatal(err)
	}
	_, err = ruleset.Load(file)
	fmt.Println(strings.Replace(err.Error(), file, "mine.rules", 1))
	// Output:
	// true chess
	// mine.rules:5:19: error[E100]: unknown name `emty`
	//   |
	// 5 | move go { at c in emty do place man on c }
	//   |                   ^^^^
	//   = help: did you mean `empty`?
}
