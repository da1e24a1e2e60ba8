// Package keyboard reads the keys of a terminal and finds out what the terminal can do.
package keyboard

import (
	"bytes"
	"io"
	"os"
	"slices"
	"sync"
	"unicode/utf8"

	"boardgame/repl/wording"
)

// BreakOff ends the line that is being read as if it had been wiped and Enter been pressed, and
// keeps what was typed. It reports false where that is not known: a line that was edited in its
// middle, or called back.
func (k *Keyboard) BreakOff() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.told == nil || k.ended || !k.known || k.completing {
		return false
	}
	k.again, k.ended, k.entered = string(k.line), true, true
	k.told("")
	return k.into.add(wipe + "\r")
}

// Abandon discards what was typed of an interrupted line.
func (k *Keyboard) Abandon() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.again = ""
}

// Put lets the next line begin with a text, as if it were typed.
func (k *Keyboard) Put(text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.again = text
}

// Retype types the interrupted line again.
func (k *Keyboard) Retype() {
	k.mu.Lock()
	again := k.again
	k.again = ""
	k.mu.Unlock()
	if again == "" {
		return
	}
	tell := k.press([]byte(again))
	if k.into.add(again) && tell {
		k.tell()
	}
}

// Keyboard is a single source of the keys typed at a terminal, in order, for the line editor and
// for pointing. The line editor does not reveal a line before it is finished, so keyboard inspects
// the keys on their way to the editor and keeps its own copy of the line they make: the shadow.
type Keyboard struct {
	Keys *os.File // what was typed
	into *backlog // what will be read from Keys
	does Actions
	// the last key dropped was not the end of a line
	partial bool

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
	gone       bool   // the terminal has gone away
	single     bool   // keys are read one by one, not as lines
	entered    bool   // the line being read, or the last one, has certainly ended
	waiting    int    // how many whole lines have been typed after it
	stopping   bool   // Ctrl-C stops what the last line begins
	stopLater  int    // how many of the lines after it Ctrl-C stops as well
}

// Actions are what keys do that are not for whoever reads keys. Each reports whether it did
// anything; otherwise the key is a key like any other. A nil action does nothing.
type Actions struct {
	Redraw    func() bool // Ctrl-L: repairs the screen
	Interrupt func() bool // Ctrl-C: stops what the program is doing
	Terminate func() bool // Ctrl-\ while nobody reads keys: ends a program that hangs
}

// New starts reading a terminal, in whatever mode it is. It reads until the terminal goes
// away; then the keys end.
func New(terminal io.Reader, does Actions) (*Keyboard, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	k := &Keyboard{Keys: out, into: newBacklog(in), does: does}
	go k.pump(terminal)
	return k, nil
}

// Nudge presses a key whose only effect is that the line editor redraws its line.
func (k *Keyboard) Nudge() { k.into.add(f5) }

// HangUp ends the keys, as if the terminal had gone away.
func (k *Keyboard) HangUp() { k.into.end() }

// Interrupted reports whether what the program begins now is to stop at once: the terminal has gone
// away, or Ctrl-C was pressed after the line that begins it, but before it began. The next call
// does not report that Ctrl-C again.
func (k *Keyboard) Interrupted() bool {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	stopping := k.stopping
	k.stopping = false
	return stopping || k.gone
}

// pump passes the keys on, Ctrl-C and Ctrl-\ by themselves.
func (k *Keyboard) pump(terminal io.Reader) {
	defer k.end()
	buf := make([]byte, 4096)
	for {
		n, err := terminal.Read(buf)
		for typed := buf[:n]; len(typed) > 0; {
			size := bytes.IndexAny(typed, "\x03\x1c")
			if size < 0 {
				size = len(typed)
			}
			k.pass(typed[:max(size, 1)])
			typed = typed[max(size, 1):]
		}
		if err != nil {
			return
		}
	}
}

// pass passes keys on. The key that ends a line is passed on only after everyone has been told
// about the line, so the reader of the line can rely on that. Any other key is passed on first, so
// that typing is never delayed.
func (k *Keyboard) pass(keys []byte) {
	switch {
	case keys[0] == ctrlC && k.interrupt():
		return
	case keys[0] == ctrlBackslash && !k.reading() && k.does.Terminate != nil && k.does.Terminate():
		return
	case len(keys) == 1 && keys[0] == ctrlL && k.does.Redraw != nil && k.does.Redraw():
		k.Nudge()
		return
	case k.watch(keys) || keys[0] == ctrlC && !k.reading():
		return
	}
	if keys = k.room(keys); len(keys) == 0 {
		return
	}
	tell := k.press(keys)
	if k.into.add(string(keys)) && tell {
		k.tell()
	}
}

