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
	named []named // by move; the last for what is not a move of the rules
}

// named says where the word of a step has its site.
type named struct {
	shift uint8
	mask  position.Move // of the site, when it has been shifted down
	none  position.Move // p.Sites for a step that names no site, otherwise 0
}

// New returns what the rules say about placing pieces; nil if some move names several sites, or one
// on which it places nothing: then a site does not identify a step.
func New(rules *ir.Game) *Placing {
	p := &Placing{Sites: rules.Board.Sites, Only: true,
		named: slices.Repeat([]named{{none: position.Move(rules.Board.Sites)}}, len(rules.Moves)+1)}
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
		p.named[i] = named{layout.Shift(ir.MoveID(i), at), 1<<widths[at] - 1, 0}
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
	n := &p.named[min(int(m.ID()), len(p.named)-1)]
	return topology.Site(m>>n.shift&n.mask + n.none)
}

// Tallies returns empty ones by step, and more that no step reads, and for each site the index of
// its tally. That of a step stays empty if it names no site, or the same as a later one.
func (p *Placing) Tallies(steps []position.Move) (tallies []Tally, where []int16) {
	where = slices.Repeat([]int16{-1}, p.Sites+1)
	for i, m := range steps {
		where[p.Site(m)] = int16(i)
	}
	n := len(steps)
	for x, i := range where {
		if i < 0 {
			where[x] = int16(n)
			n++
		}
	}
	return make([]Tally, n), where
}

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

// Best returns the index of the first tally with the greatest share, and the share. Unknown is the
// first of which no playout tells anything. Either index is -1 if there is none.
func Best(tallies []Tally) (best int, share float64, unknown int) {
	best, unknown = -1, -1
	most := float32(-1)
	for i := range tallies {
		t := &tallies[i]
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
