package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
	"boardgame/repl/web"
)

// The first page shows all games as pictures; a click starts one in the way that is chosen.
func TestLobby(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	begin := func(way, game string) {
		t.Helper()
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
		until(t, ctx, `document.querySelector('#lobby')?.checkVisibility()`)
		press(t, ctx, `[value="`+way+`"]`)
		until(t, ctx, `[...document.querySelectorAll('.gallery img')].length > 10 && `+
			`document.querySelector('.gallery img').naturalWidth > 0`)
		until(t, ctx, `[...document.querySelectorAll('#families h2')].some(h => `+
			`h.textContent === 'Chess and its kin' && `+
			`h.parentElement.querySelector('[data-game="chess"]'))`)
		picture(t, ctx, "lobby")
		press(t, ctx, `[data-game="`+game+`"]`)
	}
	begin("computer", "tic-tac-toe")
	press(t, ctx, on("b2"))
	until(t, ctx, played(2))
	says(t, ctx, "X to move")
	until(t, ctx, `document.getElementById('seat0').value === '' &&
		document.getElementById('seat1').value === 'easy'`)

	begin("away", "hex")
	until(t, ctx, `document.getElementById('take0')?.textContent === 'Stand up'`)
	until(t, ctx, `document.getElementById('invite-link').value === location.href && `+
		`document.getElementById('invite-code').naturalWidth > 50`)
	picture(t, ctx, "invite")

	begin("watch", "tic-tac-toe")
	until(t, ctx, `/wins|draw/i.test(document.getElementById('status').textContent)`)

	// After the end a panel says who has won, and the board marks the row; a click begins again.
	begin("here", "tic-tac-toe")
	for i, cell := range []string{"a1", "b1", "a2", "b2", "a3"} {
		press(t, ctx, on(cell))
		until(t, ctx, played(i+1))
	}
	until(t, ctx, `document.getElementById('result').checkVisibility() && `+
		`/^X wins/.test(document.getElementById('how').textContent)`)
	until(t, ctx, `document.querySelector('#board .b-won-line') !== null`)
	picture(t, ctx, "result")
	press(t, ctx, "#replay")
	until(t, ctx, `document.getElementById('result').hidden && `+
		`document.querySelector('[data-piece]') === null`)
	press(t, ctx, "#history li:last-child button")
	until(t, ctx, `document.getElementById('result').checkVisibility()`)
	press(t, ctx, "#again")
	until(t, ctx, played(0))
	until(t, ctx, `document.getElementById('result').hidden`)

	// Chess is told as its players write it.
	begin("here", "chess")
	press(t, ctx, on("g1"))
	press(t, ctx, on("f3"))
	until(t, ctx, `document.querySelector('#history button')?.textContent === 'Nf3'`)

	do(t, ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate("about:blank"),
		chromedp.Navigate(url))
	until(t, ctx, `document.querySelector('.gallery img')?.naturalWidth > 0`)
	picture(t, ctx, "lobby-narrow")

	// A game far down the list opens with its board in view.
	press(t, ctx, `[value="here"]`)
	press(t, ctx, `[data-game="tak"]`)
	until(t, ctx, `document.querySelector('#board svg')?.getBoundingClientRect().top >= 0 && `+
		`scrollY === 0`)
}

// A new game takes nothing away: each table has an entry of its own in the history of the browser,
// and the first page lists the games that are not over. The computer plays on at each.
func TestNewGameKeepsTheOld(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	do(t, ctx, chromedp.Navigate(url))
	press(t, ctx, `[data-game="nine-mens-morris"]`)
	until(t, ctx, `document.getElementById('seat1')?.value === 'medium'`)
	first := get[string](t, ctx, `location.hash`)
	typed(t, ctx, "a1")
	until(t, ctx, played(2))
	press(t, ctx, "#new")
	until(t, ctx, fmt.Sprintf(`/^#table/.test(location.hash) && location.hash !== %q && `, first)+
		played(0))
	next := fmt.Sprintf(`location.hash === %q && document.querySelector('#board svg') && `,
		get[string](t, ctx, `location.hash`)) + played(0)
	travel := func(by int, then string) {
		t.Helper()
		get[bool](t, ctx, fmt.Sprintf(`history.go(%d) ?? true`, by))
		until(t, ctx, then)
	}
	old := fmt.Sprintf(`location.hash === %q && `, first) + played(2)
	travel(-1, old)
	until(t, ctx, `document.getElementById('invitation').checkVisibility()`)
	travel(-1, `document.querySelector('#lobby')?.checkVisibility()`)
	until(t, ctx, `document.querySelectorAll('#kept-list button').length === 1 && `+
		`/Nine Men.s Morris turn 3/.test(document.getElementById('kept-list').textContent)`)
	picture(t, ctx, "continue")
	travel(1, old)
	travel(1, next)
	travel(-2, `document.querySelector('#kept-list button')?.checkVisibility()`)
	press(t, ctx, "#kept-list button")
	until(t, ctx, old)
	until(t, ctx, `document.getElementById('seat1').value === 'medium'`)
	press(t, ctx, "#board .open")
	until(t, ctx, played(4))
}

