package protocol

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/repl/protocol/message"
)

func (c *client) refused(code message.Code, method, params string) {
	c.Helper()
	if m := c.ask(method, params); m.Error == nil || m.Error.Code != code {
		c.Errorf("%s %s is not refused as %s: %s", method, params, code, m.line)
	}
}

// A seat belongs to whoever took it; others watch, and free seats are open to all.
func TestSeats(t *testing.T) {
	s := NewServer(Options{})
	a, b := connect(t, s), connect(t, s)
	start := get[message.State](a, "start", `{"name":"tic-tac-toe"}`)
	if slices.Contains(start.Taken, true) {
		t.Errorf("seats are taken at once: %v", start.Taken)
	}
	table := fmt.Sprintf(`{"table":%q`, start.Table)
	get[message.PlayResult](b, "play", table+`,"move":"a1"}`)
	get[message.State](b, "undo", table+`}`)

	mine := get[message.Seated](a, "sit", table+`,"player":"x"}`)
	if !slices.Equal(mine.Mine, []bool{true, false}) ||
		!slices.Equal(mine.State.Taken, mine.Mine) || mine.Token == "" {
		t.Errorf("%+v", mine)
	}
	b.refused(message.CodeTaken, "sit", table+`,"player":"X"}`)
	b.refused(message.CodeNotFound, "sit", table+`,"player":"Y"}`)
	b.refused(message.CodeNotFound, "sit", table+`}`)
	b.refused(message.CodeNotFound, "sit", table+`,"token":"guess"}`)
	for _, method := range []string{"undo", "redo", "close", "bot"} {
		b.refused(message.CodeTaken, method, table+`}`)
	}
	b.refused(message.CodeTaken, "goto", table+`,"at":0}`)
	b.refused(message.CodeTaken, "play", table+`,"move":"a1"}`)
	get[message.BotResult](b, "bot", table+`,"only":true}`)
	a.refused(message.CodeChanged, "bot", table+`,"at":3}`)

	get[message.PlayResult](a, "play", table+`,"move":"a1"}`)
	get[message.PlayResult](b, "play", table+`,"move":"b2"}`) // the other seat is free
	get[message.State](a, "undo", table+`}`)
	b.refused(message.CodeTaken, "play", table+`,"move":"b2 c3"}`) // and then for X
	theirs := get[message.Seated](b, "sit", table+`,"player":"O"}`)
	a.refused(message.CodeTurn, "play", table+`,"move":"b2"}`)
	get[message.PlayResult](b, "play", table+`,"move":"b2"}`)
	for _, method := range []string{"undo", "redo", "close"} {
		b.refused(message.CodeConsent, method, table+`}`)
	}
	b.refused(message.CodeConsent, "goto", table+`,"at":0}`)
	get[message.State](b, "offer", table+`,"kind":"takeback"}`)
	get[message.State](a, "accept", table+`,"kind":"takeback"}`)

	// Another connection takes over the seat with the token, while the first is still there or
	// after it has gone.
	c := connect(t, s)
	again := get[message.Seated](c, "sit", fmt.Sprintf(`%s,"token":%q}`, table, theirs.Token))
	if !slices.Equal(again.Mine, []bool{false, true}) {
		t.Errorf("%+v", again)
	}
	b.conn.Close()
	a.refused(message.CodeTaken, "sit", table+`,"player":"O"}`)
	get[message.PlayResult](c, "play", table+`,"move":"b2"}`)
	c.conn.Close()
	a.refused(message.CodeTaken, "sit", table+`,"player":"O"}`) // it is reserved for a while
	s.tables[start.Table].seats[1].left = time.Now().Add(-2 * keepPlayer)
	both := get[message.Seated](a, "sit", fmt.Sprintf(`%s,"player":"O","token":%q}`, table, mine.Token))
	if !slices.Equal(both.Mine, []bool{true, true}) {
		t.Errorf("%+v", both)
	}
	if left := get[message.State](a, "leave", table+`}`); slices.Contains(left.Taken, true) {
		t.Errorf("seats are taken after all have left: %v", left.Taken)
	}
}

// Whoever makes a token has the seat by it even if the answer to sit never came; a short token is
// not taken.
func TestOwnToken(t *testing.T) {
	s := NewServer(Options{})
	a := connect(t, s)
	get[message.State](a, "start", `{"name":"tic-tac-toe"}`)
	own := strings.Repeat("k", 22)
	sit := func(c *client, player, token string) message.Seated {
		return get[message.Seated](c, "sit",
			fmt.Sprintf(`{"table":"t1","player":%q,"token":%q}`, player, token))
	}
	if got := sit(a, "X", own).Token; got != own {
		t.Errorf("the token is %s", got)
	}
	a.conn.Close()
	b := connect(t, s)
	again := sit(b, "X", own)
	if !slices.Equal(again.Mine, []bool{true, false}) || again.Token != own {
		t.Errorf("%+v", again)
	}
	if got := sit(connect(t, s), "O", own[1:]).Token; len(got) < 22 {
		t.Errorf("a token of %d characters is taken: %s", len(got), got)
	}
}

