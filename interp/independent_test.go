package interp_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Games for which nobody has published figures are compared with small implementations of their
// rules that share nothing with the language: the same moves are legal in every position of random
// games, and these end alike.

// other is a position of such an implementation.
type other interface {
	// moves returns the legal moves, as they are written, and where they lead.
	moves() map[string]other
	// over returns the number of the winner, -1 for a draw, or ok = false while the game goes on.
	over() (winner int, ok bool)
}

// alike plays random games of both side by side.
func alike(t *testing.T, g *interp.Game, start other, games, plies int) {
	t.Helper()
	if !long.Tests {
		games = max(1, games/5)
	}
	ended := 0
	for seed := range uint64(games) {
		rng := pcg(seed)
		p, o := g.Start(), start
		for range plies {
			next := map[string]other{}
			winner, over := o.over()
			if !over {
				next = o.moves()
			}
			texts := g.Texts(p)
			want := slices.Sorted(maps.Keys(next))
			if got := slices.Sorted(slices.Values(texts)); !slices.Equal(got, want) {
				t.Fatalf("game %d, %s:\ngot  %v\nwant %v\n%+v", seed, g.PositionText(p), got, want,
					o)
			}
			if over {
				ended++
				if got := result(p); got != winner {
					t.Fatalf("game %d, %s: the winner is %d, not %d: %s", seed, g.PositionText(p),
						got, winner, g.ResultText(p.Result()))
				}
				break
			}
			if len(texts) == 0 {
				t.Fatalf("game %d, %s: nothing is legal: %s", seed, g.PositionText(p),
					g.ResultText(p.Result()))
			}
			i := rng.IntN(len(texts))
			q, err := g.Play(p, g.Moves(p)[i])
			if err != nil {
				t.Fatal(err)
			}
			p, o = q, next[texts[i]]
		}
	}
	if ended == 0 {
		t.Error("no game has come to its end")
	}
}

// result returns the number of the winner, -1 for a draw, -2 while the game goes on.
func result(p *interp.Position) int {
	switch {
	case p.Result() == nil:
		return -2
	case p.Result().Draw:
		return -1
	}
	return p.Result().Winners[0]
}

func count(o other, depth int) int {
	if _, over := o.over(); over {
		return 0
	}
	next := o.moves()
	if depth == 1 {
		return len(next)
	}
	n := 0
	for _, q := range next {
		n += count(q, depth-1)
	}
	return n
}

// oware: houses 0 to 5 are a1 to f1, 6 to 11 are f2 to a2.
type oware struct {
	seeds [12]int
	won   [2]int
	mover int
	seen  string // earlier positions
}

func (o *oware) name(house int) string {
	if house < 6 {
		return string(rune('a'+house)) + "1"
	}
	return string(rune('a'+11-house)) + "2"
}

func (o *oware) key() string { return fmt.Sprint(o.seeds, o.mover, ";") }

func (o *oware) row(player int) (n int) {
	for _, s := range o.seeds[6*player : 6*player+6] {
		n += s
	}
	return n
}

func (o *oware) moves() map[string]other {
	all := map[string]other{}
	for house := 6 * o.mover; house < 6*o.mover+6; house++ {
		q := *o
		n := q.seeds[house]
		if n == 0 {
			continue
		}
		q.seeds[house] = 0
		at := house
		for n > 0 {
			if at = (at + 1) % 12; at != house {
				q.seeds[at]++
				n--
			}
		}
		enemy := 1 - o.mover
		taken := q
		for at/6 == enemy && (taken.seeds[at] == 2 || taken.seeds[at] == 3) {
			taken.won[o.mover] += taken.seeds[at]
			taken.seeds[at] = 0
			at = (at + 11) % 12
		}
		if taken.row(enemy) > 0 {
			q = taken
		}
		if q.row(enemy) == 0 {
			continue
		}
		q.mover = enemy
		q.seen += o.key()
		all[o.name(house)] = &q
	}
	return all
}

