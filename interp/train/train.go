// Package train finds out which computer players suit a game, and learns to judge its positions.
//
//	Game → Learn  → weights, how they won over time → Edit → TOML
//	Game → Levels → easy, medium, hard, what they scored → Edit → TOML
//
// [Learn] lets package bot learn weights from self-play, and measures from time to time whether
// they win. [Levels] plays the searches against one another at equal time, and turns the best one
// into levels that each beat the one below. [Edit] adds the result to the text of a ruleset's TOML
// file.
package train

import (
	"context"
	"fmt"
	"slices"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/weigh"
)

// LearnOptions says how long to learn. You must set For, Games or Positions.
type LearnOptions struct {
	Game *interp.Game
	Name string        // of the weights; "learned" by default
	For  time.Duration // how long to learn; what is learned then depends on the machine
	// how many games to learn from; what is learned then depends on the seed alone
	Games int
	// how many positions to learn from, likewise
	Positions int
	// Patterns learns tables of patterns of sites; see [weigh.LearnOptions].
	Patterns bool
	From     *level.Weights // to go on learning with; nil for none
	// Clock is the CPU time used so far, by which For is meant; nil for the elapsed time.
	Clock func() time.Duration
	// Values of the rules to learn with, by name; if nil, those that predict the results best.
	Values []string
	Seed   uint64
	Jobs   int
	// Progress, if not nil, is called after every batch with the fraction done, from 0 to 1.
	Progress func(part float64, games, positions int, note string)
}

// The games for measuring weights while they are learned, against the same search without them.
const (
	checkGames = 20
	checkNodes = 300
	// the number of games before the first measurement; then each time it has doubled
	firstCheck = 256
)

// Learn learns weights. If ctx ends first, it returns what has been learned so far, with the error
// of ctx; nil if that is nothing.
func Learn(ctx context.Context, o LearnOptions) (*level.Weights, error) {
	l, err := bot.NewLearner(ctx, o.Game, weigh.LearnOptions{
		Name: o.Name, Values: o.Values, Seed: o.Seed, Jobs: o.Jobs,
		Patterns: o.Patterns, From: o.From,
	})
	if err != nil {
		return nil, err
	}
	if o.Clock == nil {
		start := time.Now()
		o.Clock = func() time.Duration { return time.Since(start) }
	}
	begun, played := o.Clock(), l.Games()
	next := max(firstCheck, 2*played)
	var progress [][]int
	if o.From != nil {
		progress = o.From.Progress
	}
	result := func() *level.Weights {
		if l.Games() == played {
			return o.From
		}
		w := l.Weights()
		w.Progress = progress
		return w
	}
	note := ""
	check := func() error {
		score, err := strength(ctx, o, l.Weights())
		if err == nil {
			percent := int(100*score.Value + 0.5)
			progress = append(progress, []int{l.Games(), percent})
			note = fmt.Sprintf("wins %d%%", percent)
		}
		return err
	}
	for {
		var part float64
		switch {
		case o.Games > 0:
			part = float64(l.Games()-played) / float64(o.Games)
		case o.Positions > 0:
			part = float64(l.Positions()) / float64(o.Positions)
		default:
			part = float64(o.Clock()-begun) / float64(o.For)
		}
		if part >= 1 {
			break
		}
		if o.Progress != nil {
			o.Progress(part, l.Games(), l.Positions(), note)
		}
		if err := l.Play(ctx); err != nil {
			return result(), err
		}
		if l.Games() >= next {
			if err := check(); err != nil {
				return result(), err
			}
			next *= 2
		}
	}
	if n := len(progress); n == 0 || progress[n-1][0] != l.Games() {
		if err := check(); err != nil {
			return result(), err
		}
	}
	return result(), nil
}

// strength is the score of weights against the same search without them, which has all other seats,
// from random openings.
func strength(ctx context.Context, o LearnOptions, w *level.Weights) (match.Estimate, error) {
	own := []level.Level{{Name: "weights", Weights: []*level.Weights{w}}}
	m := &match.Match{Game: o.Game, Games: checkGames, Seed: o.Seed, Length: 300, Opening: 4,
		Jobs: o.Jobs}
	for _, text := range []string{
		fmt.Sprintf("alphabeta:nodes=%d,value=%s", checkNodes, w.Name),
		fmt.Sprintf("alphabeta:nodes=%d", checkNodes),
	} {
		l, err := level.Find(own, text)
		if err != nil {
			return match.Estimate{}, err
		}
		m.Levels = append(m.Levels, l)
	}
	for len(m.Levels) < len(o.Game.Rules().Teams()) {
		m.Levels = append(m.Levels, m.Levels[1])
	}
	games, err := m.Run(ctx, nil, nil)
	if err != nil {
		return match.Estimate{}, err
	}
	return match.Sum(m.Terms(), games).Standings[0].Score, nil
}