// Tables that nobody has asked for in a long time are closed to make room, and so are their games;
// watched tables stay.
func TestIdleTables(t *testing.T) {
	s := NewServer(Options{Limits: message.Limits{Tables: 2, Games: 2}, Idle: time.Hour})
	c := connect(t, s)
	kept := get[message.State](c, "start", `{"name":"tic-tac-toe"}`)
	get[message.State](c, "watch", fmt.Sprintf(`{"table":%q}`, kept.Table))
	old := get[message.State](c, "start", `{"name":"hex"}`)
	if m := c.ask("start", `{"name":"tic-tac-toe"}`); m.Error == nil || m.Error.Code != message.CodeLimit {
		t.Errorf("a third table: %s", m.line)
	}
	for _, one := range s.tables {
		one.used.Store(time.Now().Add(-2 * time.Hour).UnixMilli())
	}
	for _, one := range s.games {
		one.used = time.Now().Add(-2 * time.Hour)
	}
	get[message.State](c, "start", `{"name":"y"}`)
	c.refused(message.CodeNotFound, "state", fmt.Sprintf(`{"table":%q}`, old.Table))
	get[message.State](c, "state", fmt.Sprintf(`{"table":%q}`, kept.Table))
}

// A new game in place of another keeps the seats, and watchers are told where it is.
func TestInstead(t *testing.T) {
	s := NewServer(Options{})
	a, b, stranger := connect(t, s), connect(t, s), connect(t, s)
	first := get[message.State](a, "start", `{"name":"tic-tac-toe"}`)
	on := func(table, more string) string { return fmt.Sprintf(`{"table":%q%s}`, table, more) }
	get[message.Seated](a, "sit", on(first.Table, `,"player":"X"`))
	token := get[message.Seated](b, "sit", on(first.Table, `,"player":"O"`)).Token
	stranger.refused(message.CodeTaken, "start", `{"name":"tic-tac-toe","instead":"t1"}`)
	stranger.refused(message.CodeNotFound, "start", `{"name":"tic-tac-toe","instead":"t9"}`)

	second := get[message.State](a, "start", `{"name":"tic-tac-toe","instead":"t1"}`)
	if !slices.Equal(second.Taken, []bool{true, true}) {
		t.Errorf("the seats of the new table: %v", second.Taken)
	}
	if next := get[message.State](b, "state", on("t1", "")).Next; next != second.Table {
		t.Errorf("the old table leads to %q", next)
	}
	stranger.refused(message.CodeTaken, "play", on(second.Table, `,"move":"a1"`))
	get[message.PlayResult](a, "play", on(second.Table, `,"move":"a1"`))
	get[message.PlayResult](b, "play", on(second.Table, `,"move":"b2"`))

	// Two start at once: the first is led to the table of the second.
	early := get[message.State](a, "start", `{"name":"tic-tac-toe"}`).Table
	one := get[message.State](a, "start", fmt.Sprintf(`{"name":"tic-tac-toe","instead":%q}`, early))
	two := get[message.State](b, "start", fmt.Sprintf(`{"name":"tic-tac-toe","instead":%q}`, early))
	if next := get[message.State](a, "state", on(one.Table, "")).Next; next != two.Table {
		t.Errorf("the first of two new tables leads to %q", next)
	}

	// A third game: whoever is still at the first table is led there too. Seats go with a token.
	// Those who play at the second must agree first; a move instead of an answer declines.
	third := get[message.State](b, "start", `{"name":"hex","instead":"t2"}`)
	seen := get[message.State](a, "state", on("t2", ""))
	if seen.Next != "" || len(seen.Offers) != 1 || seen.Offers[0].Table != third.Table ||
		!slices.Equal(seen.Offers[0].Agreed, []bool{false, true}) {
		t.Errorf("the change is not offered: %+v", seen)
	}
	get[message.PlayResult](a, "play", on("t2", `,"move":"c3"`))
	a.refused(message.CodeNotFound, "accept", on("t2", `,"kind":"change"`))
	third = get[message.State](b, "start", `{"name":"hex","instead":"t2"}`)
	if next := get[message.State](a, "accept", on("t2", `,"kind":"change"`)).Next; next != third.Table {
		t.Errorf("the accepted change leads to %q", next)
	}
	get[message.State](b, "offer", on("t2", `,"kind":"close"`))
	get[message.State](a, "offer", on("t2", `,"kind":"close"`))
	if next := get[message.State](a, "state", on("t1", "")).Next; next != third.Table {
		t.Errorf("the first table leads to %q", next)
	}
	again := get[message.Seated](stranger, "sit", on(third.Table, fmt.Sprintf(`,"token":%q`, token)))
	if !slices.Equal(again.Mine, []bool{false, true}) {
		t.Errorf("%+v", again)
	}
}
