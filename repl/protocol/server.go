package protocol

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"boardgame/dsl/version"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/notation"
	"boardgame/repl/protocol/message"
)

// Options says what clients of a server may do. A zero is the default said.
type Options struct {
	// Paths allows clients to name rules files by path. Without it no file of a client's choice is
	// ever opened.
	Paths bool
	// MostTurns bounds how many turns bots play one after the other at a table where nobody else
	// plays: [level.MostTurns].
	MostTurns int
	// Idle, if positive, is after how long without a request a table is closed when room is searched
	// for, unless someone watches it or sits at it, and a game that has no table is unloaded.
	Idle time.Duration
	// Secret gives tables addresses that nobody can guess, and lists only those whose makers want
	// it.
	Secret bool
	// Open shows what is hidden in games with secrets: the only client is whoever runs the server.
	Open bool
	// Data is a folder in which tables outlive the program; "": they do not.
	Data string
	// Owner is the token of whoever runs the server; "": nobody is that.
	Owner string
	// Log, if not nil, is told what happens, as pairs of a name and a value.
	Log    func(message string, pairs ...any)
	Limits message.Limits
}

// Server holds games and tables for any number of clients. It is safe for concurrent use.
type Server struct {
	options  Options
	instance string // tells this server from the one before a restart
	home     string // tells its tables from those of other servers
	requests atomic.Int64
	refused  atomic.Int64
	took     [6]atomic.Int64 // see Figures
	spent    atomic.Int64    // nanoseconds
	rested   atomic.Int64    // requests at the last look
	freed    bool
	working  func(*Conn) // for tests: rules are about to work for a client
	house    *Conn       // on whose behalf the server does what no client asks for

	mu     sync.Mutex // guards what follows, not what is behind the pointers; nothing waits under it
	games  map[string]*shelf
	tables map[string]*table
	lastID map[string]int // by prefix
	made   map[string]int // new tables since hour, by the address of their makers
	hour   time.Time
	waking map[string]chan struct{}
	net    *network // of attached clients; nil: there was none
}

// NewServer returns a server without games and tables.
func NewServer(o Options) *Server {
	o.Limits = o.Limits.Filled()
	o.MostTurns = cmp.Or(o.MostTurns, level.MostTurns)
	s := &Server{options: o, instance: secret(), games: map[string]*shelf{},
		tables: map[string]*table{}, waking: map[string]chan struct{}{}, lastID: map[string]int{},
		made: map[string]int{}}
	s.home = cmp.Or(s.folder(), s.instance)
	s.house = s.Connect(context.Background(), func([]byte) {})
	return s
}

// newID returns a name never used before, such as t12 or, if addresses are secret, one that nobody
// can guess. The server must be locked.
func (s *Server) newID(prefix string) string {
	if s.options.Secret && !(prefix == "g" && len(s.games) == 0) {
		return strings.ToLower(secret())
	}
	for {
		s.lastID[prefix]++
		if id := fmt.Sprint(prefix, s.lastID[prefix]); prefix != "t" || !s.exists(id) {
			return id
		}
	}
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

	attached *attached     // nil: it has no lines, and is answered by Handle
	filled   chan struct{} // something is to be sent
	owner    atomic.Bool   // it has shown the token of whoever runs the server

	mu       sync.Mutex
	running  map[string]context.CancelFunc // long requests by id
	watching map[*table]json.RawMessage    // the id of the request `watch`
	sitting  map[*table]bool               // where it has taken a seat
}

// Connect adds a client. It passes the client's lines to send, without a line end, one at a time;
// send must not keep the slice. The caller must call Close in the end.
func (s *Server) Connect(ctx context.Context, send func(line []byte)) *Conn {
	c := &Conn{server: s, send: send, filled: make(chan struct{}, 1),
		running:  map[string]context.CancelFunc{},
		watching: map[*table]json.RawMessage{}, sitting: map[*table]bool{}}
	c.ctx, c.cancel = context.WithCancel(ctx)
	return c
}

