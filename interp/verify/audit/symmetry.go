package audit

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// symmetry maps a board onto itself, and with it the players onto one another.
type symmetry struct {
	name    string
	sites   []topology.Site     // by site
	steps   []topology.Relation // by direction
	players []int               // by player
}

// transform is a motion of the plane that fixes the origin.
type transform struct {
	name           string
	xx, xy, yx, yy float64
}

// transforms returns the motions that may be symmetries of a board: the rotations of squares and
// hexagons, and their reflections.
func transforms() []transform {
	var all []transform
	for degrees := 0; degrees < 360; degrees += 30 {
		c, s := math.Cos(float64(degrees)*math.Pi/180), math.Sin(float64(degrees)*math.Pi/180)
		name := fmt.Sprintf("turn by %d°", degrees)
		if degrees == 0 {
			name = "exchange of the players"
		}
		all = append(all, transform{name, c, -s, s, c})
		// The reflection in the line that rises by half the angle.
		switch degrees {
		case 0:
			name = "reflection that exchanges top and bottom"
		case 180:
			name = "reflection that exchanges left and right"
		default:
			name = fmt.Sprintf("reflection in the line at %d°", degrees/2)
		}
		all = append(all, transform{name, c, s, s, -c})
	}
	return all
}

// symmetries returns the symmetries of a board, with every rotation of the players.
func symmetries(g *ir.Game) []symmetry {
	var all []symmetry
	for _, t := range transforms() {
		sites := mapSites(g.Board, t)
		if sites == nil {
			continue
		}
		steps := mapSteps(g.Board, sites)
		if steps == nil {
			continue
		}
		for shift := range g.Players {
			s := symmetry{t.name, sites, steps, make([]int, len(g.Players))}
			for i := range s.players {
				s.players[i] = (i + shift) % len(s.players)
			}
			if trivial := shift == 0 && slices.Equal(sites, identity(len(sites))); !trivial && s.fits(g) {
				if shift > 0 && t.name != transforms()[0].name {
					s.name += ", with the players exchanged"
				}
				all = append(all, s)
			}
		}
	}
	return all
}

func identity(n int) []topology.Site {
	s := make([]topology.Site, n)
	for i := range s {
		s[i] = topology.Site(i)
	}
	return s
}

// mapSites returns where a motion about the center of the board takes each site; nil if it takes
// one to where there is none.
func mapSites(b *topology.Board, t transform) []topology.Site {
	var middle topology.Point
	for _, p := range b.Points {
		middle.X += p.X / float64(len(b.Points))
		middle.Y += p.Y / float64(len(b.Points))
	}
	// Points are looked up by a grid much finer than their distances.
	const grain = 64
	cell := func(x, y float64) [2]int {
		return [2]int{int(math.Round(x * grain)),
			int(math.Round(y * grain))}
	}
	at := map[[2]int]topology.Site{}
	for s, p := range b.Points {
		at[cell(p.X-middle.X, p.Y-middle.Y)] = topology.Site(s)
	}
	if len(at) != len(b.Points) {
		return nil // a board that is not drawn in the plane
	}
	sites := make([]topology.Site, len(b.Points))
	for s, p := range b.Points {
		x, y := p.X-middle.X, p.Y-middle.Y
		to, ok := near(at, cell(t.xx*x+t.xy*y, t.yx*x+t.yy*y))
		if !ok || b.PlaneOf(to) != b.PlaneOf(topology.Site(s)) {
			return nil
		}
		sites[s] = to
	}
	return sites
}

// near looks up a grid point, allowing for rounding errors.
func near(at map[[2]int]topology.Site, c [2]int) (topology.Site, bool) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if s, ok := at[[2]int{c[0] + dx, c[1] + dy}]; ok {
				return s, true
			}
		}
	}
	return topology.None, false
}

// mapSteps returns the direction that each direction becomes when the sites are mapped; nil if a
// direction has no image.
func mapSteps(b *topology.Board, sites []topology.Site) []topology.Relation {
	steps := make([]topology.Relation, len(b.Directions))
	for d := range steps {
		found := false
		for to := range b.Directions {
			if sameStep(b, sites, topology.Relation(d), topology.Relation(to)) {
				steps[d], found = topology.Relation(to), true
				break
			}
		}
		if !found {
			return nil
		}
	}
	return steps
}

