package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// A client is the other end of a connection, as an editor would be.
type client struct {
	t    *testing.T
	conn *jsonrpc2.Conn
	done chan error

	mu        sync.Mutex
	published map[string][]diagnostic
	shown     []string
	news      chan string
}

type object = map[string]any

// files is a library that a test provides.
type files map[string]string

func (f files) Find(name, from string) (*source.File, error) {
	for _, path := range []string{filepath.Join(filepath.Dir(from), name+".rules"),
		name + ".rules"} {
		if text, ok := f[path]; ok {
			return source.NewFile(path, text), nil
		}
	}
	return nil, fmt.Errorf("there is no %s", name)
}

// dial starts a server and initializes the connection.
func dial(t *testing.T, o Options, settings map[string]any) *client {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &client{t: t, done: make(chan error, 1), published: map[string][]diagnostic{},
		news: make(chan string, 1000)}
	go func() {
		err := Serve(context.Background(), toServer, fromServer, o)
		fromServer.Close()
		c.done <- err
	}()
	c.conn = jsonrpc2.NewConn(context.Background(), newStream(toClient, fromClient),
		jsonrpc2.HandlerWithError(c.told), jsonrpc2.SetLogger(quiet{}))
	t.Cleanup(func() { c.conn.Close(); fromClient.Close() })
	c.call("initialize", map[string]any{"initializationOptions": settings}, nil)
	c.notify("initialized", map[string]any{})
	return c
}

func (c *client) told(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p publishParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			return nil, err
		}
		c.published[p.URI] = p.Diagnostics
		c.news <- p.URI
	case "window/showMessage":
		c.shown = append(c.shown, string(*req.Params))
	}
	return nil, nil
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// try is call for requests that may be rejected.
func (c *client) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), long.Patience)
	defer cancel()
	return c.conn.Call(ctx, method, params, result)
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// open opens a text and waits for its diagnostics.
func (c *client) open(uri, text string) []diagnostic {
	c.t.Helper()
	c.notify("textDocument/didOpen",
		object{"textDocument": object{"uri": uri, "version": 1, "text": text}})
	return c.wait(uri)
}

// wait returns the next diagnostics of a text.
func (c *client) wait(uri string) []diagnostic {
	c.t.Helper()
	for {
		select {
		case got := <-c.news:
			if got == uri {
				c.mu.Lock()
				defer c.mu.Unlock()
				return c.published[uri]
			}
		case <-time.After(long.Patience):
			c.t.Fatalf("no diagnostics of %s", uri)
		}
	}
}

// last returns the diagnostics published last for a text.
func (c *client) last(uri string) []diagnostic {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.published[uri]
}

// at returns the parameters for a place in a text: the byte after the n-th occurrence of before.
func at(uri, text, before string) map[string]any {
	i := strings.Index(text, before)
	if i < 0 {
		panic("the text has no " + before)
	}
	p := positionOf(source.NewFile("", text), i+len(before))
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": p}
}

const gameURI = "file:///games/small.rules"

const game = `game "Small"
option size = 5 in {5, 7}
players White facing north, Black facing south
board square(size, size)
piece man { quick }, king

# The two home rows.
region home { White: rank(1), Black: rank(size) }

setup {
  White man:  rank(1) - c1
  Black man:  rank(size)
  White king: c1
}

def free(p) = p.forward & empty

move step {
  from p in mine
  to   q in p.free
  if   quick(p) "only men are quick"
  do   p -> q
}

turn step else pass

end { draw "nobody moves" if passes >= 2 }
`

