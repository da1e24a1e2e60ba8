package engine_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/engine"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/testdata/long"
)

// growing is a game whose turns get longer from ply to ply, until there are too many to compare. A
// step might have to add up far more than it ever does, so few may be tried.
const growing = `game "Growing"
players A, B
board square(5, 5)
piece man
memory been = none this turn
setup { A man: a1 | e5  B man: e1 | a5 }
def sum3 = sum a in cells: sum b in cells: sum c in cells: count((a | b | c) & mine)
move go {
  from p in mine
  to   q in (p.around & empty) - been
  do   p -> q, been += q
  then go from q when count(been) < ply / 2, done
}
turn go with most count(been) + (if ply > 500: sum3 else 0) else pass
`

// Both engines count the steps tried to compare turns alike: they draw a game in the same position,
// played step by step and in random games.
func TestTooManyTurnsAreDrawnAlike(t *testing.T) {
	long.OneThread(t)
	g := gameOf("growing", growing)
	if g == nil {
		t.Fatal("the rules are not valid")
	}
	if most := eval.BoundsOf(g).Ahead(); most > 1<<14 {
		t.Errorf("%d steps may be tried", most)
	}
	m, slow := engines(t, g)
	pos := m.NewSlot()
	lengths := map[int]bool{}
	for seed := range uint64(12) {
		if !long.Case(int(seed), 2) {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 5))
		m.Start(pos)
		p := slow.Start()
		var played []position.Move
		for p.Result == nil && len(played) < 200 {
			compare(t, g, m, pos, slow, p, played)
			moves := slow.Moves(p)
			mv := moves[rng.IntN(len(moves))]
			played = append(played, mv)
			p = slow.Play(p, mv)
			if !m.Play(pos, pos, mv) {
				t.Fatalf("a legal step is refused after %d", len(played))
			}
		}
		compare(t, g, m, pos, slow, p, played)
		if p.Result == nil || p.Result.Reason != eval.ReasonLong {
			t.Fatalf("after %d steps the result is %+v", len(played), p.Result)
		}
		if r := m.Result(pos); r == nil || r.Reason != eval.ReasonLong {
			t.Fatalf("after %d steps the module has %+v", len(played), r)
		}
		lengths[len(played)] = true
	}
	m.Start(pos)
	m.Seed(1)
	m.Playout(t.Context(), pos, 500, false)
	if r := m.Result(pos); r == nil || r.Reason != eval.ReasonLong {
		t.Errorf("a random game ends with %+v", r)
	}
	if len(lengths) < 3 {
		t.Errorf("all games are of %v steps", lengths)
	}
}

// International draughts compares turns. With one operator changed, a turn may go on forever.
func TestDraughtsWithManyTurns(t *testing.T) {
	long.OneThread(t)
	const file = "../../rulesets/international-draughts/international-draughts.rules"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	played, from := 0, strings.Index(string(b), "move ")
	for at := from; ; at++ {
		next := strings.Index(string(b[at:]), "&")
		if next < 0 {
			break
		}
		at += next
		g := gameOf(file, string(b[:at])+"|"+string(b[at+1:]))
		if g == nil {
			continue
		}
		if _, err := compiled(g); err != nil {
			continue
		}
		played++
		agreeWithin(t, g, 12, uint64(at), eval.MostWork/8)
	}
	if played == 0 {
		t.Error("no change leaves a game")
	}
}

// Neither does it matter how a turn ends, by `done` or for want of a continuation: in all games
// that compare turns, both engines count alike when few steps may be tried.
func TestFewTurnsAreDrawnAlike(t *testing.T) {
	long.OneThread(t)
	// What turns are compared by could be dear, as far as the rules tell.
	dear := func(times int) string {
		sums := ""
		for i := range times {
			sums += "sum any" + string(rune('a'+i)) + " in 1..8: "
		}
		return "(if ply > 5000: " + sums + "count(occupied) else 0), "
	}
	compares := regexp.MustCompile(`with (most|least) `)
	games, cut := 0, 0
	for _, file := range ruleFiles(t) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !compares.Match(b) || !long.Tests && !strings.Contains(file, "backgammon") {
			continue
		}
		var g *ir.Game
		text := ""
		for times := 1; times < 8; times++ { // as dear as may be
			next := compares.ReplaceAllString(string(b), "$0"+dear(times))
			of := gameOf(file, next)
			if of == nil || eval.BoundsOf(of).Foreseen() != nil {
				break
			}
			g, text = of, next
		}
		if g == nil {
			continue // it extends another game
		}
		t.Logf("%s: %d steps may be tried", filepath.Base(file), eval.BoundsOf(g).Ahead())
		for seed := range uint64(2) {
			whereCompiled(t, g, file, seed, text, func() {
				games++
				agreeWithin(t, g, 60, seed, eval.MostWork/8)
				m := newMachine(t, g)
				pos := m.NewSlot()
				m.Start(pos)
				m.Seed(seed)
				m.Playout(t.Context(), pos, 500, false)
				if r := m.Result(pos); r != nil && r.Reason == eval.ReasonLong {
					cut++
				}
			})
		}
	}
	t.Logf("%d of %d games are drawn", cut, games)
	if cut == 0 {
		t.Error("no game compares too many turns")
	}
}

// Games whose steps must be followed by the same move again and again, and others that only the
// evaluator can bound, are not compiled, and the error says why.
func TestNotForeseen(t *testing.T) {
	const head = "game \"Long\"\nplayers A, B\npiece man\nsetup { A man: a1  B man: c1 }\n"
	for rules, want := range map[string]string{
		`board square(32, 32)
move fill { do each x in cells: each y in cells: place man on cells - y }
turn fill`: "leave a step up to 1.08e+09 units of work",
		`board square(32, 32)
memory been = a1 this turn
move go { from p in mine  to q in p.around - been  do p -> q, been += q  then go else stop else illegal }
move stop { from p in mine & none }
turn go else pass`: "any number of others",
		`board square(20, 20)
move put { from a in cells to b in cells over c in a.around do place man on b & c ensure some mine.around* & a }
turn put else pass`: "to try all steps may take up to",
		`board square(32, 32)
counter n = 0
move put { to q in rank(5) with x in 1..60000 do place man on q, n := x }
turn put else pass`: "may offer up to 1.92e+06 steps",
		`then roll
board square(32, 32)
chance roll { at c in empty with x in 1..1000 weight count(c.around{1..4000}) do place man on c }
move go { from p in mine to q in p.around do p -> q }
turn go else pass`: "leave a step up to 2.13e+12 units of work",
	} {
		g := gameOf("long", head+rules)
		if g == nil {
			t.Fatalf("not valid:\n%s", rules)
		}
		_, err := compile.Wasm(context.Background(), g)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; %q is not in it", err, want)
		}
		if _, err := engine.New(g); err == nil {
			t.Error("an engine is made")
		}
	}
}
