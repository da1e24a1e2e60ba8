package web_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// At 200% zoom, which leaves half of the pixels, and where the browser's letters are twice as
// large, nothing is wider than the window, and board and buttons can be reached and used.
func TestZoom(t *testing.T) {
	ctx, url := browser(t, 640, 450)
	wide := func(what string) {
		t.Helper()
		if by := get[float64](t, ctx, `document.documentElement.scrollWidth - innerWidth`); by > 0 {
			t.Errorf("%s is too wide by %.0f", what, by)
		}
	}
	for _, size := range [][2]int64{{640, 450}, {320, 640}} {
		do(t, ctx, chromedp.EmulateViewport(size[0], size[1]))
		open(t, ctx, url, "chess")
		wide("the table")
		press(t, ctx, on("e2"))
		press(t, ctx, on("e4"))
		says(t, ctx, "Black to move")
		press(t, ctx, "#undo")
		says(t, ctx, "White to move")
		for _, tab := range []string{"tables", "rules", "study", "moves"} {
			press(t, ctx, "#tab-"+tab)
			wide(tab)
		}
		press(t, ctx, "#setup summary")
		wide("the options")
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
		until(t, ctx, `document.querySelector('.gallery img')?.naturalWidth > 0`)
		wide("the first page")
	}
	// Letters of 32 pixels.
	do(t, ctx, chromedp.EmulateViewport(1280, 900))
	open(t, ctx, url, "chess")
	get[bool](t, ctx, `(document.documentElement.style.fontSize = '200%', true)`)
	wide("the table with large letters")
	press(t, ctx, on("e4"))
	says(t, ctx, "Black to move")
	press(t, ctx, "#undo")
	says(t, ctx, "White to move")
	picture(t, ctx, "large-letters")
}

// Where the system chooses all colors, what is chosen is told by more than a background.
func TestForcedColors(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	prefer(t, ctx, &emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	open(t, ctx, url, "chess")
	press(t, ctx, on("e4"))
	says(t, ctx, "Black to move")
	typed(t, ctx, "e7-e5")
	until(t, ctx, played(2))
	press(t, ctx, "#history li:first-child button")
	says(t, ctx, "After 1 of 2")
	for _, pair := range [][2]string{
		{"#tab-moves", "#tab-rules"}, {"#new", "#undo"},
		{"#history [aria-current]", "#history button:not([aria-current])"},
	} {
		for i, want := range []string{"solid", "none"} {
			if got := get[string](t, ctx, `getComputedStyle(document.querySelector('`+pair[i]+
				`')).outlineStyle`); got != want {
				t.Errorf("%s has the outline %s, want %s", pair[i], got, want)
			}
		}
	}
	if got := get[string](t, ctx, `getComputedStyle(document.querySelector('#board')).`+
		`forcedColorAdjust`); got != "none" {
		t.Errorf("the colors of the pieces are %s", got)
	}
	picture(t, ctx, "forced-colors")
	prefer(t, ctx)
}
