package bot

import (
	"context"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/engine"
	"boardgame/interp/symmetry"
)

// merger gives positions from which a game goes on alike the same key. It merges the images of a
// position under the symmetries of the game, and positions that differ only in what the players
// have banked. Within a turn, it merges only equal positions.
type merger struct {
	sp      *slots
	images  []image
	seen    engine.Sight
	signs   []uint8
	summed  []uint8 // the signs in the sums of the images
	changed []topology.Site
	numbers []int // of a position, without the banked ones
	bank    bank
	// finds the symmetries of the game; nil: they have been found
	symmetries func() []symmetry.Symmetry
}

// aFew is how many positions are looked at before the symmetries of the game are looked for, which
// takes as long as searching some thousand positions.
const aFew = 5000

// image is a symmetry, with a sum for the position that the merger has looked at last.
type image struct {
	symmetry.Symmetry
	sum   uint64
	codes []uint64 // by site and sign
	index []int    // by number: where the image has it
}

// bank is what counts only in the final score. It adds the same to the score however play goes on.
type bank struct {
	owners bool // the players own pieces: their number
	states []int
	least  bool // the lowest score wins
}

func (b bank) empty() bool { return !b.owners && len(b.states) == 0 }

// bankOf finds out what counts only in the final score, as far as the sentences show it. Whether
// results always count it, and players keep the pieces they own, the search checks as it goes.
func bankOf(g *ir.Game) (b bank) {
	if len(g.Players) != 2 || len(g.End) == 0 {
		return b
	}
	var owned int // how often the rules ask about owners
	asked := make([]int, len(g.States))
	reads := func(by int) func(*ir.Expr) bool {
		return func(e *ir.Expr) bool {
			switch e.Op {
			case ir.PiecesOf, ir.OwnerOf, ir.Repetitions, ir.Seen:
				owned += by
			case ir.StateOf:
				asked[e.N] += by
			}
			return true
		}
	}
	g.Exprs(func(e *ir.Expr) { ir.Walk(e, reads(1)) })
	for _, v := range g.Values { // they decide nothing
		ir.Walk(v.Body, reads(-1))
	}
	for _, m := range g.Moves {
		for _, e := range m.Do {
			e.Any(func(e *ir.Effect) bool {
				if e.Op == ir.Assign && e.Assign == ir.SetTo {
					asked[e.State]++
				}
				return false
			})
		}
	}
	for i, s := range g.End {
		if s.Outcome != ir.Highest && s.Outcome != ir.Lowest || s.Outcome != g.End[0].Outcome {
			return bank{}
		}
		of := bank{}
		of.add(g, s.Of)
		of.owners = of.owners && owned == len(g.End) && !g.Towers
		of.states = slices.DeleteFunc(of.states, func(n int) bool { return asked[n] != len(g.End) })
		if i > 0 && (of.owners != b.owners || !slices.Equal(of.states, b.states)) {
			return bank{}
		}
		b = of
	}
	b.least = g.End[0].Outcome == ir.Lowest
	return b
}

// add adds the terms of a score that may be banked.
func (b *bank) add(g *ir.Game, of *ir.Expr) {
	mine := func(e *ir.Expr) bool { return e == nil || e.Op == ir.Me || e.Op == ir.Team }
	switch of.Op {
	case ir.Add:
		b.add(g, of.Args[0])
		b.add(g, of.Args[1])
	case ir.Count:
		b.owners = b.owners || of.Args[0].Op == ir.PiecesOf && mine(of.Args[0].Args[0])
	case ir.StateOf:
		if s := g.States[of.N]; s.Type == ir.Number && s.PerPlayer && !s.PerPiece && !s.PerCell &&
			!s.ThisTurn && !s.Memory && mine(of.Args[0]) {
			b.states = append(b.states, int(of.N))
		}
	}
}

// lead returns how much more a player has banked than the other.
func (b bank) lead(sp *slots, at slot, me int) (n int64) {
	if b.owners {
		n = int64(sp.pieces(at, me) - sp.pieces(at, 1-me))
	}
	for _, state := range b.states {
		base := sp.in.Program().Game.Base(state)
		n += sp.Number(at, base+me) - sp.Number(at, base+1-me)
	}
	if b.least {
		return -n
	}
	return n
}

