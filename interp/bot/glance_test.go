package bot_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/level"
	"boardgame/testdata/long"
)

// hurried makes the bots that search, by a value of the game (that of the level if it is empty). It
// returns a function that lets one of them choose without any time.
func hurried(t *testing.T, name, value string) (g *interp.Game, bots []string,
	choose func(bot string, p *interp.Position) interp.Move) {
	g, rs := game(t, name)
	bots = []string{rs.Strongest(), "alphabeta", "mcts", "greedy"}
	made := map[string]bot.Bot{}
	for _, spec := range bots {
		l, err := bot.FindLevel(rs.Info.Levels, spec)
		if err != nil {
			t.Fatal(err)
		}
		// What ends it is the context, as with a clock that has run out.
		l.Nodes, l.Playouts, l.Depth, l.Time, l.When, l.Slip = 0, 0, 0, 0, nil, 0
		if value != "" {
			l.Value = value
		}
		if made[spec], err = bot.New(g.Rules(), l, 1); err != nil {
			t.Fatal(err)
		}
	}
	over, cancel := context.WithDeadline(t.Context(), time.Now())
	t.Cleanup(cancel)
	return g, bots, func(spec string, p *interp.Position) interp.Move {
		c, err := made[spec].Choose(over, g, p, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		return c.Move
	}
}

// With no time at all, every bot that searches takes a win in one.
func TestNoTimeWins(t *testing.T) {
	for i, name := range long.Studied {
		if !long.Case(i, 3) {
			continue
		}
		g, bots, choose := hurried(t, name, "")
		judge := tactician{g.NewEngine()}
		for _, c := range readTactics(t, filepath.Join("testdata", "tactics", name+".txt")) {
			p, err := g.ParsePosition(c.position)
			if err != nil {
				t.Fatal(err)
			}
			if c.kind != winInOne {
				continue
			}
			for _, spec := range bots {
				if m := choose(spec, p); !judge.solves(c.kind, p, m) {
					t.Errorf("%s: %s plays %s in %s", name, spec, g.Text(p, m), c.position)
				}
			}
		}
	}
}

// With no time at all, no bot that searches gives away for nothing what the value counts: if the
// next player can take a man and nothing makes up for it, no other step was better.
func TestNoTimeHangsNothing(t *testing.T) {
	games := map[string]int64{"chess": 1, "english-draughts": 2} // what a man is worth
	if long.Tests {
		games["shatranj"], games["xiangqi"] = 1, 1
	}
	for name, man := range games {
		g, bots, choose := hurried(t, name, "material")
		material, err := level.FindValue(g.Rules(), "material")
		if err != nil {
			t.Fatal(err)
		}
		x := exchanges{e: g.NewEngine(), value: material}
		rng := rand.New(rand.NewPCG(7, 1))
		tried := 0
		for range long.Times(3, 3) {
			for p := g.Start(); p.Result() == nil && p.Ply() < 60; {
				if p.Ply() > 6 && p.Ply()%5 == 0 && !p.InTurn() && len(x.e.Moves(p)) > 1 {
					tried++
					for _, spec := range bots {
						m := choose(spec, p)
						kept := x.kept(p, m, -won, won)
						if kept > x.e.Value(p, material, p.ToMove())-man {
							continue
						}
						for _, other := range slices.Clone(x.e.Moves(p)) {
							if k := x.kept(p, other, kept+man-1, kept+man); k >= kept+man {
								t.Errorf("%s: %s plays %s, which keeps %d, but %s keeps %d in %s", name, spec,
									g.Text(p, m), kept, g.Text(p, other), k, g.PositionText(p))
								break
							}
						}
					}
				}
				p = x.e.Play(p, interp.Any(x.e, p, rng))
			}
		}
		if tried < long.Times(10, 2) {
			t.Errorf("%s: only %d positions", name, tried)
		}
	}
}

// exchanges tries the steps of three turns by alpha-beta.
type exchanges struct {
	e     interp.Engine
	value *ir.Value
}

const won = 1 << 30

// kept returns what a value is for the player to move after a step, the reply that is worst for
// them, and their answer, if they have one that is better than none. Above high and below low it
// is only a bound.
func (x *exchanges) kept(p *interp.Position, m interp.Move, low, high int64) int64 {
	return x.after(x.e.Play(p, m), p, p.ToMove(), 2, low, high)
}

// after returns the value for a player of a position after a step from another, some turns before
// the end.
func (x *exchanges) after(p, from *interp.Position, me, turns int, low, high int64) int64 {
	if r := p.Result(); r != nil {
		switch {
		case len(r.Winners) != 1:
			return 0
		case r.Winners[0] == me:
			return won
		}
		return -won
	}
	fresh := interp.TurnOver(from, p)
	if fresh {
		turns--
	}
	best, mine := int64(-won), p.ToMove() == me
	if fresh && turns <= 0 { // two turns are over, or none is left
		best = x.e.Value(p, x.value, me)
		if turns < 0 {
			return best
		}
	}
	if !mine {
		best = won
	}
	for _, m := range slices.Clone(x.e.Moves(p)) {
		if mine {
			low = max(low, best)
		} else {
			high = min(high, best)
		}
		if low >= high {
			break
		}
		v := x.after(x.e.Play(p, m), p, me, turns, low, high)
		if mine {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}
