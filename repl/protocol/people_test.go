package protocol

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardgame/repl/protocol/message"
)

// A pair is two people at one table.
type pair struct {
	a, b   *client
	table  string
	tokens [2]string
}

// two sits two people down at a table of tic-tac-toe.
func two(t *testing.T, s *Server, more string) *pair {
	p := &pair{a: connect(t, s), b: connect(t, s)}
	p.table = get[message.State](p.a, "start", `{"name":"tic-tac-toe"`+more+`}`).Table
	p.tokens[0] = get[message.Seated](p.a, "sit", p.on(`"player":"X","name":"Ann"`)).Token
	p.tokens[1] = get[message.Seated](p.b, "sit", p.on(`"player":"O","name":"Bo"`)).Token
	return p
}

func (p *pair) on(more string) string { return fmt.Sprintf(`{"table":%q,%s}`, p.table, more) }

func (p *pair) play(moves ...string) {
	for i, m := range moves {
		c := []*client{p.a, p.b}[i%2]
		c.Helper()
		get[message.PlayResult](c, "play", p.on(fmt.Sprintf(`"move":%q`, m)))
	}
}

// People have names, and those who only watch are counted apart.
func TestNamesAndSpectators(t *testing.T) {
	s := NewServer(Options{})
	p := two(t, s, "")
	c := connect(t, s)
	get[message.State](p.a, "watch", p.on(`"table":`+fmt.Sprintf("%q", p.table)))
	state := get[message.State](c, "watch", fmt.Sprintf(`{"table":%q}`, p.table))
	if state.Watchers != 2 || state.Spectators != 1 {
		t.Errorf("%d watch, %d of them without a seat", state.Watchers, state.Spectators)
	}
	want := []message.Seat{{Player: "X", Name: "Ann", Taken: true, Here: true}, {Player: "O",
		Name: "Bo", Taken: true, Here: true}}
	if !slices.Equal(state.Seats, want) {
		t.Errorf("seats: %+v", state.Seats)
	}
	p.b.conn.Close()
	want[1].Here = false
	if state = get[message.State](c, "state", fmt.Sprintf(`{"table":%q}`, p.table)); !slices.Equal(
		state.Seats, want) {
		t.Errorf("seats, O has gone: %+v", state.Seats)
	}
	for _, name := range []string{strings.Repeat("x", 41), "a\\u202eb"} {
		c.refused(message.CodeParams, "sit", p.on(fmt.Sprintf(`"player":"X","name":"%s"`, name)))
	}
}

// A move that is sent twice is played once: at once, after others have moved, and by the next
// connection of the same person. Another move at that step is refused.
func TestMovesAreIdempotent(t *testing.T) {
	s := NewServer(Options{})
	p := two(t, s, "")
	first := get[message.PlayResult](p.a, "play", p.on(`"move":"b2","at":0`))
	for range 2 {
		again := get[message.PlayResult](p.a, "play", p.on(`"move":"b2","at":0`))
		if !again.Repeated || again.State.At != 1 || again.Steps[0].Text != first.Steps[0].Text {
			t.Errorf("sent twice: %+v", again)
		}
	}
	get[message.PlayResult](p.b, "play", p.on(`"move":"a1","at":1`))
	p.a.refused(message.CodeChanged, "play", p.on(`"move":"c3","at":0`))
	p.b.refused(message.CodeChanged, "play", p.on(`"move":"b2","at":0`)) // it is not b's
	p.b.refused(message.CodeTurn, "play", p.on(`"move":"c3","at":2`))

	p.a.conn.Close()
	c := connect(t, s)
	joined := get[message.Joined](c, "join", p.on(fmt.Sprintf(`"token":%q,"from":1`, p.tokens[0])))
	if !slices.Equal(joined.Mine, []bool{true, false}) || joined.Token != p.tokens[0] ||
		len(joined.Turns) != 1 || joined.Turns[0].Text != "a1" || joined.State.At != 2 {
		t.Errorf("joined: %+v", joined)
	}
	again := get[message.PlayResult](c, "play", p.on(`"move":"b2","at":0`))
	if !again.Repeated || again.State.At != 2 {
		t.Errorf("after reconnecting: %+v", again)
	}
	get[message.PlayResult](c, "play", p.on(`"move":"c3","at":2`))

	alone := connect(t, s)
	get[message.State](alone, "start", `{"name":"tic-tac-toe","moves":"a1 a2 a3"}`)
	get[message.State](alone, "undo", `{"table":"t2","steps":1,"at":3}`)
	alone.refused(message.CodeChanged, "undo", `{"table":"t2","steps":1,"at":3}`)
	get[message.State](alone, "redo", `{"table":"t2","steps":1,"at":2}`)
	alone.refused(message.CodeChanged, "redo", `{"table":"t2","steps":1,"at":2}`)

	stranger := get[message.Joined](connect(t, s), "join", p.on(`"token":"guess"`))
	if slices.Contains(stranger.Mine, true) || stranger.Token != "" || len(stranger.Turns) > 0 {
		t.Errorf("a token that nobody has: %+v", stranger)
	}
}

