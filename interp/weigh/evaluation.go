package weigh

import (
	"math"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/engine"
	"boardgame/interp/level"
)

// Slot is the number of a position in a [Space].
type Slot int32

// Space is what an evaluation asks about the positions of a search.
type Space interface {
	Over(at Slot) bool // the game has ended
	ToMove(at Slot) int
	// Weights is nil unless nobody chooses here; then it says how likely each step is compared with
	// the others.
	Weights(at Slot) []int64
	Count(at Slot) int           // of legal steps
	Number(at Slot, i int) int64 // of position.Position.Numbers
	Value(at Slot, v *ir.Value, me int) int64
	Board(l *Evaluation, at Slot) *Board // what stands there; until it is asked again
}

// Decided bounds what positions are worth: anything farther from 0 is a decided game.
const Decided = int64(1)<<40 - 100_000

// PointsPerUnit is how many points of learned weights multiply the odds of a win by e.
const PointsPerUnit = 1000

// shape is what the evaluation by weights needs to know of a board, whatever the weights.
type shape struct {
	rules   *ir.Game
	players int
	signs   int        // what a site may show: nothing, or a piece of a kind and an owner
	lengths []int      // of rows, by family
	windows [][]uint32 // by site: the windows through it
	family  []uint8    // by window
	beside  []beside
}

// beside is a group of directions by which cells are neighbors.
type beside struct {
	name string
	near []topology.Set // by cell: its neighbors
	// by cell: the cells whose neighbor it is
	of   [][]topology.Site
	most int // neighbors of a cell
}

// A cell's neighbors are counted in one number: those of the first player, and with the factor
// besideOther those of the second.
const (
	besideOther  = level.MostBeside + 1
	besideStates = besideOther * besideOther
)

// newBeside lays out the groups of those names.
func newBeside(b *topology.Board, wanted []string) (all []beside) {
	names, near := level.DirectionsBeside(b)
	for i, name := range names {
		if !slices.Contains(wanted, name) {
			continue
		}
		g := beside{name: name, near: near[i], of: make([][]topology.Site, b.Sites)}
		for x, set := range near[i] {
			g.most = max(g.most, set.Len())
			for y := range set.All() {
				g.of[y] = append(g.of[y], topology.Site(x))
			}
		}
		all = append(all, g)
	}
	return all
}

// mostWindows bounds the windows of a board; beyond that, rows do not count.
const mostWindows = 6000

// newShape lays out windows of the lengths, in all directions, and groups of neighbors.
func newShape(rules *ir.Game, lengths []int, beside []string) *shape {
	b := rules.Board
	s := &shape{
		rules: rules, players: len(rules.Players), lengths: lengths,
		windows: make([][]uint32, b.Sites), signs: 1 + len(rules.Kinds)*(len(rules.Players)+1),
		beside: newBeside(b, beside),
	}
	for d := range b.Directions {
		r := topology.Relation(d)
		if !b.Axes.Has(r) {
			continue
		}
		for f, length := range lengths {
			for x := range b.Cells.All() {
				row := []topology.Site{x}
				for len(row) < length {
					if next := b.Next(r, row[len(row)-1]); next.Len() != 1 {
						break
					}
					row = append(row, b.Neighbor(r, row[len(row)-1]))
				}
				if len(row) == length {
					s.add(f, row)
				}
			}
		}
	}
	if len(s.family) > mostWindows {
		return newShape(rules, nil, beside)
	}
	return s
}

func (s *shape) add(family int, row []topology.Site) {
	w := uint32(len(s.family))
	s.family = append(s.family, uint8(family))
	for _, x := range row {
		s.windows[x] = append(s.windows[x], w)
	}
}

// owner returns the owner of the piece that a sign shows: a player, or the number of players for
// neutral pieces.
func (s *shape) owner(sign uint8) int { return int(sign-1) % (s.players + 1) }

// Sign returns what a piece shows.
func (s *shape) Sign(owner, kind int) int {
	return 1 + kind*(s.players+1) + owner
}

