package ruletest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// Certificate is the result of checking one published row of figures.
type Certificate struct {
	ruleset.Perft
	Case     string        // the test with these figures; "" for those of perft.toml
	Verified int           // the depth up to which every count was correct
	Got      []uint64      // what was counted, by depth
	Skipped  bool          // deeper figures were skipped because they exceed the bound
	Took     time.Duration //
}

// Failed reports whether a count was wrong.
func (c *Certificate) Failed() bool { return len(c.Got) > c.Verified }

// Certify recounts the published figures of a ruleset, those of its file perft.toml and those of
// the `perft` lines of its tests, each row as deep as its counts stay within most sequences (0: all
// of them), and passes on every row as it is done. Tests whose figures a row before has are left
// out, and so are tests of other rules. It returns the diagnostics of rules and of tests that do
// not check, and an error if a row cannot be counted or the context is done; then it passes on the
// row that it was counting, too.
func Certify(ctx context.Context, rs *ruleset.Ruleset, most uint64,
	each func(Certificate)) (diag.List, error) {
	rows, err := rs.Perft()
	if err != nil {
		return nil, err
	}
	ct := &certifier{ctx: ctx, most: most, each: each}
	for _, row := range rows {
		rules, list, err := dsl.LoadContext(ctx, rs.File, row.Options, ruleset.Library{})
		if err != nil {
			return nil, err
		}
		if rules == nil || list.HasErrors() {
			return list, fmt.Errorf("%s: %s does not check with the options of this row", row.Where,
				rs.Name)
		}
		game := interp.New(rules)
		p := game.Start()
		if row.Position != "" {
			if p, err = game.ParsePosition(rs.Info.PositionText(row.Position)); err != nil {
				return nil, fmt.Errorf("%s: the position: %w", row.Where, err)
			}
		}
		unit, _ := interp.ParseUnit(row.Unit) // read already
		if err := ct.count(game, p, unit, Certificate{Perft: row}); err != nil {
			return nil, err
		}
	}
	return ct.tests(rs)
}

// certifier counts rows of figures.
type certifier struct {
	ctx  context.Context
	most uint64
	each func(Certificate)
	done []counted
}

// counted is a row that has been counted.
type counted struct {
	rules, position string // the hash of the rules, and where the sequences begin
	unit            interp.Unit
	counts          []uint64
}

// tests counts the figures of the tests of a ruleset.
func (ct *certifier) tests(rs *ruleset.Ruleset) (problems diag.List, err error) {
	files, err := rs.Tests()
	if err != nil {
		return nil, err
	}
	games := map[string]*loading{}
	for _, f := range files {
		file, list := Parse(f)
		problems = append(problems, list.Errors()...)
		for _, c := range file.Cases {
			figures := slices.DeleteFunc(slices.Clone(c.Expect), func(l *Line) bool {
				return c.Rules != nil || !strings.HasPrefix(l.Key, "perft")
			})
			if len(figures) == 0 {
				continue
			}
			r := &run{ctx: ct.ctx, out: Outcome{Case: c}, games: games, ruleset: rs,
				lib: ruleset.Library{}}
			begun := r.begin()
			for _, l := range figures {
				unit, _ := interp.ParseUnit(strings.TrimPrefix(l.Key, "perft "))
				counts, from, ok := r.figures(l)
				if !begun || !ok {
					continue
				}
				err := ct.count(r.game, r.pos, unit, Certificate{Case: c.Name, Perft: ruleset.Perft{
					Options: r.options, Unit: unit.String(), Counts: counts, Source: from,
					Where: place(l.Span)}})
				if err != nil {
					return problems, err
				}
			}
			problems = append(problems, r.out.Problems.Errors()...)
			if err := ct.ctx.Err(); err != nil {
				return problems, err
			}
		}
	}
	return problems, nil
}

// place writes where a line is.
func place(s source.Span) string {
	line, _ := s.File.Position(s.Lo)
	return fmt.Sprintf("%s:%d", filepath.ToSlash(s.File.Name), line)
}

// count counts the sequences of a row, unless a row before has them.
func (ct *certifier) count(game *interp.Game, p *interp.Position, unit interp.Unit,
	c Certificate) error {
	now := counted{game.Rules().Hash, game.PositionText(p), unit, c.Counts}
	if c.Case != "" && slices.ContainsFunc(ct.done, func(d counted) bool {
		return d.rules == now.rules && d.position == now.position && d.unit == unit &&
			len(d.counts) >= len(c.Counts) && slices.Equal(d.counts[:len(c.Counts)], c.Counts)
	}) {
		return nil
	}
	ct.done = append(ct.done, now)
	began := time.Now()
	for i, want := range c.Counts {
		if ct.most > 0 && want > ct.most {
			c.Skipped = true
			break
		}
		got, err := game.PerftContext(ct.ctx, p, i+1, unit)
		if err != nil {
			if c.Took = time.Since(began); i > 0 {
				ct.each(c)
			}
			return err
		}
		c.Got = append(c.Got, got)
		if got != want {
			break
		}
		c.Verified = i + 1
	}
	c.Took = time.Since(began)
	ct.each(c)
	return nil
}
