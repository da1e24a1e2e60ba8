package outside_test

import (
	"fmt"

	"boardgame/interp/outside"
)

// A seat may belong to an external program; this is how to read its description.
func ExampleParse() {
	fmt.Println(outside.Is("alphabeta"), outside.Is("uci:stockfish"))
	spec, err := outside.Parse("uci:stockfish")
	fmt.Println(spec.Protocol, spec.Command, err)
	_, err = outside.Parse("uci:")
	fmt.Println(err)
	// Output:
	// false true
	// uci [stockfish] <nil>
	// uci: names no program
}
