package report

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/level"
	"boardgame/interp/ruleset"
)

// The limits of the level chosen by default: enough to see immediate threats, and fast.
const (
	suitedNodes    = 2000
	suitedPlayouts = 400
)

// Suited returns a level for a report about a game: the strongest of its ruleset that searches,
// which sees wins in one and prevents those of others, but with a low limit.
func Suited(g *interp.Game, rs *ruleset.Ruleset) (bot.Level, error) {
	rules := g.Rules()
	text, all := level.Suggest(rules), rs.Info.Bots()
	for _, l := range slices.Backward(rs.Info.Levels) {
		if settings := l.For(rules); l.Origin == "" &&
			slices.Contains([]string{"alphabeta", "mcts", "infoset"}, settings.Bot) {
			text = l.Name
			break
		}
	}
	l, err := bot.FindLevel(all, text)
	if err != nil {
		return l, err
	}
	text = Limited(l, suitedNodes, 0)
	if name := l.For(rules).Bot; name == "mcts" || name == "infoset" {
		text = Limited(l, 0, suitedPlayouts)
	}
	if l, err = bot.FindLevel(all, text); err != nil {
		return l, err
	}
	return l, l.Check(rules)
}

// Limited names a level with another limit: playouts if there are any, or else nodes.
func Limited(l bot.Level, nodes, playouts int64) string {
	name, _, _ := strings.Cut(l.Name, ":")
	if playouts > 0 {
		return fmt.Sprintf("%s:playouts=%d", name, playouts)
	}
	return fmt.Sprintf("%s:nodes=%d", name, nodes)
}

// Affordable returns the level of a game that has all these levels, with a smaller limit if it is
// too slow to play enough games in the time. Jobs is how many games are played at a time; 0: one a
// core.
func Affordable(g *interp.Game, all []bot.Level, l bot.Level, within time.Duration,
	jobs int) bot.Level {
	const enough = 30 * 60 // steps: games, times steps of each
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	each := time.Duration(selfPart * float64(within) * float64(jobs) / enough)
	for range 3 {
		if pace(g, l) <= each {
			break
		}
		l.Nodes, l.Playouts = l.Nodes/4, l.Playouts/4
		if slower, err := bot.FindLevel(all, Limited(l, l.Nodes, l.Playouts)); err == nil {
			l = slower
		}
	}
	return l
}

// pace measures how long a level thinks about a step, in some positions of a random game.
func pace(g *interp.Game, l bot.Level) time.Duration {
	const asked, apart = 5, 4
	b, err := bot.New(g.Rules(), l.OneThread(), 1)
	if err != nil {
		return 0
	}
	e, rng := g.NewEngine(), rand.New(rand.NewPCG(1, 1))
	p := g.Start()
	var spent time.Duration
	n := 0
	for ; n < asked && p.Result() == nil; n++ {
		if e.Weights(p) == nil {
			begun := time.Now()
			if _, err := b.Choose(context.Background(), g, p, rng); err != nil {
				break
			}
			spent += time.Since(begun)
		}
		for range apart {
			if p.Result() == nil {
				p = e.Play(p, interp.Any(e, p, rng))
			}
		}
	}
	return spent / time.Duration(max(n, 1))
}
