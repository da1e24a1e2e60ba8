package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/interp/position"
)

// Solution is what is proven about a position. All values are for the player to move.
type Solution struct {
	Low, High Outcome         // the value is between the two; they are equal if it is known
	Line      []position.Move // best play of both, as far as known
	Moves     []SolvedMove    // every step, the best first; only if they were asked for
	Nodes     int64           // positions looked at
	Depth     int             // how many steps it looked ahead
	All       bool            // it looked at all positions that can be reached
}

// Exact reports whether the value is known.
func (s *Solution) Exact() bool { return s.Low == s.High }

// SolvedMove is a step and what is proven about it for the player who takes it.
type SolvedMove struct {
	Move      position.Move
	Low, High Outcome
}

// Outcome is the result of a game for one player. Outcomes are ordered: lost, drawn, won; equal
// results by the margin of the scores, if the rules count any.
type Outcome int64

// The outcomes without a margin.
const (
	Loss Outcome = -1 << margins
	Draw Outcome = 0
	Win  Outcome = 1 << margins

	margins = 40 // bits
)

// The bounds of a position about which nothing is known, where scores may count.
const (
	leastOutcome = Outcome(math.MinInt64)
	mostOutcome  = Outcome(math.MaxInt64)
)

// Class returns the outcome without its margin: [Loss], [Draw] or [Win]. What is not known at all
// counts as the nearest of them.
func (o Outcome) Class() Outcome {
	switch {
	case o < Loss/2:
		return Loss
	case o > Win/2:
		return Win
	}
	return Draw
}

// Margin returns by how much the score exceeds the other player's; 0 if the rules count no scores.
func (o Outcome) Margin() int64 {
	if o == leastOutcome || o == mostOutcome {
		return 0
	}
	return int64(o - o.Class())
}

// outcomeOf returns what a result is worth to a player.
func outcomeOf(r *position.Result, me int, s sides) Outcome {
	o := Draw
	switch share := shareOf(r, me, s); share {
	case 1:
		o = Win
	case 0:
		o = Loss
	}
	if len(r.Scores) > 0 {
		const most = 1 << (margins - 2)
		other := bits.TrailingZeros16(^s[me]) // a player of the other side
		by := Outcome(min(abs(r.Scores[me]-r.Scores[other]), most))
		switch o {
		case Win:
			o += by
		case Loss:
			o -= by
		}
	}
	return o
}

// OutcomeText says in half a sentence what bounds of the value for a player mean: "White wins by
// 8", "draw", "not decided yet: White has at least a draw".
func OutcomeText(rules *ir.Game, player int, low, high Outcome) string {
	me := rules.Team(player)
	other := ^me & (1<<len(rules.Players) - 1)
	does := func(side uint16, verb string) string {
		return rules.SideName(side, " and ") + " " + rules.Verb(side, verb)
	}
	wins := func(side uint16, by int64) string {
		text := does(side, "wins")
		if by != 0 {
			text += fmt.Sprintf(" by %d", by)
		}
		return text
	}
	switch {
	case low == high && low.Class() == Win:
		return wins(me, low.Margin())
	case low == high && low.Class() == Loss:
		return wins(other, -low.Margin())
	case low == high:
		return "draw"
	case low.Class() == Win:
		return wins(me, 0)
	case high.Class() == Loss:
		return wins(other, 0)
	case low.Class() == Draw && high.Class() == Draw:
		return "draw"
	case low.Class() == Draw:
		return "not decided yet: " + does(me, "has") + " at least a draw"
	case high.Class() == Draw:
		return "not decided yet: " + does(other, "has") + " at least a draw"
	}
	return "not decided yet"
}

// ErrUnsolvable means that neither [Solve] nor [Expect] can solve a game. With three players, best
// play has no value to prove: a player who can no longer win may decide which of the others does,
// and is equally well off either way.
var ErrUnsolvable = errors.New("only games of two players or teams have a value to prove; with " +
	"more, a player who cannot win may decide who does")

// ErrSecrets means that players do not see the whole position, so that what is best to play does
// not follow from it.
var ErrSecrets = errors.New("this game hides part of the position from players, so a position " +
	"has no proven value")

