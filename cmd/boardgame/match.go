package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"boardgame/interp/bot"
	"boardgame/interp/clock"
	"boardgame/interp/contest"
	"boardgame/interp/files"
	"boardgame/interp/match"
	"boardgame/interp/outside"
)

type matchCmd struct {
	Rules    []string `arg:"" optional:"" name:"rules"`
	Option   []string `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"${option}"`
	Seat     []string `sep:"none" placeholder:"PLAYER=LEVEL"`
	Games    *int     `placeholder:"N"`
	SPRT     string   `name:"sprt" placeholder:"LOW,HIGH"`
	Jobs     int      `placeholder:"N" help:"${jobs}"`
	Seed     uint64   `default:"1" help:"${matchSeed}"`
	Length   int      `default:"${turns}" help:"${matchLength}"`
	Opening  *int     `placeholder:"N"`
	Openings string   `placeholder:"FILE"`
	Clock    string   `placeholder:"TIME+MORE"`
	Ponder   bool     `help:"Let levels that are limited by time think while the others do."`
	Fixed    bool     `help:"Let everyone keep their seats."`
	Times    bool     `help:"Show how long each level thought about a turn: mean and longest."`
	Out      string   `placeholder:"FILE"`
	Shard    string   `placeholder:"I/N"`
	Merge    bool     `help:"Play nothing; read the files of a match, or of its parts, and add up."`
	JSON     bool     `name:"json" help:"For programs: one object with all numbers."`
	outsideFlag

	sprt match.SPRT `kong:"-"`
}

// outsideFlag says how to treat programs that take seats in a game.
type outsideFlag struct {
	Limit string `placeholder:"LIMIT" help:"${outsideLimit}"`
}

func (*matchCmd) Help() string {
	return `Plays games between levels of computer players, who change seats from game to game, and
says who is better: wins, draws, the score with its 95% interval, the difference in Elo points, the
length of the games, and what the first move is worth. A draw counts as part of a win; a game that
was stopped counts as a draw for all.

The levels of a game are listed by ` + "`boardgame list GAME`" + `. A level that is limited by time
plays differently on every machine; all others play the same games from the same seed. Ctrl-C stops
the match and prints the results so far; with --out, the same command continues it later.

Examples:

    boardgame match cage -o size=6 --seat Red=easy --seat Blue=medium --games 200
    boardgame match shiftago:expert-3 --seat hard --seat easy --seat easy --out games.jsonl
    boardgame match chess --seat "hard:time=1s mcts:time=1s" --openings book.txt --sprt 0,10
    boardgame match reversi --seat "medium hard" --clock 10s+100ms --times
    boardgame match cage --seat "easy mcts:playouts=200" --games 10000 --shard auto --out part{shard}.jsonl
    boardgame match connect-four --seat hard --seat "ugi:./engine --threads 1" --limit movetime=200ms --games 20
    boardgame match --merge part*.jsonl --out all.jsonl

Flags:

RULES The name of a game, NAME:PRESET, or the path of a rules file. With --merge, the files of a
    match.
--seat Who plays whom in the first game; once for each player or team, or all in order as in --seat
    "easy hard". LEVEL may be followed by settings: mcts:playouts=500, hard:time=1s. Another program
    is PROTOCOL:COMMAND; the protocols are ugi, uci, gtp and xboard.
--games How many games to play: 100, or with --sprt at most 20000.
--sprt Stop when it is clear whether the first level is better by HIGH Elo points rather than LOW: a
    sequential test over pairs of games, with errors of 5%. For two players.
--opening How many random turns a game begins with; games that differ only in the seats begin with
    the same ones. By default none, or 4 with --sprt and without --openings.
--openings Begin with the openings in a file, one per line: moves as replay reads them. Each opening
    is played from every seat.
--clock Give every player a clock, such as 5m+3s (5+3 is the same) or 10s+100ms. Whoever runs out
    of time loses.
--out Write a line for each game, as JSON. If the file has games of this match already, the match
    goes on where it stopped.
--shard Play only part I of N of the match. auto takes both from Slurm's variables of an array job,
    auto/N the part from Slurm or Kubernetes. {shard} in --out is replaced by I.`
}

