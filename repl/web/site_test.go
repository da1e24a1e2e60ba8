package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"boardgame/repl/web"
	"boardgame/testdata/long"
)

// built returns the files of a static site, which are made once.
var built = sync.OnceValues(func() (map[string][]byte, error) {
	program, support, err := web.Compile(context.Background(), ".")
	if err != nil {
		return nil, err
	}
	return web.Site(program, support)
})

// site serves a static site as a plain server of files does.
func site(t *testing.T) string {
	t.Helper()
	long.Skip(t, "it compiles the program for browsers, with flags of its own")
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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

// All that a visitor loads is small.
func TestSiteSize(t *testing.T) {
	site(t)
	files, _ := built()
	total := 0
	for name, content := range files {
		if !strings.HasSuffix(name, ".gz") { // as most servers send it
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write(content)
			z.Close()
			content = b.Bytes()
		}
		t.Logf("%8d %s", len(content), name)
		total += len(content)
	}
	if total > 4_000_000 {
		t.Errorf("the site has %d bytes, compressed; at most 4 MB are meant", total)
	}
}

// The program runs in the page: a game against a bot, rules changed, and a link that brings all of
// it back.
func TestSite(t *testing.T) {
	url := site(t)
	ctx, _ := browser(t, 1280, 900)
	open(t, ctx, url, "tic-tac-toe")
	choose(t, ctx, "#seat1", "greedy")
	click(t, ctx, "b2")
	until(t, ctx, `document.querySelectorAll('#history li').length === 2 && /^X to move/.test(document.getElementById('status').textContent)`)
	picture(t, ctx, "site")
	press(t, ctx, "#tab-rules")
	edit(t, ctx, "square(3, 3)", "square(4, 4)")
	until(t, ctx, `document.querySelectorAll('[data-kind=cell]').length === 16`)
	until(t, ctx, `document.querySelectorAll('#history li').length === 2`)
	link := get[string](t, ctx, `location.href`)
	if !strings.Contains(link, "#play=") {
		t.Errorf("the address is %s, which has not the game", link)
	}
	other, _ := browser(t, 390, 844)
	do(t, other, chromedp.Navigate(link))
	until(t, other, `document.querySelectorAll('[data-kind=cell]').length === 16 && document.querySelectorAll('#history li').length === 2`)
	// A damaged link is told, and a game begins.
	do(t, other, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/#play=AAAA"))
	until(t, other, `/damaged/.test(document.getElementById('message').textContent) && document.querySelector('.open') !== null`)
}
