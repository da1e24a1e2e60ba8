package eval_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// table is a game being played by a test.
type table struct {
	*testing.T
	g *ir.Game
	m *eval.Machine
	p *position.State
}

// load checks a rules text; options are name=value.
func load(t *testing.T, text string, options ...string) *ir.Game {
	t.Helper()
	chosen := map[string]string{}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		chosen[name] = value
	}
	g, list := dsl.Load(source.NewFile(t.Name(), text), chosen, nil)
	for _, d := range list {
		line, column := 0, 0
		if d.Span.Valid() {
			line, column = d.Span.File.Position(d.Span.Lo)
		}
		if list.HasErrors() {
			t.Errorf("%d:%d: %s %s; %s", line, column, d.Severity, d.Summary, d.Detail)
		}
	}
	if list.HasErrors() {
		t.FailNow()
	}
	return g
}

// start begins a game of the rules.
func start(t *testing.T, text string, options ...string) *table {
	t.Helper()
	g := load(t, text, options...)
	m := eval.New(g)
	return &table{t, g, m, m.Start()}
}

// text writes a step as the name of its move and the values of its roles.
func (b *table) text(step position.Move) string {
	id, values := b.m.Layout().Unpack(step)
	switch id {
	case ir.PassID:
		return "pass"
	case ir.DoneID:
		return "done"
	}
	mv := b.g.Moves[id]
	words := []string{mv.Name}
	for r, role := range mv.Roles {
		switch n := values[r]; role.Type {
		case ir.Sites:
			words = append(words, b.g.Board.Names[n])
		case ir.Steps:
			words = append(words, b.g.Board.Directions[n].Name)
		case ir.Kinds:
			words = append(words, b.g.Kinds[n].Name)
		case ir.Players:
			words = append(words, b.g.Players[n].Name)
		default:
			words = append(words, fmt.Sprint(n))
		}
	}
	return strings.Join(words, " ")
}

// steps lists the legal steps in alphabetical order.
func (b *table) steps() string {
	var texts []string
	for _, step := range b.m.Moves(b.p) {
		texts = append(texts, b.text(step))
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}

// may fails the test unless these are the legal steps.
func (b *table) may(want string) {
	b.Helper()
	if got := b.steps(); got != want {
		b.Errorf("legal: %q, want %q", got, want)
	}
}

// find returns a step by its text, legal or not. The text names its sites and other members.
func (b *table) find(text string) position.Move {
	b.Helper()
	words := strings.Fields(text)
	switch words[0] {
	case "pass":
		return position.Pass
	case "done":
		return position.Done
	}
	for _, mv := range b.g.Moves {
		if mv.Name != words[0] || len(mv.Roles) != len(words)-1 {
			continue
		}
		var values []int64
		for r, role := range mv.Roles {
			word, n := words[r+1], -1
			switch role.Type {
			case ir.Sites:
				n = slices.Index(b.g.Board.Names, word)
			case ir.Steps:
				n = slices.IndexFunc(b.g.Board.Directions,
					func(d topology.Direction) bool { return d.Name == word })
			case ir.Kinds:
				n = slices.IndexFunc(b.g.Kinds, func(k ir.Kind) bool { return k.Name == word })
			case ir.Players:
				n = slices.IndexFunc(b.g.Players, func(p ir.Player) bool { return p.Name == word })
			default:
				fmt.Sscan(word, &n)
			}
			values = append(values, int64(n))
		}
		if step, ok := b.m.Layout().Pack(mv.ID, values); ok {
			return step
		}
	}
	b.Fatalf("no step %q", text)
	return 0
}

// play plays steps.
func (b *table) play(texts ...string) {
	b.Helper()
	for _, text := range texts {
		next := b.m.Play(b.p, b.find(text))
		if next == nil {
			b.Fatalf("%s is not legal, but %s", text, b.steps())
		}
		b.p = next
	}
}

// ends fails the test unless the game has ended this way.
func (b *table) ends(want string) {
	b.Helper()
	got := "goes on"
	if r := b.p.Result; r != nil {
		var names []string
		for _, w := range r.Winners {
			names = append(names, b.g.Players[w].Name)
		}
		got = "won by "
		if r.Draw {
			got = "drawn "
		}
		got += strings.Join(names, " ") + ": " + r.Reason
		if b.m.Moves(b.p) != nil {
			b.Error("the game has ended, but there are legal steps")
		}
	}
	if got != want {
		b.Errorf("the game %s, want %s", got, want)
	}
}

// pieces shows the sites of a player's pieces, or with -1 of all.
func (b *table) pieces(player int) string {
	set := b.p.Occupied()
	if player >= 0 {
		set = b.p.Owned[player]
	}
	var names []string
	for x := range set.All() {
		_, kind, _ := b.p.At(x)
		names = append(names, b.g.Board.Names[x]+" "+b.g.Kinds[kind].Name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func (b *table) mover(want string) {
	b.Helper()
	if got := b.g.Players[b.p.ToMove].Name; got != want {
		b.Errorf("%s is to move, want %s", got, want)
	}
}

func topologySite(n int) topology.Site { return topology.Site(n) }
