package web_test

import (
	"testing"

	"boardgame/testdata/long"
)

// The buttons below the board are visible in a low window, even with a message or choices there.
func TestButtonsStayInSight(t *testing.T) {
	const width, height = 1280, 657
	ctx, url := browser(t, width, height)
	for i, game := range []string{"chess", "hex", "blockade", "cage"} {
		if !long.Case(i, 2) {
			continue
		}
		open(t, ctx, url, game)
		for _, line := range []string{"", "zz9", "e4 e5 e6 e7 e8 e9 e10 and more than one line of it, " +
			"so that the answer of the program, which quotes all of that, takes two lines of the page"} {
			if line != "" {
				typed(t, ctx, line)
				until(t, ctx, `document.getElementById('message').textContent !== ''`)
			}
			base := get[float64](t, ctx,
				`document.getElementById('tools').getBoundingClientRect().bottom`)
			if base > height {
				t.Errorf("%s after %.3q: the buttons end at %.0f of %d", game, line, base, height)
			}
			picture(t, ctx, "room-"+game)
		}
	}
}
