// Package bench measures how fast a game runs, on one thread: random games, perft, programs that
// play step by step, and the searches of bots. Its figures are by CPU time, so other programs on the
// machine hardly change them.
package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"time"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/cpu"
	"boardgame/interp/engine"
)

// Options say how much to measure.
type Options struct {
	Time  time.Duration // CPU time for the random games; the rest takes about as much again
	Steps int           // after which a game is stopped
	Seed  uint64
}

// Result is what was measured. Figures that a game does not have are 0.
type Result struct {
	Game           string         `json:"game"`    // the title; "" in older files
	Chosen         string         `json:"options"` // "size=7 swap=true": all that the rules have
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

// Read reads an earlier result from a file with its JSON.
func Read(file string) (*Result, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var m Result
	if err := json.Unmarshal(text, &m); err != nil || m.PerSecond <= 0 {
		return nil, fmt.Errorf("%s is not a result of boardgame bench --json", file)
	}
	return &m, nil
}

// name sets of which game the result is.
func (m *Result) name(rules *ir.Game) {
	m.Game = rules.Title
	m.Chosen = strings.Join(lists.Map(rules.Options, func(o ir.Option) string {
		return o.Name + "=" + o.Value
	}), " ")
}

// Fits returns an error if the result is not of a game by these rules, which may have been edited
// since: what counts is the title and the options. Known is false if the result does not say.
func (m *Result) Fits(rules *ir.Game) (known bool, err error) {
	var now Result
	now.name(rules)
	switch {
	case m.Game == "":
		return false, nil
	case m.Game != now.Game:
		err = fmt.Errorf("it is of %s, not of %s", m.Game, now.Game)
	case m.Chosen != now.Chosen:
		err = fmt.Errorf("it is of %s with %s, not with %s", m.Game,
			cmp.Or(m.Chosen, "no options"), cmp.Or(now.Chosen, "no options"))
	}
	return true, err
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
		in.Clock = cpu.Thread
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

// room is CPU time for what does not depend on the time that was asked for, such as a single game.
var room = 5 * time.Second

// within returns a context that ends when the process has used so much CPU time from now on.
func within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		for from := cpu.Process(); cpu.Process()-from < most; {
			select {
			case <-ctx.Done():
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return ctx, cancel
}

// Run measures a game, which [interp.Game.Prepare] may have compiled without some passes. It fails
// when the context ends, or when all takes so much CPU time that it far exceeds the time; what was
// measured by then is returned, too.
func Run(parent context.Context, g *interp.Game, o Options) (out Result, err error) {
	runtime.LockOSThread() // so that the thread's CPU time is that of the games
	defer runtime.UnlockOSThread()
	most, begun := 5*o.Time+room, cpu.Process()
	ctx, cancel := within(parent, most)
	defer cancel()
	defer func() {
		late := ctx.Err() != nil || cpu.Process()-begun >= most // on a busy machine ctx may lag
		if late && parent.Err() == nil {
			err = fmt.Errorf("time ran out: it took more than %v of CPU time; a lower --steps stops "+
				"games sooner, and a greater --time leaves more", most)
		} else if err == nil {
			err = parent.Err()
		}
	}()
	r := newRunner(ctx, g, o.Steps, o.Seed)
	r.playout(false) // warm up
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	out = Result{Engine: r.name, Wins: map[string]int{}, Left: []string{}}
	out.name(g.Rules())
	for _, note := range interp.Notes(ctx, g) {
		out.Left = append(out.Left, note.Summary)
	}
	r.begin()

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	plies := 0
	from := cpu.Thread()
	wins := make([]int, len(g.Rules().Players))
	for block, at := 1, from; at-from < o.Time && ctx.Err() == nil; {
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
		if at = cpu.Thread(); at-last < o.Time/100 && block < 1<<10 {
			block *= 2
		}
	}
	took := max(cpu.Thread()-from, time.Microsecond)
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
	for from := cpu.Thread(); cpu.Thread()-from < o.Time/10 && ctx.Err() == nil; {
		p := r.playout(true)
		legal, counted = legal+p.Legal, counted+p.Counted
	}
	out.MeanLegal = float64(legal) / float64(max(counted, 1))

	for depth := 1; depth < 100 && ctx.Err() == nil; depth++ {
		from := cpu.Thread()
		leaves, err := r.perft(depth)
		took := cpu.Thread() - from
		if err == nil && took > 0 {
			out.PerftPerSecond = float64(leaves) / took.Seconds()
		}
		// The next depth may take a hundred times as long.
		if took > o.Time/300 || leaves == 0 {
			break
		}
	}

	out.LoopPerSecond = o.loop(ctx, g, false)
	out.IntoPerSecond = o.loop(ctx, g, true)
	out.KthPerSecond = o.byNumber(ctx, g)
	if ctx.Err() == nil && !g.Secret() { // alpha-beta would look at what players do not see
		if out.NodesPerSecond, err = o.search(ctx, g, "alphabeta:threads=1,nodes"); err == nil {
			out.TreePerSecond, err = o.search(ctx, g, "mcts:threads=1,playouts")
		}
	}
	return out, err
}

// loop plays like a program that asks for the moves of each position and plays one of them, into
// memory that it reuses or into new positions; it returns the steps per second.
func (o *Options) loop(ctx context.Context, g *interp.Game, reuse bool) float64 {
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	chance := g.Rules().HasChance()
	p := g.Start()
	var list []interp.Move
	var mine interp.Position
	return o.paced(ctx, func() bool {
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
func (o *Options) byNumber(ctx context.Context, g *interp.Game) float64 {
	program := g.Program()
	if program == nil || g.Rules().HasChance() {
		return 0
	}
	in, err := program.NewInstance()
	if err != nil {
		return 0
	}
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	s, n := in.NewSlot(), 0
	if in.Load(s, program.Start()) != nil {
		return 0
	}
	return o.paced(ctx, func() bool {
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
func (o *Options) paced(ctx context.Context, step func() bool) float64 {
	steps := 0
	from := cpu.Thread()
	for first := true; first || cpu.Thread()-from < o.Time/10 && ctx.Err() == nil; first = false {
		for range 100 { // reading the clock takes as long as a step
			if ctx.Err() != nil {
				break
			}
			if step() {
				steps++
			}
		}
	}
	return float64(steps) / max(cpu.Thread()-from, time.Microsecond).Seconds()
}

// search runs a bot with its standard settings and one thread, from positions a few random steps
// after the start; it returns the nodes or playouts per second of CPU time of the process, because
// mcts does not search on this thread. A search has a limit of them, so many that it takes a while.
func (o *Options) search(ctx context.Context, g *interp.Game, limited string) (float64, error) {
	const most = 1 << 20
	rng := rand.New(rand.NewPCG(o.Seed, 2))
	start := g.SetUp(o.Seed)
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
		for tries := 0; tries < 1000 && took < o.Time/10; tries++ {
			p, _ := g.Playout(start, rng, 2)
			if p.Result() != nil || g.Weights(p) != nil {
				continue
			}
			from := cpu.Process()
			choice, err := b.Choose(ctx, g, p, rng)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return 0, err
			}
			if first { // it has made its table
				first = false
				continue
			}
			took += cpu.Process() - from
			nodes += choice.Nodes
			if short = took < o.Time/20 && limit < most; short {
				break
			}
		}
		if !short || nodes == 0 {
			return float64(nodes) / max(took, time.Microsecond).Seconds(), nil
		}
	}
}
