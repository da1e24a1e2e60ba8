package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardgame/interp/record"
	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
)

// killed returns the server that begins where another was killed: its locks are gone, and nothing
// else happened.
func killed(s *Server) *Server {
	for _, t := range s.tables {
		if t.lock != nil {
			record.Unlock(t.lock)
		}
	}
	return NewServer(s.options)
}

// What nobody has moved at yet is kept as well, if there is something to keep: moves that a table
// began with, and the seats of a rematch.
func TestNewTablesAreKept(t *testing.T) {
	s := NewServer(Options{Data: t.TempDir()})
	p := two(t, s, "")
	p.play("a1", "b1", "a2", "b2", "a3")
	get[message.State](p.a, "offer", p.on(`"kind":"rematch"`))
	rematch := get[message.State](p.b, "accept", p.on(`"kind":"rematch"`)).Next
	begun := get[message.State](p.a, "start", `{"name":"chess","moves":"e4 e5"}`).Table
	saved := get[message.Record](p.a, "record", fmt.Sprintf(`{"table":%q}`, begun)).Record
	opened := get[message.State](p.a, "open", fmt.Sprintf(`{"record":%q}`, saved)).Table

	c := connect(t, killed(s))
	for _, table := range []string{begun, opened} {
		if s := get[message.State](c, "state", fmt.Sprintf(`{"table":%q}`, table)); s.At != 2 {
			t.Errorf("%s: %+v", table, s)
		}
	}
	mine := get[message.Joined](c, "join", fmt.Sprintf(`{"table":%q,"token":%q}`, rematch, p.tokens[0])).Mine
	if !slices.Equal(mine, []bool{false, true}) {
		t.Errorf("the seats of a rematch: %v", mine)
	}
}

// Nobody hears of a change before it is in the file: a crash takes nothing back from which others
// have played on.
func TestToldWhenKept(t *testing.T) {
	s := NewServer(Options{Data: t.TempDir()})
	p := two(t, s, "")
	about := func(line []byte) (kept string) {
		var m struct {
			Event string
			Data  message.State
		}
		if err := json.Unmarshal(line, &m); err != nil || m.Event != "state" {
			return ""
		}
		again := connect(t, killed(s))
		defer again.conn.server.Close()
		is := get[message.State](again, "state", fmt.Sprintf(`{"table":%q}`, p.table))
		if is.At != m.Data.At || is.Over != m.Data.Over || is.Seats[0].Name != m.Data.Seats[0].Name {
			t.Errorf("%s is told, %+v is kept", line, is)
		}
		return m.Event
	}
	told := 0
	c := s.Connect(t.Context(), func(line []byte) {
		if about(line) != "" {
			told++
		}
	})
	defer c.Close()
	c.Handle(fmt.Appendf(nil, `{"id":1,"method":"watch","params":{"table":%q}}`, p.table))
	c.Wait()
	p.play("b2", "a1")
	get[message.PlayResult](p.a, "play", p.on(`"move":"c3"`))
	get[message.Seated](p.a, "sit", p.on(fmt.Sprintf(`"token":%q,"name":"Eve"`, p.tokens[0])))
	get[message.State](p.b, "resign", p.on(`"player":"O"`))
	if told < 4 {
		t.Errorf("%d changes were told", told)
	}
}

// A table may be put away while rules work out a change of it: the change is made all the same, at
// the table that is read again, by every method that changes something.
func TestPutAwayMeanwhile(t *testing.T) {
	s := NewServer(Options{Data: t.TempDir(), Idle: time.Hour})
	c := connect(t, s)
	id := get[message.State](c, "start", `{"name":"tic-tac-toe","moves":"a1"}`).Table
	times := 0
	s.working = func(*Conn) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if t := s.tables[id]; t != nil && times == 0 {
			times++
			t.used.Store(0)
			s.sweep()
		}
	}
	on := func(more string) string { return fmt.Sprintf(`{"table":%q,%s}`, id, more) }
	for _, one := range []struct{ method, more string }{
		{"play", `"move":"b2"`}, {"bot", `"level":"random"`}, {"goto", `"at":2`},
		{"offer", `"kind":"takeback"`}, {"resign", `"player":"X"`}, {"leave", `"player":"O"`},
		{"join", `"token":""`}, {"sit", `"player":"O","name":"Bo"`},
		{"list", `"listed":true`},
	} {
		times = 0
		if m := c.ask(one.method, on(one.more)); m.Error != nil {
			t.Errorf("%s: %s", one.method, m.line)
		}
		if times != 1 {
			t.Errorf("%s: the table was put away %d times", one.method, times)
		}
		was := get[message.State](c, "state", fmt.Sprintf(`{"table":%q}`, id))
		if one.method == "sit" && !was.Seats[1].Here {
			t.Error("whoever has sat down has no seat")
		}
		again := connect(t, killed(s))
		is := get[message.State](again, "state", fmt.Sprintf(`{"table":%q}`, id))
		if was.At != is.At || was.Over != is.Over || was.Taken[1] != is.Taken[1] {
			t.Errorf("%s: %+v is kept as %+v", one.method, was, is)
		}
		again.conn.server.Close()
	}
	s.mu.Lock() // a table where someone sits who is connected stays
	defer s.mu.Unlock()
	s.tables[id].used.Store(0)
	if s.sweep(); s.tables[id] == nil {
		t.Error("a table where someone sits was put away")
	}
}

