package web_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// watchMotion notes what the page lets move: the piece, what of it, and for how long.
const watchMotion = `(() => {
	window.moved = [];
	const animate = Element.prototype.animate;
	Element.prototype.animate = function (frames, how) {
		moved.push([this.getAttribute('class') || this.dataset.piece,
			Object.keys(frames[0]).join(), how.duration].join(' '));
		return animate.call(this, frames, how);
	};
	return true;
})()`

// Pieces slide to where they go, what is captured fades, a piece that a hand carries stays in the
// hand, dice roll; nothing moves if the system asks for no motion.
func TestMotion(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	begin := func(game string) {
		t.Helper()
		open(t, ctx, url, game)
		get[bool](t, ctx, watchMotion)
	}
	const seen = `moved.splice(0).join('; ')`
	begin("chess")
	press(t, ctx, on("e2"))
	press(t, ctx, on("e4"))
	says(t, ctx, "Black to move")
	if got := get[string](t, ctx, seen); got != "e2 translate 150; e4 translate 150" {
		t.Errorf("a click moves %q", got)
	}
	drag(t, ctx, "d7", "d5")
	drop(t, ctx, "d5")
	says(t, ctx, "White to move")
	if got := get[string](t, ctx, seen); got != "" {
		t.Errorf("a piece that a hand has carried moves again: %q", got)
	}
	typed(t, ctx, "e4xd5")
	says(t, ctx, "Black to move")
	until(t, ctx, `moved.length === 2`)
	if got := get[string](t, ctx, seen); got != "d5 translate 150; gone opacity 150" {
		t.Errorf("a capture shows %q", got)
	}
	until(t, ctx, `document.querySelector('#board .gone') === null`)
	press(t, ctx, "#undo")
	says(t, ctx, "White to move")
	if got := get[string](t, ctx, seen); got != "d5 opacity 150; e4 translate 150" {
		t.Errorf("a move that is taken back shows %q", got)
	}

	begin("einstein")
	until(t, ctx, `document.querySelectorAll('#news .die').length === 1`)
	press(t, ctx, "#new")
	until(t, ctx, `moved.some((m) => m === 'die rotate,scale 450')`)

	prefer(t, ctx, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	begin("chess")
	press(t, ctx, on("e2"))
	press(t, ctx, on("e4"))
	says(t, ctx, "Black to move")
	typed(t, ctx, "d7-d5")
	says(t, ctx, "White to move")
	if got := get[string](t, ctx, seen); got != "" {
		t.Errorf("moves although that is not wanted: %s", got)
	}
}

// While the other side thinks, a player plans a move, which is played at once on their turn; one
// that is not legal then is not, and a click takes a plan back.
func TestPremove(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "chess")
	other := another(t, 1280, 900)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, ctx, "#take0")
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('take1').disabled`)
	until(t, other, `document.getElementById('take1').textContent === 'Stand up'`)
	planned := func(who context.Context, n string) {
		t.Helper()
		until(t, who, `document.querySelectorAll('#marks .planned').length === `+n)
	}
	press(t, other, on("d7")) // a click plans
	press(t, other, on("d5"))
	planned(other, "2")
	press(t, ctx, on("e4"))
	for _, who := range []context.Context{ctx, other} {
		until(t, who, played(2))
		says(t, who, "White to move")
	}
	planned(other, "0")
	drag(t, other, "d5", "e4") // a hand plans
	drop(t, other, "e4")
	planned(other, "2")
	picture(t, other, "premove")
	press(t, other, on("a1"))
	planned(other, "0") // taken back
	press(t, other, on("d5"))
	press(t, other, on("e4"))
	planned(other, "2")
	typed(t, ctx, "e4-e5")
	says(t, other, "Black to move")
	complains(t, other, "The move that you planned is not legal now.")
	planned(other, "0")
	until(t, ctx, played(3))
}
