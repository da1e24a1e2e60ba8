package bot

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp/infoset"
	"boardgame/interp/level"
	"boardgame/interp/position"
	"boardgame/interp/weigh"
)

// New makes the bot that a level describes, for games of these rules. Lines asks search bots for
// exact values of that many best steps; 1 is enough to play. A mistake in the level is an error
// that names it.
func New(rules *ir.Game, l Level, lines int) (Bot, error) {
	if err := l.Check(rules); err != nil {
		return nil, err
	}
	l = l.For(rules)
	b := &player{rules: rules,
		base: build(rules, l.Settings, &l, max(lines, 1))}
	for _, w := range l.When {
		ph := phase{bot: build(rules, w.Settings.Over(l.Settings), &l, max(lines, 1))}
		for _, m := range rules.Moves {
			if slices.Contains(w.Moves, m.Name) {
				ph.moves = append(ph.moves, m.ID)
			}
		}
		b.phases = append(b.phases, ph)
	}
	return b, nil
}

// build makes a bot from settings of a level that have been checked.
func build(rules *ir.Game, s Settings, of *Level, lines int) Bot {
	weights := of.Weights
	ord, _ := level.NewOrder(rules, s.Order)
	j := judge{rules: rules, against: s.Against}
	w, named := level.FindWeights(weights, rules, s.Value)
	switch {
	case w != nil:
		j.learned = weigh.New(rules, w)
	case named: // they are for other options
		j.value, _ = level.InsteadOf(weights, rules, s.Value)
	default:
		j.value, _ = level.FindValue(rules, s.Value)
	}
	switch {
	case j.learned != nil:
		j.unit = weigh.PointsPerUnit
	case j.value == nil:
		j.unit = pieceWorth
	default:
		told := of.Values[j.value.Name]
		j.unit = told.Unit
		if len(rules.Players) == 2 {
			j.tempo, j.contempt = told.Tempo, told.Contempt
		}
	}
	switch s.Bot {
	case "greedy":
		b := &greedy{judge: j, win: Won, loss: -Won, added: s.Outcome == "added",
			first: s.Ties == "first", order: ord, by: s.By, turn: s.Unit == "turn",
			slip: s.Slip}
		if s.Reply != "" {
			b.reply, _ = level.FindValue(rules, s.Reply)
			b.hasReply = b.reply != nil
		}
		if s.Win != nil {
			b.win = *s.Win
		}
		if s.Loss != nil {
			b.loss = *s.Loss
		}
		return b
	case "infoset":
		b := &blind{limits: infoset.Limits{Playouts: s.Playouts, Time: time.Duration(s.Time),
			Exploration: s.Exploration, Value: j.value, Rollout: 6, Scale: cmp.Or(s.Scale, 3)}}
		if s.Rollout != nil {
			b.limits.Rollout = *s.Rollout
		}
		return b
	case "alphabeta":
		b := &alphabeta{judge: j, taking: newTaking(rules), threads: s.Threads, depth: s.Depth,
			nodes: s.Nodes, time: time.Duration(s.Time), extend: s.Extend == nil ||
				*s.Extend, width: s.Width,
			first: s.Ties == "first", order: ord, lines: lines, slip: s.Slip,
			without: s.Without}
		b.asksHistory, b.asksPly = remembers(rules)
		if b.depth == 0 && b.nodes == 0 && b.time == 0 {
			b.time = time.Second
		}
		return b
	case "mcts":
		b := &mcts{judge: j, playouts: s.Playouts, time: time.Duration(s.Time),
			exploration: s.Exploration, rollout: 2000, scale: s.Scale, width: s.Width,
			threads: s.Threads}
		b.asksHistory, _ = remembers(rules)
		b.useTallies(rules, s.Rave)
		if b.playouts == 0 && b.time == 0 {
			b.time = time.Second
		}
		if b.exploration == 0 {
			b.exploration = 0.7
			if b.placing != nil {
				b.exploration = 0.1
			}
		}
		if s.Rollout != nil {
			b.rollout = *s.Rollout
		}
		if b.scale == 0 {
			switch b.scale = 3; {
			case j.learned != nil:
				b.scale = weigh.PointsPerUnit
			case j.value == nil:
				b.scale *= pieceWorth
			}
		}
		return b
	}
	return &random{by: s.By}
}

// player plays a level: it asks the bot of the phase.
type player struct {
	rules  *ir.Game
	base   Bot
	phases []phase
}

type phase struct {
	moves []ir.MoveID
	bot   Bot
}

// Watch passes the watcher on to every bot that takes one.
func (b *player) Watch(watch func(Choice)) {
	if w, ok := b.base.(Watchable); ok {
		w.Watch(watch)
	}
	for _, ph := range b.phases {
		if w, ok := ph.bot.(Watchable); ok {
			w.Watch(watch)
		}
	}
}

func (b *player) Choose(ctx context.Context, game Game, p *position.Position,
	rng *rand.Rand) (Choice, error) {
	if rng == nil {
		rng = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	chooser := b.base
	if len(b.phases) > 0 {
		moves := game.NewEngine().Moves(p)
	search:
		for _, ph := range b.phases {
			for _, m := range moves {
				if slices.Contains(ph.moves, m.ID()) {
					chooser = ph.bot
					break search
				}
			}
		}
	}
	return chooser.Choose(ctx, game, p, rng)
}
