// Package ugi lets match runners and graphical programs use the bots of any game. It speaks the
// Universal Game Interface, the game-agnostic descendant of UCI, the protocol of chess engines. It
// also speaks UCI itself, for games whose ruleset describes how UCI writes their positions and
// moves.
//
// A [Speaker] is one engine: it reads commands, one per line, and answers them. It answers
// questions at once even while it searches; `stop` and `quit` end the search. Only `quit` and the
// end of the input end the program. Unknown words are ignored, as the interface demands, and `info
// string` reports mistakes in known commands.
//
//	line → Speaker → table (positions, tokens) → bot → info …, bestmove …
//
// docs/ugi.md describes the commands, including those beyond the standard.
package ugi
