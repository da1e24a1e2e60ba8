package position_test

import (
	"fmt"

	"boardgame/interp/position"
)

// A changed copy leaves the first position as it was. Games make positions; package interp plays
// them.
func Example() {
	empty := position.NewState(2, 1, 0, 0)
	next := empty.Clone()
	next.Put(4, 0, 0)
	p := position.Of(next)
	fmt.Println(position.Of(empty).Pieces(0), p.Pieces(0), p.Owns(0, 4))
	// Output:
	// 0 1 true
}
