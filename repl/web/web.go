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
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
)

//go:generate go run ./editor editor page

//go:embed page
var assets embed.FS

// Limits of a server.
const (
	sendTimeout = 10 * time.Second // then a client that reads nothing is dropped
	idleTimeout = 2 * time.Minute  // then a connection without a request is closed
)

// Options say how a server is reached.
type Options struct {
	// Hosts are names under which the server answers, besides addresses and the name of this
	// machine.
	Hosts []string
	// Proxy says that a proxy on the way tells the addresses of clients, in X-Forwarded-For.
	Proxy bool
	// Ping is the time between pings to a client; zero is half a minute. One that does not answer
	// within a third of it is dropped.
	Ping time.Duration
}

// pause is the time between pings where options name none.
const pause = 30 * time.Second

// policy is what the page may load and run: its own files and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"manifest-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the page and the protocol. When ctx is done, everything that runs for clients
// ends. Options may be left out.
func Handler(ctx context.Context, server *protocol.Server, o ...Options) http.Handler {
	page, err := fs.Sub(assets, "page")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	h := &handler{ctx: ctx, server: server}
	if len(o) > 0 {
		h.options = o[0]
	}
	if h.options.Ping <= 0 {
		h.options.Ping = pause
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", packed(http.FileServerFS(page)))
	mux.HandleFunc("GET /ws", h.socket)
	mux.Handle("GET /pictures/{name}", packed(http.HandlerFunc(gallery)))
	mux.HandleFunc("GET /qr.png", code)
	mux.HandleFunc("GET /metrics", h.metrics)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "ok")
	})
	return h.guard(mux)
}

// packed compresses answers for clients that take them so.
func packed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Range") // which would count bytes of the text
		z := &packer{ResponseWriter: w}
		next.ServeHTTP(z, r)
		if z.to != nil {
			z.to.Close()
		}
	})
}

// packer compresses what is written, unless it is an error or no more than a head.
type packer struct {
	http.ResponseWriter
	begun bool
	to    *gzip.Writer // nil: as it is
}

func (z *packer) WriteHeader(status int) {
	z.begun = true
	if status == http.StatusOK {
		z.Header().Del("Content-Length")
		z.Header().Set("Content-Encoding", "gzip")
		z.to = gzip.NewWriter(z.ResponseWriter)
	}
	z.ResponseWriter.WriteHeader(status)
}

func (z *packer) Write(text []byte) (int, error) {
	if !z.begun {
		z.WriteHeader(http.StatusOK)
	}
	if z.to == nil {
		return z.ResponseWriter.Write(text)
	}
	return z.to.Write(text)
}

// guard refuses requests under names other than this machine's, and sets the content policy.
func (h *handler) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !h.answersTo(r.Host) {
			http.Error(w, "this server answers only to an address or to the name of this machine",
				http.StatusMisdirectedRequest)
			return
		}
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// answersTo reports whether a Host names an address, localhost, this machine, or the server.
func (h *handler) answersTo(host string) bool {
	name := host
	if alone, _, err := net.SplitHostPort(host); err == nil {
		name = alone
	}
	name = strings.Trim(name, "[]")
	named := func(own string) bool { return strings.EqualFold(name, own) }
	if named("localhost") || net.ParseIP(name) != nil || slices.ContainsFunc(h.options.Hosts, named) {
		return true
	}
	own, err := os.Hostname()
	return err == nil && named(own)
}

type handler struct {
	ctx     context.Context
	server  *protocol.Server
	options Options
}

// address returns where a request comes from. Networks of version 6 give everyone a block of
// addresses, so the block counts.
func (h *handler) address(r *http.Request) string {
	text, _, _ := net.SplitHostPort(r.RemoteAddr)
	if told := r.Header.Values("X-Forwarded-For"); h.options.Proxy && len(told) > 0 {
		all := strings.Split(told[len(told)-1], ",") // the last is what the proxy itself has seen
		text = strings.TrimSpace(all[len(all)-1])
	}
	at, err := netip.ParseAddr(text)
	if err != nil {
		return text
	}
	if at = at.Unmap().WithZone(""); at.Is6() {
		const block = 64
		return netip.PrefixFrom(at, block).Masked().String()
	}
	return at.String()
}

// metrics tells figures to whoever runs the server: by the owner's token, or on this computer.
func (h *handler) metrics(w http.ResponseWriter, r *http.Request) {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	at, err := netip.ParseAddr(host)
	// What a proxy forwards comes from this computer, too.
	here := err == nil && at.IsLoopback() && r.Header.Get("X-Forwarded-For") == "" &&
		r.Header.Get("Forwarded") == "" && !h.options.Proxy
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !here && !h.server.Owns(token) {
		http.Error(w, "figures are for whoever runs the server", http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	h.server.Figures().Metrics(w)
}

// socket carries the protocol over a WebSocket: a message is a line.
func (h *handler) socket(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(h.ctx)
	defer cancel()
	var socket *websocket.Conn
	open := make(chan struct{})
	conn, err := h.server.Attach(ctx, h.address(r), func(ctx context.Context, line []byte) error {
		<-open
		if socket == nil {
			return net.ErrClosed
		}
		return write(ctx, socket, line)
	})
	if err != nil {
		w.Header().Set("Retry-After", "10")
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer conn.Close()
	socket, err = websocket.Accept(w, r, nil) // which requires the Origin to be the Host
	close(open)
	if err != nil {
		return
	}
	defer socket.CloseNow()
	socket.SetReadLimit(message.MaxLine)
	left := context.AfterFunc(conn.Context(), func() { socket.CloseNow() })
	defer left()
	go h.ping(conn.Context(), cancel, socket)
	for {
		kind, line, err := socket.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			socket.Close(websocket.StatusUnsupportedData, "a request is a line of JSON")
			return
		}
		conn.Take(line)
	}
}

// ping drops a client that does not answer: otherwise a computer that was switched off would stay
// one for hours.
func (h *handler) ping(ctx context.Context, drop func(), socket *websocket.Conn) {
	ticks := time.NewTicker(h.options.Ping)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			if h.alive(ctx, socket) != nil {
				drop()
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func write(ctx context.Context, socket *websocket.Conn, line []byte) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return socket.Write(ctx, websocket.MessageText, line)
}

// alive waits for the answer to a ping.
func (h *handler) alive(ctx context.Context, socket *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, h.options.Ping/3)
	defer cancel()
	return socket.Ping(ctx)
}

// Serve serves the page on a listener until ctx is done. The error says why it could not.
func Serve(ctx context.Context, l net.Listener, server *protocol.Server, o ...Options) error {
	s := &http.Server{Handler: Handler(ctx, server, o...), IdleTimeout: idleTimeout,
		ReadHeaderTimeout: 10 * time.Second,
		MaxHeaderBytes:    1 << 16}
	go func() { // what the first visitor need not wait for
		server.Ask(ctx, "games", struct{}{})
		drawFeatured(ctx)
	}()
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
