package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
)

// A game between two people, each with a name and a clock: a draw that is declined, a move that is
// taken back with consent, a resignation, and a rematch with the seats moved.
func TestPeople(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	press(t, ctx, "#setup summary")
	choose(t, ctx, "#clock", "5m+3s")
	press(t, ctx, "#new")
	until(t, ctx, `document.getElementById('clock0')?.tagName === 'TIME' || `+
		`document.querySelector('#strip time')`)
	do(t, ctx, chromedp.SendKeys("#name", "Ann"))
	press(t, ctx, "#take0")
	until(t, ctx, `document.getElementById('take0').textContent === 'Stand up'`)
	other := another(t, 390, 844)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('take1').disabled`)
	until(t, other, `/Ann/.test(document.getElementById('strip').textContent)`)
	// A third reads that they watch, and the others how many do.
	third := another(t, 390, 844)
	do(t, third, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, third, `/1 watching, you among them/.test(document.getElementById('common').textContent)`)
	press(t, third, on("a1"))
	complains(t, third, "You are watching this game.")
	press(t, ctx, on("b2"))
	until(t, ctx, `/1 watching$/.test(document.getElementById('common').textContent)`)
	says(t, other, "O to move")
	until(t, other, `document.title === 'Your turn: Tic-Tac-Toe'`)
	until(t, other, `/^5:0|^4:5/.test(document.querySelector('#strip time').textContent)`)
	press(t, ctx, "#draw")
	until(t, other, `/Ann would like a draw/.test(document.getElementById('offers').textContent)`)
	press(t, other, "#offers button:nth-of-type(2)")
	until(t, ctx, `document.getElementById('offers').textContent === ''`)
	press(t, ctx, "#undo")
	until(t, other, `/take a move back/.test(document.getElementById('offers').textContent)`)
	press(t, other, "#offers button:nth-of-type(1)")
	says(t, ctx, "X to move")
	until(t, ctx, `document.querySelector('[data-piece]') === null`)
	press(t, ctx, on("a1"))
	says(t, other, "O to move")
	press(t, other, "#resign")
	press(t, other, "#resign")
	until(t, ctx, `/resigned/.test(document.getElementById('status').textContent)`)
	address := get[string](t, ctx, `location.href`)
	press(t, ctx, "#rematch")
	until(t, other, `/rematch/.test(document.getElementById('offers').textContent)`)
	picture(t, other, "rematch")
	press(t, other, "#offers button:nth-of-type(1)")
	until(t, ctx, `document.getElementById('take1').textContent === 'Stand up'`)
	until(t, other, `document.getElementById('take0').textContent === 'Stand up'`)
	if now := get[string](t, ctx, `location.href`); now == address || strings.Contains(now, "#play") {
		t.Errorf("the rematch is at %s, the game was at %s", now, address)
	}
}

// The panel with the link closes when the last seat is taken or by Escape, and one that is opened
// again has the link of the present table. Offers lie on the screen and do not move the board.
func TestInvitation(t *testing.T) {
	ctx, url := browser(t, 375, 667)
	do(t, ctx, chromedp.Navigate(url))
	until(t, ctx, `document.querySelector('[data-game="tic-tac-toe"]')`)
	press(t, ctx, `[value="away"]`)
	press(t, ctx, `[data-game="tic-tac-toe"]`)
	until(t, ctx, `document.getElementById('invite-code')?.naturalWidth > 50`)
	other := another(t, 375, 667)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('invite').hidden`)
	press(t, ctx, on("b2"))
	says(t, other, "O to move")
	get[bool](t, ctx, `(scrollTo(0, 0), true)`)
	top := get[float64](t, ctx, boardTop)
	press(t, other, "#draw")
	until(t, ctx, `document.querySelector('#offers button')?.checkVisibility()`)
	if now := get[float64](t, ctx, boardTop); now != top {
		t.Errorf("an offer moves the board from %.0f to %.0f", top, now)
	}
	if at := get[float64](t, ctx, `document.querySelector('#offers button')
		.getBoundingClientRect().bottom`); at > 667 {
		t.Errorf("the offer of a draw ends at %.0f of 667", at)
	}
	picture(t, ctx, "offer")
	press(t, ctx, "#link")
	until(t, ctx, `document.getElementById('invite').checkVisibility()`)
	do(t, ctx, chromedp.KeyEvent(kb.Escape))
	until(t, ctx, `document.getElementById('invite').hidden && document.activeElement.id === 'link'`)
	press(t, ctx, "#link")
	until(t, ctx, `document.getElementById('invite').checkVisibility()`)
	press(t, ctx, "#invite-close")
	until(t, ctx, `document.getElementById('invite').hidden && document.activeElement.id === 'link'`)
	press(t, ctx, "#link")
	until(t, ctx, `document.getElementById('invite').checkVisibility()`)
	press(t, ctx, "#offers button")
	until(t, ctx, `!document.getElementById('result').hidden`)
	old := get[string](t, ctx, `location.href`)
	press(t, ctx, "#new")
	until(t, ctx, fmt.Sprintf(`location.href !== %q && `+
		`document.getElementById('invite-link').value === location.href && `+
		`document.getElementById('invite-code').src.endsWith(encodeURIComponent(location.href))`,
		old))
}

