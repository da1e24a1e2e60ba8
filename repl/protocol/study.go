package protocol

import (
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp/bot"
	"boardgame/interp/report"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
	"boardgame/repl/rulebook"
)

// This file has what an author asks about rules as a whole: their tests, how bots fare with them,
// and how they read in English.

// Rulebook is the rules of a game in plain English.
type Rulebook struct {
	// a page that needs nothing else; #f0l12 in it is line 12 of the rules
	HTML string `json:"html"`
}

func (k *call) rulebook(p *GameParams) (*Rulebook, error) {
	g, err := k.gameOf(p)
	if err != nil {
		return nil, err
	}
	options := map[string]string{}
	for _, o := range g.rules().Options {
		options[o.Name] = o.Value
	}
	book, err := rulebook.Write(k.ctx, g.ruleset, options, g.lib)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = book.HTML(&b)
	return &Rulebook{b.String()}, err
}

// TestParams are the parameters of test.
type TestParams struct {
	Source
	// Of names the game that comes with the program whose tests are run; by default the game
	// itself.
	Of string `json:"of,omitempty"`
}

// Tested is how tests have gone.
type Tested struct {
	Passed int `json:"passed"`
	Failed int `json:"failed"`
	// expectations that count sequences or solve a game, which are left to boardgame test
	Left  int    `json:"left"`
	Cases []Case `json:"cases"`
}

// Case is the outcome of a case of a test.
type Case struct {
	File     string        `json:"file"`
	Name     string        `json:"name"`
	Line     int           `json:"line"`
	Passed   bool          `json:"passed"`
	Problems []Diagnostic  `json:"problems"` // mistakes in the case itself, or in the rules
	Failures []CaseFailure `json:"failures"`
}

// CaseFailure is an expectation that did not hold.
type CaseFailure struct {
	Line     int      `json:"line"`
	Text     string   `json:"text"` // as it is written in the test
	Expected string   `json:"expected"`
	Got      string   `json:"got"` // "" if the detail says it
	Detail   []string `json:"detail"`
}

// test runs the tests of a built-in game, with its own rules or with others, with an event for
// every case.
func (k *call) test(p *TestParams) (*Tested, error) {
	f, err := find(&p.Source, k.server.options.Paths)
	if err != nil {
		return nil, err
	}
	of := p.Of
	if of == "" {
		of = f.Name
	}
	if !slices.Contains(ruleset.List(), of) {
		fault := errorf(CodeNotFound,
			"no game that comes with boardgame is called %q; `of` names the game whose tests to "+
				"run", of)
		if near := diag.Nearest(of, ruleset.List()); near != "" {
			fault.Message += "; did you mean " + near + "?"
		}
		return nil, fault
	}
	shipped, err := ruleset.Find(of)
	if err != nil {
		return nil, err
	}
	files, err := shipped.Tests()
	if err != nil {
		return nil, err
	}
	data := &Tested{Cases: []Case{}}
	for _, file := range files {
		parsed, problems := ruletest.Parse(file)
		if problems.HasErrors() {
			return nil, mistakes(problems)
		}
		runner := ruletest.NewRunner(f.Ruleset)
		runner.Library = f.lib
		for _, one := range parsed.Cases {
			// Counting and solving have no bound if the rules are changed.
			quick := *one
			quick.Expect = nil
			for _, l := range one.Expect {
				if strings.HasPrefix(l.Key, "perft") || l.Key == "result with best play" {
					data.Left++
				} else {
					quick.Expect = append(quick.Expect, l)
				}
			}
			if len(quick.Expect) == 0 {
				continue
			}
			o := runner.Run(k.ctx, &quick)
			if err := k.ctx.Err(); err != nil {
				return nil, err
			}
			c := caseData(&o)
			if c.Passed {
				data.Passed++
			} else {
				data.Failed++
			}
			data.Cases = append(data.Cases, c)
			k.event("case", c)
		}
	}
	return data, nil
}

func caseData(o *ruletest.Outcome) Case {
	span := o.Case.Span
	line, _ := span.File.Position(span.Lo)
	c := Case{File: span.File.Name, Name: o.Case.Name, Line: line, Passed: o.Passed(),
		Problems: diagnostics(o.Problems), Failures: []CaseFailure{}}
	for _, f := range o.Failures {
		at, _ := span.File.Position(f.Line.Span.Lo)
		c.Failures = append(c.Failures, CaseFailure{at, strings.TrimSpace(f.Line.Span.Text()),
			f.Line.Text(), f.Got, list(f.Detail)})
	}
	return c
}

// ReportParams are the parameters of report.
type ReportParams struct {
	GameParams
	Level string `json:"level,omitempty"` // that plays against itself: greedy by default
	Games int    `json:"games,omitempty"` // 100
	Seed  uint64 `json:"seed,omitempty"`
}

// Reported is what games of a level against itself say of the rules.
type Reported struct {
	Text string `json:"text"` // as boardgame report writes it, without a ladder
}

// Progress is how far a report is.
type Progress struct {
	Done  int    `json:"done"`
	Total int    `json:"total"`
	What  string `json:"what"` // is being done
}

// report lets a level play against itself and says what that shows about balance, length and
// choices, with progress events.
func (k *call) report(p *ReportParams) (*Reported, error) {
	g, err := k.gameOf(&p.GameParams)
	if err != nil {
		return nil, err
	}
	const most = 10_000
	if p.Games < 0 || p.Games > most {
		return nil, errorf(CodeLimit, "games is %d; it must be between 1 and %d", p.Games, most)
	}
	level, err := g.reporter(p.Level)
	if err != nil {
		return nil, err
	}
	o := report.Options{
		Game: g.game, Ruleset: g.ruleset.Name, Level: level, Games: p.Games, Seed: p.Seed,
		Progress: func(done, total int,
			what string) {
			k.event("progress", Progress{done, total, what})
		},
	}
	if values := g.rules().Values; len(values) > 0 {
		o.Value = values[0]
	}
	r, err := report.Run(k.ctx, o)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = r.Text(&b)
	return &Reported{b.String()}, err
}

// reporter is the level that plays for a report: the best greedy one of the game by default.
func (g *game) reporter(name string) (bot.Level, error) {
	if name != "" {
		return g.level(name)
	}
	for _, l := range slices.Backward(g.ruleset.Info.Levels) {
		if l.Bot == "greedy" && l.Check(g.rules()) == nil {
			return l, nil
		}
	}
	return g.level("greedy")
}