// LevelOptions says how to find levels.
type LevelOptions struct {
	Game    *interp.Game
	Weights []*level.Weights       // that may be used, if they fit
	Values  map[string]level.Value // what the TOML file says of values of the rules
	Think   time.Duration          // of the strongest level, for a step: 1 s
	Limit   int64                  // its nodes or playouts; 0: as many as fit here into Think
	Games   int                    // of a match, at most: 40
	Seed    uint64
	Jobs    int
	// Progress, if not nil, is called after every game with what is being played.
	Progress func(what string, done, total int)
}

// Contest is a match that was played.
type Contest struct {
	Upper, Lower string
	Games        int
	Score        match.Estimate // of the upper one
}

// Won reports whether the upper one is stronger: the whole 95% interval is above half.
func (c Contest) Won() bool { return c.Score.Low > 0.5 }

// Ladder is the result of [Levels].
type Ladder struct {
	Equal   time.Duration // for each step in the contests of searches
	Search  []Contest     // at equal time, in the order in which they were played
	Levels  []level.Level // weakest first
	Rungs   []Contest     // each level against the one below, the strongest first
	Missing []string      // what was not found, in whole sentences
}

// Need returns what a level has to score against the one below it: 75% between two, 1.6 times a
// fair share among more.
func Need(players int) float64 {
	if players <= 2 {
		return 0.75
	}
	return 1.6 / float64(players)
}

// Levels finds the search that suits a game best, and turns it into levels. If ctx ends first, the
// ladder is what was found until then.
func Levels(ctx context.Context, o LevelOptions) (*Ladder, error) {
	t := newTrainer(o)
	best, err := t.search(ctx)
	if err != nil {
		return t.ladder, err
	}
	return t.ladder, t.climb(ctx, best)
}

type trainer struct {
	LevelOptions
	ladder *Ladder
}

// newTrainer fills in what the options leave open.
func newTrainer(o LevelOptions) *trainer {
	if o.Think == 0 {
		o.Think = time.Second
	}
	if o.Games == 0 {
		o.Games = 40
	}
	return &trainer{LevelOptions: o, ladder: &Ladder{Equal: max(o.Think/10, time.Millisecond)}}
}

// candidates are the searches, without limits, named by kind.
func (t *trainer) candidates() []level.Level {
	rules := t.Game.Rules()
	values := []string{level.StandardValue}
	if len(rules.Values) > 0 {
		values = []string{rules.Values[0].Name}
	}
	for _, w := range t.Weights {
		if w.Fit(rules) && w.Check(rules) == nil {
			values = append(values, w.Name)
		}
	}
	var all []level.Level
	for _, v := range values {
		all = append(all, level.Level{
			Name: "alphabeta with " + v, Weights: t.Weights, Values: t.Values,
			Settings: level.Settings{Bot: "alphabeta", Value: v, Threads: 1},
		})
	}
	if len(rules.Teams()) > 2 {
		for _, v := range values {
			all = append(all, everyoneForThemselves(v))
		}
	}
	return append(all, level.Level{
		Name: "mcts", Settings: level.Settings{Bot: "mcts", Threads: 1},
	})
}

// everyoneForThemselves is a search for games of more than two players. There alphabeta is too
// pessimistic: it assumes that all the others are allied against it.
func everyoneForThemselves(value string) level.Level {
	rollout := 0
	return level.Level{Name: "mcts with " + value, Settings: level.Settings{
		Bot: "mcts", Value: value, Against: true, Width: 8, Rollout: &rollout, Exploration: 0.2,
		Threads: 1,
	}}
}

// search plays the candidates against one another at equal time: the winner meets the next one.
func (t *trainer) search(ctx context.Context) (level.Level, error) {
	var best level.Level
	fair := 1 / float64(len(t.Game.Rules().Teams())) // what equals score
	for i, c := range t.candidates() {
		c.Time = level.Duration(t.ladder.Equal)
		if i == 0 {
			best = c
			continue
		}
		contest, err := t.contest(ctx, c, best, fair)
		if contest.Games > 0 {
			t.ladder.Search = append(t.ladder.Search, contest)
		}
		if err != nil {
			return best, err
		}
		if contest.Score.Value > fair {
			best = c
		}
	}
	return best, nil
}

// minGames is how many games for each player a match has at least.
const minGames = 4

// contest plays a match until it is clear on which side of a score the upper level is. If it is
// interrupted, it returns what the games until then say.
func (t *trainer) contest(ctx context.Context, upper, lower level.Level, line float64) (Contest,
	error) {
	players := len(t.Game.Rules().Teams())
	m := &match.Match{
		Game: t.Game, Games: t.Games * players / 2, Seed: t.Seed, Opening: 2, Length: 500,
		Jobs:   t.Jobs,
		Levels: []level.Level{upper},
	}
	for len(m.Levels) < players {
		m.Levels = append(m.Levels, lower)
	}
	terms := m.Terms()
	m.Until = func(games []match.Game) bool {
		score := match.Sum(terms, games).Standings[0].Score
		return len(games) >= minGames*players && (score.Low > line || score.High < line)
	}
	what := upper.Name + " against " + lower.Name
	done := 0
	games, err := m.Run(ctx, nil, func(match.Game) error {
		if done++; t.Progress != nil {
			t.Progress(what, done, m.Games)
		}
		return nil
	})
	c := Contest{Upper: upper.Name, Lower: lower.Name, Games: len(games)}
	if c.Games > 0 {
		c.Score = match.Sum(terms, games).Standings[0].Score
	}
	return c, err
}