// ErrByChance means that a game needs [Expect] instead of [Solve].
var ErrByChance = errors.New("a game with chance has no outcome to prove, only an expected one")

// SolveOptions bounds a search for the exact value.
type SolveOptions struct {
	Memory int  // of the table, in bytes; by default 256 MB
	Each   bool // prove the value of every step, not only of the best
	// Symmetric treats positions as one if a symmetry of the game maps one to the other. Symmetries
	// are seen in random games, not proven: an exception that those games did not show makes the
	// answer wrong.
	Symmetric bool
	Progress  func(Solution) // called with what is known after each depth; may be nil
}

// Solve proves the value of a position with best play of both players. It searches deeper and
// deeper with alpha-beta pruning and relies only on results. At each depth it searches twice.
// First, whatever lies beyond the depth counts as the worst outcome, which proves a lower bound.
// Then it counts as the best outcome, which proves an upper bound. In between, it looks for a proof
// by df-pn, for three times as many positions. So the bounds are proven even if ctx ends the search
// early; then the error is that of ctx.
//
// If play may go in circles, Solve finds all positions that can be reached, at first alone, then
// beside the search, as long as three quarters of the memory are enough for them. Then it decides
// them from the last ones backward. What nobody can win is a draw, whether the rules say so of
// repetitions or not.
//
// Positions that differ only in what counts at the end are looked at once; see merger.
//
// Positions are identified by hashes of 64 bits, of which two among ten million are equal by chance
// with a probability of a few millionths. If the rules ask about earlier positions or the number of
// turns, positions are equal only if these are equal, too.
func Solve(ctx context.Context, game Game, p *position.Position, o SolveOptions) (best *Solution,
	err error) {
	switch {
	case len(game.Rules().Teams()) != 2:
		return nil, ErrUnsolvable
	case len(game.Rules().Hidden) > 0:
		return nil, ErrSecrets
	case game.Rules().HasChance():
		return nil, ErrByChance
	}
	moves := slices.Clone(game.NewEngine().Moves(p))
	if len(moves) == 0 {
		return nil, ErrNoMove
	}
	if o.Memory <= 0 {
		o.Memory = 256 << 20
	}
	var lent spaces
	var all *graph
	lent.try(func() { all = retrograde(ctx, &lent, game, p, o.Memory/4*3, o.Symmetric) })
	if all != nil && all.done {
		return all.solution(o.Each), nil
	} else if all != nil {
		o.Memory /= 4
	}
	solve := func() { best, err = solveIn(ctx, &lent, game, p, moves, o, all) }
	if !lent.try(solve) {
		all = nil
		solve()
	}
	if all != nil && all.done {
		return all.solution(o.Each), nil
	}
	return best, err
}

// solveIn searches deeper and deeper in a space of the game.
func solveIn(
	ctx context.Context, lent *spaces, game Game, p *position.Position, moves []position.Move,
	o SolveOptions, all *graph,
) (*Solution, error) {
	sp, root, back := lent.of(game, p)
	defer back()
	s := &solver{explorer: explore(ctx, sp, root, game, p),
		table: make([]proof, max(o.Memory/proofBytes, 1024)&^1), least: Loss, most: Win}
	s.aside = all
	if s.merger = newMerger(ctx, game, sp, bankOf(game.Rules()), o.Symmetric, false); s.merger != nil {
		best, err := s.run(ctx, game, slices.Clone(moves), o)
		if !s.unfit {
			return best, err
		}
		clear(s.table)
		s.stopped, s.unfit, s.nodes, s.prover = false, false, 0, prover{}
		s.merger = newMerger(ctx, game, sp, bank{}, o.Symmetric, false)
	}
	return s.run(ctx, game, moves, o)
}

