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

// rating is the answer for programs.
type rating struct {
	Game    string      `json:"game"`
	Version string      `json:"version"`
	Scale   string      `json:"scale,omitempty"` // whose points are 0; "": those of programs are given
	Rated   []rated     `json:"rated"`
	Matches []rateMatch `json:"matches"`
	Missing []string    `json:"missing"` // programs that are not installed
}

type rated struct {
	Name   string         `json:"name"`
	Points match.Estimate `json:"points"`
	Given  bool           `json:"given,omitempty"`
}

type rateMatch struct {
	Who     string         `json:"who"`
	Against string         `json:"against"`
	Games   int            `json:"games"`
	Wins    int            `json:"wins"`
	Draws   int            `json:"draws"` // and games that were stopped
	Losses  int            `json:"losses"`
	Score   match.Estimate `json:"score"`
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
	out := rating{Game: g.SavedName(), Version: version.String(), Missing: []string{}}
	entrants, given := levels, map[int]float64{}
	seats := make([]func() (bot.Bot, error), len(levels))
	if c.Parts {
		out.Game = "parts of " + out.Game
	}
	for _, r := range g.Ruleset.Info.Rivals {
		if c.Parts || !c.wants(r.Name) {
			continue
		}
		spec, err := outside.Parse(r.Program)
		if err != nil {
			return err
		}
		if _, err := exec.LookPath(outside.Find(spec.Command[0])); err != nil {
			out.Missing = append(out.Missing, fmt.Sprintf("%s: %s is not installed (Debian: "+
				"apt-get install %s)", r.Name, spec.Command[0], r.Package))
			continue
		}
		seat, err := (&outsideFlag{Limit: r.Limit}).program(g, r.Program)
		if err != nil {
			return err
		}
		if r.Elo != 0 {
			given[len(entrants)] = r.Elo
		}
		entrants, seats = append(entrants, bot.Level{Name: r.Name}), append(seats, seat)
	}
	if len(entrants) < 2 {
		return errors.New(strings.Join(append(out.Missing, "there is nothing to play against"), "\n"))
	}
	if len(given) == 0 {
		given[0], out.Scale = 0, entrants[0].Name
	}
	var pairs []match.Pairing
	var failure error
	for i := range levels {
		for j := i + 1; j < len(entrants) && failure == nil; j++ {
			if c.Parts && i > 0 || !c.Parts && j > i+1 && j < len(levels) {
				continue // levels meet their neighbors, or the first one all others
			}
			var s *match.Summary
			s, failure = c.meet(a, g, []bot.Level{entrants[i], entrants[j]},
				[]func() (bot.Bot, error){seats[i], seats[j]})
			if s == nil || s.Games == 0 {
				continue
			}
			for _, r := range s.Results {
				if strings.Contains(r.Name, " forfeits: ") && !strings.HasSuffix(r.Name, "resigned") {
					a.warn("%s – %s: %s", entrants[i].Name, entrants[j].Name, r.Name)
				}
			}
			st := s.Standings[0]
			pairs = append(pairs, match.Pairing{A: i, B: j, Games: s.Games,
				Points: float64(st.Wins) + float64(st.Draws+st.Unfinished)/2})
			out.Matches = append(out.Matches, rateMatch{entrants[i].Name, entrants[j].Name, s.Games,
				st.Wins, st.Draws + st.Unfinished, st.Losses, st.Score})
		}
	}
	for i, e := range match.Rate(len(entrants), pairs, given) {
		_, known := given[i]
		if slices.ContainsFunc(pairs, func(p match.Pairing) bool { return p.A == i || p.B == i }) {
			out.Rated = append(out.Rated, rated{entrants[i].Name, e, known})
		}
	}
	if c.Page != "" && failure == nil {
		return c.write(out)
	}
	if c.JSON {
		return errors.Join(failure, a.encode(out))
	}
	fmt.Fprint(a.out, out.text())
	return failure
}

// levels returns the levels to rate.
func (c *rateCmd) levels(g *loaded) ([]bot.Level, error) {
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
	levels := make([]bot.Level, len(names))
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usagef("--level %s is given twice", name)
		}
		var err error
		if levels[i], err = findLevel(g, "--level "+name, name); err != nil {
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
func (c *rateCmd) meet(a *app, g *loaded, two []level.Level,
	seats []func() (bot.Bot, error)) (*match.Summary, error) {
	m := &match.Match{Game: g.Game, Ruleset: g.SavedName(), Levels: two, Seat: seats, Seed: c.Seed,
		Games: c.Games, Length: c.Length, Opening: c.Opening, Jobs: c.Jobs}
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
		m.Ruleset+"--"+two[0].Name+"--"+two[1].Name, "_")
	return (&matchCmd{Out: filepath.Join(c.Out, name+".jsonl")}).run(a, m)
}

// text writes the tables in Markdown, which people can read, too.
func (r rating) text() string {
	var b strings.Builder
	scale := "Elo points"
	if r.Scale != "" {
		scale = "Elo points above " + r.Scale
	}
	fmt.Fprintf(&b, "| %s | %s |\n|---|---|\n", r.Game, scale)
	for _, e := range r.Rated {
		text := fmt.Sprintf("%.0f (%.0f to %.0f)", e.Points.Value, e.Points.Low, e.Points.High)
		if e.Given {
			text = fmt.Sprintf("%.0f, given", e.Points.Value)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", e.Name, text)
	}
	b.WriteString("\n| match | games | won–drawn–lost | score |\n|---|---:|---:|---|\n")
	for _, m := range r.Matches {
		fmt.Fprintf(&b, "| %s – %s | %d | %d–%d–%d | %s |\n", m.Who, m.Against, m.Games, m.Wins,
			m.Draws, m.Losses, match.PercentText(m.Score))
	}
	for _, missing := range r.Missing {
		fmt.Fprintf(&b, "\n%s\n", missing)
	}
	fmt.Fprintf(&b, "\nVersion %s.\n", r.Version)
	return b.String()
}

// write puts the tables into a page.
func (c *rateCmd) write(r rating) error {
	page, err := ruleset.ReadTest(c.Page)
	if err != nil {
		return err
	}
	begin, end := "<!-- rate "+r.Game+" -->\n", "<!-- end -->"
	before, rest, ok := strings.Cut(page.Text, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s has no line %s with %s below it", c.Page, strings.TrimSpace(begin), end)
	}
	return files.Write(c.Page, []byte(before+begin+"\n"+r.text()+"\n"+end+after))
}
