package main

import (
	"boardgame/dsl"
	"boardgame/interp/catalog"
)

type rulesCmd struct {
	Rules   string `arg:"" help:"The name of a game, or the path of a rules file."`
	Flatten bool   `help:"Print a variant as one file: the rules it extends with its changes put in."`
}

func (*rulesCmd) Help() string {
	return `The rules of a game that comes with the program are a good beginning for your own:

    boardgame rules cage > mine.rules
    boardgame play mine.rules

A variant is a file that holds only what it changes; --flatten shows what comes out.

    boardgame rules cage-misere --flatten`
}

func (c *rulesCmd) Run(a *app) error {
	name, _ := splitPreset(c.Rules)
	ruleset, err := catalog.Find(name)
	if err != nil {
		return err
	}
	text := ruleset.File.Text
	if c.Flatten {
		flat, list := dsl.Flatten(ruleset.File, catalog.Library{})
		if list.HasErrors() {
			a.report(list)
			return errReported
		}
		text = flat
	}
	_, err = a.out.WriteString(text)
	return err
}
