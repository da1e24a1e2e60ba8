// Command boardgame plays, checks and measures board games whose rules are text files.
//
//	boardgame play                     choose a game and play it
//	boardgame check mygame.rules       find the mistakes of a rules file
//	boardgame help                     everything else
//
// Each verb has a file of its own. The exit status is 0 for success, 1 if the input is wrong, and 2
// if the command line is: an unknown flag, game, preset, option, player or level.
package main

import "os"

func main() {
	collectLess()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
