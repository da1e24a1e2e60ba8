// Package eval is the slow, obvious evaluator of checked rules: the definition of what a rules file
// means.
//
// What expressions mean is in dsl/value. This package plays games with them: it walks over the
// [ir.Game] as it is, and every rule of the language about games lives at one place, which names
// the decision of the reference that it carries out:
//
//	state.go                           counters and memories, repetitions
//	bind.go                            the clauses of a move: which steps it offers
//	effect.go                          what a step does
//	tower.go                           effects on towers
//	step.go                            one step: effects, ensure, at once, what may follow
//	turn.go                            choices: else groups, with least and most, stuck
//	end.go                             the end of a turn and of the game
//	machine.go                         the way of a game: start, play, silent steps
//	says.go                            what is announced of a turn
//	explain.go                         why a step is not legal
//	budget.go                          an end of what takes too long
//	cover.go                           counts of what was read
//
// Other engines are tested against this one. It is used wherever speed does not matter, and for
// whatever they cannot do.
package eval

import (
	"context"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// Machine plays one game. It keeps working memory, so it is for one goroutine at a time; positions
// may be shared.
type Machine struct {
	g        *ir.Game
	b        *topology.Board
	players  int
	layout   position.Layout
	ev       *value.Evaluator // of expressions
	bases    []int            // by state: see ir.Game.Base
	blank    *position.State  // the empty board, on which initial values are read
	cover    *Coverage        // nil: nobody counts
	counting bool             // the effects that happen are those of a step taken for good
	ahead    int              // how deep in a search ahead
	prices   prices           // what steps and effects cost
	most     int64            // the work that one question may take; 0: allow has not been called
	counted  []bool           // by value of the rules: its work is counted
	taken    int64            // steps taken for this question
	tried    int64            // and steps tried to compare turns
	compared int64            // those of them for the position at hand
	// how many there may be; 0: as many as the work allows
	mostAhead  int
	mostSilent int      // silent steps one after the other
	silentLong bool     // more of them would take too long
	recalled   recalled // the last position that was looked for in the history
	rounds     int      // that the loops of the step at hand have gone
	unending   bool     // one of them would have gone on
	inStuck    bool     // the search is that of `stuck`
	chance     bool     // something in the game is left to chance

	fx      effects
	search  search
	ends    ends
	refuses refusals
}

// New returns a machine for a game. It is cheap next to loading the game.
func New(g *ir.Game) *Machine {
	m := &Machine{
		g:       g,
		b:       g.Board,
		players: len(g.Players),
		layout:  position.NewLayout(g),
		ev:      value.New(g),
		chance:  g.HasChance(),
	}
	m.fx, m.search, m.ends, m.refuses = effects{m}, search{m}, ends{m}, refusals{m}
	for i := range g.States {
		m.bases = append(m.bases, g.Base(i))
	}
	numbers, memories := g.Sizes()
	m.blank = position.NewState(m.players, len(g.Kinds), numbers, memories)
	if g.Towers {
		m.blank.Raise(g.Board.Sites)
	}
	m.prices = pricesOf(g)
	return m
}

// scope is where the evaluator reads an expression on a position of a game.
type scope struct {
	value.Scope
	m   *Machine
	pos *position.State
}

// scope returns the scope in which a player reads a position with some variables.
func (m *Machine) scope(p *position.State, me int, vars []value.Value) *scope {
	s := &scope{m: m}
	s.Me, s.Vars, s.Course = me, vars, s
	s.on(p)
	return s
}

// view is [Machine.scope] for an expression that is only read.
func (m *Machine) view(p *position.State, me int, vars []value.Value) *value.Scope {
	return &m.scope(p, me, vars).Scope
}

// on moves a scope to another position, which may be nil if nothing of it is read.
func (s *scope) on(p *position.State) {
	if s.pos = p; p != nil {
		s.At = &p.Facts
	}
}

// Stuck, Repetitions and Seen let a scope ask about the course of its own position.
func (s *scope) Stuck() bool { return s.m.search.stuck(s.pos) }

func (s *scope) Repetitions() int64 { return repetitions(s.m, s.pos) }

func (s *scope) Seen() int64 { return s.m.seen(s.pos) }

// Until lets the machine panic with [value.ErrStopped] soon after a context has ended; nil is none.
// After that it must not be used anymore.
func (m *Machine) Until(ctx context.Context) { m.ev.Work.Until(ctx) }

// Game returns the game that the machine plays.
func (m *Machine) Game() *ir.Game { return m.g }

// Layout returns how the machine's steps are packed into words.
func (m *Machine) Layout() position.Layout { return m.layout }

// Start returns the position at which the game begins: set up, with the silent steps that come
// before any choice already taken.
func (m *Machine) Start() *position.State { return m.StartWith(0) }

// StartWith is Start with another player to move first.
func (m *Machine) StartWith(player int) *position.State {
	p := m.SetUp(player)
	if p.Result != nil {
		return p
	}
	return m.Settle(p)
}

// SetUp returns the position at which the game begins, before any search: its legal steps are not
// known and no silent step has been taken. [Machine.Settle] goes on from there.
func (m *Machine) SetUp(player int) *position.State {
	m.begin()
	p := m.blank.Clone()
	m.ends.initialise(p, false)
	m.fx.setUp(p)
	if m.giveUp(p) {
		return p
	}
	p.ToMove = player
	if m.g.SetupThen != nil {
		vars := m.ev.Enter()
		p.Pending = m.search.open(m.g.SetupThen, m.scope(p, player, vars), true)
		m.ev.Leave()
		p.SettingUp = p.Pending != nil
	}
	if !p.SettingUp {
		m.ends.remember(p)
	}
	return p
}

// Settle makes a position set up by hand, at the start of a turn or with something pending, ready
// to be played: the result knows its legal steps; where there is no choice, silent steps have been
// taken; and where nothing can be done, the result of the game is there. It has no history
// (language.md#repetition). p itself is not changed.
func (m *Machine) Settle(p *position.State) *position.State {
	q := m.Unsettled(p)
	m.settle(q)
	m.giveUp(q)
	return q
}

// Unsettled returns the position from which [Machine.Settle] goes on. It has no history, and its
// legal steps are not known yet. p itself is not changed.
func (m *Machine) Unsettled(p *position.State) *position.State {
	m.begin()
	q := p.Clone()
	q.History, q.Trail, q.Touched = nil, nil, topology.Set{}
	if q.Steps == 0 && !q.SettingUp {
		m.ends.remember(q)
	}
	return q
}

// Moves returns the legal steps of a position, each once, in a stable order; none if the game is
// over. The slice belongs to the position and must not be changed.
func (m *Machine) Moves(p *position.State) []position.Move {
	if p.Result != nil || p.Legal != nil {
		return p.Legal
	}
	m.begin()
	steps := m.search.legal(p).steps
	if m.spent() {
		return nil
	}
	return steps
}

// Weights returns the relative probability of each of [Machine.Moves] where the next step is drawn
// by chance. It returns nil where a player chooses and where the game is over.
func (m *Machine) Weights(p *position.State) []int64 {
	if p.Result != nil || p.Legal != nil || !m.chance {
		return p.Weights
	}
	m.begin()
	weights := m.search.legal(p).weights
	if m.spent() {
		return nil
	}
	return weights
}

// Play takes a legal step and all silent steps that follow it. At the end of a turn `end` is read.
// The result is a new position; nil if the step is not one of Moves(p).
func (m *Machine) Play(p *position.State, step position.Move) *position.State {
	if p.Result != nil {
		return nil
	}
	m.begin()
	if step == position.Leave {
		return m.ends.left(p)
	}
	steps, aim := p.Legal, p.Aim
	if steps == nil {
		o := m.search.legal(p)
		steps, aim = o.steps, o.aim
		if m.spent() {
			q := p.Clone()
			m.giveUp(q)
			return q
		}
	}
	if !slices.Contains(steps, step) {
		return nil
	}
	q := m.advance(p, step, aim)
	m.settle(q)
	m.giveUp(q)
	q.Touched = p.Changed(q)
	return q
}

// advance takes a step for good. If the turn is over then, it is ended.
func (m *Machine) advance(p *position.State, step position.Move,
	aim *position.Aim) *position.State {
	q, _ := m.step(p, step, true)
	switch {
	case q.Result != nil: // the turn, or the setup, does not end
	case q.Pending == nil:
		m.ends.endTurn(q)
	case aim != nil:
		q.Pending.Aims = append(slices.Clone(q.Pending.Aims), aim)
	}
	return q
}

// Reasons for draws that no sentence and no outcome item has declared. Rules seldom intend them.
const (
	// language.md#outcomes-of-a-turn: a turn that runs dry
	ReasonNoMove = "no move"
	// language.md#endless-turns: a turn with more steps than it may have
	ReasonEndless = "the turn goes on without end"
	// language.md#chance: a setup with more chance steps than it may have
	ReasonSetup = "the setup needs more than 1024 chance steps, or never ends"
	// language.md#silent-steps: silent steps without end
	ReasonRound = "the game goes in circles without anyone having a choice"
)

// RoundReason returns the reason for a draw after silent steps without end: the same as for other
// steps if the game is being set up.
func RoundReason(settingUp bool) string {
	if settingUp {
		return ReasonSetup
	}
	return ReasonRound
}

// settle finds out what the position offers: legal steps, a silent step, which it takes
// (language.md#silent-steps), or an outcome.
func (m *Machine) settle(p *position.State) {
	for silent := 0; p.Result == nil; {
		o := m.search.legal(p)
		if m.giveUp(p) {
			return
		}
		switch {
		case o.goesOn():
			if silent++; silent > m.mostSilent {
				p.Result = &position.Result{Draw: true, Reason: RoundReason(p.SettingUp), Sentence: -1}
				if m.silentLong {
					long(m, p)
				}
				if p.SettingUp {
					p.Pending = nil
				}
				return
			}
			*p = *m.advance(p, o.steps[0], o.aim)
			if m.giveUp(p) {
				return
			}
		case len(o.steps) > 0:
			p.Legal, p.Aim, p.Weights = o.steps, o.aim, o.weights
			return
		case o.outcome != nil && o.outcome.Op != ir.IllegalItem:
			m.ends.outcome(p, o.outcome)
		default:
			// language.md#outcomes-of-a-turn: a turn that runs dry.
			p.Result = &position.Result{Draw: true, Reason: ReasonNoMove, Sentence: -1}
		}
	}
}

// Eval reads an expression on a position, for a player, with the variables of its frame: those of a
// step (see Bindings) or nil. The position may be nil if the expression reads none of it.
func (m *Machine) Eval(e *ir.Expr, p *position.State, me int, frame []value.Value) value.Value {
	v, _ := m.EvalWithin(MostWork, e, p, me, frame)
	return v
}

// EvalWithin is [Machine.Eval] for an expression that may take too long: after so much work (see
// [MostWork]) it gives up, and ok is false.
func (m *Machine) EvalWithin(work int64, e *ir.Expr, p *position.State, me int,
	frame []value.Value) (v value.Value, ok bool) {
	m.taken, m.tried, m.compared = 0, 0, 0
	return m.ev.Read(work, e, m.view(p, me, m.ev.Frame(frame)))
}

// Spent returns how much work the last question took. Read it before you ask another one.
func (m *Machine) Spent() int64 { return m.ev.Work.Taken() }

// Value reads one of the game's values, for a player; 0 if that takes more than [MostWork].
func (m *Machine) Value(p *position.State, v *ir.Value, me int) int64 {
	m.begin()
	if i := slices.Index(m.g.Values, v); i < 0 || m.counted[i] {
		m.ev.Work.Ask(min(m.most, MostWork))
	} else {
		m.ev.Work.Ask(unlimited)
	}
	vars := m.ev.Enter()
	defer m.ev.Leave()
	n := m.ev.Number(v.Body, m.view(p, me, vars))
	if m.ev.Work.Spent() {
		return 0
	}
	return n
}

// Bindings returns the frame of a step's move with the names that its clauses bind on p, to be read
// by [Machine.Eval].
func (m *Machine) Bindings(p *position.State, step position.Move) []value.Value {
	m.begin()
	vars := m.ev.Frame(nil)
	if int(step.ID()) < len(m.g.Moves) {
		m.search.rebind(step, m.scope(p, p.ToMove, vars))
	}
	return vars
}

// effects carries out the effects of steps.
type effects struct{ m *Machine }

// search finds what may be played: the choices of a turn, and which of them lead on.
type search struct{ m *Machine }

// ends passes the turn, and finds out whether a game is over.
type ends struct{ m *Machine }

// refusals explains why a step is not legal.
type refusals struct{ m *Machine }