// run searches deeper and deeper.
func (s *solver) run(ctx context.Context, game Game, moves []position.Move, o SolveOptions) (
	*Solution, error) {
	if slices.ContainsFunc(game.Rules().End, func(e *ir.Sentence) bool {
		return e.Outcome == ir.Highest || e.Outcome == ir.Lowest
	}) {
		s.least, s.most = leastOutcome, mostOutcome
	}
	best := &Solution{Low: s.least, High: s.most}
	if s.circles = o.Each; !s.circles {
		s.table = s.table[:max(o.Memory/2/proofBytes, 512)&^1]
		s.guesses = make([]guess, max(o.Memory/2/guessBytes, 1024)&^1)
	}
	for depth := 2; !best.Exact() || o.Each; depth += max(1, depth/3) {
		if s.nodes > aFew {
			s.merger.widen()
		}
		if s.prove(best); s.stopped || best.Exact() && !o.Each {
			best.Nodes, best.Depth = s.nodes, s.deepest
			return best, ctx.Err()
		}
		next := s.solve(moves, depth, best, o.Each)
		if s.stopped {
			best.Nodes = s.nodes
			return best, ctx.Err()
		}
		best = next
		if o.Progress != nil {
			o.Progress(*best)
		}
		if !s.deeper || depth >= mostSolved {
			break
		}
	}
	if best.Exact() {
		best.Line = s.line(best.Line[0], best.Low, best.Depth)
		best.Nodes = s.nodes
	}
	return best, nil
}

// mostSolved is the greatest number of steps of a game that is solved.
const mostSolved = 2000

// remembers reports whether the rules ask about earlier positions, and about the number of turns.
func remembers(g *ir.Game) (history, ply bool) {
	g.Exprs(func(e *ir.Expr) {
		ir.Walk(e, func(e *ir.Expr) bool {
			switch e.Op {
			case ir.Repetitions, ir.Seen:
				history = true
			case ir.Ply:
				ply = true
			}
			return true
		})
	})
	return history, ply
}

// proof is what is proven about a position for the player at the root, and what a search could not
// prove.
type proof struct {
	key       uint64
	low, high Outcome
	// what a search of that depth did not exceed with the worst horizon, and did not fall below with
	// the best one
	cap, floor           Outcome
	move                 position.Move // to try first
	capDepth, floorDepth int16
	effort               uint32 // positions searched for it
}

const proofBytes = 56

// horizon is what counts as the outcome of a position that is too deep.
type horizon bool

const (
	worst horizon = false // for the player at the root: proves lower bounds
	best  horizon = true  // proves upper bounds
)

// explorer looks at what follows a position, down one line at a time.
type explorer struct {
	space        space
	slots        []slot
	steps        [][]position.Move
	scores       [][]int64
	befores      []uint64 // by distance from the root: a sum over the positions before
	me           int
	sides        sides
	history, ply bool    // what keys must distinguish
	merger       *merger // nil: nothing to merge
	aside        *graph  // that is completed meanwhile; nil: none
	unfit        bool    // something is not banked that the merger takes for banked
	done         <-chan struct{}
	stopped      bool
	deeper       bool // something lay beyond the depth
	nodes        int64
	until        int64 // it stops then; 0: no limit
}

// explore returns an explorer of what follows a position, which stands in a slot of a space.
func explore(ctx context.Context, sp space, root slot, game Game, p *position.Position) explorer {
	s := explorer{space: sp, me: p.ToMove(), sides: sidesOf(game.Rules()), done: ctx.Done()}
	s.history, s.ply = remembers(game.Rules())
	s.grow(1)
	s.slots[0] = root
	return s
}

// mine reports whether the player at the root or a partner is to move.
func (s *explorer) mine(at slot) bool { return s.sides[s.me]>>s.space.ToMove(at)&1 != 0 }

// count counts a position, and checks now and then whether it is time to stop.
func (s *explorer) count() {
	if s.nodes++; s.nodes == s.until {
		s.stopped = true
	}
	if s.nodes&63 == 0 {
		select {
		case <-s.done:
			s.stopped = true
		default:
		}
		if g := s.aside; g != nil && g.nodes < 3*s.nodes {
			if !g.reach(s.done, 3*s.nodes+4096) {
				s.aside, *g = nil, graph{}
			}
			s.stopped = s.stopped || g.done
		}
	}
}

// solver is one call of Solve.
type solver struct {
	explorer
	prover
	table []proof
	// by the player at the root or the other, and by a hash of the step: how often it was enough
	history [2][1 << historyLog]int32
	// the bounds of a position about which nothing is known; nothing is better than most
	least, most Outcome
}

