package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/record"
	"boardgame/interp/wire"
	"boardgame/repl/speech"
)

// A table is a game being played: every position so far, and those that were taken back.
type table struct {
	id   string
	game *game
	seed uint64
	used time.Time // when someone last asked for it; guarded by the server

	mu        sync.Mutex // guards what follows
	steps     []interp.Move
	positions []*interp.Position // one more than steps
	at        int                // steps that are played; the others were taken back
	legal     legal              // of positions[at]
	version   int                // grows with every change
	alone     int                // turns that bots have played since anyone else changed the table
	seats     []seat             // by player
	watchers  map[*Conn]json.RawMessage
	next      string // the table that replaced it; "": none
}

// legal is the legal steps of a position with their notation, kept because most requests need them.
type legal struct {
	of    *interp.Position
	moves []interp.Move
	texts []string
}

func newTable(g *game, start *interp.Position, seed uint64) *table {
	return &table{game: g, seed: seed, positions: []*interp.Position{start},
		watchers: map[*Conn]json.RawMessage{},
		seats:    make([]seat, len(g.rules().Players)), used: time.Now()}
}

// addTable gives a table its handle.
func (s *Server) addTable(t *table) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	if len(s.tables) >= s.options.MaxTables {
		return errorf(CodeLimit, "there are %d tables already; close one", len(s.tables))
	}
	t.id = s.newID("t")
	s.tables[t.id] = t
	return nil
}

// sweep closes tables that nobody has asked for in a long time, and unloads games that had no other
// tables. The server must be locked.
func (s *Server) sweep() {
	if s.options.Idle <= 0 {
		return
	}
	old := time.Now().Add(-s.options.Idle)
	playing := map[*game]bool{}
	for id, t := range s.tables {
		t.mu.Lock()
		watched := len(t.watchers) > 0
		t.mu.Unlock()
		if !watched && t.used.Before(old) {
			delete(s.tables, id)
		} else {
			playing[t.game] = true
		}
	}
	for id, g := range s.games {
		if !playing[g] && !g.kept && g.used.Before(old) {
			delete(s.games, id)
		}
	}
}

// TableParams name a table.
type TableParams struct {
	Table string `json:"table"` // a handle that start has returned
}

func (k *call) table(id string) (*table, error) {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	if t := k.server.tables[id]; t != nil {
		t.used = time.Now() // guarded by the server
		return t, nil
	}
	if id == "" {
		return nil, errorf(CodeParams, "name the table: start returns its handle")
	}
	return nil, errorf(CodeNotFound, "there is no table %q; start returns such handles", id)
}

// now returns the position on the table. The table must be locked, here and below.
func (t *table) now() *interp.Position { return t.positions[t.at] }

// moves returns the legal steps and their notation.
func (t *table) moves() legal {
	if p := t.now(); t.legal.of != p {
		t.legal = legal{p, t.game.game.Moves(p), t.game.game.Texts(p)}
	}
	return t.legal
}

// position returns the position after a number of steps; nil means the current one.
func (t *table) position(at *int) (*interp.Position, int, error) {
	if at == nil {
		return t.now(), t.at, nil
	}
	if *at < 0 || *at > len(t.steps) {
		return nil, 0, errorf(CodeParams, "at is %d; the table knows positions from 0 to %d", *at,
			len(t.steps))
	}
	return t.positions[*at], *at, nil
}