// climb makes levels of the best search, strongest first.
func (t *trainer) climb(ctx context.Context, best level.Level) error {
	limit := t.Limit
	if limit == 0 {
		var err error
		if limit, err = t.limit(ctx, best); err != nil {
			return err
		}
	}
	best.Time = 0
	rungs := []level.Level{limited(best, limit)}
	for divisor := int64(8); divisor <= 4096 && limit/divisor >= 8; divisor *= 8 {
		rungs = append(rungs, limited(best, round(limit/divisor)))
	}
	greedy := level.Level{
		Weights:  best.Weights,
		Values:   best.Values,
		Settings: level.Settings{Bot: "greedy", Value: best.Value, Against: best.Against},
	}
	for _, slip := range []int{0, 30} {
		greedy.Slip = slip
		rungs = append(rungs, greedy)
	}
	rungs = append(rungs, level.Level{Settings: level.Settings{Bot: "random"}})

	names := []string{"hard", "medium", "easy"}
	upper := rungs[0]
	upper.Name, upper.Title = names[0], title(upper)
	t.ladder.Levels = []level.Level{upper}
	need := Need(len(t.Game.Rules().Teams()))
	at := 1
	for _, name := range names[1:] {
		found := false
		for ; at < len(rungs) && !found; at++ {
			lower := rungs[at]
			lower.Name, lower.Title = name, title(lower)
			contest, err := t.contest(ctx, upper, lower, need)
			if err != nil {
				return err
			}
			if contest.Score.Value >= need {
				t.ladder.Rungs = append(t.ladder.Rungs, contest)
				t.ladder.Levels = slices.Insert(t.ladder.Levels, 0, lower)
				upper, found = lower, true
			}
		}
		if !found {
			t.ladder.Missing = append(t.ladder.Missing, fmt.Sprintf(
				"There is no level %s: %s does not score %.1f%% against anything weaker.", name,
				upper.Name, 100*need))
			return nil
		}
	}
	return nil
}

func limited(l level.Level, limit int64) level.Level {
	l.Nodes, l.Playouts, l.Threads = 0, limit, 0
	if l.Bot == "alphabeta" {
		l.Nodes, l.Playouts = limit, 0
	}
	return l
}

// title describes a level.
func title(l level.Level) string {
	switch {
	case l.Bot == "random":
		return "any legal move"
	case l.Bot == "greedy" && l.Slip > 0:
		return fmt.Sprintf("looks one move ahead, and overlooks %d%% of its moves", l.Slip)
	case l.Bot == "greedy":
		return "looks one move ahead"
	case l.Bot == "mcts" && l.Rollout == nil:
		return fmt.Sprintf("plays %d games in its head", l.Playouts)
	}
	return fmt.Sprintf("looks at %d positions", l.Nodes+l.Playouts)
}

// limit measures how many nodes or playouts a search manages in the time of the strongest level.
func (t *trainer) limit(ctx context.Context, l level.Level) (int64, error) {
	const positions = 6
	l.Time = level.Duration(t.Think / 4)
	b, err := bot.New(t.Game.Rules(), l, 1)
	if err != nil {
		return 0, err
	}
	e := t.Game.NewEngine()
	rng := (&match.Match{Game: t.Game, Seed: t.Seed}).Rand(1, match.Streams)
	var nodes int64
	var spent time.Duration
	for tries := 0; spent < positions*t.Think/4 && tries < 4*positions; tries++ {
		p := t.Game.Start()
		for range 2 + rng.IntN(8) {
			if q := e.Play(p, interp.Any(e, p, rng)); q.Result() == nil {
				p = q
			}
		}
		if e.Weights(p) != nil {
			continue
		}
		begun := time.Now()
		c, err := b.Choose(ctx, t.Game, p, rng)
		if err != nil {
			return 0, err
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		nodes, spent = nodes+c.Nodes, spent+time.Since(begun)
	}
	if spent == 0 {
		return 1, nil
	}
	return round(int64(float64(nodes) * float64(t.Think) / float64(spent))), nil
}

// round keeps one digit and a half: 1, 1.5, 2, 3, 4 …
func round(n int64) int64 {
	unit := int64(1)
	for n/unit >= 10 {
		unit *= 10
	}
	if n/unit == 1 && n >= 15*unit/10 && unit > 1 {
		return 15 * unit / 10
	}
	return max(n/unit*unit, 1)
}
