// Package repl is the session with a person at a terminal, or with a script: it chooses, plays,
// analyzes, explains, saves and exports games.
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
// [Session.Exec] takes a line and writes the answer to a writer; nothing in it knows a terminal.
// [Loop] reads the lines: only it knows the terminal, its keys and signals. So transcripts in
// testdata can test nearly everything with a buffer.
//
// What a line means depends on the mode: a choice in the menu, a move or a command at the board, an
// answer in guided entry, a piece in the setup. Modes form a stack, and the innermost one gets the
// line first; a line that has no meaning there is tried as a command.
//
// The parts of a session stand in parts.go, each below those that may use it: a view shows the
// table, an adviser judges it, a host changes it, modes read lines, and the session leads. The files
// have an order, too, in which none looks ahead.
//
// No game is known here. How its moves are typed besides the notation, how pieces look, presets,
// bots and positions worth showing come from the ruleset's TOML file.
package repl