func sameStep(b *topology.Board, sites []topology.Site, d, to topology.Relation) bool {
	for s := range sites {
		if mapSet(b.Next(d, topology.Site(s)), sites) != b.Next(to, sites[s]) {
			return false
		}
	}
	return true
}

func mapSet(set topology.Set, sites []topology.Site) topology.Set {
	var out topology.Set
	for s := range set.All() {
		out.Add(sites[s])
	}
	return out
}

// fits reports whether the players and places that the rules declare are symmetric: where the
// players look, the regions, and the marks of a picture. If they are not, nobody expects the moves
// to be.
func (s *symmetry) fits(g *ir.Game) bool {
	for i, p := range g.Players {
		if q := g.Players[s.players[i]]; p.Faces != q.Faces || p.Faces && s.steps[p.Facing] != q.Facing {
			return false
		}
	}
	for _, r := range g.Regions {
		for i, set := range r.Sets {
			to := i
			if r.PerPlayer {
				to = s.players[i]
			}
			if mapSet(set, s.sites) != r.Sets[to] {
				return false
			}
		}
	}
	for _, set := range g.Board.Marks {
		if mapSet(set, s.sites) != set && len(g.Regions) == 0 {
			return false
		}
	}
	return s.keepsLines(g)
}

// keepsLines reports whether the lines that the rules name go where they went before, wherever the
// rules ask for a direction along them. A loop for sowing has a direction, so a reflection of the
// board is not a symmetry of the game.
func (s *symmetry) keepsLines(g *ir.Game) bool {
	names := map[string]bool{}
	for _, line := range g.Board.Spec.Lines {
		names[line.Name] = line.Name != ""
	}
	keeps := true
	see := func(e *ir.Expr) bool {
		if e.Op == ir.ConstSteps {
			for d := range e.Dirs.All() {
				if int(d) >= len(s.steps) {
					continue // half a step, or to what touches
				}
				line := g.Board.Directions[d]
				named := names[line.Name] || names[g.Board.Directions[line.Back].Name]
				keeps = keeps && (!named || e.Dirs.Has(s.steps[d]))
			}
		}
		return keeps
	}
	g.Exprs(func(e *ir.Expr) { ir.Walk(e, see) })
	return keeps
}

// apply returns the image of a position at the beginning of a turn. It drops the history.
func (s *symmetry) apply(g *ir.Game, p *position.State) *position.State {
	q := bare(p)
	for i := range p.Owned {
		q.Owned[s.players[i]] = mapSet(p.Owned[i], s.sites)
	}
	for k := range p.OfKind {
		q.OfKind[k] = mapSet(p.OfKind[k], s.sites)
	}
	q.Below = p.ImageBelow(s.sites, s.players)
	for i := range g.States {
		s.applyState(g, i, p, q)
	}
	q.ToMove = s.players[p.ToMove]
	q.Out = 0
	for i := range g.Players {
		if !p.In(i) {
			q.Out |= 1 << s.players[i]
		}
	}
	return q
}

// applyState maps the values of one counter or memory from p to q.
func (s *symmetry) applyState(g *ir.Game, state int, p, q *position.State) {
	st := &g.States[state]
	players, kinds, cells := g.Extent(st)
	for player := range players {
		for kind := range kinds {
			for cell := range cells {
				toPlayer, toCell := player, topology.Site(cell)
				if st.PerPlayer {
					toPlayer = s.players[player]
				}
				if st.PerCell {
					toCell = s.sites[cell]
				}
				from, _ := g.StateIndex(state, player, kind, topology.Site(cell))
				to, _ := g.StateIndex(state, toPlayer, kind, toCell)
				switch {
				case st.Type == ir.Sites:
					q.Memories[to] = mapSet(p.Memories[from], s.sites)
				case st.Type == ir.Steps:
					q.Memories[to] = s.mapRelations(p.Memories[from])
				case st.Type == ir.Players:
					q.Numbers[to] = s.mapPlayers(p.Numbers[from])
				default:
					q.Numbers[to] = p.Numbers[from]
				}
			}
		}
	}
}

