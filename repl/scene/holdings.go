package scene

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
)

// Holdings says what a player has in a position of a game that began at first: pieces on the board
// by kind, pieces that lie below others, then counters. It is empty if the player can have nothing.
func (s Scene) Holdings(first, p *interp.Position, player int) string {
	var men []string
	owned := 0 // kinds that players can own
	kinds := s.Game.Rules().Kinds
	for k, kind := range kinds {
		if kind.Neutral {
			continue
		}
		owned++
		mine := p.Owned(player).And(p.OfKind(k))
		if n := mine.Len(); n > 0 || len(kinds) == 1 {
			men = append(men, diag.Amount(n, kind.Name))
		}
	}
	text := strings.Join(men, ", ")
	switch {
	case text == "" && owned > 0 && occupies(s.Game.Rules(), first):
		text = "nothing on the board"
	case text != "" && s.Counters(first, p, player) != "":
		text += " on the board"
	}
	return together(together(text, buried(s, p, player)), s.Unseen(first, p, player))
}

// occupies reports whether a piece may stand on the board in a game that began at first.
func occupies(rules *ir.Game, first *interp.Position) bool {
	set := first.Occupied()
	return !set.Empty() || slices.ContainsFunc(rules.Moves,
		func(m *ir.Move) bool { return m.Does(ir.Place) })
}

// buried says which pieces of a player lie below others; "" if none do.
func buried(s Scene, p *interp.Position, player int) string {
	rules := s.Game.Rules()
	if !rules.Towers {
		return ""
	}
	count := make([]int, len(rules.Kinds))
	for x := range p.Occupied().All() {
		tower := p.Tower(x)
		for _, piece := range tower[:len(tower)-1] {
			if int(piece.Owner) == player {
				count[piece.Kind]++
			}
		}
	}
	var men []string
	for k, n := range count {
		if n > 0 {
			men = append(men, diag.Amount(n, rules.Kinds[k].Name))
		}
	}
	if men == nil {
		return ""
	}
	return strings.Join(men, ", ") + " below others"
}

// Unseen says what a player has that the board does not show, in a position of a game that began at
// first.
func (s Scene) Unseen(first, p *interp.Position, player int) string {
	out := ""
	if !p.In(player) && len(s.Game.Rules().Players) > 2 { // with two players, the result says so
		out = "out of the game"
	}
	return together(s.Counters(first, p, player), out)
}

// together joins two parts of a sentence, either of which may be empty.
func together(first, second string) string {
	if first != "" && second != "" {
		first += "; "
	}
	return first + second
}

// Counters lists the counters of a player, or with -1 those of no player, such as "marbles 19,
// points 2" or "hand: 2 pawn + 1 rook", in a position of a game that began at first. Counters of
// cells are on the board. Counters that were always zero are left out, and so are counters of this
// turn that have not changed.
func (s Scene) Counters(first, p *interp.Position, player int) string {
	return s.counters(first, p, player, nil)
}

// counters is Counters, for a picture if it is without some counters, by their number.
func (s Scene) counters(first, p *interp.Position, player int, without map[int]bool) string {
	var all []string
	rules := s.Game.Rules()
	for i, st := range rules.States {
		if st.PerPlayer != (player >= 0) || st.PerCell || without[i] {
			continue
		}
		number := func(p *interp.Position, kind int) int64 {
			return p.Number(rules, i, player, kind, topology.None)
		}
		var kinds []string
		switch {
		case st.Type == ir.Kinds && !st.PerPiece:
			for k, kind := range rules.Kinds {
				if number(p, -1)>>k&1 != 0 {
					name := kind.Name
					if without == nil { // in a terminal, where its sign is typed
						name += " " + s.Game.Notation().ValueText(&ir.Role{Type: ir.Kinds}, int64(k), true)
					}
					kinds = append(kinds, name)
				}
			}
		case st.Type == ir.Number && st.PerPiece:
			for k, kind := range rules.Kinds {
				n := number(p, k)
				if n == 1 && without != nil {
					kinds = append(kinds, kind.Name)
				} else if n != 0 {
					kinds = append(kinds, fmt.Sprint(n, " ", kind.Name))
				}
			}
		case st.Type == ir.Number:
			n, began := number(p, -1), number(first, -1)
			if n == began && (st.ThisTurn || n == 0 && (player < 0 || !s.rises(i))) {
				continue // it has always been 0, or concerns no one yet
			}
			if reason, most := s.ending(i); reason != "" && player < 0 {
				all = append(all, fmt.Sprintf("%s: %d of %d", reason, n, most))
				continue
			}
			text := fmt.Sprint(st.Name, " ", n)
			if n == 1 && player >= 0 && n < began && s.spent(i) {
				text += " (the last one: make it count!)"
			}
			all = append(all, text)
		}
		if kinds != nil {
			all = append(all, st.Name+": "+strings.Join(kinds, " + "))
		}
	}
	return strings.ReplaceAll(strings.Join(all, ", "), "_", " ")
}

