package repl

import (
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// keyboard is a single source of the keys typed at a terminal, in order, for the line editor and
// for pointing. The line editor does not reveal a line before it is finished, so keyboard inspects
// the keys on their way to the editor and keeps its own copy of the line they make: the shadow.
type keyboard struct {
	keys *os.File // what was typed
	into *os.File // the writing end of keys
	// redraw, if not nil, repairs the screen and reports whether it did. It serves Ctrl-L.
	redraw func() bool

	mu sync.Mutex
	// told receives the line so far, "" if it is unknown; nil: no line is being read
	told       func(line string)
	wiped      func() // called after keys that make the editor print lines of its own
	line       []byte
	known      bool // line is what the editor has, with its cursor at the end
	ended      bool // a key has ended the line
	ahead      int  // how many coming lines may already have been started
	completing bool // Tab was pressed, and its effect on the line is not known yet
	listing    bool // another Tab lists completions
	watcher    chan<- []byte
	again      string // what was typed of an interrupted line
}

// newKeyboard starts reading a terminal, in whatever mode it is. It reads until the terminal goes
// away; then the keys end.
func newKeyboard(terminal io.Reader) (*keyboard, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	k := &keyboard{keys: out, into: in}
	go k.pump(terminal)
	return k, nil
}

// nudge presses a key whose only effect is that the line editor redraws its line.
func (k *keyboard) nudge() { _, _ = k.into.WriteString(f5) }

// pump passes the keys on. The key that ends a line is passed on only after everyone has been told
// about the line, so the reader of the line can rely on that. Any other key is passed on first, so
// that typing is never delayed.
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

// The keys that matter to the shadow of a line.
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

// watching diverts keys from the line editor to a channel until the returned function is called. A
// receiver that is too slow misses keys.
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

// watch hands keys to the watcher, and reports whether there is one.
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

// press follows keys and reports whether to announce the line once they have been passed on.
func (k *keyboard) press(keys []byte) (tell bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range keys {
		if k.ended || k.told == nil { // it belongs to a line that is not being read yet
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
		case c == ctrlD: // at the end of the line it does nothing
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

// tell announces the line, if one is being read.
func (k *keyboard) tell() {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.told == nil || k.ended || k.completing:
	case !k.known:
		k.told("")
	case utf8.Valid(k.line): // otherwise part of a character is missing
		k.told(string(k.line))
	}
}

// complete finds the completions of a line for the Tab key, and notes what the editor makes of it.
// It announces nothing meanwhile.
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

// common is the longest common prefix of some texts.
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

// begin follows the line that is now being read, until end.
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

// waiting reports whether part of a line was typed before anyone read one.
func (k *keyboard) waiting() bool {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ahead > 0
}

// taken says that someone other than the editor has read everything typed so far.
func (k *keyboard) taken() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ahead = 0
}
