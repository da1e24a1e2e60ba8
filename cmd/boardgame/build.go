package main

import (
	"fmt"
	"strings"

	"boardgame/interp/engine"
	"boardgame/interp/files"
)

type buildCmd struct {
	rulesArg
	Out   string `aliases:"output" placeholder:"FILE" help:"The file to write (needed)."`
	Force bool   `help:"Overwrite the file if there is one."`
}

func (*buildCmd) Help() string {
	return `Compile a game to a WebAssembly module that any program can play: it imports nothing and
describes itself. docs/abi.md says what it exports, and docs/play.mjs plays one under Node.

Examples:

    boardgame build reversi --out reversi.wasm
    boardgame build hex -o size=7 --out hex7.wasm
    node docs/play.mjs reversi.wasm`
}

func (c *buildCmd) Run(a *app) error {
	for _, o := range c.Option { // as compilers call the output
		if !strings.Contains(o, "=") {
			return usagef("-o sets an option; write --out %s for the file", o)
		}
	}
	if c.Out == "" {
		return usagef("build needs the name of the file to write, as in "+
			"`boardgame build %s --out game.wasm`",
			c.Rules)
	}
	g, err := c.load(a)
	if err != nil {
		return err
	}
	var module []byte
	stopped := a.wait(func() {
		module, err = engine.Build(g.Game.Rules(), g.Ruleset.Name, g.Ruleset.File.Text)
	})
	if stopped != nil {
		return stopped
	}
	if err != nil {
		return fmt.Errorf("%s cannot be built: %w", c.Rules, err)
	}
	if err := files.MayReplace(c.Out, c.Force); err != nil {
		return err
	}
	return files.Write(c.Out, module)
}
