package protocol

import "time"

// In a browser there is one client, and nobody to protect from it.

// Limits are those of clients of a network.
type Limits struct{ Thought time.Duration }

type network struct{ limits Limits }

func (s *Server) network() *network { return &network{} }

type attached struct{}

func (a *attached) begin(*call) (func(), error) { return func() {}, nil }
func (a *attached) put(*Conn, any, []byte)      {}
func (s *Server) spare() error                  { return nil }
