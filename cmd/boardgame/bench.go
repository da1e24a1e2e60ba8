package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/engine"
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
--json For programs: an object with playouts_per_second, plies_per_second, mean_length, mean_legal,
    bytes_per_playout, perft_leaves_per_second, loop_plies_per_second, into_plies_per_second,
    kth_plies_per_second, nodes_per_second, mcts_playouts_per_second, wins, draws, unfinished,
    playouts, engine, evaluator_share, left (to the evaluator, and why).
--against Print how many times faster this is than a result of --json that was measured on the same
    machine.`
}

// measured is the result of bench.
type measured struct {
	Engine         string         `json:"engine"`
	Evaluator      float64        `json:"evaluator_share"` // of the CPU time of the random games
	Left           []string       `json:"left"`            // to the evaluator, and why
	Playouts       int            `json:"playouts"`
	PerSecond      float64        `json:"playouts_per_second"`
	PliesPerSecond float64        `json:"plies_per_second"`
	MeanLength     float64        `json:"mean_length"`
	MeanLegal      float64        `json:"mean_legal"`
	Wins           map[string]int `json:"wins"`
	Draws          int            `json:"draws"`
	Unfinished     int            `json:"unfinished"`
	BytesPerGame   float64        `json:"bytes_per_playout"`
	PerftPerSecond float64        `json:"perft_leaves_per_second"`
	LoopPerSecond  float64        `json:"loop_plies_per_second"`
	IntoPerSecond  float64        `json:"into_plies_per_second"`
	KthPerSecond   float64        `json:"kth_plies_per_second"`
	NodesPerSecond float64        `json:"nodes_per_second"`
	TreePerSecond  float64        `json:"mcts_playouts_per_second"`
}

func (c *benchCmd) Run(a *app) error {
	if c.Time <= 0 || c.Steps < 1 {
		return usagef("--time and --steps must be more than 0")
	}
	g, err := c.load(a)
	if err != nil {
		return err
	}
	var before *measured
	if c.Against != "" {
		if before, err = readMeasured(c.Against); err != nil {
			return err
		}
	}
	if err := g.Game.Prepare(a.ctx, c.Without...); err != nil {
		return err
	}
	if r := g.Game.Start().Result(); r != nil {
		return fmt.Errorf("there is nothing to measure: the game is over at its start: %s",
			g.Game.ResultText(r))
	}
	m, err := c.measure(a.ctx, g.Game)
	stopped := a.ctx.Err() != nil && m.Playouts > 0 && !c.JSON // what is known is shown
	if err != nil && !stopped {
		return err
	}
	a.keeps("the figures above are of fewer games, and the rest was not measured")
	if c.JSON {
		return a.encode(m)
	}
	fmt.Fprintf(a.out, "%s, %d random games on one thread\n", m.Engine, m.Playouts)
	if m.Evaluator > 0 {
		fmt.Fprintf(a.out, "  %-30s %.1f%%\n", "of the time in the evaluator", 100*m.Evaluator)
	}
	for _, left := range m.Left {
		fmt.Fprintf(a.out, "  %s\n", left)
	}
	for _, line := range []struct {
		what  string
		value func(m *measured) float64
		speed bool
	}{
		{"games per second", func(m *measured) float64 { return m.PerSecond }, true},
		{"steps per second", func(m *measured) float64 { return m.PliesPerSecond }, true},
		{"mean length, in steps", func(m *measured) float64 { return m.MeanLength }, false},
		{"mean number of legal steps", func(m *measured) float64 { return m.MeanLegal }, false},
		{"bytes allocated per game", func(m *measured) float64 { return m.BytesPerGame }, false},
		{"perft leaves per second", func(m *measured) float64 { return m.PerftPerSecond }, true},
		{"steps per second, one by one", func(m *measured) float64 { return m.LoopPerSecond }, true},
		{"the same, memory reused", func(m *measured) float64 { return m.IntoPerSecond }, true},
		{"the same, by number", func(m *measured) float64 { return m.KthPerSecond }, true},
		{"alpha-beta nodes per second", func(m *measured) float64 { return m.NodesPerSecond }, true},
		{"mcts playouts per second", func(m *measured) float64 { return m.TreePerSecond }, true},
	} {
		text := figure(line.value(&m))
		if (line.speed || stopped) && line.value(&m) == 0 {
			text = "not measured"
			if !stopped {
				text += " for this game"
			}
		}
		if before != nil && line.speed && line.value(before) > 0 {
			text = fmt.Sprintf("%-16s %.2f times", text, line.value(&m)/line.value(before))
		}
		fmt.Fprintf(a.out, "  %-30s %s\n", line.what, text)
	}
	for _, p := range g.Game.Rules().Players {
		fmt.Fprintf(a.out, "  %-30s %.1f%%\n", "won by "+p.Name,
			100*float64(m.Wins[p.Name])/float64(m.Playouts))
	}
	fmt.Fprintf(a.out, "  %-30s %.1f%%\n", "drawn", 100*float64(m.Draws)/float64(m.Playouts))
	if m.Unfinished > 0 {
		fmt.Fprintf(a.out, "  %-30s %.1f%%\n", "stopped", 100*float64(m.Unfinished)/float64(m.Playouts))
	}
	return err
}

// figure writes a number to about four digits.
func figure(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3f million", v/1e6)
	case v >= 1000:
		return fmt.Sprintf("%.0f", v)
	default:
		return fmt.Sprintf("%.4g", v)
	}
}

// readMeasured reads an earlier result.
func readMeasured(file string) (*measured, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var m measured
	if err := json.Unmarshal(text, &m); err != nil || m.PerSecond <= 0 {
		return nil, fmt.Errorf("%s is not a result of boardgame bench --json", file)
	}
	return &m, nil
}

// A runner plays random games and counts move sequences, with the engine or the evaluator.
type runner struct {
	name    string
	playout func(count bool) engine.Playout // count: also count the legal steps
	perft   func(depth int) (uint64, error) // of steps, from the start
	// begin starts to measure the CPU time of the evaluator; share is its part of a time since then
	begin func()
	share func(of time.Duration) float64
}

func newRunner(ctx context.Context, g *interp.Game, length int, seed uint64) runner {
	rng := rand.New(rand.NewPCG(seed, 0))
	slow := runner{"the evaluator",
		func(count bool) engine.Playout { return slowPlayout(ctx, g, rng, length) },
		func(depth int) (uint64, error) {
			return g.PerftContext(ctx, g.Start(), depth, interp.Steps)
		},
		func() {}, func(time.Duration) float64 { return 1 }}
	p := g.Program()
	if p == nil {
		return slow
	}
	in, err := p.NewInstance()
	if err != nil {
		return slow
	}
	s := in.NewSlot()
	if in.Load(s, p.Start()) != nil {
		return slow
	}
	in.Seed(seed)
	if p.Evaluator {
		in.Clock = threadTime
	}
	return runner{"the engine",
		func(count bool) engine.Playout {
			in.Start(s)
			return in.Playout(ctx, s, length, count)
		},
		func(depth int) (uint64, error) {
			in.Start(s)
			return in.Perft(ctx, s, depth, true)
		},
		func() { in.Evaluated = 0 },
		func(of time.Duration) float64 { return min(float64(in.Evaluated)/float64(of), 1) }}
}

func slowPlayout(ctx context.Context, g *interp.Game, rng *rand.Rand, length int) engine.Playout {
	out := engine.Playout{Winner: -1}
	e := g.NewEngine()
	p := g.Start()
	for p.Result() == nil && out.Plies < length && ctx.Err() == nil {
		moves := e.Moves(p)
		p = e.Play(p, interp.Any(e, p, rng))
		out.Plies++
		out.Legal += len(moves)
		out.Counted++
	}
	out.Over = p.Result() != nil
	if out.Over && !p.Result().Draw {
		out.Winner = p.Result().Winners[0]
	}
	return out
}

// benchRoom is CPU time for what does not depend on --time, such as a single game.
var benchRoom = 5 * time.Second

// within returns a context that ends when the process has used so much CPU time from now on.
func within(ctx context.Context, cpu time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		for from := processTime(); processTime()-from < cpu; {
			select {
			case <-ctx.Done():
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return ctx, cancel
}

// measure plays for the time and measures. It fails when the context ends, or when all takes so
// much CPU time that it far exceeds the time.
func (c *benchCmd) measure(parent context.Context, g *interp.Game) (out measured, err error) {
	runtime.LockOSThread() // so that the thread's CPU time is that of the games
	defer runtime.UnlockOSThread()
	most, begun := 5*c.Time+benchRoom, processTime()
	ctx, cancel := within(parent, most)
	defer cancel()
	defer func() {
		late := ctx.Err() != nil || processTime()-begun >= most // on a busy machine ctx may lag
		if late && parent.Err() == nil {
			err = fmt.Errorf("time ran out: it took more than %v of CPU time; a lower --steps stops "+
				"games sooner, and a greater --time leaves more", most)
		} else if err == nil {
			err = parent.Err()
		}
	}()
	r := newRunner(ctx, g, c.Steps, c.Seed)
	r.playout(false) // warm up
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	out = measured{Engine: r.name, Wins: map[string]int{}, Left: []string{}}
	for _, note := range interp.Notes(ctx, g) {
		out.Left = append(out.Left, note.Summary)
	}
	r.begin()

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	plies := 0
	from := threadTime()
	wins := make([]int, len(g.Rules().Players))
	for block, at := 1, from; at-from < c.Time && ctx.Err() == nil; {
		for range block {
			p := r.playout(false)
			if ctx.Err() != nil {
				break
			}
			plies += p.Plies
			out.Playouts++
			switch {
			case !p.Over:
				out.Unfinished++
			case p.Winner < 0:
				out.Draws++
			default:
				wins[p.Winner]++
			}
		}
		// Reading the clock takes as long as a short game.
		last := at
		if at = threadTime(); at-last < c.Time/100 && block < 1<<10 {
			block *= 2
		}
	}
	took := max(threadTime()-from, time.Microsecond)
	seconds := took.Seconds()
	out.Evaluator = r.share(took)
	for i, n := range wins {
		if n > 0 {
			out.Wins[g.Rules().Players[i].Name] = n
		}
	}
	runtime.ReadMemStats(&after)
	games := float64(out.Playouts)
	out.PerSecond, out.PliesPerSecond = games/seconds, float64(plies)/seconds
	out.MeanLength = float64(plies) / games
	out.BytesPerGame = float64(after.TotalAlloc-before.TotalAlloc) / games

	legal, counted := 0, 0
	for from := threadTime(); threadTime()-from < c.Time/10 && ctx.Err() == nil; {
		p := r.playout(true)
		legal, counted = legal+p.Legal, counted+p.Counted
	}
	out.MeanLegal = float64(legal) / float64(max(counted, 1))

	for depth := 1; depth < 100 && ctx.Err() == nil; depth++ {
		from := threadTime()
		leaves, err := r.perft(depth)
		took := threadTime() - from
		if err == nil && took > 0 {
			out.PerftPerSecond = float64(leaves) / took.Seconds()
		}
		// The next depth may take a hundred times as long.
		if took > c.Time/300 || leaves == 0 {
			break
		}
	}

	out.LoopPerSecond = c.loop(ctx, g, false)
	out.IntoPerSecond = c.loop(ctx, g, true)
	out.KthPerSecond = c.byNumber(ctx, g)
	if ctx.Err() == nil && !g.Secret() { // alpha-beta would look at what players do not see
		if out.NodesPerSecond, err = c.search(ctx, g, "alphabeta:threads=1,nodes"); err == nil {
			out.TreePerSecond, err = c.search(ctx, g, "mcts:threads=1,playouts")
		}
	}
	return out, err
}

// loop plays like a program that asks for the moves of each position and plays one of them, into
// memory that it reuses or into new positions; it returns the steps per second.
func (c *benchCmd) loop(ctx context.Context, g *interp.Game, reuse bool) float64 {
	rng := rand.New(rand.NewPCG(c.Seed, 1))
	chance := g.Rules().HasChance()
	p := g.Start()
	var list []interp.Move
	var mine interp.Position
	return c.paced(ctx, func() bool {
		if reuse {
			list = g.AppendMoves(list[:0], p)
		} else {
			list = g.Moves(p)
		}
		if len(list) == 0 {
			p = g.Start()
			return false
		}
		i := rng.IntN(len(list))
		if chance {
			if weights := g.Weights(p); weights != nil {
				i = interp.Pick(weights, rng)
			}
		}
		if !reuse {
			p, _ = g.Play(p, list[i])
		} else if g.PlayInto(&mine, p, list[i]) == nil {
			p = &mine
		}
		return true
	})
}

// byNumber is loop without lists; 0 if the game is left to the evaluator or has chance.
func (c *benchCmd) byNumber(ctx context.Context, g *interp.Game) float64 {
	program := g.Program()
	if program == nil || g.Rules().HasChance() {
		return 0
	}
	in, err := program.NewInstance()
	if err != nil {
		return 0
	}
	rng := rand.New(rand.NewPCG(c.Seed, 1))
	s, n := in.NewSlot(), 0
	if in.Load(s, program.Start()) != nil {
		return 0
	}
	return c.paced(ctx, func() bool {
		if n == 0 {
			in.Start(s)
			n = in.Ready(s)
			return false
		}
		n = in.PlayAt(s, rng.IntN(n))
		return true
	})
}

// paced returns how often per second step reports that it has played a step.
func (c *benchCmd) paced(ctx context.Context, step func() bool) float64 {
	steps := 0
	from := threadTime()
	for first := true; first || threadTime()-from < c.Time/10 && ctx.Err() == nil; first = false {
		for range 100 { // reading the clock takes as long as a step
			if ctx.Err() != nil {
				break
			}
			if step() {
				steps++
			}
		}
	}
	return float64(steps) / max(threadTime()-from, time.Microsecond).Seconds()
}

// search runs a bot with its standard settings and one thread, from positions a few random steps
// after the start; it returns the nodes or playouts per second of CPU time of the process, because
// mcts does not search on this thread. A search has a limit of them, so
// many that it takes a while.
func (c *benchCmd) search(ctx context.Context, g *interp.Game, limited string) (float64, error) {
	const most = 1 << 20
	rng := rand.New(rand.NewPCG(c.Seed, 2))
	start := g.SetUp(c.Seed)
	for limit := 1 << 7; ; limit <<= 2 {
		level, err := bot.FindLevel(nil, fmt.Sprintf("%s=%d", limited, limit))
		if err != nil {
			return 0, err
		}
		b, err := bot.New(g.Rules(), level, 1)
		if err != nil {
			return 0, err
		}
		nodes, took, first, short := int64(0), time.Duration(0), true, false
		for tries := 0; tries < 1000 && took < c.Time/10; tries++ {
			p, _ := g.Playout(start, rng, 2)
			if p.Result() != nil || g.Weights(p) != nil {
				continue
			}
			from := processTime()
			choice, err := b.Choose(ctx, g, p, rng)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return 0, err
			}
			if first { // it has made its table
				first = false
				continue
			}
			took += processTime() - from
			nodes += choice.Nodes
			if short = took < c.Time/20 && limit < most; short {
				break
			}
		}
		if !short || nodes == 0 {
			return float64(nodes) / max(took, time.Microsecond).Seconds(), nil
		}
	}
}
