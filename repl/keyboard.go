package repl

import (
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// keyboard is what is typed at a terminal: one source of keys, in the order in which they were
// pressed, for the line editor and for pointing. The editor tells nobody which line it has before
// the line is finished; so the keys are looked at on their way to it, and kept beside it is the
// line that they make.
type keyboard struct {
	keys *os.File // what was typed, to be read
	into *os.File // where it is written
	// redraw, if not nil, brings the screen in order; it reports whether it did. It is for Ctrl-L.
	redraw func() bool

	mu sync.Mutex
	// of the line so far, "" where it is not known; nil: no line is being read
	told       func(line string)
	wiped      func() // keys were pressed after which the editor writes lines of its own
	line       []byte
	known      bool // line is what the editor has, and its cursor is at the end
	ended      bool // a key has ended the line
	ahead      int  // of so many lines to come the beginning may have been typed already
	completing bool // Tab was pressed, and what became of the line is not known yet
	listing    bool // another Tab lists completions
	watcher    chan<- []byte
	again      string // what was typed of a line that was broken off
}

// newKeyboard begins to read a terminal, in whatever mode that is. It goes on until the terminal is
// gone: then keys are at their end.
func newKeyboard(terminal io.Reader) (*keyboard, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	k := &keyboard{keys: out, into: in}
	go k.pump(terminal)
	return k, nil
}

// nudge presses a key that does nothing but make the line editor write its line again.
func (k *keyboard) nudge() { _, _ = k.into.WriteString(f5) }

// pump passes the keys on. The key that ends a line is passed on after everyone has been told about
// the line, so that its reader finds that done; any other key is passed on first, so that nobody
// waits for their own typing.
func (k *keyboard) pump(terminal io.Reader) {
	defer k.into.Close()
	buf := make([]byte, 4096)
	for {
		n, err := terminal.Read(buf)
		if n == 1 && buf[0] == ctrlL && k.redraw != nil && k.redraw() {
			k.nudge()
			continue
		}
		if n > 0 && !k.watch(buf[:n]) {
			tell := k.press(buf[:n])
			if _, e := k.into.Write(buf[:n]); e != nil {
				return
			}
			if tell {
				k.tell()
			}
		}
		if err != nil {
			return
		}
	}
}

// The keys that mean something to the shadow of a line.
const (
	ctrlC     = 0x03
	ctrlD     = 0x04
	ctrlH     = 0x08
	ctrlL     = 0x0c
	ctrlU     = 0x15
	escape    = 0x1b
	backspace = 0x7f
	f5        = "\x1b[15~"
)

// watching lets keys go to a channel instead of the line editor, until the function that it returns
// is called. Whoever does not receive them in time misses some.
func (k *keyboard) watching() (<-chan []byte, func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	pressed := make(chan []byte, 16)
	k.watcher = pressed
	return pressed, func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.watcher = nil
	}
}

// watch hands keys to whoever watches, and reports whether someone does.
func (k *keyboard) watch(keys []byte) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.watcher == nil {
		return false
	}
	select {
	case k.watcher <- slices.Clone(keys):
	default:
	}
	return true
}

// press follows keys and returns whether to tell of the line when they have been handed on.
func (k *keyboard) press(keys []byte) (tell bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range keys {
		if k.ended || k.told == nil { // it belongs to a line that nobody reads yet
			k.ahead = max(k.ahead, 1)
			if c == '\r' || c == '\n' {
				k.ahead++
			}
			continue
		}
		listing := k.listing || k.completing
		k.known = k.known && !k.completing
		k.completing, k.listing = false, false
		switch {
		case c == '\t':
			if listing {
				k.wiped()
			}
			k.completing = true
		case c == '\r' || c == '\n' || c == ctrlC || c == ctrlD && (len(k.line) == 0 || !k.known):
			k.ended = true
			k.told("")
		case c == ctrlD: // after the last character it does nothing
		case c == ctrlH || c == backspace:
			_, size := utf8.DecodeLastRune(k.line)
			k.line = k.line[:len(k.line)-size]
		case c == ctrlU:
			k.line = k.line[:0]
		case c >= ' ':
			k.line = append(k.line, c)
		default:
			k.known = false
			if c == ctrlL || c == escape && listing { // Shift-Tab lists them too
				k.wiped()
			}
		}
	}
	return k.told != nil && !k.ended && !k.completing
}

// tell says what the line is, if one is being read.
func (k *keyboard) tell() {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.told == nil || k.ended || k.completing:
	case !k.known:
		k.told("")
	case utf8.Valid(k.line): // else a character is on its way
		k.told(string(k.line))
	}
}

// complete finds what a line may become, for the Tab key, and notes what the editor makes of it.
// Meanwhile nobody is told anything.
func (k *keyboard) complete(line string, find func(line string) []string) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := find(line)
	if !k.completing {
		return all
	}
	if k.completing, k.listing = false, len(all) > 1; line != string(k.line) {
		k.known = false
	} else if len(all) > 0 {
		k.line = append(k.line[:0], common(all)...)
	}
	return all
}

// common is the longest beginning that all of some texts have.
func common(texts []string) string {
	begins := texts[0]
	for _, text := range texts[1:] {
		for !strings.HasPrefix(text, begins) {
			_, size := utf8.DecodeLastRuneInString(begins)
			begins = begins[:len(begins)-size]
		}
	}
	return begins
}

// begin follows a line that is now being read, until end.
func (k *keyboard) begin(told func(line string), wiped func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told, k.wiped = told, wiped
	k.line, k.known, k.ended, k.completing, k.listing = k.line[:0], k.ahead == 0, false, false,
		false
	k.ahead = max(k.ahead-1, 0)
}

func (k *keyboard) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told, k.wiped = nil, nil
}

// waiting reports whether something of a line was typed before anyone read one.
func (k *keyboard) waiting() bool {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ahead > 0
}

// taken says that all that was typed so far has been read, by someone else than the editor.
func (k *keyboard) taken() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ahead = 0
}