// room returns the keys that are not dropped because too many wait. Where some are missing, no line
// is made of what is left on both sides: nobody has typed that.
func (k *Keyboard) room(keys []byte) []byte {
	const ends = "\r\n\x03"
	switch {
	case k.into.full():
		if !k.partial {
			k.press([]byte(wipe))
			k.into.add(wipe)
		}
		k.partial = !bytes.ContainsAny(keys[len(keys)-1:], ends)
		return nil
	case k.partial:
		end := bytes.IndexAny(keys, ends)
		if end < 0 {
			return nil
		}
		k.partial = false
		return keys[end+1:]
	}
	return keys
}

// interrupt stops what the program is doing, and what it will do for the whole lines that have been
// typed but not run yet. It reports whether it was doing anything.
func (k *Keyboard) interrupt() bool {
	if k.does.Interrupt == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	stopped := k.does.Interrupt()
	switch {
	case k.single && !stopped: // it stops what Enter before it begins, or is a key like any other
		k.stopping = k.waiting > 0
		return k.stopping
	case stopped || !k.readingLine():
		k.stopping, k.stopLater = !stopped, k.waiting
	}
	return stopped
}

// used says that an Enter has been used by whoever reads keys one by one. It reports whether a
// Ctrl-C after it found nothing to stop, and is a key like any other.
func (k *Keyboard) used() (interrupted bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.waiting, k.stopping, interrupted = max(k.waiting-1, 0), false, k.stopping
	return interrupted
}

// reading reports whether keys that are typed now have a reader. A Ctrl-C without one only stops
// things: otherwise it would also abandon a line that is read later.
func (k *Keyboard) reading() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.single || k.does.Interrupt == nil || k.readingLine()
}

func (k *Keyboard) readingLine() bool { return k.told != nil && !k.entered }

// end says that the terminal has gone away. Nobody is left for whom the program could do anything.
func (k *Keyboard) end() {
	k.mu.Lock()
	k.gone = true
	k.mu.Unlock()
	k.interrupt()
	k.into.end()
}

// The keys that matter to the shadow of a line.
const (
	ctrlC         = 0x03
	CtrlD         = 0x04
	ctrlBackslash = 0x1c
	ctrlH         = 0x08
	ctrlL         = 0x0c
	ctrlU         = 0x15
	backspace     = 0x7f
	f5            = "\x1b[15~"
	wipe          = "\x05\x15" // go to the end, delete everything before
)

// Watching diverts keys from the line editor to a channel until the returned function is called. A
// receiver that is too slow misses keys.
func (k *Keyboard) Watching() (<-chan []byte, func()) {
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
func (k *Keyboard) watch(keys []byte) bool {
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
func (k *Keyboard) press(keys []byte) (tell bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range keys {
		if c == '\r' || c == '\n' || c == ctrlC && k.readingLine() {
			k.enter()
		}
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
		case c == '\r' || c == '\n' || c == ctrlC || c == CtrlD && (len(k.line) == 0 || !k.known):
			k.ended = true
			k.told("")
		case c == CtrlD: // at the end of the line it does nothing
		case c == ctrlH || c == backspace:
			_, size := utf8.DecodeLastRune(k.line)
			k.line = k.line[:len(k.line)-size]
		case c == ctrlU:
			k.line = k.line[:0]
		case c >= ' ':
			k.line = append(k.line, c)
		default:
			k.known = false
			if c == ctrlL || c == wording.Escape && listing { // Shift-Tab lists them too
				k.wiped()
			}
		}
	}
	return k.told != nil && !k.ended && !k.completing
}

// enter counts the end of a line.
func (k *Keyboard) enter() {
	if k.readingLine() {
		k.entered = true
	} else {
		k.waiting++
	}
}

// tell announces the line, if one is being read.
func (k *Keyboard) tell() {
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

// Complete finds the completions of a line for the Tab key, and notes what the editor makes of it.
// It announces nothing meanwhile.
func (k *Keyboard) Complete(line string, find func(line string) []string) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := find(line)
	if !k.completing {
		return all
	}
	if k.completing, k.listing = false, len(all) > 1; line != string(k.line) {
		k.known = false
	} else if len(all) > 0 {
		k.line = append(k.line[:0], wording.Common(all)...)
	}
	return all
}

// Begin follows the line that is now being read, until end.
func (k *Keyboard) Begin(told func(line string), wiped func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told, k.wiped = told, wiped
	k.entered, k.waiting = k.waiting > 0, max(k.waiting-1, 0)
	k.stopping, k.stopLater = k.stopLater > 0, max(k.stopLater-1, 0)
	k.line, k.known, k.ended, k.completing, k.listing = k.line[:0], k.ahead == 0, false, false, false
	k.ahead = max(k.ahead-1, 0)
}

// End says that no line is being read.
func (k *Keyboard) End() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told, k.wiped = nil, nil
}

// Waiting reports whether part of a line was typed before anyone read one.
func (k *Keyboard) Waiting() bool {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ahead > 0
}

// take says that someone other than the editor reads keys, until taken.
func (k *Keyboard) take() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.single = true
}

// taken says that someone other than the editor has read everything typed so far.
func (k *Keyboard) taken() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ahead, k.waiting, k.stopping, k.stopLater, k.single = 0, 0, false, 0, false
}
