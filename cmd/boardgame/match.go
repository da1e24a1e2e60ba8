package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"boardgame/interp/bot"
	"boardgame/interp/match"
	"boardgame/interp/record"
)

type matchCmd struct {
	Rules   string   `arg:"" optional:"" help:"The name of a game, NAME:PRESET, or the path of a rules file. Not with --merge."`
	Option  []string `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"Set an option of the rules; may be given several times."`
	Seat    []string `sep:"none" placeholder:"PLAYER=LEVEL" help:"Who plays: a level of the game or a bot, for every player. Seats are swapped from game to game."`
	Games   int      `default:"100" help:"How many games the match has."`
	Jobs    int      `help:"How many games to play at a time; 0: one for each core."`
	Seed    uint64   `default:"1" help:"The seed of all chance. The same seed plays the same games, whatever the number of jobs."`
	Length  int      `default:"1000" help:"After how many turns a game is broken off."`
	Opening int      `help:"How many turns at the beginning are drawn at random."`
	Fixed   bool     `help:"Nobody changes seats."`
	Out     string   `placeholder:"FILE" help:"Write every game as a line of JSON; a match that was interrupted goes on where its file ends."`
	Shard   string   `placeholder:"I/N" help:"Play only this part of the match."`
	Merge   []string `sep:"none" placeholder:"FILE" help:"Add up the files of the parts of a match instead of playing; may be given several times, or be followed by more files."`
	More    []string `arg:"" optional:"" hidden:""`
	JSON    bool     `name:"json" help:"For programs: the summary as an object."`
}

func (*matchCmd) Help() string {
	return `Plays bots against each other and says how they did: wins, draws, score with its 95 % interval, Elo difference, length, the share of
the player who begins.

Examples:

    boardgame match reversi --seat Black=easy --seat White=random --games 20
    boardgame match hex -o size=7 --seat Red=hard --seat Blue=random --games 200 --out hex.jsonl
    boardgame match hex --seat Red=hard --seat Blue=random --shard 3/20 --out part3.jsonl
    boardgame match --merge part1.jsonl part2.jsonl part3.jsonl`
}

func (c *matchCmd) Run(a *app) error {
	if len(c.Merge) > 0 {
		// The files behind the first have been read as arguments.
		files := slices.Clone(c.Merge)
		if c.Rules != "" {
			files = append(files, c.Rules)
		}
		return c.merge(a, append(files, c.More...))
	}
	switch {
	case c.Rules == "":
		return usagef("a match needs a game: boardgame match RULES --seat PLAYER=LEVEL …")
	case len(c.More) > 0:
		return usagef("unexpected argument %s", c.More[0])
	}
	m, err := c.match(a)
	if err != nil {
		return err
	}
	if c.Shard != "" {
		if m.Shard, err = match.ParseShard(c.Shard); err != nil {
			return usagef("--shard: %s", err)
		}
	}
	if err := m.Check(); err != nil {
		return err
	}
	return c.play(a, m)
}

// match puts the match together.
func (c *matchCmd) match(a *app) (*match.Match, error) {
	g, err := (&rulesArg{Rules: c.Rules, Option: c.Option}).load(a)
	if err != nil {
		return nil, err
	}
	players := g.Rules().Players
	levels := make([]bot.Level, len(players))
	for _, s := range c.Seat {
		player, who, ok := strings.Cut(s, "=")
		if !ok {
			return nil, usagef("--seat %s: expected PLAYER=LEVEL, as in --seat Red=hard", s)
		}
		i := -1
		var names []string
		for j, p := range players {
			names = append(names, p.Name)
			if strings.EqualFold(p.Name, player) {
				i = j
			}
		}
		if i < 0 {
			return nil, fmt.Errorf("--seat %s: there is no player %q; the players are %s", s, player, strings.Join(names, ", "))
		}
		if levels[i], err = bot.FindLevel(g.ruleset.Info.Levels, who); err != nil {
			return nil, fmt.Errorf("--seat %s: %w", s, err)
		}
	}
	for i, p := range players {
		if levels[i].Name == "" {
			return nil, usagef("nobody sits in the seat of %s: say --seat %s=LEVEL (`boardgame list %s` names the levels)", p.Name, p.Name, g.ruleset.Name)
		}
	}
	return &match.Match{
		Game: g.Game, Ruleset: g.ruleset.Name, Levels: levels, Games: c.Games, Seed: c.Seed, Length: c.Length, Opening: c.Opening,
		Fixed: c.Fixed, Jobs: c.Jobs,
	}, nil
}

// play plays what is not in the file yet, and prints the summary of all of it.
func (c *matchCmd) play(a *app, m *match.Match) (err error) {
	var played []match.Game
	keep := func(match.Game) error { return nil }
	if c.Out != "" {
		file, games, notes, err := m.Open(c.Out)
		if err != nil {
			return err
		}
		defer func() {
			if e := file.Close(); err == nil {
				err = e
			}
		}()
		for _, n := range notes {
			a.warn("%s", n)
		}
		if len(games) > 0 {
			a.warn("%d games of %s are played already; the match goes on", len(games), c.Out)
		}
		played, keep = games, file.Append
	}
	total := len(m.Numbers())
	show := a.progress("playing", total)
	running := match.NewRunning(m.Terms())
	for _, g := range played {
		running.Add(g)
	}
	n := len(played)
	games, err := m.Run(a.ctx, played, func(g match.Game) error {
		if err := keep(g); err != nil {
			return err
		}
		running.Add(g)
		n++
		show(n, running.String())
		return nil
	})
	show(-1, "")
	if err != nil {
		if a.ctx.Err() != nil && c.Out != "" {
			return fmt.Errorf("interrupted after %d of %d games, which are in %s; the same command goes on", len(games), total, c.Out)
		}
		return err
	}
	return c.summary(a, m.Terms(), games)
}

func (c *matchCmd) merge(a *app, files []string) error {
	games, notes, err := match.Merge(files...)
	if err != nil {
		return err
	}
	for _, n := range notes {
		a.warn("%s", n)
	}
	if len(games) == 0 {
		return errors.New("there is no game in these files")
	}
	if c.Out != "" {
		if _, err := os.Stat(c.Out); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s exists already; name a new file", c.Out)
		}
		var b strings.Builder
		if err := match.Write(&b, games); err != nil {
			return err
		}
		if err := record.WriteFile(c.Out, []byte(b.String())); err != nil {
			return err
		}
	}
	return c.summary(a, games[0].Terms, games)
}

func (c *matchCmd) summary(a *app, terms match.Terms, games []match.Game) error {
	s := match.Sum(terms, games)
	if c.JSON {
		e := json.NewEncoder(a.out)
		e.SetIndent("", "  ")
		return e.Encode(s)
	}
	return s.Text(a.out)
}

// progress returns a function that shows how far something is: a bar on a terminal, else a line for every tenth. It is called
// with -1 at the end.
func (a *app) progress(what string, total int) func(done int, note string) {
	if !isTerminal(a.stderr) {
		tenth := 0
		return func(done int, note string) {
			if t := 10 * done / max(total, 1); done >= 0 && t > tenth {
				tenth = t
				fmt.Fprintf(a.stderr, "%s: %d of %d  %s\n", what, done, total, note)
			}
		}
	}
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(a.stderr), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetPredictTime(true))
	return func(done int, note string) {
		if done < 0 {
			_ = bar.Finish() // a bar that cannot be drawn is no reason to stop
			return
		}
		if note != "" {
			bar.Describe(what + "  " + note)
		}
		_ = bar.Set(done)
	}
}
