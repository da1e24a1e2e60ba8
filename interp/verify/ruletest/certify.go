package ruletest

import (
	"context"
	"fmt"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// Certificate is the result of checking one published row of figures.
type Certificate struct {
	ruleset.Perft
	Verified int           // the depth up to which every count was correct
	Got      []uint64      // what was counted, by depth
	Skipped  bool          // deeper figures were skipped because they exceed the bound
	Took     time.Duration //
}

// Failed reports whether a count was wrong.
func (c *Certificate) Failed() bool { return len(c.Got) > c.Verified }

// Certify recounts the published figures of a ruleset, each row as deep as its counts stay within
// most sequences (0: all of them), and passes on every row as it is done. It returns the
// diagnostics of rules that do not check, and an error if a row cannot be counted or the context is
// done; then it passes on the row that it was counting, too.
func Certify(ctx context.Context, rs *ruleset.Ruleset, most uint64,
	each func(Certificate)) (diag.List, error) {
	rows, err := rs.Perft()
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		rules, list, err := dsl.LoadContext(ctx, rs.File, row.Options, ruleset.Library{})
		if err != nil {
			return nil, err
		}
		if rules == nil || list.HasErrors() {
			return list, fmt.Errorf("%s does not check with the options of a row of its figures",
				rs.Name)
		}
		game := interp.New(rules)
		p := game.Start()
		if row.Position != "" {
			if p, err = game.ParsePosition(rs.Info.PositionText(row.Position)); err != nil {
				return nil, fmt.Errorf("%s: the position of a row of figures: %w", rs.Name, err)
			}
		}
		unit, _ := interp.ParseUnit(row.Unit) // read already
		c := Certificate{Perft: row}
		began := time.Now()
		for i, want := range row.Counts {
			if most > 0 && want > most {
				c.Skipped = true
				break
			}
			got, err := game.PerftContext(ctx, p, i+1, unit)
			if err != nil {
				if c.Took = time.Since(began); i > 0 {
					each(c)
				}
				return nil, err
			}
			c.Got = append(c.Got, got)
			if got != want {
				break
			}
			c.Verified = i + 1
		}
		c.Took = time.Since(began)
		each(c)
	}
	return nil, nil
}
