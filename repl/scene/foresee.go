package scene

import (
	"maps"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/board"
)

// mostJumps is how many steps of one chain are looked ahead.
const mostJumps = 64

// Foresee returns what a step would change. While the piece that it moves can only go on in one way
// within the turn, such as in a chain of jumps, those steps count, too. The error is that of an
// illegal step.
func (s Scene) Foresee(before *interp.Position, m interp.Move) (*board.Ghosts, error) {
	now, way := before, []topology.Site(nil)
	for {
		after, err := s.Game.Play(now, m)
		if err != nil {
			return nil, err
		}
		from, to := fromTo(now, after)
		over := interp.TurnOver(now, after) || after.Result() != nil
		now = after
		if to == topology.None {
			break
		}
		if way == nil {
			way = append(way, from)
		}
		way = append(way, to)
		if over || len(way) > mostJumps || s.Game.Weights(now) != nil {
			break
		}
		next := s.Game.Moves(now)
		if len(next) != 1 {
			break
		}
		m = next[0]
		if named := s.Named(m); !named.Has(to) {
			break
		}
	}
	g := s.ghosts(before, now)
	if len(way) > 2 {
		g.Way = way
	}
	g.Push = s.pushed(before, now, s.Named(m))
	return g, nil
}

// fromTo returns from where and to where a step takes the only piece of its player that it moves;
// None if it moves none, or several.
func fromTo(before, after *interp.Position) (from, to topology.Site) {
	from, to = topology.None, topology.None
	mover, left, come := before.ToMove(), 0, 0
	for x := range before.Changed(after).All() {
		was, _, stood := before.At(x)
		is, _, stands := after.At(x)
		switch {
		case stood && was == mover && !stands:
			from = x
			left++
		case stands && is == mover && !(stood && was == mover):
			to = x
			come++
		}
	}
	if left != 1 || come != 1 {
		return topology.None, topology.None
	}
	return from, to
}

// pushed returns the longest row along which a step moves pieces on by one site each, where
// something follows the first of them: a piece that pushes, or one that enters. If pieces like them
// follow, the row may begin where the step names a site that looks as before.
func (s Scene) pushed(before, after *interp.Position, named topology.Set) (row []topology.Site) {
	rules := s.Game.Rules()
	changed := before.Changed(after)
	same := func(x, y topology.Site) bool {
		owner, kind, ok := before.At(x)
		o, k, there := after.At(y)
		return ok && there && owner == o && kind == k
	}
	for d := range rules.Board.Directions {
		for x := range changed.Or(named).All() {
			run, may := []topology.Site{x}, changed
			if !changed.Has(x) {
				may = rules.Board.Cells.Minus(named)
			}
			for y := x; len(run) <= may.Len(); run = append(run, y) {
				z := rules.Board.Neighbor(topology.Relation(d), y)
				if z == topology.None || !may.Has(z) || !same(y, z) {
					break
				}
				y = z
			}
			if !changed.Has(run[len(run)-1]) {
				continue
			}
			_, _, follows := after.At(x)
			swapped := len(run) == 2 && same(run[1], x)
			if len(run) > max(1, len(row)) && (follows || len(run) > 2) && !swapped {
				row = run
			}
		}
	}
	return row
}

// ghosts returns what differs between two positions: pieces that come, sites that become empty, and
// numbers on cells and in stores.
func (s Scene) ghosts(before, after *interp.Position) *board.Ghosts {
	g := &board.Ghosts{Come: map[topology.Site]board.Piece{}, Numbers: map[topology.Site]int64{}}
	for x := range before.Changed(after).All() {
		if owner, kind, ok := after.At(x); ok {
			g.Come[x] = s.Piece(owner, kind)
		} else {
			g.Go.Add(x)
		}
	}
	old, _ := s.counted(before)
	numbers, what := s.counted(after)
	for x := range s.Game.Rules().Board.Cells.All() {
		if n := numbers[x] - old[x]; n != 0 && what != "height" {
			g.Numbers[x] = n
		}
	}
	g.Stores = stores(s.Game.Rules(), after)
	for i, n := range stores(s.Game.Rules(), before) {
		g.Stores[i] -= n
	}
	for sign, p := range map[int64]*interp.Position{-1: before, 1: after} {
		counts, _ := s.counts(p)
		for x, all := range counts {
			for _, c := range all {
				g.Numbers[x] += sign * c.N
			}
		}
	}
	maps.DeleteFunc(g.Numbers, func(_ topology.Site, n int64) bool { return n == 0 })
	return g
}

// Leads returns the one site that a step does not name but to which it brings a piece or a number
// of the player to move, such as the point that a die leads to; None if there is none, or several.
func (s Scene) Leads(m interp.Move, before, after *interp.Position) topology.Site {
	mover, changed := before.ToMove(), before.Changed(after)
	had, _ := s.counts(before)
	has, _ := s.counts(after)
	own := func(counts []board.Count) (n int64) {
		for _, c := range counts {
			if c.Owner == mover {
				n += c.N
			}
		}
		return n
	}
	lead := topology.None
	for x := range s.Game.Rules().Board.Cells.Minus(s.Named(m)).All() {
		owner, _, ok := after.At(x)
		if own(has[x]) <= own(had[x]) && !(ok && owner == mover && changed.Has(x)) {
			continue
		}
		if lead != topology.None {
			return topology.None
		}
		lead = x
	}
	return lead
}
