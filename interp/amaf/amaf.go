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
	Only  bool
	named []named // by move
}

// named says where the word of a step has its site.
type named struct {
	shift uint8
	mask  position.Move // of the site, when it has been shifted down; 0: the step names none
}

// New returns what the rules say about placing pieces; nil if some move names several sites, or one
// on which it places nothing: then a site does not identify a step.
func New(rules *ir.Game) *Placing {
	p := &Placing{Sites: rules.Board.Sites, named: make([]named, len(rules.Moves)), Only: true}
	layout, some := position.NewLayout(rules), false
	for i, m := range rules.Moves {
		at := -1
		for r, role := range m.Roles {
			if at >= 0 || role.Type != ir.Sites {
				return nil
			}
			at = r
		}
		if at < 0 {
			continue
		}
		widths, _ := rules.Widths(m)
		p.named[i] = named{layout.Shift(ir.MoveID(i), at), 1<<widths[at] - 1}
		some = true
		slot := int64(m.Roles[at].Slot)
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
	if id := int(m.ID()); id < len(p.named) && p.named[id].mask != 0 {
		return topology.Site(m >> p.named[id].shift & p.named[id].mask)
	}
	return topology.Site(p.Sites)
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

// Best returns the first of the sites with the greatest share, by its index, and the share. Unknown
// is the first site of which no playout tells anything. Either index is -1 if there is none.
func Best(tallies []Tally, sites []topology.Site) (best int, share float64, unknown int) {
	best, unknown = -1, -1
	most := float32(-1)
	for i, x := range sites {
		t := &tallies[x]
		if s := t.sum / t.games; s > most {
			most, best = s, i
		} else if t.games == 0 && unknown < 0 {
			unknown = i
		}
	}
	return best, float64(most), unknown
}

// Usual is the default number of visits after which a step's own mean counts as much as its tally.
const Usual = 1000

// Weight returns how much of a step's worth is its tally, from 0 to 1, after so many visits of its
// own; after about as many as rave says, both count the same.
func Weight(rave, visits float64) float64 { return math.Sqrt(rave / (3*visits + rave)) }
