package keyboard

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// typist is a keyboard without a terminal, and what it announced.
type typist struct {
	keys Keyboard
	said []string
}

func newTypist() *typist {
	ty := &typist{}
	ty.begin()
	return ty
}

func (ty *typist) begin() {
	ty.keys.Begin(func(line string) { ty.said = append(ty.said, line) },
		func() { ty.said = append(ty.said, "wiped") })
}

// press types keys in one piece and returns what the keyboard announces.
func (ty *typist) press(keys string) string {
	if ty.keys.press([]byte(keys)) {
		ty.keys.tell()
	}
	said := strings.Join(ty.said, "|")
	ty.said = nil
	return said
}

// The shadow of a line is the line or nothing, never a different line.
func TestKeyboard(t *testing.T) {
	ty := newTypist()
	for _, step := range []struct{ keys, told string }{
		{"e", "e"},
		{"2-", "e2-"},
		{"\x7f", "e2"},
		{"\xc3", ""}, // half a character: the line is as it was
		{"\xa9", "e2é"},
		{"\x7f\x7f", "e"},
		{"\x15", ""},
		{"\x7fb", "b"},
		{"\x04", "b"}, // at the end of the line it does nothing
		{"\x1b[A", ""},
		{"x", ""}, // no longer known
		{"\x04", ""},
	} {
		if got := ty.press(step.keys); got != step.told {
			t.Errorf("after %q it is told of %q, not of %q", step.keys, got, step.told)
		}
	}
	ty.keys.End()
	ty.begin()
	if got := ty.press("b2\r"); got != "" {
		t.Errorf("a line that came whole is told of as %q", got)
	}
	ty.keys.End()

	// Lines typed ahead are unknown: their reader had them before anyone was told.
	ty.press("c")
	ty.begin()
	if got := ty.press("3"); got != "" {
		t.Errorf("a line that was begun before anybody read it is told of as %q", got)
	}
	ty.press("\rd4\re")
	for range 2 {
		ty.keys.End()
		ty.begin()
		if got := ty.press("5"); got != "" {
			t.Errorf("a line that was begun ahead is told of as %q", got)
		}
		ty.press("\r")
	}
	ty.keys.End()
	ty.begin()
	if got := ty.press("f6"); got != "f6" {
		t.Errorf("the line after those is told of as %q", got)
	}
}

func TestKeyboardCompletes(t *testing.T) {
	ty := newTypist()
	complete := func(line string, all ...string) {
		ty.keys.Complete(line, func(string) []string { return all })
	}
	ty.press("b")
	if got := ty.press("\t"); got != "" {
		t.Errorf("of a line that is being completed there is told %q", got)
	}
	complete("b", "b2-b3", "b2-b4")
	if got := ty.press("3"); got != "b2-b3" {
		t.Errorf("after a completion there is told %q", got)
	}
	ty.press("\x15b\t")
	complete("b", "b2-b3", "b2-b4")
	if got := ty.press("\t"); got != "wiped" {
		t.Errorf("of a list of completions there is told %q", got)
	}
	if got := ty.press("3"); got != "" {
		t.Errorf("after a list there is told %q", got)
	}
}

// Every key is passed on, in order. When the terminal goes away, the keys end.
func TestKeyboardHandsOn(t *testing.T) {
	k, err := New(iotest.OneByteReader(strings.NewReader("e2\t\x1b[A\r\x04")),
		Actions{})
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(k.Keys); err != nil || string(data) != "e2\t\x1b[A\r\x04" {
		t.Errorf("there is %q, %v", data, err)
	}
}

// busy is a program that Ctrl-C can stop.
type busy struct {
	runs    bool
	stopped chan struct{}
}

func (b *busy) interrupt() bool {
	if b.runs {
		b.stopped <- struct{}{}
	}
	return b.runs
}

// However much was typed ahead, and though nobody reads it, Ctrl-C stops what runs, and is not
// typed. So does a terminal that goes away.
func TestCtrlCComesThrough(t *testing.T) {
	b := busy{runs: true, stopped: make(chan struct{}, 10)}
	typed := strings.Repeat("some text ", 1<<15)
	k, err := New(strings.NewReader(typed+"\x03\x03the end"), Actions{Interrupt: b.interrupt})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		<-b.stopped
	}
	if data, err := io.ReadAll(k.Keys); err != nil || string(data) != typed+"the end" {
		t.Errorf("there are %d characters, %v", len(data), err)
	}
	if !k.Interrupted() {
		t.Error("something begins though the terminal has gone away")
	}
}

// Nobody would read a file that was pasted by mistake: what is too much is dropped.
func TestTooMuchTypedAhead(t *testing.T) {
	b := busy{runs: true, stopped: make(chan struct{}, 10)}
	typed := strings.Repeat("some text ", 1<<20)
	k, err := New(strings.NewReader(typed), Actions{Interrupt: b.interrupt})
	if err != nil {
		t.Fatal(err)
	}
	<-b.stopped
	if data, err := io.ReadAll(k.Keys); err != nil || len(data) < mostAhead ||
		len(data) > mostAhead+1<<18 || !strings.HasPrefix(typed, string(data)) {
		t.Errorf("there are %d characters, %v", len(data), err)
	}
}

// If nothing runs, Ctrl-C is a key. It also stops what the line before it begins, but nothing that
// a later line does.
func TestCtrlCBeforeItBegins(t *testing.T) {
	for _, c := range []struct {
		before, after string
		begun, want   bool // whether another line has begun meanwhile; whether to stop
	}{
		{"d1\r", "", false, true},
		{"d1\r", "d2", false, true},
		{"d1\r", "d2\r", false, false},
		{"d1\r", "", true, false},
		{"", "", true, false},
	} {
		ty := newTypist()
		ty.keys.into = newBacklog(nowhere{})
		ty.keys.does.Interrupt = (&busy{}).interrupt
		for _, keys := range []string{c.before, "\x03", c.after} {
			if keys != "" {
				ty.keys.pass([]byte(keys))
			}
		}
		ty.keys.End()
		if c.begun {
			ty.begin()
		}
		if got := ty.keys.Interrupted(); got != c.want {
			t.Errorf("%q, Ctrl-C, %q: it says %v", c.before, c.after, got)
		}
		if ty.keys.Interrupted() {
			t.Error("it says that twice")
		}
	}
}

// nowhere takes keys that nobody reads.
type nowhere struct{}

func (nowhere) Write(keys []byte) (int, error) { return len(keys), nil }
func (nowhere) Close() error                   { return nil }
