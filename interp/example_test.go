package interp_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// game loads a game that comes with the program.
func game(name string, options ...string) *interp.Game {
	g, err := ruleset.Load(name, options...)
	if err != nil {
		log.Fatal(err)
	}
	return g
}

// Load a game, list its moves, play some, ask for the result.
func Example() {
	g := game("tic-tac-toe")
	p := g.Start()
	fmt.Println(g.Texts(p))
	for _, text := range []string{"b2", "a1", "b1", "a2", "b3"} {
		m, err := g.Parse(p, text)
		if err != nil {
			log.Fatal(err)
		}
		if p, err = g.Play(p, m); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(g.PositionText(p))
	fmt.Println(p.Result().Winners, p.Result().Draw, len(g.Moves(p)))
	// Output:
	// [a1 b1 c1 a2 b2 c2 a3 b3 c3]
	// 1M1/mM1/mM1 O ply=5 end=1 win=X
	// [0] false 0
}

// A move that is not legal is refused, with a reason and what may have been meant.
func ExampleGame_Parse() {
	g := game("reversi")
	_, err := g.Parse(g.Start(), "c5")
	fmt.Println(err)
	// Output:
	// "c5" is not a legal move: must enclose at least one enemy disc; the legal moves are c4, f5, d3, e6
}

// Count the sequences of moves.
func ExampleGame_Perft() {
	g := game("cage", "size=6")
	fmt.Println(g.Perft(g.Start(), 3, interp.Turns), "turns")
	fmt.Println(g.Perft(g.Start(), 3, interp.Steps), "steps")
	// Output:
	// 2220 turns
	// 2168 steps
}

// Set up a position and play a turn of two jumps.
func ExampleGame_ParsePosition() {
	g := game("english-draughts")
	p, err := g.ParsePosition("8/8/5m2/8/3m4/2M5/8/8 Black")
	if err != nil {
		log.Fatal(err)
	}
	steps, q, err := g.ParseTurn(p, "c3xe5xg7")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(steps), g.TurnText(p, steps))
	fmt.Println(g.PositionText(q))

	_, err = g.ParsePosition("8/8/5m2/8/3m4/2M5/8 Black")
	fmt.Println(err)
	// Output:
	// 2 c3xe5xg7
	// 8/6M1/8/8/8/8/8/8 White ply=1 lose=White end=0 win=Black
	// column 20: expected `/` and another row: the board has 8 rows, but here are 7
}

// Play many random games in memory that is reused.
func ExampleGame_PlayInto() {
	g := game("tic-tac-toe")
	rng := rand.New(rand.NewPCG(1, 2))
	var mine interp.Position
	var moves []interp.Move
	over := 0
	for range 1000 {
		p := g.Start()
		for moves = g.AppendMoves(moves[:0], p); len(moves) > 0; {
			if err := g.PlayInto(&mine, p, moves[rng.IntN(len(moves))]); err != nil {
				log.Fatal(err)
			}
			p = &mine
			moves = g.AppendMoves(moves[:0], p)
		}
		if p.Over() {
			over++
		}
	}
	fmt.Println(over)
	// Output: 1000
}