func TestQuietGame(t *testing.T) {
	c := dial(t, Options{}, nil)
	for _, d := range c.open(gameURI, game) {
		if d.Severity < 3 {
			t.Errorf("%v: %s", d.Range, d.Message)
		}
	}
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	if err := <-c.done; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

func TestDiagnosticsAndFixes(t *testing.T) {
	for _, test := range []struct {
		name, wrong, right string // a part of the game
		at                 string // what is marked
		code, title        string
		result             string // what the fix makes of wrong
	}{
		{"name", "& emtpy", "& empty", "emtpy", "E100", "Replace `emtpy` with `empty`", "& empty"},
		{"word", "turn stop", "turn step", "stop", "E201", "Replace `stop` with `step`",
			"turn step"},
		{"sign", "passes ≥ 2", "passes >= 2", "≥", "E", "Replace `≥` with `>=`", "passes >= 2"},
		{"bracket", "rank(1]", "rank(1)", "]", "E", "Replace `]` with `)`", "rank(1)"},
		{"comment", "// The two", "# The two", "//", "E", "Replace `//` with `#`", "# The two"},
		{"semicolon", "board square(size, size);", "board square(size, size)", ";",
			"E", "Take out `;`", "board square(size, size)"},
		{"equals", "if passes == 2", "if passes >= 2", "==", "E", "Replace `==` with `=`",
			"if passes = 2"},
		{"plain speech", "if passes is at least 2", "if passes >= 2", "is at least",
			"E", "Replace `is at least` with `>=`", "if passes >= 2"},
		{"else", "def free(p) = if some p: p.forward", "def free(p) = p.forward & empty", "",
			"E", "Insert `else none`", "def free(p) = if some p: p.forward else none"},
		{"comma", "players White facing north Black", "players White facing north, Black", "Black",
			"E", "Insert `,`", "players White facing north, Black"},
		{"behind wide signs", `if quick(p) "😀é" and`, "if   quick(p) \"only men are quick\"", "",
			"", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := dial(t, Options{}, nil)
			text := strings.Replace(game, test.right, test.wrong, 1)
			list := c.open(gameURI, text)
			if len(list) == 0 || list[0].Severity != 1 {
				t.Fatalf("no error is reported, but %v", list)
			}
			d := list[0]
			f := source.NewFile("", text)
			marked := text[offsetOf(f, d.Range.Start):offsetOf(f, d.Range.End)]
			if test.at != "" && marked != test.at {
				t.Errorf("%q is marked, want %q: %s", marked, test.at, d.Message)
			}
			if !strings.HasPrefix(d.Code, test.code) {
				t.Errorf("the code is %s, want %s", d.Code, test.code)
			}
			if test.title == "" {
				return
			}
			var actions []codeAction
			c.call("textDocument/codeAction", object{
				"textDocument": object{"uri": gameURI}, "range": d.Range, "context": object{},
			}, &actions)
			i := slices.IndexFunc(actions, func(a codeAction) bool { return a.Title == test.title })
			if i < 0 {
				t.Fatalf("no fix %q among %+v", test.title, actions)
			}
			mended := apply(f, actions[i].Edit.Changes[gameURI])
			if want := strings.Replace(text, test.wrong, test.result, 1); mended != want {
				t.Errorf("the fix makes\n%s\nwant\n%s", mended, want)
			}
		})
	}
}

// apply applies edits, which do not overlap.
func apply(f *source.File, edits []textEdit) string {
	slices.SortFunc(edits,
		func(a, b textEdit) int { return offsetOf(f, b.Range.Start) - offsetOf(f, a.Range.Start) })
	text := f.Text
	for _, e := range edits {
		text = text[:offsetOf(f, e.Range.Start)] + e.NewText + text[offsetOf(f, e.Range.End):]
	}
	return text
}

func TestHover(t *testing.T) {
	c := dial(t, Options{}, map[string]any{"options": map[string]string{"size": "7"}})
	c.open(gameURI, game)
	for _, test := range []struct{ before, want string }{
		{"def fr", "**free** (definition)"},
		{"q in p.fr", "def free(p) = p.forward & empty"},
		{"from p in mi", "Where the pieces of the player to move stand"},
		{"from p in mi", "a1, b1, c1, d1, e1, f1, g1 (7 sites)"},
		{"Black: rank(si", "**size** (option) = 7"},
		{"Black: rank(si", "with these options: 7"},
		{"region ho", "The two home rows."},
		{"  fro", "Binds a site that the player chooses"},
		{"do   ", "**p** (variable): a site"},
		{"tur", "What a player may do"},
		{"piece man { qui", "**quick** (attribute)"},
	} {
		var h *hover
		c.call("textDocument/hover", at(gameURI, game, test.before), &h)
		switch {
		case h == nil:
			t.Errorf("%q: nothing", test.before)
		case !strings.Contains(h.Contents.Value, test.want):
			t.Errorf("%q: %q is not in\n%s", test.before, test.want, h.Contents.Value)
		}
	}
	var h *hover
	c.call("textDocument/hover", at(gameURI, game, "# The two"), &h)
	if h != nil {
		t.Errorf("in a comment: %s", h.Contents.Value)
	}
}