func (c *matchCmd) Run(a *app) error {
	if c.Merge {
		return c.merge(a)
	}
	if len(c.Rules) != 1 {
		return usagef("a match needs one game; expected `boardgame match RULES --seat … --seat …`")
	}
	arg := rulesArg{Rules: c.Rules[0], Option: c.Option}
	g, err := arg.load(a)
	if err != nil {
		return err
	}
	var sprt match.SPRT
	if c.SPRT != "" {
		if sprt, err = match.ParseSPRT(c.SPRT); err != nil {
			return usagef("--sprt: %s", err)
		}
		if n := len(g.Game.Rules().Teams()); n != 2 {
			return usagef("--sprt is for games of 2 players or teams; this one has %d", n)
		}
		if c.Fixed {
			return usagef("--sprt looks at pairs of games with swapped seats; leave out --fixed")
		}
	}
	games := 100
	switch {
	case c.Games != nil:
		games = *c.Games
	case c.SPRT != "":
		games = sprtGames
	}
	m := &match.Match{
		Game: g.Game, Ruleset: g.SavedName(), Games: games, Seed: c.Seed, Length: c.Length,
		Opening: c.opening(), Fixed: c.Fixed, Jobs: c.Jobs, Ponder: c.Ponder,
	}
	if m.Levels, err = contest.Levels(g, c.Seat); err != nil {
		return seatsMisused(err)
	}
	m.Seat = make([]func() (bot.Bot, error), len(m.Levels))
	for i, l := range m.Levels {
		if outside.Is(l.Name) {
			if m.Seat[i], err = contest.Program(g, l.Name, c.Limit); err != nil {
				return seatsMisused(err)
			}
		}
	}
	if c.Shard != "" {
		if m.Shard, err = match.FindShard(c.Shard, os.Getenv); err != nil {
			return usagef("--shard: %s", err)
		}
		c.Out = strings.ReplaceAll(c.Out, "{shard}", strconv.Itoa(m.Shard.Index))
	}
	if c.Openings != "" {
		if m.Openings, err = contest.Openings(a.ctx, g.Game, c.Openings); err != nil {
			return err
		}
	}
	if c.Clock != "" {
		if m.Clock, err = clock.Parse(c.Clock); err != nil {
			return usagef("--clock: %s", err)
		}
	}
	if c.SPRT != "" {
		sprt.Drawn = m.Opening > 0 || g.Game.Rules().HasChance()
		test := sprt.Begin()
		m.Until = func(games []match.Game) bool { return test.Read(games).Decision != "none" }
		c.sprt = sprt
	}
	if c.Length < 1 {
		return usagef("--length is %d; it must be at least 1", c.Length)
	}
	if err := m.Check(); err != nil {
		return usagef("%s", err)
	}
	s, err := c.run(a, m)
	if s == nil {
		return err
	}
	return errors.Join(err, c.show(a, s))
}

// sprtGames is when a sequential test ends undecided. sprtOpening is how many turns are drawn
// first, without which deterministic players would play one game over and over.
const (
	sprtGames   = 20_000
	sprtOpening = 4
)

// opening returns how many turns are drawn at random first.
func (c *matchCmd) opening() int {
	switch {
	case c.Opening != nil:
		return *c.Opening
	case c.SPRT != "" && c.Openings == "":
		return sprtOpening
	}
	return 0
}

// run plays the match, or the rest of it.
func (c *matchCmd) run(a *app, m *match.Match) (s *match.Summary, err error) {
	var played []match.Game
	keep := func(match.Game) error { return nil }
	if c.Out != "" {
		file, games, notes, err := m.Open(c.Out)
		if err != nil {
			return nil, err
		}
		for _, note := range notes {
			a.warn("%s", note)
		}
		if len(games) > 0 {
			a.warn("%d games of %s are played already; the match goes on.", len(games), c.Out)
		}
		played, keep = games, file.Append
		defer func() {
			if e := file.Close(); err == nil {
				err = e
			}
		}()
	}
	terms := m.Terms()
	running := match.NewRunning(terms)
	for _, g := range played {
		running.Add(g)
	}
	a.keeps("nothing was written, because there is no --out")
	if c.Out != "" {
		a.keeps("the games played so far are in " + c.Out + "; the same command goes on from there")
	}
	times := match.NewTimes(terms)
	if c.Times {
		m.Thought = times.Add
	}
	total, done := m.Count(), len(played)
	show := a.progress("playing", total)
	games, failure := m.Run(a.ctx, played, func(g match.Game) error {
		running.Add(g)
		if err := keep(g); err != nil {
			return err
		}
		done++
		show(done, running.String())
		return nil
	})
	show(-1, "")
	if failure != nil {
		a.warn("the match stopped after %d of %d games", len(games), total)
	}
	if total == 0 {
		a.warn("part %s of a match of %d games has no game", c.Shard, m.Games)
	}
	s = match.Sum(terms, games)
	if c.SPRT != "" {
		s.Test(c.sprt, games)
	}
	if c.Times {
		s.Thought = times.Sum()
	}
	return s, failure
}

// merge adds up the files of a match.
func (c *matchCmd) merge(a *app) error {
	if len(c.Rules) == 0 {
		return usagef("--merge needs the files of a match; expected `boardgame match --merge FILE …`")
	}
	games, notes, err := match.Merge(c.Rules...)
	if err != nil {
		return err
	}
	for _, note := range notes {
		a.warn("%s", note)
	}
	if len(games) == 0 {
		return fmt.Errorf("there is no game in %s", strings.Join(c.Rules, ", "))
	}
	if c.Out != "" {
		if err := files.NotThere(c.Out); err != nil {
			return err
		}
		var text bytes.Buffer
		if err := match.Write(&text, games); err != nil {
			return err
		}
		if err := files.Write(c.Out, text.Bytes()); err != nil {
			return err
		}
	}
	return c.show(a, match.Sum(games[0].Terms, games))
}

func (c *matchCmd) show(a *app, s *match.Summary) error {
	if !c.JSON {
		return s.Text(a.out)
	}
	return a.encode(s)
}

// seatsMisused makes an error about who sits where a mistake on the command line.
func seatsMisused(err error) error {
	if wrong := (*contest.SeatError)(nil); errors.As(err, &wrong) {
		return misuse(err)
	}
	return err
}

// findLevel finds the level that a flag names, and checks that it can play the game.
func findLevel(g *loaded, flag, text string) (bot.Level, error) {
	l, err := bot.FindLevel(g.Ruleset.Info.Bots(), text)
	if err != nil {
		return l, usagef("%s: %s", flag, err)
	}
	return l, g.Ruleset.OfLevel(l.Name, l.Check(g.Game.Rules()))
}
