package protocol

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/infoset"
	"boardgame/interp/record"
	"boardgame/repl/protocol/message"
	"boardgame/repl/speech"
)

// A table is a game being played. Its mutex guards a few words and is never held while rules are
// worked out: whoever changes the game takes what stands on the table, works out what comes of it,
// and puts that in its place unless someone else was faster. So a client that asks for much, at
// whatever table, keeps nobody waiting.
type table struct {
	id    string
	game  *game
	seed  uint64
	keeps bool         // what is hidden stays hidden after the end
	watch string       // what spectators see of what is hidden: "all", "nothing"; else the rest
	by    string       // the address of whoever brought it into memory
	used  atomic.Int64 // when someone last asked for it, in milliseconds
	legal atomic.Pointer[legal]

	mu sync.Mutex // guards what follows
	standing
	watchers map[*Conn]json.RawMessage
	flag     *time.Timer // goes off when the clock that runs falls; nil: there are no clocks
	closed   bool
	thoughts infoset.Player // what bots consider possible, by seat
	minds    infoset.Player // what those who are asked before their turn consider possible
	shown    []shown        // where something is hidden

	files
}

// standing is what changes on a table. What is behind its pointers never changes: it is replaced.
type standing struct {
	course  *course.Course
	face    *message.State   // what the rules say of it
	veil    veil             // nil: everyone sees that
	early   []*infoset.Early // by player, who is asked before the turn
	version int              // grows with every change
	alone   int              // turns that bots have played since anyone else changed the table
	seats   []seat           // by player
	offers  []message.Offer
	clocks  *clocks // nil: none
	next    string  // the table that replaced it; "": none
	listed  bool    // strangers find it
}

// worth reports whether anyone would miss the game.
func (s *standing) worth() bool {
	return s.course.Len() > 0 || slices.ContainsFunc(s.seats, func(s seat) bool { return s.key != "" })
}

// legal is the legal steps of a position with their notation, kept because most requests need them.
type legal struct {
	of    *interp.Position
	moves []interp.Move
	texts []string
}

// mostKept is how many legal steps are kept with their notation. More of them would be memory that
// whoever sends rules could make the server hold.
const mostKept = 4096

// newTable returns a table with a game that g, which may be bound to a request, has worked out.
func newTable(g *game, c *course.Course, seed uint64) *table {
	t := &table{game: g.whole, seed: seed, watchers: map[*Conn]json.RawMessage{}}
	t.course, t.seats = c, make([]seat, len(g.rules().Players))
	t.offers, t.saved = []message.Offer{}, -1
	d := &draft{t: t, game: g, standing: t.standing, cloned: true}
	d.deal()
	t.judge(&t.standing, g)
	t.notice()
	t.touch()
	return t
}

func (t *table) touch() { t.used.Store(time.Now().UnixMilli()) }

// idle is how long nobody has asked for the table.
func (t *table) idle() time.Duration { return time.Since(time.UnixMilli(t.used.Load())) }

// add gives a new table, with the game that was worked out for the request, its handle, and writes
// what is worth it.
func (k *call) add(t *table, old *table, further int) (*message.State, error) {
	if err := k.addTable(t); err != nil {
		return nil, err
	}
	k.conn.server.log("a table begins", "table", t.id, "game", t.game.ruleset.Name, "address", t.by)
	if old != nil {
		k.conn.server.succeed(old, t, further)
	}
	return k.save(t), nil
}

// save writes a table whose game has no file yet, and returns its state.
func (k *call) save(t *table) *message.State {
	t.mu.Lock()
	s, now := t.state(k.conn), t.standing
	t.mu.Unlock()
	if k.conn.server.options.Data != "" && now.worth() {
		r := now.record(k.on(t.game))
		t.saving.Lock()
		defer t.saving.Unlock()
		k.conn.server.keep(t, now, r)
	}
	return s
}

