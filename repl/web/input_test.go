package web_test

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"boardgame/testdata/long"
)

// What clicks mean is decided by one module, which needs no page.
func TestChoice(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node on this machine")
	}
	if out, err := exec.Command(node, "testdata/choice.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A finger drags a piece: the page does not scroll away under it.
func TestFinger(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	open(t, ctx, url, "chess")
	swipe(t, ctx, place(t, ctx, on("e2")), place(t, ctx, on("e4")))
	says(t, ctx, "Black to move")
	tap(t, ctx, place(t, ctx, on("e7")))
	until(t, ctx, `document.querySelectorAll('#marks .dot').length === 2`)
	tap(t, ctx, place(t, ctx, on("e5")))
	says(t, ctx, "White to move")
	if y := get[float64](t, ctx, `scrollY`); y != 0 {
		t.Errorf("the page has been scrolled by %.0f", y)
	}
	// A finger that finds nothing to carry scrolls: on an empty cell, on a piece of the other side
	// and on the frame.
	for _, from := range []string{"e4", "c7"} {
		at := place(t, ctx, on(from))
		swipe(t, ctx, at, [2]float64{at[0], at[1] - 150})
		until(t, ctx, `scrollY > 100`)
		get[bool](t, ctx, `(scrollTo(0, 0), true)`)
		until(t, ctx, `scrollY === 0`)
	}
	if !get[bool](t, ctx, played(2)) {
		t.Error("a finger that scrolls plays")
	}
	// A finger beside the board scrolls, too.
	swipe(t, ctx, [2]float64{200, 640}, [2]float64{200, 300})
	until(t, ctx, `scrollY > 100`)
	do(t, ctx, chromedp.EmulateViewport(390, 844)) // a mouse again
}

// A second finger puts back what the first one carries, and neither plays.
func TestSecondFinger(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	open(t, ctx, url, "chess")
	from, to, second := place(t, ctx, on("e2")), place(t, ctx, on("e4")), place(t, ctx, on("a5"))
	touch(t, ctx, input.DispatchTouchEventTypeTouchStart, from)
	touch(t, ctx, input.DispatchTouchEventTypeTouchMove, to)
	until(t, ctx, `document.querySelector('[data-carried]')`)
	touch(t, ctx, input.DispatchTouchEventTypeTouchStart, to, second)
	const back = `!document.querySelector('[data-carried], [data-piece][transform], .dragging')`
	until(t, ctx, back)
	touch(t, ctx, input.DispatchTouchEventTypeTouchMove, from, second)
	touch(t, ctx, input.DispatchTouchEventTypeTouchEnd)
	if !get[bool](t, ctx, back+` && `+played(0)) {
		t.Error("a piece hangs, or two fingers play")
	}
	tap(t, ctx, place(t, ctx, on("e4")))
	says(t, ctx, "Black to move")
	do(t, ctx, chromedp.EmulateViewport(390, 844)) // a mouse again
}

// The piece that must go on is chosen without a click, and a click on a target names the piece that
// can go there.
func TestForced(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "amazons")
	typed(t, ctx, "d1-d7")
	says(t, ctx, "White goes on")
	until(t, ctx, `document.querySelector('[data-site=d7]').getAttribute('aria-pressed') === 'true'`)
	if n := get[int](t, ctx, `document.querySelectorAll('#marks .dot').length`); n < 10 {
		t.Errorf("%d targets of the shot are shown", n)
	}
	press(t, ctx, on("d5"))
	says(t, ctx, "Black to move")

	open(t, ctx, url, "chess")
	press(t, ctx, on("e4")) // only one pawn can go there
	says(t, ctx, "Black to move")
	press(t, ctx, on("f6")) // a pawn or a knight
	until(t, ctx, `document.querySelectorAll('#marks .ring').length === 2`)
	press(t, ctx, on("g8"))
	says(t, ctx, "White to move")
}

