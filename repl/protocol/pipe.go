package protocol

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"boardgame/repl/protocol/message"
)

// Pipe answers the requests of one client that come from a stream, one per line, until the stream
// or the context ends. It returns the error of the context or of the streams; the end of the input
// is not an error.
//
// Pipe writes answers out when no further request is waiting, so that a client that sends many at a
// time gets many at a time.
func (s *Server) Pipe(ctx context.Context, in io.Reader, out io.Writer) error {
	w := &lineWriter{w: bufio.NewWriter(out)}
	c := s.Connect(ctx, w.send)
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
	return errors.Join(err, w.flush())
}

// read handles lines until the stream ends.
func (c *Conn) read(in io.Reader, w *lineWriter) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := readLine(r)
		if len(line) > 0 {
			w.hold(waiting(r))
			c.Handle(line)
		}
		if !waiting(r) {
			if err := w.flush(); err != nil {
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

// waiting reports whether another line has already been read.
func waiting(r *bufio.Reader) bool {
	ahead, err := r.Peek(r.Buffered())
	return err == nil && bytes.IndexByte(ahead, '\n') >= 0
}

// readLine returns the next line without its end and without surrounding blanks. If the line is too
// long, readLine returns just enough of it to show that.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line == nil && err == nil {
			return bytes.TrimSpace(part), nil
		}
		if len(line) <= message.MaxLine {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			line = bytes.TrimSuffix(line, []byte("\n")) // which does not count
			if len(line) <= message.MaxLine {
				line = bytes.TrimSpace(line)
			}
			return line, err
		}
	}
}

// lineWriter writes lines for several goroutines.
type lineWriter struct {
	mu   sync.Mutex
	w    *bufio.Writer
	held bool // more is about to come
	err  error
}

func (l *lineWriter) send(line []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return
	}
	if _, l.err = l.w.Write(line); l.err == nil {
		l.err = l.w.WriteByte('\n')
	}
	if l.err == nil && !l.held {
		l.err = l.w.Flush()
	}
}

func (l *lineWriter) hold(held bool) {
	l.mu.Lock()
	l.held = held
	l.mu.Unlock()
}

// flush writes out what was held back and returns the first error so far.
func (l *lineWriter) flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = false
	if l.err == nil {
		l.err = l.w.Flush()
	}
	return l.err
}
