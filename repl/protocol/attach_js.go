package protocol

// In a browser there is one client, and nobody to protect from it.

type (
	network  struct{}
	attached struct{}
)

func (c *Conn) address() string { return "" }

func (a *attached) begin(*call) (func(), error) { return func() {}, nil }
func (a *attached) put(*Conn, any, []byte)      {}
func (s *Server) spare() error                  { return nil }
