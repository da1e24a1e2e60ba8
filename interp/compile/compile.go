package compile

import (
	"context"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/emit"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/eval"
)

// Wasm compiles a game to a WebAssembly module. What cannot be compiled is left to the evaluator,
// move by move and sentence by sentence; an error says why the whole game is: no position can be
// stored, or its work has to be counted (see [eval.Bounds.Foreseen]). It leaves out the [Passes]
// whose names it is given; another name is an error. When the context ends, the error is that of
// the context.
func Wasm(ctx context.Context, game *ir.Game, without ...string) (m *Module, err error) {
	return compile(ctx, game, true, without)
}

// Alone is [Wasm] for a stand-alone module, which imports nothing unless something is left to the
// evaluator.
func Alone(ctx context.Context, game *ir.Game) (m *Module, err error) {
	return compile(ctx, game, false, nil)
}

func compile(ctx context.Context, game *ir.Game, rests bool, without []string) (m *Module,
	err error) {
	defer programs.RecoverCanceled(&err)
	if err := checkPasses(without); err != nil {
		return nil, err
	}
	bounds := eval.BoundsOf(game)
	if err := bounds.Foreseen(); err != nil {
		return nil, &symbolic.Unsupported{Why: err.Error(), Span: bounds.Heaviest()}
	}
	p, err := programs.ProgramOf(ctx, game, without...)
	if err != nil {
		return nil, err
	}
	u := symbolic.Try(func() { m = emit.Assemble(p, bounds, rests) })
	switch n := game.Board.Cells.Len(); {
	case u == nil:
		return m, nil
	case n > symbolic.FewCells && n <= symbolic.MaxCells && !slices.Contains(without, "cells"):
		// A part may be too long because of that, and would take the whole game with it.
		return compile(ctx, game, rests, append(slices.Clip(without), "cells"))
	}
	return nil, u
}
