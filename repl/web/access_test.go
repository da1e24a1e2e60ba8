package web_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"boardgame/testdata/long"
)

// The colors of the style sheet have the contrast that WCAG 2.2 asks for, by day and by night: 4.5
// for text, 3 for controls.
func TestContrast(t *testing.T) {
	css, err := os.ReadFile("page/style.css")
	if err != nil {
		t.Fatal(err)
	}
	themes := regexp.MustCompile(`(?s):root \{(.*?)\n\s*\}`).FindAllStringSubmatch(string(css), -1)
	if len(themes) != 2 {
		t.Fatalf("there are %d themes", len(themes))
	}
	for i, name := range []string{"light", "dark"} {
		color := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(
			themes[i][1], -1) {
			color[m[1]] = m[2]
		}
		for _, pair := range []struct {
			ink, ground string
			least       float64
		}{
			{"ink", "back", 4.5}, {"ink", "card", 4.5}, {"ink", "tint", 4.5}, {"quiet", "back",
				4.5}, {"quiet", "card", 4.5},
			{"quiet", "tint", 4.5}, {"on-accent", "accent", 4.5}, {"wrong", "back", 4.5}, {"wrong",
				"card", 4.5},
			{"code-keyword", "card", 4.5}, {"code-name", "card", 4.5}, {"code-defined", "card",
				4.5}, {"code-text", "card", 4.5},
			{"code-number", "card", 4.5}, {"code-keyword", "tint", 4.5}, {"code-name", "tint",
				4.5}, {"code-text", "tint", 4.5},
			{"code-number", "tint", 4.5}, {"ink", "selection", 4.5},
			{"edge", "card", 3}, {"edge", "back", 3}, {"accent", "card", 3}, {"accent", "back", 3},
		} {
			if got := contrast(t, color[pair.ink], color[pair.ground]); got < pair.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f; at least %.1f is needed", name,
					pair.ink, pair.ground, got, pair.least)
			}
		}
		// The coordinates beside the board, and the dots and the focus on it, are the same by day
		// and by night.
		for _, pair := range [][2]string{{"#5b5143", color["table"]}, {"#5b5143", "#f6eedd"}} {
			if got := contrast(t, pair[0], pair[1]); got < 4.5 {
				t.Errorf("%s: coordinates have a contrast of %.2f", name, got)
			}
		}
		for _, ground := range []string{"#f6eedd", "#e3d1ab"} {
			for _, ink := range []string{"#2f7d3b", "#1f6f5c", "#a63a8c", "#7d6e50"} {
				if got := contrast(t, ink, ground); got < 3 {
					t.Errorf("%s on %s has a contrast of %.2f", ink, ground, got)
				}
			}
		}
	}
}

// contrast is that of WCAG 2: the ratio of the luminances of two colors, from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(hex string) float64 {
		if len(hex) != 7 {
			t.Fatalf("%q is no color", hex)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			x := float64(n) / 255
			if x <= 0.04045 {
				x /= 12.92
			} else {
				x = math.Pow((x+0.055)/1.055, 2.4)
			}
			sum += weight * x
		}
		return sum
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// nameless lists the visible controls that a screen reader could not name or a keyboard could not
// reach.
const nameless = `(() => {
	const bad = [], seen = (e) => e.getClientRects().length > 0;
	const name = (e) => e.getAttribute('aria-label') || e.labels?.[0]?.textContent || e.textContent ||
		e.title || '';
	for (const e of document.querySelectorAll('button, select, input, textarea, summary, [role=button], [role=tab], a[href]')) {
		if (seen(e) && !name(e).trim()) bad.push('no name: ' + e.outerHTML.slice(0, 80));
	}
	for (const e of document.querySelectorAll('[data-site].open')) {
		if (e.getAttribute('role') !== 'button' ||
			!e.hasAttribute('tabindex')) bad.push('not a button: ' + e.dataset.site);
	}
	const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
	for (const id of new Set(ids)) if (ids.filter((x) => x === id).length > 1) bad.push('twice: #' + id);
	for (const attribute of ['aria-controls', 'aria-labelledby', 'for']) {
		for (const e of document.querySelectorAll('[' + attribute + ']')) {
			if (!document.getElementById(e.getAttribute(attribute))) bad.push(attribute + ' of nothing: ' + e.id);
		}
	}
	// What belongs to a label is as large as the label; links in a text are as large as its letters.
	for (const e of document.querySelectorAll(
		'button, select, input, textarea, summary, [role=tab], a[href]')) {
		if (e.closest('#findings p, #findings li, #findings h2')) continue;
		const r = (e.labels?.[0]?.contains(e) ? e.labels[0] : e).getBoundingClientRect();
		if (seen(e) && (r.width < 24 || r.height < 24)) bad.push('too small: ' + (e.id ||
			e.textContent) + ' ' + r.width + '×' + r.height);
	}
	const cells = [...document.querySelectorAll('[data-kind=cell]')]
		.map((e) => e.getBoundingClientRect());
	const least = Math.min(...cells.map((r) => Math.max(r.width, r.height)));
	if (least < 24 && document.getElementById('zoom').hidden) bad.push('cells of ' + least);
	if (!document.documentElement.lang) bad.push('no language');
	if (!document.querySelector('main') ||
		document.querySelectorAll('h1').length !== 1) bad.push('no main, or no one h1');
	if (seen(document.getElementById('board')) &&
		document.querySelectorAll('#board [tabindex="0"]').length !== 1)
		bad.push('the board has not one stop of the Tab key');
	return bad;
})()`

