package web_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	chrome "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"boardgame/testdata/long"
)

// A move that is played from an earlier position begins a variation; the game stays as it was, and
// a click returns to it.
func TestVariations(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "chess")
	for i, move := range []string{"e2-e4", "e7-e5", "g1-f3"} {
		typed(t, ctx, move)
		until(t, ctx, played(i+1))
	}
	press(t, ctx, "#history li:nth-child(1) button")
	says(t, ctx, "After 1 of 3")
	press(t, ctx, on("c7")) // a click
	press(t, ctx, on("c5"))
	until(t, ctx, played(2))
	says(t, ctx, "White to move")
	list := func(want string) {
		t.Helper()
		until(t, ctx, `[...document.querySelectorAll('#variation-list button')].map((b) =>
			b.textContent + (b.hasAttribute('aria-current') ? ' *' : '')).join(' | ') === '`+want+`'`)
	}
	list("The game | 2. c5, not e5 *")
	picture(t, ctx, "variation")
	press(t, ctx, "#history li:nth-child(1) button")
	says(t, ctx, "After 1 of 2")
	drag(t, ctx, "e7", "e6") // a hand
	drop(t, ctx, "e6")
	list("The game | 2. c5, not e5 | 2. e6, not c5 *")
	press(t, ctx, "#variation-list li:first-child button")
	until(t, ctx, played(3))
	list("The game * | 2. c5, not e5 | 2. e6, not c5")
	// A move that is not legal there begins nothing.
	press(t, ctx, "#history li:nth-child(1) button")
	says(t, ctx, "After 1 of 3")
	typed(t, ctx, "e4-e5")
	until(t, ctx, `document.getElementById('message').textContent !== ''`)
	list("The game * | 2. c5, not e5 | 2. e6, not c5")
	// A reload keeps them, at the game and at a variation, even if the table of one is gone.
	press(t, ctx, "#variation-list li:nth-child(3) button")
	list("The game | 2. c5, not e5 | 2. e6, not c5 *")
	typed(t, ctx, "d2-d4")
	until(t, ctx, played(3))
	do(t, ctx, chromedp.Reload())
	list("The game | 2. c5, not e5 | 2. e6, not c5 *")
	until(t, ctx, played(3))
	get[bool](t, ctx, `localStorage.setItem("lines",
		localStorage.getItem("lines").replaceAll(location.hash.slice(7), "gone")) ?? true`)
	press(t, ctx, "#variation-list li:first-child button")
	list("The game * | 2. c5, not e5 | 2. e6, not c5")
	do(t, ctx, chromedp.Reload())
	list("The game * | 2. c5, not e5 | 2. e6, not c5")
	press(t, ctx, "#variation-list li:nth-child(3) button")
	list("The game | 2. c5, not e5 | 2. e6, not c5 *")
	until(t, ctx, played(3))
	press(t, ctx, "#new")
	until(t, ctx, `document.getElementById('variations').hidden`)
}

// A click that comes before an earlier position is shown means a move from that position, also
// where the one that is still shown has no such move.
func TestClickWhileTurningBack(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	for i, site := range []string{"b2", "a1", "c3"} {
		press(t, ctx, on(site))
		until(t, ctx, played(i+1))
	}
	get[bool](t, ctx, `(() => {
		document.querySelector('#history li:nth-child(1) button').click();
		const enter = new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true});
		return document.querySelector('[data-site="c3"]').dispatchEvent(enter) || true;
	})()`)
	until(t, ctx, `document.querySelector('#variation-list li:nth-child(2)')?.textContent ===
		'2. c3, not a1'`)
	until(t, ctx, played(2))
	complains(t, ctx, "")
}