func (o *oware) over() (int, bool) {
	for player, n := range o.won {
		if n > 24 {
			return player, true
		}
	}
	if !strings.Contains(o.seen, o.key()) && len(o.moves()) > 0 {
		return 0, false
	}
	return larger(o.won[0]+o.row(0), o.won[1]+o.row(1)), true
}

func larger(a, b int) int {
	switch {
	case a > b:
		return 0
	case a < b:
		return 1
	}
	return -1
}

func TestOwareIndependently(t *testing.T) {
	long.OneThread(t)
	start := &oware{seeds: [12]int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}}
	alike(t, gametest.Load(t, "oware", ""), start, 25, 400)
}

// kalah: 0 to size-1 are the houses of South, size his store, then those of North from his left and
// their store.
type kalah struct {
	pits  []int
	mover int
}

func (k *kalah) size() int { return len(k.pits)/2 - 1 }

func (k *kalah) row(player int) (n int) {
	for i := range k.size() {
		n += k.pits[player*(k.size()+1)+i]
	}
	return n
}

func (k *kalah) moves() map[string]other {
	all := map[string]other{}
	size, round := k.size(), len(k.pits)
	own := k.mover * (size + 1)
	store, others := own+size, (own+size+size+1)%round
	for house := own; house < own+size; house++ {
		if k.pits[house] == 0 {
			continue
		}
		q := &kalah{slices.Clone(k.pits), 1 - k.mover}
		n, at := q.pits[house], house
		q.pits[house] = 0
		for n > 0 {
			if at = (at + 1) % round; at != others {
				q.pits[at]++
				n--
			}
		}
		opposite := 2*size - at
		switch {
		case at == store:
			q.mover = k.mover
		case at >= own && at < own+size && q.pits[at] == 1 && q.pits[opposite] > 0:
			q.pits[store] += 1 + q.pits[opposite]
			q.pits[at], q.pits[opposite] = 0, 0
		}
		name := string(rune('a'+house)) + "1"
		if k.mover == 1 {
			name = string(rune('a'+2*size-house)) + "2"
		}
		all[name] = q
	}
	return all
}

func (k *kalah) over() (int, bool) {
	if k.row(0) > 0 && k.row(1) > 0 {
		return 0, false
	}
	return larger(k.row(0)+k.pits[k.size()], k.row(1)+k.pits[2*k.size()+1]), true
}

func TestKalahIndependently(t *testing.T) {
	long.OneThread(t)
	for _, size := range []int{6, 3, 2} {
		begin := &kalah{make([]int, 2*size+2), 0}
		for i := range begin.pits {
			if i%(size+1) != size {
				begin.pits[i] = 4
			}
		}
		alike(t, gametest.Load(t, "kalah", fmt.Sprint("size=", size)), begin, 30,
			500)
	}
}

// surakarta goes round the two loops point by point. It does not know of repetition: games are cut.
type surakarta struct {
	men   map[string]int
	mover int
}

// surakartaLoops are the points in the order in which they are passed; arcs lie behind every sixth.
var surakartaLoops = func() [][]string {
	var all [][]string
	for _, loop := range [][4]string{{"a2 b2 c2 d2 e2 f2", "e1 e2 e3 e4 e5 e6", "f5 e5 d5 c5 b5 a5",
		"b6 b5 b4 b3 b2 b1"}, {"a3 b3 c3 d3 e3 f3", "d1 d2 d3 d4 d5 d6", "f4 e4 d4 c4 b4 a4",
		"c6 c5 c4 c3 c2 c1"}} {
		forth := strings.Fields(strings.Join(loop[:], " "))
		back := slices.Clone(forth)
		slices.Reverse(back)
		all = append(all, forth, back)
	}
	return all
}()

