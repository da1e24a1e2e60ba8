// Package alike makes positions that look alike to a player of a game with secrets.
//
// A player knows a position only as their view. [Permute] exchanges what the view hides, so that
// rules and programs can be tested: whatever they tell that player must be the same in both.
package alike

import (
	"math/rand/v2"
	"slices"

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
	carry(q, v, other)
	if q.Equal(p) || m.View(q, seat).Key() != v.Key() {
		return nil
	}
	return q
}

// Toward returns another position that looks the same to the seat of a view, in which what the view
// shows stands there already, as far as the seat did not see what stood there: it changes places
// with the same elsewhere that the seat did not see either. Some sites, drawn at random, are left
// as they are, since what came or went in between differs. It is nil if what was made looks
// different, or is the same position.
func Toward(m *eval.Machine, p *position.State, then *position.View, leave int,
	rng *rand.Rand) *position.State {
	v, q := m.View(p, then.Seat), p.Clone()
	hidden := v.Unseen.Or(v.NoKind).Or(v.NoOwner).And(m.Game().Board.Cells)
	shown := hidden.Minus(then.Unseen).Minus(then.NoKind).Minus(then.NoOwner)
	sites := slices.Collect(hidden.All())
	rng.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	for _, x := range sites {
		want, have := manAt(then.State, x), manAt(q, x)
		if !shown.Has(x) || want == have || len(q.Tower(x)) > 1 {
			continue
		}
		if leave--; leave >= 0 {
			continue
		}
		for _, y := range sites {
			if manAt(q, y) == want && len(q.Tower(y)) < 2 && v.Unseen.Has(x) == v.Unseen.Has(y) &&
				(!shown.Has(y) || manAt(then.State, y) != want) {
				put(m.Game(), q, x, want)
				put(m.Game(), q, y, have)
				break
			}
		}
	}
	if q.Equal(p) || m.View(q, then.Seat).Key() != v.Key() {
		return nil
	}
	return q
}

// Carry returns a position that looks like a view, with the hidden values of another position. It
// returns nil if there is none, or if the view hides pieces.
func Carry(m *eval.Machine, v *position.View, other *position.State) *position.State {
	if v.HidesPieces() {
		return nil
	}
	q := v.State.Clone()
	carry(q, v, other)
	if m.View(q, v.Seat).Key() != v.Key() {
		return nil
	}
	return q
}

// carry gives the values that a view hides to a position, from another one.
func carry(q *position.State, v *position.View, other *position.State) {
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
}

// Density is how many unseen places are taken: 0, as few as the view allows; 1, as in another
// position; 2, as many as the view allows.
type Density int

const (
	sparse Density = iota
	usual
	dense
)

// Fill returns a position that looks to the seat of a view as the view does; it depends on nothing
// else of the game. What is hidden is drawn from another position, as far as it then stays hidden,
// and half of the values are different ones. Fill returns nil if the position that it made looks
// different, and in games with towers.
func Fill(m *eval.Machine, v *position.View, other *position.State, d Density,
	rng *rand.Rand) *position.State {
	const tries = 16
	q, men := v.State.Clone(), slices.Collect(other.Occupied().All())
	vague := v.NoKind.Or(v.NoOwner)
	if m.Game().Towers || len(men) == 0 && !vague.Empty() {
		return nil
	}
	for x := range vague.All() {
		owner, kind, _ := v.At(x)
		for range tries {
			a := manAt(other, men[rng.IntN(len(men))])
			if !v.NoKind.Has(x) {
				a.kind = kind
			}
			if !v.NoOwner.Has(x) {
				a.owner = owner
			}
			put(m.Game(), q, x, a)
			if w := m.View(q, v.Seat); w.NoKind.Has(x) == v.NoKind.Has(x) &&
				w.NoOwner.Has(x) == v.NoOwner.Has(x) {
				break
			}
		}
	}
	for i, hidden := range v.Numbers {
		if hidden {
			q.Numbers[i] = other.Numbers[i] ^ rng.Int64N(2)
		}
	}
	for i, hidden := range v.Memories {
		if hidden {
			q.Memories[i] = other.Memories[i]
			q.Memories[i][0] ^= rng.Uint64N(2)
		}
	}
	off := func() int { // how many sites are in sight and should not be, or the other way round
		w := m.View(q, v.Seat).Unseen
		w = w.Or(v.Unseen).Minus(w.And(v.Unseen))
		return w.Len()
	}
	unseen, least := slices.Collect(v.Unseen.All()), off()
	shown := slices.Collect(v.Unseen.Minus(m.View(q, v.Seat).Unseen).All())
	from := unseen
	if d != usual && len(men) > 0 {
		from = men
	}
	if d != sparse {
		shown = append(shown, unseen...)
	}
	for _, x := range shown {
		for range tries {
			was := manAt(q, x)
			put(m.Game(), q, x, manAt(other, from[rng.IntN(len(from))]))
			now := off()
			if now > least {
				put(m.Game(), q, x, was)
				continue
			}
			if least = now; least == 0 {
				break
			}
		}
	}
	if m.View(q, v.Seat).Key() != v.Key() {
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
			at, men = append(at, x), append(men, manAt(q, x))
		}
	}
	for i, j := range rng.Perm(len(at)) {
		a := men[i]
		change(&a, men[j])
		put(g, q, at[i], a)
	}
}

func manAt(q *position.State, x topology.Site) man {
	owner, kind, there := q.At(x)
	return man{owner, kind, there}
}

// put makes a man stand on a site, if it may stand there.
func put(g *ir.Game, q *position.State, x topology.Site, a man) {
	if !a.there {
		q.Remove(topology.SetOf(x))
	} else if g.Kinds[a.kind].On.Has(x) {
		q.Put(x, a.owner, a.kind)
	}
}
