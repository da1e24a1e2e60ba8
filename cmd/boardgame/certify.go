package main

import (
	"fmt"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

type certifyCmd struct {
	Rules []string `arg:"" optional:"" name:"rules"`
	Most  uint64   `default:"10000000" help:"Leave out counts greater than this; 0 leaves out none."`
}

func (*certifyCmd) Help() string {
	return `Counts every published perft figure of a game again, those of perft.toml beside the rules
and those of its tests, and says whether it came out, to which depth, from which source and how long
it took.

Examples:

    boardgame test --published chess
    boardgame test --published --most 0 reversi
    boardgame test --published

Flags:

RULES Names of games or rules files; without any, all games that come with boardgame.`
}

func (c *certifyCmd) Run(a *app) error {
	names := c.Rules
	if len(names) == 0 {
		names = ruleset.List()
	}
	failed, counted := false, 0
	for _, name := range names {
		if err := ruletest.Whole(name); err != nil {
			return misuse(err)
		}
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
			a.out.WriteString(cert.Text(rs.Name))
			_ = a.out.Flush() // a failed output is noticed at the end
		})
		if list.HasErrors() {
			a.report(list)
			failed = true
		}
		if err != nil {
			return err
		}
		if rows == 0 && !list.HasErrors() {
			fmt.Fprintf(a.out, "%s: no published figures\n", rs.Name)
		}
	}
	return failure(failed)
}
