package protocol

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/interp/course"
	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
)

// A circle is a table with a client in every seat.
type circle struct {
	*testing.T
	table   *table
	clients []*client
}

func newCircle(t *testing.T, name string) *circle {
	s := NewServer(Options{})
	s.instance = "same"
	k := &call{conn: s.house, ctx: t.Context()}
	g, err := k.loadGame(&message.LoadParams{Source: message.Source{Name: name}})
	if err != nil {
		t.Fatal(err)
	}
	o := &circle{T: t, table: newTable(g, course.New(g.game, g.game.Start()), 7)}
	if err := k.addTable(o.table); err != nil {
		t.Fatal(err)
	}
	for _, p := range g.rules().Players {
		c := connect(t, s)
		c.ask("watch", `{"table":"t1"}`)
		c.ask("sit", fmt.Sprintf(`{"table":"t1","player":%q}`, p.Name))
		o.clients = append(o.clients, c)
	}
	return o
}

// asked reports whether a client may choose now.
func (o *circle) asked(i int) bool {
	s := get[message.State](o.clients[i], "state", `{"table":"t1"}`)
	return !s.Over && s.Seat == i && s.Moves > 0
}

// choose lets a client play the n-th of its moves, modulo their number.
func (o *circle) choose(i, n int) message.PlayResult {
	all := get[message.Moves](o.clients[i], "moves", `{"table":"t1"}`).Moves
	return get[message.PlayResult](o.clients[i], "play",
		fmt.Sprintf(`{"table":"t1","move":%q}`, all[n%len(all)].Text))
}

// In games in which all choose at once, in one step or in many, the players choose in any order:
// while the first one does nothing, all others finish, and what they chose is played in its turn.
func TestAskedTogether(t *testing.T) {
	for k, test := range []struct {
		game  string
		turns int // which all take at once
		steps int // of one of them
	}{
		{"rock-paper-scissors", 2, 1}, {"goofspiel", 2, 1}, {"apocalypse", 2, 1}, {"battleship", 2, 5},
		{"stratego", 2, 40}, {"hearts", 4, 3},
	} {
		for order := range 3 {
			if !long.Case(k+2*order, 6) {
				continue
			}
			o := newCircle(t, test.game)
			rng := rand.New(rand.NewPCG(uint64(order), 1))
			setup := o.table.course.At()
			left := make([]int, test.turns)
			for i := range left {
				left[i] = test.steps
			}
			for slices.Max(left) > 0 {
				i := rng.IntN(test.turns)
				if order == 0 && slices.Max(left[1:]) > 0 {
					i = 1 + rng.IntN(test.turns-1) // the first one is slow
				}
				if left[i] == 0 {
					continue
				}
				if !o.asked(i) {
					t.Fatalf("%s: player %d is not asked with %d steps left", test.game, i, left[i])
				}
				o.choose(i, rng.IntN(1000))
				if left[i]--; left[i] == 0 && slices.Max(left) > 0 && o.asked(i) {
					t.Fatalf("%s: player %d is asked again", test.game, i)
				}
			}
			o.table.mu.Lock()
			c := o.table.course
			o.table.mu.Unlock()
			if p := c.Now(); p.Ply() < test.turns {
				t.Errorf("%s: %d turns were played", test.game, p.Ply())
			}
			for at := setup; at < setup+test.turns*test.steps; at++ {
				if want := (at - setup) / test.steps; c.Position(at).ToMove() != want {
					t.Fatalf("%s: step %d is taken by %d", test.game, at, c.Position(at).ToMove())
				}
			}
		}
	}
}

// Whoever is asked together with others is sent the same whatever these choose, in the same order.
func TestTogetherLeaksNothing(t *testing.T) {
	long.OneThread(t)
	steps := map[string]int{"rock-paper-scissors": 1, "apocalypse": 1, "battleship": 5, "stratego": 40}
	for name, n := range steps {
		for order := range 4 {
			if !long.Case(order, 4) {
				continue
			}
			var sent [2][]string
			for way := range sent {
				o := newCircle(t, name)
				rng := rand.New(rand.NewPCG(uint64(order), 2))
				left := [2]int{n, n - 1} // the last step of the second one would show everything
				for left != [2]int{} {
					i, which := rng.IntN(2), rng.IntN(1000)
					if left[i] == 0 {
						continue
					}
					left[i]--
					if i == 0 {
						which += way // the first one chooses something else
					}
					o.choose(i, which)
				}
				sent[way] = (&side{client: o.clients[1]}).log()
			}
			if !slices.Equal(sent[0], sent[1]) {
				for i := range min(len(sent[0]), len(sent[1])) {
					if sent[0][i] != sent[1][i] {
						t.Fatalf("%s:\n%s\n%s", name, sent[0][i], sent[1][i])
					}
				}
				t.Fatalf("%s: %d and %d lines", name, len(sent[0]), len(sent[1]))
			}
		}
	}
}

