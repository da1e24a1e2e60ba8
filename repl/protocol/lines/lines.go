// Package lines reads and writes the lines of a stream between two programs.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"
)

// A Reader reads the lines of a stream. One goroutine may use it.
type Reader struct {
	r    *bufio.Reader
	most int
}

// NewReader returns a reader of lines that have no more bytes than a limit.
func NewReader(in io.Reader, most int) *Reader {
	return &Reader{bufio.NewReaderSize(in, 1<<16), most}
}

// Waiting reports whether another line has already been read.
func (r *Reader) Waiting() bool {
	ahead, err := r.r.Peek(r.r.Buffered())
	return err == nil && bytes.IndexByte(ahead, '\n') >= 0
}

// Next returns the next line without its end and without surrounding blanks. If the line is too
// long, Next returns just enough of it to show that. The error is that of the stream, such as
// [io.EOF]; there may be a line, too, which has no end. The line is valid until the next call.
func (r *Reader) Next() ([]byte, error) {
	var line []byte
	for {
		part, err := r.r.ReadSlice('\n')
		if line == nil && err == nil {
			return bytes.TrimSpace(part), nil
		}
		if len(line) <= r.most {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			line = bytes.TrimSuffix(line, []byte("\n")) // which does not count
			if len(line) <= r.most {
				line = bytes.TrimSpace(line)
			}
			return line, err
		}
	}
}

// A Writer writes lines for several goroutines.
type Writer struct {
	mu   sync.Mutex
	w    *bufio.Writer
	held bool // more is about to come
	err  error
}

// NewWriter returns a writer to a stream.
func NewWriter(out io.Writer) *Writer { return &Writer{w: bufio.NewWriter(out)} }

// Send writes a line, which has no end yet, unless there has been an error.
func (w *Writer) Send(line []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	if _, w.err = w.w.Write(line); w.err == nil {
		w.err = w.w.WriteByte('\n')
	}
	if w.err == nil && !w.held {
		w.err = w.w.Flush()
	}
}

// Hold says whether lines wait for the next Flush.
func (w *Writer) Hold(held bool) {
	w.mu.Lock()
	w.held = held
	w.mu.Unlock()
}

// Flush writes out what was held back and returns the first error so far.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held = false
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}
