// Package interp plays games whose rules have been checked.
//
// A [Game] is made from the checked rules once and may be shared. Its positions never change: to
// play a step, ask for the position after it; to take it back, keep the position before it. A loop
// that keeps no positions can play into one of its own ([Game.PlayInto]).
//
//	g := interp.New(rules)
//	p := g.Start()
//	m, err := g.Parse(p, "c3-d4")
//	p, err = g.Play(p, m)
//
// The unit is the step (an action): one jump of a sequence, the walk before the wall. A turn is the
// steps of one player from one turn boundary to the next; notations, records and counts that use
// turns say so. Steps that leave no choice are taken automatically and never seen here.
//
// interp/eval defines what the rules mean; this package adds what people need: writing and reading
// steps and positions ([Game.Text], [Game.Parse], [Game.PositionText], [Game.ParsePosition]),
// counts of move sequences ([Game.Perft]) and random games ([Game.Playout]).
package interp

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/engine"
	"boardgame/interp/eval"
	"boardgame/interp/notation"
	"boardgame/interp/position"
)

type (
	// Position is one moment of a game. It never changes and may be kept and shared.
	Position = position.Position
	// State is a position in a form that you can change; [PositionOf] turns it back into a
	// position.
	State = position.State
	// Move is one step: a move of the rules and what was chosen for its roles.
	Move = position.Move
	// Result is how a game has ended.
	Result = position.Result
)

// Leave is the step by which the player to move leaves a game of three or more: they are out, and
// the others play on. It is always legal there and never among [Game.Moves].
const Leave = position.Leave

// Engine plays a game for one goroutine. Engines of a game differ only in their speed and in the
// order of the steps of a position.
type Engine interface {
	// StartWith returns the position at the beginning, with the given player to move first.
	StartWith(player int) *Position
	// Settle makes a position that was set up by hand ready for play: it takes the steps that leave
	// no choice.
	Settle(p *Position) *Position
	// Moves lists the legal steps, in the same order every time; none when the game is over. The
	// list belongs to the caller.
	Moves(p *Position) []Move
	// Weights returns how likely each legal step is compared with the others if chance decides;
	// otherwise it returns nil.
	Weights(p *Position) []int64
	// Play plays a legal step; it returns nil if the step is not legal.
	Play(p *Position, m Move) *Position
	// Value reads a value of the rules with `me` the given player.
	Value(p *Position, v *ir.Value, me int) int64
	// Roles returns the move of a step and the value of each of its roles.
	Roles(m Move) (ir.MoveID, []int64)
}

// Game is a game that can be played. It is immutable and safe for concurrent use. It is made by
// [New], or loaded with ruleset.Load; the zero value and nil are games without rules: their methods
// that return an error return [ErrNoGame].
type Game struct {
	*core
	notation *notation.Notation
	ctx      context.Context // whatever is asked ends with it; nil: nothing ends it
}

// core is what a game is, whoever asks.
type core struct {
	rules   *ir.Game
	layout  position.Layout
	engines sync.Pool                // of evaluators
	fasts   sync.Pool                // of what NewEngine returns
	begun   atomic.Pointer[Position] // what begin has found

	reference bool                           // never compiled
	compiling chan struct{}                  // holds a token while the game is being compiled
	beginning chan struct{}                  // and one while begin works
	ready     atomic.Bool                    // it has been, or is left to the evaluator
	program   atomic.Pointer[engine.Program] // the compiled game, if there is one
	notes     atomic.Pointer[diag.List]      // what is left to the evaluator
	asked     atomic.Int64                   // how often steps were listed or played before that
}

// New returns the game of the checked rules. If a text is not the notation of a step, the aliases
// are tried in order.
func New(rules *ir.Game, aliases ...*Alias) *Game {
	return newGame(rules, false, aliases...)
}

// NewReference returns the same game as [New], played only by the evaluator: the reference engine,
// which is slow and correct by definition.
func NewReference(rules *ir.Game) *Game { return newGame(rules, true) }

