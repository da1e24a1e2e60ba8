package web_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Hands: what tests do to the page, they do by the events of a mouse, a finger or a keyboard, where
// a person could do the same.

// place returns the middle of an element on the screen, after scrolling there. The test fails if
// something else would be hit.
func place(t *testing.T, ctx context.Context, selector string) [2]float64 {
	t.Helper()
	until(t, ctx, fmt.Sprintf("document.querySelector(%q)", selector))
	at := get[[]float64](t, ctx, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q), wide = e.getBoundingClientRect();
		const low = document.getElementById('calls')?.getBoundingClientRect();
		const under = low?.height && wide.bottom > low.top && !e.closest('#calls');
		if (wide.top < 0 || wide.bottom > innerHeight || under) e.scrollIntoView({ block: 'center' });
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const hit = document.elementFromPoint(x, y);
		return e.contains(hit) || hit?.contains(e) || hit?.control === e ? [x, y] : [];
	})()`, selector))
	if len(at) != 2 {
		t.Fatalf("%s cannot be reached: it is hidden, or something lies over it", selector)
	}
	return [2]float64{at[0], at[1]}
}

// press clicks on a control.
func press(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	at := place(t, ctx, selector)
	do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
}

// choose picks an entry of a list by the keyboard: by letters with which no other entry begins.
func choose(t *testing.T, ctx context.Context, selector, value string) {
	t.Helper()
	has := fmt.Sprintf(`[...document.querySelector(%q).options].some((o) => o.value === %%q)`,
		selector)
	if get[bool](t, ctx, fmt.Sprintf(has+` && !`+has, "more…", value)) {
		choose(t, ctx, selector, "more…")
	}
	until(t, ctx, fmt.Sprintf(has, value))
	letters := get[string](t, ctx, fmt.Sprintf(`(() => {
		const s = document.querySelector(%q), all = [...s.options].map((o) => o.text.toLowerCase());
		const text = all[[...s.options].findIndex((o) => o.value === %q)];
		s.focus();
		for (let n = 1; ; n++)
			if (n >= text.length || all.filter((a) => a.startsWith(text.slice(0, n))).length === 1)
				return text.slice(0, n);
	})()`, selector, value))
	do(t, ctx, chromedp.KeyEvent(letters), chromedp.KeyEvent("\r"))
	if value == "more…" {
		until(t, ctx, fmt.Sprintf(`!`+has, value))
	} else {
		until(t, ctx, fmt.Sprintf(`(document.querySelector(%q)?.value ?? %q) === %q`, selector,
			value, value))
	}
	time.Sleep(1100 * time.Millisecond) // then the next letters begin another word
}

// spot is where a text of the rules begins, or ends, in the editor; the mouse wheel brings it into
// view.
func spot(t *testing.T, ctx context.Context, text string, end bool) [2]float64 {
	t.Helper()
	until(t, ctx, `document.getElementById('editor').editor`)
	middle := place(t, ctx, "#editor")
	for range 40 {
		at := get[[]float64](t, ctx, fmt.Sprintf(`(() => {
			const host = document.getElementById('editor'), text = %q, end = %v;
			const box = host.getBoundingClientRect();
			for (const line of host.shadowRoot.querySelectorAll('.cm-line')) {
				let left = line.textContent.indexOf(text);
				if (left < 0) continue;
				if (end) left += text.length;
				const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), range = new Range();
				let node = nodes.nextNode();
				for (; left > node.length; node = nodes.nextNode()) left -= node.length;
				range.setStart(node, left);
				range.setEnd(node, left);
				const r = range.getBoundingClientRect(), y = r.y + r.height / 2;
				return y > Math.max(0, box.top) && y < Math.min(box.bottom, innerHeight) ? [r.x, y] : [];
			}
			return [];
		})()`, text, end))
		if len(at) == 2 {
			return [2]float64{at[0], at[1]}
		}
		do(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, input.DispatchMouseEvent,
				input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel,
					X: middle[0], Y: middle[1], DeltaX: .01, DeltaY: 150})
			return err
		}))
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("the editor does not show %q", text)
	return middle
}

// edit replaces a part of the rules: it is marked with the mouse and typed over.
func edit(t *testing.T, ctx context.Context, from, to string) {
	t.Helper()
	at := spot(t, ctx, from, false)
	do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
	at = spot(t, ctx, from, true)
	do(t, ctx, chromedp.MouseClickXY(at[0], at[1],
		chromedp.ButtonModifiers(chromedp.ModifierShift)), chromedp.KeyEvent(to))
}

// touch sends an event of one finger; none if the finger leaves the screen.
func touch(t *testing.T, ctx context.Context, kind input.DispatchTouchEventType,
	at ...[2]float64) {
	t.Helper()
	points := []*input.TouchPoint{}
	for i, p := range at {
		id := float64(i)
		points = append(points, &input.TouchPoint{X: p[0], Y: p[1], ID: &id})
	}
	do(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent,
			input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return err
	}))
}

// tap touches the screen for a moment.
func tap(t *testing.T, ctx context.Context, at [2]float64) {
	t.Helper()
	touch(t, ctx, input.DispatchTouchEventTypeTouchStart, at)
	touch(t, ctx, input.DispatchTouchEventTypeTouchEnd)
}

// swipe draws a finger over the screen, as slowly as a hand does, and lifts it at the end.
func swipe(t *testing.T, ctx context.Context, from, to [2]float64) {
	t.Helper()
	const steps = 10
	touch(t, ctx, input.DispatchTouchEventTypeTouchStart, from)
	for i := 1; i <= steps; i++ {
		part := float64(i) / steps
		touch(t, ctx, input.DispatchTouchEventTypeTouchMove, [2]float64{
			from[0] + (to[0]-from[0])*part, from[1] + (to[1]-from[1])*part})
		time.Sleep(10 * time.Millisecond)
	}
	touch(t, ctx, input.DispatchTouchEventTypeTouchEnd)
}

// on is the selector of a site of the board.
func on(site string) string { return fmt.Sprintf(`[data-site="%s"]`, site) }

// says waits until the line above the board begins with a text.
func says(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(
		`document.getElementById('status').textContent.startsWith(%q)`, text))
}

// complains waits until the page complains with a text.
func complains(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`document.getElementById('message').textContent === %q`, text))
}

// played is the condition that the list of moves has so many entries.
func played(n int) string {
	return fmt.Sprintf(`document.querySelectorAll('#history li').length === %d`, n)
}

// Fields of Shogi are called as players call them: on the board, in what is typed and in the list.
func TestNamesOfPlayers(t *testing.T) {
	ctx, url := browser(t, 1000, 900)
	open(t, ctx, url, "shogi")
	until(t, ctx, `[...document.querySelectorAll('#board .open')].some((e) =>
		e.ariaLabel?.startsWith('7g, '))`)
	typed(t, ctx, "7g-7f")
	until(t, ctx, `/7g-7f/.test(document.getElementById('history').textContent)`)
	picture(t, ctx, "shogi-names")
}
