package rulesets_test

import (
	"fmt"
	"io/fs"
	"log"
	"strings"

	"boardgame/rulesets"
)

// Read the rules of a game that comes with the program as they are written.
func ExampleFS() {
	text, err := fs.ReadFile(rulesets.FS(), "hex/hex.rules")
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "game") {
			fmt.Print(line)
		}
	}
	// Output:
	// game "Hex"
}
