package match

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/interp"
)

// Chance places two men on the board at the start. Two dice are thrown, and one of them says which
// columns a new man may stand in; with two alike, a player may throw one again.
const dice = `
game "Dice"
players White, Black
board square(9, 2)
piece man
counter low  = 0 this turn
counter high = 0 this turn
counter men  = 0 this turn
chance place_men {
  at   c in file(1 + men) & empty
  as   p in players
  do   place p man on c, men += 1
  then place_men when men < 2
}
setup then place_men
chance roll {
  with   a in 1..6
  with   b in 1..a
  weight if a = b: 1 else 2
  do     high := a, low := b
  then   go, throw_on when a = b
}
chance roll_again {
  with a in 1..6
  do   high := a
  then go
}
move throw_on "throw on" { then roll_again }
move go {
  at   c in empty - file(1) - file(2)
  with n in 1..6
  if   n in {low, high}, column(c) mod 7 <= n
  do   place man on c
}
turn roll
end { win "seven" if count(mine) >= 7  draw "full" if no empty }
`

// rollsOf replays a game and returns what was drawn, by turn and place in the turn.
func rollsOf(t *testing.T, g *interp.Game, game Game) map[string]string {
	t.Helper()
	steps, _, err := g.PlayText(g.Start(), game.Moves)
	if err != nil {
		t.Fatalf("%v\n%s", err, game.Moves)
	}
	rolls := map[string]string{}
	p := g.Start()
	for _, step := range steps {
		if g.Weights(p) != nil {
			place := fmt.Sprintf("turn %d, %d, %v", p.Ply(), p.Chances(), p.SettingUp())
			rolls[place] = g.Text(p, step)
		}
		if p, err = g.Play(p, step); err != nil {
			t.Fatal(err)
		}
	}
	return rolls
}

// The two games of a pair see the same rolls as long as both go on, whatever the players do with
// them and whoever plays the rules; other pairs see others.
func TestSameRollsForBoth(t *testing.T) {
	for _, test := range []struct {
		name, rules string
		compiled    bool
	}{
		{"compiled", dice, true},
		// more pieces in a tower than a compiled game can hold
		{"evaluated", strings.Replace(dice, "square(9, 2)", "square(9, 2) with towers(63)", 1),
			false},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMatch(t, test.rules, "", 20, "random", "greedy")
			if compiled := m.Game.Program() != nil; compiled != test.compiled {
				t.Fatalf("the game is compiled: %v", compiled)
			}
			games := run(t, m)
			kinds := map[string]bool{}
			for i := 0; i < len(games); i += 2 {
				a, b := rollsOf(t, m.Game, games[i]), rollsOf(t, m.Game, games[i+1])
				both := 0
				for place, roll := range a {
					if other, ok := b[place]; ok {
						if both++; roll != other {
							t.Errorf("game %d, %s: %s, but %s", i+1, place, roll, other)
						}
					}
				}
				if both < 8 {
					t.Errorf("games %d and %d have %d rolls in common", i+1, i+2, both)
				}
				if games[i].Moves == games[i+1].Moves {
					t.Errorf("games %d and %d are the same", i+1, i+2)
				}
				kinds[fmt.Sprint(a)] = true
			}
			if len(kinds) < 10 {
				t.Errorf("%d kinds of rolls in 10 pairs", len(kinds))
			}
		})
	}
}
