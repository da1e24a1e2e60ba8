package train

import (
	"context"
	"math"
	"runtime"
	"time"

	"boardgame/interp/match"
)

// Estimate says how long [Levels] will probably take, before anything has been measured.
type Estimate struct {
	Steps       int           // of a random game, on average
	Least, Most time.Duration // if every match is decided early; if none is
}

// How many random games are played to estimate the length of all games, and the greatest length of
// one.
const (
	estimateGames  = 8
	estimateLength = 500
)

// Estimate plays a few random games. Games of bots may be longer or shorter, so the times only show
// whether to expect minutes or hours.
func (o LevelOptions) Estimate(ctx context.Context) (Estimate, error) {
	t := newTrainer(o)
	m := &match.Match{Game: t.Game, Seed: t.Seed}
	var steps int
	for i := range estimateGames {
		_, n, err := t.Game.PlayoutContext(ctx, t.Game.Start(), m.Rand(i+1, match.Streams),
			estimateLength)
		if err != nil {
			return Estimate{}, err
		}
		steps += n
	}
	jobs := t.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	players := len(t.Game.Rules().Teams())
	// all is the time of a match of so many games, each step of which takes as long as told.
	all := func(games int, step time.Duration) time.Duration {
		steps := float64(max(steps/estimateGames, 1)) * float64(games) / float64(min(jobs, games))
		return time.Duration(min(steps*float64(step), math.MaxInt64/4))
	}
	e := Estimate{Steps: steps / estimateGames}
	searches := time.Duration(len(t.candidates())-1) * t.ladder.Equal
	// One player of hard thinks as long as allowed, the others an eighth of that; then medium meets
	// easy, with an eighth of all this.
	others := time.Duration(players - 1)
	hard := t.Think * (8 + others) / 8 / time.Duration(players)
	rungs := hard + hard/8
	e.Least = all(minGames*players, searches+rungs) + t.Think
	e.Most = all(max(t.Games*players/2, 1), searches+2*rungs) + 2*t.Think
	e.Most = max(e.Most, e.Least)
	return e, nil
}