// Close ends what runs for the client and waits until it has ended. Nothing is sent afterward.
func (c *Conn) Close() {
	c.cancel()
	c.mu.Lock()
	watching, sitting := maps.Clone(c.watching), maps.Clone(c.sitting)
	clear(c.watching)
	clear(c.sitting)
	c.mu.Unlock()
	for t := range watching {
		t.unwatch(c)
	}
	for t := range sitting {
		t.gone(c)
	}
	c.work.Wait()
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	for _, on := range c.server.games {
		delete(on.makers, c)
	}
}

// Wait returns when no long request of the client is running.
func (c *Conn) Wait() { c.work.Wait() }

// Handle takes one request. When Handle returns, the answer has been sent, unless the method may
// take long: then it is sent later. Only one goroutine at a time may call Handle.
func (c *Conn) Handle(line []byte) {
	if len(line) > message.MaxLine {
		c.answer(nil, nil, message.Errorf(message.CodeLimit, "the request has more than %d bytes",
			message.MaxLine))
		return
	}
	r, fault := message.ParseRequest(line)
	if fault != nil {
		c.answer(r.ID, nil, fault)
		return
	}
	c.handle(r)
}

// handle takes one request that has been read.
func (c *Conn) handle(r message.Request) {
	m := methods[r.Method]
	if m == nil {
		c.answer(r.ID, nil, message.Errorf(message.CodeMethod, "there is no method %q%s",
			message.Clip([]byte(r.Method)), meant(r.Method, Methods())))
		return
	}
	params := reflect.New(m.params).Interface()
	if fault := message.ReadParams(r.Method, r.Params, params); fault != nil {
		c.answer(r.ID, nil, fault)
		return
	}
	k := &call{conn: c, id: slices.Clone(r.ID), ctx: c.ctx, method: r.Method}
	if !m.long && (c.attached == nil || r.Method == "cancel") {
		c.run(k, m, params)
		return
	}
	done, fault := c.begin(k, m.long)
	if fault != nil {
		c.answer(r.ID, nil, fault)
		return
	}
	if !m.long {
		defer done()
		c.run(k, m, params)
		return
	}
	c.work.Go(func() {
		defer done()
		c.run(k, m, params)
	})
}

