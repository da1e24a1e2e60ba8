package ugi

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/clock"
)

// limits holds the arguments of `go`.
type limits struct {
	moveTime  time.Duration
	depth     int
	nodes     int64
	infinite  bool
	clock     [2]time.Duration // p1time and p2time, or wtime and btime
	increment [2]time.Duration
	clocked   bool
	toGo      int // moves until the next time control; 0: none
	perft     int
}

// none reports whether there are no limits: then the level's own apply.
func (l *limits) none() bool {
	return l.moveTime == 0 && l.depth == 0 && l.nodes == 0 && !l.infinite && !l.clocked
}

// readLimits reads the words after `go` and ignores unknown ones.
func readLimits(words []string) (l limits, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		number := func() int64 {
			if i++; i >= len(words) {
				err = fmt.Errorf("a number is missing after %s", word)
				return 0
			}
			n, e := strconv.ParseInt(words[i], 10, 64)
			if e != nil || n > math.MaxInt32 {
				err = fmt.Errorf("%s is a whole number, not %q", word, words[i])
			}
			return max(n, 0)
		}
		ms := func() time.Duration { return time.Duration(number()) * time.Millisecond }
		switch word {
		case "movetime":
			l.moveTime = max(ms(), time.Millisecond)
		case "depth":
			l.depth = int(max(number(), 1))
		case "nodes":
			l.nodes = max(number(), 1)
		case "infinite", "ponder":
			l.infinite = true
		case "p1time", "wtime":
			l.clock[0], l.clocked = ms(), true
		case "p2time", "btime":
			l.clock[1], l.clocked = ms(), true
		case "p1inc", "winc":
			l.increment[0] = ms()
		case "p2inc", "binc":
			l.increment[1] = ms()
		case "movestogo":
			l.toGo = int(number())
		case "perft":
			l.perft = int(number())
		}
	}
	return l, err
}

// budget returns how long a move may take; 0: as long as the other limits allow.
func (l *limits) budget(player int, overhead time.Duration) time.Duration {
	t := l.moveTime
	if l.clocked && player < len(l.clock) {
		if share := clock.Budget(l.clock[player], l.increment[player], l.toGo); t == 0 || share < t {
			t = share
		}
	}
	if t > 0 {
		t = max(t-overhead, t/2, time.Millisecond)
	}
	return t
}

// apply adds limits to those of a level, which stay: whatever the clock says, an easy level does
// not play like a hard one.
func (l *limits) apply(level bot.Level, rules *ir.Game, budget time.Duration) bot.Level {
	if l.none() {
		return level
	}
	level = level.For(rules)
	level.When = nil
	own := level.Depth > 0 || level.Nodes > 0 || level.Playouts > 0
	level.Depth, level.Nodes = least(level.Depth, l.depth), least(level.Nodes, l.nodes)
	level.Playouts = least(level.Playouts, l.nodes)
	level.Time = least(level.Time, bot.Duration(budget))
	bounded := own || l.nodes > 0 || l.depth > 0 && level.Bot != "mcts" // it has no depth
	if level.Time == 0 && !bounded {
		level.Time = bot.Duration(time.Second)
		if l.infinite {
			level.Time = bot.Duration(24 * time.Hour)
		}
	}
	return level
}

