package eval_test

import "testing"

// Several effects of an `each` happen for the first member, then for the next; each sees what was done before.
func TestEachDoesSeveral(t *testing.T) {
	b := start(t, `game "Each"
players A, B
board square(4, 1)
piece man, king
counter log = 0
setup { A man: {a1, b1, c1} }
move go {
  do each x in mine: { log := 10 * log + 1, remove x when x in b1, log += 1 when b1 in empty },
     each x in a1 | c1: {x} becomes king
}
turn go
end { draw if ply = 1 }
`)
	// the only step is silent
	if got := b.p.Numbers[0]; got != 122 {
		t.Errorf("log is %d, want 122: one for a1, two for b1 and c1", got)
	}
	if got, want := b.pieces(0), "a1 king, c1 king"; got != want {
		t.Errorf("there is %s, want %s", got, want)
	}
}

// An outcome of a turn may speak of a named player, and say why.
func TestNamedOutcomes(t *testing.T) {
	for turn, want := range map[string]string{
		`go else B wins "the board is full"`:              "won by B: the board is full",
		`go else B loses`:                                 "won by A: no move is left",
		`go else lose "checkmate" when ply = 1 else draw`: "won by A: checkmate",
		`go else draw "stalemate"`:                        "drawn : stalemate",
	} {
		b := start(t, `game "Named"
players A, B
board square(1, 1)
piece man
move go {
  at c in empty
  do place man on c
}
turn `+turn+`
`)
		b.play("go a1")
		b.ends(want)
	}
}

// In a game of three, a player who is named loses and the others play on.
func TestNamedLoserOfThree(t *testing.T) {
	b := start(t, `game "Three"
players A, B, C
board square(3, 1)
piece man
move go {
  at c in empty
  if ply < 2
  do place man on c
}
move wait "wait" { if ply >= 2, (sum P in players: 1) = 2 }
turn go else wait else B loses
`)
	b.play("go a1", "go b1")
	b.may("wait")
	b.mover("A")
}
