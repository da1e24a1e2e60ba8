package web_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
	"boardgame/repl/web"
	"boardgame/testdata/long"
)

func serve(t *testing.T, o ...web.Options) *httptest.Server {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s := httptest.NewServer(web.Handler(ctx, protocol.NewServer(protocol.Options{}), o...))
	t.Cleanup(func() { stop(); s.Close() })
	return s
}

// The page comes with a policy that lets it load only its own files.
func TestPage(t *testing.T) {
	s := serve(t)
	for path, want := range map[string]string{
		"/": "<title>boardgame</title>", "/app.js": "import { study }",
		"/link.js": "class Connection", "/style.css": "prefers-color-scheme",
	} {
		r, err := http.Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		text := new(strings.Builder)
		if _, err := copyTo(text, r); err != nil || r.StatusCode != http.StatusOK ||
			!strings.Contains(text.String(), want) {
			t.Errorf("%s: %d, %v", path, r.StatusCode, err)
		}
		if !r.Uncompressed {
			t.Errorf("%s is not compressed", path)
		}
		if p := r.Header.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'none'") ||
			strings.Contains(p, "unsafe") {
			t.Errorf("%s: the policy is %q", path, p)
		}
	}
	r, err := http.Get(s.URL + "/../web.go")
	if err != nil || r.StatusCode != http.StatusNotFound {
		t.Fatalf("a file beside the page: %v, %v", r.StatusCode, err)
	}
	text := new(strings.Builder)
	if _, err := copyTo(text, r); err != nil || text.String() != "404 page not found\n" {
		t.Errorf("a file beside the page: %q, %v", text, err)
	}
}

// Pages elsewhere cannot reach the server under any name.
func TestStrangers(t *testing.T) {
	s := serve(t)
	for host, want := range map[string]int{
		"127.0.0.1:8080": http.StatusOK, "localhost": http.StatusOK, "[::1]:80": http.StatusOK,
		"192.168.1.7:8080":           http.StatusOK,
		"example.com":                http.StatusMisdirectedRequest,
		"127.0.0.1.example.com:8080": http.StatusMisdirectedRequest,
		"":                           http.StatusMisdirectedRequest,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		web.Handler(context.Background(), protocol.NewServer(protocol.Options{})).ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: %d, want %d", host, w.Code, want)
		}
	}
	_, r, err := websocket.Dial(t.Context(), s.URL+"/ws", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {"http://example.com"}},
	})
	if err == nil || r == nil || r.StatusCode != http.StatusForbidden {
		t.Errorf("a page elsewhere opens a WebSocket: %v", err)
	}
}

// A client speaks the protocol and can open no file; a malformed request does not end the server.
func TestSocket(t *testing.T) {
	s := serve(t)
	ctx, cancel := context.WithTimeout(t.Context(), long.Patience)
	defer cancel()
	c, _, err := websocket.Dial(ctx, s.URL+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	c.SetReadLimit(1 << 20)
	for request, want := range map[string]string{
		`{"id":1,"method":"start","params":{"name":"tic-tac-toe"}}`:               `"player":"X"`,
		`{"id":2,"method":"load","params":{"path":"../page/index.html"}}`:         `"forbidden"`,
		`{"id":3,"method":"load","params":{"text":"use \"../page/index.html\""}}`: `"error"`,
		`nonsense`:                   `"parse"`,
		`{"id":4,"method":"nosuch"}`: `"method"`,
	} {
		if err := c.Write(ctx, websocket.MessageText, []byte(request)); err != nil {
			t.Fatal(err)
		}
		_, answer, err := c.Read(ctx)
		if err != nil || !strings.Contains(string(answer), want) {
			t.Errorf("%s: %s, %v", request, answer, err)
		}
	}
	// A binary message ends this client, not the server.
	if err := c.Write(ctx, websocket.MessageBinary, []byte{1, 2}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Read(ctx); websocket.CloseStatus(err) != websocket.StatusUnsupportedData {
		t.Errorf("a binary message: %v", err)
	}
	again, _, err := websocket.Dial(ctx, s.URL+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	// A message that is too long also does.
	if err := again.Write(ctx, websocket.MessageText, make([]byte, message.MaxLine+1)); err == nil {
		if _, _, err = again.Read(ctx); err == nil {
			t.Error("a request of more than 4 MB is read")
		}
	}
}

func copyTo(to *strings.Builder, r *http.Response) (int64, error) {
	defer r.Body.Close()
	return io.Copy(to, r.Body)
}
