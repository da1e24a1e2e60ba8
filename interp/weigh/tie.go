package weigh

import (
	"boardgame/interp/level"
	"boardgame/interp/symmetry"
)

// shareWeights gives every feature its weight. Features that a symmetry maps to one another share
// one.
func (l *Learner) shareWeights(found []symmetry.Symmetry) {
	t := newTies(l.shape, l.rules.Board.Sites)
	for i := range found {
		t.symmetry(&found[i])
	}
	for k := range t.sites {
		l.pieces[k] = t.weights(t.sites[k])
	}
	for _, players := range t.rows {
		own := make([][]tied, len(players))
		for q := range players {
			own[q] = t.weights(players[q])
		}
		l.rows = append(l.rows, own)
	}
	l.beside = t.weights(t.beside)
	l.turn = [3]tied{t.weight(t.lead), t.weight(t.tempo[0]), t.weight(t.mobility[0])}
	for i := range l.rules.States {
		name := l.rules.States[i].Name
		if at, ok := level.CounterOf(l.rules, name); ok {
			l.names, l.at = append(l.names, name), append(l.at, at)
			l.counts = append(l.counts, t.weight(t.add()))
		}
	}
	for i := range l.values {
		v := &l.values[i]
		v.mover = t.weight(t.add())
		if v.waiting.id >= 0 {
			v.waiting = t.weight(t.add())
		}
	}
	l.weights = make([]float64, t.ids)
	l.squares = make([]float64, t.ids)
	l.mean = make([]float64, t.ids)
	l.trustValues()
}

// trustValues gives the values of the rules a positive weight until the games show otherwise. If
// random steps hardly ever win, nothing else would bring the games to an end.
func (l *Learner) trustValues() {
	for i := range l.values {
		for _, t := range []tied{l.values[i].mover, l.values[i].waiting} {
			if t.id >= 0 {
				l.weights[t.id] = 1 / float64(len(l.values))
			}
		}
	}
}

// ties has the features of a game as members of a union, which says which of them share a weight.
type ties struct {
	union
	shape    *shape
	sites    [2][]int  // by site and sign: of the kind, and of the kind there
	rows     [][][]int // by family, player, and pieces less 1
	beside   []int     // see shape.besideAt
	lead     int
	tempo    [2]int // by player
	mobility [2]int
}

// newTies returns the features of a game with the ties that every game has.
func newTies(of *shape, sites int) *ties {
	t := &ties{shape: of}
	for k := range t.sites {
		t.sites[k] = t.several(sites * of.signs)
	}
	for _, length := range of.lengths {
		rows := make([][]int, of.players)
		for q := range rows {
			rows[q] = t.several(length)
		}
		t.rows = append(t.rows, rows)
	}
	t.beside = t.several(len(of.beside) * 2 * besideStates)
	t.lead, t.tempo, t.mobility = t.add(), [2]int{t.add(), t.add()}, [2]int{t.add(), t.add()}
	for x := range sites {
		for sign := 1; sign < of.signs; sign++ {
			// The weight of the kind is the same everywhere.
			t.join(t.sites[0][sign], t.sites[0][x*of.signs+sign], 1)
		}
	}
	// Features of the player to move stand for both.
	t.join(t.tempo[0], t.tempo[1], -1)
	t.join(t.mobility[0], t.mobility[1], -1)
	return t
}

// symmetry ties the features that a symmetry maps to one another. Between two players, what is good
// for one is bad for the other.
func (t *ties) symmetry(s *symmetry.Symmetry) {
	parity := 1.0
	if s.Swaps() && t.shape.players == 2 {
		parity = -1
	}
	for x, y := range s.Sites {
		for sign := 1; sign < t.shape.signs; sign++ {
			owner, image := t.shape.owner(uint8(sign)), sign
			if owner < t.shape.players {
				image += s.Players[owner] - owner
			}
			for k := range t.sites {
				t.join(t.sites[k][x*t.shape.signs+sign], t.sites[k][int(y)*t.shape.signs+image],
					parity)
			}
		}
	}
	for _, rows := range t.rows {
		for q := range rows {
			for n := range rows[q] {
				t.join(rows[q][n], rows[s.Players[q]][n], parity)
			}
		}
	}
	if s.Swaps() {
		t.swapBeside()
		t.join(t.lead, t.lead, -1)
	}
}

// swapBeside ties what stands beside a piece of one player to the same of the other.
func (t *ties) swapBeside() {
	for g := range t.shape.beside {
		for own := range besideOther {
			for other := range besideOther {
				t.join(t.beside[t.shape.besideAt(g, 0, own, other)],
					t.beside[t.shape.besideAt(g, 1, own, other)], -1)
			}
		}
	}
}

// union is a disjoint-set forest whose members are tied to their root with a sign.
type union struct {
	parent []int
	sign   []float64
	zero   []bool // of roots: tied to its own opposite
	id     map[int]int
	ids    int
}

func (u *union) add() int {
	u.parent = append(u.parent, len(u.parent))
	u.sign, u.zero = append(u.sign, 1), append(u.zero, false)
	return len(u.parent) - 1
}

// several adds n members and returns them.
func (u *union) several(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = u.add()
	}
	return list
}

func (u *union) find(i int) (root int, sign float64) {
	sign = 1
	for u.parent[i] != i {
		sign *= u.sign[i]
		i = u.parent[i]
	}
	return i, sign
}

func (u *union) join(i, j int, sign float64) {
	a, s := u.find(i)
	b, t := u.find(j)
	if a == b {
		u.zero[a] = u.zero[a] || s*t != sign
		return
	}
	u.parent[b], u.sign[b] = a, s*t*sign
	u.zero[a] = u.zero[a] || u.zero[b]
}

// weight returns the weight of a member.
func (u *union) weight(i int) tied {
	root, sign := u.find(i)
	if u.zero[root] {
		return tied{-1, 0}
	}
	if u.id == nil {
		u.id = map[int]int{}
	}
	id, ok := u.id[root]
	if !ok {
		id = u.ids
		u.id[root] = id
		u.ids++
	}
	return tied{id, sign}
}

func (u *union) weights(members []int) []tied {
	list := make([]tied, len(members))
	for i, m := range members {
		list[i] = u.weight(m)
	}
	return list
}
