//go:build !js

package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"boardgame/interp"
	"boardgame/interp/engine"
	"boardgame/repl/protocol/message"
)

// A client that comes over a network is attached: its requests wait in a line of their own, its
// answers in another, both of them bounded, and so is what it may ask for at a time. Whoever is
// over a bound is refused and told when to try again; whoever does not read is dropped.

// network is what the attached clients of a server share.
type network struct {
	mu      sync.Mutex
	clients map[string]map[*Conn]bool // by address
	count   int
	running int
	own     map[string]int // long requests that run or wait, by address
	line    []*waiter
	trimmed time.Time // when memory was last given back to the system
}

// waiter is a long request that waits for a processor.
type waiter struct {
	k     *call
	ready chan struct{}
}

// attached is a client's two lines.
type attached struct {
	net    *network
	limits *message.Limits
	from   string // the address

	mu      sync.Mutex
	in      []message.Request
	inSize  int
	out     []outgoing
	outSize int
	wake    chan struct{} // something has come or gone
	bye     bool          // nothing more is accepted
}

// outgoing is a line to be sent. A state that is still waiting gives way to a newer one with the
// same key.
type outgoing struct {
	key  string
	line []byte
}

// Attach adds a client that comes from an address over a network. Lines go to send one at a time,
// in another goroutine; if send returns an error, the client is dropped. The error is one of too
// many clients. The caller must call Close in the end.
func (s *Server) Attach(ctx context.Context, address string,
	send func(ctx context.Context, line []byte) error) (c *Conn, err error) {
	n := s.network()
	defer func() { s.log("a client comes", "address", address, "error", err) }()
	n.mu.Lock()
	defer n.mu.Unlock()
	switch l := &s.options.Limits; {
	case over(n.count, l.Clients):
		return nil, busy(10*time.Second, "too many clients are connected")
	case over(len(n.clients[address]), l.OwnClients):
		return nil, busy(10*time.Second, "too many connections from your address")
	}
	c = s.Connect(ctx, nil)
	a := &attached{net: n, limits: &s.options.Limits, from: address, wake: make(chan struct{}, 1)}
	c.attached = a
	if n.clients[address] == nil {
		n.clients[address] = map[*Conn]bool{}
	}
	n.clients[address][c] = true
	n.count++
	context.AfterFunc(c.ctx, func() {
		s.log("a client has gone", "address", address)
		n.mu.Lock()
		defer n.mu.Unlock()
		if delete(n.clients[address], c); len(n.clients[address]) == 0 {
			delete(n.clients, address)
		}
		n.count--
	})
	room := make(chan struct{}, 1)
	c.work.Go(func() { a.send(c, send, room) })
	c.work.Go(func() { a.handle(c, room) })
	return c, nil
}

// address is where a client comes from; "": from this computer.
func (c *Conn) address() string {
	if c.attached == nil {
		return ""
	}
	return c.attached.from
}

// network returns what attached clients share.
func (s *Server) network() *network {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.net == nil {
		s.net = &network{own: map[string]int{}, clients: map[string]map[*Conn]bool{}}
	}
	return s.net
}

// Take takes a request of an attached client. It never waits: the answer comes later, in the order
// of the requests. Only cancel is answered at once.
func (c *Conn) Take(line []byte) {
	a := c.attached
	if most := a.limits.Request; over(len(line)-1, most) {
		c.answer(nil, nil, message.Errorf(message.CodeLimit, "the request has %d bytes; the limit is %d",
			len(line),
			most))
		return
	}
	r, fault := message.ParseRequest(line)
	switch {
	case fault != nil:
		c.answer(r.ID, nil, fault)
	case r.Method == "cancel":
		if !a.cancel(c, r) {
			c.handle(r)
		}
	default:
		r.ID, r.Params = slices.Clone(r.ID), slices.Clone(r.Params)
		a.mu.Lock()
		full := over(len(a.in), a.limits.Waiting) || over(a.inSize+len(r.Params)-1, 2*a.limits.Request)
		if !full {
			a.in, a.inSize = append(a.in, r), a.inSize+len(r.Params)
		}
		a.mu.Unlock()
		if full {
			c.answer(r.ID, nil, busy(time.Second, "too many of your requests wait already"))
			return
		}
		poke(a.wake)
	}
}

