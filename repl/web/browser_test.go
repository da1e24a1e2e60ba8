package web_test

import (
	"context"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
	"boardgame/testdata/long"
)

var shots = flag.String("shots", "", "a folder for pictures of the page, to be looked at")

// installed returns the path of Chromium; it skips the test if there is none.
func installed(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds to start")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	t.Skip("there is no Chromium on this machine; on Debian, `apt-get install chromium` brings it")
	return ""
}

// browser is shown for tests that run only with -tags long. These are all but the one of a whole
// game.
func browser(t *testing.T, width, height int) (ctx context.Context, url string) {
	t.Helper()
	long.Skip(t, "a browser takes seconds of CPU time")
	return shown(t, width, height)
}

// shown starts a server and returns a window to open its page in; it skips the test if there is no
// Chromium. The tests share one window in turn, because opening another costs more CPU time than
// most of them need. Nothing passes from test to test: storage belongs to a server's address.
func shown(t *testing.T, width, height int) (ctx context.Context, url string) {
	t.Helper()
	window := chromium(t)
	serving, stop := context.WithCancel(context.Background())
	server := httptest.NewServer(web.Handler(serving, protocol.NewServer(protocol.Options{})))
	t.Cleanup(func() {
		stop()
		server.Close()
	})
	ctx, cancel := context.WithTimeout(window, 2*long.Patience)
	t.Cleanup(cancel)
	do(t, ctx, chromedp.Navigate("about:blank"),
		chromedp.EmulateViewport(int64(width), int64(height)))
	prefer(t, ctx)
	return ctx, server.URL
}

// another opens a window with its own storage, like another person's browser.
func another(t *testing.T, width, height int) context.Context {
	t.Helper()
	ctx, leave := chromedp.NewContext(chromium(t), chromedp.WithNewBrowserContext())
	ctx, cancel := context.WithTimeout(ctx, 2*long.Patience)
	t.Cleanup(func() {
		cancel()
		leave()
	})
	do(t, ctx, chromedp.EmulateViewport(int64(width), int64(height)))
	return ctx
}

// shared is the Chromium of all tests, which takes seconds to start, and its first window.
var shared struct {
	once   sync.Once
	window context.Context
	stop   func()
	err    error
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(serving); dir != "" {
		fmt.Fprintln(os.Stderr, beServer(dir))
		os.Exit(1)
	}
	status := m.Run()
	if shared.stop != nil {
		shared.stop()
	}
	os.Exit(status)
}

// chromium returns the first window of the browser.
func chromium(t *testing.T) context.Context {
	t.Helper()
	program := installed(t)
	shared.once.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(program), chromedp.NoSandbox,
			chromedp.Flag("disable-gpu", true),
			chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-component-update", true),
			chromedp.Flag("disable-quic", true))
		allocated, cancel := chromedp.NewExecAllocator(context.Background(), options...)
		window, leave := chromedp.NewContext(allocated)
		shared.window, shared.stop = window, func() { leave(); cancel() }
		shared.err = chromedp.Do(window)
	})
	if shared.err != nil {
		t.Skipf("Chromium cannot be started here: %v", shared.err)
	}
	return shared.window
}

func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// get returns the value of an expression of JavaScript.
func get[T any](t *testing.T, ctx context.Context, expr string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expr))
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return v
}

// until waits until an expression of JavaScript is true. While the page loads, it has no value.
func until(t *testing.T, ctx context.Context, expr string) {
	t.Helper()
	end := time.Now().Add(long.Patience / 4)
	var none error
	for ; time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var is bool
		if is, none = chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expr+")")); is {
			return
		}
	}
	if none != nil {
		t.Fatalf("%s: %v", expr, none)
	}
	text := get[string](t, ctx,
		`['seats', 'history', 'status', 'news', 'message'].map((id) => `+
			`document.getElementById(id)?.textContent).join(' | ')`)
	t.Fatalf("waited for %s; the page says %s", expr, text)
}

// open opens the page with a game.
func open(t *testing.T, ctx context.Context, url, game string) {
	t.Helper()
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/#game="+game))
	until(t, ctx, `document.querySelector('.open, #choices button') !== null`)
	t.Logf("%s: a first move can be made %.0f ms after opening", game,
		get[float64](t, ctx, `performance.now()`))
}

// click clicks on a site as a mouse does.
func click(t *testing.T, ctx context.Context, site string) {
	t.Helper()
	press(t, ctx, on(site))
}