// mapRelations maps a set of steps, kept as a set of their numbers. Half steps go with their
// directions, incidence stays.
func (s *symmetry) mapRelations(set topology.Set) topology.Set {
	n := len(s.steps)
	var out topology.Set
	for r := range set.All() {
		switch i := int(r); {
		case i < n:
			out.Add(topology.Site(s.steps[i]))
		case i < 2*n:
			out.Add(topology.Site(n + int(s.steps[i-n])))
		default:
			out.Add(r)
		}
	}
	return out
}

func (s *symmetry) mapPlayers(bits int64) int64 {
	var out int64
	for i, to := range s.players {
		if bits>>i&1 != 0 {
			out |= 1 << to
		}
	}
	return out
}

// bare returns a copy of a position without its history, as if it were set up by hand.
func bare(p *position.State) *position.State {
	q := p.Clone()
	q.History, q.Trail, q.Pending, q.Result = nil, nil, nil, nil
	q.Steps, q.Again, q.Passed, q.Touched = 0, false, false, topology.Set{}
	return q
}

// picture is what a position offers, without the places: how many moves of each name, and how many
// of them end the game and how.
type picture struct {
	moves map[ir.MoveID]int
	next  map[position.Key]int // where they lead
	// winners, as the players are called in the position that the symmetry has not been applied to
	results map[string]int
	// by result, the sentence that first decided it; -1: something else did
	sentences map[string]int
}

// pictureOf examines all legal moves of a position. The position is the image under a symmetry that
// maps the players as given; the picture speaks of the players before that. It is incomplete if
// time runs out.
// Where the moves lead is written as the symmetry next sees it.
func pictureOf(m *eval.Machine, p *position.State, players []int,
	next func(*position.State) *position.State, late func() bool) picture {
	pic := picture{map[ir.MoveID]int{}, map[position.Key]int{}, map[string]int{},
		map[string]int{}}
	for _, move := range m.Moves(p) {
		if late() {
			break
		}
		pic.moves[move.ID()]++
		q := m.Play(p, move)
		pic.next[next(q).Key()]++
		if r := q.Result; r != nil {
			var winners []int
			for i, to := range players {
				if slices.Contains(r.Winners, to) {
					winners = append(winners, i)
				}
			}
			key := fmt.Sprint(winners, r.Draw)
			if pic.results[key]++; pic.results[key] == 1 {
				pic.sentences[key] = r.Sentence
			}
		}
	}
	return pic
}

// guilty returns the sentence of the first result that is more frequent in one of two pictures; -1
// if another part of the rules decided it.
func guilty(here, there picture) int {
	keys := slices.Sorted(maps.Keys(here.results))
	keys = append(keys, slices.Sorted(maps.Keys(there.results))...)
	for _, key := range keys {
		switch x, y := here.results[key], there.results[key]; {
		case x > y:
			return here.sentences[key]
		case y > x:
			return there.sentences[key]
		}
	}
	return -1
}

// The most positions that are compared with their images.
const maxCompared = 100

// reportSymmetry compares positions of the games with their images under the symmetries of the
// board. A symmetry that holds at the start and in most positions, but not in all, is most likely
// meant to hold.
func (a *auditor) reportSymmetry() {
	order.SortFunc(a.samples, func(x, y sample) int {
		if x.index != y.index {
			return x.index - y.index
		}
		return len(x.moves) - len(y.moves)
	})
	machine := eval.New(a.rules)
	start := a.game.Start().State()
	for _, s := range symmetries(a.rules) {
		if image := s.apply(a.rules, start); !sameStart(image, start) || a.late() {
			continue
		}
		c := comparison{auditor: a, machine: machine, symmetry: s}
		if c.run(a.samples[:min(len(a.samples), maxCompared)]) {
			return // one broken symmetry is enough; others follow from it
		}
	}
}

// sameStart reports whether two positions differ only in the player to move: pieces, counters and
// memories are the same.
func sameStart(p, q *position.State) bool {
	return position.SamePieces(p, q) &&
		slices.Equal(p.Numbers, q.Numbers) && slices.Equal(p.Memories, q.Memories)
}

