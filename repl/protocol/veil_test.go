package protocol

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/alike"
	"boardgame/interp/course"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
	"boardgame/testdata/secrets"
)

// Every method either keeps to what the client sees, or refuses a table where something is hidden.
// A new one that says nothing of it refuses.
func TestMethodsOfVeiledTables(t *testing.T) {
	s := NewServer(Options{Paths: true})
	c := connect(t, s)
	c.ask("start", `{"name":"stratego-small"}`)
	withoutTable := []string{"cancel", "check", "complete", "cover", "describe", "evict", "figures",
		"format", "games", "hello", "levels", "load", "open", "options", "owner", "report", "rulebook",
		"rules", "tables", "test", "unload"}
	for _, name := range Methods() {
		if name == "start" {
			continue
		}
		_, has := methods[name].params.FieldByName("Table")
		if has == slices.Contains(withoutTable, name) {
			t.Errorf("%s: whether it is asked of a table is not known here", name)
		}
		if !has || slices.Contains(veiledMethods, name) {
			continue
		}
		id := c.send(name, `{"table":"t1"}`)
		m := c.wait(id, func(m received) bool { return m.Event == "" })
		if m.Error == nil || m.Error.Code != message.CodeForbidden {
			t.Errorf("%s answers %s", name, m.line)
		}
	}
}

// What is sent to a seat, or to those who watch, is the same to the byte in two games that look
// alike to it: answers, refusals and events, and how many events there are.
func TestNothingLeaks(t *testing.T) {
	for i, name := range secrets.Games() {
		if !long.Case(i, 12) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			w := newTwins(t, name, uint64(i))
			found, steps := 0, 0
			for range long.Times(6, 2) {
				n, ok := w.pair()
				if steps += n; ok {
					found++
				}
			}
			if found == 0 {
				t.Error("no two games look alike")
			}
			t.Logf("%d pairs of games, %d steps in both", found, steps)
		})
	}
}

// Twins are two servers with a game each that looks like the other one to a seat.
type twins struct {
	*testing.T
	name    string
	rng     *rand.Rand
	game    *interp.Game
	machine *eval.Machine
	seat    int
	sides   [2]*side
}

type side struct {
	*client
	server *Server
	table  *table
}

func newTwins(t *testing.T, name string, seed uint64) *twins {
	w := &twins{T: t, name: name, rng: rand.New(rand.NewPCG(seed, 32))}
	s := NewServer(Options{Paths: true})
	g, err := (&call{conn: s.house, ctx: t.Context()}).loadGame(
		&message.LoadParams{Source: message.Source{Name: name}})
	if err != nil {
		t.Fatal(err)
	}
	w.game, w.machine = g.game, eval.New(g.rules())
	return w
}

// pair finds two positions that look alike, puts them on tables and plays on.
func (w *twins) pair() (steps int, found bool) {
	w.seat = w.rng.IntN(len(w.game.Rules().Players)+1) + interp.Public
	p, q := w.alike()
	if p == nil {
		return 0, false
	}
	for i, start := range []*interp.Position{p, q} {
		w.sides[i] = w.open(start)
	}
	for steps < 5 {
		w.probe()
		if !w.step() {
			break
		}
		steps++
	}
	return steps, true
}

// alike plays random games until it finds two positions that look alike to the seat.
func (w *twins) alike() (p, q *interp.Position) {
	var pool []*position.State
	for range 40 {
		p := w.game.Start()
		for n := 1 + w.rng.IntN(30); n > 0 || w.game.Weights(p) != nil; n-- {
			moves := w.game.Moves(p)
			next, err := w.game.Play(p, moves[w.rng.IntN(len(moves))])
			if err != nil || next.Result() != nil {
				break
			}
			p = next
			pool = append(pool, p.State())
		}
		if len(pool) == 0 || w.game.Weights(p) != nil {
			continue
		}
		other := pool[w.rng.IntN(len(pool))]
		q := alike.Permute(w.machine, p.State(), w.seat, other, w.rng)
		if q == nil || len(w.machine.Moves(q)) == 0 {
			continue
		}
		found := interp.PositionOf(q)
		if p.ToMove() == w.seat && !slices.Equal(w.texts(p), w.texts(found)) {
			continue // it cannot happen: the seat would tell the positions apart by what is offered
		}
		return p, found
	}
	return nil, nil
}

func (w *twins) texts(p *interp.Position) []string {
	all := w.game.Texts(p)
	slices.Sort(all)
	return all
}