// A refused move says why once, and the message goes with the next position. What was typed can be
// corrected, and the next line replaces it.
func TestRefusals(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	other := another(t, 1280, 900)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, ctx, "#take0")
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('take1').disabled`)
	press(t, ctx, on("b2"))
	says(t, ctx, "O to move")
	typed(t, ctx, "a1")
	complains(t, ctx, "It is O's turn.")
	says(t, other, "O to move")
	press(t, other, on("b2"))
	until(t, other, `document.getElementById('message').textContent !== ''`)
	typed(t, other, "z9")
	until(t, other, `/z9/.test(document.getElementById('message').textContent)`)
	typed(t, other, "a3")
	says(t, other, "X to move")
	for _, who := range []struct {
		name string
		text string
	}{{"who moved", get[string](t, other, `document.getElementById('message').textContent`)}} {
		if who.text != "" {
			t.Errorf("%s still reads %q", who.name, who.text)
		}
	}
	complains(t, ctx, "") // O has moved: it is no longer O's turn
	// Two quick clicks are one move.
	at := place(t, ctx, on("a1"))
	do(t, ctx, chromedp.MouseClickXY(at[0], at[1], chromedp.ClickCount(2)))
	says(t, ctx, "O to move")
	if text := get[string](t, ctx,
		`document.getElementById('message').textContent`); text != "" {
		t.Errorf("a double click is answered with %q", text)
	}
}

// The page loads without moving what is there, at any size.
func TestLayoutStays(t *testing.T) {
	const watch = `(() => {
		window.shifted = 0;
		new PerformanceObserver((list) => {
			for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifted += e.value;
		}).observe({ type: 'layout-shift', buffered: true });
		return true;
	})()`
	ctx, url := browser(t, 1280, 900)
	for i, size := range [][2]int64{{390, 844}, {844, 390}, {1280, 900}, {1920, 1080}} {
		if !long.Case(i, 2) {
			continue
		}
		do(t, ctx, chromedp.EmulateViewport(size[0], size[1]))
		for _, game := range []string{"chess", "blockade"} {
			open(t, ctx, url, game)
			get[bool](t, ctx, watch)
			until(t, ctx, `document.getElementById('game').options.length > 10`)
			if moved := get[float64](t, ctx, `window.shifted`); moved >= 0.05 {
				t.Errorf("%s at %v: the layout shifts by %.3f", game, size, moved)
			}
		}
	}
}

// On a phone on its side the whole board and its buttons are on the screen.
func TestLandscape(t *testing.T) {
	ctx, url := browser(t, 844, 390)
	for i, game := range []string{"chess", "hex", "blockade"} {
		if !long.Case(i, 2) {
			continue
		}
		open(t, ctx, url, game)
		for _, what := range []string{"#board", "#status", "#move", "#tools"} {
			if base := get[float64](t, ctx, `document.querySelector('`+what+
				`').getBoundingClientRect().bottom`); base > 390 {
				t.Errorf("%s: %s ends at %.0f of 390", game, what, base)
			}
		}
		picture(t, ctx, game+"-landscape")
	}
}

// Seats offer a person and three named levels; the others come with one more choice. Whoever plays
// the second side sees the board from there.
func TestSeatsAndSides(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "chess")
	const offered = `[...document.getElementById('seat0').options].map((o) => o.value).join()`
	if got := get[string](t, ctx, offered); got != ",easy,medium,hard,more…" {
		t.Errorf("a seat offers %q", got)
	}
	higher := func(a, b string) bool {
		return place(t, ctx, on(a))[1] < place(t, ctx, on(b))[1]
	}
	if !higher("e8", "e1") {
		t.Error("White's side of the board is not below")
	}
	choose(t, ctx, "#seat0", "easy")
	until(t, ctx, `document.querySelectorAll('#history li').length === 1`)
	if !higher("e1", "e8") {
		t.Error("Black's side of the board is not below for Black")
	}
	choose(t, ctx, "#seat1", "more…")
	until(t, ctx, `document.getElementById("seat1").options.length > 6`)
}

// The list of moves has a column for each player, and the arrow keys walk through it.
func TestMoveList(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	for i, move := range []string{"a1", "b1", "a2"} {
		typed(t, ctx, move)
		until(t, ctx, played(i+1))
	}
	if got := get[string](t, ctx, `[...document.querySelectorAll('#history li')].map((li) =>
		li.querySelector('button').style.gridColumnStart).join()`); got != "2,3,2" {
		t.Errorf("the moves stand in the columns %s", got)
	}
	press(t, ctx, "#history li:last-child button") // the focus leaves the field
	for _, c := range []struct{ key, status string }{
		{"\u0302", "After 2 of 3"}, {"\u0302", "After 1 of 3"}, {"\u0303", "After 2 of 3"},
		{"\u0303", "O to move"},
	} {
		do(t, ctx, chromedp.KeyEvent(c.key))
		says(t, ctx, c.status)
	}
}

