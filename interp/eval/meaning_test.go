package eval_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// language.md#order-inside-a-step: conditions and names are read before the effects, effects in
// order, each `when` when its turn comes, `ensure` after.
func TestOrderInsideAStep(t *testing.T) {
	b := start(t, `game "Order"
players A, B
board square(3, 1)
piece man
counter log = 0
counter before = 0
setup { A man: a1  B man: c1 }
move go {
  from p in mine
  to   q in p.around & empty
  let  n = count(q.around & mine)
  do   log := 1, p -> q,
       log += 10 when p in empty,
       log += 100 when q in empty,
       let m = count(q.around & mine),
       log += 1000 when m = n,
       before := n
  ensure m = 0 and log > 0
}
turn go else draw
`)
	b.may("go a1 b1")
	b.play("go a1 b1")
	if got := b.p.Numbers[0]; got != 11 {
		t.Errorf("log is %d, want 11: set, then the move, then what holds after it", got)
	}
	if got := b.p.Numbers[1]; got != 1 {
		t.Errorf("n is %d; it was read before the man had left", got)
	}
}

// language.md#effects.
func TestEffects(t *testing.T) {
	const head = `game "Effects"
players A, B
board square(4, 2)
piece man, king
piece rock { neutral }
setup { A man: {a1, b1}  B man: c1  rock: a2 }
move try { do `
	const tail = ` }
move wait "wait" { }
turn try, wait
`
	for effect, want := range map[string]string{
		"a1 -> d1": "b1 man, d1 man / c1 man / a2 rock, b1 man, c1 " +
			"man, d1 man",
		"a1 -> c1": "b1 man, c1 man /  / a2 rock, b1 man, c1 man",
		"a1 -> a1": "a1 man, b1 man / c1 man / a1 man, a2 rock, b1 " +
			"man, c1 man",
		"d1 -> a1": "a1 man, b1 man / c1 man / a1 man, a2 rock, b1 " +
			"man, c1 man",
		"a1 -> a1.west": "a1 man, b1 man / c1 man / a1 man, a2 rock, b1 " +
			"man, c1 man",
		"a1 <-> c1": "b1 man, c1 man / a1 man / a1 man, a2 rock, b1 " +
			"man, c1 man",
		"d1 <-> a1": "b1 man, d1 man / c1 man / a2 rock, b1 man, c1 " +
			"man, d1 man",
		"a2 -> d2": "a1 man, b1 man / c1 man / a1 man, b1 man, c1 " +
			"man, d2 rock",
		"place king on c1 | d1": "a1 man, b1 man, c1 king, d1 king /  / a1 man, a2 " +
			"rock, b1 man, c1 king, d1 king",
		"place B king on d1": "a1 man, b1 man / c1 man, d1 king / a1 man, a2 " +
			"rock, b1 man, c1 man, d1 king",
		"place rock on a1": "b1 man / c1 man / a1 rock, a2 rock, b1 man, c1 man",
		"remove mine":      " / c1 man / a2 rock, c1 man",
		"rank(1) becomes king": "a1 king, b1 king / c1 king / a1 king, a2 rock, " +
			"b1 king, c1 king",
		"theirs becomes mine": "a1 man, b1 man, c1 man /  / a1 man, a2 rock, b1 " +
			"man, c1 man",
		"a1 becomes B king": "b1 man / a1 king, c1 man / a1 king, a2 rock, b1 " +
			"man, c1 man",
		"a1 becomes rock": "b1 man / c1 man / a1 rock, a2 rock, b1 man, c1 man",
		"a2 becomes mine": "a1 man, b1 man / c1 man / a1 man, a2 rock, b1 " +
			"man, c1 man",
		"shift mine by east":  "b1 man, c1 man /  / a2 rock, b1 man, c1 man",
		"shift mine by west":  "a1 man / c1 man / a1 man, a2 rock, c1 man",
		"shift mine by south": " / c1 man / a2 rock, c1 man",
		"shift rank(1) by east": "b1 man, c1 man / d1 man / a2 rock, b1 man, c1 " +
			"man, d1 man",
		"each x in mine: x becomes king": "a1 king, b1 king / c1 man / a1 king, a2 rock, b1 " +
			"king, c1 man",
		"each x in mine: x -> x.east":          "c1 man /  / a2 rock, c1 man",
		"each n in 1..2: remove rank(n) & man": " /  / a2 rock",
		"remove a1 when no mine, remove b1":    "a1 man / c1 man / a1 man, a2 rock, c1 man",
	} {
		t.Run(effect, func(t *testing.T) {
			b := start(t, head+effect+tail)
			b.play("try")
			if got := b.pieces(0) + " / " + b.pieces(1) + " / " + b.pieces(-1); got != want {
				t.Errorf("left %s\nwant %s", got, want)
			}
		})
	}
}