// begin registers a request, so that it can be canceled.
func (c *Conn) begin(k *call, long bool) (done func(), fault *message.Error) {
	key := string(k.id)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.running[key]; ok {
		return nil, wrong("the request with the id %s is not answered yet; give this one another id", key)
	}
	if long && over(len(c.running), c.server.options.Limits.Running) {
		return nil, message.Errorf(message.CodeLimit,
			"%d requests are already running; wait for one of them or cancel it",
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
	began := time.Now()
	defer func() {
		switch r := recover(); {
		case r == nil:
		case r == any(interp.ErrStopped):
			result, err = nil, k.ctx.Err()
		default:
			c.server.log("a bug in boardgame", "error", fmt.Sprint(r), "stack", string(debug.Stack()))
			result, err = nil, message.Errorf(message.CodeInternal,
				"a bug in boardgame; please report it: %v\n%s", r,
				debug.Stack())
		}
		fault := faultOf(err)
		c.server.count(time.Since(began), fault)
		c.answer(k.id, result, fault)
	}()
	if m.long && c.attached != nil {
		ctx, cancel := k.ctx, func() {}
		if most := c.server.options.Limits.Thought; most >= 0 {
			ctx, cancel = context.WithTimeout(ctx, time.Duration(most)*time.Millisecond)
		}
		defer cancel()
		done, fault := c.attached.begin(k)
		if fault != nil {
			err = fault
			return
		}
		defer done()
		k.ctx = ctx
	}
	result, err = m.run(k, params)
}

// count counts an answer.
func (s *Server) count(took time.Duration, fault *message.Error) {
	s.requests.Add(1)
	if fault != nil && (fault.Code == message.CodeBusy || fault.Code == message.CodeLimit) {
		s.refused.Add(1)
	}
	s.spent.Add(int64(took))
	within := time.Millisecond
	for i := range s.took {
		if i == len(s.took)-1 || took <= within {
			s.took[i].Add(1)
		}
		within *= 10
	}
}

// log tells whoever runs the server what happens.
func (s *Server) log(message string, pairs ...any) {
	if s.options.Log == nil {
		return
	}
	for i, one := range pairs {
		if text := fmt.Sprint(one); one != nil && addressed.MatchString(text) {
			pairs[i] = addressed.ReplaceAllStringFunc(text, short)
		}
	}
	s.options.Log(message, pairs...)
}

// addressed matches tokens and secret addresses, which are also in the names of files.
var addressed = regexp.MustCompile(`[A-Za-z2-7]{26}`)

// short is enough of a secret address to recognize it by.
func short(id string) string { return id[:min(len(id), 6)] }

// Ask makes a request on behalf of whoever runs the server and returns the result as JSON. It waits
// for the answer, even for methods that take long; it drops events.
func (s *Server) Ask(ctx context.Context, name string, params any) (json.RawMessage, error) {
	m := methods[name]
	if m == nil {
		return nil, message.Errorf(message.CodeMethod, "there is no method %q", name)
	}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	to := reflect.New(m.params).Interface()
	if fault := message.ReadParams(name, text, to); fault != nil {
		return nil, fault
	}
	c := s.Connect(ctx, func([]byte) {})
	defer c.Close()
	k := &call{conn: c, id: null, ctx: c.ctx, method: name}
	var result any
	if err := k.until(func() error {
		result, err = m.run(k, to)
		return err
	}); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err = e.Encode(result)
	return out.Bytes(), err
}

// faultOf gives an error a code.
func faultOf(err error) *message.Error {
	var fault *message.Error
	var illegal *interp.IllegalMoveError
	var place *interp.PositionError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, context.Canceled):
		return message.Errorf(message.CodeCanceled, "the request was canceled")
	case errors.Is(err, context.DeadlineExceeded):
		return message.Errorf(message.CodeLimit, "that took longer than this server allows")
	case errors.As(err, &illegal):
		e := &message.Error{Code: message.CodeIllegal, Message: err.Error()}
		data := message.Illegal{Move: illegal.Text, After: illegal.After,
			Kind: illegal.Kind.String(), Partial: illegal.Partial, Why: illegal.Why(),
			Readings: []message.Reading{}, Nearest: list(illegal.Nearest),
			Ambiguous: illegal.Kind == notation.Ambiguous}
		if illegal.Missing != nil {
			data.Missing = illegal.Missing.Name
		}
		if illegal.Sign != nil {
			data.Sign = illegal.Sign.Sign
		}
		if sequence, ok := errors.AsType[*interp.SequenceError](err); ok {
			data.Step = sequence.Step
		}
		e.Data = data
		return e
	case errors.As(err, &place):
		return &message.Error{Code: message.CodePosition, Message: err.Error(),
			Data: message.PositionMistake{Column: place.Column, Message: place.Message}}
	}
	return &message.Error{Code: message.CodeParams, Message: err.Error()}
}

// list is a list that JSON writes as [] if it is empty.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

var null = json.RawMessage("null")

func (c *Conn) answer(id json.RawMessage, result any, fault *message.Error) {
	if len(id) == 0 {
		id = null
	}
	if fault != nil {
		result = nil
	}
	c.write(message.Answer{ID: id, Result: result, Error: fault})
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
	if c.attached != nil {
		c.attached.put(c, message, bytes.TrimSuffix(c.line.Bytes(), []byte{'\n'}))
		return
	}
	c.send(bytes.TrimSuffix(c.line.Bytes(), []byte{'\n'}))
}

// A call is one request under way.
type call struct {
	conn   *Conn
	id     json.RawMessage
	ctx    context.Context
	method string
}

