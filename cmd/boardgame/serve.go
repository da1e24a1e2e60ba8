package main

import (
	"errors"

	"boardgame/repl/protocol"
)

type serveCmd struct {
	Rules  string   `arg:"" optional:"" help:"A game to load at once, under the handle g1: a name, NAME:PRESET, or the path of a rules file."`
	Option []string `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"Set an option of the rules; may be given several times."`
	Stdio  bool     `help:"Read requests from the standard input and write answers to the standard output, one a line."`
	Paths  bool     `default:"true" negatable:"" help:"Let the client name rules files by path; --no-paths forbids it."`
}

func (*serveCmd) Help() string {
	return `Other programs load rules, play games and ask about positions by lines of JSON: a request a line, an answer a line. docs/protocol.md
describes the requests, docs/protocol.schema.json the answers, docs/clients has a client to begin with.

Examples:

    boardgame serve --stdio
    echo '{"id":1,"method":"start","params":{"name":"reversi"}}' | boardgame serve --stdio
    boardgame serve --stdio cage -o size=6`
}

func (c *serveCmd) Run(a *app) error {
	if !c.Stdio {
		return usagef("say how to talk to the clients; expected `boardgame serve --stdio`")
	}
	if c.Rules == "" && len(c.Option) > 0 {
		return usagef("-o needs the name of a game")
	}
	server := protocol.NewServer(protocol.Options{Paths: c.Paths})
	if c.Rules != "" {
		if err := c.load(a, server); err != nil {
			return err
		}
	}
	return server.Pipe(a.ctx, a.stdin, a.stdout)
}

// load loads the game of the command line.
func (c *serveCmd) load(a *app, server *protocol.Server) error {
	arg := rulesArg{Rules: c.Rules, Option: c.Option}
	rs, _, err := arg.find()
	if err != nil {
		return err
	}
	options, err := setOptions(c.Option)
	if err != nil {
		return err
	}
	p := protocol.LoadParams{Options: options}
	if rs.Builtin {
		p.Name = c.Rules
	} else {
		p.Path = c.Rules
	}
	if _, err = server.Load(&p); err == nil {
		return nil
	}
	var fault *protocol.Error
	if errors.As(err, &fault) && fault.Code == protocol.CodeRules {
		// The mistakes are shown as everywhere.
		if _, err := arg.load(a); err != nil {
			return err
		}
	}
	return err
}
