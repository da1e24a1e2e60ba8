// Package scene says how a position looks: the sign and color of each piece, the numbers on its
// cells, and the sites that the game highlights. It turns a position of a game into a [board.View],
// which package board draws.
//
//	interp.Position + ruleset.Info → Scene → board.View → board.Text, board.SVG, board.Lay
package scene

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
)

// Scene is a game and how its ruleset wants it shown. It is immutable and may be shared.
type Scene struct {
	Game *interp.Game
	Info *ruleset.Info
}

// View returns the view of a position: pieces, numbers and tinted sites, without marks.
func (s Scene) View(p *interp.Position) board.View {
	rules := s.Game.Rules()
	v := board.View{Board: rules.Board, Pieces: map[topology.Site]board.Piece{}, Tints: s.Tints()}
	for x := range p.Occupied().All() {
		owner, kind, _ := p.At(x)
		v.Pieces[x] = s.lying(p, x, s.Piece(owner, kind))
	}
	v.Places, _ = board.Rows(rules.Board, s.Info.Rows()) // [Scene.Misfit] says what is wrong
	v.Below = s.below(p)
	v.Numbers, v.Counted = s.counted(p)
	v.Counts, v.Deep = s.counts(p)
	return v
}

// Misfit returns the error of a layout that does not fit the board, which pictures ignore; nil if
// it fits or there is none.
func (s Scene) Misfit() error {
	if _, err := board.Rows(s.Game.Rules().Board, s.Info.Rows()); err != nil {
		return fmt.Errorf("the layout does not fit the board and is ignored: %w", err)
	}
	return nil
}

// Tints returns the sites that the ruleset marks, region by region; a later one hides an earlier
// one.
func (s Scene) Tints() []board.Tint {
	var tints []board.Tint
	for _, mark := range s.Info.Marks {
		for _, r := range s.Game.Rules().Regions {
			if r.Name != mark.Region {
				continue
			}
			for player, set := range r.Sets {
				color := board.Color(mark.Color)
				if mark.Color == ruleset.OfOwner && r.PerPlayer {
					color = s.color(player)
				}
				tints = append(tints,
					board.Tint{Sites: set, Unicode: mark.Unicode, ASCII: mark.ASCII, Color: color})
			}
		}
	}
	return tints
}

// color returns the color of a player's pieces.
func (s Scene) color(player int) board.Color {
	for kind, k := range s.Game.Rules().Kinds {
		if !k.Neutral {
			return s.Piece(player, kind).Color
		}
	}
	return "gray"
}

// lying adds to the name of the piece on a site what lies below it, from above: "White man on Black
// man, Black king".
func (s Scene) lying(p *interp.Position, x topology.Site, top board.Piece) board.Piece {
	tower := p.Tower(x)
	if len(tower) < 2 {
		return top
	}
	var names []string
	for _, piece := range slices.Backward(tower[:len(tower)-1]) {
		names = append(names, s.Piece(int(piece.Owner), int(piece.Kind)).Name)
	}
	top.Name += " on " + strings.Join(names, ", ")
	return top
}

// below returns what lies below the tops of towers, the lowest first; nil on a board without
// towers.
func (s Scene) below(p *interp.Position) map[topology.Site][]board.Piece {
	if !s.Game.Rules().Towers {
		return nil
	}
	below := map[topology.Site][]board.Piece{}
	for x := range p.Occupied().All() {
		tower := p.Tower(x)
		for _, piece := range tower[:len(tower)-1] {
			below[x] = append(below[x], s.Piece(int(piece.Owner), int(piece.Kind)))
		}
	}
	return below
}

// counted returns the numbers beside the pieces, and what they count: the height of towers, or the
// first counter that the rules keep per cell, where it is not 0. It returns nil if the rules count
// nothing on cells.
func (s Scene) counted(p *interp.Position) (numbers map[topology.Site]int64, name string) {
	rules := s.Game.Rules()
	if rules.Towers {
		numbers = map[topology.Site]int64{}
		for x := range p.Occupied().All() {
			if n := len(p.Tower(x)); n > 1 {
				numbers[x] = int64(n)
			}
		}
		return numbers, "height"
	}
	for i, st := range rules.States {
		if !st.PerCell || st.PerPlayer || st.PerPiece || st.Type != ir.Number {
			continue
		}
		numbers = map[topology.Site]int64{}
		for x := range rules.Board.Cells.All() {
			if n := p.Number(rules, i, -1, -1, x); n != 0 {
				numbers[x] = n
			}
		}
		return numbers, st.Name
	}
	return nil, ""
}

