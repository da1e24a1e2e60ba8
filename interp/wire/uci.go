package wire

import (
	"fmt"
	"strings"

	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// UCI is the dialect of games that have their own engine protocol, such as chess: positions in a
// notation of the ruleset (FEN), moves as the ruleset says (e2e4, e7e8q).
type UCI struct {
	game     *interp.Game
	info     *ruleset.Info
	notation ruleset.Notation
}

// NewUCI returns the dialect for a game, or an error if its ruleset does not describe it.
func NewUCI(g *interp.Game, info *ruleset.Info) (*UCI, error) {
	if info.UCI.Move == "" {
		return nil, fmt.Errorf(
			"the ruleset of %s does not say how UCI writes its moves; use ugi, which every game has",
			g.Rules().Title)
	}
	n, ok := info.Notation(info.UCI.Notation)
	if !ok {
		return nil, fmt.Errorf("the ruleset has no notation %q", info.UCI.Notation)
	}
	if _, err := n.Write(g, g.Start()); err != nil {
		return nil, err
	}
	return &UCI{g, info, n}, nil
}

// Token writes the steps one after the other.
func (d *UCI) Token(p *interp.Position, steps []interp.Move) string {
	var b strings.Builder
	for _, m := range steps {
		text, ok := d.info.UCI.MoveText(d.game, m)
		if !ok {
			text = "0000"
		}
		b.WriteString(text)
	}
	return b.String()
}

// Steps reads a move of one step.
func (d *UCI) Steps(p *interp.Position, token string) ([]interp.Move, error) {
	var found []interp.Move
	for _, m := range d.game.Moves(p) {
		if text, ok := d.info.UCI.MoveText(d.game, m); ok && strings.EqualFold(text, token) ||
			!ok && token == "0000" {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%q is not a legal move", token)
	}
	return found, nil
}

// Position writes a position in the notation of the ruleset.
func (d *UCI) Position(p *interp.Position) string {
	text, err := d.notation.Write(d.game, p)
	if err != nil { // NewUCI has tried this
		return d.game.PositionText(p)
	}
	return text
}

// ParsePosition reads the notation of the ruleset, or a position text.
func (d *UCI) ParsePosition(text string) (*interp.Position, error) {
	return ParsePosition(d.game, d.info, text)
}
