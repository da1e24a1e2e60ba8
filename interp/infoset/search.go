package infoset

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/amaf"
	"boardgame/interp/position"
)

const (
	longest = 2000 // steps of a playout
	deepest = 200  // steps in the tree
	sharp   = 1e-9
)

// A search grows one tree from all positions of a sampler. What it learns of a step at a node holds
// for all positions that look the same there.
type search struct {
	*sampler
	exploration float64
	placing     *amaf.Placing // nil: no tallies by site
	root        *node
	most        float64 // greatest difference of points so far
	limits      Limits
}

// A node is a view of the player, after all that led there.
type node struct {
	kids  map[position.Key]*node // by the view after the next step
	steps map[position.Move]*tally
	heard []amaf.Tally // by site, for the player to move; nil where they are not kept
}

// A tally is how a step fared at a node, for whoever takes it.
type tally struct {
	visits, offered int64
	sum             float64
}

func newSearch(s *sampler, l Limits) *search {
	n := &search{sampler: s, exploration: cmp.Or(l.Exploration, 0.3), most: 1, limits: l}
	if p := amaf.New(s.game.Rules()); p != nil && p.Only && l.Value == nil {
		n.placing, n.exploration = p, cmp.Or(l.Exploration, 0.1)
	}
	n.root = n.newNode()
	return n
}

func (s *search) newNode() *node {
	n := &node{kids: map[position.Key]*node{}, steps: map[position.Move]*tally{}}
	if s.placing != nil {
		n.heard = make([]amaf.Tally, s.placing.Sites+1)
	}
	return n
}

// run searches from positions until a number of playouts, if positive, or until no time is left.
func (s *search) run(from []*position.Position, playouts int64) Choice {
	c := Choice{Sampled: len(from)}
	for playouts == 0 || c.Playouts < playouts {
		if c.Playouts > 0 && s.over() {
			break
		}
		s.iterate(from[s.rng.IntN(len(from))])
		c.Playouts++
	}
	for _, i := range s.rng.Perm(len(s.k.Moves)) { // so that chance decides between equal ones
		m := s.k.Moves[i]
		line := Line{Move: m}
		if t := s.root.steps[m]; t != nil && t.visits > 0 {
			line.Visits, line.Share = t.visits, t.sum/float64(t.visits)
		}
		c.Lines = append(c.Lines, line)
	}
	order.SortStableFunc(c.Lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Share, a.Share))
	})
	return c
}

// taken is a step on the way down.
type taken struct {
	*tally
	at *node
	by int
}

// iterate plays a game from a position: down the tree, one step beyond it, and then at random.
func (s *search) iterate(p *position.Position) {
	at := s.root
	var path []taken
	for depth := 0; depth < deepest && p.Result() == nil; depth++ {
		var m position.Move
		fresh := false
		if s.engine.Weights(p) != nil {
			m = interp.Any(s.engine, p, s.rng)
		} else {
			moves := s.engine.Moves(p)
			if depth == 0 {
				moves = slices.DeleteFunc(moves,
					func(m position.Move) bool { return !slices.Contains(s.k.Moves, m) })
			}
			if len(moves) == 0 {
				return
			}
			var t *tally
			m, t = s.pick(at, moves)
			path, fresh = append(path, taken{t, at, p.ToMove()}), t.visits == 0
		}
		q := s.engine.Play(p, m)
		if q == nil {
			return
		}
		if p = q; fresh {
			break
		}
		if p.Result() == nil {
			key := s.view(p).Key()
			if at.kids[key] == nil {
				at.kids[key] = s.newNode()
			}
			at = at.kids[key]
		}
	}
	p = s.playout(p)
	shares := s.shares(p)
	for _, t := range path {
		t.visits++
		t.sum += shares[t.by]
		if s.placing != nil {
			for x := range p.State().Owned[t.by].All() {
				t.at.heard[x].Add(shares[t.by])
			}
		}
	}
}

