package interp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/eval"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// How many positions each roll of backgammon can lead to from the start, as an independent program
// counts them: both dice if possible, the larger one else, doubles four times.
func TestBackgammonRolls(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "backgammon", "")
	want := map[string]int{
		"1-1": 42, "2-1": 15, "2-2": 75, "3-1": 16, "3-2": 17, "3-3": 73, "4-1": 14, "4-2": 18,
		"4-3": 17, "4-4": 52, "5-1": 8,
		"5-2": 8, "5-3": 9, "5-4": 9, "5-5": 4, "6-1": 10, "6-2": 14, "6-3": 14, "6-4": 14,
		"6-5": 7, "6-6": 11,
	}
	// From the third turn on the dice may show the same.
	text := strings.Fields(g.PositionText(g.Start()))
	p, err := g.ParsePosition(text[0] + " White ply=2")
	if err != nil {
		t.Fatal(err)
	}
	weights := g.Weights(p)
	for i, m := range g.Moves(p) {
		roll := g.Text(p, m)
		if dice := strings.Split(roll, "-"); (dice[0] == dice[1]) != (weights[i] == 1) {
			t.Errorf("%s has the weight %d", roll, weights[i])
		}
		q, err := g.Play(p, m)
		if err != nil {
			t.Fatal(err)
		}
		if !long.Case(i, 7) {
			delete(want, roll)
			continue
		}
		turns, more := g.Turns(q, 10_000)
		ends := map[[2]uint64]bool{}
		for _, turn := range turns {
			ends[turn.After.Key()] = true
		}
		if len(ends) != want[roll] || more {
			t.Errorf("%s leads to %d positions, want %d", roll, len(ends), want[roll])
		}
		delete(want, roll)
	}
	if len(want) > 0 {
		t.Errorf("not rolled: %v", want)
	}
}