// What one offers the other must accept: draws, takebacks, a rematch with the seats exchanged.
func TestOffers(t *testing.T) {
	s := NewServer(Options{})
	p := two(t, s, `,"clock":"5m+3s"`)
	third := connect(t, s)
	p.play("b2", "a1", "c3")

	third.refused(message.CodeTaken, "offer", p.on(`"kind":"draw"`))
	p.a.refused(message.CodeParams, "offer", p.on(`"kind":"beer"`))
	p.a.refused(message.CodeParams, "offer", p.on(`"kind":"rematch"`))
	p.a.refused(message.CodeNotFound, "accept", p.on(`"kind":"draw"`))
	p.a.refused(message.CodeParams, "offer", p.on(`"kind":"takeback","to":3`))

	state := get[message.State](p.a, "offer", p.on(`"kind":"draw"`))
	if len(state.Offers) != 1 || !slices.Equal(state.Offers[0].Agreed, []bool{true, false}) {
		t.Errorf("offers: %+v", state.Offers)
	}
	get[message.State](p.a, "accept", p.on(`"kind":"draw"`)) // one's own offer: nothing changes
	third.refused(message.CodeTaken, "accept", p.on(`"kind":"draw"`))
	if state = get[message.State](p.b, "decline", p.on(`"kind":"draw"`)); len(state.Offers) > 0 ||
		state.Over {
		t.Errorf("declined: %+v", state)
	}
	get[message.State](p.a, "offer", p.on(`"kind":"draw"`))
	moved := get[message.PlayResult](p.b, "play", p.on(`"move":"a2"`))
	if len(moved.State.Offers) > 0 {
		t.Errorf("whoever moves declines: %+v", moved.State.Offers)
	}

	// Red takes back the own last move: that of the other goes too.
	state = get[message.State](p.a, "offer", p.on(`"kind":"takeback"`))
	if state.At != 4 || state.Offers[0].To != 2 {
		t.Errorf("a takeback: %+v", state)
	}
	if state = get[message.State](p.b, "accept", p.on(`"kind":"takeback"`)); state.At != 2 ||
		len(state.Offers) > 0 {
		t.Errorf("taken back: %+v", state)
	}

	get[message.State](p.b, "offer", p.on(`"kind":"draw"`))
	state = get[message.State](p.a, "offer", p.on(`"kind":"draw"`)) // both offer: that is agreement
	if !state.Over || !state.Result.Draw || state.Result.Reason != "agreed" {
		t.Errorf("agreed: %+v", state.Result)
	}
	p.a.refused(message.CodeOver, "offer", p.on(`"kind":"draw"`))
	p.a.refused(message.CodeOver, "resign", p.on(`"player":""`))

	get[message.State](p.a, "offer", p.on(`"kind":"rematch"`))
	state = get[message.State](p.b, "accept", p.on(`"kind":"rematch"`))
	if state.Next == "" {
		t.Fatalf("no rematch: %+v", state)
	}
	p.table = state.Next
	joined := get[message.Joined](p.a, "join", p.on(fmt.Sprintf(`"token":%q`, p.tokens[0])))
	if !slices.Equal(joined.Mine, []bool{false, true}) || joined.State.At != 0 ||
		joined.State.Seats[1].Name != "Ann" || joined.State.Clocks == nil {
		t.Errorf("the rematch: %+v", joined)
	}
	get[message.PlayResult](p.b, "play", p.on(`"move":"b2"`))
	state = get[message.State](p.a, "resign", p.on(`"player":""`))
	if !state.Over || !slices.Equal(state.Result.Winners, []string{"X"}) ||
		state.Result.Reason != "O resigned" {
		t.Errorf("resigned: %+v", state.Result)
	}
	get[message.State](p.b, "offer", p.on(`"kind":"takeback"`))
	if state = get[message.State](p.a, "accept", p.on(`"kind":"takeback"`)); state.Over || state.At != 1 {
		t.Errorf("a resignation is taken back: %+v", state)
	}
}

// Where nobody else sits, offers take effect at once.
func TestOffersToOneself(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	table := get[message.State](c, "start", `{"name":"tic-tac-toe","moves":"b2 a1"}`).Table
	on := func(more string) string { return fmt.Sprintf(`{"table":%q,%s}`, table, more) }
	if s := get[message.State](c, "offer", on(`"kind":"takeback","to":1`)); s.At != 1 {
		t.Errorf("taken back: %+v", s)
	}
	if s := get[message.State](c, "resign", on(`"player":"o"`)); !s.Over || s.Result.Winners[0] != "X" {
		t.Errorf("resigned: %+v", s)
	}
	if s := get[message.State](c, "offer", on(`"kind":"rematch"`)); s.Next == "" {
		t.Errorf("rematch: %+v", s)
	}
	get[message.State](c, "offer", on(`"kind":"close"`))
	c.refused(message.CodeNotFound, "state", on(`"table":"`+table+`"`))
}

