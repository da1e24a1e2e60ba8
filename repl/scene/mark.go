package scene

import (
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
)

// lot is a part of what a mark shows: sites, with the player and the kind that they are kept for;
// -1 if for none.
type lot struct {
	owner, kind int
	sites       topology.Set
}

// lots returns the sites of a region, or of a memory in a position.
func lots(rules *ir.Game, name string, p *interp.Position) (all []lot) {
	one := func(of bool, i int) int {
		if of {
			return i
		}
		return -1
	}
	for _, r := range rules.Regions {
		for i, set := range r.Sets {
			if r.Name == name {
				all = append(all, lot{one(r.PerPlayer, i), -1, set})
			}
		}
	}
	for i := range rules.States {
		st := &rules.States[i]
		if st.Name != name || !st.Lies() {
			continue
		}
		players, kinds, _ := rules.Extent(st)
		for player := range players {
			for kind := range kinds {
				all = append(all, lot{one(st.PerPlayer, player), one(st.PerPiece, kind),
					p.Memory(rules, i, player, kind, -1)})
			}
		}
	}
	return all
}

// mark adds to a view what the ruleset marks, in its order: tints, of which a later one hides an
// earlier one; pegs, of which a later one replaces an earlier one of the same player; and pieces
// that only a memory knows of.
func (s Scene) mark(v *board.View, p *interp.Position, men func(owner, kind int) board.Piece) {
	for _, mark := range s.Info.Marks {
		for _, lot := range lots(s.Game.Rules(), mark.Region, p) {
			color := board.Color(mark.Color)
			if mark.Color == ruleset.OfOwner && lot.owner >= 0 {
				color = s.Color(lot.owner)
			}
			switch mark.Style {
			case "piece":
				if len(s.Game.Rules().Kinds) == 0 {
					continue
				}
				for x := range lot.sites.All() {
					lay(v, x, named(s, x, men(lot.owner, max(lot.kind, 0))))
				}
			case "peg":
				peg := board.Piece{Owner: lot.owner, Shape: mark.Shape, Color: color,
					Name:    belongs(s.Game.Rules(), lot.owner, mark.Region),
					Unicode: mark.Unicode, ASCII: mark.ASCII}
				if len(s.Game.Rules().Players) <= 2 { // otherwise signOf would say the player alone
					peg.Unicode = signOf(s.Game.Rules(), lot.owner, mark.Unicode)
					peg.ASCII = signOf(s.Game.Rules(), lot.owner, mark.ASCII)
				}
				for x := range lot.sites.All() {
					stick(v, x, peg)
				}
			default:
				v.Tints = append(v.Tints, board.Tint{Sites: lot.sites, Unicode: mark.Unicode,
					ASCII: mark.ASCII, Color: color, Style: mark.Style, Region: mark.Region})
			}
		}
	}
}

// stick adds a peg to a view. It replaces the one that its player has on the site.
func stick(v *board.View, x topology.Site, peg board.Piece) {
	if v.Pegs == nil {
		v.Pegs = map[topology.Site][]board.Piece{}
	}
	for i := range v.Pegs[x] {
		if v.Pegs[x][i].Owner == peg.Owner {
			v.Pegs[x][i] = peg
			return
		}
	}
	v.Pegs[x] = append(v.Pegs[x], peg)
}

// lay adds a piece to a view, beside what is there.
func lay(v *board.View, x topology.Site, piece board.Piece) {
	if under, ok := v.Pieces[x]; ok {
		if v.Below == nil {
			v.Below, v.Look.Stacks = map[topology.Site][]board.Piece{}, board.Beside
		}
		v.Below[x] = append(v.Below[x], under)
		piece.Name += " and " + under.Name
	}
	v.Pieces[x] = piece
}

// belongs names something of a player, or of no one.
func belongs(rules *ir.Game, owner int, name string) string {
	name = strings.ReplaceAll(name, "_", " ")
	if owner < 0 {
		return name
	}
	return rules.Players[owner].Name + " " + name
}

// laid returns what a player has in a memory that is shown as pieces beside the board, such as the
// cards of a trick.
func (s Scene) laid(h ruleset.Hand, player int, p *interp.Position) (all []board.Item) {
	rules := s.Game.Rules()
	kind := slices.IndexFunc(rules.Kinds, func(k ir.Kind) bool { return k.Name == h.Piece })
	for _, lot := range lots(rules, h.Counter, p) {
		if lot.owner != player || kind < 0 {
			continue
		}
		name := h.Counter // once for all of them
		for x := range lot.sites.All() {
			piece := named(s, x, s.Piece(player, kind))
			all = append(all, board.Item{Name: name, Count: 1, Piece: &piece})
			name = ""
		}
	}
	return all
}