// A client that goes while its table is read leaves the table to the next one.
func TestGoneWhileReading(t *testing.T) {
	old := NewServer(Options{Data: t.TempDir()})
	id := get[message.State](connect(t, old), "start", `{"name":"hex","moves":"e4"}`).Table
	s := killed(old)
	gone := connect(t, s)
	s.working = func(c *Conn) {
		if c == gone.conn {
			c.cancel()
		}
	}
	gone.refused(message.CodeCanceled, "state", fmt.Sprintf(`{"table":%q}`, id))
	if state := get[message.State](connect(t, s), "state", fmt.Sprintf(`{"table":%q}`, id)); state.At != 1 {
		t.Errorf("%+v", state)
	}
}

// The log is one JSON object a line and says what happens, but has no token and no whole address of
// a table in it, not even in errors that name files.
func TestLogHasNoSecrets(t *testing.T) {
	const owner = "the secret of the owner"
	var out strings.Builder
	var mu sync.Mutex
	log := slog.New(slog.NewJSONHandler(&out, nil))
	s := NewServer(Options{Data: t.TempDir(), Secret: true, Owner: owner,
		Log: func(message string, pairs ...any) {
			mu.Lock()
			defer mu.Unlock()
			log.Info(message, pairs...)
		}})
	p := two(t, s, "")
	p.play("b2", "a1")
	secrets := []string{owner, "a wrong guess", p.table, p.tokens[0], p.tokens[1]}
	p.a.refused(message.CodeForbidden, "owner", `{"token":"a wrong guess"}`)
	get[message.Nothing](p.a, "owner", fmt.Sprintf(`{"token":%q}`, owner))
	guest := attach(t, s, "1.1.1.1")
	mine := get[message.State](guest, "start", `{"name":"hex"}`).Table
	token := get[message.Reserved](p.a, "reserve", fmt.Sprintf(`{"table":%q,"player":"Red"}`, mine)).Token
	get[message.Seated](guest, "sit", fmt.Sprintf(`{"table":%q,"token":%q}`, mine, token))
	get[message.Evicted](p.a, "evict", `{"address":"1.1.1.1"}`)
	logged := func(message string) bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(out.String(), message)
	}
	for until := time.Now().Add(long.Patience); !logged("a client has gone"); { // on its own
		if time.Sleep(time.Millisecond); time.Now().After(until) {
			t.Fatal("nobody says that the client has gone")
		}
	}

	// Files that cannot be written and read.
	game := s.file(p.table, gameExt)
	if err := errors.Join(os.Remove(game), os.Mkdir(game, 0o700),
		os.WriteFile(filepath.Join(game, "x"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	p.play("c3")
	again := killed(s)
	if err := os.WriteFile(s.file(p.table, aboutExt), []byte(p.tokens[0]), 0o600); err != nil {
		t.Fatal(err)
	}
	connect(t, again).refused(message.CodeNotFound, "state", fmt.Sprintf(`{"table":%q}`, p.table))
	get[message.Nothing](p.a, "close", fmt.Sprintf(`{"table":%q}`, mine))

	mu.Lock()
	defer mu.Unlock()
	said := map[string]bool{}
	for line := range strings.Lines(out.String()) {
		var entry struct{ Msg string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		said[entry.Msg] = true
		for _, secret := range append(secrets, token, mine) {
			if strings.Contains(line, secret) {
				t.Errorf("%s is in the log: %s", secret, line)
			}
		}
	}
	for _, want := range []string{"a client comes", "a client has gone", "a table begins",
		"a table is closed", "someone shows the token of the owner", "an address is evicted",
		"a table is saved", "a table cannot be read"} {
		if !said[want] {
			t.Errorf("the log does not say %q", want)
		}
	}
}
