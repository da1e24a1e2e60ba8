package scene

import (
	"strings"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/board"
)

// Seen returns the view of what a seat sees of a position: a `?` stands on every unseen site, and
// for every piece whose kind is hidden.
func (s Scene) Seen(seen *interp.View) board.View {
	state := seen.State.Clone()
	vague := seen.NoKind.Or(seen.NoOwner)
	for x := range vague.All() { // nothing of their towers is drawn
		if state.Below != nil {
			state.Below[x] = nil
		}
	}
	v := s.View(interp.PositionOf(state))
	rules := s.Game.Rules()
	for x := range vague.All() {
		owner, kind, _ := seen.At(x)
		p := board.Piece{Owner: max(owner, -1), Unicode: "?", ASCII: "?", Letter: "?", Color: "gray"}
		if kind >= 0 {
			p = s.Piece(max(owner, -1), kind)
			p.Name = rules.Kinds[kind].Name
		}
		if owner >= 0 {
			p.Color = s.Color(owner)
			p.Name = rules.Players[owner].Name + " " + p.Name
		}
		p.Name = strings.TrimSpace(p.Name + " ?")
		v.Pieces[x] = p
	}
	if cells := seen.Unseen.And(rules.Board.All()); cells != (topology.Set{}) {
		v.Tints = append(v.Tints,
			board.Tint{Sites: cells, Unicode: "?", ASCII: "?", Color: "gray", Region: "unseen"})
	}
	return v
}
