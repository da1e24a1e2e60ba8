package keyboard

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"boardgame/repl/wording"
)

// Key is a key that means something outside the line editor: a character, or one of those below.
type Key rune

const (
	None Key = -1 - iota
	Up
	Down
	Left
	Right
	Take // Enter
	Next // Tab
	Back // Backspace
	Leave
	PageUp
	PageDown
)

// Source is where keys come from, byte by byte.
type Source interface {
	io.ByteReader
	// more reports whether another byte belongs to what was read: a terminal sends the whole
	// sequence of a key at once.
	More() bool
}

// pipedKeys are keys from a keyboard. It reads no more than it is asked for: what is typed ahead
// stays for the next reader.
type pipedKeys struct {
	typed   *Keyboard
	entered bool // the last key was Enter
	ahead   byte
	isAhead bool
}

func (p *pipedKeys) ReadByte() (byte, error) {
	if p.entered {
		p.entered = false
		if p.typed.used() {
			return ctrlC, nil
		}
	}
	c, err := p.ahead, error(nil)
	if !p.isAhead {
		c, err = p.next()
	}
	p.isAhead = false
	p.entered = c == '\r' || c == '\n'
	return c, err
}

func (p *pipedKeys) next() (byte, error) {
	var one [1]byte
	_, err := io.ReadFull(p.typed.Keys, one[:])
	return one[0], err
}

func (p *pipedKeys) More() bool {
	const pause = 50 * time.Millisecond
	if p.isAhead {
		return true
	}
	if p.typed.Keys.SetReadDeadline(time.Now().Add(pause)) != nil {
		return false
	}
	c, err := p.next()
	_ = p.typed.Keys.SetReadDeadline(time.Time{})
	if err == nil {
		p.ahead, p.isAhead = c, true
	}
	return err == nil
}

// bufferedKeys are keys from a terminal, or from a text.
type bufferedKeys struct{ *bufio.Reader }

func (b bufferedKeys) More() bool { return b.Buffered() > 0 }

// Read reads a key: a character, or the sequence that a terminal sends for one. Unknown
// sequences are noKey.
func Read(r Source) (Key, error) {
	c, err := r.ReadByte()
	if err != nil {
		return None, err
	}
	switch c {
	case '\r', '\n':
		return Take, nil
	case '\t':
		return Next, nil
	case backspace, ctrlH:
		return Back, nil
	case ctrlC, CtrlD:
		return Leave, nil
	case wording.Escape:
		if !r.More() {
			return Leave, nil
		}
		return readSequence(r)
	}
	if c < ' ' || c > '~' {
		return None, nil
	}
	return Key(c), nil
}

// readSequence reads the rest of a key sequence, after its escape character.
func readSequence(r Source) (Key, error) {
	c, err := r.ReadByte()
	if err != nil || c != '[' && c != 'O' {
		return None, err
	}
	text := ""
	for {
		if c, err = r.ReadByte(); err != nil {
			return None, err
		}
		if text += string(c); c >= '@' && c <= '~' {
			break
		}
	}
	known := map[string]Key{
		"A": Up, "B": Down, "C": Right, "D": Left, "5~": PageUp, "6~": PageDown,
	}
	if k, ok := known[text]; ok {
		return k, nil
	}
	return None, nil
}

// Rest reads the keys that have already been pressed.
func Rest(keys Source) string {
	var all []byte
	for keys.More() {
		c, err := keys.ReadByte()
		if err != nil {
			break
		}
		all = append(all, c)
	}
	return string(all)
}

// WithKeys switches the terminal to raw mode while its keys are read one by one. typed may be nil.
func WithKeys(in io.Reader, typed *Keyboard, do func(keys Source, restore func()) error) error {
	f, ok := in.(*os.File)
	if !ok {
		return errors.New("there is no terminal to read keys from")
	}
	state, err := term.MakeRaw(int(f.Fd()))
	if err != nil {
		return fmt.Errorf("cannot read keys from this terminal: %w", err)
	}
	restore := func() { _ = term.Restore(int(f.Fd()), state) }
	defer restore()
	if typed == nil {
		return do(bufferedKeys{bufio.NewReader(f)}, restore)
	}
	typed.take()
	defer typed.taken()
	return do(&pipedKeys{typed: typed}, restore)
}
