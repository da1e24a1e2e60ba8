package check

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
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
			eq.Game.Players = append(eq.Game.Players, ir.Player{Name: p.Name.Text})
		}
	}
	if len(eq.Game.Players) == 0 {
		eq.Fail(code.NoPlayers, n.Span(f), "nobody plays with these options",
			"Every player has a `when` that does not hold.", "")
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
