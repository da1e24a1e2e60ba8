package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"boardgame/dsl/version"
)

// Protocol errors that the library has no names for.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeRequestFailed    = -32803
)

// settle is how long the server waits for another keystroke before it publishes diagnostics; rest
// is how long it then waits before it begins with what takes longer, and noting how long that may
// take.
const (
	settle = 20 * time.Millisecond
	rest   = 300 * time.Millisecond
	noting = 10 * time.Second
)

// A server holds the state of one connection.
type server struct {
	options Options
	conn    *jsonrpc2.Conn
	ready   chan struct{} // closed when conn is set
	exit    chan struct{} // closed by `exit`

	mu      sync.Mutex
	snap    *snapshot
	hello   bool // `initialize` has been answered
	shut    bool // `shutdown` has
	gone    bool // exit is closed
	running map[string]context.CancelFunc
	timer   *time.Timer
	typed   context.CancelFunc // ends what is found out about the texts as they are
	said    map[string]bool    // the URIs with published diagnostics
	asked   sync.WaitGroup     // requests being answered
	work    sync.WaitGroup     // diagnostics to be published
}

func newServer(o Options) *server {
	return &server{options: o, ready: make(chan struct{}), exit: make(chan struct{}),
		snap: newSnapshot(&o, nil), running: map[string]context.CancelFunc{},
		said: map[string]bool{}, typed: func() {}}
}

func (s *server) start(conn *jsonrpc2.Conn) {
	s.conn = conn
	close(s.ready)
}

// stop waits for work in progress.
func (s *server) stop() {
	s.mu.Lock()
	for _, cancel := range s.running {
		cancel()
	}
	s.typed()
	if s.timer != nil && s.timer.Stop() {
		s.work.Done()
	}
	s.mu.Unlock()
	s.asked.Wait()
	s.work.Wait()
}

func (s *server) isShut() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shut
}

// Handle processes the messages one by one, in order. Changes to texts take effect at once;
// requests are answered from the texts as they are now, whatever arrives in the meantime.
func (s *server) Handle(ctx context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	if req.Notif {
		s.notified(req)
		return
	}
	switch run, err := s.find(req); {
	case err != nil:
		s.reply(req.ID, nil, err, false)
	case run == nil:
		result, err := s.manage(req)
		s.reply(req.ID, result, err, false)
	default:
		s.begin(ctx, run, req)
	}
}

// begin answers a request concurrently with those that follow it.
func (s *server) begin(ctx context.Context, run request, req *jsonrpc2.Request) {
	s.mu.Lock()
	snap, id := s.snap, idText(req.ID)
	ctx, cancel := context.WithCancel(ctx)
	s.running[id] = cancel
	s.asked.Add(1)
	s.mu.Unlock()
	go func() {
		defer s.asked.Done()
		result, err := s.answer(ctx, snap, run, req)
		s.mu.Lock()
		delete(s.running, id)
		s.mu.Unlock()
		cancelled := ctx.Err() != nil
		cancel()
		s.reply(req.ID, result, err, cancelled)
	}()
}

func idText(id jsonrpc2.ID) string {
	text, _ := id.MarshalJSON() // an ID is a number or a string
	return string(text)
}

// reply answers a request. If that fails because the client is gone, there is no one to tell.
func (s *server) reply(id jsonrpc2.ID, result any, err error, cancelled bool) {
	ctx := context.Background()
	var e *jsonrpc2.Error
	switch {
	case cancelled:
		e = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
	case err == nil:
		_ = s.conn.Reply(ctx, id, result)
		return
	case !errors.As(err, &e):
		e = &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
	}
	_ = s.conn.ReplyWithError(ctx, id, e)
}

