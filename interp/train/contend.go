package train

import (
	"context"
	"errors"
	"fmt"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/level"
	"boardgame/interp/match"
)

// ContendOptions says what plays in [Contend].
type ContendOptions struct {
	Game    *interp.Game
	Weights *level.Weights       // that may win
	Against []level.Level        // whose limits are replaced
	Nodes   int64                // of the weights' search: 1000
	Games   int                  // of each match: 100
	Seed    uint64               //
	Jobs    int                  //
	Clock   func() time.Duration // the CPU time used so far
	// Progress, if not nil, is called after every game with what is being played.
	Progress func(what string, done, total int)
}

// Rivals are what weights have to beat: the strongest of the ruleset's own levels, linear weights,
// and the first value of the rules, or what suits rules without any.
func Rivals(g *interp.Game, own []level.Level, weights []*level.Weights,
	values map[string]level.Value, name string) []level.Level {
	rules := g.Rules()
	var all []level.Level
	for _, l := range own {
		if searches := l.Bot == "alphabeta" || l.Bot == "mcts"; searches && l.Origin == "" &&
			l.Value != name && l.Check(rules) == nil {
			all = []level.Level{l}
		}
	}
	for _, w := range weights {
		if w.Fit(rules) && w.Check(rules) == nil && w.Net == "" && w.Patterns == "" {
			all = append(all, level.Level{Name: w.Name, Weights: weights,
				Settings: level.Settings{Bot: "alphabeta", Value: w.Name}})
		}
	}
	plain := level.Level{Values: values, Settings: level.Settings{Bot: level.Suggest(rules),
		Value: level.StandardValue}}
	plain.Name = plain.Bot
	if len(rules.Values) > 0 {
		plain.Value = rules.Values[0].Name
		plain.Name += " with " + plain.Value
	}
	return append(all, plain)
}

// Contend plays weights against other judgments at equal CPU time: a search by the weights looks at
// a number of positions, and the others look at as many positions, or play as many random games, as
// they manage in the same time.
func Contend(ctx context.Context, o ContendOptions) ([]Contest, error) {
	if o.Nodes == 0 {
		o.Nodes = 1000
	}
	if o.Games == 0 {
		o.Games = 100
	}
	own := level.Level{Name: o.Weights.Name, Weights: []*level.Weights{o.Weights},
		Settings: level.Settings{Bot: "alphabeta", Value: o.Weights.Name, Nodes: o.Nodes}}
	cost, err := o.cost(ctx, own)
	if err != nil {
		return nil, err
	}
	var all []Contest
	for _, l := range o.Against {
		l.Depth, l.Time, l.Threads, l.When = 0, 0, 0, nil
		l = limited(l, o.Nodes)
		other, err := o.cost(ctx, l)
		if err != nil {
			return all, err
		}
		l = limited(l, max(int64(float64(o.Nodes)*cost/other), 1))
		m := &match.Match{Game: o.Game, Games: o.Games, Seed: o.Seed, Opening: 4, Length: 200,
			Jobs: o.Jobs, Levels: []level.Level{own, l}}
		done := 0
		games, err := m.Run(ctx, nil, func(match.Game) error {
			if done++; o.Progress != nil {
				o.Progress(own.Name+" against "+l.Name, done, m.Games)
			}
			return nil
		})
		if err != nil {
			return all, err
		}
		all = append(all, Contest{Upper: fmt.Sprintf("%s, %d positions", own.Name, o.Nodes),
			Lower: fmt.Sprintf("%s, %d", l.Name, l.Nodes+l.Playouts), Games: len(games),
			Score: match.Sum(m.Terms(), games).Standings[0].Score})
	}
	return all, nil
}

// cost is the CPU time that a search takes for each position or random game.
func (o *ContendOptions) cost(ctx context.Context, l level.Level) (float64, error) {
	const positions, enough = 8, 400 * time.Millisecond
	b, err := bot.New(o.Game.Rules(), l, 1)
	if err != nil {
		return 0, err
	}
	e := o.Game.NewEngine()
	rng := (&match.Match{Game: o.Game, Seed: o.Seed}).Rand(1, match.Streams)
	var nodes int64
	var spent time.Duration
	for tries := 0; tries < positions || spent < enough && tries < 100*positions; tries++ {
		p := o.Game.Start()
		for range 2 + rng.IntN(8) {
			if q := e.Play(p, interp.Any(e, p, rng)); q.Result() == nil {
				p = q
			}
		}
		if e.Weights(p) != nil {
			continue
		}
		begun := o.Clock()
		c, err := b.Choose(ctx, o.Game, p, rng)
		if err != nil || ctx.Err() != nil {
			return 0, errors.Join(err, ctx.Err())
		}
		if tries > 0 { // the first also makes the engine
			nodes, spent = nodes+c.Nodes, spent+o.Clock()-begun
		}
	}
	return max(float64(spent), 1) / float64(max(nodes, 1)), nil
}
