package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/engine"
	"boardgame/interp/position"
	"boardgame/interp/weigh"
)

// slot is a place for a position in a space.
type slot = weigh.Slot

// space holds the positions of a search, for one goroutine: numbered slots that are overwritten as
// the search goes up and down. It offers only what a search needs to know about a position, so that
// an engine can answer in its own representation.
type space interface {
	weigh.Space
	// add makes room for one more position, and remove gives it back.
	add() slot
	remove(at slot)
	// set puts a position into a slot. Load does the same with a position that may not be one of the
	// game, and reports whether it could.
	set(at slot, p *position.Position)
	load(at slot, p *position.Position) bool
	// play puts the position after a legal step into another slot.
	play(to, from slot, m position.Move)
	// null puts the position with the turn given up into another slot, and reports whether there is
	// such a position. Holds says whether it can be: all that steps must ensure holds as it stands.
	null(to, from slot) bool
	holds(at slot) (holds, known bool)
	// playCounted is play and Count for the price of one.
	playCounted(to, from slot, m position.Move)
	// playout plays random steps and puts the last position into another slot. It ends when the
	// game is over, limit steps have been played, or it is time to stop. The steps are drawn by the
	// source that seed was last called with, or by rng.
	playout(to, from slot, rng *rand.Rand, limit int, stop *stopper)
	seed(rng *rand.Rand)
	// moves returns the legal steps; the slice holds until the slot is overwritten or forgotten, and
	// must not be changed.
	moves(at slot) []position.Move
	// forget drops the steps that moves has found, for a slot that is kept for long. A step that is
	// played from there is found again.
	forget(at slot)
	winners(at slot) uint16          // by player, a bit each; nobody: a draw, or the game is on
	result(at slot) *position.Result // nil while the game is on
	ply(at slot) int                 // turns taken
	inTurn(at slot) bool             // a turn is in progress
	state(at slot) *position.State   // a copy, without its history
	hash(at slot) uint64             // equal for positions from which the game goes on in the same way
	owns(at slot, player int, x topology.Site) bool
	kind(at slot, x topology.Site) int // of the piece that stands there
	pieces(at slot, player int) int    // how many stand on the board
	// owned appends the sites on which a player has pieces to a list.
	owned(at slot, player int, list []topology.Site) []topology.Site
}

// spaces lends spaces of a game, each to one goroutine at a time. Making one costs as much as
// hundreds of nodes.
type spaces struct {
	// the game needs more memory than an engine has; search without an engine
	slow atomic.Bool
	mu   sync.Mutex
	idle []*slots
}

// of returns a space with a position in the first slot, and a function that gives the space back.
func (l *spaces) of(game Game, p *position.Position) (sp space, root slot, done func()) {
	if in := l.instance(game); in != nil {
		root = in.add()
		if in.load(root, p) {
			return in, root, func() { l.back(in) }
		}
		l.back(in)
	}
	sp = &positions{e: game.NewEngine()}
	root = sp.add()
	sp.set(root, p)
	return sp, root, func() {}
}

// moves returns the legal steps of a position, in the order of their words. It uses an idle
// space, if there is one, so that it need not make an engine.
func (l *spaces) moves(game Game, p *position.Position) (moves []position.Move) {
	listed := l.try(func() {
		in := l.instance(game)
		if in == nil || p.Result() != nil {
			return
		}
		defer l.back(in)
		if at := in.add(); in.load(at, p) {
			moves = order.Sorted(slices.Values(in.moves(at)))
		}
	})
	if !listed || moves == nil {
		moves = slices.Clone(game.NewEngine().Moves(p))
	}
	return moves
}

// try searches, and reports whether the engine had enough memory. If not, later spaces have no
// engine, so that the search can be repeated.
func (l *spaces) try(search func()) (done bool) {
	defer func() {
		r := recover()
		if err, is := r.(error); is && errors.Is(err, engine.ErrRoom) {
			l.slow.Store(true)
			done = false
		} else if r != nil {
			panic(r)
		}
	}()
	search()
	return true
}

func (l *spaces) instance(game Game) *slots {
	program := game.Program()
	if program == nil || l.slow.Load() {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.idle) > 0 {
		in := l.idle[len(l.idle)-1]
		l.idle = l.idle[:len(l.idle)-1]
		if in.in.Program() == program {
			return in
		}
	}
	in, err := program.NewInstance()
	if err != nil {
		return nil
	}
	return &slots{in: in, chance: program.Game.HasChance()}
}

func (l *spaces) back(sp *slots) {
	sp.clear()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = append(l.idle, sp)
}

// slots is the space of a compiled game: positions stay in the memory of the engine.
type slots struct {
	in     *engine.Instance
	chance bool // some steps are drawn
	all    []held
	spare  []slot       // that have been removed
	room   []*listed    // that slots have forgotten
	seen   *weigh.Board // nil: none yet
}

// held is what is known about a slot.
type held struct {
	slot    engine.Slot
	ready   bool // the list is that of the position
	counted bool // found is how many steps there are
	found   int32
	*listed // nil if the steps have not been asked for, or have been forgotten
}