func (s *surakarta) moves() map[string]other {
	all := map[string]other{}
	play := func(from, to string) {
		men := maps.Clone(s.men)
		men[to] = men[from]
		delete(men, from)
		all[from+"-"+to] = &surakarta{men, 1 - s.mover}
	}
	for from, owner := range s.men {
		if owner != s.mover {
			continue
		}
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				x, y := rune(from[0])+rune(dx), rune(from[1])+rune(dy)
				if to := string([]rune{x, y}); x >= 'a' && x <= 'f' && y >= '1' && y <= '6' {
					if _, occupied := s.men[to]; !occupied {
						play(from, to)
					}
				}
			}
		}
		for _, loop := range surakartaLoops {
			for at, point := range loop {
				if point != from {
					continue
				}
				arcs := 0
				for n := 1; n < len(loop); n++ {
					if (at+n)%6 == 0 {
						arcs++
					}
					to := loop[(at+n)%len(loop)]
					if owner, occupied := s.men[to]; occupied && to != from {
						if arcs > 0 && owner != s.mover {
							play(from, to)
						}
						break
					}
				}
			}
		}
	}
	return all
}

func (s *surakarta) over() (int, bool) {
	for player := range 2 {
		if !slices.Contains(slices.Collect(maps.Values(s.men)), player) {
			return 1 - player, true
		}
	}
	return 0, false
}

func TestSurakartaIndependently(t *testing.T) {
	long.OneThread(t)
	start := &surakarta{map[string]int{}, 0}
	for x := 'a'; x <= 'f'; x++ {
		for y, owner := range map[rune]int{'1': 0, '2': 0, '5': 1, '6': 1} {
			start.men[string([]rune{x, y})] = owner
		}
	}
	g := gametest.Load(t, "surakarta", "")
	games := 2
	if !long.Tests {
		games = 1
	}
	alikeUntil(t, g, start, games, 500)
}

// alikeUntil is [alike] for a game whose rules of repetition the other one does not know: a random
// game ends with the first draw.
func alikeUntil(t *testing.T, g *interp.Game, start other, games, plies int) {
	t.Helper()
	alike(t, g, until{start, g, g.Start()}, games, plies)
}

type until struct {
	other
	g *interp.Game
	p *interp.Position
}

func (u until) moves() map[string]other {
	all := map[string]other{}
	for name, o := range u.other.moves() {
		m, err := u.g.Parse(u.p, name)
		if err != nil {
			all[name+" (not legal)"] = o
			continue
		}
		q, _ := u.g.Play(u.p, m)
		all[name] = until{o, u.g, q}
	}
	return all
}

func (u until) over() (int, bool) {
	if r := u.p.Result(); r != nil && r.Draw {
		return -1, true
	}
	return u.other.over()
}

// fanorona counts whole turns: the first capture and every way to go on, or a step if nothing can
// be taken.
type fanorona struct {
	w, h  int
	men   []int8 // 0: empty, 1 and 2: the players
	mover int8
}

var eight = [8][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}

func (f *fanorona) at(x, y int) int8 {
	if x < 0 || x >= f.w || y < 0 || y >= f.h {
		return -1
	}
	return f.men[y*f.w+x]
}

func (f *fanorona) set(x, y int, v int8) { f.men[y*f.w+x] = v }

// captures calls yield for every capture from x, y that is allowed, with the board after it.
func (f *fanorona) captures(x, y, last int, been map[[2]int]bool,
	yield func(g *fanorona, x, y, d int)) {
	for d, v := range eight {
		nx, ny := x+v[0], y+v[1]
		if d == last || d >= 4 && (x+y)%2 != 0 || f.at(nx, ny) != 0 || been[[2]int{nx, ny}] {
			continue
		}
		for _, way := range [2][3]int{{nx + v[0], ny + v[1], 1}, {x - v[0], y - v[1], -1}} {
			if f.at(way[0], way[1]) != 3-f.mover {
				continue
			}
			g := &fanorona{f.w, f.h, slices.Clone(f.men), f.mover}
			cx, cy := way[0], way[1]
			for ; g.at(cx, cy) == 3-f.mover; cx, cy = cx+way[2]*v[0], cy+way[2]*v[1] {
				g.set(cx, cy, 0)
			}
			g.set(x, y, 0)
			g.set(nx, ny, f.mover)
			yield(g, nx, ny, d)
		}
	}
}

