package main

import (
	"boardgame/interp/bot"
	"boardgame/interp/outside"
	"boardgame/interp/wire"
)

// outsideFlag says how to treat programs that take seats in a game.
type outsideFlag struct {
	Limit string `placeholder:"LIMIT" help:"${outsideLimit}"`
}

// program returns a function that starts a program, named as in uci:COMMAND, for a seat.
func (f *outsideFlag) program(g *loaded, text string) (func() (bot.Bot, error), error) {
	spec, err := outside.Parse(text)
	if err != nil {
		return nil, err
	}
	limit, err := outside.ParseLimit(f.Limit)
	if err != nil {
		return nil, usagef("--limit: %s", err)
	}
	dialect, err := dialectOf(g, spec.Protocol == "uci" || spec.Protocol == "xboard")
	if err != nil {
		return nil, err
	}
	return func() (bot.Bot, error) { return outside.Launch(spec, g.Game, dialect, limit) }, nil
}

// dialectOf returns how a protocol writes the moves and positions of a game.
func dialectOf(g *loaded, uci bool) (wire.Dialect, error) {
	if uci {
		return wire.NewUCI(g.Game, &g.Ruleset.Info)
	}
	return wire.NewPlain(g.Game, &g.Ruleset.Info), nil
}
