package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
)

// FuzzMethods asks any method for anything, as a client over a network, and bounds what comes back
// for what was sent: an answer has at most a fixed size more than a fixed multiple of its request.
func FuzzMethods(f *testing.F) {
	for _, name := range Methods() {
		f.Add(name, `{"table":"t1","game":"g1","name":"hex","move":"e4","kind":"draw","token":"x"}`)
		f.Add(name, `{"table":"t1"}`)
		f.Add(name, `{"text":"game \"x\"\n"}`)
	}
	f.Fuzz(func(t *testing.T, method, params string) {
		m := methods[method]
		if m == nil || m.long || len(params) > 512<<10 || !json.Valid([]byte(params)) {
			return
		}
		s := NewServer(Options{})
		out := 0
		c := s.Connect(t.Context(), func(line []byte) {
			out += len(line)
			if strings.Contains(string(line), `"code":"internal"`) {
				t.Errorf("%s %s: %s", method, params, line)
			}
		})
		defer c.Close()
		c.Handle([]byte(`{"id":0,"method":"start","params":{"name":"tic-tac-toe","seed":1}}`))
		out = 0
		c.Handle(fmt.Appendf(nil, `{"id":1,"method":%q,"params":%s}`, method, params))
		const most, times = 1 << 20, 200
		if out > most+times*len(params) {
			t.Errorf("%s: %d bytes for %d", method, out, len(params))
		}
	})
}

// hostiles are requests of one visitor that keep a server busy, by what they try.
func hostiles(tb testing.TB) map[string]func(c *Conn, table string, i int) {
	rules, err := os.ReadFile("../../testdata/hostile/many-steps.rules")
	if err != nil {
		tb.Fatal(err)
	}
	text, _ := json.Marshal(string(rules))
	letters := strings.Repeat("z", 4000)
	take := func(format string, args ...any) func(c *Conn, table string, i int) {
		return func(c *Conn, table string, i int) {
			all := []any{i + 10}
			for _, a := range args {
				if a == "table" {
					a = table
				}
				all = append(all, a)
			}
			c.Take(fmt.Appendf(nil, format, all...))
		}
	}
	return map[string]func(c *Conn, table string, i int){
		"letters": take(`{"id":%d,"method":"play","params":{"table":%q,"move":%q}}`, "table", letters),
		"words": take(`{"id":%d,"method":"why","params":{"table":%q,"move":%q}}`, "table",
			strings.Repeat("z9 ", 1300)),
		"hostile rules": take(`{"id":%d,"method":"start","params":{"text":%s,"moves":"zz-zz"}}`,
			text),
		"moves": take(`{"id":%d,"method":"moves","params":{"table":%q,"changes":true}}`, "table"),
		"bots": take(`{"id":%d,"method":"bot","params":{"table":%q,"level":"mcts:time=1s"}}`,
			"table"),
		"tables": take(`{"id":%d,"method":"start","params":{"name":"chess"}}`),
	}
}

