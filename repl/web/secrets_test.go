package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
	"boardgame/repl/web"
	"boardgame/testdata/long"
)

// Two people play Kuhn poker, each at a page that shows only their own card, and two others at one
// page, which is hidden while it is passed on.
func TestSecretsOnThePage(t *testing.T) {
	ctx, _ := browser(t, 1000, 800)
	s := protocol.NewServer(protocol.Options{Paths: true})
	if _, err := s.Load(t.Context(), &message.LoadParams{
		Source: message.Source{Name: "kuhn-poker"}}); err != nil {
		t.Fatal(err)
	}
	serving, stop := context.WithCancel(context.Background())
	server := httptest.NewServer(web.Handler(serving, s))
	t.Cleanup(func() {
		stop()
		server.Close()
	})
	do(t, ctx, chromedp.Navigate(server.URL))
	says(t, ctx, "First to move. Sit down to play")
	sees(t, ctx, `card of First: hidden · card of Second: hidden`)
	press(t, ctx, "#take0")
	sees(t, ctx, `card of First: \d · card of Second: hidden`)
	other := another(t, 500, 800)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	says(t, other, "First to move. Sit down to play")
	press(t, other, "#take1")
	sees(t, other, `card of First: hidden · card of Second: \d`)
	picture(t, other, "secrets-remote")
	press(t, ctx, "#choices button:nth-of-type(2)")
	says(t, other, "Second to move")
	press(t, other, "#choices button:nth-of-type(2)")
	until(t, ctx, `!document.getElementById('result').hidden`)
	sees(t, ctx, `^$`) // everything is shown; nothing is beside the board for both

	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL))
	says(t, ctx, "First to move. Sit down to play")
	press(t, ctx, "#take0")
	until(t, ctx, `document.querySelector('#choices button') !== null`)
	press(t, ctx, "#take1")
	until(t, ctx, `/Pass the device to First/.test(document.getElementById('curtain').textContent)`)
	press(t, ctx, "#curtain-open")
	sees(t, ctx, `card of First: \d · card of Second: hidden`)
	until(t, ctx, `document.getElementById('curtain').hidden`)
	press(t, ctx, "#choices button")
	until(t, ctx, `!document.getElementById('curtain').hidden`)
	picture(t, ctx, "secrets-curtain")
	press(t, ctx, "#curtain-open")
	sees(t, ctx, `card of First: hidden · card of Second: \d`)
}

// While the device is passed on, the page has no secret of anybody, and no key leaves the curtain.
func TestCurtain(t *testing.T) {
	ctx, url := browser(t, 1000, 800)
	do(t, ctx, chromedp.Navigate(url))
	until(t, ctx, `document.querySelector('[data-game="kuhn-poker"]')`)
	press(t, ctx, `[value="here"]`)
	press(t, ctx, `[data-game="kuhn-poker"]`)
	covered := func(player string) {
		t.Helper()
		until(t, ctx, `document.getElementById('curtain-open').checkVisibility() && `+
			`document.activeElement.textContent === 'I am `+player+`'`)
		if text := get[string](t, ctx, `[document.querySelector('main').textContent,
			...[...document.querySelectorAll('main [aria-label], main [title]')].map((e) =>
				e.ariaLabel + e.title)].join(' ').match(/card of [^.]*|, \d|First: \w+|hidden/)?.[0] ??
			''`); text != "" {
			t.Errorf("behind the curtain before %s stands %q", player, text)
		}
		if text := get[string](t, ctx, `document.getElementById('move').value`); text != "" {
			t.Errorf("what was typed before %s stands there: %q", player, text)
		}
		for range 4 {
			do(t, ctx, chromedp.KeyEvent("\t"))
			if !get[bool](t, ctx, `document.activeElement.closest('main, header') === null`) {
				t.Error("Tab goes behind the curtain")
			}
		}
		do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Home),
			chromedp.KeyEvent(kb.Escape))
		if !get[bool](t, ctx, `document.querySelector('main').inert && `+
			`document.getElementById('curtain').checkVisibility() && `+
			`document.querySelector('[data-site]') === null`) {
			t.Error("the curtain is open, or a board behind it")
		}
		if !get[bool](t, ctx, `/^#table/.test(location.hash)`) {
			t.Error("the address is not that of the table")
		}
	}
	covered("First")
	do(t, ctx, chromedp.EmulateViewport(400, 800), chromedp.EmulateViewport(1000, 800))
	press(t, ctx, "#curtain-open")
	sees(t, ctx, `card of First: \d · card of Second: hidden`)
	until(t, ctx, `document.activeElement.id === 'board'`)
	do(t, ctx, chromedp.SendKeys("#move", "bet, I have"))
	press(t, ctx, "#choices button")
	covered("Second")
	press(t, ctx, "#curtain-open")
	sees(t, ctx, `card of First: hidden · card of Second: \d`)
	until(t, ctx, `document.activeElement.id === 'board'`)
	says(t, ctx, "Second to move") // no key has gone to an earlier position
	until(t, ctx, `!document.querySelector('main').inert && `+played(2))
}