// Whoever returns to a table that was left has there, and at the next one, the seats as before.
func TestSeatsOfTheNextTable(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "hex")
	until(t, ctx, `/^#table/.test(location.hash)`)
	first := get[string](t, ctx, `location.hash`)
	typed(t, ctx, "a1")
	until(t, ctx, played(1))
	press(t, ctx, "#new")
	until(t, ctx, fmt.Sprintf(`location.hash !== %q && `, first)+played(0))
	next := get[string](t, ctx, `location.hash`)
	press(t, ctx, "#take0")
	choose(t, ctx, "#seat1", "easy")
	const mine = `document.getElementById('take0').textContent === 'Stand up'`
	until(t, ctx, mine)
	typed(t, ctx, "b2")
	until(t, ctx, played(2))
	get[bool](t, ctx, `history.back() ?? true`)
	until(t, ctx, fmt.Sprintf(`location.hash === %q && `, first)+
		`document.getElementById('invitation').checkVisibility()`)
	press(t, ctx, "#come")
	until(t, ctx, fmt.Sprintf(`location.hash === %q && `, next)+played(2)+` && `+mine)
	until(t, ctx, `document.getElementById('seat1').value === 'easy'`)
}

// A game whose options change keeps its entry in the history, and what it replaces is closed; a
// game that was left for a new one is not.
func TestOptionsCloseNoOtherGame(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "hex")
	until(t, ctx, `/^#table/.test(location.hash)`)
	entries := get[float64](t, ctx, `history.length`)
	table := func(turns int, do func()) string {
		t.Helper()
		hash := get[string](t, ctx, `location.hash`)
		do()
		until(t, ctx, fmt.Sprintf(`/^#table/.test(location.hash) && location.hash !== %q && `,
			hash)+played(turns))
		return get[string](t, ctx, `location.hash`)
	}
	size := func(n string) func() {
		return func() {
			if !get[bool](t, ctx, `document.getElementById('setup').open`) {
				press(t, ctx, "#setup summary")
			}
			choose(t, ctx, `#options [name="size"]`, n)
		}
	}
	typed(t, ctx, "a1")
	until(t, ctx, played(1))
	b := table(1, size("7"))
	if n := get[float64](t, ctx, `history.length`); n != entries {
		t.Errorf("after a change of an option, the history has %.0f entries, not %.0f", n, entries)
	}
	typed(t, ctx, "b2")
	until(t, ctx, played(2))
	c := table(0, func() { press(t, ctx, "#new") })
	d := table(0, size("8"))
	table(0, size("9"))
	for hash, there := range map[string]bool{b: true, c: true, d: false} {
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/"+hash))
		until(t, ctx, fmt.Sprintf(`document.getElementById('lobby').checkVisibility() === %v && `+
			`(document.getElementById('why').textContent || document.querySelector('#board svg'))`,
			!there))
	}
}

// keepForeign keeps a game in the browser as another program at the same address does.
func keepForeign(t *testing.T, ctx context.Context, home, fragment string) {
	t.Helper()
	get[bool](t, ctx, fmt.Sprintf(`(() => {
		window.foreign = false;
		const opened = indexedDB.open("boardgame", 1);
		opened.onupgradeneeded = () =>
			opened.result.createObjectStore("games", { keyPath: "id" });
		opened.onsuccess = () => {
			const work = opened.result.transaction("games", "readwrite");
			work.objectStore("games").put({ id: "foreign", home: %q || undefined, fragment: %q,
				title: "Foreign", standing: "turn 2", time: Date.now() });
			work.oncomplete = () => { window.foreign = true; };
		};
		return true;
	})()`, home, fragment))
	until(t, ctx, `window.foreign`)
}

