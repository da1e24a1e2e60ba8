package main

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
)

// idle is after how long a table that nobody looks at may be closed to make room.
const idle = 2 * time.Hour

type serveCmd struct {
	Rules  string   `arg:"" optional:"" help:"${serveRules}"`
	Option []string `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"${option}"`
	Stdio  bool     `help:"${serveStdio}"`
	Addr   string   `placeholder:"ADDR" default:"127.0.0.1:8080" help:"${serveAddr}"`
	Turns  int      `default:"${turns}" placeholder:"N" help:"${serveTurns}"`
	Paths  bool     `default:"true" negatable:"" help:"${servePaths}"`
}

// serveHelp has the longer help texts of serve.
var serveHelp = helpTexts{
	"serveRules": "A game to load at once, under the handle g1: a name, NAME:PRESET, or the path of " +
		"a rules file.",
	"serveStdio": "Read requests from the standard input and write answers to the standard output, " +
		"one a line.",
	"serveAddr": "Where the page is served (${default}). With another address than this one, others " +
		"on your network can open it, and play.",
	"serveTurns": "How many turns bots play among themselves at a table before they stop " +
		"(${default}).",
	"servePaths": "Let the client name rules files by path; --no-paths forbids it.",
}

func (*serveCmd) Help() string {
	return `Opens the board in the browser: click, drag or type to play, against people or bots, and
change the rules while you play. The page is at http://127.0.0.1:8080; anyone who opens the same
table's link can take a seat there, or watch. Only this computer can reach it unless --addr says
otherwise, as in --addr :8080.

With --stdio, other programs load rules, play games and ask about positions in JSON, one request and
one answer per line. docs/protocol.md describes the requests, docs/protocol.schema.json the answers,
docs/clients has a client to begin with.

Examples:

    boardgame serve
    boardgame serve mygame.rules --addr :8080
    boardgame serve --stdio
    echo '{"id":1,"method":"start","params":{"name":"reversi"}}' | boardgame serve --stdio
    boardgame serve --stdio cage -o size=6`
}

func (c *serveCmd) Run(a *app) error {
	if c.Rules == "" && len(c.Option) > 0 {
		return usagef("-o needs the name of a game")
	}
	if c.Turns < 1 {
		return usagef("--turns is %d; it must be at least 1", c.Turns)
	}
	o := protocol.Options{Paths: c.Paths && c.Stdio, MostTurns: c.Turns}
	if !c.Stdio {
		o.Idle = idle
	}
	server := protocol.NewServer(o)
	if c.Rules != "" {
		if err := c.load(a, server); err != nil {
			return err
		}
	}
	if c.Stdio {
		return server.Pipe(a.ctx, a.stdin, a.stdout)
	}
	return c.page(a, server)
}

// page serves the board in the browser until the program is interrupted.
func (c *serveCmd) page(a *app, server *protocol.Server) error {
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("%s cannot be served: %w; name another address with --addr", c.Addr, err)
	}
	address := listener.Addr().(*net.TCPAddr)
	host := address.IP.String()
	if address.IP.IsUnspecified() {
		host = "localhost"
	}
	fmt.Fprintf(a.out, "Open http://%s in a browser. Ctrl-C ends it.\n",
		net.JoinHostPort(host, strconv.Itoa(address.Port)))
	if !address.IP.IsLoopback() {
		fmt.Fprintln(a.out, "Anyone on your network can open it, play at its tables and make your "+
			"computer think.")
	}
	if err := a.out.Flush(); err != nil {
		return err
	}
	if err := web.Serve(a.ctx, listener, server); err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.out, "The server has ended; the games at its tables are not kept.")
	return err
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
	if _, err = server.Load(a.ctx, &p); err == nil {
		return nil
	}
	var fault *protocol.Error
	if errors.As(err, &fault) && fault.Code == protocol.CodeRules {
		// Mistakes are shown as in every verb.
		if _, err := arg.load(a); err != nil {
			return err
		}
	}
	return err
}
