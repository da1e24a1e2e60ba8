package interp

import (
	"slices"
	"strings"

	"boardgame/interp/position"
)

// View is what a seat sees of a position; what is hidden from it is not in there.
type View = position.View

// Public is the seat of those who watch a game: whatever could be hidden from any player is hidden
// from them.
const Public = position.Public

// Nothing is a seat from which everything is hidden that views can hide.
const Nothing = position.Nothing

// Secret reports whether players do not see everything of a position.
func (g *Game) Secret() bool { return !g.empty() && len(g.rules.Hidden) > 0 }

// View returns what a seat, a player or [Public], sees of a position. It is nil for a foreign
// position and for a seat that the game does not have.
func (g *Game) View(p *Position, seat int) *View {
	if !g.has(p) || seat < Nothing || seat >= len(g.rules.Players) {
		return nil
	}
	e := g.engine().(evaluator)
	defer g.release(e)
	return e.machine.View(p.State(), seat)
}

// ViewText writes a view in one line, like [Game.PositionText], with a `?` for what is hidden.
func (g *Game) ViewText(v *View) string { return g.Notation().ViewText(v) }

// ViewFields returns the fields of [Game.ViewText] and those that are as at the beginning.
func (g *Game) ViewFields(v *View) []string { return g.Notation().ViewFields(v) }

// FieldsOf is [Game.ViewFields] of one who sees everything.
func (g *Game) FieldsOf(p *Position) []string { return g.Notation().Fields(p) }

// ViewDiagram is [Game.Diagram] of what a view shows.
func (g *Game) ViewDiagram(v *View) string { return g.Notation().ViewDiagram(v) }

// Told writes what a seat is told of a step from p, which is legal: everything of its own steps,
// of those of others what it sees of them; "" if that is nothing. Q is the position after it.
func (g *Game) Told(p *Position, m Move, q *Position, seat int) string {
	if !g.has(p) || !g.has(q) {
		return ""
	}
	return g.Notation().Told(p, m, q, seat, p.ToMove() == seat && g.Weights(p) == nil)
}

// ToldTurn joins what a seat was told of the steps of a turn from p. In a setup, it leaves out
// steps of which the seat saw nothing, unless it saw nothing of any step, and tells once what
// several steps in a row say, as that a card goes to North.
func ToldTurn(p *Position, told []string, sep string) string {
	shown := slices.DeleteFunc(slices.Clone(told), func(text string) bool {
		return text == "" || text == "?" && p.SettingUp()
	})
	if len(shown) == 0 && slices.Contains(told, "?") {
		return "?"
	}
	if p.SettingUp() {
		shown = slices.Compact(shown)
	}
	return strings.Join(shown, sep)
}
