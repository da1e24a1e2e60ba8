package dsl_test

import (
	"fmt"
	"os"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

const breakthrough = `game "Breakthrough"
option size = 8 in 5..10
players White facing north, Black facing south
board square(size, size)
piece pawn
setup {
  White pawn: rank(1) | rank(2)
  Black pawn: rank(size - 1) | rank(size)
}
move advance {
  from p in mine
  to   q in p.forward & empty | p.(forwardleft | forwardright) & (empty | theirs)
  do   p -> q
}
turn advance else lose
end {
  win "the far side is reached" if some mine & edge(forward)
  win "the last enemy is gone"  if no theirs
}
`

// A text becomes a game for one choice of its options.
func ExampleLoad() {
	file := source.NewFile("breakthrough.rules", breakthrough)
	game, list := dsl.Load(file, map[string]string{"size": "6"}, nil)
	fmt.Println(diag.Count(list))
	fmt.Printf("%s for %s and %s on %d cells\n", game.Title,
		game.Players[0].Name, game.Players[1].Name, game.Board.Cells.Len())
	for _, m := range game.Moves {
		fmt.Printf("%s chooses", m.Name)
		for _, r := range m.Roles {
			fmt.Printf(" %s", r.Word)
		}
		fmt.Println()
	}
	// Output:
	// no mistakes
	// Breakthrough for White and Black on 36 cells
	// advance chooses from to
}

// All mistakes are found in one go, each with its place and with what was probably meant.
func ExampleLoad_mistakes() {
	file := source.NewFile("my.rules", `game "My game"
players White facing north, Black facing south
board square(8, 8)
piece pawn
setup { White pawn: rank(1) | rank(2)  Black pawn: rnak(8) }
move advance {
  from p in mine
  to   q in p.forwrd
  do   p -> q.around
}
turn advance else pass
`)
	_, list := dsl.Load(file, nil, nil)
	if err := diag.Text(os.Stdout, list, diag.Options{Width: 100}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// my.rules:5:52: error[E100]: unknown name `rnak`
	//   |
	// 5 | setup { White pawn: rank(1) | rank(2)  Black pawn: rnak(8) }
	//   |                                                    ^^^^
	//   = help: did you mean `rank`?
	//
	// my.rules:8:15: error[E100]: `forwrd` is neither a direction nor a step
	//   |
	// 8 |   to   q in p.forwrd
	//   |               ^^^^^^
	//   = help: did you mean `forward`?
	//
	// my.rules:9:13: error[E113]: `q.around` may have several members; `->` takes at most one
	//   |
	// 9 |   do   p -> q.around
	//   |             ^^^^^^^^
	//   = `around` stands for several directions.
	//   = help: bind one of them: a line such as `to q in q.around` lets the player choose
}

// A game has the options that its file declares; a program can show them to a person.
func ExampleOptions() {
	options, _ := dsl.Options(source.NewFile("breakthrough.rules", breakthrough), nil)
	for _, o := range options {
		fmt.Println(o.Name, "=", o.Default, "among", o.Domain)
	}
	// Output:
	// size = 8 among [5 6 7 8 9 10]
}
