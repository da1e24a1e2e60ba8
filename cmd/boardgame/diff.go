package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"boardgame/interp"
	"boardgame/interp/contest"
	"boardgame/interp/diff"
	"boardgame/interp/revision"
	"boardgame/interp/ruleset"
)

type diffCmd struct {
	A         string   `arg:""`
	B         string   `arg:"" optional:""`
	Option    []string `short:"o" sep:"none" placeholder:"NAME=VALUE"`
	OptionA   []string `name:"a" short:"a" sep:"none" placeholder:"NAME=VALUE"`
	OptionB   []string `name:"b" short:"b" sep:"none" placeholder:"NAME=VALUE"`
	Map       string   `placeholder:"A=B,…"`
	Positions int      `default:"200000" placeholder:"N"`
	Depth     int      `default:"-1" placeholder:"N"`
	Unit      string   `enum:"turns,steps,actions" default:"turns" help:"${unit}"`
	Divide    bool
	Games     int      `default:"500" placeholder:"N"`
	Length    int      `default:"${turns}" placeholder:"N"`
	Seat      []string `sep:"none" placeholder:"[PLAYER=]LEVEL"`
	Seed      uint64   `default:"1" help:"The seed of the random games and of the bots."`
	JSON      bool     `name:"json" help:"For programs: one object with everything that was found."`
}

func (*diffCmd) Help() string {
	return `Shows how two games differ in behavior, whatever their rules look like. It plays both
side by side and shows the shortest line after which the legal moves differ, with the board, the
moves that only one game has, and the sentence of the other's rules that refuses them; the same for
what a move does and for results. Then it counts sequences of moves, and plays games of both with
the same seeds: length, choices, the first player's share and draws with 95% intervals. If there is
no difference, it says how far it looked.

Two games are the same if they are after some names of A are replaced. A game that begins like the
other when its board is turned or mirrored is compared so; name anything else with --map.

The exit status is 0 if no difference was found, 1 if the games differ, and 2 if they cannot be
compared. Ctrl-C shows what was found so far.

Examples:

    boardgame diff cage -b extra=true
    boardgame diff reversi anti.rules
    boardgame diff mygame.rules@HEAD mygame.rules
    boardgame diff mygame.rules theirs.rules --map man=pawn,step=push
    boardgame diff chess mychess.rules --positions 1000000 --games 0
    boardgame diff cage:small cage-misere -b size=8 --seat "easy easy" --games 100

Flags:

A A game: its name, NAME:PRESET, a rules file, or FILE@REV for the file in a git revision.
B The game to compare it with, in the same forms; the same rules if it is left out.
--option Set an option on both sides; may be given several times.
--a Set an option of A.
--b Set an option of B.
--map Names of A and what B calls the same: cells, kinds, directions and moves, such as
    a1=h1,h1=a1,west=east,east=west. What is not named keeps its name.
--positions How many positions to compare: half breadth first from the start, half in random games.
    0 for none.
--depth How deep to count sequences, from the setup of --seed if chance sets up the game; by default
    as deep as can be done quickly. 0 to count none. One turn is counted for 10 seconds at most.
--divide List every branch that differs at the first depth at which the counts differ.
--games How many pairs of games to play. 0 for none.
--length The number of turns after which a game is stopped (${default}).
--seat Let bots play the games instead of random moves; as in match, or one level for everyone.`
}

func (c *diffCmd) Run(a *app) error {
	differ, err := c.compare(a)
	switch {
	case errors.Is(err, context.Canceled):
		a.warn("interrupted; %s", a.stop.kept())
		return &statusError{statusUsage, errReported}
	case err != nil:
		return &statusError{statusUsage, err}
	case differ:
		return &statusError{statusWrong, errReported}
	}
	return nil
}

