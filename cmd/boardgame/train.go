package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/interp/cpu"
	"boardgame/interp/files"
	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
	"boardgame/interp/train"
)

type trainCmd struct {
	rulesArg
	Learn *time.Duration `placeholder:"TIME"`
	Games int            `placeholder:"N"`

	Positions int `placeholder:"N"`
	Patterns  bool
	Resume    bool `help:"With --learn: go on with the weights in the file, and replace them."`

	Name  string        `placeholder:"NAME"`
	Value []string      `name:"values" placeholder:"NAME"`
	Think time.Duration `default:"1s" placeholder:"TIME"`
	Seed  uint64        `default:"1" help:"The seed of all games."`
	Jobs  int           `placeholder:"N" help:"${jobs}"`
	Out   string        `placeholder:"FILE"`
	Force bool          `help:"Replace levels and weights of the same names, or the file of --out."`
}

func (*trainCmd) Help() string {
	return `Finds computer players for a game, and writes them into the TOML file beside its rules.

By default it plays alpha-beta against Monte Carlo tree search at equal time, and makes levels of
whichever wins: easy, medium and hard, each scoring at least 75% against the one below (among more
than two, 1.6 times a fair share). What was measured is written above them.

With --learn it learns to judge positions from games against itself: what a piece of each kind is
worth on each site, rows, counters, mobility, and each value that the rules declare. The numbers are
in the file for you to read and change, with a chart of how often they won. A level uses them with
value = "learned". To find out whether they help, run boardgame train RULES afterward. Learning is
for games of two to four players.

With --patterns, for two players, it also learns tables of what stands on small patterns of sites,
with dice neurons in their place, in a file beside the rules, and plays them against the strongest
level, linear weights and the values at equal CPU time. It keeps them only if they win all these
matches.

Only --force replaces anything in a file. Ctrl-C keeps what has been learned so far, but no patterns
that have not won.

Examples:

    boardgame train mygame.rules --learn 10m
    boardgame train mygame.rules
    boardgame train mygame.rules --learn 2m --patterns --values none
    boardgame train hex -o size=6 --learn 0s --games 5000 --out hex6.toml
    boardgame match mygame.rules --seat "alphabeta:value=learned alphabeta"

Flags:

--learn Learn to judge positions from self-play for this much CPU time, such as 10m, instead of
    finding levels.
--name With --learn, the name of the weights: learned, or patterns with --patterns.
--positions With --learn 0s: learn from this many positions.
--patterns With --learn: learn tables of patterns of sites, in a file beside the rules. They are
    kept only if they win at equal CPU time.
--games With --learn: learn from this many games, so that the result depends only on the seed;
    --learn may then be 0s. Without: the most games in a match (40).
--values With --learn: which values of the rules count, separated by commas, or none. By default
    those that predict the results best.
--think How long the strongest level may think about a step.
--out Write into a new TOML file instead of the one beside the rules.`
}

// The most games that training may play.
const mostTraining = 100_000_000

func (c *trainCmd) Run(a *app) error {
	switch {
	case c.Learn != nil && *c.Learn < 0 || c.Think <= 0:
		return usagef("--learn and --think are times, such as 10m")
	case c.Games < 0 || c.Games > mostTraining:
		return usagef("--games is %d; it must be from 1 to %d", c.Games, mostTraining)
	case c.Positions < 0 || c.Games > 0 && c.Positions > 0:
		return usagef("--positions is a number, and it is instead of --games")
	case c.Jobs < 0 || c.Jobs > match.MaxJobs:
		return usagef("--jobs is %d; it must be from 1 to %d", c.Jobs, match.MaxJobs)
	}
	g, err := c.load(a)
	if err != nil {
		return err
	}
	if g.Game.Secret() {
		return fmt.Errorf("train compares searches that look at whole positions, which this game " +
			"hides from players; it has the levels easy, medium and hard without training")
	}
	learn := c.Learn != nil
	if !learn && (c.Patterns || c.Resume || c.Positions != 0) {
		return usagef("--patterns, --resume and --positions are for --learn TIME")
	}
	if learn && c.Name == "" {
		c.Name = "learned"
		if c.Patterns {
			c.Name = "patterns"
		}
	}
	c.Force = c.Force || c.Resume
	if !learn && c.Value != nil {
		return usagef("--values is for --learn TIME")
	}
	if err := level.FitForWeights(g.Game.Rules()); learn && err != nil {
		return fmt.Errorf("--learn is not possible here: %w; without --learn, boardgame train finds "+
			"levels for this game, which judge by the values of its rules", err)
	}
	if learn && *c.Learn == 0 && c.Games+c.Positions == 0 {
		return usagef("--learn 0s needs --games or --positions, the number to learn from")
	}
	if learn && c.Games+c.Positions > 0 && *c.Learn > 0 {
		return usagef("--learn %v and --games or --positions both say how long to learn; with a "+
			"number, write --learn 0s", *c.Learn)
	}
	if learn && c.Patterns && len(g.Game.Rules().Players) != 2 {
		return usagef("--patterns are for games of 2 players; this one has %d",
			len(g.Game.Rules().Players))
	}
	out, err := c.outFile(g, learn)
	if err != nil {
		return err
	}
	a.keeps("nothing was written: no level has been found yet")
	if learn {
		a.keeps("nothing was written: nothing has been learned yet")
		if c.Patterns {
			a.keeps("nothing was written: the patterns have not won all their matches yet")
		}
		return c.learn(a, g, out)
	}
	return c.levels(a, g, out)
}

