package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
	"boardgame/testdata/long"
)

// Two tables with four clients, who play, take back, let bots play, look on, and come and go, for
// two seconds, or for a minute with -tags long: nothing stays behind.
func TestLeaks(t *testing.T) {
	duration := 2 * time.Second
	if long.Tests {
		duration = time.Minute
	}
	serving, stop := context.WithCancel(t.Context())
	s := httptest.NewServer(web.Handler(serving, protocol.NewServer(protocol.Options{})))
	defer func() { stop(); s.Close() }()
	tables := []string{"t1", "t2"}
	first := dial(t, s.URL)
	first.ask(`start`, `{"name":"cage","options":{"size":"4"}}`)
	first.ask(`start`, `{"name":"hex"}`)
	first.c.CloseNow()

	// The first round warms up what stays: compiled games, instances, connections of the server.
	var requests, seconds [2]float64
	var memory, routines [2]float64
	for round, length := range []time.Duration{duration / 2, duration} {
		began, end := time.Now(), time.Now().Add(length)
		var all sync.WaitGroup
		var mu sync.Mutex
		for i := range 4 {
			all.Go(func() {
				for time.Now().Before(end) {
					n := visit(t, s.URL, tables[i%2], i)
					mu.Lock()
					requests[round] += float64(n)
					mu.Unlock()
				}
			})
		}
		all.Wait()
		seconds[round] = time.Since(began).Seconds()
		for range 20 { // what ends on its own time, and pools, which outlive a collection
			runtime.GC()
			time.Sleep(20 * time.Millisecond)
		}
		routines[round] = float64(runtime.NumGoroutine())
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		memory[round] = float64(m.HeapAlloc)
	}
	t.Logf("%.0f requests in %.1f s; goroutines %.0f, then %.0f; heap %.1f MB, then %.1f MB",
		requests[1], seconds[1], routines[0], routines[1], memory[0]/1e6, memory[1]/1e6)
	if routines[1] > routines[0]+2 {
		t.Errorf("%.0f goroutines after the first round, %.0f after the second", routines[0],
			routines[1])
	}
	if memory[1] > memory[0]*1.2+4e6 {
		t.Errorf("%.1f MB after the first round, %.1f MB after the second", memory[0]/1e6,
			memory[1]/1e6)
	}
}

// A visitor is a client that has one request under way at a time.
type visitor struct {
	t    *testing.T
	c    *websocket.Conn
	next int
}

func dial(t *testing.T, url string) *visitor {
	c, _, err := websocket.Dial(t.Context(), url+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(1 << 22)
	return &visitor{t: t, c: c}
}

// ask waits for the answer, whatever it is.
func (v *visitor) ask(method, params string) string {
	v.next++
	if err := v.c.Write(v.t.Context(), websocket.MessageText,
		fmt.Appendf(nil, `{"id":%d,"method":%q,"params":%s}`, v.next, method, params)); err != nil {
		v.t.Error(err)
		return ""
	}
	for {
		_, line, err := v.c.Read(v.t.Context())
		if err != nil {
			v.t.Error(err)
			return ""
		}
		if answer := string(line); strings.HasPrefix(answer, fmt.Sprintf(`{"id":%d,`, v.next)) &&
			!strings.Contains(answer, `"event":`) {
			if strings.Contains(answer, `"internal"`) {
				v.t.Error(answer)
			}
			return answer
		}
	}
}

// visit does what a page does and leaves, with or without a word. It returns the number of its
// requests.
func visit(t *testing.T, url, table string, i int) int {
	v := dial(t, url)
	defer v.c.CloseNow()
	on := fmt.Sprintf(`{"table":%q`, table)
	v.ask("watch", on+"}")
	seat := v.ask("sit", on+fmt.Sprintf(`,"player":%q}`, []string{"Red", "Blue"}[i/2]))
	for range 20 {
		if strings.Contains(v.ask("bot", on+`,"level":"random"}`), `"over":true`) {
			v.ask("goto", on+`,"at":0}`)
		}
		v.ask("moves", on+`,"changes":true}`)
		v.ask("board", on+`,"svg":true,"targets":true,"layout":true,"data":true}`)
		v.ask("undo", on+"}")
		v.ask("bot", on+`,"level":"greedy"}`)
		v.ask("history", on+"}")
	}
	v.ask("goto", on+`,"at":0}`)
	if strings.Contains(seat, `"token"`) {
		v.ask("leave", on+"}")
	}
	if i%2 == 0 {
		v.c.Close(websocket.StatusNormalClosure, "")
	}
	return v.next
}

// A client that does not answer a ping is given up.
func TestSilentClient(t *testing.T) {
	web.SetPause(t, 50*time.Millisecond)
	s := serve(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	c, _, err := websocket.Dial(ctx, s.URL+"/ws", &websocket.DialOptions{
		OnPingReceived: func(context.Context, []byte) bool { return false },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if _, _, err := c.Read(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("a client that is silent stays: %v", err)
	}
}
