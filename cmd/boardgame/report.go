package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp/bot"
	"boardgame/interp/files"
	"boardgame/interp/match"
	"boardgame/interp/report"
)

type reportCmd struct {
	rulesArg
	Level    string
	Stronger string        `placeholder:"LEVEL"`
	Games    *int          `placeholder:"N"`
	Time     time.Duration `default:"1m" aliases:"within"`
	Jobs     int           `placeholder:"N" help:"${jobs}"`
	Seed     uint64        `default:"1" help:"The seed. The same seed gives the same report."`
	Length   int           `default:"${turns}"`
	Opening  int           `default:"0" help:"How many random turns a game begins with."`
	Value    string        `placeholder:"NAME"`
	Ladder   []string      `placeholder:"LEVEL"`
	Rung     *int          `placeholder:"N"`
	JSON     bool          `name:"json" help:"For programs: one object with all numbers."`
	HTML     string        `name:"html" placeholder:"FILE"`
	Force    bool          `help:"Let --html replace a file."`
}

func (*reportCmd) Help() string {
	return `Measures a game by letting a level play against itself: who wins, how long games are,
how many choices there are, how often the lead changes hands and how soon the winner is known, which
moves and ends are used, how games begin, where on the board it happens, how the figures change with
skill, and whether a better level beats a worse one. Every number has its 95% interval.

By default it takes at most a minute and plays up to 100 games. With --games it plays that many,
however long it takes; then the same seed gives the same report.

The levels of a game are listed by ` + "`boardgame list GAME`" + `. Ctrl-C ends with a report of the
games played so far.

Examples:

    boardgame report mygame.rules
    boardgame report cage -o size=6 --level medium --games 300 --html cage.html
    boardgame report hex --level mcts:playouts=200 --ladder random,mcts:playouts=50,mcts:playouts=200

Flags:

--level Which level plays against itself; by default the strongest of the game with 2000 nodes
    or 400 playouts a move, or a search that suits the rules.
--stronger A stronger level, to show how the figures change with skill, or none. By default the same
    level with eight times as many nodes or playouts.
--games How many games to play. By default 100, or as many as there is time for.
--time How long the report may take, unless --games or --rung say how many games; 0s for no limit.
--length The number of turns after which a game is stopped.
--value The value of the rules by which the lead is judged; by default the first one; if there is
    none, or with the word playouts, random games from the position.
--ladder The levels of the ladder, the weakest first, or none for no ladder. By default the levels
    of the game, except those that imitate another program and those limited by time.
--rung How many games each level plays against the one below it: 40.
--html Write a page with plots, which needs no other file. It must not exist yet, except with
    --force.`
}

func (c *reportCmd) Run(a *app) error {
	begun := time.Now()
	if err := c.check(); err != nil {
		return err
	}
	o, err := c.options(a, begun)
	if err != nil {
		return err
	}
	show, end := a.phases()
	o.Progress = func(done, total int, note string) { show("playing", done, total, note) }
	r, failure := report.Run(a.ctx, o)
	end()
	if r == nil {
		return failure
	}
	if failure != nil {
		a.warn("stopped early; the report covers the games played so far")
	}
	return errors.Join(failure, c.write(a, r))
}

// amounts returns how many games to play in all and on each rung of the ladder, and for how long.
func (c *reportCmd) amounts() (games, rung int, within time.Duration) {
	games, rung, within = 100, 40, c.Time
	if c.Games != nil {
		games, within = *c.Games, 0
	}
	if c.Rung != nil {
		rung, within = *c.Rung, 0
	}
	return games, rung, within
}

// check reports the first mistake that can be found before the game is loaded.
func (c *reportCmd) check() error {
	games, rung, _ := c.amounts()
	if games < 1 || rung < 1 || c.Length < 1 || c.Opening < 0 || c.Jobs < 0 {
		return usagef("--games, --rung and --length must be at least 1, --opening and --jobs not " +
			"negative")
	}
	const most = 1_000_000 // games; the data of each is kept
	if games > most || rung > most || c.Jobs > match.MaxJobs {
		return usagef("--games and --rung are at most %d, --jobs at most %d", most, match.MaxJobs)
	}
	if c.HTML == "" {
		return nil
	}
	if err := files.InFolder(c.HTML); err != nil {
		return err
	}
	return files.MayReplace(c.HTML, c.Force)
}