// addTable gives a table of a client its handle.
func (k *call) addTable(t *table) error {
	s := k.conn.server
	if k.conn.attached != nil {
		if err := s.spare(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.hour) > time.Hour {
		s.hour = time.Now()
		clear(s.made)
	}
	t.by = k.conn.address()
	if over(s.made[t.by], s.options.Limits.OwnNew) && t.by != "" && !k.conn.owner.Load() {
		return busy(time.Until(s.hour.Add(time.Hour)), "your address has begun %d games in an hour",
			s.made[t.by])
	}
	if err := s.room(k.conn); err != nil {
		return err
	}
	s.made[t.by]++
	t.id = s.newID("t")
	s.tables[t.id] = t
	return nil
}

// room finds room in memory for another table, of which a client may have only so many. The server
// must be locked.
func (s *Server) room(by *Conn) error {
	s.sweep()
	old := oldest[*table]{by: by}
	for _, t := range s.tables {
		old.look(t, t.by, time.UnixMilli(t.used.Load()), func() bool {
			return t.idle() > s.unused() && !t.visited() && (s.options.Data != "" || !t.worthy())
		})
	}
	t, err := old.choose(s.options.Limits.Tables, s.options.Limits.OwnTables, "tables; close one")
	if t != nil {
		s.putAway(*t)
	}
	return err
}

// unused is how long nobody must have asked for a table or a game before it makes room for others.
func (s *Server) unused() time.Duration {
	if s.options.Idle <= 0 {
		return math.MaxInt64
	}
	return min(s.options.Idle, time.Minute)
}

// worthy reports whether anyone would miss the table.
func (t *table) worthy() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.worth()
}

// visited reports whether someone who is connected watches the table or sits at it.
func (t *table) visited() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.watchers) > 0 ||
		slices.ContainsFunc(t.seats, func(s seat) bool { return len(s.held) > 0 })
}

// sweep closes tables that nobody has asked for in a long time, and unloads games that had no other
// tables. The server must be locked.
func (s *Server) sweep() {
	if s.options.Idle <= 0 {
		return
	}
	playing := map[*game]bool{}
	for _, t := range s.tables {
		if !t.visited() && t.idle() > s.options.Idle {
			s.putAway(t)
		} else {
			playing[t.game] = true
		}
	}
	for id, on := range s.games {
		if !playing[on.game] && !on.kept && time.Since(on.used) > s.options.Idle {
			delete(s.games, id)
		}
	}
}

// putAway takes a table from memory. The server must be locked.
func (s *Server) putAway(t *table) {
	delete(s.tables, t.id)
	t.close()
	s.waking[t.id] = make(chan struct{}) // who asks for it now waits until it is let go
	go func() {
		s.letGo(t, false)
		s.awake(t.id, nil)
	}()
}

// awake ends the time in which others wait for a table, which is open now, or let go.
func (s *Server) awake(id string, t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t != nil {
		s.tables[id] = t
	}
	close(s.waking[id])
	delete(s.waking, id)
}

// close ends what the table does by itself.
func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	if t.flag != nil {
		t.flag.Stop()
	}
}

func (k *call) table(id string) (*table, error) {
	k.conn.server.mu.Lock()
	t := k.conn.server.tables[id]
	k.conn.server.mu.Unlock()
	if t == nil {
		var err error
		if t, err = k.wake(id); err != nil {
			return nil, err
		}
	}
	if t != nil {
		t.touch()
		return t, t.permits(k.method)
	}
	if id == "" {
		return nil, wrong("name the table: start returns its handle")
	}
	return nil, missing("there is no table %q; start returns such handles", id)
}

// A sight is a table as a request sees it: a game that does not change meanwhile, and rules that
// stop when the request does.
type sight struct {
	*table
	game   *game
	course *course.Course // of the rules that stop, for this request alone
	pos    *interp.Position
	at     int     // steps before pos
	veiled *viewer // through whose eyes the client looks; nil: it sees everything
}