// keeps reports whether players keep the pieces that a step finds, if they are banked.
func (m *merger) keeps(to, from slot) bool {
	return !m.bank.owners || m.sp.in.Cells.Keep(m.sp.all[to].slot, m.sp.all[from].slot)
}

// newMerger returns a merger for positions of a space; nil if it would merge nothing. It takes the
// symmetries of the game for proven if trusts says so, and those that swap players if swaps does.
func newMerger(ctx context.Context, game Game, sp space, bank bank, trusts, swaps bool) *merger {
	in, compiled := sp.(*slots)
	g := game.Rules()
	history, _ := remembers(g)
	if !compiled || !trusts && bank.empty() || history && !swaps || g.Towers ||
		slices.ContainsFunc(g.States,
			func(s ir.State) bool { return s.Type != ir.Number && s.Type != ir.Truth }) {
		return nil
	}
	m := &merger{sp: in, bank: bank, signs: make([]uint8, g.Board.Sites),
		summed: make([]uint8, g.Board.Sites)}
	if whole, ok := game.(*interp.Game); ok && trusts {
		m.symmetries = func() []symmetry.Symmetry {
			found, _ := symmetry.Find(ctx, whole, 1)
			return slices.DeleteFunc(found,
				func(s symmetry.Symmetry) bool { return s.Swaps() && !swaps })
		}
	}
	same := symmetry.Symmetry{Sites: symmetry.Motions(g.Board)[0]}
	for player := range g.Players {
		same.Players = append(same.Players, player)
	}
	m.images = []image{m.image(g, same)}
	numbers, _ := g.Sizes()
	for i := range numbers {
		if !slices.ContainsFunc(bank.states,
			func(n int) bool { return i == g.Base(n) || i == g.Base(n)+1 }) {
			m.numbers = append(m.numbers, i)
		}
	}
	return m
}

// image prepares the keys of the images under a symmetry.
func (m *merger) image(g *ir.Game, s symmetry.Symmetry) image {
	signs := 1 + len(g.Kinds)*(len(g.Players)+1)
	im := image{Symmetry: s, codes: make([]uint64, g.Board.Sites*signs)}
	for x, to := range s.Sites {
		for sign := 1; sign < signs; sign++ {
			kind, owner := (sign-1)/(len(g.Players)+1), (sign-1)%(len(g.Players)+1)
			if owner < len(g.Players) {
				if owner = s.Players[owner]; m.bank.owners {
					owner = 0
				}
			}
			im.codes[x*signs+sign] = scatter(int(to)*signs + 1 + kind*(len(g.Players)+1) + owner)
		}
	}
	im.index = s.Numbers(g)
	return im
}

// scatter returns a random-looking word for a number.
func scatter(n int) uint64 {
	x := uint64(n+1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// widen makes the merger merge images under all symmetries. A key of before still stands only for
// positions that are alike.
func (m *merger) widen() {
	if m == nil || m.symmetries == nil {
		return
	}
	if found := m.symmetries(); len(found) > 1 {
		m.seen, m.images = engine.Sight{}, nil
		clear(m.signs)
		clear(m.summed)
		for _, s := range found {
			m.images = append(m.images, m.image(m.sp.in.Program().Game, s))
		}
	}
	m.symmetries = nil
}

// key returns the key of a position.
func (m *merger) key(at slot) uint64 {
	if m.sp.inTurn(at) {
		return m.sp.hash(at)
	}
	here := m.sp.all[at].slot
	m.changed = m.sp.in.Cells.Look(here, &m.seen, m.signs, m.changed[:0])
	signs := len(m.images[0].codes) / len(m.signs)
	for _, x := range m.changed {
		was, is := int(x)*signs+int(m.summed[x]), int(x)*signs+int(m.signs[x])
		m.summed[x] = m.signs[x]
		for i := range m.images {
			m.images[i].sum += m.images[i].codes[is] - m.images[i].codes[was]
		}
	}
	least, out := ^uint64(0), ir.Members(m.sp.in.Cells.Out(here))
	for i := range m.images {
		im := &m.images[i]
		who := im.Players[m.sp.ToMove(at)]
		for _, q := range out {
			who |= 1 << (8 + im.Players[q])
		}
		key := im.sum ^ scatter(-who-m.sp.in.Cells.Passes(here)<<32-10)
		for _, n := range m.numbers {
			key += scatter(int(m.sp.Number(at, n))*len(im.index) + im.index[n])
		}
		least = min(least, key)
	}
	return scatter(int(least))
}
