package infoset

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
	"boardgame/testdata/secrets"
)

var think = flag.Duration("think", 0, "how long the player thinks; by default, 400 playouts")

func load(t *testing.T, path string) *interp.Game {
	t.Helper()
	g := gametest.Load(t, path, "")
	if err := g.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g
}

// In random games of all games with secrets, the positions that a player considers possible look as
// the true one does and offer the same steps; some are always found.
func TestPossiblePositions(t *testing.T) {
	for i, file := range secrets.Games() {
		if !long.Case(i+2, 8) {
			continue
		}
		g := load(t, file)
		e, rng := g.NewEngine(), rand.New(rand.NewPCG(1, uint64(i)))
		var players []Player
		asked, lost, guessed, kept := 0, 0, 0, 0
		for games := 0; games < 3 && asked < long.Times(20, 2); games++ {
			players = make([]Player, len(g.Rules().Players))
			c := course.New(g, g.Start())
			for !c.Over() && c.Len() < long.Times(30, 2) {
				p := c.Now()
				m := interp.Any(e, p, rng)
				if g.Weights(p) == nil && len(g.Moves(p)) > 1 {
					k, err := know(g, c, c.Now().ToMove())
					if err != nil {
						t.Fatal(err)
					}
					s := newSampler(g, k, rng, func() bool { return false })
					players[k.Seat].follow(s)
					guesses := 0
					for _, w := range s.all {
						if w.past != nil && w.past.guess {
							guesses++
						} else if w.past != nil && !s.holds(w) {
							t.Fatalf("%s: what led to %s is not what was told", file,
								g.PositionText(w.Position))
						}
					}
					if guesses > 0 {
						guessed++
					}
					ready := s.ready()
					asked++
					if kept += len(ready); len(ready) == 0 {
						lost++
					}
					looks, here := g.View(p, k.Seat).Key(), slices.Sorted(slices.Values(g.Moves(p)))
					for _, q := range ready {
						if g.View(q, k.Seat).Key() != looks {
							t.Fatalf("%s: %s looks different from %s", file, g.PositionText(q),
								g.PositionText(p))
						}
						if !slices.Equal(slices.Sorted(slices.Values(g.Moves(q))), here) {
							t.Fatalf("%s: %s offers other steps than %s", file, g.PositionText(q),
								g.PositionText(p))
						}
					}
				}
				if err := c.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%s: asked %d times, %.0f positions, guesses %d times, none %d times", file, asked,
			float64(kept)/float64(asked), guessed, lost)
		if float64(lost) > 0.02*float64(asked) {
			t.Errorf("%s: no position was found %d times of %d", file, lost, asked)
		}
		if file == "battleship" && float64(guessed) > 0.02*float64(asked) {
			t.Errorf("%s: positions did not explain what was told %d times of %d", file, guessed, asked)
		}
	}
}

// What a player chooses depends on what it knows: with another card in the other hand it chooses
// the same.
func TestBlind(t *testing.T) {
	g := load(t, "kuhn-poker")
	for own := range 3 {
		var lines [][]Line
		for _, deal := range g.Moves(g.Start()) {
			c := course.New(g, g.Start())
			if err := c.Play(deal); err != nil {
				t.Fatal(err)
			}
			if g.View(c.Now(), 0).State.Numbers[0] != int64(own+1) {
				continue
			}
			k, err := know(g, c, c.Now().ToMove())
			if err != nil {
				t.Fatal(err)
			}
			var pl Player
			choice, err := pl.Choose(t.Context(), g, k, Limits{Playouts: 200},
				rand.New(rand.NewPCG(3, 4)))
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, choice.Lines)
		}
		if len(lines) != 2 || !slices.Equal(lines[0], lines[1]) {
			t.Errorf("with card %d: %v", own+1, lines)
		}
	}
}