// outFile says where the result goes, and immediately refuses what would be refused at the end.
func (c *trainCmd) outFile(g *loaded, learn bool) (*train.File, error) {
	rs := g.Ruleset
	text, _ := rs.TOML()
	file := train.File{Name: c.Out, New: c.Out != "", Force: c.Force, Net: c.net()}
	if c.Out == "" {
		if rs.Builtin {
			return nil, usagef(
				"%s comes with the program and has no file beside it; name a file with --out,"+
					" or begin with a copy: boardgame rules %s --out mine.rules", rs.Name, rs.Name)
		}
		file.Name = strings.TrimSuffix(rs.File.Name, ruleset.Ext) + ".toml"
	} else if err := cmp.Or(files.InFolder(c.Out), files.MayReplace(c.Out, c.Force)); err != nil {
		return nil, err
	}
	add := train.Addition{Levels: []level.Level{{Name: "easy"}, {Name: "medium"}, {Name: "hard"}}}
	if learn {
		w := &level.Weights{Name: c.Name, Options: map[string]string{}}
		for _, o := range g.Game.Rules().Options {
			w.Options[o.Name] = o.Value
		}
		add = train.Addition{Weights: w}
	}
	return train.NewFile(file, text, add)
}

// command is the command line that repeats this training.
func (c *trainCmd) command() string {
	text := "boardgame train " + c.Rules
	for _, o := range c.Option {
		text += " -o " + o
	}
	if c.Learn != nil {
		text += " --learn " + c.Learn.String()
	}
	if c.Value != nil {
		text += " --values " + strings.Join(c.Value, ",")
	}
	if c.Patterns {
		text += " --patterns"
	}
	if c.Resume {
		text += " --resume"
	}
	if c.Games > 0 {
		text += fmt.Sprintf(" --games %d", c.Games)
	}
	if c.Positions > 0 {
		text += fmt.Sprintf(" --positions %d", c.Positions)
	}
	if c.Think != time.Second {
		text += " --think " + c.Think.String()
	}
	return text + fmt.Sprintf(" --seed %d", c.Seed)
}

// values are those to learn with: nil to choose them, empty for none.
func (c *trainCmd) values() []string {
	if len(c.Value) == 1 && c.Value[0] == "none" {
		return []string{}
	}
	return c.Value
}

// study learns weights for a part of the time.
func (c *trainCmd) study(a *app, g *loaded, o train.LearnOptions, part int) (*level.Weights,
	error) {
	const percent = 100
	what := "learning, percent"
	if part > 1 {
		what = "first without patterns, percent"
	}
	show := a.progress(what, percent)
	o.Game, o.Seed, o.Jobs, o.Values, o.Clock = g.Game, c.Seed, c.Jobs, c.values(), cpu.Process
	o.For, o.Games, o.Positions = *c.Learn/time.Duration(part), c.Games/part, c.Positions/part
	o.Progress = func(part float64, games, positions int, note string) {
		show(int(percent*part), fmt.Sprintf("%d games, %d positions  %s", games, positions, note))
	}
	w, err := train.Learn(a.ctx, o)
	show(-1, "")
	return w, err
}

