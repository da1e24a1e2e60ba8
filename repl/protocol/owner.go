//go:build !js

package protocol

import (
	"crypto/subtle"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"time"
)

// Whoever runs a server may do everything with it, after showing the token of Options.Owner.

// OwnerParams are the parameters of owner.
type OwnerParams struct {
	Token string `json:"token"`
}

// Owns reports whether a token is that of whoever runs the server.
func (s *Server) Owns(token string) bool {
	own := s.options.Owner
	return own != "" && subtle.ConstantTimeCompare([]byte(keyOf(token)), []byte(keyOf(own))) == 1
}

// showOwner lets a connection do what only whoever runs the server may.
func (k *call) showOwner(p *OwnerParams) (*Nothing, error) {
	if !k.server.Owns(p.Token) {
		return nil, errorf(CodeForbidden, "this is not the token of whoever runs the server")
	}
	k.owner.Store(true)
	return &Nothing{}, nil
}

func (k *call) owns() error {
	if k.owner.Load() {
		return nil
	}
	return errorf(CodeForbidden, "only whoever runs the server may do that; show the token by owner")
}

// EvictParams are the parameters of evict.
type EvictParams struct {
	Address string `json:"address"`
}

// Evicted says how many connections were ended.
type Evicted struct {
	Connections int `json:"connections"`
}

// evict ends the connections of an address.
func (k *call) evict(p *EvictParams) (*Evicted, error) {
	if err := k.owns(); err != nil {
		return nil, err
	}
	n := k.server.network()
	n.mu.Lock()
	all := slices.Collect(maps.Keys(n.clients[p.Address]))
	n.mu.Unlock()
	for _, c := range all {
		c.attached.mu.Lock()
		c.attached.leave(busy(time.Minute, "whoever runs the server has ended this connection"))
		c.attached.mu.Unlock()
		poke(c.filled)
	}
	return &Evicted{len(all)}, nil
}

// ReserveParams are the parameters of reserve.
type ReserveParams struct {
	Table  string `json:"table"`
	Player string `json:"player"`
}

// Reserved has the token with which the seat can be taken.
type Reserved struct {
	Token string `json:"token"`
}

// reserve keeps a seat for whoever has its token.
func (k *call) reserve(p *ReserveParams) (*Reserved, error) {
	if err := k.owns(); err != nil {
		return nil, err
	}
	token := secret()
	_, err := k.change(p.Table, func(d *draft) error {
		i, err := d.game.player(p.Player, -1)
		if err == nil && i < 0 {
			err = errorf(CodeParams, "say whose seat to reserve")
		}
		if err == nil {
			d.seats[i] = seat{key: keyOf(token), stays: true}
		}
		return err
	})
	return &Reserved{token}, err
}

// Figures is how a server is doing. Sizes are in bytes, times in milliseconds.
type Figures struct {
	Tables    int   `json:"tables"` // in memory
	Games     int   `json:"games"`
	Clients   int   `json:"clients"`
	Addresses int   `json:"addresses"`
	Thinking  int   `json:"thinking"` // long requests that run
	Line      int   `json:"line"`     // and that wait
	Unread    int   `json:"unread"`   // bytes of answers
	Memory    int64 `json:"memory"`
	Requests  int64 `json:"requests"` // so far
	Refused   int64 `json:"refused"`  // of these, with busy or limit
	// Took counts requests that were answered within 1, 10, 100, 1000 and 10,000 ms, and all
	Took []int64 `json:"took"`
}

func (k *call) figures(*Nothing) (*Figures, error) {
	if err := k.owns(); err != nil {
		return nil, err
	}
	return k.server.Figures(), nil
}

// Figures tells how the server is doing.
func (s *Server) Figures() *Figures {
	f := &Figures{Memory: resident(), Requests: s.requests.Load(), Refused: s.refused.Load()}
	for i := range s.took {
		f.Took = append(f.Took, s.took[i].Load())
	}
	s.mu.Lock()
	f.Tables, f.Games = len(s.tables), len(s.games)
	s.mu.Unlock()
	n := s.network()
	n.mu.Lock()
	f.Clients, f.Addresses = n.count, len(n.clients)
	f.Thinking, f.Line = n.running, len(n.line)
	var all []*Conn
	for _, of := range n.clients {
		all = slices.AppendSeq(all, maps.Keys(of))
	}
	n.mu.Unlock()
	for _, c := range all {
		c.attached.mu.Lock()
		f.Unread += c.attached.outSize
		c.attached.mu.Unlock()
	}
	return f
}

// Metrics writes figures in the text format of Prometheus.
func (f *Figures) Metrics(w io.Writer) {
	for _, one := range []struct {
		name, kind string
		value      any
	}{
		{"tables", "gauge", f.Tables}, {"games", "gauge", f.Games}, {"clients", "gauge", f.Clients},
		{"addresses", "gauge", f.Addresses}, {"thinking", "gauge", f.Thinking},
		{"waiting_to_think", "gauge", f.Line}, {"unread_bytes", "gauge", f.Unread},
		{"memory_bytes", "gauge", f.Memory}, {"requests_total", "counter", f.Requests},
		{"refused_total", "counter", f.Refused},
	} {
		fmt.Fprintf(w, "# TYPE boardgame_%s %s\nboardgame_%s %v\n", one.name, one.kind, one.name,
			one.value)
	}
	fmt.Fprintln(w, "# TYPE boardgame_request_seconds histogram")
	for i, le := range []string{"0.001", "0.01", "0.1", "1", "10", "+Inf"} {
		fmt.Fprintf(w, "boardgame_request_seconds_bucket{le=%q} %d\n", le, f.Took[i])
	}
	fmt.Fprintf(w, "boardgame_request_seconds_count %d\n", f.Took[len(f.Took)-1])
}

// rest gives memory back to the system after a minute in which nobody asked for anything.
func (s *Server) rest() {
	if now := s.requests.Load(); s.rested.Swap(now) == now && !s.freed {
		debug.FreeOSMemory()
		s.freed = true
	} else {
		s.freed = false
	}
}
