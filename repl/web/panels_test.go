package web_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
)

// On phones of all widths, whatever opens is on the screen, and the game can be read in its list.
func TestPanelsOnPhones(t *testing.T) {
	ctx, url := browser(t, 320, 667)
	inside := func(width int64, what string) {
		t.Helper()
		if at := get[[]float64](t, ctx, fmt.Sprintf(`(() => {
			const r = document.querySelector(%q).getBoundingClientRect();
			return [r.left, r.right, document.documentElement.scrollWidth];
		})()`, what)); at[0] < 0 || at[1] > float64(width) || at[2] > float64(width) {
			t.Errorf("%d pixels wide: %s is from %.0f to %.0f of %.0f", width, what, at[0], at[1],
				at[2])
		}
	}
	for _, width := range []int64{320, 360, 375, 667} {
		do(t, ctx, chromedp.EmulateViewport(width, 667))
		for _, game := range []string{"cage", "chess"} {
			open(t, ctx, url, game)
			press(t, ctx, "#setup summary")
			until(t, ctx, `document.getElementById('setting').checkVisibility()`)
			inside(width, "#setting")
			picture(t, ctx, fmt.Sprintf("options-%d", width))
			press(t, ctx, "#setup summary")
			press(t, ctx, "#link")
			inside(width, "#invite")
			if wide := get[float64](t, ctx, `document.getElementById('game').offsetWidth`); wide < 75 {
				t.Errorf("%d pixels wide: the list of games has %.0f", width, wide)
			}
			for _, tab := range []string{"tables", "rules", "study", "moves"} {
				press(t, ctx, "#tab-"+tab)
				inside(width, "#"+tab)
			}
		}
	}
}

// A hint can be read whole on a phone, and does not move the board.
func TestHintIsWhole(t *testing.T) {
	ctx, url := browser(t, 375, 667)
	for _, game := range []string{"chess", "lines-of-action"} {
		open(t, ctx, url, game)
		place(t, ctx, "#hint") // where the page is scrolled so that it can be pressed
		top := get[float64](t, ctx, boardTop)
		press(t, ctx, "#hint")
		until(t, ctx, `/^Hint: /.test(document.getElementById('news').textContent)`)
		if !get[bool](t, ctx, `(() => {
			const range = new Range();
			range.selectNodeContents(document.getElementById('news'));
			const end = range.getBoundingClientRect().bottom;
			return end <= document.getElementById('stage').getBoundingClientRect().top &&
				document.getElementById('lines').scrollHeight <=
					document.getElementById('lines').clientHeight;
		})()`) {
			t.Errorf("%s: the hint is cut", game)
		}
		if now := get[float64](t, ctx, boardTop); math.Abs(now-top) > 1 {
			t.Errorf("%s: a hint moves the board from %.0f to %.0f", game, top, now)
		}
		get[bool](t, ctx, `(scrollTo(0, 0), true)`)
		picture(t, ctx, "hint-"+game)
	}
}