// boardTop is where the board begins on the screen.
const boardTop = `document.getElementById('board').getBoundingClientRect().top`

// Where tables have secret addresses, the panel with the link lists one for strangers.
func TestListed(t *testing.T) {
	ctx, _ := browser(t, 375, 667)
	serving, stop := context.WithCancel(context.Background())
	server := httptest.NewServer(web.Handler(serving,
		protocol.NewServer(protocol.Options{Secret: true})))
	t.Cleanup(func() {
		stop()
		server.Close()
	})
	open(t, ctx, server.URL, "tic-tac-toe")
	address := get[string](t, ctx, `location.href`)
	other := another(t, 375, 667)
	open(t, other, server.URL, "hex")
	const none = `!document.querySelector('#list button') && document.getElementById('tables')
		.checkVisibility() && /None yet/.test(getComputedStyle(document.getElementById('list'),
			'::after').content)`
	press(t, other, "#tab-tables")
	until(t, other, none)
	picture(t, other, "tables-none")
	press(t, ctx, "#link")
	until(t, ctx, `document.getElementById('listed').checkVisibility()`)
	press(t, ctx, "#listed")
	until(t, other, `document.querySelector('#list button')`)
	press(t, other, "#list button")
	until(t, other, fmt.Sprintf(`location.href === %q`, address))
	picture(t, ctx, "listed")
	press(t, ctx, "#listed")
	press(t, other, "#tab-moves")
	press(t, other, "#tab-tables")
	until(t, other, none)
}

// Where all tables are listed, the box says so and stays ticked.
func TestAllAreListed(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	press(t, ctx, "#link")
	until(t, ctx, `document.getElementById('listed').checkVisibility()`)
	press(t, ctx, "#listed")
	complains(t, ctx, "this server lists all tables")
	until(t, ctx, `document.getElementById('listed').checked`)
}

// Somebody who calls themselves as a computer's seat is called is no computer after a reload; a
// computer is.
func TestPersonCalledComputer(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	link := get[string](t, ctx, `location.href`)
	do(t, ctx, chromedp.SendKeys("#name", "Computer, easy"))
	press(t, ctx, "#take0")
	until(t, ctx, `document.getElementById('take0').textContent === 'Stand up'`)
	choose(t, ctx, "#seat1", "easy")
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	until(t, ctx, `document.getElementById('seat1')?.value === 'easy'`)
	typed(t, ctx, "b2")
	until(t, ctx, played(2))
	until(t, ctx, `document.getElementById('seat0').value === ''`)
}

