package repl

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardgame/interp"
	"boardgame/interp/alike"
	"boardgame/interp/course"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/table"
	"boardgame/testdata/long"
	"boardgame/testdata/secrets"
)

// Two games that look alike to the person at the table show the same, whatever they type: after
// random moves of all games with secrets, the hidden part is permuted, and the same step played.
func TestTableKeepsSecrets(t *testing.T) {
	long.OneThread(t)
	total, most := 0, long.Times(5, 2) // pairs of a game
	for i, file := range secrets.Games() {
		if !long.Case(i+6, 12) {
			continue
		}
		pairs := 0
		g := gametest.Load(t, file, "")
		machine, rng := eval.New(g.Rules()), rand.New(rand.NewPCG(1, 2))
		pool := []*position.State{g.Start().State()}
		for range long.Times(4, 4) {
			p := g.Start()
			for step := 0; p.Result() == nil && step < 60 && pairs < most; step++ {
				m := g.Moves(p)[rng.IntN(len(g.Moves(p)))]
				if w := g.Weights(p); w != nil {
					m = g.Moves(p)[interp.Pick(w, rng)]
				}
				seat := rng.IntN(len(g.Rules().Players))
				s := p.State()
				other := alike.Permute(machine, s, seat, pool[rng.IntN(len(pool))], rng)
				if other != nil && step > 0 { // everyone knows the start
					if pair(t, file, g, seat, p, interp.PositionOf(other), m) {
						pairs++
					}
				}
				pool = append(pool, s)
				q, err := g.Play(p, m)
				if err != nil {
					t.Fatal(err)
				}
				p = q
			}
		}
		total += pairs
	}
	if total < long.Times(30, 30) {
		t.Errorf("only %d pairs were compared", total)
	}
	t.Logf("%d pairs of games looked the same and were shown alike", total)
}

// pair compares what is shown after a step from two positions that look the same to a seat, and
// reports whether they still do after it.
func pair(t *testing.T, file string, g *interp.Game, seat int, p, q *interp.Position,
	m interp.Move) bool {
	t.Helper()
	p2, err := g.Play(p, m)
	q2, err2 := g.Play(q, m)
	if err != nil || err2 != nil || p2.Result() != nil || q2.Result() != nil ||
		g.Weights(p2) != nil || g.Weights(q2) != nil ||
		!slices.Equal(g.Says(p, p2), g.Says(q, q2)) || // the umpire speaks
		g.View(p2, seat).Key() != g.View(q2, seat).Key() {
		return false
	}
	if p2.ToMove() == seat && !slices.Equal(g.Moves(p2), g.Moves(q2)) {
		return false // what is offered differs in a position that no game may reach
	}
	if a, b := shown(t, file, g, seat, p, m), shown(t, file, g, seat, q, m); a != b {
		t.Fatalf("%s: %s sees two things in games that look alike, after %s:\n%s", file,
			g.Rules().Players[seat].Name, g.Text(p, m), cmp.Diff(a, b))
	}
	return true
}

// sessionAt returns a session and a table with people in all seats, which it has not opened yet.
func sessionAt(t *testing.T, file string, o Options) (*Session, *table.Table) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := table.New(file, "", nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	// Compiling takes longer than the few steps of these tests.
	g := interp.NewReference(tb.Sheet.Speech.Rules())
	tb.Sheet.Speech.Game = g
	tb.Begin(course.New(g, g.Start()))
	return s, tb
}

