package protocol

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
)

// A meter asks a server for one thing, as a client over a network, and measures the answer.
type meter struct {
	out  int           // bytes of the answer, and of the events before it
	took time.Duration // until it came
	line string        // the answer
}

// measure asks for a method of a table of tic-tac-toe, where thinking may take a tenth of a second.
func measure(tb testing.TB, method, params string) (m meter) {
	const thought = 100
	s := NewServer(Options{Limits: message.Limits{Thought: thought, Thinking: 2}})
	lines := make(chan string, 16)
	ctx, cancel := context.WithTimeout(tb.Context(), long.Patience)
	defer cancel()
	c, err := s.Attach(ctx, "1.1.1.1", func(_ context.Context, line []byte) error {
		lines <- string(line)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() {
		go func() {
			for range lines { // what still comes
			}
		}()
		c.Close()
		close(lines)
	}()
	c.Take([]byte(`{"id":0,"method":"start","params":{"name":"tic-tac-toe","seed":1}}`))
	<-lines
	began := time.Now()
	c.Take(fmt.Appendf(nil, `{"id":1,"method":%q,"params":%s}`, method, params))
	for m.line == "" {
		select {
		case line := <-lines:
			if m.out += len(line); !strings.HasPrefix(line, `{"id":1,"event":`) {
				m.line = line
			}
		case <-ctx.Done():
			tb.Fatalf("%s with %d bytes is not answered", method, len(params))
		}
	}
	m.took = time.Since(began)
	if strings.Contains(m.line, `"code":"internal"`) {
		tb.Errorf("%s %.500s: %s", method, params, m.line)
	}
	// What a method says by itself, and what it says of each byte.
	const most, times = 1 << 20, 20
	if m.out > most+times*len(params) {
		tb.Errorf("%s: %d bytes for %d", method, m.out, len(params))
	}
	return m
}

// FuzzMethods asks any method for anything, as a client over a network, and bounds what comes back
// for what was sent: an answer has at most a fixed size more than a fixed multiple of its request.
func FuzzMethods(f *testing.F) {
	for _, name := range Methods() {
		f.Add(name, `{"table":"t1","game":"g1","name":"hex","move":"e4","kind":"draw","token":"x"}`)
		f.Add(name, `{"table":"t1"}`)
		f.Add(name, `{"text":"game \"x\"\n"}`)
	}
	f.Fuzz(func(t *testing.T, method, params string) {
		if methods[method] != nil && len(params) <= 512<<10 && json.Valid([]byte(params)) {
			measure(t, method, params)
		}
	})
}

// fillers are what the largest accepted texts repeat: letters, what rules and moves have, and what
// is deeply nested.
var fillers = []string{"z", "é", "e4 ", "a1-b2,", "(", "1+", "def a = 1\n", "[[x]]\n", "\n"}

// Every method is answered when any of its texts is as long as it may be, of one filler in four,
// with not much more than it was sent. With -v, it says what took longest and what came back most.
func TestLargestRequests(t *testing.T) {
	type row struct {
		name  string
		in    int
		meter meter
	}
	var rows []row
	n := 0
	for _, name := range Methods() {
		for _, field := range reflect.VisibleFields(methods[name].params) {
			most := 300 // of texts without a limit of their own
			if max, err := strconv.Atoi(field.Tag.Get("max")); err == nil {
				most = min(max, 512<<10-200)
			}
			for _, filler := range fillers {
				if n++; n%4 != 0 || !long.Case(n/4, 15) || field.Anonymous {
					continue
				}
				text := strings.Repeat(filler, most/len(filler))
				for escaped, _ := json.Marshal(text); len(escaped) > 512<<10-200; {
					text = text[:len(text)/2]
					escaped, _ = json.Marshal(text)
				}
				params := map[string]any{}
				if slices.Contains(message.Fields(methods[name].params), "table") {
					params["table"] = "t1"
				}
				member, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				switch field.Type.Kind() {
				case reflect.String:
					params[member] = text
				case reflect.Map:
					params[member] = map[string]string{"x": text}
					params["text"] = "game \"x\" extends \"x\"\n"
				default:
					continue
				}
				line, _ := json.Marshal(params)
				rows = append(rows, row{fmt.Sprintf("%s %s %q", name, member, filler), len(line),
					measure(t, name, string(line))})
			}
		}
	}
	show := func(what string, of func(r row) float64) {
		slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(of(b), of(a)) })
		for _, r := range rows[:min(len(rows), 5)] {
			t.Logf("%s: %s: %d bytes in, %d out, %v", what, r.name, r.in, r.meter.out, r.meter.took)
		}
	}
	show("longest", func(r row) float64 { return float64(r.meter.took) })
	show("longest by byte", func(r row) float64 { return float64(r.meter.took) / float64(r.in) })
	show("most out by byte", func(r row) float64 { return float64(r.meter.out) / float64(r.in) })
}

