package level_test

import (
	"fmt"

	"boardgame/interp/level"
)

// A player names a level, with settings of their own if they like.
func ExampleFind() {
	l, err := level.Find(nil, "mcts:playouts=500,threads=1")
	fmt.Println(l.Bot, l.Playouts, l.Timed(), err)
	_, err = level.Find(nil, "deep-thought")
	fmt.Println(err)
	// Output:
	// mcts 500 false <nil>
	// there is no bot "deep-thought"; choose alphabeta, greedy, mcts, random or random-piece
}