// wallAt is a point of the screen between two cells.
func wallAt(t *testing.T, ctx context.Context, a, b string) [2]float64 {
	t.Helper()
	p, q := place(t, ctx, on(a)), place(t, ctx, on(b))
	return [2]float64{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}
}

// Walls are built by pointing between cells: a ghost shows which one a click would build, and a
// finger that is not lifted may still choose another.
func TestWalls(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "quoridor")
	at := wallAt(t, ctx, "c4", "d4")
	for range 100 { // a hand on a mouse never rests
		mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, at)
		if get[int](t, ctx, `document.querySelectorAll('#ghost line').length`) == 2 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	until(t, ctx, `document.querySelectorAll('#ghost line').length === 2`)
	picture(t, ctx, "ghost")
	do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
	says(t, ctx, "Black to move")
	until(t, ctx, `/^(c3|c4)ne north/.test(document.querySelector('#history button')?.textContent)`)

	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	open(t, ctx, url, "quoridor")
	time.Sleep(300 * time.Millisecond) // no hand is faster
	from, to := wallAt(t, ctx, "c4", "c5"), wallAt(t, ctx, "f6", "f7")
	swipe(t, ctx, from, to)
	until(t, ctx, `/^(e|f)6ne east/.test(document.querySelector('#history button')?.textContent)`)
	do(t, ctx, chromedp.EmulateViewport(390, 844))
}

// On boards where a finger builds or aims, one that moves up or down at once scrolls the page, and
// nothing is built or aimed at. One that rests first does not scroll.
func TestFingerScrollsOrAims(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	for game, aims := range map[string]string{"quoridor": "#ghost", "blockade": "#ghost",
		"connect-six": "#loupe"} {
		open(t, ctx, url, game)
		if game == "blockade" { // a turn begins with a pawn
			typed(t, ctx, "d11-d10")
			says(t, ctx, "First goes on")
		}
		time.Sleep(300 * time.Millisecond) // no hand is faster
		from := wallAt(t, ctx, "e6", "e7")
		if game == "connect-six" {
			from = place(t, ctx, on("e6"))
		}
		up := [2]float64{from[0] + 5, from[1] - 150}
		const moves = `document.getElementById('history').innerText`
		before := get[string](t, ctx, moves)
		swipe(t, ctx, from, up)
		until(t, ctx, `scrollY > 100`)
		until(t, ctx, `!document.querySelector('#ghost, #loupe, .aim')`)
		time.Sleep(time.Second) // the page no longer glides
		get[bool](t, ctx, `(scrollTo(0, 0), true)`)
		until(t, ctx, `scrollY === 0`)
		touch(t, ctx, input.DispatchTouchEventTypeTouchStart, from)
		until(t, ctx, fmt.Sprintf(`document.querySelector('%s')`, aims))
		time.Sleep(300 * time.Millisecond)
		for i := range 10 {
			touch(t, ctx, input.DispatchTouchEventTypeTouchMove,
				[2]float64{from[0], from[1] - float64(i)*6})
			time.Sleep(10 * time.Millisecond)
		}
		if !get[bool](t, ctx, fmt.Sprintf(`scrollY === 0 && document.querySelector('%s') !== null`,
			aims)) {
			t.Errorf("%s: a finger that has rested scrolls by %.0f, or does not aim", game,
				get[float64](t, ctx, `scrollY`))
		}
		if get[string](t, ctx, moves) != before {
			t.Errorf("%s: a finger that is not lifted, or scrolls, plays", game)
		}
		touch(t, ctx, input.DispatchTouchEventTypeTouchEnd)
		if aims == "#ghost" {
			until(t, ctx, fmt.Sprintf(`%s !== %q`, moves, before))
		}
	}
	do(t, ctx, chromedp.EmulateViewport(390, 844)) // a mouse again
}

