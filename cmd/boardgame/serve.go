package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"boardgame/repl/config"
	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
	"boardgame/repl/web"
)

// idle is after how long a table that nobody looks at may be closed to make room.
const idle = 2 * time.Hour

type serveCmd struct {
	Rules  string   `arg:"" optional:""`
	Option []string `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"${option}"`
	Stdio  bool
	Addr   string `placeholder:"ADDR" default:"127.0.0.1:8080"`
	Turns  int    `default:"${turns}" placeholder:"N"`
	Paths  bool   `default:"true" negatable:""`

	Data       string `placeholder:"DIR"`
	Keep       int    `default:"30" placeholder:"DAYS"`
	Short      bool
	OwnerToken string   `placeholder:"FILE"`
	Host       []string `sep:"none" placeholder:"NAME"`
	Proxy      bool
	Log        bool

	Limit []string `sep:"none" placeholder:"NAME=VALUE"`
}

func (*serveCmd) Help() string {
	return `Opens the board in the browser: click, drag or type to play, against people or bots, and
change the rules while you play. The page is at http://127.0.0.1:8080; anyone who opens the same
table's link can take a seat there, or watch. Only this computer can reach it unless --addr says
otherwise, as in --addr :8080.

Tables are kept: after a restart or a crash, players find them again under the same address.
docs/hosting.md says how to run a server for strangers.

With --stdio, other programs load rules, play games and ask about positions in JSON, one request and
one answer per line. docs/protocol.md describes the requests, docs/protocol.schema.json the answers,
docs/clients has a client to begin with.

Examples:

    boardgame serve
    boardgame serve mygame.rules --addr :8080
    boardgame serve --stdio
    echo '{"id":1,"method":"start","params":{"name":"reversi"}}' | boardgame serve --stdio
    boardgame serve --stdio cage -o size=6

Flags:

RULES A game to load at once, under the handle g1: a name, NAME:PRESET, or the path of a rules file.
--stdio Read requests from the standard input and write answers to the standard output, one a line.
--addr Where the page is served (${default}). With another address than this one, others on your
    network can open it, and play.
--turns How many turns bots play among themselves at a table before they stop (${default}).
--data The folder that keeps the tables. Without it, that is serve in the folder of your saved
    games; ` + "`none`" + ` keeps them in memory only.
--keep After how many days a table that nobody has touched is deleted (${default}).
--short Give tables short addresses, such as t1, and list all of them. Anyone can guess these.
--owner-token A file with a secret. Whoever shows it may close, unload, evict, reserve and read
    figures.
--host A name under which others reach the server, such as play.example.org. May be repeated.
--proxy Take the addresses of clients from X-Forwarded-For: a proxy on the way sets it.
--log Write what happens to standard error, as JSON.
--limit A limit for clients, such as tables=500, thinking=2, thought=30s or memory=2G;
    docs/hosting.md has their names. May be repeated. The file limits.toml in the folder that keeps
    the tables sets limits, too; the command line wins.
--paths Let the client name rules files by path; --no-paths forbids it.`
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
		if err := c.host(a, &o); err != nil {
			return err
		}
	}
	server := protocol.NewServer(o)
	if c.Rules != "" {
		arg := rulesArg{Rules: c.Rules, Option: c.Option}
		if _, err := arg.loadInto(a, server); err != nil {
			return err
		}
	}
	if c.Stdio {
		return server.Pipe(a.ctx, a.stdin, a.stdout)
	}
	return c.page(a, server)
}

// none is the folder of a server that keeps no tables.
const none = "none"

// host sets what a server needs whose clients come over a network.
func (c *serveCmd) host(a *app, o *protocol.Options) error {
	if c.Keep < 1 {
		return usagef("--keep is %d; it must be at least 1", c.Keep)
	}
	o.Idle, o.Secret = idle, !c.Short
	o.Limits = message.Limits{Thinking: runtime.GOMAXPROCS(0),
		Memory: int(protocol.Installed() / 4 * 3), Engines: int(protocol.Installed() / 2)}
	if c.Data == "" {
		if c.Data = none; config.StateDir() != "" {
			c.Data = filepath.Join(config.StateDir(), "serve")
		}
	}
	if c.Data != none {
		o.Data = c.Data
		if err := os.MkdirAll(o.Data, 0o700); err != nil {
			return fmt.Errorf("the tables cannot be kept: %w; name another folder with --data", err)
		}
	}
	if err := c.limits(o); err != nil {
		return err
	}
	if c.Log {
		o.Log = slog.New(slog.NewJSONHandler(a.stderr, nil)).Info
	}
	if c.OwnerToken == "" {
		return nil
	}
	text, err := os.ReadFile(c.OwnerToken)
	if err != nil {
		return err
	}
	const least = 16
	if o.Owner = strings.TrimSpace(string(text)); len(o.Owner) < least {
		return fmt.Errorf("the token in %s is too short; it needs at least %d characters",
			c.OwnerToken, least)
	}
	return nil
}

// limits sets the limits of the file in the folder of the tables, then those of the command line.
func (c *serveCmd) limits(o *protocol.Options) error {
	if o.Data != "" {
		name := filepath.Join(o.Data, "limits.toml")
		var set map[string]any
		if _, err := toml.DecodeFile(name, &set); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", name, err)
		}
		for limit, value := range set {
			if err := o.Limits.Set(limit, fmt.Sprint(value)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	for _, one := range c.Limit {
		name, value, ok := strings.Cut(one, "=")
		if !ok {
			return usagef("--limit is %q; write NAME=VALUE, as in tables=500", one)
		}
		if err := o.Limits.Set(name, value); err != nil {
			return usagef("--limit: %s", err)
		}
	}
	return nil
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
	go server.Run(a.ctx, time.Duration(c.Keep)*24*time.Hour)
	reached := web.Options{Hosts: c.Host, Proxy: c.Proxy}
	if err := web.Serve(a.ctx, listener, server, reached); err != nil {
		return err
	}
	server.Close()
	last := "The server has ended; its tables are there again when it is started again."
	if c.Data == none {
		last = "The server has ended; the games at its tables are not kept."
	}
	_, err = fmt.Fprintln(a.out, last)
	return err
}
