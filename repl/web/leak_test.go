package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
	"boardgame/testdata/long"
)

// Two tables with four clients, who play, undo, let bots play, watch, and come and go, for
// 0.2 s, or for 10 s with -tags long: nothing stays behind.
func TestLeaks(t *testing.T) {
	duration := 200 * time.Millisecond * time.Duration(long.Times(50, 50))
	serving, stop := context.WithCancel(t.Context())
	s := httptest.NewServer(web.Handler(serving, protocol.NewServer(protocol.Options{})))
	defer func() { stop(); s.Close() }()
	tables := []string{"t1", "t2"}
	first := dial(t, s.URL)
	first.ask(`start`, `{"name":"cage","options":{"size":"4"}}`)
	first.ask(`start`, `{"name":"hex"}`)
	first.c.CloseNow()

	// The first round warms up what stays: compiled games, instances, server connections.
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
		most := 0 // goroutines: any number after the first round
		if round > 0 {
			most = int(routines[0]) + 2
		}
		n, heap := settle(most)
		routines[round], memory[round] = float64(n), heap
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

// Browsers play whatever the page offers and start a new game when one is over: two at one table
// for a second, or four at two tables for 10 s with -tags long. Neither the server nor a page
// keeps finished games.
func TestManyBrowsers(t *testing.T) {
	if !long.Race { // which has something to find here
		long.Skip(t, "several browsers take seconds of CPU time")
	}
	length, games := time.Second, []string{"cage"}
	if long.Tests {
		length, games = 10*time.Second, []string{"cage", "tic-tac-toe"}
	}
	serving, stop := context.WithCancel(t.Context())
	defer stop()
	var sockets atomic.Int64 // of pages that are open
	handler := web.Handler(serving, protocol.NewServer(protocol.Options{}))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/ws" {
			sockets.Add(1)
			defer sockets.Add(-1)
		}
		handler.ServeHTTP(w, r)
	}))
	defer s.Close()

	var pages []context.Context
	for i := range 2 * len(games) {
		ctx := another(t, 900, 800)
		if i%2 == 0 {
			open(t, ctx, s.URL, games[i/2])
		} else {
			do(t, ctx, chromedp.Navigate(get[string](t, pages[i-1], `location.href`)))
			until(t, ctx, `document.querySelector('.open') !== null`)
		}
		press(t, ctx, fmt.Sprintf("#take%d", i%2))
		until(t, ctx, fmt.Sprintf(`document.getElementById('take%d').textContent === 'Stand up'`, i%2))
		pages = append(pages, ctx)
	}
	measure := func(most int) (routines int, heap float64, nodes []int) {
		for _, ctx := range pages {
			nodes = append(nodes, get[int](t, ctx, `document.querySelectorAll('*').length`))
		}
		routines, heap = settle(most)
		return routines, heap, nodes
	}
	// play goes on for a given time. On a busy machine it goes on longer, until the pages have seen
	// some moves.
	few := int64(2 * len(pages))
	play := func(length time.Duration) (moves int64) {
		var all sync.WaitGroup
		var count atomic.Int64
		begun := time.Now()
		for i, ctx := range pages {
			all.Go(func() {
				for time.Since(begun) < length ||
					count.Load() < few && time.Since(begun) < long.Patience/4 {
					at := get[[]float64](t, ctx, fmt.Sprintf(step, i%2))
					if len(at) == 2 {
						do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
						count.Add(1)
					}
					time.Sleep(20 * time.Millisecond)
				}
			})
		}
		all.Wait()
		return count.Load()
	}
	play(length / 2)
	routines, heap, nodes := measure(0)
	moves := play(length)
	routinesAfter, heapAfter, nodesAfter := measure(routines + 4)
	tables := get[string](t, pages[0], `location.hash`)
	t.Logf("%d clicks in %v, now at %s; goroutines %d, then %d; heap %.1f MB, then %.1f MB; "+
		"elements %v, then %v", moves, length, tables, routines, routinesAfter, heap/1e6,
		heapAfter/1e6, nodes, nodesAfter)
	if moves < few {
		t.Errorf("only %d clicks: the pages do not play", moves)
		for _, ctx := range pages {
			t.Log(get[string](t, ctx, `[location.hash, ...['status', 'news', 'message', 'invitation', 'seats'].map((id) =>
				document.getElementById(id).textContent)].join(' | ')`))
		}
	}
	if routinesAfter > routines+4 {
		t.Errorf("%d goroutines, then %d", routines, routinesAfter)
	}
	if heapAfter > heap*1.3+8e6 {
		t.Errorf("%.1f MB, then %.1f MB", heap/1e6, heapAfter/1e6)
	}
	if n := sockets.Load(); n != int64(len(pages)) {
		t.Errorf("%d WebSockets, want one for each browser", n)
	}
	// The browsers leave, and so do their goroutines: a WebSocket has two.
	for _, ctx := range pages {
		do(t, ctx, chromedp.Navigate("about:blank"))
	}
	deadline := time.Now().Add(long.Patience)
	for sockets.Load() > 0 && time.Now().Before(deadline) {
		time.Sleep(50 * time.Millisecond)
	}
	t.Logf("the browsers have left: %d goroutines, %d WebSockets", runtime.NumGoroutine(),
		sockets.Load())
	if n := sockets.Load(); n > 0 {
		t.Errorf("%d WebSockets are left", n)
	}
}

// settle collects garbage until there are at most so many goroutines. Closed connections end a
// little later, and much later on a busy machine. It gives up after a while, and returns the number
// of goroutines and the size of the heap in bytes.
func settle(most int) (routines int, heap float64) {
	for begun := time.Now(); ; {
		for range 20 { // things with timeouts, and pools, which outlive a collection
			runtime.GC()
			time.Sleep(20 * time.Millisecond)
		}
		routines = runtime.NumGoroutine()
		if most == 0 || routines <= most || time.Since(begun) > long.Patience/4 {
			break
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return routines, float64(m.HeapAlloc)
}

// step is where a person at the page clicks next: on something that can be chosen, and on a new
// game when one is over; nowhere if there is nothing to do.
const step = `(() => {
	const seat = %d, text = document.getElementById('status').textContent;
	const middle = (e) => {
		if (!e?.checkVisibility()) return [];
		e.scrollIntoView({ block: 'nearest' });
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	};
	if (!document.getElementById('invitation').hidden) return middle(document.getElementById('come'));
	if (/wins|draw/.test(text)) return seat === 0 ? middle(document.getElementById('new')) : [];
	if (document.getElementById('take' + seat)?.textContent !== 'Stand up') return [];
	const names = [...document.querySelectorAll('#seats .seat label > span:nth-child(2)')]
		.map((e) => e.textContent);
	if (![' to move', ' goes on'].some((on) => text.startsWith(names[seat] + on))) return [];
	const any = (list) => list[Math.floor(Math.random() * list.length)];
	const sites = [...document.querySelectorAll('#board .open[aria-pressed=false]')];
	return middle(any(sites.length ? sites : [...document.querySelectorAll('#choices button')]));
})()`

// A visitor is a client with one request under way at a time.
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

// visit acts like a page and leaves, announced or not. It returns the number of its requests.
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

// A client that does not answer a ping is dropped.
func TestSilentClient(t *testing.T) {
	s := serve(t, web.Options{Ping: 150 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), long.Patience)
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
