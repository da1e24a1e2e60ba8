// Package symmetry finds the symmetries of a game: ways to turn or mirror the board, perhaps with
// the players swapped, that leave the game unchanged.
//
// A candidate is a motion of the plane that maps the board to itself, or a map of the lines of a
// graph to one another. [Find] plays random games and their images side by side and keeps the
// candidates for which the legal steps, the pieces and the results always correspond. That is
// evidence, not proof, but good enough for learning from games: a false symmetry would have to stay
// hidden in every game.
package symmetry

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/position"
)

// Symmetry is a way in which a game looks the same: what happens on a site happens on its image.
type Symmetry struct {
	Sites   []topology.Site // by site: its image
	Players []int           // by player: who plays their part in the image
	steps   []int           // by direction: its image; -1 where it has none
}

// Swaps reports whether the players are swapped.
func (s *Symmetry) Swaps() bool {
	for q, image := range s.Players {
		if q != image {
			return true
		}
	}
	return false
}

// How long to test candidates.
const (
	games = 6
	most  = 150 // steps of each game
)

// Find returns the symmetries of a game that move the board in the plane, the identity first.
// Players keep their order around the table: everyone plays the part of the player a fixed number
// of seats further on. The seed chooses the random games. The error is that of the context, if it
// ends before the search does.
func Find(ctx context.Context, g *interp.Game, seed uint64) ([]Symmetry, error) {
	return among(ctx, g, seed, Motions(g.Rules().Board))
}

// FindAll also returns those that map lines of a graph to one another. The browser, which does not
// learn, does without them.
func FindAll(ctx context.Context, g *interp.Game, seed uint64) ([]Symmetry, error) {
	board := g.Rules().Board
	all := Motions(board)
	for _, sites := range exchanges(board) {
		if !slices.ContainsFunc(all, func(s []topology.Site) bool { return slices.Equal(s, sites) }) {
			all = append(all, sites)
		}
	}
	return among(ctx, g, seed, all)
}

// among returns the symmetries whose sites are mapped like this.
func among(ctx context.Context, g *interp.Game, seed uint64, maps [][]topology.Site) (
	found []Symmetry, err error) {
	players := len(g.Rules().Players)
	for _, sites := range maps {
		for seats := range players {
			s := Symmetry{Sites: sites, Players: make([]int, players)}
			for q := range s.Players {
				s.Players[q] = (q + seats) % players
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s.steps = Directions(g.Rules().Board, sites)
			if len(found) == 0 || s.holds(g, seed) { // the identity is the first
				found = append(found, s)
			}
		}
	}
	return found, nil
}

// Motions returns the permutations of the sites that result from turning the board by multiples of
// 30 degrees and mirroring it. The identity is the first.
func Motions(b *topology.Board) [][]topology.Site {
	var center topology.Point
	for _, p := range b.Points {
		center.X += p.X / float64(len(b.Points))
		center.Y += p.Y / float64(len(b.Points))
	}
	type place [2]int
	at := func(x, y float64) place {
		return place{int(math.Round(x * 100)),
			int(math.Round(y * 100))}
	}
	sites := map[place]topology.Site{}
	for s, p := range b.Points {
		sites[at(p.X-center.X, p.Y-center.Y)] = topology.Site(s)
	}
	if len(sites) != len(b.Points) {
		sites = nil // several sites at one place: only the identity is safe
	}
	identity := make([]topology.Site, b.Sites)
	for s := range identity {
		identity[s] = topology.Site(s)
	}
	all := [][]topology.Site{identity}
	for k := range 24 {
		sin, cos := math.Sincos(float64(k/2) * math.Pi / 6)
		image := make([]topology.Site, b.Sites)
		fits := sites != nil
		for s, p := range b.Points {
			x, y := p.X-center.X, p.Y-center.Y
			if k%2 == 1 {
				x = -x
			}
			to, ok := nearest(sites, at(x*cos-y*sin, x*sin+y*cos))
			if !ok || b.PlaneOf(to) != b.PlaneOf(topology.Site(s)) {
				fits = false
				break
			}
			image[s] = to
		}
		if fits && !slices.ContainsFunc(all,
			func(o []topology.Site) bool { return slices.Equal(o, image) }) {
			all = append(all, image)
		}
	}
	return all
}

// nearest allows for rounding errors.
func nearest[P ~[2]int](sites map[P]topology.Site, p P) (topology.Site, bool) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if s, ok := sites[P{p[0] + dx, p[1] + dy}]; ok {
				return s, true
			}
		}
	}
	return 0, false
}

