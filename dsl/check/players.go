package check

import (
	"fmt"
	"math/bits"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// equipment declares what a game is played with: players, board, pieces, regions, counters,
// memories.
type equipment struct {
	terms.Station
	build  func(topology.Spec) *built
	states []*terms.State // counters and memories, by number
}

// declarePlayers adds the players who take part with these options.
func (eq *equipment) declarePlayers() {
	n, f, ok := terms.Find[*syntax.Players](eq.Live)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.When != nil {
			eq.Names.OptionsOnly = true
			v := eq.Values.Want(eq.C.Expr(eq.Names.Outside(f), p.When), ir.Truth)
			eq.Names.OptionsOnly = false
			if in, known := v.Truth(); known && !in {
				continue
			}
		}
		if len(eq.Game.Players) == ir.MaxPlayers {
			eq.Fail(code.TooLarge, p.Span(f), fmt.Sprintf("a game has at most %d players", ir.MaxPlayers),
				"", "")
			break
		}
		if sym := eq.Names.OfGame.Entries[p.Name.Text]; sym != nil && sym.Sort == terms.PlayerName &&
			sym.Index < 0 {
			sym.Index = len(eq.Game.Players)
			eq.Game.Players = append(eq.Game.Players, ir.Player{Name: p.Name.Text,
				Plural: diag.IsPlural(p.Name.Text)})
		}
	}
	if len(eq.Game.Players) == 0 {
		eq.Fail(code.NoPlayers, n.Span(f), "nobody plays with these options",
			"Every player has a `when` that does not hold.", "")
	}
}

// declareTeams notes who plays together.
func declareTeams(eq *equipment) {
	n, f, ok := terms.Find[*syntax.Teams](eq.Live)
	if !ok {
		return
	}
	named := map[string]source.Span{} // the players so far
	for _, t := range n.Teams {
		var members uint16
		for _, name := range t.Names {
			sym := eq.Names.Player(name.Text, name.Span(f))
			if first, twice := named[name.Text]; twice {
				eq.Fail(code.BadTeams, name.Span(f), fmt.Sprintf("`%s` is named twice", name.Text),
					"A player is in one team.", "name every player once",
					diag.Related{Span: first, Message: "the first time"})
			} else if sym != nil && sym.Index >= 0 {
				members |= 1 << sym.Index
			}
			named[name.Text] = name.Span(f)
		}
		if bits.OnesCount16(members) < 2 {
			continue
		}
		for i := range eq.Game.Players {
			if members>>i&1 != 0 {
				eq.Game.Players[i].Team = members
			}
		}
	}
	teamless(eq, n.Span(f), named)
}

// teamless reports players whom no team names, and one team of all players.
func teamless(eq *equipment, span source.Span, named map[string]source.Span) {
	for _, p := range eq.Game.Players {
		if _, ok := named[p.Name]; !ok {
			eq.Warn(code.Teamless, span, fmt.Sprintf("`%s` is in no team and plays alone", p.Name), "",
				fmt.Sprintf("add the player to a team, or say so: write `, %s` at the end", p.Name))
		}
	}
	if all := eq.Game.Players; len(all) > 1 && len(eq.Game.Teams()) == 1 {
		eq.Fail(code.BadTeams, span, "all players are in one team",
			"A team wins against another one, or against a player who plays alone.",
			"divide the players: teams "+strings.Join(lists.Map(all, func(p ir.Player) string {
				return p.Name
			}), ", ")+"; write + between partners")
	}
}

// facing finds the directions that players face.
func (eq *equipment) facing() {
	n, f, ok := terms.Find[*syntax.Players](eq.Live)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.Facing == nil {
			continue
		}
		eq.Names.NoteDirection(*p.Facing, f)
		dir, ok := eq.Game.Board.DirectionByName(p.Facing.Text)
		if !ok {
			eq.Facts.NoSuchDirection(p.Facing.Text, p.Facing.Span(f))
			continue
		}
		if sym := eq.Names.OfGame.Entries[p.Name.Text]; sym != nil && sym.Sort == terms.PlayerName &&
			sym.Index >= 0 && eq.Game.Players[sym.Index].Name == p.Name.Text {
			eq.Game.Players[sym.Index].Facing, eq.Game.Players[sym.Index].Faces = dir, true
		}
	}
}
