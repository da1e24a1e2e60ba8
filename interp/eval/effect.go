package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// do applies one effect to the position of the scope. Effects happen in order, each on what the one
// before has left, and each `when` is read when its turn comes; inside one effect everything
// happens at once (language.md#order-inside-a-step), so all its parts are read first. An effect
// with an empty operand does nothing.
func (fx *effects) do(e *ir.Effect, s *scope) {
	if !fx.m.ev.Work.Spend(1) {
		return
	}
	happens := e.When == nil || fx.m.ev.Truth(e.When, &s.Scope)
	if fx.m.counting {
		fx.m.cover.effect(e, happens)
	}
	if !happens {
		return
	}
	p := s.pos
	if fx.m.g.Towers {
		fx.doTower(e, s)
		switch e.Op {
		case ir.MovePieces, ir.Swap, ir.Place, ir.Remove, ir.Become, ir.Shift:
			return
		}
	}
	switch e.Op {
	case ir.MovePieces:
		from, to := fx.m.ev.Sites(e.A, &s.Scope), fx.m.ev.Sites(e.B, &s.Scope)
		x, y := from.First(), to.First()
		// language.md#effects: nothing on p, no effect; what stands on q is replaced.
		// language.md#closures: p -> p does nothing.
		if owner, kind, ok := p.At(x); ok && y != topology.None && x != y {
			p.Remove(from)
			p.Put(y, owner, kind)
		}
	case ir.Swap:
		a, b := fx.m.ev.Sites(e.A, &s.Scope), fx.m.ev.Sites(e.B, &s.Scope)
		x, y := a.First(), b.First()
		if x == topology.None || y == topology.None || x == y {
			return
		}
		xOwner, xKind, xOK := p.At(x)
		yOwner, yKind, yOK := p.At(y)
		p.Remove(a.Or(b))
		if xOK {
			p.Put(y, xOwner, xKind)
		}
		if yOK {
			p.Put(x, yOwner, yKind)
		}
	case ir.Place:
		on, piece, ok := fx.placing(e, s)
		if !ok {
			return
		}
		fx.m.ev.Work.Spend(fx.m.prices.pieces(&on))
		for x := range on.All() {
			p.Put(x, int(piece.Owner), int(piece.Kind))
		}
	case ir.Remove:
		at := fx.m.ev.Sites(e.A, &s.Scope)
		fx.m.ev.Work.Spend(fx.m.prices.Players + fx.m.prices.Kinds)
		p.Remove(at)
	case ir.Become:
		fx.become(e, s)
	case ir.Shift:
		fx.shift(e, s)
	case ir.Assign:
		fx.assign(e, s)
	case ir.LetEffect:
		s.Vars[e.Slot] = fx.m.ev.Value(e.A, &s.Scope)
	case ir.Each:
		fx.m.ev.Each(e.A, &s.Scope, int64(e.Slot), func() bool {
			fx.do(e.Body, s)
			for _, more := range e.More {
				fx.do(more, s)
			}
			return !fx.m.ev.Work.Spent()
		})
	case ir.While:
		while(fx, e, s)
	case ir.Again:
		p.Again = true
	}
}

// MostRounds is how many rounds the loops of one step go at most, all together.
const MostRounds = 4096

// Compared is how many rounds a loop takes from one look for a circle to the next.
const Compared = 16

// while takes the rounds of a loop (language.md#loops). It finds loops that go in a circle, such as
// those that change nothing, by Brent's algorithm. It then counts the rounds of all further circles
// without taking them.
func while(fx *effects, e *ir.Effect, s *scope) {
	was, before := (*position.State)(nil), 0
	for n := 1; !fx.m.ev.Work.Spent() && fx.m.ev.Truth(e.A, &s.Scope); n++ {
		if fx.m.rounds == MostRounds {
			if fx.m.counting && !fx.m.unending {
				fx.m.cover.Loops[e]++
			}
			fx.m.unending = true
			break
		}
		fx.m.rounds++
		fx.do(e.Body, s)
		for _, more := range e.More {
			fx.do(more, s)
		}
		if n%Compared != 0 {
			continue
		}
		if was != nil && was.Equal(s.pos) {
			circle := fx.m.rounds - before
			fx.m.rounds += (MostRounds - fx.m.rounds) / circle * circle
		}
		if n&(n-1) == 0 {
			was, before = s.pos.Clone(), fx.m.rounds
		}
	}
}