func TestNavigation(t *testing.T) {
	folder := t.TempDir()
	base, variant := filepath.Join(folder, "small.rules"), filepath.Join(folder, "long.rules")
	variantText := "game \"Long\" extends \"small\"\ndef free(p) = p.forward & empty\n" +
		"move hop { from p in home to q in p.free do p -> q }\nturn hop else step else pass\n"
	write(t, base, game)
	write(t, variant, variantText)
	c := dial(t, Options{Folder: filepath.Join(folder, "cache"), Library: files{base: game}}, nil)
	baseURI, variantURI := uriOfName(base), uriOfName(variant)
	c.open(variantURI, variantText)
	places := func(method string, params map[string]any) (out []string) {
		t.Helper()
		params["context"] = map[string]any{"includeDeclaration": true}
		var list []location
		c.call(method, params, &list)
		for _, l := range list {
			start := l.Range.Start
			out = append(out, fmt.Sprintf("%s:%d:%d", filepath.Base(l.URI), start.Line+1,
				start.Character+1))
		}
		return out
	}
	for _, test := range []struct {
		method, before string
		want           []string
	}{
		{"definition", "turn hop else st", []string{"small.rules:18:6"}},
		{"definition", "q in p.fr", []string{"long.rules:2:5", "small.rules:16:5"}},
		{"definition", "hop { from p in ho", []string{"small.rules:8:8"}},
		{"definition", `extends "sm`, []string{"small.rules:1:1"}},
		{"definition", "p.forw", nil},
		{"references", "q in p.fr",
			[]string{"long.rules:2:5", "long.rules:3:37", "small.rules:16:5", "small.rules:20:15"}},
		{"references", "turn hop else st",
			[]string{"long.rules:4:15", "small.rules:18:6", "small.rules:25:6"}},
	} {
		got := places("textDocument/"+test.method, at(variantURI, variantText, test.before))
		if !slices.Equal(got, test.want) {
			t.Errorf("%s of %q: %v, want %v", test.method, test.before, got, test.want)
		}
	}
	var edit workspaceEdit
	params := at(variantURI, variantText, "q in p.fr")
	params["newName"] = "open"
	c.call("textDocument/rename", params, &edit)
	if got := apply(source.NewFile("", game), edit.Changes[baseURI]); got !=
		strings.ReplaceAll(game, "free", "open") {
		t.Errorf("renamed, the base is\n%s", got)
	}
	renamed := apply(source.NewFile("", variantText), edit.Changes[variantURI])
	if renamed != strings.ReplaceAll(variantText, "free", "open") {
		t.Errorf("renamed, the variant is\n%s", renamed)
	}
	for name, want := range map[string]string{
		"mine": "cannot be", "in": "cannot be a name", "step": "cannot be",
		"two words": "cannot be a name", "a1": "cannot be", "": "cannot be a name",
	} {
		params["newName"] = name
		if err := c.try("textDocument/rename", params, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("renamed to %q: %v, want %q", name, err, want)
		}
	}
	prelude := "game \"P\"\nplayers A, B\nboard square(5, 5)\npiece m\nturn pass\nend { win if " +
		"in_a_row(mine, 3) }\n"
	c.open("file:///p.rules", prelude)
	var list []location
	c.call("textDocument/definition", at("file:///p.rules", prelude, "in_a"), &list)
	if len(list) != 1 {
		t.Fatalf("in_a_row is declared at %v", list)
	}
	text, err := os.ReadFile(nameOfURI(list[0].URI))
	if err != nil || !strings.Contains(strings.Split(string(text), "\n")[list[0].Range.Start.Line],
		"def in_a_row") {
		t.Errorf("in_a_row is not at %v: %v", list[0], err)
	}
	params = at("file:///p.rules", prelude, "in_a")
	params["newName"] = "row"
	err = c.try("textDocument/rename", params, nil)
	if err == nil || !strings.Contains(err.Error(), "comes with boardgame") {
		t.Errorf("in_a_row could be renamed: %v", err)
	}
	for _, before := range []string{"end { w", "mine, 3) }\n"[:2], "win if", "pla"} {
		params := at("file:///p.rules", prelude, before)
		params["newName"] = "row"
		for _, method := range []string{"prepareRename", "rename"} {
			err := c.try("textDocument/"+method, params, nil)
			if err == nil || !strings.Contains(err.Error(), "is a word of the language") {
				t.Errorf("%s after %q: %v", method, before, err)
			}
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCompletion(t *testing.T) {
	c := dial(t, Options{Games: []string{"chess"}}, nil)
	c.open(gameURI, game)
	for _, test := range []struct {
		right, wrong string // the game is changed so; the place is after wrong
		has, lacks   []string
	}{
		{"turn step", "turn ", []string{"step", "pass", "win", "White"}, []string{"mine"}},
		{"to   q in p.free", "to   q in p.",
			[]string{"free", "north", "forward", "orthogonal"}, []string{"mine", "step"}},
		{"from p in mine", "from p in m",
			[]string{"mine", "home", "man", "White", "size", "middle"}, []string{"turn", "step"}},
		{"  if   quick(p)", "  i", []string{"if", "to", "over", "let"}, []string{"mine", "piece"}},
		{"do   p -> q", "do   ", []string{"remove", "place", "p", "q"}, []string{"turn"}},
		{"\nturn", "\nt", []string{"turn", "move", "def"}, []string{"mine"}},
		{"end { draw", "end { d", []string{"draw", "win", "White"}, []string{"mine"}},
		{"board square", "board s", []string{"square", "hexrows"}, []string{"mine"}},
		{"facing north", "facing n", []string{"north"}, []string{"mine"}},
		{"# The two home rows.", "# The m", nil, []string{"mine", "move"}},
		{"}, king", "}, king { q", []string{"quick", "neutral"}, []string{"mine"}},
		{"game \"Small\"", "game \"Small\" extends \"", []string{"chess"}, []string{"mine"}},
		{"def free", "def f", nil, []string{"mine", "free"}},
		{"if passes >=", "if passes ", []string{"and", "or", "in"}, []string{"mine", "turn"}},
	} {
		text := strings.Replace(game, test.right, test.wrong, 1)
		c.notify("textDocument/didChange", object{
			"textDocument":   object{"uri": gameURI, "version": 2},
			"contentChanges": []any{object{"text": text}},
		})
		var list completionList
		c.call("textDocument/completion", at(gameURI, text, test.wrong), &list)
		var labels []string
		for _, item := range list.Items {
			labels = append(labels, item.Label)
		}
		for _, want := range test.has {
			if !slices.Contains(labels, want) {
				t.Errorf("%q: %q is not among %v", test.wrong, want, labels)
			}
		}
		for _, wrong := range test.lacks {
			if slices.Contains(labels, wrong) {
				t.Errorf("%q: %q is among %v", test.wrong, wrong, labels)
			}
		}
	}
}

func TestEdits(t *testing.T) {
	c := dial(t, Options{}, nil)
	text := strings.Replace(game, "  to   q in p.free\n", "      to q in   p.free # 😀\n", 1)
	c.open(gameURI, text)
	doc := map[string]any{"uri": gameURI}
	var edits []textEdit
	c.call("textDocument/formatting", map[string]any{"textDocument": doc}, &edits)
	if got := apply(source.NewFile("", text), edits); !strings.Contains(got, "  to   q in p.free") {
		t.Errorf("laid out:\n%s", got)
	}
	if len(edits) != 1 || edits[0].Range.Start.Line < 17 || edits[0].Range.End.Line > 24 {
		t.Errorf("more is changed than the line that differs: %v", edits)
	}
	// Changes of parts, one after a sign of two code units.
	line := strings.Count(text[:strings.Index(text, "😀")], "\n")
	column := strings.Index(strings.Split(text, "\n")[line], "😀")
	changed := object{"uri": gameURI, "version": 3}
	c.notify("textDocument/didChange", object{"textDocument": changed, "contentChanges": []any{
		map[string]any{"range": span{position{line, column + 2}, position{line, column + 2}},
			"text": " smile"},
		map[string]any{"range": span{position{0, 6}, position{0, 11}}, "text": "Tiny"},
	}})
	var symbols []documentSymbol
	c.call("textDocument/documentSymbol", map[string]any{"textDocument": doc}, &symbols)
	if len(symbols) < 8 || symbols[0].Name != "Tiny" {
		t.Errorf("the outline is %+v", symbols)
	}
	text = strings.Replace(strings.Replace(text, "😀", "😀 smile", 1), "Small", "Tiny", 1)
	var h *hover
	c.call("textDocument/hover", at(gameURI, text, "q in   p.fr"), &h)
	if h == nil || !strings.Contains(h.Contents.Value, "free") {
		t.Errorf("after the changes, hover says %v", h)
	}
}

func TestViews(t *testing.T) {
	c := dial(t, Options{}, nil)
	c.open(gameURI, game)
	doc := map[string]any{"uri": gameURI}
	var hints []inlayHint
	all := span{position{0, 0}, position{99, 0}}
	c.call("textDocument/inlayHint", object{"textDocument": doc, "range": all}, &hints)
	var got []string
	for _, h := range hints {
		got = append(got, fmt.Sprintf("%d: %s", h.Position.Line+1, h.Label))
	}
	want := []string{"8: 5 sites", "8: 5 sites", "11: 4 sites", "12: 5 sites", "13: one site",
		"19: 5 sites"}
	if !slices.Equal(got, want) {
		t.Errorf("hints %q, want %q", got, want)
	}
	var lenses []codeLens
	c.call("textDocument/codeLens", map[string]any{"textDocument": doc}, &lenses)
	if len(lenses) != 3 || lenses[0].Command.Title != "▶ play" || lenses[0].Range.Start.Line != 0 {
		t.Errorf("lenses %+v", lenses)
	}
	var folds []foldingRange
	c.call("textDocument/foldingRange", map[string]any{"textDocument": doc}, &folds)
	if want := []foldingRange{{9, 12, ""}, {17, 21, ""}}; !slices.Equal(folds, want) {
		t.Errorf("folds %v, want %v", folds, want)
	}
	var tokens semanticTokens
	c.call("textDocument/semanticTokens/full", map[string]any{"textDocument": doc}, &tokens)
	if got, want := colored(game, tokens.Data), []string{
		"game keyword", "\"Small\" string", "option keyword", "size property declaration",
		"= operator", "5 number",
	}; !slices.Equal(got[:len(want)], want) {
		t.Errorf("tokens %q, want %q", got[:len(want)], want)
	}
}

// colored writes semantic tokens in readable form.
func colored(text string, data []uint32) (out []string) {
	f := source.NewFile("", text)
	var p position
	for ; len(data) >= 5; data = data[5:] {
		if data[0] > 0 {
			p.Character = 0
		}
		p.Line += int(data[0])
		p.Character += int(data[1])
		lo, hi := offsetOf(f, p), offsetOf(f, position{p.Line, p.Character + int(data[2])})
		word := text[lo:hi] + " " + tokenTypes[data[3]]
		for i, m := range tokenModifiers {
			if data[4]>>i&1 != 0 {
				word += " " + m
			}
		}
		out = append(out, word)
	}
	return out
}

// A library is not at fault for declaring no game. Names in it may be those of the game that uses
// it, and mistakes that appear in it there are shown in both.
func TestLibrary(t *testing.T) {
	folder := t.TempDir()
	lib, user := filepath.Join(folder, "lines.rules"), filepath.Join(folder, "user.rules")
	libText := "# Cells beside p.\ndef beside(p) = p.around & empty\ndef unused(p) = p.north\n"
	userText := strings.Replace(game, "game \"Small\"", "game \"User\"\nuse \"lines\"", 1)
	userText = strings.Replace(userText, "q in p.free", "q in p.beside", 1)
	userText = strings.Replace(userText, "def free(p) = p.forward & empty\n", "", 1)
	write(t, lib, libText)
	write(t, user, userText)
	c := dial(t, Options{Library: files{lib: libText, user: userText}}, nil)
	for _, d := range c.open(uriOfName(lib), libText) {
		t.Errorf("the library: %v %s", d.Range, d.Message)
	}
	for _, d := range c.open(uriOfName(user), userText) {
		if d.Severity < 3 {
			t.Errorf("its user: %v %s", d.Range, d.Message)
		}
	}
	var edit workspaceEdit
	params := at(uriOfName(lib), libText, "def bes")
	params["newName"] = "near"
	c.call("textDocument/rename", params, &edit)
	for path, text := range map[string]string{lib: libText, user: userText} {
		got := apply(source.NewFile("", text), edit.Changes[uriOfName(path)])
		want := strings.ReplaceAll(strings.ReplaceAll(text, "beside(", "near("), "p.beside",
			"p.near")
		if got != want {
			t.Errorf("renamed, %s is\n%s", path, got)
		}
	}
	c.notify("textDocument/didChange",
		object{"textDocument": object{"uri": uriOfName(lib), "version": 2},
			"contentChanges": []any{object{"text": strings.Replace(libText, "& empty", "& emtpy",
				1)}}})
	for _, uri := range []string{uriOfName(lib), uriOfName(user)} {
		var last []diagnostic
		for range 3 { // the one of the library comes first
			if last = c.last(uri); len(last) > 0 && last[0].Severity == 1 {
				break
			}
			last = c.wait(uri)
		}
		if len(last) == 0 || last[0].Severity != 1 || !strings.Contains(last[0].Message, "emtpy") {
			t.Errorf("%s: the slip in the library is not reported: %+v", uri, last)
		}
	}
}

// What takes long to find out about a game is published after the mistakes, without delaying
// answers, and stops with the next keystroke.
func TestNotes(t *testing.T) {
	begun, ended := make(chan bool, 10), make(chan bool, 10)
	asked := 0
	c := dial(t, Options{Notes: func(ctx context.Context, g *ir.Game) diag.List {
		if asked++; asked == 1 {
			begun <- true
			<-ctx.Done()
			ended <- true
			return nil
		}
		return diag.List{{Severity: diag.Note, Code: "N500", Span: g.End[0].Span, Summary: "slow"}}
	}}, nil)
	if list := c.open(gameURI, game); len(list) > 0 {
		t.Fatalf("mistakes: %v", list)
	}
	<-begun
	var hover any
	if c.call("textDocument/hover", at(gameURI, game, "quick("), &hover); hover == nil {
		t.Error("no answer while a note is being found")
	}
	c.notify("textDocument/didChange", object{"textDocument": object{"uri": gameURI, "version": 2},
		"contentChanges": []object{{"text": game + "\n"}}})
	<-ended
	for range 2 { // the mistakes, then the notes
		c.wait(gameURI)
	}
	const information = 3
	if list := c.last(gameURI); len(list) != 1 || list[0].Severity != information ||
		list[0].Code != "N500" || list[0].Range.Start.Line != 26 {
		t.Errorf("published last: %+v", list)
	}
	// A text that another edit leaves alone keeps its notes.
	c.open("file:///games/other.rules", "game \"Other\"\n")
	for len(c.last("file:///games/other.rules")) == 0 {
		c.wait("file:///games/other.rules")
	}
	if list := c.last(gameURI); len(list) != 1 {
		t.Errorf("after another text was opened: %+v", list)
	}
	if asked != 2 {
		t.Errorf("asked %d times", asked)
	}
}