// A whole game of Blockade on a page the size of a phone, by a finger alone: each player walks
// towards a goal, and builds walls at the rim.
func TestBlockadeByTouch(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	open(t, ctx, url, "blockade:one-pawn")
	taps := 0
	for over := false; !over && taps < 600; taps++ {
		spot := get[[]float64](t, ctx, `(() => {
			const text = document.getElementById('status').textContent;
			if (/wins|draw/.test(text)) return [-1, -1];
			const middle = (e) => {
				const r = e.getBoundingClientRect();
				return [r.x + r.width / 2, r.y + r.height / 2];
			};
			const button = document.querySelector('#choices button');
			if (button) return middle(button);
			const cells = [...document.querySelectorAll('[data-kind=cell].open[aria-pressed=false]')];
			const any = (list) => list[Math.floor(Math.random() * list.length)];
			if (cells.length) {
				const goal = middle(document.querySelector(
					text.startsWith('First') ? '[data-site=d4]' : '[data-site=h11]'));
				const far = (e) => Math.hypot(middle(e)[0] - goal[0], middle(e)[1] - goal[1]);
				cells.sort((a, b) => far(a) - far(b));
				return middle(Math.random() < 0.2 ? any(cells) : cells[0]);
			}
			const walls = [...document.querySelectorAll('[data-kind=corner].open')];
			if (!walls.length) return [];
			const rim = walls.filter((e) => /^[ajk]/.test(e.dataset.site));
			if (rim.length) walls.splice(0, walls.length, ...rim);
			const [x, y] = middle(any(walls));
			return [x + 9 * (Math.random() < 0.5), y];
		})()`)
		switch {
		case len(spot) == 2 && spot[0] < 0:
			over = true
		case len(spot) == 2:
			tap(t, ctx, [2]float64{spot[0], spot[1]})
		}
		time.Sleep(40 * time.Millisecond)
	}
	says(t, ctx, get[string](t, ctx, `document.getElementById('status').textContent`))
	if !get[bool](t, ctx, `/wins/.test(document.getElementById('status').textContent)`) {
		t.Errorf("no game is over after %d taps", taps)
	}
	t.Logf("%d taps", taps)
	picture(t, ctx, "blockade-touch")
	do(t, ctx, chromedp.EmulateViewport(390, 844))
}

// Games with towers, tiles, dice and small points are played on a page the size of a phone by a
// finger alone, at least ten steps each. A tap on a tower spreads it, and the first tap on a small
// point aims.
func TestByTouch(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	for _, game := range []string{"tak", "hive", "backgammon", "go"} {
		open(t, ctx, url, game)
		if game == "go" {
			until(t, ctx, `document.querySelector('#options [name=size]')`)
			get[bool](t, ctx, `(() => {
				const size = document.querySelector('#options [name=size]');
				size.value = 19;
				return size.dispatchEvent(new Event('change', { bubbles: true }));
			})()`)
			until(t, ctx, `document.querySelectorAll('.open').length === 361`)
		}
		taps, steps, spread := 0, 0, 0
		for ; taps < 120 && (steps < 12 || game == "tak" && spread == 0); taps++ {
			spot := get[[]float64](t, ctx, `(() => {
				const any = (list) => list[Math.floor(Math.random() * list.length)];
				const begun = document.querySelector('[aria-pressed=true]');
				const all = (s) => [...document.querySelectorAll(s)];
				let list = all('.open[aria-pressed=false]');
				if (begun || !list.length) list.push(...all('#choices button'));
				const onto = list.filter((e) => e.classList.contains('man')); // a tower grows
				if (onto.length && Math.random() < 0.7) list = onto;
				const r = any(list)?.getBoundingClientRect();
				return r ? [r.x + r.width / 2, r.y + r.height / 2] : [];
			})()`)
			if len(spot) == 2 {
				if spot[0] < 0 || spot[0] > 390 || spot[1] > 844 {
					t.Fatalf("%s: what can be chosen is at %.0f, off the screen", game, spot)
				}
				tap(t, ctx, [2]float64{spot[0], spot[1]})
				if game == "go" { // the points are finer than a finger: the first tap aims
					until(t, ctx, `document.querySelector('#marks .aim')`)
					if taps == 3 {
						until(t, ctx, `/^Tap there again/.test(
							document.getElementById('choices').innerText)`)
						picture(t, ctx, "aim-go")
					}
					tap(t, ctx, [2]float64{spot[0], spot[1]})
				}
			}
			time.Sleep(60 * time.Millisecond)
			steps = get[int](t, ctx, `document.querySelectorAll('#history button').length`)
			n := get[int](t, ctx, `document.querySelectorAll('#spread:not([hidden]) svg').length`)
			if n > 1 {
				if spread++; spread == 1 {
					picture(t, ctx, "spread-"+game)
				}
			}
		}
		t.Logf("%s: %d steps with %d taps, %d towers spread", game, steps, taps, spread)
		if steps < 10 || game == "tak" && spread == 0 {
			t.Errorf("%s: only %d steps with %d taps, %d towers spread", game, steps, taps, spread)
		}
		picture(t, ctx, "touch-"+game)
	}
	do(t, ctx, chromedp.EmulateViewport(390, 844))
}

