package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp/eval"
)

// countdown is a game whose turns go on by silent steps, n of them after the one that is chosen.
const countdown = `game "Countdown"
players A, B
board square(3, 1)
piece man
counter todo = 0
counter made = 0
move start {
  at c in empty
  do place man on c, todo := %d, made := 0
  then tick when todo > 0
}
move tick {
  do todo -= 1, made += 1
  then tick when todo > 0
}
turn start
end { draw "full" if no empty }
`

// looping is a game whose only move has a loop of n rounds.
const looping = `game "Looping"
players A, B
board square(3, 1)
piece man
counter made = 0
move start {
  at c in empty
  do place man on c, made := 0, while made < %d: made += 1
}
turn start
end { draw "full" if no empty }
`

// Long turns are taken whole by both engines, and drawn alike if they are too long.
func TestLongTurnsAlike(t *testing.T) {
	for text, most := range map[string]int{countdown: 999, looping: eval.MostRounds} {
		for _, n := range []int{3, most - 1, most, most + 1, 2 * most} {
			g := gameOf(fmt.Sprint(n, text), fmt.Sprintf(text, n))
			if g == nil {
				t.Fatal("the rules are not valid")
			}
			playAlike(t, g, n <= most)
		}
	}
}

func playAlike(t *testing.T, g *ir.Game, goesOn bool) {
	m, slow := engines(t, g)
	pos := m.NewSlot()
	m.Start(pos)
	p := slow.Start()
	compare(t, g, m, pos, slow, p, nil)
	step := slow.Moves(p)[1]
	p = slow.Play(p, step)
	if !m.Play(pos, pos, step) {
		t.Fatal("the engine refuses a legal step")
	}
	if goesOn {
		compare(t, g, m, pos, slow, p, nil)
	}
	r := m.Result(pos)
	if goesOn != (p.Result == nil) || goesOn != (r == nil) ||
		!goesOn && (r.Reason != eval.ReasonEndless || p.Result.Reason != r.Reason) {
		t.Errorf("the engine says %v, the evaluator %v", r, p.Result)
	}
	if out := m.Playout(t.Context(), pos, 100, false); !out.Over {
		t.Error("the random game is not over")
	}
}

// Loops of a step share their rounds wherever they stand, also where they change sets, exchange
// values, run within each other or go in circles. All of them are compiled.
func TestLoopsAlike(t *testing.T) {
	const rules = `game "Loops"
players A, B
board square(4, 3)
piece man
piece lord
counter n = 0
counter m = 5
counter of per cell = 1
memory here = a1
memory there = d3
move put {
  at c in empty
  do place man on c, %s
  %s
}
move more { do n += 1 }
chance throw { with k in 0..2  do n := k, while n > 0 and m < 20: { n -= 1, m += n + 1 } }
turn throw when ply mod 5 = 4 else put else draw
end { draw "long enough" if ply >= 30 }
`
	for _, c := range [][2]string{
		{"n := 7, while n > 0 and n != m: { n -= 1, let big = n > 3, m += 1 when not big }"},
		{"n := 6, while n > 0: { n -= 1, while m > 2 * n: m -= 2, m += 3 }", "then more, done"},
		{"n := 3, while n > 0: { n -= 1, each x in rank(1): of(x) += n, of(c) := 0 }"},
		{"each x in {a1, b2, c}: while of(x) mod 4 > 0: of(x) += 1", "ensure of(c) != 3"},
		{"here := c, while here != there and some here.east: { here := here.east, of(here) += 1 }"},
		{"n := 5, while n > 0: { let t = here, here := there, there := t.around & cells, n -= 1 }"},
		{"n := 3, while n > 0: { let k = n, n := m mod 4, m := k }"},
		{"while some man & mine & rim: (man & mine & rim) becomes lord, again when n > 2"},
		{"while count(occupied) > 2: n += 1 when m > 3", "then more when m > 2 else illegal"},
		{"while m > 0: { m := m mod 7 + 1, here := here.around & cells }", "then more"},
		{"while n >= 0: { n := (n + 1) mod 3, m := 5, while m > 0: m -= 1 }", "then more"},
		{"while n >= 0: { n := (n + 1) mod 40, while m >= n: m -= 1, m := 41 }"},
		{"n := 4000, while n > 0: n -= 1, m := ply * 16, while m > 0: m -= 1", "then more"},
	} {
		g := gameOf(c[0], fmt.Sprintf(rules, c[0], c[1]))
		if g == nil {
			t.Fatalf("%s: not a game", c[0])
		}
		if p, err := compiled(g); err != nil || strings.Contains(p.Plan(), "by the evaluator") {
			t.Fatalf("%s: left to the evaluator (%v)", c[0], err)
		}
		whereCompiled(t, g, c[0], 0, "", func() { checkText(t, g, "loops", 3, c[0], eval.MostWork/8) })
	}
}

