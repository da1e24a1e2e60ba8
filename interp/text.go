package interp

import (
	"context"

	"boardgame/dsl/ir"
	"boardgame/interp/eval"
	"boardgame/interp/notation"
)

// The types of package notation, under the names that users of games know.
type (
	// Alias is another way to write a step.
	Alias = notation.Alias
	// Reading is a step that a text may mean, and why it is not legal.
	Reading = notation.Reading
	// IllegalMoveError says that a text is not a legal move of a position, and why.
	IllegalMoveError = notation.IllegalMoveError
	// PositionError says where a position text is wrong.
	PositionError = notation.PositionError
	// SequenceError says which step of a sequence is wrong.
	SequenceError = notation.SequenceError
)

// NewAlias reads the two sides of an alias; see [notation.NewAlias].
func NewAlias(typed, means string, ways map[string]string) (*Alias, error) {
	return notation.NewAlias(typed, means, ways)
}

// Notation returns the writer and reader of the game's moves and positions.
func (g *Game) Notation() *notation.Notation {
	if g == nil {
		return nil
	}
	return g.notation
}

// player plays a game for its notation.
type player struct{ g *Game }

// AnyOrder lists the legal steps with the engine that answers soonest: writing the first moves of a
// game should not wait for the compiler.
func (pl player) AnyOrder(p *Position) []Move {
	moves, _ := pl.g.list(nil, p)
	return moves
}

// Moves lists the legal steps in the order of the rules.
func (pl player) Moves(p *Position) []Move { return pl.g.Moves(p) }

// Start returns the position at the beginning, which the notation does not change.
func (pl player) Start() *Position { return pl.g.start() }

// After returns the position after a legal step.
func (pl player) After(p *Position, m Move) *Position {
	return pl.g.after(nil, p, m)
}

// Settle makes a position that was set up by hand ready to be played.
func (pl player) Settle(p *Position) *Position {
	return ask(pl.g, func(e Engine) *Position { return e.Settle(p) })
}

// Text returns the notation of a legal step: the shortest form that no other legal step has.
func (g *Game) Text(p *Position, m Move) string { return g.Notation().Text(p, m) }

// Texts returns the notation of every legal step, in the order of [Game.Moves].
func (g *Game) Texts(p *Position) []string { return g.Notation().Texts(p) }

// LongText returns the notation that names the move and everything chosen, such as "jump from c3
// along north over c4 to c5". It can always be read, whatever other steps are legal.
func (g *Game) LongText(p *Position, m Move) string { return g.Notation().LongText(p, m) }

// TurnText returns the notation of steps played one after the other from p: a turn, or the
// beginning of one.
func (g *Game) TurnText(p *Position, steps []Move) string {
	if !g.has(p) {
		return ""
	}
	return g.Notation().TurnText(p, steps)
}

// Parse reads a legal step, in any form that [notation.Notation.Parse] describes. The error is an
// [*IllegalMoveError] if the text is not a legal step.
func (g *Game) Parse(p *Position, text string) (Move, error) {
	if err := g.check(p); err != nil {
		return 0, err
	}
	return g.Notation().Parse(p, text)
}

// ParseTurn reads the steps of a turn, or of the beginning of one, and returns them and the
// position after them.
func (g *Game) ParseTurn(p *Position, text string) ([]Move, *Position, error) {
	if err := g.check(p); err != nil {
		return nil, nil, err
	}
	return g.Notation().ParseTurn(p, text)
}

// PlayText plays moves one after the other from p. They are separated by blanks, line ends or
// commas. It returns the steps and the position after them; an illegal move gives a
// [*SequenceError] and what was played before it.
func (g *Game) PlayText(p *Position, text string) (steps []Move, after *Position, err error) {
	return g.PlayTextContext(context.Background(), p, text)
}

// PlayTextContext is [Game.PlayText] that can be stopped between two turns; the error is then that
// of the context.
func (g *Game) PlayTextContext(ctx context.Context, p *Position, text string) (steps []Move,
	after *Position, err error) {
	if err := g.check(p); err != nil {
		return nil, p, err
	}
	return g.Notation().PlayTextContext(ctx, p, text)
}

// Placed picks from some steps those that a text means if it is exactly an ambiguous notation of a
// step; see [notation.Notation.Placed].
func (g *Game) Placed(text string, moves []Move) (placed []Move, written bool) {
	return g.Notation().Placed(text, moves)
}

// Explain says why a step is not legal, or that it is.
func (g *Game) Explain(p *Position, m Move) eval.Refusal {
	if !g.has(p) {
		return eval.Refusal{Kind: eval.Unknown}
	}
	return g.Notation().Explain(p, m)
}

// Why reads a step that need not be legal and says why it is not; see [notation.Notation.Why].
func (g *Game) Why(p *Position, text string) []Reading {
	if !g.has(p) {
		return nil
	}
	return g.Notation().Why(p, text)
}

// ReadingText writes a reading in the long form, without the roles that are open.
func (g *Game) ReadingText(r Reading) string { return g.Notation().ReadingText(r) }

// WhyText explains in half a sentence why a reading is not legal.
func (g *Game) WhyText(r Reading) string { return g.Notation().WhyText(r) }

// RefusalText explains in half a sentence why a step is not legal.
func (g *Game) RefusalText(m Move, r eval.Refusal) string { return g.Notation().RefusalText(m, r) }

// Values returns a bound on the number of values of a role, counted from 0; for numbers, which are
// unbounded, an arbitrary one.
func (g *Game) Values(role *ir.Role) int { return g.Notation().Values(role) }

// PositionText writes a position in one line, which [Game.ParsePosition] reads; see
// [notation.Notation.PositionText].
func (g *Game) PositionText(p *Position) string {
	if !g.has(p) {
		return ""
	}
	return g.Notation().PositionText(p)
}

// ParsePosition reads a position as [Game.PositionText] writes it. The error for any other text is
// a [*PositionError]. Repetitions are counted from this position on.
func (g *Game) ParsePosition(text string) (*Position, error) {
	if g.empty() {
		return nil, ErrNoGame
	}
	return g.Notation().ParsePosition(text)
}

// Picture draws the cells of a position as rows of signs from the top, like a setup in rules.
func (g *Game) Picture(p *Position) string {
	if !g.has(p) {
		return ""
	}
	return g.Notation().Picture(p)
}

// Diagram is [Game.Picture] with the names of the cells at its edges.
func (g *Game) Diagram(p *Position) string {
	if !g.has(p) {
		return ""
	}
	return g.Notation().Diagram(p)
}

// ParsePicture reads what [Game.Picture] draws, with the given player to move.
func (g *Game) ParsePicture(picture string, toMove int) (*Position, error) {
	if g.empty() {
		return nil, ErrNoGame
	}
	return g.Notation().ParsePicture(picture, toMove)
}

// ResultText describes a result in one sentence, such as "Red wins: the last enemy is gone", "draw:
// no move", "Black wins: the discs are counted, 40:24".
func (g *Game) ResultText(r *Result) string { return g.Notation().ResultText(r) }
