package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/diag"
	"boardgame/interp"
	"boardgame/interp/level"
)

// Options says what clients of a server may do. A zero is the default said.
type Options struct {
	// Paths allows clients to name rules files by path. Without it no file of a client's choice is
	// ever opened.
	Paths bool
	// MaxGames and MaxTables bound how many there are at a time: 256 and 4096.
	MaxGames, MaxTables int
	// MaxRunning bounds how many long requests of one client run at a time: 16.
	MaxRunning int
	// MostTurns bounds how many turns bots play one after the other at a table where nobody else
	// plays: [level.MostTurns].
	MostTurns int
	// Idle, if positive, is after how long without a request a table that nobody watches is closed
	// when room is searched for, and a game that has no table and is not asked for is unloaded.
	Idle time.Duration
	// Program is the name and version that `hello` tells.
	Program string
}

// Server holds games and tables for any number of clients. It is safe for concurrent use.
type Server struct {
	options Options

	mu     sync.Mutex // guards what follows, not what is behind the pointers
	games  map[string]*game
	tables map[string]*table
	lastID map[string]int // by prefix
}

// NewServer returns a server without games and tables.
func NewServer(o Options) *Server {
	defaults := func(n *int, to int) {
		if *n == 0 {
			*n = to
		}
	}
	defaults(&o.MaxGames, 256)
	defaults(&o.MaxTables, 4096)
	defaults(&o.MaxRunning, 16)
	defaults(&o.MostTurns, level.MostTurns)
	if o.Program == "" {
		o.Program = "boardgame"
	}
	return &Server{options: o, games: map[string]*game{}, tables: map[string]*table{},
		lastID: map[string]int{}}
}

// newID returns a name never used before, such as t12. The server must be locked.
func (s *Server) newID(prefix string) string {
	s.lastID[prefix]++
	return fmt.Sprint(prefix, s.lastID[prefix])
}

// Conn is one client of a server.
type Conn struct {
	server *Server
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	sending sync.Mutex
	line    bytes.Buffer
	send    func(line []byte)

	mu       sync.Mutex
	running  map[string]context.CancelFunc // long requests by id
	watching map[*table]json.RawMessage    // the id of the request `watch`
	sitting  map[*table]bool               // where it has taken a seat
}

// Connect adds a client. It passes the client's lines to send, without a line end, one at a time;
// send must not keep the slice. The caller must call Close in the end.
func (s *Server) Connect(ctx context.Context, send func(line []byte)) *Conn {
	c := &Conn{server: s, send: send, running: map[string]context.CancelFunc{},
		watching: map[*table]json.RawMessage{}, sitting: map[*table]bool{}}
	c.ctx, c.cancel = context.WithCancel(ctx)
	return c
}

// Close ends what runs for the client and waits until it has ended. Nothing is sent afterward.
func (c *Conn) Close() {
	c.cancel()
	c.mu.Lock()
	for t := range c.watching {
		t.unwatch(c)
	}
	for t := range c.sitting {
		t.gone(c)
	}
	clear(c.watching)
	clear(c.sitting)
	c.mu.Unlock()
	c.work.Wait()
}

// Wait returns when no long request of the client is running.
func (c *Conn) Wait() { c.work.Wait() }

// Handle takes one request. When Handle returns, the answer has been sent, unless the method may
// take long: then it is sent later. Only one goroutine at a time may call Handle.
func (c *Conn) Handle(line []byte) {
	if len(line) > MaxLine {
		c.answer(nil, nil, errorf(CodeLimit, "the request has %d bytes; the limit is %d", len(line),
			MaxLine))
		return
	}
	r, fault := parseRequest(line)
	if fault != nil {
		c.answer(r.ID, nil, fault)
		return
	}
	m := methods[r.Method]
	if m == nil {
		fault := errorf(CodeMethod, "there is no method %q", r.Method)
		if near := diag.Nearest(r.Method, Methods()); near != "" {
			fault.Message += fmt.Sprintf("; did you mean %q?", near)
		}
		c.answer(r.ID, nil, fault)
		return
	}
	params := reflect.New(m.params).Interface()
	if fault := readParams(r.Method, r.Params, params); fault != nil {
		c.answer(r.ID, nil, fault)
		return
	}
	k := &call{Conn: c, id: slices.Clone(r.ID), ctx: c.ctx}
	if !m.long {
		c.run(k, m, params)
		return
	}
	done, fault := c.begin(k)
	if fault != nil {
		c.answer(r.ID, nil, fault)
		return
	}
	c.work.Go(func() {
		defer done()
		c.run(k, m, params)
	})
}

