// Package speech is how a game is spoken of: what its sites and moves are called, what a line that
// somebody types means, and why it is no legal move.
//
//	[Speech]     a game with its coordinates and the notation of its players
//	[Reader]     a line → steps
//	[Situation]  a position; a refused line → what is on the board, what the rules say about it, and
//	             what could be played instead
//
// The terminal and the protocol answer with the same sentences.
package speech
