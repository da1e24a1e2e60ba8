package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sourcegraph/jsonrpc2"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// message frames a body as the protocol does.
func message(body string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

const (
	hello   = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	goodbye = `{"jsonrpc":"2.0","id":99,"method":"shutdown"}`
	leave   = `{"jsonrpc":"2.0","method":"exit"}`
)

// speak sends bytes to a server and returns its answers and the error that it ends with.
func speak(t testing.TB, text string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), long.Patience)
	defer cancel()
	err := Serve(ctx, iotest.OneByteReader(strings.NewReader(text)), &out, Options{})
	if ctx.Err() != nil {
		t.Fatalf("the server hangs after %q", text)
	}
	return out.String(), err
}

func TestMalformed(t *testing.T) {
	rest := message(goodbye) + message(leave)
	ask := func(method, more string) string {
		return message(`{"jsonrpc":"2.0","id":7,"method":"` + method + `"` + more + `}`)
	}
	tell := func(method, more string) string {
		return message(`{"jsonrpc":"2.0","method":"` + method + `"` + more + `}`)
	}
	const hoverText = "textDocument/hover"
	nowhere := `,"params":{"textDocument":{"uri":"file:///x"}}`
	for name, test := range map[string]struct{ text, answer, end string }{
		"nothing":         {"", "", "without `shutdown`"},
		"exit at once":    {message(leave), "", "without `shutdown`"},
		"in order":        {message(hello) + rest, `"id":99`, ""},
		"no header":       {"hello\n", "", "header"},
		"no length":       {"Content-Type: x\r\n\r\n", "", "without Content-Length"},
		"bad length":      {"Content-Length: many\r\n\r\n", "", "many"},
		"negative length": {"Content-Length: -5\r\n\r\n{}", "", "-5"},
		"huge length":     {"Content-Length: 99999999999\r\n\r\n{}", "", "99999999999"},
		"cut off":         {"Content-Length: 50\r\n\r\n{}", "", "without `shutdown`"},
		"endless header":  {strings.Repeat("x", 10_000), "", "without an end"},
		"small letters": {strings.ToLower(message(hello)[:16]) + message(hello)[16:] + rest,
			`"capabilities"`, ""},
		"no JSON":      {message("{nonsense") + message(hello) + rest, "-32700", ""},
		"no request":   {message("[1, 2]") + message(hello) + rest, "-32600", ""},
		"empty object": {message("{}") + message(hello) + rest, "-32600", ""},
		"deep": {message(strings.Repeat("[", 20_000)) + message(hello) + rest, "-32700",
			""},
		"too early":        {ask(hoverText, `,"params":{}`) + message(hello) + rest, "-32002", ""},
		"unknown request":  {message(hello) + ask("x/y", `,"params":{}`) + rest, "-32601", ""},
		"unknown note":     {message(hello) + tell("x/y", `,"params":{}`) + rest, `"id":99`, ""},
		"no parameters":    {message(hello) + ask(hoverText, "") + rest, "-32602", ""},
		"wrong parameters": {message(hello) + ask(hoverText, `,"params":[1]`) + rest, "-32602", ""},
		"not open":         {message(hello) + ask(hoverText, nowhere) + rest, "is not open", ""},
		"after shutdown": {message(hello) + message(goodbye) + ask(hoverText, `,"params":{}`),
			"-32600", ""},
		"strange change": {message(hello) +
			tell("textDocument/didChange", `,"params":{"contentChanges":7}`) + rest, `"id":99`, ""},
		"answer to nobody": {message(hello) + message(`{"jsonrpc":"2.0","id":5,"result":null}`) +
			rest, `"id":99`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := speak(t, test.text)
			if !strings.Contains(out, test.answer) {
				t.Errorf("the answers are %s; want %s", out, test.answer)
			}
			end := ""
			if err != nil {
				end = err.Error()
			}
			if (test.end == "") != (end == "") || !strings.Contains(end, test.end) {
				t.Errorf("it ends with %v; want %q", err, test.end)
			}
		})
	}
}