// Members of a set are clicked on and off before the whole set is played.
func TestChosenSet(t *testing.T) {
	ctx, url := browser(t, 900, 800)
	open(t, ctx, url, "yacht")
	until(t, ctx, `document.querySelectorAll('#choices button').length === 12`)
	for _, site := range []string{"a1", "c1", "e1", "c1"} {
		click(t, ctx, site)
	}
	until(t, ctx, `document.querySelectorAll('#marks .chosen').length === 2`)
	until(t, ctx, `document.querySelectorAll('#choices button').length === 1`)
	picture(t, ctx, "chosen-set")
	press(t, ctx, "#choices button")
	until(t, ctx, `/a1\+e1/.test(document.getElementById('history').textContent)`)
}

// On a telephone held upright: a long board stands on end, layers lie below one another, what
// players have in hand is seen, small points are seen under a loupe, no choice is cut off, and dice
// lie on the board.
func TestOnTheTelephone(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	for _, game := range []string{"hex", "rex", "blockade"} {
		open(t, ctx, url, game)
		until(t, ctx, `document.querySelector('#board .open')`)
		a, b := place(t, ctx, on("a2")), place(t, ctx, on("b2"))
		if apart := math.Hypot(a[0]-b[0], a[1]-b[1]); apart < 27 {
			t.Errorf("%s: the cells are %.1f pixels apart", game, apart)
		}
	}
	open(t, ctx, url, "rex")
	tap(t, ctx, place(t, ctx, on("c3")))
	until(t, ctx, played(1))
	picture(t, ctx, "telephone-rex")
	for game, steps := range map[string][]string{"qubic": {"Aa1", "Da1"},
		"raumschach": {"Aa2", "Aa3", "Ea4", "Ea3"}, "alice-chess": {"Aa2", "Ba4"}} {
		open(t, ctx, url, game)
		a, b := place(t, ctx, on("Aa1")), place(t, ctx, on("Ab1"))
		if a[1] != b[1] || b[0]-a[0] < 27 {
			t.Errorf("%s: Aa1 is at %.1f, Ab1 at %.1f", game, a, b)
		}
		for _, site := range steps {
			tap(t, ctx, place(t, ctx, on(site)))
		}
		until(t, ctx, `document.querySelector('#history button')`)
		picture(t, ctx, "telephone-"+game)
	}
	open(t, ctx, url, "azul") // whose three parts stand in two lines
	a, b := place(t, ctx, on("o2")), place(t, ctx, on("p2"))
	if below := place(t, ctx, on("b2")); a[1] != b[1] || b[0]-a[0] < 24 || below[1] <= a[1] {
		t.Errorf("azul: b2 is at %.1f, o2 at %.1f, p2 at %.1f", below, a, b)
	}
	for game, hands := range map[string]int{"hive": 10, "blockade": 4, "chess": 0} {
		open(t, ctx, url, game)
		if n := get[int](t, ctx, `document.querySelectorAll('#board [data-hand]').length`); n != hands {
			t.Errorf("%s: %d hands are shown, want %d", game, n, hands)
		}
	}
	open(t, ctx, url, "connect-six")
	tap(t, ctx, place(t, ctx, on("d4")))
	until(t, ctx, `document.querySelector('#loupe svg') && document.querySelector('#foreseen use')`)
	tap(t, ctx, place(t, ctx, on("d4")))
	until(t, ctx, played(1))
	until(t, ctx, `!document.getElementById('loupe') && !document.getElementById('foreseen')`)

	open(t, ctx, url, "yacht")
	says(t, ctx, "First to move: rethrow or score")
	until(t, ctx, `/rolled [1-6]( [1-6]){4}$/.test(document.getElementById('news').textContent)`)
	until(t, ctx, `document.querySelectorAll('#board [data-piece] rect').length === 5`)
	if cut := get[int](t, ctx, `(() => {
		const box = document.getElementById('choices').getBoundingClientRect();
		return [...document.querySelectorAll('#choices button')].filter((b) => {
			const r = b.getBoundingClientRect();
			return r.top < box.top || r.bottom > box.bottom || r.left < 0 || r.right > innerWidth;
		}).length;
	})()`); cut > 0 {
		t.Errorf("%d choices are cut off", cut)
	}
	tap(t, ctx, place(t, ctx, on("b1")))
	until(t, ctx, `document.querySelector('#choices button').textContent === 'rethrow b1'`)
	do(t, ctx, chromedp.EmulateViewport(390, 844))
}

