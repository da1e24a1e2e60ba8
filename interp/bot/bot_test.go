package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/position"
)

func mustBot(t *testing.T, rules *ir.Game, spec string, lines int) Bot {
	t.Helper()
	l, err := FindLevel(nil, spec)
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(rules, l, lines)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func choose(t *testing.T, b Bot, h *heap, p *position.Position, seed uint64) Choice {
	t.Helper()
	c, err := b.Choose(context.Background(), h, p, testRand(seed))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(h.Moves(p), c.Move) {
		t.Fatalf("the bot chose %v, which is not legal", c.Move)
	}
	return c
}

// A player at 1 … 11 counters who is not at a multiple of 4 wins by taking n mod 4; every searching
// bot finds it.
func TestSearchersSolveTheHeap(t *testing.T) {
	h := newHeap(2, false)
	for _, spec := range []string{"alphabeta:depth=12,value=flat",
		"alphabeta:nodes=5000,value=flat", "mcts:playouts=3000", "mcts:playouts=3000,threads=3",
		"mcts:playouts=2000,rollout=0,value=flat"} {
		b := mustBot(t, h.rules, spec, 1)
		for n := int64(1); n <= 11; n++ {
			c := choose(t, b, h, h.start(n), 1)
			if n%4 != 0 && c.Move != h.take(n%4) {
				t.Errorf("%s: of %d counters it takes %v, not %v", spec, n, c.Move, h.take(n%4))
			}
			won := n%4 != 0
			// a single step is not thought about
			if n > 1 && c.Measure == Points && (c.Value > decided) != won {
				t.Errorf("%s: %d counters are valued %s", spec, n,
					c.Text(c.Value, c.Proven))
			}
		}
	}
}

// A width leaves out steps only until all others are known to lose: what is announced as certain
// is, even where the value keeps the wrong steps.
func TestNarrowTreesProveNothingWrong(t *testing.T) {
	h := newHeap(2, false)
	for _, spec := range []string{"mcts:playouts=3000,width=1,value=flat",
		"mcts:playouts=3000,width=1,rollout=0,value=flat",
		"mcts:playouts=3000,width=2,value=parity,against=true"} {
		b := mustBot(t, h.rules, spec, 1)
		for n := int64(2); n <= 9; n++ {
			for seed := range uint64(4) {
				c := choose(t, b, h, h.start(n), seed)
				won := n%4 != 0
				if c.Proven && (c.Value == 1000) != won {
					t.Errorf("%s: %d counters are said to be %s", spec, n,
						c.Text(c.Value, c.Proven))
				}
				if won && c.Move != h.take(n%4) {
					t.Errorf("%s: of %d counters it takes %v, not %v", spec, n, c.Move, h.take(n%4))
				}
			}
		}
	}
}

// The distance to the end is exact: of 6 counters, 2 are taken, and whatever follows the third step
// wins.
func TestAlphabetaCountsTheStepsToTheWin(t *testing.T) {
	h := newHeap(2, false)
	c := choose(t, mustBot(t, h.rules, "alphabeta:depth=8,value=flat", 1), h, h.start(6), 1)
	if got := c.Text(c.Value, c.Proven); got != "wins in 3" {
		t.Errorf("valued %q", got)
	}
	if len(c.Lines) == 0 || len(c.Lines[0].PV) != 3 {
		t.Errorf("the expected line is %v", c.Lines)
	}
	c = choose(t, mustBot(t, h.rules, "alphabeta:depth=8,value=flat", 1), h, h.start(4), 1)
	if got := c.Text(c.Value, c.Proven); got != "loses in 2" {
		t.Errorf("valued %q", got)
	}
}

// The transposition table and the windows change nothing: each root step has the value that plain
// minimax gives it.
func TestAlphabetaEqualsMinimax(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		for _, sly := range []bool{false, true} {
			h := newHeap(players, sly)
			if players == 4 {
				h = newTeams(sly)
			}
			for n := int64(2); n <= 9; n++ {
				p := h.start(n)
				b := mustBot(t, h.rules, "alphabeta:depth=20,value=flat", 99)
				for _, l := range choose(t, b, h, p, uint64(n)).Lines {
					if want := minimax(h, h.Play(p, l.Move), p.ToMove(), 1); l.Value != want {
						t.Errorf("%d players, sly %v, %d counters, step %v: value %d, minimax "+
							"says %d", players, sly, n, l.Move, l.Value, want)
					}
				}
			}
		}
	}
}