// look locks a table and returns it with the requested position.
func (k *call) look(id string, at *int) (t *table, p *interp.Position, n int, err error) {
	if t, err = k.table(id); err != nil {
		return nil, nil, 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p, n, err = t.position(at)
	return t, p, n, err
}

// turnStart returns the step at which the turn under way after a number of steps began or, if none
// is, the turn before.
func (t *table) turnStart(at int) int {
	for at--; at > 0 && !interp.TurnOver(t.positions[at-1], t.positions[at]); at-- {
	}
	return max(at, 0)
}

// StartParams are the parameters of start.
type StartParams struct {
	GameParams
	// Position is a position text, a position in another notation of the game, or the name of one
	// of its positions.
	Position string `json:"position,omitempty"`
	First    string `json:"first,omitempty"` // the player who begins, if not the first one
	// Seed is that of the bots at this table; by default another one each time.
	Seed  *uint64 `json:"seed,omitempty"`
	Moves string  `json:"moves,omitempty"` // to be played at once
	// Instead is a table whose players go on at the new one: they have the same seats there, if
	// there are as many, and the state of the old table names the new one.
	Instead string `json:"instead,omitempty"`
}

// State says where a game stands.
type State struct {
	Table  string `json:"table"`
	Game   string `json:"game"`
	Player string `json:"player"` // to move
	Seat   int    `json:"seat"`   // that player's number, from 0
	Turn   int    `json:"turn"`   // turns taken
	InTurn bool   `json:"inTurn"` // the turn is in progress: the player goes on
	At     int    `json:"at"`     // steps played
	Steps  int    `json:"steps"`  // steps known; those after At have been taken back
	Moves  int    `json:"moves"`  // how many steps are legal
	// nobody chooses the next step: roll draws it, or play says what real dice showed
	Chance   bool    `json:"chance"`
	Over     bool    `json:"over"`
	Result   *Result `json:"result"`   // null while the game is on
	Position string  `json:"position"` // as text
	// the last turn, or what has been played of this one; null at the beginning
	Last     *Played `json:"last"`
	Taken    []bool  `json:"taken"`    // by player, whether the seat belongs to someone: see sit
	Watchers int     `json:"watchers"` // how many clients watch the table
	// Rolled is what chance decided in the last step; missing if a player took that step.
	Rolled string `json:"rolled,omitempty"`
	// Next is the table at which the players go on; missing if there is none.
	Next string `json:"next,omitempty"`
}

// Result is how a game has ended.
type Result struct {
	Text    string   `json:"text"` // as "Red wins: the last enemy is gone"
	Winners []string `json:"winners"`
	Draw    bool     `json:"draw"`
	Reason  string   `json:"reason"`
	Scores  []int64  `json:"scores"` // by player, where the rules count; else empty
	Rule    Span     `json:"rule"`   // the sentence that has decided
}

// Played is a turn that was played, or a part of one.
type Played struct {
	Player string `json:"player"`
	Text   string `json:"text"`
	From   int    `json:"from"` // the step with which it begins, from 0
	To     int    `json:"to"`   // the step after it
	// Says is what the rules announce of the turn, such as "Check"; missing where that is nothing.
	Says []string `json:"says,omitempty"`
}

func (k *call) start(p *StartParams) (*State, error) {
	var old *table
	if p.Instead != "" {
		var err error
		if old, err = k.table(p.Instead); err != nil {
			return nil, err
		}
		old.mu.Lock()
		err = old.mayChange(k.Conn)
		old.mu.Unlock()
		if err != nil {
			return nil, err
		}
	}
	g, err := k.gameOf(&p.GameParams)
	if err != nil {
		return nil, err
	}
	start, err := g.begin(p.Position, p.First)
	if err != nil {
		return nil, err
	}
	seed := rand.Uint64()
	if p.Seed != nil {
		seed = *p.Seed
	}
	t := newTable(g, start, seed)
	steps, _, err := g.game.PlayTextContext(k.ctx, start, p.Moves)
	if err != nil {
		return nil, err
	}
	for _, m := range steps {
		t.add(m)
	}
	if err := k.server.addTable(t); err != nil {
		return nil, err
	}
	if old != nil {
		k.server.succeed(old, t)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state(), nil
}

// begin returns the position at which a game begins.
func (g *game) begin(text, first string) (*interp.Position, error) {
	players := g.rules().Players
	i := slices.IndexFunc(players,
		func(p ir.Player) bool { return strings.EqualFold(p.Name, first) })
	switch {
	case text != "" && first != "":
		return nil, errorf(CodeParams, "a position says who is to move; leave out first")
	case first != "" && i < 0:
		return nil, errorf(CodeNotFound, "there is no player %q", first)
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

// add plays a legal step.
func (t *table) add(m interp.Move) {
	q := t.game.play(t.now(), m)
	t.steps = append(t.steps[:t.at], m)
	t.positions = append(t.positions[:t.at+1], q)
	t.at++
	t.version++
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

// state says where the game stands.
func (t *table) state() *State {
	p := t.now()
	rules := t.game.rules()
	s := &State{
		Table: t.id, Game: t.game.id, Player: rules.Players[p.ToMove()].Name, Seat: p.ToMove(),
		Turn: p.Ply(), InTurn: p.Steps() > 0, At: t.at, Steps: len(t.steps),
		Chance: p.Result() == nil && t.game.game.Weights(p) != nil, Moves: len(t.moves().moves),
		Over: p.Result() != nil, Result: t.game.result(p.Result()),
		Position: t.game.game.PositionText(p),
		Taken:    t.taken(), Watchers: len(t.watchers), Next: t.next,
	}
	if t.at > 0 {
		last := t.played(t.turnStart(t.at), t.at)
		s.Last = &last
		if before := t.positions[t.at-1]; t.game.game.Weights(before) != nil {
			s.Rolled = t.game.game.TurnText(before, t.steps[t.at-1:t.at])
		}
	}
	return s
}

func (t *table) played(from, to int) Played {
	p := t.positions[from]
	played := Played{
		Player: t.game.rules().Players[p.ToMove()].Name, Text: t.game.game.TurnText(p,
			t.steps[from:to]),
		From: from, To: to,
	}
	if q := t.positions[to]; interp.TurnOver(t.positions[to-1], q) {
		played.Says = t.game.game.Says(p, q)
	}
	return played
}

func (g *game) result(r *interp.Result) *Result {
	if r == nil {
		return nil
	}
	data := &Result{Text: g.game.ResultText(r), Winners: g.players(r.Winners), Draw: r.Draw ||
		len(r.Winners) != 1, Reason: r.Reason, Scores: list(r.Scores)}
	if r.Sentence >= 0 && r.Sentence < len(g.rules().End) {
		data.Rule = spanData(g.rules().End[r.Sentence].Span)
	}
	return data
}

func (g *game) players(numbers []int) []string {
	names := []string{}
	for _, i := range numbers {
		names = append(names, g.rules().Players[i].Name)
	}
	return names
}

func (k *call) state(p *TableParams) (*State, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state(), nil
}

// Tables is all tables of a server.
type Tables struct {
	Tables []State `json:"tables"`
}

func (k *call) listTables(*Nothing) (*Tables, error) {
	k.server.mu.Lock()
	var all []*table
	for _, t := range k.server.tables {
		all = append(all, t)
	}
	k.server.mu.Unlock()
	slices.SortFunc(all, func(a, b *table) int {
		if len(a.id) != len(b.id) {
			return len(a.id) - len(b.id)
		}
		return strings.Compare(a.id, b.id)
	})
	data := &Tables{Tables: []State{}}
	for _, t := range all {
		t.mu.Lock()
		data.Tables = append(data.Tables, *t.state())
		t.mu.Unlock()
	}
	return data, nil
}

// close ends a table.
func (k *call) close(p *TableParams) (*Nothing, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	err = t.mayChange(k.Conn)
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	k.server.mu.Lock()
	delete(k.server.tables, p.Table)
	k.server.mu.Unlock()
	return &Nothing{}, nil
}

// watch sends the event `state` with the new State whenever the table changes, whoever changes it.
func (k *call) watch(p *TableParams) (*State, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	k.watching[t] = k.id
	k.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers[k.Conn] = k.id
	return t.state(), nil
}

func (k *call) unwatch(p *TableParams) (*Nothing, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	delete(k.watching, t)
	k.mu.Unlock()
	t.unwatch(k.Conn)
	return &Nothing{}, nil
}

func (t *table) unwatch(c *Conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.watchers, c)
}

// changed notifies those who watch the table. The table must be locked. The returned function sends
// the events; call it after unlocking.
func (t *table) changed() (*State, func()) {
	s := t.state()
	watchers := make(map[*Conn]json.RawMessage, len(t.watchers))
	for c, id := range t.watchers {
		watchers[c] = id
	}
	return s, func() {
		for c, id := range watchers {
			if c.ctx.Err() == nil {
				c.write(Event{ID: id, Event: "state", Data: s})
			}
		}
	}
}

// change lets a function change a table.
func (k *call) change(id string, how func(t *table) error) (*State, error) {
	t, err := k.table(id)
	if err != nil {
		return nil, err
	}
	s, tell, err := t.change(how)
	if err != nil {
		return nil, err
	}
	tell()
	return s, nil
}

// change changes the table and returns its state and a function that notifies those who watch.
func (t *table) change(how func(t *table) error) (*State, func(), error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := how(t); err != nil {
		return nil, nil, err
	}
	s, tell := t.changed()
	return s, tell, nil
}

// PlayParams are the parameters of play.
type PlayParams struct {
	Table string `json:"table"`
	// Move is a step, a whole turn, or several turns parted by blanks, in any form that the program
	// reads.
	Move string `json:"move"`
	// At, if given, is how many steps the client believes have been played; if that is wrong, the
	// error is `changed`.
	At *int `json:"at,omitempty"`
}

// PlayResult is what was played and where it led.
type PlayResult struct {
	Steps []Move `json:"steps"`
	State *State `json:"state"`
}

func (k *call) play(p *PlayParams) (*PlayResult, error) {
	var steps []Move
	state, err := k.change(p.Table, func(t *table) error {
		if err := t.expect(p.At); err != nil {
			return err
		}
		if r := t.now().Result(); r != nil {
			return errorf(CodeOver, "the game is over: %s", t.game.game.ResultText(r))
		}
		if strings.TrimSpace(p.Move) == "" {
			return errorf(CodeParams, "name the move to play")
		}
		if err := t.mayMove(k.Conn); err != nil {
			return err
		}
		legal := t.moves()
		var played []interp.Move
		if i := slices.Index(legal.texts, p.Move); i >= 0 {
			played = legal.moves[i : i+1]
		} else {
			var err error
			var after *interp.Position
			if played, after, err = t.game.game.PlayText(t.now(), p.Move); err != nil {
				return t.game.refusal(after, single(err, p.Move))
			}
		}
		if err := t.mayPlay(k.Conn, played); err != nil {
			return err
		}
		steps = t.playAll(played)
		t.alone = 0
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &PlayResult{list(steps), state}, nil
}

// expect reports an error if the table is not at the step where a client believes it to be. at is
// nil if the client does not say.
func (t *table) expect(at *int) error {
	if at != nil && *at != t.at {
		return errorf(CodeChanged, "the table is at step %d, not %d", t.at, *at)
	}
	return nil
}

// RollParams says at which table chance decides.
type RollParams struct {
	Table string `json:"table"`        // a handle that start has returned
	At    *int   `json:"at,omitempty"` // how many steps the client believes have been played
}

// roll draws chance moves until someone has a choice, or the game is over. It draws again what was
// drawn and taken back.
func (k *call) roll(p *RollParams) (*PlayResult, error) {
	var steps []Move
	state, err := k.change(p.Table, func(t *table) error {
		if err := t.mayChange(k.Conn); err != nil {
			return err
		}
		if err := t.expect(p.At); err != nil {
			return err
		}
		for {
			m, drawn := t.game.draw(t.now(), t.seed)
			if !drawn {
				break
			}
			steps = append(steps, t.playAll([]interp.Move{m})...)
		}
		if steps == nil {
			return errorf(CodeParams, "chance has no say here: %s chooses",
				t.game.rules().Players[t.now().ToMove()].Name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &PlayResult{steps, state}, nil
}

// draw draws the next step of a position, if it is a chance move.
func (g *game) draw(p *interp.Position, seed uint64) (interp.Move, bool) {
	if p.Result() != nil {
		return 0, false
	}
	return g.game.Draw(p, seed)
}

// mayPlay reports, by an error, whether a client may play steps, which may belong to several
// players.
func (t *table) mayPlay(c *Conn, steps []interp.Move) error {
	if !slices.ContainsFunc(t.seats, func(s seat) bool { return !s.free() }) {
		return nil
	}
	p := t.now()
	for _, m := range steps {
		if t.game.game.Weights(p) == nil {
			if err := t.may(c, p.ToMove()); err != nil {
				return err
			}
		}
		p = t.game.play(p, m)
	}
	return nil
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
	data, ok := fault.Data.(Illegal)
	var illegal *interp.IllegalMoveError
	if !ok || !errors.As(err, &illegal) {
		return err
	}
	fault.Message = g.answer(p, illegal.Text, illegal)
	if data.Step > 0 {
		fault.Message = fmt.Sprintf("Step %d: %s", data.Step, fault.Message)
	}
	return fault
}

// single omits which step is wrong if there is only one.
func single(err error, text string) error {
	var sequence *interp.SequenceError
	var illegal *interp.IllegalMoveError
	if errors.As(err, &sequence) && errors.As(err, &illegal) &&
		illegal.Text == strings.TrimSpace(text) {
		return illegal
	}
	return err
}

// playAll plays legal steps in order.
func (t *table) playAll(moves []interp.Move) []Move {
	var data []Move
	for _, m := range moves {
		legal := t.moves()
		data = append(data, t.game.moveData(m, legal.texts[slices.Index(legal.moves, m)]))
		t.add(m)
	}
	return data
}

// UndoParams are the parameters of undo and redo.
type UndoParams struct {
	Table string `json:"table"`
	// how many single steps; by default one turn, or what has been played of one
	Steps int `json:"steps,omitempty"`
}

func (k *call) undo(p *UndoParams) (*State, error) {
	return k.change(p.Table, func(t *table) error {
		if err := t.mayChange(k.Conn); err != nil {
			return err
		}
		to := t.at - p.Steps
		switch {
		case p.Steps < 0:
			return errorf(CodeParams, "steps is %d; it must be at least 1", p.Steps)
		case to < 0, t.at == 0:
			return errorf(CodeParams, "there are only %d steps to take back", t.at)
		case p.Steps == 0:
			to = t.turnStart(t.at)
		}
		t.at, t.alone = to, 0
		t.version++
		return nil
	})
}

func (k *call) redo(p *UndoParams) (*State, error) {
	return k.change(p.Table, func(t *table) error {
		if err := t.mayChange(k.Conn); err != nil {
			return err
		}
		to := t.at + p.Steps
		switch {
		case p.Steps < 0:
			return errorf(CodeParams, "steps is %d; it must be at least 1", p.Steps)
		case to > len(t.steps), t.at == len(t.steps):
			return errorf(CodeParams, "only %d steps have been taken back", len(t.steps)-t.at)
		case p.Steps == 0:
			for to++; to < len(t.steps) && !interp.TurnOver(t.positions[to-1], t.positions[to]); to++ {
			}
		}
		t.at, t.alone = to, 0
		t.version++
		return nil
	})
}

// GotoParams are the parameters of goto.
type GotoParams struct {
	Table string `json:"table"`
	At    int    `json:"at"` // how many steps shall be played
}

func (k *call) goTo(p *GotoParams) (*State, error) {
	return k.change(p.Table, func(t *table) error {
		if _, _, err := t.position(&p.At); err != nil {
			return err
		}
		if err := t.mayChange(k.Conn); err != nil {
			return err
		}
		t.at, t.alone = p.At, 0
		t.version++
		return nil
	})
}

// History is the turns of a game, those taken back too.
type History struct {
	At    int      `json:"at"` // steps played
	Start string   `json:"start"`
	Turns []Played `json:"turns"`
}

func (k *call) history(p *TableParams) (*History, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	h := &History{At: t.at, Start: t.game.game.PositionText(t.positions[0]), Turns: []Played{}}
	from := 0
	for i := range t.steps {
		if i+1 == len(t.steps) || interp.TurnOver(t.positions[i], t.positions[i+1]) {
			h.Turns = append(h.Turns, t.played(from, i+1))
			from = i + 1
		}
	}
	return h, nil
}

// ResultResult is how a game has ended.
type ResultResult struct {
	Over   bool    `json:"over"`
	Result *Result `json:"result"` // null while the game is on
}

func (k *call) result(p *TableParams) (*ResultResult, error) {
	t, pos, _, err := k.look(p.Table, nil)
	if err != nil {
		return nil, err
	}
	return &ResultResult{pos.Result() != nil, t.game.result(pos.Result())}, nil
}

// Record is a saved game as text.
type Record struct {
	Record string `json:"record"`
}

// record writes the game as `boardgame play` saves it.
func (k *call) record(p *TableParams) (*Record, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	name := t.game.ruleset.Name
	if !t.game.ruleset.Builtin {
		name = t.game.ruleset.File.Name
	}
	r, err := record.New(t.game.game, name, t.positions[0], t.steps[:t.at])
	if err != nil {
		return nil, err
	}
	if result := t.now().Result(); result != nil {
		r.Result = t.game.game.ResultText(result)
	}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		return nil, err
	}
	return &Record{b.String()}, nil
}

// OpenParams are the parameters of open.
type OpenParams struct {
	Record string `json:"record"`
	// Game is the handle of the game to replay it with; by default that which the record names.
	Game string `json:"game,omitempty"`
}

// open sets up a table with a saved game.
func (k *call) open(p *OpenParams) (*State, error) {
	r, err := record.Read("record", strings.NewReader(p.Record))
	if err != nil {
		return nil, errorf(CodeParams, "%s", err)
	}
	from := &GameParams{Game: p.Game}
	if p.Game == "" {
		from.Name = r.Ruleset
		from.Options = map[string]string{}
		for _, o := range r.Options {
			from.Options[o.Name] = o.Value
		}
	}
	g, err := k.gameOf(from)
	if err != nil {
		return nil, err
	}
	played, err := r.ReplayContext(k.ctx, g.game)
	if e := k.ctx.Err(); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, errorf(CodeParams, "%s", err)
	}
	t := newTable(g, played.Start, rand.Uint64())
	for _, m := range played.Steps {
		t.add(m)
	}
	if err := k.server.addTable(t); err != nil {
		return nil, err
	}
	return t.state(), nil
}

// Move is a step with its parts.
type Move struct {
	// the shortest notation that no other legal step has
	Text string `json:"text"`
	Long string `json:"long"` // the notation that names everything
	// the name of the move in the rules, or pass or done
	Move  string `json:"move"`
	Roles []Role `json:"roles"` // what is chosen, in the order of the rules
	// of a step left to chance: how likely it is next to the others
	Weight  int64     `json:"weight,omitempty"`
	Changes []Change  `json:"changes,omitempty"` // of the board, if asked for
	After   *Followed `json:"after,omitempty"`   // what follows, if changes are asked for
}

// Role is a part of a step.
type Role struct {
	Word  string `json:"word"`  // from, to, over, at, along, as or with
	Name  string `json:"name"`  // of the variable in the rules
	Type  string `json:"type"`  // site, direction, kind, player or number
	Value string `json:"value"` // its name, or the number
}

// Change is what a step does to a site.
type Change struct {
	Site   string     `json:"site"`
	Before *PieceData `json:"before"` // null: no piece
	After  *PieceData `json:"after"`
}

// Followed says what comes after a step.
type Followed struct {
	Turn   bool   `json:"turn"`   // the turn is over
	Over   bool   `json:"over"`   // the game is over
	Player string `json:"player"` // who moves next
}

var typeNames = map[ir.Type]string{
	ir.Sites: "site", ir.Steps: "direction", ir.Kinds: "kind", ir.Players: "player",
	ir.Number: "number",
}

// moveData splits a step into its parts.
func (g *game) moveData(m interp.Move, text string) Move {
	id, values := g.game.Roles(m)
	data := Move{Text: text, Long: g.game.LongText(nil, m), Roles: []Role{}}
	if int(id) >= len(g.rules().Moves) {
		data.Move = data.Long
		return data
	}
	mv := g.rules().Moves[id]
	data.Move = mv.Name
	for i := range mv.Roles {
		r := &mv.Roles[i]
		data.Roles = append(data.Roles,
			Role{r.Word, r.Name, typeNames[r.Type], g.valueName(r.Type, values[i])})
	}
	return data
}

// valueName writes the value of a role.
func (g *game) valueName(t ir.Type, n int64) string {
	rules := g.rules()
	switch {
	case t == ir.Sites && n >= 0 && int(n) < rules.Board.Sites:
		return rules.Board.Names[n]
	case t == ir.Steps && n >= 0 && int(n) < len(rules.Board.Directions):
		return rules.Board.Directions[n].Name
	case t == ir.Kinds && n >= 0 && int(n) < len(rules.Kinds):
		return rules.Kinds[n].Name
	case t == ir.Players && n >= 0 && int(n) < len(rules.Players):
		return rules.Players[n].Name
	}
	return fmt.Sprint(n)
}

// MovesParams are the parameters of moves.
type MovesParams struct {
	Table string `json:"table"`
	At    *int   `json:"at,omitempty"`
	// Site, if given, leaves the steps that name the site.
	Site string `json:"site,omitempty"`
	// Changes asks what each step does to the board. More than 4096 legal steps are not asked.
	Changes bool `json:"changes,omitempty"`
}

// mostChanges is how many steps are played to find what each changes. A game may offer millions,
// and as many again after each of them.
const mostChanges = 4096

// Moves is legal steps.
type Moves struct {
	Player string `json:"player"`
	Moves  []Move `json:"moves"`
}

func (k *call) moves(p *MovesParams) (*Moves, error) {
	t, pos, at, err := k.look(p.Table, p.At)
	if err != nil {
		return nil, err
	}
	g := t.game
	site := topology.None
	if p.Site != "" {
		var ok bool
		if site, ok = g.rules().Board.SiteByName(p.Site); !ok {
			return nil, errorf(CodeNotFound, "the board has no site %q", p.Site)
		}
	}
	t.mu.Lock()
	l := legal{pos, nil, nil}
	if at == t.at && pos == t.now() {
		l = t.moves()
	} else {
		l.moves, l.texts = g.game.Moves(pos), g.game.Texts(pos)
	}
	t.mu.Unlock()
	data := &Moves{Player: g.rules().Players[pos.ToMove()].Name, Moves: []Move{}}
	weights := map[interp.Move]int64{}
	if all := g.game.Weights(pos); all != nil {
		for i, m := range g.game.Moves(pos) {
			weights[m] = all[i]
		}
	}
	for i, m := range l.moves {
		if named := g.scene.Named(m); site != topology.None && !named.Has(site) {
			continue
		}
		d := g.moveData(m, l.texts[i])
		d.Weight = weights[m]
		if p.Changes && len(l.moves) <= mostChanges {
			q := g.play(pos, m)
			d.Changes = g.changes(pos, q)
			d.After = &Followed{interp.TurnOver(pos, q), q.Result() != nil,
				g.rules().Players[q.ToMove()].Name}
		}
		data.Moves = append(data.Moves, d)
	}
	return data, nil
}

// changes returns how the board of q differs from that of p.
func (g *game) changes(p, q *interp.Position) []Change {
	changes := []Change{}
	for x := range p.Changed(q).All() {
		changes = append(changes,
			Change{g.rules().Board.Names[x], g.pieceAt(p, x), g.pieceAt(q, x)})
	}
	return changes
}

// Illegal says why a text is not a legal move.
type Illegal struct {
	Move      string   `json:"move"`
	Why       string   `json:"why"`       // half a sentence; may be empty
	Nearest   []string `json:"nearest"`   // legal moves that may have been meant
	Ambiguous bool     `json:"ambiguous"` // it fits several legal moves: those in nearest
	Step      int      `json:"step"`      // of several, which one it is, from 1; 0: there is one
}

// PositionMistake says where a position text is wrong.
type PositionMistake struct {
	Column  int    `json:"column"` // in characters, from 1
	Message string `json:"message"`
}

// WhyParams are the parameters of why.
type WhyParams struct {
	Table string `json:"table"`
	Move  string `json:"move"`
	At    *int   `json:"at,omitempty"`
}

// Why says whether a move is legal and, if it is not, what speaks against it. A text that leaves
// something open has several readings, those nearest to being legal.
type Why struct {
	Legal    bool      `json:"legal"`
	Message  string    `json:"message"`
	Readings []Reading `json:"readings"`
	Nearest  []string  `json:"nearest"` // legal moves that may have been meant
}

// Reading is a step that a text may mean.
type Reading struct {
	Move   string `json:"move"`
	Legal  bool   `json:"legal"`
	Why    string `json:"why"`    // half a sentence; "" of a legal one
	Reason string `json:"reason"` // what the author of the rules says
	Rule   Span   `json:"rule"`   // where the rules say so
	Text   string `json:"text"`   // that line of the rules
	Parts  []Part `json:"parts"`  // the parts of the condition, and what was chosen
	// Sites are those at which the condition looked, to be shown on the board.
	Sites []string `json:"sites"`
}

// Part is something with a value.
type Part struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}

// lineOf returns the line of the rules in which a span begins, without blanks around it.
func lineOf(s source.Span) string {
	if !s.Valid() {
		return ""
	}
	line, _ := s.File.Position(s.Lo)
	return strings.TrimSpace(s.File.Line(line))
}

// nearest finds the legal moves that a text may have meant.
func (g *game) nearest(p *interp.Position, text string) []string {
	var illegal *interp.IllegalMoveError
	if _, err := g.game.Parse(p, text); errors.As(err, &illegal) {
		return list(illegal.Nearest)
	}
	return []string{}
}

// nearestName ends a message about an unknown name.
func nearestName(name string, known []string) string {
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	if len(known) == 0 {
		return "; there is none"
	}
	return "; there is " + strings.Join(known, ", ")
}