// A bot judges every position of a game: a graph shows how it went, and the moves that lost most
// are marked in it and in the list, with what would have been better. A bar tells how it stands.
func TestAnalysis(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	press(t, ctx, "#evaluate")
	until(t, ctx, `document.getElementById('bar-text').textContent !== ''`)
	for i, move := range []string{"a1", "b1", "c3", "b2", "c1"} {
		typed(t, ctx, move)
		until(t, ctx, played(i+1))
	}
	until(t, ctx, `/^O: wins in 1/.test(document.getElementById('bar-text').textContent)`)
	until(t, ctx, `document.getElementById('bar-part').getBoundingClientRect().width < 1 +
		document.getElementById('bar').getBoundingClientRect().width * 0.05`)
	press(t, ctx, "#analyze")
	until(t, ctx, `document.getElementById('analyze').textContent === 'Analyze again'`)
	until(t, ctx, `document.querySelectorAll('#graph-picture .weak').length > 0`)
	if got := get[string](t, ctx, `[...document.querySelectorAll('#history .weak')].map((b) =>
		b.textContent).join()`); !strings.Contains(got, "?") {
		t.Errorf("marked in the list: %q", got)
	}
	until(t, ctx, `/^\d\. [XO]: .*\? Better: [a-c][1-3]$/.test(`+
		`document.querySelector('#weak button').textContent)`)
	picture(t, ctx, "analysis")
	at := get[[2]float64](t, ctx, `(() => {
		const g = document.getElementById('graph-picture');
		g.scrollIntoView({ block: 'center' });
		const r = g.getBoundingClientRect();
		return [r.x + r.width * 0.42, r.y + r.height / 2];
	})()`)
	do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
	says(t, ctx, "After 2 of 5")
	press(t, ctx, "#weak button")
	says(t, ctx, "After")
	press(t, ctx, "#evaluate")
	until(t, ctx, `document.getElementById('bar').hidden`)

	// No bot helps against people while the game goes on.
	open(t, ctx, url, "hex")
	other := another(t, 900, 800)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('evaluate').hidden`)
	// A mate that repetition keeps from being proven is one for the graph, too.
	open(t, ctx, url, "chess")
	for i, move := range []string{"f3", "e5", "g4", "Qh4"} {
		typed(t, ctx, move)
		until(t, ctx, played(i+1))
	}
	until(t, ctx, `document.activeElement.id === 'again'`)
	press(t, ctx, "#analyze")
	until(t, ctx, `document.getElementById('analyze').textContent === 'Analyze again'`)
	until(t, ctx, `/^2\. White: g4\? Better: /.test(document.querySelector('#weak button').textContent)`)
	until(t, ctx, `/ 100,36$/.test(document.querySelector('#graph-picture polyline').getAttribute('points'))`)
}

// The buttons below the list of moves save the game as files.
func TestSave(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	folder := t.TempDir()
	do(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, chrome.SetDownloadBehavior,
			chrome.SetDownloadBehaviorParams{Behavior: chrome.SetDownloadBehaviorBehaviorAllow,
				DownloadPath: folder})
		return err
	}))
	saved := func(button, file, has string) {
		t.Helper()
		press(t, ctx, "#save-"+button)
		for end := time.Now().Add(long.Patience / 4); time.Now().Before(end); {
			text, err := os.ReadFile(filepath.Join(folder, file))
			if err == nil && strings.Contains(string(text), has) {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("%s has not been saved with %q", file, has)
	}
	open(t, ctx, url, "chess")
	typed(t, ctx, "e2-e4")
	until(t, ctx, played(1))
	saved("record", "chess.txt", "1. e2-e4")
	saved("pgn", "chess.pgn", "1. e4 *")
	saved("svg", "chess.svg", "<svg ")
	open(t, ctx, url, "hex")
	typed(t, ctx, "c3")
	until(t, ctx, played(1))
	saved("sgf", "hex.sgf", "GM[11]")
	if get[bool](t, ctx, `document.getElementById('save-pgn') !== null`) {
		t.Error("Hex offers a PGN")
	}
}

// While a bot thinks, the page says how far it has come.
func TestProgress(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "chess")
	get[bool](t, ctx, `(() => {
		window.told = [];
		new MutationObserver(() => told.push(document.getElementById('progress')?.textContent))
			.observe(document.getElementById('strip'), { subtree: true, childList: true });
		return true;
	})()`)
	choose(t, ctx, "#seat1", "hard")
	press(t, ctx, on("e4"))
	until(t, ctx, `told.some((text) => /^\d+ moves deep, \S+ so far$/.test(text))`)
}