func newGame(rules *ir.Game, reference bool, aliases ...*Alias) *Game {
	if rules == nil {
		return &Game{}
	}
	g := &Game{core: &core{rules: rules, layout: position.NewLayout(rules),
		reference: reference}}
	g.notation = notation.New(rules, player{g}, aliases...)
	g.compiling, g.beginning = make(chan struct{}, 1), make(chan struct{}, 1)
	g.engines.New = func() any { return evaluator{eval.New(rules), g.layout} }
	g.fasts.New = func() any { return g.NewEngine() }
	return g
}

// start returns the start of the game. Whoever asks first finds it, within their own request: if
// that ends, the next one does.
func (g *Game) start() *Position {
	if p := g.begun.Load(); p != nil {
		return p
	}
	var ended <-chan struct{}
	if g.ctx != nil {
		ended = g.ctx.Done()
	}
	select {
	case g.beginning <- struct{}{}:
		defer func() { <-g.beginning }()
	case <-ended:
		panic(ErrStopped)
	}
	if g.begun.Load() == nil {
		g.begun.Store(g.begin())
	}
	return g.begun.Load()
}

// longWork is how much work a question may take the evaluator before the game is compiled: some
// hundredths of a second.
const longWork = 1 << 20

// begin finds the start of the game.
func (g *Game) begin() (p *Position) {
	e := g.engine().(evaluator)
	defer g.release(e)
	start := func() { p = e.StartWith(0) }
	switch {
	case g.reference:
		start()
	case e.machine.Within(longWork, start):
	case g.compiled() != nil:
		p = g.compiled().Start()
	default:
		start()
	}
	return p
}

// asked puts a question to the evaluator and releases it. If the answer takes long, the game is
// compiled, and the program answers.
func asked[T any](g *Game, slow evaluator, question func(Engine) T) (answer T) {
	defer g.release(slow)
	switch {
	case g.reference || g.ready.Load():
	case slow.machine.Within(longWork, func() { answer = question(slow) }):
		return answer
	case g.compiled() != nil:
		e := g.quick()
		defer g.release(e)
		return question(e)
	}
	return question(slow)
}

// empty reports whether the game has no rules.
func (g *Game) empty() bool { return g == nil || g.core == nil }

// Rules returns the checked rules; for a game without rules, empty rules without players and board.
func (g *Game) Rules() *ir.Game {
	if g.empty() {
		return &ir.Game{Board: &topology.Board{}}
	}
	return g.rules
}

// NewEngine returns the fastest engine that can play the game, for one goroutine that plays a lot;
// nil for a game without rules.
func (g *Game) NewEngine() Engine {
	if g.empty() {
		return nil
	}
	slow := evaluator{eval.New(g.rules), g.layout}
	if p := g.compiled(); p != nil {
		if f, err := newFast(slow, p, g.start()); err == nil {
			return f
		}
	}
	return slow
}

// patience is how many times the evaluator lists or plays steps before a game is compiled: short
// jobs finish sooner without compiling.
const patience = 64

// quickest borrows the engine that answers soonest: the evaluator until the game has been compiled.
func (g *Game) quickest() Engine {
	if g.program.Load() != nil {
		return g.until(g.fasts.Get().(Engine))
	}
	if g.ready.Load() {
		return g.engine()
	}
	if g.asked.Add(1) == patience {
		go (&Game{core: g.core}).compiled()
	}
	return g.engine()
}

// evaluator is the engine that every game has: the definition of what the rules mean.
type evaluator struct {
	machine *eval.Machine
	layout  position.Layout
}

func (e evaluator) StartWith(player int) *Position {
	return position.Of(e.machine.StartWith(player))
}

func (e evaluator) Settle(p *Position) *Position { return position.Of(e.machine.Settle(p.State())) }

func (e evaluator) Moves(p *Position) []Move {
	return slices.Clone(e.machine.Moves(p.State()))
}

func (e evaluator) Weights(p *Position) []int64 { return e.machine.Weights(p.State()) }

func (e evaluator) Play(p *Position, m Move) *Position { return e.play(nil, p, m) }

func (e evaluator) play(dst, p *Position, m Move) *Position {
	q := e.machine.Play(p.State(), m)
	switch {
	case q == nil:
		return nil
	case dst == nil:
		return position.Of(q)
	}
	dst.Reuse(q, nil)
	return dst
}

func (e evaluator) Value(p *Position, v *ir.Value, me int) int64 {
	return e.machine.Value(p.State(), v, me)
}

