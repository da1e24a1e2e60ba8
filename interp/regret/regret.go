// Package regret finds what small games of two players are worth, also if they have secrets: by
// counterfactual regret minimization (CFR+, Tammelin 2014). Both players improve against each
// other; the bounds that it returns are exact, because they come from best answers to what the
// players have learned.
//
// Two teams are not solved. A team that decides as one is a player who forgets: partners see
// different things, so the team does not know what it knew at its last choice. Without perfect
// recall, regrets that are least in each set of knowledge no longer bound the regret of the whole
// (Zinkevich et al. 2007 assume it), a best answer cannot be found set by set, and whether a team
// has a strategy worth a number is hard even to decide (Koller and Megiddo 1992). Partners who
// decide alone make a game of more than two players, and its value is not unique.
package regret

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// Options bound the work. Zero means the default.
type Options struct {
	Nodes     int     // how many positions the game may have: 2 million
	Rounds    int     // how often each player may improve: 100,000
	Precision float64 // of the bounds: 0.0001
	// Progress is called with what is known so far.
	Progress func(Solution)
}

// Solution is what a game is worth to the first player: points if the rules count any (half the
// difference of both), otherwise 1 for a win, -1 for a loss.
type Solution struct {
	Low, High float64
	Points    bool // the rules count points
	Nodes     int  // positions, as often as games lead to them
	Sets      int  // different states of knowledge in which a player chooses
	Rounds    int
}

// The reasons for which a game is not solved.
var (
	ErrPlayers = errors.New("with secrets, only games of two players have a value to prove; with " +
		"more, a player who cannot win may decide who does")
	ErrTeams = errors.New("with secrets, only games of two players have a value to prove; partners " +
		"see different things, so a team does not remember what it knew, and no bound of it is sure")
	ErrLarge  = errors.New("the game is too large")
	ErrOffers = errors.New("what is offered to a player depends on what they do not see; " +
		"`boardgame check` shows where")
)

// Solve plays a game out and improves both players until the bounds are close enough. If ctx ends
// that early, the bounds are still exact, and the error is that of ctx.
func Solve(ctx context.Context, g *interp.Game, o Options) (*Solution, error) {
	switch {
	case len(g.Rules().Teams()) == 2 && len(g.Rules().Players) > 2:
		return nil, ErrTeams
	case len(g.Rules().Players) != 2:
		return nil, ErrPlayers
	}
	if o.Nodes == 0 {
		o.Nodes = 2_000_000
	}
	if o.Rounds == 0 {
		o.Rounds = 100_000
	}
	if o.Precision == 0 {
		o.Precision = 1e-4
	}
	s := &solver{ctx: ctx, game: g, machine: eval.New(g.Rules()), most: o.Nodes,
		index: map[position.Key]int{}}
	p := s.machine.Start()
	var seen [2]*position.View
	var known [2]position.Key
	for seat := range seen {
		seen[seat] = s.machine.View(p, seat)
		known[seat] = mix(seen[seat].Key(), uint64(seat))
	}
	root, err := s.grow(p, seen, known)
	if err != nil {
		return nil, err
	}
	out := &Solution{Points: s.points, Nodes: s.nodes, Sets: len(s.sets)}
	for next := 64; ; next *= 2 {
		for ; out.Rounds < min(next, o.Rounds) && ctx.Err() == nil; out.Rounds++ {
			s.improve(root, float64(out.Rounds+1))
		}
		out.Low, out.High = -s.answer(root, 1), s.answer(root, 0)
		if o.Progress != nil {
			o.Progress(*out)
		}
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if out.High-out.Low <= o.Precision || out.Rounds == o.Rounds {
			return out, nil
		}
	}
}

// Text says what the game is worth.
func (s *Solution) Text(player string) string {
	if s.Points {
		return fmt.Sprintf("%s gets %.4f to %.4f points a game", player, s.Low, s.High)
	}
	return fmt.Sprintf("%s gets %.4f to %.4f a game, where 1 is a win and -1 a loss", player, s.Low,
		s.High)
}