// notified processes a message that expects no answer. It ignores one that cannot be understood, as
// the protocol requires.
func (s *server) notified(req *jsonrpc2.Request) {
	switch req.Method {
	case "exit":
		s.mu.Lock()
		if !s.gone {
			s.gone = true
			close(s.exit)
		}
		s.mu.Unlock()
	case "$/cancelRequest":
		var p cancelParams
		if read(req, &p) == nil {
			s.mu.Lock()
			if cancel := s.running[string(p.ID)]; cancel != nil {
				cancel()
			}
			s.mu.Unlock()
		}
	case "textDocument/didOpen":
		var p documentParams
		if read(req, &p) == nil {
			s.change(func(n *snapshot) { n.open(p.TextDocument) })
		}
	case "textDocument/didChange":
		var p changeParams
		if read(req, &p) == nil {
			s.change(func(n *snapshot) { n.edit(p) })
		}
	case "textDocument/didClose":
		var p documentParams
		if read(req, &p) == nil {
			s.change(func(n *snapshot) { n.close(p.TextDocument.URI) })
		}
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		s.change(func(n *snapshot) { n.forget() })
	case "workspace/didChangeConfiguration":
		var p struct {
			Settings struct {
				Boardgame settings `json:"boardgame"`
			} `json:"settings"`
		}
		if read(req, &p) == nil {
			s.change(func(n *snapshot) { n.choose(p.Settings.Boardgame) })
		}
	}
}

func read(req *jsonrpc2.Request, into any) error {
	if req.Params == nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
			Message: req.Method + " needs parameters"}
	}
	if err := json.Unmarshal(*req.Params, into); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: req.Method + ": " + err.Error()}
	}
	return nil
}

// change makes a new snapshot and publishes its diagnostics once no keystroke has followed for a
// while.
func (s *server) change(edit func(*snapshot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := newSnapshot(&s.options, s.snap)
	edit(next)
	s.snap = next
	s.typed()
	ctx, cancel := context.WithCancel(context.Background())
	s.typed = cancel
	if s.timer != nil && s.timer.Stop() {
		s.work.Done()
	}
	s.work.Add(1)
	s.timer = time.AfterFunc(settle, func() {
		defer s.work.Done()
		s.publish(next)
		s.note(ctx, next)
	})
}

// note adds to the diagnostics of the open texts what takes long to find out.
func (s *server) note(ctx context.Context, snap *snapshot) {
	if s.options.Notes == nil {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(rest):
	}
	ctx, cancel := context.WithTimeout(ctx, noting)
	defer cancel()
	for _, d := range snap.documents() {
		if ctx.Err() == nil && snap.study(d.file).note(ctx, s.options.Notes) && !s.stale(snap) {
			s.say(snap, d)
		}
	}
}

// say publishes the diagnostics of a text.
func (s *server) say(snap *snapshot, d *document) {
	s.notify("textDocument/publishDiagnostics",
		publishParams{URI: d.uri, Version: d.version, Diagnostics: snap.diagnostics(d)})
}

// publish sends the diagnostics of all open texts, and clears those of closed texts.
func (s *server) publish(snap *snapshot) {
	sent := map[string]bool{}
	for _, d := range snap.documents() {
		if s.stale(snap) {
			return
		}
		sent[d.uri] = true
		s.say(snap, d)
	}
	s.mu.Lock()
	if s.snap != snap {
		s.mu.Unlock()
		return
	}
	before := s.said
	s.said = sent
	s.mu.Unlock()
	for uri := range before {
		if !sent[uri] {
			s.notify("textDocument/publishDiagnostics", publishParams{URI: uri, Diagnostics: []diagnostic{}})
		}
	}
}

func (s *server) stale(snap *snapshot) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snap != snap
}

// notify sends the client a notification; if the client is gone, that shows where messages are
// read.
func (s *server) notify(method string, params any) {
	_ = s.conn.Notify(context.Background(), method, params)
}

// showMessage shows the author a message.
func (s *server) showMessage(text string) {
	const info = 3
	s.notify("window/showMessage", map[string]any{"type": info, "message": text})
}

// find returns the handler of a request; nil for requests about the connection itself.
func (s *server) find(req *jsonrpc2.Request) (request, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.shut:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest,
			Message: "the server has been shut down"}
	case req.Method == "initialize":
		return nil, nil
	case !s.hello:
		return nil, &jsonrpc2.Error{Code: codeNotInitialized,
			Message: "the first request must be initialize"}
	case req.Method == "shutdown":
		return nil, nil
	}
	if run, ok := requests[req.Method]; ok {
		return run, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound,
		Message: "there is no request " + req.Method}
}

// manage answers a request about the connection, after earlier requests have been answered.
func (s *server) manage(req *jsonrpc2.Request) (any, error) {
	if req.Method == "initialize" {
		return s.initialize(req)
	}
	s.asked.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
	return nil, nil
}

