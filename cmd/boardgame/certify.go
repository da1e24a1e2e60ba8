package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

type certifyCmd struct {
	Rules []string `arg:"" optional:"" name:"rules"`
	Most  uint64   `default:"10000000" help:"Leave out counts greater than this; 0 leaves out none."`
}

func (*certifyCmd) Help() string {
	return `Counts every published perft figure of a game again, and says whether it came out, to
which depth, from which source and how long it took.

Examples:

    boardgame test --published chess
    boardgame test --published --most 0 reversi
    boardgame test --published

Flags:

RULES Names of games; without any, all games that come with boardgame.`
}

func (c *certifyCmd) Run(a *app) error {
	names := c.Rules
	if len(names) == 0 {
		names = ruleset.List()
	}
	failed, counted := false, 0
	for _, name := range names {
		rs, err := named(name)
		if err != nil {
			return err
		}
		rows := 0
		list, err := ruletest.Certify(a.ctx, rs, c.Most, func(cert ruletest.Certificate) {
			rows++
			counted++
			a.keeps(fmt.Sprintf("%d rows of figures were counted, the last perhaps in part", counted))
			failed = failed || cert.Failed()
			showCertificate(a, rs.Name, &cert)
			_ = a.out.Flush() // a failed output is noticed at the end
		})
		if list.HasErrors() {
			a.report(list)
		}
		if err != nil {
			return err
		}
		if rows == 0 {
			fmt.Fprintf(a.out, "%s: no published figures\n", rs.Name)
		}
	}
	return failure(failed)
}

func showCertificate(a *app, game string, c *ruletest.Certificate) {
	about := game
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		about += " " + name + "=" + c.Options[name]
	}
	if c.Position != "" {
		about += ` "` + c.Position + `"`
	}
	verdict := fmt.Sprintf("verified to depth %d of %d", c.Verified, len(c.Counts))
	if c.Failed() {
		verdict = fmt.Sprintf("WRONG at depth %d: %d, published is %d", len(c.Got),
			c.Got[len(c.Got)-1], c.Counts[len(c.Got)-1])
	}
	counted := make([]string, len(c.Got))
	for i, n := range c.Got {
		counted[i] = fmt.Sprint(n)
	}
	fmt.Fprintf(a.out, "%s: %s in %v\n  %s %s\n  source: %s\n", about, verdict,
		c.Took.Round(time.Millisecond), c.Unit, strings.Join(counted, " "), c.Source)
}
