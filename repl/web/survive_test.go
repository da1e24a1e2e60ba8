package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
)

// A moody server goes away and comes back at the same address.
type moody struct {
	*httptest.Server
	handler atomic.Pointer[http.Handler] // nil: it is away
	stop    context.CancelFunc
}

func newMoody(t *testing.T, server *protocol.Server) *moody {
	t.Helper()
	m := &moody{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler := m.handler.Load()
		if handler == nil {
			panic(http.ErrAbortHandler)
		}
		(*handler).ServeHTTP(w, r)
	}))
	m.come(server)
	t.Cleanup(func() { m.stop(); m.Close() })
	return m
}

// come answers from now on, for the tables of a server.
func (m *moody) come(server *protocol.Server) {
	ctx, stop := context.WithCancel(context.Background())
	handler := web.Handler(ctx, server)
	m.stop = stop
	m.handler.Store(&handler)
}

// away ends all connections and answers nobody.
func (m *moody) away() {
	m.handler.Store(nil)
	m.stop()
	m.CloseClientConnections()
}

// Two people play while the server goes away and comes back: the page says that it is connecting,
// keeps the move that is played meanwhile, and both have their seats again.
func TestReconnect(t *testing.T) {
	ctx, _ := browser(t, 1280, 900)
	tables := protocol.NewServer(protocol.Options{})
	server := newMoody(t, tables)
	open(t, ctx, server.URL, "tic-tac-toe")
	other := another(t, 390, 844)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, ctx, "#take0")
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('take1').disabled`)
	press(t, ctx, on("a1"))
	says(t, other, "O to move")
	server.away()
	until(t, other, `!document.getElementById('connecting').hidden`)
	press(t, other, on("b2"))
	says(t, other, "b2 is played when the connection is back")
	if !get[bool](t, other, `document.getElementById('connecting').getBoundingClientRect().top >
		document.querySelector('header').getBoundingClientRect().bottom`) {
		t.Error("the word that the page connects lies over the header")
	}
	server.come(tables)
	for _, who := range []context.Context{ctx, other} {
		says(t, who, "X to move")
		until(t, who, `document.getElementById('connecting').hidden`)
		until(t, who, played(2))
	}
	press(t, ctx, on("a2"))
	says(t, other, "O to move")
	if text := get[string](t, other, `document.getElementById('message').textContent`); text != "" {
		t.Errorf("the page complains: %s", text)
	}
	// A reload comes back to the same table and seat.
	do(t, other, chromedp.Navigate("about:blank"),
		chromedp.Navigate(get[string](t, ctx, `location.href`)))
	says(t, other, "O to move")
	until(t, other, `document.getElementById('take1').textContent === 'Stand up'`)
	// A server that has lost its tables: both go on at a new one, each in the same seat, and read why
	// until somebody moves. A move that was played meanwhile is played there.
	server.away()
	for _, who := range []context.Context{ctx, other} {
		until(t, who, `!document.getElementById('connecting').hidden`)
	}
	server.come(protocol.NewServer(protocol.Options{}))
	for i, who := range []context.Context{ctx, other} {
		until(t, who, `/had lost the table/.test(document.getElementById('message').textContent)`)
		until(t, who, played(3))
		until(t, who, fmt.Sprintf(`document.getElementById('take%d').textContent === 'Stand up' && `+
			`document.getElementById('take%d').textContent === 'Taken'`, i, 1-i))
		time.Sleep(100 * time.Millisecond)
		until(t, who, `/had lost the table/.test(document.getElementById('message').textContent)`)
	}
	if a, b := get[string](t, ctx, `location.href`), get[string](t, other, `location.href`); a != b {
		t.Errorf("one goes on at %s, the other at %s", a, b)
	}
	server.away()
	until(t, other, `!document.getElementById('connecting').hidden`)
	press(t, other, on("c3"))
	server.come(protocol.NewServer(protocol.Options{}))
	for _, who := range []context.Context{ctx, other} {
		until(t, who, played(4))
		says(t, who, "X to move")
	}
}

// A static site plays without a network after a reload, with the game where it was; its games are
// kept.
func TestOffline(t *testing.T) {
	var gone atomic.Bool
	now := make(chan struct{})
	close(now)
	url := site(t, func(*http.Request) <-chan struct{} {
		if gone.Load() {
			panic(http.ErrAbortHandler)
		}
		return now
	})
	ctx := another(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	start := get[string](t, ctx, `location.href`)
	press(t, ctx, on("b2"))
	says(t, ctx, "O to move")
	until(t, ctx, `navigator.serviceWorker.controller !== null`)
	until(t, ctx, fmt.Sprintf(`location.href !== %q`, start)) // which follows a little later
	link := get[string](t, ctx, `location.href`)
	gone.Store(true)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	says(t, ctx, "O to move")
	until(t, ctx, played(1))
	choose(t, ctx, "#seat0", "easy")
	press(t, ctx, on("a1"))
	until(t, ctx, played(3))
	// Variations are in the address, and in the game that the browser keeps.
	press(t, ctx, "#history li:nth-child(1) button")
	press(t, ctx, on("c3"))
	lines := `[...document.querySelectorAll('#variation-list button')].map((b) => b.textContent)` +
		`.join(' | ') === 'The game | 2. c3, not a1'`
	until(t, ctx, lines)
	until(t, ctx, played(3))
	// The address follows the page a little later.
	until(t, ctx, `(import('./share.js').then((share) =>
		share.unpack(new URLSearchParams(location.hash.slice(1)).get('play'))).then((game) => {
			window.linked = game.lines.length;
		}), window.linked === 1)`)
	do(t, ctx, chromedp.Reload())
	until(t, ctx, lines+` && `+played(3))
	press(t, ctx, "#variation-list li:last-child button")
	until(t, ctx, `document.querySelector('#history li:nth-child(2)').textContent === 'c3'`)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/"))
	until(t, ctx, `document.querySelectorAll('#kept-list button').length === 1`)
	press(t, ctx, "#kept-list button")
	until(t, ctx, lines)
}

// Continue lists the games of the folder that a server keeps its tables in, also after a restart,
// and never those of another folder at the same address, whose tables may have the same names.
func TestContinueIsOfOneFolder(t *testing.T) {
	ctx, _ := browser(t, 1280, 900)
	folders := []string{t.TempDir(), t.TempDir()}
	var server *moody
	var away func()
	begin := func(folder int) {
		t.Helper()
		tables := protocol.NewServer(protocol.Options{Data: folders[folder]})
		if server == nil {
			server = newMoody(t, tables)
		} else {
			server.come(tables)
		}
		away = func() { server.away(); tables.Close() }
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL))
		until(t, ctx, `document.querySelectorAll('#families h2').length > 5`)
	}
	lists := func(want string) {
		t.Helper()
		if got := get[string](t, ctx,
			`[...document.querySelectorAll('#kept-list strong')].map((e) => e.textContent).join()`,
		); got != want {
			t.Errorf("Continue lists %q, want %q", got, want)
		}
	}
	play := func(game string) {
		t.Helper()
		open(t, ctx, server.URL, game)
		press(t, ctx, "#take0")
		until(t, ctx, `document.getElementById('take0').textContent === 'Stand up'`)
		press(t, ctx, on("a1"))
		until(t, ctx, played(1))
		if at := get[string](t, ctx, `location.hash`); at != "#table=t1" {
			t.Errorf("the first table is at %s", at)
		}
		do(t, ctx, chromedp.Navigate("about:blank"))
		away()
	}
	begin(0)
	lists("")
	play("hex")
	begin(1)
	lists("")
	play("tic-tac-toe")
	for folder, want := range []string{"Hex", "Tic-Tac-Toe"} {
		begin(folder)
		lists(want)
		press(t, ctx, "#kept-list button")
		until(t, ctx, fmt.Sprintf(`document.getElementById('take0')?.textContent === 'Stand up' && `+
			`document.getElementById('game').value === '%s'`, []string{"hex", "tic-tac-toe"}[folder]))
		do(t, ctx, chromedp.Navigate("about:blank"))
		away()
	}
}
