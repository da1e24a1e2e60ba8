package ruleset

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
)

// sameAims reports whether a variant is won and lost like the game in the file that it extends. The
// game is read with the options that the variant has by default, as far as it knows them.
func sameAims(file *source.File, variant *ir.Game, lib dsl.Library) bool {
	game, _ := dsl.Load(file, nil, lib)
	if game == nil {
		return false
	}
	chosen := map[string]string{}
	for _, o := range game.Options {
		i := slices.IndexFunc(variant.Options, func(v ir.Option) bool { return v.Name == o.Name })
		if i < 0 {
			continue
		}
		if v := variant.Options[i].Value; v != o.Value && slices.Contains(o.Domain, v) {
			chosen[o.Name] = v
		}
	}
	if len(chosen) > 0 {
		if game, _ = dsl.Load(file, chosen, lib); game == nil {
			return false
		}
	}
	sites := slices.Equal(game.Board.Names, variant.Board.Names)
	return slices.Equal(aims(game, sites), aims(variant, sites))
}

// aims returns how a game is won and lost, in any order. Draws are left out: what is good for a
// player stays good if fewer games are decided. Sets of sites are named only if that is asked for,
// since no two boards have the same.
func aims(rules *ir.Game, sites bool) (all []string) {
	add := func(outcome any, player int, of ...*ir.Expr) {
		m := meaning{rules: rules, sites: sites, met: map[*ir.Func]bool{}, changed: map[int]bool{}}
		fmt.Fprint(&m.text, outcome, " ", player)
		for _, x := range of {
			m.add(x)
		}
		all = append(all, m.text.String())
	}
	for _, s := range rules.End {
		if s.Outcome != ir.Draw {
			add(s.Outcome, s.Player, s.Of, s.If)
		}
	}
	for _, group := range rules.Turn.Groups {
		for _, item := range group.Items {
			if item.Op == ir.WinItem || item.Op == ir.LoseItem {
				add(item.Op, item.Player, item.When)
			}
		}
	}
	slices.Sort(all)
	return all
}

// A meaning is a text that two expressions have in common if they are written alike and the names
// in them stand for the same: a variant may define them anew. Indexes of states, for example,
// differ between rules, so expressions alone cannot be compared.
type meaning struct {
	rules *ir.Game
	sites bool
	met   map[*ir.Func]bool
	// the states of which the text says how moves change them
	changed map[int]bool
	text    strings.Builder
}

func (m *meaning) add(x *ir.Expr) {
	if x == nil {
		return
	}
	fmt.Fprintf(&m.text, "\n%s", strings.Join(strings.Fields(x.Span.Text()), " "))
	ir.Walk(x, func(x *ir.Expr) bool {
		m.constant(x)
		if x.Op == ir.StateOf {
			m.state(int(x.N))
		}
		m.function(x.Func)
		if x.Step != nil {
			m.function(x.Step.Func)
		}
		return true
	})
}

// function adds what a definition means, once.
func (m *meaning) function(f *ir.Func) {
	if f != nil && !m.met[f] {
		m.met[f] = true
		m.add(f.Body)
	}
}

// state adds how moves change a state, once: a counter may count for the other player instead.
func (m *meaning) state(n int) {
	if m.changed[n] {
		return
	}
	m.changed[n] = true
	changes := map[string]*ir.Effect{}
	for _, mv := range m.rules.Moves {
		for _, e := range mv.Do {
			if e.Any(func(e *ir.Effect) bool { return e.Op == ir.Assign && e.State == n }) {
				changes[strings.Join(strings.Fields(e.Span.Text()), " ")] = e
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(changes)) {
		fmt.Fprintf(&m.text, "\n%s", text)
		changes[text].Exprs(m.add)
	}
}

// constant adds what a constant stands for. It may be the value of a definition or a region.
func (m *meaning) constant(x *ir.Expr) {
	switch x.Op {
	case ir.ConstSites, ir.PlayerSites:
		if m.sites {
			fmt.Fprint(&m.text, "; ", x.Sets)
		}
	case ir.ConstNumber, ir.ConstTruth, ir.ConstPlayers:
		fmt.Fprint(&m.text, "; ", x.N)
	case ir.ConstKinds:
		for k := uint64(x.N); k != 0; k &= k - 1 {
			fmt.Fprint(&m.text, "; ", m.rules.Kinds[bits.TrailingZeros64(k)].Name)
		}
	case ir.ConstSteps:
		fmt.Fprint(&m.text, "; ", x.Dirs)
	}
}