// compare compares the games, shows the report, and reports whether they differ.
func (c *diffCmd) compare(a *app) (differ bool, err error) {
	if c.Positions < 0 || c.Games < 0 || c.Length < 1 {
		return false, usagef("--positions and --games must be 0 or more, --length at least 1")
	}
	const mostPositions, mostGames = 10_000_000, 1_000_000
	if c.Positions > mostPositions || c.Games > mostGames {
		return false, usagef("--positions is at most %d, --games at most %d", mostPositions, mostGames)
	}
	if c.B == "" {
		if len(c.OptionA)+len(c.OptionB) == 0 {
			return false, usagef("expected two games, or one and options of a side, as in" +
				" `boardgame diff cage -b extra=true`")
		}
		c.B = c.A
	}
	left, err := c.side(a, c.A, c.OptionA)
	if err != nil {
		return false, err
	}
	right, err := c.side(a, c.B, c.OptionB)
	if err != nil {
		return false, err
	}
	effort := diff.Standard
	effort.Positions, effort.Depth, effort.Games = c.Positions, c.Depth, c.Games
	effort.Length, effort.Seed = c.Length, c.Seed
	for pair := range strings.FieldsFuncSeq(c.Map, func(r rune) bool { return r == ',' || r == ' ' }) {
		name, to, ok := strings.Cut(pair, "=")
		if _, twice := effort.Map[name]; !ok || name == "" || to == "" || twice {
			return false, usagef("--map: expected NAME=NAME, each name once, not %q", pair)
		}
		if effort.Map == nil {
			effort.Map = map[string]string{}
		}
		effort.Map[name] = to
	}
	effort.Unit, _ = interp.ParseUnit(c.Unit)
	report, err := diff.Compare(a.ctx, *left, *right, effort, c.watch(a))
	if err != nil {
		return false, err
	}
	if c.JSON {
		err = a.encode(report)
	} else {
		err = report.Text(a.out, c.Divide)
	}
	if err == nil && report.Stopped && !report.Differ {
		err = a.ctx.Err()
	}
	return report.Differ, err
}

// watch shows the progress of the comparison.
func (c *diffCmd) watch(a *app) func(stage string, done, total int) {
	if !isTerminal(a.stderr) {
		return nil
	}
	show, _ := a.phases()
	return func(stage string, done, total int) {
		if done%64 == 0 {
			show(stage, done, total, "")
		}
	}
}

// side loads one of the games.
func (c *diffCmd) side(a *app, rules string, own []string) (*diff.Side, error) {
	arg := rulesArg{Rules: rules, Option: append(append([]string(nil), c.Option...), own...)}
	file, rev, old := revision.Split(rules)
	if old {
		arg.Rules = file
	}
	var g *loaded
	var err error
	if old {
		g, err = arg.loadRevision(a, rev)
	} else {
		g, err = arg.load(a)
	}
	if err != nil {
		return nil, err
	}
	side := &diff.Side{Name: strings.Join(append([]string{rules}, arg.Option...), " "), Game: g.Game}
	if len(c.Seat) > 0 {
		if side.Levels, err = contest.Levels(g, contest.Everyone(g, c.Seat)); err != nil {
			return nil, err
		}
	}
	return side, nil
}

// loadRevision loads the rules file as of a git revision. The files that it extends and uses come
// from the same revision.
func (r *rulesArg) loadRevision(a *app, rev string) (*loaded, error) {
	name, preset := ruleset.SplitPreset(r.Rules)
	if !strings.HasSuffix(name, ruleset.Ext) {
		return nil, usagef("%s@%s: only a rules file has revisions; %s comes with boardgame",
			r.Rules, rev, name)
	}
	options, err := setOptions(r.Option)
	if err != nil {
		return nil, err
	}
	if preset != "" { // of today
		if _, options, err = r.find(); err != nil {
			return nil, err
		}
	}
	file, err := revision.Read(a.ctx, name, rev)
	if err != nil {
		return nil, err
	}
	rules, err := a.check(file, options, revision.Library{Context: a.ctx, Revision: rev})
	if err != nil {
		return nil, err
	}
	rs := &ruleset.Ruleset{Name: strings.TrimSuffix(filepath.Base(name), ruleset.Ext), File: file}
	if now, err := ruleset.Find(name); err == nil {
		rs.Info = now.Info // its levels, for bots; the rules themselves are the old ones
	}
	return &loaded{Game: interp.New(rules), Ruleset: rs, Options: options}, nil
}
