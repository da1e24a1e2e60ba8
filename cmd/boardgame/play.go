package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/contest"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/repl"
	"boardgame/repl/config"
	"boardgame/repl/keyboard"
	"boardgame/repl/table"
)

type playCmd struct {
	Rules       string        `arg:"" optional:""`
	Set         []string      `arg:"" optional:"" sep:"none" name:"name=value"`
	Option      []string      `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"${option}"`
	Seat        []string      `sep:"none" placeholder:"[PLAYER=]WHO"`
	Clock       []string      `sep:"none" placeholder:"[PLAYER=]TIME"`
	Seed        uint64        `placeholder:"NUMBER"`
	Pause       time.Duration `default:"-1ns" placeholder:"TIME"`
	ASCII       bool          `name:"ascii" help:"Draw boards in ASCII."`
	Plain       bool
	Coordinates string `placeholder:"NAME"`
	Resume      bool   `help:"Resume the last unfinished game, of RULES if you name them."`
	Load        string `placeholder:"FILE" help:"Continue a saved game."`
	Edit        bool
	Turns       int  `default:"${turns}" placeholder:"N"`
	Echo        bool `help:"Repeat every line that is read, for transcripts."`
	outsideFlag
}

func (*playCmd) Help() string {
	return `Type moves in the notation of the game; Tab completes them, "moves" lists them, "help"
explains everything else. boardgame offers to resume a game that you did not finish. You can pipe
lines in: then there is no prompt, and the first line that fails ends the run with exit status 1. An
engine that speaks UGI or UCI can take a seat, as in --seat "Black=uci:stockfish"; see docs/ugi.md.

Examples:

    boardgame play
    boardgame play cage --seat Red=human --seat Blue=greedy
    boardgame play blockade one-pawn
    boardgame play hex size=6 --seed 7
    boardgame play mygame.rules --edit
    echo "d2xd1" | boardgame play cage

Flags:

RULES The name of a game, NAME:PRESET, the path of a rules file, or a saved game. Without one, a
    menu.
NAME=VALUE Options of the rules, as with -o.
--seat Who plays: human, a level or bot, or an engine as ugi:COMMAND or uci:COMMAND; may be given
    several times. WHO alone, or several as in --seat "human easy", take the seats in order. Seats
    you don't name are human.
--clock Give the players clocks: time for the game and for each turn, such as 5m+3s; 5+3 is the
    same. Whoever runs out of time loses. May be given several times, as in --clock 5m+3s --clock Blue=1m.
--seed The seed of all randomness. Without it, every game is different.
--pause How long to wait before a bot's move appears, such as 500ms or 2s; 0s means not at all.
--plain Let everything scroll instead of showing the board in one place, for screen readers and slow
    lines.
--coordinates How to name cells: own, auto, or the name of coordinates of the game, such as those of
    another program.
--edit Open the rules in $EDITOR beside the table, where tmux is running. The table follows what you
    save.
--turns How many turns bots play among themselves before they stop (${default}).`
}

func (c *playCmd) Run(a *app) error {
	if c.Turns < 1 {
		return usagef("--turns is %d; it must be at least 1", c.Turns)
	}
	seats, err := contest.Players(c.Seat)
	if err != nil {
		return misuse(err)
	}
	for _, word := range c.Set {
		if name, _, pair := strings.Cut(word, "="); !pair || name == "" {
			if message := noPreset(c.Rules, word); message != "" {
				return usagef("%s", message)
			}
			return usagef("unexpected argument %s; after the rules, give a preset of the game and "+
				"options as NAME=VALUE", word)
		}
	}
	c.Option = append(c.Option, c.Set...)
	if c.Rules == "" && len(c.Option)+len(c.Seat)+len(c.Clock) > 0 {
		return usagef("-o, --seat and --clock need the name of a game before them")
	}
	if isRecord(c.Rules) {
		if c.Load != "" || len(c.Option)+len(c.Seat)+len(c.Clock) > 0 {
			return usagef("%s is a saved game with its own rules, seats and clocks: leave out "+
				"--load, -o, --seat and --clock", c.Rules)
		}
		c.Rules, c.Load = "", c.Rules
	}
	if c.Rules != "" && c.Load != "" {
		return usagef("a saved game has its own rules: leave out %s or --load", c.Rules)
	}
	if c.Resume && len(c.Load)+len(c.Option)+len(c.Seat)+len(c.Clock) > 0 {
		return usagef("--resume continues a game as you left it: no --load, -o, --seat or --clock")
	}
	options := map[string]string{}
	if c.Rules != "" {
		// Mistakes in the rules are shown as in every verb, before any other message.
		rs, chosen, err := (&rulesArg{Rules: c.Rules, Option: c.Option}).find()
		if err != nil {
			return err
		}
		if _, err := a.check(rs.File, chosen, ruleset.Library{}); err != nil {
			return err
		}
		if options, err = setOptions(c.Option); err != nil {
			return err
		}
	}
	if c.Edit {
		if c.Rules == "" {
			return usagef("--edit needs the path of a rules file before it")
		}
		if err := a.openEditor(c.Rules); err != nil {
			return err
		}
	}
	return c.session(a, options, seats)
}

