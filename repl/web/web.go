// Package web serves the board in the browser: a page, and the protocol of package protocol over a
// WebSocket.
//
//	browser ⇄ page/app.js ⇄ WebSocket /ws ⇄ protocol.Conn ⇄ tables
//
// All assets are in the program; the page loads nothing from elsewhere. A client cannot open files:
// the server's [protocol.Server] allows no paths. Requests must come from the page itself. The
// WebSocket checks the Origin, and the Host must be an address or a name of this machine, so that
// no other page can reach a server on the loopback by a name of its own (DNS rebinding).
package web

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/coder/websocket"

	"boardgame/repl/protocol"
)

//go:generate go run ./editor editor page

//go:embed page
var assets embed.FS

// Limits of a server.
const (
	maxClients  = 256              // WebSockets open at a time
	sendTimeout = 10 * time.Second // then a client that reads nothing is dropped
	queued      = 256              // lines waiting for a client
)

// pause is the time between pings to a silent client. A client that does not answer one within
// patience is dropped. Both are variables only for tests.
var pause, patience = 30 * time.Second, 10 * time.Second

// policy is what the page may load and run: its own files and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the page and the protocol. When ctx is done, everything that runs for clients
// ends.
func Handler(ctx context.Context, server *protocol.Server) http.Handler {
	page, err := fs.Sub(assets, "page")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	h := &handler{ctx: ctx, server: server, free: make(chan struct{}, maxClients)}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(page))
	mux.HandleFunc("GET /ws", h.socket)
	return guard(mux)
}

// guard refuses requests under names other than this machine's, and sets the content policy.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !local(r.Host) {
			http.Error(w, "this server answers only to an address or to the name of this machine",
				http.StatusMisdirectedRequest)
			return
		}
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// local reports whether a Host names an address, localhost, or this machine.
func local(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	if name == "localhost" || net.ParseIP(name) != nil {
		return true
	}
	own, err := os.Hostname()
	return err == nil && strings.EqualFold(name, own)
}

type handler struct {
	ctx    context.Context
	server *protocol.Server
	free   chan struct{} // one for each client
}

// socket carries the protocol over a WebSocket: a message is a line.
func (h *handler) socket(w http.ResponseWriter, r *http.Request) {
	select {
	case h.free <- struct{}{}:
		defer func() { <-h.free }()
	default:
		http.Error(w, "too many clients", http.StatusServiceUnavailable)
		return
	}
	socket, err := websocket.Accept(w, r, nil) // which requires the Origin to be the Host
	if err != nil {
		return
	}
	defer socket.CloseNow()
	socket.SetReadLimit(protocol.MaxLine)
	ctx, cancel := context.WithCancel(h.ctx)
	defer cancel()

	lines := make(chan []byte, queued)
	go func() {
		defer cancel()
		ping := time.NewTicker(pause)
		defer ping.Stop()
		for {
			select {
			case <-ping.C:
				// Otherwise a computer that was switched off would stay a client for hours.
				if alive(ctx, socket) != nil {
					return
				}
			case line := <-lines:
				if write(ctx, socket, line) != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	conn := h.server.Connect(ctx, func(line []byte) {
		select {
		case lines <- append([]byte(nil), line...):
		case <-ctx.Done():
		case <-time.After(sendTimeout):
			cancel() // it has stopped reading
		}
	})
	defer conn.Close()
	for {
		kind, line, err := socket.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			socket.Close(websocket.StatusUnsupportedData, "a request is a line of JSON")
			return
		}
		conn.Handle(line)
	}
}

func write(ctx context.Context, socket *websocket.Conn, line []byte) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return socket.Write(ctx, websocket.MessageText, line)
}

// alive waits for the answer to a ping.
func alive(ctx context.Context, socket *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return socket.Ping(ctx)
}

// Serve serves the page on a listener until ctx is done. The error says why it could not.
func Serve(ctx context.Context, l net.Listener, server *protocol.Server) error {
	s := &http.Server{Handler: Handler(ctx, server), ReadHeaderTimeout: 10 * time.Second,
		MaxHeaderBytes: 1 << 16}
	stopped := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
		defer cancel()
		if s.Shutdown(end) != nil {
			s.Close()
		}
	})
	defer stopped()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
