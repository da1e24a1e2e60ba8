package ugi

import (
	"errors"
	"fmt"
	"slices"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/wire"
)

// table is the game that `position` has set up.
type table struct {
	game    *interp.Game
	dialect wire.Dialect
	engine  interp.Engine

	from   string   // where the game begins: "startpos", or a position text
	tokens []string // the moves since
	ends   []int    // the moment before the first token, and after each
	course *course.Course
}

func newTable(g *interp.Game, d wire.Dialect) *table {
	t := &table{game: g, dialect: d, engine: g.NewEngine()}
	t.reset()
	return t
}

// reset sets up the start position.
func (t *table) reset() {
	t.begin("startpos", t.game.Start())
}

func (t *table) begin(from string, p *interp.Position) {
	t.from, t.tokens, t.ends, t.course = from, nil, []int{0}, course.New(t.game, p)
}

// now returns the position on the table.
func (t *table) now() *interp.Position { return t.course.Now() }

// set sets up a position and plays moves from it. It does not read again what the table already
// has, because runners send the whole game before every move. If a move is wrong, the table keeps
// what it had.
func (t *table) set(from string, tokens []string) error {
	before, played := *t, t.course.Steps(0, t.course.At())
	if from != t.from {
		p := t.game.Start()
		if from != "startpos" {
			var err error
			if p, err = t.dialect.ParsePosition(from); err != nil {
				return err
			}
		}
		t.begin(from, p)
	}
	known := 0
	for known < len(tokens) && known < len(t.tokens) && tokens[known] == t.tokens[known] {
		known++
	}
	t.course.Goto(t.ends[known])
	ends := t.ends[: known+1 : known+1]
	for i, token := range tokens[known:] {
		steps, err := t.steps(t.now(), token)
		if err != nil {
			*t = before
			return errors.Join(fmt.Errorf("move %d: %w", known+i+1, err), t.course.Follow(played))
		}
		for _, m := range steps {
			t.course.Add(m, t.engine.Play(t.now(), m))
		}
		ends = append(ends, t.course.At())
	}
	t.tokens, t.ends = slices.Clone(tokens), ends
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
