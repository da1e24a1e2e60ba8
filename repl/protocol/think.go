package protocol

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/course"
	"boardgame/interp/infoset"
	"boardgame/repl/protocol/message"
	"boardgame/repl/speech"
)

var measures = map[bot.Measure]string{bot.NoMeasure: "none", bot.Points: "points",
	bot.PerMille: "permille"}

// level finds a bot.
func (g *game) level(name string) (bot.Level, error) {
	all := g.ruleset.Info.Bots()
	l, err := bot.FindLevel(all, name)
	if err == nil {
		if err := g.ruleset.OfLevel(l.Name, l.Check(g.rules())); err != nil {
			return l, missing("%s", err)
		}
	} else {
		known := lists.Map(all, func(l bot.Level) string { return l.Name })
		fault := missing("%s", err)
		if !strings.Contains(name, ":") {
			fault.Message += meant(name, known)
		}
		return l, fault
	}
	return l, nil
}

// thinker is a bot about to think about a position. It thinks in several goroutines, so its rules
// are not those that stop by themselves: it stops with its context.
type thinker struct {
	game  *game
	asked *game // which stops with the request, for its goroutine
	level bot.Level
	bot   bot.Bot
	line  *course.Course // up to the position
	pos   *interp.Position
	mind  *infoset.Player // of the table
	rng   *rand.Rand
	begun time.Time
}

// thinker makes a bot for the position that is meant.
func (v *sight) thinker(level bot.Level, lines int) (*thinker, error) {
	if r := v.pos.Result(); r != nil {
		return nil, message.Errorf(message.CodeOver, "the game is over: %s", v.game.game.ResultText(r))
	}
	b, err := bot.New(v.game.rules(), level, lines)
	if err != nil {
		return nil, wrong("%s", err)
	}
	known := v.at
	if v.veiled != nil {
		known = count(v.veiled.told[:v.at])
	}
	rng := rand.New(rand.NewPCG(v.seed, uint64(known)))
	line := v.course.Clone(v.game.whole.game)
	line.Goto(v.at)
	return &thinker{v.game.whole, v.game, level, b, line, v.pos, &v.thoughts, rng, time.Now()}, nil
}

// choose lets the bot think. If it is canceled, it does not answer with a hasty result.
func (t *thinker) choose(ctx context.Context) (bot.Choice, error) {
	if err := t.game.game.Prepare(ctx); err != nil {
		return bot.Choice{}, stopped(ctx, err)
	}
	game, err := infoset.Give(t.game.game, t.line, t.game.game)
	if err != nil {
		return bot.Choice{}, err
	}
	if seat, ok := game.(infoset.Seat); ok {
		seat.Player = t.mind
		game = seat
	}
	c, err := t.bot.Choose(ctx, game, t.pos, t.rng)
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) {
		<-ctx.Done() // bots look at the deadline themselves, and its timer may be late
	}
	return c, stopped(ctx, err)
}

// play plays a step that is legal.
func (t *thinker) play(m interp.Move) {
	t.pos = t.asked.play(t.pos, m)
	t.line.Add(m, t.pos)
}

// tell sends an event whenever the bot has searched deeper.
func (t *thinker) tell(k *call) {
	if w, ok := t.bot.(bot.Watchable); ok {
		w.Watch(func(c bot.Choice) {
			_ = k.until(func() error { // nobody waits for it if the request ends meanwhile
				k.event("thought", t.thought(t.asked, c))
				return nil
			})
		})
	}
}

// thought says what a bot has found, in the words of a game.
func (t *thinker) thought(g *game, c bot.Choice) message.Thought {
	d := message.Thought{
		Level: t.level.Name, Move: g.game.Text(t.pos, c.Move), Lines: []message.Line{},
		Nodes: c.Nodes,
		Depth: c.Depth,
		Time:  time.Since(t.begun).Milliseconds(),
	}
	lines := c.Lines
	if len(lines) == 0 {
		lines = []bot.Line{{Move: c.Move, Value: c.Value, PV: []interp.Move{c.Move}, Proven: c.Proven}}
	}
	for _, l := range lines {
		d.Lines = append(d.Lines, message.Line{
			Move: g.game.Text(t.pos, l.Move), Value: l.Value, Text: c.Text(l.Value, l.Proven),
			Measure: measures[c.Measure], Proven: l.Proven,
			PV: stepTexts(g, t.pos, l.PV), Visits: l.Visits,
		})
	}
	return d
}

// stepTexts writes consecutive steps, as long as they are legal.
func stepTexts(g *game, p *interp.Position, steps []interp.Move) []string {
	texts := []string{}
	for _, m := range steps {
		if !slices.Contains(g.game.Moves(p), m) {
			break // a search may continue a line after the end of the game
		}
		texts = append(texts, g.game.Text(p, m))
		p = g.play(p, m)
	}
	return texts
}

// chooses returns an error if nobody chooses the next step of a position.
func (g *game) chooses(p *interp.Position) error {
	if p.Result() == nil && g.game.Weights(p) != nil {
		return wrong("chance decides the next step: roll draws it")
	}
	return nil
}