// look returns a table with the requested position; nil means the current one.
func (k *call) look(id string, at *int) (*sight, error) {
	t, err := k.table(id)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	c := t.course
	v := &sight{table: t, at: c.At()}
	known, seat := t.knows(k.conn), eyesOf(t, t.eyes(k.conn))
	t.mu.Unlock()
	if known != nil {
		c, v.at = known.course, known.course.At()
	}
	v.game = k.on(t.game)
	if at != nil {
		most := c.Len()
		if known != nil {
			most = known.face.At
		}
		if *at < 0 || *at > most {
			return nil, wrong("at is %d; the table knows positions from 0 to %d", *at, most)
		}
		if v.at = *at; known != nil {
			v.at = moment(known.told, *at)
		}
	}
	v.pos, v.course = c.Position(v.at), c
	if known != nil {
		v.veiled = &viewer{known, seat, v.game, c, v.pos, v.at}
	}
	return v, nil
}

// whole gives the sight a history that it may ask what only rules can answer.
func (v *sight) whole() *course.Course { return v.course.Clone(v.game.game) }

// moves returns the legal steps of a position and their notation.
func (t *table) moves(g *game, p *interp.Position) *legal {
	if l := t.legal.Load(); l != nil && l.of == p {
		return l
	}
	l := &legal{p, g.game.Moves(p), g.game.Texts(p)}
	if len(l.moves) <= mostKept {
		t.legal.Store(l)
	}
	return l
}

// face is what the rules say of a game; the rest of a state is added when it is asked for.
func (g *game) face(c *course.Course) *message.State {
	p, at := c.Now(), c.At()
	s := &message.State{
		Game: g.id, Player: g.rules().Players[p.ToMove()].Name, Seat: p.ToMove(),
		Turn: p.Ply(), InTurn: p.Steps() > 0, At: at, Steps: c.Len(),
		Moves: len(g.game.Moves(p)), Over: c.Over(), Result: g.result(p),
		Chance:   !c.Over() && g.game.Weights(p) != nil,
		Position: g.game.PositionText(p),
	}
	if at > 0 {
		last := g.played(c, c.TurnStart(at), at)
		s.Last = &last
		if c.Rolled(at) {
			s.Rolled = speech.Rolled(g.game, c, at)
		}
	}
	return s
}

func (g *game) played(c *course.Course, from, to int) message.Played {
	p, steps := c.Position(from), c.Steps(from, to)
	data := message.Played{Player: g.rules().Players[p.ToMove()].Name, Text: g.game.TurnText(p, steps),
		From: from, To: to, Says: c.Announced(to)}
	if p.SettingUp() {
		data.Player = ""
	}
	if g.san != nil && len(steps) == 1 {
		if text, ok := g.san.Text(p, steps[0]); ok && text != data.Text {
			data.Notation = text
		}
	}
	return data
}

func (g *game) result(p *interp.Position) *message.Result {
	r := p.Result()
	if r == nil {
		return nil
	}
	data := &message.Result{Text: g.game.ResultText(r), Winners: g.players(r.Winners), Draw: r.Draw,
		Reason: r.Reason, Scores: list(r.Scores),
		Won: list(interp.WonNames(g.game, p))}
	if r.Sentence >= 0 && r.Sentence < len(g.rules().End) {
		data.Rule = spanData(g.rules().End[r.Sentence].Span)
	}
	return data
}

// seenResult is [game.result], for who does not see all without the cells that decided: they could
// tell what stands there.
func (g *game) seenResult(p *interp.Position, veiled bool) *message.Result {
	data := g.result(p)
	if data != nil && veiled {
		data.Won = []string{}
	}
	return data
}

func (g *game) players(numbers []int) []string {
	return list(lists.Map(numbers, func(i int) string { return g.rules().Players[i].Name }))
}

// state says where the game stands, as a client sees it. The table must be locked.
func (t *table) state(c *Conn) *message.State {
	if k := t.knows(c); k != nil {
		return t.stateOf(k.face, t.shown[t.eyes(c)-interp.Public].version)
	}
	return t.stateOf(t.face, t.version)
}

