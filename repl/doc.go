// Package repl is the session with a person at a terminal, or with a script: games are chosen,
// played, looked at, explained, kept and given away.
//
//	Which game? tic-tac-toe
//	Who plays?  human easy
//	1. X> b2                       the notation of the game; the board above marks where it may
//	                               lead, `moves` lists what is legal, Tab completes
//	1. X: b2
//	2. O (easy): a1   [40.0%]
//	3. X> b2
//	b2 is taken: your mark is there.
//	3. X> guide                    step by step: which piece, where to, what else
//	3. X> = mine & rim             any expression of the rules language
//	3. X> undo                     against a bot the pair
//	1. X> quit                     the game is kept, and offered again
//
// [Session.Exec] takes a line and writes what there is to say to a writer; nothing in it knows a
// terminal. [Loop] reads the lines: it alone knows the terminal, its keys and signals. So nearly
// everything is tested with a buffer, by transcripts in testdata.
//
// What a line means depends on the mode: a choice in the menu, a move or a command at the board, an
// answer in guided entry, a piece in the setup. Modes lie on a stack, the innermost one is asked
// first; a line that means nothing there is tried as a command.
//
// No game is known here. How its moves are typed besides the notation, how pieces look, presets,
// bots and positions worth showing come from the ruleset's TOML file.
package repl