// answer carries out a request, unless it was cancelled in the meantime.
func (s *server) answer(ctx context.Context, snap *snapshot, run request,
	req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil { // the server stays up even if an answer panics
			message := fmt.Sprintf("%s: %v", req.Method, fault)
			result, err = nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: message}
		}
	}()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return run(s, snap, req)
}

// A request reads its parameters and returns the answer.
type request func(*server, *snapshot, *jsonrpc2.Request) (any, error)

// onText adapts a request about an open text, which its parameters name.
func onText[P interface{ uri() string }](
	answer func(*server, *snapshot, *document, P) (any, error)) request {
	return func(s *server, snap *snapshot, req *jsonrpc2.Request) (any, error) {
		var p P
		if err := read(req, &p); err != nil {
			return nil, err
		}
		d, err := snap.document(p.uri())
		if err != nil {
			return nil, err
		}
		return answer(s, snap, d, p)
	}
}

// onPosition adapts a request about a place in an open text. An answer that is an error refuses it.
func onPosition(answer func(*snapshot, *document, int) any) request {
	return onText(func(_ *server, snap *snapshot, d *document, p positionParams) (any, error) {
		result := answer(snap, d, offsetOf(d.file, p.Position))
		if err, refused := result.(error); refused {
			return nil, err
		}
		return result, nil
	})
}

// onDocument adapts a request about an open text alone.
func onDocument(answer func(*snapshot, *document) any) request {
	return onText(func(_ *server, snap *snapshot, d *document, _ documentParams) (any, error) {
		return answer(snap, d), nil
	})
}

// onRange adapts a request about a part of an open text.
func onRange(answer func(snap *snapshot, d *document, lo, hi int) any) request {
	return onText(func(_ *server, snap *snapshot, d *document, p rangeParams) (any, error) {
		return answer(snap, d, offsetOf(d.file, p.Range.Start), offsetOf(d.file, p.Range.End)), nil
	})
}

// requests are those that the server answers. It is filled by init because answers refer to it
// through the server.
var requests map[string]request

func init() {
	requests = map[string]request{
		"textDocument/hover":               onPosition((*snapshot).hover),
		"textDocument/definition":          onPosition((*snapshot).definition),
		"textDocument/documentHighlight":   onPosition((*snapshot).highlight),
		"textDocument/prepareRename":       onPosition((*snapshot).prepareRename),
		"textDocument/completion":          onPosition((*snapshot).complete),
		"textDocument/formatting":          onDocument((*snapshot).format),
		"textDocument/documentSymbol":      onDocument((*snapshot).symbols),
		"textDocument/foldingRange":        onDocument((*snapshot).folding),
		"textDocument/semanticTokens/full": onDocument((*snapshot).semantic),
		"textDocument/codeLens":            onDocument((*snapshot).lenses),
		"textDocument/inlayHint":           onRange((*snapshot).hints),
		"textDocument/codeAction":          onRange((*snapshot).actions),
		"textDocument/references":          onText(references),
		"textDocument/rename":              onText(rename),
	}
}

// initialize tells the client what the server can do.
func (s *server) initialize(req *jsonrpc2.Request) (any, error) {
	var p initializeParams
	if err := read(req, &p); err != nil {
		return nil, err
	}
	var chosen settings
	if len(p.InitializationOptions) > 0 { // ignore what is not ours
		_ = json.Unmarshal(p.InitializationOptions, &chosen)
	}
	s.mu.Lock()
	s.hello = true
	s.snap = newSnapshot(&s.options, s.snap)
	s.snap.choose(chosen)
	s.mu.Unlock()
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "boardgame", "version": version.String()},
		"capabilities": object{
			"positionEncoding":          "utf-16",
			"textDocumentSync":          object{"openClose": true, "change": 2, "save": true},
			"hoverProvider":             true,
			"definitionProvider":        true,
			"referencesProvider":        true,
			"documentHighlightProvider": true,
			"renameProvider":            object{"prepareProvider": true},
			"completionProvider":        object{"triggerCharacters": []string{".", `"`}},

			"documentFormattingProvider": true,
			"documentSymbolProvider":     true,
			"foldingRangeProvider":       true,
			"inlayHintProvider":          true,
			"codeActionProvider":         object{"codeActionKinds": []string{"quickfix"}},
			"codeLensProvider":           object{"resolveProvider": false},
			"semanticTokensProvider": object{
				"legend": object{"tokenTypes": tokenTypes, "tokenModifiers": tokenModifiers},
				"full":   true},
		},
	}, nil
}
