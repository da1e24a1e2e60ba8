package diff

import (
	"fmt"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
)

// pairing says which parts of one game correspond to which of the other. Players are paired by
// their order, everything else by name, or by the name that a map gives it; kinds without a
// namesake are paired in the order of their declarations.
type pairing struct {
	a, b      *interp.Game
	sites     []topology.Site // by site of a; topology.None: b has no such site
	kinds     []int           // by kind of a; -1: b has none
	relations []int64         // by relation of a; -1: b has none
	moves     []counterpart   // by move of a
	alike     bool            // sites and kinds have the same numbers in both
	total     bool            // every move of either has a counterpart
	names     map[string]string
}

// named returns the name that something of a has in b.
func (p *pairing) named(name string) string {
	if to, ok := p.names[name]; ok {
		return to
	}
	return name
}

// counterpart is the move of b that a move of a is paired with.
type counterpart struct {
	id    ir.MoveID
	roles []int // by role of b: the role of a
	known bool
}

func pair(a, b *interp.Game, names map[string]string) *pairing {
	ra, rb := a.Rules(), b.Rules()
	p := &pairing{a: a, b: b, names: names}
	p.alike = len(names) == 0 && slices.Equal(ra.Board.Names, rb.Board.Names)
	for _, name := range ra.Board.Names {
		s, ok := rb.Board.SiteByName(p.named(name))
		if !ok {
			s = topology.None
		}
		p.sites = append(p.sites, s)
	}
	p.pairKinds(ra, rb)
	p.pairRelations(ra.Board, rb.Board)
	taken := map[ir.MoveID]bool{}
	for _, mv := range ra.Moves {
		p.moves = append(p.moves, partner(mv, p.named(mv.Name), rb.Moves, taken))
	}
	p.total = len(ra.Moves) == len(rb.Moves)
	for i, mv := range ra.Moves {
		if !p.moves[i].known {
			p.moves[i] = p.renamed(mv, taken)
		}
		p.total = p.total && p.moves[i].known
	}
	return p
}

func (p *pairing) pairKinds(ra, rb *ir.Game) {
	taken := make([]bool, len(rb.Kinds))
	for range ra.Kinds {
		p.kinds = append(p.kinds, -1)
	}
	for i := range ra.Kinds {
		for j := range rb.Kinds {
			if p.named(ra.Kinds[i].Name) == rb.Kinds[j].Name && !taken[j] {
				p.kinds[i], taken[j] = j, true
				break
			}
		}
	}
	for i := range p.kinds {
		if j := slices.Index(taken, false); p.kinds[i] < 0 && j >= 0 {
			p.kinds[i], taken[j] = j, true
		}
		p.alike = p.alike && p.kinds[i] == i
	}
	p.alike = p.alike && len(ra.Kinds) == len(rb.Kinds)
}

// pairRelations pairs directions by name. The directions of a board are followed by its half steps,
// then by incidence.
func (p *pairing) pairRelations(a, b *topology.Board) {
	na, nb := len(a.Directions), len(b.Directions)
	for r := range a.Relations() {
		to := int64(-1)
		switch {
		case r < 2*na:
			if d, ok := b.DirectionByName(p.named(a.Directions[r%na].Name)); ok {
				to = int64(d) + int64(r/na*nb)
			}
		case 2*nb+r-2*na < b.Relations():
			to = int64(2*nb + r - 2*na)
		}
		p.relations = append(p.relations, to)
	}
}

// partner finds the move with the same name and roles, in whatever order the roles stand.
func partner(mv *ir.Move, name string, among []*ir.Move, taken map[ir.MoveID]bool) counterpart {
	for _, other := range among {
		if other.Name != name || taken[other.ID] || len(other.Roles) != len(mv.Roles) {
			continue
		}
		if roles := pairRoles(mv, other); roles != nil {
			taken[other.ID] = true
			return counterpart{id: other.ID, roles: roles, known: true}
		}
	}
	return counterpart{}
}

// renamed pairs a move with one of a different name if that is the only one left with such roles,
// and this is the only one left that needs it.
func (p *pairing) renamed(mv *ir.Move, taken map[ir.MoveID]bool) counterpart {
	for i, other := range p.a.Rules().Moves {
		if other != mv && !p.moves[i].known && len(other.Roles) == len(mv.Roles) &&
			pairRoles(mv, other) != nil {
			return counterpart{}
		}
	}
	var found counterpart
	for _, other := range p.b.Rules().Moves {
		if taken[other.ID] || len(other.Roles) != len(mv.Roles) {
			continue
		}
		if roles := pairRoles(mv, other); roles != nil {
			if found.known {
				return counterpart{}
			}
			found = counterpart{id: other.ID, roles: roles, known: true}
		}
	}
	if found.known {
		taken[found.id] = true
	}
	return found
}

