// Package programs makes of checked rules the programs of a game: what there is to compute, as
// data.
//
// Its reader knows package rules, which turns expressions and effects into nodes. A [Program] says
// for each player how the steps of each choice are found ([Branch]), how a step of a class is
// played ([Apply]), what shows that other steps are legal too (witnesses), and what the sentences
// of `end` ask. The next stages only read it: they write these programs as functions, and the turn
// that calls them.
package programs