// OnCells says what a player has in the counters that the rules keep on cells, such as "15 men on
// the board"; "" if they keep none.
func (s Scene) OnCells(p *interp.Position, player int) string {
	var all []string
	rules := s.Game.Rules()
	for i, st := range rules.States {
		if !st.PerPlayer || !st.PerCell || st.PerPiece || st.Type != ir.Number {
			continue
		}
		sum := int64(0)
		for x := range rules.Board.Cells.All() {
			sum += p.Number(rules, i, player, -1, x)
		}
		all = append(all, fmt.Sprintf("%d %s", sum, st.Name))
	}
	if all == nil {
		return ""
	}
	return strings.Join(all, ", ") + " on the board"
}

// ending returns the reason and the number with which a neutral counter ends the game, such as
// fifty moves and 100; "" if no end condition only compares it with a constant.
func (s Scene) ending(state int) (reason string, most int64) {
	for _, sentence := range s.Game.Rules().End {
		if c := sentence.If; c != nil && c.Op == ir.Ge && c.Args[0].Op == ir.StateOf &&
			c.Args[0].N == int64(state) && c.Args[1].Op == ir.ConstNumber {
			return sentence.Text, c.Args[1].N
		}
	}
	return "", 0
}

// spent reports whether some move of the rules decreases a counter.
func (s Scene) spent(state int) bool {
	for _, m := range s.Game.Rules().Moves {
		for _, e := range m.Do {
			if e.Op == ir.Assign && e.State == state && e.Assign == ir.TakeFrom {
				return true
			}
		}
	}
	return false
}

// rises reports whether some move of the rules may increase a counter.
func (s Scene) rises(state int) bool {
	played := s.played()
	for _, m := range s.Game.Rules().Moves {
		if !played[m.ID] {
			continue
		}
		for _, e := range m.Do {
			if raises(e, state) {
				return true
			}
		}
	}
	return false
}

// played is the set of moves that a turn can reach with the options of the game.
func (s Scene) played() map[ir.MoveID]bool {
	all := map[ir.MoveID]bool{}
	rules := s.Game.Rules()
	var look func(c *ir.Choice)
	look = func(c *ir.Choice) {
		if c == nil {
			return
		}
		for _, g := range c.Groups {
			for _, item := range g.Items {
				never := item.When != nil && item.When.Op == ir.ConstTruth && item.When.N == 0
				if item.Op == ir.MoveItem && !never && !all[item.Move] {
					all[item.Move] = true
					look(rules.Moves[item.Move].Then)
				}
			}
		}
	}
	look(rules.SetupThen)
	look(rules.Turn)
	return all
}

// raises reports whether an effect may increase a counter.
func raises(e *ir.Effect, state int) bool {
	switch {
	case e == nil:
		return false
	case e.Op == ir.Assign:
		return e.State == state && e.Assign != ir.TakeFrom
	}
	return raises(e.Body, state) ||
		slices.ContainsFunc(e.More, func(more *ir.Effect) bool { return raises(more, state) })
}