// The players of nodes that are none.
const (
	chance = -1
	end    = -2
)

// A node is a position as one game leads to it.
type node struct {
	player int
	set    int // what the player knows
	kids   []*node
	odds   []float64 // of chance
	value  float64   // for the first player, at the end; else that of the best answer
	valued int       // for which answer value is
}

// A set is what a player knows when they choose.
type set struct {
	player            int
	moves             []position.Move
	regret, sum       []float64
	now, gain         []float64 // how often each step is taken now, and its regret in this round
	members           []member
	choice, choiceFor int
}

// A member is a node of a set, and how likely the others lead to it.
type member struct {
	n     *node
	reach float64
}

type solver struct {
	ctx     context.Context
	game    *interp.Game
	machine *eval.Machine
	index   map[position.Key]int
	sets    []*set
	nodes   int
	most    int
	points  bool
	answers int // how many best answers have been looked for
}

// grow makes the tree below a position. What is known says everything that each player has learned.
func (s *solver) grow(p *position.State, seen [2]*position.View, known [2]position.Key) (*node,
	error) {
	if s.nodes++; s.nodes > s.most {
		return nil, fmt.Errorf("%w: it has more than %d positions", ErrLarge, s.most)
	}
	if s.nodes&1023 == 0 && s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	if p.Result != nil {
		n := &node{player: end}
		switch r := p.Result; {
		case len(r.Scores) == 2:
			s.points = true
			n.value = float64(r.Scores[0]-r.Scores[1]) / 2
		case len(r.Winners) == 1 && !r.Draw:
			n.value = float64(1 - 2*r.Winners[0])
		}
		return n, nil
	}
	moves, weights := s.machine.Moves(p), s.machine.Weights(p)
	n := &node{player: p.ToMove}
	if weights != nil {
		n.player = chance
		sum := int64(0)
		for _, w := range weights {
			sum += w
		}
		for _, w := range weights {
			n.odds = append(n.odds, float64(w)/float64(sum))
		}
	} else {
		i, met := s.index[known[p.ToMove]]
		if !met {
			i = len(s.sets)
			s.index[known[p.ToMove]] = i
			all := make([]float64, 4*len(moves))
			cut := func(i int) []float64 { return all[i*len(moves) : (i+1)*len(moves)] }
			s.sets = append(s.sets, &set{player: p.ToMove, moves: moves, regret: cut(0), sum: cut(1),
				now: cut(2), gain: cut(3)})
		} else if !slices.Equal(s.sets[i].moves, moves) {
			return nil, ErrOffers
		}
		n.set = i
	}
	n.kids = make([]*node, 0, len(moves))
	for _, m := range moves {
		q := s.machine.Play(p, m)
		after, learned := seen, known
		for seat := range seen {
			after[seat] = s.machine.View(q, seat)
			learned[seat] = s.learns(known[seat], n.player == seat, seen[seat], m, after[seat])
		}
		kid, err := s.grow(q, after, learned)
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, kid)
	}
	return n, nil
}

// learns adds to what a player knows their own step, or what they are told of another one, and
// what they see then.
func (s *solver) learns(known position.Key, own bool, before *position.View, m position.Move,
	after *position.View) position.Key {
	view := after.Key()
	if own {
		return mix(known, uint64(m), 1, view[0], view[1])
	}
	telling, sites := s.machine.ToldBetween(before, m, after)
	if telling == eval.Nothing {
		return known
	}
	h := uint64(14695981039346656037)
	for _, c := range []byte(s.game.Notation().ToldText(m, telling, sites)) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return mix(known, h, 2, view[0], view[1])
}

