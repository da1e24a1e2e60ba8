package diff

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/dsl/ir"

	"boardgame/interp"
	"boardgame/interp/match"
)

// Play compares games of both sides played with the same random numbers: game n of A beside game n
// of B.
type Play struct {
	Games     int    `json:"games"` // pairs
	Players   string `json:"players"`
	Seed      uint64 `json:"seed"`
	Identical int    `json:"identical"` // pairs that were the same game, move for move
	// Proven reports that games of random moves went differently although they drew the same random
	// numbers: so the rules differ, not just the luck.
	Proven     bool      `json:"proven"`
	Unfinished [2]int    `json:"unfinished"` // of A and of B, the games that were stopped
	Measures   []Measure `json:"measures"`
}

// Measure is one figure for the games of both sides, with 95% intervals.
type Measure struct {
	Name string         `json:"name"`
	Unit string         `json:"unit,omitempty"` // "" for a share from 0 to 1
	A    match.Estimate `json:"a"`
	B    match.Estimate `json:"b"`
	// Difference is that of B from A, pair by pair.
	Difference match.Estimate `json:"difference"`
	Differ     bool           `json:"differ"` // the interval of the difference excludes 0
}

// played is what is kept of one game.
type played struct {
	turns, steps, chosen float64 // chosen: steps that someone chose
	choices              float64 // the number of choices available at those
	first, draw          float64
	over                 bool
	text                 string // the moves in the words of B
}

// play plays the games and compares them.
func (c *comparison) play() error {
	var a, b []played
	var err error
	if c.a.Levels == nil {
		a, b = c.randomPairs()
	} else if a, b, err = c.botPairs(); err != nil && c.ctx.Err() == nil {
		return err
	}
	n := min(len(a), len(b))
	if n == 0 {
		return nil
	}
	a, b = a[:n], b[:n]
	p := &Play{Games: n, Seed: c.effort.Seed, Players: "random moves"}
	if c.a.Levels != nil {
		var names []string
		for _, l := range c.a.Levels {
			names = append(names, l.Name)
		}
		p.Players = strings.Join(names, " against ")
	}
	for i := range n {
		if a[i].text == b[i].text && a[i].over == b[i].over && a[i].first == b[i].first &&
			a[i].draw == b[i].draw {
			p.Identical++
		}
		for side, g := range [2]*played{&a[i], &b[i]} {
			if !g.over {
				p.Unfinished[side]++
			}
		}
	}
	p.Proven = c.a.Levels == nil && c.pairing.total && p.Identical < n
	p.Measures = []Measure{
		measure("length", "turns", a, b, func(g *played) float64 { return g.turns }),
		measure("choices", "moves", a, b,
			func(g *played) float64 { return g.choices / max(g.chosen, 1) }),
		measure("first player", "", a, b, func(g *played) float64 { return g.first }),
		measure("draws", "", a, b, func(g *played) float64 { return g.draw }),
	}
	c.report.Play = p
	return nil
}

// measure estimates a figure from the games of both sides, and its difference from the pairs.
func measure(name, unit string, a, b []played, of func(*played) float64) Measure {
	var xs, ys, ds []float64
	var sumA, sumB float64
	for i := range a {
		x, y := of(&a[i]), of(&b[i])
		xs, ys, ds = append(xs, x), append(ys, y), append(ds, y-x)
		sumA, sumB = sumA+x, sumB+y
	}
	m := Measure{Name: name, Unit: unit, A: match.Mean(xs).AtLeast(0),
		B:          match.Mean(ys).AtLeast(0),
		Difference: match.Mean(ds)}
	if unit == "" {
		m.A, m.B = match.Wilson(sumA, float64(len(a))), match.Wilson(sumB, float64(len(b)))
	}
	m.Differ = m.Difference.Low > 0 || m.Difference.High < 0
	return m
}

// randomPairs plays games of random moves.
func (c *comparison) randomPairs() (a, b []played) {
	ea, eb := c.a.Game.NewEngine(), c.b.Game.NewEngine()
	// The same move has the same key in both games, so equal random numbers draw it.
	keyOfA := func(m interp.Move) interp.Move {
		to, ok := c.pairing.translate(m)
		if !ok {
			return ^m
		}
		return to
	}
	keyOfB := func(m interp.Move) interp.Move { return m }
	for n := range c.effort.Games {
		c.watch("playing", n, c.effort.Games)
		x, ok1 := c.random(c.a.Game, ea, keyOfA, n)
		y, ok2 := c.random(c.b.Game, eb, keyOfB, n)
		if !ok1 || !ok2 {
			break
		}
		a, b = append(a, x), append(b, y)
	}
	return a, b
}

