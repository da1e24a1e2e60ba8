// Package turn writes the functions that play: they find, try, play, count and end.
//
// Its reader knows package lower, which writes the programs of a game. A [Runtime] calls these
// programs in the order that a turn takes: the groups of a choice one after the other, trials of
// what must hold after a step, silent steps, the end of the turn and its sentences, and the history
// that positions remember.
package turn
