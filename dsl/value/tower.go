package value

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// MaxTower is the most pieces a tower may hold if the rules do not say.
const MaxTower = 255

// TowerUnits is the work of reading or changing a tower of any height.
const TowerUnits = 16

// description says which pieces match it (language.md#descriptions): for each owner, with nobody
// first, the bits of their kinds.
type description [ir.MaxPlayers + 1]uint64

// fits reports whether a piece matches a description.
func (d *description) fits(piece Piece) bool {
	return d[piece.Owner+1]>>piece.Kind&1 != 0
}

// describe finds which pieces a set of sites would contain if each of them were the top of its
// tower.
func (ev *Evaluator) describe(e *ir.Expr, s *Scope) (d description) {
	if !ev.Work.Spend(1) {
		return d
	}
	switch e.Op {
	case ir.Occupied:
		for i := range d {
			d[i] = all(len(ev.g.Kinds))
		}
		return d
	case ir.PiecesOf:
		owners := ev.Bits(e.Args[0], s)
		for player := range ev.players {
			if owners>>player&1 != 0 {
				d[player+1] = all(len(ev.g.Kinds))
			}
		}
		return d
	case ir.PiecesKind:
		kinds := ev.Bits(e.Args[0], s)
		for i := range d {
			d[i] = kinds
		}
		return d
	case ir.ConstSites:
		return d // only the empty set gets here
	case ir.And, ir.Or, ir.Minus:
		a, b := ev.describe(e.Args[0], s), ev.describe(e.Args[1], s)
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
	return control(ev, e, s, (*Evaluator).describe)
}

// height returns the number of pieces on some sites.
func (ev *Evaluator) height(at topology.Set, s *Scope) (n int64) {
	for x := range at.All() {
		ev.Work.Spend(TowerUnits)
		n += int64(s.At.height(x))
	}
	return n
}

// holding returns the sites whose tower has a piece that matches a description.
func (ev *Evaluator) holding(e *ir.Expr, s *Scope) (set topology.Set) {
	d, at := ev.describe(e, s), s.At.Occupied()
	for x := range at.All() {
		ev.Work.Spend(TowerUnits)
		for _, piece := range s.At.Tower(x) {
			if d.fits(piece) {
				set.Add(x)
				break
			}
		}
	}
	return set
}

// pieces counts the pieces that match a description.
func (ev *Evaluator) pieces(e *ir.Expr, s *Scope) (n int64) {
	d := ev.describe(e.Args[0], s)
	at := s.At.Occupied()
	if len(e.Args) > 1 {
		at = ev.Sites(e.Args[1], s)
	}
	many := int64(0)
	if part := ir.Part(e.N); part != ir.Whole {
		many = ev.Number(e.Args[2], s)
	}
	for x := range at.All() {
		ev.Work.Spend(TowerUnits)
		_, slice := Slice(s.At.Tower(x), ir.Part(e.N), many)
		for _, piece := range slice {
			if d.fits(piece) {
				n++
			}
		}
	}
	return n
}

// Slice splits a tower into a slice of it and the rest, both in their order.
func Slice(tower []Piece, part ir.Part, many int64) (rest, slice []Piece) {
	n := int(min(max(many, 0), int64(len(tower))))
	switch part {
	case ir.Top:
		return tower[:len(tower)-n], tower[len(tower)-n:]
	case ir.Bottom:
		return tower[n:], tower[:n]
	}
	return nil, tower
}