// slot returns the slot of the position at a distance from the root.
func (s *explorer) slot(ply int) slot {
	s.grow(ply + 2)
	return s.slots[ply]
}

// grow makes room for lines of that many positions.
func (s *explorer) grow(n int) {
	for len(s.slots) < n {
		s.slots = append(s.slots, s.space.add())
		s.steps = append(s.steps, nil)
		s.scores = append(s.scores, nil)
		s.befores = append(s.befores, 0)
	}
}

// solve proves what it can about the root within a depth; before is what was proven earlier.
func (s *solver) solve(moves []position.Move, depth int, before *Solution, each bool) *Solution {
	out := &Solution{Low: s.least, High: s.least, Depth: depth}
	s.deeper = false
	for _, m := range moves {
		out.Moves = append(out.Moves, SolvedMove{m, s.least, s.most})
	}
	for _, beyond := range []horizon{worst, best} {
		alpha, beta := before.Low, before.High
		for i := range out.Moves {
			m := &out.Moves[i]
			from, to := alpha, beta
			if each {
				from, to = s.least, s.most
			}
			s.play(0, m.Move)
			low, high := s.walk(1, depth-1, from, to, beyond)
			if s.stopped {
				return out
			}
			m.Low, m.High = max(m.Low, low), min(m.High, high)
			if alpha = max(alpha, beyond.of(m.Low, m.High)); alpha >= beta && !each {
				break
			}
		}
	}
	for _, m := range out.Moves {
		out.Low, out.High = max(out.Low, m.Low), max(out.High, m.High)
	}
	out.Low, out.High = max(out.Low, before.Low), min(out.High, before.High)
	order.SortStableFunc(out.Moves, func(a, b SolvedMove) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High))
	})
	out.Nodes = s.nodes
	out.Line = []position.Move{out.Moves[0].Move}
	if out.Exact() || out.Low > s.least {
		out.Line = s.line(out.Moves[0].Move, out.Low, 0)
	}
	for i, m := range out.Moves {
		moves[i] = m.Move // best first, for the next iteration
	}
	if !each {
		out.Moves = nil
	}
	return out
}

// of returns the bound that a search with this horizon can prove. The search uses it as the value.
func (h horizon) of(low, high Outcome) Outcome {
	if h == best {
		return high
	}
	return low
}

// play plays a step of the position so far from the root.
func (s *explorer) play(ply int, m position.Move) {
	s.slot(ply + 1)
	s.space.play(s.slots[ply+1], s.slots[ply], m)
	if s.history {
		s.befores[ply+1] = s.befores[ply] + s.space.hash(s.slots[ply])*0x9e3779b97f4a7c15
	}
	if s.merger != nil && !s.merger.keeps(s.slots[ply+1], s.slots[ply]) {
		s.stopped, s.unfit = true, true
	}
}

// key returns the key that identifies a position.
func (s *explorer) key(ply int) uint64 {
	var key uint64
	if s.merger != nil {
		key = s.merger.key(s.slots[ply])
	} else {
		key = s.space.hash(s.slots[ply])
	}
	if s.history {
		key ^= s.befores[ply] * 0xd6e8feb86659fd93
	}
	if s.ply {
		key ^= uint64(s.space.ply(s.slots[ply])) * 0xa0761d6478bd642f
	}
	return key
}

// identity is what positions have in common that are worth the same, but for a lead: what the
// player at the root has banked more than the other.
type identity struct {
	key  uint64
	lead int64
}

func (s *solver) identity(ply int) identity {
	id := identity{key: s.key(ply)}
	if s.merger != nil {
		id.lead = s.merger.bank.lead(s.merger.sp, s.slots[ply], s.me)
	}
	return id
}

// find returns what is known about a position.
func (s *solver) find(id identity) (proof, bool) {
	first, second := s.places(id.key)
	switch {
	case first.effort > 0 && first.key == id.key:
		return first.plus(id.lead), true
	case second.effort > 0 && second.key == id.key:
		return second.plus(id.lead), true
	}
	return proof{}, false
}