// options loads the game and says what to measure. The time since begun counts.
func (c *reportCmd) options(a *app, begun time.Time) (o report.Options, err error) {
	g, err := c.load(a)
	if err != nil {
		return o, err
	}
	games, rung, within := c.amounts()
	o = report.Options{
		Game: g.Game, Ruleset: g.SavedName(), Games: games, Seed: c.Seed, Length: c.Length,
		Opening: c.Opening, Jobs: c.Jobs, Rung: rung,
		Trace: min(40, games),
	}
	if o.Level, err = c.level(g); err != nil {
		return o, err
	}
	if within > 0 {
		if c.Level == "" {
			o.Level = report.Affordable(g.Game, g.Ruleset.Info.Bots(), o.Level, within, c.Jobs)
		}
		// The reserve is for games under way and for writing.
		o.Within = max(within-within/reportReserve-time.Since(begun), time.Millisecond)
	}
	if o.Stronger, err = c.stronger(g, o.Level); err != nil {
		return o, err
	}
	if o.Value, err = c.value(g); err != nil {
		return o, err
	}
	o.Ladder, err = c.ladder(a, g)
	return o, err
}

// write writes the report in the form that was asked for.
func (c *reportCmd) write(a *app, r *report.Report) error {
	if c.HTML != "" {
		var page bytes.Buffer
		if err := r.HTML(&page); err != nil {
			return err
		}
		a.keeps("the report of the games played so far is in " + c.HTML)
		if err := files.Write(c.HTML, page.Bytes()); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		return a.encode(r)
	case c.HTML == "":
		return r.Text(a.out)
	}
	fmt.Fprintf(a.out, "%s written\n", c.HTML)
	return nil
}

// level finds the level that plays against itself.
func (c *reportCmd) level(g *loaded) (bot.Level, error) {
	if c.Level != "" {
		return findLevel(g, "--level", c.Level)
	}
	return report.Suited(g.Game, g.Ruleset)
}

// reportReserve is the fraction of the time, one in this many parts, kept for what cannot be
// interrupted.
const reportReserve = 20

// stronger finds the level that shows the effect of skill; nil for none.
func (c *reportCmd) stronger(g *loaded, than bot.Level) (*bot.Level, error) {
	const factor = 8
	text := c.Stronger
	switch {
	case text == "none" || len(g.Game.Rules().Players) < 2:
		return nil, nil
	case text != "":
	case c.Level != "":
		return nil, nil // no stronger level is known
	default:
		text = report.Limited(than, factor*than.Nodes, factor*than.Playouts)
	}
	l, err := findLevel(g, "--stronger", text)
	return &l, err
}

// value finds the value that says who is ahead; nil: use random games.
func (c *reportCmd) value(g *loaded) (*ir.Value, error) {
	const playouts = "playouts"
	var names []string
	for _, v := range g.Game.Rules().Values {
		if v.Name == c.Value || c.Value == "" {
			return v, nil
		}
		names = append(names, v.Name)
	}
	if c.Value == "" || c.Value == playouts {
		return nil, nil
	}
	return nil, fmt.Errorf("--value: the rules declare no value %q; choose %s", c.Value,
		strings.Join(append(names, playouts), ", "))
}

// ladder finds the levels that play the one below them.
func (c *reportCmd) ladder(a *app, g *loaded) ([]bot.Level, error) {
	own := g.Ruleset.Info.Levels
	var levels []bot.Level
	var names []string // of levels
	switch {
	case len(c.Ladder) == 1 && c.Ladder[0] == "none":
		return nil, nil
	case len(c.Ladder) > 0:
		names = joinSettings(c.Ladder)
	case len(own) == 0:
		names = []string{"random", "greedy", "alphabeta:depth=2"}
	default:
		var timed []string
		for _, l := range own {
			switch {
			case l.Origin != "": // not part of the order from weak to strong
			case l.Timed():
				timed = append(timed, l.Name)
			default:
				levels = append(levels, l)
			}
		}
		if len(timed) > 0 {
			a.warn("not on the ladder, because limited by time: %s; --ladder can name all",
				strings.Join(timed, ", "))
		}
	}
	for _, text := range names {
		l, err := bot.FindLevel(g.Ruleset.Info.Bots(), text)
		if err != nil {
			return nil, usagef("--ladder: %s", err)
		}
		levels = append(levels, l)
	}
	for i := range levels {
		if err := levels[i].Check(g.Game.Rules()); err != nil {
			return nil, err
		}
	}
	return levels, nil
}

// joinSettings rejoins what the commas of a list have split: in random,mcts:playouts=50,threads=1
// the last part is a setting of the level before it.
func joinSettings(parts []string) []string {
	var levels []string
	for _, part := range parts {
		name, _, setting := strings.Cut(part, "=")
		if setting && !strings.Contains(name, ":") && len(levels) > 0 {
			levels[len(levels)-1] += "," + part
			continue
		}
		levels = append(levels, part)
	}
	return levels
}
