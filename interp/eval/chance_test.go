package eval_test

import (
	"fmt"
	"slices"
	"testing"

	"boardgame/interp/eval"
)

const chanceHead = `game "Chance"
players A, B
board square(6, 1)
piece man
counter die = 0 this turn
counter throws = 0
setup { A man: a1  B man: f1 }
`

// weights returns the outcomes on offer and their weights.
func (b *table) weights() string {
	var all []string
	weights := b.m.Weights(b.p)
	for i, step := range b.m.Moves(b.p) {
		w := int64(0)
		if weights != nil {
			w = weights[i]
		}
		all = append(all, fmt.Sprintf("%s:%d", b.text(step), w))
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

// Conditions, zero weights, `ensure` and a demand that cannot be met remove outcomes; the others
// keep their weights.
func TestOutcomesLeftOut(t *testing.T) {
	for lines, want := range map[string]string{
		"":                                 "[roll 1:1 roll 2:1 roll 3:1 roll 4:1]",
		"weight n * n":                     "[roll 1:1 roll 2:4 roll 3:9 roll 4:16]",
		"weight n - 2":                     "[roll 3:1 roll 4:2]",
		"if n != 2  weight n":              "[roll 1:1 roll 3:3 roll 4:4]",
		"do die := n  ensure die > 3":      "[roll 4:1]",
		"do die := n then go else illegal": "[roll 1:1 roll 2:1]",
	} {
		b := start(t, chanceHead+`
chance roll {
  with n in 1..4
  `+lines+`
}
move go {
  from p in mine
  to   q in p.east{die}
  if   die <= 2
  do   p -> q
}
turn roll else go else lose
`)
		if got := b.weights(); got != want {
			t.Errorf("%q offers %s, want %s", lines, got, want)
		}
	}
}

// Where chance has nothing to offer, the next group is read.
func TestNoOutcome(t *testing.T) {
	b := start(t, chanceHead+`
chance roll { with n in 1..4  if ply > 0 }
turn roll else lose
`)
	b.ends("won by B: no move is left")
}

// `with most` is decided before the next chance step, and what it demands ends there.
func TestMostEndsAtChance(t *testing.T) {
	b := start(t, chanceHead+`
move bid {
  with n in 1..3
  do   throws += n
  then roll
}
chance roll {
  with n in 1..2
  do   throws -= n
}
turn bid with most throws
`)
	b.may("bid 3")
	b.play("bid 3")
	if got, want := b.weights(), "[roll 1:1 roll 2:1]"; got != want {
		t.Errorf("after the bid there is %s, want %s", got, want)
	}
	b.play("roll 2")
	b.mover("B")
}

// The same throw may come again; a turn has at most 64 chance steps. If the player can only pass,
// the turn is a pass, whatever was thrown.
func TestThrowingAgain(t *testing.T) {
	b := start(t, chanceHead+`
chance roll {
  with n in 1..2
  then roll when n = 1 else pass, rest
}
move rest { if throws > 0 }
turn roll
end { draw "nobody wants to" if passes = 2 }
`)
	for range 5 {
		b.play("roll 1")
	}
	b.play("roll 2", "pass")
	b.mover("B")
	for range 64 {
		b.play("roll 1")
	}
	b.mover("A")
	if b.p.Passes != 0 {
		t.Errorf("%d passes after a turn that nobody passed", b.p.Passes)
	}
	b.play("roll 2", "pass", "roll 2", "pass")
	b.ends("drawn : nobody wants to")
}

// A setup by chance is nobody's turn: it is not counted as one, nothing is decided, and what lasts
// for a turn is cleared.
func TestRandomSetup(t *testing.T) {
	b := start(t, `game "Deal"
players A, B
board square(3, 1)
piece man
counter dealt = 0 this turn
counter seen_before = 0
setup then deal
chance deal {
  at c in empty
  do place man on c, dealt += 1
  then deal when dealt < 2
}
move go { with n in 1..2  do seen_before := repetitions }
turn go
end {
  win "never" at once if some mine and ply = 0
  draw "second" if ply = 2
}
`)
	b.may("deal a1, deal b1, deal c1")
	if !b.p.SettingUp || b.m.Weights(b.p) == nil {
		t.Error("the game is not being set up by chance")
	}
	b.play("deal b1", "deal c1")
	if b.p.SettingUp || b.p.Ply != 0 || b.p.Numbers[0] != 0 || b.p.Steps != 0 || b.p.ToMove != 0 ||
		b.p.History == nil || b.p.History.Before != nil {
		t.Errorf("after the setup the position is %+v", b.p)
	}
}

// A setup that would go on after its last chance step ends the game, rather than being cut off; one
// that needs all of them is a setup like any other.
func TestEndlessSetup(t *testing.T) {
	for left, over := range map[int]bool{eval.MostInSetup: false, eval.MostInSetup + 1: true} {
		b := start(t, fmt.Sprintf(`game "Deal"
players A, B
board square(2, 1)
piece man
counter left = %d
setup then deal
chance deal { with k in 1..2  do left -= 1  then deal when left > 0 }
move put { at c in empty  do place man on c }
turn put else draw
`, left))
		for range eval.MostInSetup {
			b.play("deal 1")
		}
		if b.p.SettingUp {
			t.Errorf("%d: the setup goes on", left)
		}
		if over {
			b.ends("drawn : " + eval.ReasonSetup)
		} else {
			b.may("put a1, put b1")
		}
	}
}

// A loop without end is called the same in a setup and in a turn.
func TestEndlessLoopInSetup(t *testing.T) {
	b := start(t, `game "Deal"
players A, B
board square(2, 1)
piece man
counter n = 0
setup then deal
chance deal { with k in 1..2  do n := k, while n > 0: n += 1 }
move put { at c in empty  do place man on c }
turn put else draw
`)
	b.play("deal 1")
	b.ends("drawn : " + eval.ReasonEndless)
}

// A single outcome that binds nothing is silent; one with a binder is shown.
func TestSilentChance(t *testing.T) {
	b := start(t, chanceHead+`
chance shuffle {
  do throws += 1
  then draw_one
}
chance draw_one {
  with n in 5..5
  then go
}
move go { with n in 1..2 }
turn shuffle
`)
	b.may("draw_one 5")
}
