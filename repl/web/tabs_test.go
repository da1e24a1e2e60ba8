package web_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"boardgame/testdata/long"
)

// tab opens another tab of the first window's browser, with the same storage. Close closes it.
func tab(t *testing.T, width, height int) (ctx context.Context, closeTab context.CancelFunc) {
	t.Helper()
	ctx, leave := chromedp.NewContext(chromium(t))
	ctx, cancel := context.WithTimeout(ctx, 2*long.Patience)
	t.Cleanup(func() { cancel(); leave() })
	do(t, ctx, chromedp.EmulateViewport(int64(width), int64(height)))
	return ctx, leave
}

// spans is JavaScript that notes from when to when a page waits for a bot.
const spans = `(() => {
	window.spans = [];
	const now = () => performance.timeOrigin + performance.now();
	const asked = new Map();
	const { send } = WebSocket.prototype;
	WebSocket.prototype.send = function (line) {
		if (!this.heard) this.addEventListener('message', (m) => {
			const { id, event } = JSON.parse(m.data);
			if (event || !asked.has(id)) return;
			window.spans.push([asked.get(id), now()]);
			asked.delete(id);
		});
		this.heard = true;
		const { id, method } = JSON.parse(line);
		if (method === 'bot') asked.set(id, now());
		return send.call(this, line);
	};
	return true;
})()`

// Of two tabs at a table, only one lets the computer think at a time; if that tab is closed, the
// other one does, and after some seconds also if it is not.
func TestOneTabThinks(t *testing.T) {
	ctx, url := browser(t, 900, 800)
	open(t, ctx, url, "chess")
	choose(t, ctx, "#seat1", "medium")
	until(t, ctx, `document.getElementById('take1').textContent === 'Stand up'`)
	other, closeOther := tab(t, 900, 800)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	for _, one := range []context.Context{ctx, other} {
		get[bool](t, one, spans)
	}
	until(t, other, `document.getElementById('seat1').value === 'medium'`)
	for i, move := range []string{"a2-a3", "h2-h3", "b2-b3"} {
		from := ctx
		if i == 1 {
			from = other
		}
		typed(t, from, move)
		until(t, ctx, played(2*i+2))
		until(t, other, played(2*i+2))
	}
	all := slices.Concat(get[[][2]float64](t, ctx, `window.spans`),
		get[[][2]float64](t, other, `window.spans`))
	slices.SortFunc(all, func(a, b [2]float64) int { return int(a[0] - b[0]) })
	const clocks = 20 // milliseconds by which those of two pages may differ
	for i := 1; i < len(all); i++ {
		if all[i][0] < all[i-1][1]-clocks {
			t.Errorf("both tabs wait for a bot: %.0f", all)
		}
	}
	if len(all) < 3 {
		t.Errorf("bots were asked %d times", len(all))
	}

	// As if the other tab had a bot that thinks for a long time.
	get[bool](t, other, `(navigator.locks.request('bot ' + location.hash.split('=')[1],
		() => new Promise(() => {})), true)`)
	typed(t, ctx, "g2-g3")
	until(t, ctx, played(7))
	time.Sleep(300 * time.Millisecond)
	until(t, ctx, played(7))
	until(t, ctx, played(8))
	typed(t, ctx, "c2-c3")
	until(t, ctx, played(9))
	closeOther()
	until(t, ctx, played(10))
}
