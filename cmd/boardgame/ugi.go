package main

import "boardgame/repl/ugi"

type ugiCmd struct {
	rulesArg
	Level string `placeholder:"LEVEL" help:"${ugiLevel}"`
	Seed  uint64 `default:"1" help:"The seed of the bot's random choices."`
}

// ugiHelp has the longer help texts of ugi.
var ugiHelp = helpTexts{
	"ugiLevel": "The bot that plays unless the option Level is set: a level of the game, perhaps " +
		"with settings, as in mcts:playouts=500. By default, the strongest of the game.",
}

func (*ugiCmd) Help() string {
	return `Speaks the Universal Game Interface on the standard input and output, so that match
runners and other programs that know it can use the bots of a game. docs/ugi.md describes the
commands, including those beyond the standard.

Examples:

    boardgame serve --protocol ugi cage -o size=6
    printf 'ugi\nposition startpos\ngo depth 4\n' | boardgame serve --protocol ugi connect-four`
}

func (c *ugiCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	s, err := ugi.New(ugi.Options{Game: g.Game, Ruleset: g.ruleset, Level: c.Level, Seed: c.Seed},
		a.stdout)
	if err != nil {
		return usagef("--level: %s", err)
	}
	return s.Run(a.ctx, a.stdin)
}
