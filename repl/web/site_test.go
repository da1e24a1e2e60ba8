package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"boardgame/interp/verify/gametest"
	"boardgame/repl/web"
	"boardgame/testdata/long"
)

// built returns the files of a static site, built once.
var built = sync.OnceValues(func() (map[string][]byte, error) {
	program, support, err := web.Compile(context.Background(), ".")
	if err != nil {
		return nil, err
	}
	return web.Site(program, support)
})

// site serves a static site as a plain file server does.
//
// Late, if given, are functions that delay answers to requests until their channels are closed.
func site(t *testing.T, late ...func(*http.Request) <-chan struct{}) string {
	t.Helper()
	long.Skip(t, "it compiles the program for browsers, with flags of its own")
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, wait := range late {
			<-wait(r)
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		content, ok := files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		for end, kind := range map[string]string{".html": "text/html", ".js": "text/javascript",
			".css": "text/css"} {
			if strings.HasSuffix(name, end) {
				w.Header().Set("Content-Type", kind)
			}
		}
		w.Write(content)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// withoutNets returns the files of a game without those that only its bots read.
func withoutNets(t *testing.T, content []byte) []byte {
	t.Helper()
	var all map[string]string
	if err := json.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(all, func(path, _ string) bool { return strings.HasSuffix(path, ".net") })
	content, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// What a visitor loads in order to play is small: the page, the program and one game. The other
// games come when they are chosen, and the editor of the rules when it is opened.
func TestSiteSize(t *testing.T) {
	site(t)
	files, _ := built()
	program, page, game := 0, 0, map[string]int{}
	for name, content := range files {
		size := sent(name, content)
		t.Logf("%8d %s", size, name)
		folder, base, _ := strings.Cut(name, "/")
		switch {
		case name == "boardgame.wasm.gz", name == "wasm_exec.js", name == "bridge.js",
			name == "worker.js", name == "rulesets.json":
			program += size // only its worker loads these, meanwhile
		case strings.HasPrefix(name, "editor"):
		case folder == "nets":
			if size > 150_000 {
				t.Errorf("the patterns %s have %d bytes, compressed", base, size)
			}
			continue
		case base != "":
			game[strings.TrimSuffix(base, filepath.Ext(base))] += size
		default:
			page += size
		}
		if base != "" && folder != "pictures" && folder != "rulesets" {
			t.Errorf("%s belongs to no game", name)
		}
	}
	largest := slices.Max(slices.Collect(maps.Values(game)))
	t.Logf("page %d, program %d, the largest of %d games %d", page, program, len(game), largest)
	if total := program + page + largest; total > 4_000_000 {
		t.Errorf("the page, the program and a game have %d bytes, compressed", total)
	}
	if largest > 40_000 {
		t.Errorf("a game has %d bytes, compressed", largest)
	}
	featured := 0
	for name, size := range game {
		rs := gametest.Ruleset(t, name)
		if rs.Info.Featured { // the patterns of its bots come later
			featured += size - sent("rulesets/"+name+".json", files["rulesets/"+name+".json"]) +
				sent("rulesets/"+name+".json", withoutNets(t, files["rulesets/"+name+".json"]))
		}
	}
	if before := page + featured; before > 150_000 {
		t.Errorf("%d bytes come before the first page or a board is shown", before)
	}
}

// The program in the page sorts with package order: package slices adds 20 KB for each type that it
// sorts by a function. Only where sorting is most of the work, it may.
func TestSiteSorts(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.Dir}}{{end}}",
		"./worker")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	folders, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for folder := range strings.FieldsSeq(string(folders)) {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			where := filepath.ToSlash(name)
			if strings.HasSuffix(where, "_test.go") || strings.Contains(where, "/pkg/mod/") ||
				strings.HasSuffix(where, "interp/engine/name.go") ||
				strings.HasSuffix(where, "interp/weigh/learn.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files++
			if found := regexp.MustCompile(`slices\.Sort\w*Func`).Find(text); found != nil {
				t.Errorf("%s: %s; take package order", name, found)
			}
		}
	}
	if files < 100 {
		t.Errorf("the program in the page has only %d files", files)
	}
}