func (t *table) stateOf(face *message.State, version int) *message.State {
	s := *face
	s.Table, s.Version, s.Listed, s.Next = t.id, version, t.listed, t.next
	s.Offers, s.Clocks = t.offers, t.clocks.data(time.Now())
	for i := range t.seats {
		free := t.seats[i].free()
		s.Taken = append(s.Taken, !free)
		one := message.Seat{Player: t.game.rules().Players[i].Name, Taken: !free,
			Here: len(t.seats[i].held) > 0}
		if !free {
			one.Name, one.Bot = t.seats[i].name, t.seats[i].bot
		}
		s.Seats = append(s.Seats, one)
	}
	s.Watchers = len(t.watchers)
	for c := range t.watchers {
		if !t.sits(c) {
			s.Spectators++
		}
	}
	return &s
}

// seen is the state of a table that is not locked.
func (t *table) seen(c *Conn) *message.State {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state(c)
}

func handleState(k *call, p *message.TableParams) (*message.State, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	return t.seen(k.conn), nil
}

func handleListTables(k *call, p *message.TablesParams) (*message.Tables, error) {
	limit, err := page(p.Limit, 1000)
	if err != nil {
		return nil, err
	}
	k.conn.server.mu.Lock()
	all := slices.Collect(maps.Values(k.conn.server.tables))
	k.conn.server.mu.Unlock()
	byID := func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	}
	order.SortFunc(all, func(a, b *table) int { return byID(a.id, b.id) })
	data := &message.Tables{Tables: []message.State{}}
	for _, t := range all {
		if p.After != "" && byID(t.id, p.After) <= 0 {
			continue
		}
		t.mu.Lock()
		if t.listed && t.next == "" || t.sits(k.conn) {
			if data.More = len(data.Tables) == limit; !data.More {
				data.Tables = append(data.Tables, *t.state(k.conn))
			}
		}
		t.mu.Unlock()
		if data.More {
			break
		}
	}
	return data, nil
}

// page is how many items of a list to answer, at most and by default most.
func page(limit, most int) (int, error) {
	switch {
	case limit < 0 || limit > most:
		return 0, wrong("limit is %d; it is from 1 to %d", limit, most)
	case limit == 0:
		return most, nil
	}
	return limit, nil
}

// window returns so many items of a list from one on, and whether there are others after these.
func window[T any](all []T, from, limit int) (part []T, more bool) {
	all = all[min(max(from, 0), len(all)):]
	return all[:min(len(all), limit)], len(all) > limit
}

// handleClose ends a table.
func handleClose(k *call, p *message.TableParams) (*message.Nothing, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	err = t.mayUndo(k.conn, "close")
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	k.conn.server.forget(t)
	return &message.Nothing{}, nil
}

// forget closes a table.
func (s *Server) forget(t *table) {
	s.mu.Lock()
	delete(s.tables, t.id)
	s.mu.Unlock()
	t.close()
	s.letGo(t, true)
	s.log("a table is closed", "table", t.id)
}

// handleWatch sends the event `state` with the new State whenever the table changes, whoever
// changes it.
func handleWatch(k *call, p *message.TableParams) (*message.State, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	k.conn.mu.Lock()
	k.conn.watching[t] = k.id
	k.conn.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers[k.conn] = k.id
	return t.state(k.conn), nil
}

func handleUnwatch(k *call, p *message.TableParams) (*message.Nothing, error) {
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	k.conn.mu.Lock()
	delete(k.conn.watching, t)
	k.conn.mu.Unlock()
	t.unwatch(k.conn)
	return &message.Nothing{}, nil
}

func (t *table) unwatch(c *Conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.watchers, c)
}

// A draft is a change of a table that is being worked out.
type draft struct {
	standing
	k    *call
	t    *table
	game *game // its rules stop with the request
	now  time.Time

	cloned  bool // the course is a copy
	answers bool // somebody is asked before the turn, and has answered
	bot     bool // a bot plays
}