// The contents of a window are one number: how many pieces of each player, and how many neutral
// ones, in three bits each.
func (s *shape) windowStates() int { return 1 << (3 * (s.players + 1)) }

// inWindow is what a piece adds to that number.
func inWindow(owner int) uint16 { return 1 << (3 * owner) }

// Evaluation is the evaluation by weights, ready to be computed. Between two players, everything is
// from the point of view of the first: one sum says who is ahead. With more, each has a sum.
type Evaluation struct {
	*shape
	lead, tempo, mobility int64
	account               []uint8 // by sign: whose sum a piece counts for
	holder                []uint8 // by state of a window: whose sum it counts for
	points                []int32 // by site and sign
	rows                  []int32 // by family and state of a window
	near                  []int32 // by group of neighbors, player, and what stands beside a piece
	counters              []counted
	values                []declared
	tables                *tables  // nil: none
	neurons               *neurons // nil: none
}

type counted struct {
	at     []int // in the numbers of a position, by player
	points int64
}

// declared is a value of the rules with its points for a unit, see [level.Declared].
type declared struct {
	value          *ir.Value
	mover, waiting float64
}

// seenBy is what a value contributes for one of more than two players.
func (d *declared) seenBy(s Space, at Slot, player int) int64 {
	return weighed(d.mover, s.Value(at, d.value, player))
}

// weighed is what a value counts. Values of rules may be too large to be multiplied by a weight;
// anything beyond a Decided game counts as one.
func weighed(weight float64, value int64) int64 {
	return int64(math.Round(min(max(weight*float64(value), -float64(Decided)), float64(Decided))))
}

// of is what a value contributes for the player to move, of two players.
func (d *declared) of(s Space, at Slot) int64 {
	me := s.ToMove(at)
	v := weighed(d.mover, s.Value(at, d.value, me))
	if d.waiting != 0 {
		v -= weighed(d.waiting, s.Value(at, d.value, 1-me))
	}
	return v
}

// New prepares weights that fit the rules and have been checked.
func New(rules *ir.Game, w *level.Weights) *Evaluation {
	var lengths []int
	for _, r := range w.Rows {
		if !slices.Contains(lengths, r.Length) {
			lengths = append(lengths, r.Length)
		}
	}
	var beside []string
	for _, n := range w.Beside {
		beside = append(beside, n.Directions)
	}
	l := newShape(rules, lengths, beside).learned(w)
	if n, err := w.Tables(rules); n != nil && err == nil {
		l.withNet(n)
	}
	return l
}

// learned prepares weights for a board whose windows are laid out already.
func (s *shape) learned(w *level.Weights) *Evaluation {
	rules := s.rules
	l := &Evaluation{shape: s, lead: w.Lead, tempo: w.Tempo, mobility: w.Mobility}
	l.clear()
	for _, r := range w.Rows {
		family := slices.Index(s.lengths, r.Length)
		if family < 0 {
			continue // the board has too many windows
		}
		player, sign := l.side(r.Player)
		for i, v := range r.Points {
			l.rows[family*l.windowStates()+(i+1)*int(inWindow(player))] = sign * int32(v)
		}
	}
	for _, n := range w.Beside {
		group := slices.IndexFunc(s.beside, func(b beside) bool { return b.name == n.Directions })
		player, sign := l.side(n.Player)
		for own, row := range n.Points {
			for other, v := range row {
				l.near[l.besideAt(group, player, own, other)] = sign * int32(v)
			}
		}
	}
	cells := rules.Board.Rows()
	for _, t := range w.Sites {
		owner, sign := l.side(t.Player)
		shown := l.Sign(owner, level.KindOf(rules, t.Kind))
		for i, row := range t.Points {
			for j, v := range row {
				l.points[int(cells[i][j])*l.signs+shown] = sign * int32(v)
			}
		}
		for name, v := range t.Others {
			x, _ := rules.Board.SiteByName(name)
			l.points[int(x)*l.signs+shown] = sign * int32(v)
		}
	}
	for name, v := range w.Counters {
		if at, ok := level.CounterOf(rules, name); ok && v != 0 {
			l.counters = append(l.counters, counted{at, v})
		}
	}
	for _, d := range w.Values {
		v, _ := level.FindValue(rules, d.Value)
		l.values = append(l.values, declared{v, d.Mover, d.Waiting})
	}
	return l
}

