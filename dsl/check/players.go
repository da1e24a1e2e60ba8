package check

import (
	"fmt"
	"sort"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// equipment declares what a game is played with: players, board, pieces, regions, counters,
// memories.
type equipment struct {
	station
	states []*state // counters and memories, by number
}

// declarePlayers adds the players who take part with these options.
func (eq *equipment) declarePlayers() {
	n, f, ok := find[*syntax.Players](eq.live)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.When != nil {
			eq.optionsOnly = true
			v := eq.want(eq.expr(eq.outside(f), p.When), ir.Truth)
			eq.optionsOnly = false
			if in, known := v.truth(); known && !in {
				continue
			}
		}
		if len(eq.g.Players) == ir.MaxPlayers {
			eq.fail(TooLarge, p.Span(f), fmt.Sprintf("a game has at most %d players", ir.MaxPlayers),
				"", "")
			break
		}
		if sym := eq.names.symbols[p.Name.Text]; sym != nil && sym.sort == playerName &&
			sym.index < 0 {
			sym.index = len(eq.g.Players)
			eq.g.Players = append(eq.g.Players, ir.Player{Name: p.Name.Text})
		}
	}
	if len(eq.g.Players) == 0 {
		eq.fail(NoPlayers, n.Span(f), "nobody plays with these options",
			"Every player has a `when` that does not hold.", "")
	}
}

// facing finds the directions that players face.
func (eq *equipment) facing() {
	n, f, ok := find[*syntax.Players](eq.live)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.Facing == nil {
			continue
		}
		eq.noteDirection(*p.Facing, f)
		dir, ok := eq.g.Board.DirectionByName(p.Facing.Text)
		if !ok {
			eq.noSuchDirection(p.Facing.Text, p.Facing.Span(f))
			continue
		}
		if sym := eq.names.symbols[p.Name.Text]; sym != nil && sym.sort == playerName &&
			sym.index >= 0 && eq.g.Players[sym.index].Name == p.Name.Text {
			eq.g.Players[sym.index].Facing, eq.g.Players[sym.index].Faces = dir, true
		}
	}
}

// everyone returns the set of all players.
func (vs *gameFacts) everyone() int64 { return 1<<len(vs.g.Players) - 1 }

// player finds a player by name, or reports that there is none.
func (t *nameTable) player(name string, span source.Span) *symbol {
	sym := t.names.symbols[name]
	if sym != nil && sym.sort == playerName {
		t.noteSymbol(sym, span)
		return sym
	}
	var names []string
	for _, s := range t.names.symbols {
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
		suggestion = "`win` and `lose` without a name refer to the player who has moved"
	case "next", "opponent", "enemy":
		suggestion = "with two players, write it for the player who has moved: `win if …` where " +
			"the other loses"
	case "nobody", "none":
		suggestion = "write `draw if …`"
	}
	t.fail(Unknown, span, fmt.Sprintf("there is no player `%s`", name), detail, suggestion)
	return nil
}

// facings lists the words for directions relative to the way a player faces.
var facings = map[string]ir.Turned{
	"forward": ir.Forward, "backward": ir.Backward, "left": ir.Leftward, "right": ir.Rightward,
	"forwardleft": ir.ForwardLeft, "forwardright": ir.ForwardRight,
}

// facingStep is a direction as the player `me` sees it.
func (vs *constants) facingStep(name string, turned ir.Turned, span source.Span) val {
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

// me is the player from whose side the rules are read.
func (vs *constants) me(span source.Span) val {
	return vs.node(&ir.Expr{Op: ir.Me, Type: ir.Players, Card: ir.One, Span: span}, nil)
}
