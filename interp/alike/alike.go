// Package alike makes positions that look alike to a player of a game with secrets.
//
// A player knows a position only as their view. [Permute] exchanges what the view hides, so that
// rules and programs can be tested: whatever they tell that player must be the same in both.
package alike

import (
	"math/rand/v2"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// Permute returns another position that looks the same to a seat: unseen pieces change places on
// the unseen cells, hidden kinds and owners change among the pieces that show the same, and hidden
// values come from the other position. It may be one that no game reaches. It is nil if what was
// made looks different, or is the same position.
func Permute(m *eval.Machine, p *position.State, seat int, other *position.State,
	rng *rand.Rand) *position.State {
	v, q := m.View(p, seat), p.Clone()
	shuffle(m.Game(), q, v.Unseen, rng, func(a *man, b man) { *a = b })
	both := v.NoKind.And(v.NoOwner)
	shuffle(m.Game(), q, both, rng, func(a *man, b man) { *a = b })
	rest := v.NoKind.Minus(both)
	for i := range q.Owned {
		shuffle(m.Game(), q, rest.And(q.Owned[i]), rng, func(a *man, b man) { a.kind = b.kind })
		rest = rest.Minus(q.Owned[i])
	}
	shuffle(m.Game(), q, rest, rng, func(a *man, b man) { a.kind = b.kind })
	for k := range q.OfKind {
		shuffle(m.Game(), q, v.NoOwner.Minus(both).And(q.OfKind[k]), rng,
			func(a *man, b man) { a.owner = b.owner })
	}
	for i, hidden := range v.Numbers {
		if hidden {
			q.Numbers[i] = other.Numbers[i]
		}
	}
	for i, hidden := range v.Memories {
		if hidden {
			q.Memories[i] = other.Memories[i]
		}
	}
	if q.Equal(p) || m.View(q, seat).Key() != v.Key() {
		return nil
	}
	return q
}

// man is what stands on a site.
type man struct {
	owner, kind int
	there       bool
}

// shuffle changes what stands on the cells among some sites, each time by what stood on another.
// Towers stay.
func shuffle(g *ir.Game, q *position.State, sites topology.Set, rng *rand.Rand,
	change func(a *man, b man)) {
	var at []topology.Site
	var men []man
	for x := range sites.And(g.Board.Cells).All() {
		if len(q.Tower(x)) < 2 {
			owner, kind, there := q.At(x)
			at, men = append(at, x), append(men, man{owner, kind, there})
		}
	}
	for i, j := range rng.Perm(len(at)) {
		a := men[i]
		change(&a, men[j])
		if !a.there {
			q.Remove(topology.SetOf(at[i]))
		} else if g.Kinds[a.kind].On.Has(at[i]) {
			q.Put(at[i], a.owner, a.kind)
		}
	}
}