// language.md#arguments-of-states.
func TestStates(t *testing.T) {
	b := start(t, `game "States"
players A, B
board square(2, 1)
piece man, king
counter hand per player, piece = 3
counter seeds per cell = if me = A: 4 else 0
counter own per player = if me = A: 5 else 7
memory been = none
memory last = none this turn
setup { seeds(b1): 1 }
move take { do hand(man) -= 1, hand(B, king) -= 1, seeds(cells) += 10, been += a1 }
move clear { do hand -= 1, hand(players, man) := 0, seeds(none) := 7, been -= a1, been += b1 }
move add { do own := hand + 100 * hand(king) + 10000 * seeds(cells) + 1000000 * own(next) }
turn take, clear, add, rest
move rest "rest" { }
`)
	number := func(state, player, kind, cell int) int64 {
		return b.p.Number(b.g, state, player, kind, topologySite(cell))
	}
	if a, c := number(1, -1, -1, 0), number(1, -1, -1, 1); a != 4 || c != 1 {
		t.Errorf("seeds begin with %d and %d", a, c)
	}
	if a, c := number(2, 0, -1, -1), number(2, 1, -1, -1); a != 5 || c != 7 {
		t.Errorf("own begins with %d and %d", a, c)
	}
	b.play("take")
	if got := [4]int64{number(0, 0, 0, -1), number(0, 0, 1, -1), number(0, 1, 0, -1),
		number(0, 1, 1, -1)}; got != [4]int64{2, 3, 3, 2} {
		t.Errorf("hands are %v", got)
	}
	if a, c := number(1, -1, -1, 0), number(1, -1, -1, 1); a != 14 || c != 11 {
		t.Errorf("seeds are %d and %d", a, c)
	}
	b.play("clear") // B: one less of each of their kinds, then no men of either player
	if got := [4]int64{number(0, 0, 0, -1), number(0, 0, 1, -1), number(0, 1, 0, -1),
		number(0, 1, 1, -1)}; got != [4]int64{0, 3, 0, 1} {
		t.Errorf("hands are %v", got)
	}
	if a, c := number(1, -1, -1, 0), number(1, -1, -1, 1); a != 14 || c != 11 {
		t.Errorf("an empty set has changed seeds to %d and %d", a, c)
	}
	been := b.p.Memory(b.g, 3, -1, -1, -1)
	if been != b.g.Board.FileOf(2) {
		t.Errorf("been is %v", been)
	}
	b.play("add")
	if got := number(2, 0, -1, -1); got != 7_250_303 {
		t.Errorf("own is %d, want 3 kings in all hands, 3 kings, 25 seeds, his 7", got)
	}
}

// See language.md#attributes and language.md#perspective.
func TestAttributesAndPerspective(t *testing.T) {
	b := start(t, `game "View"
players A facing north, B facing south
board square(1, 5)
piece man { ways forward, speed 2 }
piece king { ways forward | backward, crowned }
setup { A man: a2  A king: a1  B man: a4 }
region home { A: a1, B: a5 }
counter log = 0
counter own per player = if me = A: 1 else 2
move look {
  do log := count(a4.(ways(a4)) & a5) + 10 * count(for owner(a4): a4.(ways(a4)) & a3)
          + 100 * speed(a4) + 1000 * speed(a1) + 10000 * speed(a3) + 100000 * (if crowned(a1): 1 else 0) + 1000000 * (if crowned(a4): 1 else 0),
     own := own(next) * 10 + (for next: own) + 100 * count(for next: mine) + 1000 * count(home & a1) + 10000 * count((for next: home) & a5) + 100000 * count(home(B) & a5)
}
turn look, rest
move rest "rest" { }
`)
	b.play("look")
	if got := b.p.Numbers[0]; got != 1_00_2_1_1+0 && got != 100211 {
		t.Errorf("log is %d", got)
	}
	if got := b.p.Numbers[1]; got != 111_122 {
		t.Errorf("own is %d", got)
	}
}

// language.md#continuations.
func TestThen(t *testing.T) {
	b := start(t, `game "Then"
players A, B
board square(5, 1)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.orthogonal & empty  do p -> q  then drop }
move drop { from p in mine  do remove p  then more from p, done when no mine }
move more { from p in mine }
turn go else pass
`)
	b.may("go a1 b1")
	b.play("go a1 b1")
	b.may("drop b1")
	b.mover("A")
	b.play("drop b1") // nothing left: done, in silence
	b.mover("B")
	b.may("pass")
}

// language.md#continuations: free continuations offer done; `else illegal` withdraws the first
// step.
func TestThenFreeAndDemanded(t *testing.T) {
	const rules = `game "Jumps"
option rest = free in {free, demanded, must}
players A, B
board square(5, 1)
piece man
setup { A man: a1  B man: {b1, d1} }
move jump {
  from p in mine
  along d in orthogonal
  over v in p.d & theirs
  to q in v.d & empty
  do remove v, p -> q
  then jump from q when rest != demanded, done when rest = free
       else shoot from q when rest = demanded
       else illegal when rest = demanded
}
move shoot { from p in mine  at c in p.far  do remove c }
def far(p) = p.east{2}
move stay { do remove none }
turn jump else pass
`
	b := start(t, rules, "rest=free")
	b.play("jump a1 east b1 c1")
	b.may("done, jump c1 east d1 e1")
	b.play("done")
	b.mover("B")

	b = start(t, rules, "rest=must")
	b.play("jump a1 east b1 c1")
	b.may("jump c1 east d1 e1")
	b.play("jump c1 east d1 e1")
	b.mover("B")

	b = start(t, rules, "rest=demanded")
	b.may("jump a1 east b1 c1")
	b.play("jump a1 east b1 c1")
	b.may("shoot c1 e1")
}

