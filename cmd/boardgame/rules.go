package main

import (
	"fmt"
	"strings"

	"boardgame/dsl"
	"boardgame/interp/files"
	"boardgame/interp/ruleset"
)

type rulesCmd struct {
	Rules   string `arg:"" help:"The name of a game, or the path of a rules file."`
	Flatten bool   `help:"Print a variant as one file: the rules it extends with its changes put in."`
	Out     string `placeholder:"FILE"`
}

func (*rulesCmd) Help() string {
	return `The rules of a game that comes with the program are a good beginning for your own:

    boardgame rules cage --out mine.rules
    boardgame play mine.rules

A variant is a file that holds only what it changes; --flatten shows what comes out.

    boardgame rules cage-misere --flatten

Flags:

--out Write the rules to FILE.rules instead, and their signs, presets, aliases and levels to
    FILE.toml. No file is overwritten.`
}

func (c *rulesCmd) Run(a *app) error {
	name, _ := ruleset.SplitPreset(c.Rules)
	rs, err := named(name)
	if err != nil {
		return err
	}
	text := rs.File.Text
	if c.Flatten {
		flat, list := dsl.Flatten(rs.File, ruleset.Library{})
		if list.HasErrors() {
			a.report(list)
			return errReported
		}
		text = flat
	}
	if c.Out == "" {
		_, err = a.out.WriteString(text)
		return err
	}
	return c.copy(a, text, rs)
}

// copy writes the rules and the TOML file beside them, if any: both or neither.
func (c *rulesCmd) copy(a *app, text string, rs *ruleset.Ruleset) error {
	base := strings.TrimSuffix(c.Out, ruleset.Ext)
	file, toml := base+ruleset.Ext, base+".toml"
	info, some := rs.TOML()
	all := [][2]string{{file, text}}
	if some {
		all = append(all, [2]string{toml, info})
	}
	if err := files.Create(all...); err != nil {
		return err
	}
	if !some {
		fmt.Fprintf(a.out, "Wrote %s.\n", file)
		return nil
	}
	fmt.Fprintf(a.out, "Wrote %s, and %s with signs, presets and levels.\n", file, toml)
	return nil
}