func minimax(h *heap, p *position.Position, me, ply int) int64 {
	if p.Result() != nil {
		return outcome(winnersOf(p.Result()), h.rules.Team(me), ply)
	}
	mine := h.rules.Team(me)>>p.ToMove()&1 != 0
	best := -Won
	if !mine {
		best = Won
	}
	for _, m := range h.Moves(p) {
		v := minimax(h, h.Play(p, m), me, ply+1)
		if mine {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

// Partners share what they win: mcts leaves the others a multiple of four, whoever takes the last.
func TestMctsPlaysForTheTeam(t *testing.T) {
	for n := int64(5); n <= 11; n++ {
		if n%4 == 0 {
			continue
		}
		h := newTeams(false)
		c := choose(t, mustBot(t, h.rules, "mcts:playouts=20000", 1), h, h.start(n), 1)
		if c.Move != h.take(n%4) {
			t.Errorf("of %d counters it takes %v", n, c.Move)
		}
	}
}

// With a width only the steps that look best at once are searched; of one, the choice is greedy's.
func TestWidth(t *testing.T) {
	h := newHeap(2, false)
	for n := int64(5); n <= 11; n++ {
		narrow := choose(t, mustBot(t, h.rules, "alphabeta:depth=5,value=parity,width=1,ties=first", 1),
			h, h.start(n), 1)
		if greedy := choose(t, mustBot(t, h.rules, "greedy:value=parity,ties=first", 1), h, h.start(n),
			1); narrow.Move != greedy.Move {
			t.Errorf("of %d counters it takes %v, greedy %v", n, narrow.Move, greedy.Move)
		}
		if wide := choose(t, mustBot(t, h.rules, "alphabeta:depth=12,value=parity,width=2", 1), h,
			h.start(n), 1); n%4 != 0 && wide.Move != h.take(n%4) {
			t.Errorf("of %d counters it takes %v", n, wide.Move)
		}
	}
}

func TestGreedyTakesTheBestValueAndTheReply(t *testing.T) {
	h := newHeap(2, false)
	greedy := mustBot(t, h.rules, "greedy:value=parity", 1)
	if c := choose(t, greedy, h, h.start(7), 1); c.Move != h.take(3) || c.Value != 10 {
		t.Errorf("greedy takes %v at %d", c.Move, c.Value)
	}
	// With a reply a step that lets the next player win at once is a lost one.
	l := Level{Name: "x", Settings: Settings{Bot: "greedy", Value: "flat", Reply: "flat",
		Ties: "first"}}
	b, err := New(h.rules, l, 1)
	if err != nil {
		t.Fatal(err)
	}
	if c := choose(t, b, h, h.start(5), 1); c.Move != h.take(1) || c.Value != 0 ||
		c.Lines[2].Value != -Won {
		t.Errorf("greedy with reply takes %v at %d; %v", c.Move, c.Value, c.Lines)
	}
	// With unit turn it sees the second step of its own turn.
	sly := newHeap(2, true)
	if c := choose(t, mustBot(t, sly.rules, "greedy:value=flat,unit=turn", 1), sly, sly.start(2),
		1); c.Value != Won {
		t.Errorf("greedy by turns misses the win in its own turn: %d", c.Value)
	}
}

func TestTiesAndOrder(t *testing.T) {
	h := newHeap(2, false)
	counts := map[position.Move]int{}
	b := mustBot(t, h.rules, "greedy:value=flat", 1)
	for seed := range uint64(60) {
		counts[choose(t, b, h, h.start(9), seed).Move]++
	}
	if len(counts) != 3 {
		t.Errorf("equal steps are not drawn from evenly: %v", counts)
	}
	b = mustBot(t, h.rules, "greedy:value=flat,ties=first", 1)
	if c := choose(t, b, h, h.start(9), 1); c.Move != h.take(1) {
		t.Errorf("the first of equal steps is %v", c.Move)
	}
}

// By `with` in stages and uniformly are the same here; a slip of 100% never looks.
func TestRandomReachesEverything(t *testing.T) {
	h := newHeap(2, false)
	for _, spec := range []string{"random", "random-piece", "greedy:slip=100,value=parity"} {
		counts := map[position.Move]int{}
		b := mustBot(t, h.rules, spec, 1)
		for seed := range uint64(300) {
			counts[choose(t, b, h, h.start(9), seed).Move]++
		}
		for n := int64(1); n <= 3; n++ {
			if c := counts[h.take(n)]; c < 60 || c > 140 {
				t.Errorf("%s: a step drawn %d times of 300", spec, c)
			}
		}
	}
}

func TestSameSeedSameChoice(t *testing.T) {
	h := newHeap(3, true)
	for _, spec := range []string{"random", "greedy:value=flat", "alphabeta:nodes=300,value=flat",
		"mcts:playouts=400", "mcts:playouts=400,threads=2"} {
		for n := int64(5); n < 9; n++ {
			a, b := choose(t, mustBot(t, h.rules, spec, 1), h, h.start(n), 5), choose(t,
				mustBot(t, h.rules, spec, 1), h, h.start(n), 5)
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s at %d: %+v, then %+v", spec, n, a, b)
			}
		}
	}
}

// The solver needs no statistics: with three players, who can win does, and the root of a small
// heap is certain.
func TestSolverWithThreePlayers(t *testing.T) {
	h := newHeap(3, false)
	c := choose(t, mustBot(t, h.rules, "mcts:playouts=20000", 1), h, h.start(3), 3)
	if c.Move != h.take(3) || !c.Proven || c.Value != 1000 || c.Nodes > 100 {
		t.Errorf("%+v", c)
	}
}

func TestCancelledSearchAnswers(t *testing.T) {
	h := newHeap(2, false)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, spec := range []string{"alphabeta:value=flat", "alphabeta:depth=60,value=flat",
		"mcts:time=1h", "greedy"} {
		c, err := mustBot(t, h.rules, spec, 1).Choose(ctx, h, h.start(1<<30), testRand(1))
		if err != nil || !slices.Contains(h.Moves(h.start(9)), c.Move) {
			t.Errorf("%s: %v, %v", spec, c, err)
		}
	}
	// Cancelled in the middle: it comes back, which is all a test without a clock can ask.
	ctx, cancel = context.WithCancel(context.Background())
	b := mustBot(t, h.rules, "alphabeta:time=1h,value=flat", 1)
	seen := 0
	b.(Watchable).Watch(func(Choice) {
		if seen++; seen == 3 {
			cancel()
		}
	})
	if _, err := b.Choose(ctx, h, h.start(1<<30), testRand(1)); err != nil || seen < 3 {
		t.Errorf("watched %d times, %v", seen, err)
	}
}

// impatient cancels the search at a given call of the engine and counts how many follow.
type impatient struct {
	*heap
	cancel       context.CancelFunc
	patience     int
	calls, after int
}

func (e *impatient) NewEngine() interp.Engine { return e }

func (e *impatient) call() {
	if e.calls++; e.calls == e.patience {
		e.cancel()
	} else if e.calls > e.patience {
		e.after++
	}
}

func (e *impatient) Moves(p *position.Position) []position.Move {
	e.call()
	return e.heap.Moves(p)
}

func (e *impatient) Play(p *position.Position, m position.Move) *position.Position {
	e.call()
	return e.heap.Play(p, m)
}

func (e *impatient) Value(p *position.Position, v *ir.Value, me int) int64 {
	e.call()
	return e.heap.Value(p, v, me)
}

// Whenever a search is cancelled, at its first node or later, it gives a legal step, and asks
// hardly anything more of the engine: what takes long is asking.
func TestCancelledAnywhere(t *testing.T) {
	turns := Level{Name: "turns", Settings: Settings{Bot: "greedy", Value: "flat", Unit: "turn"}}
	reply := Level{Name: "reply", Settings: Settings{Bot: "greedy", Value: "flat", Reply: "flat"}}
	for _, spec := range []string{"random", "random-piece", "greedy", "turns", "reply",
		"alphabeta:time=1h,threads=1,value=flat", "alphabeta:depth=60,value=flat",
		"alphabeta:depth=60,width=2,value=flat",
		"mcts:time=1h,threads=1,value=flat", "mcts:time=1h,threads=1,rollout=0,value=flat"} {
		for _, patience := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 1000} {
			ctx, cancel := context.WithCancel(context.Background())
			e := &impatient{heap: newHeap(2, true), cancel: cancel, patience: patience}
			l, err := FindLevel([]Level{turns, reply}, spec)
			if err != nil {
				t.Fatal(err)
			}
			b, err := New(e.rules, l, 1)
			if err != nil {
				t.Fatal(err)
			}
			p := e.start(1 << 30)
			c, err := b.Choose(ctx, e, p, testRand(1))
			if err != nil || !slices.Contains(e.heap.Moves(p), c.Move) {
				t.Errorf("%s, cancelled at call %d: %v, %v", spec, patience, c, err)
			}
			if e.after > 8 {
				t.Errorf("%s, cancelled at call %d, asks the engine %d times more", spec, patience,
					e.after)
			}
			cancel()
		}
	}
}

// endless plays random steps without end, and cancels after a few requests.
type endless struct {
	*heap
	cancel context.CancelFunc
	asked  int
	most   int
}

func (e *endless) NewEngine() interp.Engine { return e }

func (e *endless) Playout(p *position.Position, _ *rand.Rand, limit int) (*position.Position, int) {
	if e.asked++; e.asked == 5 {
		e.cancel()
	}
	e.most = max(e.most, limit)
	return p, limit
}

// A random game that does not end is given up when the search is cancelled: it is played in pieces.
func TestCancelledInTheMiddleOfAPlayout(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := &endless{heap: newHeap(2, false), cancel: cancel}
	c, err := mustBot(t, e.heap.rules, "mcts:time=1h,threads=1,rollout=4000000000000000000,value=flat",
		1).Choose(ctx, e, e.start(1<<30), testRand(1))
	if err != nil || c.Nodes != 1 || e.asked < 5 || e.most > unasked {
		t.Errorf("%d requests for up to %d steps, %d playouts: %v", e.asked, e.most, c.Nodes, err)
	}
}

// A bot moves even if its limit is used up before it has looked at anything.
func TestOutOfTimeAtTheFirstNode(t *testing.T) {
	for players := 2; players <= 4; players++ {
		h := newHeap(players, true)
		for _, spec := range []string{"alphabeta:time=1ns,value=flat",
			"alphabeta:nodes=1,value=flat", "alphabeta:nodes=1,width=1,value=flat", "mcts:time=1ns",
			"mcts:time=1ns,threads=3", "mcts:playouts=1",
			"mcts:playouts=1,threads=2,rollout=0,value=flat"} {
			for lines := 1; lines <= 3; lines += 2 {
				if c := choose(t, mustBot(t, h.rules, spec, lines), h, h.start(1<<30), 1); len(c.Lines) == 0 ||
					len(c.Lines[0].PV) == 0 {
					t.Errorf("%s among %d says nothing of its move: %+v", spec, players, c)
				}
			}
		}
	}
}

func TestNoMove(t *testing.T) {
	h := newHeap(2, false)
	p := h.start(1).Ended(&position.Result{Draw: true})
	for _, spec := range []string{"random", "greedy", "alphabeta", "mcts"} {
		if _, err := mustBot(t, h.rules, spec, 1).Choose(context.Background(), h, p,
			testRand(1)); !errors.Is(err, ErrNoMove) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

func TestLevelsFromTOML(t *testing.T) {
	var file struct {
		Level []Level `toml:"level"`
	}
	meta, err := toml.Decode(`
[[level]]
name  = "clever"
title = "sees the parity"
bot   = "greedy"
value = "parity"
win   = 1000
ties  = "first"
order = ["with 3 2 1"]
[[level.when]]
moves = ["take"]
bot   = "random"
by    = ["move"]
[[level]]
name = "slow"
bot  = "mcts"
time = "1.5s"
rollout = 0
`, &file)
	if err != nil || len(meta.Undecoded()) > 0 {
		t.Fatal(err, meta.Undecoded())
	}
	clever, slow := file.Level[0], file.Level[1]
	if clever.Bot != "greedy" || *clever.Win != 1000 || clever.When[0].Bot != "random" ||
		time.Duration(slow.Time) != 1500*time.Millisecond || *slow.Rollout != 0 {
		t.Errorf("%+v", file.Level)
	}
	if s := clever.When[0].Settings.Over(clever.Settings); s.Bot != "random" ||
		s.Value != "parity" || s.Ties != "first" {
		t.Errorf("a phase does not inherit: %+v", s)
	}
}

// Among three the level searches as the phase of three says, among two as it says itself; a phase
// of moves builds on that.
func TestLevelsBySeats(t *testing.T) {
	l := Level{Name: "x", Settings: Settings{Bot: "greedy", Value: "flat"}, When: []Phase{
		{Moves: []string{"take"}, Settings: Settings{Ties: "first"}},
		{Seats: []int{3, 4}, Settings: Settings{Bot: "alphabeta", Value: "parity", Depth: 3}},
		{Seats: []int{4}, Moves: []string{"take"}, Settings: Settings{Bot: "random"}},
	}}
	for seats, want := range map[int]string{2: "greedy flat 0, 1 phases",
		3: "alphabeta parity 3, 1 phases", 4: "alphabeta parity 3, 2 phases"} {
		here := l.For(newHeap(seats, false).rules)
		if got := fmt.Sprintf("%s %s %d, %d phases", here.Bot, here.Value, here.Depth,
			len(here.When)); got != want {
			t.Errorf("%d seats: %s, want %s", seats, got, want)
		}
		h := newHeap(seats, false)
		b, err := New(h.rules, l, 1)
		if err != nil {
			t.Fatal(err)
		}
		if c := choose(t, b, h, h.start(9), 1); seats == 3 && c.Depth != 3 || seats == 2 &&
			c.Depth != 1 {
			t.Errorf("%d seats: searched %d deep", seats, c.Depth)
		}
	}
	three := newHeap(3, false).rules
	// Settings after the name hold for any number of players, and leave the level itself as it
	// was.
	deep, err := FindLevel([]Level{l}, "x:depth=5")
	if err != nil || deep.For(three).Depth != 5 || l.For(three).Depth != 3 {
		t.Errorf("x:depth=5 searches %d deep among three, x %d: %v", deep.For(three).Depth,
			l.For(three).Depth, err)
	}
	// What cannot be said of these rules is a mistake only where it counts.
	l.When[1].Value = "beauty"
	if err := l.Check(newHeap(2, false).rules); err != nil {
		t.Error(err)
	}
	if err := l.Check(newHeap(3, false).rules); err == nil {
		t.Error("a value that there is not passed among three")
	}
}

func TestFindLevel(t *testing.T) {
	own := []Level{{Name: "easy", Settings: Settings{Bot: "random"}},
		{Name: "greedy", Settings: Settings{Bot: "greedy", Value: "parity"}}}
	for text, want := range map[string]string{
		"EASY": "", "greedy": "", "mcts:time=2s,threads=1": "",
		"eesy":                 "choose alphabeta, easy, greedy, mcts, random or random-piece",
		"mcts:tme=2s":          `no setting "tme"`,
		"mcts:time=soon":       "write one such as 300ms",
		"mcts:time":            "write key=value",
		"alphabeta:depth=deep": "cannot be read",
	} {
		l, err := FindLevel(own, text)
		if want == "" && err != nil || want != "" &&
			(err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
	if l, _ := FindLevel(own, "greedy"); l.Value != "parity" {
		t.Error("a ruleset's level does not come before the standard one")
	}
}

func TestLevelMistakesAreNamed(t *testing.T) {
	h := newHeap(2, false)
	for want, l := range map[string]Level{
		"needs a name":           {Settings: Settings{Bot: "random"}},
		"no bot \"clairvoyant\"": {Name: "x", Settings: Settings{Bot: "clairvoyant"}},
		"no value \"beauty\"":    {Name: "x", Settings: Settings{Bot: "greedy", Value: "beauty"}},
		"random or first":        {Name: "x", Settings: Settings{Bot: "greedy", Ties: "best"}},
		"step or turn":           {Name: "x", Settings: Settings{Bot: "greedy", Unit: "game"}},
		"0 to 100":               {Name: "x", Settings: Settings{Bot: "random", Slip: 101}},
		"by has \"piece\"": {Name: "x",
			Settings: Settings{Bot: "random", By: []string{"piece"}}},
		"there is no \"upwards\"": {Name: "x",
			Settings: Settings{Bot: "greedy", Order: []string{"along upwards"}}},
		"sorted by row": {Name: "x",
			Settings: Settings{Bot: "greedy", Order: []string{"at row beauty"}}},
		"no move \"give\"": {Name: "x", Settings: Settings{Bot: "greedy"},
			When: []Phase{{Moves: []string{"give"}}}},
		"needs `moves`": {Name: "x", Settings: Settings{Bot: "greedy"},
			When: []Phase{{}}},
		"seats has 0": {Name: "x", Settings: Settings{Bot: "greedy"},
			When: []Phase{{Seats: []int{0}}}},
		"not negative": {Name: "x", Settings: Settings{Bot: "mcts", Playouts: -1}},
	} {
		if _, err := New(h.rules, l, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("wanted %q, got %v", want, err)
		}
	}
}

func TestChoiceText(t *testing.T) {
	for _, c := range []struct {
		v      int64
		m      Measure
		proven bool
		unit   int64
		want   string
	}{
		{150, Points, false, 100, "+1.50"}, {-7, Points, false, 100, "-0.07"},
		{0, Points, false, 100, "0"}, {Won - 4, Points, true, 100, "wins in 4"},
		{3, Points, false, 1, "+3"}, {0, Points, false, 1, "0"}, {-12, Points, false, 1, "-12"},
		{Won - 4, Points, true, 1, "wins in 4"}, {Won, Points, true, 1, "wins at once"},
		{5 - Won, Points, true, 1, "loses in 5"},
		{573, PerMille, false, 1, "57.3%"},
		{1000, PerMille, true, 1, "wins"}, {0, PerMille, true, 1, "loses"}, {9, NoMeasure, false, 1, ""},
	} {
		choice := Choice{Measure: c.m, Unit: c.unit}
		if got := choice.Text(c.v, c.proven); got != c.want {
			t.Errorf("%d: %q, want %q", c.v, got, c.want)
		}
	}
}