func poke(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}

// cancel cancels a request that has not begun.
func (a *attached) cancel(c *Conn, r message.Request) bool {
	var p message.CancelParams
	if message.ReadParams(r.Method, r.Params, &p) != nil {
		return false
	}
	id := bytes.TrimSpace(p.Request)
	a.mu.Lock()
	i := slices.IndexFunc(a.in, func(o message.Request) bool { return bytes.Equal(o.ID, id) })
	if i >= 0 {
		a.inSize -= len(a.in[i].Params)
		a.in = slices.Delete(a.in, i, i+1)
	}
	a.mu.Unlock()
	if i < 0 {
		return false
	}
	c.answer(id, nil, message.Errorf(message.CodeCanceled, "the request was canceled"))
	c.answer(r.ID, &message.Canceled{Canceled: true}, nil)
	return true
}

// handle handles requests in order, as long as the client reads its answers.
func (a *attached) handle(c *Conn, room chan struct{}) {
	for {
		a.mu.Lock()
		var r message.Request
		some := len(a.in) > 0 && !over(a.outSize-1, a.limits.Unread/4)
		if some {
			r, a.in = a.in[0], a.in[1:]
			a.inSize -= len(r.Params)
		}
		a.mu.Unlock()
		if some {
			c.handle(r)
			continue
		}
		select {
		case <-a.wake:
		case <-room:
		case <-c.ctx.Done():
			return
		}
	}
}

// send sends lines until the client goes.
func (a *attached) send(c *Conn, send func(context.Context, []byte) error, room chan struct{}) {
	defer c.cancel()
	for {
		a.mu.Lock()
		var line []byte
		if len(a.out) > 0 {
			line = a.out[0].line
			a.out = a.out[1:]
		}
		last := a.bye && len(a.out) == 0
		a.mu.Unlock()
		if line == nil {
			if last {
				return
			}
			select {
			case <-c.filled:
			case <-c.ctx.Done():
				return
			}
			continue
		}
		if send(c.ctx, line) != nil {
			return
		}
		a.mu.Lock()
		a.outSize -= len(line)
		a.mu.Unlock()
		poke(room)
	}
}

// put lets a line wait to be sent. A client that has not read too much already is dropped.
func (a *attached) put(c *Conn, said any, line []byte) {
	key := ""
	if e, ok := said.(message.Event); ok && e.Event == "state" {
		key = string(e.ID)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	defer poke(c.filled)
	if a.bye {
		return
	}
	if i := slices.IndexFunc(a.out, func(o outgoing) bool {
		return key != "" && o.key == key
	}); i >= 0 {
		a.outSize += len(line) - len(a.out[i].line)
		a.out[i].line = slices.Clone(line)
		return
	}
	if a.outSize > 0 && over(a.outSize+len(line)-1, a.limits.Unread) {
		why := busy(5*time.Second, "you have not read %d bytes of answers", a.outSize)
		c.server.log("a client is dropped", "address", a.from, "error", why)
		a.leave(why)
		return
	}
	a.out, a.outSize = append(a.out, outgoing{key, slices.Clone(line)}), a.outSize+len(line)
}

// leave says goodbye: nothing follows what is said. The lines must be locked.
func (a *attached) leave(why *message.Error) {
	line, _ := json.Marshal(message.Event{ID: null, Event: "bye", Data: why})
	a.bye, a.in, a.out, a.outSize = true, nil, []outgoing{{"", line}}, len(line)
}

// begin waits until a long request may run, and returns what to call when it has ended.
func (a *attached) begin(k *call) (done func(), err error) {
	n := a.net
	if err := k.conn.server.spare(); err != nil {
		return nil, err
	}
	n.mu.Lock()
	if over(n.own[a.from], a.limits.OwnThinking) || over(len(n.line), a.limits.Line) {
		n.mu.Unlock()
		return nil, busy(5*time.Second, "too much is being worked out already")
	}
	n.own[a.from]++
	end := func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.running--
		n.next()
	}
	leave := func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.own[a.from]--; n.own[a.from] == 0 {
			delete(n.own, a.from)
		}
	}
	if !over(n.running, a.limits.Thinking) && len(n.line) == 0 {
		n.running++
		n.mu.Unlock()
		return func() { end(); leave() }, nil
	}
	w := &waiter{k, make(chan struct{})}
	n.line = append(n.line, w)
	ahead := n.running + len(n.line) - 1
	n.mu.Unlock()
	k.event("queued", message.Queued{Ahead: ahead})
	select {
	case <-w.ready:
		return func() { end(); leave() }, nil
	case <-k.ctx.Done():
	}
	n.mu.Lock()
	if i := slices.Index(n.line, w); i >= 0 {
		n.line = slices.Delete(n.line, i, i+1)
	} else { // its turn has come at this moment
		n.running--
		n.next()
	}
	n.mu.Unlock()
	leave()
	return nil, k.ctx.Err()
}

