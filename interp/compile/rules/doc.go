// Package rules makes nodes of what the rules say: [Expressions] of what they ask, [Actions] of
// what they change.
//
// Its reader knows package symbolic, in which positions and variables are nodes. An expression of
// sites becomes a set by plane, a number or a condition becomes one node or, in a lane, a value for
// each anchor. An effect takes a State to the State after it. Nothing here knows which moves there
// are, or how steps are found.
package rules