// random plays the game with this number; ok is false if it was interrupted.
func (c *comparison) random(
	g *interp.Game, e interp.Engine, key func(interp.Move) interp.Move, n int,
) (_ played, ok bool) {
	rng := rand.New(rand.NewPCG(c.effort.Seed, uint64(n)))
	var out played
	var text strings.Builder
	p := g.Start()
	first := p.ToMove()
	// asking each position for weights would take longer than everything else
	chance := g.Rules().HasChance()
	for p.Result() == nil && out.turns < float64(c.effort.Length) &&
		out.steps < 20*float64(c.effort.Length) {
		if c.ctx.Err() != nil {
			return out, false
		}
		moves := e.Moves(p)
		if len(moves) == 0 {
			break
		}
		order := make([]int, len(moves))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order,
			func(i, j int) int { return cmp.Compare(key(moves[i]), key(moves[j])) })
		var m interp.Move
		var weights []int64
		if chance {
			weights = e.Weights(p)
		}
		if weights != nil {
			sorted := make([]int64, len(order))
			for i, at := range order {
				sorted[i] = weights[at]
			}
			m = moves[order[interp.Pick(lowest(sorted), rng)]]
		} else {
			m = moves[order[rng.IntN(len(order))]]
		}
		fmt.Fprintln(&text, uint64(key(m)))
		q := e.Play(p, m)
		out.add(p, q, len(moves), weights == nil)
		p = q
	}
	out.text = text.String()
	out.end(g.Rules(), p.Result(), first)
	return out, true
}

// lowest reduces odds to the smallest whole numbers, so that equal odds draw alike from equal
// random numbers.
func lowest(weights []int64) []int64 {
	var common int64
	for _, w := range weights {
		for a, b := common, w; ; a, b = b, a%b {
			if b == 0 {
				common = a
				break
			}
		}
	}
	for i := range weights {
		weights[i] /= common
	}
	return weights
}

// add counts a step.
func (g *played) add(p, q *interp.Position, choices int, chosen bool) {
	g.steps++
	if chosen {
		g.chosen++
		g.choices += float64(choices)
	}
	if interp.TurnTaken(p, q) {
		g.turns++
	}
}

// end counts how a game ended: a shared win is part of one, and so is a draw of all.
func (g *played) end(rules *ir.Game, r *interp.Result, first int) {
	g.over = r != nil
	switch {
	case r == nil || len(r.Winners) == 0:
		g.first = 1 / float64(len(rules.Teams()))
	case slices.Contains(r.Winners, first):
		g.first = 1 / float64(len(rules.Sides(r.Winners)))
	}
	if r != nil && r.Draw {
		g.draw = 1
	}
}

// botPairs lets the levels of each side play a match, both from the same seeds.
func (c *comparison) botPairs() (a, b []played, err error) {
	for i, side := range [2]Side{c.a, c.b} {
		games, err := c.match(side, i*c.effort.Games)
		if i == 0 {
			a = games
		} else {
			b = games
		}
		if err != nil {
			return a, b, err
		}
	}
	return a, b, nil
}

// match plays the games of a side.
func (c *comparison) match(side Side, before int) ([]played, error) {
	all := make([]played, c.effort.Games)
	m := &match.Match{Game: side.Game, Levels: side.Levels, Games: c.effort.Games,
		Seed:   c.effort.Seed,
		Length: c.effort.Length, Fixed: true}
	m.Watch = func(s match.Step) { all[s.Game-1].add(s.Before, s.After, len(s.Legal), !s.Random) }
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", side.Name, err)
	}
	done := 0
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	games, err := m.Run(ctx, nil, func(match.Game) error {
		done++
		c.watch("playing", before+done, 2*c.effort.Games)
		return nil
	})
	var whole []played
	for i, g := range games {
		if g.Number != i+1 {
			break // games are played several at a time: those after a gap have no partner
		}
		p := all[g.Number-1]
		p.text, p.over = g.Moves, g.Over
		first := slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.Player == g.First })
		p.first = g.Points()[first]
		if g.Over && g.Alone() < 0 {
			p.draw = 1
		}
		whole = append(whole, p)
	}
	return whole, err
}