// line returns the game of the draft, to be changed.
func (d *draft) line() *course.Course {
	if !d.cloned {
		d.course, d.cloned = d.course.Clone(d.game.game), true
	}
	return d.course
}

// errNothing makes [call.alter] leave the table as it is, without an error.
var errNothing = errors.New("nothing changes")

// mostTries is how often a change is worked out anew because others were faster.
const mostTries = 16

// change lets a function change a table.
func (k *call) change(id string, how func(d *draft) error) (*message.State, error) {
	t, err := k.table(id)
	if err != nil {
		return nil, err
	}
	return k.alter(t, how)
}

// alter lets a function change a table. It works on a draft, perhaps several times, and perhaps at
// the same table read again, if nobody had asked for it in so long that it was put away.
func (k *call) alter(t *table, how func(d *draft) error) (*message.State, error) {
	t.fall(time.Now())
	for range mostTries {
		d := &draft{k: k, t: t, game: k.on(t.game), now: time.Now()}
		t.mu.Lock()
		closed := t.closed
		d.standing = t.standing
		d.seats, d.offers = slices.Clone(t.seats), slices.Clone(t.offers)
		t.mu.Unlock()
		if closed {
			var err error
			if t, err = k.table(t.id); err != nil {
				return nil, err
			}
			continue
		}
		switch err := how(d); {
		case errors.Is(err, errNothing):
			return t.seen(k.conn), nil
		case err != nil:
			return nil, err
		}
		if d.cloned {
			d.catchUp()
		}
		if d.cloned || d.answers {
			t.judge(&d.standing, d.game)
		}
		d.retime()
		var r *record.Game
		if k.conn.server.options.Data != "" && (d.cloned || t.untold()) {
			r = d.record(d.game)
		}
		if state := k.put(d, r); state != nil {
			return state, nil
		}
	}
	return nil, message.Errorf(message.CodeChanged, "others keep changing the table; look again")
}

// untold reports whether no file has the game of the table yet.
func (t *table) untold() bool {
	t.saving.Lock()
	defer t.saving.Unlock()
	return t.saved < 0
}

// put puts a draft on its table, writes the record, and then tells those who watch: nobody plays on
// from a change that a crash could take back. It returns nil if the table has changed or was closed
// meanwhile.
func (k *call) put(d *draft, r *record.Game) *message.State {
	t := d.t
	t.saving.Lock() // which is held by all who change the table
	defer t.saving.Unlock()
	t.mu.Lock()
	late := t.version != d.version || t.closed
	t.mu.Unlock()
	if late {
		return nil
	}
	d.version++
	k.conn.server.keep(t, d.standing, r)
	t.mu.Lock()
	t.standing = d.standing
	if !t.closed {
		t.rewind(d.now)
	}
	letters := t.letters()
	s := t.state(d.k.conn)
	t.mu.Unlock()
	tell(letters)
	return s
}

// A letter is an event for a client.
type letter struct {
	to    *Conn
	event message.Event
}

// letters returns what a change of the table tells those who watch. The table must be locked.
func (t *table) letters() (all []letter) {
	news := t.notice()
	for c, id := range t.watchers {
		if news == nil || t.knows(c) == nil || news[t.eyes(c)-interp.Public] {
			all = append(all, letter{c, message.Event{ID: id, Event: "state", Data: t.state(c)}})
		}
	}
	return all
}

func tell(letters []letter) {
	for _, l := range letters {
		if l.to.ctx.Err() == nil {
			l.to.write(l.event)
		}
	}
}

// touchUp changes what rules have no say in: next, seats.
func (t *table) touchUp(how func()) {
	t.saving.Lock()
	defer t.saving.Unlock()
	t.mu.Lock()
	how()
	t.version++
	letters, now := t.letters(), t.standing
	t.mu.Unlock()
	if t.saved >= 0 {
		t.game.house.server.keep(t, now, nil)
	}
	tell(letters)
}