func TestIllegalWithdraws(t *testing.T) {
	b := start(t, `game "Shoot"
players A, B
board square(4, 1)
piece man
piece rock { neutral }
setup { A man: a1  rock: d1 }
move go { from p in mine  to q in p.east[empty]+  do p -> q  then shoot from q else illegal }
move shoot { from p in mine  at c in p.east & empty  do place rock on c }
turn go else lose
`)
	b.may("go a1 b1") // from c1 there is nothing to shoot at
	b.play("go a1 b1")
	b.may("shoot b1 c1")
	b.play("shoot b1 c1")
	b.ends("won by A: no move is left")
}

// language.md#complete-and-best-turns.
func TestWithMost(t *testing.T) {
	b := start(t, `game "Most"
players A, B
board square(7, 3)
piece man
counter taken = 0 this turn
setup { A man: {a1, a2, a3}  B man: {b1, b2, d2, b3, d3, g1} }
move jump {
  from p in mine
  over v in p.east & theirs
  to   q in v.east & empty
  do   remove v, p -> q, taken += 1
  then jump from q, done
}
move step { from p in mine  to q in p.north & empty  do p -> q }
turn jump with most taken else step else pass
`)
	b.may("jump a2 b2 c2, jump a3 b3 c3") // two each; ties stay; a1 takes one
	b.play("jump a2 b2 c2")
	b.may("jump c2 d2 e2") // done would leave one short
	b.play("jump c2 d2 e2")
	b.mover("B")
	if b.p.Numbers[0] != 0 {
		t.Error("what counts for a turn is not cleared")
	}
	b.play("step g1 g2")
	b.may("jump a3 b3 c3")
}

func TestWithLeastOfSeveral(t *testing.T) {
	b := start(t, `game "Least"
players A, B
board square(4, 4)
piece man
setup { A man: b2 }
move go { from p in mine  to q in p.orthogonal  do p -> q }
turn go with least column(mine), row(mine)
`)
	b.may("go b2 a2")
	b = start(t, `game "Least"
players A, B
board square(4, 4)
piece man
setup { A man: b2 }
move go { from p in mine  to q in p.(north | south)  do p -> q }
turn go with least column(mine), row(mine)
`)
	b.may("go b2 b1")
}

// A continuation with a comparison of its own: the turns it leaves count for the comparison before
// it.
func TestNestedComparison(t *testing.T) {
	b := start(t, `game "Nested"
players A, B
board square(4, 4)
piece man
setup { A man: b2 }
move first { from p in mine  to q in p.orthogonal  do p -> q  then second from q with least row(mine) }
move second { from p in mine  to q in p.orthogonal - b2  do p -> q }
turn first with most column(mine)
`)
	// From every neighbor the second step must go as far down as it can: to a1, b1 (from a2 .. ),
	// c1 (from c2), ... first to c2 ends on c1 (column 3), to b3 ends on a3 or c3 (row 3: not down
	// to b2, the best of which is column 3).
	b.may("first b2 b1, first b2 b3, first b2 c2")
	b.play("first b2 b3")
	b.may("second b3 c3")
}

// language.md#complete-and-best-turns: a group counts if a complete turn begins with it.
func TestElseAsksForACompleteTurn(t *testing.T) {
	b := start(t, `game "Complete"
players A, B
board square(4, 1)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.east  do p -> q  then far from q else illegal }
move far { from p in mine  to q in p.east{3}  do p -> q }
move stay "stay" { }
turn go else stay
`)
	b.may("stay")
}

// language.md#endless-turns: a turn does not come back to where it was, and does not last forever.
func TestEndlessTurns(t *testing.T) {
	b := start(t, `game "Round"
players A, B
board square(2, 2)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.orthogonal  do p -> q  then go }
turn go
`)
	b.play("go a1 a2")
	b.may("go a2 a1, go a2 b2")
	b.play("go a2 b2", "go b2 b1")
	b.may("go b1 a1") // not back to b2
	b.play("go b1 a1")
	b.mover("B") // every way on has been used

	b = start(t, `game "Count"
players A, B
board square(2, 1)
piece man
counter n = 0
setup { A man: a1 }
move go "go" { do n += 1  then go }
turn go
`)
	for range 999 {
		b.play("go")
	}
	b.mover("A")
	b.play("go")
	b.ends("drawn : the turn goes on without end")
}

// language.md#endless-turns: a long turn of silent steps is taken whole. If it is too long, the
// game is a draw, not a position in the middle of it; trying such a step finds it legal.
func TestLongTurns(t *testing.T) {
	const rules = `game "Countdown"
players A, B
board square(3, 1)
piece man
option n = 30 in {30, 900, 999, 1000}
counter left = 0
counter done_ = 0
move start {
  at c in empty
  do place man on c, left := n, done_ := 0
  then tick when left > 0
}
move tick { do left -= 1, done_ += 1  then tick when left > 0 }
turn start
end { draw "full" if no empty }
`
	for _, n := range []int{30, 900, 999} {
		b := start(t, rules, fmt.Sprint("n=", n))
		b.play("start a1")
		b.mover("B")
		if b.p.Numbers[0] != 0 || b.p.Numbers[1] != int64(n) {
			t.Errorf("of %d ticks %d were taken", n, b.p.Numbers[1])
		}
	}
	b := start(t, rules, "n=1000")
	b.may("start a1, start b1, start c1")
	b.play("start b1")
	b.ends("drawn : the turn goes on without end")

	// At its last step a turn may also end as its rules say.
	b = start(t, strings.Replace(rules, `end {`, `end { win "there" at once if done_ = 999 `, 1),
		"n=1000")
	b.play("start b1")
	b.ends("won by A: there")
	b = start(t, strings.ReplaceAll(rules, "when left > 0 }", "when left > 0 else done }"),
		"n=999")
	b.play("start b1")
	b.mover("B")
}

