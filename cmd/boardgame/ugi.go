package main

import (
	"boardgame/interp/wire"
	"boardgame/repl/ugi"
)

// botArgs are the arguments of the protocols in which match runners use the bots of a game.
type botArgs struct {
	rulesArg
	Level string `placeholder:"LEVEL" help:"${botLevel}"`
	Seed  uint64 `default:"1" help:"The seed of the bot's random choices."`
}

type ugiCmd struct{ botArgs }

type uciCmd struct{ botArgs }

func (*ugiCmd) Help() string {
	return `Speaks the Universal Game Interface on the standard input and output, so that match
runners and other programs that know it can use the bots of a game. docs/ugi.md describes the
commands, including those beyond the standard.

Examples:

    boardgame serve --protocol ugi cage -o size=6
    printf 'ugi\nposition startpos\ngo depth 4\n' | boardgame serve --protocol ugi connect-four`
}

func (*uciCmd) Help() string {
	return `Speaks the protocol of chess engines on the standard input and output, for graphical
programs and match runners that know no other: long algebraic moves (e2e4, e7e8q) and FEN. It is for
games whose ruleset says how they are written there; every game can be used by
` + "`boardgame serve --protocol ugi`" + `. docs/ugi.md describes the commands.

Examples:

    boardgame serve --protocol uci chess
    printf 'position startpos moves e2e4\ngo movetime 500\n' | boardgame serve --protocol uci chess`
}

func (c *ugiCmd) Run(a *app) error { return c.serve(a, false) }

func (c *uciCmd) Run(a *app) error { return c.serve(a, true) }

// serve answers until the other side ends.
func (c *botArgs) serve(a *app, uci bool) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	o := ugi.Options{Game: g.Game, Ruleset: g.Ruleset, UCI: uci, Level: c.Level, Seed: c.Seed}
	if uci {
		if o.Dialect, err = wire.NewUCI(g.Game, &g.Ruleset.Info); err != nil {
			return err
		}
	}
	s, err := ugi.New(o, a.stdout)
	if err != nil {
		return usagef("--level: %s", err)
	}
	return s.Run(a.ctx, a.stdin)
}