// A table may be listed, or no longer, at the moment in which a rematch takes its place.
func TestRematchWhileListed(t *testing.T) {
	s := NewServer(Options{Secret: true})
	a, b := connect(t, s), connect(t, s)
	for range 30 {
		table := get[message.State](a, "start", `{"name":"tic-tac-toe"}`).Table
		on := func(more string) string { return fmt.Sprintf(`{"table":%q,%s}`, table, more) }
		get[message.State](a, "resign", on(`"player":"o"`))
		var done sync.WaitGroup
		done.Go(func() {
			for i := range 10 {
				b.ask("list", on(fmt.Sprintf(`"listed":%t`, i%2 == 0)))
			}
		})
		if next := get[message.State](a, "offer", on(`"kind":"rematch"`)).Next; next == "" {
			t.Error("there is no rematch")
		}
		done.Wait()
	}
}

// Clocks wait until all have sat down, run for the player to move, stand while moves are taken back
// and end the game. They are part of the record.
func TestClocksAtTables(t *testing.T) {
	s := NewServer(Options{})
	c := connect(t, s)
	c.refused(message.CodeParams, "start", `{"name":"tic-tac-toe","clock":"soon"}`)
	c.refused(message.CodeNotFound, "start", `{"name":"tic-tac-toe","clocks":{"Z":"5m"}}`)
	open := get[message.State](c, "start", `{"name":"tic-tac-toe","clocks":{"X":"10m+5s"}}`)
	if k := open.Clocks; k == nil || !k.Waiting || k.Running != -1 ||
		!slices.Equal(k.Left, []int64{600_000, -1}) {
		t.Fatalf("clocks: %+v", open.Clocks)
	}
	p := two(t, s, `,"clock":"5m+3s"`)
	table := s.tables[p.table]
	back := func(d time.Duration) { // as if the running clock had been started earlier
		table.mu.Lock()
		k := *table.clocks
		k.since = k.since.Add(-d)
		table.clocks = &k
		table.mu.Unlock()
	}
	near := func(k *message.Clocks, player int, left, running int64) {
		t.Helper()
		if k.Waiting || k.Running != int(running) || k.Left[player] > left ||
			k.Left[player] < left-60_000 {
			t.Errorf("clocks: %+v, want about %d for %d", k, left, player)
		}
	}
	state := get[message.State](p.a, "state", p.on(`"table":"`+p.table+`"`))
	near(state.Clocks, 0, 300_000, 0)
	back(100 * time.Second)
	state = *get[message.PlayResult](p.a, "play", p.on(`"move":"b2"`)).State
	near(state.Clocks, 0, 203_000, 1)
	back(20 * time.Second)
	state = *get[message.PlayResult](p.b, "play", p.on(`"move":"a1"`)).State
	near(state.Clocks, 1, 283_000, 0)
	get[message.State](p.a, "offer", p.on(`"kind":"takeback","to":1`))
	state = get[message.State](p.b, "accept", p.on(`"kind":"takeback"`))
	near(state.Clocks, 1, 300_000, -1)
	state = *get[message.PlayResult](p.b, "play", p.on(`"move":"a2"`)).State
	near(state.Clocks, 0, 203_000, 0)

	r := get[message.Record](p.a, "record", p.on(`"table":"`+p.table+`"`)).Record
	for _, want := range []string{"seat X: Ann\n", "clock O: 5m+3s\n", "\nleft: 2"} {
		if !strings.Contains(r, want) {
			t.Errorf("the record lacks %q:\n%s", want, r)
		}
	}
	text, _ := json.Marshal(r)
	state = get[message.State](c, "open", fmt.Sprintf(`{"record":%s}`, text))
	if k := state.Clocks; k == nil || !k.Waiting || k.Left[0] > 203_000 || k.Left[0] < 140_000 {
		t.Errorf("opened: %+v", state.Clocks)
	}

	watching := c.send("watch", p.on(`"table":"`+p.table+`"`))
	back(time.Hour)
	if m := p.a.ask("play", p.on(`"move":"c3"`)); m.Error == nil || m.Error.Code != message.CodeOver {
		t.Errorf("a move after the time is up: %s", m.line)
	}
	m := c.wait(watching, func(m received) bool { return strings.Contains(m.line, "ran out of time") })
	if m.Event != "state" {
		t.Errorf("the end: %s", m.line)
	}
}