// side returns the player of a name, and the sign with which their points count; for "", nobody.
func (s *shape) side(name string) (owner int, sign int32) {
	for q, p := range s.rules.Players {
		if p.Name == name {
			if q == 1 && s.players == 2 {
				return q, -1
			}
			return q, 1
		}
	}
	return s.players, 1
}

// clear makes all weights that are kept in tables 0.
func (l *Evaluation) clear() {
	l.points = make([]int32, l.rules.Board.Sites*l.signs)
	l.rows = make([]int32, len(l.lengths)*l.windowStates())
	l.near = make([]int32, len(l.beside)*2*besideStates)
	l.account, l.holder = make([]uint8, l.signs), make([]uint8, l.windowStates())
	if l.players == 2 {
		return // there is one sum
	}
	for owner := range l.players {
		for kind := range l.rules.Kinds {
			l.account[l.Sign(owner, kind)] = uint8(owner)
		}
		for n := 1; n < 8; n++ {
			l.holder[n*int(inWindow(owner))] = uint8(owner)
		}
	}
}

// besideAt is where the weight of a player's piece is that has so many own and other pieces beside
// it.
func (s *shape) besideAt(group, player, own, other int) int {
	if player == 1 {
		own, other = other, own
	}
	return (2*group+player)*besideStates + own + besideOther*other
}

// Board is what a space remembers of the position that it last valued by weights: only a few sites
// change from one position to the next.
type Board struct {
	Of          *Evaluation
	Seen        engine.Sight // of the engine
	Signs, last []uint8      // by site: what stands there, and what stood there in the position before
	Changed     []topology.Site
	windows     []uint16  // by window: what it holds
	near        [][]uint8 // by group and cell: what stands beside it
	// what the sites and rows are worth: to the first of two players, or to each of more
	sums [level.MaxWeighed]int64
	// by pattern of the tables: its state; and by site the digit of its number
	states, memory []int32
	// by player who may be to move: the sums of the neurons
	neurons [2][]int32
}

func NewBoard(of *Evaluation) *Board {
	sites := of.rules.Board.Sites
	b := &Board{
		Of: of, Signs: make([]uint8, sites), last: make([]uint8, sites),
		windows: make([]uint16, len(of.family)),
	}
	if of.tables != nil {
		b.begin(of.tables)
	}
	if of.neurons != nil {
		of.neurons.begin(b)
	}
	for range of.beside {
		b.near = append(b.near, make([]uint8, sites))
	}
	return b
}

// Update brings the sum up to date after signs have changed.
func (b *Board) Update(s Space, at Slot) {
	l := b.Of
	for _, x := range b.Changed {
		before, now := b.last[x], b.Signs[x]
		if before == now {
			continue
		}
		b.last[x] = now
		at := int(x) * l.signs
		b.sums[l.account[now]] += int64(l.points[at+int(now)])
		b.sums[l.account[before]] -= int64(l.points[at+int(before)])
		b.updateBeside(x, before, now)
		if l.tables != nil && l.tables.memory == nil {
			b.updateTables(l.tables, int(x), before, now)
		}
		if l.neurons != nil {
			l.neurons.site(b, x, before, now)
		}
		if len(l.windows[x]) == 0 {
			continue
		}
		var change uint16
		if before != 0 {
			change -= inWindow(l.owner(before))
		}
		if now != 0 {
			change += inWindow(l.owner(now))
		}
		if change == 0 {
			continue
		}
		for _, w := range l.windows[x] {
			rows := l.rows[int(l.family[w])*l.windowStates():]
			old := b.windows[w]
			b.windows[w] = old + change
			b.sums[l.holder[old+change]] += int64(rows[old+change])
			b.sums[l.holder[old]] -= int64(rows[old])
		}
	}
	b.Changed = b.Changed[:0]
	if l.tables != nil && l.tables.memory != nil {
		b.updateMemory(l.tables, s, at)
	}
	if l.neurons != nil {
		l.neurons.numbers(b, s, at)
	}
}

