package main

import (
	"errors"
	"fmt"
	"time"

	"boardgame/interp/bench"
)

type benchCmd struct {
	rulesArg
	Time  time.Duration `default:"3s"`
	Steps int           `default:"5000" aliases:"length"`
	Seed  uint64        `default:"1" help:"The seed of the random games."`
	JSON  bool          `name:"json"`

	Against string   `placeholder:"FILE"`
	Without []string `placeholder:"PASS" help:"Leave out these passes of the compiler."`
}

func (*benchCmd) Help() string {
	return `Plays uniformly random games from the start on one thread. By the CPU time of that
thread, it reports games (playouts) and steps (plies) per second, what is not compiled and what
share of the time the evaluator took for it; how long games are, how many steps are legal on
average, who wins, and how much memory a game allocates; how many leaves perft counts per second;
how many steps per second a program plays that asks for the moves of each position and plays one,
the same in memory that it reuses, and by number, without a list; and how many positions per second
an alpha-beta search looks at, and how many playouts per second a tree of random games (mcts) has.
Other programs on the machine hardly change these figures.

Examples:

    boardgame bench reversi
    boardgame bench hex -o size=7 --time 1s --json > before.json
    boardgame bench hex -o size=7 --time 1s --against before.json
    boardgame bench hex --without keep

Flags:

--time How much CPU time to spend on random games; the other figures take about as much again.
    If all takes five seconds more than five times that, bench fails.
--steps The number of steps after which a game is stopped.
--json For programs: an object with game, options, playouts_per_second, plies_per_second,
    mean_length, mean_legal, bytes_per_playout, perft_leaves_per_second, loop_plies_per_second,
    into_plies_per_second, kth_plies_per_second, nodes_per_second, mcts_playouts_per_second, wins,
    draws, unfinished, playouts, engine, evaluator_share, left (to the evaluator, and why).
--against Print how many times faster this is than a result of --json of the same game with the same
    options, measured on the same machine.`
}

func (c *benchCmd) Run(a *app) error {
	if c.Time <= 0 || c.Steps < 1 {
		return usagef("--time and --steps must be more than 0")
	}
	g, err := c.load(a)
	if err != nil {
		return err
	}
	var before *bench.Result
	if c.Against != "" {
		if before, err = bench.Read(c.Against); err != nil {
			return err
		}
		known, err := before.Fits(g.Game.Rules())
		if err != nil {
			return fmt.Errorf("%s cannot be compared: %w", c.Against, err)
		}
		if !known {
			a.warn("%s does not say of which game its figures are", c.Against)
		}
	}
	if err := g.Game.Prepare(a.ctx, c.Without...); err != nil {
		return err
	}
	if r := g.Game.Start().Result(); r != nil {
		return fmt.Errorf("there is nothing to measure: the game is over at its start: %s",
			g.Game.ResultText(r))
	}
	m, err := bench.Run(a.ctx, g.Game, bench.Options{Time: c.Time, Steps: c.Steps, Seed: c.Seed})
	stopped := a.ctx.Err() != nil && m.Playouts > 0 && !c.JSON // what is known is shown
	if err != nil && !stopped {
		return err
	}
	a.keeps("the figures above are of fewer games, and the rest was not measured")
	if c.JSON {
		return a.encode(m)
	}
	return errors.Join(m.Text(a.out, g.Game.Rules(), before, stopped), err)
}