// turns calls yield for every position after a turn.
func (f *fanorona) turns(yield func(*fanorona)) {
	var goOn func(g *fanorona, x, y, last int, been map[[2]int]bool)
	goOn = func(g *fanorona, x, y, last int, been map[[2]int]bool) {
		yield(&fanorona{g.w, g.h, g.men, 3 - g.mover})
		g.captures(x, y, last, been, func(n *fanorona, nx, ny, d int) {
			more := maps.Clone(been)
			more[[2]int{x, y}] = true
			goOn(n, nx, ny, d, more)
		})
	}
	taken := false
	f.each(func(x, y int) {
		f.captures(x, y, -1, map[[2]int]bool{}, func(n *fanorona, nx, ny, d int) {
			taken = true
			goOn(n, nx, ny, d, map[[2]int]bool{{x, y}: true})
		})
	})
	if taken {
		return
	}
	f.each(func(x, y int) {
		for d, v := range eight {
			if (d < 4 || (x+y)%2 == 0) && f.at(x+v[0], y+v[1]) == 0 {
				g := &fanorona{f.w, f.h, slices.Clone(f.men), 3 - f.mover}
				g.set(x, y, 0)
				g.set(x+v[0], y+v[1], f.mover)
				yield(g)
			}
		}
	})
}

func (f *fanorona) each(yield func(x, y int)) {
	for y := range f.h {
		for x := range f.w {
			if f.at(x, y) == f.mover {
				yield(x, y)
			}
		}
	}
}

func (f *fanorona) perft(depth int) (n uint64) {
	f.turns(func(g *fanorona) {
		switch {
		case depth == 1:
			n++
		case slices.Contains(g.men, g.mover): // else the game is over
			n += g.perft(depth - 1)
		}
	})
	return n
}

func TestFanoronaIndependently(t *testing.T) {
	long.OneThread(t)
	for _, board := range []struct {
		rows  string // from the top
		depth int
	}{
		{"222222222 222222222 212102121 111111111 111111111", 3},
		{"22222 22222 21021 11111 11111", 4},
		{"222 201 111", 6},
	} {
		rows := strings.Fields(board.rows)
		slices.Reverse(rows)
		f := &fanorona{len(rows[0]), len(rows), nil, 1}
		for _, r := range strings.Join(rows, "") {
			f.men = append(f.men, int8(r-'0'))
		}
		g := gametest.Load(t, "fanorona",
			fmt.Sprintf("columns=%d rows=%d", f.w, f.h))
		for depth := 1; depth <= board.depth; depth++ {
			if got, want := g.Perft(g.Start(), depth, interp.Turns), f.perft(depth); got != want {
				t.Errorf("%d by %d, depth %d: %d, not %d", f.w, f.h, depth, got, want)
				break
			}
		}
	}
}

// abalone has axial coordinates from -4 to 4.
type abalone struct {
	men   map[[2]int]int
	lost  [2]int
	mover int
}

var six = [6][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}

func onHexagon(c [2]int) bool {
	d := c[0] - c[1]
	return max(c[0], -c[0], c[1], -c[1], d, -d) <= 4
}

func plus(c, v [2]int, n int) [2]int { return [2]int{c[0] + n*v[0], c[1] + n*v[1]} }

