package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/course"
	"boardgame/interp/regret"
)

type solveCmd struct {
	rulesArg
	startFlag
	Moves     bool `help:"Prove the value of every move, not only of the best."`
	Symmetric bool
	Memory    int  `default:"256" placeholder:"MB"`
	JSON      bool `name:"json" help:"For programs: one object."`
}

func (*solveCmd) Help() string {
	return `Proves who wins a small game, or a position of any game, if both sides play their best,
and shows a line of best play. The search looks deeper and deeper until all is known, and
in between for narrow proofs of threats. Ctrl-C ends it
with what is proven so far; the exit status is then 1.

It is for games of two players or teams: with more, a player who cannot win may decide who does,
so best play proves nothing. Where play may go in circles, it also collects all reachable
positions, at about 100 bytes each, in up to three quarters of --memory; while it grows, it may
briefly use twice that. If it finds them all, it works backward from the end: what nobody can force
is a draw. Positions that differ only in points counted at the end are searched once. With
--symmetric, so are mirrored and turned ones: random games suggest these symmetries but do not prove
them, so a rare exception in the rules would make the answer wrong.
Where the rules count scores, the margin is part of the proof. Where chance has a say, the answer
is the share of the games that best play wins, drawn games counted half and scores not at all.
Where players do not see everything, the answer is what the first player gets from the start, as
close as asked for, in games of two players, without teams, that lead to at most two million
positions.

Examples:

    boardgame solve tic-tac-toe
    boardgame solve hex -o size=3 -o swap=false --moves
    boardgame solve tic-tac-toe --after "a1 b2"

Flags:

--symmetric Count positions that are mirrored or turned as one; where play may go in circles, also
    those with the players exchanged.
--memory How much memory to use for what is proven, in megabytes (${default}).`
}

// solved is the answer for programs.
type solved struct {
	Player string       `json:"player"` // the side to move; the rest is from their point of view
	Exact  bool         `json:"exact"`
	Low    value        `json:"low"`
	High   value        `json:"high"`
	Text   string       `json:"text"`
	Line   []string     `json:"line"` // best play, turn by turn
	Moves  []solvedMove `json:"moves,omitempty"`
	Nodes  int64        `json:"nodes"`
	Depth  int          `json:"depth"`
}

// value is a bound: the least or the greatest outcome of the game, and by how many points.
type value struct {
	Result string `json:"result"` // loss, draw or win
	Margin int64  `json:"margin"`
}

type solvedMove struct {
	Move string `json:"move"`
	Text string `json:"text"`
	Low  value  `json:"low"`
	High value  `json:"high"`
}

// provenSoFar describes the answer of an interrupted search.
const provenSoFar = "the lines above say what is proven so far"

func (c *solveCmd) Run(a *app) error {
	if c.Memory < 1 || c.Memory > 1<<16 {
		return usagef("--memory is %d; it must be from 1 to 65536 megabytes", c.Memory)
	}
	g, p, err := c.begin(a, &c.rulesArg)
	if err != nil {
		return err
	}
	if p.Result() != nil {
		a.warn("the game is over: %s", g.Game.ResultText(p.Result()))
		return nil
	}
	if g.Game.Secret() {
		return c.secret(a, g, p)
	}
	if g.Game.Rules().HasChance() {
		return c.expect(a, g, p)
	}
	show, end := a.line()
	s, failure := bot.Solve(a.ctx, g.Game, p, bot.SolveOptions{
		Memory: c.Memory << 20, Each: c.Moves, Symmetric: c.Symmetric, Progress: func(s bot.Solution) {
			show("%d moves deep, %d positions: %s", s.Depth, s.Nodes,
				bot.OutcomeText(g.Game.Rules(), p.ToMove(), s.Low, s.High))
		}})
	end()
	if s == nil {
		if errors.Is(failure, bot.ErrUnsolvable) {
			return fmt.Errorf("%s cannot be solved: %w", g.ruleset.Name, failure)
		}
		return failure
	}
	a.keeps(provenSoFar)
	out := c.answer(g.Game, p, s)
	if c.JSON {
		return errors.Join(a.encode(out), failure)
	}
	fmt.Fprintf(a.out, "%s\n", out.Text)
	if len(out.Line) > 0 && (s.Exact() || s.Low > bot.Loss) {
		fmt.Fprintf(a.out, "best play: %s\n", strings.Join(out.Line, " "))
	}
	width := 0
	for _, m := range out.Moves {
		width = max(width, len([]rune(m.Move)))
	}
	for _, m := range out.Moves {
		fmt.Fprintf(a.out, "%-*s  %s\n", width, m.Move, m.Text)
	}
	if s.All {
		fmt.Fprintf(a.out, "%d positions before the end, all that can be reached\n", s.Nodes)
		return failure
	}
	fmt.Fprintf(a.out, "%d positions searched, %d moves deep\n", s.Nodes, s.Depth)
	return failure
}

