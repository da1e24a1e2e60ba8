package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
)

// Figures are told on this computer, and to whoever has the token of the owner; never to those who
// come through a proxy without it. Anyone may ask whether the server is well.
func TestFiguresOverHTTP(t *testing.T) {
	const owner = "the secret of the owner"
	ask := func(o web.Options, path, from string, head map[string]string) *http.Response {
		server := protocol.NewServer(protocol.Options{Owner: owner})
		if head["X-Nobody"] != "" {
			server = protocol.NewServer(protocol.Options{})
		}
		if _, err := server.Ask(t.Context(), "start", map[string]string{"name": "hex"}); err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
		r.RemoteAddr = from
		for name, value := range head {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		web.Handler(t.Context(), server, o).ServeHTTP(w, r)
		return w.Result()
	}
	const here, there = "127.0.0.1:5", "6.6.6.6:5"
	right := map[string]string{"Authorization": "Bearer " + owner}
	proxy := web.Options{Proxy: true}
	for _, one := range []struct {
		o    web.Options
		from string
		head map[string]string
		want int
	}{
		{web.Options{}, here, nil, http.StatusOK},
		{web.Options{}, "[::1]:5", nil, http.StatusOK},
		{web.Options{}, there, nil, http.StatusForbidden},
		{web.Options{}, there, right, http.StatusOK},
		{web.Options{}, there, map[string]string{"Authorization": "Bearer a guess"},
			http.StatusForbidden},
		{web.Options{}, there, map[string]string{"Authorization": "Bearer ", "X-Nobody": "owns"},
			http.StatusForbidden},
		{web.Options{}, here, map[string]string{"X-Forwarded-For": "6.6.6.6"}, http.StatusForbidden},
		{web.Options{}, here, map[string]string{"Forwarded": "for=6.6.6.6"}, http.StatusForbidden},
		{proxy, here, nil, http.StatusForbidden},
		{proxy, here, right, http.StatusOK},
		{proxy, there, map[string]string{"X-Forwarded-For": "127.0.0.1"}, http.StatusForbidden},
	} {
		r := ask(one.o, "/metrics", one.from, one.head)
		var text strings.Builder
		if _, err := copyTo(&text, r); err != nil || r.StatusCode != one.want {
			t.Errorf("%+v: %d, %v", one, r.StatusCode, err)
		}
		told := strings.Contains(text.String(), "\nboardgame_tables 1\n")
		if told != (one.want == http.StatusOK) || strings.Contains(text.String(), owner) {
			t.Errorf("%+v: %s", one, text.String())
		}
		if told && !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
			t.Errorf("%+v: %v", one, r.Header)
		}
		if well := ask(one.o, "/healthz", one.from, one.head); well.StatusCode != http.StatusOK {
			t.Errorf("%+v: the server is %d", one, well.StatusCode)
		}
	}
}

// What /metrics says is the text format of Prometheus: a kind before each name, a number after it,
// and buckets that only grow.
func TestMetricsFormat(t *testing.T) {
	server := protocol.NewServer(protocol.Options{})
	var text strings.Builder
	server.Figures().Metrics(&text)
	kinds := map[string]string{}
	for line := range strings.Lines(text.String()) {
		fields := strings.Fields(line)
		if fields[0] == "#" {
			kinds[fields[2]] = fields[3]
			continue
		}
		name, _, _ := strings.Cut(fields[0], "{")
		base := name
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			base = strings.TrimSuffix(base, suffix)
		}
		if kinds[name] == "" && kinds[base] != "histogram" || len(fields) != 2 {
			t.Errorf("%s", line)
		}
	}
	for _, suffix := range []string{"_bucket", "_sum", "_count"} {
		if !strings.Contains(text.String(), "\nboardgame_request_seconds"+suffix) {
			t.Errorf("the histogram has no %s", suffix)
		}
	}
	for _, want := range []string{"boardgame_tables", "boardgame_clients", "boardgame_thinking",
		"boardgame_waiting_to_think", "boardgame_unread_bytes", "boardgame_memory_bytes",
		"boardgame_engine_bytes",
		"boardgame_requests_total", "boardgame_request_seconds"} {
		if kinds[want] == "" {
			t.Errorf("there is no %s", want)
		}
	}
}
