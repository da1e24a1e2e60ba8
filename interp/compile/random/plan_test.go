package random

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/programs"
)

// programOf reads rules and makes their programs, without the passes named.
func programOf(t *testing.T, rules string, without ...string) *programs.Program {
	t.Helper()
	g, problems := dsl.Load(source.NewFile("x.rules", rules), nil, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	p, err := programs.ProgramOf(t.Context(), g, without...)
	if err != nil {
		t.Fatal(err)
	}
	p.FieldWords = slices.Repeat([]int{1}, len(p.Fields)) // as the layout of the memory says
	return p
}

// but returns the names of all passes but one.
func but(name string) (all []string) {
	for _, p := range Passes {
		if p.Name != name {
			all = append(all, p.Name)
		}
	}
	return all
}

const hex = `
game "Hex"
players Red, Blue
board rhombus(7, 7)
piece stone
region start { Red: file(1), Blue: rank(1) }
region goal  { Red: file(7), Blue: rank(7) }
move put { at c in empty  do place stone on c }
turn put else draw
end { win if connects(mine, start, goal) }
`

// The same with men that walk: their set does not only grow.
var walk = strings.Replace(hex, "move put { at c in empty  do place stone on c }",
	"setup {\n Red stone: a1\n Blue stone: b1\n}\n"+
		"move put { from p in mine  to c in p.adjacent & empty  do p -> c }", 1)

// keep alone: what is connected to an edge is kept, and no other pass has run.
func TestKeep(t *testing.T) {
	p := planOf(programOf(t, hex, but("keep")...), true)
	if len(p.floods) != 2 {
		t.Fatalf("%d floods are kept, want one for each player", len(p.floods))
	}
	for _, k := range p.floods {
		if k.flood.Op != graph.SFlood || k.flood.B != p.p.Before.Sets[k.field] {
			t.Errorf("a flood through something else than the set %d", k.field)
		}
	}
	if len(p.samples)+len(p.mirrored)+len(p.untried) > 0 {
		t.Error("another pass has run")
	}
	if p := planOf(programOf(t, hex, "keep"), true); len(p.floods) > 0 {
		t.Error("switched off, and it ran")
	}
}

// keep does not apply where stones can be taken: a set that only shrinks or moves is not kept.
func TestKeepNeedsSetsThatGrow(t *testing.T) {
	p := planOf(programOf(t, walk, but("keep")...), true)
	if p == nil || len(p.floods) != 0 {
		t.Errorf("%+v", p)
	}
}

// Men walk two cells, around walls that stay where they are put.
const walls = `
game "Walls"
players Red, Blue
board square(11, 11) with edges
piece man
piece wall { neutral, on edges, blocks }
setup {
  Red man:  a1
  Blue man: k11
}
move step  { from p in mine  to q in p.orthogonal{2} & empty  do p -> q }
move build { at e in edges & empty_edges  do place wall on e }
turn step, build else draw
def empty_edges = edges - wall
`

// steady keeps which ways walls leave open, in the programs of both players alike.
func TestSteady(t *testing.T) {
	p := planOf(programOf(t, walls, but("steady")...), true)
	if len(p.steady) == 0 || len(p.steadyOf) == 0 {
		t.Fatal("no sets are kept")
	}
	for _, s := range p.steady {
		read := map[*graph.Node]bool{}
		programs.Reads(s.is, read)
		for i, old := range p.p.Before.Sets {
			if read[old] && p.p.Fields[i].Plane == 0 {
				t.Errorf("a set that depends on where the men are")
			}
		}
	}
	if p := planOf(programOf(t, walls, "steady"), true); len(p.steady) > 0 {
		t.Error("switched off, and it ran")
	}
}

// steady does not apply where every turn ends with a wall, or where walls go away again.
func TestSteadyNeedsSetsThatLast(t *testing.T) {
	for _, rules := range []string{
		strings.Replace(walls, "turn step, build", "turn build", 1),
		strings.Replace(walls, "do p -> q", "do p -> q, remove wall", 1),
	} {
		if p := planOf(programOf(t, rules, but("steady")...), true); len(p.steady) > 0 {
			t.Errorf("%d sets are kept in %s", len(p.steady), rules)
		}
	}
}

// sample applies to a choice of any free place, from 32 places on.
func TestSample(t *testing.T) {
	for size, want := range map[string]int{"7": 2, "5": 0} {
		text := strings.ReplaceAll(hex, "7", size)
		if p := planOf(programOf(t, text, but("sample")...), true); len(p.samples) != want {
			t.Errorf("%s by %s places: %d groups are sampled, want %d", size, size, len(p.samples), want)
		}
	}
}