// secret proves what a game with secrets is worth: from its start, because what players know
// elsewhere depends on how they got there.
func (c *solveCmd) secret(a *app, g *loaded, p *interp.Position) error {
	if p != g.Game.Start() || c.Moves {
		return usagef("a game with secrets is solved from its start, without --moves")
	}
	first := g.Game.Rules().Players[0].Name
	show, end := a.line()
	s, failure := regret.Solve(a.ctx, g.Game, regret.Options{Progress: func(s regret.Solution) {
		show("%d rounds: %s", s.Rounds, s.Text(first))
	}})
	end()
	if s == nil {
		return fmt.Errorf("%s cannot be solved: %w", g.ruleset.Name, failure)
	}
	a.keeps(provenSoFar)
	if c.JSON {
		return errors.Join(failure, a.encode(map[string]any{"player": first, "low": s.Low,
			"high": s.High, "points": s.Points, "positions": s.Nodes, "sets": s.Sets,
			"rounds": s.Rounds}))
	}
	fmt.Fprintf(a.out, "%s\n%d positions, %d states of knowledge, %d rounds\n",
		s.Text(first), s.Nodes, s.Sets, s.Rounds)
	return failure
}

func (c *solveCmd) answer(g *interp.Game, p *interp.Position, s *bot.Solution) solved {
	out := solved{
		Player: g.Rules().Players[p.ToMove()].Name, Exact: s.Exact(), Low: valueOf(s.Low),
		High: valueOf(s.High),
		Text: bot.OutcomeText(g.Rules(), p.ToMove(), s.Low, s.High), Line: turnTexts(g, p,
			s.Line), Nodes: s.Nodes, Depth: s.Depth,
	}
	moves := g.Moves(p)
	texts := g.Texts(p)
	for _, m := range s.Moves {
		out.Moves = append(out.Moves, solvedMove{
			Move: texts[slices.Index(moves, m.Move)], Text: bot.OutcomeText(g.Rules(), p.ToMove(),
				m.Low, m.High),
			Low: valueOf(m.Low), High: valueOf(m.High),
		})
	}
	return out
}

// expected is the answer for programs where chance has a say.
type expected struct {
	Player string         `json:"player"` // whose share it is
	Exact  bool           `json:"exact"`
	Share  bounds         `json:"share"`
	Text   string         `json:"text"`
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
	Move  string `json:"move"`
	Text  string `json:"text"`
	Share bounds `json:"share"`
}

// expect is Run for a game with chance.
func (c *solveCmd) expect(a *app, g *loaded, p *interp.Position) error {
	text := func(s bot.Share) string { return bot.ExpectText(g.Game.Rules(), p.ToMove(), s) }
	show, end := a.line()
	e, failure := bot.Expect(a.ctx, g.Game, p, bot.ExpectOptions{
		Memory: c.Memory << 20, Each: c.Moves, Progress: func(e bot.Expectation) {
			show("%d steps deep, %d positions: %s", e.Depth, e.Nodes, text(e.Share))
		}})
	end()
	if e == nil {
		return fmt.Errorf("%s cannot be solved: %w", g.ruleset.Name, failure)
	}
	a.keeps(provenSoFar)
	moves, texts := g.Game.Moves(p), g.Game.Texts(p)
	name := func(m interp.Move) string { return texts[slices.Index(moves, m)] }
	out := expected{Player: g.Game.Rules().Players[p.ToMove()].Name, Exact: e.Exact(),
		Share: bounds(e.Share), Text: text(e.Share), Nodes: e.Nodes, Depth: e.Depth}
	if !e.Drawn && e.Depth > 0 {
		out.Best = name(e.Best)
	}
	width := 0
	for _, m := range e.Moves {
		out.Moves = append(out.Moves, expectedMove{name(m.Move), text(m.Share), bounds(m.Share)})
		width = max(width, utf8.RuneCountInString(name(m.Move)))
	}
	if c.JSON {
		return errors.Join(a.encode(out), failure)
	}
	fmt.Fprintln(a.out, out.Text)
	if out.Best != "" && e.Low > 0 {
		fmt.Fprintf(a.out, "best: %s\n", out.Best)
	}
	for _, m := range out.Moves {
		fmt.Fprintf(a.out, "%-*s  %s\n", width, m.Move, m.Text)
	}
	fmt.Fprintf(a.out, "%d positions searched, %d steps deep\n", e.Nodes, e.Depth)
	return failure
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
