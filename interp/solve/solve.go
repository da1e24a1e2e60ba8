// Package solve proves what a position is worth if everyone plays their best. It picks the proof that
// the game needs, and says what was proven as an object for programs and as text for people.
package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/course"
	"boardgame/interp/regret"
)

// Options say what to prove.
type Options struct {
	Name      string // of the game, for errors
	Memory    int    // bytes for what is proven
	Moves     bool   // prove the value of every move, not only of the best
	Symmetric bool   // count positions that are mirrored or turned as one
	// Progress, if not nil, is told in words what is known so far.
	Progress func(text string)
}

// Answer is what was proven: its JSON is for programs, its text for people.
type Answer interface {
	Text(w io.Writer) error
}

// Prove proves what a position is worth that is not the end of its game. If ctx ends, the answer is
// what was proven by then, or nil. A game with secrets must be at its start, and the values of its
// moves are not proven.
func Prove(ctx context.Context, g *interp.Game, p *interp.Position, o Options) (Answer, error) {
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	switch {
	case g.Secret():
		return o.secret(ctx, g)
	case g.Rules().HasChance():
		return o.expect(ctx, g, p)
	}
	rules, mover := g.Rules(), p.ToMove()
	s, failure := bot.Solve(ctx, g, p, bot.SolveOptions{
		Memory: o.Memory, Each: o.Moves, Symmetric: o.Symmetric, Progress: func(s bot.Solution) {
			o.Progress(fmt.Sprintf("%d moves deep, %d positions: %s", s.Depth, s.Nodes,
				bot.OutcomeText(rules, mover, s.Low, s.High)))
		}})
	switch {
	case s == nil && errors.Is(failure, bot.ErrUnsolvable):
		return nil, o.unsolved(failure)
	case s == nil:
		return nil, failure
	}
	out := &solved{Player: rules.Players[mover].Name, Exact: s.Exact(), Low: valueOf(s.Low),
		High: valueOf(s.High), Says: bot.OutcomeText(rules, mover, s.Low, s.High),
		Line: turnTexts(g, p, s.Line), Nodes: s.Nodes, Depth: s.Depth, proof: s}
	name := names(g, p)
	for _, m := range s.Moves {
		out.Moves = append(out.Moves, solvedMove{
			told{name(m.Move), bot.OutcomeText(rules, mover, m.Low, m.High)},
			valueOf(m.Low), valueOf(m.High)})
	}
	return out, failure
}

// unsolved says that a game is none that can be solved.
func (o *Options) unsolved(why error) error {
	return fmt.Errorf("%s cannot be solved: %w", o.Name, why)
}

// solved is the answer for programs.
type solved struct {
	Player string       `json:"player"` // the side to move; the rest is from their point of view
	Exact  bool         `json:"exact"`
	Low    value        `json:"low"`
	High   value        `json:"high"`
	Says   string       `json:"text"`
	Line   []string     `json:"line"` // best play, turn by turn
	Moves  []solvedMove `json:"moves,omitempty"`
	Nodes  int64        `json:"nodes"`
	Depth  int          `json:"depth"`

	proof *bot.Solution
}

// value is a bound: the least or the greatest outcome of the game, and by how many points.
type value struct {
	Result string `json:"result"` // loss, draw or win
	Margin int64  `json:"margin"`
}

// told is a move and what it is worth in words.
type told struct {
	Move string `json:"move"`
	Text string `json:"text"`
}

type solvedMove struct {
	told
	Low  value `json:"low"`
	High value `json:"high"`
}