// updateBeside brings up to date what pieces are worth by their neighbors, after one has changed.
func (b *Board) updateBeside(x topology.Site, before, now uint8) {
	l := b.Of
	if len(l.beside) == 0 {
		return
	}
	was, is := 2, 2
	if before != 0 {
		was = l.owner(before)
	}
	if now != 0 {
		is = l.owner(now)
	}
	if was == is {
		return
	}
	change := besideStep[is] - besideStep[was]
	for g := range l.beside {
		group, near := &l.beside[g], b.near[g]
		points := l.near[2*g*besideStates:]
		if len(group.of[x]) > 0 {
			b.sums[0] += int64(besideWorth(points, is, near[x])) -
				int64(besideWorth(points, was, near[x]))
		}
		for _, y := range group.of[x] {
			old := near[y]
			near[y] = old + change
			if sign := b.last[y]; sign != 0 {
				owner := l.owner(sign)
				b.sums[0] += int64(besideWorth(points, owner, near[y])) -
					int64(besideWorth(points, owner, old))
			}
		}
	}
}

// besideStep is what a piece adds to the number of its neighbors, by owner.
var besideStep = [3]uint8{1, besideOther, 0}

// besideWorth is what a player's piece is worth by its neighbors; 0 for neutral pieces.
func besideWorth(points []int32, owner int, near uint8) int32 {
	if owner == 2 {
		return 0
	}
	return points[owner*besideStates+int(near)]
}

// Of values a position by weights for a player. The numbers and the steps are read by the space.
func (l *Evaluation) Of(s Space, at Slot, me int) int64 {
	if l.players > 2 {
		return l.ofMany(s, at, me)
	}
	b := s.Board(l, at)
	v := l.lead + b.sums[0]
	if l.neurons != nil {
		v += l.neurons.worth(b, s.ToMove(at))
	}
	for _, c := range l.counters {
		v += c.points * (s.Number(at, c.at[0]) - s.Number(at, c.at[1]))
	}
	if l.tempo != 0 || l.mobility != 0 || len(l.values) > 0 {
		turn := l.tempo
		for i := range l.values {
			turn += l.values[i].of(s, at)
		}
		if l.mobility != 0 && !s.Over(at) && s.Weights(at) == nil {
			turn += l.mobility * int64(s.Count(at))
		}
		if s.ToMove(at) == 0 {
			v += turn
		} else {
			v -= turn
		}
	}
	if me != 0 {
		return -v
	}
	return v
}

// ofMany is by how much one of more than two players exceeds the mean of the others.
func (l *Evaluation) ofMany(s Space, at Slot, me int) int64 {
	sums := s.Board(l, at).sums
	sums[0] += l.lead
	turn := l.tempo
	if l.mobility != 0 && !s.Over(at) && s.Weights(at) == nil {
		turn += l.mobility * int64(s.Count(at))
	}
	sums[s.ToMove(at)] += turn
	var all int64
	for q := range l.players {
		for _, c := range l.counters {
			sums[q] += c.points * s.Number(at, c.at[q])
		}
		for i := range l.values {
			sums[q] += l.values[i].seenBy(s, at, q)
		}
		all += sums[q]
	}
	return sums[me] - (all-sums[me])/int64(l.players-1)
}

// Counts reports whether the value depends on the number of steps.
func (l *Evaluation) Counts() bool { return l.mobility != 0 }

// Remembers reports whether patterns read numbers of a position.
func (l *Evaluation) Remembers() bool {
	return l.tables != nil && l.tables.memory != nil || l.neurons != nil
}

// Sum is what stands on the board, to the first of two players.
func (b *Board) Sum() int64 { return b.sums[0] }
