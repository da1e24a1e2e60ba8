// Package ugi lets match runners and graphical programs use the bots of any game by the Universal
// Game Interface, the game-agnostic descendant of the UCI of chess engines; and by UCI itself those
// games whose ruleset says how their positions and moves are written there.
//
// A [Speaker] is one engine: it reads commands, a line each, and answers them. What is asked of it
// while it searches, it answers at once; `stop` and `quit` end the search. Nothing that is read
// ends the program but `quit` and the end of the input: unknown words are ignored, as the interface
// demands, and what is wrong with a known one is told by `info string`.
//
//	line → Speaker → table (positions, tokens) → bot → info …, bestmove …
//
// docs/ugi.md describes the commands, also those beyond the standard.
package ugi