func mix(k position.Key, words ...uint64) position.Key {
	for _, w := range words {
		hi, lo := bits.Mul64(k[0]^w, 0x9E3779B97F4A7C15)
		k[0] = hi ^ lo ^ 0xD1B54A32D192ED03
		hi, lo = bits.Mul64(k[1]+w, 0xA0761D6478BD642F)
		k[1] = bits.RotateLeft64(hi^lo, 27) + w
	}
	return k
}

// improve lets one player after the other learn from the regrets of a round; later rounds count
// more in the average.
func (s *solver) improve(root *node, weight float64) {
	for player := range 2 {
		for _, x := range s.sets {
			share(x.now, x.regret)
			clear(x.gain)
		}
		s.walk(root, player, 1, 1, weight)
		for _, x := range s.sets {
			if x.player == player {
				for i, gain := range x.gain {
					x.regret[i] = max(0, x.regret[i]+gain)
				}
			}
		}
	}
}

// share divides one by positive numbers, or evenly.
func share(out, numbers []float64) {
	sum := 0.0
	for _, x := range numbers {
		sum += max(x, 0)
	}
	for i, x := range numbers {
		if out[i] = 1 / float64(len(out)); sum > 0 {
			out[i] = max(x, 0) / sum
		}
	}
}

// walk returns what a node is worth to a player as both play now, and adds up the player's regrets.
// Mine and others say how likely the player and everyone else lead there.
func (s *solver) walk(n *node, player int, mine, others, weight float64) (worth float64) {
	switch n.player {
	case end:
		return n.value * float64(1-2*player)
	case chance:
		for i, kid := range n.kids {
			worth += n.odds[i] * s.walk(kid, player, mine, others*n.odds[i], weight)
		}
		return worth
	}
	x := s.sets[n.set]
	if n.player != player {
		for i, kid := range n.kids {
			if x.now[i] > 0 || mine > 0 {
				worth += x.now[i] * s.walk(kid, player, mine, others*x.now[i], weight)
			}
		}
		return worth
	}
	var few [16]float64
	values := few[:0]
	for i, kid := range n.kids {
		v := s.walk(kid, player, mine*x.now[i], others, weight)
		values = append(values, v)
		worth += x.now[i] * v
	}
	for i, v := range values {
		x.gain[i] += others * (v - worth)
		x.sum[i] += weight * mine * x.now[i]
	}
	return worth
}

// answer returns what the best answer of a player to the average play of the other is worth.
func (s *solver) answer(root *node, player int) float64 {
	s.answers++
	for _, x := range s.sets {
		share(x.now, x.sum)
		x.members = x.members[:0]
	}
	s.reach(root, player, 1)
	return s.best(root, player)
}

// reach notes how likely the others lead to the nodes of a player.
func (s *solver) reach(n *node, player int, reach float64) {
	if n.player == player {
		x := s.sets[n.set]
		x.members = append(x.members, member{n, reach})
	}
	for i, kid := range n.kids {
		switch n.player {
		case chance:
			s.reach(kid, player, reach*n.odds[i])
		case player:
			s.reach(kid, player, reach)
		default:
			s.reach(kid, player, reach*s.sets[n.set].now[i])
		}
	}
}

func (s *solver) best(n *node, player int) (worth float64) {
	switch {
	case n.player == end:
		return n.value * float64(1-2*player)
	case n.valued == s.answers:
		return n.value
	case n.player == chance:
		for i, kid := range n.kids {
			worth += n.odds[i] * s.best(kid, player)
		}
	case n.player == player:
		x := s.sets[n.set]
		if x.choiceFor != s.answers {
			most := 0.0
			for i := range n.kids {
				v := 0.0
				for _, m := range x.members {
					v += m.reach * s.best(m.n.kids[i], player)
				}
				if i == 0 || v > most {
					most, x.choice = v, i
				}
			}
			x.choiceFor = s.answers
		}
		worth = s.best(n.kids[x.choice], player)
	default:
		for i, kid := range n.kids {
			worth += s.sets[n.set].now[i] * s.best(kid, player)
		}
	}
	n.value, n.valued = worth, s.answers
	return worth
}
