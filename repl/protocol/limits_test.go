package protocol

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"boardgame/interp/engine"
	"boardgame/repl/protocol/message"
)

// Every limit can be set by the name that hello tells, and has a standard.
func TestLimitNames(t *testing.T) {
	var l message.Limits
	standard := l.Filled()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[message.Limits]()) {
		name := f.Tag.Get("json")
		if reflect.ValueOf(standard).FieldByIndex(f.Index).Int() == 0 {
			t.Errorf("%s has no standard", name)
		}
		for value, want := range map[string]int64{"7": 7, "2k": 2048, "none": -1} {
			err := l.Set(name, value)
			if got := reflect.ValueOf(l).FieldByIndex(f.Index).Int(); err != nil || got != want {
				t.Errorf("%s = %s: %d, %v", name, value, got, err)
			}
		}
		for _, bad := range []string{"", "0", "-1", "x", "k", "1.5", "9999999G"} {
			if l.Set(name, bad) == nil {
				t.Errorf("%s = %q is taken", name, bad)
			}
		}
	}
	if err := l.Set("thought", "1m30s"); err != nil || l.Thought != 90_000 {
		t.Errorf("a thought of %d ms, %v", l.Thought, err)
	}
	if err := l.Set("tabels", "3"); err == nil || err.Error() != "there is no limit \"tabels\"; "+
		"there are tables, games, running, clients, ownClients, ownTables, ownNew, ownGames, "+
		"ownThinking, thinking, line, thought, waiting, request, unread, memory, "+
		"engines; did you mean tables?" {
		t.Error(err)
	}
	c := connect(t, NewServer(Options{Limits: message.Limits{Tables: 3}}))
	if got := get[message.Hello](c, "hello", `{}`).Limits; got.Tables != 3 || got.Games != standard.Games {
		t.Errorf("hello tells %+v", got)
	}
}

// Compiled games have a ceiling of their own. Those that nobody plays are unloaded; if that is not
// enough, nothing new begins. A game that was unloaded is compiled again.
func TestCeilingOfEngines(t *testing.T) {
	s := NewServer(Options{})
	c := attach(t, s, "1.1.1.1")
	start := func(name string) string {
		return get[message.State](c, "start", fmt.Sprintf(`{"name":%q}`, name)).Table
	}
	hint := func(table string) received {
		return c.ask("hint", fmt.Sprintf(`{"table":%q,"level":"alphabeta:depth=1"}`, table))
	}
	idle := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, one := range s.tables {
			one.used.Store(0)
		}
		for _, one := range s.games {
			one.used = time.Time{}
		}
	}
	first, second := start("tic-tac-toe"), start("three-musketeers")
	if m := hint(first); m.Error != nil {
		t.Fatal(m.line)
	}
	held := engine.Held()
	for same := 0; same < 5; same++ { // until what other tests have left is gone
		s.unload()
		time.Sleep(10 * time.Millisecond)
		if now := engine.Held(); now != held {
			held, same = now, 0
		}
	}
	s.options.Limits.Engines = int(held) - 1
	m := hint(first)
	if m.Error == nil || m.Error.Code != message.CodeBusy || m.Error.RetryAfter == 0 {
		t.Errorf("above the ceiling, with all games in use: %s", m.line)
	}
	idle()
	s.network().trimmed = time.Time{}
	if m := hint(second); m.Error != nil {
		t.Errorf("the game that nobody plays still has its engine: %s", m.line)
	}
	if engine.Held() == held {
		t.Error("the second game has no engine")
	}
	s.options.Limits.Engines = -1
	if m := hint(first); m.Error != nil {
		t.Errorf("a game that was unloaded: %s", m.line)
	}
}

// One address has only so many tables, new tables and loaded texts, and locks nobody else out. What
// it may have more of when something of its own is put away is not refused.
func TestThingsOfOneAddress(t *testing.T) {
	s := NewServer(Options{Idle: time.Hour, Data: t.TempDir(),
		Limits: message.Limits{OwnTables: 2, OwnNew: 4, OwnGames: 2}})
	a, b := attach(t, s, "1.1.1.1"), attach(t, s, "2.2.2.2")
	start := func(c *client) received { return c.ask("start", `{"name":"hex","moves":"e4"}`) }
	refused := func(m received, code message.Code) {
		t.Helper()
		if m.Error == nil || m.Error.Code != code || m.Error.RetryAfter == 0 {
			t.Errorf("one more: %s", m.line)
		}
	}
	first := get[message.State](a, "start", `{"name":"hex","moves":"e4"}`).Table
	get[message.State](a, "watch", fmt.Sprintf(`{"table":%q}`, get[message.State](a, "start", `{"name":"hex"}`).Table))
	refused(start(a), message.CodeLimit)
	if m := start(b); m.Error != nil {
		t.Errorf("someone else: %s", m.line)
	}
	ago := time.Now().Add(-10 * time.Minute)
	for _, one := range s.tables {
		one.used.Store(ago.UnixMilli())
	}
	if m := start(a); m.Error != nil || s.tables[first] != nil { // which gave way
		t.Errorf("after a while: %s", m.line)
	}
	refused(a.ask("state", fmt.Sprintf(`{"table":%q}`, first)), message.CodeLimit) // reading it is one more
	get[message.State](b, "state", fmt.Sprintf(`{"table":%q}`, first))
	for id, one := range s.tables {
		if one.by == "1.1.1.1" {
			get[message.Nothing](a, "close", fmt.Sprintf(`{"table":%q}`, id))
		}
	}
	start(a)
	refused(start(a), message.CodeBusy)

	text := `{"text":"game \"G%d\" extends \"hex\"\n"}`
	for i := range 3 {
		m := a.ask("load", fmt.Sprintf(text, i))
		if i == 2 || m.Error != nil { // hex is loaded too
			refused(m, message.CodeLimit)
		}
	}
	get[message.Game](b, "load", fmt.Sprintf(text, 1))
	a.conn.Close()
	for _, one := range s.games {
		one.used = ago
	}
	get[message.Game](attach(t, s, "1.1.1.1"), "load", fmt.Sprintf(text, 9))
}

// A server that has as many tables as it may puts those away that nobody watches and nobody has
// asked for longest; with a folder, none of them is lost.
func TestRoomForTables(t *testing.T) {
	s := NewServer(Options{Idle: time.Hour, Data: t.TempDir(), Limits: message.Limits{Tables: 2}})
	c := connect(t, s)
	var all []string
	used := func(ago time.Duration) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, one := range s.tables {
			one.used.Store(time.Now().Add(-ago).UnixMilli())
		}
	}
	for range 2 {
		all = append(all, get[message.State](c, "start", `{"name":"hex","moves":"e4"}`).Table)
	}
	if m := c.ask("start", `{"name":"hex"}`); m.Error == nil || m.Error.Code != message.CodeLimit {
		t.Errorf("a third: %s", m.line)
	}
	for range 4 {
		used(10 * time.Minute)
		all = append(all, get[message.State](c, "start", `{"name":"hex","moves":"e4"}`).Table)
	}
	for _, id := range all {
		used(5 * time.Minute)
		if state := get[message.State](c, "state", fmt.Sprintf(`{"table":%q}`, id)); state.At != 1 {
			t.Errorf("%s: %+v", id, state)
		}
		if n := s.Figures().Tables; n > 2 {
			t.Errorf("there are %d tables", n)
		}
	}
}
