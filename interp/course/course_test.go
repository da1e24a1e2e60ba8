package course

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/clock"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
)

func load(t *testing.T, name string) *interp.Game {
	t.Helper()
	g, err := ruleset.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// check compares a course with its steps played afresh, and its record with what was recorded.
func check(t *testing.T, c *Course) {
	t.Helper()
	g, p := c.Game(), c.Start()
	for i, m := range c.Steps(0, c.Len()) {
		if !p.Equal(c.Position(i)) {
			t.Fatalf("moment %d shows another position", i)
		}
		q, err := g.Play(p, m)
		if err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
		if c.Boundary(i+1) != interp.TurnOver(p, q) {
			t.Fatalf("boundary %d is %t", i+1, c.Boundary(i+1))
		}
		p = q
	}
	at := 0
	for _, turn := range c.Turns() {
		if turn.From != at || turn.To <= at || c.TurnStart(turn.To) != at ||
			turn.Player != c.Position(at).ToMove() {
			t.Fatalf("a turn %v after moment %d", turn, at)
		}
		at = turn.To
	}
	if at != c.Len() {
		t.Fatalf("the turns end at %d of %d", at, c.Len())
	}
	var b strings.Builder
	if err := c.Record("any").Write(&b); err != nil {
		t.Fatal(err)
	}
	r, err := record.Read("any", strings.NewReader(b.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	back, err := Open(context.Background(), g, r, time.Now)
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	how, who := c.Ended()
	if h, w := back.Ended(); !slices.Equal(back.Steps(0, back.Len()), c.Steps(0, c.At())) ||
		h != how || w != who || !back.Now().Equal(c.Now()) {
		t.Fatalf("the record is another game:\n%s", b.String())
	}
}

// A turn of several steps is one turn of the history, and another step after some were taken
// back begins another line.
func TestCourse(t *testing.T) {
	g := load(t, "amazons") // each turn is two steps: an amazon moves, then shoots
	c := New(g, g.Start())
	for range 5 {
		if err := c.Play(g.Moves(c.Now())[0]); err != nil {
			t.Fatal(err)
		}
	}
	want := []Turn{{From: 0, To: 2, Player: 0}, {From: 2, To: 4, Player: 1},
		{From: 4, To: 5, Player: 0}}
	if got := c.Turns(); !slices.Equal(got, want) {
		t.Errorf("the turns are %v, want %v", got, want)
	}
	for at, want := range []struct{ start, end int }{{0, 2}, {0, 2}, {0, 4}, {2, 4}, {2, 5}, {4, 5}} {
		if start, end := c.TurnStart(at), c.TurnEnd(at); start != want.start || end != want.end {
			t.Errorf("at %d a turn goes from %d to %d, want %v", at, start, end, want)
		}
	}
	c.Goto(3)
	if c.Now() != c.Position(3) || c.At() != 3 || c.Len() != 5 {
		t.Errorf("after Goto(3) it is at %d of %d", c.At(), c.Len())
	}
	if err := c.Play(g.Moves(c.Start())[0]); err == nil {
		t.Error("a step that is not legal was played")
	}
	if c.At() != 3 || c.Len() != 5 {
		t.Errorf("a refused step leaves it at %d of %d, want 3 of 5", c.At(), c.Len())
	}
	kept, other := c.Position(4), g.Moves(c.Now())[1]
	if err := c.Play(other); err != nil {
		t.Fatal(err)
	}
	if c.Len() != 4 || c.Step(3) != other || c.Position(4) == kept {
		t.Errorf("another step after Goto leaves %d steps, want 4", c.Len())
	}
}

// However a game is taken back, replayed and played otherwise, its positions follow from its steps,
// and a line that was left can be played again to its end.
func TestLines(t *testing.T) {
	for _, name := range []string{"english-draughts", "nine-mens-morris", "backgammon",
		"kalah"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			g, rng := load(t, name), rand.New(rand.NewPCG(7, 1))
			c := New(g, g.Start())
			for range 60 {
				switch rng.IntN(6) {
				case 0:
					_ = c.Undo(nil)
				case 1:
					_ = c.Undo(func(player int) bool { return player == 0 })
				case 2:
					_ = c.Redo(func(player int) bool { return player == 1 })
				case 3:
					c.Goto(rng.IntN(c.Len() + 1))
				default:
					at, line := c.At(), c.Steps(0, c.Len())
					for range 1 + rng.IntN(4) {
						if moves := g.Moves(c.Now()); len(moves) > 0 {
							if err := c.Play(moves[rng.IntN(len(moves))]); err != nil {
								t.Fatal(err)
							}
						}
					}
					if len(line) > at && c.At() > at && c.Step(at) != line[at] {
						c.Goto(at)
						if err := c.Play(line[at]); err != nil {
							t.Fatal(err)
						}
						if !slices.Equal(c.Steps(0, c.Len()), line) {
							t.Fatalf("step %d was played again, but not the rest", at+1)
						}
					}
				}
			}
			check(t, c)
			other := New(g, g.Start())
			if err := other.Follow(c.Steps(0, c.Len())); err != nil || other.Len() != c.Len() ||
				!other.Now().Equal(c.Position(c.Len())) {
				t.Fatalf("Follow leads to %d of %d: %v", other.Len(), c.Len(), err)
			}
		})
	}
}

// Undo takes back how the players ended the game, and what was played before goes on from there.
func TestEnds(t *testing.T) {
	g := load(t, "english-draughts")
	ends := map[End]func(c *Course) error{
		Resigned: func(c *Course) error { return c.Resign(1) },
		Agreed:   func(c *Course) error { return c.Agree() },
		TimedOut: func(c *Course) error { return c.TimeOut(1) },
	}
	for how, end := range ends {
		c := New(g, g.Start())
		for range 6 {
			if err := c.Play(g.Moves(c.Now())[0]); err != nil {
				t.Fatal(err)
			}
		}
		c.Goto(3)
		before := c.Now()
		if err := end(c); err != nil {
			t.Fatal(err)
		}
		if got, _ := c.Ended(); got != how || !c.Over() || c.Len() != 3 {
			t.Errorf("ended %d, not %d; %d steps", got, how, c.Len())
		}
		check(t, c)
		if err := end(c); err == nil {
			t.Error("it ended twice")
		}
		if err := c.Undo(nil); err != nil || c.Now() != before || c.Len() != 6 {
			t.Errorf("undo shows another position, of %d steps: %v", c.Len(), err)
		}
		check(t, c)
	}
	three, err := ruleset.Load("shiftago", "seats=3")
	if err != nil {
		t.Fatal(err)
	}
	c := New(three, three.Start())
	if err := c.Agree(); err == nil {
		t.Error("three players agreed")
	}
	if err := c.Resign(1); err == nil {
		t.Error("a player resigned in the turn of another")
	}
	if err := c.Resign(0); err != nil || c.At() != 1 || c.Over() {
		t.Errorf("one of three cannot resign: %v at %d", err, c.At())
	}
}

// Follow refuses a step that is not legal and keeps what comes before it.
func TestFollow(t *testing.T) {
	g := load(t, "tic-tac-toe")
	c := New(g, g.Start())
	moves := g.Moves(c.Now())
	if err := c.Follow([]interp.Move{moves[0], moves[1], moves[0]}); err == nil ||
		!strings.HasPrefix(err.Error(), "step 3: ") || c.At() != 2 {
		t.Errorf("%v at %d", err, c.At())
	}
	first := c.Position(1)
	if err := c.Follow([]interp.Move{moves[0], moves[2]}); err != nil || c.Position(1) != first ||
		c.Len() != 2 || len(c.Lines(1)) != 2 {
		t.Errorf("%v at %d of %d, %d lines", err, c.At(), c.Len(), len(c.Lines(1)))
	}
	c.Goto(1)
	c.Drop()
	if c.Len() != 1 || len(c.Lines(1)) != 0 {
		t.Errorf("%d steps after Drop", c.Len())
	}
}

// A game that the players end before the first move begins at the start of the rules, also in its
// record.
func TestEndBeforeTheFirstMove(t *testing.T) {
	g := load(t, "tic-tac-toe")
	c := New(g, g.Start())
	if err := c.Resign(0); err != nil {
		t.Fatal(err)
	}
	r := c.Record("tic-tac-toe")
	if r.Start != "" || !c.Start().Equal(g.Start()) {
		t.Errorf("the game begins at %q", r.Start)
	}
	back, err := Open(context.Background(), g, r, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if how, who := back.Ended(); how != Resigned || who != 0 {
		t.Errorf("opened again, it ended as %v of %d", how, who)
	}
}

// The end of a random setup is no turn: it gives nobody an increment.
func TestSetupGivesNoTime(t *testing.T) {
	g := load(t, "chess960")
	c := New(g, g.Start())
	control := clock.Control{Main: time.Minute, Increment: time.Second}
	begun := time.Now()
	if err := c.SetClocks([]clock.Control{control, control},
		func() time.Time { return begun }); err != nil {
		t.Fatal(err)
	}
	for turns := range 2 {
		for c.Now().SettingUp() || c.Now().Ply() < turns {
			if err := c.Play(g.Moves(c.Now())[0]); err != nil {
				t.Fatal(err)
			}
		}
		left, _ := c.Left(0)
		if want := time.Minute + time.Duration(turns)*time.Second; left != want {
			t.Errorf("after %d turns, White has %v, not %v", turns, left, want)
		}
	}
}
