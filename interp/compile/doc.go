// Package compile turns checked rules into a WebAssembly module that plays the game.
//
// The evaluator checks every step for legality. A compiled game checks all steps at once: sites are
// bits, and one condition on a set of sites is a handful of instructions on words of 64 bits. This
// essay shows how, with the game below, which [Wasm] compiles and `boardgame bench --plan ways.rules`
// shows:
//
//	game "Ways"
//	players North, South
//	board square(4, 4)
//	piece man, stone { neutral }
//	setup { North man: b1  South man: c4 }
//	move step {
//	  from p in mine
//	  to   q in p.orthogonal & empty
//	  do   p -> q
//	}
//	move put {
//	  at c in empty
//	  do place stone on c
//	  ensure all P in players: for P:
//	    some rank(if P = North: 4 else 1) & mine.orthogonal[cells - stone]*
//	}
//	turn step, put else lose
//	end { draw if ply >= 40 }
//
// # Numbers for sites
//
// [layout.NewLayout] numbers the sites so that a step in one direction is a shift by one distance.
// On this board a1 is bit 0, b1 is bit 1 and a2 is bit 4: east is 1 bit up, north is 4 bits up. A
// shift keeps only the places that such a step can reach: one bit above d1 is a2, which is not a
// step to the east. Boards without a lattice are numbered with as few distances as possible, and
// steps that are not shifts use tables. A set is as many words as the places need; a large board
// has several.
//
// # The graph
//
// An expression becomes nodes ([graph.Node]), each a set, a number or a condition. The nodes are
// made by functions that simplify as they go (and, or, shift, choose …), and equal nodes are one.
// Every node knows its possible places (may), so a mask that changes nothing is never made, and a
// set that must be empty is the empty constant. Definitions, `let`, `if`, `for` and finite
// quantifiers disappear here: [symbolic.Env] expands a definition with its arguments bound,
// selected turns `if` and `for` into a choice between two nodes, and unroll runs through the
// members of a quantifier.
//
// # Lanes
//
// In `step` the variable p ranges over the men of the mover, and q over four neighbors of p. If p
// is fixed, each of these neighbors is fixed too: p shifted by one of four distances. So one
// variable, the anchor, determines all variables of the move. The compiler opens a lane: the anchor
// stands for all sites at once, a variable is the anchor plus a distance (a point), and a condition
// becomes the set of anchors for which it holds. `q in empty` for the direction north is
//
//	(empty shifted 4 down) & mine
//
// and that is the whole search of all steps to the north. What does not depend on the anchor is
// compiled once, outside the lane.
//
// If no site determines the others, as in `from p in mine, to q in empty`, the engine loops over
// one role and treats the other as a set; if that fails too, it checks the steps site by site.
// A [programs.Report] says which of them each part of the rules got, and why it got no
// better one.
//
// # Classes and bundles
//
// The four directions of `step` are four classes: steps that differ only in where they happen.
// `plan` counts them ("4 classes"). What a search finds is not a list of steps but bundles: a
// class, the anchors, and for a loop the places of the other role. The number of steps is a count
// of bits, the k-th step is the k-th bit, and only the step that is taken is ever written out. A
// class that says which piece moves from where to where is played by a program of its own (an
// apply), in which the distance is a constant.
//
// # Trying, and witnesses
//
// `put` ensures something about the position after the step: whether a way to the far row is left
// is not a condition on the sites before the step. The engine plays such a step on a copy and
// looks. Trying each stone would be slow, but a stone can break the condition only by what it adds:
// one site that is no longer outside `stone`. So when one step has been tried and is legal, a
// program finds out why: for each player a way from a man to the row. These sites are the witness.
// Every other stone that does not stand on the witness is legal for the same reason, and only those
// on it are tried. `plan` says "after some of the steps, for all those that leave its witness
// alone".
//
// # From the graph to a module
//
// The programs of each player are branches of nodes: how to find the steps of a choice, how to play
// a class, what a sentence of `end` asks. The lowering (package lower) writes each node of a
// branch as instructions on local variables, once, and a costly one only inside the branch that
// needs it; words of a set that must be zero are left out. Around them the runtime of the
// module (packages turn and random) finds, plays, tries, ends and counts, without
// leaving the module. [Module] says where in its memory things are.
//
// # Packages
//
// Each stage is a package and imports only those before it: layout, graph, symbolic, rules and
// programs say what there is to compute, as data; lower, turn, random and emit write the module.
// The comment of each package says what it adds to the one before.
//
// # What cannot be compiled
//
// The compiler throws (symbolic.Fail) where it has no method; symbolic.Attempt catches it, and the
// next method is tried: lane, loop, site by site, and at last the evaluator, for this move or
// sentence only. So leaving out any part of the compiler makes a game slower, but never wrong. That
// is also how to extend it: teach one function one more operator, and let the tests of
// interp/engine compare with the evaluator.
package compile