func handleHint(k *call, t *sight, p *message.HintParams) (*message.Thought, error) {
	if err := t.chooses(); err != nil {
		return nil, err
	}
	switch {
	case p.Lines < 0:
		return nil, wrong("lines is %d; it must be at least 1", p.Lines)
	case p.Lines == 0:
		p.Lines = 5
	}
	level, err := t.game.level(cmp.Or(p.Level, t.game.ruleset.Strongest()))
	if err != nil {
		return nil, err
	}
	th, err := t.thinker(level, p.Lines)
	if err != nil {
		return nil, err
	}
	if p.Progress {
		th.tell(k)
	}
	c, err := th.choose(k.ctx)
	if err != nil {
		return nil, err
	}
	c.Lines = c.Lines[:min(len(c.Lines), p.Lines)]
	d := th.thought(th.asked, c)
	d.Reasons = speech.Reasons(speech.Plain(t.game.ruleset, t.game.game).At(t.pos), c.Move)
	return &d, nil
}

// handleAnalyze lets a bot search deeper and deeper, with an event `thought` for every depth. If
// it is canceled, it answers with what it has found.
func handleAnalyze(k *call, t *sight, p *message.AnalyzeParams) (*message.Thought, error) {
	if err := t.chooses(); err != nil {
		return nil, err
	}
	if p.Time < 0 {
		return nil, wrong("time is %d; it is in milliseconds", p.Time)
	}
	if p.Level == "" {
		p.Level = "alphabeta"
		if len(t.game.rules().Teams()) != 2 {
			p.Level = "mcts"
		}
	}
	level, err := t.game.level(p.Level)
	if err != nil {
		return nil, err
	}
	level = level.For(t.game.rules())
	level.Slip, level.When, level.By = 0, nil, nil
	level.Depth, level.Nodes, level.Playouts, level.Time = 0, 0, 0, bot.Duration(24*time.Hour)
	if p.Time > 0 {
		level.Time = bot.Duration(time.Duration(p.Time) * time.Millisecond)
	}
	th, err := t.thinker(level, 1)
	if err != nil {
		return nil, err
	}
	th.tell(k)
	if err := th.game.game.Prepare(k.ctx); err != nil {
		return nil, err
	}
	c, err := th.bot.Choose(k.ctx, th.game.game, th.pos, th.rng)
	if err != nil {
		return nil, err
	}
	// It answers also if it is canceled, but not without end.
	ctx, cancel := context.WithTimeout(k.conn.ctx, mostEnding)
	defer cancel()
	var d message.Thought
	end := &call{conn: k.conn, ctx: ctx}
	err = end.until(func() error {
		d = th.thought(end.on(th.game), c)
		return nil
	})
	return &d, err
}

func handleBot(k *call, t *sight, p *message.BotParams) (*message.BotResult, error) {
	if p.Steps < 0 {
		return nil, wrong("steps is %d; it must be at least 1", p.Steps)
	}
	level, err := t.game.level(cmp.Or(p.Level, t.game.ruleset.Strongest()))
	if err != nil {
		return nil, err
	}
	if err := k.forBot(t, p); err != nil {
		return nil, err
	}
	th, err := t.thinker(level, 1)
	if err != nil {
		return nil, err
	}
	if p.Progress && t.veiled == nil {
		th.tell(k)
	}
	data := &message.BotResult{Steps: []message.Move{}}
	var moves []interp.Move
	for {
		if m, drawn := t.game.draw(th.pos, t.seed); drawn { // nobody chooses, not even the bot
			data.Steps = append(data.Steps, t.game.step(th.pos, m))
			moves = append(moves, m)
			th.play(m)
			if th.pos.Result() != nil {
				break
			}
			continue
		}
		c, err := th.choose(k.ctx)
		if err != nil {
			return nil, err
		}
		if data.Thought.Move == "" {
			data.Thought = th.thought(th.asked, c)
		}
		data.Steps = append(data.Steps, t.game.step(th.pos, c.Move))
		moves = append(moves, c.Move)
		before := th.pos
		th.play(c.Move)
		next := th.pos
		over := interp.TurnOver(before, next)
		if len(moves) == p.Steps || next.Result() != nil || p.Steps == 0 && over {
			break
		}
	}
	if t.veiled != nil { // the client sees what its seat is told
		data = &message.BotResult{Steps: []message.Move{}, Thought: message.Thought{Level: level.Name,
			Lines: []message.Line{}}}
	}
	if p.Only {
		return data, nil
	}
	data.State, err = k.alter(t.table, func(d *draft) error {
		if d.course.At() != t.at || !d.course.Now().Equal(t.pos) {
			return message.Errorf(message.CodeChanged,
				"the table changed while the bot was thinking; nothing was played")
		}
		d.bot = true
		if err := d.mayPlay(moves); err != nil {
			return err
		}
		before := d.course.Now().Ply()
		d.answered(d.course.Now().ToMove())
		d.playAll(moves)
		d.alone += d.course.Now().Ply() - before
		return nil
	})
	return data, err
}

// forBot reports, by an error, whether the client may let a bot play at the table now. Once bots
// have played most turns against each other it refuses, once: such a game may never end.
func (k *call) forBot(t *sight, p *message.BotParams) error {
	d := &draft{k: k, t: t.table, game: t.game, bot: true}
	t.mu.Lock()
	d.standing = t.standing
	most := k.conn.server.options.MostTurns
	tired := t.alone >= most && !d.course.Over()
	if tired {
		t.alone = 0
	}
	t.mu.Unlock()
	if err := d.expect(p.At); err != nil {
		return err
	}
	if !p.Only {
		if err := d.mayMove(); err != nil {
			return err
		}
	}
	if tired {
		return message.Errorf(message.CodeLimit,
			"the bots have played %d turns among themselves, and the game is not over; ask again "+
				"to let them go on (boardgame serve --turns sets how many)", most)
	}
	return nil
}
