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
	data, err := io.ReadAll(k.Keys)
	if kept, wiped := strings.CutSuffix(string(data), wipe); err != nil || len(kept) < mostAhead ||
		len(kept) > mostAhead+1<<18 || !strings.HasPrefix(typed, kept) || !wiped {
		t.Errorf("there are %d characters, %v", len(data), err)
	}
}

// Where keys were dropped, what is left of two lines does not become one.
func TestNoLineOfTwoHalves(t *testing.T) {
	var k Keyboard
	k.into = &backlog{more: make(chan struct{}, 1)}
	much := strings.Repeat("x", mostAhead+1)
	drained := make([]byte, 2*mostAhead)
	for _, step := range []struct {
		keys string
		full bool
		want string
	}{
		{"seat R", false, "seat R"},
		{"ed=ran", true, wipe},
		{"dom\rqu", true, ""},
		{"i", false, ""},
		{"t\rmoves\r", false, "moves\r"},
		{"hint\r", true, wipe},
		{"d1", false, "d1"},
	} {
		if step.full {
			k.into.add(much)
		}
		k.pass([]byte(step.keys))
		n, _ := k.into.take(drained)
		if got := strings.ReplaceAll(string(drained[:n]), "x", ""); got != step.want {
			t.Errorf("%q leaves %q", step.keys, got)
		}
	}
}

// Ctrl-C stops what the lines before it begin, even if they have not been read yet, and nothing
// that a later line does. It abandons a line only while that is being read.
func TestCtrlCBeforeItBegins(t *testing.T) {
	for _, c := range []struct {
		before, after string
		begun         int  // how many more lines have begun to be read
		want          bool // whether to stop
		left          string
	}{
		{"d1\r", "", 0, true, "d1\r"},
		{"d1\r", "d2", 0, true, "d1\rd2"},
		{"d1\r", "d2\r", 0, true, "d1\rd2\r"},
		{"d1\r", "d2\r", 1, false, "d1\rd2\r"},
		{"d1\r", "", 1, false, "d1\r"},
		{"d1\rd2\r", "d3\r", 0, true, "d1\rd2\rd3\r"},
		{"d1\rd2\r", "d3\r", 1, true, "d1\rd2\rd3\r"},
		{"d1\rd2\r", "d3\r", 2, false, "d1\rd2\rd3\r"},
		{"d1", "", 0, false, "d1\x03"},
		{"", "d2\r", 1, false, "\x03d2\r"},
		{"\x1b[A\x04", "", 0, false, "\x1b[A\x04\x03"}, // Ctrl-D deletes there, or ends the line
	} {
		ty := newTypist()
		into := &text{ended: make(chan struct{})}
		ty.keys.into = newBacklog(into)
		ty.keys.does.Interrupt = (&busy{}).interrupt
		for _, keys := range []string{c.before, "\x03", c.after} {
			if keys != "" {
				ty.keys.pass([]byte(keys))
			}
		}
		ty.keys.End()
		for range c.begun {
			ty.begin()
			ty.keys.End()
		}
		if got := ty.keys.Interrupted(); got != c.want {
			t.Errorf("%q, Ctrl-C, %q: it says %v", c.before, c.after, got)
		}
		if ty.keys.Interrupted() {
			t.Error("it says that twice")
		}
		ty.keys.HangUp()
		<-into.ended
		if got := into.String(); got != c.left {
			t.Errorf("%q, Ctrl-C, %q: there is %q", c.before, c.after, got)
		}
	}
}

// text takes keys.
type text struct {
	strings.Builder
	ended chan struct{}
}

func (t *text) Close() error {
	close(t.ended)
	return nil
}

// A Ctrl-C that has stopped something also stops what was typed before it and begins later.
func TestCtrlCStopsWhatWaits(t *testing.T) {
	ty := newTypist()
	ty.keys.into = newBacklog(&text{ended: make(chan struct{})})
	defer ty.keys.HangUp()
	ty.keys.does.Interrupt = func() bool { return true }
	ty.keys.pass([]byte("d1\rd2\r"))
	ty.keys.pass([]byte("\x03"))
	for _, want := range []bool{false, true, false} {
		if got := ty.keys.Interrupted(); got != want {
			t.Errorf("it says %v", got)
		}
		ty.keys.End()
		ty.begin()
	}
}

// Ctrl-\ ends a program that reads no keys; otherwise it is one of them.
func TestTerminate(t *testing.T) {
	ty := newTypist()
	into := &text{ended: make(chan struct{})}
	ty.keys.into = newBacklog(into)
	ends := 0
	ty.keys.does = Actions{Interrupt: (&busy{}).interrupt, Terminate: func() bool {
		ends++
		return true
	}}
	ty.keys.pass([]byte("\x1c"))
	if ends != 0 {
		t.Error("it ends the program while a line is read")
	}
	ty.keys.pass([]byte("d1\r"))
	ty.keys.pass([]byte("\x1c"))
	if ends != 1 {
		t.Error("the program cannot be ended")
	}
	ty.keys.HangUp()
	<-into.ended
	if got := into.String(); got != "\x1cd1\r" {
		t.Errorf("there is %q", got)
	}
}

// Where keys are read one by one, a Ctrl-C right after Enter acts once: it stops what Enter begins
// or, if that begins nothing, is the next key.
func TestCtrlCAfterEnterActsOnce(t *testing.T) {
	open := func() (*Keyboard, *io.PipeWriter, *pipedKeys) {
		in, typed := io.Pipe()
		k, err := New(in, Actions{Interrupt: func() bool { return false }})
		if err != nil {
			t.Fatal(err)
		}
		k.take()
		return k, typed, &pipedKeys{typed: k}
	}
	read := func(keys *pipedKeys, want Key) {
		t.Helper()
		if got, err := Read(keys); got != want || err != nil {
			t.Errorf("the key %d is read, not %d (%v)", got, want, err)
		}
	}
	for _, begins := range []bool{true, false} {
		k, typed, keys := open()
		io.WriteString(typed, "\r\x03")
		io.WriteString(typed, "\x1b[A") // the keys before have been passed on
		read(keys, Take)
		if !begins {
			read(keys, Leave)
		} else if !k.Interrupted() {
			t.Error("what Enter begins is not stopped")
		}
		read(keys, Up)
		typed.Close()
	}
	k, typed, keys := open()
	io.WriteString(typed, "\x03")
	io.WriteString(typed, "\x1b[A")
	if k.Interrupted() {
		t.Error("a key stops what begins next")
	}
	read(keys, Leave)
	read(keys, Up)
	typed.Close()
}

// An Enter that was only looked for has not been used yet: what it begins can still be stopped.
func TestEnterAheadIsNotUsed(t *testing.T) {
	in, typed := io.Pipe()
	k, err := New(in, Actions{Interrupt: func() bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	defer typed.Close()
	k.take()
	keys := &pipedKeys{typed: k}
	io.WriteString(typed, "a\r")
	io.WriteString(typed, "b")
	for i, want := range "a\rb" {
		if !keys.More() {
			t.Fatalf("key %d is not there", i)
		}
		if c, err := keys.ReadByte(); err != nil || rune(c) != want {
			t.Errorf("key %d is %q, not %q (%v)", i, c, want, err)
		}
		if keys.entered != (want == '\r') {
			t.Errorf("after %q, the last key was Enter: %t", want, keys.entered)
		}
	}
}