// typed types a move and Enter.
func typed(t *testing.T, ctx context.Context, move string) {
	t.Helper()
	until(t, ctx, `!document.getElementById('move').closest('[inert]')`) // the curtain has opened
	do(t, ctx, chromedp.SendKeys("#move", move+"\r"))
}

// prefer sets the user preferences that the system reports: CSS features and their values.
func prefer(t *testing.T, ctx context.Context, features ...*emulation.MediaFeature) {
	t.Helper()
	do(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
}

// picture saves a picture of the page if pictures were requested.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// drag moves the mouse from one site to another with its button held, and does not release it.
func drag(t *testing.T, ctx context.Context, from, to string) {
	t.Helper()
	for i, site := range []string{from, from, to} {
		at := get[[2]float64](t, ctx, fmt.Sprintf(`(() => {
			const r = document.querySelector('[data-site="%s"]').getBoundingClientRect();
			return [r.x + r.width / 2, r.y + r.height / 2 - %d];
		})()`, site, 8*(i%2)))
		kind := input.DispatchMouseEventTypeMouseMoved
		if i == 0 {
			kind = input.DispatchMouseEventTypeMousePressed
		}
		mouse(t, ctx, kind, at)
	}
}

// drop releases the mouse button over a site.
func drop(t *testing.T, ctx context.Context, site string) {
	t.Helper()
	middle := get[[2]float64](t, ctx, fmt.Sprintf(`(() => {
		const r = document.querySelector('[data-site="%s"]').getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, site))
	mouse(t, ctx, input.DispatchMouseEventTypeMouseReleased, middle)
}

func mouse(t *testing.T, ctx context.Context, kind input.DispatchMouseEventType, at [2]float64) {
	t.Helper()
	do(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: at[0], Y: at[1], Button: input.MouseButtonLeft, Buttons: 1,
			ClickCount: 1,
		})
		return err
	}))
}

// A piece follows the mouse and is played where it is dropped, or goes back; announcements of the
// rules appear above the board.
func TestDrag(t *testing.T) {
	ctx, url := browser(t, 1280, 800)
	open(t, ctx, url, "chess")
	drag(t, ctx, "e2", "e4")
	until(t, ctx, `document.querySelector('[data-piece=e2]').hasAttribute('transform')`)
	if n := get[int](t, ctx, `document.querySelectorAll('#marks .dot').length`); n != 2 {
		t.Errorf("%d targets are shown, want e3 and e4", n)
	}
	drop(t, ctx, "e4")
	until(t, ctx, `/^Black/.test(document.getElementById('status').textContent) && `+
		`document.querySelector('[data-piece=e4]')`)
	drag(t, ctx, "f7", "f4")
	drop(t, ctx, "f4")
	until(t, ctx, `/f4/.test(document.getElementById('message').textContent)`)
	until(t, ctx, `!document.querySelector('[data-piece=f7]').hasAttribute('transform')`)
	// Escape puts a piece back that is carried.
	drag(t, ctx, "g7", "g6")
	until(t, ctx, `document.querySelector('[data-piece=g7]').hasAttribute('transform')`)
	do(t, ctx, chromedp.KeyEvent(kb.Escape))
	until(t, ctx, `!document.querySelector('[data-piece=g7]').hasAttribute('transform') && `+
		`!document.querySelector('#marks .dot')`)
	drop(t, ctx, "g6")
	if !get[bool](t, ctx, played(1)) {
		t.Error("a drag that Escape has ended plays")
	}
	typed(t, ctx, "f7-f6")
	until(t, ctx, `/^White/.test(document.getElementById('status').textContent)`)
	typed(t, ctx, "d1-h5")
	until(t, ctx, `document.getElementById('news').textContent === 'White: Qh5+ Check'`)
}

// The page shows the outcome of a roll.
func TestRoll(t *testing.T) {
	ctx, url := browser(t, 1280, 800)
	open(t, ctx, url, "einstein")
	until(t, ctx, `/ rolled [1-6]$/.test(document.getElementById('news').textContent)`)
}

// A new game at a table of two: the player who did not start it is asked to join or, if the old
// game is over, joins automatically.
func TestNewGameTogether(t *testing.T) {
	ctx, url := browser(t, 900, 800)
	open(t, ctx, url, "tic-tac-toe")
	other := another(t, 900, 800)
	do(t, other, chromedp.Navigate(get[string](t, ctx, `location.href`)))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, ctx, "#take0")
	press(t, other, "#take1")
	until(t, ctx, `document.getElementById('take1').textContent === 'Taken'`)
	press(t, ctx, "#new")
	until(t, ctx, `/table=t2$/.test(location.href) && `+
		`document.getElementById('take0').textContent === 'Stand up'`)
	until(t, other, `!document.getElementById('invitation').hidden`)
	press(t, other, "#come")
	together := `/table=%s$/.test(location.href) && ` +
		`document.getElementById('take1').textContent === 'Stand up'`
	until(t, other, fmt.Sprintf(together, "t2"))
	typed(t, ctx, "a1")
	for i, move := range []string{"b1", "a2", "b2", "a3"} {
		who := []context.Context{other, ctx}[i%2]
		until(t, who, fmt.Sprintf(`document.querySelectorAll('#history li').length === %d`, i+1))
		typed(t, who, move)
	}
	until(t, other, `/wins/.test(document.getElementById('status').textContent)`)
	press(t, ctx, "#new")
	until(t, other, fmt.Sprintf(together, "t3"))
}

// The editor offers what may come at the cursor.
func TestCompletion(t *testing.T) {
	ctx, url := browser(t, 1280, 800)
	open(t, ctx, url, "chess")
	press(t, ctx, "#tab-rules")
	until(t, ctx, `document.getElementById('editor').editor`)
	at := spot(t, ctx, "def safe", false)
	do(t, ctx, chromedp.MouseClickXY(at[0]+1, at[1]), chromedp.KeyEvent(kb.Home),
		chromedp.KeyEvent("\r"), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent("def x = kni"),
		chromedp.KeyEvent(" ", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	until(t, ctx, `/knight/.test(document.getElementById('editor').shadowRoot.`+
		`querySelector('.cm-tooltip-autocomplete')?.textContent)`)
}

// A whole game of Cage on 4×4 is clicked against a bot: the person plays whatever the page offers.
// The quick run clicks its beginning.
func TestPlayByClicking(t *testing.T) {
	ctx, url := shown(t, 1280, 900)
	open(t, ctx, url, "cage")
	press(t, ctx, "#setup summary")
	choose(t, ctx, "#options select[name=size]", "4")
	until(t, ctx, `document.querySelectorAll('[data-kind=cell]').length === 16`)
	until(t, ctx, `/^\d+ checkers$/.test(document.getElementById('has0').textContent)`)
	choose(t, ctx, "#seat1", "greedy")
	for range long.Times(400, 25) {
		if get[bool](t, ctx,
			`/wins|draw|over/.test(document.getElementById('status').textContent)`) {
			break
		}
		until(t, ctx, `/wins|draw/.test(document.getElementById('status').textContent) ||
			(/^Red (to move|goes on)/.test(document.getElementById('status').textContent) && document.querySelector('.open, #choices button') !== null)`)
		at := get[[]float64](t, ctx, `(() => {
			const open = document.querySelectorAll('#choices button, .open[aria-pressed=false]');
			const r = open[Math.floor(Math.random() * open.length)]?.getBoundingClientRect();
			return r ? [r.x + r.width / 2, r.y + r.height / 2] : [];
		})()`)
		if len(at) == 2 {
			do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
		}
		time.Sleep(30 * time.Millisecond)
	}
	if !long.Tests {
		return
	}
	until(t, ctx, `/wins|draw/.test(document.getElementById('status').textContent)`)
	picture(t, ctx, "cage-4-over")
}

// An illegal move is answered with the reason, a typed one is played, and an earlier position can
// be viewed.
func TestRefusalTypingAndHistory(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "chess")
	picture(t, ctx, "chess-desk")
	click(t, ctx, "e2")
	until(t, ctx, `document.querySelectorAll('.open').length >= 3`)
	picture(t, ctx, "chess-chosen")
	click(t, ctx, "e5")
	until(t, ctx, `document.getElementById('message').textContent !== ''`)
	click(t, ctx, "e2")
	until(t, ctx, `document.querySelector('[data-site=e4]').classList.contains('open')`)
	click(t, ctx, "e4")
	until(t, ctx, `/^Black to move/.test(document.getElementById('status').textContent)`)
	typed(t, ctx, "e7-e5")
	until(t, ctx, `document.querySelectorAll('#history li').length === 2 && `+
		`/^White/.test(document.getElementById('status').textContent)`)
	typed(t, ctx, "e4-e5")
	until(t, ctx, `/^Your pawn on e4 cannot go to e5/.test(`+
		`document.getElementById('message').textContent)`)
	if kept := get[string](t, ctx, `document.getElementById('move').value`); kept != "e4-e5" {
		t.Errorf("the field has %q after a refusal, not what was typed", kept)
	}
	press(t, ctx, "#history li:first-child button")
	until(t, ctx, `/^After 1 of 2/.test(document.getElementById('status').textContent)`)
	press(t, ctx, "#undo")
	until(t, ctx, `/^Black to move/.test(document.getElementById('status').textContent)`)
}

// Against a bot, one press takes back the person's last move, not only the bot's answer, which the
// bot would give again at once. One press replays both.
func TestUndoAgainstABot(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	choose(t, ctx, "#seat1", "easy")
	at := func(moves int) {
		until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll('#history li')].findIndex(`+
			`(li) => li.querySelector('[aria-current]')) === %d && `+
			`/^X to move/.test(document.getElementById('status').textContent)`, moves-1))
	}
	typed(t, ctx, "b2")
	at(2)
	press(t, ctx, "#undo")
	until(t, ctx, `document.getElementById('undo').disabled`)
	at(0)
	press(t, ctx, "#redo")
	until(t, ctx, `document.getElementById('redo').disabled`)
	at(2)
}

