package check

import (
	"fmt"
	"sort"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// declarePlayers puts those players in the game who are in it with these options.
func (c *checker) declarePlayers() {
	n, f, ok := find[*syntax.Players](c)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.When != nil {
			c.optionsOnly = true
			v := c.want(c.expr(c.outside(f), p.When), ir.Truth)
			c.optionsOnly = false
			if in, known := v.truth(); known && !in {
				continue
			}
		}
		if len(c.g.Players) == ir.MaxPlayers {
			c.fail(TooLarge, p.Span(f), fmt.Sprintf("a game has at most %d players", ir.MaxPlayers),
				"", "")
			break
		}
		if sym := c.names.symbols[p.Name.Text]; sym != nil && sym.sort == playerName &&
			sym.index < 0 {
			sym.index = len(c.g.Players)
			c.g.Players = append(c.g.Players, ir.Player{Name: p.Name.Text})
		}
	}
	if len(c.g.Players) == 0 {
		c.fail(NoPlayers, n.Span(f), "nobody plays with these options",
			"Every player has a `when` that does not hold.", "")
	}
}

// facing finds the directions that players face.
func (c *checker) facing() {
	n, f, ok := find[*syntax.Players](c)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.Facing == nil {
			continue
		}
		c.noteDirection(*p.Facing, f)
		dir, ok := c.g.Board.DirectionByName(p.Facing.Text)
		if !ok {
			c.noSuchDirection(p.Facing.Text, p.Facing.Span(f))
			continue
		}
		if sym := c.names.symbols[p.Name.Text]; sym != nil && sym.sort == playerName &&
			sym.index >= 0 && c.g.Players[sym.index].Name == p.Name.Text {
			c.g.Players[sym.index].Facing, c.g.Players[sym.index].Faces = dir, true
		}
	}
}

// everyone is the set of all players.
func (vs *values) everyone() int64 { return 1<<len(vs.g.Players) - 1 }

// player finds a player by name, or reports that there is none.
func (c *checker) player(name string, span source.Span) *symbol {
	sym := c.names.symbols[name]
	if sym != nil && sym.sort == playerName {
		c.noteSymbol(sym, span)
		return sym
	}
	var names []string
	for _, s := range c.names.symbols {
		if s.sort == playerName {
			names = append(names, s.name)
		}
	}
	sort.Strings(names)
	detail := ""
	if len(names) > 0 {
		detail = "The players are " + list(names) + "."
	}
	suggestion := didYouMean(name, names)
	switch name { // where a sentence of `end` names who has won or lost
	case "me":
		suggestion = "`win` and `lose` without a name speak of the player who has moved"
	case "next", "opponent", "enemy":
		suggestion = "between two players say it of the one who has moved: he wins (`win if …`) " +
			"where the other loses"
	case "nobody", "none":
		suggestion = "write `draw if …`"
	}
	c.fail(Unknown, span, fmt.Sprintf("there is no player `%s`", name), detail, suggestion)
	return nil
}

// facings holds the directions of a player who faces.
var facings = map[string]ir.Turned{
	"forward": ir.Forward, "backward": ir.Backward, "left": ir.Leftward, "right": ir.Rightward,
	"forwardleft": ir.ForwardLeft, "forwardright": ir.ForwardRight,
}

// facingStep is a direction as the player `me` sees it.
func (vs *values) facingStep(name string, turned ir.Turned, span source.Span) val {
	var dirs topology.Steps
	all, any := true, false
	for _, p := range vs.g.Players {
		all, any = all && p.Faces, any || p.Faces
		if !p.Faces {
			continue
		}
		d := &vs.g.Board.Directions[p.Facing]
		dirs = dirs.Or(topology.StepsOf([...]topology.Relation{
			ir.Forward: p.Facing, ir.Backward: d.Back, ir.Leftward: d.Left, ir.Rightward: d.Right,
			ir.ForwardLeft: d.HalfLeft, ir.ForwardRight: d.HalfRight}[turned]))
	}
	if !any {
		if vs.noBoard {
			return invalid(ir.Steps, span)
		}
		return vs.fail(NobodyFaces, span, fmt.Sprintf("`%s` needs players who face a direction",
			name), "No player of this game does.",
			"say which way: players White facing north, Black facing south")
	}
	card := ir.One
	if !all {
		card = ir.AtMostOne
	}
	v := vs.node(&ir.Expr{Op: ir.Facing, Type: ir.Steps, Card: card, Span: span, N: int64(turned)},
		nil)
	v.dirs = dirs
	return v
}

// me is the player whose view it is.
func (vs *values) me(span source.Span) val {
	return vs.node(&ir.Expr{Op: ir.Me, Type: ir.Players, Card: ir.One, Span: span}, nil)
}