// seatProgram starts a program in a seat.
func (c *playCmd) seatProgram(g *interp.Game, rs *ruleset.Ruleset, name string) (bot.Bot, error) {
	start, err := contest.Program(&loaded{Game: g, Ruleset: rs}, name, c.Limit)
	if err != nil {
		return nil, seatsMisused(err)
	}
	return start()
}

// isRecord reports whether a name is that of a file with a saved game.
func isRecord(name string) bool {
	f, err := source.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	const enough = 256 // bytes, for a first line
	head, err := io.ReadAll(io.LimitReader(f, enough))
	return err == nil && record.Is(string(head))
}

// session runs a session with whoever is at the other end until they leave.
func (c *playCmd) session(a *app, options, seats map[string]string) error {
	settingsFile := config.File()
	color := a.colorFor(a.stdout)
	if settings, _ := config.Load(settingsFile); a.color == "auto" && settings.Color != "auto" {
		color = settings.Color == "always"
	}
	live := keyboard.Terminals(a.stdin, a.stdout.stream)
	out := &mindful{to: a.stdout}
	s, err := repl.New(repl.Options{
		Out: out, Color: color, ASCII: c.ASCII,
		Width:       func() int { return keyboard.Columns(a.stdout.stream) },
		Height:      func() int { return keyboard.Rows(a.stdout.stream) },
		Coordinates: c.Coordinates, Live: live, Echo: c.Echo,
		NoUnicode: live && runtime.GOOS != "windows" && keyboard.OnlyASCII(os.Getenv),
		InPlace:   live && !c.Plain && keyboard.CanShowInPlace(),
		Program:   c.seatProgram, Clocks: c.Clock,
		Pause: c.Pause, Seed: c.Seed, Turns: c.Turns, ConfigFile: settingsFile,
		StateDir: config.StateDir(),
	})
	if err != nil {
		a.warn("%s", err) // the session has the defaults
	}
	name, preset := ruleset.SplitPreset(c.Rules)
	start := func() error {
		if name == "" {
			s.Menu()
			return nil
		}
		return s.Start(name, preset, options, seats)
	}
	var refused error // the game cannot be opened
	open := func() error {
		switch {
		case c.Load != "":
			return s.Exec(":load " + c.Load)
		case c.Resume:
			return s.Resume(name)
		case live && s.Offer(name, preset, options, start):
			return nil // the question has been asked
		}
		return start()
	}
	first := func() error {
		refused = open()
		return refused
	}
	a.keeps("every move of the game is saved")
	a.stop.atTable.Store(live)
	leave := s.Leave
	a.stop.leave.Store(&leave)
	err = repl.Loop(s, first, a.stdin, a.stdout.stream, a.stderr)
	var cannot *table.RefusedError
	switch {
	case errors.As(refused, &cannot):
		return misuse(refused)
	case refused != nil:
		return refused
	case errors.Is(err, repl.ErrScript):
		return errReported
	case err != nil:
		return fmt.Errorf("the session ended: %w", err)
	case !live && out.failed() != nil: // a terminal that goes away is no mistake
		return fmt.Errorf("the output cannot be written: %w", out.failed())
	}
	return nil
}

// mindful is a stream that remembers the first error for those who write without looking.
type mindful struct {
	to  io.Writer
	mu  sync.Mutex
	err error
}

func (m *mindful) Write(text []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.to.Write(text)
	if m.err == nil {
		m.err = err
	}
	return n, err
}

func (m *mindful) failed() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}