// open opens a table at a position and lets a client take the seat.
func (w *twins) open(p *interp.Position) *side {
	s := NewServer(Options{Paths: true})
	s.instance = "same"
	k := &call{conn: s.house, ctx: w.Context()}
	g, err := k.loadGame(&message.LoadParams{Source: message.Source{Name: w.name}})
	if err != nil {
		w.Fatal(err)
	}
	t := newTable(g, course.New(g.game, p), 7)
	t.keeps = w.rng.IntN(2) == 0 && w.sides[0] == nil || w.sides[0] != nil && w.sides[0].table.keeps
	if err := k.addTable(t); err != nil {
		w.Fatal(err)
	}
	e := &side{connect(w.T, s), s, t}
	e.send("watch", `{"table":"t1"}`)
	if w.seat >= 0 {
		e.send("sit", fmt.Sprintf(`{"table":"t1","player":%q}`, w.game.Rules().Players[w.seat].Name))
	}
	return e
}

var tokens = regexp.MustCompile(`"(token|Token)":"[^"]*"`)

// probe asks both sides the same, and compares all that was sent to them so far.
func (w *twins) probe() {
	w.Helper()
	at := w.sides[0].table.state(w.sides[0].conn).At
	for _, name := range Methods() {
		_, has := methods[name].params.FieldByName("Table")
		if !has || slices.Contains([]string{"close", "leave", "offer", "accept", "decline", "resign",
			"list", "sit", "play", "bot", "hint", "start", "unwatch"}, name) {
			continue
		}
		params := []string{`{"table":"t1"}`, w.odd(name)}
		switch name {
		case "board":
			params = append(params, fmt.Sprintf(`{"table":"t1","text":true,"svg":true,"data":true,`+
				`"holdings":true,"scene":true,"strips":true,"at":%d}`, w.rng.IntN(at+1)))
		case "why":
			for _, e := range w.sides {
				for _, text := range w.game.Texts(e.table.course.Now())[:1] {
					params = append(params, fmt.Sprintf(`{"table":"t1","move":%q}`, text))
				}
			}
			names := w.game.Rules().Board.Names
			move := names[w.rng.IntN(len(names))] + "-" + names[w.rng.IntN(len(names))]
			params = append(params, fmt.Sprintf(`{"table":"t1","move":%q}`, move))
		case "eval":
			asked := []string{"mine", "theirs"}
			for _, s := range w.game.Rules().States {
				asked = append(asked, s.Name)
			}
			params = append(params, fmt.Sprintf(`{"table":"t1","expr":%q}`, asked[w.rng.IntN(len(asked))]))
		case "join":
			params = append(params, `{"table":"t1","from":0}`)
		}
		for _, one := range params {
			for _, e := range w.sides {
				e.send(name, one)
				e.conn.Wait()
			}
		}
	}
	site := w.game.Rules().Board.Names[w.rng.IntN(len(w.game.Rules().Board.Names))]
	for _, e := range w.sides {
		e.send("tables", `{}`)
		e.send("play", fmt.Sprintf(`{"table":"t1","move":"%s-%[1]s"}`, site))
	}
	w.compare()
}

// odd returns parameters of a method, some of them what nobody should send.
func (w *twins) odd(name string) string {
	some := map[string]any{"table": "t1"}
	values := []any{-1, 0, 2, 99_999, 1 << 40, true, "", "mine", nil, []any{}, map[string]any{},
		w.game.Rules().Players[0].Name, w.game.Rules().Board.Names[0]}
	for _, f := range reflect.VisibleFields(methods[name].params) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key != "" && key != "table" && w.rng.IntN(3) == 0 {
			some[key] = values[w.rng.IntN(len(values))]
			if f.Type.Kind() == reflect.Bool {
				some[key] = true
			}
		}
	}
	text, err := json.Marshal(some)
	if err != nil {
		w.Fatal(err)
	}
	return string(text)
}

func (w *twins) compare() {
	w.Helper()
	a, b := w.sides[0].log(), w.sides[1].log()
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n := 0
			for n < min(len(a[i]), len(b[i])) && a[i][n] == b[i][n] {
				n++
			}
			n = max(n-60, 0)
			w.Fatalf("to seat %d, line %d differs between\n%s\n%s\n…%.150s\n…%.150s", w.seat, i,
				w.game.PositionText(w.sides[0].table.course.Now()),
				w.game.PositionText(w.sides[1].table.course.Now()), a[i][n:], b[i][n:])
		}
	}
	if len(a) != len(b) {
		w.Fatalf("to seat %d, %d lines and %d", w.seat, len(a), len(b))
	}
}

func (e *side) log() (all []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.lines {
		all = append(all, tokens.ReplaceAllString(m.line, ""))
	}
	return all
}

