package engine

import (
	"slices"

	"boardgame/interp/compile"
	"boardgame/interp/compile/wasm"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// This file lets the evaluator do what the programs cannot: it sees the position at hand, and the
// engine copies its answer.

// fallbackFunctions are the functions of the evaluator that modules import. They take their
// arguments from a stack of words and leave their result there.
var fallbackFunctions = []struct {
	name            string
	params, results []wasm.Type
	call            func(in *Instance, stack []uint64)
}{
	{"find", words(6), words(1), findLeft},
	{"open", words(4), words(1), openLeft},
	{"after", []wasm.Type{wasm.I32, wasm.I64}, nil, afterLeft},
	{"holds", words(3), words(1), holdsLeft},
	{"score", words(2), nil, scoreLeft},
	{"rest", nil, words(1), (*Instance).rested},
}

// answer calls one of them, and measures its time where somebody asks for it.
func answer(in *Instance, call func(in *Instance, stack []uint64), stack []uint64) {
	if in.Clock == nil {
		call(in, stack)
		return
	}
	from := in.Clock()
	call(in, stack)
	in.Evaluated += in.Clock() - from
}

func words(n int) []wasm.Type { return slices.Repeat([]wasm.Type{wasm.I32}, n) }

// item returns an item by its choice and its number there.
func item(in *Instance, choice, index uint32) *compile.Item {
	for _, g := range in.p.Choices[choice].Groups {
		for _, it := range g.Items {
			if it.Index == int(index) {
				return it
			}
		}
	}
	return nil
}

// findLeft adds what an item offers to the bundles from base to end, and returns how many steps
// that adds.
func findLeft(in *Instance, stack []uint64) {
	s, it, inStuck := Slot(stack[0]), item(in, uint32(stack[1]), uint32(stack[2])),
		uint32(stack[3]) != 0
	base, end := uint32(stack[4]), uint32(stack[5])
	n := 0
	for _, w := range in.eval.Offered(shown(in, s), it.Source, inStuck) {
		if listed(in, s, base, end, w) {
			continue
		}
		at := end + uint32(n)*in.p.BundleSize
		in.mem.clear(at, in.p.BundleSize)
		in.mem.put32(at+compile.BundleCount, 1)
		in.mem.put32(at+compile.BundleClass, compile.ClassFallback|uint32(it.Index)<<16)
		in.mem.put64(at+compile.BundleAnchors, uint64(w))
		in.mem.put64(at+compile.BundleSet, 1)
		n++
	}
	stack[0] = uint64(n)
}

// listed reports whether the bundles from base to end already contain a step.
func listed(in *Instance, s Slot, base, end uint32, w position.Move) bool {
	for _, step := range stepsOf(in, nil, in.ToMove(s), base, end) {
		if in.Name(s, step) == w {
			return true
		}
	}
	return false
}

// openLeft reports whether an item that is not a move is open.
func openLeft(in *Instance, stack []uint64) {
	s, it, inStuck := Slot(stack[0]), item(in, uint32(stack[1]), uint32(stack[2])),
		uint32(stack[3]) != 0
	stack[0] = truth(in.eval.Open(shown(in, s), it.Source, inStuck))
}

// afterLeft makes the position that a step of such an item leaves, before anything that ends the
// turn.
func afterLeft(in *Instance, stack []uint64) {
	s, p := Slot(stack[0]), in.p
	node, trail := in.mem.get32(uint32(s)+compile.HeadNode), in.mem.get32(uint32(s)+
		compile.HeadTrail)
	end := p.Numbers
	if p.Chance > 0 {
		end = p.Chance
	}
	aims := make([]int64, end-p.Aims)
	for i := range aims {
		aims[i] = numberOf(in, s, p.Aims+i)
	}
	q := in.eval.After(shown(in, s), position.Move(stack[1]))
	if err := in.loads.hold(s, q); err != nil {
		// impossible: pieces come only to places where the rules leave room for them
		panic("engine: " + err.Error())
	}
	in.mem.put32(uint32(s)+compile.HeadNode, node)
	in.mem.put32(uint32(s)+compile.HeadTrail, trail)
	if q.Result != nil { // the turn, or the setup, does not end
		end := int16(compile.EndEndless)
		if q.Result.Reason == eval.ReasonSetup {
			end = compile.EndSetup
		}
		in.mem.put8(uint32(s)+compile.HeadOver, 1)
		in.mem.put8(uint32(s)+compile.HeadDraw, 1)
		in.mem.put16(uint32(s)+compile.HeadEnd, uint16(end))
		return
	}
	in.mem.put16(uint32(s)+compile.HeadChoice, compile.TurnOver)
	for i, n := range aims {
		in.loads.setNumber(s, p.Aims+i, n)
	}
	if q.Pending != nil {
		if err := in.loads.pending(s, q); err != nil {
			panic("engine: " + err.Error())
		}
	}
}

// holdsLeft reports whether a sentence of `end` holds.
func holdsLeft(in *Instance, stack []uint64) {
	stack[0] = truth(in.eval.Holds(shown(in, Slot(stack[0])), in.p.Game.End[uint32(stack[1])],
		uint32(stack[2]) != 0))
}

// scoreLeft reads the number that a sentence compares, for every player.
func scoreLeft(in *Instance, stack []uint64) {
	q := shown(in, Slot(stack[0]))
	for player := range in.p.Game.Players {
		n := in.eval.Score(q, in.p.Game.End[uint32(stack[1])], player)
		in.mem.put64(uint32(compile.ScoresAt+8*player), uint64(n))
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