// counts returns the numbers on cells that Scene.counted leaves out: those of players, and
// further neutral ones. The ruleset may give a player's counter a sign as it does for a piece.
// Otherwise the sign is the initial of the player, or of the counter if it is neutral. Deep is how
// many parts a cell may show at once; 0 if the rules keep no such numbers.
func (s Scene) counts(p *interp.Position) (counts map[topology.Site][]board.Count, deep int) {
	rules := s.Game.Rules()
	first := !rules.Towers // the one that counted returns
	for i, st := range rules.States {
		if !st.PerCell || st.PerPiece || st.Type != ir.Number {
			continue
		}
		if !st.PerPlayer && first {
			first = false
			deep++
			continue
		}
		if counts == nil {
			counts = map[topology.Site][]board.Count{}
		}
		owners := []int{-1}
		if st.PerPlayer {
			owners = owners[:0]
			for player := range rules.Players {
				owners = append(owners, player)
			}
		}
		for _, owner := range owners {
			deep++
			count := s.count(owner, st.Name)
			for x := range rules.Board.Cells.All() {
				if count.N = p.Number(rules, i, owner, -1, x); count.N != 0 {
					counts[x] = append(counts[x], count)
				}
			}
		}
	}
	if counts == nil {
		return nil, 0
	}
	if len(rules.Kinds) > 0 {
		deep++
	}
	return counts, deep
}

// count says how to show a counter of a player, or with -1 a neutral one.
func (s Scene) count(owner int, name string) board.Count {
	c := board.Count{Owner: owner, Name: name, Unicode: initial(name), Color: "gray"}
	if owner >= 0 {
		rules := s.Game.Rules()
		player := rules.Players[owner].Name
		c.Name = player + " " + name
		if info, ok := s.Info.Piece(player, name); ok {
			c.Unicode, c.ASCII, c.Color = info.Unicode, info.ASCII, board.Color(info.Color)
			return c
		}
		c.Unicode, c.Color = initial(player), s.colorOf(owner)
		for i, other := range rules.Players {
			if i != owner && initial(other.Name) == c.Unicode {
				c.Unicode = string(rune('A' + owner)) // a number would run into the count
			}
		}
	}
	c.ASCII = c.Unicode
	return c
}

// initial returns the first letter of a name.
func initial(name string) string { return name[:1] }

// colors are for the players of games that do not say how to show their pieces.
var colors = []board.Color{"red", "blue", "green", "yellow", "magenta", "cyan", "orange", "white"}

// called returns the color that a player is called by, as White and Red are; "" if by none. Gray is
// for pieces of nobody.
func called(name string) board.Color {
	for _, color := range colors {
		if strings.EqualFold(name, string(color)) {
			return color
		}
	}
	switch strings.ToLower(name) {
	case "black":
		return "black"
	case "purple":
		return "magenta"
	}
	return ""
}

// colorOf is the color of a player where the ruleset says none: the one the player is called by or,
// for a name that is none, the first one that is left.
func (s Scene) colorOf(player int) board.Color {
	players := s.Game.Rules().Players
	if color := called(players[player].Name); color != "" {
		return color
	}
	before := 0 // how many players without such a name come first
	for _, p := range players[:player] {
		if called(p.Name) == "" {
			before++
		}
	}
	for _, color := range colors {
		if slices.ContainsFunc(players, func(p ir.Player) bool { return called(p.Name) == color }) {
			continue
		}
		if before == 0 {
			return color
		}
		before--
	}
	return colors[player%len(colors)]
}

// Piece says how to show a piece of an owner (position.Nobody: a neutral one) and a kind: as the
// ruleset says, or by the letter of its kind in the color of its player; see [Scene.colorOf].
func (s Scene) Piece(owner, kind int) board.Piece {
	rules := s.Game.Rules()
	k := rules.Kinds[kind]
	player := ""
	if owner >= 0 {
		player = rules.Players[owner].Name
	}
	name := strings.TrimSpace(player + " " + k.Name)
	if info, ok := s.Info.Piece(player, k.Name); ok {
		return board.Piece{
			Owner: owner, Name: name, Unicode: info.Unicode, ASCII: info.ASCII,
			Color: board.Color(info.Color),
		}
	}
	sign := k.Sign
	if len(rules.Kinds) == 1 || sign == "" {
		sign = "o"
	}
	p := board.Piece{Owner: owner, Name: name, Unicode: sign, ASCII: sign, Color: "gray"}
	if owner < 0 {
		return p
	}
	p.Color = s.colorOf(owner)
	switch {
	case len(rules.Players) > 2: // upper and lower case distinguish only two players
		sign = string(rune('0' + (owner+1)%10))
	case owner == 0:
		sign = strings.ToUpper(sign)
	default:
		sign = strings.ToLower(sign)
	}
	p.Unicode, p.ASCII = sign, sign
	return p
}

// Named returns the sites that a step names in its roles; none of a pass or a done.
func (s Scene) Named(m interp.Move) topology.Set {
	var set topology.Set
	id, values := s.Game.Roles(m)
	if int(id) >= len(s.Game.Rules().Moves) {
		return set
	}
	for r, role := range s.Game.Rules().Moves[id].Roles {
		if role.Type == ir.Sites {
			set.Add(topology.Site(values[r]))
		}
	}
	return set
}

// Touched returns the sites to mark for the last step: those it changed and those it names. It
// skips the role `at`: a piece was placed or a wall built there, so that site changed anyway.
func (s Scene) Touched(m interp.Move, after *interp.Position) topology.Set {
	set := after.Touched()
	id, values := s.Game.Roles(m)
	if int(id) >= len(s.Game.Rules().Moves) {
		return set
	}
	for r, role := range s.Game.Rules().Moves[id].Roles {
		if role.Type == ir.Sites && role.Word != "at" {
			set.Add(topology.Site(values[r]))
		}
	}
	return set
}
