package repl_test

import (
	"bytes"
	"fmt"
	"log"

	"boardgame/repl"
)

// A session without a terminal: lines go in, text comes out.
func ExampleSession() {
	var out bytes.Buffer
	session, err := repl.New(repl.Options{Out: &out, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	if err := session.Start("tic-tac-toe", "", nil, nil); err != nil {
		log.Fatal(err)
	}
	for _, line := range []string{"b2", "moves"} {
		out.Reset()
		if err := session.Exec(line); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Print(out.String()) // the answer to the last line
	// Output:
	// a1  a2  a3  b1  b3  c1  c2  c3
	// 8 moves
}
