package match

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/clock"
)

// scored returns the games of a match in which the first entrant wins with these probabilities in
// the first and the second seat.
func scored(rng *rand.Rand, n int, first, second float64) []Game {
	var games []Game
	for i := range n {
		games = append(games, scoredGame(rng, i, first, second))
	}
	return games
}

// scoredGame returns game i of such a match, counted from 0.
func scoredGame(rng *rand.Rand, i int, first, second float64) Game {
	p, winner, loser := first, "A", "B"
	if i%2 == 1 {
		p, winner, loser = second, "B", "A"
	}
	if rng.Float64() >= p {
		winner = loser
	}
	return Game{Number: i + 1, Over: true, Moves: strconv.Itoa(i), Winners: []string{winner},
		Seats: []Seat{{"A", 1 + i%2, "x"}, {"B", 2 - i%2, "y"}}}
}

// A sequential test errs in about 5 of 100 matches, even if one side has all the advantage.
func TestSPRTErrors(t *testing.T) {
	test := SPRT{Low: 0, High: 60}
	for _, c := range []struct {
		name          string
		first, second float64
		wrong         string
	}{
		{"equal", 0.5, 0.5, "high"},
		{"equal, the first seat wins", 0.9, 0.1, "high"},
		{"60 better", share(60), share(60), "low"},
	} {
		rng := rand.New(rand.NewPCG(1, 1))
		wrong, open := 0, 0
		const matches = 300
		for range matches {
			// It reads each game once, as a match does; TestSPRTRepeated compares that with Test.
			var games []Game
			decision, read := "none", test.Begin()
			for len(games) < 3000 && decision == "none" {
				for range 2 {
					games = append(games, scoredGame(rng, len(games), c.first, c.second))
				}
				decision = read.Read(games).Decision
			}
			switch decision {
			case c.wrong:
				wrong++
			case "none":
				open++
			}
		}
		if wrong > matches*9/100 || open > matches/20 {
			t.Errorf("%s: %d of %d wrong, %d open", c.name, wrong, matches, open)
		}
	}
}

// Games that repeat decide nothing, and a test reads each game once.
func TestSPRTRepeated(t *testing.T) {
	test := SPRT{Low: 0, High: 60}
	rng := rand.New(rand.NewPCG(1, 1))
	games := scored(rng, 4000, 1, 1)
	for i := range games {
		games[i].Moves = fmt.Sprint(i % 6)
	}
	if v := test.Test(games[:100]); v.Decision != "none" || v.Pairs != 3 || v.Repeated != 47 {
		t.Errorf("%+v", v)
	}
	v := test.Test(games)
	if v.Decision != "repeated" || !strings.Contains(v.Text(test, "x"), "the games repeat") {
		t.Errorf("%+v: %s", v, v.Text(test, "x"))
	}
	games = scored(rng, 1001, 0.6, 0.6)
	s := test.Begin()
	for n := range games {
		if got, want := s.Read(games[:n]), test.Test(games[:n]); got != want {
			t.Fatalf("%d games: %+v, not %+v", n, got, want)
		}
	}
	// The same moves by the other entrant are another game.
	games = scored(rng, 4, 1, 1)
	for i := range games {
		games[i].Moves = "same"
	}
	games[2].Seats[0].Entrant, games[2].Seats[1].Entrant = 2, 1
	if v := test.Test(games); v.Pairs != 2 || v.Repeated != 0 {
		t.Errorf("%+v", v)
	}
}

// Pairs whose opening is drawn by lot count each time. In a short game with three openings, of
// which the one that comes up half of the time is always won, the test would otherwise find no
// difference.
func TestSPRTDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var games []Game
	for range 400 {
		opening := []int{0, 0, 1, 2}[rng.IntN(4)]
		pair := scored(rng, 2, 1, 1)
		if opening == 1 {
			pair = scored(rng, 2, 0, 0)
		}
		for _, g := range pair {
			g.Moves = fmt.Sprint(opening)
			games = append(games, g)
		}
	}
	test := SPRT{Low: 0, High: 60, Drawn: true}
	if v := test.Test(games); v.Decision != "high" || v.Pairs != 400 || v.Repeated != 0 {
		t.Errorf("%+v", v)
	}
	test.Drawn = false
	if v := test.Test(games); v.Decision != "repeated" || v.Pairs != 3 || v.Repeated != 397 {
		t.Errorf("%+v", v)
	}
}

