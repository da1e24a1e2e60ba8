package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// MaxTower is how many pieces one tower may have; what would lie higher is gone.
const MaxTower = 255

// towerUnits is what looking at a tower of any height takes, or changing it.
const towerUnits = 16

// A description says which pieces fit it (language.md#descriptions): by their owner, nobody the
// first, the bits of their kinds.
type description [ir.MaxPlayers + 1]uint64

// fits reports whether a description fits a piece.
func (d *description) fits(piece position.Piece) bool {
	return d[piece.Owner+1]>>piece.Kind&1 != 0
}

// description reads which pieces a set of sites would hold if each of them were the top of its
// tower.
func (m *Machine) description(e *ir.Expr, s *scope) (d description) {
	if !m.spend(1) {
		return d
	}
	switch e.Op {
	case ir.Occupied:
		for i := range d {
			d[i] = all(len(m.g.Kinds))
		}
		return d
	case ir.PiecesOf:
		owners := m.bits(e.Args[0], s)
		for player := range m.players {
			if owners>>player&1 != 0 {
				d[player+1] = all(len(m.g.Kinds))
			}
		}
		return d
	case ir.PiecesKind:
		kinds := m.bits(e.Args[0], s)
		for i := range d {
			d[i] = kinds
		}
		return d
	case ir.ConstSites:
		return d // no other than the empty set
	case ir.And, ir.Or, ir.Minus:
		a, b := m.description(e.Args[0], s), m.description(e.Args[1], s)
		for i := range d {
			switch e.Op {
			case ir.And:
				d[i] = a[i] & b[i]
			case ir.Or:
				d[i] = a[i] | b[i]
			default:
				d[i] = a[i] &^ b[i]
			}
		}
		return d
	}
	return control(m, e, s, (*Machine).description)
}

// height is how many pieces stand on some sites.
func (m *Machine) height(at topology.Set, s *scope) (n int64) {
	for x := range at.All() {
		m.spend(towerUnits)
		n += int64(s.pos.Height(x))
	}
	return n
}

// holding is the sites in whose tower there is a piece that a description fits.
func (m *Machine) holding(e *ir.Expr, s *scope) (set topology.Set) {
	d, at := m.description(e, s), s.pos.Occupied()
	for x := range at.All() {
		m.spend(towerUnits)
		for _, piece := range s.pos.Tower(x) {
			if d.fits(piece) {
				set.Add(x)
				break
			}
		}
	}
	return set
}

// pieces counts the pieces that a description fits.
func (m *Machine) pieces(e *ir.Expr, s *scope) (n int64) {
	d := m.description(e.Args[0], s)
	at := s.pos.Occupied()
	if len(e.Args) > 1 {
		at = m.sites(e.Args[1], s)
	}
	many := int64(0)
	if part := ir.Part(e.N); part != ir.Whole {
		many = m.number(e.Args[2], s)
	}
	for x := range at.All() {
		m.spend(towerUnits)
		_, slice := cut(s.pos.Tower(x), ir.Part(e.N), many)
		for _, piece := range slice {
			if d.fits(piece) {
				n++
			}
		}
	}
	return n
}

// cut parts a tower into a slice of it and the rest, both in their order.
func cut(tower []position.Piece, part ir.Part, many int64) (rest, slice []position.Piece) {
	n := int(min(max(many, 0), int64(len(tower))))
	switch part {
	case ir.Top:
		return tower[:len(tower)-n], tower[len(tower)-n:]
	case ir.Bottom:
		return tower[n:], tower[:n]
	}
	return nil, tower
}

// pile puts pieces on what stands on a site, or under it, as far as there is room. Edges and
// corners hold one piece.
func (m *Machine) pile(p *position.State, x topology.Site, pieces []position.Piece, under bool) {
	if !m.b.Cells.Has(x) {
		p.SetTower(x, pieces[len(pieces)-1:])
		return
	}
	lower, upper := p.Tower(x), pieces
	if under {
		lower, upper = upper, lower
	}
	both := append(append(make([]position.Piece, 0, len(lower)+len(upper)), lower...), upper...)
	p.SetTower(x, both[:min(len(both), MaxTower)])
}