// comparison compares positions with their images under one symmetry.
type comparison struct {
	*auditor
	machine  *eval.Machine
	symmetry symmetry
}

// pair returns what a position and its image offer, as far as there was time.
func (c *comparison) pair(p *position.State, late func() bool) (here, there picture) {
	same := make([]int, len(c.rules.Players))
	for i := range same {
		same[i] = i
	}
	stay := symmetry{sites: identity(len(c.symmetry.sites)), players: same}
	for i := range c.symmetry.steps {
		stay.steps = append(stay.steps, topology.Relation(i))
	}
	mapped := func(q *position.State) *position.State { return c.symmetry.apply(c.rules, q) }
	kept := func(q *position.State) *position.State { return stay.apply(c.rules, q) }
	here = pictureOf(c.machine, c.machine.Settle(bare(p)), same, mapped, late)
	there = pictureOf(c.machine, c.machine.Settle(mapped(p)), c.symmetry.players, kept, late)
	return here, there
}

// run reports whether something was found.
func (c *comparison) run(samples []sample) bool {
	var compared, decisive, apart int
	var brokenMoves, brokenResults found
	for _, s := range samples {
		if c.late() {
			break
		}
		p := c.after(s.moves)
		if p == nil {
			continue
		}
		here, there := c.pair(p, c.late)
		if c.late() {
			break
		}
		compared++
		if !maps.Equal(here.next, there.next) {
			apart++
		}
		if !maps.Equal(here.moves, there.moves) {
			brokenMoves.add(s.index, s.moves)
			continue
		}
		if len(here.results)+len(there.results) > 0 {
			decisive++
			if !maps.Equal(here.results, there.results) {
				brokenResults.add(s.index, s.moves)
			}
		}
	}
	switch {
	case 4*apart > compared: // as many moves, but other ones: no symmetry is meant
		return false
	case 0 < brokenMoves.count && 4*brokenMoves.count <= compared:
		c.report(brokenMoves, compared, "moves", func(here, there picture) (string, source.Span) {
			for id, m := range c.rules.Moves {
				if x, y := here.moves[ir.MoveID(id)], there.moves[ir.MoveID(id)]; x != y {
					return fmt.Sprintf("there are %d moves `%s`, in the image %d", x, m.Name,
						y), m.Span
				}
			}
			return "", source.Span{}
		})
	case 0 < brokenResults.count && 4*brokenResults.count <= decisive:
		c.report(brokenResults, decisive, "results",
			func(here, there picture) (string, source.Span) {
				if maps.Equal(here.results, there.results) {
					return "", source.Span{}
				}
				span := c.rules.Turn.Span
				if i := guilty(here, there); i >= 0 {
					span = c.rules.End[i].Span
				}
				return "the moves that end the game do not end it alike in the image", span
			})
	default:
		return false
	}
	return true
}

// report tells of a symmetry that holds for most positions; differ says how two pictures differ, ""
// if they do not.
func (c *comparison) report(broken found, compared int, what string,
	differ func(here, there picture) (string, source.Span)) {
	short := c.shorten(broken.moves, func(path []moment) bool {
		now := path[len(path)-1]
		if now.Result() != nil || now.InTurn() {
			return false
		}
		text, _ := differ(c.pair(now.State(), c.late))
		return text != "" && !c.late() // a picture that was cut off differs from everything
	}, searched/20) // two positions are examined with everything that may follow
	stopped := func() bool { return c.ctx.Err() != nil } // findings are reported, late or not
	text, span := differ(c.pair(c.after(short), stopped))
	c.find(diag.Warning, CodeSymmetry, span,
		fmt.Sprintf("the %s break a symmetry of the board", what),
		fmt.Sprintf("The start and %d of %d positions stay what they are under the %s; but %d do "+
			"not: after the game below %s.",
			compared-broken.count, compared, c.symmetry.name, broken.count, text),
		"if that is not meant, look for a direction that is missing or a coordinate that is off "+
			"by one", short)
}

// after returns the position after moves; nil if one is not legal.
func (c *comparison) after(moves []position.Move) *position.State {
	p := c.game.Start()
	for _, m := range moves {
		q, err := c.game.Play(p, m)
		if err != nil {
			return nil
		}
		p = q
	}
	return p.State()
}