// The clock ends the game by itself, though nobody asks for anything.
func TestFlagFalls(t *testing.T) {
	s := NewServer(Options{})
	p := two(t, s, `,"clock":"1s"`)
	id := p.b.send("watch", p.on(`"table":"`+p.table+`"`))
	p.b.wait(id, func(m received) bool {
		return m.Event == "state" && strings.Contains(m.line, "X ran out of time")
	})
}

// Lists come in pages.
func TestPages(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	table := get[message.State](c, "start", `{"name":"tic-tac-toe","moves":"b2 a1 c3"}`).Table
	on := func(more string) string { return fmt.Sprintf(`{"table":%q,%s}`, table, more) }
	var seen []string
	for from := 0; ; from += 2 {
		m := get[message.Moves](c, "moves", on(fmt.Sprintf(`"from":%d,"limit":2`, from)))
		for _, one := range m.Moves {
			seen = append(seen, one.Text)
		}
		if m.Total != 6 {
			t.Errorf("total %d", m.Total)
		}
		if !m.More {
			break
		}
	}
	if len(seen) != 6 || len(slices.Compact(slices.Sorted(slices.Values(seen)))) != 6 {
		t.Errorf("moves: %q", seen)
	}
	h := get[message.History](c, "history", on(`"from":1,"limit":1`))
	if len(h.Turns) != 1 || h.Turns[0].Text != "a1" || h.Total != 3 || !h.More {
		t.Errorf("history: %+v", h)
	}
	for _, method := range []string{"moves", "history"} {
		c.refused(message.CodeParams, method, on(`"limit":1000000`))
	}
	get[message.State](c, "start", `{"name":"tic-tac-toe"}`)
	first := get[message.Tables](c, "tables", `{"limit":1}`)
	rest := get[message.Tables](c, "tables", fmt.Sprintf(`{"after":%q}`, first.Tables[0].Table))
	if len(first.Tables) != 1 || !first.More || len(rest.Tables) != 1 || rest.More {
		t.Errorf("tables: %+v %+v", first, rest)
	}
}

// Where addresses are secret, only those who know one find a table, unless it is listed.
func TestSecretAddresses(t *testing.T) {
	s := NewServer(Options{Secret: true})
	a, b := connect(t, s), connect(t, s)
	hidden := get[message.State](a, "start", `{"name":"tic-tac-toe"}`)
	listed := get[message.State](a, "start", `{"name":"tic-tac-toe","listed":true}`)
	if len(hidden.Table) < 26 || hidden.Table == listed.Table {
		t.Errorf("an address: %q", hidden.Table)
	}
	if all := get[message.Tables](b, "tables", `{}`); len(all.Tables) != 1 ||
		all.Tables[0].Table != listed.Table {
		t.Errorf("strangers find %+v", all)
	}
	get[message.Seated](b, "sit", fmt.Sprintf(`{"table":%q,"player":"X"}`, hidden.Table))
	if all := get[message.Tables](b, "tables", `{}`); len(all.Tables) != 2 {
		t.Errorf("a player finds %+v", all)
	}
	// Whoever has a seat lists a table, and takes it off the list again.
	c := connect(t, s)
	on := fmt.Sprintf(`{"table":%q,"listed":`, hidden.Table)
	c.refused(message.CodeTaken, "list", on+`true}`)
	for _, listed := range []bool{true, false} {
		get[message.State](b, "list", fmt.Sprint(on, listed, "}"))
		if all := get[message.Tables](c, "tables", `{}`); (len(all.Tables) == 2) != listed {
			t.Errorf("with listed %v, strangers find %+v", listed, all)
		}
	}
	before := get[message.State](b, "list", on+`true}`).Version
	if now := get[message.State](b, "list", on+`true}`).Version; now != before {
		t.Errorf("a table that is listed twice has changed: version %d, not %d", now, before)
	}
	// Strangers do not find a table that the players have left for another one.
	next := get[message.State](b, "start",
		fmt.Sprintf(`{"name":"tic-tac-toe","listed":true,"instead":%q}`, hidden.Table))
	if all := get[message.Tables](c, "tables", `{}`); len(all.Tables) != 2 ||
		!slices.ContainsFunc(all.Tables, func(s message.State) bool { return s.Table == next.Table }) {
		t.Errorf("after a new game, strangers find %+v", all)
	}
	// A server whose addresses can be guessed lists all tables.
	short := connect(t, NewServer(Options{}))
	get[message.State](short, "start", `{"name":"tic-tac-toe"}`)
	short.refused(message.CodeForbidden, "list", `{"table":"t1","listed":false}`)
	if !get[message.State](short, "list", `{"table":"t1","listed":true}`).Listed {
		t.Error("a table with a short address is not listed")
	}
}
