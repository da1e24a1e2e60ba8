package report

import (
	"context"
	"slices"

	"boardgame/interp"
	"boardgame/interp/match"
)

// Sight is how well the level sees one step ahead. A level that misses wins in one says little
// about the game.
type Sight struct {
	Games int            `json:"games"` // that were looked at
	Wins  int            `json:"wins"`  // decisions at which one step wins the game
	Taken match.Estimate `json:"taken"` // the share of them at which it was taken
	// decisions after which another player could win at once, unless that is prevented
	Blocks int `json:"blocks"`
	// the share of them at which nobody can win at once afterward
	Made match.Estimate `json:"made"`
}

// How many games are searched for it, and after how many tried steps the search stops.
const (
	sightGames = 12
	sightSteps = 300_000
)

// wins reports whether the player to move can win with one step.
func wins(e interp.Engine, p *interp.Position) bool {
	if p.Result() != nil || e.Weights(p) != nil {
		return false
	}
	return slices.ContainsFunc(slices.Clone(e.Moves(p)),
		func(m interp.Move) bool { return won(e.Play(p, m), p.ToMove()) })
}

func won(p *interp.Position, player int) bool {
	r := p.Result()
	return r != nil && !r.Draw && slices.Contains(r.Winners, player)
}

// sight plays the first games again and looks at every decision after the opening, whose turns were
// drawn at random.
func sight(ctx context.Context, g *interp.Game, games []match.Game, opening int) *Sight {
	e := &counter{Engine: g.NewEngine()}
	s := &Sight{}
	// By game, because decisions within one game are not independent.
	var chances, taken, threats, made [sightGames]float64
	for i := range games[:min(len(games), sightGames)] {
		steps, _, err := g.PlayText(g.Start(), games[i].Moves)
		if err != nil || ctx.Err() != nil || e.played > sightSteps {
			break
		}
		before := *s
		s.Games++
		p, turns := g.Start(), 0
		for _, m := range steps {
			q := e.Play(p, m)
			drawn := turns < opening
			if interp.TurnTaken(p, q) {
				turns++
			}
			switch {
			case drawn, e.Weights(p) != nil:
			case wins(e, p):
				s.Wins++
				chances[i]++
				if won(q, p.ToMove()) {
					taken[i]++
				}
			case q.Result() == nil && q.ToMove() != p.ToMove() && wins(e, q):
				// It was a mistake only if a different step would have stopped it.
				if slices.ContainsFunc(slices.Clone(e.Moves(p)), func(other interp.Move) bool {
					after := e.Play(p, other)
					return after.ToMove() != p.ToMove() && !won(after, q.ToMove()) && !wins(e, after)
				}) {
					s.Blocks++
					threats[i]++
				}
			case q.Result() == nil && q.ToMove() != p.ToMove() && threatened(e, p, q):
				s.Blocks++
				threats[i]++
				made[i]++
			}
			p = q
			if ctx.Err() != nil {
				break
			}
		}
		if ctx.Err() != nil { // a part of a game says too little
			*s = before
			chances[i], taken[i], threats[i], made[i] = 0, 0, 0, 0
		}
	}
	s.Taken = match.Share(taken[:], chances[:])
	s.Made = match.Share(made[:], threats[:])
	return s
}

// counter is an engine that counts the steps it plays.
type counter struct {
	interp.Engine
	played int
}

func (c *counter) Play(p *interp.Position, m interp.Move) *interp.Position {
	c.played++
	return c.Engine.Play(p, m)
}

// threatened reports whether some other step would have let the next player win at once. It tries
// only a few.
func threatened(e interp.Engine, p, q *interp.Position) bool {
	const few = 3
	moves := slices.Clone(e.Moves(p))
	for i := range min(few, len(moves)) {
		after := e.Play(p, moves[i*len(moves)/min(few, len(moves))])
		if after.Result() == nil && after.ToMove() == q.ToMove() && wins(e, after) {
			return true
		}
	}
	return false
}