// Steps that follow one another in a circle need no comparison with earlier positions of the turn
// where a counter only grows, or only falls. Where it may do both, stay or start again, they do,
// and what can withdraw the step before it is left to the evaluator.
func TestCirclesThatGrow(t *testing.T) {
	const rules = `game "Circles"
players A, B
board square(3, 3)
piece man
counter made = 0
counter of per player = 0
counter there per cell = 0
counter hand = 0 this turn
setup {
  A man: edge(south)
  B man: edge(north)
}
move go {
  from p in mine
  to q in p.orthogonal & empty
  %s
  do p -> q%s
  then hop else illegal
}
move hop {
  from p in mine
  to q in p.diagonal & empty
  do p -> q%s
  then go when (made + of(me) + there(b2)) mod 5 < 3, done
}
turn go else pass
end { draw "long" if ply >= 12  draw "stuck" if passes = 2 }`
	for _, c := range []struct {
		first, second string
		grows         bool
	}{
		{"", "", false},
		{", made += 1", "", true},
		{"", ", made += 2", true},
		{", made += 1", ", of(me) -= 1", true},
		{", of(me) += 1", ", of(next) += 1", true},
		{", made += 1", ", made -= 1", false},
		{", made += 1", ", made := 0", false},
		{", made += 1 when p = a1", "", false},
		{", there(q & edge(north)) += 1", "", false},
		{", each x in mine & edge(north): made += 1", "", false},
		{", made += count(mine & edge(north))", "", false},
		{", made += 1", ", each x in mine: made -= 1", false},
		{"with n in 1..min(2, if hand = 0: 3 else hand - 1)|, hand := n", "", true},
		{"with n in 1..min(2, if hand = 0: 3 else hand - 1)|, hand := n when p = a1", "", false},
		{"with n in 1..min(2, if hand = 0: 3 else hand - 1)|, hand := n", ", hand := 0", false},
		{"with n in 0..min(2, if hand = 0: 3 else hand - 1)|, hand := n", "", false},
		{"with n in 1..min(2, if hand = 0: 3 else hand)|, hand := n", "", false},
		{"with n in 1..min(2, if hand = 1: 3 else hand - 1)|, hand := n", "", false},
		{"with n in 1..min(2, if made = 0: 3 else hand - 1)|, hand := n", "", false},
	} {
		clause, effects, ok := strings.Cut(c.first, "|")
		if !ok {
			clause, effects = "", c.first
		}
		g := gameOf("circles", fmt.Sprintf(rules, clause, effects, c.second))
		if g == nil {
			t.Fatal("not a game:", c)
		}
		p, err := compiled(g)
		if whole := err == nil && !p.Evaluator; whole != c.grows {
			t.Errorf("%q, %q: compiled %v; %v", c.first, c.second, whole, err)
		}
		if err == nil {
			agree(t, g, 60, 1)
			agreeOnDraws(t, g, 20, 2)
		}
	}
}

// A range between earlier numbers of a move is as long as theirs allow: in the room that a step
// has, in the bound of the work and in the engine.
func TestRangesOfEarlierNumbers(t *testing.T) {
	const rules = `game "Ranges"
players A, B
board square(4, 1)
piece man
counter last = 0
%s choose {
  with a in 1..4
  with b in %s
  with c in %s
  with d in %s
  do last := 64 * a + 16 * b + 4 * c + d
  then put
}
move put {
  at c in empty
  if last mod (column(c) + 1) < 3
  do place man on c
}
turn choose else pass
end { draw "full" if no empty or passes = 2 }`
	for _, ranges := range [][]any{
		{"a..4", "b..4", "c..4"}, {"1..a", "1..b", "a..4"}, {"0..a", "a..a", "b..a"},
	} {
		for _, word := range []string{"move", "chance"} {
			g := gameOf("ranges", fmt.Sprintf(rules, append([]any{word}, ranges...)...))
			if g == nil {
				t.Fatal("not a game:", ranges)
			}
			if p, err := compiled(g); err != nil || p.Evaluator {
				t.Errorf("%s of %v: something is left to the evaluator; %v", word, ranges, err)
			}
			agree(t, g, 30, 1)
			agreeOnDraws(t, g, 20, 2)
		}
	}
}