// plus returns a proof with a lead added to all bounds.
func (p *proof) plus(lead int64) proof {
	q := *p
	if lead != 0 {
		for _, o := range []*Outcome{&q.low, &q.high, &q.cap, &q.floor} {
			*o = o.plus(lead)
		}
	}
	return q
}

// plus returns the outcome with a greater margin. What is not known stays so.
func (o Outcome) plus(lead int64) Outcome {
	if o == leastOutcome || o == mostOutcome {
		return o
	}
	by := Outcome(o.Margin() + lead)
	switch {
	case by > 0:
		return Win + by
	case by < 0:
		return Loss + by
	}
	return Draw
}

// over returns the outcome of a finished game.
func (s *solver) over(ply int) (v Outcome, over bool) {
	r := s.space.result(s.slots[ply])
	if r == nil {
		return 0, false
	}
	if r.Scores == nil && s.merger != nil && !s.merger.bank.empty() {
		s.stopped, s.unfit = true, true
	}
	return outcomeOf(r, s.me, s.sides), true
}

// places returns the two places of a key: the first for what took the most effort, the second for
// what came last.
func (s *solver) places(key uint64) (first, second *proof) {
	i, _ := bits.Mul64(key, uint64(len(s.table)/2))
	return &s.table[2*i], &s.table[2*i+1]
}

// keep stores an entry of a position with a lead.
func (s *solver) keep(p proof, lead int64) {
	p = p.plus(-lead)
	first, second := s.places(p.key)
	switch {
	case first.key == p.key || first.effort <= p.effort:
		if first.key != p.key && first.effort > 0 {
			*second = *first
		} else if second.key == p.key {
			second.effort = 0
		}
		*first = p
	default:
		*second = p
	}
}

// walk returns proven bounds of the value of a position. It searches for the bound that the horizon
// can prove, so within the window, this bound is as tight as the depth allows.
func (s *solver) walk(ply, depth int, alpha, beta Outcome, beyond horizon) (low, high Outcome) {
	s.slot(ply)
	if v, over := s.over(ply); over {
		return v, v
	}
	if s.count(); s.stopped {
		return s.least, s.most
	}
	id := s.identity(ply)
	e := proof{key: id.key, low: s.least, high: s.most, cap: s.most, floor: s.least}
	if p, known := s.find(id); known {
		if e = p; e.low == e.high || e.low >= beta || e.high <= alpha {
			return e.low, e.high
		}
	}
	if depth <= 0 || ply >= mostSolved ||
		beyond == worst && int(e.capDepth) >= depth && e.cap <= max(alpha, e.low) ||
		beyond == best && int(e.floorDepth) >= depth && e.floor >= min(beta, e.high) {
		s.deeper = true
		return e.low, e.high
	}
	from, to, nodes := max(alpha, e.low), min(beta, e.high), s.nodes
	low, high, e.move = s.children(ply, depth, from, to, e.move, beyond)
	if s.stopped {
		return e.low, e.high
	}
	e.low, e.high = max(e.low, low), min(e.high, high)
	if beyond == worst && low < to {
		e.cap, e.capDepth = max(from, low), int16(depth)
	}
	if beyond == best && high > from {
		e.floor, e.floorDepth = min(to, high), int16(depth)
	}
	e.effort = uint32(min(int64(e.effort)+s.nodes-nodes+1, math.MaxUint32))
	s.keep(e, id.lead)
	return e.low, e.high
}