// Text writes who wins, the line of best play, the moves, and how far the proof looked.
func (s *solved) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", s.Says)
	if len(s.Line) > 0 && (s.proof.Exact() || s.proof.Low > bot.Loss) {
		fmt.Fprintf(&b, "best play: %s\n", strings.Join(s.Line, " "))
	}
	movesText(&b, lists.Map(s.Moves, func(m solvedMove) told { return m.told }))
	if s.proof.All {
		fmt.Fprintf(&b, "%d positions before the end, all that can be reached\n", s.Nodes)
	} else {
		fmt.Fprintf(&b, "%d positions searched, %d moves deep\n", s.Nodes, s.Depth)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// names returns a function that names a legal step.
func names(g *interp.Game, p *interp.Position) func(interp.Move) string {
	moves, texts := g.Moves(p), g.Texts(p)
	return func(m interp.Move) string { return texts[slices.Index(moves, m)] }
}

// movesText writes moves with what each is worth, in two columns.
func movesText(b *strings.Builder, moves []told) {
	width := 0
	for _, m := range moves {
		width = max(width, utf8.RuneCountInString(m.Move))
	}
	for _, m := range moves {
		fmt.Fprintf(b, "%-*s  %s\n", width, m.Move, m.Text)
	}
}

func valueOf(o bot.Outcome) value {
	return value{map[bot.Outcome]string{bot.Loss: "loss", bot.Draw: "draw",
		bot.Win: "win"}[o.Class()], o.Margin()}
}

// turnTexts writes steps turn by turn.
func turnTexts(g *interp.Game, p *interp.Position, steps []interp.Move) (out []string) {
	c := course.New(g, p)
	_ = c.Follow(steps) // a line of play is legal
	for _, t := range c.Turns() {
		out = append(out, g.TurnText(c.Position(t.From), c.Steps(t.From, t.To)))
	}
	return out
}

// expected is the answer for programs where chance has a say.
type expected struct {
	Player string         `json:"player"` // whose share it is
	Exact  bool           `json:"exact"`
	Share  bounds         `json:"share"`
	Says   string         `json:"text"`
	Best   string         `json:"best,omitempty"` // step; none where chance decides
	Moves  []expectedMove `json:"moves,omitempty"`
	Nodes  int64          `json:"nodes"`
	Depth  int            `json:"depth"`
}

// bounds of a share of games won, from 0 to 1.
type bounds struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type expectedMove struct {
	told
	Share bounds `json:"share"`
}

// expect proves what share of the games the best play wins where chance has a say.
func (o *Options) expect(ctx context.Context, g *interp.Game, p *interp.Position) (Answer, error) {
	text := func(s bot.Share) string { return bot.ExpectText(g.Rules(), p.ToMove(), s) }
	e, failure := bot.Expect(ctx, g, p, bot.ExpectOptions{
		Memory: o.Memory, Each: o.Moves, Progress: func(e bot.Expectation) {
			o.Progress(fmt.Sprintf("%d steps deep, %d positions: %s", e.Depth, e.Nodes, text(e.Share)))
		}})
	if e == nil {
		return nil, o.unsolved(failure)
	}
	name := names(g, p)
	out := &expected{Player: g.Rules().Players[p.ToMove()].Name, Exact: e.Exact(),
		Share: bounds(e.Share), Says: text(e.Share), Nodes: e.Nodes, Depth: e.Depth}
	if !e.Drawn && e.Depth > 0 {
		out.Best = name(e.Best)
	}
	for _, m := range e.Moves {
		out.Moves = append(out.Moves, expectedMove{told{name(m.Move), text(m.Share)}, bounds(m.Share)})
	}
	return out, failure
}

// Text writes the share, the best step, the moves, and how far the proof looked.
func (e *expected) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, e.Says)
	if e.Best != "" && e.Share.Low > 0 {
		fmt.Fprintf(&b, "best: %s\n", e.Best)
	}
	movesText(&b, lists.Map(e.Moves, func(m expectedMove) told { return m.told }))
	fmt.Fprintf(&b, "%d positions searched, %d steps deep\n", e.Nodes, e.Depth)
	_, err := io.WriteString(w, b.String())
	return err
}

// hidden is the answer for a game with secrets.
type hidden struct {
	High      float64 `json:"high"`
	Low       float64 `json:"low"`
	Player    string  `json:"player"` // whose value it is
	Points    bool    `json:"points"`
	Positions int     `json:"positions"`
	Rounds    int     `json:"rounds"`
	Sets      int     `json:"sets"`

	proof *regret.Solution
}

// secret proves what a game with secrets is worth to its first player: from its start, because what
// players know elsewhere depends on how they got there.
func (o *Options) secret(ctx context.Context, g *interp.Game) (Answer, error) {
	first := g.Rules().Players[0].Name
	s, failure := regret.Solve(ctx, g, regret.Options{Progress: func(s regret.Solution) {
		o.Progress(fmt.Sprintf("%d rounds: %s", s.Rounds, s.Text(first)))
	}})
	if s == nil {
		return nil, o.unsolved(failure)
	}
	return &hidden{s.High, s.Low, first, s.Points, s.Nodes, s.Rounds, s.Sets, s}, failure
}

// Text writes the value and how much was searched for it.
func (h *hidden) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%d positions, %d states of knowledge, %d rounds\n",
		h.proof.Text(h.Player), h.Positions, h.Sets, h.Rounds)
	return err
}
