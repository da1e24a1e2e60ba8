package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/interp/position"
)

// Expectation is what is proven about a position in a game with chance if both players play their
// best: the share of the games that the player to move wins; drawn games count half. If chance
// decides first, it is for the player whose turn it is.
type Expectation struct {
	Share
	Drawn bool           // nobody chooses here
	Best  position.Move  // the best step known, if a player chooses
	Moves []ExpectedMove // every step, the best first; only if they were asked for
	Nodes int64          // positions looked at
	Depth int            // how many steps it looked ahead, including those of chance
}

// ExpectedMove is a step and what is proven about it for the same player.
type ExpectedMove struct {
	Move position.Move
	Share
}

// Share is a proven range of the share of games won, from 0 to 1.
type Share struct{ Low, High float64 }

// oneValue is the difference below which bounds are shown as one value. If positions of a game may
// repeat, they come closer with each depth but never meet.
const oneValue = 1e-9

// Exact reports whether the share is known.
func (s Share) Exact() bool { return s.High-s.Low <= oneValue }

// ExpectText describes in half a sentence what a share means for a player.
func ExpectText(rules *ir.Game, player int, s Share) string {
	wins := func(player int) string {
		return rules.Players[player].Name + " " + rules.Verb(1<<player, "wins")
	}
	switch {
	case s.Low >= 1-oneValue:
		return wins(player) + ", whatever chance decides"
	case s.High <= oneValue:
		return wins(1-player) + ", whatever chance decides"
	case s.Exact():
		return fmt.Sprintf("%s %.4f%% of the games", wins(player), 50*(s.Low+s.High))
	case s.Low <= 0 && s.High >= 1:
		return "not known yet"
	}
	return fmt.Sprintf("%s between %.4f%% and %.4f%% of the games", wins(player), 100*s.Low,
		100*s.High)
}

// ExpectOptions bounds a search for the expected value.
type ExpectOptions struct {
	Memory   int               // of the table, in bytes; by default 256 MB
	Each     bool              // prove the value of every step, not only of the best
	Progress func(Expectation) // called with what is known after each depth; may be nil
}

// Expect proves the value of a position of a game with chance if both players play their best. Like
// [Solve], it searches deeper and deeper and relies only on results. So the bounds it returns are
// proven even if ctx ends the search early; then the error is that of ctx.
func Expect(ctx context.Context, game Game, p *position.Position, o ExpectOptions) (
	best *Expectation, err error) {
	switch {
	case len(game.Rules().Teams()) != 2:
		return nil, ErrUnsolvable
	case len(game.Rules().Hidden) > 0:
		return nil, ErrSecrets
	}
	if p.Result() != nil {
		return nil, ErrNoMove
	}
	if o.Memory <= 0 {
		o.Memory = 256 << 20
	}
	var lent spaces
	expect := func() { best, err = expectIn(ctx, &lent, game, p, o) }
	if !lent.try(expect) {
		expect()
	}
	return best, err
}

// expectIn searches deeper and deeper in a space of the game.
func expectIn(ctx context.Context, lent *spaces, game Game, p *position.Position,
	o ExpectOptions) (*Expectation, error) {
	sp, root, back := lent.of(game, p)
	defer back()
	s := &expecter{explorer: explore(ctx, sp, root, game, p), each: o.Each,
		table: make([]share, max(o.Memory/shareBytes, 1024))}
	best := &Expectation{Share: Share{0, 1}}
	for depth := 2; ; depth += max(1, depth/3) {
		s.deeper = false
		next := s.root(depth)
		if s.stopped {
			best.Nodes = s.nodes
			return best, ctx.Err()
		}
		best = next
		if o.Progress != nil {
			o.Progress(*best)
		}
		settled := best.Exact() && !slices.ContainsFunc(best.Moves,
			func(m ExpectedMove) bool { return !m.Exact() })
		if !s.deeper || settled || depth >= mostSolved {
			return best, nil
		}
	}
}

// share is what is proven about a position for the player at the root.
type share struct {
	key   uint64
	known Share
	depth int32 // how far the search looked ahead
	full  bool
}

const shareBytes = 32

// expecter is one call of Expect.
type expecter struct {
	explorer
	each  bool // every step of the root is searched
	table []share
}

// root proves what it can about the root within a depth.
func (s *expecter) root(depth int) *Expectation {
	out := &Expectation{Depth: depth}
	var moves []ExpectedMove
	out.Share = s.children(0, depth, func(m position.Move, is Share) {
		moves = append(moves, ExpectedMove{m, is})
	})
	out.Nodes = s.nodes
	if s.stopped {
		return out
	}
	order.SortStableFunc(moves, func(a, b ExpectedMove) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High))
	})
	out.Drawn, out.Best = s.space.Weights(s.slots[0]) != nil, moves[0].Move
	if s.each {
		out.Moves = moves
	}
	return out
}

// walk returns bounds of the share of a position, as tight as the depth allows.
func (s *expecter) walk(ply, depth int) Share {
	at := s.slot(ply)
	if r := s.space.result(at); r != nil {
		v := shareOf(r, s.me, s.sides)
		return Share{v, v}
	}
	if s.count(); s.stopped {
		return Share{0, 1}
	}
	if depth <= 0 || ply >= mostSolved {
		s.deeper = true
		return Share{0, 1}
	}
	key := s.key(ply)
	entry := &s.table[key%uint64(len(s.table))]
	before := Share{0, 1}
	if entry.full && entry.key == key {
		before = entry.known
		if before.Low == before.High {
			return before
		}
		if int(entry.depth) >= depth {
			s.deeper = true
			return before
		}
	}
	is := s.children(ply, depth, nil)
	if s.stopped {
		return before
	}
	*entry = share{key, is, int32(depth), true}
	return is
}

// children returns the bounds that the steps of a position give it: their mean where chance
// decides, otherwise the best for the player to move. It reports what it finds for each step.
func (s *expecter) children(ply, depth int, tell func(position.Move, Share)) Share {
	at := s.slots[ply]
	mine := s.mine(at)
	moves := append(s.steps[ply][:0], s.space.moves(at)...)
	s.steps[ply] = moves
	weights := slices.Clone(s.space.Weights(at))
	all := Share{0, 0} // the greatest, or the weighted sum
	if weights == nil && !mine {
		all = Share{1, 1}
	}
	var sum float64
	for i, m := range moves {
		s.play(ply, m)
		is := s.walk(ply+1, depth-1)
		if s.stopped {
			return Share{0, 1}
		}
		if tell != nil {
			tell(m, is)
		}
		switch {
		case weights != nil:
			w := float64(weights[i])
			all.Low, all.High, sum = all.Low+w*is.Low, all.High+w*is.High, sum+w
			continue
		case mine:
			all = Share{max(all.Low, is.Low), max(all.High, is.High)}
		default:
			all = Share{min(all.Low, is.Low), min(all.High, is.High)}
		}
		if !(s.each && ply == 0) && (mine && all.Low >= 1 || !mine && all.High <= 0) {
			break // no other step is better
		}
	}
	if weights != nil {
		return Share{all.Low / sum, all.High / sum}
	}
	return all
}
