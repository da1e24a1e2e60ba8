// Package bot holds the computer players: random, greedy, alphabeta and mcts.
//
// All of them implement one interface, [Bot], and know a game only by what an [interp.Engine] can
// do: list the legal steps of a position, play one, read a `value` of the rules. None of them knows
// a particular game. What makes a bot for one game, and how strong it is, is data: a [Level], read
// from the ruleset's TOML file, names the bot, the `value` by which it judges, its limits, and how
// it breaks ties.
//
//	rules → Game → interp.Engine (one for each goroutine)
//	TOML  → Level → New → Bot → Choose → Choice
//
// A bot chooses one step. In a turn of several steps it is asked again for each of them.
//
// If the limit is a depth or a number of nodes or playouts, the choice depends only on the
// position, the level and the random source. If the limit is time, it also depends on the machine.
package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/engine"
	"boardgame/interp/infoset"
	"boardgame/interp/position"
	"boardgame/interp/weigh"
)

// playouter is an engine with a faster way to play uniformly random steps, until the game is over
// or limit steps are played. It returns the last position and how many steps were played.
type playouter interface {
	Playout(p *position.Position, rng *rand.Rand, limit int) (*position.Position, int)
}

// Game is what a bot plays; an [interp.Game] is one. It may be shared between goroutines.
type Game = infoset.Game

// Bot is a player.
type Bot interface {
	// Choose picks a step of the player to move. When ctx is canceled, it returns within a few nodes
	// with the best step found so far. When time has run out before it has seen anything, it still
	// looks at some thousand positions: one step ahead, and at what can be taken then. The error is
	// nil whenever there is a legal step, and [ErrNoMove] when there is none. Without a limit of
	// time, the same random source gives the same step; nil is a different source each time.
	Choose(ctx context.Context, game Game, p *position.Position, rng *rand.Rand) (Choice, error)
}

// Watchable is a Bot that reports while it thinks: it calls watch with the best so far whenever
// that changes, from the goroutine that called Choose.
type Watchable interface {
	Bot
	Watch(watch func(Choice))
}

// ErrNoMove means that the player to move has no legal step.
var ErrNoMove = errors.New("there is no legal move to choose from")

// Measure is the unit in which a bot values a position.
type Measure uint8

// The measures.
const (
	NoMeasure Measure = iota // the bot judges nothing
	Points                   // a `value` of the rules; beyond ±(Won - 100000) a decided game
	PerMille                 // expected share of the win: 0 lost, 1000 won
)

// Won is the value of a game that is won at once, in Points. A win n steps ahead is worth Won - n;
// losses are negative.
const Won = int64(1) << 40

// decided bounds the values of the rules: anything farther from 0 is a decided game.
const decided = weigh.Decided

// Choice is what a bot decided and why.
type Choice struct {
	Move    position.Move
	Value   int64 // for the player to move
	Measure Measure
	Unit    int64  // of Points: that many are a lead of one; 0 is 1
	Lines   []Line // the steps it valued, best first; some bots give only the best few
	Nodes   int64  // positions looked at, or playouts of mcts
	Depth   int    // steps it looked ahead in full
	Proven  bool   // the outcome is known, not estimated
}

// Line is a step and what the bot expects to follow.
type Line struct {
	Move   position.Move
	Value  int64
	PV     []position.Move // from Move on
	Visits int64           // playouts through it, of mcts
	Proven bool
}

// Text writes a value of the choice or of one of its lines for people: "+3", "57%", "wins in 4" and
// "+1.50" where a hundred points are a unit.
func (c *Choice) Text(v int64, proven bool) string {
	switch m := c.Measure; {
	case m == NoMeasure:
		return ""
	case m == PerMille && proven && v == 1000:
		return "wins"
	case m == PerMille && proven && v == 0:
		return "loses"
	case m == PerMille:
		return fmt.Sprintf("%d.%d%%", v/10, v%10)
	case v >= Won:
		return "wins at once"
	case v <= -Won:
		return "loses at once"
	case v >= decided:
		return fmt.Sprintf("wins in %d", Won-v)
	case v <= -decided:
		return fmt.Sprintf("loses in %d", Won+v)
	case v == 0:
		return "0"
	case c.Unit > 1:
		return fmt.Sprintf("%+.2f", float64(v)/float64(c.Unit))
	}
	return fmt.Sprintf("%+d", v)
}

// stopper tells a search when to stop: its context, its time or its nodes have run out. Each
// goroutine has its own, see share.
type stopper struct {
	done     <-chan struct{}
	maxNodes int64
	close    context.CancelFunc // must be called at the end of the search
	breaks   breaks

	deadline time.Time // the zero Time: none
	looked   time.Time // at the clock, last
	every    int       // calls from one look at the clock to the next
	asked    int       // since then
	late     bool
}

// newStopper watches ctx and, if positive, a time limit.
func newStopper(ctx context.Context, limit time.Duration, maxNodes int64) *stopper {
	s := &stopper{maxNodes: maxNodes, close: func() {}, every: 1}
	if limit > 0 {
		ctx, s.close = context.WithTimeout(ctx, limit)
	}
	s.deadline, _ = ctx.Deadline()
	s.done = ctx.Done()
	return s
}

// share returns a stopper with the same limits for another goroutine.
func (s *stopper) share() *stopper {
	shared := *s
	shared.close = func() {}
	return &shared
}