// language.md#loops: the condition is read before every round; all loops of a step share 4096
// rounds. A name of the author's may still be `while`.
func TestLoops(t *testing.T) {
	const rules = `game "Loops"
players A, B
board square(3, 1)
piece man
option n = 3 in {0, 3, 64, 65}
counter todo = 0
counter rounds = 0
counter while = 0
move go {
  at c in empty
  do todo := n, while += 1,
     while todo > 0: { todo -= 1, let inner = todo, rounds += 1 when inner >= 0 },
     place man on c
}
turn go else draw "full"
`
	for n, want := range map[string]int64{"0": 0, "3": 3} {
		b := start(t, rules, "n="+n)
		b.play("go a1")
		b.mover("B")
		if b.p.Numbers[0] != 0 || b.p.Numbers[1] != want || b.p.Numbers[2] != 1 {
			t.Errorf("with n = %s the counters are %v", n, b.p.Numbers)
		}
	}
	b := start(t, strings.Replace(rules, "todo -= 1,", "todo += 1,", 1))
	b.may("go a1, go b1, go c1")
	b.play("go a1")
	b.ends("drawn : the turn goes on without end")
	if b.p.Numbers[1] != eval.MostRounds {
		t.Errorf("%d rounds", b.p.Numbers[1])
	}
	// Rounds that go in a circle are not all taken, but leave the same values.
	for round, after := range map[string]int64{
		"todo := 1 + todo mod 7,":                            1 + (2+eval.MostRounds)%7,
		"todo := 1 + todo mod 100,":                          1 + (2+eval.MostRounds)%100,
		"todo := 1 + todo mod 5, while todo > 5: todo -= 1,": 1 + (2+eval.MostRounds)%5,
		"todo := 1 + todo mod 5, while := 3, while while > 0: while -= 1,": 1 + (2+
			eval.MostRounds/4)%5,
	} {
		b := start(t, strings.NewReplacer("todo -= 1,", round, ", rounds += 1 when inner >= 0", "",
			"while += 1", "while := 1").Replace(rules))
		b.play("go a1")
		b.ends("drawn : the turn goes on without end")
		if b.p.Numbers[0] != after {
			t.Errorf("%s leaves %d, not %d", round, b.p.Numbers[0], after)
		}
	}
}

// language.md#outcomes-of-a-turn.
func TestOutcomesOfATurn(t *testing.T) {
	const rules = `game "Outcomes"
players A, B, C
board square(3, 1)
piece man
option last = out in {out, half, first, dry}
setup { A man: a1  B man: b1  C man: c1 }
move go { from p in mine & b1  do remove p }
move never { from p in mine & none }
turn go, lose when last = out, draw when last = half, win when last = first, never when last = dry
`
	b := start(t, rules) // A cannot move and is out; B is asked
	b.mover("B")
	if b.p.Out != 1 || b.p.Ply != 0 {
		t.Errorf("out %b after %d turns", b.p.Out, b.p.Ply)
	}
	b.may("go b1") // the step is offered, not the outcome
	b.play("go b1")
	b.ends("won by B: last = out")
	if b.p.Ply != 1 {
		t.Errorf("%d turns", b.p.Ply)
	}
	start(t, rules, "last=half").ends("drawn : last = half")
	start(t, rules, "last=first").ends("won by A: last = first")
	start(t, rules, "last=dry").ends("drawn : no move")
}

func TestOutcomeInThen(t *testing.T) {
	b := start(t, `game "After"
players A, B
board square(3, 1)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.east  do p -> q  then go from q when count(p.west) = 0 else win }
turn go
`)
	b.play("go a1 b1")
	b.ends("goes on")
	b.play("go b1 c1")
	b.ends("won by A: no move is left")
	if b.p.Ply != 1 {
		t.Errorf("%d turns", b.p.Ply)
	}
}

// language.md#being-stuck.
func TestStuck(t *testing.T) {
	b := start(t, `game "Block"
players A, B
board square(3, 1)
piece man
setup { A man: a1  B man: c1 }
move go { from p in mine  to q in p.orthogonal & empty  do p -> q }
turn go else pass
end { win "no way" if stuck }
`)
	b.may("go a1 b1")
	b.play("go a1 b1")
	b.ends("won by A: no way")

	b = start(t, `game "Feed"
players A, B
board square(3, 1)
piece man
setup { A man: a1  B man: c1 }
move go { from p in mine  to q in p.orthogonal & empty  do p -> q  ensure not stuck "they must have a move" }
turn go else pass
`)
	b.may("pass")
	if r := b.m.Explain(b.p, b.find("go a1 b1")); r.Kind != eval.EnsureFails ||
		r.Reason != "they must have a move" {
		t.Errorf("refused because %+v", r)
	}
}

