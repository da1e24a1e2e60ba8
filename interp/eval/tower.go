package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// pile puts pieces on top of a site, or under it. If the tower would be too high, its lowest pieces
// are gone. Edges and corners hold one piece.
func (fx *effects) pile(p *position.State, x topology.Site, pieces []position.Piece, under bool) {
	if !fx.m.b.Cells.Has(x) {
		p.SetTower(x, pieces[len(pieces)-1:])
		return
	}
	lower, upper := p.Tower(x), pieces
	if under {
		lower, upper = upper, lower
	}
	both := append(append(make([]position.Piece, 0, len(lower)+len(upper)), lower...), upper...)
	p.SetTower(x, both[max(len(both)-fx.m.g.Tallest, 0):])
}

// many is how many pieces of each tower an effect applies to.
func (fx *effects) many(e *ir.Effect, s *scope) int64 {
	if e.Many == nil {
		return 0
	}
	return fx.m.ev.Number(e.Many, &s.Scope)
}

// doTower is [Machine.do] for effects that treat towers differently from single pieces
// (language.md#towers): what goes to a cell lands on what stands there, and a cell moves as a
// whole.
func (fx *effects) doTower(e *ir.Effect, s *scope) {
	p := s.pos
	switch e.Op {
	case ir.MovePieces:
		from, to := fx.m.ev.Sites(e.A, &s.Scope), fx.m.ev.Sites(e.B, &s.Scope)
		n := fx.many(e, s)
		x, y := from.First(), to.First()
		fx.m.ev.Work.Spend(2 * value.TowerUnits)
		if x == topology.None || y == topology.None || x == y && !e.Under {
			return
		}
		rest, slice := value.Slice(p.Tower(x), e.Part, n)
		if len(slice) == 0 {
			return
		}
		p.SetTower(x, rest)
		fx.pile(p, y, slice, e.Under)
	case ir.Swap:
		from, to := fx.m.ev.Sites(e.A, &s.Scope), fx.m.ev.Sites(e.B, &s.Scope)
		x, y := from.First(), to.First()
		fx.m.ev.Work.Spend(2 * value.TowerUnits)
		if x == topology.None || y == topology.None || x == y {
			return
		}
		a, b := p.Tower(x), p.Tower(y)
		p.SetTower(x, b)
		p.SetTower(y, a)
	case ir.Place:
		on, piece, ok := fx.placing(e, s)
		if !ok {
			return
		}
		for x := range on.All() {
			fx.m.ev.Work.Spend(value.TowerUnits)
			fx.pile(p, x, []position.Piece{piece}, e.Under)
		}
	case ir.Remove:
		at, n := fx.m.ev.Sites(e.A, &s.Scope), fx.many(e, s)
		for x := range at.All() {
			fx.m.ev.Work.Spend(value.TowerUnits)
			rest, _ := value.Slice(p.Tower(x), e.Part, n)
			p.SetTower(x, rest)
		}
	case ir.Become:
		fx.becomeTower(e, s)
	case ir.Shift:
		fx.shiftTowers(e, s)
	}
}

// becomeTower changes the top pieces of some sites, or those of a slice.
func (fx *effects) becomeTower(e *ir.Effect, s *scope) {
	sites, n, newKind := fx.m.ev.Sites(e.A, &s.Scope), fx.many(e, s), -1
	if e.Kind != nil {
		if newKind = value.First(fx.m.ev.Bits(e.Kind, &s.Scope)); newKind < 0 {
			return
		}
	}
	part := e.Part
	if part == ir.Whole {
		part, n = ir.Top, 1
	}
	changed := map[topology.Site][]position.Piece{} // all is read before anything changes
	for x := range sites.All() {
		fx.m.ev.Work.Spend(value.TowerUnits)
		tower := s.pos.Tower(x)
		_, slice := value.Slice(tower, part, n) // shares the memory of the tower
		for i, piece := range slice {
			kind := int(piece.Kind)
			if newKind >= 0 {
				kind = newKind
			}
			if owner, ok := fx.owner(e.Owner, kind, int(piece.Owner), s); ok {
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
func (fx *effects) shiftTowers(e *ir.Effect, s *scope) {
	sites := fx.m.ev.Sites(e.A, &s.Scope)
	type landing struct {
		to    topology.Site
		tower []position.Piece
	}
	var landings []landing
	for x := range sites.All() {
		fx.m.ev.Work.Spend(2 * value.TowerUnits)
		if tower := s.pos.Tower(x); tower != nil {
			to := fx.m.ev.Path(topology.SetOf(x), e.Step, &s.Scope)
			landings = append(landings, landing{to.First(), tower})
		}
	}
	s.pos.Remove(sites)
	for _, l := range landings {
		if l.to != topology.None {
			fx.pile(s.pos, l.to, l.tower, false)
		}
	}
}