// listed is the steps of a position.
type listed struct {
	moves []position.Move
	steps []engine.Step
	odds  []int64 // of the steps, where drawn says that nobody chooses among them
	drawn bool
}

// stale notes that the slot is about to hold another position.
func (h *held) stale() { h.ready, h.counted = false, false }

func (s *slots) add() slot {
	if n := len(s.spare); n > 0 {
		at := s.spare[n-1]
		s.spare = s.spare[:n-1]
		s.all[at].slot = s.in.NewSlot()
		return at
	}
	s.all = append(s.all, held{slot: s.in.NewSlot()})
	return slot(len(s.all) - 1)
}

func (s *slots) remove(at slot) {
	s.in.Free(s.all[at].slot)
	s.all[at] = held{}
	s.spare = append(s.spare, at)
}

func (s *slots) clear() {
	for i := range s.all {
		s.in.Free(s.all[i].slot)
	}
	s.all, s.spare, s.room = s.all[:0], s.spare[:0], nil
}

// load reports whether the engine can hold a position.
func (s *slots) load(at slot, p *position.Position) bool {
	s.all[at].stale()
	return s.in.Load(s.all[at].slot, p) == nil
}

func (s *slots) set(at slot, p *position.Position) {
	if !s.load(at, p) {
		panic("a position of a game under way that the engine does not know")
	}
}

func (s *slots) play(to, from slot, m position.Move) {
	s.in.Play(s.all[to].slot, s.all[from].slot, s.step(from, m))
	s.all[to].stale()
}

func (s *slots) playCounted(to, from slot, m position.Move) {
	step, h := s.step(from, m), &s.all[to]
	h.stale()
	h.found, h.counted = int32(s.in.PlayReady(h.slot, s.all[from].slot, step)), true
}

func (s *slots) holds(at slot) (holds, known bool) {
	return engine.Holds(s.in, s.all[at].slot)
}

func (s *slots) null(to, from slot) bool {
	h := &s.all[to]
	h.stale()
	h.found, h.counted = int32(engine.Null(s.in, h.slot, s.all[from].slot)), true
	return h.found > 0
}

// step returns the step that a move is in a position. It lists the steps unless they have been
// forgotten.
func (s *slots) step(at slot, m position.Move) engine.Step {
	if h := &s.all[at]; h.counted && h.listed == nil {
		s.in.Ready(h.slot)
		step, _ := s.in.StepOf(m)
		return step
	}
	i := slices.Index(s.moves(at), m) // this may list the steps anew
	return s.all[at].steps[i]
}

func (s *slots) playout(to, from slot, _ *rand.Rand, limit int, _ *stopper) {
	if to != from {
		s.in.Copy(s.all[to].slot, s.all[from].slot)
	}
	s.all[to].stale()
	s.in.Playout(context.Background(), s.all[to].slot, limit, false)
}

func (s *slots) seed(rng *rand.Rand) { s.in.Seed(rng.Uint64()) }

func (s *slots) moves(at slot) []position.Move {
	h := &s.all[at]
	if !h.ready {
		s.in.Ready(h.slot)
		s.list(h)
	}
	return h.moves
}

// list lists the steps that the engine has just found of a slot.
func (s *slots) list(h *held) {
	if h.listed == nil {
		h.listed = &listed{}
		if n := len(s.room) - 1; n >= 0 {
			h.listed, s.room = s.room[n], s.room[:n]
		}
	}
	h.steps, h.moves = s.in.NamedSteps(h.steps[:0], h.moves[:0])
	h.odds, h.drawn = s.in.Weights(h.odds[:0], h.slot, h.steps)
	h.ready, h.counted, h.found = true, true, int32(len(h.moves))
}

func (s *slots) forget(at slot) {
	if h := &s.all[at]; h.listed != nil {
		h.ready, h.listed, s.room = false, nil, append(s.room, h.listed)
	}
}

func (s *slots) Weights(at slot) []int64 {
	if !s.chance {
		return nil
	}
	s.moves(at)
	if h := &s.all[at]; h.drawn {
		return h.odds
	}
	return nil
}

func (s *slots) result(at slot) *position.Result {
	return s.in.Result(s.all[at].slot)
}

func (s *slots) Over(at slot) bool      { return s.in.Over(s.all[at].slot) }
func (s *slots) winners(at slot) uint16 { return s.in.Winners(s.all[at].slot) }

func (s *slots) ToMove(at slot) int            { return s.in.ToMove(s.all[at].slot) }
func (s *slots) ply(at slot) int               { return s.in.Ply(s.all[at].slot) }
func (s *slots) inTurn(at slot) bool           { return s.in.InTurn(s.all[at].slot) > 0 }
func (s *slots) state(at slot) *position.State { return s.in.Store(s.all[at].slot) }
func (s *slots) hash(at slot) uint64           { return s.in.Hash(s.all[at].slot) }

func (s *slots) owns(at slot, player int, x topology.Site) bool {
	return s.in.Cells.Owns(s.all[at].slot, player, x)
}