// begin registers a long request, so that it can be canceled.
func (c *Conn) begin(k *call) (done func(), fault *Error) {
	key := string(k.id)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.running[key]; ok {
		return nil, errorf(CodeParams,
			"the request with the id %s is not answered yet; give this one another id", key)
	}
	if len(c.running) >= c.server.options.MaxRunning {
		return nil, errorf(CodeLimit, "%d requests are already running; wait for one of them or "+
			"cancel it",
			len(c.running))
	}
	var cancel context.CancelFunc
	k.ctx, cancel = context.WithCancel(c.ctx)
	c.running[key] = cancel
	return func() {
		cancel()
		c.mu.Lock()
		delete(c.running, key)
		c.mu.Unlock()
	}, nil
}

// run runs a method and sends its answer. A bug in this program is answered like any other error.
func (c *Conn) run(k *call, m *method, params any) {
	var result any
	var err error
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, errorf(CodeInternal, "a bug in boardgame; please report it: %v\n%s", r,
				debug.Stack())
		}
		c.answer(k.id, result, faultOf(err))
	}()
	result, err = m.run(k, params)
}

// Ask makes a request on behalf of whoever runs the server and returns the result as JSON. It waits
// for the answer, even for methods that take long; it drops events.
func (s *Server) Ask(ctx context.Context, name string, params any) (json.RawMessage, error) {
	m := methods[name]
	if m == nil {
		return nil, errorf(CodeMethod, "there is no method %q", name)
	}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	to := reflect.New(m.params).Interface()
	if fault := readParams(name, text, to); fault != nil {
		return nil, fault
	}
	c := s.Connect(ctx, func([]byte) {})
	defer c.Close()
	result, err := m.run(&call{Conn: c, id: null, ctx: c.ctx}, to)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err = e.Encode(result)
	return out.Bytes(), err
}

// faultOf gives an error a code.
func faultOf(err error) *Error {
	var fault *Error
	var illegal *interp.IllegalMoveError
	var sequence *interp.SequenceError
	var place *interp.PositionError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, context.Canceled):
		return errorf(CodeCanceled, "the request was canceled")
	case errors.As(err, &illegal):
		e := &Error{Code: CodeIllegal, Message: err.Error()}
		data := Illegal{Move: illegal.Text, Why: illegal.Why, Nearest: list(illegal.Nearest),
			Ambiguous: illegal.Ambiguous}
		if errors.As(err, &sequence) {
			data.Step = sequence.Step
		}
		e.Data = data
		return e
	case errors.As(err, &place):
		return &Error{Code: CodePosition, Message: err.Error(),
			Data: PositionMistake{place.Column, place.Message}}
	}
	return &Error{Code: CodeParams, Message: err.Error()}
}

// list is a list that JSON writes as [] if it is empty.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

var null = json.RawMessage("null")

func (c *Conn) answer(id json.RawMessage, result any, fault *Error) {
	if len(id) == 0 {
		id = null
	}
	if fault != nil {
		result = nil
	}
	c.write(Answer{ID: id, Result: result, Error: fault})
}

// write sends a message as one line.
func (c *Conn) write(message any) {
	c.sending.Lock()
	defer c.sending.Unlock()
	c.line.Reset()
	e := json.NewEncoder(&c.line)
	e.SetEscapeHTML(false) // a picture is full of such characters
	if err := e.Encode(message); err != nil {
		panic(err) // the types of this package can always be encoded
	}
	c.send(bytes.TrimSuffix(c.line.Bytes(), []byte{'\n'}))
}