func (e evaluator) Roles(m Move) (ir.MoveID, []int64) { return e.layout.Unpack(m) }

// engine borrows the evaluator, which lists steps in the order of the rules; quick an engine for
// counting and for random games. Both are given back by release.
func (g *Game) engine() Engine { return g.until(g.engines.Get().(Engine)) }

func (g *Game) quick() Engine {
	if g.compiled() == nil {
		return g.engine()
	}
	return g.until(g.fasts.Get().(Engine))
}

// quickWithin is quick, but stops when its context ends.
func (g *Game) quickWithin(ctx context.Context) (Engine, error) {
	if err := g.Prepare(ctx); err != nil {
		return nil, err
	}
	return g.quick(), nil
}

func (g *Game) release(e Engine) {
	if g.ctx != nil {
		if g.ctx.Err() != nil {
			return // it may have been stopped in the middle of something
		}
		limit(e, nil)
	}
	if _, fast := e.(*fast); fast {
		g.fasts.Put(e)
	} else {
		g.engines.Put(e)
	}
}

// until lets a borrowed engine work as long as the game may be asked.
func (g *Game) until(e Engine) Engine {
	if g.ctx != nil {
		limit(e, g.ctx)
	}
	return e
}

func limit(e Engine, ctx context.Context) {
	switch e := e.(type) {
	case *fast:
		e.machine.Until(ctx)
		e.in.Until(ctx)
	case evaluator:
		e.machine.Until(ctx)
	}
}

// ErrStopped is what a game of [Game.During] panics with.
var ErrStopped = value.ErrStopped

// During returns the same game for one request: soon after the context has ended, whatever it is
// being asked panics with [ErrStopped], which the caller recovers. The game must be asked only by
// the goroutine that recovers; what it has answered may be used anywhere.
func (g *Game) During(ctx context.Context) *Game {
	if g.empty() {
		return g
	}
	v := &Game{core: g.core, ctx: ctx}
	v.notation = g.notation.During(ctx, player{v})
	return v
}

// Start returns the initial position: everything is set up, and steps that leave no choice are
// taken. It returns nil for a game without rules.
func (g *Game) Start() *Position {
	if g.empty() {
		return nil
	}
	return g.start()
}

// ErrForeignPosition is the error for a position that cannot belong to the game: nil, the zero
// value, or a position of a game with other players or pieces.
var ErrForeignPosition = errors.New("the position is not one of this game")

// ErrNoGame is the error for a game without rules: nil, or the zero value.
var ErrNoGame = errors.New(
	"the game has no rules; load one with ruleset.Load, or make it with interp.New")

// check returns an error if a position cannot be used with the game.
func (g *Game) check(p *Position) error {
	if g.empty() {
		return ErrNoGame
	}
	if !g.has(p) {
		return ErrForeignPosition
	}
	return nil
}

// has reports whether a position can belong to the game.
func (g *Game) has(p *Position) bool {
	if p == nil || g.empty() {
		return false
	}
	if program := g.program.Load(); program != nil && program.Holds(p) {
		return true
	}
	s, start := p.State(), g.start().State()
	return len(s.Owned) == len(start.Owned) && len(s.OfKind) == len(start.OfKind) &&
		len(s.Numbers) == len(start.Numbers) && len(s.Memories) == len(start.Memories) &&
		s.ToMove >= 0 && s.ToMove < len(s.Owned)
}

// StartWith is [Game.Start] with a different player to move first, by number; the turn order stays
// the same. It is nil if the game has no such player.
func (g *Game) StartWith(player int) *Position {
	if g.empty() || player < 0 || player >= len(g.rules.Players) {
		return nil
	}
	return ask(g, func(e Engine) *Position { return e.StartWith(player) })
}

// Moves returns every legal step, without duplicates and always in the same order: that of the
// moves in the rules, then that of the values of their roles. There are none if the game is over or
// the position is foreign. The slice belongs to the caller.
func (g *Game) Moves(p *Position) []Move {
	return g.AppendMoves(nil, p)
}

// AppendMoves appends what [Game.Moves] lists to a list of the caller. A loop that passes the same
// list each time allocates nothing for it.
func (g *Game) AppendMoves(list []Move, p *Position) []Move {
	if !g.has(p) {
		return list
	}
	from := len(list)
	list, sorted := g.list(list, p)
	if !sorted {
		order.Sort(list[from:])
	}
	return list
}