// exchanges returns the permutations of the sites of a graph that map the lines of one direction to
// those of another and those to the first, as the two ways of men who meet.
func exchanges(b *topology.Board) (all [][]topology.Site) {
	if !b.IsGraph() {
		return nil
	}
	for d := range b.Directions {
		for e := range d {
			steps := map[int]int{d: e, e: d}
			back, other := int(b.Directions[d].Back), int(b.Directions[e].Back)
			if back >= 0 && other >= 0 {
				steps[back], steps[other] = other, back
			}
			for x := range b.Sites {
				if image := carry(b, steps, topology.Site(x)); image != nil {
					all = append(all, image)
				}
			}
		}
	}
	return all
}

// carry returns the permutation that maps the first site to x, and directions as steps says; nil if
// there is none.
func carry(b *topology.Board, steps map[int]int, x topology.Site) []topology.Site {
	image := make([]topology.Site, b.Sites)
	taken := make([]bool, b.Sites)
	for i := range image {
		image[i] = topology.None
	}
	image[0], taken[x] = x, true
	for todo := []topology.Site{0}; len(todo) > 0; todo = todo[1:] {
		for d := range b.Directions {
			to, ok := steps[d]
			if !ok {
				to = d
			}
			next, other := b.Next(topology.Relation(d), todo[0]),
				b.Next(topology.Relation(to), image[todo[0]])
			if next.Len() != other.Len() {
				return nil
			}
			if next.Len() != 1 {
				continue
			}
			y, z := next.First(), other.First()
			switch {
			case image[y] == topology.None && !taken[z]:
				image[y], taken[z] = z, true
				todo = append(todo, y)
			case image[y] != z:
				return nil
			}
		}
	}
	if slices.Contains(image, topology.None) {
		return nil
	}
	return image
}

// Numbers returns, by number of a position, where its image is.
func (s *Symmetry) Numbers(g *ir.Game) []int {
	numbers, _ := g.Sizes()
	to := make([]int, numbers)
	for n := range g.States {
		if g.States[n].InSets() {
			continue
		}
		players, kinds, cells := g.Extent(&g.States[n])
		for i := range players * kinds * cells {
			player, kind, cell := i/(kinds*cells), i/cells%kinds, i%cells
			if players > 1 {
				player = s.Players[player]
			}
			if cells > 1 {
				cell = int(s.Sites[cell])
			}
			to[g.Base(n)+i] = g.Base(n) + (player*kinds+kind)*cells + cell
		}
	}
	return to
}

// Directions returns the images of the directions; -1 for a direction that has none.
func Directions(b *topology.Board, sites []topology.Site) []int {
	images := make([]int, len(b.Directions))
	for d := range images {
		images[d] = -1
		for e := range images {
			if maps(b, sites, topology.Relation(d), topology.Relation(e)) {
				images[d] = e
				break
			}
		}
	}
	return images
}

func maps(b *topology.Board, sites []topology.Site, d, e topology.Relation) bool {
	for s := range b.Sites {
		var image topology.Set
		for x := range b.Next(d, topology.Site(s)).All() {
			image.Add(sites[x])
		}
		if image != b.Next(e, sites[s]) {
			return false
		}
	}
	return true
}

