package eval_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// Several effects of an `each` all happen for the first member, then for the next; each sees what
// was done before it.
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

// An outcome of a turn may name a player and give a reason.
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

// A `say` is announced when a turn makes it true for the player who took it, and not again while it
// stays true.
func TestSays(t *testing.T) {
	b := start(t, `game "Says"
players A, B, C
board square(3, 3)
piece man
move go {
  at c in empty
  do place man on c
}
move take {
  at c in theirs
  do remove c, place man on c
}
turn go, take
end { draw "full" if no empty }
say "Two"         if count(mine) = 2
say "Next is out" if for next: no mine
say "Full"        if no empty
`)
	var before []*position.State
	told := func(want ...string) {
		t.Helper()
		got := b.m.Says(before[len(before)-1], b.p)
		if !slices.Equal(got, want) {
			t.Errorf("after %d turns it is said: %q, want %q", b.p.Ply, got, want)
		}
	}
	play := func(step string, want ...string) {
		t.Helper()
		before = append(before, b.p)
		b.play(step)
		told(want...)
	}
	play("go a1") // B had no man before, either
	play("go b1")
	play("go c1")
	play("go a2", "Two")
	play("take a2", "Two")
	play("take b1", "Two")                // C, of B
	play("take b1", "Two")                // A, of C
	play("take c1", "Two", "Next is out") // B, of C, who has no other
	play("go a3")
	if got := b.m.Says(b.p, b.p); got != nil {
		t.Errorf("without a turn it is said: %q", got)
	}
}

// The effects of `after` follow those of the move, which binds the names that they use, and
// before its `ensure`. With `any`, every move that a player chooses has them.
func TestAfter(t *testing.T) {
	b := start(t, `game "After"
players A, B
board square(3, 1)
piece man
counter log   = 0
counter rolls = 0
move go {
  at c in empty
  do place man on c, log := 1
  ensure log != 133
}
move wait "wait" { do log := 2 }
chance roll {
  with n in 1..2
  do   log := 7
  then go, wait
}
after go:   log := 10 * log + column(c)
after any:  log := 10 * log + 3
after roll: rolls += 1
turn roll
end { draw if no empty }
`)
	b.play("roll 1", "go b1")
	if got := b.p.Numbers; got[0] != 123 || got[1] != 1 {
		t.Errorf("after go b1 the counters are %v, want 123 and 1", got)
	}
	b.play("roll 2", "wait")
	if got := b.p.Numbers; got[0] != 23 || got[1] != 2 {
		t.Errorf("after wait the counters are %v, want 23 and 2", got)
	}
	b.play("roll 2")
	b.may("go a1, wait") // the ensure of go c1 sees what came after it
}

// The only member of a set is nothing if the set has none or several. A strict machine reports
// several, unless an earlier condition keeps them from being read.
func TestTheOnlyMember(t *testing.T) {
	b := start(t, `game "The"
players A, B
board square(3, 1)
piece man
counter log = 0
move go {
  at c in empty
  do place man on c, log := column(the mine) + 10 * column(the mine & file(3)) + 100 * column(the theirs)
}
turn go
end { draw if no empty }
`)
	for i, want := range []int64{2, 201, 130} {
		b.play([]string{"go b1", "go a1", "go c1"}[i])
		if got := b.p.Numbers[0]; got != want {
			t.Errorf("after %d turns the counter is %d, want %d", i+1, got, want)
		}
	}
}

func TestSeveral(t *testing.T) {
	g := load(t, `game "Several"
players A, B
board square(3, 1)
piece man
move go {
  at c in empty
  if no theirs or one theirs and some the theirs
  do place man on c
}
turn go
end { draw if some the mine and no empty }
`)
	if !eval.AsksForOnly(g) {
		t.Error("nothing asks for the only member")
	}
	var got []string
	m := eval.NewStrict(g, func(s eval.Several) {
		got = append(got, fmt.Sprintf("%s %d", s.Expr.Span.Text(), s.Members))
	})
	p := m.Start()
	for range 3 {
		if got != nil {
			t.Errorf("too early: %q", got)
		}
		p = m.Play(p, m.Moves(p)[0])
	}
	if want := []string{"mine 2"}; !slices.Equal(got, want) {
		t.Errorf("told of %q, want %q", got, want)
	}
	if eval.AsksForOnly(load(t, `game "None"
players A, B
board square(2, 1)
piece man
move go { at c in the a1  do place man on c  ensure one mine }
turn go
`)) {
		t.Error("a constant and `one` ask for nothing")
	}
}

// Whoever leaves a game of three is out, even in the middle of a turn; the last one wins. In a game
// of two nobody can leave.
func TestLeaving(t *testing.T) {
	const rules = `game "Leaving"
players A, B, C
board square(3, 1)
piece man
move go {
  at   c in empty
  do   place man on c
  then stop, more
}
move stop "stop" { }
move more "more" { do again }
turn go else pass
end { A wins "unread" if ply = 3 }
`
	b := start(t, rules)
	b.play("go a1", "stop", "go b1")
	leave := func() {
		t.Helper()
		next := b.m.Play(b.p, position.Leave)
		if next == nil {
			t.Fatal("the player cannot leave")
		}
		b.p = next
	}
	leave() // B, in the middle of the turn
	b.mover("C")
	if got := b.pieces(1); got != "b1 man" || b.p.Ply != 2 {
		t.Errorf("B has %s, and %d turns were counted", got, b.p.Ply)
	}
	leave() // C, at its beginning
	b.ends("won by A: C resigned")
	if b.m.Play(b.p, position.Leave) != nil {
		t.Error("one can leave a game that is over")
	}
	two := start(t, strings.Replace(rules, "A, B, C", "A, B", 1))
	if two.m.Play(two.p, position.Leave) != nil {
		t.Error("one can leave a game for two")
	}
}