// next lets the first of those who wait begin, and tells the others.
func (n *network) next() {
	if len(n.line) == 0 || over(n.running, n.line[0].k.conn.attached.limits.Thinking) {
		return
	}
	w := n.line[0]
	n.line = n.line[1:]
	n.running++
	w.k.event("queued", message.Queued{Ahead: 0})
	close(w.ready)
	for i, other := range n.line {
		other.k.event("queued", message.Queued{Ahead: n.running + i})
	}
}

// quiet is how often, at most, memory is given back to the system because it is short.
const quiet = 5 * time.Second

// spare reports, by an error, whether there is memory for something new.
func (s *Server) spare() error {
	n := s.network()
	limits := &s.options.Limits
	short := func() bool { // what has begun still grows
		return limits.Memory > 0 && resident() > int64(limits.Memory)/4*3 ||
			limits.Engines > 0 && engine.Held() > int64(limits.Engines)
	}
	if !short() {
		return nil
	}
	n.mu.Lock()
	again := time.Since(n.trimmed) > quiet
	if again {
		n.trimmed = time.Now()
	}
	n.mu.Unlock()
	if again {
		s.unload()
	}
	const looks = 20 // what was let go is freed in the background
	for range looks {
		if !short() {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return busy(quiet, "the server has no memory left for that; try again soon")
}

// unload lets go of the engines of games that nobody has asked for just now.
func (s *Server) unload() {
	s.mu.Lock()
	busy := map[*game]bool{}
	for _, t := range s.tables {
		if t.idle() < quiet {
			busy[t.game] = true
		}
	}
	var idle []*game
	for _, on := range s.games {
		if !busy[on.game] && time.Since(on.used) > quiet {
			idle = append(idle, on.game)
		}
	}
	s.mu.Unlock()
	for _, g := range idle {
		interp.Unload(g.whole.game)
	}
	runtime.GC() // once for what is in pools, and once for the memory of modules
	debug.FreeOSMemory()
}

// resident returns how many bytes of memory the program has.
func resident() int64 {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if f := strings.Fields(string(text)); len(f) > 1 {
			pages, _ := strconv.ParseInt(f[1], 10, 64)
			return pages * int64(os.Getpagesize())
		}
	}
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64()-sample[1].Value.Uint64(), math.MaxInt64))
}

// Installed returns how many bytes of memory the computer has, or the container in which the
// program runs; 0 if that is not known.
func Installed() int64 {
	number := func(text string) int64 {
		n, _ := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		return n
	}
	most := int64(0)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
				most = number(strings.TrimSuffix(strings.TrimSpace(rest), "kB")) << 10
			}
		}
	}
	for _, name := range []string{"/sys/fs/cgroup/memory.max",
		"/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(name); err == nil {
			if n := number(string(text)); n > 0 && (most == 0 || n < most) {
				most = n
			}
		}
	}
	return most
}
