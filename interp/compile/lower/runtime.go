package lower

import (
	w "boardgame/interp/compile/wasm"
)

// This file writes the functions that every module has: what happens between the programs of a
// game. They are the turn as the language defines it (language.md#turns), as the
// evaluator has it in turn.go, machine.go and end.go.
//
// Steps are bundles: one after the other, starting at `base`, each with a header and a set of
// places. A bundle holds the steps of one class with the same anchors. Other offers, such as
// passing, are bundles of one step with a class of their own.

// The head of a position: where its parts are, counted from its address. Numbers of 64 bits follow,
// then the sets.
const (
	HeadMover   = 0  // 8 bits
	HeadPassed  = 1  // 8 bits: the last step of this turn was a pass
	HeadOver    = 2  // 8 bits
	HeadDraw    = 3  // 8 bits
	HeadWinners = 4  // 16 bits, one for each player
	HeadChoice  = 6  // 16 bits: the choice that is pending; 0: the start of a turn
	HeadSteps   = 8  // 16 bits: steps taken in this turn
	HeadEnd     = 10 // 16 bits, signed: the sentence that decided, or one of the codes below
	HeadItem    = 12 // 16 bits: the item that decided, and its choice
	HeadOf      = 14
	HeadNode    = 16 // 32 bits: the last turn boundary in the history; 0: none
	HeadTrail   = 20 // 32 bits: the last moment of the trail of this turn; 0: none
	HeadSize    = 24

	// NumbersAt is where the numbers of a position begin.
	NumbersAt = HeadSize
)

// Short forms for the most frequent code.
func Ld(op w.Op, p w.Local, off int) w.X { return w.Load(op, p.X, uint32(off)) }
func Add(a, b w.X) w.X                   { return w.Bin(w.I32Add, a, b) }
func Sub(a, b w.X) w.X                   { return w.Bin(w.I32Sub, a, b) }
func Eq(a, b w.X) w.X                    { return w.Bin(w.I32Eq, a, b) }
func Band(a, b w.X) w.X                  { return w.Bin(w.I32And, a, b) }
func Bor(a, b w.X) w.X                   { return w.Bin(w.I32Or, a, b) }
func I32(n int) w.X                      { return w.C32(n) }
func I64(n int) w.X                      { return w.C64(n) }

// Place is the first place in a word of a set, the k-th of the set.
func Place(word w.X, k int) w.X {
	first := w.Un(w.I64Ctz, word)
	if k == 0 {
		return first
	}
	return w.Bin(w.I64Add, first, I64(64*k))
}

func St(f *w.Func, op w.Op, p w.Local, off int, x w.X) { f.Store(op, p.X, uint32(off), x) }

func Ints(n int) []w.Type {
	t := make([]w.Type, n)
	for i := range t {
		t[i] = w.I32
	}
	return t
}