// language.md#reading-the-end: what `end` sees.
func TestWhatEndSees(t *testing.T) {
	const rules = `game "End"
option ask = turns in {turns, idle, marks, follow, own, nothing}
players A, B
board square(3, 1)
piece man
memory mark = none this turn
setup { A man: a1  B man: c1 }
move go "go" { do mark += b1, again when ply = 2 }
turn go, pass
end {
  draw if ask = turns and ply = 3
  draw if ask = idle and passes = 2
  win  if ask = marks and some mark
  win  if ask = follow and ply = 3 and next = B
  win  if ask = own and c1 in mine
}
`
	b := start(t, rules, "ask=turns")
	b.play("go", "go", "go")
	b.ends("drawn : ply = 3")

	b = start(t, rules, "ask=idle")
	b.play("pass", "go", "pass")
	b.ends("goes on")
	b.play("pass")
	b.ends("drawn : passes = 2")

	b = start(t, rules, "ask=marks")
	b.play("go")
	b.ends("won by A: some mark")

	b = start(t, rules, "ask=follow")
	b.play("go", "go", "go") // the third says again; next is B all the same
	b.ends("won by A: ask = follow and ply = 3 and next = B")

	b = start(t, rules, "ask=own")
	b.play("go")
	b.ends("goes on") // me is the mover, not the player who comes next
	b.play("go")
	b.ends("won by B: c1 in mine")

	b = start(t, rules, "ask=nothing")
	b.play("go", "go", "go")
	b.mover("A") // again
	if b.p.Ply != 3 {
		t.Errorf("%d turns", b.p.Ply)
	}
	b.play("pass")
	b.mover("B")
}

func TestAtOnce(t *testing.T) {
	const rules = `game "At once"
option reading = early in {early, late}
players A, B
board square(4, 1)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.east  do p -> q  then go from q }
turn go else lose
if reading = early { end { win "there" at once if c1 in mine } } else { end { win "there" if c1 in mine } }
`
	b := start(t, rules)
	b.play("go a1 b1", "go b1 c1")
	b.ends("won by A: there")
	if b.p.Ply != 1 {
		t.Errorf("%d turns", b.p.Ply)
	}
	b = start(t, rules, "reading=late")
	b.play("go a1 b1", "go b1 c1", "go c1 d1")
	b.ends("won by A: no move is left") // B has nothing
}

// language.md#players-who-are-out.
func TestThreePlayers(t *testing.T) {
	b := start(t, `game "Three"
players A, B, C
board square(3, 2)
piece man
counter n per player = 0
setup { A man: a1  B man: b1  C man: c1 }
move hit { at c in theirs  do remove c, n += 1 }
turn hit else pass
end {
  lose "empty" if no mine
  C lose "gone" if for C: no mine
  highest n wins "most" if passes >= 1
}
`)
	b.may("hit b1, hit c1")
	b.play("hit c1")
	b.ends("goes on")
	b.mover("B")
	if b.p.Out != 1<<2 {
		t.Errorf("out: %b", b.p.Out)
	}
	b.may("hit a1") // C's man is gone, A's is there
	b.play("hit a1")
	b.mover("A") // not C
	b.play("hit b1")
	b.ends("won by B: empty")

	b = start(t, `game "Scores"
option best = up in {up, down}
players A, B, C
board square(3, 2)
piece man
setup { A man: a1  B man: {b1, b2}  C man: {c1, c2} }
move rest "rest" { }
turn rest
if best = up { end { highest count(mine) wins "men" if ply = 1 } } else { end { lowest count(mine) wins "men" if ply = 1 } }
`)
	b.play("rest")
	b.ends("drawn B C: men")
	if s := b.p.Result.Scores; len(s) != 3 || s[0] != 1 || s[1] != 2 || s[2] != 2 {
		t.Errorf("scores %v", s)
	}
}

// language.md#teams. With three in a row on nine cells, the partners' game is tic-tac-toe.
func TestTeams(t *testing.T) {
	b := start(t, `game "Partners"
players North, East, South, West
teams North + South, East + West
board square(3, 3)
piece stone
move put { at c in empty  do place stone on c }
turn put else draw
end { win "a row" if in_a_row(team & cells, 3) }
`)
	b.play("put a1", "put a2", "put b1", "put b2", "put c1")
	b.ends("won by North South: a row")

	b = start(t, `game "Hits"
players A, B, C, D
teams B + C, A, D
board square(4, 3)
piece man
setup { A man: {a1, a2, a3}  B man: b1  C man: {c1, c2}  D man: d1 }
move hit { at c in (players - team) & cells  do remove c }
turn hit else pass
end {
  B lose "gone" if no B & cells
  D lose "gone" if no D & cells
  A lose "gone" if no A & cells
}
`)
	b.may("hit b1, hit c1, hit c2, hit d1")
	b.play("hit b1")
	b.mover("C")
	b.may("hit a1, hit a2, hit a3, hit d1")
	b.play("hit d1", "hit c1", "hit a1", "hit c2", "hit a2", "pass")
	b.ends("goes on")
	b.play("hit a3")
	b.ends("won by B C: gone")

	for best, want := range map[string]string{"highest": "drawn A B C: men",
		"lowest": "won by D: men"} {
		b = start(t, `game "Scores"
players A, B, C, D
teams B + C, A, D
board square(4, 3)
piece man
setup { A man: {a1, a2, a3}  B man: b1  C man: {c1, c2}  D man: d1 }
move rest "rest" { }
turn rest
end { `+best+` count(mine) wins "men" if ply = 1 }
`)
		b.play("rest")
		b.ends(want)
		if s := b.p.Result.Scores; !slices.Equal(s, []int64{3, 3, 3, 1}) {
			t.Errorf("scores %v", s)
		}
	}
}

