package protocol

import (
	"context"
	"errors"
	"io"

	"boardgame/repl/protocol/lines"
	"boardgame/repl/protocol/message"
)

// Pipe answers the requests of one client that come from a stream, one per line, until the stream
// or the context ends. It returns the error of the context or of the streams; the end of the input
// is not an error.
//
// Pipe writes answers out when no further request is waiting, so that a client that sends many at a
// time gets many at a time.
func (s *Server) Pipe(ctx context.Context, in io.Reader, out io.Writer) error {
	w := lines.NewWriter(out)
	c := s.Connect(ctx, w.Send)
	done := make(chan error, 1)
	go func() {
		done <- c.read(in, w)
	}()
	var err error
	select {
	case err = <-done:
		if err == nil {
			c.Wait()
		}
	case <-ctx.Done():
		err = ctx.Err() // the reader is abandoned in its Read
	}
	c.Close()
	return errors.Join(err, w.Flush())
}

// read handles lines until the stream ends.
func (c *Conn) read(in io.Reader, w *lines.Writer) error {
	r := lines.NewReader(in, message.MaxLine)
	for {
		line, err := r.Next()
		if len(line) > 0 {
			w.Hold(r.Waiting())
			c.Handle(line)
		}
		if !r.Waiting() {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}
