package repl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// key is a key that means something outside the line editor: a character, or one of those below.
type key rune

const (
	noKey key = -1 - iota
	upKey
	downKey
	leftKey
	rightKey
	takeKey // Enter
	nextKey // Tab
	backKey // Backspace
	leaveKey
	pageUpKey
	pageDownKey
)

// keySource is where keys come from, byte by byte.
type keySource interface {
	io.ByteReader
	// more reports whether another byte belongs to what was read: a terminal sends the whole
	// sequence of a key at once.
	more() bool
}

// pipedKeys are keys from a keyboard. It reads no more than it is asked for: what is typed ahead
// stays for the next reader.
type pipedKeys struct {
	from    *os.File
	ahead   byte
	isAhead bool
}

func (p *pipedKeys) ReadByte() (byte, error) {
	if p.isAhead {
		p.isAhead = false
		return p.ahead, nil
	}
	var one [1]byte
	_, err := io.ReadFull(p.from, one[:])
	return one[0], err
}

func (p *pipedKeys) more() bool {
	const pause = 50 * time.Millisecond
	if p.isAhead {
		return true
	}
	if p.from.SetReadDeadline(time.Now().Add(pause)) != nil {
		return false
	}
	c, err := p.ReadByte()
	_ = p.from.SetReadDeadline(time.Time{})
	if err == nil {
		p.ahead, p.isAhead = c, true
	}
	return err == nil
}

// bufferedKeys are keys from a terminal, or from a text.
type bufferedKeys struct{ *bufio.Reader }

func (b bufferedKeys) more() bool { return b.Buffered() > 0 }

// readKey reads a key: a character, or the sequence that a terminal sends for one. Unknown
// sequences are noKey.
func readKey(r keySource) (key, error) {
	c, err := r.ReadByte()
	if err != nil {
		return noKey, err
	}
	switch c {
	case '\r', '\n':
		return takeKey, nil
	case '\t':
		return nextKey, nil
	case backspace, ctrlH:
		return backKey, nil
	case ctrlC, ctrlD:
		return leaveKey, nil
	case escape:
		if !r.more() {
			return leaveKey, nil
		}
		return readSequence(r)
	}
	if c < ' ' || c > '~' {
		return noKey, nil
	}
	return key(c), nil
}

// readSequence reads the rest of a key sequence, after its escape character.
func readSequence(r keySource) (key, error) {
	c, err := r.ReadByte()
	if err != nil || c != '[' && c != 'O' {
		return noKey, err
	}
	text := ""
	for {
		if c, err = r.ReadByte(); err != nil {
			return noKey, err
		}
		if text += string(c); c >= '@' && c <= '~' {
			break
		}
	}
	known := map[string]key{
		"A": upKey, "B": downKey, "C": rightKey, "D": leftKey, "5~": pageUpKey, "6~": pageDownKey,
	}
	if k, ok := known[text]; ok {
		return k, nil
	}
	return noKey, nil
}

// withKeys switches the terminal to raw mode while its keys are read one by one. keyboard may be
// nil.
func withKeys(in io.Reader, keyboard *keyboard,
	do func(keys keySource, restore func()) error) error {
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
	if keyboard == nil {
		return do(bufferedKeys{bufio.NewReader(f)}, restore)
	}
	defer keyboard.taken()
	return do(&pipedKeys{from: keyboard.keys}, restore)
}