// pick chooses a step at a node: one never tried, or that of the greatest upper confidence bound.
func (s *search) pick(at *node, moves []position.Move) (position.Move, *tally) {
	var best position.Move
	var of *tally
	bound, ties := math.Inf(-1), 0
	for _, m := range moves {
		t := at.steps[m]
		if t == nil {
			t = &tally{}
			at.steps[m] = t
		}
		t.offered++
		value := s.worth(at, m, t) +
			s.exploration*math.Sqrt(math.Log(float64(t.offered))/float64(max(t.visits, 1)))
		switch {
		case value > bound+sharp:
			best, of, bound, ties = m, t, value, 1
		case value > bound-sharp || value == bound:
			if ties++; s.rng.IntN(ties) == 0 {
				best, of = m, t
			}
		}
	}
	return best, of
}

// worth is the share of the win that a step promises: what it got itself, and what the playouts got
// in which its player came to its site. Steps of which nothing is known come first.
func (s *search) worth(at *node, m position.Move, t *tally) float64 {
	n := float64(t.visits)
	own, share, heard := t.sum/n, 0.0, false
	if s.placing != nil {
		share, heard = at.heard[s.placing.Site(m)].Share()
	}
	switch {
	case n == 0 && heard:
		return share
	case n == 0:
		return math.Inf(1)
	case heard:
		return own + amaf.Weight(amaf.Usual, n)*(share-own)
	}
	return own
}

// playout plays at random, to the end of a game or until the value is to judge.
func (s *search) playout(p *position.Position) *position.Position {
	steps := longest
	if s.limits.Value != nil {
		steps = s.limits.Rollout
	}
	type player interface {
		Playout(ctx context.Context, p *position.Position, rng *rand.Rand, limit int) (
			*position.Position, int)
	}
	if e, ok := s.engine.(player); ok {
		q, _ := e.Playout(context.Background(), p, s.rng, steps)
		return q
	}
	for n := 0; n < steps && p.Result() == nil && len(s.engine.Moves(p)) > 0; n++ {
		p = s.engine.Play(p, interp.Any(s.engine, p, s.rng))
	}
	return p
}

// shares is how much each player and their team get of a game, from 0 to 1: of the win or, between
// two sides that count points, by how many the points differ. Where the game goes on, the value
// says who is ahead.
func (s *search) shares(p *position.Position) []float64 {
	rules, r := s.game.Rules(), p.Result()
	teams := rules.Teams()
	all := make([]float64, len(rules.Players))
	give := func(team uint16, share float64) {
		for _, i := range ir.Members(team) {
			all[i] = share
		}
	}
	if r != nil && len(teams) == 2 && len(r.Scores) > 0 {
		by := float64(r.Scores[0] - r.Scores[bits.TrailingZeros16(teams[1])])
		s.most = max(s.most, math.Abs(by))
		give(teams[0], 0.5+by/(2*s.most))
		give(teams[1], 0.5-by/(2*s.most))
		return all
	}
	if r == nil && s.limits.Value != nil {
		return Shares(rules, s.limits.Scale,
			func(q int) int64 { return s.engine.Value(p, s.limits.Value, q) })
	}
	won := teams
	if r != nil && len(r.Winners) > 0 {
		won = rules.Sides(r.Winners)
	}
	for _, team := range won {
		give(team, 1/float64(len(won)))
	}
	return all
}

// Shares returns what each player gets of a game that is not over, by what it is worth to each: a
// share of the win from 0 to 1, the same for all of a team; those of the teams add up to 1. Scale
// is the value that makes a win about three times as likely as a loss.
func Shares(rules *ir.Game, scale float64, value func(player int) int64) []float64 {
	all, sum, teams := make([]float64, len(rules.Players)), 0.0, rules.Teams()
	for _, team := range teams {
		worth := 0.0
		for _, q := range ir.Members(team) {
			worth += 1 / (1 + math.Exp(-float64(value(q))/scale))
		}
		worth /= float64(bits.OnesCount16(team))
		for _, q := range ir.Members(team) {
			all[q] = worth
		}
		sum += worth
	}
	for q := range all {
		if all[q] /= sum; sum == 0 {
			all[q] = 1 / float64(len(teams))
		}
	}
	return all
}