// Every control has a name, is large enough for a finger, and can be reached and used without a
// mouse. Nothing moves if the user wants no motion.
func TestAccess(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	for i, game := range []string{"cage", "blockade", "nine-mens-morris", "chess"} {
		if !long.Case(i, 2) {
			continue
		}
		open(t, ctx, url, game)
		for _, tab := range []string{"moves", "tables", "rules", "study"} {
			press(t, ctx, "#tab-"+tab)
			if tab == "rules" {
				until(t, ctx, `document.getElementById('editor').editor`)
			}
			for _, bad := range get[[]string](t, ctx, nameless) {
				t.Errorf("%s, %s: %s", game, tab, bad)
			}
		}
	}
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	until(t, ctx, `document.querySelector('.gallery img') !== null`)
	for _, bad := range get[[]string](t, ctx, nameless) {
		t.Errorf("the first page: %s", bad)
	}
	// A list of moves that was analyzed, saved and varied.
	open(t, ctx, url, "tic-tac-toe")
	for i, move := range []string{"a1", "b1", "c3", "b2", "c1"} {
		typed(t, ctx, move)
		until(t, ctx, played(i+1))
	}
	press(t, ctx, "#analyze")
	until(t, ctx, `document.querySelector('#weak button') !== null`)
	press(t, ctx, "#history li:first-child button")
	says(t, ctx, "After 1")
	press(t, ctx, on("b2"))
	until(t, ctx, `document.querySelectorAll('#variation-list button').length === 2`)
	press(t, ctx, "#setup summary")
	for _, bad := range get[[]string](t, ctx, nameless) {
		t.Errorf("the list of moves: %s", bad)
	}
	// A move by keyboard alone: Tab to the board, arrows, Enter.
	open(t, ctx, url, "chess")
	get[bool](t, ctx, `(document.querySelector('#board [tabindex="0"]').focus(), true)`)
	key := func(name string) { do(t, ctx, chromedp.KeyEvent(name)) }
	for range 20 {
		if at := get[string](t, ctx, `document.activeElement.dataset.site`); at[0] != 'e' {
			key(map[bool]string{true: "\u0303", false: "\u0302"}[at[0] < 'e']) // right, left
		} else if at != "e2" {
			key(map[bool]string{true: "\u0304", false: "\u0301"}[at < "e2"]) // up, down
		} else {
			break
		}
	}
	key("\r")
	until(t, ctx, `document.activeElement.dataset.site === 'e2' && `+
		`document.querySelector('[data-site=e4]').classList.contains('open')`)
	label := get[string](t, ctx,
		`document.querySelector('[data-site=e1]').getAttribute('aria-label')`)
	if !strings.Contains(label, "White king") {
		t.Errorf("e1 is called %q", label)
	}
	if ring := get[string](t, ctx,
		`getComputedStyle(document.activeElement).strokeWidth`); ring != "4px" {
		t.Errorf("the focus on the board is %s wide", ring)
	}
	key("\u0304")
	key("\u0304")
	key("\r")
	until(t, ctx, `/^Black to move/.test(document.getElementById('status').textContent)`)
	if live := get[string](t, ctx,
		`document.getElementById('status').getAttribute('aria-live')`); live != "polite" {
		t.Errorf("the status is told %q", live)
	}
	prefer(t, ctx, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	moving := get[[]string](t, ctx, `[...document.querySelectorAll('*')].filter((e) => {
		const s = getComputedStyle(e);
		return s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0;
	}).map((e) => e.outerHTML.slice(0, 60))`)
	if len(moving) > 0 {
		t.Errorf("moves although that is not wanted: %s", fmt.Sprint(moving))
	}
}