// Before the first move, the page says what the game is about, with the way to its rulebook.
func TestAbout(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "reversi")
	until(t, ctx, `document.getElementById('what').checkVisibility() && `+
		`/^Enclose enemy discs/.test(document.getElementById('what').textContent)`)
	picture(t, ctx, "reversi-about")
	press(t, ctx, "#book")
	until(t, ctx, `document.querySelector('#findings article')?.checkVisibility()`)
	press(t, ctx, "#tab-moves")
	typed(t, ctx, "d3")
	until(t, ctx, `!document.getElementById('about').checkVisibility()`)
}

// A hint appears above the board and as a frame on it, even for a player who was viewing an earlier
// position, and disappears with the next move.
func TestHint(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	for i, move := range []string{"a1", "b1", "a2", "b2"} {
		typed(t, ctx, move)
		until(t, ctx, fmt.Sprintf(`document.querySelectorAll('#history li').length === %d`, i+1))
	}
	press(t, ctx, "#history li:first-child button")
	until(t, ctx, `/^After 1 of 4/.test(document.getElementById('status').textContent)`)
	press(t, ctx, "#hint")
	until(t, ctx, `document.getElementById('news').textContent === 'Hint: a3. `+
		`It ends the game: X wins: three in a row.'`)
	until(t, ctx, `/^X to move/.test(document.getElementById('status').textContent)`)
	if n := get[int](t, ctx, `document.querySelectorAll('#marks .hint').length`); n != 1 {
		t.Errorf("%d places are framed, want the one of a3", n)
	}
	picture(t, ctx, "hint")
	typed(t, ctx, "a3")
	until(t, ctx, `/wins/.test(document.getElementById('status').textContent)`)
	if get[bool](t, ctx, `document.querySelector('#marks .hint') !== null`) {
		t.Error("the hint is still framed after the move")
	}
	// Two places of a move have frames.
	open(t, ctx, url, "chess")
	press(t, ctx, "#hint")
	const points = `[+-]?\d+(\.\d+)?`
	until(t, ctx, `/^Hint: \S+, .* from .* to .*\. It is rated `+points+`(, \S+ `+points+`)?\. `+
		`The answer to expect is \S+\.$/.test(document.getElementById('news').textContent)`)
	if n := get[int](t, ctx, `document.querySelectorAll('#marks .hint').length`); n != 2 {
		t.Errorf("%d places are framed, want where the piece stands and where it goes", n)
	}
	picture(t, ctx, "hint-chess")
}