// language.md#repetition.
func TestRepetitions(t *testing.T) {
	const rules = `game "Again"
option ko = false in {false, true}
players A, B
board square(2, 2)
piece man
counter n = 0
memory been = none
setup { A man: a1  B man: b2 }
move go { from p in mine  to q in p.(north | south) & empty  do p -> q, n += 1  ensure not ko or seen = 0 }
move note "note" { do been += a1 }
turn go, note
end { draw "twice" if repetitions = 2 }
`
	b := start(t, rules)
	b.play("go a1 a2", "go b2 b1", "go a2 a1", "go b1 b2") // the start again: once before
	b.ends("goes on")
	b.play("go a1 a2", "go b2 b1", "go a2 a1")
	b.ends("goes on")
	b.play("go b1 b2")
	b.ends("drawn : twice")

	b = start(t, rules)
	b.play("note") // the memory makes another position; its own start is this one
	b.play("note", "note", "note")
	b.ends("goes on")
	b.play("note")
	b.ends("drawn : twice")

	b = start(t, rules, "ko=true")
	b.play("go a1 a2", "go b2 b1", "go a2 a1")
	b.may("note") // b1-b2 would bring the pieces of the start back
	hand := b.p.Clone()
	b.p = b.m.Settle(hand)
	b.may("go b1 b2, note") // set up by hand, no position has been seen
}

// language.md#silent-steps.
func TestSilentSteps(t *testing.T) {
	b := start(t, `game "Silent"
players A, B
board square(3, 1)
piece man
counter waits per player = if me = A: 0 else 2
setup { A man: a1 }
move go { from p in mine  to q in p.orthogonal & empty  do p -> q  then mark from q }
move mark { from p in mine }
move wait { do waits -= 1 }
turn wait when waits > 0, go else stay
move stay "stay" { }
`)
	b.play("go a1 b1") // mark is all bound: silent; then B waits
	b.mover("A")
	if b.p.Ply != 2 {
		t.Errorf("%d turns", b.p.Ply)
	}
	b.may("go b1 a1, go b1 c1")
	b.play("go b1 a1", "go a1 b1")
	b.mover("B")
	b.may("stay") // it has a label

	b = start(t, `game "For ever"
players A, B
board square(3, 1)
piece man
move wait { }
turn wait
`)
	b.ends("drawn : the game goes in circles without anyone having a choice")
}

// language.md#identity-of-moves: nothing is merged, nothing comes twice.
func TestStepsAreUnique(t *testing.T) {
	b := start(t, `game "Unique"
players A, B
board square(3, 1)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.around  do p -> q }
turn go, go from a1, go from b1
`)
	b.may("go a1 b1")
}

func TestExplain(t *testing.T) {
	b := start(t, `game "Why"
players A, B
board square(5, 2)
piece man
setup { A man: {a1, a2}  B man: {b1, d1, e2} }
move step {
  from p in mine
  to   q in p.around & empty
  if   column(q) > column(p) "forwards only", row(q) = 2
  do   p -> q
  ensure no q.east & theirs "not beside them"
}
move jump {
  from p in mine
  over v in p.(east | west) & theirs
  to   q in v.(east | west) & empty - p
  do   remove v, p -> q
  then jump from q
}
move leave { from p in mine  do remove p }
turn jump else step, leave when ply > 5 else pass
`)
	for _, c := range []struct {
		step   string
		kind   eval.RefusalKind
		reason string
	}{
		{"jump a1 b1 c1", eval.Legal, ""},
		{"step a2 b2", eval.OtherGroup, ""},
		{"step a1 b2", eval.OtherGroup, ""},
		{"step b1 b2", eval.NotInDomain, ""},
		{"step a2 c2", eval.NotInDomain, ""},
		{"jump a1 b1 b2", eval.NotInDomain, ""},
		{"leave a1", eval.NotOffered, "ply > 5"},
		{"pass", eval.OtherGroup, ""},
		{"done", eval.NotOffered, ""},
	} {
		r := b.m.Explain(b.p, b.find(c.step))
		if r.Kind != c.kind || r.Reason != c.reason {
			t.Errorf("%s: kind %d, reason %q, want %d, %q", c.step, r.Kind, r.Reason, c.kind,
				c.reason)
		}
	}
	if r := b.m.Explain(b.p, 0xFFFFFFFFFFFFFF00); r.Kind != eval.Unknown {
		t.Errorf("a word that is no step: kind %d", r.Kind)
	}
	b.play("jump a1 b1 c1")
	b.may("jump c1 d1 e1")
	if r := b.m.Explain(b.p, b.find("jump a2 b2 c2")); r.Kind != eval.PieceGoesOn {
		t.Errorf("another man, who cannot: kind %d", r.Kind)
	}
	if r := b.m.Explain(b.p, b.find("step a2 b2")); r.Kind != eval.NotOffered {
		t.Errorf("a step in the middle of jumping: kind %d", r.Kind)
	}
	b.play("jump c1 d1 e1")
	b.mover("B")
	r := b.m.Explain(b.p, b.find("step e2 d2"))
	if r.Kind != eval.ConditionFails || r.Reason != "forwards only" {
		t.Errorf("backwards: kind %d, reason %q", r.Kind, r.Reason)
	}
	if len(r.Bindings) != 2 || r.Bindings[0].Name != "p" || r.Bindings[1].Name != "q" {
		t.Errorf("bindings %v", r.Bindings)
	}
}

