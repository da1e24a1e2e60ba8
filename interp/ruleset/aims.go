package ruleset

import (
	"fmt"
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
		m := meaning{rules: rules, sites: sites, met: map[*ir.Func]bool{}, states: map[int]bool{}}
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
	states map[int]bool
	text   strings.Builder
}

func (m *meaning) add(x *ir.Expr) {
	if x == nil {
		return
	}
	m.span(x.Span)
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

// span adds a part of the rules as it is written.
func (m *meaning) span(s source.Span) {
	fmt.Fprint(&m.text, "\n", strings.Join(strings.Fields(s.Text()), " "))
}

// state adds how a state begins and how moves change it, once: a counter may count for the other
// player instead.
func (m *meaning) state(n int) {
	if m.states[n] {
		return
	}
	m.states[n] = true
	st := &m.rules.States[n]
	fmt.Fprint(&m.text, "; ", st.PerPlayer, st.ThisTurn)
	m.add(st.Init)
	var changes []string
	for _, mv := range m.rules.Moves {
		for _, e := range mv.Do {
			if e.Any(func(e *ir.Effect) bool { return e.Op == ir.Assign && e.State == n }) {
				changes = append(changes, m.change(mv, e))
			}
		}
	}
	slices.Sort(changes)
	fmt.Fprint(&m.text, slices.Compact(changes))
}

// change returns what an effect of a move means, with what its variables stand for.
func (m *meaning) change(mv *ir.Move, e *ir.Effect) string {
	one := meaning{rules: m.rules, sites: m.sites, met: map[*ir.Func]bool{}, states: m.states}
	one.span(e.Span)
	met := map[int]bool{}
	var add func(x *ir.Expr)
	add = func(x *ir.Expr) {
		one.add(x)
		ir.Walk(x, func(x *ir.Expr) bool {
			if slot := int(x.N); x.Op == ir.Var && !met[slot] {
				met[slot] = true
				for _, c := range mv.Clauses {
					if c.Op == ir.LetClause && c.Slot == slot ||
						c.Op == ir.BindClause && mv.Roles[c.Role].Slot == slot {
						add(c.Value)
					}
				}
				for _, before := range mv.Do {
					if before.Op == ir.LetEffect && before.Slot == slot {
						add(before.A)
					}
				}
			}
			return true
		})
	}
	e.Exprs(add)
	return one.text.String()
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