// placing reads where an effect places a piece, and which piece; ok is false if it places none.
func (fx *effects) placing(e *ir.Effect, s *scope) (on topology.Set, piece position.Piece,
	ok bool) {
	on = fx.m.ev.Sites(e.A, &s.Scope)
	kind := value.First(fx.m.ev.Bits(e.Kind, &s.Scope))
	owner, ok := fx.owner(e.Owner, kind, s.Me, s)
	return on, position.Piece{Owner: int8(owner), Kind: uint8(kind)}, ok && kind >= 0
}

// owner returns the future owner of a piece of a kind: nobody for a neutral kind
// (language.md#effects), otherwise the player that the expression names, or the given one without
// an expression. ok is false if the expression names nobody who is in the game.
func (fx *effects) owner(e *ir.Expr, kind, otherwise int, s *scope) (owner int, ok bool) {
	switch {
	case kind >= 0 && fx.m.g.Kinds[kind].Neutral:
		return position.Nobody, true
	case e == nil:
		return otherwise, true
	}
	owner = value.First(fx.m.ev.Bits(e, &s.Scope))
	return owner, owner >= 0 && owner < fx.m.players
}

// become changes the kind, the owner, or both of the pieces on some sites. An empty site stays
// empty (language.md#effects).
func (fx *effects) become(e *ir.Effect, s *scope) {
	sites, newKind := fx.m.ev.Sites(e.A, &s.Scope), -1
	if e.Kind != nil {
		if newKind = value.First(fx.m.ev.Bits(e.Kind, &s.Scope)); newKind < 0 {
			return
		}
	}
	if !fx.m.ev.Work.Spend(fx.m.prices.position + fx.m.prices.pieces(&sites)) {
		return
	}
	before := s.pos.Clone()
	for x := range sites.All() {
		owner, kind, ok := before.At(x)
		if !ok {
			continue
		}
		if newKind >= 0 {
			kind = newKind
		}
		if owner, ok = fx.owner(e.Owner, kind, owner, s); ok {
			s.pos.Put(x, owner, kind)
		}
	}
}

// shift moves pieces one step along, all at once. Pieces that leave the board are gone; if two come
// to the same site, the one from the later site stays (language.md#effects).
func (fx *effects) shift(e *ir.Effect, s *scope) {
	sites := fx.m.ev.Sites(e.A, &s.Scope)
	fx.m.ev.Work.Spend(fx.m.prices.pieces(&sites))
	type landing struct {
		to          topology.Site
		owner, kind int
	}
	var landings []landing
	for x := range sites.All() {
		if owner, kind, ok := s.pos.At(x); ok {
			to := fx.m.ev.Path(topology.SetOf(x), e.Step, &s.Scope)
			landings = append(landings, landing{to.First(), owner, kind})
		}
	}
	s.pos.Remove(sites)
	for _, l := range landings {
		if l.to != topology.None {
			s.pos.Put(l.to, l.owner, l.kind)
		}
	}
}

// setUp carries out the lines of `setup`. The checker has turned a line without an owner into one
// effect for each player (language.md#pictures), so nothing in them depends on who reads them.
func (fx *effects) setUp(p *position.State) {
	s := fx.m.scope(p, 0, fx.m.ev.Frame(nil))
	for _, e := range fx.m.g.Setup {
		fx.do(e, s)
	}
}