// The first page lists one's own games: not those of others whose link was opened once, nor those
// of another program at this address, which stay kept for that one.
func TestContinueIsOnesOwn(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	first := func(window context.Context) {
		t.Helper()
		do(t, window, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
		until(t, window, `document.querySelectorAll('#families h2').length > 5`)
	}
	open(t, ctx, url, "hex")
	typed(t, ctx, "a1")
	until(t, ctx, played(1))
	hash := get[string](t, ctx, `location.hash`)
	other := another(t, 1280, 900)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, played(1))
	first(other)
	time.Sleep(200 * time.Millisecond) // as the list takes after the pictures
	until(t, other, `document.getElementById('kept').hidden`)

	for _, home := range []string{"another", ""} {
		keepForeign(t, ctx, home, "#table=t1")
		first(ctx)
		until(t, ctx, `document.getElementById('kept-list').innerText.startsWith('Hex') && `+
			`document.querySelectorAll('#kept-list button').length === 1`)
	}
	get[bool](t, ctx, `(() => {
		const opened = indexedDB.open("boardgame", 1);
		opened.onsuccess = () => {
			const asked = opened.result.transaction("games").objectStore("games").count();
			asked.onsuccess = () => { window.count = asked.result; };
		};
		return true;
	})()`)
	until(t, ctx, `window.count === 2`)
	// Earlier pages did not tell folders apart. A table that is not found is hidden, but not lost.
	keepForeign(t, ctx, "kept", "#table=nonesuch")
	first(ctx)
	until(t, ctx, `document.querySelectorAll('#kept-list button').length === 1`)
	keepForeign(t, ctx, "kept", hash)
	first(ctx)
	until(t, ctx, `document.getElementById('kept-list').innerText.startsWith('Foreign') && `+
		`document.querySelectorAll('#kept-list button').length === 1`)
	press(t, ctx, "#kept-list button")
	until(t, ctx, played(1))
}

// A server of one game says why a link leads to no table, too.
func TestLinksToNothingOfOneGame(t *testing.T) {
	ctx, _ := browser(t, 390, 844)
	serving, stop := context.WithCancel(context.Background())
	program := protocol.NewServer(protocol.Options{})
	server := httptest.NewServer(web.Handler(serving, program))
	t.Cleanup(func() {
		stop()
		server.Close()
	})
	if _, err := program.Load(serving, &message.LoadParams{
		Source: message.Source{Name: "tic-tac-toe"}}); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(server.URL+"/#table=t77"))
	until(t, ctx, `/table is closed/.test(document.getElementById('message')?.innerText) && `+
		`document.querySelector('#board .open') !== null`)
}

// A link that leads to no game shows the list of games, and says so.
func TestLinksToNothing(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	for _, c := range []struct{ link, says string }{
		{"table=aaaaaaaaaaaaaaaaaaaaaaaaaa", "table is closed"}, {"play=xyz", "link is damaged"},
		{"game=nonesuch", "nonesuch"},
	} {
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/#"+c.link))
		until(t, ctx, `/`+c.says+`/.test(document.getElementById('why')?.innerText)`)
		until(t, ctx, `document.querySelector('[data-game="cage"]')?.checkVisibility()`)
		picture(t, ctx, "nowhere")
	}
	press(t, ctx, `[data-game="tic-tac-toe"]`)
	until(t, ctx, `/^#table/.test(location.hash) && document.querySelector('#board .open')`)
}

// The field above the pictures finds games by words of their names, descriptions and families.
func TestFindGames(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	do(t, ctx, chromedp.Navigate(url))
	until(t, ctx, `document.querySelectorAll('#families h2').length > 5`)
	for _, c := range []struct{ typed, found string }{
		{"othello", "reversi"},
		{"MU TORERE", "mu-torere"},
		{"fairy xyzzy", ""},
		{"chess   raumschach ", "raumschach"},
	} {
		press(t, ctx, "#find")
		get[bool](t, ctx, `document.getElementById('find').select() ?? true`)
		do(t, ctx, chromedp.KeyEvent(c.typed))
		until(t, ctx, `[...document.querySelectorAll('#families button')].filter((b) =>
			b.checkVisibility()).map((b) => b.dataset.game).join() === '`+c.found+`'`)
		until(t, ctx, fmt.Sprintf(`document.getElementById('none').hidden === %v`, c.found != ""))
		picture(t, ctx, "find")
	}
	do(t, ctx, chromedp.KeyEvent("\r"))
	until(t, ctx, `document.querySelector('#board svg') !== null`)
	// Enter opens the first of several games.
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	until(t, ctx, `document.querySelectorAll('#families h2').length > 5`)
	press(t, ctx, "#find")
	do(t, ctx, chromedp.KeyEvent("chess"), chromedp.KeyEvent("\r"))
	until(t, ctx, `document.querySelector('#board svg') !== null`)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	until(t, ctx, `[...document.querySelectorAll('#families button')].filter((b) =>
		b.checkVisibility()).length > 100`)
}
