package main

import "boardgame/repl/ugi"

type uciCmd struct {
	rulesArg
	Level string `placeholder:"LEVEL" help:"${uciLevel}"`
	Seed  uint64 `default:"1" help:"The seed of the bot's random choices."`
}

// uciHelp has the longer help texts of uci.
var uciHelp = helpTexts{
	"uciLevel": "The bot that plays unless the option Level is set. By default, the strongest of " +
		"the game.",
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

func (c *uciCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	dialect, err := dialectOf(g, true)
	if err != nil {
		return err
	}
	o := ugi.Options{Game: g.Game, Ruleset: g.ruleset, Dialect: dialect, UCI: true, Level: c.Level,
		Seed: c.Seed}
	s, err := ugi.New(o, a.stdout)
	if err != nil {
		return usagef("--level: %s", err)
	}
	return s.Run(a.ctx, a.stdin)
}