// step plays a step in both games, and perhaps some of which the seat is told nothing in one of
// them. It reports whether they still look alike.
func (w *twins) step() bool {
	p := w.sides[0].table.course.Now()
	if p.Result() != nil {
		return false
	}
	moves := w.game.Moves(p)
	m := moves[w.rng.IntN(len(moves))]
	for range 2 {
		w.silent(w.sides[w.rng.IntN(2)])
	}
	for range 20 { // any step of the other game that looks the same
		q := w.sides[1].table.course.Now()
		others := w.game.Moves(q)
		n := others[w.rng.IntN(len(others))]
		if slices.Contains(others, m) && w.rng.IntN(2) == 0 {
			n = m
		}
		p := w.sides[0].table.course.Now()
		if !slices.Contains(w.game.Moves(p), m) {
			return false
		}
		if first := w.outcome(p, m); first == nil || !slices.Equal(first, w.outcome(q, n)) {
			continue
		}
		return w.sides[0].play(m) && w.sides[1].play(n)
	}
	return false
}

// outcome is what the seat learns of a step; nil if chance, which is drawn then, or the end of the
// game could tell it more.
func (w *twins) outcome(p *interp.Position, m interp.Move) []string {
	q, err := w.game.Play(p, m)
	if err != nil || q.Result() != nil || w.game.Weights(q) != nil {
		return nil
	}
	v := w.game.View(q, w.seat)
	own := ""
	if q.ToMove() == w.seat {
		own = strings.Join(w.texts(q), " ")
	}
	return []string{w.game.Told(p, m, q, w.seat), fmt.Sprint(v.Key()), own,
		fmt.Sprint(w.game.Says(p, q))}
}

// silent plays a step of which the seat is told nothing, if there is one.
func (w *twins) silent(e *side) {
	p := e.table.course.Now()
	for _, m := range w.game.Moves(p) {
		if out := w.outcome(p, m); p.ToMove() != w.seat && out != nil && out[0] == "" &&
			out[3] == "[]" {
			e.play(m)
			return
		}
	}
}

// play plays a step as whoever may. In a position that no game leads to, it may turn out not to be
// legal.
func (e *side) play(m interp.Move) bool {
	k := &call{conn: e.server.house, ctx: e.Context()}
	_, err := k.alter(e.table, func(d *draft) error { return d.line().Play(m) })
	return err == nil
}

// A game with secrets is played by those who sit there, with what each of them sees, and everyone
// sees everything after the end unless its maker does not want that.
func TestVeiledGame(t *testing.T) {
	for _, keep := range []bool{false, true} {
		s := NewServer(Options{Paths: true})
		host, guest, watcher := connect(t, s), connect(t, s), connect(t, s)
		host.ask("start", fmt.Sprintf(
			`{"name":"kuhn-poker","keep":%t}`, keep))
		host.refused(message.CodeForbidden, "play", `{"table":"t1","move":"bet"}`)
		host.ask("sit", `{"table":"t1","player":"First"}`)
		guest.ask("sit", `{"table":"t1","player":"Second"}`)
		views := map[*client]string{}
		for _, c := range []*client{host, guest, watcher} {
			views[c] = get[message.State](c, "state", `{"table":"t1"}`).Position
		}
		for _, c := range []*client{host, guest, watcher} {
			hidden := strings.Count(views[c], "=?")
			if want := map[*client]int{host: 1, guest: 1, watcher: 2}[c]; hidden != want {
				t.Errorf("%d values are hidden in %s, want %d", hidden, views[c], want)
			}
		}
		if guest.offered() != 0 || watcher.offered() != 0 || host.offered() != 2 {
			t.Error("moves are told to those who do not choose")
		}
		guest.refused(message.CodeForbidden, "leave", `{"table":"t1"}`)
		host.ask("play", `{"table":"t1","move":"bet","at":1}`)
		if !get[message.PlayResult](host, "play", `{"table":"t1","move":"bet","at":1}`).Repeated {
			t.Error("the move was not recognized")
		}
		record := get[message.Record](guest, "record", `{"table":"t1"}`)
		if !strings.Contains(record.Record, "First\tbet\t1 Second") {
			t.Errorf("the record of a seat is\n%s", record.Record)
		}
		guest.ask("play", `{"table":"t1","move":"bet"}`)
		state := get[message.State](watcher, "state", `{"table":"t1"}`)
		if !state.Over || strings.Contains(state.Position, "?") != keep {
			t.Errorf("keep %t: at the end a watcher sees %s", keep, state.Position)
		}
		h := get[message.History](watcher, "history", `{"table":"t1"}`)
		if len(h.Turns) != 3 || h.Turns[0].Player != "" ||
			strings.Contains(h.Turns[0].Text, "?") != keep {
			t.Errorf("keep %t: the history is %+v", keep, h.Turns)
		}
		host.refused(message.CodeForbidden, "undo", `{"table":"t1"}`)
		host.ask("offer", `{"table":"t1","kind":"rematch"}`)
		guest.ask("accept", `{"table":"t1","kind":"rematch"}`)
		guest.ask("play", `{"table":"t2","move":"bet"}`)
	}
}

