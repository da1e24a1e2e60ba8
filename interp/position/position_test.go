package position_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// aGame has every kind of role and of state.
func aGame() *ir.Game {
	board := &topology.Board{Sites: 200, Cells: topology.Full(0, 100),
		Directions: make([]topology.Direction, 8)}
	return &ir.Game{
		Board:   board,
		Players: []ir.Player{{Name: "A"}, {Name: "B"}, {Name: "C"}},
		Kinds:   []ir.Kind{{Name: "man"}, {Name: "king"}},
		States: []ir.State{
			{Name: "hand", Type: ir.Number, PerPlayer: true, PerPiece: true},
			{Name: "ko", Type: ir.Sites, Memory: true},
			{Name: "seeds", Type: ir.Number, PerCell: true},
			{Name: "last", Type: ir.Kinds, Memory: true, ThisTurn: true},
			{Name: "ways", Type: ir.Steps, Memory: true, PerPlayer: true},
		},
		Moves: []*ir.Move{
			{ID: 0, Name: "rest"},
			{ID: 1, Name: "all", Roles: []ir.Role{
				{Word: "from", Type: ir.Sites}, {Word: "to", Type: ir.Sites}, {Word: "over",
					Type: ir.Sites}, {Word: "at", Type: ir.Sites},
				{Word: "along", Type: ir.Steps}, {Word: "as", Type: ir.Kinds}, {Word: "with",
					Type: ir.Number},
			}},
			{ID: 2, Name: "give",
				Roles: []ir.Role{{Word: "with", Type: ir.Number}, {Word: "as", Type: ir.Players}}},
		},
	}
}

func TestLayoutKeepsEveryValue(t *testing.T) {
	l := position.NewLayout(aGame())
	rapid.Check(t, func(t *rapid.T) {
		site := rapid.Int64Range(0, 199)
		values := []int64{
			site.Draw(t, "from"), site.Draw(t, "to"), site.Draw(t, "over"), site.Draw(t, "at"),
			rapid.Int64Range(0, 18).Draw(t, "along"), rapid.Int64Range(0, 1).Draw(t, "as"),
			rapid.Int64Range(-1<<17, 1<<17-1).Draw(t, "with"),
		}
		mv, ok := l.Pack(1, values)
		if !ok {
			t.Fatalf("%v cannot be packed", values)
		}
		id, got := l.Unpack(mv)
		if id != 1 || len(got) != len(values) {
			t.Fatalf("unpacked %d %v", id, got)
		}
		for i := range got {
			if got[i] != values[i] {
				t.Fatalf("packed %v, unpacked %v", values, got)
			}
		}
	})
}

func TestLayoutRefusesWhatDoesNotFit(t *testing.T) {
	l := position.NewLayout(aGame())
	for _, n := range []int64{math.MaxInt64, math.MinInt64, 1 << 60} {
		if mv, ok := l.Pack(2, []int64{n, 0}); ok {
			_, got := l.Unpack(mv)
			t.Errorf("%d was packed and came out as %d", n, got[0])
		}
	}
	if _, ok := l.Pack(2, []int64{0, 7}); ok {
		t.Error("player 7 of 3 was packed")
	}
	if _, values := l.Unpack(position.Pass); len(values) != 0 {
		t.Errorf("a pass has values: %v", values)
	}
	if mv, ok := l.Pack(0, nil); !ok || mv.ID() != 0 {
		t.Errorf("a move without roles is %v, %v", mv, ok)
	}
}

func aPosition(g *ir.Game) *position.State {
	numbers, memories := g.Sizes()
	p := position.NewState(len(g.Players), len(g.Kinds), numbers, memories)
	p.Put(3, 0, 0)
	p.Put(4, 1, 1)
	p.Put(150, position.Nobody, 0)
	return p
}

