package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// pile puts pieces on top of a site, or under it. If the tower would be too high, its lowest pieces
// are gone. Edges and corners hold one piece.
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
	p.SetTower(x, both[max(len(both)-m.g.Tallest, 0):])
}

// many is how many pieces of each tower an effect applies to.
func (m *Machine) many(e *ir.Effect, s *scope) int64 {
	if e.Many == nil {
		return 0
	}
	return m.ev.Number(e.Many, &s.Scope)
}

// doTower is [Machine.do] for effects that treat towers differently from single pieces
// (language.md#towers): what goes to a cell lands on what stands there, and a cell moves as a
// whole.
func (m *Machine) doTower(e *ir.Effect, s *scope) {
	p := s.pos
	switch e.Op {
	case ir.MovePieces:
		from, to := m.ev.Sites(e.A, &s.Scope), m.ev.Sites(e.B, &s.Scope)
		n := m.many(e, s)
		x, y := from.First(), to.First()
		m.ev.Work.Spend(2 * value.TowerUnits)
		if x == topology.None || y == topology.None || x == y && !e.Under {
			return
		}
		rest, slice := value.Slice(p.Tower(x), e.Part, n)
		if len(slice) == 0 {
			return
		}
		p.SetTower(x, rest)
		m.pile(p, y, slice, e.Under)
	case ir.Swap:
		from, to := m.ev.Sites(e.A, &s.Scope), m.ev.Sites(e.B, &s.Scope)
		x, y := from.First(), to.First()
		m.ev.Work.Spend(2 * value.TowerUnits)
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
			m.ev.Work.Spend(value.TowerUnits)
			m.pile(p, x, []position.Piece{piece}, e.Under)
		}
	case ir.Remove:
		at, n := m.ev.Sites(e.A, &s.Scope), m.many(e, s)
		for x := range at.All() {
			m.ev.Work.Spend(value.TowerUnits)
			rest, _ := value.Slice(p.Tower(x), e.Part, n)
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
	sites, n, newKind := m.ev.Sites(e.A, &s.Scope), m.many(e, s), -1
	if e.Kind != nil {
		if newKind = value.First(m.ev.Bits(e.Kind, &s.Scope)); newKind < 0 {
			return
		}
	}
	part := e.Part
	if part == ir.Whole {
		part, n = ir.Top, 1
	}
	changed := map[topology.Site][]position.Piece{} // all is read before anything changes
	for x := range sites.All() {
		m.ev.Work.Spend(value.TowerUnits)
		tower := s.pos.Tower(x)
		_, slice := value.Slice(tower, part, n) // shares the memory of the tower
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

// shiftTowers moves whole towers one step along, all at once. Towers that leave the board are gone;
// if two come to one site, the one from the later site lies on top.
func (m *Machine) shiftTowers(e *ir.Effect, s *scope) {
	sites := m.ev.Sites(e.A, &s.Scope)
	type landing struct {
		to    topology.Site
		tower []position.Piece
	}
	var landings []landing
	for x := range sites.All() {
		m.ev.Work.Spend(2 * value.TowerUnits)
		if tower := s.pos.Tower(x); tower != nil {
			to := m.ev.Path(topology.SetOf(x), e.Step, &s.Scope)
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