// until does something that stops with the request.
func (k *call) until(do func() error) (err error) {
	defer func() {
		if r := recover(); r == any(interp.ErrStopped) {
			err = k.ctx.Err()
		} else if r != nil {
			panic(r)
		}
	}()
	return do()
}

// event sends an event of the request.
func (k *call) event(name string, data any) {
	k.conn.write(message.Event{ID: k.id, Event: name, Data: data})
}

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

// seeing makes a function of the table and the moment that its parameters name out of one that is
// given them.
func seeing[P, R any, M interface {
	*P
	Which() (table string, at *int)
}](run func(*call, *sight, *P) (R, error)) func(*call, *P) (R, error) {
	return func(k *call, p *P) (none R, err error) {
		v, err := k.look(M(p).Which())
		if err != nil {
			return none, err
		}
		return run(k, v, p)
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
		"hello": quick(handleHello), "cancel": quick(handleCancelRequest),

		"games": quick(handleListGames), "rules": quick(handleRulesText),
		"load": quick(handleLoad), "unload": quick(handleUnload),
		"describe": quick(handleDescribe),
		"options":  quick(handleOptions), "levels": quick(handleLevels),
		"check": slow(handleCheck), "rulebook": slow(handleRulebook),
		"test":   telling[message.Case](slow(handleTest)),
		"report": telling[message.Progress](slow(handleReport)),

		"start": quick(handleStart), "close": quick(handleClose), "state": quick(handleState),
		"tables": quick(handleListTables), "sit": quick(handleSit),
		"join":  telling[message.State](quick(handleJoin)),
		"offer": quick(handleOffer), "accept": quick(handleAccept),
		"decline": quick(handleDecline), "resign": quick(handleResign),
		"leave":   quick(handleLeave),
		"watch":   telling[message.State](quick(handleWatch)),
		"unwatch": quick(handleUnwatch), "play": quick(handlePlay), "roll": quick(handleRoll),
		"undo": quick(handleUndo),
		"redo": quick(handleRedo), "goto": quick(handleGoTo), "history": quick(seeing(handleHistory)),

		"moves":  quick(seeing(handleMoves)),
		"board":  quick(seeing(handleBoard)),
		"why":    quick(seeing(handleWhy)),
		"hint":   telling[message.Thought](slow(seeing(handleHint))),
		"bot":    telling[message.Thought](slow(seeing(handleBot))),
		"record": quick(seeing(handleRecord)),
	}
	maps.Copy(methods, outside)
}

// Methods returns the names of all methods in alphabetical order.
func Methods() []string { return slices.Sorted(maps.Keys(methods)) }

func handleHello(k *call, p *message.HelloParams) (*message.Hello, error) {
	if p.Version > message.Version {
		return nil, forbidden("the client speaks version %d of the protocol, this program version %d",
			p.Version, message.Version)
	}
	o := k.conn.server.options
	return &message.Hello{Program: version.Program(), Protocol: message.Version, Methods: Methods(),
		Paths: o.Paths, MaxLine: message.MaxLine, Instance: k.conn.server.instance,
		Kept: o.Data != "", Home: k.conn.server.home, Game: k.conn.server.preloaded(),
		Limits: o.Limits}, nil
}

// preloaded returns the handle of the game that the server was started with, or "".
func (s *Server) preloaded() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := ""
	for id, g := range s.games {
		if g.kept && (first == "" || len(id) < len(first) || id < first) {
			first = id
		}
	}
	return first
}

// handleCancelRequest cancels a long request. A request of another goroutine that has just ended no
// longer counts.
func handleCancelRequest(k *call, p *message.CancelParams) (*message.Canceled, error) {
	k.conn.mu.Lock()
	defer k.conn.mu.Unlock()
	cancel, ok := k.conn.running[strings.TrimSpace(string(p.Request))]
	if ok {
		cancel()
	}
	return &message.Canceled{Canceled: ok}, nil
}

// Context ends when the client has gone, or was dropped.
func (c *Conn) Context() context.Context { return c.ctx }