// The rules change during the game; the moves so far are replayed under the new ones.
func TestRulesChange(t *testing.T) {
	ctx, url := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	click(t, ctx, "b2")
	until(t, ctx, `/^O to move/.test(document.getElementById('status').textContent)`)
	press(t, ctx, "#tab-rules")
	edit(t, ctx, "square(3, 3)", "sqare(3, 3)")
	until(t, ctx, `/square/.test(document.getElementById('problems').textContent)`)
	picture(t, ctx, "rules-mistake")
	edit(t, ctx, "sqare(3, 3)", "square(4, 4)")
	until(t, ctx, `document.querySelectorAll('[data-kind=cell]').length === 16`)
	until(t, ctx, `/^O to move/.test(document.getElementById('status').textContent)`)
	picture(t, ctx, "rules-changed")
	// The tests of the game fail under the changed rules, and pass under its own.
	press(t, ctx, "#tab-study")
	press(t, ctx, "#study-test")
	until(t, ctx, `/ [1-9][0-9]* failed/.test(document.getElementById('findings').textContent)`)
	press(t, ctx, "#study-report")
	until(t, ctx, `/60 games/.test(document.querySelector('#findings pre')?.textContent)`)
	choose(t, ctx, "#game", "blockade")
	until(t, ctx, `document.querySelectorAll('[data-kind=cell]').length === 154`)
	press(t, ctx, "#study-test")
	until(t, ctx, `/ 0 failed/.test(document.getElementById('findings').textContent)`)
	press(t, ctx, "#study-book")
	until(t, ctx, `document.querySelector('#findings a[data-line]') !== null`)
	picture(t, ctx, "rulebook")
	press(t, ctx, "#findings a[data-line]")
	until(t, ctx, `!document.getElementById('rules').hidden`)
}