// sent is how many bytes of a file go over the wire: as most servers send it, compressed.
func sent(name string, content []byte) int {
	if strings.HasSuffix(name, ".gz") {
		return len(content)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(content)
	z.Close()
	return b.Len()
}

// The program runs in the page: a game against a bot, changed rules, and a link that restores both.
func TestSite(t *testing.T) {
	url := site(t)
	ctx, _ := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	choose(t, ctx, "#seat1", "greedy")
	click(t, ctx, "b2")
	until(t, ctx, `document.querySelectorAll('#history li').length === 2 && `+
		`/^X to move/.test(document.getElementById('status').textContent)`)
	picture(t, ctx, "site")
	// the rules are not asked for before somebody looks at them
	until(t, ctx, `document.getElementById('text').value === ''`)
	press(t, ctx, "#tab-rules")
	until(t, ctx, `document.getElementById('text').value.includes('square(3, 3)')`)
	edit(t, ctx, "square(3, 3)", "square(4, 4)")
	until(t, ctx, `document.querySelectorAll('[data-kind=cell]').length === 16`)
	until(t, ctx, `document.querySelectorAll('#history li').length === 2`)
	// The address has the new rules once the page says so; the bot's move may have changed it
	// earlier.
	until(t, ctx, `/under the new rules/.test(document.getElementById('status').textContent)`)
	link := get[string](t, ctx, `location.href`)
	if !strings.Contains(link, "#play=") {
		t.Errorf("the address is %s, which has not the game", link)
	}
	other := another(t, 390, 844)
	do(t, other, chromedp.Navigate(link))
	until(t, other, `document.querySelectorAll('[data-kind=cell]').length === 16 && `+
		`document.querySelectorAll('#history li').length === 2`)
	// A damaged link is reported beside the games that are kept, without those of a server at the
	// same address.
	keepForeign(t, other, "", "#table=t9")
	do(t, other, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/#play=AAAA"))
	until(t, other, `/damaged/.test(document.getElementById('why')?.innerText) && `+
		`document.querySelectorAll('#kept-list button').length === 1 && `+
		`!/Foreign/.test(document.getElementById('kept-list').textContent)`)
	get[string](t, other, `location.hash = "game=hexapawn"`) // another link in the same tab
	until(t, other, `document.querySelectorAll('[data-kind=cell]').length === 9`)
}

// The board of a site is there, and a piece can be chosen, before the program has loaded; the move
// is played afterward.
func TestSiteOpening(t *testing.T) {
	arrive, now := make(chan struct{}), make(chan struct{})
	close(now)
	url := site(t, func(r *http.Request) <-chan struct{} {
		if strings.HasSuffix(r.URL.Path, ".wasm.gz") {
			return arrive
		}
		return now
	})
	ctx, _ := browser(t, 1280, 800)
	do(t, ctx, chromedp.Navigate(url+"/#game=cage"))
	until(t, ctx, `document.querySelectorAll('#board .open').length > 4 && `+
		`document.getElementById('game').options.length > 10`)
	site := get[string](t, ctx, `document.querySelector('#board .open').dataset.site`)
	click(t, ctx, site)
	until(t, ctx, `document.querySelectorAll('#marks > *').length > 1`)
	t.Logf("the first piece is chosen %.0f ms after opening, without the program",
		get[float64](t, ctx, `performance.now()`))
	click(t, ctx, get[string](t, ctx,
		`document.querySelector('#board .open[aria-pressed=false]').dataset.site`))
	if n := get[int](t, ctx, `document.querySelectorAll('#history li').length`); n != 0 {
		t.Errorf("%d moves are played without the program", n)
	}
	close(arrive)
	until(t, ctx, `document.querySelectorAll('#history li').length === 1`)
	t.Logf("the first move is played %.0f ms after opening",
		get[float64](t, ctx, `performance.now()`))
	// A study runs in a program of its own, and can be stopped while the game goes on.
	press(t, ctx, "#tab-study")
	press(t, ctx, "#study-report")
	until(t, ctx, `/ of [0-9]/.test(document.querySelector('#findings p')?.textContent)`)
	click(t, ctx, get[string](t, ctx, `document.querySelector('#board .open').dataset.site`))
	until(t, ctx, `document.querySelectorAll('#marks > *').length > 1`)
	click(t, ctx, get[string](t, ctx,
		`document.querySelector('#board .open[aria-pressed=false]').dataset.site`))
	until(t, ctx, `document.querySelectorAll('#history li').length === 2`)
	press(t, ctx, "#findings button")
	until(t, ctx, `document.getElementById('findings').textContent === 'Stopped.'`)
	press(t, ctx, "#study-book")
	until(t, ctx, `document.querySelector('#findings article') !== null`)
}

// What bots have learned about a game comes when a bot needs it, not with the rules.
func TestSiteNets(t *testing.T) {
	var nets atomic.Int32
	now := make(chan struct{})
	close(now)
	url := site(t, func(r *http.Request) <-chan struct{} {
		if strings.Contains(r.URL.Path, "/nets/") {
			nets.Add(1)
		}
		return now
	})
	ctx, _ := browser(t, 1280, 900)
	open(t, ctx, url, "connect-four")
	if nets.Load() > 0 {
		t.Error("patterns are loaded before a bot plays")
	}
	choose(t, ctx, "#seat0", "hard")
	until(t, ctx, played(1))
	if nets.Load() != 1 {
		t.Errorf("%d files of patterns are loaded", nets.Load())
	}
}