// unread is the attack of clients that do not read their answers.
const unread = "unread moves"

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
		"letters at once": take(`{"id":%d,"method":"why","params":{"table":%q,"move":%q}}`, "table",
			strings.Repeat("z", 300_000)),
		"texts": func(c *Conn, _ string, i int) {
			c.Take(fmt.Appendf(nil, `{"id":%d,"method":"load","params":{"text":%q}}`, i+10,
				fmt.Sprintf("game \"G%d\" extends \"hex\"\n", i)))
		},
		"connections": func(c *Conn, _ string, _ int) {
			// Those that are refused cost what they cost; the others end with the attack.
			_, _ = c.server.Attach(c.ctx, "6.6.6.6",
				func(context.Context, []byte) error { return nil })
		},
		unread: take(`{"id":%d,"method":"moves","params":{"table":%q,"changes":true}}`, "table"),
	}
}

// attack lets one visitor attack from several connections until stop is called.
func attack(tb testing.TB, s *Server, name string) (stop func()) {
	one := hostiles(tb)[name]
	if one == nil { // nobody attacks
		return func() {}
	}
	ctx, cancel := context.WithCancel(tb.Context())
	var ended []chan struct{}
	for range 4 {
		done := make(chan struct{})
		ended = append(ended, done)
		answered := make(chan string, 1)
		c, err := s.Attach(ctx, "6.6.6.6", func(ctx context.Context, line []byte) error {
			if name == unread && !strings.HasPrefix(string(line), `{"id":1,`) {
				<-ctx.Done()
			}
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

// BenchmarkOthers measures how long another client waits for a move and for taking it back while
// one visitor attacks, and after that: by the clock on the wall, as people wait.
func BenchmarkOthers(b *testing.B) {
	for _, name := range append([]string{"nothing"}, slices.Sorted(maps.Keys(hostiles(b)))...) {
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
			ask := func(line string) {
				c.Take([]byte(line))
				if answer := <-answers; strings.Contains(answer, `"error":`) {
					b.Fatal(answer)
				}
			}
			ask(`{"id":1,"method":"start","params":{"name":"tic-tac-toe"}}`)
			most := int64(0)
			measure := func(when string) {
				var took []time.Duration
				for i := range (b.N + 1) / 2 * 2 {
					at := time.Now()
					ask([]string{`{"id":2,"method":"play","params":{"table":"t1","move":"b2"}}`,
						`{"id":2,"method":"undo","params":{"table":"t1"}}`}[i%2])
					took = append(took, time.Since(at))
					most = max(most, resident())
					time.Sleep(time.Millisecond)
				}
				slices.Sort(took)
				for _, part := range []int{50, 99} {
					b.ReportMetric(float64(took[len(took)*part/100].Microseconds())/1000,
						fmt.Sprintf("ms-%d%%-%s", part, when))
				}
			}
			stop := attack(b, s, name)
			time.Sleep(time.Second)
			b.ResetTimer()
			measure("now")
			b.StopTimer()
			stop()
			measure("after")
			b.ReportMetric(float64(most>>20), "MB")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// The server stands one attack after the other, and comes back to rest: its memory stays below its
// ceiling, nothing that the attackers did is left, and everyone else plays. With the long tests it
// makes each attack twice; SOAK in the environment, such as 10m, says for how long to go on.
func TestSoak(t *testing.T) {
	lasts, _ := time.ParseDuration(os.Getenv("SOAK"))
	ceiling := 1 << 30
	if long.Race {
		ceiling += int(resident()) // the race detector keeps what earlier tests used
	}
	s := NewServer(Options{Idle: time.Second, Secret: true, Data: t.TempDir(),
		Limits: message.Limits{Tables: 200, Thinking: 1, Memory: ceiling}})
	before := runtime.NumGoroutine()
	good := attach(t, s, "1.1.1.1")
	end := time.Now().Add(lasts)
	names := slices.Sorted(maps.Keys(hostiles(t)))
	played, most := 0, int64(0)
	for round := 0; round < long.Times(2*len(names), 3) || time.Now().Before(end); round++ {
		stop := attack(t, s, names[round%len(names)])
		for range long.Times(6, 2) {
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
	if most > int64(ceiling) {
		t.Errorf("the server had %d MB", most>>20)
	}
	if played == 0 {
		t.Error("nobody else could play")
	}
	left := func(clients int) bool {
		f := s.Figures()
		return f.Clients == clients && f.Thinking == 0 && f.Line == 0
	}
	for until := time.Now().Add(long.Patience); !left(1) && time.Now().Before(until); {
		time.Sleep(time.Millisecond) // connections end in goroutines of their own
	}
	if !left(1) {
		t.Errorf("something of the attackers is left: %+v", s.Figures())
	}
	good.conn.Close()
	idle := func() bool {
		s.mu.Lock()
		s.sweep()
		kept := len(s.tables) + len(s.waking) + len(s.games)
		s.mu.Unlock()
		s.freeMemory()
		// The race detector keeps memory of its own, but no objects.
		return left(0) && kept == 0 && runtime.NumGoroutine() <= before && objects() < 64<<20 &&
			(long.Race || resident() < int64(ceiling)/4)
	}
	for range 2000 {
		if idle() {
			t.Logf("%d MB at rest, %d MB of objects", resident()>>20, objects()>>20)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before; %d MB, %d of objects; %+v", runtime.NumGoroutine(), before,
		resident()>>20, objects()>>20, s.Figures())
}

// objects is how many bytes the objects of this process have, dead ones included.
func objects() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
