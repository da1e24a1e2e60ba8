package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage limits the size of one message, in bytes. A rules file has at most 1 MiB, which
// escaping can make six times as long.
const maxMessage = 16 << 20

// A stream reads and writes messages with their headers. Unlike the library's stream it continues
// after a message that is not JSON: it tells the sender and reads the next one.
type stream struct {
	in  *bufio.Reader
	out io.Writer

	mu  sync.Mutex // guards out
	bad sync.Mutex // guards err
	err error      // why reading ended, unless the other side simply closed it
}

var _ jsonrpc2.ObjectStream = (*stream)(nil)

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), out: out}
}

func (s *stream) failure() error {
	s.bad.Lock()
	defer s.bad.Unlock()
	return s.err
}

// WriteObject sends one message.
func (s *stream) WriteObject(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return jsonrpc2.VSCodeObjectCodec{}.WriteObject(s.out, v)
}

// ReadObject reads the next valid message.
func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.body()
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) {
				s.bad.Lock()
				s.err = err
				s.bad.Unlock()
			}
			return err
		}
		if err = json.Unmarshal(body, v); err == nil {
			return nil
		}
		code := jsonrpc2.CodeInvalidRequest
		if !json.Valid(body) {
			code = jsonrpc2.CodeParseError
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": nil,
			"error": jsonrpc2.Error{Code: int64(code), Message: "this is not a message: " + err.Error()}}
		if err := s.WriteObject(answer); err != nil {
			return err
		}
	}
}

// body reads the header and the body of a message.
func (s *stream) body() ([]byte, error) {
	length := -1
	for {
		line, err := s.headerLine()
		if err != nil {
			return nil, err
		}
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, errors.New("the editor sent a line that is not a header; expected Content-Length: …")
		}
		if !strings.EqualFold(name, "Content-Length") {
			continue
		}
		length, err = strconv.Atoi(strings.TrimSpace(value))
		if err != nil || length < 0 || length > maxMessage {
			return nil, fmt.Errorf("the editor sent a message of %.20q bytes; expected 0 to %d",
				strings.TrimSpace(value), maxMessage)
		}
	}
	if length < 0 {
		return nil, errors.New("the editor sent a message without Content-Length")
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(s.in, body); err != nil {
		return nil, io.EOF // the other side left in the middle of a message
	}
	return body, nil
}

// headerLine reads a line of a header without its end.
func (s *stream) headerLine() (string, error) {
	const most = 4096
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > most:
			return "", errors.New(
				"the editor sent something that is not a message: a header line without an end")
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(line) > 0:
			return "", errors.New(
				"the editor sent something that is not a message; expected Content-Length: …")
		case err != nil:
			return "", err
		default:
			return strings.TrimRight(string(line), "\r\n"), nil
		}
	}
}

// Close does nothing: the caller owns the streams.
func (s *stream) Close() error { return nil }
