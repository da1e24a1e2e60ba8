package engine_test

import (
	"context"
	"sync"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp/engine"
	"boardgame/interp/position"
)

// A machine is an instance with the methods that tests need: it knows steps by their names.
type machine struct {
	*engine.Instance
}

// legal is the legal steps of a position.
type legal []position.Move

// programs keeps the programs compiled last, because a game is often checked several times in a
// row. It also keeps those of the games that [load] returns without options, because several tests
// play them.
var programs = struct {
	sync.Mutex
	last   [16]*onceCompiled   // a ring: more than tests that run in parallel
	next   int                 // in last
	loaded map[string]*ir.Game // by name
	kept   map[*ir.Game]*onceCompiled
}{loaded: map[string]*ir.Game{}, kept: map[*ir.Game]*onceCompiled{}}

// onceCompiled compiles a game when it is first asked for.
type onceCompiled struct {
	of      *ir.Game
	program func() (*engine.Program, error)
}

func newOnceCompiled(g *ir.Game) *onceCompiled {
	return &onceCompiled{g, sync.OnceValues(func() (*engine.Program, error) {
		return engine.New(g)
	})}
}

// compiled compiles a game, only once if it is asked for again soon or was loaded before.
func compiled(g *ir.Game) (*engine.Program, error) {
	return compilationOf(g).program()
}

func compilationOf(g *ir.Game) *onceCompiled {
	programs.Lock()
	defer programs.Unlock()
	if c := programs.kept[g]; c != nil {
		return c
	}
	for _, c := range programs.last {
		if c != nil && c.of == g {
			return c
		}
	}
	c := newOnceCompiled(g)
	programs.last[programs.next] = c
	programs.next = (programs.next + 1) % len(programs.last)
	return c
}

// loadedBefore returns the game of this name, which load keeps.
func loadedBefore(name string, load func() *ir.Game) *ir.Game {
	programs.Lock()
	defer programs.Unlock()
	g := programs.loaded[name]
	if g == nil {
		g = load()
		programs.loaded[name], programs.kept[g] = g, newOnceCompiled(g)
	}
	return g
}

func newMachine(t testing.TB, g *ir.Game) *machine {
	t.Helper()
	p, err := compiled(g)
	if err != nil {
		t.Fatal(err)
	}
	in, err := p.NewInstance()
	if err != nil {
		t.Fatal(err)
	}
	return &machine{in}
}

func (m *machine) Moves(s engine.Slot) legal {
	n := m.Ready(s)
	var list legal
	for _, step := range m.Steps(nil) {
		list = append(list, m.Name(s, step))
	}
	if n != len(list) {
		panic("the number of steps is not the length of their list")
	}
	return list
}

// Play plays the legal step with this name.
func (m *machine) Play(dst, src engine.Slot, mv position.Move) bool {
	step, ok := m.Find(src, mv)
	if ok {
		m.Instance.Play(dst, src, step)
	}
	return ok
}

func (m *machine) playouts(s engine.Slot, limit int, count bool) engine.Playout {
	return m.Playout(context.Background(), s, limit, count)
}