// sees waits for what is told beside the board.
func sees(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	until(t, ctx, `/`+text+`/.test(document.getElementById('common').textContent)`)
}

// Against the computer, whose seat belongs to the page as well, only the person's view is shown.
func TestSecretsAgainstTheComputer(t *testing.T) {
	ctx, url := browser(t, 1000, 800)
	do(t, ctx, chromedp.Navigate(url+"/#game=kuhn-poker"))
	says(t, ctx, "First to move. Sit down to play")
	choose(t, ctx, "#seat1", "medium")
	press(t, ctx, "#take0")
	sees(t, ctx, `card of First: \d · card of Second: hidden`)
	press(t, ctx, "#choices button") // pass: the computer answers, and perhaps First again
	until(t, ctx, `/Second: (bet|pass)/.test(document.body.textContent) && (`+
		`!document.getElementById('result').hidden || `+
		`document.getElementById('status').textContent.startsWith('First to move'))`)
	if get[bool](t, ctx, `document.getElementById('result').hidden`) {
		sees(t, ctx, `card of First: \d · card of Second: hidden`)
		press(t, ctx, "#choices button")
		until(t, ctx, `!document.getElementById('result').hidden`)
	}
}

// On a site without a server, the page itself has all seats; the table is hidden while it is passed
// on, and with a computer in the other seat it stays open. A refused move says why.
func TestSecretsWithoutServer(t *testing.T) {
	ctx, _ := browser(t, 1000, 800)
	url := site(t)
	do(t, ctx, chromedp.Navigate(url+"/#game=kuhn-poker"))
	until(t, ctx, `/Pass the device to First/.test(document.getElementById('curtain').textContent)`)
	press(t, ctx, "#curtain-open")
	sees(t, ctx, `card of First: \d · card of Second: hidden`)
	choose(t, ctx, "#seat1", "easy")
	press(t, ctx, "#choices button")
	until(t, ctx, `!document.getElementById('result').hidden || `+
		`document.getElementById('status').textContent.startsWith('First to move')`)
	if !get[bool](t, ctx, `document.getElementById('curtain').hidden`) {
		t.Error("the table is hidden from the only person")
	}
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/#game=kriegspiel-4"))
	until(t, ctx, `/Pass the device to White/.test(document.getElementById('curtain').textContent)`)
	press(t, ctx, "#curtain-open")
	typed(t, ctx, "a2-a4")
	until(t, ctx, `/pawn on a2 cannot go to a4/.test(document.getElementById('message').textContent)`)
}

// Two people set up Stratego at the same time, each at a page of their own: the second one is done
// before the first one begins. Then they play.
func TestStrategoInTwoBrowsers(t *testing.T) {
	if !long.Race {
		long.Skip(t, "forty pieces each")
	}
	red, url := browser(t, 1000, 900)
	do(t, red, chromedp.Navigate(url+"/#game=stratego"))
	says(t, red, "Red to move. Sit down to play")
	press(t, red, "#take0")
	until(t, red, `document.querySelectorAll('#board .open').length === 40`)
	blue := another(t, 1000, 900)
	do(t, blue, chromedp.Navigate(get[string](t, red, `location.href`)))
	says(t, blue, "Red to move. Sit down to play")
	press(t, blue, "#take1")
	set := func(ctx context.Context, from, to int) {
		for n := from; n > to; n-- {
			until(t, ctx, fmt.Sprintf(`document.querySelectorAll('#board .open').length === %d`, n))
			at := get[[]float64](t, ctx, middle)
			do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
		}
	}
	set(blue, 40, 0)
	says(t, blue, "Red to move. Your choice is kept")
	picture(t, blue, "stratego-ready")
	set(red, 40, 20)
	says(t, red, "Red goes on")
	picture(t, red, "stratego-setup")
	set(red, 20, 0)
	says(t, red, "Red to move")
	until(t, blue, `!/kept/.test(document.getElementById('status').textContent)`)
	until(t, red, `document.querySelectorAll('#board .open').length > 0`)
	picture(t, red, "stratego-begins")
}

// middle is the middle of any site that can be chosen.
const middle = `(() => {
	const all = [...document.querySelectorAll('#board .open')];
	const e = all[Math.floor(Math.random() * all.length)];
	e.scrollIntoView({ block: 'nearest' });
	const r = e.getBoundingClientRect();
	return [r.x + r.width / 2, r.y + r.height / 2];
})()`

// Whist is played by two teams: each player's partner is named.
func TestTeamsOnThePage(t *testing.T) {
	ctx, url := browser(t, 1000, 900)
	do(t, ctx, chromedp.Navigate(url+"/#game=whist"))
	until(t, ctx, `/North, with South.*East, with West.*West, with East/.test(`+
		`document.body.textContent)`)
	picture(t, ctx, "teams")
}
