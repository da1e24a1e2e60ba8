// Package wire writes moves and positions for other programs and reads theirs, in the form of
// engine protocols: a move is one word, a position one line.
//
//	steps of a turn ⇄ Dialect ⇄ token       position ⇄ Dialect ⇄ line
package wire

import (
	"errors"
	"strconv"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// Dialect is how positions and moves are written on the wire. Neither puts a blank in a move.
type Dialect interface {
	// Token writes the steps of a turn, or of a part of one, as one word.
	Token(p *interp.Position, steps []interp.Move) string
	// Steps reads a word as Token writes it; the steps may be those of a part of a turn.
	Steps(p *interp.Position, token string) ([]interp.Move, error)
	// Position writes a position in one line, without the word `moves`; ParsePosition reads it.
	Position(p *interp.Position) string
	ParsePosition(text string) (*interp.Position, error)
}

// Plain is the dialect of UGI, which every game has: the notation of turns with `~` for blanks,
// positions as `boardgame moves --position` reads them.
type Plain struct {
	Game *interp.Game
	Info *ruleset.Info
	long bool // labels have signs that the notation of a turn needs
}

// NewPlain returns the dialect for a game.
func NewPlain(g *interp.Game, info *ruleset.Info) *Plain {
	d := &Plain{Game: g, Info: info}
	for _, mv := range g.Rules().Moves {
		d.long = d.long || strings.ContainsAny(mv.Label, ",~")
	}
	return d
}

// Token writes a turn: d11-d12,raise~d4ne.
func (d *Plain) Token(p *interp.Position, steps []interp.Move) string {
	text := ""
	if d.long {
		texts := lists.Map(steps, func(m interp.Move) string { return d.Game.LongText(p, m) })
		text = strings.Join(texts, ",")
	} else {
		text = strings.ReplaceAll(d.Game.TurnText(p, steps), ", ", ",")
	}
	return strings.ReplaceAll(text, " ", "~")
}

// Steps reads a turn in any form that the program reads, with `~` for blanks.
func (d *Plain) Steps(p *interp.Position, token string) ([]interp.Move, error) {
	steps, _, err := d.Game.ParseTurn(p, strings.ReplaceAll(token, "~", " "))
	return steps, err
}

// Position writes a position as [interp.Game.PositionText] does.
func (d *Plain) Position(p *interp.Position) string { return d.Game.PositionText(p) }

// ParsePosition reads a position text, or a position in another notation of the game.
func (d *Plain) ParsePosition(text string) (*interp.Position, error) {
	return ParsePosition(d.Game, d.Info, text)
}

// ParsePosition reads a position text, or a position in another notation of the game, such as the
// FEN of chess. The number of the round that such a notation has counts the turns taken.
func ParsePosition(g *interp.Game, info *ruleset.Info, text string) (*interp.Position, error) {
	p, err := g.ParsePosition(info.PositionText(text))
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(text)
	for _, n := range info.Notations {
		if _, ok := n.Convert(text); !ok {
			continue
		}
		for i, f := range n.Fields {
			if f.What != "round" || i+1 >= len(fields) {
				continue
			}
			if round, err := strconv.Atoi(fields[i+1]); err == nil && round > 0 && round <= maxRound {
				s := p.Clone()
				s.Ply = (round-1)*len(g.Rules().Players) + s.ToMove
				return interp.PositionOf(s), nil
			}
		}
		break
	}
	return p, nil
}

// maxRound bounds the round number in a position.
const maxRound = 1 << 20

// FEN writes a position in the notation that the ruleset describes or, on squares, as a position
// text, which has the same rows. On other boards it returns an error.
func FEN(g *interp.Game, info *ruleset.Info, p *interp.Position) (string, error) {
	for _, n := range info.Notations {
		return n.Write(g, p)
	}
	if g.Rules().Board.Spec.Shape != "square" {
		return "", errors.New("FEN is for games on squares")
	}
	return g.PositionText(p), nil
}