// attack lets one visitor attack from several connections until stop is called.
func attack(tb testing.TB, s *Server, one func(c *Conn, table string, i int)) (stop func()) {
	ctx, cancel := context.WithCancel(tb.Context())
	var ended []chan struct{}
	for range 4 {
		done := make(chan struct{})
		ended = append(ended, done)
		answered := make(chan string, 1)
		c, err := s.Attach(ctx, "6.6.6.6", func(_ context.Context, line []byte) error {
			var a struct{ Result struct{ Table string } }
			if strings.HasPrefix(string(line), `{"id":1,`) {
				_ = json.Unmarshal(line, &a) // what cannot be read has no table
				answered <- a.Result.Table
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
		go func() {
			defer close(done)
			defer c.Close()
			c.Take([]byte(`{"id":1,"method":"start","params":{"name":"chess"}}`))
			table := ""
			select {
			case table = <-answered:
			case <-ctx.Done(): // a client that has gone is not answered
				return
			}
			for i := 0; ctx.Err() == nil; i++ {
				one(c, table, i)
				time.Sleep(time.Millisecond)
			}
		}()
	}
	return func() {
		cancel()
		for _, done := range ended {
			<-done
		}
	}
}

// BenchmarkOthers measures how long other clients wait while one visitor attacks, and after.
func BenchmarkOthers(b *testing.B) {
	all := hostiles(b)
	all["nothing"] = func(*Conn, string, int) {}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.Run(name, func(b *testing.B) {
			s := NewServer(Options{Limits: message.Limits{Thinking: runtime.GOMAXPROCS(0)}})
			answers := make(chan string, 1)
			c, err := s.Attach(b.Context(), "1.1.1.1", func(_ context.Context, line []byte) error {
				answers <- string(line)
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			ask := func(line string) string {
				c.Take([]byte(line))
				return <-answers
			}
			ask(`{"id":1,"method":"start","params":{"name":"tic-tac-toe"}}`)
			stop := attack(b, s, all[name])
			time.Sleep(time.Second)
			var took []time.Duration
			b.ResetTimer()
			for range b.N {
				at := time.Now()
				ask(`{"id":2,"method":"state","params":{"table":"t1"}}`)
				took = append(took, time.Since(at))
				time.Sleep(time.Millisecond)
			}
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(resident()>>20), "MB")
			stop()
		})
	}
}

// The server stands one attack after the other, and comes back to rest: its memory stays below its
// ceiling, nothing that the attackers did is left, and everyone else plays. It lasts a minute with
// the long tests, or as long as SOAK in the environment says, such as 10m.
func TestSoak(t *testing.T) {
	lasts := time.Second
	if long.Tests {
		lasts = time.Minute
	}
	if d, err := time.ParseDuration(os.Getenv("SOAK")); err == nil {
		lasts = d
	}
	const ceiling = 1 << 30
	s := NewServer(Options{Idle: time.Second, Secret: true, Data: t.TempDir(),
		Limits: message.Limits{Tables: 200, Thinking: 1, Memory: ceiling}})
	before := runtime.NumGoroutine()
	good := attach(t, s, "1.1.1.1")
	end := time.Now().Add(lasts)
	all := hostiles(t)
	names := slices.Sorted(maps.Keys(all))
	played, most := 0, int64(0)
	for round := 0; time.Now().Before(end); round++ {
		stop := attack(t, s, all[names[round%len(names)]])
		for range 5 {
			m := good.ask("start", `{"name":"tic-tac-toe","moves":"a1"}`)
			if m.Error != nil {
				if m.Error.Code != message.CodeBusy && m.Error.Code != message.CodeLimit {
					t.Fatal(m.line)
				}
				continue
			}
			var state message.State
			if err := json.Unmarshal(m.Result, &state); err != nil {
				t.Fatal(err)
			}
			get[message.PlayResult](good, "play", fmt.Sprintf(`{"table":%q,"move":"b2"}`, state.Table))
			get[message.Nothing](good, "close", fmt.Sprintf(`{"table":%q}`, state.Table))
			played++
			most = max(most, resident())
			time.Sleep(20 * time.Millisecond)
		}
		stop()
	}
	t.Logf("%d games of others, at most %d MB", played, most>>20)
	if most > ceiling {
		t.Errorf("the server had %d MB", most>>20)
	}
	if played == 0 {
		t.Error("nobody else could play")
	}
	if f := s.Figures(); f.Clients != 1 || f.Thinking != 0 || f.Line != 0 {
		t.Errorf("something of the attackers is left: %+v", f)
	}
	good.conn.Close()
	idle := func() bool {
		s.mu.Lock()
		s.sweep()
		left := len(s.tables) + len(s.waking)
		s.mu.Unlock()
		s.rest()
		return left == 0 && runtime.NumGoroutine() <= before
	}
	for range 2000 {
		if idle() {
			t.Logf("%d MB at rest", resident()>>20)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before; %+v", runtime.NumGoroutine(), before, s.Figures())
}
