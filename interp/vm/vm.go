// Package vm is the fast engine: it compiles a game to programs on whole sets of sites and runs them.
//
// Package plan makes the programs (paths and conditions → the set of sites for which they hold → a graph of set operations, each
// computed once → straight code on registers), and the packages w64 … w1024 run them, one for each width of a set. What a game
// means is defined by the evaluator in interp/eval; every program is tested against it, and a game that cannot be compiled is left
// to it.
package vm

//go:generate go run ./generate

import (
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/vm/engine"
	"boardgame/interp/vm/w1024"
	"boardgame/interp/vm/w128"
	"boardgame/interp/vm/w192"
	"boardgame/interp/vm/w256"
	"boardgame/interp/vm/w64"
)

type (
	// Machine plays a game, for one goroutine at a time.
	Machine = engine.Machine
	// Position is one moment of a game in the form that machines work on.
	Position = engine.Position
	// Moves is the legal steps of a position.
	Moves = engine.Moves
	// Playout is what came out of a random game.
	Playout = engine.Playout
)

// Engine is a compiled game. It is immutable and may be shared.
type Engine struct {
	program    *compile.Program
	newMachine func() Machine
}

// New compiles a game. What cannot be compiled is left to the evaluator, move by move; the error says why all of the game is.
func New(g *ir.Game) (*Engine, error) {
	p, err := compile.Compile(g)
	if err != nil {
		return nil, err
	}
	e := &Engine{program: p}
	switch words := p.Layout.Words; {
	case words <= 1:
		w := w64.New(p)
		e.newMachine = func() Machine { return w.NewMachine() }
	case words <= 2:
		w := w128.New(p)
		e.newMachine = func() Machine { return w.NewMachine() }
	case words == 3:
		w := w192.New(p)
		e.newMachine = func() Machine { return w.NewMachine() }
	case words == 4:
		w := w256.New(p)
		e.newMachine = func() Machine { return w.NewMachine() }
	default:
		w := w1024.New(p)
		e.newMachine = func() Machine { return w.NewMachine() }
	}
	return e, nil
}

// NewMachine returns a machine for one goroutine.
func (e *Engine) NewMachine() Machine { return e.newMachine() }

// Programs writes the programs themselves, instruction by instruction.
func (e *Engine) Programs() string {
	var b strings.Builder
	e.program.Dump(&b)
	return b.String()
}

// Plan describes the programs: for how many sites at once each move, each of its conditions and each sentence of `end` is worked out.
func (e *Engine) Plan() string {
	var b strings.Builder
	p := e.program
	fmt.Fprintf(&b, "%d words a set, %d sets and %d numbers a position\n", p.Layout.Words, len(p.Fields), p.Numbers)
	b.WriteString(p.Text())
	return b.String()
}
