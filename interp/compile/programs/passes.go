package programs

// Passes are the optimizations of the programs of a game, with what each does. Each is left out
// where [Program.Without] has its name.
var Passes = [][2]string{
	{"witness", "a step that is legal shows that others are, so that few steps are tried"},
	{"pins", "what a step can change in what must hold says which steps are tried at all"},
	{"lines", "a lone piece walks only if what it may meet is on its lines"},
	{"tally", "perft counts the steps of its last turns without listing them"},
	{"share", "steps that must keep the same condition test it in one function"},
	{"alike", "choices that offer the same moves find their steps with the same programs"},
	{"cells", "states per cell are compiled on boards of more than 128 cells, too"},
	{"low", "steps near low towers have programs without the floors that are empty there"},
}