func (a *abalone) moves() map[string]other {
	all := map[string]other{}
	move := func(name string, marbles [][2]int, v [2]int) {
		q := &abalone{maps.Clone(a.men), a.lost, 1 - a.mover}
		for _, c := range marbles {
			delete(q.men, c)
		}
		for _, c := range marbles {
			if to := plus(c, v, 1); onHexagon(to) {
				q.men[to] = a.men[c]
			} else {
				q.lost[a.men[c]]++
			}
		}
		all[name] = q
	}
	is := func(c [2]int, player int) bool { owner, ok := a.men[c]; return ok && owner == player }
	free := func(c [2]int) bool { _, occupied := a.men[c]; return onHexagon(c) && !occupied }
	for c, owner := range a.men {
		if owner != a.mover {
			continue
		}
		for d, v := range six {
			own, foes := 1, 0
			for is(plus(c, v, own), a.mover) {
				own++
			}
			for is(plus(c, v, own+foes), 1-a.mover) {
				foes++
			}
			front := plus(c, v, own+foes)
			if own <= 3 && foes < own && (free(front) || foes > 0 && !onHexagon(front)) {
				var marbles [][2]int
				for i := range own + foes {
					marbles = append(marbles, plus(c, v, i))
				}
				move(fmt.Sprint("push ", c, d), marbles, v)
			}
			// Sideways: lines from c along half of the directions, so that each is met once.
			if d >= 3 {
				continue
			}
			for length := 2; length <= 3 && is(plus(c, v, length-1), a.mover); length++ {
				for e, w := range six {
					if e%3 == d {
						continue
					}
					ok := true
					var marbles [][2]int
					for i := range length {
						marbles = append(marbles, plus(c, v, i))
						ok = ok && free(plus(plus(c, v, i), w, 1))
					}
					if ok {
						move(fmt.Sprint("side ", c, d, length, e), marbles, w)
					}
				}
			}
		}
	}
	return all
}

func (a *abalone) over() (int, bool) { return 0, a.lost[0] >= 6 || a.lost[1] >= 6 }

func TestAbaloneIndependently(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "abalone", "")
	start := func(p *interp.Position) *abalone {
		a := &abalone{map[[2]int]int{}, [2]int{}, p.ToMove()}
		b := g.Rules().Board
		for player, set := range p.State().Owned {
			for s := range set.All() {
				a.men[[2]int{b.Column[s] - 5, b.Row[s] - 5}] = player
			}
		}
		return a
	}
	got, want := g.Perft(g.Start(), 2, interp.Turns), uint64(count(start(g.Start()), 2))
	if got != want || want != 44*44 {
		t.Errorf("the first two moves: %d, not %d", got, want)
	}
	// In the middle of random games marbles push and are pushed over the rim.
	p, rng := g.Start(), pcg(2)
	lost := 0
	for n := range 400 {
		moves := g.Moves(p)
		if len(moves) == 0 {
			break
		}
		if want := len(start(p).moves()); want != len(moves) {
			t.Fatalf("%s: %d moves, not %d", g.PositionText(p), len(moves), want)
		}
		if n%40 == 39 && p.Result() == nil {
			if got, want := g.Perft(p, 2, interp.Turns), uint64(count(start(p), 2)); got != want &&
				p.Pieces(0) > 9 && p.Pieces(1) > 9 {
				t.Fatalf("%s: %d pairs of moves, not %d", g.PositionText(p), got, want)
			}
		}
		q, err := g.Play(p, moves[rng.IntN(len(moves))])
		if err != nil {
			t.Fatal(err)
		}
		before, after := p.Occupied(), q.Occupied()
		lost += before.Len() - after.Len()
		p = q
	}
	if lost == 0 {
		t.Error("no marble has been pushed off the board")
	}
}

// The number of games of Go that never repeat a position is known for the smallest boards: 1, 9 and
// 907 on 1, 2 and 3 points in a row, according to Tromp and Farnebäck, Combinatorics of Go, 2016.
// There either color may play next, as it can after a pass.
func TestGoIndependently(t *testing.T) {
	long.OneThread(t)
	for size, want := range map[int]int{1: 1, 2: 9, 3: 907} {
		g := gametest.Load(t, "go",
			fmt.Sprintf("size=%d rows=1 suicide=true komi=0", size))
		var games func(p *interp.Position) int
		games = func(p *interp.Position) int {
			n := 1
			for turn := range 2 {
				for _, m := range g.Moves(p) {
					id, _ := g.Roles(m)
					q, err := g.Play(p, m)
					if err != nil {
						t.Fatal(err)
					}
					if int(id) < len(g.Rules().Moves) {
						n += games(q)
					}
				}
				pass, err := g.Parse(p, "pass")
				if turn == 1 || err != nil {
					break
				}
				if p, err = g.Play(p, pass); err != nil {
					t.Fatal(err)
				}
			}
			return n
		}
		if got := games(g.Start()); got != want {
			t.Errorf("%d games on a row of %d, not %d", got, size, want)
		}
	}
}