// The opening of backgammon: fifteen rolls, the higher die is White's. A turn is written with its
// roll before.
func TestBackgammonText(t *testing.T) {
	g := gametest.Load(t, "backgammon", "")
	steps, p, err := g.ParseTurn(g.Start(), "3-1: p8 3, p6 1")
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Moves(g.Start())) != 15 || len(steps) != 3 || p.Ply() != 1 {
		t.Errorf("%d rolls open the game, %d steps were read, and %d turns are over",
			len(g.Moves(g.Start())), len(steps), p.Ply())
	}
	if got := g.TurnText(g.Start(), steps); got != "3-1: p8 3, p6 1" {
		t.Errorf("the turn is written %q", got)
	}
	for _, text := range []string{"3-1 p8 3 p6 1", "roll with 3 with 1", "opening with 3 with 1",
		"3-1: p6 1, p8 3"} {
		if _, _, err := g.PlayText(g.Start(), text); (err != nil) != strings.HasPrefix(text,
			"roll") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// ur is the Royal Game of Ur: a man is a number of fields that he has gone, 1 to 14; 4, 8 and 14
// are rosettes.
type ur struct {
	men     [2][15]bool
	waiting [2]int
	mover   int
	die     int // -1: to be thrown
}

func (u *ur) field(at int) string {
	own := string("wb"[u.mover])
	switch {
	case at <= 4:
		return fmt.Sprint(own, at)
	case at <= 12:
		return fmt.Sprint("m", at-4)
	}
	return fmt.Sprint(own, at-8)
}

func (u *ur) over() (int, bool) {
	for player := range 2 {
		if u.waiting[player] == 0 && !slices.Contains(u.men[player][:], true) {
			return player, true
		}
	}
	return 0, false
}

// going returns the moves that the die allows.
func (u *ur) going() map[string]other {
	all := map[string]other{}
	me, enemy := u.mover, 1-u.mover
	for from := 0; from <= 14 && u.die > 0; from++ {
		to := from + u.die
		switch {
		case from == 0 && u.waiting[me] == 0, from > 0 && !u.men[me][from], to > 15, to < 15 &&
			u.men[me][to]:
			continue
		}
		shared := to >= 5 && to <= 12
		if shared && u.men[enemy][to] && to == 8 {
			continue
		}
		q := *u
		if from == 0 {
			q.waiting[me]--
		} else {
			q.men[me][from] = false
		}
		if to < 15 {
			q.men[me][to] = true
			if shared && q.men[enemy][to] {
				q.men[enemy][to] = false
				q.waiting[enemy]++
			}
		}
		q.die = -1
		if to != 4 && to != 8 && to != 14 {
			q.mover = enemy
		}
		all[u.field(from)+"-"+u.field(to)] = &q
	}
	return all
}

func (u *ur) moves() map[string]other {
	if u.die >= 0 {
		return u.going()
	}
	all := map[string]other{}
	for n := range 5 {
		q := *u
		if q.die = n; len(q.going()) == 0 {
			q.die, q.mover = -1, 1-u.mover
		}
		all[fmt.Sprint(n)] = &q
	}
	return all
}

func TestRoyalGameOfUr(t *testing.T) {
	g := gametest.Load(t, "royal-game-of-ur", "")
	alike(t, g, &ur{waiting: [2]int{7, 7}, die: -1}, 20, 1200)
}

// einstein is EinStein würfelt nicht: stones by player and number, -1 one that was taken.
type einstein struct {
	at    [2][7]int // 5*row+column
	mover int
	die   int
}

func (e *einstein) over() (int, bool) {
	before := 1 - e.mover
	for n := 1; n <= 6; n++ {
		if e.at[0][n] == 24 {
			return 0, true
		}
		if e.at[1][n] == 0 {
			return 1, true
		}
	}
	if slices.Max(e.at[e.mover][1:]) < 0 {
		return before, true
	}
	return 0, false
}

func (e *einstein) moves() map[string]other {
	all := map[string]other{}
	if e.die == 0 {
		for n := 1; n <= 6; n++ {
			q := *e
			q.die = n
			all[fmt.Sprint(n)] = &q
		}
		return all
	}
	var may []int
	if e.at[e.mover][e.die] >= 0 {
		may = []int{e.die}
	} else {
		for _, by := range []int{1, -1} {
			for n := e.die + by; n >= 1 && n <= 6; n += by {
				if e.at[e.mover][n] >= 0 {
					may = append(may, n)
					break
				}
			}
		}
	}
	name := func(x int) string { return fmt.Sprintf("%c%d", 'a'+x%5, 1+x/5) }
	way := 1 - 2*e.mover
	for _, n := range may {
		from := e.at[e.mover][n]
		for _, d := range [][2]int{{way, 0}, {0, way}, {way, way}} {
			column, row := from%5+d[0], from/5+d[1]
			if column < 0 || column > 4 || row < 0 || row > 4 {
				continue
			}
			q := *e
			for player := range 2 {
				for other := 1; other <= 6; other++ {
					if q.at[player][other] == 5*row+column {
						q.at[player][other] = -1
					}
				}
			}
			q.at[e.mover][n], q.mover, q.die = 5*row+column, 1-e.mover, 0
			all[name(from)+"-"+name(5*row+column)] = &q
		}
	}
	return all
}

func TestEinstein(t *testing.T) {
	g := gametest.Load(t, "einstein", "")
	start := &einstein{at: [2][7]int{{-1, 0, 1, 5, 2, 6, 10}, {-1, 24, 23, 19, 22, 18, 14}}}
	alike(t, g, start, 40, 200)
}

// What is drawn depends on the seed and the place in the game alone.
func TestDraw(t *testing.T) {
	g := gametest.Load(t, "backgammon", "")
	p := g.Start()
	for range 12 {
		m, drawn := g.Draw(p, 7)
		if drawn != (g.Weights(p) != nil) {
			t.Fatal("something is drawn where a player chooses, or the other way round")
		}
		if again, _ := g.Draw(interp.PositionOf(p.Clone()), 7); drawn && again != m {
			t.Errorf("%s was drawn, then %s", g.Text(p, m), g.Text(p, again))
		}
		if !drawn {
			m = g.Moves(p)[0]
		}
		p, _ = g.Play(p, m)
	}
	times := map[interp.Move]int{}
	for seed := range uint64(3000) {
		m, _ := g.Draw(g.Start(), seed)
		times[m]++
	}
	for m, n := range times {
		if n < 140 || n > 260 { // 200 are expected, and six standard deviations are 82
			t.Errorf("%s came %d times of 3000", g.Text(g.Start(), m), n)
		}
	}
}

func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var times [3]int
	for range 6000 {
		times[interp.Pick([]int64{1, 2, 3}, rng)]++
	}
	for i, n := range times {
		if want := 1000 * (i + 1); n < want-200 || n > want+200 {
			t.Errorf("index %d came %d times, not about %d times", i, n, want)
		}
	}
}

// A record holds what was drawn, the setup in a line of its own.
func TestRecordOfChance(t *testing.T) {
	g := gametest.Load(t, "onitama", "")
	steps, p, err := g.PlayText(g.Start(), "tiger dragon frog rabbit crab tiger@a1-a3")
	if err != nil {
		t.Fatal(err)
	}
	if p.Ply() != 1 {
		t.Errorf("%d turns are over", p.Ply())
	}
	r, err := course.RecordOf(g, "onitama", g.Start(), steps)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Turns) != 2 || r.Turns[0].Text != "tiger, dragon, frog, rabbit, crab" ||
		r.Turns[1].Text != "tiger@a1-a3" {
		t.Errorf("the record has the turns %v", r.Turns)
	}
	played, err := r.Replay(g)
	if err != nil || !played.Last().Equal(p) {
		t.Errorf("replayed it is another game: %v", err)
	}
}

// Conditions nested deeply enough may take more than a step is given, as far as the rules tell, so
// that the evaluator counts.
func TestForeseen(t *testing.T) {
	long.OneThread(t)
	const rules = `game "Nested"
players White, Black
board square(12, 12)
piece man
move put {
  at c in empty
  if no x in cells: some y in cells: %s count(x | y | z | c) > 9
  do place man on c
}
turn put else lose`
	for nested, bounded := range map[string]bool{"let z = y:": true, "some z in cells:": false} {
		f := source.NewFile("nested.rules", fmt.Sprintf(rules, nested))
		checked, problems := dsl.Load(f, nil, nil)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		g, err := interp.New(checked), eval.BoundsOf(checked).Foreseen()
		if (err == nil) != bounded || (g.Program() != nil) != bounded {
			t.Errorf("%s: %v, compiled %v", nested, err, g.Program() != nil)
		}
	}
}
