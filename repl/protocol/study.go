package protocol

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"boardgame/interp/bot"
	"boardgame/interp/report"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
	"boardgame/repl/protocol/message"
	"boardgame/repl/rulebook"
)

func handleRulebook(k *call, p *message.GameParams) (*message.Rulebook, error) {
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
	return &message.Rulebook{HTML: b.String()}, err
}

// testedBy returns the rules whose tests are meant: those of a game that comes with boardgame, or
// of one that is loaded; by default those that are tested.
func (s *Server) testedBy(p *message.TestParams, f *found) (*ruleset.Ruleset, error) {
	s.mu.Lock()
	on := s.games[p.Of]
	s.mu.Unlock()
	name := cmp.Or(p.Of, f.Name)
	switch {
	case p.Of == "" && p.Path != "":
		return f.Ruleset, nil
	case slices.Contains(ruleset.List(), name):
		return ruleset.Find(name)
	case on != nil && on.from.Text == "":
		return on.ruleset, nil
	case on != nil:
		return nil, missing("%s was loaded as text and has no tests", p.Of)
	case handle.MatchString(p.Of):
		return nil, missing("there is no loaded game %s", p.Of)
	}
	return nil, missing("no game that comes with boardgame is called %q; `of` names the game "+
		"whose tests to run, or is the handle of one that was loaded from a file%s", name,
		meant(name, ruleset.List()))
}

// handle matches what newID calls games.
var handle = regexp.MustCompile(`^(g[0-9]+|[a-z2-7]{26})$`)

// handleTest runs the tests of a game, with its own rules or with others, with an event for every
// case.
func handleTest(k *call, p *message.TestParams) (*message.Tested, error) {
	f, err := find(&p.Source, k.conn.server.options.Paths)
	if err != nil {
		return nil, err
	}
	rs, err := k.conn.server.testedBy(p, f)
	if err != nil {
		return nil, err
	}
	files, err := rs.OwnTests()
	if err != nil {
		return nil, err
	}
	data := &message.Tested{Cases: []message.Case{}}
	for _, file := range files {
		parsed, problems := ruletest.Parse(file)
		if problems.HasErrors() {
			return nil, mistakes("the tests cannot be run", problems)
		}
		runner := ruletest.NewRunner(f.Ruleset)
		runner.Library = f.lib
		for _, one := range parsed.Cases {
			quick := one.Quick() // the others have no bound if the rules are changed
			data.Left += len(one.Expect) - len(quick.Expect)
			if len(quick.Expect) == 0 {
				continue
			}
			o := runner.Run(k.ctx, quick)
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

func caseData(o *ruletest.Outcome) message.Case {
	span := o.Case.Span
	line, _ := span.File.Position(span.Lo)
	c := message.Case{File: span.File.Name, Name: o.Case.Name, Line: line, Passed: o.Passed(),
		Problems: diagnostics(o.Problems), Failures: []message.CaseFailure{}}
	for _, f := range o.Failures {
		at, _ := span.File.Position(f.Line.Span.Lo)
		c.Failures = append(c.Failures, message.CaseFailure{Line: at,
			Text:     strings.TrimSpace(f.Line.Span.Text()),
			Expected: f.Line.Text(), Got: f.Got, Detail: list(f.Detail)})
	}
	return c
}

// handleReport lets a level play against itself and says what that shows about balance, length and
// choices, with progress events.
func handleReport(k *call, p *message.ReportParams) (*message.Reported, error) {
	g, err := k.gameOf(&p.GameParams)
	if err != nil {
		return nil, err
	}
	const most = 10_000
	games := message.Given(p.Games, 100)
	if games < 1 || games > most {
		return nil, message.Errorf(message.CodeLimit, "games is %d; it must be between 1 and %d",
			games, most)
	}
	level, err := g.reporter(p.Level)
	if err != nil {
		return nil, err
	}
	o := report.Options{
		Game: g.game, Ruleset: g.ruleset.Name, Level: level, Games: games, Seed: p.Seed,
		Progress: func(done, total int, what string) {
			k.event("progress", message.Progress{Done: done, Total: total, What: what})
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
	return &message.Reported{Text: b.String()}, err
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