// All playouts to the end are draws; with a value, the player sees what is worth most.
func TestValue(t *testing.T) {
	g := gametest.FromText(t, `game "Coins"
players First, Second
board square(1, 1)
counter coins per player = 0
counter pocket per player = 0
hidden pocket(players - me)
move take { with n in 0..9  do coins += n * (9 - n), pocket += n }
turn take
end { draw if ply >= 40 }
value lead = coins - coins(next)`, "")
	rules := g.Rules()
	k, err := know(g, course.New(g, g.Start()), 0)
	if err != nil {
		t.Fatal(err)
	}
	l := Limits{Playouts: 400, Value: rules.Values[0], Scale: 5}
	for l.Rollout = range 4 {
		choice, err := new(Player).Choose(t.Context(), g, k, l, rand.New(rand.NewPCG(3, 4)))
		if err != nil {
			t.Fatal(err)
		}
		if text := g.Text(g.Start(), choice.Lines[0].Move); text != "4" && text != "5" {
			t.Errorf("after %d random steps: %s", l.Rollout, text)
		}
		if last := choice.Lines[len(choice.Lines)-1]; last.Share >= choice.Lines[0].Share {
			t.Errorf("after %d random steps: %v", l.Rollout, choice.Lines)
		}
	}
}

// The player wins most games against one that plays at random.
func TestBetterThanRandom(t *testing.T) {
	long.Skip(t, "whole games")
	const games, least = 10, 9
	for _, name := range []string{"stratego-small", "geister", "dark-chess-4"} {
		g := load(t, name)
		rng := rand.New(rand.NewPCG(1, 1))
		sum, lost := 0.0, 0
		for i := range games {
			share, n := play(t, g, i%2, rng)
			sum, lost = sum+share, lost+n
		}
		t.Logf("%s: %.1f of 10 games; no position was found %d times", name, sum, lost)
		if sum < least {
			t.Errorf("%s: %.1f of 10 games", name, sum)
		}
	}
}

// play plays a game in which one seat is the player and the others are random. It returns the share
// of the win that the seat got, and how often it found no position.
func play(t *testing.T, g *interp.Game, seat int, rng *rand.Rand) (share float64, lost int) {
	c, e := course.New(g, g.Start()), g.NewEngine()
	limits := Limits{Playouts: 400}
	if *think > 0 {
		limits = Limits{Time: *think}
	}
	var me Player
	for !c.Over() && c.Len() < 2000 {
		p := c.Now()
		m := interp.Any(e, p, rng)
		if p.ToMove() == seat && g.Weights(p) == nil {
			k, err := know(g, c, c.Now().ToMove())
			if err != nil {
				t.Fatal(err)
			}
			choice, err := me.Choose(context.Background(), g, k, limits, rng)
			if err != nil {
				t.Fatal(err)
			}
			if m = choice.Lines[0].Move; choice.Sampled == 0 && len(k.Moves) > 1 {
				lost++
			}
		}
		if err := c.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r := c.Now().Result()
	switch {
	case r == nil || len(r.Winners) != 1:
		return 0.5, lost
	case r.Winners[0] == seat:
		return 1, lost
	}
	return 0, lost
}

// What a player has found after its context ended is forgotten: it answers later as if it had not
// been asked.
func TestStopped(t *testing.T) {
	for _, name := range []string{"battleship", "kriegspiel-4"} {
		g := load(t, name)
		rng := rand.New(rand.NewPCG(1, 1))
		c := course.New(g, g.Start())
		for c.Len() < 16 || c.Now().ToMove() != 0 {
			if err := c.Play(interp.Any(g.NewEngine(), c.Now(), rng)); err != nil {
				t.Fatal(err)
			}
		}
		k, err := know(g, c, 0)
		if err != nil {
			t.Fatal(err)
		}
		var stopped, fresh Player
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		ask := func(ctx context.Context, pl *Player) Choice {
			choice, err := pl.Choose(ctx, g, k, Limits{Playouts: 20}, rand.New(rand.NewPCG(3, 4)))
			if err != nil {
				t.Fatal(err)
			}
			return choice
		}
		ask(ended, &stopped)
		if a, b := ask(t.Context(), &stopped), ask(t.Context(), &fresh); a.Sampled != b.Sampled ||
			!slices.Equal(a.Lines, b.Lines) {
			t.Errorf("%s: %d positions instead of %d", name, a.Sampled, b.Sampled)
		}
	}
}
