package ugi

import (
	"errors"
	"fmt"
	"slices"

	"boardgame/interp"
	"boardgame/interp/wire"
)

// table is the game that `position` has set up.
type table struct {
	game    *interp.Game
	dialect wire.Dialect
	engine  interp.Engine

	from      string             // where the positions begin: "startpos", or a position text
	tokens    []string           // the moves since
	positions []*interp.Position // after each token; the first is before all of them
}

func newTable(g *interp.Game, d wire.Dialect) *table {
	t := &table{game: g, dialect: d, engine: g.NewEngine()}
	t.reset()
	return t
}

// reset sets up the start position.
func (t *table) reset() {
	t.from, t.tokens, t.positions = "startpos", nil, []*interp.Position{t.game.Start()}
}

// now returns the position on the table.
func (t *table) now() *interp.Position { return t.positions[len(t.positions)-1] }

// set sets up a position and plays moves from it. It does not read again what the table already
// has, because runners send the whole game before every move. If a move is wrong, the table keeps
// what it had.
func (t *table) set(from string, tokens []string) error {
	known := 0
	var positions []*interp.Position
	if from == t.from {
		for known < len(tokens) && known < len(t.tokens) && tokens[known] == t.tokens[known] {
			known++
		}
		positions = t.positions[: known+1 : known+1]
	} else {
		p := t.game.Start()
		if from != "startpos" {
			var err error
			if p, err = t.dialect.ParsePosition(from); err != nil {
				return err
			}
		}
		positions = []*interp.Position{p}
	}
	for i, token := range tokens[known:] {
		p := positions[len(positions)-1]
		steps, err := t.steps(p, token)
		if err != nil {
			return fmt.Errorf("move %d: %w", known+i+1, err)
		}
		positions = append(positions, t.play(p, steps))
	}
	t.from, t.tokens, t.positions = from, slices.Clone(tokens), positions
	return nil
}

// steps reads a move of a position.
func (t *table) steps(p *interp.Position, token string) ([]interp.Move, error) {
	if p.Result() != nil {
		return nil, errors.New("the game is over: " + t.game.ResultText(p.Result()))
	}
	return t.dialect.Steps(p, token)
}

// play plays legal steps.
func (t *table) play(p *interp.Position, steps []interp.Move) *interp.Position {
	for _, m := range steps {
		p = t.engine.Play(p, m)
	}
	return p
}

// pv writes the steps that a bot expects as moves, turn by turn, as long as they are legal.
func (t *table) pv(p *interp.Position, steps []interp.Move) []string {
	var tokens []string
	first, turn := p, []interp.Move(nil)
	for _, m := range steps {
		if !slices.Contains(t.engine.Moves(p), m) {
			break
		}
		q := t.engine.Play(p, m)
		turn = append(turn, m)
		if interp.TurnOver(p, q) {
			tokens = append(tokens, t.dialect.Token(first, turn))
			first, turn = q, nil
		}
		p = q
	}
	if turn != nil {
		tokens = append(tokens, t.dialect.Token(first, turn))
	}
	return tokens
}