// A cancelled request is answered as cancelled, whatever it was about.
func TestCancel(t *testing.T) {
	s := newServer(Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for method, run := range requests {
		req := jsonrpcRequest(method, `{"textDocument":{"uri":"x"}}`)
		if _, err := s.answer(ctx, s.snap, run, req); err != context.Canceled {
			t.Errorf("%s, cancelled, gives %v", method, err)
		}
	}
}

func jsonrpcRequest(method, params string) *jsonrpc2.Request {
	raw := json.RawMessage(params)
	return &jsonrpc2.Request{Method: method, Params: &raw}
}

// Places outside a text move to its end; inside it, the two conversions agree.
func TestPositions(t *testing.T) {
	f := source.NewFile("", "a😀é\r\n\n한b\xff x")
	for offset := range len(f.Text) + 1 {
		p := positionOf(f, offset)
		if back := offsetOf(f, p); back > offset || offset-back > 3 {
			t.Errorf("%d is at %v, which is %d", offset, p, back)
		}
	}
	for _, test := range []struct {
		p    position
		want int
	}{
		{position{0, 1}, 1}, {position{0, 2}, 1}, {position{0, 3}, 5}, {position{0, 4}, 7},
		{position{0, 99}, 7},
		{position{1, 5}, 9}, {position{2, 1}, 13}, {position{9, 9}, len(f.Text)},
		{position{-1, 5}, 0}, {position{0, -5}, 0},
	} {
		if got := offsetOf(f, test.p); got != test.want {
			t.Errorf("%v is at %d, want %d", test.p, got, test.want)
		}
	}
	for name, uri := range map[string]string{
		"/games/my game.rules": "file:///games/my%20game.rules",
		"/ä/1%.rules":          "file:///%C3%A4/1%25.rules",
		"untitled:Untitled-1":  "untitled:Untitled-1",
	} {
		if got := nameOfURI(uri); got != name {
			t.Errorf("%s means %s, want %s", uri, got, name)
		}
		if got := uriOfName(name); got != uri {
			t.Errorf("%s is %s, want %s", name, got, uri)
		}
	}
}

// everything sends all requests about places of a text; nothing may panic.
func everything(t testing.TB, text string, step int) {
	n := newSnapshot(&Options{Games: []string{"chess"}}, nil)
	n.open(textDocument{URI: "file:///x.rules", Text: text})
	d, err := n.document("file:///x.rules")
	if err != nil {
		t.Fatal(err)
	}
	n.diagnostics(d)
	for _, ask := range []func(*document) any{n.format, n.symbols, n.folding, n.semantic,
		n.lenses} {
		ask(d)
	}
	n.hints(d, 0, len(text))
	n.actions(d, 0, len(text))
	for offset := 0; offset <= len(text); offset += step {
		n.askAt(d, offset)
	}
}

// askAt sends all requests about a place of a text.
func (n *snapshot) askAt(d *document, offset int) {
	for _, ask := range []func(*document, int) any{
		n.hover, n.definition, n.highlight, n.prepareRename, n.complete,
	} {
		ask(d, offset)
	}
}

// Nothing panics, wherever a game is cut off.
func TestUnfinished(t *testing.T) {
	for i := 0; i <= len(game); i += 7 {
		if !long.Case(i/7, 20) {
			continue
		}
		everything(t, game[:i], 31)
		everything(t, game[i:], 31)
	}
}

func FuzzText(f *testing.F) {
	f.Add(game)
	f.Add("game \"x\" extends \"chess\"\nuse \"y\"")
	f.Add("if a { def b = 1 } else { def b(")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		everything(t, text, 1+len(text)/4)
	})
}

func FuzzMessage(f *testing.F) {
	f.Add(message(hello) + message(goodbye) + message(leave))
	f.Add(message("{}") + "Content-Length: 3\r\n\r\nabc")
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = speak(t, text)
	})
}

// largest returns the rules file that takes longest to check.
func largest(b *testing.B) *document {
	name := filepath.Join("..", "..", "rulesets", "blockade", "blockade.rules")
	text, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	return &document{uri: "file:///blockade.rules",
		file: source.NewFile("/blockade.rules", string(text))}
}

// BenchmarkKey measures what an editor waits for after a keystroke: the completion of a new text.
func BenchmarkKey(b *testing.B) {
	d := largest(b)
	for b.Loop() {
		n := newSnapshot(&Options{}, nil)
		n.put(d)
		n.complete(d, len(d.file.Text)/2)
	}
}

// BenchmarkDiagnostics measures the work once typing pauses: the text with all its options.
func BenchmarkDiagnostics(b *testing.B) {
	d := largest(b)
	for b.Loop() {
		n := newSnapshot(&Options{}, nil)
		n.put(d)
		n.diagnostics(d)
	}
}

// BenchmarkAnswers measures each request about the largest file, once that is checked.
func BenchmarkAnswers(b *testing.B) {
	d := largest(b)
	n := newSnapshot(&Options{}, nil)
	n.put(d)
	n.study(d.file)
	at := strings.Index(d.file.Text, "wall")
	for name, ask := range map[string]func(){
		"hover":      func() { n.hover(d, at) },
		"completion": func() { n.complete(d, at) },
		"definition": func() { n.definition(d, at) },
		"semantic":   func() { n.semantic(d) },
		"hints":      func() { n.hints(d, 0, len(d.file.Text)) },
		"symbols":    func() { n.symbols(d) },
		"format":     func() { n.format(d) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ask()
			}
		})
	}
}
