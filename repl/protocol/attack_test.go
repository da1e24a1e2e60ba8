package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/interp/record"
	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
)

// attach attaches a client that checks every line like the others.
func attach(t *testing.T, s *Server, address string) *client {
	c := connect(t, s)
	c.conn.Close()
	conn, err := s.Attach(t.Context(), address, func(_ context.Context, line []byte) error {
		c.take(line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c.conn = conn
	t.Cleanup(conn.Close)
	return c
}

// While the rules of one client work, and do not end, everyone else is answered: the test stops the
// rule work of the first client, so not one step of it runs until the others have their answers.
func TestNobodyWaitsForRuleWork(t *testing.T) {
	s := NewServer(Options{})
	rules, err := os.ReadFile("../../testdata/hostile/many-steps.rules")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(string(rules))
	hostile, other := attach(t, s, "1.1.1.1"), attach(t, s, "2.2.2.2")
	table := get[message.State](other, "start", `{"name":"tic-tac-toe"}`).Table
	bad := get[message.State](hostile, "start", fmt.Sprintf(`{"text":%s}`, text)).Table
	get[message.State](other, "watch", fmt.Sprintf(`{"table":%q}`, bad))

	began, goOn := make(chan struct{}), make(chan struct{})
	steps := 0
	s.working = func(c *Conn) {
		if c == hostile.conn {
			steps++
			close(began)
			<-goOn
		}
	}
	id := hostile.send("play", fmt.Sprintf(`{"table":%q,"move":"zz-zz"}`, bad))
	<-began
	get[message.Tables](other, "tables", `{}`)
	get[message.State](other, "start", `{"name":"hex"}`)
	get[message.State](other, "state", fmt.Sprintf(`{"table":%q}`, bad))
	get[message.State](other, "join", fmt.Sprintf(`{"table":%q}`, bad))
	get[message.PlayResult](other, "play", fmt.Sprintf(`{"table":%q,"move":"b2"}`, table))
	get[message.Seated](other, "sit", fmt.Sprintf(`{"table":%q,"player":"A"}`, bad))
	if steps != 1 {
		t.Errorf("%d steps of rule work ran", steps)
	}
	s.mu.Lock()
	s.sweep()
	s.mu.Unlock()
	close(goOn)
	hostile.wait(id, func(m received) bool { return m.Error != nil })
}

// Long texts are refused before anything reads them, by every method, and do not come back.
func TestLongTexts(t *testing.T) {
	long.OneThread(t)
	s := NewServer(Options{})
	c := connect(t, s)
	table := get[message.State](c, "start", `{"name":"tic-tac-toe"}`).Table
	work := 0
	s.working = func(*Conn) { work++ }
	letters := strings.Repeat("z", 300_000)
	for _, name := range Methods() {
		m := methods[name]
		if m.long {
			continue
		}
		for i, field := range message.Fields(m.params) {
			if !long.Case(i+len(name), 4) {
				continue
			}
			params := map[string]any{"table": table}
			params[field] = letters
			line, _ := json.Marshal(params)
			before := work
			answer := c.ask(name, string(line))
			if len(answer.line) > 5000 {
				t.Errorf("%s, %s: the answer has %d bytes", name, field, len(answer.line))
			}
			if answer.Error == nil {
				t.Errorf("%s, %s: 300,000 letters are read", name, field)
			} else if answer.Error.Code == message.CodeLimit && work != before {
				t.Errorf("%s, %s: rules worked before the text was refused", name, field)
			}
		}
	}
	if got := c.ask(letters, `{}`); len(got.line) > 1000 {
		t.Errorf("a method with a long name comes back with %d bytes", len(got.line))
	}
}

// Whoever does not read is dropped with a word, and what waits for them is bounded.
func TestUnreadAnswers(t *testing.T) {
	const most = 1 << 16
	s := NewServer(Options{Limits: message.Limits{Unread: most, Waiting: 300}})
	stuck, said := make(chan struct{}), make(chan string, 1000)
	conn, err := s.Attach(t.Context(), "1.1.1.1", func(ctx context.Context, line []byte) error {
		<-stuck
		said <- string(line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.Take([]byte(`{"id":0,"method":"start","params":{"name":"chess","seed":1}}`))
	for i := range 2000 {
		conn.Take(fmt.Appendf(nil, `{"id":%d,"method":"moves","params":{"table":"t1"}}`, i+1))
		if f := s.Figures(); f.Unread > 2*most {
			t.Fatalf("%d bytes wait after %d requests", f.Unread, i)
		}
	}
	close(stuck)
	<-conn.Context().Done()
	last := ""
	for len(said) > 0 {
		last = <-said
	}
	if !strings.Contains(last, `"event":"bye"`) || !strings.Contains(last, `"retryAfter":`) {
		t.Errorf("the last word is %.300s", last)
	}
}

// States that a slow client has not read give way to the newest one.
func TestStatesAreNotPiledUp(t *testing.T) {
	s := NewServer(Options{})
	slow, lines := make(chan struct{}), make(chan string, 100)
	conn, err := s.Attach(t.Context(), "1.1.1.1", func(ctx context.Context, line []byte) error {
		<-slow
		lines <- string(line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c := connect(t, s)
	table := get[message.State](c, "start", `{"name":"chess","seed":1}`).Table
	conn.Take(fmt.Appendf(nil, `{"id":1,"method":"watch","params":{"table":%q}}`, table))
	for s.tables[table].seen(s.house).Watchers == 0 {
		time.Sleep(time.Millisecond)
	}
	for _, m := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5"} {
		get[message.PlayResult](c, "play", fmt.Sprintf(`{"table":%q,"move":%q}`, table, m))
	}
	close(slow)
	n := 1
	for line := <-lines; !strings.Contains(line, `"version":5`); line = <-lines {
		n++
	}
	if n > 3 {
		t.Errorf("%d lines for five moves that nobody read", n)
	}
}

// Connections of one address are bounded, and do not lock others out.
func TestConnectionsOfOneAddress(t *testing.T) {
	s := NewServer(Options{Limits: message.Limits{OwnClients: 3}})
	nothing := func(context.Context, []byte) error { return nil }
	for range 3 {
		c, err := s.Attach(t.Context(), "1.1.1.1", nothing)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	_, err := s.Attach(t.Context(), "1.1.1.1", nothing)
	if fault := faultOf(err); fault == nil || fault.Code != message.CodeBusy || fault.RetryAfter == 0 {
		t.Errorf("a fourth: %v", err)
	}
	get[message.Hello](attach(t, s, "2.2.2.2"), "hello", `{}`)
}

// Bots wait for their turn to think, are told how many are before them, and can be canceled; too
// many of one address are refused.
func TestBotsWaitTheirTurn(t *testing.T) {
	s := NewServer(Options{Limits: message.Limits{Thinking: 1, OwnThinking: 3}})
	a, b := attach(t, s, "1.1.1.1"), attach(t, s, "2.2.2.2")
	table := get[message.State](a, "start", `{"name":"chess","seed":1}`).Table
	hint := fmt.Sprintf(`{"table":%q,"level":"mcts:time=1h"}`, table)
	var ids []string
	for range 3 {
		ids = append(ids, a.send("hint", hint))
	}
	for s.Figures().Line < 2 {
		time.Sleep(time.Millisecond)
	}
	m := a.ask("hint", hint)
	if m.Error == nil || m.Error.Code != message.CodeBusy || !strings.Contains(m.line, `"retryAfter":`) {
		t.Errorf("a fourth: %s", m.line)
	}
	theirs := b.send("hint", fmt.Sprintf(`{"table":%q,"level":"random"}`, table))
	b.wait(theirs, func(m received) bool { return m.Event == "queued" })
	for _, id := range ids {
		get[message.Canceled](a, "cancel", fmt.Sprintf(`{"request":%s}`, id))
	}
	if m := b.wait(theirs, func(m received) bool { return m.Event == "" }); m.Error != nil {
		t.Errorf("the other is not answered: %s", m.line)
	}
	if f := s.Figures(); f.Line != 0 {
		t.Errorf("still in line: %+v", f)
	}
}

// Thinking ends after the time that the server allows.
func TestThoughtIsBounded(t *testing.T) {
	s := NewServer(Options{Limits: message.Limits{Thought: 50}})
	c := attach(t, s, "1.1.1.1")
	table := get[message.State](c, "start", `{"name":"chess","seed":1}`).Table
	m := c.ask("hint", fmt.Sprintf(`{"table":%q,"level":"mcts:time=1h"}`, table))
	if m.Error == nil || m.Error.Code != message.CodeLimit {
		t.Errorf("a long thought: %s", m.line)
	}
}

// Only who has loaded a game, or runs the server, unloads it; nobody closes a table of others.
func TestOthersThings(t *testing.T) {
	s := NewServer(Options{Owner: "the secret of the owner"})
	if _, err := s.Load(t.Context(),
		&message.LoadParams{Source: message.Source{Name: "chess"}}); err != nil {
		t.Fatal(err)
	}
	a, b := attach(t, s, "1.1.1.1"), attach(t, s, "2.2.2.2")
	a.refused(message.CodeForbidden, "unload", `{"game":"g1"}`)
	mine := get[message.Game](a, "load", `{"name":"hex"}`)
	b.refused(message.CodeForbidden, "unload", fmt.Sprintf(`{"game":%q}`, mine.Game))
	table := get[message.State](a, "start", fmt.Sprintf(`{"game":%q}`, mine.Game)).Table
	get[message.Seated](a, "sit", fmt.Sprintf(`{"table":%q,"player":"Red"}`, table))
	b.refused(message.CodeTaken, "close", fmt.Sprintf(`{"table":%q}`, table))
	for _, method := range []string{"figures", "evict", "reserve"} {
		b.refused(message.CodeForbidden, method, `{}`)
	}
	b.refused(message.CodeForbidden, "owner", `{"token":"a guess"}`)

	get[message.Nothing](b, "owner", `{"token":"the secret of the owner"}`)
	token := get[message.Reserved](b, "reserve", fmt.Sprintf(`{"table":%q,"player":"Blue"}`, table)).Token
	seated := get[message.Seated](a, "sit", fmt.Sprintf(`{"table":%q,"token":%q}`, table, token))
	if !slices.Contains(seated.Mine, true) {
		t.Errorf("the reserved seat: %+v", seated)
	}
	if f := get[message.Figures](b, "figures", `{}`); f.Clients != 2 || f.Tables != 1 {
		t.Errorf("figures: %+v", f)
	}
	if e := get[message.Evicted](b, "evict", `{"address":"1.1.1.1"}`); e.Connections != 1 {
		t.Errorf("evicted: %+v", e)
	}
	<-a.conn.Context().Done()
	get[message.Nothing](b, "close", fmt.Sprintf(`{"table":%q}`, table))
	get[message.Nothing](b, "unload", `{"game":"g1"}`)
}

// A server that was killed finds its tables again: positions, seats with their tokens, clocks,
// rules that were sent as text.
func TestTablesAreKept(t *testing.T) {
	dir := t.TempDir()
	options := Options{Data: dir, Secret: true}
	s := NewServer(options)
	p := two(t, s, `,"clock":"5m+3s"`)
	p.play("b2", "a1", "c3")
	text, _ := json.Marshal(tinyRules)
	own := get[message.State](p.a, "start", fmt.Sprintf(`{"text":%s,"file":"tiny.rules"}`, text)).Table
	get[message.PlayResult](p.a, "play", fmt.Sprintf(`{"table":%q,"move":"b1"}`, own))
	empty := get[message.State](p.a, "start", `{"name":"hex"}`).Table
	for _, table := range s.tables { // what the end of a process does to locks
		if table.lock != nil {
			record.Unlock(table.lock)
		}
	}

	again := NewServer(options)
	if again.instance == s.instance || again.home != s.home || NewServer(Options{}).home == s.home ||
		NewServer(Options{Data: t.TempDir()}).home == s.home {
		t.Error("two servers have the same name, or one folder has two")
	}
	c := connect(t, again)
	joined := get[message.Joined](c, "join", p.on(fmt.Sprintf(`"token":%q,"from":2`, p.tokens[1])))
	if !slices.Equal(joined.Mine, []bool{false, true}) || joined.State.At != 3 ||
		joined.State.Seats[0].Name != "Ann" || joined.State.Seats[0].Here ||
		joined.State.Clocks == nil || len(joined.Turns) != 1 {
		t.Errorf("%+v", joined)
	}
	c.refused(message.CodeTaken, "sit", p.on(`"player":"X"`))
	get[message.PlayResult](c, "play", p.on(`"move":"a3"`))
	if s := get[message.State](c, "state", fmt.Sprintf(`{"table":%q}`, own)); s.At != 1 {
		t.Errorf("the table of rules as text: %+v", s)
	}
	c.refused(message.CodeNotFound, "state", fmt.Sprintf(`{"table":%q}`, empty)) // nobody misses it
	for _, bad := range []string{"../" + own, ".", "A", own + ".game"} {
		c.refused(message.CodeNotFound, "state", fmt.Sprintf(`{"table":%q}`, bad))
	}

	files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	for _, name := range files {
		data, _ := os.ReadFile(name)
		for _, token := range p.tokens {
			if strings.Contains(string(data), token) {
				t.Errorf("%s has a token in it", name)
			}
		}
	}
	saved, err := record.Load(filepath.Join(dir, "tables", p.table+".game"))
	if err != nil || len(saved.Turns) != 4 || saved.Ruleset != "tic-tac-toe" {
		t.Errorf("the saved game: %+v, %v", saved, err)
	}
	if saved, err = record.Load(filepath.Join(dir, "tables", own+".game")); err != nil {
		t.Error(err)
	} else if _, err := os.Stat(saved.Ruleset); err != nil {
		t.Errorf("the rules of the saved game: %v", err)
	}

	// Old tables go, those in use stay.
	again.Close()
	if n, err := again.SweepTables(time.Hour); n != 0 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	if n, err := again.SweepTables(-time.Hour); n != 2 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
}

// A table that another program has open is not read.
func TestOpenElsewhere(t *testing.T) {
	dir := t.TempDir()
	s := NewServer(Options{Data: dir})
	p := two(t, s, "")
	p.play("b2")
	c := connect(t, NewServer(Options{Data: dir}))
	c.refused(message.CodeBusy, "state", fmt.Sprintf(`{"table":%q}`, p.table))
}

// Requests are read strictly, and messages speak of the protocol, not of how the program reads it.
func TestStrictRequests(t *testing.T) {
	var got string
	c := NewServer(Options{}).Connect(t.Context(), func(line []byte) { got = string(line) })
	defer c.Close()
	for line, want := range map[string]string{
		`[]`:                                                      "it is no object",
		`{"method":"games"}`:                                      "has no id",
		`{"id":null,"method":"games"}`:                            "the id is null",
		`{"id":1,"METHOD":"games"}`:                               `member \"METHOD\"`,
		`{"id":1,"method":"games","x":1}`:                         `member \"x\"`,
		`{"id":1,"method":["games"]}`:                             "names no method",
		`{"id":1,"method":"state","params":[]}`:                   "expected an object",
		`{"id":1,"method":"state","params":{"TABLE":"t1"}}`:       `no parameter \"TABLE\"`,
		`{"id":1,"params":` + strings.Repeat("[", 100_000):        "nested too deeply",
		`{"id":1,"params":"` + strings.Repeat("[", 11_000) + `"x`: "no JSON from byte 11020 on",
		`{"id":"` + strings.Repeat("x", 200) + `","method":""}`:   "at most 100 bytes",
	} {
		c.Handle([]byte(line))
		if !strings.Contains(got, want) || strings.Contains(got, "Go ") ||
			strings.Contains(got, "protocol.") || len(got) > 600 {
			t.Errorf("%.100s: %s", line, got)
		}
	}
}