func TestStatesHavePlacesOfTheirOwn(t *testing.T) {
	g := aGame()
	numbers, memories := g.Sizes()
	used := map[[2]int]bool{}
	for s := range g.States {
		for player := range 3 {
			for kind := range 2 {
				for cell := range 100 {
					st := &g.States[s]
					if !st.PerPlayer && player > 0 || !st.PerPiece && kind > 0 || !st.PerCell &&
						cell > 0 {
						continue
					}
					i, ok := g.StateIndex(s, player, kind, topology.Site(cell))
					limit, class := numbers, 0
					if st.InSets() {
						limit, class = memories, 1
					}
					if !ok || i < 0 || i >= limit || used[[2]int{class, i}] {
						t.Fatalf("%s of %d, %d, %d is at %d, %v", st.Name, player, kind, cell, i,
							ok)
					}
					used[[2]int{class, i}] = true
				}
			}
		}
	}
	if len(used) != numbers+memories {
		t.Errorf("%d places are used of %d", len(used), numbers+memories)
	}
	if _, ok := g.StateIndex(0, 3, 0, -1); ok {
		t.Error("there is a value of a fourth player")
	}
	if _, ok := g.StateIndex(2, -1, -1, 150); ok {
		t.Error("there is a value per cell of an edge")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	p := aPosition(aGame())
	q := p.Clone()
	q.Put(5, 2, 1)
	q.Remove(topology.SetOf(3))
	q.Numbers[0], q.Memories[0] = 7, topology.SetOf(9)
	if _, _, ok := p.At(5); ok {
		t.Error("a piece put on the copy is on the original")
	}
	if owner, kind, ok := p.At(3); owner != 0 || kind != 0 || !ok {
		t.Error("a piece taken from the copy is gone from the original")
	}
	if p.Numbers[0] != 0 || !p.Memories[0].Empty() {
		t.Error("a state of the original has changed")
	}
	if got, want := p.Changed(q), topology.SetOf(3, 5); got != want {
		t.Errorf("changed sites: %v", got)
	}
	if owner, kind, ok := p.At(150); owner != position.Nobody || kind != 0 || !ok {
		t.Errorf("the neutral piece is %d, %d, %v", owner, kind, ok)
	}
}

// Every part that Equal compares must be in the key too, and vice versa.
func TestEqualAndKeyAgree(t *testing.T) {
	item := func(sites topology.Set) *position.Pending {
		return &position.Pending{Groups: []position.PendingGroup{
			{Items: []position.PendingItem{{Move: 1, Roles: []position.RoleSet{{Sites: sites}}}}}}}
	}
	for name, change := range map[string]func(*position.State){
		"a piece more":       func(p *position.State) { p.Put(7, 0, 0) },
		"another owner":      func(p *position.State) { p.Put(3, 1, 0) },
		"another kind":       func(p *position.State) { p.Put(3, 0, 1) },
		"nobody's":           func(p *position.State) { p.Put(3, position.Nobody, 0) },
		"a number":           func(p *position.State) { p.Numbers[1] = 1 },
		"a memory":           func(p *position.State) { p.Memories[1] = topology.SetOf(1) },
		"who moves":          func(p *position.State) { p.ToMove = 1 },
		"who is out":         func(p *position.State) { p.Out = 2 },
		"passes":             func(p *position.State) { p.Passes = 1 },
		"steps":              func(p *position.State) { p.Steps = 1 },
		"again":              func(p *position.State) { p.Again = true },
		"a pass":             func(p *position.State) { p.Passed = true },
		"the end":            func(p *position.State) { p.Result = &position.Result{} },
		"something pending":  func(p *position.State) { p.Pending = item(topology.SetOf(3)) },
		"other things to do": func(p *position.State) { p.Pending = item(topology.SetOf(4)) },
	} {
		g := aGame()
		p, q := aPosition(g), aPosition(g)
		if !p.Equal(q) || p.Key() != q.Key() || p.Hash() != q.Hash() {
			t.Fatal("two equal positions are not")
		}
		change(q)
		if p.Equal(q) {
			t.Errorf("%s: still equal", name)
		}
		if p.Key() == q.Key() {
			t.Errorf("%s: still the same key", name)
		}
	}
	a, b := aPosition(aGame()), aPosition(aGame())
	a.Pending, b.Pending = item(topology.SetOf(3)), item(topology.SetOf(4))
	if a.Equal(b) || a.Key() == b.Key() || a.TurnKey() == b.TurnKey() {
		t.Error("what is pending does not count")
	}
}

func TestRepetitionKeyLeavesCountersOut(t *testing.T) {
	g := aGame()
	p := aPosition(g)
	key := p.RepetitionKey(g, 0)
	q := p.Clone()
	hand, _ := g.StateIndex(0, 1, 1, -1)
	last, _ := g.StateIndex(3, -1, -1, -1)
	q.Numbers[hand], q.Numbers[last] = 5, 1
	if q.RepetitionKey(g, 0) != key {
		t.Error("a counter or a memory of this turn makes another position")
	}
	if q.RepetitionKey(g, 1) == key {
		t.Error("who is to move makes no difference")
	}
	ko, _ := g.StateIndex(1, -1, -1, -1)
	q.Memories[ko] = topology.SetOf(3)
	if q.RepetitionKey(g, 0) == key {
		t.Error("a memory makes no difference")
	}
	if q.PiecesKey() != p.PiecesKey() {
		t.Error("the pieces are the same")
	}
}

func TestTurnOrder(t *testing.T) {
	p := position.NewState(4, 1, 0, 0)
	p.Out = 1 << 1
	if got := p.NextAfter(0); got != 2 {
		t.Errorf("after 0 comes %d", got)
	}
	if got := p.NextAfter(3); got != 0 {
		t.Errorf("after 3 comes %d", got)
	}
	p.Again = true
	if got := p.NextMover(); got != 0 {
		t.Errorf("again, but %d moves", got)
	}
	p.Out = 0b1011
	if got := p.NextAfter(2); got != 2 || p.Remaining() != 1 {
		t.Errorf("alone, but next is %d of %d", got, p.Remaining())
	}
}

// What an unfinished turn must still reach belongs to a position, whatever its order and however
// often it occurs.
func TestAimsBelongToAPosition(t *testing.T) {
	taken, row := &ir.Expr{Op: ir.Count}, &ir.Expr{Op: ir.ConstNumber, N: 1}
	most := func(by *ir.Expr, n ...int64) *position.Aim {
		exprs := []*ir.Expr{by}
		for len(exprs) < len(n) {
			exprs = append(exprs, row)
		}
		return &position.Aim{By: exprs, Values: n}
	}
	with := func(aims ...*position.Aim) *position.State {
		p := position.NewState(2, 1, 0, 0)
		p.Steps, p.Pending = 1, &position.Pending{Aims: aims}
		return p
	}
	for _, c := range []struct {
		a, b  *position.State
		equal bool
	}{
		{with(), with(), true},
		{with(most(taken, 2)), with(most(taken, 2)), true},
		{with(most(taken, 2)), with(most(taken, 2), most(taken, 2)), true},
		{with(most(taken, 2), most(row, 5)), with(most(row, 5), most(taken, 2)), true},
		{with(most(taken, 2)), with(), false},
		{with(most(taken, 2)), with(most(taken, 3)), false},
		{with(most(taken, 2)), with(most(row, 2)), false},
		{with(most(taken, 2)), with(most(taken, 2, 0)), false},
		{with(most(taken, 2), most(row, 5)), with(most(taken, 5), most(row, 2)), false},
	} {
		if c.a.Equal(c.b) != c.equal || c.b.Equal(c.a) != c.equal {
			t.Errorf("%v and %v: equal is not %t", c.a.Pending.Aims, c.b.Pending.Aims, c.equal)
		}
		if same := c.a.Key() == c.b.Key(); c.equal && !same {
			t.Errorf("%v and %v have different keys", c.a.Pending.Aims, c.b.Pending.Aims)
		}
		if c.a.TurnKey() != c.b.TurnKey() {
			t.Errorf("%v and %v are different moments of a turn", c.a.Pending.Aims,
				c.b.Pending.Aims)
		}
	}
	if with(most(taken, 2)).Key() == with(most(taken, 3)).Key() {
		t.Error("different aims have the same key")
	}
}

// The numbers that the rules allow to be chosen are kept, whatever else a move binds, and no
// others.
func TestNumbersThatCanBeChosen(t *testing.T) {
	g := aGame()
	l := position.NewLayout(g)
	for _, c := range []struct {
		n  int64
		ok bool
	}{{ir.MinNumber - 1, false}, {ir.MinNumber, true}, {0, true},
		{ir.MaxNumber, true}, {ir.MaxNumber + 1, false}} {
		for _, id := range []ir.MoveID{1, 2} {
			values := make([]int64, len(g.Moves[id].Roles))
			for r, role := range g.Moves[id].Roles {
				if role.Word == "with" {
					values[r] = c.n
				}
			}
			m, ok := l.Pack(id, values)
			if ok != c.ok {
				t.Errorf("%d in %s can be chosen: %t", c.n, g.Moves[id].Name, ok)
			}
			if _, got := l.Unpack(m); ok && !slices.Equal(got, values) {
				t.Errorf("%v became %v", values, got)
			}
		}
	}
	for _, mv := range g.Moves {
		if _, fits := g.Widths(mv); !fits {
			t.Errorf("%s does not fit", mv.Name)
		}
	}
	g.Board.Sites = 1024
	_, all := g.Widths(g.Moves[1])
	if _, two := g.Widths(g.Moves[2]); all || !two {
		t.Error("all seven roles fit on the largest board, or two do not")
	}
}