// A refused move says why, as far as the player can know: the same as `why`.
func TestSecretMoveIsExplained(t *testing.T) {
	c := connect(t, NewServer(Options{Paths: true}))
	c.ask("start", `{"name":"kriegspiel-4"}`)
	c.ask("sit", `{"table":"t1","player":"White"}`)
	for move, want := range map[string]string{"a2-a4": "Your pawn on a2 cannot go to a4.",
		"a4-a3": "not one of your moves"} {
		params := fmt.Sprintf(`{"table":"t1","move":%q}`, move)
		refused := c.ask("play", params).Error
		why := get[message.Why](c, "why", params)
		if refused == nil || !strings.Contains(refused.Message, want) ||
			why.Message != refused.Message || why.Legal {
			t.Errorf("%s: %v; why: %q", move, refused, why.Message)
		}
	}
}

// offered is how many moves a client is told.
func (c *client) offered() int {
	c.Helper()
	return len(get[message.Moves](c, "moves", `{"table":"t1"}`).Moves)
}

// Whoever sets up a game with secrets must not know more than others.
func TestNobodyPreparesSecrets(t *testing.T) {
	c := connect(t, NewServer(Options{Paths: true}))
	const kuhn = `{"name":"kuhn-poker"`
	for _, more := range []string{`,"seed":1`, `,"moves":"1-2"`,
		`,"position":"1 First card(First)=1 card(Second)=2"`} {
		c.refused(message.CodeForbidden, "start", kuhn+more+"}")
	}
}

// However players come to a table of a game with secrets, their seats are kept for their tokens;
// and where nothing is hidden any more, they become free as everywhere.
func TestSecretSeatsStay(t *testing.T) {
	const plain, secret = `"name":"tic-tac-toe"`,
		`"name":"kuhn-poker"`
	for _, to := range []string{secret, plain} {
		from := map[string]string{secret: plain, plain: secret}[to]
		s := NewServer(Options{Paths: true})
		a, b, stranger := connect(t, s), connect(t, s), connect(t, s)
		old := get[message.State](a, "start", "{"+from+"}")
		players := []string{"X", "O"}
		if from == secret {
			players = []string{"First", "Second"}
		}
		for i, c := range []*client{a, b} {
			c.ask("sit", fmt.Sprintf(`{"table":"t1","player":%q}`, players[i]))
		}
		if from == secret { // it has no seat for strangers before its end
			a.ask("play", `{"table":"t1","move":"bet"}`)
			b.ask("play", `{"table":"t1","move":"bet"}`)
		}
		state := get[message.State](a, "start", fmt.Sprintf(`{%s,"instead":%q}`, to, old.Table))
		if len(state.Offers) == 0 {
			b.ask("accept", `{"table":"t1","kind":"change"}`)
		}
		b.conn.Close()
		left := func() bool {
			table := s.tables[state.Table]
			table.mu.Lock()
			defer table.mu.Unlock()
			return len(table.seats[1].held) == 0
		}
		for !left() {
			time.Sleep(time.Millisecond)
		}
		table := s.tables[state.Table]
		table.mu.Lock()
		table.seats = slices.Clone(table.seats)
		table.seats[1].left = time.Now().Add(-2 * keepPlayer)
		table.mu.Unlock()
		player := []string{"Second", "O"}[map[string]int{secret: 0, plain: 1}[to]]
		answer := stranger.ask("sit", fmt.Sprintf(`{"table":%q,"player":%q}`, state.Table, player))
		taken := answer.Error != nil && answer.Error.Code == message.CodeTaken
		if taken != (to == secret) {
			t.Errorf("to %s: a stranger sits: %+v", to, answer)
		}
	}
}

// A move that is sent again is recognized in any form, by whichever seat of a client took it, and
// the numbers of a table's versions grow beyond the end of its secrets.
func TestSecretMovesAreIdempotent(t *testing.T) {
	s := NewServer(Options{Paths: true})
	c := connect(t, s)
	state := get[message.State](c, "start",
		`{"name":"kuhn-poker"}`)
	c.ask("sit", `{"table":"t1","player":"First"}`)
	c.ask("sit", `{"table":"t1","player":"Second"}`)
	for _, text := range []string{"bet", "bet"} {
		before := get[message.State](c, "state", `{"table":"t1"}`)
		request := fmt.Sprintf(`{"table":"t1","move":%q,"at":%d}`, text, before.At)
		after := get[message.PlayResult](c, "play", request).State
		if after.Version <= before.Version || before.Version < state.Version {
			t.Errorf("version %d after %d", after.Version, before.Version)
		}
		if !get[message.PlayResult](c, "play", request).Repeated {
			t.Errorf("%s was not recognized", text)
		}
	}
}
