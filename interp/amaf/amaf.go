// Package amaf judges a step by all playouts in which its player made it, at once or later: all
// moves as first, on which rapid action value estimation rests (Gelly and Silver, Combining online
// and offline knowledge in UCT, 2007). If steps put pieces on the board, the end of a playout shows
// who has played where, so a random game need not record its steps.
package amaf

import (
	"math"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// Placing tells which steps put a piece of their player on a site that they name.
type Placing struct {
	Sites int
	// Only: every move that names a site puts a piece there and changes nothing else, so that
	// pieces stay where they were put.
	Only   bool
	layout position.Layout
	role   []int // by move: the role that is the site; -1 for a move that names none
}

// New returns what the rules say about placing pieces; nil if some move names several sites, or one
// on which it places nothing: then a site does not identify a step.
func New(rules *ir.Game) *Placing {
	p := &Placing{layout: position.NewLayout(rules), Sites: rules.Board.Sites,
		role: make([]int, len(rules.Moves)), Only: true}
	some := false
	for i, m := range rules.Moves {
		p.role[i] = -1
		for r, role := range m.Roles {
			if p.role[i] >= 0 || role.Type != ir.Sites {
				return nil
			}
			p.role[i] = r
		}
		if p.role[i] < 0 {
			continue
		}
		some = true
		slot := int64(m.Roles[p.role[i]].Slot)
		if !slices.ContainsFunc(m.Do, func(e *ir.Effect) bool {
			return e.Op == ir.Place && e.Owner == nil && e.A.Op == ir.Var && e.A.N == slot
		}) {
			return nil
		}
		p.Only = p.Only && !m.Does(ir.MovePieces, ir.Swap, ir.Remove, ir.Become, ir.Shift)
	}
	if !some {
		return nil
	}
	return p
}

// Site returns where a step puts a piece; p.Sites for one that names no site.
func (p *Placing) Site(m position.Move) topology.Site {
	if int(m.ID()) >= len(p.role) || p.role[m.ID()] < 0 {
		return topology.Site(p.Sites)
	}
	return topology.Site(p.layout.Value(m, p.role[m.ID()]))
}

// Tallies returns empty ones by site, and one more that stays empty, for steps that name no site.
func (p *Placing) Tallies() []Tally { return make([]Tally, p.Sites+1) }

// A Tally counts the playouts in which a player had a piece on a site in the end, and what the
// player got in them.
type Tally struct{ games, sum float32 }

// Add counts a playout in which the player got a share of the win.
func (t *Tally) Add(share float64) {
	t.games++
	t.sum += float32(share)
}

// Share returns the player's share of the win; ok is false if no playout tells anything of it.
func (t *Tally) Share() (share float64, ok bool) {
	return float64(t.sum / t.games), t.games > 0
}

// Usual is the default number of visits after which a step's own mean counts as much as its tally.
const Usual = 1000

// Weight returns how much of a step's worth is its tally, from 0 to 1, after so many visits of its
// own; after about as many as rave says, both count the same.
func Weight(rave, visits float64) float64 { return math.Sqrt(rave / (3*visits + rave)) }
