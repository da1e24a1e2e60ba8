// Package lsp is the language server: it tells an editor what the checker knows about rules files.
//
// A request passes through these stages:
//
//	stream    bytes → messages; what is not a message is answered, and the next one read
//	server    messages → calls; notifications in their order, requests each on its own, cancellable
//	snapshot  the texts as they were when the request came; never changes
//	study     one text with all that it extends and uses, checked once and then kept
//	diagnose, hover, navigate, complete, rename, outline, tokens, hints, edit   the answers
//
// What a name stands for and what an expression is comes from the index that the checker records
// ([boardgame/dsl/check.Index]); nothing here resolves names. Places are converted at the boundary:
// [source.Span] counts bytes, the protocol counts UTF-16 code units.
package lsp

import (
	"context"
	"errors"
	"io"

	"github.com/sourcegraph/jsonrpc2"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
)

// Options is what the server needs from its environment.
type Options struct {
	Library dsl.Library // finds the files that texts refer to
	Games   []string    // the names that the library knows, for completion after `extends`
	// where to put the prelude and built-in games so that an editor can open them
	Folder string
	// Notes says what is worth knowing of a game without mistakes and takes long to find out; it
	// ends with its context. It may be nil.
	Notes func(context.Context, *ir.Game) diag.List
}

// Serve speaks the Language Server Protocol, version 3.17, on a pair of streams until the client
// sends `exit` or closes its end, or the context is done. It returns an error if the client
// violated the protocol or left without `shutdown`.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := newServer(o)
	stream := newStream(in, out)
	conn := jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(quiet{}))
	s.start(conn)
	select {
	case <-conn.DisconnectNotify():
	case <-s.exit:
		conn.Close()
	}
	s.stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case stream.failure() != nil:
		return stream.failure()
	case !s.isShut():
		return errors.New("the editor left without `shutdown`")
	}
	return nil
}

// quiet keeps the connection from writing to the terminal: errors are returned or answered.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