// Whoever changes the rules in the middle of a game asks the other player, who goes along after
// agreeing, with the same seats.
func TestRulesAreChangedTogether(t *testing.T) {
	ctx, url := browser(t, 900, 800)
	open(t, ctx, url, "tic-tac-toe")
	other := another(t, 900, 800)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, ctx, "#take0")
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('take1').textContent === 'Taken'`)
	typed(t, ctx, "a1")
	until(t, other, played(1))
	press(t, ctx, "#new")
	until(t, ctx, `/table=t2$/.test(location.href)`)
	until(t, other, `/other rules/.test(document.getElementById('offers').textContent)`)
	press(t, other, "#offers button")
	until(t, other, `!document.getElementById('invitation').hidden`)
	press(t, other, "#come")
	until(t, other, `/table=t2$/.test(location.href) && `+
		`document.getElementById('take1').textContent === 'Stand up'`)
	until(t, ctx, `document.getElementById('take0').textContent === 'Stand up'`)
	typed(t, ctx, "b2")
	until(t, other, played(1))
}

// What others ask covers nothing that can be used or read at a table, wherever the page is scrolled
// to, and can be answered there. Whoever has the focus on what goes away has it on the board then,
// or where the panel with the link was opened.
func TestCallsCoverNothing(t *testing.T) {
	ctx, url := browser(t, 375, 667)
	do(t, ctx, chromedp.Navigate(url))
	until(t, ctx, `document.querySelector('[data-game="chess"]')`)
	press(t, ctx, `[value="away"]`)
	press(t, ctx, `[data-game="chess"]`)
	until(t, ctx, `document.getElementById('invite-code')?.naturalWidth > 50 && `+
		`document.activeElement.id === 'invite-link'`)
	other := another(t, 375, 667)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('invite').hidden && document.activeElement.id === 'link'`)
	typed(t, ctx, "e2-e4")
	says(t, other, "Black to move")
	const covered = `(() => {
		const parts = '#board [data-site], #play :is(button, input, select), header :is(button, select), #news';
		for (const part of document.querySelectorAll(parts)) {
			if (part.closest('#calls') || !part.checkVisibility()) continue;
			const r = part.getBoundingClientRect();
			const over = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
			if (over?.closest('#calls')) return scrollY + ': ' + (part.dataset.site ?? part.id);
		}
		const { top, bottom } = [...document.querySelectorAll('#calls button')]
			.filter((b) => b.checkVisibility()).at(-1).getBoundingClientRect();
		return top < 0 || bottom > innerHeight ? scrollY + ': the answers are not on the screen' : '';
	})()`
	for _, size := range [][2]int64{{375, 667}, {390, 844}, {844, 390}, {1280, 800}, {320, 568}} {
		do(t, ctx, chromedp.EmulateViewport(size[0], size[1]))
		for _, ask := range []string{"#draw", "#undo", "#draw, #undo"} {
			all := strings.Split(ask, ", ")
			for _, one := range all {
				press(t, other, one)
			}
			until(t, ctx, fmt.Sprintf(
				`document.querySelectorAll('#offers p').length === %d`, len(all)))
			picture(t, ctx, fmt.Sprintf("call-%s-%d", ask[1:], size[0]))
			for y := 0; y < 600; y += 20 {
				get[bool](t, ctx, fmt.Sprintf(`(scrollTo(0, %d), true)`, y))
				time.Sleep(60 * time.Millisecond) // the page is drawn
				if what := get[string](t, ctx, covered); what != "" {
					t.Errorf("%v, %s: scrolled to %s", size, ask, what)
				}
			}
			get[bool](t, ctx, `(scrollTo(0, 0), true)`)
			for n := len(all); n > 1; n-- { // the focus does not go on to another offer
				do(t, ctx, chromedp.Focus("#offers button:last-child"), chromedp.KeyEvent(kb.Enter))
				until(t, ctx, fmt.Sprintf(`document.querySelectorAll('#offers p').length < %d && `+
					`document.activeElement.id === 'board'`, n))
			}
			do(t, ctx, chromedp.Focus("#offers button:last-child"), chromedp.KeyEvent(kb.Enter))
			until(t, ctx, `!document.querySelector('#offers button') && `+
				`document.activeElement.id === 'board'`)
			until(t, other, `!document.querySelector('#offers button')`)
		}
	}
}

// A list that is drawn anew keeps the focus: whoever looks back by keys goes on from there.
func TestFocusStaysInLists(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	do(t, ctx, chromedp.Navigate(url))
	until(t, ctx, `document.querySelector('[data-game="tic-tac-toe"]')`)
	press(t, ctx, `[value="here"]`)
	do(t, ctx, chromedp.Focus(`[data-game="tic-tac-toe"]`), chromedp.KeyEvent(kb.Enter))
	until(t, ctx, `document.querySelector('.open') && document.activeElement.id === 'board'`)
	for i, move := range []string{"b2", "a1", "c3"} {
		typed(t, ctx, move)
		until(t, ctx, played(i+1))
	}
	do(t, ctx, chromedp.Focus("#history li:nth-child(2) button"), chromedp.KeyEvent(kb.Enter))
	says(t, ctx, "After 2 of 3")
	until(t, ctx, `document.activeElement === document.querySelectorAll('#history button')[1]`)
	do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft))
	says(t, ctx, "After 1 of 3")
	typed(t, ctx, "c1") // a variation
	until(t, ctx, `document.querySelectorAll('#variation-list button').length === 2`)
	do(t, ctx, chromedp.Focus("#variation-list button"), chromedp.KeyEvent(kb.Enter))
	until(t, ctx, played(3))
	until(t, ctx, `document.activeElement === document.querySelector('#variation-list button')`)
	press(t, ctx, "#tab-tables")
	until(t, ctx, `document.querySelectorAll('#list button').length > 0`)
	get[bool](t, ctx, `(window.row = document.querySelector('#list li'), true)`)
	do(t, ctx, chromedp.Focus("#list button"))
	until(t, ctx, `!window.row.isConnected`) // it is asked for every few seconds
	until(t, ctx, `document.activeElement === document.querySelector('#list button')`)
}