func TestParseSPRT(t *testing.T) {
	if got, err := ParseSPRT(" -5, 2.5"); err != nil || got != (SPRT{Low: -5, High: 2.5}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "5", "10,0", "5,5", "a,b", "0,1e9", "0,NaN"} {
		if _, err := ParseSPRT(text); err == nil || !strings.Contains(err.Error(), "such as 0,10") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A match stops after the same round however many games are played at a time, and also if it
// continues from more games than it needs.
func TestUntil(t *testing.T) {
	plain := newMatch(t, heap, "", 200, "greedy:value=parity", "random")
	until := func(games []Game) bool { return len(games) >= 50 || len(games)%2 == 1 }
	all := run(t, plain)
	for _, jobs := range []int{1, 5} {
		m := newMatch(t, heap, "", 200, "greedy:value=parity", "random")
		m.Jobs, m.Until = jobs, until
		if got := run(t, m); !reflect.DeepEqual(got, all[:50]) {
			t.Errorf("%d jobs: %d games", jobs, len(got))
		}
		if got := run(t, m, all...); len(got) != 50 {
			t.Errorf("continued: %d games", len(got))
		}
	}
	part := newMatch(t, heap, "", 200, "random", "random")
	part.Until, part.Shard = until, Shard{1, 2}
	if err := part.Check(); err == nil {
		t.Error("a part of a match cannot be decided")
	}
}

// Every opening is played from both seats, one after the other, and files with different openings
// belong to a different match.
func TestOpenings(t *testing.T) {
	m := newMatch(t, heap, "", 8, "random", "greedy:value=parity")
	first := m.Game.Moves(m.Game.Start())
	m.Openings = [][]interp.Move{{first[0]}, {first[1]}, {first[2]}}
	games := run(t, m)
	for i, g := range games {
		want := m.Game.Text(m.Game.Start(), first[i/2%3])
		if !strings.HasPrefix(g.Moves, want+" ") || g.Seats[0].Entrant != 1+i%2 {
			t.Errorf("game %d begins %q, not %q", i+1, g.Moves, want)
		}
	}
	m.Opening = 2
	for i, g := range run(t, m) {
		if want := m.Game.Text(m.Game.Start(), first[i/2%3]); !strings.HasPrefix(g.Moves,
			want+" ") {
			t.Errorf("with random turns, game %d begins %q, not %q", i+1, g.Moves, want)
		}
	}
	other := m.Terms()
	m.Openings = m.Openings[:2]
	terms := m.Terms()
	if d := terms.differ(&other); d != "other openings" {
		t.Errorf("%q", d)
	}
	// The same games are promised by the same version only; older files do not name theirs.
	other = m.Terms()
	other.Program = "v0.0.1"
	if d := terms.differ(&other); d != "boardgame v0.0.1, not "+terms.Program {
		t.Errorf("%q", d)
	}
	if other.Program = ""; terms.differ(&other) != "" {
		t.Errorf("a file without a version: %q", terms.differ(&other))
	}
}

// Whoever thinks too long loses on time; whoever keeps within the time does not, and the terms know
// the clock.
func TestClock(t *testing.T) {
	m := newMatch(t, heap, "", 2, "alphabeta:time=1h", "random")
	m.Clock = clock.Control{Main: 3 * time.Second, Increment: time.Millisecond}
	times := NewTimes(m.Terms())
	m.Thought = times.Add
	for _, g := range run(t, m) {
		if g.Forfeit != "" || !g.Over {
			t.Errorf("%+v", g)
		}
	}
	if all := times.Sum(); all[0].Turns == 0 || all[0].Longest <= 0 ||
		all[0].Mean > all[0].Longest {
		t.Errorf("%+v", all)
	}
	if terms := m.Terms(); terms.Clock != "3s+1ms" || !terms.Timed() {
		t.Errorf("%+v", terms)
	}
	m.Clock = clock.Control{Main: 1}
	for _, g := range run(t, m) {
		if g.Forfeit != "A" || g.Result != "A forfeits: the time is up" || len(g.Winners) != 1 ||
			g.Winners[0] != "B" {
			t.Errorf("%+v", g)
		}
	}
}

func TestFindShard(t *testing.T) {
	slurm := func(id, count, least, most string) map[string]string {
		return map[string]string{
			"SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_COUNT": count,
			"SLURM_ARRAY_TASK_MIN": least, "SLURM_ARRAY_TASK_MAX": most,
		}
	}
	kubernetes := func(index string) map[string]string {
		return map[string]string{"JOB_COMPLETION_INDEX": index}
	}
	for _, c := range []struct {
		text string
		env  map[string]string
		want string // of a shard, or part of the error
	}{
		{"3/20", nil, "{3 20}"},
		{"auto", slurm("3", "20", "1", "20"), "{3 20}"},
		{"auto/20", slurm("3", "1", "3", "3"), "{3 20}"},
		{"auto/20", kubernetes("0"), "{1 20}"},
		{"auto/20", kubernetes("19"), "{20 20}"},
		{"auto", nil, "write I/N"},
		{"auto", kubernetes("0"), "write auto/N"},
		{"auto/20", kubernetes("20"), "count from 0"},
		{"auto/20", kubernetes("x"), "not a number"},
		{"auto", slurm("3", "1", "3", "3"), "number them like that"},
		{"auto", slurm("0", "20", "0", "19"), "number them like that"},
		{"auto/20", slurm("0", "20", "0", "19"), "1-20"},
		{"auto", slurm("3", "", "", ""), "write auto/N"},
		{"auto/0", nil, "such as auto/20"},
		{"auto/x", nil, "such as auto/20"},
		{"21/20", nil, "such as 3/20"},
	} {
		got, err := FindShard(c.text, func(name string) string { return c.env[name] })
		if text := fmt.Sprint(got); err == nil && text != c.want || err != nil &&
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, %v; not %s", c.text, c.env, got, err, c.want)
		}
	}
}

// With pondering, play goes on as usual; a level limited by anything but time plays the same games.
func TestPonder(t *testing.T) {
	m := newMatch(t, heap, "", 6, "mcts:time=5ms", "alphabeta:time=5ms")
	m.Ponder = true
	if games := run(t, m); len(games) != 6 {
		t.Errorf("%d games", len(games))
	}
	plain := newMatch(t, heap, "", 6, "mcts:playouts=20", "random")
	before := run(t, plain)
	plain.Ponder = true
	if got := run(t, plain); !reflect.DeepEqual(got, before) {
		t.Error("other games")
	}
}