// children returns the bounds of a position that follow from its steps, and the step to try first
// next time.
func (s *solver) children(ply, depth int, alpha, beta Outcome, first position.Move,
	beyond horizon) (low, high Outcome, move position.Move) {
	at := s.slots[ply]
	mine := s.mine(at)
	moves, scores := append(s.steps[ply][:0], s.space.moves(at)...), s.scores[ply][:0]
	// What is known about the positions after the steps may be enough, and it shows which to try
	// first.
	for _, m := range moves {
		s.play(ply, m)
		lo, hi := s.least, s.most
		if v, over := s.over(ply + 1); over {
			lo, hi = v, v
		} else if p, known := s.find(s.identity(ply + 1)); known {
			lo, hi = p.low, p.high
		}
		if mine && lo >= beta {
			return lo, s.most, m
		}
		if !mine && hi <= alpha {
			return s.least, hi, m
		}
		scores = append(scores, s.promise(m == first, mine, lo, hi)<<32+int64(*s.luck(m, mine)))
	}
	s.steps[ply], s.scores[ply] = moves, scores
	sortBy(moves, scores)
	low, high = s.most, s.most
	if mine {
		low, high = s.least, s.least
	}
	move = moves[0]
	for _, m := range moves {
		s.play(ply, m)
		lo, hi := s.walk(ply+1, depth-1, alpha, beta, beyond)
		if s.stopped {
			return s.least, s.most, move
		}
		v := beyond.of(lo, hi)
		if mine {
			low, high = max(low, lo), max(high, hi)
			if v > alpha {
				alpha, move = v, m
			}
		} else {
			low, high = min(low, lo), min(high, hi)
			if v < beta {
				beta, move = v, m
			}
		}
		if alpha >= beta {
			s.cutOff(m, mine, depth)
			if mine {
				return low, s.most, m
			}
			return s.least, high, m
		}
	}
	return low, high, move
}

// promise orders steps: the one that was best before, those known to be good, the unknown, those
// known to be bad.
func (s *solver) promise(first, mine bool, lo, hi Outcome) int64 {
	if !mine {
		lo, hi = -max(hi, -mostOutcome), -max(lo, -mostOutcome)
	}
	switch {
	case lo.Class() == Win:
		return 4
	case first:
		return 3
	case hi.Class() == Loss:
		return 0
	case hi.Class() == Draw:
		return 1
	}
	return 2
}

// luck returns how often a step of a player was enough.
func (s *solver) luck(m position.Move, mine bool) *int32 {
	player := 0
	if mine {
		player = 1
	}
	return &s.history[player][place(m)]
}

// cutOff notes that a step made the rest of a position's steps pointless.
func (s *solver) cutOff(m position.Move, mine bool, depth int) {
	if h := s.luck(m, mine); *h < 1<<30 {
		*h += int32(min(depth*depth, 1<<20))
	}
}

// line plays on from a step of the root as long as steps are known to keep its value, or can be
// proven to within a depth.
func (s *solver) line(first position.Move, value Outcome, depth int) []position.Move {
	line := []position.Move{first}
	s.play(0, first)
	for ply := 1; !s.space.Over(s.slots[ply]) && ply < mostSolved; ply++ {
		m, ok := s.keeping(ply, depth-ply, value)
		if !ok {
			break
		}
		line = append(line, m)
		s.play(ply, m)
	}
	return line
}

// keeping returns a step that keeps a value for the player who takes it. If that player loses
// anyway, it returns the step that was hardest to refute.
func (s *solver) keeping(ply, depth int, value Outcome) (position.Move, bool) {
	at := s.slot(ply)
	mine := s.mine(at)
	moves := slices.Clone(s.space.moves(at))
	if p, known := s.find(s.identity(ply)); known {
		if i := slices.Index(moves, p.move); i > 0 {
			moves[0], moves[i] = moves[i], moves[0]
		}
	}
	resist := mine && value.Class() == Loss || !mine && value.Class() == Win
	var hardest position.Move
	var most uint32
	for _, m := range moves {
		s.play(ply, m)
		low, high, effort := s.known(ply + 1)
		if mine && low < value || !mine && high > value || effort <= most {
			continue
		}
		if hardest, most = m, effort; !resist {
			break
		}
	}
	if most > 0 {
		return hardest, true
	}
	for _, m := range moves {
		if depth <= 0 || s.stopped {
			break
		}
		s.play(ply, m)
		if mine {
			if low, _ := s.walk(ply+1, depth-1, value-1, value, worst); low >= value {
				return m, true
			}
		} else if _, high := s.walk(ply+1, depth-1, value, value+1, best); high <= value {
			return m, true
		}
	}
	return 0, false
}

// known returns the bounds of a position without searching, and the effort that they took; at least
// 1 if they are known.
func (s *solver) known(ply int) (low, high Outcome, effort uint32) {
	if v, over := s.over(ply); over {
		return v, v, 1
	}
	if p, known := s.find(s.identity(ply)); known {
		return p.low, p.high, p.effort
	}
	return s.least, s.most, 0
}
