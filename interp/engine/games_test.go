package engine_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

// The games that TestAgree does not study play as in the evaluator.
func TestAgreeOnOtherGames(t *testing.T) {
	long.OneThread(t)
	plies, work, visits := 250, int64(unlimited), math.MaxInt
	if !long.Tests {
		plies, work, visits = 30, eval.MostWork/32, 300 // less where the evaluator is slow
	}
	for _, name := range long.Sample(ruleset.List(), 0) {
		if slices.Contains(long.Studied, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := load(t, name, "")
			if err := eval.BoundsOf(g).Foreseen(); err != nil {
				t.Fatal("left to the evaluator: ", err)
			}
			agreeWithin(t, g, plies, 1, work)
			if !long.Tests && name == "blokus-duo" {
				return // with hundreds of steps a position, a whole game takes the evaluator long
			}
			drawWithin(t, g, plies/5, 2, work, visits)
			agreeInPieces(t, g, 1, 3)
			perftWithin(t, g, 200)
		})
	}
}

// A turn may bind roles of its moves beforehand, to sites or to what stands there at the start of
// the turn.
func TestAgreeOnBoundTurns(t *testing.T) {
	long.OneThread(t)
	for _, turn := range []string{
		"go to theirs else go else lose",
		"go from a1 | b1 | a4, hop to theirs else hop else lose",
		"go from mine & edge(forward) to empty else hop from rim, go else lose",
	} {
		agree(t, read(t, source.NewFile("bound.rules", `game "Bound"
players White facing north, Black facing south
board square(4, 4)
piece pawn
setup {
  White pawn: rank(1)
  Black pawn: rank(4)
}
move go {
  from p in mine
  to   q in p.around - mine
  do   p -> q
}
move hop {
  from  p in mine
  along d in orthogonal
  to    q in p.d.d - mine
  do    p -> q
}
turn `+turn+"\nend { draw if ply > 40 }"), nil), 200, 3)
	}
}

// Turns whose steps may come in any order are compared: what is remembered of a position within a
// turn is what its turns reach. If too many steps are looked at, the game is a draw all the same.
func TestAgreeOnOrders(t *testing.T) {
	long.OneThread(t)
	for _, c := range []struct {
		best  string
		spend int
		plies int
	}{
		{"most worth", 4, 60}, {"least worth", 4, 60}, {"most spent, worth", 3, 60},
		{"least (if spent = 3: 0 else 1), worth mod 3", 3, 60}, {"most worth", 20, 1},
	} {
		agree(t, read(t, source.NewFile("orders.rules", fmt.Sprintf(`game "Orders"
players White facing north, Black facing south
board square(3, 6)
piece man
counter spent = 0 this turn
counter worth = 0 this turn
setup {
  White man: rank(1)
  Black man: rank(6)
}
move go {
  from p in mine
  with n in 1..2
  to   q in p.forward{n} & empty
  if   spent + n <= %d
  do   p -> q, spent += n, worth += n * count(q.west+)
  then go
}
turn go with %s else lose`, c.spend, c.best)), nil), c.plies, 3)
	}
}

// A turn and a continuation may bind roles that are not sites beforehand: directions and
// kinds.
func TestAgreeOnBoundValues(t *testing.T) {
	long.OneThread(t)
	for _, c := range []struct{ roles, as, then, turn string }{
		{"along d in orthogonal", "p.d", "go from q along d, done", "go"},
		{"along d in around", "p.d", "go from q along orthogonal - d, done",
			"go along orthogonal else go"},
		{"along d in diagonal", "p.d.d | p.d", "go along back(d), done when ply > 3",
			"go along northeast"},
		{"as k in man | king", "if k = man: p.orthogonal else p.diagonal",
			"go as (if q in rim: man else king) from q, done", "go as king else go"},
	} {
		g := read(t, source.NewFile("bound.rules", `game "Bound"
players White facing north, Black facing south
board square(4, 4)
piece man, king
setup { White man: a1, White king: b1  Black man: c4, Black king: d4 }
move go "go" {
  from p in mine
  `+c.roles+`
  to   q in (`+c.as+`) & empty
  do   p -> q
  then `+c.then+`
}
turn `+c.turn+` else pass
end { draw if ply > 30 }`), nil)
		p, err := compiled(g)
		if err != nil {
			t.Errorf("%s: %v", c.roles, err)
			continue
		}
		if p.Evaluator {
			t.Errorf("%s: something is left to the evaluator: %v", c.roles, p.Report)
		}
		agree(t, g, 300, 3)
		agreeOnDraws(t, g, 100, 3)
		agreeInPieces(t, g, 3, 3)
	}
}

