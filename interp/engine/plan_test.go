package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp/compile"
	"boardgame/interp/compile/wasm"
	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

// TestPlan shows the plan of every game: each of its moves has a level.
func TestPlan(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 0) { // compiled for others
		t.Run(name, func(t *testing.T) {
			g := load(t, name, "")
			e, err := compiled(g)
			if err != nil {
				t.Fatal(err)
			}
			plan := e.Plan()
			t.Log("\n" + plan)
			for _, mv := range g.Moves {
				if !offered(g, mv) { // as castling in a variant that leaves it out
					continue
				}
				if !strings.Contains(plan, "move "+mv.Name+" · ") &&
					!strings.Contains(plan, "chance "+mv.Name+" · ") {
					t.Errorf("the plan says nothing about the move %s", mv.Name)
				}
			}
		})
	}
}

// offered reports whether a choice of the game offers a move.
func offered(g *ir.Game, mv *ir.Move) bool {
	choices := []*ir.Choice{g.Turn, g.SetupThen}
	for _, m := range g.Moves {
		choices = append(choices, m.Then)
	}
	for _, c := range choices {
		if c == nil {
			continue
		}
		for _, group := range c.Groups {
			for _, it := range group.Items {
				if it.Op == ir.MoveItem && g.Moves[it.Move] == mv {
					return true
				}
			}
		}
	}
	return false
}

// TestLeft compiles a game with a part that must be left to the evaluator: the plan says which part
// and why, and the rest is fast.
func TestLeft(t *testing.T) {
	long.OneThread(t)
	g := read(t, source.NewFile("left.rules", `game "Left"
players White, Black
board square(6, 6)
piece man
counter reach = 0
move put {
  at c in empty
  do place man on c, reach += count(c.orthogonal[empty]{0..30})
}
move hop {
  from p in mine
  to   q in empty & p.around
  do   p -> q
}
turn put, hop else draw
end {
  draw if ply > 20
  win  if count(rank(1).orthogonal[empty]{0..30}) = 7
}`), nil)
	planned(t, g,
		"move put · by the evaluator (a walk of 30 steps)\n",
		"move hop · for all sites at once, 8 classes\n",
		"end 1: ply > 20 · once\n",
		"end 2: count(rank(1).orthogonal[empty]{0..30}) = 7 · by the evaluator (a walk of 30 steps)\n")
}

// planned compares the plan of a game, and how both engines play it.
func planned(t *testing.T, g *ir.Game, wants ...string) {
	t.Helper()
	e, err := compiled(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range wants {
		if !strings.Contains(e.Plan(), want) {
			t.Errorf("the plan does not say %q:\n%s", want, e.Plan())
		}
	}
	agree(t, g, 300, 1)
	agreeOnDraws(t, g, 100, 1)
}

// Files and ranks that depend on a place are asked about for all places at once.
func TestLinesOfPlaces(t *testing.T) {
	long.OneThread(t)
	g := read(t, source.NewFile("lines.rules", `game "Lines"
players A, B
board square(5, 4)
piece man
move put {
  at c in empty
  if no mine & file(column(c)) or some theirs & rank(row(c) + 1)
  do place man on c
}
turn put else draw "no place is left"
`), nil)
	planned(t, g, "move put · for all sites at once, 1 class\n")
}

// Walks around rings are compiled if their lengths have a bound: that of min or mod.
func TestBoundedWalks(t *testing.T) {
	long.OneThread(t)
	g := read(t, source.NewFile("walks.rules", `game "Walks"
players A, B
board square(4, 2) { loop onward: a1-b1-c1-d1-d2-c2-b2-a2 }
piece man
counter n = 0
memory seen = a1
move put {
  at c in empty
  if not some seen.onward{min(n, 3)} & theirs
  do place man on c, n += 5 when n < 9, n := 0 - 7 when n > 8, seen := seen.onward{1..n mod 6}.onward{n mod 3}
}
turn put else draw "full"
`), nil)
	e, err := compiled(g)
	if err != nil || strings.Contains(e.Plan(), "by the evaluator") {
		t.Fatalf("left to the evaluator: %v\n%s", err, e.Plan())
	}
	agree(t, g, 300, 1)
	agreeOnDraws(t, g, 100, 1)
}

// planOf returns the plan of a ruleset.
func planOf(t *testing.T, name string) string {
	t.Helper()
	e, err := compiled(load(t, name, ""))
	if err != nil {
		t.Fatal(err)
	}
	return e.Plan()
}

// TestCases plays one game whose step does different things depending on a condition, and one game
// with many large numbers.
func TestCases(t *testing.T) {
	long.OneThread(t)
	g := read(t, source.NewFile("programs.rules", `game "Programs"
players White facing north, Black facing south
board square(6, 6)
piece man
piece king
counter strength per player = 3
counter rests = 0
setup {
  White man: rank(1)
  Black man: rank(6)
}
move walk {
  from p in mine
  to   q in p.around & empty
  let  crown = p in man and q in edge(forward)
  do   p -> q, q becomes king when crown
  then rest when not crown and count(theirs) < 6
}
move rest {
  do rests += 1
}
move hit {
  at c in theirs & mine.around
  if strength > 0
  do remove c, strength -= 1
}
turn hit when strength >= 2 and some king, walk when ply != 30 and ply < 58 and no theirs & edge(backward) & king, hit else draw
end {
  lose if count(mine) < 2 and rests = 2
  draw if ply >= 60 or strength <= 0 and no king
}`), nil)
	agree(t, g, 2000, 1)

	var b strings.Builder
	b.WriteString("game \"Numbers\"\nplayers White, Black\nboard square(5, 5)\npiece man\ncounter " +
		"n = 0\nmove put {\n  at c in empty\n  do place man on c, n += 100003*ply\n}\nturn put " +
		"else draw\nend {\n")
	for i := range 90 {
		fmt.Fprintf(&b, "  win if n mod %d > %d\n", 701+i, 699+i)
	}
	b.WriteString("}\n")
	agree(t, read(t, source.NewFile("numbers.rules", b.String()), nil), 500, 1)
}

// What several moves ensure in common becomes one function for each player. Its arguments are what
// steps change: sets and a number.
func TestEnsureIsShared(t *testing.T) {
	long.OneThread(t)
	g := read(t, source.NewFile("ensure.rules", `game "Guards"
players White facing north, Black facing south
board square(6, 12)
piece king
piece guard
piece rook
counter patience per player = 0
setup {
  White king: c1
  White guard: rank(2)
  White rook: a1 | f1
  Black king: d12
  Black guard: rank(11)
  Black rook: a12 | f12
}
def line(p, D) = union d in D: p.d[empty]*.d
def hit(s) = some line(s, orthogonal) & theirs & rook
          or some line(s, diagonal) & theirs & guard
          or some s.around & theirs & king
          or some s.forward.forward.(left | right) & theirs & rook
def safe = not hit(mine & king) or patience > 3
move step {
  from p in mine & (king | guard)
  to   q in p.around - mine
  do   p -> q, patience += 1
  ensure safe
}
move slide {
  from p in mine & rook
  to   q in line(p, orthogonal) - mine
  do   p -> q
  ensure safe
}
move drop {
  at q in empty & rank(3)
  as k in guard | rook
  if count(mine) < 9
  do place k on q
  ensure safe
}
turn step, slide, drop else lose
end {
  draw if ply >= 80
}`), nil)
	agree(t, g, long.Times(3000, 10), 1)
	m, err := compile.Wasm(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := wasm.Text(&text, m.Code); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), ";ensure (param"); n != 2 {
		t.Errorf("%d functions for what is ensured, want 2", n)
	}
}
