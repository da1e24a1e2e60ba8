package position

import (
	"slices"

	"boardgame/dsl/topology"
)

// Public is the seat of those who watch: whatever could be hidden from any player is hidden from
// them, in every position.
const Public = -1

// Nothing is the seat of those who see nothing of a position but whose turn it is.
const Nothing = -2

// Unknown is the owner, or the kind, of a piece in a [View] that does not show it.
const Unknown = -2

// UnknownKind is [Unknown] for the kind of a piece within a tower.
const UnknownKind = 1<<8 - 1

// View is what a seat sees of a position. What is hidden is not in it, so nothing that is made of a
// view can give it away.
type View struct {
	Seat     int          // a player, or [Public]
	State    *State       // what is seen; hidden values are zero, and hidden pieces are missing
	Unseen   topology.Set // sites of which the seat does not know what stands there, if anything
	NoKind   topology.Set // seen pieces whose kind is hidden; of towers, that of all their pieces
	NoOwner  topology.Set // seen pieces whose owner is hidden
	Numbers  []bool       // which of the State's numbers are hidden
	Memories []bool       // which of its memories are hidden
}

// NewView returns the view of a position for a seat that sees everything of it but what may follow
// in the turn of another player, or by chance.
func NewView(p *State, seat int, chance bool) *View {
	q := p.Clone()
	q.Trail, q.History, q.Touched, q.Aim = nil, nil, topology.Set{}, nil
	if p.Result == nil && (p.ToMove != seat || chance) {
		q.Pending, q.Steps, q.Again, q.Passed, q.Chances, q.Since = nil, 0, false, false, 0, 0
	}
	return &View{Seat: seat, State: q, Numbers: make([]bool, len(q.Numbers)),
		Memories: make([]bool, len(q.Memories))}
}

// HidesPieces reports whether the seat does not know everything about the pieces.
func (v *View) HidesPieces() bool {
	hidden := v.Unseen.Or(v.NoKind).Or(v.NoOwner)
	return !hidden.Empty()
}

// Apart counts the sites of pieces and memories, and the numbers, in which two views of a seat
// differ.
func (v *View) Apart(w *View) (n int) {
	for i, x := range v.State.Numbers {
		if x != w.State.Numbers[i] {
			n++
		}
	}
	for _, sets := range [][2][]topology.Set{
		{v.State.Memories, w.State.Memories},
		{v.State.Owned, w.State.Owned},
		{v.State.OfKind, w.State.OfKind},
	} {
		for i, s := range sets[0] {
			either, both := s.Or(sets[1][i]), s.And(sets[1][i])
			n += either.Len() - both.Len()
		}
	}
	return n
}

// Mask takes from the state what the fields of the view say is hidden.
func (v *View) Mask() {
	q := v.State
	there := q.Occupied().Minus(v.Unseen)
	v.NoKind, v.NoOwner = v.NoKind.And(there), v.NoOwner.And(there)
	for x := range v.NoKind.Or(v.NoOwner).All() {
		if q.Below == nil || len(q.Below[x]) == 0 {
			continue
		}
		below := slices.Clone(q.Below[x])
		for i := range below {
			if v.NoKind.Has(x) {
				below[i].Kind = UnknownKind
			}
			if v.NoOwner.Has(x) {
				below[i].Owner = Unknown
			}
		}
		q.Below[x] = below
	}
	q.Remove(v.Unseen)
	for i := range q.Owned {
		q.Owned[i] = q.Owned[i].Minus(v.NoOwner)
	}
	for i := range q.OfKind {
		q.OfKind[i] = q.OfKind[i].Minus(v.NoKind)
	}
	for i, hidden := range v.Numbers {
		if hidden {
			q.Numbers[i] = 0
		}
	}
	for i, hidden := range v.Memories {
		if hidden {
			q.Memories[i] = topology.Set{}
		}
	}
}

// At returns what is seen on a site: ok is false if no piece is seen there, and the owner or the
// kind may be [Unknown].
func (v *View) At(x topology.Site) (owner, kind int, ok bool) {
	owner, kind = Nobody, Unknown
	for i := range v.State.Owned {
		if v.State.Owned[i].Has(x) {
			owner, ok = i, true
		}
	}
	for i := range v.State.OfKind {
		if v.State.OfKind[i].Has(x) {
			kind, ok = i, true
		}
	}
	if v.NoOwner.Has(x) {
		owner = Unknown
	}
	return owner, kind, ok || v.NoKind.Has(x)
}

// Tower returns the pieces that are seen on a site, lowest first.
func (v *View) Tower(x topology.Site) []Piece {
	owner, kind, ok := v.At(x)
	if !ok {
		return nil
	}
	top := Piece{Owner: int8(owner), Kind: UnknownKind}
	if kind >= 0 {
		top.Kind = uint8(kind)
	}
	if v.State.Below == nil {
		return []Piece{top}
	}
	return append(slices.Clone(v.State.Below[x]), top)
}

// Changed returns the sites that are in sight in both views and look different.
func (v *View) Changed(w *View) topology.Set {
	var sites topology.Set
	all := v.State.Changed(w.State)
	for _, s := range []topology.Set{v.NoKind, v.NoOwner, w.NoKind, w.NoOwner} {
		all = all.Or(s)
	}
	for x := range all.Minus(v.Unseen).Minus(w.Unseen).All() {
		if !slices.Equal(v.Tower(x), w.Tower(x)) {
			sites.Add(x)
		}
	}
	return sites
}

// Key stands for everything that the seat sees.
func (v *View) Key() Key {
	k := v.State.Key()
	h := hasher{k[0], k[1]}
	h.sets([]topology.Set{v.Unseen, v.NoKind, v.NoOwner})
	for _, flags := range [][]bool{v.Numbers, v.Memories} {
		for i, hidden := range flags {
			if hidden {
				h.add(uint64(i))
			}
		}
		h.add(1 << 32)
	}
	h.add(uint64(v.Seat))
	h.add(uint64(v.State.Ply))
	return Key{h.a, h.b}
}

// Whole reports whether nothing is hidden from the seat but what may follow.
func (v *View) Whole() bool {
	return v.Unseen.Empty() && v.NoKind.Empty() && v.NoOwner.Empty() &&
		!slices.Contains(v.Numbers, true) && !slices.Contains(v.Memories, true)
}
