package notation_test

import (
	"errors"
	"fmt"
	"log"

	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// A game reads and writes its moves in its notation. Any clear form will do.
func Example() {
	game, err := ruleset.Load("chess")
	if err != nil {
		log.Fatal(err)
	}
	p := game.Start()
	for _, text := range []string{"e2-e4", "e7e5", "Nf3"} {
		m, err := game.Parse(p, text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(game.Text(p, m))
		if p, err = game.Play(p, m); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(game.PositionText(p))
	// Output:
	// e2-e4
	// e7-e5
	// g1-f3
	// rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R Black quiet=1 ply=3
}

// A whole sequence is read at once. An error names the step and turn, and suggests what may have
// been meant.
func Example_sequence() {
	game, err := ruleset.Load("chess")
	if err != nil {
		log.Fatal(err)
	}
	steps, after, err := game.PlayText(game.Start(), "e4 e5 Nf3 Nc6 Bb5 a5-a6")
	fmt.Println(len(steps), game.Rules().Players[after.ToMove()].Name)
	var wrong *interp.SequenceError
	var illegal *interp.IllegalMoveError
	fmt.Println(errors.As(err, &wrong), wrong.Step, errors.As(err, &illegal), illegal.Text)
	// Output:
	// 5 Black
	// true 6 true a5-a6
}