// A turn may name the player who wins or loses, and an effect may do several things for each member
// of a set, in order.
func TestAgreeOnNamesAndSeveralEffects(t *testing.T) {
	long.OneThread(t)
	for _, c := range []struct{ turn, effects string }{
		{`go else Black wins "stuck"`, "p -> q"},
		{`go else Black loses`, "p -> q"},
		{`go else White loses "gone", draw`, "p -> q"},
		{`go else hop else Red wins`,
			"p -> q, each x in b2 | c3: { let y = x.east, n += 1 when x in theirs, remove y when " +
				"y in theirs }"},
		{`go else pass when n > 3 else lose`, `each x in b2 | b3 | c2: { n := 2 * n + count(x.around & mine) when x in mine,
    each y in x.north | x.east: { n += 1, remove y when n > 9 } when n < 20 }, p -> q`},
	} {
		text := `game "Names"
players White facing north, Black facing south, Red facing east
board square(4, 4)
piece pawn
counter n = 0
setup {
  White pawn: rank(1)
  Black pawn: rank(4)
  Red pawn: {a2, a3}
}
move go {
  from p in mine
  to   q in p.around - mine
  do   ` + c.effects + `
}
move hop {
  from  p in mine
  along d in orthogonal
  to    q in p.d.d - mine
  do    p -> q
}
turn ` + c.turn + `
end { draw if ply > 40 }`
		g := read(t, source.NewFile("names.rules", text), nil)
		p, err := compiled(g)
		if err != nil {
			t.Fatal(err)
		}
		if p.Evaluator {
			t.Errorf("%s: something is left to the evaluator", c.effects)
		}
		agree(t, g, 300, 3)
		agreeOnDraws(t, g, 100, 2)
		agreeInPieces(t, g, 2, 3)
	}
}

// Whole lines within a set are found at once, even if the rules ask about them from every site, and
// where lines of several lengths meet. The same goes for floods and rows.
func TestAgreeOnWholeLines(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{
		"square(3, 4)",
		"graph { line a-b-c  line c-d-e  line a-d-f-g  line b-e-g }",
	} {
		for _, n := range []string{"2", "3", "4"} {
			agree(t, read(t, source.NewFile("lines.rules", `game "Lines"
players White, Black
board `+board+`
piece man
def whole(c, S) = some d in axes: count((c.d* | c.back(d)*) & S) = `+n+`
move put {
  at c in empty
  let closes = whole(c, mine | c)
  do place man on c
  then take when closes
}
move take {
  at c in (those c in theirs: not whole(c, theirs))
  do remove c
}
turn put else lose
end { win if some c in mine: whole(c, mine) and count(mine) > 5  draw if ply > 60 }`), nil), 300, 5)
		}
	}
}

// A site with all its neighbors in a set is found by one shift for each neighbor, if those are
// fewer than the sites.
func TestAgreeOnWholeNeighborhoods(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"square(7, 6)", "hexagon(4)", "square(12, 6)", "square(3, 3)"} {
		for _, n := range []string{"3", "4", "6", "8"} {
			agree(t, read(t, source.NewFile("around.rules", `game "Around"
players White, Black
board `+board+`
piece man
move put {
  at c in empty
  if count(c.around & theirs) != `+n+`
  do place man on c
}
move take {
  at c in (those c in theirs: count(c.around & (mine | empty)) = `+n+`)
  do remove c
}
turn put, take else lose
end { win if some c in mine: count(c.around & mine) = `+n+`  draw if ply > 60 }`), nil), 200, 5)
		}
	}
}

// Rows are searched where a set has grown. It may also have lost members meanwhile, or have grown
// in another player's turn.
func TestAgreeOnRows(t *testing.T) {
	long.OneThread(t)
	for _, board := range []string{"square(5, 5)", "square(12, 11)", "square(20, 16)"} {
		g := read(t, source.NewFile("rows.rules", `game "Rows"
players White, Black
board `+board+`
piece man
move put {
  at c in empty
  do place man on c, c.east & theirs becomes mine
}
move go {
  from p in mine
  to   q in p.around - mine
  do   p -> q
}
turn put, go else lose
end {
  draw if ply > 80
  win  if in_a_row(mine & mine.north, 3) and count(theirs) > 3
  win  if in_a_row(mine, 4)
  lose if in_a_row(mine, 3) and count(mine) > 8
}`), nil)
		agree(t, g, 600, 7)
	}
}

