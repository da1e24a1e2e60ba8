package protocol

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/version"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/interp/wire"
	"boardgame/repl/protocol/message"
	"boardgame/repl/speech"
)

func handleStart(k *call, p *message.StartParams) (*message.State, error) {
	var old *table
	if p.Instead != "" {
		var err error
		if old, err = k.table(p.Instead); err != nil {
			return nil, err
		}
		old.mu.Lock()
		err = old.mayChange(k.conn)
		old.mu.Unlock()
		if err != nil {
			return nil, err
		}
	}
	loaded, err := k.gameOf(&p.GameParams)
	if err != nil {
		return nil, err
	}
	g := k.on(loaded)
	if veils(g) && p.Seed != nil {
		return nil, forbidden("a seed tells what chance decides, which this game hides; leave it out")
	}
	start, err := g.begin(p.Position, p.First)
	if err != nil {
		return nil, err
	}
	seed := rand.Uint64()
	if p.Seed != nil {
		seed = *p.Seed
	}
	clocks, err := g.newClocks(p.Clock, p.Clocks, start)
	if err != nil {
		return nil, err
	}
	c := course.New(g.game, start)
	steps, _, err := g.game.PlayTextContext(k.ctx, start, p.Moves)
	if err != nil {
		return nil, err
	}
	for _, m := range steps {
		if err := c.Play(m); err != nil {
			return nil, err
		}
	}
	if p.Position != "" || p.Moves != "" {
		if err := g.mayShow(c); err != nil {
			return nil, err
		}
	}
	t := newTable(g, c, seed)
	t.keeps = p.Keep
	switch p.Spectators {
	case "", "public", "nothing", "all":
		showSpectators(t, g, p.Spectators)
	default:
		return nil, wrong("spectators is %q; it is public, nothing or all", p.Spectators)
	}
	t.listed = p.Listed || !k.conn.server.options.Secret
	if clocks != nil {
		for range t.course.At() { // with what chance has set up
			clocks.times = append(clocks.times, clocks.left)
		}
		t.clocks = clocks
	}
	if old == nil || !old.asks(k.conn) {
		return k.add(t, old, 0)
	}
	old.mu.Lock()
	for i, one := range old.seats { // the others bring theirs when they have agreed
		if len(old.seats) == len(t.seats) && one.holds(k.conn) {
			t.seats[i] = one.at(t, old)
		}
	}
	old.mu.Unlock()
	s, err := k.add(t, nil, 0)
	if err != nil {
		return nil, err
	}
	k.sat(t)
	_, err = k.alter(old, func(d *draft) error {
		by, err := d.own()
		if err != nil {
			return err
		}
		d.lapse("change")
		d.offers = append(d.offers,
			message.Offer{Kind: "change", By: by, Agreed: make([]bool, len(d.seats)), Table: t.id})
		_, err = d.agree(len(d.offers) - 1)
		return err
	})
	return s, err
}

// begin returns the position at which a game begins.
func (g *game) begin(text, first string) (*interp.Position, error) {
	players := g.rules().Players
	i := slices.IndexFunc(players, func(p ir.Player) bool { return strings.EqualFold(p.Name, first) })
	switch {
	case text != "" && first != "":
		return nil, wrong("a position says who is to move; leave out first")
	case first != "" && i < 0:
		return nil, missing("there is no player %q", first)
	case first != "":
		return g.game.StartWith(i), nil
	case text == "":
		return g.game.Start(), nil
	}
	for _, named := range g.ruleset.Info.Positions {
		if strings.EqualFold(named.Name, text) {
			text = named.Position
		}
	}
	return wire.ParsePosition(g.game, &g.ruleset.Info, text)
}

// play returns the position after a legal step. The first steps of a game do not wait until it has
// been compiled.
func (g *game) play(p *interp.Position, m interp.Move) *interp.Position {
	q, err := g.game.Play(p, m)
	if err != nil {
		panic(err) // callers pass only steps found among the legal ones
	}
	return q
}

// add plays a legal step.
func (d *draft) add(m interp.Move) {
	c := d.line()
	before := c.Now()
	if err := c.Play(m); err != nil {
		panic(err) // callers pass only steps found among the legal ones
	}
	d.seats[before.ToMove()].played = true
	d.clocks = d.clocks.played(before, c.Now(), c.At(), d.now)
}