// shown is everything that a session tells the only person at a table, a seat, after a step.
func shown(t *testing.T, file string, g *interp.Game, seat int, p *interp.Position,
	m interp.Move) string {
	t.Helper()
	var out bytes.Buffer
	s, tb := sessionAt(t, file, Options{Out: &out, ASCII: true, Seed: 1})
	tb.Sheet.Speech.Game = g // compiled once for all tables
	for i := range tb.Seats {
		if i != seat {
			if err := tb.Sit(i, "random"); err != nil {
				t.Fatal(err)
			}
		}
	}
	tb.Begin(course.New(g, p))
	s.modes.open(tb)
	tb.Halted = true
	if err := tb.Play(m); err != nil {
		t.Fatal(err)
	}
	names := tb.Sheet.Speech.Rules().Board.Names
	lines := []string{"board", "position", "history", "moves", "hint", "why", "eval count(mine)",
		"score", "goto 0", "help moves", "help", "analyze", "export x.html", "draw x.svg",
		"setup", "guide", "zz", "?", "", "", "point", "annotate", "dice", "bots", "flip",
		"offer draw", "rules", "eval theirs", "eval repetitions", "why pass",
		"why " + names[0] + "-" + names[len(names)-1]}
	if states := g.Rules().States; len(states) > 0 {
		lines = append(lines, "eval "+states[p.Ply()%len(states)].Name)
	}
	for _, site := range names[:min(len(names), 4)] {
		lines = append(lines, site+"?", "why "+site, site+", "+site)
	}
	if tb.Sheet.Mover() == seat {
		lines = append(lines, "a1-a2-a3", "b1, c1, b1", "pass, pass, pass")
	}
	for _, line := range lines {
		tb.Halted = true
		at := tb.Sheet.Course.At()
		err := s.Exec(line)
		fmt.Fprintf(&out, "> %s\n%v\n", line, err)
		fmt.Fprint(&out, s.Complete(""), s.Complete("a"), s.Prompt(), "\n")
		if tb.Sheet.Course.At() != at {
			t.Fatalf("%s was a move", line)
		}
	}
	return out.String()
}

// A game that ends while nobody looks ends for all to see: the curtain opens. Before, also a narrow
// terminal says how to open it.
func TestCurtainOpensAtTheEnd(t *testing.T) {
	for _, file := range secrets.Games() {
		var out bytes.Buffer
		s, tb := sessionAt(t, file, Options{Out: &out, Live: true, StateDir: t.TempDir(), Seed: 1})
		s.modes.open(tb)
		if err := s.run(s.advance); err != nil {
			t.Fatal(err)
		}
		if _, drawn := s.modes.mode().(curtain); !drawn {
			t.Errorf("%s: no curtain before the first move", file)
		}
		s.paper.Options.Width = func() int { return 40 }
		if got := s.Prompt(); got != "press Enter> " {
			t.Errorf("%s: the curtain of a narrow terminal says %q", file, got)
		}
		if turns := tb.Sheet.Course.Turns(); tb.Sheet.Course.Start().SettingUp() &&
			strings.Count(tb.Sheet.TurnText(turns[0]), "?") > 1 {
			t.Errorf("%s: a deal is listed as %s", file, tb.Sheet.TurnText(turns[0]))
		}
		if len(tb.Seats) > 2 {
			continue // others play on
		}
		if s.view.show(); tb.Sheet.Now().Ply() == 0 && strings.Contains(out.String(), "Last: ") {
			t.Errorf("%s: the setup is shown as a player's turn:\n%s", file, &out)
		}
		err := s.Exec("resign")
		if !s.modes.atBoard() || err != nil || !strings.Contains(out.String(), "resigned") {
			t.Errorf("%s: after resign, the prompt is %q (%v):\n%s", file, s.Prompt(), err, &out)
		}
	}
}

// The end of a game with secrets shows everything. People cannot go on from there or from an
// earlier moment, whatever they type: otherwise they could resign, look, and take it back.
func TestNothingGoesOnAfterSecretsAreShown(t *testing.T) {
	for i, file := range secrets.Games() {
		var out bytes.Buffer
		s, tb := sessionAt(t, file, Options{Out: &out, StateDir: t.TempDir(), Seed: 1})
		s.modes.open(tb)
		if err := s.run(s.advance); err != nil {
			t.Fatal(err)
		}
		if err := tb.Sheet.Course.Resign(0); err != nil || len(tb.Seats) > 2 {
			continue // the others play on
		}
		end := tb.Sheet.Course.Len()
		lines := []string{[]string{"board", "goto start"}[i%2],
			tb.Sheet.Speech.Game.Texts(tb.Sheet.Course.Start())[0]}
		for _, c := range commands {
			if c.table && !slices.Contains([]string{"again", "setup"}, c.name) {
				lines = append(lines, c.name)
			}
		}
		lines = append(lines, "seat "+tb.Sheet.Speech.PlayerName(0)+"=random", "undo", "goto 0", "go")
		for _, line := range lines {
			err := s.Exec(line)
			c := tb.Sheet.Course
			if s.view.table != tb || c.Len() != end || c.Position(end).Result() == nil {
				t.Fatalf("%s: after the end, %s goes on (%v):\n%s", file, line, err, &out)
			}
		}
	}
}