// Whether a player is stuck is read when the next turn begins, however many steps a call plays, and
// whether it is cut off before, within or after that turn.
func TestAgreeInPiecesOfTurns(t *testing.T) {
	long.OneThread(t)
	for _, rules := range []string{`
setup { White man: rank(1)  Black man: rank(4) }
move go {
  from p in mine
  to   q in p.around & empty
  do   p -> q
  then drop
}
move drop {
  at c in empty
  do place man on c
}
turn go
end { draw if ply >= 40  lose if stuck }`, `
counter n = 0
move tick { do n += 1 }
turn tick
end { draw if n = 90  lose if stuck }`} {
		g := read(t, source.NewFile("pieces.rules", `game "Pieces"
players White, Black
board square(4, 4)
piece man`+rules), nil)
		agree(t, g, 100, 1)
		agreeOnDraws(t, g, 100, 2)
		agreeInPieces(t, g, 50, 3)
	}
}

// TestAgreeOnCorners plays small games with one trap each, named in the first line.
func TestAgreeOnCorners(t *testing.T) {
	long.OneThread(t)
	files, err := filepath.Glob("testdata/corners/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".rules"), func(t *testing.T) {
			for seed := range uint64(3) {
				agree(t, load(t, file, ""), 150, seed)
			}
		})
	}
}

// Moves left to the evaluator cannot ask about earlier positions, neither in the moves a stuck
// player would have nor in those that have to follow. Such a game is left to the evaluator as a
// whole.
func TestLeftWhole(t *testing.T) {
	long.OneThread(t)
	const rules = `game "Whole"
players White, Black
board square(21, 21)
piece man
counter points = 0
counter visits per cell = 0
setup {
  White man: a1
  Black man: f6
}
move go {
  from  p in mine
  along d in orthogonal
  to    q in p.d & empty
  do    p -> q%s
}
move tick "tick" {
  at c in empty
  if seen = 0
  do points += 1
}
%s
end {
  %s
  draw if ply >= 20
}`
	for _, c := range []struct{ name, then, turn, end string }{
		{"stuck", "", "turn go, tick else pass", "draw if stuck and visits(a1) > 0"},
		{"follows", ", visits(q) += 1\n  then tick else illegal", "turn go else pass", ""},
		{"scores", "", "turn go, tick else pass",
			"highest if me = White: min(seen, 1) else 0 wins if ply >= 12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := read(t, source.NewFile("whole.rules", fmt.Sprintf(rules, c.then, c.turn, c.end)),
				nil)
			if e, err := compiled(g); err == nil ||
				!strings.Contains(err.Error(), "ask about repetitions") {
				t.Errorf("%v, not left as a whole because the rules ask about repetitions:\n%v",
					err, e)
			}
		})
	}
}

// Where a column and a row cross there is one site; pieces can move and shift there.
func TestAgreeOnCrossings(t *testing.T) {
	long.OneThread(t)
	g := read(t, source.NewFile("crossings.rules", `game "Crossings"
players White facing north, Black facing south
board square(5, 5)
piece man, king
setup {
  White man:  rank(1)
  White king: rank(2) & file(3)
  Black man:  rank(5)
}
def mirror(p) = file(6 - column(p)) & rank(row(p))
def ahead(p)  = file(column(p)) & rank(row(p) + (if me = White: 1 else 0 - 1))

move go {
  from p in mine
  to   q in ahead(p) & empty | p.left & empty
  do   p -> q
}
move flip {
  from p in mine & man
  with n in 1..3
  do   p -> mirror(p), shift (mine & king) by mirror, shift (theirs & file(n)) by ahead
}
move jump {
  from p in mine
  with n in 1..5
  if   some empty & file(n) & edge(forward)
  do   p -> empty & file(n) & edge(forward)
}
turn go, flip, jump else pass
end { draw "long" if ply >= 40 }
`), nil)
	agree(t, g, 200, 1)
	agreeOnDraws(t, g, 50, 2)
}