// holds plays games and their images.
func (s *Symmetry) holds(g *interp.Game, seed uint64) bool {
	e := g.NewEngine()
	layout := position.NewLayout(g.Rules())
	rng := rand.New(rand.NewPCG(seed, 0))
	for range games {
		p, q := g.Start(), g.StartWith(s.Players[0])
		if p.SettingUp() {
			return !s.moves() // what chance sets up has no image of its own
		}
		for range most {
			if !s.same(p, q) {
				return false
			}
			moves := slices.Clone(e.Moves(p))
			if len(moves) == 0 {
				break
			}
			images := make([]position.Move, len(moves))
			for i, m := range moves {
				image, ok := s.step(layout, g.Rules(), m)
				if !ok {
					return false
				}
				images[i] = image
			}
			others := slices.Clone(e.Moves(q))
			sorted := slices.Clone(images)
			order.Sort(sorted)
			order.Sort(others)
			if !slices.Equal(sorted, others) {
				return false
			}
			// The order in which the engine lists steps means nothing; the games must depend only
			// on the seed.
			i := slices.Index(moves, least(moves, rng.Uint64()))
			p, q = e.Play(p, moves[i]), e.Play(q, images[i])
		}
	}
	return true
}

// least draws a step regardless of the order of the list.
func least(moves []position.Move, salt uint64) position.Move {
	mix := func(m position.Move) uint64 { return (uint64(m) ^ salt) * 0x9e3779b97f4a7c15 >> 7 }
	return slices.MinFunc(moves, func(a, b position.Move) int {
		switch x, y := mix(a), mix(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// moves reports whether the symmetry is not the identity.
func (s *Symmetry) moves() bool {
	for x, image := range s.Sites {
		if topology.Site(x) != image {
			return true
		}
	}
	return s.Swaps()
}

// same reports whether `to` is the image of `from`, as far as positions show it.
func (s *Symmetry) same(from, to *position.Position) bool {
	p, q := from.State(), to.State()
	if (p.Result == nil) != (q.Result == nil) || s.Players[p.ToMove] != q.ToMove && p.Result == nil {
		return false
	}
	if p.Result != nil {
		for player := range p.Owned {
			if slices.Contains(p.Result.Winners, player) != slices.Contains(q.Result.Winners,
				s.Players[player]) {
				return false
			}
		}
	}
	for player := range p.Owned {
		if s.image(p.Owned[player]) != q.Owned[s.Players[player]] {
			return false
		}
	}
	for kind := range p.OfKind {
		if s.image(p.OfKind[kind]) != q.OfKind[kind] {
			return false
		}
	}
	return position.SameBelow(p.ImageBelow(s.Sites, s.Players), q.Below)
}

func (s *Symmetry) image(set topology.Set) (image topology.Set) {
	for x := range set.All() {
		image.Add(s.Sites[x])
	}
	return image
}

// step returns the image of a step.
func (s *Symmetry) step(layout position.Layout, rules *ir.Game, m position.Move) (position.Move,
	bool) {
	id, values := layout.Unpack(m)
	if int(id) >= len(rules.Moves) {
		return m, true // a pass
	}
	for i, role := range rules.Moves[id].Roles {
		v := values[i]
		if role.Among != nil {
			values[i] = 0
			for k, member := range role.Among {
				if v>>k&1 == 0 {
					continue
				}
				if role.Of == ir.Sites {
					member = int(s.Sites[member])
				} else if role.Of == ir.Players {
					member = s.Players[member]
				}
				to := slices.Index(role.Among, member)
				if to < 0 {
					return 0, false
				}
				values[i] |= 1 << to
			}
		}
		switch role.Type {
		case ir.Sites:
			if v >= 0 && int(v) < len(s.Sites) {
				values[i] = int64(s.Sites[v])
			}
		case ir.Players:
			if v >= 0 && int(v) < len(s.Players) {
				values[i] = int64(s.Players[v])
			}
		case ir.Steps:
			if v < 0 || int(v) >= len(s.steps) || s.steps[v] < 0 {
				return 0, false
			}
			values[i] = int64(s.steps[v])
		}
	}
	return layout.Pack(id, values)
}