// Two browsers at one table see each other's moves. A seat belongs to the browser that took it,
// even after it reloads the page.
func TestTwoAtATable(t *testing.T) {
	ctx, url := browser(t, 900, 800)
	open(t, ctx, url, "hex")
	link := get[string](t, ctx, `location.href`)
	other := another(t, 900, 800)
	do(t, other, chromedp.Navigate(link))
	until(t, other, `document.querySelector('.open') !== null`)
	press(t, ctx, "#take0")
	until(t, ctx, `document.getElementById('take0').textContent === 'Stand up'`)
	until(t, other, `document.getElementById('take0').textContent === 'Taken' && `+
		`document.getElementById('take0').disabled`)
	typed(t, other, "a1")
	until(t, other, `/belongs to someone else/.test(document.getElementById('message').textContent)`)
	click(t, ctx, "c3")
	until(t, other, `/Blue to move/.test(document.getElementById('status').textContent)`)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	until(t, ctx, `document.getElementById('take0')?.textContent === 'Stand up'`)
	// A bot's seat belongs to whoever put it there.
	choose(t, ctx, "#seat1", "easy")
	until(t, other, `document.getElementById('take1').disabled && `+
		`document.querySelectorAll('#history li').length === 2`)
	press(t, other, "#new")
	until(t, other, `!document.getElementById('take0').disabled`)
	press(t, other, "#tab-tables")
	until(t, other, `document.querySelectorAll('#list li').length === 2`)
	picture(t, other, "tables")
	press(t, other, "#list li:last-child button")
	until(t, other, `document.getElementById('take0').disabled && `+
		`document.querySelectorAll('#history li').length === 2`)
}

// The page on a phone and on a desktop, for whoever looks at the pictures; nothing is wider than
// the screen.
func TestSizes(t *testing.T) {
	sizes := []struct {
		name          string
		width, height int64
	}{{"desk", 1280, 900}, {"phone", 390, 844}, {"phone-aside", 844, 390}, {"large", 1920, 1080}}
	ctx, url := browser(t, 1280, 900)
	for i, game := range []string{"cage", "tactigon", "blockade", "chess", "hex",
		"nine-mens-morris"} {
		if !long.Case(i+1, 2) {
			continue
		}
		if i%2 == 1 {
			slices.Reverse(sizes) // a page may open at either size
		}
		do(t, ctx, chromedp.EmulateViewport(sizes[0].width, sizes[0].height))
		open(t, ctx, url, game)
		for _, size := range sizes {
			do(t, ctx, chromedp.EmulateViewport(size.width, size.height))
			if get[bool](t, ctx, `document.documentElement.scrollWidth > window.innerWidth`) {
				t.Errorf("%s is wider than a %s", game, size.name)
			}
			picture(t, ctx, strings.Join([]string{game, size.name}, "-"))
		}
	}
	for _, scheme := range []string{"light", "dark"} {
		prefer(t, ctx, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
		for _, at := range []string{"", "#game=chess"} {
			do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/"+at))
			until(t, ctx, `document.querySelector('.open, .gallery img') !== null`)
			for _, size := range sizes {
				do(t, ctx, chromedp.EmulateViewport(size.width, size.height))
				if get[bool](t, ctx, `document.documentElement.scrollWidth > window.innerWidth`) {
					t.Errorf("%q is wider than a %s", at, size.name)
				}
				picture(t, ctx, strings.Join([]string{scheme, strings.TrimLeft(at, "#game="),
					size.name}, "-"))
			}
		}
	}
}