func TestExplainWhichPieceGoesOn(t *testing.T) {
	b := start(t, `game "On"
players A, B
board square(5, 2)
piece man
setup { A man: {a1, a2}  B man: {b1, d1, b2} }
move jump {
  from p in mine
  over v in p.east & theirs
  to   q in v.east & empty
  do   remove v, p -> q
  then jump from q
}
turn jump else pass
`)
	b.play("jump a1 b1 c1")
	if r := b.m.Explain(b.p, b.find("jump a2 b2 c2")); r.Kind != eval.PieceGoesOn ||
		r.Role == nil || r.Role.Word != "from" {
		t.Errorf("another man goes on: %+v", r)
	}
}

func TestCoverage(t *testing.T) {
	g := load(t, `game "Cover"
players A, B
board square(3, 1)
piece man
setup { A man: a1  B man: c1 }
move go {
  from p in mine
  to   q in p.orthogonal
  if   q in empty
  do   p -> q, remove q when ply = 0
  ensure ply < 9
}
turn go else pass
end { win if no theirs  draw if ply = 2 }
`)
	m, counts := eval.NewCovered(g)
	p := m.Start()
	p = m.Play(p, m.Moves(p)[0]) // a1 goes to b1 and is removed
	p = m.Play(p, m.Moves(p)[0])
	if p.Result == nil || p.Result.Sentence != 0 {
		t.Fatalf("result %+v", p.Result)
	}
	mv := g.Moves[0]
	for name, c := range map[string]struct {
		got  *eval.Count
		want eval.Count
	}{
		"from":     {counts.Clauses[&mv.Clauses[0]], eval.Count{Yes: 2}},
		"to":       {counts.Clauses[&mv.Clauses[1]], eval.Count{Yes: 2}},
		"if":       {counts.Clauses[&mv.Clauses[2]], eval.Count{Yes: 2}},
		"ensure":   {counts.Conds[&mv.Ensure[0]], eval.Count{Yes: 2}},
		"move":     {counts.Effects[mv.Do[0]], eval.Count{Yes: 2}},
		"remove":   {counts.Effects[mv.Do[1]], eval.Count{Yes: 1, No: 1}},
		"win":      {counts.Sentences[g.End[0]], eval.Count{Yes: 1, No: 1}},
		"draw":     {counts.Sentences[g.End[1]], eval.Count{No: 1}},
		"turn: go": {counts.Items[g.Turn.Groups[0].Items[0]], eval.Count{Yes: 2}},
	} {
		if c.got == nil || *c.got != c.want {
			t.Errorf("%s: %+v, want %+v", name, c.got, c.want)
		}
	}
}

// What rules out a step when nothing in the step itself does.
func TestExplainTheOtherTurns(t *testing.T) {
	b := start(t, `game "Best"
players A, B
board square(7, 3)
piece man
counter taken = 0 this turn
setup { A man: {a1, a2}  B man: {b1, b2, d2, g1} }
move jump {
  from p in mine
  over v in p.east & theirs
  to   q in v.east & empty
  do   remove v, p -> q, taken += 1
  then jump from q, done
}
turn jump with most taken else pass
`)
	if r := b.m.Explain(b.p, b.find("jump a1 b1 c1")); r.Kind != eval.NotBest ||
		len(r.Instead) != 1 || b.text(r.Instead[0]) != "jump a2 b2 c2" {
		t.Errorf("a shorter jump: %+v", r)
	}
	if r := b.m.Explain(b.p, b.find("pass")); r.Kind != eval.OtherGroup ||
		r.Group != b.g.Turn.Groups[0] {
		t.Errorf("a pass: %+v", r)
	}
	b.play("jump a2 b2 c2")
	if r := b.m.Explain(b.p, b.find("done")); r.Kind != eval.NotBest {
		t.Errorf("done too early: %+v", r)
	}

	b = start(t, `game "Complete"
players A, B
board square(5, 1)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.east{1..2}  do p -> q  then hop from q else illegal }
move hop { from p in mine  to q in p.east{3} | p.west  do p -> q  then hop from q }
turn go else lose
`)
	b.may("go a1 b1, go a1 c1")
	b.play("go a1 c1", "hop c1 b1")
	b.may("hop b1 a1, hop b1 e1")
	b.play("hop b1 e1", "hop e1 d1")
	b.may("hop d1 c1")
	b.play("hop d1 c1")
	// c1 has already been left this way: the turn is over, and B has nothing
	if b.may(""); b.p.Result == nil {
		t.Error("the turn goes round")
	}
	if r := b.m.Explain(b.p, b.find("hop c1 b1")); r.Kind != eval.GameOver {
		t.Errorf("after the end: %+v", r)
	}

	b = start(t, `game "Must"
players A, B
board square(5, 1)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.east{1..2}  do p -> q  then hop from q else illegal }
move hop { from p in mine  to q in p.east{3}  do p -> q }
turn go else lose
`)
	b.may("go a1 b1")
	if r := b.m.Explain(b.p, b.find("go a1 c1")); r.Kind != eval.CannotGoOn {
		t.Errorf("nothing can follow: %+v", r)
	}
}