// least returns the smaller of two limits, of which 0 is none.
func least[T int | int64 | bot.Duration](a, b T) T {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// noMove is the answer when there is no move: the game is over.
const noMove = "0000"

// goOn starts a search.
func (s *Speaker) goOn(ctx context.Context, words []string) error {
	l, err := readLimits(words)
	if err != nil {
		s.say("bestmove %s", noMove) // the runner waits for it
		return err
	}
	if l.perft > 0 {
		return s.perft(ctx, []string{strconv.Itoa(l.perft)})
	}
	p := s.table.now()
	if p.Result() != nil {
		s.say("info string the game is over: %s", s.o.Game.ResultText(p.Result()))
		s.say("bestmove %s", noMove)
		return nil
	}
	if s.table.engine.Weights(p) != nil { // a chance move: draw it
		m := interp.Any(s.table.engine, p, s.rng)
		s.say("bestmove %s", s.table.dialect.Token(p, []interp.Move{m}))
		return nil
	}
	level, err := s.find(s.chosen())
	if err != nil {
		return err
	}
	budget := l.budget(p.ToMove(), s.over)
	b, err := bot.New(s.o.Game.Rules(), l.apply(level, s.o.Game.Rules(), budget), 1)
	if err != nil {
		return err
	}
	t, rng, first := s.table, s.rng, p
	s.begin(ctx, !l.infinite, func(ctx context.Context) {
		begun, deepest, told := time.Now(), -1, ""
		if w, ok := b.(bot.Watchable); ok {
			w.Watch(func(c bot.Choice) {
				deepest, told = c.Depth, s.info(t, first, c, begun)
			})
		}
		// A bot that fails has played nothing. The first legal step replaces its choice, so that
		// the game is not lost over a move that nobody may play.
		game := s.o.Game.Prepared(ctx)
		choose := func(p *interp.Position) bot.Choice {
			c, err := b.Choose(ctx, game, p, rng)
			if err != nil {
				s.told(err)
				return bot.Choice{Move: t.engine.Moves(p)[0]}
			}
			return c
		}
		c := choose(p)
		if c.Depth != deepest { // otherwise the last line says it
			told = s.info(t, p, c, begun)
		}
		if w, ok := b.(bot.Watchable); ok {
			w.Watch(nil)
		}
		steps, whole := []interp.Move{c.Move}, c
		for q := t.engine.Play(p, c.Move); !interp.TurnOver(p, q); q = t.engine.Play(p, c.Move) {
			if t.engine.Weights(q) != nil {
				break // what comes next is unknown; another `go` continues the turn
			}
			p = q
			if planned := planned(c, steps); !l.none() && len(planned) > 0 {
				// the time is for the whole turn, and the search has already covered the rest of it
				c.Move = planned[0]
			} else {
				c = choose(p)
			}
			steps = append(steps, c.Move)
		}
		if l.infinite {
			<-ctx.Done() // the move must wait for `stop`
		}
		best := t.dialect.Token(first, steps)
		if best != told { // the rest of the turn was thought about anew: the last line is the truth
			whole.Lines = []bot.Line{{Value: whole.Value, Proven: whole.Proven, PV: steps}}
			s.info(t, first, whole, begun)
		}
		s.say("bestmove %s", best)
	})
	return nil
}

// planned returns how the best line of a choice continues after the steps played.
func planned(c bot.Choice, steps []interp.Move) []interp.Move {
	if len(c.Lines) == 0 || len(c.Lines[0].PV) <= len(steps) {
		return nil
	}
	for i, m := range steps {
		if c.Lines[0].PV[i] != m {
			return nil
		}
	}
	return c.Lines[0].PV[len(steps):]
}

// info reports what a search has found so far, and returns the first move of the line it tells.
func (s *Speaker) info(t *table, p *interp.Position, c bot.Choice, begun time.Time) string {
	var pv []interp.Move
	value, proven := c.Value, c.Proven
	if len(c.Lines) > 0 {
		pv, value, proven = c.Lines[0].PV, c.Lines[0].Value, c.Lines[0].Proven
	}
	if len(pv) == 0 {
		pv = []interp.Move{c.Move}
	}
	spent := time.Since(begun)
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d", max(c.Depth, 1))
	if score := score(value, &c, proven); score != "" {
		b.WriteString(" score " + score)
	}
	fmt.Fprintf(&b, " nodes %d time %d", c.Nodes, spent.Milliseconds())
	if ms := spent.Milliseconds(); ms > 0 {
		fmt.Fprintf(&b, " nps %d", c.Nodes*1000/ms)
	}
	line := t.pv(p, pv)
	s.say("%s pv %s", b.String(), strings.Join(line, " "))
	return append(line, "")[0]
}

// score writes a value of a choice. cp is in hundredths of its unit or, for a share of the win, the
// difference in Elo points. mate is the number of the player's turns until the game is decided.
func score(v int64, c *bot.Choice, proven bool) string {
	m := c.Measure
	const decided, most = bot.Won - 100_000, 100_000_000
	switch {
	case m == bot.Points && v >= decided:
		return fmt.Sprintf("mate %d", (bot.Won-v+1)/2)
	case m == bot.Points && v <= -decided:
		return fmt.Sprintf("mate -%d", (bot.Won+v+1)/2)
	case m == bot.Points:
		return fmt.Sprintf("cp %d", min(max(v*100/max(c.Unit, 1), -most), most))
	case m == bot.PerMille && proven && v == 1000:
		return "mate 1"
	case m == bot.PerMille && proven && v == 0:
		return "mate -1"
	case m == bot.PerMille:
		share := min(max(float64(v)/1000, 0.001), 0.999)
		return fmt.Sprintf("cp %.0f", 400*math.Log10(share/(1-share)))
	}
	return ""
}
