package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/version"
	"boardgame/interp/bot"
	"boardgame/interp/contest"
	"boardgame/interp/files"
	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/outside"
	"boardgame/interp/ruleset"
)

type rateCmd struct {
	rulesArg
	Level   []string `sep:"none" placeholder:"LEVEL"`
	Against []string `sep:"none" placeholder:"NAME"`
	Parts   bool
	Games   int    `default:"20" help:"The most games in a match."`
	Opening int    `default:"4" help:"How many random turns a game begins with."`
	Length  int    `default:"300" help:"${matchLength}"`
	Seed    uint64 `default:"1" help:"${matchSeed}"`
	Jobs    int    `placeholder:"N" help:"${jobs}"`
	Out     string `placeholder:"DIR"`
	Page    string `placeholder:"FILE"`
	JSON    bool   `name:"json" help:"For programs: one object with all numbers."`
}

func (*rateCmd) Help() string {
	return `Plays the levels of a game against other programs and each against the next, and says how
many Elo points each has, with 95% intervals. The TOML file of the game lists the programs, their
limits and their points. A match ends early if one side wins its first eight games.

Examples:

    boardgame rate chess --level casual --level club --games 30 --out rated
    boardgame rate reversi --level hard:nodes=30000 --against grhino --json

Flags:

--level A level to rate, with settings as in match; any number of times. By default all levels
    of the game but random.
--against Only programs with this at the end of a word of their names; any number of times.
--parts Rate one alpha-beta level against itself without each part of its search, to see what the
    parts are worth.
--out Keep all games in this folder. The same command goes on with them.
--page Write the tables into this page, between <!-- rate GAME --> and <!-- end -->.`
}

func (c *rateCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	if c.Parts && (len(c.Level) != 1 || c.Against != nil) {
		return usagef("--parts needs one --level and no --against")
	}
	if n := len(g.Game.Rules().Teams()); n != 2 {
		return usagef("rate is for games of 2 players or teams; this one has %d", n)
	}
	levels, err := c.levels(g)
	if err != nil {
		return err
	}
	out := contest.Rating{Game: g.SavedName(), Version: version.String(), Missing: []string{}}
	if c.Parts {
		out.Game = "parts of " + out.Game
	}
	if c.Page != "" {
		if _, err := c.into(&out); err != nil { // now rather than after all the games
			return err
		}
	}
	programs, err := c.programs(g, &out)
	if err != nil {
		return err
	}
	if len(levels)+len(programs) < 2 {
		return errors.New(strings.Join(append(out.Missing, "there is nothing to play against"), "\n"))
	}
	failure := out.Rate(levels, programs, c.Parts, func(x, y contest.Entrant) (*match.Summary, error) {
		s, err := c.meet(a, g, x, y)
		if s == nil {
			return nil, err
		}
		for _, r := range s.Results {
			if strings.Contains(r.Name, " forfeits: ") && !strings.HasSuffix(r.Name, "resigned") {
				a.warn("%s – %s: %s", x.Name, y.Name, r.Name)
			}
		}
		return s, err
	})
	if c.Page != "" && failure == nil {
		return c.write(&out)
	}
	if c.JSON {
		return errors.Join(failure, a.encode(out))
	}
	fmt.Fprint(a.out, out.Text())
	return failure
}

// programs returns the programs to play against that are installed, and adds the others to what is
// missing.
func (c *rateCmd) programs(g *loaded, out *contest.Rating) (all []contest.Entrant, err error) {
	for _, r := range g.Ruleset.Info.Rivals {
		if c.Parts || !c.wants(r.Name) {
			continue
		}
		spec, err := outside.Parse(r.Program)
		if err != nil {
			return nil, err
		}
		if _, err := exec.LookPath(outside.Find(spec.Command[0])); err != nil {
			out.Missing = append(out.Missing, fmt.Sprintf("%s: %s is not installed (Debian: "+
				"apt-get install %s)", r.Name, spec.Command[0], r.Package))
			continue
		}
		seat, err := contest.Program(g, r.Program, r.Limit)
		if err != nil {
			return nil, seatsMisused(err)
		}
		all = append(all, contest.Entrant{Level: bot.Level{Name: r.Name}, Seat: seat, Given: r.Elo})
	}
	return all, nil
}

// levels returns the levels to rate.
func (c *rateCmd) levels(g *loaded) ([]contest.Entrant, error) {
	names := c.Level
	if len(names) == 0 {
		for _, l := range g.Ruleset.Info.Levels {
			if l.Bot != "random" {
				names = append(names, l.Name)
			}
		}
	}
	if c.Parts {
		for _, part := range level.Parts {
			separator := ":"
			if strings.Contains(names[0], ":") {
				separator = ","
			}
			names = append(names, names[0]+separator+"without="+part)
		}
	}
	levels := make([]contest.Entrant, len(names))
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usagef("--level %s is given twice", name)
		}
		var err error
		if levels[i].Level, err = findLevel(g, "--level "+name, name); err != nil {
			return nil, misuse(err)
		}
	}
	return levels, nil
}

// wants reports whether the levels are to play against a program.
func (c *rateCmd) wants(name string) bool {
	return len(c.Against) == 0 || slices.ContainsFunc(c.Against, func(part string) bool {
		return strings.Contains(strings.ToLower(name)+" ", strings.ToLower(part)+" ")
	})
}

// sure is how many games decide a match in which nothing else happens.
const sure = 8

// meet plays a match of two entrants, or the rest of it.
func (c *rateCmd) meet(a *app, g *loaded, x, y contest.Entrant) (*match.Summary, error) {
	m := &match.Match{Game: g.Game, Ruleset: g.SavedName(), Levels: []level.Level{x.Level, y.Level},
		Seat: []func() (bot.Bot, error){x.Seat, y.Seat}, Seed: c.Seed, Games: c.Games,
		Length: c.Length, Opening: c.Opening, Jobs: c.Jobs}
	m.Until = func(games []match.Game) bool {
		score := match.Sum(m.Terms(), games).Standings[0].Score.Value
		return len(games) >= sure && (score == 0 || score == 1)
	}
	if err := m.Check(); err != nil {
		return nil, usagef("%s", err)
	}
	if c.Out == "" {
		return (&matchCmd{}).run(a, m)
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return nil, err
	}
	name := regexp.MustCompile(`[^\w=.-]+`).ReplaceAllString(
		m.Ruleset+"--"+x.Name+"--"+y.Name, "_")
	return (&matchCmd{Out: filepath.Join(c.Out, name+".jsonl")}).run(a, m)
}

// write puts the tables into a page.
func (c *rateCmd) write(r *contest.Rating) error {
	text, err := c.into(r)
	if err != nil {
		return err
	}
	return files.Write(c.Page, []byte(text))
}

// into returns the page with the tables in it.
func (c *rateCmd) into(r *contest.Rating) (string, error) {
	page, err := ruleset.ReadTest(c.Page)
	if err != nil {
		return "", err
	}
	return r.Into(page)
}