// many is how many pieces of each tower an effect is about.
func (m *Machine) many(e *ir.Effect, s *scope) int64 {
	if e.Many == nil {
		return 0
	}
	return m.number(e.Many, s)
}

// doTower is [Machine.do] for the effects that treat towers otherwise than single pieces
// (language.md#towers): what goes to a cell lies down on what stands there, and a cell moves as a
// whole.
func (m *Machine) doTower(e *ir.Effect, s *scope) {
	p := s.pos
	switch e.Op {
	case ir.MovePieces:
		from, to := m.sites(e.A, s), m.sites(e.B, s)
		n := m.many(e, s)
		x, y := from.First(), to.First()
		m.spend(2 * towerUnits)
		if x == topology.None || y == topology.None || x == y && !e.Under {
			return
		}
		rest, slice := cut(p.Tower(x), e.Part, n)
		if len(slice) == 0 {
			return
		}
		p.SetTower(x, rest)
		m.pile(p, y, slice, e.Under)
	case ir.Swap:
		from, to := m.sites(e.A, s), m.sites(e.B, s)
		x, y := from.First(), to.First()
		m.spend(2 * towerUnits)
		if x == topology.None || y == topology.None || x == y {
			return
		}
		a, b := p.Tower(x), p.Tower(y)
		p.SetTower(x, b)
		p.SetTower(y, a)
	case ir.Place:
		on, piece, ok := m.placing(e, s)
		if !ok {
			return
		}
		for x := range on.All() {
			m.spend(towerUnits)
			m.pile(p, x, []position.Piece{piece}, e.Under)
		}
	case ir.Remove:
		at, n := m.sites(e.A, s), m.many(e, s)
		for x := range at.All() {
			m.spend(towerUnits)
			rest, _ := cut(p.Tower(x), e.Part, n)
			p.SetTower(x, rest)
		}
	case ir.Become:
		m.becomeTower(e, s)
	case ir.Shift:
		m.shiftTowers(e, s)
	}
}

// becomeTower changes the top pieces of some sites, or those of a slice.
func (m *Machine) becomeTower(e *ir.Effect, s *scope) {
	sites, n, newKind := m.sites(e.A, s), m.many(e, s), -1
	if e.Kind != nil {
		if newKind = first(m.bits(e.Kind, s)); newKind < 0 {
			return
		}
	}
	part := e.Part
	if part == ir.Whole {
		part, n = ir.Top, 1
	}
	changed := map[topology.Site][]position.Piece{} // all is read before anything changes
	for x := range sites.All() {
		m.spend(towerUnits)
		tower := s.pos.Tower(x)
		_, slice := cut(tower, part, n) // shares the memory of the tower
		for i, piece := range slice {
			kind := int(piece.Kind)
			if newKind >= 0 {
				kind = newKind
			}
			if owner, ok := m.owner(e.Owner, kind, int(piece.Owner), s); ok {
				slice[i] = position.Piece{Owner: int8(owner), Kind: uint8(kind)}
			}
		}
		changed[x] = tower
	}
	for x := range sites.All() {
		s.pos.SetTower(x, changed[x])
	}
}

// shiftTowers lets whole towers go a step on, all at once. Off the board they are gone; of two that
// come to one site the one from the later site lies on top.
func (m *Machine) shiftTowers(e *ir.Effect, s *scope) {
	sites := m.sites(e.A, s)
	type landing struct {
		to    topology.Site
		tower []position.Piece
	}
	var landings []landing
	for x := range sites.All() {
		m.spend(2 * towerUnits)
		if tower := s.pos.Tower(x); tower != nil {
			to := m.path(topology.SetOf(x), e.Step, s)
			landings = append(landings, landing{to.First(), tower})
		}
	}
	s.pos.Remove(sites)
	for _, l := range landings {
		if l.to != topology.None {
			m.pile(s.pos, l.to, l.tower, false)
		}
	}
}