// A choice that is sent again is kept once; another one is refused until the others have chosen,
// and nobody else is told of it.
func TestKeptChoice(t *testing.T) {
	o := newCircle(t, "rock-paper-scissors")
	before := get[message.State](o.clients[0], "state", `{"table":"t1"}`)
	if s := get[message.PlayResult](o.clients[1], "play", `{"table":"t1","move":"P"}`).State; !s.Kept ||
		s.Player != "Red" {
		t.Errorf("%+v", s)
	}
	if !get[message.PlayResult](o.clients[1], "play", `{"table":"t1","move":"P"}`).Repeated {
		t.Error("the choice was not recognized")
	}
	o.clients[1].refused(message.CodeTurn, "play", `{"table":"t1","move":"R"}`)
	o.clients[1].refused(message.CodeIllegal, "play", `{"table":"t1","move":"x"}`)
	after := get[message.State](o.clients[0], "state", `{"table":"t1"}`)
	if after.Version != before.Version {
		t.Errorf("the other one sees %+v", after)
	}
	if s := get[message.PlayResult](o.clients[0], "play", `{"table":"t1","move":"R"}`).State; !s.Over ||
		s.Result.Winners[0] != "Blue" {
		t.Errorf("%+v", s)
	}
}

// Spectators see what whoever starts the game chooses: what can never be hidden, nothing, or
// everything once nobody of them can take a seat.
func TestSpectators(t *testing.T) {
	for what, hidden := range map[string]string{"": "card(First)=?", "nothing": "? ", "all": ""} {
		s := NewServer(Options{})
		host, guest, watcher := connect(t, s), connect(t, s), connect(t, s)
		host.ask("start", fmt.Sprintf(`{"name":"kuhn-poker","spectators":%q}`, what))
		see := func() string {
			return get[message.State](watcher, "state", `{"table":"t1"}`).Position
		}
		host.ask("sit", `{"table":"t1","player":"First"}`)
		if p := see(); !strings.Contains(p, "?") {
			t.Errorf("%q: before both sit, spectators see %s", what, p)
		}
		guest.ask("sit", `{"table":"t1","player":"Second"}`)
		watcher.ask("watch", `{"table":"t1"}`)
		host.ask("play", `{"table":"t1","move":"bet"}`)
		if p := see(); what == "all" && strings.Contains(p, "?") || !strings.Contains(p, hidden) {
			t.Errorf("%q: spectators see %s", what, p)
		}
		if p := get[message.State](guest, "state", `{"table":"t1"}`).Position; !strings.Contains(p, "=?") {
			t.Errorf("%q: Second sees %s", what, p)
		}
	}
	connect(t, NewServer(Options{})).refused(message.CodeParams, "start",
		`{"name":"kuhn-poker","spectators":"some"}`)
}

// Whoever was asked before the turn hears at once that the game is over, and nobody from whom
// something stays hidden hears which cells decided it.
func TestEndOfVeiledTables(t *testing.T) {
	for name, players := range map[string][2]string{"rock-paper-scissors": {"Red", "Blue"},
		"battleship": {"Red", "Blue"}, "goofspiel": {"Red", "Blue"}} {
		s := NewServer(Options{})
		a, b := connect(t, s), connect(t, s)
		a.ask("start", fmt.Sprintf(`{"name":%q,"keep":true}`, name))
		a.ask("sit", fmt.Sprintf(`{"table":"t1","player":%q}`, players[0]))
		b.ask("sit", fmt.Sprintf(`{"table":"t1","player":%q}`, players[1]))
		a.ask("resign", `{"table":"t1"}`)
		for i, c := range []*client{a, b} {
			s := get[message.State](c, "state", `{"table":"t1"}`)
			r := get[message.ResultResult](c, "result", `{"table":"t1"}`)
			if !s.Over || s.Result == nil || s.Moves != 0 || !r.Over {
				t.Errorf("%s: player %d is told %+v, %+v", name, i, s, r)
			}
		}
	}
	s := NewServer(Options{})
	a, b := connect(t, s), connect(t, s)
	a.ask("start", `{"name":"phantom-tic-tac-toe","keep":true}`)
	a.ask("sit", `{"table":"t1","player":"Cross"}`)
	b.ask("sit", `{"table":"t1","player":"Nought"}`)
	for _, m := range []string{"a1", "a2", "b1", "b2", "c1"} {
		c := a
		if m[1] == '2' {
			c = b
		}
		c.ask("play", fmt.Sprintf(`{"table":"t1","move":%q}`, m))
	}
	for _, c := range []*client{a, b} {
		s := get[message.State](c, "state", `{"table":"t1"}`)
		r := get[message.ResultResult](c, "result", `{"table":"t1"}`)
		p := get[message.Position](c, "position", `{"table":"t1"}`)
		if !s.Over || len(s.Result.Won)+len(r.Result.Won)+len(p.Result.Won) > 0 {
			t.Errorf("told %+v, %+v, %+v", s.Result, r.Result, p.Result)
		}
	}
}