// learn learns weights and writes them.
func (c *trainCmd) learn(a *app, g *loaded, file *train.File) error {
	var from *level.Weights
	if c.Resume {
		from, _ = level.FindWeights(g.Ruleset.Info.Weights, g.Game.Rules(), c.Name)
		if from == nil || (from.Net != "") != c.Patterns {
			return fmt.Errorf("there are no weights %q for these options to go on with", c.Name)
		}
		if err := from.Check(g.Game.Rules()); err != nil {
			return err
		}
	}
	w, failure := c.study(a, g, train.LearnOptions{Name: c.Name, Patterns: c.Patterns, From: from}, 1)
	if w == nil {
		return failure
	}
	comment := train.LearnedText(c.command(), w, len(g.Game.Rules().Players))
	if c.Patterns {
		contests, wins, err := c.contend(a, g, w, failure)
		comment += train.ContestText(contests)
		switch {
		case err != nil:
			return err
		case !wins:
			fmt.Fprintf(a.out, "%s\nNothing was written: the patterns do not win. Learn longer, or "+
				"without --patterns.\n", strings.TrimRight(comment, "\n"))
			return nil
		}
	}
	add := train.Addition{Comment: comment, Weights: w}
	if !hasLevel(g.Ruleset.Info.Levels, c.Name) {
		add.Levels = []level.Level{{
			Name: c.Name, Title: "thinks a second, and judges by what it has learned",
			Settings: level.Settings{Bot: "alphabeta", Value: c.Name},
		}}
	}
	name, err := file.Write(add)
	if name != "" {
		a.keeps(fmt.Sprintf("what was learned from %d games is in %s", w.Games, name))
	}
	if err != nil {
		return errors.Join(failure, err)
	}
	fmt.Fprintf(a.out, "%s\nWrote the weights %q into %s. A bot judges by them with value=%s, as "+
		"in alphabeta:value=%s.\n",
		strings.TrimRight(add.Comment, "\n"), w.Name, file.Name, w.Name, w.Name)
	return failure
}

// contend plays patterns against what judges positions otherwise, and reports whether they win.
func (c *trainCmd) contend(a *app, g *loaded, w *level.Weights, failure error) (
	contests []train.Contest, wins bool, err error) {
	if failure != nil {
		return nil, false, failure
	}
	info, others := g.Ruleset.Info, g.Ruleset.Info.Weights
	linear := func(w *level.Weights) bool { return w.Net == "" && w.Fit(g.Game.Rules()) }
	if !c.Resume && !slices.ContainsFunc(others, linear) {
		const part = 4
		plain, err := c.study(a, g, train.LearnOptions{Name: "linear"}, part)
		if err != nil {
			return nil, false, err
		}
		others = append(slices.Clone(others), plain)
	}
	show, end := a.phases()
	defer end()
	contests, err = train.Contend(a.ctx, train.ContendOptions{
		Game: g.Game, Weights: w, Seed: c.Seed, Jobs: c.Jobs, Clock: cpu.Process,
		Against:  train.Rivals(g.Game, info.Levels, others, info.Values, w.Name),
		Progress: func(what string, done, total int) { show(what, done, total, "") },
	})
	return contests, err == nil && !slices.ContainsFunc(contests, func(c train.Contest) bool {
		return !c.Won()
	}), err
}

// net is the end of the name of the file of patterns: after that of the TOML file, the options that
// are not as usual.
func (c *trainCmd) net() string {
	if !c.Patterns {
		return ""
	}
	name := ""
	if c.Name != "patterns" {
		name += "_" + c.Name
	}
	for _, o := range c.Option {
		name += "_" + strings.ReplaceAll(o, "=", "-")
	}
	return name + ruleset.NetExt
}

func hasLevel(levels []level.Level, name string) bool {
	return slices.ContainsFunc(levels,
		func(l level.Level) bool { return strings.EqualFold(l.Name, name) })
}

// rough rounds a time for people to read.
func rough(d time.Duration) string {
	switch {
	case d >= 10*time.Minute:
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	case d >= time.Minute:
		return d.Round(10 * time.Second).String()
	}
	return max(d.Round(time.Second), time.Second).String()
}

// levels finds levels and writes them.
func (c *trainCmd) levels(a *app, g *loaded, file *train.File) error {
	games := c.Games
	if games == 0 {
		games = 40
	}
	options := train.LevelOptions{Game: g.Game, Weights: g.Ruleset.Info.Weights,
		Values: g.Ruleset.Info.Values, Think: c.Think, Games: games, Seed: c.Seed, Jobs: c.Jobs}
	expect, err := options.Estimate(a.ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "Random games take about %s. With games of that length, finding levels "+
		"takes %s to %s.\nCtrl-C keeps what has been found so far.\n",
		diag.Plural(expect.Steps, "step"), rough(expect.Least), rough(expect.Most))
	show, end := a.phases()
	options.Progress = func(what string, done, total int) { show(what, done, total, "") }
	ladder, err := train.Levels(a.ctx, options)
	end()
	if errors.Is(err, context.Canceled) && len(ladder.Levels) == 0 {
		if len(ladder.Search) > 0 { // nothing to write, but not nothing
			fmt.Fprint(a.out, ladder.Text(c.command()))
		}
		return err
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	add := train.Addition{Comment: ladder.Text(c.command()), Levels: ladder.Levels}
	name, e := file.Write(add)
	if name != "" {
		a.keeps("the levels found until then are in " + name)
	}
	if e != nil {
		return errors.Join(err, e)
	}
	names := lists.Map(ladder.Levels, func(l level.Level) string { return l.Name })
	fmt.Fprintf(a.out, "%s\nWrote the levels %s into %s.\n", strings.TrimRight(add.Comment, "\n"),
		strings.Join(names, ", "), file.Name)
	return err
}