// over reports whether the search must end after a number of nodes. It always does once the context
// is cancelled or the deadline has passed.
func (s *stopper) over(nodes int64) bool {
	s.breaks.yield()
	if s.maxNodes > 0 && nodes >= s.maxNodes || s.pastDeadline() {
		return true
	}
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// How far apart two looks at the clock should be.
const (
	fineGrain   = 50 * time.Microsecond
	coarseGrain = 200 * time.Microsecond
)

// pastDeadline looks at the clock now and then. The timer of a context fires only when a thread is
// free to handle it, which may be 10 ms late while all of them search.
func (s *stopper) pastDeadline() bool {
	if s.late || s.deadline.IsZero() {
		return s.late
	}
	if s.asked++; s.asked < s.every {
		return false
	}
	now := time.Now()
	switch passed := now.Sub(s.looked); {
	case passed < fineGrain:
		s.every *= 2
	case passed > coarseGrain:
		s.every = max(s.every/2, 1)
	}
	s.asked, s.looked, s.late = 0, now, !now.Before(s.deadline)
	return s.late
}

// sides says who plays together: for each player their team, a bit for each member.
type sides []uint16

func sidesOf(rules *ir.Game) sides {
	s := make(sides, len(rules.Players))
	for player := range s {
		s[player] = rules.Team(player)
	}
	return s
}

// count counts the teams of some players, given as a bit for each.
func (s sides) count(players uint16) (n int) {
	for player, team := range s {
		if team&players&(1<<player-1) == 0 && players>>player&1 != 0 {
			n++
		}
	}
	return n
}

// outcome is the value of a finished game for a team, ply steps after the root: ±(Won - ply), or 0
// for a draw.
func outcome(winners, team uint16, ply int) int64 {
	switch {
	case winners != 0 && winners&^team == 0:
		return Won - int64(ply)
	case winners == 0 || winners&team != 0:
		return 0
	}
	return int64(ply) - Won
}

// winnersOf returns the players who share the win, one bit each; none if r is nil.
func winnersOf(r *position.Result) (winners uint16) {
	if r == nil {
		return 0
	}
	for _, w := range r.Winners {
		winners |= 1 << w
	}
	return winners
}

// shareOf is the share of the win of a player and their team in a result.
func shareOf(r *position.Result, me int, s sides) float64 { return s.share(winnersOf(r), me) }

// share is the share of the win of a player and their team: 1 for winning alone, 1/n for a draw
// among n teams, 0 for losing. A draw without winners is a draw among all.
func (s sides) share(winners uint16, me int) float64 {
	switch {
	case winners == 0:
		return 1 / float64(s.count(1<<len(s)-1))
	case winners&s[me] == 0:
		return 0
	}
	return 1 / float64(s.count(winners))
}

// judge is the static evaluation of a search: a `value` of the rules or, if they declare none,
// material and mobility.
type judge struct {
	rules   *ir.Game
	value   *ir.Value         // nil: the default
	learned *weigh.Evaluation // instead of value; nil: none
	against bool              // minus the mean of the values of those who play against one
	unit    int64             // that many points are a lead of one
	tempo   int64             // of value: by so many points, the player to move is ahead
	// of value: so many points are added for the player who searches: a draw is worth 0
	contempt int64
}

// The default value: how many legal steps a piece is worth.
const pieceWorth = 100

func (j *judge) of(s space, at slot, me int) int64 {
	if j.learned != nil {
		return min(max(j.learned.Of(s, at, me), 1-decided), decided-1)
	}
	if j.value == nil {
		return j.standard(s, at, me)
	}
	worth := func(q int) int64 { return s.Value(at, j.value, q) }
	v := worth(me)
	if j.against {
		v = j.lead(me, worth)
	}
	if j.tempo != 0 && s.ToMove(at) == me {
		v += j.tempo
	} else {
		v -= j.tempo
	}
	return min(max(v+j.contempt, 1-decided), decided-1)
}

// told is what a value is for people: without contempt, unless it is that of a draw or a decision.
func (j *judge) told(v int64) int64 {
	if v == 0 || abs(v) > decided {
		return v
	}
	return v - j.contempt
}

// prepare compiles the value of the rules: to compile is not to think. If it fails, values say so.
func (j *judge) prepare(ctx context.Context, game Game) {
	if program := game.Program(); program != nil && j.value != nil {
		_ = engine.Valued(ctx, program)
	}
}

// counts reports whether the value depends on the number of steps.
func (j *judge) counts() bool {
	if j.learned != nil {
		return j.learned.Counts()
	}
	return j.value == nil
}

// alone judges a position outside a space.
func (j *judge) alone(e interp.Engine, p *position.Position, me int) int64 {
	s := newSpace(e)
	at := s.add()
	s.set(at, p)
	return j.of(s, at, me)
}

// lead is the mean of a number in a player's team minus its mean among the others.
func (j *judge) lead(me int, of func(player int) int64) int64 {
	var mine, theirs, partners int64
	team := j.rules.Team(me)
	for q := range j.rules.Players {
		if team>>q&1 != 0 {
			mine, partners = mine+of(q), partners+1
		} else {
			theirs += of(q)
		}
	}
	return mine/partners - theirs/max(int64(len(j.rules.Players))-partners, 1)
}

// standard is the value for rules that declare none: my pieces minus the others' mean, and the
// mobility of the player to move.
func (j *judge) standard(s space, at slot, me int) int64 {
	v := j.lead(me, func(q int) int64 { return pieceWorth * int64(s.pieces(at, q)) })
	if !s.Over(at) && s.Weights(at) == nil {
		if n := int64(s.Count(at)); j.rules.Team(me)>>s.ToMove(at)&1 != 0 {
			v += n
		} else {
			v -= n
		}
	}
	return v
}
