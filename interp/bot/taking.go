package bot

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// taking tells which steps look like captures, judging only by the pieces on the sites that a step
// names: a step that names a site with an enemy piece most likely takes it. That needs no look at
// the position afterward.
type taking struct {
	any     bool // some move may change or remove pieces that its player does not own
	players int
	onBoard int // sites of the board
	sides   sides
	layout  position.Layout
	sites   [][]int // by move: which of its roles are sites
	chosen  []int   // by move: which of its roles is the kind that a piece becomes; -1: none
	kinds   []int64 // what a piece of a kind is worth
	// what losing a piece of the most common kind costs in the evaluation; 0: nothing, or unknown
	man int64
	// what losing a piece of the most valuable kind on the board costs, whose worth is rare
	most int64
}

// rare is the worth of a piece whose kind is on the board at most once.
const rare = 1000

// newTaking returns what the rules say about taking. The worth of kinds depends on the position;
// see at.
func newTaking(rules *ir.Game) *taking {
	t := &taking{players: len(rules.Players), onBoard: rules.Board.Sites, sides: sidesOf(rules),
		layout: position.NewLayout(rules), sites: make([][]int, len(rules.Moves))}
	for i, m := range rules.Moves {
		t.chosen = append(t.chosen, chosenKind(m))
		for r, role := range m.Roles {
			if role.Type == ir.Sites && !withoutPieces(m, r) {
				t.sites[i] = append(t.sites[i], r)
			}
		}
		// A step may take a piece away from its owner, or put one in its place.
		takes := m.Does(ir.Remove, ir.Become, ir.MovePieces, ir.Place)
		t.any = t.any || len(t.sites[i]) > 0 && takes
	}
	return t
}

// withoutPieces reports whether a role of a move is certainly a site on which no piece stands.
func withoutPieces(m *ir.Move, role int) bool {
	return slices.ContainsFunc(m.Clauses, func(c ir.Clause) bool {
		return c.Op == ir.BindClause && c.Role == role && ir.EmptyOnly(c.Value)
	})
}

// chosenKind returns the role of a move by which its player chooses what a piece becomes, -1 if
// there is none.
func chosenKind(m *ir.Move) int {
	return slices.IndexFunc(m.Roles, func(r ir.Role) bool {
		return r.Type == ir.Kinds && slices.ContainsFunc(m.Do, func(e *ir.Effect) bool {
			return e.Any(func(e *ir.Effect) bool {
				return e.Op == ir.Become && e.Kind != nil && e.Kind.Op == ir.Var &&
					e.Kind.N == int64(r.Slot)
			})
		})
	})
}

// at returns the same with the worth of kinds for a position: the fewer there are of a kind, the
// more each of them is worth.
func (t *taking) at(p *position.Position) *taking {
	u := *t
	u.kinds = make([]int64, p.Kinds())
	for k := range u.kinds {
		of := p.OfKind(k)
		u.kinds[k] = max(rare/int64(max(of.Len(), 1)), 1)
	}
	return &u
}

// worth is 0 for a step that seems to take nothing and to promote no piece. Otherwise it is greater
// the more is taken or gained, and the less the capturing piece is worth. Owners says whose pieces
// stand where.
func (t *taking) worth(s space, at slot, owners []int8, m position.Move) int64 {
	if !t.any || int(m.ID()) >= len(t.sites) || len(t.sites[m.ID()]) == 0 {
		return 0
	}
	side := t.sides[s.ToMove(at)]
	gain := int64(0)
	for _, r := range t.sites[m.ID()] {
		x := topology.Site(t.layout.Value(m, r))
		if q := owners[x]; q >= 0 && side>>q&1 == 0 {
			gain += t.kinds[s.kind(at, x)]
		}
	}
	chosen := t.chosen[m.ID()]
	if gain == 0 && chosen < 0 {
		return 0
	}
	risk := int64(0)
	for _, r := range t.sites[m.ID()] {
		x := topology.Site(t.layout.Value(m, r))
		if int(owners[x]) == s.ToMove(at) {
			risk = max(risk, t.kinds[s.kind(at, x)])
		}
	}
	if chosen >= 0 {
		if gain += max(t.kinds[t.layout.Value(m, chosen)]-risk, 0); gain == 0 {
			return 0
		}
	}
	return gain<<12 + rare - risk
}

// owners says by site whose piece stands there, -1 for nobody's, until it is asked again.
type owners struct {
	by   []int8
	list []topology.Site
}

// owners says whose pieces stand where; nil if no step can take any.
func (t *taking) owners(o *owners, s space, at slot) []int8 {
	if !t.any {
		return nil
	}
	o.by = slices.Grow(o.by[:0], t.onBoard)[:t.onBoard]
	for x := range o.by {
		o.by[x] = -1
	}
	for q := range t.players {
		o.list = s.owned(at, q, o.list[:0])
		for _, x := range o.list {
			o.by[x] = int8(q)
		}
	}
	return o.by
}

// hopelessMen is how many of the most common pieces a capture may gain beyond what it takes.
const hopelessMen = 2

// hope estimates the best value that a capture of a given worth brings to a position whose value is
// stand.
func (t *taking) hope(f *frame, stand, worth int64) int64 {
	gain := (worth>>12+1)*t.most/rare + hopelessMen*t.man
	if !f.mine {
		gain = -gain
	}
	return min(max(stand+gain, 1-decided), decided-1)
}
