// Package scene says how a position looks: the sign and color of each piece, the numbers on its
// cells, and the sites that the game highlights. It turns a position of a game into a [board.View],
// which package board draws.
//
//	interp.Position + ruleset.Info → Scene → board.View → board.Text, board.SVG, board.Lay
package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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

// View returns the view of a position: pieces, numbers and what the ruleset marks, but nothing of
// what may be done.
func (s Scene) View(p *interp.Position) board.View {
	rules := s.Game.Rules()
	f := factsOf(rules)
	v := board.View{Board: rules.Board, Pieces: map[topology.Site]board.Piece{}}
	frame, region := s.frame(f)
	v.Look = board.Look{Board: s.boardOf(f), Labels: s.Info.Look.Labels,
		Stacks: s.Info.Look.Stacks, Frame: frame, FrameOf: region, Blocks: s.Info.Look.Blocks}
	v.Look.Stars = starsOf(s, v.Look.Board)
	men := s.pieces()
	for x := range p.Occupied().All() {
		owner, kind, _ := p.At(x)
		v.Pieces[x] = named(s, x, s.lying(p, x, men(owner, kind)))
	}
	v.Places, _ = board.Rows(rules.Board, s.Info.Rows()) // [Scene.Misfit] says what is wrong
	v.Below = below(s, p, men)
	s.mark(&v, p, men)
	v.Links = linksOf(s, p, f)
	v.Numbers, v.Counted = s.counted(p)
	s.sides(&v, p)
	v.Threat = interp.Threat(s.Game, p)
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

// Color returns the color of a player's pieces.
func (s Scene) Color(player int) board.Color {
	name := s.Game.Rules().Players[player].Name
	for _, info := range s.Info.Pieces {
		if info.Player == name && info.Color != "" {
			return board.Color(info.Color)
		}
	}
	if s.Info.Look.Pieces == "wedge" && player < 2 { // which are of wood, whoever has them
		return []board.Color{"black", "white"}[player]
	}
	return s.colorOf(player)
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

// named gives a playing card its rank and suit: the names of its column and row in the coordinates
// of the game, where c, d, s and h are suits.
func named(s Scene, x topology.Site, card board.Piece) board.Piece {
	b := s.Game.Rules().Board
	for _, c := range s.Info.Coordinates {
		if card.Shape == "card" && c.Preset == ruleset.NoPreset {
			rank := ruleset.CountedFrom(c.Column, b.Column[x]-1)
			suit := ruleset.CountedFrom(c.Line, b.Row[x]-1)
			card.Unicode, card.ASCII = rank, rank
			card.Letter = rank + strings.NewReplacer("c", "♣", "d", "♦", "s", "♠", "h", "♥").Replace(suit)
			card.Name = strings.TrimSpace(card.Name + " " + card.Letter)
		}
	}
	return card
}

// below returns what lies below the tops of towers, the lowest first; nil on a board without
// towers.
func below(s Scene, p *interp.Position,
	men func(owner, kind int) board.Piece) map[topology.Site][]board.Piece {
	if !s.Game.Rules().Towers {
		return nil
	}
	below := map[topology.Site][]board.Piece{}
	for x := range p.Occupied().All() {
		tower := p.Tower(x)
		for _, piece := range tower[:len(tower)-1] {
			below[x] = append(below[x], men(int(piece.Owner), int(piece.Kind)))
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
		c.Unicode, c.Color = initial(player), s.colorOf(owner)
		if info, ok := s.Info.Piece(player, name); ok {
			c.Color = board.Color(cmp.Or(info.Color, string(c.Color)))
			if info.Unicode != "" {
				c.Unicode, c.ASCII = info.Unicode, info.ASCII
				return c
			}
		}
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

// called returns the color that a player is called by, as White and Red are; "" if by none.
func called(name string) board.Color { return board.Color(ruleset.ColorOf(name)) }

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
	return s.piece(owner, kind, s.shaped(owner, kind))
}

// pieces returns a function that says how pieces look, and remembers it.
func (s Scene) pieces() func(owner, kind int) board.Piece {
	type man struct{ owner, kind int }
	known := map[man]board.Piece{}
	return func(owner, kind int) board.Piece {
		p, ok := known[man{owner, kind}]
		if !ok {
			p = s.Piece(owner, kind)
			known[man{owner, kind}] = p
		}
		return p
	}
}

// shaped returns the shape of a piece.
func (s Scene) shaped(owner, kind int) string {
	rules := s.Game.Rules()
	player := ""
	if owner >= 0 {
		player = rules.Players[owner].Name
	}
	info, _ := s.Info.Piece(player, rules.Kinds[kind].Name)
	if info.Shape != "" {
		return info.Shape
	}
	f := factsOf(rules)
	return s.shapeOf(kind, info.Unicode, s.boardOf(f), f)
}

func (s Scene) piece(owner, kind int, shape string) board.Piece {
	rules := s.Game.Rules()
	k := rules.Kinds[kind]
	player := ""
	if owner >= 0 {
		player = rules.Players[owner].Name
	}
	sign := k.Sign
	single := len(rules.Kinds) == 1
	if sign == "" || single && (owner >= 0 || strings.HasPrefix(k.Name, sign)) {
		sign = "o" // no sign was declared, or none is needed
	}
	p := board.Piece{Owner: owner, Name: strings.TrimSpace(player + " " + k.Name), Unicode: sign,
		ASCII: sign, Color: cmp.Or(called(k.Name), "gray"), Shape: shape}
	info, known := s.Info.Piece(player, k.Name)
	if owner >= 0 {
		p.Color = s.colorOf(owner)
		if sign = signOf(rules, owner, sign); len(rules.Players) > 2 && !single {
			sign = strings.ToUpper(k.Sign) + sign // the number alone would not tell the kinds apart
		}
		p.Unicode, p.ASCII = sign, sign
		if single && len(rules.Players) == 2 {
			second := (owner == 1) != (s.Color(0) == "white")
			p.Unicode, p.ASCII = "●", "X"
			if second {
				p.Unicode, p.ASCII = "○", "O"
			}
		}
	}
	if shape == "wedge" && owner == 1 {
		p.Turned = true
	}
	if known {
		p.Color = board.Color(cmp.Or(info.Color, string(p.Color)))
		p.Path, p.Ink = info.Path, board.Color(info.Ink)
		if info.Unicode != "" {
			p.Unicode, p.ASCII = info.Unicode, info.ASCII
		}
	}
	switch plain := strings.Contains("●○◉◎⊙⚫⚪•█", p.Unicode); {
	case info.Letter != "":
		p.Letter = info.Letter
	case !single && p.Path == "" && s.letter(owner, kind, shape):
		p.Letter = strings.ToUpper(k.Sign)
		if info.Unicode != "" && !plain {
			p.Letter = info.Unicode
		}
	}
	return p
}

// signOf makes a letter the sign of a player: of two, the first has a capital and the second a
// small letter; of more, each has a number.
func signOf(rules *ir.Game, owner int, letter string) string {
	switch {
	case owner < 0:
		return letter
	case len(rules.Players) > 2:
		return string(rune('0' + (owner+1)%10))
	case owner == 0:
		return strings.ToUpper(letter)
	}
	return strings.ToLower(letter)
}

// linksOf returns the sites that the rules' memory joins, such as the ends of bridges.
func linksOf(s Scene, p *interp.Position, f facts) (all [][2]topology.Site) {
	if f.links < 0 {
		return nil
	}
	rules := s.Game.Rules()
	for x := range p.Occupied().And(rules.Board.Cells).All() {
		for y := range p.Memory(rules, f.links, -1, -1, x).And(p.Occupied()).All() {
			if x != y {
				all = append(all, [2]topology.Site{x, y})
			}
		}
	}
	return all
}

// sides adds the players, what lies in the stores of a board with pits, and the dice.
func (s Scene) sides(v *board.View, p *interp.Position) {
	rules := s.Game.Rules()
	for i, player := range rules.Players {
		side := board.Side{Name: player.Name, Color: s.Color(i), Moves: p.ToMove() == i && !p.Over()}
		side.Unicode = initial(player.Name)
		side.ASCII = side.Unicode
		if k := slices.IndexFunc(rules.Kinds, func(k ir.Kind) bool { return !k.Neutral }); k >= 0 {
			man := s.Piece(i, k)
			side.Unicode, side.ASCII = man.Unicode, man.ASCII
		}
		for _, h := range s.Info.Hands {
			side.Hand = append(side.Hand, s.laid(h, i, p)...)
		}
		v.Sides = append(v.Sides, side)
	}
	if r := p.Result(); r != nil {
		v.Result = s.Game.ResultText(r)
		for _, w := range r.Winners {
			v.Sides[w].Won = !r.Draw
		}
		if won, chain := s.Game.Won(p); chain {
			v.Won = [][]topology.Site{won}
		} else {
			for _, x := range won {
				v.Won = append(v.Won, []topology.Site{x})
			}
		}
	}
	if v.Look.Board == "pits" {
		v.Stores = stores(rules, p)
	}
	diceOf(s, v, p)
}

// stores returns the first number of each player that is kept on no cell; nil if there is none.
func stores(rules *ir.Game, p *interp.Position) (all []int64) {
	for i, st := range rules.States {
		if st.PerPlayer && !st.PerCell && !st.PerPiece && st.Type == ir.Number && !st.ThisTurn {
			for player := range rules.Players {
				all = append(all, p.Number(rules, i, player, -1, -1))
			}
			break
		}
	}
	return all
}

// diceOf adds the dice that lie on the table: within a turn, the numbers from 1 to 6 that the
// chance moves of the rules put into counters. Those that they put into a counter of cells lie
// there.
func diceOf(s Scene, v *board.View, p *interp.Position) {
	rules := s.Game.Rules()
	var counters []int
	for _, m := range rules.Moves {
		if !m.Chance {
			continue
		}
		for _, e := range m.Do {
			if e.Op != ir.Assign || e.Assign != ir.SetTo || e.B == nil || e.B.Op != ir.Var {
				continue
			}
			st := &rules.States[e.State]
			if single(st) && !slices.Contains(counters, e.State) {
				counters = append(counters, e.State)
			}
			v.Thrown = v.Thrown || st.PerCell && st.Name == v.Counted
		}
	}
	v.Throw = len(counters)
	for _, i := range counters {
		if n := p.Number(rules, i, -1, -1, -1); n > 0 && n <= 6 && p.InTurn() {
			v.Dice = append(v.Dice, board.Die{Value: int(n)})
		}
	}
	if len(v.Dice) > 0 && !p.Over() {
		v.Leads = used(s, v.Dice, p)
	}
}

// used marks the dice that no legal step plays, if steps say which die they play. It returns the
// dice that lead to each site.
func used(s Scene, dice []board.Die, p *interp.Position) map[topology.Site][]int {
	var played [7]bool
	named, leads := false, map[topology.Site][]int{}
	rules := s.Game.Rules()
	for _, m := range s.Game.Moves(p) {
		id, values := s.Game.Roles(m)
		if int(id) >= len(rules.Moves) {
			continue
		}
		for _, c := range rules.Moves[id].Clauses {
			d := c.Value
			if c.Op != ir.BindClause || d.Op != ir.Range || d.Args[0].N != 1 || d.Args[1].N != 6 {
				continue
			}
			die := int(values[c.Role])
			played[die], named = true, true
			after, err := s.Game.Play(p, m)
			if err != nil {
				continue
			}
			to := s.Leads(m, p, after)
			if to != topology.None && !slices.Contains(leads[to], die) {
				leads[to] = append(leads[to], die)
			}
		}
	}
	for i := range dice {
		dice[i].Used = named && !played[dice[i].Value]
	}
	return leads
}

// single reports whether a state is one number.
func single(s *ir.State) bool {
	return s.Type == ir.Number && !s.Memory && !s.PerCell && !s.PerPlayer && !s.PerPiece
}

// Named returns the sites that a step names in its roles; none of a pass or a done.
func (s Scene) Named(m interp.Move) topology.Set {
	var set topology.Set
	id, values := s.Game.Roles(m)
	if int(id) >= len(s.Game.Rules().Moves) {
		return set
	}
	for r, role := range s.Game.Rules().Moves[id].Roles {
		set = set.Or(role.Sites(values[r]))
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
		if role.Word != "at" {
			set = set.Or(role.Sites(values[r]))
		}
	}
	return set
}

// Hands adds to a view what players have beside the board, in a game that began at first: the
// counters that the ruleset shows as pieces, the numbers that end the game at a goal, and the rest
// as text.
func (s Scene) Hands(v *board.View, first, p *interp.Position) {
	rules := s.Game.Rules()
	men := s.pieces()
	for player := range v.Sides {
		side := &v.Sides[player]
		shown := map[int]bool{}
		for i, st := range rules.States {
			if !st.PerPlayer || st.PerCell || st.Type != ir.Number {
				continue
			}
			n := func(p *interp.Position, kind int) int64 { return p.Number(rules, i, player, kind, -1) }
			hand, kind := s.hand(st, player)
			switch goal := goalOf(s, i); {
			case v.Stores != nil:
				shown[i] = true
			case st.PerPiece:
				most := limit(rules, i)
				if most == nil && !s.falls(i) {
					continue
				}
				shown[i] = true
				for k := range rules.Kinds {
					count, began := n(p, k), n(first, k)
					if most != nil {
						count, began = most[k]-count, most[k]-began
					}
					if count > 0 {
						man := men(ownerOf(rules, player, k), k)
						side.Hand = append(side.Hand, board.Item{Count: count, Began: began, Piece: &man})
					}
				}
			case kind >= 0:
				shown[i] = true
				man := men(ownerOf(rules, player, kind), kind)
				side.Hand = append(side.Hand, board.Item{Name: st.Name, Count: n(p, -1),
					Began: n(first, -1), Piece: &man, Turned: hand.Turned})
			case goal > 0 && n(first, -1) < goal:
				shown[i] = true
				side.Hand = append(side.Hand, board.Item{Name: st.Name, Count: n(p, -1), Goal: goal})
			}
		}
		side.Text = strings.ReplaceAll(s.counters(first, p, player, shown), "_", " ")
		for _, v := range rules.Values {
			if v.Name == s.Info.Look.Tally {
				side.Text = together(side.Text, fmt.Sprint(s.Game.Value(p, v, player), " ",
					strings.ReplaceAll(v.Name, "_", " ")))
			}
		}
	}
}

// Beside leaves of the strips of a view what players have, if anyone has something.
func Beside(v *board.View) {
	most := 48 // columns: more is for a list, except beside a row of a few cells, which has room
	if v.Board.Height == 1 {
		most = 200
	}
	v.Strips, v.Result = false, ""
	for i := range v.Sides {
		side := &v.Sides[i]
		side.Moves, side.Won = false, false
		if utf8.RuneCountInString(side.Text) > most {
			side.Text = ""
		}
		v.Strips = v.Strips || side.Text != "" || len(side.Hand) > 0
	}
}

// ownerOf is the player, or nobody for neutral kinds.
func ownerOf(rules *ir.Game, player, kind int) int {
	if rules.Kinds[kind].Neutral {
		return -1
	}
	return player
}

// hand says how a counter of a player is shown as pieces: as the ruleset says or, if it can only
// fall, as pieces of the only kind that the player has; -1 if it is not shown as pieces.
func (s Scene) hand(st ir.State, player int) (ruleset.Hand, int) {
	rules := s.Game.Rules()
	for _, h := range s.Info.Hands {
		if h.Counter == st.Name {
			return h, slices.IndexFunc(rules.Kinds,
				func(k ir.Kind) bool { return k.Name == h.Piece })
		}
	}
	i := slices.IndexFunc(rules.States, func(o ir.State) bool { return o.Name == st.Name })
	if len(rules.Kinds) == 1 && s.falls(i) && !st.ThisTurn {
		return ruleset.Hand{}, 0
	}
	return ruleset.Hand{}, -1
}

// falls reports whether a move that places a piece decreases a counter: it counts pieces in hand.
func (s Scene) falls(state int) bool {
	for _, m := range s.Game.Rules().Moves {
		places, takes := false, false
		for _, e := range m.Do {
			places = places || e.Op == ir.Place
			takes = takes || e.Op == ir.Assign && e.State == state && e.Assign == ir.TakeFrom
		}
		if places && takes {
			return true
		}
	}
	return false
}

// limit returns how high a counter per kind can go, by kind, if a move that places a piece says so:
// it counts the pieces that have left the hand. Otherwise it returns nil.
func limit(rules *ir.Game, state int) (most []int64) {
	for _, m := range rules.Moves {
		for _, c := range m.Clauses {
			if e := c.Value; e == nil || e.Op != ir.Lt || e.Args[0].Op != ir.StateOf ||
				e.Args[0].N != int64(state) || e.Args[1].Op != ir.AttrOf {
				continue
			}
			for _, value := range rules.Attrs[c.Value.Args[1].N].Values {
				if value == nil || value.Op != ir.ConstNumber {
					return nil
				}
				most = append(most, value.N)
			}
			return most
		}
	}
	return nil
}

// goalOf returns the number at which a player's counter wins; 0 if at none.
func goalOf(s Scene, state int) int64 {
	for _, sentence := range s.Game.Rules().End {
		if c := sentence.If; c != nil && sentence.Outcome == ir.Win && c.Op == ir.Ge &&
			c.Args[0].Op == ir.StateOf && c.Args[0].N == int64(state) && c.Args[1].Op == ir.ConstNumber {
			return c.Args[1].N
		}
	}
	return 0
}