// list appends the legal steps, as the engine that answers soonest lists them, and reports whether
// they are in order.
func (g *Game) list(list []Move, p *Position) (moves []Move, sorted bool) {
	e := g.quickest()
	if slow, ok := e.(evaluator); ok {
		moves = asked(g, slow, func(e Engine) []Move { return e.Moves(p) })
		if list != nil {
			moves = append(list, moves...)
		}
		return moves, false
	}
	defer g.release(e)
	return e.(*fast).appendMoves(list, p)
}

// after plays a step with the engine that answers soonest; nil if it is not legal. The position is
// a new one, or dst if that is not nil.
func (g *Game) after(dst, p *Position, m Move) *Position {
	return ask(g, func(e Engine) *Position {
		return e.(interface {
			play(dst, p *Position, m Move) *Position
		}).play(dst, p, m)
	})
}

// ask puts a question to the engine that answers soonest.
func ask[T any](g *Game, question func(Engine) T) T {
	e := g.quickest()
	if slow, ok := e.(evaluator); ok {
		return asked(g, slow, question)
	}
	defer g.release(e)
	return question(e)
}

// Play returns the position after a step. The error is an [*IllegalMoveError] if the step is not
// legal, and [ErrForeignPosition] if the position belongs to a different game.
func (g *Game) Play(p *Position, m Move) (*Position, error) {
	if err := g.check(p); err != nil {
		return nil, err
	}
	if q := g.after(nil, p, m); q != nil {
		return q, nil
	}
	return nil, g.notation.Refuse(p, m)
}

// ErrSharedPosition is the error for a position that may not be overwritten.
var ErrSharedPosition = errors.New(
	"the position to play into must be new(Position), or one that was played into before")

// PlayInto is [Game.Play] into a position of the caller, for loops that keep no positions: dst is
// new(Position), or one that was played into before, perhaps p itself. Unlike all others, such a
// position changes, so only one goroutine may use it. If there is an error, dst is as it was.
func (g *Game) PlayInto(dst, p *Position, m Move) error {
	if err := g.check(p); err != nil {
		return err
	}
	if !dst.Reusable() {
		return ErrSharedPosition
	}
	if g.after(dst, p, m) == nil {
		return g.notation.Refuse(p, m)
	}
	return nil
}

// Value returns a value of the rules: how their author judges the position for the player `me`. It
// is 0 for a foreign position.
func (g *Game) Value(p *Position, v *ir.Value, me int) int64 {
	if !g.has(p) || v == nil {
		return 0
	}
	e := g.quickest()
	defer g.release(e)
	return e.Value(p, v, me)
}

// Roles returns the move of the rules that a step is (or ir.PassID or ir.DoneID), and the value of
// each of its roles: the number of a site, a relation, a kind or a player, or the number itself.
func (g *Game) Roles(m Move) (ir.MoveID, []int64) {
	if g.empty() {
		return m.ID(), nil
	}
	return g.layout.Unpack(m)
}

// FirstSites returns the site that a step names first, or the sites if a role holds a set of them.
func FirstSites(g *Game, m Move) (set topology.Set) {
	id, values := g.Roles(m)
	for i := 0; i < len(values) && set == (topology.Set{}); i++ {
		set = g.Rules().Moves[id].Roles[i].Sites(values[i])
	}
	return set
}

// Step packs a step from what [Game.Roles] returns; ok is false if the values do not fit.
func (g *Game) Step(id ir.MoveID, values []int64) (m Move, ok bool) {
	if g.empty() {
		return 0, false
	}
	return g.layout.Pack(id, values)
}

// PositionOf returns the position that a state describes, such as one made from [Position.Clone].
// The state must not be changed afterward.
func PositionOf(s *State) *Position { return position.Of(s) }

// TurnOver reports whether a turn, or the setup before the first one, has ended with a step from p
// to q.
func TurnOver(p, q *Position) bool { return position.TurnOver(p, q) }

// TurnTaken reports whether a turn of a player has ended with a step from p to q: what counts turns
// asks this. It is [TurnOver] without the end of a random setup, which is no turn.
func TurnTaken(p, q *Position) bool { return position.TurnTaken(p, q) }
