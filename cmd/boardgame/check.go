package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
	"boardgame/interp/verify/misfit"
	"boardgame/repl/scene"
)

type checkCmd struct {
	Files  []string      `arg:"" name:"file" help:"Rules files, or names of games."`
	Option []string      `short:"o" sep:"none" placeholder:"NAME=VALUE"`
	Static bool          `help:"Only read the files, play nothing."`
	JSON   bool          `name:"json"`
	Games  int           `default:"300" help:"How many random games to play."`
	Steps  int           `default:"2000" aliases:"length" help:"The number of steps that no game should exceed."`
	Time   time.Duration `default:"${checkTime}" aliases:"within" help:"The time for the games of each file."`
	Seed   uint64        `default:"1" help:"The seed of the random games."`
	Whole  bool          `help:"Print in full the games that show a problem, however long they are."`

	Library bool `help:"Say what the folder of a game lacks to come with boardgame."`
}

// checkTime is how long the random games of a file may take, unless --time says otherwise. The
// tests allow more: the output of `check` must not depend on how busy the machine is.
var checkTime = 10 * time.Second

func (*checkCmd) Help() string {
	return `Shows all mistakes in a file at once, each with its place and what to do. If there are
none, it plays the game at random a few hundred times to find what reading cannot: positions in
which nobody can move, games without end, moves that are never possible, end sentences that never
apply, and a symmetry of the board that is broken in a few positions. Notes say which part of the
rules is not compiled and therefore slow, why, and what would help.

It also compares the TOML file beside the rules with them: a level that no bot can play, a preset
with an option or a value that the rules don't have and a position that cannot be read are errors.
Everything else, such as the sign of a piece that the rules don't have, gives a warning.

With --library it takes the folder of a game, NAME with NAME.rules in it, and says what is missing
there before the game can come with boardgame: a page of CONTRIBUTING.md has the steps.

The exit status is 1 if there is an error or something is missing; warnings and notes leave it 0.

Examples:

    boardgame check mygame.rules
    boardgame check --static --json *.rules
    boardgame check cage -o size=6 --games 1000 --time 1m

Flags:

--option Set an option of the rules for the games that are played.
--json For programs: an array of objects with file, line, column, endLine, endColumn, offset,
    endOffset, severity, code (empty in a TOML file), summary, detail, suggestion, related.`
}

func (c *checkCmd) Run(a *app) error {
	if c.Games < 1 || c.Steps < 1 || c.Time <= 0 {
		return usagef("--games, --steps and --time must be more than 0")
	}
	if c.Library {
		return c.library(a)
	}
	var all diag.List
	unread, unknown := false, false
	var played audit.Report // the totals of all files
	for _, name := range c.Files {
		list, report, err := c.one(a, name)
		if report != nil {
			played.Games += report.Games
			played.Actions += report.Actions
			played.Longest = max(played.Longest, report.Longest)
		}
		if a.ctx.Err() != nil {
			if all = append(all, list...); len(all) == 0 && played.Games == 0 {
				return a.ctx.Err()
			}
			a.keeps("what is above was found by then")
			break
		}
		if usage := (*usageError)(nil); errors.As(err, &usage) && len(c.Files) == 1 {
			return usage
		} else if err != nil {
			a.warn("%s", err)
			unread, unknown = true, unknown || usage != nil
		}
		all = append(all, list...)
	}
	if c.JSON {
		if err := diag.JSON(a.out, all); err != nil {
			return err
		}
	} else if len(all) > 0 {
		err := diag.Text(a.out, all, diag.Options{Width: widthOf(a.stdout),
			Color: a.colorFor(a.stdout), Limit: maxShown, Summary: true})
		if err != nil {
			return err
		}
		if played.Games > 0 {
			fmt.Fprintf(a.out, "played %s\n", gamesPlayed(&played))
		}
	} else if !unread {
		fmt.Fprint(a.out, diag.Count(all))
		if played.Games > 0 {
			fmt.Fprintf(a.out, " in %s", gamesPlayed(&played))
		}
		fmt.Fprintln(a.out)
	}
	switch {
	case a.ctx.Err() != nil:
		return a.ctx.Err()
	case unknown:
		return &statusError{statusUsage, errReported}
	}
	return failure(unread || all.HasErrors())
}

// gamesPlayed words how much was played.
func gamesPlayed(r *audit.Report) string {
	return fmt.Sprintf("%d random games (%d steps, at most %d in a game)", r.Games, r.Actions,
		r.Longest)
}

// one checks one file: it reads it with every value of every option, and plays it with the chosen
// ones. The report is nil if no games were played.
func (c *checkCmd) one(a *app, name string) (diag.List, *audit.Report, error) {
	rules := rulesArg{Rules: name, Option: c.Option}
	rs, options, err := rules.find()
	if mistakes := (ruleset.Mistakes)(nil); errors.As(err, &mistakes) {
		return diag.List(mistakes), nil, nil
	} else if err != nil {
		return nil, nil, err
	}
	list, err := dsl.CheckContext(a.ctx, rs.File, ruleset.Library{})
	if err != nil {
		return nil, nil, err
	}
	game, chosen, err := dsl.LoadContext(a.ctx, rs.File, options, ruleset.Library{})
	if err != nil {
		return nil, nil, err
	}
	if len(options) > 0 {
		list = slices.Concat(list, chosen)
		list.Sort()
	}
	if list.HasErrors() {
		return list, nil, nil
	}
	o := audit.Options{Games: c.Games, Actions: c.Steps, Time: c.Time, Seed: c.Seed}
	for _, other := range rs.Others(a.ctx, options) {
		o.Others = append(o.Others, other.Rules)
	}
	list = append(list, misfit.Find(a.ctx, rs, append([]*ir.Game{game}, o.Others...))...)
	play := interp.New(game)
	if err := (scene.Scene{Game: play, Info: &rs.Info}).Misfit(); err != nil && !rs.InheritsLayout() {
		list.Add(&diag.Diagnostic{Severity: diag.Warning, Span: rs.Place("", "layout", 0),
			Summary: err.Error()})
	}
	if list.Sort(); list.HasErrors() {
		return list, nil, nil
	}
	if c.Static {
		return list, nil, nil
	}
	show := func(int, string) {}
	if isTerminal(a.stderr) { // elsewhere a few seconds do not deserve lines of their own
		show = a.progress("playing "+rs.Name, c.Games)
		o.Progress = func(done, _ int) { show(done, "") }
	}
	report, err := audit.Run(a.ctx, play, o)
	show(-1, "")
	list = slices.Concat(list, report.List(c.Whole || c.JSON))
	list.Sort()
	return list, report, err
}
