//go:build !js

package protocol

import (
	"crypto/subtle"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"boardgame/interp/engine"
	"boardgame/repl/protocol/message"
)

// Owns reports whether a token is that of whoever runs the server.
func (s *Server) Owns(token string) bool {
	own := s.options.Owner
	return own != "" && subtle.ConstantTimeCompare([]byte(keyOf(token)), []byte(keyOf(own))) == 1
}

// handleShowOwner lets a connection do what only whoever runs the server may.
func handleShowOwner(k *call, p *message.OwnerParams) (*message.Nothing, error) {
	owns := k.conn.server.Owns(p.Token)
	k.conn.server.log("someone shows the token of the owner", "address", k.conn.address(), "right",
		owns)
	if !owns {
		return nil, forbidden("this is not the token of whoever runs the server")
	}
	k.conn.owner.Store(true)
	return &message.Nothing{}, nil
}

func (k *call) owns() error {
	if k.conn.owner.Load() {
		return nil
	}
	return forbidden("only whoever runs the server may do that; show the token by owner")
}

// handleEvict ends the connections of an address.
func handleEvict(k *call, p *message.EvictParams) (*message.Evicted, error) {
	if err := k.owns(); err != nil {
		return nil, err
	}
	n := k.conn.server.network()
	n.mu.Lock()
	all := slices.Collect(maps.Keys(n.clients[p.Address]))
	n.mu.Unlock()
	for _, c := range all {
		c.attached.mu.Lock()
		c.attached.leave(busy(time.Minute, "whoever runs the server has ended this connection"))
		c.attached.mu.Unlock()
		poke(c.filled)
	}
	k.conn.server.log("an address is evicted", "address", p.Address, "connections", len(all))
	return &message.Evicted{Connections: len(all)}, nil
}

// handleReserve keeps a seat for whoever has its token.
func handleReserve(k *call, p *message.ReserveParams) (*message.Reserved, error) {
	if err := k.owns(); err != nil {
		return nil, err
	}
	token := secret()
	_, err := k.change(p.Table, func(d *draft) error {
		i, err := d.game.player(p.Player, -1)
		if err == nil && i < 0 {
			err = wrong("say whose seat to reserve")
		}
		if err == nil {
			d.seats[i] = seat{key: keyOf(token), stays: true}
		}
		return err
	})
	return &message.Reserved{Token: token}, err
}

func handleFigures(k *call, _ *message.Nothing) (*message.Figures, error) {
	if err := k.owns(); err != nil {
		return nil, err
	}
	return k.conn.server.Figures(), nil
}

// Figures tells how the server is doing.
func (s *Server) Figures() *message.Figures {
	f := &message.Figures{Memory: resident(), Engines: engine.Held(), Requests: s.requests.Load(),
		Refused: s.refused.Load(), Spent: time.Duration(s.spent.Load()).Milliseconds()}
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

// freeMemory gives memory back to the system after a minute in which nobody asked for anything.
func (s *Server) freeMemory() {
	if now := s.requests.Load(); s.rested.Swap(now) == now && !s.freed {
		debug.FreeOSMemory()
		s.freed = true
	} else {
		s.freed = false
	}
}