// goTo goes to another moment of the game.
func (d *draft) goTo(at int) {
	d.line().Goto(at)
	d.alone = 0
	d.clocks = d.clocks.show(at)
	d.lapse("draw", "takeback", "change")
}

// playAll plays legal steps in order.
func (d *draft) playAll(moves []interp.Move) []message.Move {
	var data []message.Move
	for _, m := range moves {
		data = append(data, d.game.step(d.course.Now(), m))
		d.add(m)
	}
	return data
}

func handlePlay(k *call, p *message.PlayParams) (*message.PlayResult, error) {
	if strings.TrimSpace(p.Move) == "" {
		return nil, wrong("name the move to play")
	}
	r := &message.PlayResult{}
	var err error
	r.State, err = k.change(p.Table, func(d *draft) error {
		if p.At != nil && *p.At != d.steps(k.conn) {
			if r.Steps = d.playedBefore(*p.At, p.Move); r.Steps != nil {
				r.Repeated = true
				return errNothing
			}
			return d.expect(p.At)
		}
		if result := d.course.Now().Result(); result != nil {
			return message.Errorf(message.CodeOver, "the game is over: %s", d.game.game.ResultText(result))
		}
		if seat, e := d.asked(); e != nil {
			r.Steps, err = d.keepAnswer(seat, e, p.Move)
			r.Repeated = err == errNothing
			return err
		}
		if err := d.mayMove(); err != nil {
			return err
		}
		played, err := d.read(d.course.Now(), p.Move)
		if err != nil {
			return err
		}
		if err := d.mayPlay(played); err != nil {
			return err
		}
		d.answered(d.course.Now().ToMove())
		r.Steps = d.playAll(played)
		d.alone = 0
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.Steps = list(r.Steps)
	return r, nil
}

// read reads a move of a position.
func (d *draft) read(p *interp.Position, text string) ([]interp.Move, error) {
	if d.veil != nil {
		return d.readOwn(text)
	}
	legal := d.t.moves(d.game, p)
	if i := slices.Index(legal.texts, text); i >= 0 {
		return legal.moves[i : i+1], nil
	}
	played, after, err := d.game.game.PlayTextContext(d.k.ctx, p, text)
	if err != nil {
		return nil, d.game.refusal(after, single(err, text))
	}
	return played, nil
}

// playedBefore returns the steps of a move if it was played at an earlier moment by someone with
// the client's seat; else nil.
func (d *draft) playedBefore(at int, text string) []message.Move {
	if d.veil != nil {
		return d.ownBefore(at, text)
	}
	if at < 0 || at >= d.course.At() || d.may(d.course.Position(at).ToMove()) != nil {
		return nil
	}
	p := d.course.Position(at)
	steps, err := d.read(p, text)
	if err != nil || len(steps) == 0 || at+len(steps) > d.course.At() ||
		!slices.Equal(steps, d.course.Steps(at, at+len(steps))) {
		return nil
	}
	var data []message.Move
	for i, m := range steps {
		data = append(data, d.game.step(d.course.Position(at+i), m))
	}
	return data
}

// expect reports an error if the table is not at the step where a client believes it to be. at is
// nil if the client does not say.
func (d *draft) expect(at *int) error {
	if now := d.steps(d.k.conn); at != nil && *at != now {
		return message.Errorf(message.CodeChanged, "the table is at step %d, not %d", now, *at)
	}
	return nil
}

// handleRoll draws chance moves until someone has a choice, or the game is over. It draws again
// what was drawn and taken back.
func handleRoll(k *call, p *message.RollParams) (*message.PlayResult, error) {
	var steps []message.Move
	state, err := k.change(p.Table, func(d *draft) error {
		if err := d.mayChange(k.conn); err != nil {
			return err
		}
		if err := d.expect(p.At); err != nil {
			return err
		}
		for steps = nil; ; {
			m, drawn := d.game.draw(d.course.Now(), d.t.seed)
			if !drawn {
				break
			}
			steps = append(steps, d.playAll([]interp.Move{m})...)
		}
		if steps == nil {
			return wrong("chance has no say here: %s chooses",
				d.game.rules().Players[d.course.Now().ToMove()].Name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &message.PlayResult{Steps: steps, State: state}, nil
}

// draw draws the next step of a position, if it is a chance move.
func (g *game) draw(p *interp.Position, seed uint64) (interp.Move, bool) {
	if p.Result() != nil {
		return 0, false
	}
	return g.game.Draw(p, seed)
}

// answer says why a line is no legal move, and what could be played instead.
func (g *game) answer(p *interp.Position, line string, illegal *interp.IllegalMoveError) string {
	si := speech.Plain(g.ruleset, g.game).At(p)
	if text := si.Refusal(line, illegal); text != "" {
		return text
	}
	return fmt.Sprintf("I don't recognize %q as a move.", line) + si.Instead(line, illegal)
}

// refusal answers a move that is not legal, in the words of the table in the terminal; p is the
// position after the steps before it.
func (g *game) refusal(p *interp.Position, err error) error {
	fault := faultOf(err)
	data, ok := fault.Data.(message.Illegal)
	var illegal *interp.IllegalMoveError
	if !ok || !errors.As(err, &illegal) {
		return err
	}
	fault.Message = g.answer(p, illegal.Text, illegal)
	data.Readings = g.readings(illegal)
	fault.Data = data
	if data.Step > 0 {
		fault.Message = fmt.Sprintf("Step %d: %s", data.Step, fault.Message)
	}
	return fault
}

// single omits which step is wrong if there is only one.
func single(err error, text string) error {
	var sequence *interp.SequenceError
	var illegal *interp.IllegalMoveError
	if errors.As(err, &sequence) && errors.As(err, &illegal) && sequence.Step == 1 &&
		strings.HasSuffix(strings.TrimSpace(text), illegal.Text) {
		return illegal
	}
	return err
}

// travel goes to the moment of a game that a function finds, if the table is at the step where the
// client believes it to be.
func (k *call) travel(id string, at *int, to func(c *course.Course) (int, error)) (*message.State,
	error) {
	return k.change(id, func(d *draft) error {
		if err := d.expect(at); err != nil {
			return err
		}
		if err := d.mayUndo(k.conn, "takeback"); err != nil {
			return err
		}
		moment, err := to(d.line())
		if err == nil {
			d.goTo(moment)
		}
		return err
	})
}

func handleUndo(k *call, p *message.UndoParams) (*message.State, error) {
	return k.travel(p.Table, p.At, func(c *course.Course) (int, error) {
		to := c.At() - p.Steps
		switch {
		case p.Steps < 0:
			return 0, wrong("steps is %d; it must be at least 1", p.Steps)
		case p.Steps == 0 && c.Reopen():
			return c.At(), nil
		case to < 0, c.At() == 0:
			return 0, wrong("there are only %d steps to take back", c.At())
		case p.Steps == 0:
			return c.TurnStart(c.At()), nil
		}
		return to, nil
	})
}

func handleRedo(k *call, p *message.UndoParams) (*message.State, error) {
	return k.travel(p.Table, p.At, func(c *course.Course) (int, error) {
		to := c.At() + p.Steps
		switch {
		case p.Steps < 0:
			return 0, wrong("steps is %d; it must be at least 1", p.Steps)
		case to > c.Len(), c.At() == c.Len():
			return 0, wrong("only %d steps have been taken back", c.Len()-c.At())
		case p.Steps == 0:
			return c.TurnEnd(to), nil
		}
		return to, nil
	})
}

func handleGoTo(k *call, p *message.GotoParams) (*message.State, error) {
	return k.travel(p.Table, nil, func(c *course.Course) (int, error) {
		if p.At < 0 || p.At > c.Len() {
			return 0, wrong("at is %d; the table knows positions from 0 to %d", p.At, c.Len())
		}
		return p.At, nil
	})
}

func handleHistory(k *call, v *sight, p *message.HistoryParams) (*message.History, error) {
	limit, err := page(p.Limit, 1000)
	if err != nil {
		return nil, err
	}
	c := v.whole()
	if v.veiled != nil {
		return v.veiled.toldHistory(c, p.From, limit), nil
	}
	turns := c.Turns()
	h := &message.History{At: v.at, Start: v.game.game.PositionText(c.Start()),
		Turns: []message.Played{},
		Total: len(turns)}
	turns, h.More = window(turns, p.From, limit)
	for _, turn := range turns {
		h.Turns = append(h.Turns, v.game.played(c, turn.From, turn.To))
	}
	return h, nil
}

func handleResult(k *call, v *sight, _ *message.TableParams) (*message.ResultResult, error) {
	return &message.ResultResult{Over: v.pos.Result() != nil,
		Result: v.game.seenResult(v.pos, v.veiled != nil)}, nil
}

// handleRecord writes the game as `boardgame play` saves it, or in a form that other programs read.
func handleRecord(k *call, v *sight, p *message.RecordParams) (*message.Record, error) {
	v.mu.Lock()
	s := v.standing
	v.mu.Unlock()
	var err error
	var b strings.Builder
	if v.veiled != nil {
		if p.Form != "" && p.Form != "record" {
			return nil, forbidden(
				"such a file could show what is hidden from players; ask for it when the game is over")
		}
		return &message.Record{Record: v.veiled.seatRecord()}, nil
	}
	switch p.Form {
	case "", "record":
		err = s.record(v.game).Write(&b)
	case "pgn":
		err = s.pgn(&b, v.game)
	case "sgf":
		err = s.sgf(&b, v.game)
	default:
		err = fmt.Errorf("the form is %q; it is record, pgn or sgf", p.Form)
	}
	if err != nil {
		return nil, wrong("%s", err)
	}
	return &message.Record{Record: b.String()}, nil
}

// pgn writes what was played up to the current moment as a PGN.
func (s *standing) pgn(to io.Writer, g *game) error {
	if g.san == nil {
		return fmt.Errorf("%s has no PGN: its ruleset does not describe the notation", g.rules().Title)
	}
	d, err := wire.NewUCI(g.game, g.scene.Info)
	if err != nil {
		return err
	}
	return g.san.WriteRecord(to, d, s.record(g), wire.Left{})
}

// sgf writes what was played up to the current moment as an SGF.
func (s *standing) sgf(to io.Writer, g *game) error {
	format, err := wire.NewStones(g.game, g.scene.Info)
	if err != nil {
		return err
	}
	return format.WriteRecord(to, s.record(g), wire.Left{})
}

// record makes the record of the game up to the current moment, with seats and clocks.
func (s *standing) record(g *game) *record.Game {
	c := s.course.Clone(g.game)
	r := c.Record(g.recordName())
	r.Tags = append(r.Tags, record.Pair{Name: "program", Value: version.Program()})
	if g.preset != "" {
		r.Tags = append(r.Tags, record.Pair{Name: "preset", Value: g.preset})
	}
	for i := range s.seats {
		if name := s.seats[i].name; name != "" && !s.seats[i].free() {
			r.Seats = append(r.Seats, record.Pair{Name: g.rules().Players[i].Name, Value: name})
		}
	}
	s.clocks.keep(r, g, c)
	return r
}

// recordName is the name of the rules in a record.
func (g *game) recordName() string {
	if !g.ruleset.Builtin {
		return g.ruleset.File.Name
	}
	return g.ruleset.Name
}

// handleOpen sets up a table with a saved game.
func handleOpen(k *call, p *message.OpenParams) (*message.State, error) {
	r, err := record.Read("record", strings.NewReader(p.Record))
	if err != nil {
		return nil, wrong("%s", err)
	}
	from := &message.GameParams{Game: p.Game}
	if p.Game == "" {
		from.Name = r.Ruleset
		from.Options = map[string]string{}
		for _, o := range r.Options {
			from.Options[o.Name] = o.Value
		}
	}
	loaded, err := k.gameOf(from)
	if err != nil {
		return nil, err
	}
	t, err := k.opened(loaded, r, rand.Uint64())
	if err == nil {
		err = t.game.mayShow(t.course)
	}
	if err != nil {
		return nil, err
	}
	t.listed = !k.conn.server.options.Secret
	return k.add(t, nil, 0)
}

// opened makes a table of a record.
func (k *call) opened(loaded *game, r *record.Game, seed uint64) (*table, error) {
	g := k.on(loaded)
	played, err := course.Open(k.ctx, g.game, r, nil)
	if e := k.ctx.Err(); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, wrong("%s", err)
	}
	t := newTable(g, played, seed)
	t.version = played.Len()
	if t.clocks, err = g.clocksOf(r, played); err != nil {
		return nil, wrong("%s", err)
	}
	return t, nil
}
