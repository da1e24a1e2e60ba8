// Package symbolic makes positions, boards and the variables of rules nodes of a graph.
//
// Its reader knows package graph. Three things are kept symbolically here: the position (a [State]
// has a node for every set and number that a position stores, and a [Reader] asks it for pieces,
// memories, counters and towers), the board (a [Walker] follows steps, rays and rings), and what
// the variables of a rule are bound to (an [Env]). In a [Lane] one site, the anchor, stands for all
// sites at once: a variable is the anchor plus a distance, and a condition is the set of anchors
// for which it holds.
//
// What has no method here throws, by way of [Fail], and [Attempt] catches it. A panic is right for
// this: whether something can be compiled is found out at the bottom of a recursion through the
// expressions of the rules, whose nodes would be useless without all of their operands; and the
// only answer, which is to try another method or to leave the move or sentence to the evaluator, is
// given at the top. Only Fail throws that value and only Attempt takes it, so no other panic is
// hidden.
package symbolic