// pairRoles returns, by role of b, the role of a with the same word and type; nil if they do not
// pair up.
func pairRoles(a, b *ir.Move) []int {
	roles := make([]int, 0, len(b.Roles))
	for _, want := range b.Roles {
		found := -1
		for i, r := range a.Roles {
			if r.Word == want.Word && r.Type == want.Type && r.Fixes() == want.Fixes() &&
				!slices.Contains(roles, i) {
				found = i
				break
			}
		}
		if found < 0 {
			return nil
		}
		roles = append(roles, found)
	}
	return roles
}

// translate returns the step of b that a step of a is paired with, legal or not; ok is false if b
// has no such step.
func (p *pairing) translate(m interp.Move) (to interp.Move, ok bool) {
	id, values := p.a.Roles(m)
	if id == ir.PassID || id == ir.DoneID {
		return m, true
	}
	other := p.moves[id]
	if !other.known {
		return 0, false
	}
	mv := p.a.Rules().Moves[id]
	translated := make([]int64, len(values))
	for i, from := range other.roles {
		v := values[from]
		if role := &mv.Roles[from]; role.Among == nil {
			v = p.value(role.Type, v)
		} else if v, ok = p.set(role, &p.b.Rules().Moves[other.id].Roles[i], v); !ok {
			return 0, false
		}
		if v < 0 && mv.Roles[from].Type != ir.Number {
			return 0, false
		}
		translated[i] = v
	}
	return p.b.Step(other.id, translated)
}

// set translates a set that a role of a holds; ok is false if the role of b cannot hold it.
func (p *pairing) set(from, to *ir.Role, v int64) (set int64, ok bool) {
	for k, member := range from.Among {
		if v>>k&1 == 0 {
			continue
		}
		i := slices.Index(to.Among, int(p.value(from.Of, int64(member))))
		if i < 0 {
			return 0, false
		}
		set |= 1 << i
	}
	return set, true
}

// value translates the value of a role; -1 if b has none like it.
func (p *pairing) value(t ir.Type, v int64) int64 {
	switch t {
	case ir.Sites:
		return int64(p.sites[v])
	case ir.Kinds:
		return int64(p.kinds[v])
	case ir.Steps:
		return p.relations[v]
	}
	return v
}

// strangers says what makes positions of the two games incomparable: different sites, or a
// different number of players.
func (p *pairing) strangers() (what []string) {
	ra, rb := p.a.Rules(), p.b.Rules()
	missing := 0
	for _, s := range p.sites {
		if s == topology.None {
			missing++
		}
	}
	switch na, nb := ra.Board.Sites, rb.Board.Sites; {
	case na != nb:
		what = append(what, fmt.Sprintf("A has %d sites, B has %d.", na, nb))
	case missing > 0:
		what = append(what, fmt.Sprintf(
			"The sites have different names: %d of A's %d are not in B.", missing, na))
	}
	if na, nb := len(ra.Players), len(rb.Players); na != nb {
		what = append(what, fmt.Sprintf("A has %d players, B has %d.", na, nb))
	}
	return what
}

// agree reports whether two positions look alike: pieces, player to move, result.
func (p *pairing) agree(a, b *interp.Position) bool {
	return a.ToMove() == b.ToMove() && sameResult(a.Result(), b.Result()) && p.samePieces(a, b)
}

func (p *pairing) samePieces(a, b *interp.Position) bool {
	if p.alike {
		s, t := a.State(), b.State()
		return slices.Equal(s.Owned, t.Owned) && slices.Equal(s.OfKind, t.OfKind)
	}
	for s := range p.sites {
		if p.pieceDiffers(a, b, topology.Site(s)) {
			return false
		}
	}
	return true
}

// pieceDiffers compares what stands on a site of a and on its counterpart.
func (p *pairing) pieceDiffers(a, b *interp.Position, s topology.Site) bool {
	o1, k1, ok1 := a.At(s)
	o2, k2, ok2 := b.At(p.sites[s])
	return ok1 != ok2 || ok1 && (o1 != o2 || p.kinds[k1] != k2)
}

func sameResult(a, b *interp.Result) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Draw == b.Draw && slices.Equal(a.Winners, b.Winners)
}

// disagreements says in sentences how two positions disagree; none if they agree.
func (p *pairing) disagreements(a, b *interp.Position) (what []string) {
	if !p.samePieces(a, b) {
		var names []string
		for s := range p.sites {
			if p.pieceDiffers(a, b, topology.Site(s)) {
				names = append(names, p.a.Rules().Board.Names[s])
			}
		}
		what = append(what, "The pieces differ on "+some(names)+".")
	}
	if a.ToMove() != b.ToMove() && a.Result() == nil && b.Result() == nil {
		what = append(what, fmt.Sprintf("To move: %s in A, %s in B.",
			p.a.Rules().Players[a.ToMove()].Name, p.b.Rules().Players[b.ToMove()].Name))
	}
	if !sameResult(a.Result(), b.Result()) {
		what = append(what, fmt.Sprintf("The result: %s in A, %s in B.",
			p.a.ResultText(a.Result()), p.b.ResultText(b.Result())))
	}
	return what
}