func TestExplainComingBack(t *testing.T) {
	b := start(t, `game "Round"
players A, B
board square(2, 2)
piece man
setup { A man: a1 }
move go { from p in mine  to q in p.orthogonal  do p -> q  then go }
turn go
`)
	b.play("go a1 a2", "go a2 b2")
	if r := b.m.Explain(b.p, b.find("go b2 a2")); r.Kind != eval.ComesBack {
		t.Errorf("back to a2: %+v", r)
	}
}

// A position in the middle of a turn may be set up by hand: the pending choice needs no more than
// items and values.
func TestSettleInTheMiddle(t *testing.T) {
	b := start(t, `game "Middle"
players A, B
board square(5, 1)
piece man
setup { A man: {a1, c1}  B man: {b1, d1} }
move jump { from p in mine  over v in p.east & theirs  to q in v.east & empty  do remove v, p -> q  then jump from q }
turn jump else pass
`)
	p := b.p.Clone()
	p.Steps = 1
	p.Pending = &position.Pending{Groups: []position.PendingGroup{{Items: []position.PendingItem{
		{Op: ir.MoveItem, Move: 0, Roles: []position.RoleSet{{Role: 0, Sites: topology.SetOf(2)}}},
	}}}}
	b.p = b.m.Settle(p)
	b.may("jump c1 d1 e1")
	b.play("jump c1 d1 e1")
	b.mover("B")
	if b.p.Touched != topology.SetOf(2, 3, 4) {
		t.Errorf("touched: %v", b.p.Touched)
	}

	// it cannot go on: the turn is over
	p.Pending.Groups[0].Items[0].Roles[0].Sites = topology.SetOf(0)
	if q := b.m.Settle(p); q.ToMove != 1 || q.Ply != 1 {
		t.Errorf("player %d is to move after %d turns", q.ToMove, q.Ply)
	}
}

// There are 5478 positions of tic-tac-toe, by hand and by key.
func TestKeysTellPositionsApart(t *testing.T) {
	b := start(t, `game "Noughts"
players X, O
board square(3, 3)
piece mark
move put { at c in empty  do place mark on c }
turn put else draw
end { win if in_a_row(mine, 3) }
`)
	keys, boards := map[position.Key]bool{}, map[[2]topology.Set]bool{}
	var visit func(*position.State)
	visit = func(p *position.State) {
		key := p.Key()
		boards[[2]topology.Set{p.Owned[0], p.Owned[1]}] = true
		if keys[key] {
			return
		}
		keys[key] = true
		for _, step := range b.m.Moves(p) {
			visit(b.m.Play(p, step))
		}
	}
	visit(b.p)
	if len(keys) != 5478 || len(boards) != 5478 {
		t.Errorf("%d keys, %d boards", len(keys), len(boards))
	}
}

// Every type of role can be chosen, and bound beforehand where that makes sense.
func TestRoles(t *testing.T) {
	b := start(t, `game "Roles"
players A, B, C
board square(3, 3)
piece man, king
counter heap = 3
setup { A man: a1  B man: b1  C man: c3 }
move take { with n in 1..heap  do heap -= n  then give as next else stay }
move give { as who in players  along d in orthogonal  do place who man on b2.d  then pick along north | east as king, pick along d }
move pick { along d in orthogonal  as k in kinds  do place k on b2 }
move stay "stay" { }
turn take else pass
`)
	b.may("take 1, take 2, take 3")
	b.play("take 2")
	b.may("give B east, give B north, give B south, give B west")
	b.play("give B south")
	b.may("pick east king, pick north king, pick south king, pick south man")
	b.play("pick south king")
	b.mover("B")
	b.may("take 1")
	if got := b.pieces(0) + " / " + b.pieces(1); got != "a1 man, b2 king / b1 man" {
		t.Errorf("pieces: %s", got)
	}
}

// Whoever is out cannot lose again, so that the game goes on with the others.
func TestNobodyLosesTwice(t *testing.T) {
	b := start(t, outOfTurn)
	b.play("put a1", "put b1", "put c1", "put d1")
	b.mover("B") // the turn of A was over when it was decided
	b.play("put a2")
	b.mover("D")
}

// outOfTurn is a game in which a player is out at the start of another's turn.
const outOfTurn = `game "Out of turn"
players A, B, C, D
board square(4, 4)
piece man
move put { at c in empty  do place man on c }
turn C loses when ply = 4, put when ply != 4 else put
`