// A pointer over a step shows what the program says that it would change: what is sown, flipped,
// pushed, placed, captured. Nothing stays behind.
func TestForeseen(t *testing.T) {
	ctx, url := browser(t, 900, 800)
	for _, c := range []struct{ game, clicks, at, want string }{
		{"kalah", "", "c1", "+1-4+1+1+1"}, {"reversi", "", "d3", "use use"},
		{"go", "", "e5", "use"}, {"shiftago", "", "d7", "use"}, {"chess", "e2", "e4", "use"},
	} {
		open(t, ctx, url, c.game)
		if c.clicks != "" {
			press(t, ctx, on(c.clicks))
		}
		mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, place(t, ctx, on(c.at)))
		until(t, ctx, `document.getElementById('foreseen')`)
		got := get[string](t, ctx, `(() => {
			const g = document.getElementById('foreseen');
			return g.textContent.trim().replaceAll(/\s/g, '') ||
				[...g.querySelectorAll(':scope > g use')].map((u) => u.tagName).join(' ');
		})()`)
		if got != c.want {
			t.Errorf("%s at %s: %q, want %q", c.game, c.at, got, c.want)
		}
		mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, [2]float64{5, 300})
		until(t, ctx, `!document.getElementById('foreseen')`)
	}
}

// Where a die leads is marked with its number once a man is chosen, and a tap there plays it.
func TestDiceLead(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	open(t, ctx, url, "backgammon")
	says(t, ctx, "White to move")
	press(t, ctx, on("p13"))
	until(t, ctx, `document.querySelectorAll('.lead').length > 0`)
	picture(t, ctx, "dice-lead")
	if !get[bool](t, ctx, `(() => {
		const man = [...document.querySelectorAll('[data-piece=p13] use')].at(-1);
		const ring = document.querySelector('#marks circle.chosen');
		return ['x', 'y'].every((c) => ring?.getAttribute('c' + c) === man.getAttribute(c));
	})()`) {
		t.Error("the ring is not around the outermost man")
	}
	die, err := strconv.Atoi(get[string](t, ctx, `document.querySelector('.lead text').textContent`))
	if err != nil || die < 1 || die > 6 {
		t.Fatalf("a point is marked with %d: %v", die, err)
	}
	press(t, ctx, on(fmt.Sprintf("p%d", 13-die)))
	until(t, ctx, fmt.Sprintf(`/p13 %d/.test(document.getElementById('news').textContent)`, die))
}

// A row of dice leaves room on a phone: the score sheet and all buttons are in sight.
func TestScoreSheetOnPhone(t *testing.T) {
	ctx, url := browser(t, 390, 844)
	open(t, ctx, url, "yacht")
	until(t, ctx, `document.querySelectorAll('#choices button').length === 12`)
	if text := get[string](t, ctx,
		`document.querySelector('#board').textContent`); !strings.Contains(text, "open: ones + twos") {
		t.Errorf("beside the dice stands %q", text)
	}
	for _, what := range []string{"#choices", "#tools"} {
		if base := get[float64](t, ctx, `document.querySelector('`+what+
			`').getBoundingClientRect().bottom`); base > 844 {
			t.Errorf("%s ends at %.0f of 844", what, base)
		}
	}
}