// A call is one request under way.
type call struct {
	*Conn
	id  json.RawMessage
	ctx context.Context
}

// event sends an event of the request.
func (k *call) event(name string, data any) { k.write(Event{ID: k.id, Event: name, Data: data}) }

// A method is something that a client can ask for.
type method struct {
	long                  bool // it may take long, and can be canceled
	params, result, event reflect.Type
	run                   func(k *call, params any) (any, error)
}

// define makes a method from a function.
func define[P, R any](long bool, run func(*call, *P) (R, error)) *method {
	return &method{
		long: long, params: reflect.TypeFor[P](), result: reflect.TypeFor[R](),
		run: func(k *call, params any) (any, error) { return run(k, params.(*P)) },
	}
}

func quick[P, R any](run func(*call, *P) (R, error)) *method { return define(false, run) }
func slow[P, R any](run func(*call, *P) (R, error)) *method  { return define(true, run) }

// telling sets the type of the data of a method's events.
func telling[E any](m *method) *method {
	m.event = reflect.TypeFor[E]()
	return m
}

// methods is filled in by init, because hello lists it.
var methods map[string]*method

func init() {
	methods = map[string]*method{
		"hello": quick((*call).hello), "cancel": quick((*call).cancelRequest),

		"games": quick((*call).listGames), "rules": quick((*call).rulesText),
		"load": quick((*call).load), "unload": quick((*call).unload),
		"describe": quick((*call).describe),
		"options":  quick((*call).options), "levels": quick((*call).levels),
		"check": slow((*call).check), "rulebook": slow((*call).rulebook),
		"test":   telling[Case](slow((*call).test)),
		"report": telling[Progress](slow((*call).report)),

		"start": quick((*call).start), "close": quick((*call).close), "state": quick((*call).state),
		"tables": quick((*call).listTables), "sit": quick((*call).sit),
		"leave":   quick((*call).leave),
		"watch":   telling[State](quick((*call).watch)),
		"unwatch": quick((*call).unwatch), "play": quick((*call).play), "roll": quick((*call).roll),
		"undo": quick((*call).undo),
		"redo": quick((*call).redo), "goto": quick((*call).goTo), "history": quick((*call).history),

		"moves": quick((*call).moves),
		"board": quick((*call).board),
		"why":   quick((*call).why),
		"perft": slow((*call).perft), "playouts": slow((*call).playouts),
		"hint": slow((*call).hint), "bot": slow((*call).bot),
	}
	maps.Copy(methods, outside)
}

// Methods returns the names of all methods in alphabetical order.
func Methods() []string { return slices.Sorted(maps.Keys(methods)) }

// HelloParams are the parameters of hello.
type HelloParams struct {
	// Version is the version of the protocol that the client was written for.
	Version int `json:"version,omitempty"`
}

// Hello is what a server says of itself.
type Hello struct {
	Program  string   `json:"program"`
	Protocol int      `json:"protocol"`
	Methods  []string `json:"methods"`
	Paths    bool     `json:"paths"` // whether rules files may be named by path
	MaxLine  int      `json:"maxLine"`
}

func (k *call) hello(p *HelloParams) (*Hello, error) {
	if p.Version > Version {
		return nil, errorf(CodeForbidden,
			"the client speaks version %d of the protocol, this program version %d",
			p.Version, Version)
	}
	o := k.server.options
	return &Hello{o.Program, Version, Methods(), o.Paths, MaxLine}, nil
}

// CancelParams are the parameters of cancel.
type CancelParams struct {
	Request json.RawMessage `json:"request"` // the id of a request that is not answered yet
}

// Canceled says whether there was something to cancel.
type Canceled struct {
	Canceled bool `json:"canceled"`
}

// cancelRequest cancels a long request. A request of another goroutine that has just ended no
// longer counts.
func (k *call) cancelRequest(p *CancelParams) (*Canceled, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	cancel, ok := k.running[strings.TrimSpace(string(p.Request))]
	if ok {
		cancel()
	}
	return &Canceled{ok}, nil
}
