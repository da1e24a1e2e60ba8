// Package infoset holds the computer player of games with secrets. It is given what its seat knows,
// a [Knowledge], and never a position of the game under way.
//
//	course → Give → Knowledge → sampler → positions that the seat considers possible
//	                               └→ search → Choice
//
// The sampler follows what the seat was told through a set of positions: each is played on in a way
// that would have been told in the same words. If none is left, it exchanges the hidden pieces in the
// positions before; where only values are hidden, it replaces hidden steps of the past.
// The search is information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012): each
// iteration starts from one of these positions, and one tree, whose nodes are views of the seat,
// learns from all of them.
package infoset

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/engine"
	"boardgame/interp/position"
)

// Knowledge is what a player knows of a game under way: where it began, the own steps, what was
// told of others, and what was seen after each.
type Knowledge struct {
	Seat   int
	Moves  []position.Move // which the player may choose now
	start  *position.Position
	events []event
}

// An event is a step that the player knows of.
type event struct {
	own  bool
	step position.Move // of an own one
	told string        // of another one
	key  position.Key  // of the view after it
	view *position.View
}

// same reports whether two events cannot be told apart.
func (e event) same(f event) bool {
	return e.own == f.own && e.step == f.step && e.told == f.told && e.key == f.key
}

// A Seat is a game for a bot that is told what one seat knows of it.
type Seat struct {
	Game      *interp.Game
	Knowledge *Knowledge
	Player    *Player // remembers what the seat considered possible before; nil: the bot's own
}

// Rules returns the rules of the game.
func (s Seat) Rules() *ir.Game { return s.Game.Rules() }

// NewEngine returns an engine of the game.
func (s Seat) NewEngine() interp.Engine { return s.Game.NewEngine() }

// Program returns the compiled game, nil if there is none.
func (s Seat) Program() *engine.Program { return s.Game.Program() }

// A Game is what bots play.
type Game interface {
	Rules() *ir.Game
	NewEngine() interp.Engine // one for each goroutine
	// Program returns the compiled game, nil if all of it is left to the evaluator. A game that
	// wraps another one must not hide it: with positions as values, bots are several times slower.
	Program() *engine.Program
}

// Give returns a game for the bot that is to choose: for one with secrets, what its seat knows, and
// otherwise the game for bots that see everything.
func Give(g *interp.Game, c *course.Course, otherwise Game) (Game, error) {
	if !g.Secret() {
		return otherwise, nil
	}
	k, err := know(g, c, c.Now().ToMove())
	return Seat{Game: g, Knowledge: k}, err
}

// ErrSeat means that a bot of games with secrets was not told what its seat knows.
var ErrSeat = errors.New("a bot of games with secrets chooses only in a game that it has followed")

// errStart means that a game with secrets has begun elsewhere than its rules say, so that a player
// cannot know what has happened.
var errStart = errors.New("bots play a game with secrets only from its start")

// errNoMove means that the player has nothing to choose.
var errNoMove = errors.New("the player has no legal move to choose from")

// know returns what a player knows of a game. This is the only function here that sees its
// positions.
func know(g *interp.Game, c *course.Course, seat int) (*Knowledge, error) {
	k := &Knowledge{Seat: seat, start: c.Start()}
	if now := c.Now(); now.ToMove() == seat {
		k.Moves = g.Moves(now)
	}
	known := g.View(k.start, k.Seat).Whole()
	for i := range g.Rules().Players {
		known = known || g.StartWith(i).Equal(k.start)
	}
	if !known {
		return nil, errStart
	}
	for at := range c.At() {
		p, m, q := c.Position(at), c.Step(at), c.Position(at+1)
		own := p.ToMove() == k.Seat && g.Weights(p) == nil
		if told := g.Told(p, m, q, k.Seat); own || told != "" {
			view := g.View(q, k.Seat)
			e := event{own: own, told: told, key: view.Key(), view: view}
			if own {
				e.step = m
			}
			k.events = append(k.events, e)
		}
	}
	return k, nil
}

// Limits say how long a player thinks; without any, it is a second.
type Limits struct {
	Playouts    int64
	Time        time.Duration
	Exploration float64 // of the upper confidence bound; 0: as suits the game
	// Value judges the position after Rollout random steps; Scale is the value that makes a win about
	// three times as likely as a loss. Without Value, playouts go to the end of the game.
	Value   *ir.Value
	Rollout int
	Scale   float64
}

// Choice is what the player decided.
type Choice struct {
	Lines    []Line // all steps, best first
	Playouts int64
	Sampled  int // positions that the player considered possible; 0: none was found
}

// Line is a step and how it fared.
type Line struct {
	Move   position.Move
	Share  float64 // of the win, from 0 to 1
	Visits int64
}

// A Player remembers the positions that it considered possible, so that only what is new has to be
// followed. The zero value is ready; it may play any number of games.
type Player struct {
	mu   sync.Mutex
	kept map[int]*memory // by seat
}

type memory struct {
	game   *interp.Game
	start  *position.Position
	events []event
	all    []world
}

// Choose picks a step of the player whose knowledge it is.
func (pl *Player) Choose(ctx context.Context, g *interp.Game, k *Knowledge, l Limits,
	rng *rand.Rand) (Choice, error) {
	if len(k.Moves) == 0 {
		return Choice{}, errNoMove
	}
	if l.Playouts == 0 && l.Time == 0 {
		l.Time = time.Second
	}
	var end time.Time
	if l.Time > 0 {
		end = time.Now().Add(l.Time)
	}
	over := func() bool { return ctx.Err() != nil || !end.IsZero() && time.Now().After(end) }
	one := Choice{Lines: []Line{{Move: k.Moves[rng.IntN(len(k.Moves))], Share: 0.5}}}
	if len(k.Moves) == 1 {
		return one, nil
	}
	s := newSampler(g, k, rng, over)
	s.stopped = ctx.Err
	pl.follow(s)
	ready := s.ready()
	if len(ready) == 0 {
		return one, nil
	}
	return newSearch(s, l).run(ready, l.Playouts), nil
}

// follow makes a sampler follow what the player knows, from where it was before.
func (pl *Player) follow(s *sampler) {
	pl.mu.Lock()
	defer pl.mu.Unlock()
	k, n := s.k, 0
	m := pl.kept[k.Seat]
	if m != nil && m.game == s.game && m.start == k.start && len(m.events) <= len(k.events) &&
		slices.EqualFunc(m.events, k.events[:len(m.events)], event.same) && len(m.all) > 0 {
		s.all, n = m.all, len(m.events)
	}
	s.follow(n)
	if len(s.all) == 0 && n > 0 && s.size == sampled { // begin anew
		s.all = []world{{Position: k.start}}
		s.follow(0)
	}
	if s.stopped() != nil {
		return // what was found in haste is of no use later
	}
	if pl.kept == nil {
		pl.kept = map[int]*memory{}
	}
	pl.kept[k.Seat] = &memory{s.game, k.start, k.events, s.all}
}
