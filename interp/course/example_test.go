package course_test

import (
	"fmt"
	"log"

	"boardgame/interp/course"
	"boardgame/interp/ruleset"
)

// What was taken back is kept beside what is played instead.
func Example() {
	game, err := ruleset.Load("tic-tac-toe")
	if err != nil {
		log.Fatal(err)
	}
	c := course.New(game, game.Start())
	play := func(text string) {
		steps, _, err := game.PlayText(c.Now(), text)
		if err != nil {
			log.Fatal(err)
		}
		for _, m := range steps {
			if err := c.Play(m); err != nil {
				log.Fatal(err)
			}
		}
	}
	play("b2 a1 b1 b3")
	c.Goto(2)
	play("c1")
	fmt.Println(c.Len(), "steps;", len(c.Lines(2)), "ways to go on after two of them")
	c.Goto(2)
	play("b1")
	fmt.Println(c.At(), "of", c.Len(), "steps again")
	// Output:
	// 3 steps; 2 ways to go on after two of them
	// 3 of 4 steps again
}