func (s *slots) kind(at slot, x topology.Site) int { return s.in.Cells.Kind(s.all[at].slot, x) }

func (s *slots) pieces(at slot, player int) int { return s.in.Cells.Pieces(s.all[at].slot, player) }

func (s *slots) Value(at slot, v *ir.Value, me int) int64 {
	i := slices.Index(s.in.Program().Game.Values, v)
	return s.in.Value(s.all[at].slot, i, me)
}

// positions is the space of any engine: slots of positions as values.
type positions struct {
	e    interp.Engine
	all  []*position.Position
	seen *weigh.Board // nil: none yet
}

func newSpace(e interp.Engine) space { return &positions{e: e} }

func (s *positions) add() slot {
	s.all = append(s.all, nil)
	return slot(len(s.all) - 1)
}

func (s *positions) remove(at slot) { s.all[at] = nil }

func (s *positions) play(to, from slot, m position.Move) { s.all[to] = s.e.Play(s.all[from], m) }
func (s *positions) winners(at slot) uint16              { return winnersOf(s.all[at].Result()) }

func (s *positions) set(at slot, p *position.Position)          { s.all[at] = p }
func (s *positions) load(at slot, p *position.Position) bool    { s.all[at] = p; return true }
func (s *positions) playCounted(to, from slot, m position.Move) { s.play(to, from, m) }
func (s *positions) moves(at slot) []position.Move              { return s.e.Moves(s.all[at]) }
func (s *positions) Weights(at slot) []int64                    { return s.e.Weights(s.all[at]) }
func (s *positions) Over(at slot) bool                          { return s.all[at].Result() != nil }
func (s *positions) result(at slot) *position.Result            { return s.all[at].Result() }
func (s *positions) ToMove(at slot) int                         { return s.all[at].ToMove() }
func (s *positions) ply(at slot) int                            { return s.all[at].Ply() }
func (s *positions) inTurn(at slot) bool                        { return s.all[at].InTurn() }
func (s *positions) state(at slot) *position.State              { return s.all[at].State() }
func (s *positions) hash(at slot) uint64                        { return s.all[at].Hash() }

func (s *positions) owns(at slot, player int, x topology.Site) bool {
	return s.all[at].Owns(player, x)
}

func (s *positions) kind(at slot, x topology.Site) int {
	_, kind, _ := s.all[at].At(x)
	return kind
}

func (s *positions) pieces(at slot, player int) int { return s.all[at].Pieces(player) }

func (s *positions) Value(at slot, v *ir.Value, me int) int64 { return s.e.Value(s.all[at], v, me) }

func (s *positions) playout(to, from slot, rng *rand.Rand, limit int, stop *stopper) {
	p := s.all[from]
	if fast, ok := s.e.(playouter); ok {
		p, _ = fast.Playout(p, rng, limit)
	} else {
		for ; limit > 0 && p.Result() == nil && !stop.over(0); limit-- {
			p = s.e.Play(p, interp.Any(s.e, p, rng))
		}
	}
	s.all[to] = p
}

func (s *positions) seed(*rand.Rand) {}

// The evaluator is too slow to gain by null moves.
func (s *positions) holds(slot) (holds, known bool) { return false, false }
func (s *positions) null(slot, slot) bool           { return false }

func (s *positions) forget(slot) {}

// Board returns what stands on the board of a position, with its worth.
func (s *slots) Board(l *weigh.Evaluation, at slot) *weigh.Board {
	if s.seen == nil || s.seen.Of != l {
		s.seen = weigh.NewBoard(l)
	}
	b := s.seen
	b.Changed = s.in.Cells.Look(s.all[at].slot, &b.Seen, b.Signs, b.Changed)
	b.Update(s, at)
	return b
}

// Number reads one of the numbers of a position.
func (s *slots) Number(at slot, i int) int64 { return s.in.Cells.Number(s.all[at].slot, i) }

// Count returns how many legal steps there are.
func (s *slots) Count(at slot) int {
	h := &s.all[at]
	if !h.counted {
		h.found, h.counted = int32(s.in.Ready(h.slot)), true
	}
	return int(h.found)
}

func (s *positions) Board(l *weigh.Evaluation, at slot) *weigh.Board {
	if s.seen == nil || s.seen.Of != l {
		s.seen = weigh.NewBoard(l)
	}
	b, p := s.seen, s.all[at]
	for x := range b.Signs {
		owner, kind, ok := p.At(topology.Site(x))
		sign := uint8(0)
		if owner < 0 {
			owner = p.Players()
		}
		if ok {
			sign = uint8(l.Sign(owner, kind))
		}
		if sign != b.Signs[x] {
			b.Signs[x] = sign
			b.Changed = append(b.Changed, topology.Site(x))
		}
	}
	b.Update(s, at)
	return b
}

func (s *positions) Number(at slot, i int) int64 { return s.all[at].State().Numbers[i] }

func (s *positions) Count(at slot) int { return len(s.e.Moves(s.all[at])) }
