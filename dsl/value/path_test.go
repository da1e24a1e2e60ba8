package value

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// on returns an evaluator for a board, with one kind that blocks and one that does not, and an
// empty position.
func on(t *testing.T, spec topology.Spec) (*Evaluator, *Scope) {
	t.Helper()
	b, problems := topology.Build(spec)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	north, _ := b.DirectionByName("north")
	ev := New(&ir.Game{
		Board: b, Slots: 4,
		Players: []ir.Player{{Name: "White", Faces: true, Facing: north}, {Name: "Black"}},
		Kinds:   []ir.Kind{{Name: "man"}, {Name: "wall", Neutral: true, Blocks: true}},
	})
	facts := NewFacts(2, 2, 0, 0)
	return ev, &Scope{At: &facts, Vars: make([]Value, 4)}
}

// at returns the set of the named sites.
func at(t *testing.T, ev *Evaluator, names string) topology.Set {
	t.Helper()
	var s topology.Set
	for _, name := range strings.Fields(names) {
		x, ok := ev.b.SiteByName(name)
		if !ok {
			t.Fatalf("no site %s", name)
		}
		s.Add(x)
	}
	return s
}

func (ev *Evaluator) names(s topology.Set) string {
	var names []string
	for x := range s.All() {
		names = append(names, ev.b.Names[x])
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func constant(n int64) *ir.Expr { return &ir.Expr{Op: ir.ConstNumber, Type: ir.Number, N: n} }

func constSites(s topology.Set) *ir.Expr {
	return &ir.Expr{Op: ir.ConstSites, Type: ir.Sites, Sets: []topology.Set{s}}
}

func constSteps(s topology.Steps) *ir.Expr {
	return &ir.Expr{Op: ir.ConstSteps, Type: ir.Steps, Dirs: s}
}

// language.md#closures.
func TestRepetitionsOfASteps(t *testing.T) {
	ev, s := on(t, topology.Spec{Shape: "square", Args: []int{4, 4}})
	north, _ := ev.b.DirectionByName("north")
	up, orthogonal := constSteps(topology.StepsOf(north)), constSteps(ev.b.Orthogonal)
	only := constSites(at(t, ev, "a2 a3"))
	for name, c := range map[string]struct {
		step ir.Step
		want string
	}{
		"once":                    {ir.Step{By: up}, "a2"},
		"once, landing forbidden": {ir.Step{By: up, Only: constSites(at(t, ev, "a3"))}, ""},
		"* contains the start":    {ir.Step{By: up, Rep: ir.Star}, "a1 a2 a3 a4"},
		"+ does not":              {ir.Step{By: up, Rep: ir.Plus}, "a2 a3 a4"},
		"+ does if a walk comes back": {ir.Step{By: orthogonal, Rep: ir.Plus,
			Only: constSites(at(t, ev, "a1 a2"))}, "a1 a2"},
		"brackets test landings": {ir.Step{By: up, Rep: ir.Star, Only: only}, "a1 a2 a3"},
		"and not the start of +": {ir.Step{By: up, Rep: ir.Plus, Only: only}, "a2 a3"},
		"{2}":                    {ir.Step{By: up, Rep: ir.Times, Lo: constant(2)}, "a3"},
		"{2} of a group may come back": {ir.Step{By: orthogonal, Rep: ir.Times, Lo: constant(2)},
			"a1 a3 b2 c1"},
		"{0} is the start": {ir.Step{By: up, Rep: ir.Times, Lo: constant(0),
			Only: only}, "a1"},
		"{0..1}": {ir.Step{By: up, Rep: ir.Times, Lo: constant(0),
			Hi: constant(1)}, "a1 a2"},
		"{-3..1}": {ir.Step{By: up, Rep: ir.Times, Lo: constant(-3),
			Hi: constant(1)}, "a1 a2"},
		"{1..9} ends at the rim": {ir.Step{By: up, Rep: ir.Times, Lo: constant(1),
			Hi: constant(9)}, "a2 a3 a4"},
		"{2..1} is empty": {ir.Step{By: up, Rep: ir.Times, Lo: constant(2),
			Hi: constant(1)}, ""},
		"{-1} is empty": {ir.Step{By: up, Rep: ir.Times, Lo: constant(-1)}, ""},
		"{9} is empty":  {ir.Step{By: up, Rep: ir.Times, Lo: constant(9)}, ""},
		"{a million} comes back too": {ir.Step{By: orthogonal, Rep: ir.Times,
			Lo: constant(1_000_000), Only: constSites(at(t, ev, "a1 a2"))}, "a1"},
		"{0..most} is what * is": {ir.Step{By: up, Rep: ir.Times, Lo: constant(0),
			Hi: constant(1<<63 - 1)}, "a1 a2 a3 a4"},
		"no step leads nowhere": {ir.Step{By: constSteps(topology.Steps{})}, ""},
		"no step, * is still the start": {ir.Step{By: constSteps(topology.Steps{}), Rep: ir.Star},
			"a1"},
		"no step, {0} is still the start": {ir.Step{By: constSteps(topology.Steps{}), Rep: ir.Times,
			Lo: constant(0)}, "a1"},
	} {
		if got := ev.names(ev.Path(at(t, ev, "a1"), &c.step, s)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := ev.Path(topology.Set{}, &ir.Step{By: up, Rep: ir.Star}, s); !got.Empty() {
		t.Error("from nowhere one gets somewhere")
	}
}

// language.md#definitions-as-steps: a function is a step.
func TestFunctionsAreSteps(t *testing.T) {
	ev, s := on(t, topology.Spec{Shape: "square", Args: []int{5, 1}})
	east, _ := ev.b.DirectionByName("east")
	site := &ir.Expr{Op: ir.Var, Type: ir.Sites, N: 0}
	twice := &ir.Func{Name: "twice", Slots: 2,
		Body: &ir.Expr{Op: ir.Path, Type: ir.Sites, Args: []*ir.Expr{site},
			Step: &ir.Step{By: &ir.Expr{Op: ir.Var, Type: ir.Steps, N: 1}, Rep: ir.Times,
				Lo: constant(2)}}}
	step := ir.Step{Func: twice, FuncArgs: []*ir.Expr{constSteps(topology.StepsOf(east))},
		Rep: ir.Star}
	if got := ev.names(ev.Path(at(t, ev, "a1 b1"), &step, s)); got != "a1 b1 c1 d1 e1" {
		t.Errorf("a1 b1 and on by two: %q", got)
	}
	step.Only = constSites(at(t, ev, "d1"))
	if got := ev.names(ev.Path(at(t, ev, "a1 b1"), &step, s)); got != "a1 b1 d1" {
		t.Errorf("landing only on d1: %q", got)
	}
}

// language.md#blocking: on an edge a wall stops orthogonal steps, on a corner diagonal ones.
func TestWallsBlock(t *testing.T) {
	ev, s := on(t, topology.Spec{Shape: "square", Args: []int{3, 3}, Edges: true, Corners: true})
	const wall = 1
	around := func(by topology.Steps) string {
		return ev.names(ev.Path(at(t, ev, "b2"), &ir.Step{By: constSteps(by)}, s))
	}
	for x := range at(t, ev, "b2n b2e").All() {
		s.At.Put(x, -1, wall)
	}
	if got := around(ev.b.Orthogonal); got != "a2 b1" {
		t.Errorf("orthogonal past walls to the north and east: %q", got)
	}
	if got := around(ev.b.Diagonal); got != "a1 a3 c1 c3" {
		t.Errorf("walls on edges alone stop a diagonal step: %q", got)
	}
	corner := at(t, ev, "b2ne")
	s.At.Put(corner.First(), -1, wall)
	if got := around(ev.b.Diagonal); got != "a1 a3 c1" {
		t.Errorf("diagonal past a wall on the corner: %q", got)
	}
	for x := range at(t, ev, "b2s b2w").All() {
		s.At.Put(x, -1, wall)
	}
	if got := ev.distance(at(t, ev, "b2"), at(t, ev, "c3"), ev.b.Orthogonal, s); got != 9 {
		t.Errorf("walled in, but c3 is %d steps away", got)
	}
	if got := ev.distance(at(t, ev, "a1"), at(t, ev, "c3"), ev.b.Orthogonal, s); got != 4 {
		t.Errorf("a1 is %d steps from c3", got)
	}
	half := &ir.Step{By: constSteps(ev.b.SideOf(ev.b.Orthogonal))}
	if got := ev.Path(at(t, ev, "b2"), half, s); got.Len() != 4 {
		t.Errorf("half a step is blocked: %s", ev.names(got))
	}
	// A piece that does not block stops no one.
	s.At.Remove(topology.Full(0, ev.b.Sites))
	s.At.Put(theSite(ev, "b2n"), 0, 0)
	if got := around(ev.b.Orthogonal); got != "a2 b1 b3 c2" {
		t.Errorf("a man on an edge blocks: %q", got)
	}
}

func theSite(ev *Evaluator, name string) topology.Site {
	x, _ := ev.b.SiteByName(name)
	return x
}

// language.md#directions-and-edges: on squares forwardleft is 45° and left 90°, on hexes both are
// 60°.
func TestFacing(t *testing.T) {
	for _, c := range []struct {
		spec topology.Spec
		want string
	}{
		{topology.Spec{Shape: "square", Args: []int{3, 3}},
			"north south west east northwest northeast"},
	} {
		ev, _ := on(t, c.spec)
		var got []string
		for turned := ir.Forward; turned <= ir.ForwardRight; turned++ {
			for r := range ev.facing(0, turned).All() {
				got = append(got, ev.b.Directions[r].Name)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.spec.Shape, s, c.want)
		}
		if got := ev.facing(1, ir.Forward); !got.Empty() {
			t.Error("who does not face has a forward")
		}
	}
}

// No range takes too long.
func TestRangesAreBounded(t *testing.T) {
	ev, s := on(t, topology.Spec{Shape: "square", Args: []int{2, 2}})
	count := func(lo, hi int64) int64 {
		return ev.Number(&ir.Expr{Op: ir.QSum, Type: ir.Number, N: 0, Args: []*ir.Expr{
			{Op: ir.Range, Type: ir.Number, Args: []*ir.Expr{constant(lo), constant(hi)}},
			constant(1)}}, s)
	}
	for _, c := range [][3]int64{{1, 3, 3}, {3, 1, 0}, {-2, 2, 5}, {0, 1<<63 - 1, MaxRange},
		{1<<63 - 2, 1<<63 - 1, 2}} {
		if got := count(c[0], c[1]); got != c[2] {
			t.Errorf("%d..%d has %d numbers, want %d", c[0], c[1], got, c[2])
		}
	}
}

// An expression can be evaluated within the work that it takes and not within less. After giving
// up, the evaluator works as before.
func TestRead(t *testing.T) {
	ev, s := on(t, topology.Spec{Shape: "square", Args: []int{2, 2}})
	one := &ir.Func{Name: "one", Body: constant(1)}
	// Three expressions, and for each of ten numbers: a member, three expressions, and for each of
	// ten numbers a member, a call and what it calls.
	const work = 3 + 10*(1+3+10*3)
	numbers := &ir.Expr{Op: ir.Range, Type: ir.Number, Args: []*ir.Expr{constant(1), constant(10)}}
	inner := &ir.Expr{Op: ir.QSum, Type: ir.Number, N: 1,
		Args: []*ir.Expr{numbers, {Op: ir.Call, Type: ir.Number, Func: one}}}
	sum := &ir.Expr{Op: ir.QSum, Type: ir.Number, N: 0, Args: []*ir.Expr{numbers, inner}}
	if v, ok := ev.Read(work, sum, s); !ok || v.N != 100 {
		t.Errorf("within %d: %d, %v", work, v.N, ok)
	}
	if _, ok := ev.Read(work-1, sum, s); ok {
		t.Errorf("%d are one too few", work-1)
	}
	ev.Work.Ask(MostWork)
	if v := ev.Value(sum, s); v.N != 100 {
		t.Errorf("without a bound: %d", v.N)
	}
	// A function as a step is called for every site.
	step := &ir.Func{Name: "stay", Slots: 1, Body: &ir.Expr{Op: ir.Var, Type: ir.Sites, N: 0}}
	walk := &ir.Expr{Op: ir.Path, Type: ir.Sites, Args: []*ir.Expr{constSites(ev.b.Cells)},
		Step: &ir.Step{Func: step}}
	const calls = 2 + 4*2
	if _, ok := ev.Read(calls-1, walk, s); ok {
		t.Error("three calls for four sites")
	}
	if v, ok := ev.Read(calls, walk, s); !ok || v.Sites != ev.b.Cells {
		t.Errorf("four calls for four sites: %s, %v", ev.names(v.Sites), ok)
	}
}
